"""Records of a corpus with right checksums and wrong contents: told, left alone, never taken over."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulekit.fuzz.storage import record_segments, record_store
from rulekit.fuzz.storage.corpus import sorted_out
from rulekit.pipeline import load
from rulekit.tests.calling import Call

pytestmark = pytest.mark.long

HEAD = {"format": "rulekit-corpus/1", "config": {"options": {}, "seats": 2}, "chance": 1, "picks": [0, 1]}
BLAME = {"clause": "law.heap", "sort": "plain", "said": "x", "answers": 1}
COUNTS = {"games": 1, "decisions": 1, "judged": 0, "builtin": 0, "packets": 1, "next": 1, "failed": 0}
ENTRY: dict[str, Any] = {**HEAD, "kind": "entry", "goals": [["line", "grab.do"]]}
FAILURE: dict[str, Any] = {**HEAD, "kind": "failure", "blame": BLAME}
PROGRESS: dict[str, Any] = {"kind": "progress", "seed": "1", **COUNTS}
VALUES: tuple[Any, ...] = (None, True, -1, 2**53 - 1, "x", [], {}, [None], [[1, 2, 3]], {"a": 1})


def wrong() -> list[dict[str, Any]]:
    """Every part of every kind of record left out, and replaced by anything."""
    found: list[dict[str, Any]] = [{}, {"kind": None}, {"kind": []}, {"kind": "wondrous"}, {"format": 5}]
    for whole in (ENTRY, FAILURE, PROGRESS):
        for name in whole:
            found.append({key: value for key, value in whole.items() if key != name})
            found += [{**whole, name: value} for value in VALUES]
    for name in BLAME:
        found.append({**FAILURE, "blame": {key: value for key, value in BLAME.items() if key != name}})
        found += [{**FAILURE, "blame": {**BLAME, name: value}} for value in VALUES]
    for seats in (0, 99, True, "2"):
        found.append({**ENTRY, "config": {"options": {}, "seats": seats}})
    found += [{**ENTRY, "config": {"options": options, "seats": 2}} for options in ({"no": "such"}, {"last-stone": 5})]
    return [*found, {**ENTRY, "goals": [["line", "no.such"]]}, {**FAILURE, "blame": {**BLAME, "clause": "no.such"}}]


def written(folder: Path, records: list[dict[str, Any]], spec: str) -> Path:
    folder.mkdir(exist_ok=True)
    lines = [record_segments.frame_record(json.dumps({"spec": spec, **record})) for record in records]
    (folder / "000001-aaaaaaaa.sealed").write_bytes(b"".join(lines))
    return folder


@pytest.mark.parametrize("part", range(8))
def test_whatever_a_corpus_holds_fuzz_goes_on(part: int, game: Path, rulekit: Call, tmp_path: Path) -> None:
    """Many wrong records at once, and some alone; the corpus can be used again and again."""
    bad, spec = wrong(), load(game).spec
    for records in (bad, *([one] for one in bad[part::40])):
        corpus = written(tmp_path / "bad", records, spec)
        for _ in range(2):
            ran = rulekit("fuzz", game, "--games", 2, "--seed", 1, "--corpus", corpus)
            assert ran.code in (0, 1, 5), (records, ran)  # 5: the few games left were not judged
        for file in corpus.iterdir():
            file.unlink() if file.is_file() else None


def test_a_bad_corpus_does_not_spoil_the_good_one_it_is_merged_into(game: Path, rulekit: Call, tmp_path: Path) -> None:
    good, bad = tmp_path / "good", written(tmp_path / "bad", wrong(), load(game).spec)
    assert rulekit("fuzz", game, "--games", 5, "--seed", 1, "--corpus", good).code == 0
    assert rulekit("fuzz", game, "--games", 5, "--corpus", good, "--merge", bad).code in (0, 1)
    kept = sorted_out(record_store.read_store(good).records)
    assert not kept.strange and not kept.later
    assert rulekit("fuzz", game, "--games", 5, "--corpus", good).code in (0, 1)


def test_records_of_a_later_version_are_told_and_kept(game: Path, rulekit: Call, tmp_path: Path) -> None:
    later = {**ENTRY, "format": "rulekit-corpus/2", "goals": "another shape"}
    corpus = written(tmp_path / "later", [later], load(game).spec)
    for _ in range(2):
        ran = rulekit("fuzz", game, "--games", 3, "--seed", 1, "--corpus", corpus)
        assert ran.code == 0 and "1 records of another version" in ran.out
    assert any(one.get("goals") == "another shape" for one in record_store.read_store(corpus).records)


def test_a_line_that_is_no_utf_8_is_damaged_even_with_the_right_sum(tmp_path: Path) -> None:
    body = b"\xff"
    assert record_segments.read_frames(
        record_segments._sum(body) + b" " + body + b"\n"
    ) == record_segments.SegmentContent((), 1)
