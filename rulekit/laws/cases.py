"""What a game promises, case by case, and a judge: cases of one configuration share one campaign of random games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from rulekit.check.configurations_of import configurations
from rulekit.check.examined import CheckedLaw
from rulekit.laws import campaign, looking, only, same
from rulekit.laws.finding import Case, Finding
from rulekit.laws.free import free_laws
from rulekit.model import declarations as d
from rulekit.play.configured import Chosen, told
from rulekit.play.engines import PYTHON
from rulekit.play.game import Game
from rulekit.play.scenes import play_scene

LAW, SCENE, FREE = "law", "scene", "free"


def cases(game: Game, every: bool = False) -> tuple[Case, ...]:
    """Every law, scene and free law; laws in each configuration of the sample, or in `every` configuration."""
    sample = [Chosen(one.options, one.seats) for one in configurations(game.checked, *(() if every else (0,)))]
    return (*_laws(game, sample), *_scenes(game), *_free(game, sample))


def judge(
    case: Case,
    games: int,
    seed: str,
    engine: str = PYTHON,
    longest: int = campaign.LONGEST,
    looks: int | None = None,
) -> Finding | None:
    """None if the case holds, on our generated or on our reference engine.

    No game is played further than its first `longest` answers.

    Free laws and laws about sameness look at moments of a game, at most so many `looks`.
    """
    if case.sort == SCENE:
        return _scene(case)
    if case.configuration is None:
        return _static(case)
    found = _broken(case, games, seed, longest, looks, engine)
    if found is None:
        return None
    here = campaign.reached(case.of, case.configuration, seed, found)
    who = "" if found.seat is None else f" for seat {found.seat}"
    wrong = found.wrong or f"the law [{case.clause}] is broken{who}"
    return Finding(case, wrong, here.trace(), f"{wrong}\n{case.sentence}", found.number, found.step)


def free_findings(game: Game, sample: list[Chosen], seed: str, longest: int, looks: int) -> Iterator[Finding]:
    """What breaks the free laws in a game of each of these configurations, at so many moments in all.

    Faults are left out: whoever plays random games meets them.
    """
    found = [case for case in _free(game, sample) if case.clause != campaign.STUCK]
    findings = (judge(case, 1, seed, longest=longest, looks=max(1, looks // len(sample))) for case in found)
    return (finding for finding in findings if finding is not None)


def _broken(case: Case, games: int, seed: str, longest: int, looks: int | None, engine: str) -> campaign.Broken | None:
    """Where the case broke in the campaign it shares with the others of its configuration."""
    assert case.configuration is not None
    looked = case.sort == FREE or case.clause in _same_laws(case.of)
    found = (
        _looked(case.of, case.configuration, games, seed, longest, looks).broken.get(case.clause) if looked else None
    )
    if found is None and (not looked or case.clause == campaign.STUCK):
        found = _campaign(case.of, case.configuration, games, seed, longest, 1, engine).broken.get(case.clause)
    return found


_campaign = lru_cache(maxsize=256)(campaign.run)


def played(case: Case, games: int, seed: str, longest: int = campaign.LONGEST) -> campaign.Campaign | None:
    """The games in which our generated engine judged a law that is watched; none for another case."""
    if case.sort != LAW or case.configuration is None or case.clause in _same_laws(case.of):
        return None
    return _campaign(case.of, case.configuration, games, seed, longest, 1, PYTHON)


@lru_cache(maxsize=256)
def _looked(game: Game, chosen: Chosen, games: int, seed: str, longest: int, looks: int | None) -> looking.Looked:
    """One campaign for all free laws and all laws about sameness."""
    laws: dict[str, looking.Law] = {one.id: one.broken for one in free_laws()}
    laws |= {
        name: partial(same.broken, law) for name, law in _same_laws(game).items() if same.applies(game, law, chosen)
    }
    return looking.run(game, chosen, laws, max(1, games // 2), seed, longest, looks)


def _same_laws(game: Game) -> dict[str, CheckedLaw]:
    return {law.id or "": law for law in game.checked.laws if law.sort == "under"}


# ------------------------------------------------------------------ collecting


def _laws(game: Game, sample: list[Chosen]) -> Iterator[Case]:
    for law in game.checked.laws:
        if law.sort == "only":
            yield _case(game, law.id or "", LAW, None, "")
            continue
        for chosen in sample:
            if law.sort != "under" or same.applies(game, law, chosen):
                yield _case(game, law.id or "", LAW, chosen, mark_of(game, chosen) if len(sample) > 1 else "")


def _free(game: Game, sample: list[Chosen]) -> Iterator[Case]:
    for law in free_laws():
        for chosen in sample:
            mark = mark_of(game, chosen) if len(sample) > 1 else ""
            yield Case(game.name, law.id, FREE, chosen, law.sentence, "", "", mark, of=game)


def _scenes(game: Game) -> Iterator[Case]:
    for scene in game.checked.scenes:
        yield _case(game, scene.node.clause, SCENE, None, f"scene {scene.node.title}")


def _case(game: Game, clause: str, sort: str, chosen: Chosen | None, mark: str) -> Case:
    texts = game.clauses
    reason = texts.reason(f"[{clause}]")
    sentence = " ".join(text for _, text in reason.sentences) or reason.line
    known = [texts.ledger[name] for name, _ in reason.sentences]
    source = "; ".join(dict.fromkeys(one.place for one in known))
    certainty = "; ".join(dict.fromkeys(one.certainty for one in known))
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


def _static(case: Case) -> Finding | None:
    """A law about the text of the rules."""
    law = next(one for one in case.of.checked.laws if one.id == case.clause)
    found = only.outside(case.of.checked, law)
    if not found:
        return None
    node = law.node.law
    assert isinstance(node, d.Only)
    wrong = f"{node.name} {'reads' if node.legality else 'changes'} {', '.join(map(str, found))} too"
    return Finding(case, wrong, None, f"{wrong}\n{case.sentence}")


__all__ = ["Case", "Finding", "cases", "judge"]
