"""Generated functions that write a legal list: one for each way to answer, from the declared parameters."""

from __future__ import annotations

from typing import Any

from rulekit.check.tree import typed_statements
from rulekit.play.codegen.answers import Way
from rulekit.play.codegen.writers.forms import MOVE, Forms, Unwritten
from rulekit.play.codegen.writers.pieces import Pieces
from rulekit.play.machine.program import only_params
from rulekit.typesystem import types as t


class Moves:
    """`TELL[code](s, ts, r)` writes the moves `ts` of one way; `k` holds what was written before in this list."""

    def __init__(self, forms: Forms, pieces: Pieces) -> None:
        self.forms, self.pieces = forms, pieces
        self.missing: list[str] = []

    def write(self, ways: list[Way]) -> None:
        """All of them; `WALK` writes the moves of a way that has a form nobody knows."""
        told = []
        for code, way in enumerate(ways):
            name = f"told_{code}"
            try:
                parts = self._way(way)
            except Unwritten as why:
                self.missing.append(f"moves of {way.name}: {why}")
                self.forms.put(f"def {name}(s, ts, r):", "    return [WALK.move(s, t, r) for t in ts]")
            else:
                self.forms.put(
                    f"def {name}(s, ts, r):", "    k = {}", f"    return [{{{', '.join(parts)}}} for t in ts]"
                )
            told.append(name)
        put = self.forms.put
        put(f"TELL = [{', '.join(told)}]")
        put(
            "def legal(s, tokens, r):",
            "    codes = {t[0] for t in tokens}",
            "    if len(codes) == 1: return TELL[codes.pop()](s, tokens, r)",
            "    told = {c: iter(TELL[c](s, [t for t in tokens if t[0] == c], r)) for c in codes}",
            "    return [next(told[t[0]]) for t in tokens]",
        )

    def _way(self, way: Way) -> list[str]:
        """The entries of the object."""
        declared = {param.name: param for param in self._declared(way)}
        places, place = [], 1
        for param, extra in zip(way.params, way.extras or (False,) * len(way.params), strict=True):
            places.append((param, place, extra))
            place += 1 + extra
        firsts = [param.type.bare for param, _, _ in places if isinstance(param.type.bare, t.Piece)]
        same = [n for param, n, _ in places if firsts and param.type.bare == firsts[0]]
        self.forms.once = frozenset(f"t[{n}]" for n in same)
        try:
            parts = [f"'do': {way.name!r}"]
            for param, n, extra in places:
                parts += self._param(param, declared.get(param.name), f"t[{n}]", places)
                parts += [f"**{self._brought(way, param, places)}(s, t[{n}], t[{n + 1}], r)"] if extra else []
            return parts
        finally:
            self.forms.once = frozenset()

    def _declared(self, way: Way) -> tuple[typed_statements.Param, ...]:
        if way.how == "choose":
            return self.forms.book.program.choose_params(way.name)
        return self.forms.book.program.action_params(way.action) if way.action is not None else ()

    def _param(
        self, param: typed_statements.Param, declared: typed_statements.Param | None, code: str, places: Any
    ) -> list[str]:
        bare = param.type.bare
        if isinstance(bare, t.EffectOf):
            return self._effect(param, bare, code, places)
        alias = self.forms.book.program.range_name(declared) if declared is not None else None
        return [f"{param.name!r}: {self.forms.seen(code, param.type, MOVE, alias)}"]

    # -------------------------------------------------------------- effects

    def _effect(self, param: typed_statements.Param, kind: t.EffectOf, code: str, places: Any) -> list[str]:
        """The label of an effect; nothing where its row is told by another parameter and has no other."""
        plan = self.forms.plan
        whole = self.forms.book.give("E", [f"{one.row}.{one.label}" for one in plan.effects])
        rows = [n for other, n, _ in places if _holds_row(other.type, kind)]
        if not rows:
            return [f"{param.name!r}: {self._maybe(f'{whole}[{code}]', param.type, code)}"]
        names = self.forms.book.give("R", [plan.row(kind.kind, n).name for n in plan.members(t.Row(kind.kind))])
        labels = plan.effect_ids[kind.kind, kind.column]
        of_row = self.forms.book.give("E", [one.row for one in plan.effects])
        short = [None if len(labels.get(one.row, ())) == 1 else one.label for one in plan.effects]
        said = " or ".join(f"(t[{n}] is not None and {names}[t[{n}]] == {of_row}[{code}])" for n in rows)
        name = self.forms.book.fresh("effect")
        key, given = repr(param.name), self.forms.book.give("E", short)
        self.forms.put(
            f"def {name}(s, t):",
            f"    if {code} is None: return {{{key}: None}}",
            f"    if not ({said}): return {{{key}: {whole}[{code}]}}",
            f"    return {{}} if {given}[{code}] is None else {{{key}: {given}[{code}]}}",
        )
        return [f"**{name}(s, t)"]

    def _maybe(self, found: str, kind: t.Type, code: str) -> str:
        return found if kind == kind.bare else f"(None if {code} is None else {found})"

    def _brought(self, way: Way, param: typed_statements.Param, places: Any) -> str:
        """A function for the parameters that each effect brings along."""
        kind = param.type.bare
        assert isinstance(kind, t.EffectOf)
        arms = {}
        for effect in self.forms.plan.members(kind):
            body = self.forms.still.blocks[self.forms.plan.effects[effect].key].body
            inner = only_params(body.front) if body is not None else ()
            if inner:
                arms[effect] = self._arm(inner, kind)
        name, table = self.forms.book.fresh("brought"), self.forms.book.fresh("ARMS")
        self.forms.put(f"{table} = {{{', '.join(f'{effect}: {arm}' for effect, arm in arms.items())}}}")
        self.forms.put(
            f"def {name}(s, effect, values, r):",
            f"    arm = {table}.get(effect)",
            "    return {} if arm is None or not values else arm(s, values, r)",
        )
        return name

    def _arm(self, inner: tuple[typed_statements.Param, ...], kind: t.EffectOf) -> str:
        parts = []
        for n, param in enumerate(inner):
            if isinstance(param.type.bare, t.EffectOf) or _holds_row(param.type, kind):
                raise Unwritten(f"effects with {param.name}")
            alias = self.forms.book.program.range_name(param)
            parts.append(f"{param.name!r}: {self.forms.seen(f'x[{n}]', param.type, MOVE, alias)}")
        name = self.forms.book.fresh("arm")
        kept, self.forms.once = self.forms.once, frozenset()
        self.forms.put(f"def {name}(s, x, r):", f"    return {{{', '.join(parts)}}}")
        self.forms.once = kept
        return name


def _holds_row(kind: t.Type, effect: t.EffectOf) -> bool:
    bare = kind.bare
    return isinstance(bare, t.Piece | t.Row) and bare.kind == effect.kind
