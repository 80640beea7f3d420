"""The prelude: common sentences in the language itself, added to a rulebook that uses them and does not write them."""

from __future__ import annotations

import functools
import re
from pathlib import Path

from rulekit.files import reading
from rulekit.model import declarations as d
from rulekit.model import expressions as x
from rulekit.model.base import walk
from rulekit.model.build_declarations import RulebookBuilder
from rulekit.model.rulebook import Rulebook
from rulekit.records import record
from rulekit.syntax.parser import parse
from rulekit.words.vocabulary import FACING

FILE = "the prelude"
ENTRY = re.compile(r"^# needs (zone|state) ([a-z-]+)\n(to ([a-z-]+) .*\n(?:  .*\n)+)", re.MULTILINE)


@record
class PreludeProcedure:
    """One procedure of the prelude: its verb, the place it needs, and its text."""

    verb: str
    sort: str  # zone | state
    place: str
    text: str


@functools.cache
def sentences() -> dict[str, PreludeProcedure]:
    """The prelude by verb."""
    text = reading.text(Path(__file__).with_name("prelude.rules"))
    found = (PreludeProcedure(m[4], m[1], m[2], m[3]) for m in ENTRY.finditer(text))
    return {sentence.verb: sentence for sentence in found}


def with_prelude(rulebook: Rulebook) -> Rulebook:
    """The rulebook with the common sentences it calls; those whose place it does not have stay away."""
    known = {p.verb for p in rulebook.declarations_of(d.Procedure)} | {
        a.name for a in rulebook.declarations_of(d.Action)
    }
    kinds = {verb: _kind(rulebook, sentence) for verb, sentence in sentences().items() if verb not in known}
    if not any(kinds.values()):
        return rulebook
    called = {n.verb for decl in rulebook.declarations for n in walk(decl) if type(n) is x.Call}
    added = [_procedure(sentences()[verb], kind) for verb, kind in kinds.items() if kind and verb in called]
    return Rulebook((*rulebook.declarations, *added)) if added else rulebook


def _procedure(sentence: PreludeProcedure, kind: str) -> d.Decl:
    text = re.sub(r"\b(Thing|Good)\b", kind, sentence.text)
    (tree,) = parse(text, FILE).trees
    return RulebookBuilder(FILE).declaration(tree)


def _kind(rulebook: Rulebook, sentence: PreludeProcedure) -> str | None:
    """The kind that lies in the zone, or that the state is kept for."""
    if sentence.place == FACING:
        return next((kind.name for kind in rulebook.declarations_of(d.Kind) if kind.sort == "tile"), None)
    if sentence.sort == "zone":
        return next((zone.kind for zone in rulebook.declarations_of(d.Zone) if zone.name == sentence.place), None)
    states = (state for state in rulebook.declarations_of(d.State) if state.name == sentence.place)
    return next((state.at[0] for state in states if state.of == ("Player",) and len(state.at) == 1), None)
