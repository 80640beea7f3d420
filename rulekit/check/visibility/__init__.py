"""Visibility analysis: which hidden information does a rule read, and does the player who decides see it?

`VisibleFacts` says what each player sees by the declared views. `ReadCollector` interprets values abstractly: it
follows where the pieces of a value may lie and collects every read. `DefUse` and `decisions` index the bodies for it.
The checks K44 to K49, K73 and K74 compare the two: a read that the deciding player cannot see is a leak.
"""

from rulekit.check.visibility.domain import ClauseReads, PieceLocation, ReadContext, ValueInfo
from rulekit.check.visibility.reads import ReadCollector
from rulekit.check.visibility.sites import DecisionSite, DefUse, IndirectDecisions, decisions, def_use, offered_to
from rulekit.check.visibility.views import ANY, ASKED, OTHER, HiddenRead, VisibleFacts, visible_facts

__all__ = [
    "ANY",
    "ASKED",
    "OTHER",
    "ClauseReads",
    "DecisionSite",
    "DefUse",
    "HiddenRead",
    "IndirectDecisions",
    "PieceLocation",
    "ReadCollector",
    "ReadContext",
    "ValueInfo",
    "VisibleFacts",
    "decisions",
    "def_use",
    "offered_to",
    "visible_facts",
]
