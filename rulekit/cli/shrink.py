"""rulekit shrink FILE: make a failing game as small as can be, or play it again and tell what is wrong."""

import json
from pathlib import Path
from typing import Any

import click

from rulekit.cli import gaming
from rulekit.cli.exits import Exit
from rulekit.cli.options import Tables, engine_conditions, engine_options, format_option, table_option
from rulekit.cli.tell import complain

MOST = 300  # letters of a command that are shown


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", help="The game, if it is not a bundled one: its folder or its file.")
@click.option("--target", metavar="laws|engines|IMPL", help="Who judges; as the file says, or the laws.")
@click.option("--clause", metavar="ID", help="The clause that must stay the one to blame; as the file says, or any.")
@click.option(
    "--out", type=click.Path(path_type=Path), help="Where to write the small one; FILE.small.json, if not said."
)
@click.option("--replay", is_flag=True, help="Change nothing: play it again and tell what is wrong.")
@click.option("--effort", type=click.IntRange(min=1), metavar="N", help="Give up after so many answers.")
@engine_options
@table_option()
@format_option("text", "json")
def command(
    file: Path,
    game: str | None,
    target: str | None,
    clause: str | None,
    out: Path | None,
    replay: bool,
    effort: int | None,
    tables: Tables,
    form: str,
    **asked: Any,
) -> int:
    """Make a failing game small: shorter, with fewer players, the usual options and a calm fate.

    FILE is a failure that `fuzz` has written, or a trace. The result fails in the same clause; the same file always
    gives the same result. Leaves with 1 if the game fails, as it should, and with 0 if nothing is wrong with it.

    \b
    Examples:
      rulekit shrink failures/my-game-laws-inv.sum.json
      rulekit shrink failures/my-game-laws-inv.sum.json --replay
      rulekit shrink game.json --game my-game --target engines
    """
    from rulekit.fuzz import story
    from rulekit.fuzz.smaller import filed, late, small

    engine_conditions(asked)
    trace, known = story.read(gaming.content(file))
    judge = target or trusted(known, file)
    loaded = gaming.game_of(trace, game, tables)
    wanted = clause or known.get("clause")
    found = small(loaded, trace, judge, wanted, 0 if replay else effort)
    if found is None:
        complain(f"nothing is wrong with this game{f' in [{wanted}]' if wanted else ''}: it may have been mended")
        return Exit.GOOD
    place = file if replay else out or file.with_suffix(".small.json")
    named, latest = game or trace.game, late(*found, judge)
    if replay:
        data, trouble = story.failure(*found, judge, place, named, latest), None
    else:
        data, trouble = filed(*found, judge, place, named, latest)
    click.echo(json.dumps(data, ensure_ascii=False) if form == "json" else told(data, len(trace.moves), place, replay))
    if form == "text":
        gaming.tell_grounds(loaded)
    if trouble is not None:
        complain(f"{place} cannot be written: {(trouble.strerror or 'no room').lower()}; say another place with --out")
        return Exit.USAGE
    return Exit.FINDINGS


def trusted(known: dict[str, Any], file: Path) -> str:
    """The judge that a file names: one of ours. A program is started only if the command line names it."""
    from rulekit.fuzz.judges import ENGINES, LAWS
    from rulekit.fuzz.story import quoted

    named = known.get("target", LAWS)
    if named in (LAWS, ENGINES):
        return str(named)
    program = quoted(named) if len(named) < MOST and named.isprintable() else "ENGINE"
    raise click.UsageError(
        f"{file} says that an engine by other hands judged this game. A file starts no program; if you know this one "
        f"and trust it, name it yourself: rulekit shrink {quoted(file)} --target {program}"
    )


def told(data: dict[str, Any], before: int, place: Path, replay: bool) -> str:
    """The story, and what became of the file."""
    moves = sum("move" in step for step in data["trace"]["steps"])
    many = "1 move" if before == 1 else f"{before} moves"
    return data["story"] if replay else f"{data['story']}\n{many} before, {moves} now; written to {place}"
