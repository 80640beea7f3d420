"""rulekit dev perft GAME: count every way a game can go to a depth."""

import json
from typing import TYPE_CHECKING, Any

import click

from rulekit.cli import game_options
from rulekit.cli.exits import Exit
from rulekit.cli.options import format_option

if TYPE_CHECKING:
    from rulekit.play.games.game import Position
    from rulekit.play.games.perft import PerftCount, PerftTask


@click.command()
@click.argument("game")
@click.option(
    "--depth",
    metavar="N",
    type=click.IntRange(min=0),
    required=True,
    help="Depth in decisions; chance nodes do not count.",
)
@click.option("--divide", is_flag=True, help="Count separately for each first move.")
@click.option(
    "--sets/--no-sets",
    default=None,
    help="Whether to count information sets. Default: if chance has a part in the game.",
)
@click.option(
    "--no-merge", is_flag=True, help="Expand a position each time it is reached, not once; slow, for checking."
)
@click.option(
    "--most-outcomes",
    metavar="N",
    type=click.IntRange(min=1),
    default=216,
    show_default=True,
    help="Try all outcomes of chance if there are at most N, else one.",
)
@game_options.configuration
@game_options.moment
@format_option("text", "json")
def command(
    game: str,
    depth: int,
    divide: bool,
    sets: bool | None,
    no_merge: bool,
    most_outcomes: int,
    form: str,
    **asked: Any,
) -> int:
    """Count decision, chance and end nodes, different positions and information sets; and a hash of every level.

    The numbers are the same for every correct engine of a game. Where chance between two decisions comes to more than
    --most-outcomes ways, one outcome is drawn with --seed, and the last lines say where. Shuffled piles are counted as
    whole orders, not card by card as they are looked at.

    \b
    Examples:
      rulekit dev perft my-game --depth 4
      rulekit dev perft my-game --depth 3 --divide --format json
    """
    from rulekit.play.games import perft as counting

    loaded = game_options.load_game(game, asked["tables"])
    here = start(loaded, asked)
    program = here.machine.program
    wanted = counting.draws(program) if sets is None else sets
    task = counting.PerftTask(here.engine, wanted, not no_merge, most_outcomes, asked["seed"])
    if form == "json":
        click.echo(json.dumps(as_data(here, task, depth, divide), ensure_ascii=False))
        return Exit.GOOD
    click.echo(heading(here, task, depth))
    if divide:
        for text, part in task.count_by_first_move(here.state, depth):
            click.echo(f"{last_count(part, depth, here):>14,}  {text}")
    click.echo(table(task.count(here.state, depth)))
    game_options.tell_grounds(loaded)
    return Exit.GOOD


def start(game: Any, asked: dict[str, Any]) -> "Position":
    """Where to count from; a game that begins with chance is counted from before it."""
    if asked["position"] is None and asked["trace"] is None:
        return game_options.start_position(game, None, asked)
    return game_options.position_of(game, asked)


def heading(here: "Position", task: "PerftTask", depth: int) -> str:
    """What the numbers below are about."""
    from rulekit.play.games.perft import draws

    config = here.to_json()["config"]
    options = game_options.options_told(config["options"])
    merged = "positions reached in several ways expanded once" if task.merge else "every way expanded"
    lines = [f"{here.game.name}, {here.seats} seats, depth {depth}, engine {here.engine.name}, {merged}"]
    lines += [f"options: {options}"] if options else []
    if draws(here.machine.program):
        lines += [
            f"chance: every outcome while they come to {task.most} ways at most, else one drawn with seed {task.seed};"
        ]
        lines += ["        shuffled piles as whole orders"]
    return "\n".join(lines)


def table(counted: "PerftCount") -> str:
    """The levels, the sums, and what was left out."""
    names = ("histories", "positions", "decisions", "chance", "ends")
    lines = ["depth " + "".join(f"{name:>14}" for name in names) + "  hash"]
    for level in counted.levels:
        numbers = "".join(f"{getattr(level, name):>14,}" for name in names)
        lines.append(f"{level.depth:>5} {numbers}  {level.mixed:064x}"[: 6 + 14 * len(names) + 18])
    sums = "".join(
        f"{counted.total(name):>14,}" if name not in ("histories", "positions") else " " * 14 for name in names
    )
    lines.append(f"  all {sums}")
    lines += [f"information sets of seat {seat}: {len(seen):,}" for seat, seen in enumerate(counted.seen)]
    lines += [f"chance at {line}: {note}" for line, note in counted.notes.items()]
    return "\n".join(lines)


def last_count(counted: "PerftCount", depth: int, here: "Position") -> int:
    """How many ways lead to the last level asked for."""
    deep = depth if here.pending.kind == "chance" else depth - 1
    return counted.levels[deep].histories if len(counted.levels) > deep else 0


def as_data(here: "Position", task: "PerftTask", depth: int, divide: bool) -> dict[str, Any]:
    """All of it, for tools."""
    head = {
        "config": here.to_json()["config"],
        "spec": here.game.spec,
        **here.game.grounds(),
        "depth": depth,
        "seed": task.seed,
    }
    found = {**head, **task.count(here.state, depth).to_json()}
    if divide:
        parts = task.count_by_first_move(here.state, depth)
        found["divide"] = [{"move": text, **counted.to_json()} for text, counted in parts]
    return found
