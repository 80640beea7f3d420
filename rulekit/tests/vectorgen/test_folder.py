"""A folder of vectors is checked against the rules; failures are kept in it, and clauses found in it."""

from __future__ import annotations

import shutil
from pathlib import Path

import attrs
import pytest
from click.testing import CliRunner

from rulekit.cli.commands.new import STARTER
from rulekit.cli.commands.vectors import command
from rulekit.data import bundled_games, conformance_root
from rulekit.pipeline import load
from rulekit.play.games.game import Game
from rulekit.play.refusals import Refused
from rulekit.tests.bundled import bundled
from rulekit.tests.vectorgen.test_making import smallest
from rulekit.vectorgen import folder, making
from rulekit.vectors import files, manifest

HAVE = [game.name for game in bundled_games()]
SMALL = making.VectorAmounts(2, 2, 1, 3, 3, 2, 2, 2, 2, 2)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Game, Path]:
    """The starter game and a small folder of its vectors, made once."""
    game, where = load(STARTER), tmp_path_factory.mktemp("made") / "vectors"
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(folder.WANTED, "standard", SMALL)
        folder.write(game, "standard", where)
    return game, where


@pytest.fixture
def place(made: tuple[Game, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Game, Path]:
    """A copy of that folder to work on; what is made again is as small."""
    monkeypatch.setitem(folder.WANTED, "standard", SMALL)
    game, where = made
    return game, Path(shutil.copytree(where, tmp_path / "vectors"))


def test_a_fresh_folder_fits_the_rules(place: tuple[Game, Path]) -> None:
    assert list(folder.check_folder(*place)) == []
    assert list(folder.same_again(*place)) == []


def test_other_rules_are_told(place: tuple[Game, Path]) -> None:
    game, where = place
    found = manifest.read_manifest(where)
    text = manifest.manifest_text(found).replace(found.spec, "sha256:" + "0" * 64)
    (where / manifest.NAME).write_text(text, encoding="utf-8")
    (said,) = folder.check_folder(game, where)
    assert "made from other rules" in said


def test_a_vector_the_rules_do_not_pass_is_told(place: tuple[Game, Path]) -> None:
    game, where = place
    name = "tiny.jsonl"
    text = (where / name).read_text(encoding="utf-8").replace('"stones":12', '"stones":11')
    (where / name).write_text(text, encoding="utf-8")
    assert "SHA-256 is another" in next(folder.check_folder(game, where))
    found = manifest.read_manifest(where)
    entries = {**found.files, name: manifest.entry(text, files.read_vectors(where / name))}
    (where / manifest.NAME).write_text(manifest.manifest_text(folder.describe_folder(game, entries)), encoding="utf-8")
    assert any("the rules say something else" in said for said in folder.check_folder(game, where, None))


def test_a_clause_leads_to_its_vectors(place: tuple[Game, Path]) -> None:
    _, where = place
    found = folder.affected_vectors(where, "turn.grab")
    assert found and folder.affected_vectors(where, "[turn.grab]") == found
    assert folder.affected_vectors(where, "no.such-clause") == []


@pytest.mark.long
def test_a_recorded_game_is_kept_for_ever(place: tuple[Game, Path], tmp_path: Path) -> None:
    game, where = place
    here = game.start(2)
    while not here.is_over:
        here = here.take(here.pending.seats[0], 0)
    trace = tmp_path / "game.json"
    trace.write_text(here.trace().text(), encoding="utf-8")
    from rulekit.vectorgen import folder as recorded_game

    one = recorded_game.vector(game, here.trace(), "found by hand")
    assert folder.keep(game, where, one) and not folder.keep(game, where, one)
    assert files.read_vectors(where / manifest.KEPT_FILE) == [one]
    assert list(folder.check_folder(game, where, None)) == []
    folder.write(game, "standard", where)
    assert files.read_vectors(where / manifest.KEPT_FILE) == [one]
    assert one in manifest.vectors_of(where, manifest.read_manifest(where), "tiny")


def test_what_the_rules_themselves_fail_is_not_kept(place: tuple[Game, Path]) -> None:
    game, where = place
    one = manifest.vectors_of(where, manifest.read_manifest(where), "tiny")[0]
    false = attrs.evolve(one, id="kept/1", sort="kept", steps=({"not": [9, {}], "kind": "no-seat"},))
    assert folder.keep(game, where, false)
    wrong = attrs.evolve(false, id="kept/2", steps=({"see": {"zones": {"nowhere": []}}},))
    with pytest.raises(Refused, match="the rules say something else"):
        folder.keep(game, where, wrong)


def test_the_command_keeps_games_and_cases_of_a_verification(tmp_path: Path) -> None:
    here = load(smallest("*.rules")).start(2)
    for _ in range(3):
        here = here.take(here.pending.seats[0], 0)
    (tmp_path / "game.json").write_text(here.trace().text(), encoding="utf-8")
    run = CliRunner()
    added = run.invoke(command, ["add", str(tmp_path / "game.json"), "--out", str(tmp_path / "one")])
    assert "is kept" in added.output
    case = str(tmp_path / "one" / manifest.KEPT_FILE)
    assert "is kept" in run.invoke(command, ["add", case, "--out", str(tmp_path / "two")]).output
    assert "was kept before" in run.invoke(command, ["add", case, "--out", str(tmp_path / "two")]).output


def test_the_command_checks_and_leaves_with_1_where_something_is_wrong(game: Path, tmp_path: Path) -> None:
    run = CliRunner()
    assert run.invoke(command, [str(game), "--out", str(tmp_path), "--check"], standalone_mode=False).return_value == 1


def test_tables_of_ones_own_do_not_overwrite_the_bundled_vectors(tmp_path: Path) -> None:
    name = smallest("cards.toml")
    (table,) = (game / "cards.toml" for game in bundled_games() if game.name == name)
    own = tmp_path / "own.toml"
    own.write_text(table.read_text(encoding="utf-8") + "# mine\n", encoding="utf-8")
    words = [name, "--table", f"cards.toml={own}"]
    run = CliRunner()
    assert "say --out" in run.invoke(command, words).output
    asked = [*words, "--out", str(tmp_path / "vectors")]
    assert run.invoke(command, [*asked, "--tier", "tiny"], standalone_mode=False).exception is None
    assert manifest.read_manifest(tmp_path / "vectors").spec == load(name, {"cards.toml": own}).spec
    assert "fits the rules" in run.invoke(command, [*asked, "--check"]).output


@pytest.mark.long
@pytest.mark.parametrize("name", HAVE)
def test_the_vectors_of_every_bundled_game_fit_its_rules(name: str) -> None:
    assert list(folder.check_folder(bundled(name), folder.folder_of(name))) == []


def test_all_vectors_together_stay_small() -> None:
    sizes = {file: file.stat().st_size for file in (conformance_root() / "vectors").glob("*/*.jsonl")}
    assert sum(sizes.values()) <= 25_000_000


@pytest.mark.nightly
@pytest.mark.parametrize("name", HAVE)
def test_the_vectors_of_every_bundled_game_come_out_the_same_when_they_are_made_again(name: str) -> None:
    assert list(folder.same_again(bundled(name), folder.folder_of(name))) == []


@pytest.mark.parametrize("name", HAVE)
def test_every_game_is_copied_saved_and_loaded_in_its_vectors(name: str) -> None:
    """Also one whose turns are a move and what chance says after it: nobody is asked within them, so it is between."""
    where = folder.folder_of(name)
    every = manifest.vectors_of(where, manifest.read_manifest(where), manifest.STANDARD)
    done = {key for vector in every for step in vector.steps for key in step}
    assert {"fork", "save", "load"} <= done
