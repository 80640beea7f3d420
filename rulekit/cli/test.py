"""rulekit test [GAME ...]: play every scene, and random games under the eyes of the laws."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import click

from rulekit.cli.check import of_one, unheld
from rulekit.cli.exits import Exit, exit_code, verdict
from rulekit.cli.options import Tables, format_option, table_option
from rulekit.cli.tell import tell
from rulekit.data import bundled_games, find_games

if TYPE_CHECKING:
    from rulekit.check.examined import Checked
    from rulekit.fuzz.dead import Dead
    from rulekit.laws.finding import Finding
    from rulekit.play.scenes import Outcome
    from rulekit.play.trials import Trial
    from rulekit.problems import Problem


LOOKS = 4  # moments at which the laws that every game must keep are looked at, shared out over configurations
LONGEST = 100  # answers of a random game, if nothing else is wished for


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--scene", "only", metavar="ID", help="Only the scenes of this clause, and no random games.")
@click.option(
    "--games",
    "count",
    type=click.IntRange(min=0),
    help="So many random games; without it as many as two seconds allow, one at least and 200 at most.",
)
@click.option(
    "--longest",
    type=click.IntRange(min=1),
    help="Leave a random game after so many answers; 100, if not said. Whether games end is judged without it only.",
)
@click.option("--prove", is_flag=True, help="Also find scenes that come true without the clause they are named after.")
@click.option("--seed", default="0", show_default=True, help="What the random games start from.")
@table_option()
@format_option("text", "json")
def command(
    games: tuple[str, ...],
    only: str | None,
    count: int | None,
    longest: int | None,
    prove: bool,
    seed: str,
    tables: Tables,
    form: str,
) -> int:
    """Play every scene of the rules and see that each of its lines comes true.

    Then random games, each in another configuration, in which every law is looked at wherever somebody is asked. If
    not one of them ends, some are played much further: rules under which no game ends are a finding.
    GAME is a bundled game, a folder of rules or of games, or a single rules file. Without any, every bundled game.

    \b
    Examples:
      rulekit test my-game
      rulekit test my-game --scene turn.play
      rulekit test my-game --games 20 --longest 5000
      rulekit test my-game --prove --games 0     which scenes prove nothing (K68)
    """
    from rulekit.model.assumed import assumed
    from rulekit.model.assumed import in_words as in_words_assumed
    from rulekit.pipeline import examine_folder

    folders = [folder for name in games for folder in find_games(name)] if games else list(bundled_games())
    given = of_one(tables, len(folders))
    verdicts: list[Exit] = []
    reports: list[dict[str, Any]] = []
    for folder in folders:
        checked = examine_folder(folder, given)
        scenes = list(played(checked, only))
        tried = list(random_games(checked, 0 if only else count, seed, longest or LONGEST))
        dead = ends(folder, checked, tried, seed, longest)
        free = list(built_in(checked, tried, seed, longest or LONGEST))
        bad = (
            sum(not one.passed for one in scenes) + sum(not one.good for one in tried) + bool(dead.finding) + len(free)
        )
        verdicts += [verdict(bad)] if scenes or tried else []
        vain = unproving(folder, only, given) if prove else []
        if form == "text":
            for line in in_words(folder, scenes, tried):
                click.echo(line)
            for one in free:
                click.echo(f"{folder.name}: [{one.case.clause}] {one.case.mark or 'each game'}: {one.wrong}")
            for line in (dead.finding, dead.unjudged, unheld(checked), in_words_assumed(assumed(checked.rulebook))):
                click.echo(f"{folder.name}: {line}") if line else None
            tell(vain, form=form, colour="auto", most=None)
        reports.append(in_json(folder, scenes, tried) | attrs.asdict(dead) | ({"vain": found(vain)} if prove else {}))
    if form == "json":
        click.echo(json.dumps(reports, indent=2))
    code = exit_code(verdicts)
    if code is Exit.NOTHING_RUN:
        click.echo("rulekit: there was no scene and no random game to play", err=True)
    return code


def played(checked: "Checked", only: str | None) -> Iterator["Outcome"]:
    """The scenes that are wanted."""
    from rulekit.play.scenes import all_scenes

    return all_scenes(checked, only)


def unproving(folder: Path, only: str | None, tables: dict[str, Path]) -> list["Problem"]:
    """K68 for every scene that comes true without its clause."""
    from rulekit.pipeline import vain_scenes

    return vain_scenes(folder, only, tables)


def found(problems: list["Problem"]) -> list[dict[str, Any]]:
    """Problems as `rulekit check --format json` has them."""
    from rulekit.problems.as_json import as_data

    return [as_data(problem) for problem in problems]


def random_games(checked: "Checked", count: int | None, seed: str, longest: int) -> Iterator["Trial"]:
    """Random games, if any are wanted."""
    from rulekit.play.trials import trials

    return trials(checked, count, seed, longest)


def built_in(checked: "Checked", tried: list["Trial"], seed: str, longest: int) -> Iterator["Finding"]:
    """What breaks the laws that every game must keep, in the configurations in which random games were played."""
    from rulekit.laws.cases import free_findings
    from rulekit.play.configured import Chosen
    from rulekit.play.game import Game

    sample = list(dict.fromkeys(Chosen(one.configuration.options, one.configuration.seats) for one in tried))[:LOOKS]
    return free_findings(Game(checked, ""), sample, seed, longest, LOOKS)


def ends(folder: Path, checked: "Checked", tried: list["Trial"], seed: str, longest: int | None) -> "Dead":
    """Did any game end, and was anybody asked? Where all were left so far, and nobody wished that, some go on."""
    from rulekit.fuzz import dead
    from rulekit.fuzz.excused import excused

    ended = sum(one.ended for one in tried)
    if not all(one.good for one in tried):
        return dead.Dead()
    batch = dead.Batch(len(tried), ended, sum(one.decisions for one in tried), longest or LONGEST, longest is not None)
    if tried and not ended and longest is None:
        batch = dead.played_on(checked, [one.configuration for one in tried], seed)
    return dead.dead(checked, batch, excused(folder))


def in_words(folder: Path, scenes: list["Outcome"], tried: list["Trial"]) -> Iterator[str]:
    """What did not come true, and one line about the whole."""
    for scene in scenes:
        if not scene.passed:
            yield f'{scene.span.file}:{scene.span.line}: scene [{scene.clause}] "{scene.title}"'
            yield from (f"  line {miss.span.line}: expected {miss.expected}, got {miss.got}" for miss in scene.misses)
    for trial in tried:
        if not trial.good:
            yield f"{folder.name}: {trial}, after {many(trial.answers, 'answer')}"
            yield from (f"  {what}" for what in trial.wrong)
    yield f"{folder.name}: {summary(scenes, tried)}"


def summary(scenes: list["Outcome"], tried: list["Trial"]) -> str:
    """How many of each, and how many of them failed."""
    parts = []
    for noun, bad, found in (
        ("scene", sum(not one.passed for one in scenes), scenes),
        ("random game", sum(not one.good for one in tried), tried),
    ):
        if found:
            parts.append(f"{many(len(found), noun)}, {bad or 'none'} failed")
    return "; ".join(parts) or "no scenes"


def many(number: int, noun: str) -> str:
    """A number with its noun."""
    return f"{number} {noun}" + ("" if number == 1 else "s")


def in_json(folder: Path, scenes: list["Outcome"], tried: list["Trial"]) -> dict[str, Any]:
    """The same for machines."""
    return {
        "game": folder.name,
        "scenes": [
            {
                "clause": scene.clause,
                "title": scene.title,
                "file": scene.span.file,
                "line": scene.span.line,
                "passed": scene.passed,
                "misses": [{"line": m.span.line, "expected": m.expected, "got": m.got} for m in scene.misses],
            }
            for scene in scenes
        ],
        "games": [
            {
                "number": trial.number,
                "players": trial.configuration.seats,
                "options": dict(trial.configuration.options),
                "answers": trial.answers,
                "ended": trial.ended,
                "wrong": list(trial.wrong),
            }
            for trial in tried
        ],
    }
