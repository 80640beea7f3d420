"""A failure in one file: what was promised, on whose word, the game that leads there, both values, how to replay."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import count, groupby
from pathlib import Path
from typing import Any

from rulekit.files import writing
from rulekit.fuzz.external_oracle import LatePosition
from rulekit.fuzz.oracles import ENGINES, LAWS, Blame
from rulekit.fuzz.replay_attempt import ReplayedGame
from rulekit.fuzz.shrink import shortest_unsorted
from rulekit.laws.failure_values import point_before, values
from rulekit.play.games.game import Game, Position, Trace, parse_trace
from rulekit.play.machine.frames import ChancePoint
from rulekit.play.position.strict_json import dumps
from rulekit.play.refusals import Refused, short_text

FORMAT = "rulekit-failure/1"
Json = Any
CLAUSE = re.compile(r"[a-z0-9.-]{0,200}")


def failure(
    attempt: ReplayedGame,
    blame: Blame,
    target: str,
    file: Path | None,
    game: str,
    late: LatePosition | None = None,
    reproduces: bool = True,
) -> dict[str, Json]:
    """Everything about it as data; `file` is where it will lie, `game` the word by which the game was asked for."""
    reason = attempt.game.clause(blame.clause)
    trace: Trace = attempt.trace
    here = attempt.last_position  # not the record played again: that this leads elsewhere can be what failed
    found: dict[str, Json] = {
        "format": FORMAT,
        "game": attempt.game.name,
        "spec": attempt.game.spec,
        "target": target,
        "clause": blame.clause,
        "sort": blame.sort,
        "said": blame.said,
        "line": reason.line,
        "sentences": [{"id": name, "text": text} for name, text in reason.sentences],
        "values": [{"name": name, "text": text} for name, text in both_sides(here, blame, target)],
        "seat": blame.seat,
        "last": trace.steps[-1] if trace.steps else here.step,
        "position": here.to_json(),
        "trace": trace.to_json(),
        "late": None if late is None else late.to_json(),
        "reproduces": reproduces,
        "replay": ""
        if file is None
        else (f"rulekit shrink {shell_quote(file)} --replay{_judge(target)}{_elsewhere(attempt.game, game)}"),
    }
    return {**found, "story": "\n".join(_story_lines(found, here, trace))}


def _judge(target: str) -> str:
    """What the command must say of a judge that is not one of ours: a file cannot start a program."""
    return "" if target in (LAWS, ENGINES) else f" --impl {shell_quote(target)}"


def _elsewhere(game: Game, asked_for: str) -> str:
    """What the command must say of a game that is not a bundled one."""
    bundled = not Path(asked_for).exists() and asked_for == game.name
    own = "".join(f" --table {shell_quote(f'{one.name}={one.file}')}" for one in game.own)
    return own if bundled else f" --game {shell_quote(asked_for)}{own}"


def shell_quote(text: object) -> str:
    """As it is typed in a shell."""
    import shlex

    return shlex.quote(str(text))


def both_sides(here: Position, blame: Blame, target: str) -> list[tuple[str, str]]:
    """What should agree and does not: the sides of the law, or what two engines say."""
    if blame.one or blame.other:
        names = ("by the rules", "in the engine") if target not in (LAWS, ENGINES) else ("reference", "python")
        return list(zip(names, (blame.one, blame.other), strict=True))
    law = next((one for one in here.game.checked.laws if one.id == blame.clause), None)
    if law is None or law.sort != "plain":
        return []
    return values(here.machine, point_before(here), law, blame.seat)


# ------------------------------------------------------------------ in words


def _story_lines(found: dict[str, Json], here: Position, trace: Trace) -> Iterator[str]:
    """The story."""
    yield f"{found['game']}: {found['said']}"
    if found["line"]:
        yield _row("rule", f"[{found['clause']}] {found['line']}")
    for sentence in found["sentences"]:
        yield _row("rulebook", f"{sentence['id']}: {sentence['text']}")
    yield _row("set up", here.game.describe(here.chosen))
    yield from _course(here, trace)
    if found["late"] is not None:
        yield _row("or so", _sooner(sum("move" in step for step in found["late"]["steps"])))
    for value in found["values"]:
        yield _row(value["name"], value["text"])
    if found["replay"]:
        yield _row("see again", found["replay"])
    if not found["reproduces"]:
        yield _row("unsure", "played again from its own record, this game did not fail in the same way")


def _sooner(moves: int) -> str:
    """What is left of it for an engine that takes positions."""
    enough = {0: "it shows there at once", 1: "the last move is enough"}.get(
        moves, f"the last {moves} moves are enough"
    )
    return f"begun with the position in `late`, {enough}"


def _row(name: str, text: str) -> str:
    return f"  {name:<12} {text}"


def _course(here: Position, trace: Trace) -> Iterator[str]:
    """Every move in words and what chance said, the answer that leads to a fault too."""
    answered = [(one.before, one.step) for one in here.line() if one.before is not None]
    if trace.fault is not None and trace.steps and not here.is_over:
        answered.append((here, trace.steps[-1]))
    numbers = count(1)
    for is_move, run in groupby(answered, lambda one: "move" in one[1]):
        if is_move:
            for before, step in run:
                legal = before.legal(step["seat"])
                yield _row(f"move {next(numbers)}", _move(before, step, legal.index(step["move"])))
        else:
            yield from _outcomes(run)


def _outcomes(drawn: Iterable[tuple[Position, Json]]) -> Iterator[str]:
    """What chance said between two moves; a line that drew the same again and again is told once."""
    told = ((step["chance"], _outcome_text(before, step)) for before, step in drawn)
    for (_, said), same in groupby(told, lambda one: (one[0].partition("#")[0], one[1])):
        points = [point for point, _ in same]
        until = f" to #{points[-1].partition('#')[2]}" if len(points) > 1 else ""
        if said is not None:
            yield _row("chance", f"{points[0]}{until}: {said}")


def _outcome_text(before: Position, step: Json) -> str | None:
    """What chance said; nothing of an order as it lies, and only the beginning of one that lies so from there on."""
    point, outcome = before.engine.pending(before.state), step["outcome"]
    if not isinstance(point, ChancePoint) or point.kind != "order":
        return dumps(outcome)
    first = len(shortest_unsorted(point, before.outcome_of(outcome)))
    return None if not first else f"{dumps(outcome[:first])}, then all others as they lie"


def _move(before: Position, step: Json, number: int) -> str:
    return f"seat {step['seat']}: {before.words(step['seat'])[number]}"


# ------------------------------------------------------------------ files


def write_story(found: dict[str, Json], file: Path) -> None:
    """The file, whole or not at all."""
    writing.write(file, json.dumps(found, ensure_ascii=False, indent=1) + "\n")


def file_name(game: Game, target: str, clause: str) -> str:
    """The name of its file."""
    word = target if target in (LAWS, ENGINES) else Path(target.split()[-1]).stem
    plain = "".join(one if one.isalnum() or one in ".-" else "-" for one in f"{game.name}-{word}-{clause}")
    return f"{plain}.json"


def read_failure(data: Json) -> tuple[Trace, dict[str, Json]]:
    """A failure, or a bare trace, from what its file holds."""
    if isinstance(data, dict) and data.get("format") == FORMAT:
        if "trace" not in data:
            raise Refused("malformed", "a failure without a trace")
        for name in ("target", "clause"):
            if not isinstance(data.get(name, ""), str):
                raise Refused("malformed", f"a failure whose {name} is no text")
        if CLAUSE.fullmatch(data.get("clause", "")) is None:
            raise Refused("malformed", f"{short_text(data['clause'])} is the name of no clause")
        return parse_trace(data["trace"]), data
    return parse_trace(data), {}
