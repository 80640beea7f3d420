"""Divergence of two accounts of a game: its kind, its place, and what each of them says."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.memo import memoize
from rulekit.play.position.strict_json import dumps
from rulekit.protocol.json_shapes import is_same_scalar
from rulekit.vectors.normal import Tree, normal_form
from rulekit.vectors.sets import trees

OVER = "nothing"
SOME_MOVE = "a move"  # asked for by an engine that goes on and offers none
TABLE = ("states", "zones")
ABSENT = "(not there)"  # instead of a value that only one side has
Json = Any


@attrs.frozen
class Divergence:
    """Where the two part: in what, at which place of it, what the rules say and what the engine says."""

    what: str  # asked, chance, legal, position, view, result, refusal, explanation, failure, shape
    where: tuple[Any, ...]
    rules: Json
    engine: Json
    seat: int | None = None  # of a legal set, of a view (nobody: the spectator), of a refusal
    move: Json = None  # which only one side has, or which was refused or taken
    names: tuple[str, ...] = ()  # of a position or view: all states and zones that differ
    asks: tuple[str, ...] = ()  # kinds of moves that the engine asks for and the rules do not; OVER: it is over there
    after: Json = None  # what was done that must change nothing: a copy, a save or a load, as a step of a vector
    heard: Json = None  # the whole answer of the engine in which it shows, where that is kept
    fades: bool = False  # brought here again by the same answers alone, the engine says what the rules say
    took: Json = None  # of a move that is missing: the other one, which the engine makes without asking
    form: tuple[str, ...] = ()  # of a wrong form: what must stand there and what does, as sentences
    lost: str = ""  # of what is right by the moves and wrong by a load: the kind of answer in which it shows

    @property
    def answer(self) -> str:
        """The kind of answer that differs, whatever was done before it."""
        return self.lost or self.what


@memoize
def trees_of(checked: CheckedRulebook) -> dict[str, Tree]:
    """Which lists of a game are sets; worked out once."""
    return trees(checked)


def legal_divergence(seat: int, ours: list[Json], theirs: list[Json], sets: Tree) -> Divergence | None:
    """The first move that only one side has; the order does not matter, but none may come twice."""
    mine, other = ({_one_text(move, sets): move for move in moves} for moves in (ours, theirs))
    for text in mine:
        if text not in other:
            return Divergence("legal", (), "legal", "missing", seat, mine[text])
    for text in other:
        if text not in mine:
            return Divergence("legal", (), "not legal", "offered", seat, other[text])
    if len(theirs) == len(other):
        return None
    texts = [_one_text(move, sets) for move in theirs]
    twice = next(n for n, text in enumerate(texts) if text in texts[:n])
    return Divergence("legal", (), "legal", "offered more than once", seat, theirs[twice])


def _one_text(move: Json, sets: Tree) -> str:
    return dumps(normal_form(move, sets.get(str(move.get("do")))))


def table_divergence(what: str, ours: Json, theirs: Json, sets: Tree, reader: int | None) -> Divergence | None:
    """The first place at which states and zones differ; whatever else stands in an answer is one too many."""
    found: list[tuple[tuple[Any, ...], Json, Json]] = []
    for part in TABLE:
        mine, said = ours[part], theirs[part]
        if mine == said and dumps(mine) == dumps(said):  # `true` is not 1
            continue
        for name in dict.fromkeys((*mine, *said)):
            tree = sets.get(part, {}).get(name)
            gap = first_gap(normal_form(mine.get(name, ABSENT), tree), normal_form(said.get(name, ABSENT), tree))
            found += [((part, name, *gap[0]), *gap[1:])] if gap is not None else []
    found += [((key,), ABSENT, value) for key, value in theirs.items() if key not in TABLE]
    names = [str(where[min(1, len(where) - 1)]).partition(" of ")[0] for where, _, _ in found]
    return Divergence(what, *found[0], reader, None, tuple(dict.fromkeys(names))) if found else None


def first_gap(ours: Json, theirs: Json) -> tuple[tuple[Any, ...], Json, Json] | None:
    """The first place at which two values differ, and what stands there; `true` is not 1, and null is something."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        keys = [*ours, *(key for key in theirs if key not in ours)]
        pairs: list[tuple[Any, Json, Json]] = [(key, ours.get(key, ABSENT), theirs.get(key, ABSENT)) for key in keys]
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        pairs = [(n, a, b) for n, (a, b) in enumerate(zip(ours, theirs, strict=True))]
    else:
        return None if is_same_scalar(ours, theirs) else ((), ours, theirs)
    for key, mine, said in pairs:
        gap = first_gap(mine, said)
        if gap is not None:
            return (key, *gap[0]), *gap[1:]
    return None


def place(where: tuple[Any, ...]) -> str:
    """A place in a position: `zones, camp, orc, 2`."""
    return ", ".join(str(part) for part in where) or "as a whole"
