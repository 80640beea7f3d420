"""rulekit fuzz GAME: coverage-guided random games, checked by the laws or by another engine."""

import json
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulekit.cli import fuzz_report, game_options
from rulekit.cli.exits import Exit
from rulekit.cli.options import ANY_PATH, engine_conditions, engine_options, format_option, shared_option, table_option
from rulekit.cli.print_problems import complain

if TYPE_CHECKING:
    from rulekit.fuzz.driver import CampaignPlan, FuzzCampaign
    from rulekit.fuzz.storage.corpus import Corpus
    from rulekit.fuzz.storage.record_store import StoreContent
    from rulekit.play.games.game import Game

MINUTE = 60.0
MANY = 40  # names that are told of what is left
FAILURE = "failure"  # the sort of a game in which the engine under test gave no answer


@click.command()
@click.argument("game")
@shared_option(
    "--max-time",
    more="By the clock, for playing: preparing it, games under way, and what is looked for at its end come on top. "
    "Default: 60, unless --games is given.",
)
@shared_option("--games", more="Default: as many as there is time for.")
@shared_option("--jobs", default=1)
@click.option("--scheduler", metavar="ADDRESS", help="Play on the workers of this Dask scheduler.")
@click.option(
    "--corpus",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Keep what was found in this folder, and continue from it.",
)
@click.option(
    "--merge", type=click.Path(path_type=Path), multiple=True, metavar="FOLDER", help="Add another corpus first."
)
@shared_option("--failures", more="Default: into the corpus.", type=ANY_PATH)
@shared_option("--seed", more="Default: the corpus goes on with its own.")
@shared_option("--target", default="laws")
@shared_option("--impl", more="Its answers are compared with the rules, instead of --target.")
@click.option("--every", type=click.IntRange(min=1), metavar="N", help="Check one game in N. Default: as time allows.")
@shared_option("--scenes", more="At the end, to search for what is still unreached.")
@engine_options
@table_option()
@format_option("text", "json")
def command(game: str, form: str, **asked: Any) -> int:
    """Coverage-guided fuzzing: extend and change earlier games to reach new lines, guards and effects.

    Games that reach something new are checked; of the rest a sample, so that checking stays a small part of the time.
    With `--target engines` the two engines of rulekit are compared step by step; with --impl an external engine
    (a file of Python, or a command) is compared with the rules. Each failure is shrunk and written to a file with its
    story. Ctrl-C ends the campaign in order; with a corpus the next one continues from there.

    \b
    Examples:
      rulekit fuzz my-game --max-time 600 --jobs 2 --corpus found
      rulekit fuzz my-game --games 1000 --seed 7 --format json
      rulekit fuzz my-game --target engines
      rulekit fuzz my-game --impl "node engine.mjs"
    """
    from rulekit.fuzz.storage import corpus, record_store

    engine_conditions(asked)
    if asked["games"] == 0 or asked["max_time"] == 0:
        click.echo("rulekit: no games were asked for, so nothing was run", err=True)
        return Exit.NOTHING_RUN
    loaded = game_options.load_game(game, asked["tables"])
    usable(asked)
    kept = (
        record_store.StoreContent()
        if asked["corpus"] is None
        else corpus.merge_corpora(asked["corpus"], asked["merge"])
    )
    plan = plan_campaign(game, loaded, asked, kept)
    campaign = corpus.resume_campaign(plan, loaded, kept)
    with ExitStack() as stack:
        notes = None if asked["corpus"] is None else corpus.open_for_writing(asked["corpus"], loaded, plan.seed)
        finished, seconds = play_campaign(stack, campaign, notes, asked)
        report = summary(loaded, campaign, seconds, asked["scenes"])
        report["failures"] = failures(loaded, campaign, asked, game)
        report |= fuzz_report.against_rules(loaded, campaign, report["from scenes"])
        if notes is not None:
            report["corpus"] = {"folder": str(asked["corpus"]), **notes.close_and_report()}
    click.echo(json.dumps(report, ensure_ascii=False) if form == "json" else report_text(report))
    if form == "text":
        game_options.tell_grounds(loaded)
    if not finished:
        complain(f"{campaign.trouble or 'stopped'}; this is how far it came")
        return Exit.USAGE if campaign.trouble else Exit.INTERRUPTED
    sorts = {one["sort"] for one in (*report["failures"], *report["findings"])}
    if not sorts and not campaign.judged:
        return Exit.NOTHING_RUN
    return Exit.UNJUDGED if FAILURE in sorts else Exit.FINDINGS if sorts else Exit.GOOD


def usable(asked: dict[str, Any]) -> None:
    """What is told before anything is played."""
    from rulekit.fuzz.storage.record_segments import stems

    if asked["merge"] and asked["corpus"] is None:
        raise click.UsageError("--merge adds to a corpus; say which with --corpus")
    for folder in asked["merge"]:
        if not (folder.is_dir() and stems(folder)):
            raise click.UsageError(f"--merge: there is no corpus in {folder}")
    if asked["impl"] is not None and not asked["impl"].strip():
        raise click.UsageError("--impl needs an engine: a file or a command")
    if asked["failures"] is not None and asked["failures"].is_file():
        raise click.UsageError(f"--failures: {asked['failures']} is a file, and a folder is wanted")


