"""What players are asked: is there something to choose, can moves be told apart and written down?"""
