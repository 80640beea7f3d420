"""Values worked out before play: from constants, tables, options and the number of players, as far as that goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulekit.check import folded_sets as sets
from rulekit.check import folded_tests as tests
from rulekit.check import typed as v
from rulekit.check.defining import CheckedCase
from rulekit.check.examined import Checked
from rulekit.check.open_values import OPEN, Names, every, some
from rulekit.check.static_eyes import StaticEyes, Unseen
from rulekit.kinds import types as t
from rulekit.model import declarations as d
from rulekit.words import core
from rulekit.words.word import keyword, nothing_as

TOO_LONG = 10_000  # steps of one question


class Folder:
    """One configuration, whole or in part: options as they are written, and how many play."""

    def __init__(self, checked: Checked, options: Mapping[str, Any] | None = None, seats: int | None = None) -> None:
        self.checked = checked
        self.symbols = checked.symbols
        self.eyes = StaticEyes(checked.symbols, seats)
        self.options = {n: option(checked, n, value) for n, value in (options or {}).items()}
        self.known: dict[Any, Any] = {}  # values taken as given, for proofs by cases
        self.words = {w.key: w for w in checked.words}
        self.bent = {b.target for b in checked.bends}
        self.steps = 0

    def ask(self, node: v.T, names: Names | None = None) -> Any:
        """The value, or OPEN; a question that takes too long stays open."""
        self.steps = 0
        try:
            return self.value(node, names or {})
        except (Unseen, RecursionError):
            return OPEN

    def value(self, node: v.T, names: Names) -> Any:
        self.steps += 1
        if self.steps > TOO_LONG:
            raise Unseen
        if self.known and node in self.known:
            return self.known[node]
        form = FORMS.get(type(node))
        return OPEN if form is None else form(self, node, names)

    def each(self, nodes: tuple[v.T, ...], names: Names) -> list[Any]:
        return [self.value(n, names) for n in nodes]

    # -------------------------------------------------------------- words

    def cases(self, cases: tuple[CheckedCase, ...], names: Names, total: bool) -> Any:
        return self._total(cases, names) if total else self._first(cases, names)

    def _first(self, cases: tuple[CheckedCase, ...], names: Names) -> Any:
        for case in cases:
            holds = True if case.condition is None else self.value(case.condition, names)
            if holds is OPEN:
                return OPEN
            if holds and case.value is not None:
                return self.value(case.value, names)
        return OPEN

    def _total(self, cases: tuple[CheckedCase, ...], names: Names) -> Any:
        found = 0
        for case in cases:
            holds = True if case.condition is None else self.value(case.condition, names)
            if holds is False:
                continue
            number = OPEN if case.value is None else self.value(case.value, names)
            if holds is OPEN or not isinstance(number, int):
                return OPEN
            if isinstance(case.node, d.Bound):
                found = (min if case.node.limit == "most" else max)(found, number)
            else:
                found += -number if getattr(case.node, "sign", "+") == "-" else number
        return found

    def relation(self, name: str, args: list[Any], names: Names) -> Any:
        info = self.symbols.relations.get(name)
        if info is None:
            return OPEN
        given = {p.name: a for p, a in zip(info.params, args, strict=False)}
        found = []
        for case in info.cases:
            if case.sort == "case":
                holds = self.value(case.value, {**names, **given})
                found.append(OPEN if holds is False and case.id in self.bent else holds)
        return some(found) if info.decl.mode == "any" else every(found)


def option(checked: Checked, name: str, written: Any) -> Any:
    """A choice of an option as a value: members of a choice are numbers."""
    kind = checked.symbols.options[name].type if name in checked.symbols.options else None
    if isinstance(kind, t.Choice):
        return kind.members.index(str(written)) if str(written) in kind.members else OPEN
    return written


# ------------------------------------------------------------------ plain values


def _const(f: Folder, node: v.Const, names: Names) -> Any:
    return OPEN if isinstance(t.bare(node.type), t.EffectOf) else node.value


def _members(f: Folder, node: v.Members, names: Names) -> Any:
    return f.eyes.members(node.of)


def _field(f: Folder, node: v.FieldOf, names: Names) -> Any:
    of = f.value(node.of, names)
    if of is OPEN or of is None:
        return of
    info = f.symbols.kinds[node.kind]
    row = info.rows[info.members[of]]
    if node.field in info.columns:
        effects = info.columns[node.field].get(row.name, ())
        return tuple((row.name, n) for n in range(len(effects)))
    found = row.values.get(node.field, OPEN)
    return tuple(sorted(found)) if isinstance(found, frozenset) else found


def _parts(f: Folder, node: v.Parts, names: Names) -> Any:
    of = f.value(node.of, names)
    if of is OPEN or of is None:
        return OPEN if of is OPEN else ()
    info = f.symbols.kinds[node.kind]
    return tuple(n for n, number in enumerate(info.members) if info.rows[number].whole == of)


def _whole(f: Folder, node: v.Whole, names: Names) -> Any:
    of = f.value(node.of, names)
    info = f.symbols.kinds[t.bare(node.of.type).kind]  # type: ignore[attr-defined]
    return of if of is OPEN or of is None else info.rows[info.members[of]].whole


def _use(f: Folder, node: v.Use, names: Names) -> Any:
    word = f.words.get(node.word)
    if word is None or word.body is None:
        return OPEN
    args = f.each(node.args, names)
    if any(a is None for a in args):
        return nothing_as(node.type)
    inner = {p.name: a for p, a in zip(word.params, args, strict=False)}
    inner.update({name: f.value(value, names) for name, value in node.hidden})
    if isinstance(word.body, tuple):
        return f.cases(word.body, inner, isinstance(word.decl, d.Total))
    return f.value(word.body, inner)


def _core(f: Folder, node: v.CoreUse, names: Names) -> Any:
    word = core.find(node.word)
    if word is None:
        return _everyone(f, node)
    given: dict[str, Any] = {}
    kinds: dict[str, t.Type] = {"": node.type}
    for slot, arg in node.args:
        given[keyword(slot)] = _named(f, arg, names) if isinstance(arg, v.Named) else f.value(arg, names)
        kinds[slot] = kinds[keyword(slot)] = arg.type
        if given[keyword(slot)] is OPEN:
            return OPEN
    try:
        return word.run(f.eyes, types=kinds, **given)
    except (Unseen, LookupError, TypeError, ValueError, AttributeError):
        return OPEN


def _everyone(f: Folder, node: v.CoreUse) -> Any:
    return f.eyes.members(t.SEAT) if node.word == "everyone" else OPEN


def _named(f: Folder, node: v.Named, names: Names) -> Any:
    """A relation to walk along; it must be settled for every pair that is looked at."""

    def holds(*args: Any) -> bool:
        found = f.relation(node.name, list(args), names)
        if found is OPEN:
            raise Unseen
        return bool(found)

    return holds if node.sort == "relation" and node.name in f.symbols.relations else OPEN


FORMS: dict[type, Callable[[Folder, Any, Names], Any]] = {
    v.Const: _const,
    v.Local: lambda f, node, names: names.get(node.name, OPEN),
    v.OptionValue: lambda f, node, names: f.options.get(node.name, OPEN),
    v.Members: _members,
    v.FieldOf: _field,
    v.Parts: _parts,
    v.Whole: _whole,
    v.Use: _use,
    v.CoreUse: _core,
    **tests.FORMS,
    **sets.FORMS,
}
