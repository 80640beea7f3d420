"""Tables and JSON with values nested in any way, through every command that reads them; a second generator by itself.

Whatever stands in a file beside the rules, in a table or in a kept report: no fault of rulekit, and within its time.
"""

from __future__ import annotations

import json
import shutil
import time
import tomllib
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulekit.cli.exits import Exit
from rulekit.cli.main import run
from rulekit.data import conformance_root, spec_root
from rulekit.pipeline import load
from rulekit.tests.files import nested_values
from rulekit.tests.scale import examples

pytestmark = pytest.mark.long

SECONDS = 10.0
EXAMPLES = examples(60, 2_500)
SPEC = spec_root()
WITH_CARDS = sorted(SPEC.glob("*/cards.toml"), key=lambda one: sum(f.stat().st_size for f in one.parent.glob("*")))
GAMES = tuple(one.parent.name for one in WITH_CARDS[:2])  # the smallest are read soonest
BASELINE = {"accepted": [{"kind": "legal", "clause": "a.b", "place": "x missing", "reason": "why", "owner": "me"}]}


@attrs.frozen
class Reader:
    """A good file, how texts like it are made, where they are written to, and the commands that read them there."""

    good: Any
    texts: Any
    file: Path
    commands: tuple[tuple[str, ...], ...]


def readers(folder: Path) -> list[Reader]:
    """Every table beside the rules of two games, and the files that commands write or are handed."""
    found = []
    for name in GAMES:
        game = Path(shutil.copytree(SPEC / name, folder / name))
        for file in sorted(game.glob("*.toml")):
            good = tomllib.loads(file.read_text(encoding="utf-8"))
            commands = (("check", str(game)), ("ledger", str(game)), ("view", str(game), "--seat", "all"))
            found.append(Reader(good, nested_values.toml_texts, file, commands))
    played = load(GAMES[0]).start(chance=3)
    played = played.apply(played.pending.seats[0], played.legal(played.pending.seats[0])[0])
    file, name = folder / "handed", GAMES[0]
    position = tuple((*words, "--position", str(file)) for words in (("legal", name), ("view", name, "--seat", "all")))
    found.append(Reader(played.to_json(), nested_values.json_texts, file, position))
    trace = (("replay", str(file), "--game", name, "--any-spec"), ("play", name, "--resume", str(file), "--watch"))
    found.append(Reader(played.trace().to_json(), nested_values.json_texts, file, trace))
    (folder / "none.py").write_text("raise SystemExit\n", encoding="utf-8")
    verify = ("verify", name, "--impl", str(folder / "none.py"), "--sandbox", "none", "--games", "1")
    accepted = ((*verify, "--vectors", "none", "--baseline", str(file)),)
    found.append(Reader(BASELINE, nested_values.toml_texts, file, accepted))
    for kept in sorted((conformance_root() / "reports").glob("*.json")):
        good = json.loads(kept.read_text(encoding="utf-8"))
        shown = (("report", "show", str(file)), ("report", "diff", str(kept), str(file)))
        found.append(Reader(good, nested_values.json_texts, file, shown))
    return found


@pytest.fixture(scope="module")
def all_readers(tmp_path_factory: pytest.TempPathFactory) -> list[Reader]:
    return readers(tmp_path_factory.mktemp("nested"))


@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), database=None)
@given(data=st.data())
def test_no_nested_value_brings_a_command_down(data: st.DataObject, all_readers: list[Reader]) -> None:
    reader = data.draw(st.sampled_from(all_readers))
    text = data.draw(reader.texts(reader.good))
    before = reader.file.read_bytes() if reader.file.exists() else b""
    reader.file.write_bytes(text)
    try:
        for words in reader.commands:
            start = time.process_time()
            code = run(list(words))
            seconds = time.process_time() - start
            assert code in (*range(4), Exit.NOTHING_RUN), (words, code, text[:3000])
            assert seconds < SECONDS, (words, seconds, text[:3000])
    finally:
        reader.file.write_bytes(before)
