"""Each rung counts what vectors made by hand have the rules do, and names what is left out of them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import attrs
import pytest

from rulekit.adequacy import mutants
from rulekit.adequacy import rules as situations
from rulekit.adequacy.ladder import Ladder, LadderEntry, Rung, in_words, rung_of
from rulekit.adequacy.measuring import MeasurePlan, measure_vectors, read_vectors
from rulekit.adequacy.noting import NotedVectors, VectorNotes, replay_and_note, sole_refusers
from rulekit.adequacy.rules import clauses, guards, guards_of, lines, rows, rows_met, used_declarations
from rulekit.mutate.judging import Effort
from rulekit.mutate.mutant_generation import Mutant
from rulekit.mutate.mutation_campaign import MutationWork, prepare_judge
from rulekit.pipeline import load
from rulekit.play.games.game import Game
from rulekit.tests.calling import Call
from rulekit.tests.play.toys import toy
from rulekit.tests.vectors.stones import CONFIG, FIRST, grab, see, vector
from rulekit.vectorgen.draft import VectorDraft
from rulekit.vectorgen.folder import describe_folder
from rulekit.vectors import files, manifest
from rulekit.vectors.form import Vector
from rulekit.vectors.sets import trees

Json = Any
UNLUCKY = {**CONFIG, "options": {"last-stone": "unlucky"}}
FEW = Effort(games=30, steps=40, play_seconds=1.0, close_games=6)


def whole(name: str, config: Json, winner: int, *refused: Json) -> Vector:
    """A game to the end; with two stones left, moves that must be refused."""
    said = ((0, 3), (1, 3), (0, 3), (1, 1))
    moves = [{"move": [seat, grab(n)]} for seat, n in said]
    told = {"winners": [winner], "leaders": [winner], "outcome": "win"}
    end = {"see": {"pending": {"kind": "end"}, "states": {"stones": 0, "active": 0}, "result": told}}
    views = {"-": {"states": {"stones": 2, "active": 0}, "zones": {}}}
    near = see(0, states={"stones": 2, "active": 0}, views=views)
    made = vector(FIRST, *moves, near, *refused, {"move": [0, grab(2)]}, end, config=config)
    return attrs.evolve(made, id=f"game/{name}")


NEAR = {"not": [0, grab(3)], "kind": "near"}
LUCKY_GAME, UNLUCKY_GAME = whole("lucky", CONFIG, 0, NEAR), whole("unlucky", UNLUCKY, 1)
ALL = (LUCKY_GAME, UNLUCKY_GAME)


@pytest.fixture
def stones(game: Path) -> Path:
    """The starter game with a sentence on the unlucky way to play it, and without scenes that could speak for it."""
    shutil.rmtree(game / "scenes")
    file = game / "3-end.rules"
    before, _, after = file.read_text(encoding="utf-8").rpartition("@ruling:AMB-1")
    file.write_text(f"{before}@result.unlucky{after}", encoding="utf-8")
    ledger = game / "ledger.toml"
    text = ledger.read_text(encoding="utf-8")
    last = text[text.rindex("[[clause]]") :].replace("result.last-stone", "result.unlucky")
    ledger.write_text(f"{text}\n{last}", encoding="utf-8")
    return game


def notes_of(place: Path, *vectors: Vector) -> NotedVectors:
    game = load(place)
    found = replay_and_note(game, trees(game.checked), vectors, guards_of(game))
    assert not found.failed, found.failed
    return found


def names(rung: Rung) -> list[str]:
    return [one.name for one in rung.missing]


# ------------------------------------------------------------------ clauses, lines, guards


def test_a_clause_that_is_left_out_is_named(stones: Path) -> None:
    game = load(stones)
    full = clauses(game, notes_of(stones, *ALL).all, {})
    assert (full.reached, full.of, names(full), full.is_met) == (8, 8, [], True)
    some = clauses(game, notes_of(stones, LUCKY_GAME).all, {})
    assert (some.reached, some.of, names(some), some.is_met) == (7, 8, ["result.unlucky"], False)


def test_a_clause_is_accounted_for_by_its_vector_first_then_by_law_scene_or_reason(stones: Path) -> None:
    holders = {"result.unlucky": [{"sort": "scene", "name": "x"}, {"sort": "law", "name": "y"}]}
    holders["result.last-stone"] = [{"sort": "reason", "name": "rulings.md"}]
    found = clauses(load(stones), notes_of(stones, LUCKY_GAME).all, holders)
    assert found.parts == {"vector": 7, "law": 1} and found.is_met


def test_a_clause_held_by_a_line_that_nobody_meets_says_so(stones: Path) -> None:
    holders = {"result.unlucky": [{"sort": "line", "name": "[result.unlucky]"}]}
    found = clauses(load(stones), notes_of(stones, LUCKY_GAME).all, holders)
    assert found.missing == (LadderEntry("result.unlucky", "held by [result.unlucky], which no vector meets"),)


def test_a_clause_of_a_procedure_is_met_with_one_of_its_lines(stones: Path) -> None:
    file = stones / "2-play.rules"
    text = file.read_text(encoding="utf-8").replace("@grab.gone", "@heap.twelve\n  [grab.tidy]    tidy  @heap.twelve")
    more = "to tidy  @grab.gone\n  [tidy.do]  add 0 to stones  @heap.twelve\n"
    file.write_text(text.replace("turn\n", f"{more}turn\n", 1), encoding="utf-8")
    game = load(stones)
    assert names(clauses(game, notes_of(stones, *ALL).all, {})) == []
    assert "grab.gone" in names(clauses(game, VectorNotes(), {}))


TIDY = """relation n: Number under s: Number, if any
  [under.less]  n < s  @grab.gone
