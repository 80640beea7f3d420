"""Differences grouped into causes: one cause is one story with a count, its examples the smallest first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import attrs

from rulekit.play.configured import Chosen
from rulekit.play.game import Game
from rulekit.verify import evidence, model, quoting, units
from rulekit.verify.blame import blamed
from rulekit.verify.evidence import Met
from rulekit.verify.values import asked_in

EXAMPLES = 3  # of one cause that are told
TRIED = 5  # differences of one group whose clauses are looked for; the most frequent one is its clause
SUSPECTS = 6


@attrs.frozen
class Group:
    """What seems to have one cause."""

    kind: str
    place: str
    clause: str
    met: tuple[Met, ...]


def rough(met: Met) -> tuple[str, str]:
    """What a difference is about, without looking at the rules: its kind, and the name of what differs."""
    parting = met.parting
    if parting.move is not None and isinstance(parting.move, dict):
        return parting.what, f"{parting.move.get('do', '')} {parting.engine if parting.what == 'legal' else ''}".strip()
    if parting.what in ("position", "view"):
        return parting.what, str(parting.where[1]).partition(" of ")[0] if len(parting.where) > 1 else ""
    return parting.what, str(parting.where[0]) if parting.where else " ".join(parting.asks[:1])


def size(met: Met) -> tuple[int, int]:
    """The smaller the better to be told: few steps, few players."""
    return len(met.steps), met.chosen.seats


def grouped(game: Game, every: Iterable[Met]) -> list[Group]:
    """All differences by cause; of many alike only the smallest few are looked at closely."""
    by_place: dict[tuple[str, str], list[Met]] = {}
    for one in every:
        by_place.setdefault(rough(one), []).append(one)
    found: dict[tuple[str, str, str], list[Met]] = {}
    for (kind, place), alike in by_place.items():
        alike.sort(key=size)
        for clause, some in _shared(game, alike).items():
            found.setdefault((kind, place, clause), []).extend(some)
    groups = [Group(kind, place, clause, tuple(some)) for (kind, place, clause), some in found.items()]
    return sorted(groups, key=lambda group: (-len(group.met), group.kind, group.clause, group.place))


def _shared(game: Game, alike: list[Met]) -> dict[str, list[Met]]:
    """Which clause answers for most of them, each counted once; what it does not answer for is looked at again."""
    named = [(one, suspects(game, one)[:3]) for one in alike[:TRIED]]
    rest = alike[TRIED:]
    found: dict[str, list[Met]] = {}
    while named:
        votes: Counter[str] = Counter()
        for _, names in named:
            votes.update({name: 3 - place for place, name in enumerate(names)})
        clause = max(votes, key=lambda name: votes[name]) if votes else ""
        own = [one for one, names in named if clause in names or not names]
        found[clause] = own or [one for one, _ in named]
        named = [(one, names) for one, names in named if own and one not in own]
    most = max(found, key=lambda name: len(found[name]))
    found[most] += rest
    return found


def suspects(game: Game, met: Met) -> tuple[str, ...]:
    """Clauses that may answer for one difference, the likeliest first."""
    if met.parting.what == model.Kind.FAILURE:
        return ()
    return blamed(evidence.arrived(game, met), met.parting)


# ------------------------------------------------------------------ the story of a group


def cause(game: Game, group: Group) -> model.Cause:
    """Everything a report tells of a cause, from its smallest case."""
    met = group.met[0]
    here = evidence.arrived(game, met)
    rules = evidence.side_of_rules(here, met.parting)
    asked = asked_in(here)
    names = dict.fromkeys([group.clause, *suspects(game, met)] if group.clause else suspects(game, met))
    options = dict(met.chosen.options)
    quoted = quoting.cited(game, group.clause, options)
    by_rules, by_engine = evidence.sentences(game, met, rules)
    line = game.clause(group.clause).line if group.clause else ""
    told = quoting.sentences(quoted)
    lines = evidence.reasons(game, met, here, asked)
    return model.Cause(
        id="/".join((group.kind, group.clause or "-", group.place or "-")).replace(" ", "-"),
        kind=group.kind,
        clause=group.clause,
        place=group.place,
        title=told[0].text if told else line or by_rules,
        line=line,
        sentences=told,
        rulings=quoting.rulings(quoted),
        rules=by_rules,
        engine=by_engine,
        values=evidence.values(game, met, here, asked, tuple(names)),
        reasons=tuple(quoting.reason(game, one) for one in lines[: evidence.MOST_REASONS]),
        suspects=tuple(suspect(game, name, options) for name in [*names][:SUSPECTS]),
        games=len({one.source for one in group.met if one.stage == units.GAMES}),
        vectors=len({one.source for one in group.met if one.stage == units.VECTORS}),
        examples=tuple(_example(game, one) for one in group.met[:EXAMPLES]),
        known=None,
    )


def suspect(game: Game, name: str, options: dict[str, object], score: float = 0.0) -> model.Suspect:
    return model.Suspect(name, game.clause(name).line, quoting.cited(game, name, options), score)


def _example(game: Game, met: Met) -> model.Example:
    here = evidence.arrived(game, met)
    return evidence.example(game, met, evidence.side_of_rules(here, met.parting), here)


def configurations(game: Game, played: dict[Chosen, tuple[int, int]]) -> tuple[model.Configured, ...]:
    """Each configuration with its games and decisions."""
    return tuple(evidence.configured(game, chosen, *numbers) for chosen, numbers in played.items())
