"""What a verb of the kit is: its sentences by their slots, the place it writes, and what the machine does."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from rulekit.records import record


class VerbAction(Enum):
    """What the machine does at a verb. Typing, interpreter and code generator each have one function for each."""

    __hash__ = object.__hash__  # members are single; the hash that an Enum has by itself is slow, and play asks tables

    NOTHING = "nothing"  # no verb of the kit: a procedure, or a complaint was made
    MOVE = "move"  # pieces to a zone
    SHUFFLE = "shuffle"  # pieces, in their zone or into another one
    SHOW = "show"  # pieces to players
    PERFORM = "perform"  # an effect chosen from a column
    REPORT = "report"  # a number as the outcome of a procedure
    SET = "set"  # a value in place of what was there
    CHANGE = "change"  # so much more or less: numbers, bags, sets, sequences
    COMPUTE = "compute"  # a number worked out from the one that is there and perhaps one that is given


@record
class Verb:
    """A verb of the kit. A slot is "" for what stands right behind the verb, else its preposition.

    `add v to w` has the slots "" and "to"; it writes "to", and the value that changes it stands at "".
    """

    name: str
    sentence: str  # for the reference: `add v to w`: what it does
    does: VerbAction
    forms: tuple[tuple[str, ...], ...]  # the slots of each sentence it can stand in
    writes: str | None = None  # the slot of the state or name it writes
    value: str | None = None  # the slot of what is written, added or compared
    way: str = "any"  # what it writes to goes up | down | any
    meaning: Callable[..., int] | None = None  # COMPUTE: the new number of the old one and the given; never falling
    when: str = ""  # COMPUTE that writes the given number itself: how the old one must compare with it, in Python
    yields: bool = False  # does `as far as possible` let it do less?
    synonyms: tuple[str, ...] = ()  # what people say for it

    @property
    def sign(self) -> int:
        """1 if it adds, -1 if it takes away, 0 if it does neither."""
        if self.does is not VerbAction.CHANGE:
            return 0
        return 1 if self.way == "up" else -1

    @property
    def overwrites(self) -> bool:
        """Does it write a place without reading what was there?"""
        return self.does is VerbAction.SET

    @property
    def places(self) -> bool:
        """Does it lay pieces into zones?"""
        return self.does in (VerbAction.MOVE, VerbAction.SHUFFLE)

    @property
    def draws(self) -> bool:
        """Does it need an outcome of chance?"""
        return self.does is VerbAction.SHUFFLE

    @property
    def runs(self) -> bool:
        """Does it run rules that stand elsewhere: the body of an effect?"""
        return self.does is VerbAction.PERFORM

    @property
    def at_once(self) -> bool:
        """Is it done without any answer, outcome or other rule?"""
        return self.does is not VerbAction.NOTHING and not self.draws and not self.runs


NO_VERB = Verb("", "", VerbAction.NOTHING, ())
