"""rulekit play GAME: play a game in the terminal."""

import sys
from pathlib import Path
from typing import Any

import click

from rulekit.cli import gaming


@click.command()
@click.argument("game")
@gaming.configuration
@click.option(
    "--seat",
    "seats",
    type=int,
    multiple=True,
    metavar="N",
    help="You play this seat and see only its view; may be repeated.",
)
@click.option(
    "--others",
    type=click.Choice(("random", "people")),
    default="random",
    show_default=True,
    help="Who plays the other seats.",
)
@click.option("--open", "open_hands", is_flag=True, help="Show everything, also what a seat may not see.")
@click.option("--watch", is_flag=True, help="All seats play at random.")
@click.option("--seed", help="For chance and random players; without one a new one is taken and said.")
@click.option("--resume", type=click.Path(path_type=Path), help="Go on from a saved game.")
@click.option("--save", type=click.Path(path_type=Path), help="Save the game here when it is over or left.")
@click.option("--no-picture", is_flag=True, help="Tell boards as lists.")
def command(
    game: str,
    seats: tuple[int, ...],
    others: str,
    open_hands: bool,
    watch: bool,
    seed: str | None,
    resume: Path | None,
    save: Path | None,
    no_picture: bool,
    **asked: Any,
) -> int:
    """Play in plain lines of text, with numbered choices; made for terminals, pipes and screen readers alike.

    Without --seat people play all seats and everything is shown. With --seat you see what that seat sees, and the other
    seats play at random. Answer with a number or in words; `help` lists what else you can say: undo, why, save ...

    \b
    Examples:
      rulekit play my-game
      rulekit play my-game --seat 0 --seed 7
      rulekit play my-game --seat 0 --resume evening.json --save evening.json
      printf '1\\n2\\nwhy 3\\n' | rulekit play my-game
    """
    from rulekit.cli.telling.sitting import Manner, Sitting
    from rulekit.play.random_bits import fresh_seed

    loaded = gaming.load_game(game, asked["tables"])
    seed = str(fresh_seed()) if seed is None else seed
    start = begun(loaded, seed, resume, asked)
    wrong = [seat for seat in seats if not 0 <= seat < start.seats]
    if wrong:
        raise click.UsageError(f"there is no seat {wrong[0]}; seats are 0 to {start.seats - 1}")
    people = () if watch else tuple(range(start.seats)) if not seats or others == "people" else seats
    shown = open_hands or not seats
    manner = Manner(seed, people, shown, not no_picture, str(save) if save is not None else None)
    return Sitting(start, manner, sys.stdin).run()


def begun(game: Any, seed: str, resume: Path | None, asked: dict[str, Any]) -> Any:
    """The first position, or that of a saved game."""
    if resume is None:
        return gaming.started(game, seed, asked)
    import attrs

    from rulekit.play.chance import Seeded
    from rulekit.play.trace import parsed

    if asked["players"] is not None or asked["options"] or asked["edition"] is not None:
        raise click.UsageError("a saved game brings its players and options; leave them out with --resume")
    here = parsed(gaming.content(resume)).replay(game, asked["engine"])
    return attrs.evolve(here, chance=Seeded.of(f"{seed}/{len(here.line())}")).settled()
