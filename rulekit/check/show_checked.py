"""`show --stage checked`: what the checks found out, clause by clause, in the words of the rulebook."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.check.effects.effect_summary import effects
from rulekit.check.names.symbol_info import ParamInfo
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook


def checked_text(checked: CheckedRulebook) -> str:
    """Kinds, places, words, bodies and laws with the types worked out for them."""
    parts = (_kinds, _places, _words, _bodies, _ends)
    return "\n".join(line for part in parts for line in part(checked))


def _kinds(checked: CheckedRulebook) -> Iterator[str]:
    for kind in checked.symbols.kinds.values():
        yield f"{kind.sort} {kind.name}, {len(kind.members)} in all"
        for field in kind.fields.values():
            sides = "" if field.sides == ("face",) else f" ({', '.join(field.sides)})"
            yield f"  {field.name}: {field.type}{sides}"


def _places(checked: CheckedRulebook) -> Iterator[str]:
    for zone in checked.symbols.zones.values():
        index = "".join(f" of {k}" for k in zone.of) + "".join(f" at {k}" for k in zone.at)
        yield f"zone {zone.name}{index}: {zone.shape} {zone.kind}"
    for state in checked.symbols.states.values():
        index = "".join(f" of {k}" for k in state.of) + "".join(f" at {k}" for k in state.at)
        yield f"state {state.name}{index}: {state.type}"


def _heading(params: tuple[ParamInfo, ...]) -> str:
    return "".join(f" {p.prep if p.prep not in ('', '=') else 'of'} {p.name}: {p.type}" for p in params)


def _words(checked: CheckedRulebook) -> Iterator[str]:
    for word in checked.words:
        hidden = f"; asks for {' and '.join(sorted(word.hidden))}" if word.hidden else ""
        yield f"word {word.name}{_heading(word.params)} is {word.result}{hidden}"
        if isinstance(word.body, tuple):
            yield from (f"  [{case.id}] {_form(case.value)}" for case in word.body)
    for relation in checked.relations:
        hidden = f"; asks for {' and '.join(sorted(relation.hidden))}" if relation.hidden else ""
        yield f"relation {relation.name}{_heading(relation.params)}{hidden}"
        yield from (f"  [{case.id}]" for case in relation.cases)


def _bodies(checked: CheckedRulebook) -> Iterator[str]:
    for key, body in checked.bodies.items():
        asks = f"; asks for {' and '.join(sorted(body.uses))}" if body.uses else ""
        yield f"{key}{asks}"
        for step in body.front:
            name = f"{step.name}: " if isinstance(step, typed_statements.Param | typed_statements.Bound) else ""
            kind = f"{name}{step.type}" if isinstance(step, typed_statements.Param) else name.rstrip(": ") or "guard"
            yield f"  [{step.id}] {kind}"
        yield from _lines(body.lines, 1)


def _lines(lines: tuple[typed_statements.Line, ...], depth: int) -> Iterator[str]:
    for line in lines:
        openers = " ".join(type(o).__name__.lower() for o in line.openers)
        steps = ", then ".join(_step(s) for s in (line.price or ()) + line.does)
        text = ": ".join(p for p in (openers, steps) if p)
        yield f"{'  ' * depth}{f'[{line.id}] ' if line.id else ''}{text}".rstrip()
        if line.body is not None:
            yield from _lines(line.body, depth + 1)


def _step(step: typed_statements.Step) -> str:
    if isinstance(step, typed_statements.Call):
        return step.verb
    if isinstance(step, typed_statements.Ask):
        return f"{step.mode} {' or '.join(step.offers)}"
    if isinstance(step, typed_statements.Choose):
        return f"{step.mode} choose {step.name}"
    if isinstance(step, typed_statements.Menu):
        return f"picks until {step.close}"
    return WORDS.get(type(step), "")


WORDS: dict[type, str] = {
    typed_statements.Bound: "let",
    typed_statements.Guard: "require",
    typed_statements.Roll: "roll",
    typed_statements.Lot: "lot",
    typed_statements.Finish: "finish",
    typed_statements.Param: "parameter",
}


def _form(value: v.T | None) -> str:
    return "" if value is None else str(value.type)


def _ends(checked: CheckedRulebook) -> Iterator[str]:
    for ending in checked.endings:
        yield f"[{ending.id}] {'at once' if ending.moment is None else f'at end of {ending.moment}'}"
    for result in checked.results:
        yield f"[{result.id}] {result.sort}"
    for law in checked.laws:
        reads = () if law.condition is None else sorted(effects(checked).reads(law.condition))
        yield f"[{law.id}] {law.kind}" + (f", reads {', '.join(reads)}" if reads else "")
