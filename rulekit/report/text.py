"""A verification as text for a terminal: the verdict, one story for each cause, and what it is worth."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from rulekit.verify import model
from rulekit.verify.differences.difference_words import plural

WIDE = 80
LABEL = 10  # letters of the labels on the left
MOST_REASONS = 4
MOST_VALUES = 4
MOST_NAMED = 12  # sentences that were not met


def text(found: model.Verification, wide: int = WIDE) -> str:
    """The whole report."""
    parts = [list(_head(found, wide))]
    parts += [list(_cause(number, one, wide)) for number, one in enumerate(found.open_causes, 1)]
    parts += [[line for said in shared_declarations(found) for line in row("perhaps", said, wide)]]
    parts += [list(_failure(one, wide)) for one in found.failures]
    parts += [list(_accepted_lines(found, wide)), list(_worth(found, wide))]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def _head(found: model.Verification, wide: int) -> Iterator[str]:
    yield from textwrap.wrap(f"{found.verdict.sentence}", wide)
    for one in found.smoke:
        if one.state == "failed":
            yield from row(f"the check `{one.name}` failed", one.said, wide, whole=True)
            yield from row("cure", one.cure, wide)


# ------------------------------------------------------------------ causes


def _cause(number: int, one: model.Cause, wide: int) -> Iterator[str]:
    name = f"[{one.clause}]" if one.clause else one.place or one.kind
    yield f"FAIL {number}  {name}  {times(one)}"
    for quoted in one.sentences[:1]:
        place = f" ({quoted.id})"
        yield from row("rulebook", f"{quoted.text}{place}", wide)
    for quoted in one.rulings[:1]:
        yield from row("ruling", quoted.text, wide)
    if not one.sentences and one.line:
        yield from row("line", one.line, wide)
    yield from row("rules", one.rules, wide)
    yield from row("engine", one.engine, wide)
    yield from row("because", "; ".join(_because(one)), wide)
    example = one.examples[0] if one.examples else None
    if example is not None:
        yield from row(
            "seen in", f"{example.source}, {example.configuration.words}, after {plural(example.moves, 'move')}", wide
        )
        for move in example.last[-2:]:
            yield from row("move", f"seat {move.seat} {move.words}", wide)
    also = ", ".join(f"[{suspect.clause}]" for suspect in one.other_suspects)
    yield from row("or" if one.clause else "about", also, wide)
    for command in example.replay if example is not None else ():
        yield from row("run", command, wide, fold=False)


def times(one: model.Cause) -> str:
    """How often it was met."""
    parts = [plural(one.games, "game")] if one.games else []
    return ", ".join([*parts, plural(one.vectors, "vector")] if one.vectors else parts)


def shared_declarations(found: model.Verification) -> Iterator[str]:
    """Declarations without an id of their own on which several causes rest: these may be one mistake, told twice."""
    where: dict[str, list[str]] = {}
    for number, one in enumerate(found.open_causes, 1):
        for name in dict.fromkeys(suspect.clause for suspect in one.other_suspects if one.clause):
            if " " in name:
                where.setdefault(name, []).append(str(number))
    several = {tuple(numbers): name for name, numbers in reversed(where.items()) if len(numbers) > 1}
    for numbers, name in reversed(several.items()):
        yield f"one mistake: {', '.join(numbers[:-1])} and {numbers[-1]} rest on {name} alike"


def _because(one: model.Cause) -> list[str]:
    """The values that decided: those of the lines that decide first, then others."""
    facts = [fact for reason in one.reasons if reason.role == "decides" for fact in reason.facts][:MOST_REASONS]
    told = [f"{value.what} is {value.value}" for value in one.values][:MOST_VALUES]
    return [*dict.fromkeys([*facts, *told])]


def _failure(one: model.Failed, wide: int) -> Iterator[str]:
    yield f"ERROR  {one.kind}  {plural(one.times, 'time')}, first in {one.source}"
    yield from row("engine", one.said, wide)
    yield from row("again", f"{one.again} when it is started anew", wide) if one.again else ()
    for command in one.replay:
        yield from row("run", command, wide, fold=False)


def _accepted_lines(found: model.Verification, wide: int) -> Iterator[str]:
    for one in found.known:
        place = " ".join(part for part in (one.kind, one.place, f"[{one.clause}]" if one.clause else "") if part)
        seen = f"met {plural(one.seen, 'time')}" if one.seen else one.state
        yield from row("accepted", f"{place}: {seen}; {one.reason} ({one.owner})", wide)


# ------------------------------------------------------------------ what it is worth


def _worth(found: model.Verification, wide: int) -> Iterator[str]:
    told = [plural(one.number, model.KINDS[model.DifferenceKind(one.kind)].one, one.what) for one in found.compared]
    yield from row("compared", ", ".join(told), wide)
    for bound in dict.fromkeys(one.bound for one in found.compared if one.bound):
        kinds = ", ".join(one.what for one in found.compared if one.bound == bound)
        said = f"fewer than {bound.replace('/', ' of ')} such games (95 in 100) differ in {kinds}"
        yield from row("bound", said, wide)
    yield from row("reach", _reach(found), wide)
    unmet = [one.quoted.id for one in found.sentences if one.state == "not met"]
    if unmet:
        more = f" and {len(unmet) - MOST_NAMED} more" if len(unmet) > MOST_NAMED else ""
        yield from row("not met", ", ".join(unmet[:MOST_NAMED]) + more, wide)
    for one in found.missing:
        yield from row("left out", f"{one.what}: {one.why}", wide)
    yield from row("assumed", found.game.grounds, wide, fold=False)
    for advice in found.advice:
        yield from row("advice", f"{advice.what} ({plural(advice.times, 'time')})", wide)
    yield from row("versions", _versions(found), wide)


def _reach(found: model.Verification) -> str:
    done = [plural(one.done, one.name.removesuffix("s")) for one in found.stages[1:] if one.done]
    told = [
        f"{plural(found.decisions, 'decision')} in {' and '.join(done) or 'no game'} "
        f"of {plural(len(found.configurations), 'configuration')}; {plural(found.finished, 'game')} came to the end"
    ]
    if found.sentences:
        parts = [
            f"{found.count_in_state(state):,} {state}" for state in ("agreed", "failed", "not met", "cannot be told")
        ]
        told.append(f"of {plural(len(found.sentences), 'sentence')} {', '.join(parts)}")
    return "; ".join(told)


def _versions(found: model.Verification) -> str:
    engine = " ".join(part for part in (found.engine.name, found.engine.version) if part) or "engine"
    parts = [f"rules {found.game.spec.removeprefix('sha256:')[:8]}", f"rulekit {found.game.rulekit}", engine]
    parts += [f"sha256 {found.engine.hash[:8]}"] if found.engine.hash else []
    parts += [f"level {found.engine.level}", f"isolation {found.engine.isolation}", f"seed {found.seed}"]
    return ", ".join([*parts, f"exit code {found.verdict.code}"])


def row(label: str, told: str, wide: int, whole: bool = False, fold: bool = True) -> Iterator[str]:
    """A label with what it says, folded; nothing where nothing is said."""
    if not told:
        return
    if whole:
        yield label
        yield from textwrap.wrap(told, wide, initial_indent="  ", subsequent_indent="  ")
        return
    begin, rest = f"  {label:{LABEL}}", " " * (LABEL + 2)
    if not fold:
        yield f"{begin}{told}"
        return
    yield from textwrap.wrap(told, wide, initial_indent=begin, subsequent_indent=rest, break_on_hyphens=False)
