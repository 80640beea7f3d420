"""What a game promises, case by case, and a judge: cases of one configuration share one campaign of random games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rulekit.check.configurations_of import configurations
from rulekit.laws import campaign
from rulekit.laws.finding import Case, Finding
from rulekit.play.configured import Chosen, told
from rulekit.play.engines import PYTHON
from rulekit.play.game import Game
from rulekit.play.scenes import play_scene

LAW, SCENE, FREE = "law", "scene", "free"


def cases(game: Game, every: bool = False) -> tuple[Case, ...]:
    """Every law and scene of a game; laws in each configuration of the sample, or in `every` configuration."""
    return (*_laws(game, every), *_scenes(game))


def judge(case: Case, games: int, seed: str, engine: str = PYTHON, longest: int = campaign.LONGEST) -> Finding | None:
    """None if the case holds. No game is played further than its first `longest` answers."""
    if case.sort == SCENE:
        return _scene(case)
    assert case.configuration is not None
    found = _campaign(case.of, case.configuration, games, seed, longest).broken.get(case.clause)
    if found is None:
        return None
    here = campaign.reached(case.of, case.configuration, seed, found)
    who = "" if found.seat is None else f" for seat {found.seat}"
    wrong = found.wrong or f"the law [{case.clause}] is broken{who}"
    return Finding(case, wrong, here.trace(), f"{wrong}\n{case.sentence}", found.number, found.step)


_campaign = lru_cache(maxsize=256)(campaign.run)


# ------------------------------------------------------------------ collecting


def _laws(game: Game, every: bool) -> Iterator[Case]:
    sample = [Chosen(one.options, one.seats) for one in configurations(game.checked, *(() if every else (0,)))]
    for law in game.checked.laws:
        for chosen in sample if law.sort in ("plain", "after") else ():
            yield _case(game, law.id or "", LAW, chosen, mark_of(game, chosen) if len(sample) > 1 else "")


def _scenes(game: Game) -> Iterator[Case]:
    for scene in game.checked.scenes:
        yield _case(game, scene.node.clause, SCENE, None, f"scene {scene.node.title}")


def _case(game: Game, clause: str, sort: str, chosen: Chosen | None, mark: str) -> Case:
    texts = game.clauses
    reason = texts.reason(f"[{clause}]")
    sentence = " ".join(text for _, text in reason.sentences) or reason.line
    known = [texts.sources[name] for name, _ in reason.sentences if name in texts.sources]
    source, certainty = ("; ".join(dict.fromkeys(one[n] for one in known)) for n in (0, 1))
    return Case(game.name, clause, sort, chosen, sentence, source, certainty, mark, of=game)


def mark_of(game: Game, chosen: Chosen) -> str:
    """A configuration in short: the seats, and the options that are not as usual."""
    options = game.checked.symbols.options
    others = [f"{name} {told(value)}" for name, value in chosen.options if value != options[name].default]
    return ", ".join([f"players {chosen.seats}", *others])


# ------------------------------------------------------------------ judging


def _scene(case: Case) -> Finding | None:
    title = case.mark.removeprefix("scene ")
    found = next(one for one in case.of.checked.scenes if one.node.clause == case.clause and one.node.title == title)
    misses = play_scene(case.of.settings, found).misses
    return Finding(case, str(misses[0]), None, "\n".join(map(str, misses))) if misses else None


__all__ = ["Case", "Finding", "cases", "judge"]