to tidy n: Number
  [tidy.may]  require stones >= 0  @heap.twelve
  let s be stones
  [tidy.do]   if n under s: add 0 to stones  @heap.twelve
turn
"""


def test_a_line_that_runs_meets_the_guard_of_its_procedure_and_the_relation_it_asks(stones: Path) -> None:
    """A relation of one case: of several, nobody could say which it was."""
    file = stones / "2-play.rules"
    text = file.read_text(encoding="utf-8").replace("@grab.gone", "@heap.twelve\n  [grab.tidy]  tidy n  @heap.twelve")
    file.write_text(text.replace("turn\n", TIDY, 1), encoding="utf-8")
    game, found = load(stones), notes_of(stones, *ALL).all
    assert {"tidy.may", "tidy.do"} <= found.lines
    assert names(clauses(game, found, {})) == []
    some = TIDY.replace("@grab.gone", "@grab.gone\n  [under.none]  s = 0  @heap.twelve")
    file.write_text(text.replace("turn\n", some, 1), encoding="utf-8")
    assert names(clauses(load(stones), notes_of(stones, *ALL).all, {})) == ["grab.gone"]


def test_a_line_that_no_vector_meets_is_named(stones: Path) -> None:
    game = load(stones)
    assert names(lines(game, notes_of(stones, *ALL).all, {})) == []
    assert names(lines(game, notes_of(stones, LUCKY_GAME).all, {})) == ["result.unlucky"]


def test_a_line_of_the_set_up_that_asks_nobody_is_met(stones: Path) -> None:
    file = stones / "2-play.rules"
    text = file.read_text(encoding="utf-8").replace(
        "turn\n", "setup\n  [setup.heap]  set stones to 12  @heap.twelve\nturn\n", 1
    )
    file.write_text(text, encoding="utf-8")
    assert "setup.heap" in notes_of(stones, BEGINNING).all.lines


def test_a_guard_that_alone_refuses_nothing_is_named(stones: Path) -> None:
    game = load(stones)
    assert names(guards(game, notes_of(stones, LUCKY_GAME).all, {})) == []
    assert names(guards(game, notes_of(stones, UNLUCKY_GAME).all, {})) == ["grab.enough"]


def test_a_guard_that_refuses_together_with_other_lines_still_counts_and_another_seat_does_not(stones: Path) -> None:
    other = {"not": [1, grab(3)], "kind": "other-seat"}
    assert notes_of(stones, whole("lucky", CONFIG, 0, other)).all.alone == set()


@pytest.mark.parametrize(
    ("because", "found"),
    [
        (["buy.open"], {"buy.open"}),
        (["pay.enough", "buy.do"], {"pay.enough", "price of buy.do"}),
        (["buy.open", "pay.enough", "buy.do"], set()),
        (["buy.open", "buy.free"], set()),
        (["turn.buy"], set()),
    ],
)
def test_a_price_refuses_alone_together_with_what_it_would_run(because: list[str], found: set[str]) -> None:
    assert sole_refusers(because, {"buy.open", "buy.free", "price of buy.do", "pay.enough"}, {"pay.enough"}) == found


def test_a_reason_in_the_rulings_takes_a_guard_out_of_the_count(stones: Path) -> None:
    notes = notes_of(stones, UNLUCKY_GAME).all
    found = guards(load(stones), notes, {("guard", "grab.enough"): "nobody would try"})
    assert (found.of, found.left_out) == (0, (LadderEntry("grab.enough", "nobody would try"),))


def test_vectors_that_the_rules_do_not_pass_count_for_nothing_and_are_named(stones: Path) -> None:
    game = load(stones)
    found = replay_and_note(game, trees(game.checked), [whole("wrong", UNLUCKY, 0)], guards_of(game))
    assert not found.each and [one.name for one in found.failed] == ["game/wrong"]
    assert not Ladder("x", "y", 1, found.failed, ()).is_met


# ------------------------------------------------------------------ pairs, situations


def test_pairs_and_situations_that_fresh_games_show_and_no_vector_are_named(stones: Path) -> None:
    game = load(stones)
    wanted = situations.notes_of_new_games(game, "0")
    some = notes_of(stones, LUCKY_GAME).all
    assert names(situations.pairs(some, wanted)) == []
    left = names(situations.situations(some, wanted))
    assert "option last-stone unlucky" in left and "option last-stone lucky" not in left
    assert "view of the seat asked at turn.grab" in left and "view of a spectator at turn.grab" not in left
    assert "end: win, winners one" not in left


# ------------------------------------------------------------------ mutants


BEGINNING = vector(FIRST, {"move": [0, grab(3)]}, see(1, states={"stones": 9, "active": 1}))


def fates(place: Path, clause: str, *vectors: Vector) -> dict[str, str]:
    judge, all_ = prepare_judge(place, FEW)
    trial = mutants.VectorTrial(judge, notes_of(place, *vectors), trees(judge.original.checked))
    return {one.id: trial.verdict(one).fate for one in all_ if one.clause == clause}


def test_a_mutant_that_no_vector_notices_and_games_do_misses_a_vector(stones: Path) -> None:
    some, full = fates(stones, "end.empty", BEGINNING), fates(stones, "end.empty", *ALL)
    missed = {name for name, fate in some.items() if fate == mutants.MISSING}
    assert missed and {full[name] for name in missed} == {mutants.NOTICED}
    assert some.keys() == full.keys() and mutants.MISSING not in full.values()


def test_a_change_that_two_players_cannot_tell_is_equivalent_with_its_evidence(stones: Path) -> None:
    judge, all_ = prepare_judge(stones, FEW)
    trial = mutants.VectorTrial(judge, notes_of(stones, *ALL), trees(judge.original.checked))
    (found,) = (trial.verdict(one) for one in all_ if one.id == "ring-step@result.unlucky#1")
    assert found.fate == mutants.EQUIVALENT and "games" in found.why and "3-end.rules:" in found.entry.why


def test_mutants_are_counted_without_those_that_say_nothing_of_vectors(stones: Path) -> None:
    _, all_ = prepare_judge(stones, FEW)
    kinds = (mutants.NOTICED, mutants.TRIVIAL, mutants.EQUIVALENT, mutants.MISSING, mutants.LATE, mutants.SILENT)
    found = mutants.rung([mutants.MutantOutcome(one, fate) for one, fate in zip(all_, kinds, strict=False)], len(all_))
    assert (found.reached, found.of, len(found.missing), len(found.left_out)) == (1, 3, 2, 2)
    assert not found.is_met and "6 of" in found.notes[0]


def test_the_same_seed_takes_the_same_mutants(stones: Path) -> None:
    judge, all_ = prepare_judge(stones, FEW)
    trial = mutants.VectorTrial(judge, notes_of(stones, *ALL), trees(judge.original.checked))
    taken = [
        [one.mutant.id for one in mutants.judge_mutants(trial, all_, seed, 1e12, 3)[0]] for seed in ("0", "0", "1")
    ]
    assert taken[0] == taken[1] != taken[2]
    assert mutants.judge_mutants(trial, all_, "0", 0.0, 3) == ([], False)


def test_the_number_of_processes_changes_no_verdict(stones: Path) -> None:
    judge, all_ = prepare_judge(stones, FEW)
    notes, sets = notes_of(stones, *ALL), trees(judge.original.checked)
    shared = mutants.SharedWork(2, MutationWork(stones, FEW, ()), notes, sets)
    alone_, _ = mutants.judge_mutants(mutants.VectorTrial(judge, notes, sets), all_, "0", 1e12, 6)
    together, _ = mutants.judge_mutants(mutants.VectorTrial(judge, notes, sets), all_, "0", 1e12, 6, shared)
    assert [(one.mutant.id, one.fate) for one in alone_] == [(one.mutant.id, one.fate) for one in together]


def test_ctrl_c_keeps_the_mutants_that_were_judged(stones: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judge, all_ = prepare_judge(stones, FEW)
    trial = mutants.VectorTrial(judge, notes_of(stones, *ALL), trees(judge.original.checked))
    real, made = trial.verdict, iter(range(3))

    def pressed(mutant: Mutant) -> mutants.MutantOutcome:
        if next(made) == 2:
            raise KeyboardInterrupt
        return real(mutant)

    monkeypatch.setattr(mutants.VectorTrial, "verdict", lambda self, mutant: pressed(mutant))
    found, stopped = mutants.judge_mutants(trial, all_, "0", 1e12, None)
    assert len(found) == 2 and stopped
    assert "before it was stopped" in mutants.rung(found, len(all_), stopped).notes[0]


# ------------------------------------------------------------------ rows


def employing(game: Game, *moves: Json) -> VectorNotes:
    """The notes of a game with these moves."""
    draft = VectorDraft("turn", game.start(2), loaded=False)
    for move in moves:
        draft.take(draft.here.pending.seats[0], draft.here.legal().index({"do": "employ", **move}))
    draft.look()
    return replay_and_note(game, trees(game.checked), [draft.finish().vector], guards_of(game)).all


def test_what_is_printed_on_rows_and_never_read_is_named_row_by_row() -> None:
    game = toy("effects")
    some = rows(game, employing(game, {"tool": "shop", "g": "salt"}))
    assert (some.reached, some.of) == (2, 7)
    assert [(one.name, one.why) for one in some.missing] == [
        ("tool.loom", "a, b, worth"),
        ("tool.well", "1, worth"),
    ]


def test_a_row_is_met_when_its_effect_runs_and_not_when_it_is_offered() -> None:
    """Every tool may be employed at the start; the one that is used is met."""
    game = toy("effects")
    notes = employing(game, {"tool": "loom", "how": "b"})
    assert [row.name for _, row in rows_met(game, notes.cells)] == ["loom"]
    assert {"tool.loom", "row loom"} <= used_declarations(game, notes)
    assert "tool.shop" not in used_declarations(game, notes)


# ------------------------------------------------------------------ the whole ladder, and the command


def written(place: Path, folder: Path, *vectors: Vector) -> Path:
    """A folder with these vectors."""
    folder.mkdir()
    text = files.text(vectors)
    (folder / "tiny.jsonl").write_text(text, encoding="utf-8")
    index = describe_folder(load(place), {"tiny.jsonl": manifest.entry(text, list(vectors))})
    (folder / manifest.NAME).write_text(manifest.manifest_text(index), encoding="utf-8")
    return folder


def test_the_command_names_what_is_left_out(stones: Path, tmp_path: Path, rulekit: Call) -> None:
    folder = written(stones, tmp_path / "vectors", LUCKY_GAME)
    ran = rulekit("adequacy", stones, "--vectors", folder, "--max-time", 0, "--format", "json")
    told = {rung["name"]: rung for rung in json.loads(ran.out)["rungs"]}
    assert ran.code == 1 and [one["name"] for one in told["clauses"]["missing"]] == ["result.unlucky"]
    assert (told["clauses"]["reached"], told["clauses"]["of"], told["guards"]["percent"]) == (7, 8, 100.0)
    text = rulekit("adequacy", stones, "--vectors", folder, "--max-time", 0)
    assert text.code == 1 and "MISSED" in text.out and "result.unlucky: held by [result.unlucky]" in text.out


def test_the_command_is_content_with_vectors_that_miss_nothing(stones: Path, tmp_path: Path, rulekit: Call) -> None:
    folder = written(stones, tmp_path / "vectors", *ALL)
    assert rulekit("adequacy", stones, "--vectors", folder, "--max-time", 0).code == 0
    ran = rulekit("adequacy", stones, "--vectors", folder, "--max-time", 60, "--mutants", 2, "--format", "json")
    assert json.loads(ran.out)["rungs"][-1]["notes"][0].startswith("2 of ")


@pytest.mark.parametrize("where", ["nowhere", "tiny"])
def test_without_vectors_nothing_is_measured(game: Path, tmp_path: Path, rulekit: Call, where: str) -> None:
    ran = rulekit("adequacy", game, "--vectors", tmp_path / where if where == "nowhere" else where)
    assert ran.code == 5 and "rulekit vectors" in ran.err


def test_vectors_of_other_rules_are_refused(stones: Path, game: Path, tmp_path: Path, rulekit: Call) -> None:
    folder = written(stones, tmp_path / "vectors", LUCKY_GAME)
    file = game / "2-play.rules"
    file.write_text(file.read_text(encoding="utf-8").replace("1 to 3", "1 to 4"), encoding="utf-8")
    ran = rulekit("adequacy", game, "--vectors", folder)
    assert ran.code == 2 and "made from other rules" in ran.err


def test_the_ladder_has_every_rung_and_ends_with_mutants(stones: Path, tmp_path: Path) -> None:
    folder = written(stones, tmp_path / "vectors", *ALL)
    game = load(stones)
    said: list[str] = []
    found = measure_vectors(game, stones, *read_vectors(game, folder, None), MeasurePlan(60.0, 1), said.append)
    assert [one.name for one in found.rungs] == ["clauses", "lines", "guards", "pairs", "situations", "mutants"]
    assert said and found.vectors == 2


def test_long_lists_are_cut_and_say_so() -> None:
    rung = rung_of("lines", "lines", [f"l{n}" for n in range(9)], ["l0"], 50.0)
    assert (rung.percent, rung.is_met, rung.to_json()["good"]) == (11.1, False, False)
    ladder = Ladder("stones", "sha256:0", 3, (), (rung,))
    assert any("and 6 more" in line for line in in_words(ladder, 2))
    assert not any("more" in line for line in in_words(ladder))


def test_a_rung_with_nothing_to_count_is_not_told_as_reached() -> None:
    """All mutants that were judged changed nothing: nobody has seen one noticed."""
    empty = Ladder("x", "1", 3, (), (Rung("mutants", "mutants are noticed", 0, 0, bar=90.0),))
    assert empty.is_met
    assert list(in_words(empty))[1].endswith("wanted are 90 %: nothing to count, so nothing is told")
