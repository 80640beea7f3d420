"""Player: the seats of the game, clockwise."""

from rulekit.typesystem.builtin_types import BuiltinKind
from rulekit.typesystem.types import SEAT

KIND = BuiltinKind(
    "Player", SEAT, "`Player`: the seats of the game, clockwise; how many there are is fixed for one game"
)
