"""What the checker says of a mutant: refused, refused only in its scenes, or fit to be played."""

from __future__ import annotations

import attrs

from rulekit.check.elaboration.rulebook_elaboration import assemble
from rulekit.check.lints import run_lints
from rulekit.check.tree.checked_rulebook import Checked
from rulekit.diagnostics import Problem
from rulekit.model import scenes as sc
from rulekit.model.rulebook import Rulebook
from rulekit.pipeline import gc_paused
from rulekit.source import Span


@attrs.frozen
class Examined:
    """The rules worked out, and the errors in them and in the scenes."""

    checked: Checked
    errors: tuple[Problem, ...]
    scenes: tuple[Problem, ...]  # errors that only the examples have


def examine(rulebook: Rulebook, ids: frozenset[str] = frozenset()) -> Examined:
    """Starts from the model: nothing is read or parsed. What is covered by whom is not asked; lines may be missing."""
    with gc_paused():
        checked, found = assemble(rulebook, ids)
        if not _errors(found):
            found += run_lints(checked)
    places = [one.span for one in (*rulebook.of(sc.Start), *rulebook.of(sc.Scene))]
    errors = _errors(found)
    in_scenes = [p for p in errors if p.span is not None and any(_holds(place, p.span) for place in places)]
    return Examined(checked, tuple(p for p in errors if p not in in_scenes), tuple(in_scenes))


def _errors(found: list[Problem]) -> list[Problem]:
    return [p for p in found if p.severity == "error"]


def _holds(place: Span, span: Span) -> bool:
    return place.file == span.file and place.start <= span.start < place.end
