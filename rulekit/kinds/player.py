"""Player: the seats of the game, clockwise."""

from rulekit.kinds.registry import Kind
from rulekit.kinds.types import SEAT

KIND = Kind("Player", SEAT, "`Player`: the seats of the game, clockwise; how many there are is fixed for one game")
