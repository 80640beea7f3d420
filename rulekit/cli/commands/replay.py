"""rulekit replay TRACE: play a recorded game again and check every step."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulekit.cli import game_options
from rulekit.cli.exits import Exit
from rulekit.cli.options import ENGINES, Tables, format_option, shared_option, table_option
from rulekit.cli.print_problems import complain

if TYPE_CHECKING:
    from rulekit.play.games.game import Position, Trace


@click.command()
@click.argument("trace", type=click.Path(path_type=Path))
@shared_option("--game", more="Needed if it is not a bundled one.")
@shared_option("--step", more="The position there is shown.")
@click.option("--steps", "listed", is_flag=True, help="Print every step.")
@shared_option("--clauses", more="Every step is printed with the guards that held and the lines that ran.")
@click.option("--any-spec", is_flag=True, help="Replay even if the rules have changed since it was recorded.")
@shared_option("--engine", default=ENGINES[0])
@table_option()
@format_option("text", "json")
def command(
    trace: Path,
    game: str | None,
    step: int | None,
    listed: bool,
    clauses: bool,
    any_spec: bool,
    engine: str,
    tables: Tables,
    form: str,
) -> int:
    """Play a recorded game again: every move must be legal, every outcome possible, the end the same.

    Exits with 1 if the rules give something else than the record. TRACE is a file written by `play`, by `run --traces`
    or by the API, or a failure that `test`, `fuzz` or pytest has written; - is standard input.

    \b
    Examples:
      rulekit replay game.json
      rulekit replay game.json --step 12
      rulekit replay game.json --clauses
    """
    from rulekit.fuzz import failure_story
    from rulekit.play.refusals import Refused

    found, _ = failure_story.read_failure(game_options.content(trace))
    loaded = game_options.game_of(found, game, tables)
    try:
        here = found.replay(loaded, engine, any_spec, step)
    except Refused as refused:
        complain(f"the record and the rules part: {'; '.join(refused.reasons)}")
        return Exit.FINDINGS
    if form == "json":
        click.echo(json.dumps(as_data(found, here, step, clauses), ensure_ascii=False))
        return Exit.GOOD
    if listed or clauses:
        click.echo("\n".join(line for one in here.line()[1:] for line in answer_lines(one, clauses)))
        if found.fault is not None and step is None and found.steps:
            click.echo(step_text(found.steps[-1]))
    if step is not None:
        from rulekit.cli.render.board import board_lines

        click.echo("\n".join(board_lines(here, None, open_hands=True)))
    click.echo(f"{found.game}: {len(found.moves)} moves replayed on engine {engine}, {ending(found, here, step)}")
    game_options.tell_grounds(loaded)
    return Exit.GOOD


def ending(trace: "Trace", here: "Position", step: int | None) -> str:
    """How it stands at the end."""
    if trace.fault is not None and (step is None or step >= len(trace.steps)):
        return f"the last of which runs into a fault of the rules: {trace.fault}"
    if not here.is_over:
        return game_options.waits(here).rstrip(".").lower()
    from rulekit.play.machine.rule_faults import Fault
    from rulekit.play.reasons.played_wording import result_words

    try:
        return "; ".join(result_words(here.result()))
    except Fault as fault:
        return f"it is over without a result: {fault}"


def answer_lines(one: "Position", clauses: bool) -> list[str]:
    """One answer; with its clauses, if they are asked for."""
    head = step_text(one.step)
    if not clauses:
        return [head]
    rows = [("because", one.clauses_held), ("ran", one.lines_run)]
    return [head, *(f"    {name} {' '.join(f'[{clause}]' for clause in found)}" for name, found in rows if found)]


def step_text(step: Any) -> str:
    """One step of a trace."""
    data = json.dumps(step["move"] if "move" in step else step["outcome"], ensure_ascii=False)
    return f"seat {step['seat']}: {data}" if "move" in step else f"{step['chance']}: {data}"


def as_data(trace: "Trace", here: "Position", step: int | None, clauses: bool) -> dict[str, Any]:
    """For tools: where the replay stands."""
    found = {
        "game": trace.game,
        **here.game.grounds(),
        "steps": len(trace.steps),
        "hash": here.hash(),
        "pending": here.pending.to_json(),
    }
    if step is not None:
        found["position"] = here.to_json()
    if clauses:
        found["clauses"] = [{**one.step, "because": one.clauses_held, "ran": one.lines_run} for one in here.line()[1:]]
    return {**found, **(_result(here) if here.is_over else {})}


def _result(here: "Position") -> dict[str, Any]:
    """The result; what the rules run into where they have none."""
    from rulekit.play.machine.rule_faults import Fault

    try:
        return {"result": here.result()}
    except Fault as fault:
        return {"fault": str(fault)}
