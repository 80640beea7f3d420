"""Player: the seats of the game, clockwise."""

from rulekit.typesystem.builtin_types import Kind
from rulekit.typesystem.types import SEAT

KIND = Kind("Player", SEAT, "`Player`: the seats of the game, clockwise; how many there are is fixed for one game")
