"""rulekit in-step GAME: play the rules and an engine by other hands side by side and say where they part."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulekit.cli import gaming
from rulekit.cli.exits import Exit
from rulekit.cli.options import Amount, engine_options, engine_source, format_option, table_option
from rulekit.cli.tell import complain
from rulekit.files import writing

if TYPE_CHECKING:
    from rulekit.play.game import Game
    from rulekit.verify.campaign import Report
    from rulekit.verify.starts import Start


COMPARED = {
    "decisions": "decision",
    "moves": "legal move",
    "positions": "position",
    "views": "view",
    "results": "result",
    "refusals": "refusal",
}


@click.command()
@click.argument("game")
@click.option(
    "--impl", required=True, metavar="FILE|COMMAND", help="The engine: a file, or a command that speaks JSON."
)
@click.option("--games", type=click.IntRange(min=0), default=100, show_default=True, help="How many games.")
@click.option("--decisions", type=click.IntRange(min=1), help="Go on until so many decisions instead.")
@click.option("--minutes", type=Amount(min=0, min_open=True), help="Stop after so many, done or not.")
@click.option("--seed", default="0", show_default=True, help="The same seed gives the same games.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="So many processes.")
@click.option(
    "--views", type=click.IntRange(min=0), default=20, show_default=True, help="A view every so many decisions."
)
@click.option("--longest", type=click.IntRange(min=1), help="Break a game off after so many decisions.")
@click.option("--curious", is_flag=True, help="Every other game looks one answer ahead for what was rare.")
@click.option("--every-option", is_flag=True, help="Play all configurations in turn; of very many a pairwise sample.")
@engine_options
@click.option("--scenes", is_flag=True, help="Begin with the positions of the scenes.")
@click.option(
    "--positions", type=click.Path(path_type=Path), help="Begin with the positions of this file, one on each line."
)
@click.option("--players", type=int, metavar="N", help="How many play; 2, if the game can be played by two.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option; may be repeated.")
@click.option("--edition", help="The edition whose options to take.")
@click.option("--report", type=click.Path(path_type=Path), help="Keep the report as JSON in this file.")
@click.option("--traces", type=click.Path(path_type=Path), help="Keep the trace of every difference in this folder.")
@table_option()
@format_option("text", "json")
def command(
    game: str,
    impl: str,
    games: int,
    decisions: int | None,
    minutes: float | None,
    seed: str,
    jobs: int,
    views: int,
    longest: int | None,
    curious: bool,
    scenes: bool,
    positions: Path | None,
    report: Path | None,
    traces: Path | None,
    form: str,
    **asked: Any,
) -> int:
    """Play games on both sides with the same answers and compare, at every decision, who must answer, the legal sets
    and the positions; now and then a view and a refusal; at the end the results.

    FILE is a file of Python with a class `Adapter`, or a program that answers JSON lines on its standard input and
    output; docs/conformance/protocol.md tells how either is written. Leaves with 1 if the two part, with 3 if the
    engine fails.

    \b
    Examples:
      rulekit in-step my-game --impl engine.py
      rulekit in-step my-game --impl "node engine.mjs" --every-option --decisions 100000 --report report.json
    """
    from rulekit.cli.run import configurations
    from rulekit.cli.running import bar
    from rulekit.protocol.session import EngineFailure
    from rulekit.verify.campaign import Work, campaign
    from rulekit.verify.played import Manner

    if games == 0 and decisions is None:
        complain("no games were asked for, so nothing was played")
        return Exit.NOTHING_RUN
    loaded = gaming.load_game(game, asked["tables"])
    starts = begins(loaded, scenes, positions)
    if (scenes or positions is not None) and not starts:
        complain("there is no position to begin with, so nothing was played")
        return Exit.NOTHING_RUN
    writable(report, traces)
    chosen = tuple(dict.fromkeys(one.chosen for one in starts)) or configurations(loaded, asked)
    work = Work(
        game,
        engine_source(impl, asked),
        chosen,
        seed,
        Manner(views=views, enough=longest, curious=curious),
        starts,
        asked["tables"],
    )
    try:
        with bar(games if decisions is None else decisions) as advance:
            found = campaign(work, games, decisions, jobs, advance, minutes)
    except EngineFailure as wrong:
        complain(f"the engine cannot be judged: {wrong}")
        return Exit.UNJUDGED
    click.echo(json.dumps(found.to_json(), ensure_ascii=False) if form == "json" else told(found))
    if form == "text":
        gaming.tell_grounds(loaded)
    kept(found, report, traces)
    if found.stopped:
        complain("stopped; this is how far it came")
        return Exit.INTERRUPTED
    if found.games == found.counts["not loaded"]:
        complain("nothing was compared: the engine has no `load`, or it refused every position")
        return Exit.NOTHING_RUN
    return Exit.UNJUDGED if found.failed else Exit.GOOD if found.agrees else Exit.FINDINGS


def begins(game: "Game", scenes: bool, positions: Path | None) -> "tuple[Start, ...]":
    """The positions to begin with; none: the beginning."""
    from rulekit.verify import starts

    found = list(starts.of_scenes(game)) if scenes else []
    return (*found, *(starts.of_file(game, positions) if positions is not None else ()))


def writable(report: Path | None, traces: Path | None) -> None:
    """Told before anything is played, not after hours of it."""
    if report is not None:
        report.parent.mkdir(parents=True, exist_ok=True)
        writing.ready(report)
    if traces is not None:
        traces.mkdir(parents=True, exist_ok=True)


def kept(found: "Report", report: Path | None, traces: Path | None) -> None:
    """What was asked to be written down."""
    if report is not None:
        text = json.dumps(found.to_json(), ensure_ascii=False, indent=1) + "\n"
        writing.write(report, text)
    if traces is not None:
        for one in found.differences:
            text = one.trace.text() if one.trace is not None else json.dumps(one.start) + "\n"
            writing.write(traces / f"{found.game.name}-{one.number}.json", text)


def many(number: int, thing: str) -> str:
    """`1 game`, `2,000 games`."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def told(found: "Report") -> str:
    """The report for people."""
    counts = found.counts
    lines = [
        f"{found.game.name} and {found.name or 'the engine'} in step, seed {found.seed}: "
        f"{many(found.games, 'game')} in {many(len(found.configurations), 'configuration')}, "
        f"{found.finished:,} finished",
        f"compared: {', '.join(many(counts[name], what) for name, what in COMPARED.items())}",
    ]
    lines += [f"not compared, for the engine does not say it: {', '.join(found.unsaid)}"] if found.unsaid else []
    lines += [f"{name}: not compared, for the engine does not have this feature" for name in found.left_out]
    lines += [f"not played by the engine: {many(found.not_played, 'configuration')}"] if found.not_played else []
    if not found.games:
        return "\n".join([*lines, "nothing was compared"])
    if found.agrees:
        at_most = f"a difference comes in fewer than 3 of {many(counts['decisions'], 'decision')} (95 %)"
        return "\n".join([*lines, f"no difference; {at_most}"])
    return "\n".join(
        [*lines, f"they part in {many(len(found.differences), 'game')}:", *(one.story() for one in found.differences)]
    )
