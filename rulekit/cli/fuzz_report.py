"""Progress and final report of `fuzz` and `coverage`, as text."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulekit.fuzz.coverage_goals import Goal
    from rulekit.fuzz.driver import CampaignPlan, FuzzCampaign, Onward
    from rulekit.play.games.game import Game

WORDS = {
    "lines": "lines that ran",
    "guards": "guards that alone refused a move",
    "pairs": "effects with the lines they ran",
}


def totals(found: Mapping[str, Any]) -> list[str]:
    """One line for each sort of goal of which there are any."""
    return [
        f"{WORDS[sort]:<32} {one['reached']:>6,} of {one['of']:>6,}  {one['percent']:>5} %"
        for sort, one in found.items()
        if one["of"]
    ]


def judged_share(report: Mapping[str, Any]) -> str:
    """How many of the games were judged, and by what."""
    found = f"{report['judged']:,} of {report['games']:,} games judged by {report['target']}"
    if report["builtin"] is None or report["builtin"] == report["judged"]:
        return found
    return f"{found}, {report['builtin']:,} of them by the built-in laws too"


def counts(campaign: FuzzCampaign) -> str:
    """The same in one short line, for a bar."""
    from rulekit.fuzz.coverage_goals import SORTS

    found = [(sort, *campaign.coverage.total(sort)) for sort in SORTS]
    parts = [f"{sort}s {reached}/{of}" for sort, reached, of in found if of]
    parts += [f"FAILED {len(campaign.failures)}"] if campaign.failures else []
    return " ".join([f"{campaign.coverage.decisions:,} decisions", *parts])


def goal_lines(title: str, goals: Sequence[Mapping[str, str]], most: int | None = None) -> list[str]:
    """Goals by name under a title, with the reason where there is one; all of them, or so many."""
    if not goals:
        return []
    names = [f"  {one['sort']:<5}  {one['name']}" + (f": {one['why']}" if "why" in one else "") for one in goals]
    more = (
        [] if most is None or len(names) <= most else [f"  and {len(names) - most:,} more; --format json has them all"]
    )
    return [title, *names[:most], *more]


def from_scenes(game: Game, campaign: FuzzCampaign, excuses: Mapping[Goal, str], wanted: bool) -> dict[Goal, str]:
    """What is left and a game comes to that begins with a scene, if that is wanted."""
    from rulekit.fuzz.coverage import unexplained_goals
    from rulekit.fuzz.scene_goals import goals_from_scenes

    return goals_from_scenes(game, unexplained_goals(campaign.coverage, excuses), campaign.plan.seed) if wanted else {}


def against_rules(game: Game, campaign: FuzzCampaign, from_scenes: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    """What the campaign has against the rules themselves; an external engine, or ours, is judged without it."""
    from rulekit.data import find_game
    from rulekit.fuzz.dead_games import CampaignFindings, of_campaign
    from rulekit.fuzz.oracles import LAWS
    from rulekit.laws.reads_only import violations

    shown = [(one["sort"], one["name"]) for one in from_scenes]
    folder = find_game(campaign.plan.game)
    by_rules = campaign.plan.target == LAWS
    findings = of_campaign(game, campaign, folder, shown) if by_rules else CampaignFindings()
    about_text = [("law", str(one)) for one in violations(game.checked)] if by_rules else []
    return {
        "findings": [{"sort": sort, "said": said} for sort, said in (*about_text, *findings.found)],
        "unjudged": list(findings.unjudged),
        "noticed": campaign.course.sentences() if by_rules else [],
    }


def verdict(failed: int, found: int, missing: bool, judged: int) -> list[str]:
    """The last line."""
    if failed:
        return [f"\n{failed} clause{'s' if failed > 1 else ''} failed"]
    if not judged:
        return ["no game was judged in the time there was; give more with --max-time, or say how many with --games"]
    return [] if found else ["nothing is wrong with what was reached" if missing else "nothing is wrong"]


def few_judged_note(report: Mapping[str, Any]) -> list[str]:
    """That so few games were judged that the verdict says little."""
    from rulekit.fuzz.calibration import LEAST

    if not 0 < report["judged"] < min(LEAST, report["games"]):
        return []
    return [f"only {report['judged']:,} games were judged: --max-time gives time for more, --every 1 judges all"]


@contextmanager
def progress(plan: CampaignPlan) -> Iterator[Onward]:
    """A bar with the coverage so far while somebody is looking; nothing in a pipe."""
    if not sys.stderr.isatty():
        yield lambda campaign, done, finds: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (BarColumn(), TimeElapsedColumn(), TextColumn("{task.fields[games]:,} games {task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        total = plan.seconds if plan.games is None else plan.games
        task = bar.add_task("", total=total, games=0)
        start = time.monotonic()

        def onward(campaign: FuzzCampaign, done: Any, finds: Any) -> None:
            games = campaign.coverage.games
            made = time.monotonic() - start if plan.games is None else campaign.next - campaign.first
            bar.update(task, completed=made, games=games, description=counts(campaign))

        yield onward
