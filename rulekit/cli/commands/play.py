"""rulekit play GAME: play a game in the terminal."""

import sys
from pathlib import Path
from typing import Any

import click

from rulekit.cli import game_options
from rulekit.cli.exits import Exit
from rulekit.cli.options import shared_option
from rulekit.files import writing


@click.command()
@click.argument("game")
@game_options.configuration
@shared_option("--seat", "seats", "You play it and see only its view; may be repeated.", multiple=True)
@click.option(
    "--others",
    type=click.Choice(("random", "people")),
    default="random",
    show_default=True,
    help="Who plays the other seats.",
)
@click.option("--open", "open_hands", is_flag=True, help="Show everything, even what a seat may not see.")
@click.option("--watch", is_flag=True, help="All seats play at random.")
@shared_option("--seed", more="Default: a new one, which is printed.")
@click.option("--resume", metavar="FILE", type=click.Path(path_type=Path), help="Continue a saved game.")
@click.option(
    "--save",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Save the game to this file when it ends or you leave.",
)
@shared_option("--no-picture")
@click.option("--web", is_flag=True, help="Play in a browser: serve the page on this machine alone, until Ctrl-C.")
@click.option(
    "--port", type=click.IntRange(0, 65535), metavar="N", default=0, help="With --web: the port. Default: a free one."
)
@click.option("--browser", is_flag=True, help="With --web: open the page in the browser of this machine.")
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
    web: bool,
    port: int,
    browser: bool,
    **asked: Any,
) -> int:
    """Play in plain lines of text, with numbered choices; made for terminals, pipes and screen readers alike.

    Without --seat people play all seats and everything is shown. With --seat you see what that seat sees, and the other
    seats play at random. Answer with a number or in words; `help` lists what else you can say: undo, why, save ...

    With --web you play on a page with pictures. Its address holds a token that is new each time; nobody else is let in.

    \b
    Examples:
      rulekit play my-game
      rulekit play my-game --seat 0 --seed 7
      rulekit play my-game --seat 0 --resume evening.json --save evening.json
      printf '1\\n2\\nwhy 3\\n' | rulekit play my-game
      rulekit play my-game --web --seat 0
    """
    from rulekit.cli.render.sitting import PlayLoop, TableOptions
    from rulekit.play.machine.random_bits import fresh_seed

    loaded = game_options.load_game(game, asked["tables"])
    seed = str(fresh_seed()) if seed is None else seed
    start = first_position(loaded, seed, resume, asked)
    wrong = [seat for seat in seats if not 0 <= seat < start.seats]
    if wrong:
        raise click.UsageError(f"there is no seat {wrong[0]}; seats are 0 to {start.seats - 1}")
    people = () if watch else tuple(range(start.seats)) if not seats or others == "people" else seats
    shown = open_hands or not seats
    if (port or browser) and not web:
        raise click.UsageError("--port and --browser belong to --web")
    if web:
        if save is not None or no_picture or open_hands:
            raise click.UsageError("--web has the page for that: leave out --save, --no-picture and --open")
        return on_page(start, people, bool(seats), seed, port, browser)
    if save is not None:
        writing.ready(save)
    manner = TableOptions(seed, people, shown, not no_picture, str(save) if save is not None else None)
    return PlayLoop(start, manner, sys.stdin).run()


def on_page(start: Any, people: tuple[int, ...], closed: bool, seed: str, port: int, browser: bool) -> int:
    """Serve the page until somebody ends it; what others hold is closed if somebody plays single seats."""
    from rulekit.looks.game_looks import usable_looks
    from rulekit.webplay.page_session import OWN, PageSession
    from rulekit.webplay.server import ServedPage, Server, serve
    from rulekit.webplay.story import ALL

    _, problems = usable_looks(start.game, start.chosen)
    if problems:
        click.echo(
            f"drawn without looks.toml, for {problems[0]}; `rulekit check` tells all that is wrong there", err=True
        )
    session = PageSession(start.game)
    session.sit_down(start, frozenset(people), seed, OWN if closed else ALL)
    try:
        server = Server(ServedPage(session), port)
    except OSError as taken:
        raise click.UsageError(
            f"port {port} cannot be had: {taken.strerror}; leave out --port for a free one"
        ) from None
    serve(server, lambda: tell_address(start.game.name, server.address, browser))
    click.echo("ended")
    return Exit.GOOD


def tell_address(name: str, address: str, browser: bool) -> None:
    """Say where the page is; open it only if that was asked for."""
    click.echo(f"{name}: open {address} (Ctrl-C ends it)")
    sys.stdout.flush()
    if browser:
        import webbrowser

        webbrowser.open(address)


def first_position(game: Any, seed: str, resume: Path | None, asked: dict[str, Any]) -> Any:
    """The first position, or that of a saved game."""
    if resume is None:
        return game_options.start_position(game, seed, asked)
    import attrs

    from rulekit.play.games.game import parse_trace
    from rulekit.play.position.chance_outcomes import SeededChance

    if asked["players"] is not None or asked["options"] or asked["edition"] is not None:
        raise click.UsageError("a saved game brings its players and options; leave them out with --resume")
    here = parse_trace(game_options.content(resume)).replay(game, asked["engine"])
    return attrs.evolve(here, chance=SeededChance.of(f"{seed}/{len(here.line())}")).after_chance()
