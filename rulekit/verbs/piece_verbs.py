"""`move`, `shuffle` and `show`: verbs that are about pieces."""

from rulekit.verbs.verb import Verb, VerbAction

MOVE = Verb(
    "move",
    "`move p to z`: pieces go to a zone, one after the other; on a pile each lies on top of those before it.",
    VerbAction.MOVE,
    (("", "to"),),
    way="up",
    yields=True,
    synonyms=("put", "place", "lay", "transfer", "discard", "play", "deal", "draw", "return", "remove"),
)
SHUFFLE = Verb(
    "shuffle",
    "`shuffle z`, `shuffle p into z`, `shuffle p onto z`: pieces lie in an order that nobody chose.",
    VerbAction.SHUFFLE,
    (("",), ("", "into"), ("", "onto")),
    synonyms=("mix", "randomize", "stir"),
)
SHOW = Verb(
    "show",
    "`show p to s`: these players learn what these pieces are.",
    VerbAction.SHOW,
    (("", "to"),),
    synonyms=("reveal", "flip", "look"),
)
VERBS = (MOVE, SHUFFLE, SHOW)
