"""A failure of a campaign for people: shrunk, as a story, as one `@example`, and as a file that replays it."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any, cast

import attrs

from rulekit.diagnostics import Problems
from rulekit.files import reading
from rulekit.fuzz import dead_games, failure_files
from rulekit.fuzz import failure_story as failures
from rulekit.fuzz.coverage_goals import read_excuses
from rulekit.fuzz.dead_games import DeadGames
from rulekit.fuzz.oracles import LAWS, Blame
from rulekit.fuzz.replay_attempt import ReplayedGame
from rulekit.fuzz.shrink import shrunk, weight
from rulekit.play.position.strict_json import loads
from rulekit.play.refusals import Refused
from rulekit.syntax.source_files import texts_of
from rulekit.testing.budget import plural, sample_of
from rulekit.testing.campaign import PropertyCampaign
from rulekit.testing.campaign_oracles import InStep
from rulekit.testing.dead_choices import dead_choices
from rulekit.testing.drawn import DrawnGame, encode_attempt

SIDE = 12
SHORT = 12  # moves; a game of no more has no second start


@attrs.frozen
class ClauseFailure:
    """What was found about one clause, and where it is kept."""

    data: dict[str, Any]
    example: DrawnGame
    file: Path
    trouble: OSError | None = None

    def text(self, name: str, place: str, again: str) -> str:
        """The story, with what to do next."""
        rows = [("written", place), ("example", f"@example({self.example!r})")]
        if self.trouble is None:
            rows.append(("kept in", str(self.file)))
        else:
            rows.append(("not kept", f"{self.file}: {self.trouble.strerror}"))
        rows.append(("again", again))
        return "\n".join([f"{name} does not hold", self.data["story"], *(f"  {a:<{SIDE}} {b}" for a, b in rows)])


def failure(
    made: PropertyCampaign, clause: str, folder: Path, asked_for: str, engine: str | None = None
) -> ClauseFailure:
    """Shrink what a campaign has found, spell it as strings of bytes again, and write its file."""
    drawn, blame = made.found[clause]
    target = LAWS if not isinstance(made.oracle, InStep) else made.oracle.engine
    attempt, told = shrink_failure(drawn, blame, target, made.first.get(clause))
    file = folder / failures.file_name(made.game, target, clause)
    data, trouble = failure_files.save_failure(attempt, told, target, file, asked_for)
    return ClauseFailure(data, encode_attempt(attempt), file, trouble)


def recall(made: PropertyCampaign, folder: Path, engine: str | None = None) -> None:
    """Games that failed in earlier runs come first: those that still fail need not be looked for again.

    Their files outlive a change of the rules, which gives the examples in the database of Hypothesis another meaning.
    """
    target = engine or LAWS
    for file in sorted(folder.glob(f"{failures.file_name(made.game, target, '').removesuffix('.json')}*.json")):
        with contextlib.suppress(Refused, OSError):
            trace, known = failures.read_failure(loads(reading.read(file)))
            clause = str(known.get("clause"))
            if not made.concerns(clause, str(known.get("sort"))) or known.get("target") != target:
                continue
            found = failure_files.smallest_failing_game(made.game, trace, target, clause, 0)
            if found is None:
                file.unlink()  # it was mended
            else:
                made.remember(encode_attempt(found[0]), found[1])


def shrink_failure(
    drawn: DrawnGame, blame: Blame, target: str, first: DrawnGame | None = None
) -> tuple[ReplayedGame, Blame]:
    """What Hypothesis left, made smaller by the kit's own shrinker, which knows moves by their names.

    What is still long then may be caught in a corner into which Hypothesis has led it, so it is also begun from the
    game that failed first.
    """
    found = _smaller(drawn, blame, target)
    if first is None or first == drawn or found[0].decisions <= SHORT:
        return found
    return min(found, _smaller(first, blame, target), key=lambda one: weight(drawn.game, one[0]))


def _smaller(drawn: DrawnGame, blame: Blame, target: str) -> tuple[ReplayedGame, Blame]:
    attempt = drawn.attempt()
    found = shrunk(
        drawn.game, attempt.plan, failure_files.fails(target, blame.clause), failure_files.effort_for(target)
    )
    return (attempt, blame) if found is None else (found[0], cast(Blame, found[1]))


# ------------------------------------------------------------------ what was not judged


def endless(made: PropertyCampaign, home: Path, seed: int) -> DeadGames:
    """Where no drawn game ended, at all or with some choice: some are played much further before it is called dead."""
    if made.sample.ended:
        return dead_choices(made.game, made.ended_in, home, str(seed))
    batch = dead_games.play_to_end(made.game.checked, sample_of(made.game), str(seed))
    return dead_games.find_dead_games(made.game.checked, batch, read_excuses(home))


def interruption_note(made: PropertyCampaign) -> str:
    """What a campaign had come to when Ctrl-C ended it; nothing is shrunk then, and nothing promised."""
    failed = f"broken: {', '.join(f'[{clause}]' for clause in made.found)}" if made.found else "nothing was broken"
    return f"{made.game.name}: interrupted after {plural(made.sample.games, 'random game')}, in which {failed}."


def never_ends(made: PropertyCampaign) -> bool:
    """Did a fault keep every game from its end?"""
    return not made.sample.ended and any(blame.sort == "fault" for _, blame in made.found.values())


def unjudged_reason(campaigns: list[PropertyCampaign]) -> str:
    """Why a law was not put to the test."""
    played = sum(made.sample.games for made in campaigns)
    if not played:
        return "nothing was played"
    ended = sum(made.sample.ended for made in campaigns)
    return f"{plural(played, 'random game')} never put it to the test; {ended:,} of them came to their end"


def problems_text(problems: Problems) -> str:
    """Problems as `rulekit check` prints them."""
    from rulekit.diagnostics.render import render

    return render(problems.problems, texts_of(problems.problems)).rstrip()
