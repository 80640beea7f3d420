"""Sides of pieces: laid out by the looks file or plain, columns in slots, signs of effects, ways across tiles."""
