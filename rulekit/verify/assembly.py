"""The report from what was done: units added up, differences grouped, sentences accounted for, one verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import attrs

from rulekit.check.configuration_space import GameConfig
from rulekit.play.games.game import Game
from rulekit.verify import baseline, model, quotations, work_units
from rulekit.verify.blaming import causes
from rulekit.verify.blaming.spectrum import spectrum
from rulekit.verify.differences import difference_words
from rulekit.verify.differences.found_difference import LEFT
from rulekit.verify.lockstep import lines_met
from rulekit.verify.model import KINDS, DifferenceKind, Verdict, VerdictWord
from rulekit.verify.work_units import WorkUnit

NOT_SAID = "the engine does not know it and said so at the handshake"


@attrs.frozen
class VerificationRun:
    """What was asked for and what the engine said of itself."""

    engine: model.EngineTold
    seed: str
    version: str  # of the kit
    unsaid: tuple[str, ...] = ()
    smoke: tuple[model.Check, ...] = ()
    planned: tuple[tuple[str, int, str], ...] = ()  # stage, how many units it has, why it was left out
    missing: tuple[model.Missing, ...] = ()
    accepted: tuple[baseline.BaselineEntry, ...] = ()
    stopped: bool = False


def verification(game: Game, run: VerificationRun, done: Iterable[WorkUnit]) -> model.Verification:
    """The finished report."""
    every = tuple(done)
    met = [one for unit in every for one in unit.met]
    found = baseline.apply_baseline(
        tuple(causes.cause(game, group) for group in causes.group_by_cause(game, met, spectrum(every))), run.accepted
    )
    known = baseline.review_entries(found, run.accepted, every)
    failures = group_failures(every)
    compared = _comparisons(every)
    return model.Verification(
        model.FORMAT,
        verdict(game, run, every, found, known, failures),
        _game(game, run.version),
        run.engine,
        run.seed,
        causes.configurations(game, _plays_by_configuration(every)),
        run.smoke,
        _stages(run, every),
        compared,
        (*(model.Missing(name, NOT_SAID) for name in run.unsaid), *run.missing, *_skips(every), *_breakdowns(every)),
        sum(unit.over for unit in every),
        sum(unit.decisions for unit in every),
        _sentences(game, every, found),
        found,
        known,
        failures,
        tuple(model.Advice(what, times) for what, times in Counter(_advice(every)).items()),
    )


def _game(game: Game, version: str) -> model.GameTold:
    grounds = game.grounds()
    return model.GameTold(
        game.name,
        game.name.replace("-", " ").title(),
        game.spec,
        version,
        tuple(model.Assumed(one["kind"], one["rows"], one["of"]) for one in grounds.get("assumed", ())),
        game.assumed_rows_note,
        dict(grounds.get("tables", {})),
    )


def _plays_by_configuration(every: Sequence[WorkUnit]) -> dict[GameConfig, tuple[int, int]]:
    found: dict[GameConfig, tuple[int, int]] = {}
    for unit in every:
        chosen = GameConfig(tuple(unit.options.items()), unit.seats)
        games, decisions = found.get(chosen, (0, 0))
        found[chosen] = (games + 1, decisions + unit.decisions)
    return found


# ------------------------------------------------------------------ what was done and compared


def _stages(run: VerificationRun, every: Sequence[WorkUnit]) -> tuple[model.Stage, ...]:
    failed = sum(one.state == "failed" for one in run.smoke)
    state = "skipped" if not run.smoke else "failed" if failed else "passed"
    found = [model.Stage("smoke", state, "", len(run.smoke), len(run.smoke), failed)]
    for name, of, why in run.planned:
        own = [unit for unit in every if unit.stage == name and unit.state != work_units.SKIPPED]
        wrong = sum(unit.state != work_units.AGREED for unit in own)
        state = "skipped" if not own else "failed" if wrong else "passed"
        found.append(model.Stage(name, state, why if not own else "", len(own), of, wrong))
    return tuple(found)


OF_THREE = 3  # by the rule of three; of fewer games it says nothing


def _comparisons(every: Sequence[WorkUnit]) -> tuple[model.Compared, ...]:
    """Of each kind how much, in how many games, and the bound where it never differed."""
    differs = Counter(one.parting.what for unit in every for one in unit.met)
    told = []
    for kind in DifferenceKind:
        own = [unit for unit in every if unit.counts.get(kind)]
        games = sum(unit.stage == work_units.GAMES for unit in own)
        shares: Counter[str] = Counter()
        for unit in own:
            shares.update(unit.shares.get(kind, {}))
        if own or differs[kind]:
            bound = f"3/{games}" if games > OF_THREE and not differs[kind] else ""
            number = sum(unit.counts[kind] for unit in own)
            parts = tuple(model.Share(what, count) for what, count in sorted(shares.items()))
            told.append(model.Compared(kind, KINDS[kind].many, number, len(own), differs[kind], bound, parts))
    return tuple(told)


def _skips(every: Sequence[WorkUnit]) -> tuple[model.Missing, ...]:
    """Vectors and positions that were passed over, by the reason."""
    why = Counter((unit.stage, unit.why) for unit in every if unit.state == work_units.SKIPPED)
    return tuple(
        model.Missing(difference_words.plural(times, STAGES[stage]), reason) for (stage, reason), times in why.items()
    )


def _breakdowns(every: Sequence[WorkUnit]) -> tuple[model.Missing, ...]:
    """Vectors and games in which the engine failed: they say nothing."""
    failed = [unit for unit in every if unit.failure is not None]
    return (model.Missing(_counts(failed), "the engine failed there"),) if failed else ()


def _advice(every: Sequence[WorkUnit]) -> list[str]:
    return [one for unit in every for one in unit.advice]


def group_failures(every: Sequence[WorkUnit]) -> tuple[model.Failed, ...]:
    """Failures of the engine, those with the same words once; of many the one that comes again is told, if any does."""
    found: dict[tuple[str, str], model.Failed] = {}
    for unit in every:
        if unit.failure is not None:
            one = unit.failure
            known = found.get(key := (one.kind, one.said), attrs.evolve(one, times=0))
            told = one if one.again == model.ALWAYS != known.again else known
            found[key] = attrs.evolve(told, times=known.times + one.times)
    return tuple(found.values())


# ------------------------------------------------------------------ sentences


def _sentences(game: Game, every: Sequence[WorkUnit], found: Sequence[model.Cause]) -> tuple[model.SentenceState, ...]:
    """Every sentence of the ledger: failed, agreed, not met, or such that a report cannot tell."""
    times: Counter[str] = Counter()
    for unit in every:
        times.update(unit.lines)
    failed = {one.clause for one in found}
    seen = lines_met.noticeable(game.checked)
    told = []
    for name, lines in sorted(lines_met.lines_by_sentence(game).items()):
        if name.startswith(quotations.RULING) or name not in game.clauses.ledger:
            continue
        met = max((times[line] for line in lines), default=0)
        state = "failed" if lines & failed else "agreed" if met else "not met" if lines & seen else "cannot be told"
        (quoted,) = quotations.quote_clauses(game, [(name, game.clauses.ledger[name].text)])
        told.append(model.SentenceState(quoted, state, tuple(sorted(lines)), met))
    return tuple(told)


# ------------------------------------------------------------------ the verdict


def verdict(
    game: Game,
    run: VerificationRun,
    every: Sequence[WorkUnit],
    found: Sequence[model.Cause],
    known: Sequence[model.Known],
    failures: Sequence[model.Failed],
) -> Verdict:
    """The one place in which it is decided; formats and the exit code ask here."""
    name, many = run.engine.name or "the engine", difference_words.plural
    open_ones = [one for one in found if one.known is None]
    passing = [one for one in known if one.state == baseline.PASSES]
    wrong = sum(one.state == "failed" for one in run.smoke)
    times = sum(one.times for one in failures)
    done = [unit for unit in every if unit.state != work_units.SKIPPED]
    if run.stopped:
        word, said = VerdictWord.STOPPED, f"stopped after {_counts(done)}; this is how far it came"
    elif wrong:
        word, said = VerdictWord.UNJUDGED, f"{name} cannot be judged: {many(wrong, 'check')} of its adapter failed"
    elif open_ones:
        word = VerdictWord.DIFFERS
        besides = f"; besides, it failed {many(times, 'time')}" if times else ""
        causes = f"{many(len(open_ones), 'cause')} in {_counts_of_cause(done, open_ones)}"
        said = f"{name} does not play by the rules of {game.name}: {causes}{besides}"
    elif failures:
        word, said = VerdictWord.UNJUDGED, f"{name} cannot be judged: it failed {many(times, 'time')}"
    elif late := _not_reached(every):
        word, said = VerdictWord.UNJUDGED, f"{name} cannot be judged: {late}"
    elif passing:
        word = VerdictWord.DIFFERS
        several = many(len(passing), "accepted difference")
        said = f"{several} of {name} agree{'s' if len(passing) == 1 else ''} now"
    elif not done or not sum(unit.counts.get(kind, 0) for unit in done for kind in DifferenceKind):
        word, said = VerdictWord.NOTHING, "nothing was compared"
    else:
        accepted = sum(one.known is not None for one in found)
        besides = f", besides {many(accepted, 'accepted difference')}" if accepted else ""
        word, said = VerdictWord.AGREES, f"{name} plays by the rules of {game.name} in {_counts(done)}{besides}"
    return Verdict(str(word), model.CODES[word], said)


def _not_reached(every: Sequence[WorkUnit]) -> str:
    """How many vectors had no turn before their time was over; empty if all had."""
    late = sum(unit.why == work_units.NOT_REACHED for unit in every)
    of = difference_words.plural(sum(unit.stage == work_units.VECTORS for unit in every), "vector")
    return f"{late:,} of {of} not reached in time, no difference in the rest" if late else ""


STAGES = {work_units.VECTORS: "vector", work_units.GAMES: "game"}


def _counts(done: Sequence[WorkUnit]) -> str:
    """`28 vectors and 176 games`."""
    numbers = Counter(unit.stage for unit in done)
    parts = [difference_words.plural(numbers[stage], one) for stage, one in STAGES.items() if numbers[stage]]
    return " and ".join(parts or ["0 games"])


def _counts_of_cause(done: Sequence[WorkUnit], open_ones: Sequence[model.Cause]) -> str:
    """`4 of 28 vectors and 27 of 176 games`: those that show one of the causes."""
    places = {(one.kind, place) for one in open_ones for place in model.places(one.place)}
    kinds = {kind for kind, place in places if place == LEFT}  # a story of which may hold others of its kind
    numbers = Counter(unit.stage for unit in done)
    wrong = Counter(
        unit.stage
        for unit in done
        if any(place in places or place[0] in kinds for place in map(causes.rough_cause, unit.met))
    )
    return " and ".join(
        f"{wrong[stage]:,} of {difference_words.plural(numbers[stage], one)}"
        for stage, one in STAGES.items()
        if numbers[stage]
    )


__all__ = ["VerificationRun", "verdict", "verification"]
