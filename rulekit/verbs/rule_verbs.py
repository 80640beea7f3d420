"""`perform` and `report`: verbs by which one rule speaks to another."""

from rulekit.verbs.verb import Verb, VerbAction

PERFORM = Verb(
    "perform",
    "`perform e`, `perform e with v`: the effect that was chosen from a column is run; `v` is its `here`.",
    VerbAction.PERFORM,
    (("",), ("", "with")),
)
REPORT = Verb(
    "report",
    "`report n`: a procedure says how much it did, which is `last` where it was called.",
    VerbAction.REPORT,
    (("",),),
)
VERBS = (PERFORM, REPORT)
