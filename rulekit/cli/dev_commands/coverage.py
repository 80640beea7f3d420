"""rulekit dev coverage GAME: which lines ran, which guards alone refused a move, and what no game has reached."""

import json
from typing import Any

import click

from rulekit.cli import fuzz_report, game_options
from rulekit.cli.exits import Exit
from rulekit.cli.options import BoundedNumber, format_option, shared_option, table_option


@click.command()
@click.argument("game")
@shared_option("--games", default=2000)
@shared_option("--seed", default="0")
@shared_option("--jobs", default=1)
@click.option("--plain", is_flag=True, help="Choose every move at random, without guidance from earlier games.")
@click.option(
    "--least",
    metavar="PERCENT",
    type=BoundedNumber(0, 100),
    help="Exit with 1 if coverage of any kind is below this percentage.",
)
@shared_option("--scenes", more="At the end, to search for what is still unreached.")
@table_option()
@format_option("text", "json")
def command(game: str, games: int, seed: str, jobs: int, form: str, **asked: Any) -> int:
    """Play games in all configurations, or in a sample of very many, and tell what they have reached.

    It counts lines that ran, guards that were the only ones to refuse some move, and effects of components together
    with the lines they ran. What no configuration can reach is told apart, with the reason. Lines under `## Unreached`
    in rulings.md, like `- guard [play.open]: the domain of the card says the same`, give reasons for the rest.

    \b
    Examples:
      rulekit dev coverage my-game
      rulekit dev coverage my-game --games 500 --jobs 2 --format json
      rulekit dev coverage my-game --least 98
    """
    from rulekit.data import find_game
    from rulekit.fuzz.calibration import sample
    from rulekit.fuzz.coverage import in_json
    from rulekit.fuzz.coverage_goals import read_excuses
    from rulekit.fuzz.driver import CampaignPlan, FuzzCampaign, run
    from rulekit.fuzz.executors import crew

    if games == 0:
        click.echo("rulekit: no games were asked for, so nothing was run", err=True)
        return Exit.NOTHING_RUN
    loaded = game_options.load_game(game, asked["tables"])
    size = max(1, min(50, games // 16))
    excuses = read_excuses(find_game(game))
    guided, apart = not asked["plain"], tuple(excuses)
    plan = CampaignPlan(
        game,
        loaded.spec,
        sample(loaded),
        seed,
        games=games,
        size=size,
        guided=guided,
        apart=apart,
        tables=asked["tables"],
    )
    campaign = FuzzCampaign(plan)
    with fuzz_report.progress(plan) as onward, crew(jobs) as hands:
        finished = run(campaign, hands, onward)
    report: dict[str, Any] = {"game": loaded.name, "spec": loaded.spec, **loaded.grounds(), "seed": seed}
    report |= in_json(campaign.coverage, excuses, fuzz_report.from_scenes(loaded, campaign, excuses, asked["scenes"]))
    for one, chosen in zip(report["configurations"], campaign.coverage.goals, strict=True):
        one["name"] = loaded.describe(chosen)
    click.echo(json.dumps(report, ensure_ascii=False) if form == "json" else report_text(report))
    if form == "text":
        game_options.tell_grounds(loaded)
    if not finished:
        return Exit.INTERRUPTED
    worst, least = min(one["percent"] for one in report["total"].values()), asked["least"]
    return Exit.FINDINGS if least is not None and worst < least else Exit.GOOD


# ------------------------------------------------------------------ in words


def report_text(report: dict[str, Any]) -> str:
    """The report for people."""
    many = len(report["configurations"])
    head = f"{report['game']}: {report['games']:,} games in {many} configurations, {report['decisions']:,} decisions"
    lines = [f"{head}, seed {report['seed']}", *fuzz_report.totals(report["total"])]
    lines += fuzz_report.goal_lines("never reached:", report["missing"])
    lines += fuzz_report.goal_lines("reached only from what a scene gives:", report["from scenes"])
    lines += fuzz_report.goal_lines("never reached, for a reason:", report["excused"])
    lines += fuzz_report.goal_lines("out of reach in every configuration:", report["unreachable"])
    lines += fuzz_report.goal_lines("given a reason, though reached or not there at all:", report["idle excuses"])
    return "\n".join([*lines, *_configurations(report["configurations"])])


def _configurations(found: list[dict[str, Any]]) -> list[str]:
    """Those in which something is missing that they could reach."""
    lines = []
    for one in found:
        if one["missing"]:
            names = ", ".join(goal["name"] for goal in one["missing"] if goal["sort"] != "pair")
            pairs = sum(goal["sort"] == "pair" for goal in one["missing"])
            parts = [part for part in (names, f"{pairs} effects with a line" if pairs else "") if part]
            lines.append(f"  {one['name']}: {', '.join(parts)}")
    return ["missing in one configuration:", *lines] if lines else []
