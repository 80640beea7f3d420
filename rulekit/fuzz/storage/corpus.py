"""A campaign on disk: what it was started with, the games that reached something new, how far it came, what failed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import attrs

from rulekit.check.configuration_space import GameConfig
from rulekit.fuzz.coverage_goals import SORTS
from rulekit.fuzz.driver import CampaignPlan, FuzzCampaign
from rulekit.fuzz.game_script import GameScript
from rulekit.fuzz.oracles import Blame
from rulekit.fuzz.storage.record_store import Record, RecordStore, StoreContent, merge_stores
from rulekit.fuzz.work_packet import Discovery, FuzzFailure, PacketResult
from rulekit.play.games.game import Game
from rulekit.play.refusals import Refused

FORMAT = "rulekit-corpus/1"
FAMILY = FORMAT.partition("/")[0] + "/"
ENTRY, PROGRESS, FAILURE = "entry", "progress", "failure"
COUNTS = ("games", "decisions", "judged", "builtin", "packets", "next", "failed")
Test = Callable[[Any], bool]


@attrs.frozen
class SortedRecords:
    """Records that can be used, and how many cannot: those of a later version, and those that are none."""

    records: tuple[Record, ...] = ()
    later: int = 0
    strange: int = 0


def usable(record: Record) -> bool:
    """Whether every part of it is of the right shape; whether it fits the rules only a game can tell."""
    shape = SHAPES.get(record["kind"]) if isinstance(record.get("kind"), str) else None
    return (
        shape is not None
        and not is_of_other_version(record)
        and all(name in record and test(record[name]) for name, test in shape)
    )


def is_of_other_version(record: Record) -> bool:
    """Whether another version has written it."""
    found = record.get("format", FORMAT)
    return isinstance(found, str) and found.startswith(FAMILY) and found != FORMAT


def sorted_out(records: Iterable[Record]) -> SortedRecords:
    """The usable ones, and how many of the others there are."""
    known = list(records)
    others = [is_of_other_version(record) for record in known if not usable(record)]
    return SortedRecords(tuple(record for record in known if usable(record)), others.count(True), others.count(False))


# ------------------------------------------------------------------ shapes


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _count(value: Any) -> bool:
    return type(value) is int and value >= 0


def _counts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_count, value))


def _config(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("options"), dict) and _count(value.get("seats"))


def _goals(value: Any) -> bool:
    return isinstance(value, list) and all(map(_goal, value))


def _goal(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_text, value)) and value[0] in SORTS


def _blame(value: Any) -> bool:
    wanted = {field.name: BLAMED[str(field.type)] for field in attrs.fields(Blame)}
    needed = {field.name for field in attrs.fields(Blame) if field.default is attrs.NOTHING}
    if not isinstance(value, dict) or not needed <= set(value) <= set(wanted):
        return False
    return all(wanted[name](one) for name, one in value.items())


BLAMED: dict[str, Test] = {"str": _text, "int": _count, "int | None": lambda value: value is None or _count(value)}
HEAD: tuple[tuple[str, Test], ...] = (("spec", _text), ("config", _config), ("chance", _count), ("picks", _counts))
SHAPES: dict[str, tuple[tuple[str, Test], ...]] = {
    ENTRY: (*HEAD, ("goals", _goals)),
    FAILURE: (*HEAD, ("blame", _blame)),
    PROGRESS: (("spec", _text), ("seed", _text), *((name, _count) for name in COUNTS)),
}


OFTEN = 5.0  # seconds between two seals


@attrs.define(eq=False)
class Corpus:
    """Writes down what comes in while a campaign runs."""

    store: RecordStore
    spec: str
    seed: str
    sealed: float = attrs.field(factory=time.monotonic)

    def add_packet(self, campaign: FuzzCampaign, done: PacketResult, finds: Iterable[Discovery]) -> None:
        """A packet came in."""
        for find in finds:
            self.store.append({**self._head(ENTRY, done.chosen, find.script), "goals": sorted(map(list, find.goals))})
        for failure in done.failures:
            if campaign.failures.get(failure.blame.clause) is failure:
                self.store.append(self._failure(failure))
        counts = {"games": campaign.coverage.games, "decisions": campaign.coverage.decisions}
        counts |= {"judged": campaign.judged, "builtin": campaign.builtin}
        where = {"packets": campaign.packets, "next": campaign.next, "failed": campaign.failed}
        self.store.append({"kind": PROGRESS, "format": FORMAT, "spec": self.spec, "seed": self.seed, **counts, **where})
        if time.monotonic() - self.sealed > OFTEN:
            self.store.seal()
            self.sealed = time.monotonic()

    def close_and_report(self) -> dict[str, Any]:
        """Everything sealed and made small; how it stands."""
        whole = self.store.close()
        if whole and not self.store.damaged:
            self.store.rewrite(lambda records: minimise_corpus(records, self.spec))
        written = self.store.records[: len(self.store.records) - self.store.unwritten_count]
        entries = sum(one["kind"] == ENTRY for one in sorted_out(written).records)
        trouble = self.store.trouble
        return {
            "entries": entries,
            "damaged": self.store.damaged,
            "later": sorted_out(written).later,
            "strange": sorted_out(written).strange,
            "unwritten": self.store.unwritten_count,
            "trouble": "" if trouble is None else (trouble.strerror or "cannot be written to").lower(),
        }

    def _failure(self, failure: FuzzFailure) -> Record:
        blame = {name: value for name, value in attrs.asdict(failure.blame).items() if value is not None}
        return {**self._head(FAILURE, failure.chosen, failure.script), "blame": blame}

    def _head(self, kind: str, chosen: GameConfig, script: GameScript) -> Record:
        found = {"kind": kind, "format": FORMAT, "spec": self.spec, "config": chosen.to_json()}
        return {**found, "chance": script.chance, "picks": list(script.picks)}


# ------------------------------------------------------------------ read back


def resume_campaign(plan: CampaignPlan, game: Game, kept: StoreContent) -> FuzzCampaign:
    """The campaign as far as it came. On other rules its games are still good to go on from, but reach nothing yet."""
    campaign = FuzzCampaign(plan)
    records = sorted_out(kept.records).records
    for record in records:
        try:
            if record["kind"] == ENTRY:
                _entry(campaign, game, record)
            elif record["kind"] == FAILURE and record["spec"] == game.spec:
                failure = failure_of(game, record)
                campaign.failures[failure.blame.clause] = failure
        except Refused:
            continue  # a configuration that these rules do not have
    _progress(campaign, game, records)
    campaign.first = campaign.next
    return campaign


def _entry(campaign: FuzzCampaign, game: Game, record: Record) -> None:
    chosen, script = chosen_of(game, record), script_of(record)
    campaign.entries.append(script)
    if record["spec"] == game.spec:
        campaign.coverage.add(chosen, {(sort, name) for sort, name in record["goals"]})


def _progress(campaign: FuzzCampaign, game: Game, records: Iterable[Record]) -> None:
    """How far it came with this seed."""
    for record in records:
        if record["kind"] == PROGRESS and record["spec"] == game.spec and record["seed"] == campaign.plan.seed:
            if record["packets"] > campaign.packets:
                campaign.packets, campaign.next = record["packets"], record["next"]
                campaign.failed, campaign.judged = record["failed"], record["judged"]
                campaign.builtin = record["builtin"]
                campaign.coverage.games, campaign.coverage.decisions = record["games"], record["decisions"]


def script_of(record: Record) -> GameScript:
    """The game of a record."""
    return GameScript(record["chance"], tuple(record["picks"]))


def chosen_of(game: Game, record: Record) -> GameConfig:
    """The configuration of a record; refused if the game has no such one."""
    from rulekit.play.games.game_config import choose

    return choose(game.checked, record["config"]["seats"], record["config"]["options"], None)


def failure_of(game: Game, record: Record) -> FuzzFailure:
    """A failure as it was written to the disk."""
    blame: Mapping[str, Any] = record["blame"]
    return FuzzFailure(chosen_of(game, record), script_of(record), Blame(**blame))


def last_seed(kept: StoreContent, spec: str) -> str | None:
    """The seed of the campaign that was interrupted last."""
    known = sorted_out(kept.records).records
    seeds = [str(one["seed"]) for one in known if one["kind"] == PROGRESS and one["spec"] == spec]
    return seeds[-1] if seeds else None


# ------------------------------------------------------------------ made small


def minimise_corpus(records: Iterable[Record], spec: str) -> list[Record]:
    """Entries that together reach all that was reached, short ones first; the last progress of each seed; failures.

    What is no record of ours stays as it is: a later version may know what it is.
    """
    every = list(records)
    kept = [one for one in every if usable(one)]
    entries = [one for one in kept if one["kind"] == ENTRY and one["spec"] == spec]
    seen: set[Any] = set()
    needed: list[Record] = []
    for entry in sorted(entries, key=lambda one: (len(one["picks"]), one["chance"], one["picks"])):
        goals = {(str(entry["config"]), sort, name) for sort, name in entry["goals"]}
        if goals - seen:
            seen |= goals
            needed.append(entry)
    progress = {(one["spec"], one["seed"]): one for one in kept if one["kind"] == PROGRESS}
    failures = [one for one in kept if one["kind"] == FAILURE]
    return [*_minimal(needed), *progress.values(), *failures, *(one for one in every if not usable(one))]


def _minimal(entries: list[Record]) -> list[Record]:
    """Without those all of whose goals later ones reach as well."""
    seen: set[Any] = set()
    found = []
    for entry in reversed(entries):
        goals = {(str(entry["config"]), sort, name) for sort, name in entry["goals"]}
        if goals - seen:
            found.append(entry)
        seen |= goals
    return found[::-1]


def merge_corpora(folder: Path, others: Iterable[Path]) -> StoreContent:
    """What a corpus holds, after the usable records of others were added to it."""
    return merge_stores(folder, others, usable)


def open_for_writing(folder: Path, game: Game, seed: str) -> Corpus:
    """The folder to write to."""
    return Corpus(RecordStore(folder), game.spec, seed)
