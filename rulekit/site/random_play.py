"""Random play in figures: how long games last, how much there is to choose from, how they end; by a fixed seed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs

from rulekit.data import bundled_game, conformance_root
from rulekit.files import reading
from rulekit.memo import memoize
from rulekit.play import json_api
from rulekit.play.engines import CHANCE, DECISION, Engine
from rulekit.play.games.game import Game
from rulekit.play.games.playouts import LONGEST, bits_of, point_of
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.machine.run_limits import DrawLimit
from rulekit.play.position.strict_json import from_bytes
from rulekit.site import reached_lines
from rulekit.site.book import SiteModel
from rulekit.site.reached_lines import LinesReached

SEED = "figures"
GAMES = 200  # of each number of players, where figures are kept
FEW_GAMES, DECISIONS = 20, 20_000  # where nobody has kept any: a site must not wait for long games
FEW_COUNTED = 5_000  # decisions in games whose lines are counted, where nobody has kept any
STEPS = 10  # parts of a game over which the choices are told
BARS = 16  # of the lengths of games
EARLIER = "These games were played before the rules were last changed."
QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)
Json = dict[str, Any]


@attrs.frozen
class OneGame:
    """One game: how many moves there were to choose from at each decision, and the result; nothing if it broke off."""

    choices: tuple[int, ...]
    result: Json | None


def one_game(engine: Engine, number: int, limit: int = LONGEST) -> OneGame:
    """The game of that number."""
    bits, draw_limit = bits_of(SEED, number), DrawLimit()
    choices: list[int] = []
    state = engine.start()
    try:
        while len(choices) < limit:
            kind, line, seat, count = engine.short_question(state)
            if kind == DECISION:
                choices.append(count)
                state = engine.advance(state, seat, bits.below(count))
            elif kind == CHANCE:
                draw_limit.count(len(choices), line)
                state = engine.draw(state, point_of(engine, state).draw_one(bits))
            else:
                return OneGame(tuple(choices), json_api.result(engine.machine(state)))
    except Fault:
        pass
    return OneGame(tuple(choices), None)


def figures(game: Game, games: int = GAMES, decisions: int | None = None, counted: int | None = None) -> Json:
    """The figures for every number of players, with the usual options, and in how many games each line was reached.

    After so many `decisions` a campaign ends, and after so many `counted` ones that of which lines are counted.
    """
    return {
        "spec": game.spec,
        "seed": SEED,
        "players": {str(seats): _campaign(game, seats, games, decisions) for seats in game.players},
        "reached": reached_lines.as_json(reached_lines.lines_reached(game, decisions=counted)),
    }


def _campaign(game: Game, seats: int, games: int, decisions: int | None) -> Json:
    engine = game.engine(game.start(seats).chosen)
    played: list[OneGame] = []
    while len(played) < games and (decisions is None or sum(len(one.choices) for one in played) < decisions):
        played.append(one_game(engine, len(played)))
    return sum_up(played, seats)


def sum_up(played: Sequence[OneGame], seats: int) -> Json:
    """What many games come to."""
    whole = [one for one in played if one.result is not None]
    results = [one.result for one in whole if one.result is not None]
    lengths = sorted(len(one.choices) for one in whole)
    scored = [result["scores"] for result in results if "scores" in result]
    wins = Counter(seat for result in results for seat in result.get("winners", ()))
    return {
        "games": len(played),
        "finished": len(whole),
        "length": quartiles(lengths),
        "lengths": bars(lengths),
        "tenfold_choices": _choices(whole),  # ten times the mean: a file holds whole numbers only
        "scores": [quartiles(sorted(row[seat] for row in scored)) for seat in range(seats)] if scored else [],
        "wins": [wins[seat] for seat in range(seats)] if wins else [],
        "nobody": sum(not result.get("winners") for result in results),
        "outcomes": dict(sorted(Counter(str(result["outcome"]) for result in results).items())),
    }


def quartiles(numbers: Sequence[int]) -> list[int]:
    """Least, lower quarter, middle, upper quarter and most; nothing of nothing."""
    return [numbers[round(part * (len(numbers) - 1))] for part in QUARTERS] if numbers else []


def bars(numbers: Sequence[int]) -> Json:
    """How many games are how long: where the first bar begins, how wide a bar is, and the counts."""
    if not numbers:
        return {"from": 0, "width": 1, "counts": []}
    width = max(1, -(-(numbers[-1] - numbers[0] + 1) // BARS))
    counts = Counter((one - numbers[0]) // width for one in numbers)
    return {"from": numbers[0], "width": width, "counts": [counts[bar] for bar in range(max(counts) + 1)]}


def _choices(played: Sequence[OneGame]) -> list[int]:
    """How many moves there were to choose from on average, over each tenth of the games, times ten."""
    sums, counts = [0] * STEPS, [0] * STEPS
    for one in played:
        decisions = len(one.choices)
        met = [(at * STEPS // decisions, at) for at in range(decisions)]
        if decisions < STEPS:  # a decision of a short game fills several tenths
            met = [(step, step * decisions // STEPS) for step in range(STEPS if decisions else 0)]
        for step, at in met:
            sums[step] += one.choices[at]
            counts[step] += 1
    return [round(10 * total / count) if count else 0 for total, count in zip(sums, counts, strict=True)]


# ------------------------------------------------------------------ kept figures


def file_of(name: str) -> Path:
    """Where the figures of a bundled game are kept; `rulekit dev figures NAME --keep` makes the file anew."""
    return conformance_root() / "figures" / f"{name}.json"


def kept_figures(game: Game) -> Json | None:
    """The figures that were kept for exactly these rules."""
    found = _last_kept(game)
    return found if found is not None and found.get("spec") == game.spec else None


def _last_kept(game: Game) -> Json | None:
    """The figures that were kept last; the rules may have changed since, but not who plays."""
    if game.own or bundled_game(game.origin) is None or not file_of(game.origin).is_file():
        return None
    found: Json = from_bytes(reading.read(file_of(game.origin)))
    players = [str(seats) for seats in game.players]
    return found if "reached" in found and [*found["players"]] == players else None


def are_earlier(book: SiteModel) -> bool:
    """Whether the figures were kept before the rules were last changed."""
    return bool(figures_of(book)["spec"] != book.game.spec)


def played_earlier(book: SiteModel) -> str:
    """The sentence that says so, wherever a figure is told; else nothing."""
    return f" {EARLIER}" if are_earlier(book) else ""


@memoize
def figures_of(book: SiteModel) -> Json:
    """Those that were kept last; else those of a few games, which are played again only where rules or kit change.

    A rule that is being worked on does not wait for hundreds of games: a page with earlier figures says so.
    """
    found = _last_kept(book.game)
    if found is None:
        played = book.pictures.picture_of(
            "random play", lambda: as_text(figures(book.game, FEW_GAMES, DECISIONS, FEW_COUNTED))
        )
        found = from_bytes(played.encode())
    return found


def reached_of(book: SiteModel) -> LinesReached:
    """In how many random games each line was reached."""
    return reached_lines.from_json(figures_of(book)["reached"])


def as_text(found: Json) -> str:
    """Figures as a file: a line for each number of players, and one for what was reached."""
    rows = ",\n".join(f"  {json.dumps(seats)}: {json.dumps(one)}" for seats, one in found["players"].items())
    head = f'"spec": {json.dumps(found["spec"])},\n"seed": {json.dumps(found["seed"])},\n'
    return f'{{\n{head}"players": {{\n{rows}\n}},\n"reached": {json.dumps(found["reached"])}\n}}\n'


__all__ = ["GAMES", "SEED", "as_text", "figures", "figures_of", "file_of", "kept_figures", "one_game", "reached_of"]
