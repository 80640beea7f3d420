"""Hidden information: does a rule look where the player who decides cannot, can he name what he chooses?"""
