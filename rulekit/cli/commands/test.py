"""rulekit test [GAME ...]: run all scenes, then random games with every law checked."""

import json
import math
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import click

from rulekit.cli.commands.check import of_one, untested_note
from rulekit.cli.exits import Exit, exit_code, verdict
from rulekit.cli.options import ANY_PATH, BoundedNumber, Tables, format_option, shared_option, table_option
from rulekit.cli.print_problems import complain, quantity, tell
from rulekit.data import bundled_games, find_games, folder_name
from rulekit.diagnostics.visible import visible
from rulekit.testing.profiles import LATE, LEAST, SECONDS, profile

if TYPE_CHECKING:
    from rulekit.diagnostics import Problem
    from rulekit.fuzz.dead_games import DeadGames
    from rulekit.laws.reads_only import TextViolation
    from rulekit.play.games.game import Game
    from rulekit.play.scenes.scene_runner import SceneOutcome
    from rulekit.testing.random_campaign import RandomCampaign

COMPARED = 100  # answers of a game that is played on all engines
TOLD = 3  # differences between the engines; one mistake shows in nearly every game


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--scene", "only", metavar="ID", help="Play only the scenes of this clause, and no random games.")
@shared_option("--games", "count", "Of each game; 0: scenes alone. Default: as many as there is time for.")
@shared_option(
    "--max-time",
    "seconds",
    f"By the clock, for the random games of each game; up to {LATE:g} times as long for the first {LEAST}, and all "
    "that it takes to play with every choice once. What is looked for beside them comes on top. "
    f"Default: {SECONDS['dev']:g}, {SECONDS['ci']:g} where CI is set, "
    f"{SECONDS['nightly']:g} if RULEKIT_PROFILE is nightly.",
    type=BoundedNumber(min=0, min_open=True),
)
@shared_option("--longest")
@shared_option("--failures", type=ANY_PATH)
@click.option(
    "--prove", is_flag=True, help="Also report scenes that pass even without the clause they are named after (K68)."
)
@shared_option("--seed", more="Default: a new one, which is printed.")
@table_option()
@format_option("text", "json")
def command(games: tuple[str, ...], only: str | None, prove: bool, tables: Tables, form: str, **asked: Any) -> int:
    """Play every scene of the rules and check each of its lines.

    Then play random games with all options and numbers of players, checking every law of the game and the laws every
    game has (`free.*`), as `pytest --rulekit-game GAME` does. Each failure is shrunk and told as a story. Some games
    are also played on all engines of rulekit side by side.
    GAME is a bundled game, a folder of rules or of games, or a single rules file. Without any, every bundled game.

    \b
    Examples:
      rulekit test my-game
      rulekit test my-game --scene turn.play
      rulekit test my-game --max-time 60 --failures found
      rulekit test my-game --prove --games 0     which scenes prove nothing (K68)
    """
    from rulekit.laws.reads_only import violations
    from rulekit.pipeline import load
    from rulekit.play.scenes.scene_runner import all_scenes

    folders = [folder for name in games for folder in find_games(name)] if games else list(bundled_games())
    given = of_one(tables, len(folders))
    verdicts: list[Exit] = []
    reports: list[dict[str, Any]] = []
    for folder in folders:
        game = load(folder, given)
        scenes = list(all_scenes(game.checked, only))
        about_text = [] if only else list(violations(game.checked))
        made = None if only or asked["count"] == 0 else campaign(game, asked)
        failed = [] if made is None else failures(made, folder, asked["failures"])
        apart = [] if made is None else differences(game, made, asked["count"])
        dead = None if made is None else ends(game, folder, made, asked["longest"])
        bad = sum(not one.is_passed for one in scenes) + len(failed) + len(apart) + bool(dead and dead.finding)
        bad += len(about_text)
        verdicts += [verdict(bad)] if scenes or about_text or made is not None else []
        vain = scenes_without_clause(folder, only, given) if prove else []
        if form == "text":
            kept = not failed or asked["failures"] is not None
            for line in (*map(str, about_text), *in_words(folder, scenes, made, failed, kept)):
                click.echo(line)
            for line in (*apart, *remarks(game, made, dead)):
                click.echo(f"{visible(folder_name(folder))}: {line}")
            tell(vain, form=form, colour="auto", most=None)
        report = in_json(folder, scenes, made, failed) | (attrs.asdict(dead) if dead is not None else {})
        report |= {"differences": apart, "assumed": game.assumed_rows_note}
        report |= shared_course(made) | text_laws(about_text)
        reports.append(report | ({"vain": problems_json(vain)} if prove else {}))
    if form == "json":
        click.echo(json.dumps(reports, indent=2))
    code = exit_code(verdicts)
    if code is Exit.NOTHING_RUN:
        complain("there was no scene and no random game to play")
    return code


def scenes_without_clause(folder: Path, only: str | None, tables: dict[str, Path]) -> list["Problem"]:
    """K68 for every scene that comes true without its clause."""
    from rulekit.pipeline import vain_scenes

    return vain_scenes(folder, only, tables)


def problems_json(problems: list["Problem"]) -> list[dict[str, Any]]:
    """Problems as `rulekit check --format json` has them."""
    from rulekit.diagnostics.as_json import as_data

    return [as_data(problem) for problem in problems]