def plan_campaign(name: str, game: "Game", asked: dict[str, Any], kept: "StoreContent") -> "CampaignPlan":
    """What was asked for, the rest measured."""
    import attrs

    from rulekit.data import find_game
    from rulekit.fuzz.calibration import measure_packets, sample
    from rulekit.fuzz.coverage_goals import read_excuses
    from rulekit.fuzz.driver import CampaignPlan
    from rulekit.fuzz.storage.corpus import last_seed
    from rulekit.play.machine.random_bits import fresh_seed

    seed = asked["seed"] or last_seed(kept, game.spec) or str(fresh_seed())
    seconds = MINUTE if asked["max_time"] is None and asked["games"] is None else asked["max_time"]
    target = asked["impl"] or asked["target"]
    plan = CampaignPlan(name, game.spec, sample(game), seed, target, asked["games"], seconds, tables=asked["tables"])
    plan = attrs.evolve(plan, apart=tuple(read_excuses(find_game(name))))
    plan = measure_packets(plan, game)
    return plan if asked["every"] is None else attrs.evolve(plan, every=asked["every"], builtin=1, share=None)


def play_campaign(
    stack: ExitStack, campaign: "FuzzCampaign", notes: "Corpus | None", asked: dict[str, Any]
) -> tuple[bool, float]:
    """Whether it came to its end, and the seconds it took."""
    from rulekit.fuzz.driver import run
    from rulekit.fuzz.executors import crew

    onward = stack.enter_context(fuzz_report.progress(campaign.plan))

    def seen(campaign: "FuzzCampaign", done: Any, finds: Any) -> None:
        if notes is not None:
            notes.add_packet(campaign, done, finds)
        onward(campaign, done, finds)

    if asked["scheduler"] is None:
        hands = stack.enter_context(crew(asked["jobs"]))
    else:
        from rulekit.fuzz.dask_executor import dask_crew

        hands = stack.enter_context(dask_crew(asked["scheduler"]))
    start = time.perf_counter()
    finished = run(campaign, hands, seen)
    return finished, time.perf_counter() - start


# ------------------------------------------------------------------ what came of it


def summary(game: "Game", campaign: "FuzzCampaign", seconds: float, scenes: bool = False) -> dict[str, Any]:
    """For tools; the failures and the corpus are added to it."""
    from rulekit.data import find_game
    from rulekit.fuzz.coverage import in_json
    from rulekit.fuzz.coverage_goals import read_excuses
    from rulekit.fuzz.oracles import LAWS

    excuses = read_excuses(find_game(campaign.plan.game))
    found = in_json(campaign.coverage, excuses, fuzz_report.from_scenes(game, campaign, excuses, scenes))
    speed = round(campaign.decisions / seconds) if seconds else 0
    plan = campaign.plan
    return {
        "game": game.name,
        "spec": game.spec,
        **game.grounds(),
        "seed": plan.seed,
        "target": plan.target,
        "games": found["games"],
        "decisions": found["decisions"],
        "judged": campaign.judged,
        "every": plan.every if plan.share is None else None,
        "builtin": campaign.builtin if plan.target == LAWS else None,
        "unfinished": campaign.unfinished,
        "seconds": round(seconds, 3),
        "decisions_per_second": speed,
        "entries": len(campaign.entries),
        "total": found["total"],
        **{part: found[part] for part in ("missing", "from scenes", "excused")},
    }


def failures(game: "Game", campaign: "FuzzCampaign", asked: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """Each shrunk and in its file; after Ctrl-C as it was found."""
    from rulekit.fuzz.failure_files import shrink_and_save

    folder = asked["failures"] or (asked["corpus"] or Path()) / "failures"
    found, effort = [], None
    for clause in sorted(campaign.failures):
        one = (game, campaign.failures[clause], campaign.plan.target, folder, name)
        try:
            data, trouble = shrink_and_save(*one, effort)
        except KeyboardInterrupt:
            effort = 0
            data, trouble = shrink_and_save(*one, effort)
        if trouble is not None:
            complain(
                f"[{clause}] cannot be kept in {folder}: {(trouble.strerror or 'no room').lower()}; it is told here"
            )
        moves = sum("move" in step for step in data["trace"]["steps"])
        parts = {key: data[key] for key in ("clause", "sort", "said", "story", "replay")}
        found.append({**parts, "moves": moves})
    if effort == 0:
        complain("stopped while games were made small; `rulekit shrink` goes on with one")
    return found


def report_text(report: dict[str, Any]) -> str:
    """For people."""
    lines = [f"{report['game']}: {report['games']:,} games, {report['decisions']:,} decisions, seed {report['seed']}"]
    lines += [f"{report['decisions_per_second']:,} decisions a second; {fuzz_report.judged_share(report)}"]
    lines += [f"{report['unfinished']:,} games were broken off for length"] if report["unfinished"] else []
    lines += fuzz_report.totals(report["total"])
    lines += fuzz_report.goal_lines("never reached:", report["missing"], MANY)
    lines += fuzz_report.goal_lines("reached only from what a scene gives:", report["from scenes"], MANY)
    lines += [f"{len(report['excused']):,} never reached for a reason in rulings.md"] if report["excused"] else []
    lines += [f"\n{one['story']}" for one in report["failures"]]
    lines += [f"\n{one['said']}" for one in report["findings"]]
    lines += [*report["noticed"], *report["unjudged"]]
    found = len(report["failures"]), len(report["findings"])
    lines += fuzz_report.few_judged_note(report)
    lines += fuzz_report.verdict(*found, bool(report["missing"]), report["judged"])
    return "\n".join([*lines, *kept_words(report.get("corpus"))])


def kept_words(found: dict[str, Any] | None) -> list[str]:
    """What was written into the corpus, as lines."""
    if found is None:
        return []
    lines = [f"corpus {found['folder']}: {found['entries']:,} games kept"]
    lines += [f"{found['damaged']} damaged records could not be read"] if found["damaged"] else []
    lines += [f"{found['later']} records of another version of rulekit were left alone"] if found["later"] else []
    lines += [f"{found['strange']} records are none of a corpus and were left alone"] if found["strange"] else []
    return lines + ([f"{found['unwritten']} records found no room: {found['trouble']}"] if found["unwritten"] else [])
