"""Vector files are read strictly and written canonically; their schemas are those that are committed."""

from pathlib import Path
from typing import Any

import attrs
import pytest

from rulekit.data import bundled_games, conformance_root
from rulekit.play.position.strict_json import dumps
from rulekit.play.refusals import Refused
from rulekit.tests.vectors.stones import WHOLE, grab, position, see, vector
from rulekit.vectors import files, manifest
from rulekit.vectors.form import FORMAT, Vector
from rulekit.vectors.manifest import SCHEMAS, schema_text

LINE = dumps(WHOLE.to_json())


def parsed(text: str) -> list[Vector]:
    return list(files.parse_vectors(text.encode(), "x.jsonl"))


def test_what_is_written_is_read_again() -> None:
    loaded = vector(see(1), **{"from": position(5, 1), "path": [{"move": [0, grab(3)]}], "note": "n", "pair": "p"})
    advice = attrs.evolve(loaded, id="order/1", advice=True, about=("a.b",), steps=())
    all_ = [WHOLE, loaded, advice]
    all_ = [attrs.evolve(one, id=f"game/{n}") for n, one in enumerate(all_)]
    text = files.text(all_)
    assert parsed(text) == all_
    assert files.text(parsed(text)) == text


BAD = {
    "an unknown key": (LINE.replace('"sort":', '"more":1,"sort":', 1), "more"),
    "an unknown key of a step": (LINE.replace('"kind":"range"', '"kind":"range","more":1', 1), "more"),
    "an unknown key of a look": (LINE.replace('"zones":{}', '"zones":{},"zone":{}', 1), "zone"),
    "an unknown step": (LINE.replace('"save":true', '"saves":true', 1), "one of the keys chance, see"),
    "two steps in one": (LINE.replace('"save":true', '"save":true,"fork":[]', 1), "one of the keys"),
    "an unknown kind": (LINE.replace('"kind":"range"', '"kind":"odd"', 1), "odd"),
    "a doubled key": (LINE.replace('"sort":', '"id":"a","sort":', 1), "stands twice"),
    "no number": (LINE.replace('"n":3', '"n":NaN', 1), ""),
    "a fraction": (LINE.replace('"n":3', '"n":3.5', 1), ""),
    "the same id": (f"{LINE}\n{LINE}", "the id stands in line 1"),
    "the same vector": (f"{LINE}\n{dumps({**WHOLE.to_json(), 'id': 'other'})}", "the same vector stands in line 1"),
    "half a line": (LINE[:50], ""),
}


@pytest.mark.parametrize("what", BAD)
def test_a_file_that_is_not_as_it_must_be_is_refused_with_its_line(what: str) -> None:
    text, said = BAD[what]
    with pytest.raises(Refused) as refused:
        parsed(text)
    words = " ".join(refused.value.reasons)
    assert words.startswith("x.jsonl:") and said in words


@pytest.mark.parametrize("change", [{}, {"config": 1, "from": 1}])
def test_a_vector_has_one_beginning(change: dict[str, int]) -> None:
    data = {key: value for key, value in WHOLE.to_json().items() if key != "config"}
    more = {"config": WHOLE.config, "from": position(1, 0)} if change else {}
    with pytest.raises(Refused, match=r"either `config` or `from`"):
        parsed(dumps({**data, **more}))


def a_folder(folder: Path) -> manifest.Manifest:
    text = files.text([WHOLE])
    (folder / "tiny.jsonl").write_text(text, encoding="utf-8")
    entries = {"tiny.jsonl": manifest.entry(text, [WHOLE])}
    found = manifest.Manifest("twelve-stones", "sha256:0", manifest.TIERS, entries, {"result": {}})
    (folder / manifest.NAME).write_text(manifest.manifest_text(found), encoding="utf-8")
    return found


def test_a_manifest_is_read_again_and_finds_its_vectors(tmp_path: Path) -> None:
    found = a_folder(tmp_path)
    assert manifest.read_manifest(tmp_path) == found
    assert manifest.vectors_of(tmp_path, found, "standard") == [WHOLE]
    assert found.to_json()["format"] == FORMAT


def test_a_file_that_was_changed_is_not_the_one_the_manifest_speaks_of(tmp_path: Path) -> None:
    found = a_folder(tmp_path)
    (tmp_path / "tiny.jsonl").write_text("", encoding="utf-8")
    with pytest.raises(Refused, match="SHA-256 is another"):
        manifest.vectors_of(tmp_path, found, "tiny")


def test_a_file_that_is_not_shipped_is_told_with_its_cure(tmp_path: Path) -> None:
    found = a_folder(tmp_path)
    (tmp_path / "tiny.jsonl").unlink()
    with pytest.raises(Refused, match="is not here: `rulekit vectors twelve-stones` makes it again"):
        manifest.vectors_of(tmp_path, found, "tiny")


def test_of_a_tier_that_an_installation_does_not_carry_the_smaller_one_is_taken(tmp_path: Path) -> None:
    tiny = a_folder(tmp_path)
    whole = attrs.evolve(tiny, files={**tiny.files, "standard.jsonl": tiny.files["tiny.jsonl"]})
    assert manifest.tier_at_hand(tmp_path, tiny, "standard") == "standard"  # there is nothing more in it
    assert manifest.tier_at_hand(tmp_path, whole, "standard") == "tiny"
    (tmp_path / "tiny.jsonl").unlink()
    assert manifest.tier_at_hand(tmp_path, whole, "standard") == "standard"  # reading it tells what is not there


@pytest.mark.parametrize(
    "sets",
    [{"view": []}, {"view": {"zones": {"*": 5}}}, {"view": {"set": 1}}, {"copies": {"a": []}}, {"copies": 3}, []],
)
def test_what_says_which_lists_are_sets_is_read_strictly(sets: Any, tmp_path: Path) -> None:
    found = a_folder(tmp_path)
    (tmp_path / manifest.NAME).write_text(dumps({**found.to_json(), "sets": sets}), encoding="utf-8")
    with pytest.raises(Refused, match="sets"):
        manifest.read_manifest(tmp_path)


@pytest.mark.parametrize("game", bundled_games(), ids=lambda game: game.name)
def test_the_manifests_of_bundled_games_are_read(game: Path) -> None:
    folder = conformance_root() / "vectors" / game.name
    assert manifest.read_manifest(folder).game == game.name


def test_a_manifest_may_not_lead_out_of_its_folder(tmp_path: Path) -> None:
    found = a_folder(tmp_path)
    tiers = {"tiny": ("../tiny.jsonl",)}
    away = attrs.evolve(found, tiers=tiers, files={"../tiny.jsonl": found.files["tiny.jsonl"]})
    with pytest.raises(Refused, match="no file of this folder"):
        manifest.vectors_of(tmp_path, away, "tiny")


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_schemas_are_those_that_are_committed(name: str) -> None:
    assert (conformance_root() / "protocol" / name).read_text(encoding="utf-8") == schema_text(name)
