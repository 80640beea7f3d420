"""`set`, `add`, `take`, `raise` and `lower`: verbs that write states and names."""

from rulekit.verbs.verb import Does, Verb

SET = Verb(
    "set",
    "`set w to v`: the place holds this value.",
    Does.SET,
    (("", "to"),),
    writes="",
    value="to",
    synonyms=("assign", "make", "change", "become"),
)
ADD = Verb(
    "add",
    "`add v to w`: so much more, or these as well.",
    Does.CHANGE,
    (("", "to"),),
    writes="to",
    value="",
    way="up",
    synonyms=("increase", "gain", "get", "score", "earn", "give", "increment"),
)
TAKE = Verb(
    "take",
    "`take v from w`: so much less, or without these.",
    Does.CHANGE,
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
    Does.COMPUTE,
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
    Does.COMPUTE,
    (("", "to"),),
    writes="",
    value="to",
    way="down",
    meaning=min,
    when=">",
)
VERBS = (SET, ADD, TAKE, RAISE, LOWER)
