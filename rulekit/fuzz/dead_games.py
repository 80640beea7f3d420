"""Dead games: not one of many random games ended, nobody was asked, nothing limits play, or lines are never reached."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from rulekit.check.configuration_space import GameConfig
from rulekit.check.effects.effect_summary import effects
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.typed_walk import walk
from rulekit.fuzz.coverage import unexplained_goals
from rulekit.fuzz.coverage_goals import GUARD, LINE, Goal, endless, match_excuses, read_excuses
from rulekit.fuzz.driver import FuzzCampaign
from rulekit.play.engines import PYTHON
from rulekit.play.games.game import Game, Position, engine_for
from rulekit.play.games.playouts import play
from rulekit.play.machine.frames import ChancePoint
from rulekit.play.machine.prepared_game import PreparedGames
from rulekit.play.machine.random_bits import Bits, stream
from rulekit.play.machine.rule_faults import Fault

LOOKED = 1_500  # positions that are looked at
LONGEST = 150  # decisions of one game
IN_A_ROW = 100  # outcomes of chance; whoever draws for ever is told elsewhere


@attrs.frozen
class Cycle:
    """Moves that lead back to where they began: each with its line and its seat. `before` so many moves were made."""

    chosen: GameConfig
    lines: tuple[str, ...]
    moves: tuple[str, ...]
    before: int

    def to_json(self) -> dict[str, Any]:
        """The configuration, how the circle is come to, and what goes round in it."""
        return {**self.chosen.to_json(), "before": self.before, "lines": list(self.lines), "moves": list(self.moves)}


def shortest_cycle(
    game: Game, configurations: tuple[GameConfig, ...], seed: str, excused: Container[str] = (), most: int = LOOKED
) -> Cycle | None:
    """The one with the fewest moves that some random games come to; none in which a line asks that is excused."""
    found: Cycle | None = None
    looked = number = 0
    while looked < most and number < most:
        chosen = configurations[number % len(configurations)]
        positions, cycle = _first_cycle(
            game, chosen, stream(seed, "cycle", number), min(LONGEST, most - looked), excused
        )
        looked, number = looked + positions, number + 1
        if cycle is not None and (found is None or len(cycle.moves) < len(found.moves)):
            found = cycle
    return found


def _first_cycle(
    game: Game, chosen: GameConfig, bits: Bits, most: int, excused: Container[str]
) -> tuple[int, Cycle | None]:
    """One random game: how many positions were looked at, and the first cycle it came to."""
    seen: dict[str, int] = {}  # since chance was last asked
    since: list[tuple[str, str]] = []  # the line and the words of each move made since
    made = draws = 0
    try:
        here = game.start(chosen.seats, dict(chosen.options))
        while made < most and draws < IN_A_ROW and not here.is_over:
            point = here.engine.pending(here.state)
            if isinstance(point, ChancePoint):
                here, seen, since, draws = _on(here.drawn_so(point.draw_one(bits))), {}, [], draws + 1
                continue
            first = seen.setdefault(here.hash(), len(since))
            if first < len(since):
                lines, moves = zip(*since[first:], strict=True)
                if not any(line in excused for line in lines):
                    return made, Cycle(chosen, lines, moves, made - len(moves))
                seen, since = {known: n for known, n in seen.items() if n <= first}, since[:first]
            seat = here.pending.seats[0]
            number = bits.below(len(here.legal(seat)))
            since.append((here.engine.short_question(here.state)[1], f"seat {seat}: {here.words(seat)[number]}"))
            here, made, draws = _on(here.take(seat, number)), made + 1, 0
    except Fault:
        pass  # that is for the judges to find
    return made + 1, None


def _on(here: Position) -> Position:
    """The same without the way that led there, so that long games hold no more than they need."""
    return attrs.evolve(here, before=None, step=None, answer=None)


def cycle_text(game: Game, cycle: Cycle) -> str:
    """In words, with what to do about it."""
    many = "this move" if len(cycle.moves) == 1 else f"these {len(cycle.moves)} moves"
    after = f", after {cycle.before} others" if cycle.before else ""
    lines = [
        f"{game.name}: this game can go on for ever: after {many} the position is what it was, and nothing limits that"
    ]
    lines += [f"  {'set up':<12} {game.describe(cycle.chosen)}{after}"]
    lines += [
        f"  move {n:<7} [{line}] {move}" for n, (line, move) in enumerate(zip(cycle.lines, cycle.moves, strict=True), 1)
    ]
    advice = (
        f"let the rules end or limit it, or give a reason in rulings.md under `## Endless`: - [{cycle.lines[0]}]: .."
    )
    return "\n".join([*lines, f"  {'what to do':<12} {advice}"])


TRIED = 5  # games that are played on where shorter ones came to no end
FAR = 50_000  # decisions of such a game


@attrs.frozen
class GameBatch:
    """Some games: how many there were, how many ended, and how many decisions they had in all."""

    games: int
    ended: int
    decisions: int
    longest: int  # decisions after which a game was broken off
    wished: bool = False  # so short because the user wanted it
    fault: str = ""  # that one of them ran into


@attrs.frozen
class DeadGames:
    """What is wrong with the rules, if anything; and what could not be judged, if anything."""

    finding: str = ""
    unjudged: str = ""


def find_dead_games(checked: CheckedRulebook, batch: GameBatch, excuses: Mapping[Goal, str], of: str = "") -> DeadGames:
    """What a batch of games says of the rules; `of` says which games these are, if not all kinds."""
    if not batch.games or batch.fault:
        return DeadGames(f"the rules ran into a fault: {batch.fault}" if batch.fault else "")
    if batch.ended:
        asks = not batch.decisions and _asks(checked)
        return DeadGames(f"nobody was ever asked anything in {_many(batch.games)}") if asks else DeadGames()
    ends = sorted(set(_ends(checked)))
    if len(match_excuses(excuses, [(LINE, name) for name in ends], ())) == len(ends):
        return DeadGames()
    cut = f"broken off after {batch.longest:,} answers"
    if batch.wished:
        return DeadGames(
            unjudged=f"whether this game ever ends was not judged: {_many(batch.games)} {_were(batch)} {cut}"
        )
    names = ", ".join(f"[{name}]" for name in ends)
    first = f"`## Unreached`: - line [{ends[0]}]: .." if ends else "`## Unreached`"
    return DeadGames(
        f"not one game{of} ended: {_many(batch.games)} {_were(batch)} {cut}, and {names} never came about; "
        f"see that it can, or give a reason in rulings.md under {first}"
    )


def _many(games: int) -> str:
    """`1 random game`, `30 random games`."""
    return f"{games} random game{'s' if games > 1 else ''}"


def _were(batch: GameBatch) -> str:
    return "were" if batch.games > 1 else "was"


def _ends(checked: CheckedRulebook) -> Iterator[str]:
    """Every line that ends the game."""
    yield from (ending.id for ending in checked.endings if ending.id)
    for body in checked.bodies.values():
        for line in walk(body):
            if (
                isinstance(line, typed_statements.Line)
                and line.id
                and any(isinstance(step, typed_statements.Finish) for step in line.does)
            ):
                yield line.id


def _asks(checked: CheckedRulebook) -> bool:
    """Do the rules ask anybody anything?"""
    known = effects(checked)
    return any("asks" in known.summary_of(name).marks for name in ("setup", "play", "turn") if name in checked.bodies)


def play_to_end(checked: CheckedRulebook, configurations: Sequence[GameConfig], seed: str) -> GameBatch:
    """Some games to their end, until one comes to it or runs into a fault."""
    settings = PreparedGames(checked)
    ended = decisions = number = 0
    while number < TRIED and not ended:
        one = configurations[number % len(configurations)]
        engine = engine_for(PYTHON, settings.prepare(dict(one.options), one.seats)).for_games()
        played = play(engine, seed, number, FAR)
        number, ended, decisions = number + 1, int(played.result is not None), decisions + played.decisions
        if played.fault is not None:
            return GameBatch(number, ended, decisions, FAR, fault=played.fault)
    return GameBatch(number, ended, decisions, FAR)


# ------------------------------------------------------------------ of a campaign

DEAD, CYCLE, UNREACHED = "dead", "cycle", "unreached"  # sorts of findings


@attrs.frozen
class CampaignFindings:
    """What a campaign has against the rules besides failures: sorts with sentences; and what it could not judge."""

    found: tuple[tuple[str, str], ...] = ()
    unjudged: tuple[str, ...] = ()


def of_campaign(game: Game, campaign: FuzzCampaign, folder: Path, shown: Iterable[Goal] = ()) -> CampaignFindings:
    """A campaign of games of its own; `shown` was reached from scenes."""
    excuses = read_excuses(folder)
    dead_ = _never_ends_text(game, campaign, excuses)
    found = [(DEAD, dead_)] if dead_ else []
    cycle = shortest_cycle(
        game, campaign.plan.configurations, campaign.plan.seed, endless(folder), min(LOOKED, campaign.decisions)
    )
    found += [] if cycle is None else [(CYCLE, cycle_text(game, cycle))]
    left = sorted(
        goal for goal in unexplained_goals(campaign.coverage, excuses) - set(shown) if goal[0] in (LINE, GUARD)
    )
    if not left:
        return CampaignFindings(tuple(found))
    if not campaign.is_thorough:
        return CampaignFindings(
            tuple(found), ("whether the rest can be reached was not judged: the campaign was too short",)
        )
    return CampaignFindings((*found, (UNREACHED, _unreached_sentence(campaign, left))))


def _unreached_sentence(campaign: FuzzCampaign, left: list[Goal]) -> str:
    """The sentence about goals that a thorough campaign has not come to, with the way to give a reason for them."""
    names = [f"{sort} [{name}]" for sort, name in left]
    why = f"{campaign.games_ended:,} games ended, and nothing new was found after {campaign.newest:,} decisions"
    advice = f"mend it, or give a reason in rulings.md under `## Unreached`: - {names[0]}: .."
    return f"no game reaches {', '.join(names)}: {why}; {advice}"


def _never_ends_text(game: Game, campaign: FuzzCampaign, excuses: Mapping[Goal, str]) -> str:
    """Does any game end? Where all were broken off, some are played much further."""
    if campaign.failures:
        return ""
    games = campaign.next - campaign.first
    batch = GameBatch(games, campaign.games_ended, campaign.decisions, campaign.plan.longest)
    if games and not campaign.games_ended:
        batch = play_to_end(game.checked, campaign.plan.configurations, campaign.plan.seed)
    return find_dead_games(game.checked, batch, excuses).finding
