"""A move typed in words: `put 2 3` becomes JSON by what the parameters of that move can be, legal or not."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from typing import Any

from rulekit.check.tree import typed_statements
from rulekit.check.tree.typed_walk import walk
from rulekit.play.games.game import Position
from rulekit.play.machine.frames import Decision, Sealed
from rulekit.play.machine.machine import Machine
from rulekit.play.moves.move_decoder import forms
from rulekit.typesystem import types as t

MOST = 2000  # readings that are tried


LONGEST = 6  # words for one value


def parse_move(position: Position, seat: int, text: str) -> Any | None:
    """The move that was meant: a legal one in the same words, else JSON, else the first reading, if any."""
    wanted = " ".join(text.split())
    for words, move in zip(position.words(seat), position.legal(seat), strict=True):
        if words == wanted:
            return move
    if wanted.startswith("{"):
        return _json(text)
    tokens = wanted.split(" ")
    return next(itertools.islice(TypedMoves(position.machine)._readings(tokens), MOST), None) if tokens[0] else None


def _json(text: str) -> Any | None:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _atom(token: str) -> Any:
    """A number, yes, no, nothing, or a name."""
    fixed = {"true": True, "false": False, "yes": True, "no": False, "null": None, "nothing": None}
    if token in fixed:
        return fixed[token]
    return int(token) if token.lstrip("-").isdigit() and len(token) < 16 else token


class TypedMoves:
    """Readings of words as moves of one position."""

    def __init__(self, m: Machine) -> None:
        self.m = m

    def _readings(self, tokens: list[str]) -> Iterator[dict[str, Any]]:
        """Every way to understand the words as a move that is offered now, or as any move of the rules."""
        named = [form for form in self._forms() if form[0] == tokens[0]]
        for name, params in named:
            for values in self._values([kind for _, kind in params], tokens[1:]):
                yield {"do": name, **{param: value for (param, _), value in zip(params, values, strict=True)}}
        if named:
            yield {"do": tokens[0]}

    def _forms(self) -> list[tuple[str, list[tuple[str, t.Type]]]]:
        """Names with their parameters: what is offered first, then all actions."""
        found = []
        if isinstance(self.m.pending, Decision | Sealed):
            step = self.m.pending.op.step  # type: ignore[attr-defined]
            found = [
                (form.name, [(p.name, p.type) for p in form.params])
                for form in forms(self.m, step, self.m.pending.line)
            ]
        for name in self.m.program.checked.symbols.actions:
            found.append((self.m.written_name(name), [(p.name, p.type) for p in self.m.program.action_params(name)]))
        return found + list(self._asked_elsewhere())

    def _asked_elsewhere(self) -> Iterator[tuple[str, list[tuple[str, t.Type]]]]:
        """Choices, and words that decline or close, of decisions that are not asked now."""
        for step in walk(tuple(self.m.program.checked.bodies.values())):
            if isinstance(step, typed_statements.Choose):
                yield step.name, [(p.name, p.type) for p in step.params]
            if isinstance(step, typed_statements.Ask | typed_statements.Choose) and step.mode == "may":
                yield step.declining or "pass", []
            if isinstance(step, typed_statements.Menu):
                yield step.close, []

    def _values(self, kinds: list[t.Type], tokens: list[str]) -> Iterator[tuple[Any, ...]]:
        """Every way to cut the words into values of these types, none left over."""
        if not kinds:
            if not tokens:
                yield ()
            return
        for count in range(1, min(LONGEST, len(tokens) - len(kinds) + 1) + 1):
            value = self._value(kinds[0].bare, tokens[:count])
            if value is not None:
                for rest in self._values(kinds[1:], tokens[count:]):
                    yield (value[0], *rest)

    def _value(self, kind: t.Type, tokens: list[str]) -> tuple[Any] | None:
        """The words as one value, if they can be one."""
        if kind.plural or kind.counted:
            return self._collection(kind, tokens)
        atoms = [_atom(token) for token in tokens]
        if kind.place:
            size = len(self.m.plan.layout(kind.space).spots[0]) if self.m.plan.layout(kind.space).names is None else 1
            return None if len(atoms) != size else (atoms if size > 1 else atoms[0],)
        if (kind.piece or kind.zone) and len(atoms) > 1:
            return (atoms,) if tokens[0] in self.m.plan.symbols.zones else None
        return (atoms[0],) if len(atoms) == 1 else None

    def _collection(self, kind: Any, tokens: list[str]) -> tuple[Any] | None:
        """Members joined by `+`; the parts of one member by commas."""
        if len(tokens) != 1:
            return None
        parts = [] if tokens == ["none"] else tokens[0].split("+")
        if kind.counted:
            return ({part: parts.count(part) for part in parts},)
        found = [self._value(kind.of.bare, part.split(",")) for part in parts]
        return None if None in found else ([one[0] for one in found if one is not None],)
