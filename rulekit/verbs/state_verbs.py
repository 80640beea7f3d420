"""`set`, `add`, `take`, `raise` and `lower`: verbs that write states and names."""

from rulekit.verbs.verb import Verb, VerbAction

SET = Verb(
    "set",
    "`set w to v`: the place holds this value.",
    VerbAction.SET,
    (("", "to"),),
    writes="",
    value="to",
    synonyms=("assign", "make", "change", "become"),
)
ADD = Verb(
    "add",
    "`add v to w`: so much more, or these as well.",
    VerbAction.CHANGE,
    (("", "to"),),
    writes="to",
    value="",
    way="up",
    synonyms=("increase", "gain", "get", "score", "earn", "give", "increment"),
)
TAKE = Verb(
    "take",
    "`take v from w`: so much less, or without these.",
    VerbAction.CHANGE,
    (("", "from"),),
    writes="from",
    value="",
    way="down",
    yields=True,
    synonyms=("decrease", "reduce", "subtract", "lose", "pay", "spend", "decrement", "remove", "discard"),
)
RAISE = Verb(
    "raise",
    "`raise w to v`: the number becomes `v` if it is lower.",
    VerbAction.COMPUTE,
    (("", "to"),),
    writes="",
    value="to",
    way="up",
    meaning=max,
    when="<",
)
LOWER = Verb(
    "lower",
    "`lower w to v`: the number becomes `v` if it is higher.",
    VerbAction.COMPUTE,
    (("", "to"),),
    writes="",
    value="to",
    way="down",
    meaning=min,
    when=">",
)
VERBS = (SET, ADD, TAKE, RAISE, LOWER)
