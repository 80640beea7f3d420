"""A finding as a story: what was promised, on whose word, where it failed, what stood there, how to see it again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import wrap

from rulekit.check.examined import CheckedLaw
from rulekit.files import writing
from rulekit.laws.failing import point_before, read_by, values
from rulekit.laws.finding import Finding
from rulekit.play import lawful
from rulekit.play.moment import Position
from rulekit.play.refusals import Refused
from rulekit.play.strict_json import dumps
from rulekit.problems import Problems
from rulekit.text.read import texts_of

WIDE, SIDE = 100, 12
LONG = 400  # letters of one zone or state
MOST = 12  # zones and states


def story(finding: Finding, where: str, seed: str, commands: Mapping[str, str]) -> str:
    """The whole of it; `where` is the place in the rules, `commands` are what to do next."""
    case = finding.case
    lines = [f"{case.id} does not hold: {finding.wrong}", ""]
    reason = case.of.clauses.reason(f"[{case.clause}]")
    lines += _row("clause", f"[{case.clause}] {reason.line}".rstrip() + f"   ({where})")
    for name, text in reason.sentences:
        one = case.of.clauses.ledger[name]
        lines += _row("rulebook", f"{name}: {text}" + (f" ({one.place}; {one.certainty})" if one.place else ""))
    lines += _told(finding)
    if finding.game_number is not None:
        lines += _row("found", f"game {finding.game_number} of seed {seed}, after {finding.step} answers")
    lines += list(_position(finding))
    return "\n".join([*lines, *(f"  {name:<{SIDE}}{text}" for name, text in commands.items())])


def _told(finding: Finding) -> list[str]:
    """What whoever judged it has to add."""
    known = {finding.wrong, finding.case.sentence, ""}
    return [line for text in finding.story.split("\n") if text.strip() not in known for line in _row("seen", text)]


def _position(finding: Finding) -> Iterator[str]:
    """Where the game stood: how it was set up, the last answer, the values the law speaks of, what it reads."""
    trace = finding.trace
    if trace is None:
        return
    yield from _row("set up", f"{trace.config['seats']} players, options {dumps(trace.config['options'])}")
    game = finding.case.of
    try:
        here = trace.replay(game, any_spec=True, upto=len(trace.steps))
    except Refused:
        return
    if here.step is not None:
        yield from _row("last answer", _answer(here))
    law = next((one for one in game.checked.laws if one.id == finding.case.clause), None)
    if law is not None and law.sort == "plain":
        for name, text in values(here.machine, point_before(here), law, _seat(here, law)):
            yield from _row(name, text)
    for name, data in _pieces(here, law):
        yield from _row(name, data)


def _answer(here: Position) -> str:
    step = here.step
    if "move" not in step:
        return f"fate at {step['chance']}: {dumps(step['outcome'])}"
    assert here.before is not None and here.answer is not None
    return f"seat {step['seat']}: {here.before.words(step['seat'])[here.answer[1]]}"


def _seat(here: Position, law: CheckedLaw) -> int | None:
    """For whom it does not hold."""
    found = lawful.breaches(here.machine, point_before(here))
    return next((one.seat for one in found if one.id == law.id), None)


def _pieces(here: Position, law: CheckedLaw | None) -> Iterator[tuple[str, str]]:
    """The zones and states that the law names; of a law that names none, all that hold something."""
    data = here.to_json()
    named = read_by(law) if law is not None else set()
    parts = {**data.get("states", {}), **data.get("zones", {})}
    shown = {name: parts[name] for name in parts if name in named} or parts
    for name, found in list(shown.items())[:MOST]:
        text = dumps(found)
        yield name, text if len(text) <= LONG else f"{text[:LONG]} .."


def _row(name: str, text: str) -> list[str]:
    """A word in the margin, the text beside it."""
    first = f"  {name:<{SIDE}}"
    width = WIDE + len(first)
    lines = wrap(text, width, initial_indent=first, subsequent_indent=" " * len(first), break_long_words=False)
    return lines or [first.rstrip()]


def saved(finding: Finding, folder: Path) -> Path | None:
    """The game that leads there, in a file of its own."""
    if finding.trace is None:
        return None
    case = finding.case
    name = "".join(one if one.isalnum() or one in ".-" else "-" for one in f"{case.game}-{case.clause}-{case.mark}")
    file = folder / f"{name.strip('-')}.json"
    writing.write(file, finding.trace.text())
    return file


def in_words(problems: Problems) -> str:
    """As `rulekit check` prints them."""
    from rulekit.problems.render import render

    return render(problems.problems, texts_of(problems.problems)).rstrip()
