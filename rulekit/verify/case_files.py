"""Cases as files: the smallest case of each cause as a vector that stands alone, and commands that show it again."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from rulekit.files import writing
from rulekit.play import json_api
from rulekit.play.games.game import Game, Position
from rulekit.play.position.strict_json import dumps
from rulekit.verify import model
from rulekit.verify.differences.divergence import Divergence
from rulekit.verify.model import DifferenceKind

if TYPE_CHECKING:
    from rulekit.verify.differences.found_difference import FoundDifference

SPECTATOR = "-"
Json = Any


def case(game: Game, met: FoundDifference, here: Position) -> dict[str, Json]:
    """The way there as a file: a vector that needs nothing else."""
    if met.vector is not None:
        return dict(met.vector)
    config = {"game": game.name, **met.configuration.to_json()}
    begin = {"config": config} if met.start is None else {"from": met.start}
    steps = [
        {"move": [step["seat"], step["move"]]}
        if "move" in step
        else {"chance": {"label": step["chance"], "outcome": step["outcome"]}}
        for step in met.steps
    ]
    return {
        "id": f"found/{game.name}/{met.source.replace(' ', '-')}",
        "sort": "found",
        "about": [],
        **begin,
        "steps": [*steps, *_afterwards(here, met.parting)],
    }


def _afterwards(here: Position, parting: Divergence) -> Iterator[Json]:
    """What shows only after a copy, a save or a load: everything is looked at, it is done, and looked at again."""
    if parting.after is not None:
        seats = [] if here.is_over else list(here.pending.seats)
        lying = json_api.tables(here.machine)
        yield {"see": {"states": lying["states"], "zones": lying["zones"]}}
        yield parting.after
        yield {"see": {}}
        asked = {"pending": {"kind": "decision", "seats": seats}}
        yield {"see": {**asked, "legal": {str(seat): here.legal(seat) for seat in seats}}}


def vector(one: model.Example, name: str) -> Json:
    """The way there, and a look at the end that holds what the rules say: a vector as vector files have them."""
    steps = one.case["steps"]
    only_leads = not steps or "move" in steps[-1] or "chance" in steps[-1]
    return {**one.case, "id": name, "sort": "kept", "steps": [*steps, *(_look(one) if only_leads else [])]}


def _look(one: model.Example) -> list[Json]:
    """What must be seen at the end for the difference to show."""
    where, rules = one.where, one.rules
    lying = {"states": rules.states, "zones": rules.zones}
    if where.kind == DifferenceKind.REFUSAL and where.rules == "legal":
        return []  # the move itself is the last step
    wrong = where.kind == DifferenceKind.REFUSAL or (where.kind == DifferenceKind.SHAPE and where.engine == "taken")
    if wrong and where.move is not None:
        asked = where.move.seat in (rules.pending or {}).get("seats", ())
        return [{"see": lying}, {"not": [where.move.seat, where.move.move], "kind": "stale" if asked else "other-seat"}]
    if where.kind == DifferenceKind.EXPLANATION and where.move is not None:
        return [
            {"see": lying},
            {"not": [where.move.seat, where.move.move], "kind": "stale", "because": where.rules},
            {"see": {}},
        ]
    see: Json = {"pending": rules.pending}
    if where.kind == DifferenceKind.VIEW or (where.kind == DifferenceKind.SHAPE and where.move is None):
        see["views"] = rules.views
    elif rules.result is not None:
        see["result"] = rules.result
    else:
        see["legal"] = rules.legal
    return [{"see": lying}, {"see": see}]  # the position first, as in games


def file_name(cause: model.Cause) -> str:
    """The name of its file."""
    plain = "".join(one if one.isalnum() or one in ".-" else "-" for one in cause.id.replace("/", "."))
    return f"{plain}.jsonl"


def add_commands(found: model.Verification, again: str, folder: Path | None) -> model.Verification:
    """The report with commands that show each cause again: `again` is the command line without what it is to play."""
    causes = tuple(attrs.evolve(one, examples=_examples(one, found, again, folder)) for one in found.causes)
    failures = tuple(attrs.evolve(one, replay=(_only(again, found, one.source),)) for one in found.failures)
    return attrs.evolve(found, causes=causes, failures=failures)


def _examples(
    cause: model.Cause, found: model.Verification, again: str, folder: Path | None
) -> tuple[model.Example, ...]:
    told = []
    for number, one in enumerate(cause.examples):
        commands: tuple[str, ...] = (_only(again, found, one.source),)
        file = ""
        if folder is not None and number == 0:
            file = str(folder / file_name(cause))
            commands = (f"{again} --case {shlex.quote(file)}", *commands)
        told.append(attrs.evolve(one, file=file, case=vector(one, f"kept/{cause.id}/{number}"), replay=commands))
    return tuple(told)


def _only(again: str, found: model.Verification, source: str) -> str:
    """The command that plays one vector or game of the same run."""
    if " --case " in again:
        return again
    seed = f" --seed {shlex.quote(found.seed)}" if source.startswith("game ") else ""
    return f"{again}{seed} --only {shlex.quote(source)}"


def write(found: model.Verification) -> None:
    """The case files, each with one vector."""
    for cause in found.causes:
        for one in cause.examples:
            if one.file:
                writing.write(Path(one.file), f"{dumps(one.case)}\n")


__all__ = ["add_commands", "case", "file_name", "vector", "write"]
