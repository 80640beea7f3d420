"""Differences grouped into causes: one cause is one story with a count, its examples the smallest first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import attrs

from rulekit.check.configuration_space import GameConfig
from rulekit.play.games.game import Game
from rulekit.play.refusals import Refused
from rulekit.verify import model, quotations, work_units
from rulekit.verify.blaming import blame, evidence
from rulekit.verify.blaming.spectrum import Spectrum, rank_clauses
from rulekit.verify.blaming.step_values import values_looked_at
from rulekit.verify.differences.answer_form import CHANGED
from rulekit.verify.differences.divergence import OVER
from rulekit.verify.differences.found_difference import LEFT, FoundDifference
from rulekit.verify.model import DifferenceKind

EXAMPLES = 3  # of one cause that are told
TRIED = 5  # differences of one group whose clauses are looked for; the most frequent one is its clause
SUSPECTS = 6
NOT_FREE = "changes"  # the place of a refusal that changes something: one mistake, whatever is refused
UNASKED = "unasked"  # that of moves for a seat which the engine itself does not ask: one mistake, whatever they are
Places = dict[tuple[str, str], list[FoundDifference]]
Names = tuple[tuple[str, float], ...]


@attrs.frozen
class CauseGroup:
    """What seems to have one cause."""

    kind: str
    place: str
    names: Names  # clauses that may answer for it, with their scores, the likeliest first
    met: tuple[FoundDifference, ...]

    @property
    def clause(self) -> str:
        """The one that is named first."""
        return self.names[0][0] if self.names else ""

    def with_more(self, other: CauseGroup) -> CauseGroup:
        """Both as one story, with every place in which it shows."""
        places = sorted({*model.places(self.place), *model.places(other.place)})
        return attrs.evolve(self, place=model.PLACES.join(places), met=(*self.met, *other.met))


def rough_cause(met: FoundDifference) -> tuple[str, str]:
    """What a difference is about, without looking at the rules: its kind, and the name of what differs."""
    parting = met.parting
    if parting.what == DifferenceKind.SHAPE:
        return DifferenceKind.SHAPE, str(parting.where[0])
    if met.operation_that_changed:
        return parting.what, met.operation_that_changed
    if OVER in parting.asks:
        return DifferenceKind.ASKED, OVER
    if str(parting.engine).startswith(CHANGED):
        return parting.what, NOT_FREE  # whichever move it is that is refused and is not free of charge
    if parting.what == DifferenceKind.EXPLANATION:
        wrong = [str(name) for name in parting.engine if name not in parting.rules]
        return parting.what, " ".join(wrong[:1]) or "names no line"
    if parting.move is not None and isinstance(parting.move, dict):
        verb = str(parting.move.get("do", ""))
        told = {("legal", "refusal"): "missing", ("not legal", "taken"): "offered"}
        if parting.what == DifferenceKind.LEGAL and parting.engine == "offered" and _is_unasked(met):
            return DifferenceKind.LEGAL, UNASKED
        if parting.what == DifferenceKind.LEGAL:
            return DifferenceKind.LEGAL, f"{verb} {parting.engine}"
        said = "refusal" if parting.rules == "legal" else str(parting.engine)
        alike = told.get((str(parting.rules), said))  # whether it is listed or taken, one mistake is one cause
        return (DifferenceKind.LEGAL, f"{verb} {alike}") if alike else (parting.what, verb)
    if parting.what in ("position", "view"):
        return parting.what, str(parting.where[1]).partition(" of ")[0] if len(parting.where) > 1 else ""
    return parting.what, str(parting.where[0]) if parting.where else " ".join(parting.asks[:1])


def _is_unasked(met: FoundDifference) -> bool:
    asked = met.engine.pending
    return isinstance(asked, dict) and met.parting.seat not in asked.get("seats", (met.parting.seat,))


def size(met: FoundDifference) -> tuple[int, int]:
    """The smaller the better to be told: few steps, few players."""
    return len(met.steps), met.configuration.seats


def group_by_cause(game: Game, every: Iterable[FoundDifference], known: Spectrum) -> list[CauseGroup]:
    """All differences by cause; of many alike only the smallest few are looked at closely."""
    by_place: Places = {}
    for one in every:
        by_place.setdefault(rough_cause(one), []).append(one)
    found: list[CauseGroup] = []
    for (kind, place), alike in _with_left_behind(by_place).items():
        alike.sort(key=lambda one: (not one.parting.fades, *size(one)))
        if place == LEFT:  # no rule is broken
            found.append(CauseGroup(kind, place, (), tuple(alike)))
            continue
        found += [CauseGroup(kind, place, names, tuple(some)) for names, some in _share_clauses(game, alike, known)]
    merged: dict[tuple[str, str, str], CauseGroup] = {}
    for group in found:
        key = _one_story(group)
        before = merged.get(key)
        merged[key] = group if before is None else before.with_more(group)
    return sorted(merged.values(), key=lambda group: (-len(group.met), group.kind, group.clause, group.place))


def _one_story(group: CauseGroup) -> tuple[str, str, str]:
    """What groups of one story share: a line that is to blame for several places is told once, with the first."""
    if group.kind == DifferenceKind.POSITION and group.clause:
        return group.kind, "", group.clause
    apart = group.place not in (NOT_FREE, UNASKED) and group.kind != DifferenceKind.EXPLANATION
    return group.kind, group.place, group.clause if apart else ""


def _with_left_behind(by_place: Places) -> Places:
    """What most answers of a kind do not owe to the moves, the others do not either: they are right or wrong by chance.

    A view that is that of the question before differs in whatever has changed since, and sometimes seems to be steady.
    """
    kinds = Counter({kind: sum(len(by_place[key]) for key in by_place if key[0] == kind) for kind, _ in by_place})
    found: Places = {}
    for (kind, place), alike in by_place.items():
        left = len(by_place.get((kind, LEFT), ()))
        found.setdefault((kind, LEFT if 2 * left > kinds[kind] else place), []).extend(alike)
    return found


def _share_clauses(
    game: Game, alike: list[FoundDifference], known: Spectrum
) -> list[tuple[Names, list[FoundDifference]]]:
    """Which clauses answer for most of them together; what the first does not answer for is looked at again."""
    named = [(one, suspects(game, one)) for one in alike[:TRIED]]
    found: list[tuple[Names, list[FoundDifference]]] = []
    while named:
        names = tuple(rank_clauses([names for _, names in named], known))
        first = names[0][0] if names else ""
        own = [one for one, mine in named if first in mine or not mine]
        found.append((names, own or [one for one, _ in named]))
        named = [(one, mine) for one, mine in named if own and one not in own]
    most = max(range(len(found)), key=lambda n: len(found[n][1]))
    found[most][1].extend(alike[TRIED:])
    return found


def suspects(game: Game, met: FoundDifference) -> tuple[str, ...]:
    """Clauses that may answer for one difference, the likeliest first."""
    if (
        met.parting.what in (DifferenceKind.FAILURE, DifferenceKind.SHAPE) or met.operation_that_changed
    ):  # no rule answers for it
        return ()
    here = evidence.position_of(game, met)
    try:
        return blame.blamed_clauses(here, met.parting)
    except Refused:  # it was met somewhere else, as in a copy that was played on; what led here is all that is known
        return tuple(dict.fromkeys(name for name in reversed(here.lines_run) if name))[:SUSPECTS]


# ------------------------------------------------------------------ the story of a group


def cause(game: Game, group: CauseGroup) -> model.Cause:
    """Everything a report tells of a cause, from its smallest case."""
    met = group.met[0]
    here = evidence.position_of(game, met)
    rules = evidence.side_of_rules(here, met.parting)
    asked = values_looked_at(here)
    options = dict(met.configuration.options)
    quoted = quotations.quote_line(game, group.clause, options)
    by_rules, by_engine = evidence.sentences(game, met, rules)
    known = quotations.line_of(game, group.clause)
    line = known.line if known is not None else ""
    told = quotations.sentences(quoted)
    lines = evidence.reasons(game, met, here, asked)
    named = named_of(game, group)
    return model.Cause(
        id="/".join((group.kind, group.clause or "-", group.place or "-")).replace(" ", "-"),
        kind=group.kind,
        clause=group.clause,
        place=group.place,
        title=told[0].text if told else line or by_rules,
        line=line,
        sentences=told,
        rulings=quotations.rulings(quoted),
        rules=by_rules,
        engine=by_engine,
        values=evidence.values(game, met, here, asked, tuple(name for name, _ in group.names)),
        reasons=tuple(quotations.reason(game, one) for one in lines[: evidence.MOST_REASONS]),
        suspects=tuple(suspect(game, name, options, score) for name, score in named[:SUSPECTS]),
        games=len({one.source for one in group.met if one.stage == work_units.GAMES}),
        vectors=len({one.source for one in group.met if one.stage == work_units.VECTORS}),
        examples=tuple(_example(game, one) for one in group.met[:EXAMPLES]),
        known=None,
    )


def named_of(game: Game, group: CauseGroup) -> Names:
    """The clauses that a report names: of what is not kept, those that are about it, for none of them is broken."""
    met = group.met[0]
    return tuple((name, 0.0) for name in _not_kept(game, met)) if met.operation_that_changed else group.names


def suspect(game: Game, name: str, options: dict[str, object], score: float) -> model.Suspect:
    """A line that may be to blame, with its text and sentences."""
    known = quotations.line_of(game, name)
    return model.Suspect(
        name, known.line if known is not None else "", quotations.quote_line(game, name, options), round(score, 3)
    )


def _not_kept(game: Game, met: FoundDifference) -> tuple[str, ...]:
    """Where a copy, a save or a load changes the game no rule is broken; these lines write what was lost or shared."""
    here = evidence.position_of(game, met)
    try:
        for step in (met.parting.after or {}).get("fork", ()):
            here = here.apply(*step["move"]) if "move" in step else here
        written = met.parting if met.parting.fades else attrs.evolve(met.parting, what=DifferenceKind.POSITION, asks=())
        return blame.blamed_clauses(here, written)
    except Refused:  # it was met somewhere else
        return ()


def _example(game: Game, met: FoundDifference) -> model.Example:
    here = evidence.position_of(game, met)
    return evidence.example(game, met, evidence.side_of_rules(here, met.parting), here)


def configurations(game: Game, played: dict[GameConfig, tuple[int, int]]) -> tuple[model.Configured, ...]:
    """Each configuration with its games and decisions."""
    return tuple(evidence.configuration_with_amount(game, chosen, *numbers) for chosen, numbers in played.items())