# ------------------------------------------------------------------ random games


def campaign(game: "Game", asked: dict[str, Any]) -> "RandomCampaign":
    """So many games, or as many as there is time for."""
    from rulekit.play.machine.random_bits import fresh_seed
    from rulekit.testing.budget import Budget
    from rulekit.testing.random_campaign import LONGEST, RandomCampaign

    seed = asked["seed"] if asked["seed"] is not None else str(fresh_seed())
    made = RandomCampaign(game, seed, asked["longest"] or LONGEST)
    count = asked["count"]
    seconds = math.inf if count is not None else asked["seconds"] or SECONDS[profile()]
    made.play(Budget(seconds, count))
    return made


def failures(made: "RandomCampaign", folder: Path, into: Path | None) -> list[dict[str, Any]]:
    """Each clause that does not hold: shrunk, told, and in its file if files are wanted."""
    from rulekit.fuzz.failure_files import shrink_and_save
    from rulekit.fuzz.oracles import LAWS

    data: list[dict[str, Any]] = []
    for clause in sorted(made.found):
        one, trouble = shrink_and_save(made.game, made.found[clause], LAWS, into, str(folder))
        if trouble is not None:
            complain(f"{into}: {(trouble.strerror or 'no room').lower()}; [{clause}] is not kept")
        data.append(one)
    return data


def differences(game: "Game", made: "RandomCampaign", count: int | None) -> list[str]:
    """Where the reference and the code that users run part, in the beginnings of some games; a few are enough."""
    from rulekit.play.games.law_playouts import trials

    tried = trials(game.checked, count, made.seed, COMPARED)
    found = (f"{one}: {wrong}" for one in tried for wrong in one.wrong if "fault of rulekit" in wrong)
    return list(islice(found, TOLD))


def ends(game: "Game", folder: Path, made: "RandomCampaign", longest: int | None) -> "DeadGames":
    """Did a game end, with every choice, and was anybody asked? A finding takes the promise from the last line."""
    from rulekit.fuzz import dead_games
    from rulekit.fuzz.coverage_goals import read_excuses
    from rulekit.testing.dead_choices import dead_choices

    if made.found:
        return dead_games.DeadGames()
    batch = dead_games.GameBatch(
        made.sample.games, made.sample.ended, made.decisions, made.longest, longest is not None
    )
    found = dead_games.find_dead_games(game.checked, batch, read_excuses(folder))
    if made.sample.ended and not found.finding and longest is None:
        found = dead_choices(game, made.ended_in, folder, made.seed)
    made.sample.failed += bool(found.finding)
    return found


# ------------------------------------------------------------------ told


def in_words(
    folder: Path, scenes: list["SceneOutcome"], made: "RandomCampaign | None", failed: list[dict[str, Any]], kept: bool
) -> Iterator[str]:
    """What did not come true, what failed, and a line about scenes and one about games."""
    for scene in scenes:
        if not scene.is_passed:
            yield f'{scene.span.file}:{scene.span.line}: scene [{scene.clause}] "{scene.title}"'
            yield from (f"  line {miss.span.line}: expected {miss.expected}, got {miss.got}" for miss in scene.misses)
    for one in failed:
        yield one["story"]
    if not kept:
        yield f"{visible(folder_name(folder))}: `--failures FOLDER` keeps each failure in a file that replays it"
    if scenes:
        bad = sum(not one.is_passed for one in scenes) or "none"
        yield f"{visible(folder_name(folder))}: {quantity(len(scenes), 'scene')}, {bad} failed"
    elif made is None:
        yield f"{visible(folder_name(folder))}: no scenes"
    if made is not None:
        yield f"{made.sample.line()} (--seed {made.seed})"


def remarks(game: "Game", made: "RandomCampaign | None", dead: "DeadGames | None") -> Iterator[str]:
    """What there is to say of all games together and of the rules as a whole."""
    told = (dead.finding, dead.unjudged) if dead else ()
    yield from filter(
        None, (*told, *shared_course(made)["noticed"], untested_note(game.checked), game.assumed_rows_note)
    )


def shared_course(made: "RandomCampaign | None") -> dict[str, list[str]]:
    """What all games have in common though rules seldom mean it."""
    return {"noticed": [] if made is None else made.course.sentences()}


def text_laws(violations: list["TextViolation"]) -> dict[str, Any]:
    """Broken laws about the text of the rules, for machines."""
    found = [
        {"clause": one.clause, "file": one.span.file, "line": one.span.line, "said": one.said} for one in violations
    ]
    return {"laws about the text": found}


def in_json(
    folder: Path, scenes: list["SceneOutcome"], made: "RandomCampaign | None", failed: list[dict[str, Any]]
) -> dict[str, Any]:
    """The same for machines."""
    return {
        "game": folder_name(folder),
        "scenes": [
            {
                "clause": scene.clause,
                "title": scene.title,
                "file": scene.span.file,
                "line": scene.span.line,
                "passed": scene.is_passed,
                "misses": [{"line": m.span.line, "expected": m.expected, "got": m.got} for m in scene.misses],
            }
            for scene in scenes
        ],
        "games": None if made is None else {**made.sample.to_json(), "seed": made.seed},
        "failures": failed,
    }
