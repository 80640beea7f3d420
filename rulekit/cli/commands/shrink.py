"""rulekit shrink FILE: make a failing game or case as small as possible, or replay it and tell what is wrong."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulekit.cli import game_options
from rulekit.cli.exits import Exit
from rulekit.cli.options import Tables, engine_conditions, engine_options, format_option, shared_option, table_option
from rulekit.cli.print_problems import complain

if TYPE_CHECKING:
    from rulekit.fuzz.case_shrinking import ShownDifference
    from rulekit.vectors.form import Vector

CASE = ".jsonl"
MOST = 300  # letters of a command that are shown


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@shared_option("--game", more="Needed if it is not a bundled one.")
@shared_option("--target", more="Default: what the file says, or the laws.")
@shared_option("--impl", more="Needed if the failure is that of an external engine.")
@shared_option("--clause", more="Default: the one that the file names, or any.")
@shared_option("--out", more="Default: beside FILE, with .small in its name.")
@click.option("--replay", is_flag=True, help="Make nothing smaller: replay the game and say what is wrong with it.")
@click.option("--effort", type=click.IntRange(min=1), metavar="N", help="Give up after N decisions played in all.")
@engine_options
@table_option()
@format_option("text", "json")
def command(
    file: Path,
    game: str | None,
    target: str | None,
    impl: str | None,
    clause: str | None,
    out: Path | None,
    replay: bool,
    effort: int | None,
    tables: Tables,
    form: str,
    **asked: Any,
) -> int:
    """Make a failing game small: shorter, with fewer players, usual options and the most ordinary outcomes of chance.

    FILE is a failure that `fuzz` has written, a trace, or a case that `verify --cases` has written (.jsonl). The result
    fails in the same clause; the same file always gives the same result. A case may begin with a position, and may fail
    only after a copy or a load; made small, it is a case again. Exits with 1 if the failure is still there, which is
    normal, and with 0 if nothing is wrong with the game any more.

    \b
    Examples:
      rulekit shrink failures/my-game-laws-inv.sum.json
      rulekit shrink failures/my-game-laws-inv.sum.json --replay
      rulekit shrink game.json --game my-game --target engines
      rulekit shrink cases/legal.turn.grab.jsonl --impl engine.py
    """
    from rulekit.fuzz import failure_story
    from rulekit.fuzz.failure_files import latest_failing_position, save_failure, smallest_failing_game

    engine_conditions(asked)
    if file.suffix == CASE:
        return of_case(file, game, impl, out, replay, effort, tables, form)
    trace, known = failure_story.read_failure(game_options.content(file))
    judge = impl or target or trusted_target(known, file)
    loaded = game_options.game_of(trace, game, tables)
    wanted = clause or known.get("clause")
    found = smallest_failing_game(loaded, trace, judge, wanted, 0 if replay else effort)
    if found is None:
        complain(f"nothing is wrong with this game{f' in [{wanted}]' if wanted else ''}: it may have been mended")
        return Exit.GOOD
    place = file if replay else out or file.with_suffix(".small.json")
    story = (*found, judge, place, game or trace.game, latest_failing_position(*found, judge))
    data, trouble = (failure_story.failure(*story), None) if replay else save_failure(*story)
    told = shrink_report(data, len(trace.moves), place, replay)
    click.echo(json.dumps(data, ensure_ascii=False) if form == "json" else told)
    if form == "text":
        game_options.tell_grounds(loaded)
    if trouble is not None:
        complain(f"{place} cannot be written: {(trouble.strerror or 'no room').lower()}; say another place with --out")
        return Exit.USAGE
    return Exit.FINDINGS


def of_case(
    file: Path,
    game: str | None,
    impl: str | None,
    out: Path | None,
    replay: bool,
    effort: int | None,
    tables: Tables,
    form: str,
) -> int:
    """A case, put to the engine that is named."""
    from rulekit.files import writing
    from rulekit.fuzz import case_shrinking
    from rulekit.fuzz.shrink import EFFORT
    from rulekit.runner.conditions import source_of
    from rulekit.vectors.files import text

    case = the_case(file)
    loaded = game_options.game_named(str(case.configuration_json["game"]), game, tables)
    judge = case_shrinking.CaseJudge(loaded, source_of(engine_of(impl, file)).open)
    try:
        found = case_shrinking.smallest(judge, case, 0 if replay else effort or EFFORT)
    finally:
        judge.close()
    if found is None:
        complain("nothing is wrong in this case: it may have been mended")
        return Exit.GOOD
    small, shown = found
    place = file if replay else out or file.with_suffix(f".small{CASE}")
    if not replay:
        writing.write(place, text([small]))
    click.echo(json.dumps(small.to_json(), ensure_ascii=False) if form == "json" else case_told(case, small, shown))
    if form == "text":
        if not replay:
            click.echo(f"written to {place}")
        game_options.tell_grounds(loaded)
    return Exit.FINDINGS


def the_case(file: Path) -> "Vector":
    """The one vector of a case file."""
    from rulekit.vectors import files

    found = files.read_vectors(file)
    if len(found) != 1:
        raise click.UsageError(f"{file} holds {len(found)} vectors; a case is a file with one")
    return found[0]


def engine_of(impl: str | None, file: Path) -> str:
    """A case names no engine, and a file starts no program."""
    from rulekit.fuzz.failure_story import shell_quote

    if impl is None:
        raise click.UsageError(
            f"{file} is a case of an external engine; name it: rulekit shrink {shell_quote(file)} --impl ENGINE"
        )
    return impl


def case_told(case: "Vector", small: "Vector", shown: "ShownDifference") -> str:
    """What it shows, and how long it was and is."""
    from rulekit.fuzz.case_shrinking import answers

    clause = f"  clause       [{shown.clauses[0]}]" if shown.clauses else ""
    lines = [
        f"{case.configuration_json['game']}: {shown.story()[0]}",
        *(f"  {line}" for line in shown.story()[1:]),
        clause,
    ]
    begins = "begun with a position, " if small.start is not None else ""
    lines.append(f"{answers(case)} moves and outcomes before; {begins}{answers(small)} now")
    return "\n".join(line for line in lines if line)


def trusted_target(known: dict[str, Any], file: Path) -> str:
    """The judge that a file names: one of ours. A program is started only if the command line names it."""
    from rulekit.fuzz.failure_story import shell_quote
    from rulekit.fuzz.oracles import ENGINES, LAWS

    named = known.get("target", LAWS)
    if named in (LAWS, ENGINES):
        return str(named)
    program = shell_quote(named) if len(named) < MOST and named.isprintable() else "ENGINE"
    raise click.UsageError(
        f"{file} says that an external engine judged this game. A file starts no program; if you know this one "
        f"and trust it, name it yourself: rulekit shrink {shell_quote(file)} --impl {program}"
    )


def shrink_report(data: dict[str, Any], before: int, place: Path, replay: bool) -> str:
    """The story, and what became of the file."""
    moves = sum("move" in step for step in data["trace"]["steps"])
    many = "1 move" if before == 1 else f"{before} moves"
    return data["story"] if replay else f"{data['story']}\n{many} before, {moves} now; written to {place}"
