"""The kits: every adapter agrees by every replayer, planted mistakes are found, and all games' vectors are replayed."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from rulekit.cli.commands.engine import played_by
from rulekit.tests.calling import Call
from rulekit.tests.conformance.kits import FILES, KITS, NEEDS, SERVE, VECTORS, command, replay

pytestmark = pytest.mark.peers

LANGUAGES = sorted(NEEDS)
GAMES = sorted(folder.name for folder in VECTORS.iterdir() if (folder / "manifest.json").is_file())
SAMPLE = VECTORS / played_by((KITS / "python" / "adapter.py").read_text(encoding="utf-8"))
MISTAKES = {  # in each adapter: what stands there, and a slip that a person could make
    "js": ("[0, 4, 8]", "[0, 4, 7]"),
    "python": ("(0, 4, 8)", "(0, 4, 7)"),
    "php": ("[0, 4, 8]", "[0, 4, 7]"),
    "c": ("{0, 4, 8}", "{0, 4, 7}"),
}
SHARED = {  # copies that are none: what is played in a copy is played in the game
    "js": ("kept.push(structuredClone(game))", "kept.push(game)"),
    "python": ("self.kept.append(copy.deepcopy(self.game))", "self.kept.append(self.game)"),
    "php": ("clone $this->game", "$this->game"),
    "c": ("game = kept[--depth], add", "depth--, add"),
}
SUM = (
    sum(
        crc32(f'{{"states":{{"active":1,"mark":[[[{x},{y}],0]]}},"zones":{{}}}}'.encode())
        for x in (1, 2, 3)
        for y in (1, 2, 3)
    )
    % 2**32
)
NIGHT = os.environ.get("RULEKIT_PROFILE") == "nightly"


@pytest.mark.parametrize("engine", LANGUAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_adapter_agrees_by_every_replayer(language: str, engine: str) -> None:
    """Sixteen pairs; each vector of the sample passes, none is left out in silence."""
    found = replay(language, SAMPLE, command(engine, "adapter"))
    wanted = json.loads((SAMPLE / "manifest.json").read_text())["files"]["tiny.jsonl"]["vectors"]
    assert found.returncode == 0, found.stdout + found.stderr
    assert f"{wanted} passed" in found.stdout or "skipped" in found.stdout


def planted(language: str, tmp_path: Path, mistakes: dict[str, tuple[str, str]]) -> tuple[str, ...]:
    file = FILES[language].format("adapter")
    text = (KITS / language / file).read_text(encoding="utf-8")
    right, wrong = mistakes[language]
    assert text.count(right) == 1
    (tmp_path / file).write_text(text.replace(right, wrong), encoding="utf-8")
    return command(language, "adapter", tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_planted_mistake_is_found(language: str, tmp_path: Path) -> None:
    """By the replayer of the same language, and the clauses to read are named."""
    found = replay(language, SAMPLE, planted(language, tmp_path, MISTAKES))
    assert found.returncode == 1, found.stdout + found.stderr
    assert "FAILED" in found.stdout and "clauses to read: " in found.stdout


Step = dict[str, Any]
MOVE: Step = {"move": [0, {"do": "put", "cell": [2, 2]}]}
CONFIG = {"game": SAMPLE.name, "options": {}, "seats": 2}
BEGIN: Step = {"see": {"pending": {"kind": "decision", "seats": [0]}, "states": {"active": 0, "mark": []}, "zones": {}}}
AFTER: Step = {"see": {"pending": {"kind": "decision", "seats": [1]}, "states": {"active": 1, "mark": [[[2, 2], 0]]}}}
FRAMES = [{"at": ["[play.turn]", 1], "block": "play"}, {"at": ["[turn.put]", 1], "block": "turn"}]
LOAD: Step = {"load": {"asks": {"decide": "[turn.put]", "seat": 1}, "frames": FRAMES}}
COPIED: list[Step] = [BEGIN, {"fork": [MOVE, AFTER]}, BEGIN, MOVE, AFTER, {"save": True}, AFTER, LOAD, AFTER]
COUNTED = [{"perft": [{"depth": 1, "leaves": 9, "ends": 0, "sum": 0}]}]


def by_hand(folder: Path, *steps: Sequence[Step]) -> Path:
    """A folder of vectors that are written here and not made from the rules."""
    lines = [
        json.dumps({"id": f"hand/{n}", "sort": "hand", "about": ["place.one-mark"], "config": CONFIG, "steps": one})
        for n, one in enumerate(steps)
    ]
    text = "\n".join(lines) + "\n"
    manifest = json.loads((SAMPLE / "manifest.json").read_text())
    manifest["tiers"] = {"tiny": ["tiny.jsonl"]}
    manifest["files"] = {
        "tiny.jsonl": {"sha256": sha256(text.encode()).hexdigest(), "vectors": len(lines), "sorts": {}}
    }
    (folder / "manifest.json").write_text(json.dumps(manifest))
    (folder / "tiny.jsonl").write_text(text)
    return folder


@pytest.mark.parametrize("language", LANGUAGES)
def test_copies_and_saves_are_replayed(language: str, tmp_path: Path) -> None:
    """A copy that is played on leaves its game alone; an engine whose copies are none is found."""
    folder = by_hand(tmp_path, COPIED)
    assert replay(language, folder, command(language, "adapter")).returncode == 0
    found = replay(language, folder, planted(language, tmp_path, SHARED))
    assert found.returncode == 1 and "FAILED hand/0" in found.stdout, found.stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_view_may_be_like_another(language: str, tmp_path: Path) -> None:
    """The spectator's like the position, a seat's like the spectator's; and it is compared whole."""
    views = {"-": {"like": "position"}, "0": {"like": "-"}}
    right = [BEGIN, MOVE, {"see": {**AFTER["see"], "views": views}}]
    wrong = [BEGIN, MOVE, {"see": {**AFTER["see"], "views": {**views, "0": {"like": "-", "states": {"active": 0}}}}}]
    found = replay(language, by_hand(tmp_path, right, wrong), command(language, "adapter"))
    assert "1 passed" in found.stdout and "FAILED hand/1" in found.stdout, found.stdout + found.stderr


DEALS = """
import json, sys

class Game:
    count, hand = 0, 0

def answer(op, said):
    if op == "hello":
        engine = {{"name": "deals", "version": "1", "language": "Python"}}
        told = {{"engine": engine, "features": ["chance.asked", "position", "views"], "unsaid": []}}
        return {{"rcp": 1, "games": [{{"game": {game!r}, "seats": [2]}}], **told}}
    if op == "start":
        Game.count, Game.hand = 0, 0
    if op == "pending":
        return {{"kind": "chance", "label": f"deal#{{Game.count + 1}}", "draw": "pick", "of": [1, 2]}}
    if op == "chance":
        if said["label"] != f"deal#{{Game.count + 1}}":
            return None
        Game.count, Game.hand = Game.count + 1, Game.hand + said["outcome"]
    table = {{"states": {{"hand": Game.hand}}, "zones": {{}}}}
    pile = [{{"at": ["pile", n], "level": 1 + n // {levels}}} for n in range(6)]
    return {{"position": table, "view": {{**table, "zones": {{"pile": pile}}}}}}.get(op, True)

for line in sys.stdin:
    said = json.loads(line)
    found = answer(said["op"], said)
    print(json.dumps({{"id": said["id"], **({{"refused": "no"}} if found is None else {{"ok": found}})}}), flush=True)
"""


def dealt(number: int, outcome: int) -> Step:
    return {"chance": {"label": f"deal#{number}", "draw": "pick", "outcome": outcome, "of": [1, 2]}}


@pytest.mark.parametrize("language", LANGUAGES)
def test_draws_on_a_path_count_and_hidden_pieces_are_told_once(language: str, tmp_path: Path) -> None:
    """The label goes on counting for an engine that came along the path; of a run every piece is compared."""
    runs = [{"at": ["pile", [0, 2]], "level": 1}, {"at": ["pile", [3, 5]], "level": 2}]
    view = {"like": "position", "zones": {"pile": runs}}
    steps = [
        dealt(1, 2),
        {"not-chance": {"label": "deal#9", "outcome": 1}, "kind": "foreign"},
        {"see": {"views": {"-": view}}},
    ]
    steps[-1]["see"]["states"] = {"hand": 5}
    folder = by_hand(tmp_path, steps)
    told = json.loads((folder / "tiny.jsonl").read_text())
    begun = {"config": told.pop("config"), "states": {"hand": 3}, "zones": {}, "frames": [], "asks": {}}
    path = [{"chance": {"label": f"deal#{n}", "outcome": n}} for n in (1, 2)]
    text = json.dumps({**told, "from": begun, "path": path}) + "\n"
    (folder / "tiny.jsonl").write_text(text)
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["files"]["tiny.jsonl"]["sha256"] = sha256(text.encode()).hexdigest()
    (folder / "manifest.json").write_text(json.dumps(manifest))
    for levels, said in ((3, "1 passed"), (4, "FAILED")):
        (folder / "deals.py").write_text(DEALS.format(game=SAMPLE.name, levels=levels))
        found = replay(language, folder, (NEEDS["python"], str(folder / "deals.py")))
        assert said in found.stdout, found.stdout + found.stderr


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_engine_may_refuse_positions(language: str, tmp_path: Path) -> None:
    """Then the vector is skipped with its reason: many engines take positions at the first decision of a turn only."""
    unknown: Step = {"load": {"asks": {"decide": "[another.line]", "seat": 1}, "frames": FRAMES}}
    found = replay(language, by_hand(tmp_path, [BEGIN, MOVE, AFTER, unknown], [BEGIN]), command(language, "adapter"))
    assert found.returncode == 0 and "1 passed" in found.stdout, found.stdout + found.stderr
    assert "skipped 1: it refuses the position" in found.stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_ways_are_counted_alike_in_every_language(language: str, tmp_path: Path) -> None:
    """The sum of all positions as well: it is the one that rulekit works out."""
    found = replay(language, by_hand(tmp_path, COUNTED), command("python", "adapter"))
    assert found.returncode == 1 and "1 deep" in found.stdout
    right = [{"perft": [{"depth": 1, "leaves": 9, "ends": 0, "sum": SUM}]}]
    assert replay(language, by_hand(tmp_path, right), command("python", "adapter")).returncode == 0


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_vectors_of_every_game_are_replayed(language: str, game: str) -> None:
    """Against the rules as an engine. By day each game by one kit in turn, at night each by all of them."""
    if not NIGHT and LANGUAGES[GAMES.index(game) % len(LANGUAGES)] != language:
        pytest.skip("by day another kit replays this game; at night all do")
    found = replay(language, VECTORS / game, (*SERVE, game), "--seconds", "60")
    assert found.returncode == 0, found.stdout + found.stderr


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("engine", "said"),
    [
        (("false",), "ended"),
        (("no-such-program-at-all",), ""),
        (("sh", "-c", 'while read x; do echo \'{"id":1,"ok":{"rcp":2}}\'; done'), "version"),
        (("sh", "-c", "while read x; do echo nonsense; done"), "no JSON"),
        (("sleep", "60"), "in 1 seconds"),
    ],
    ids=("ends", "is not there", "another version", "no JSON", "silent"),
)
def test_an_engine_that_breaks_down_is_no_verdict(language: str, engine: tuple[str, ...], said: str) -> None:
    """Exit code 3, with the reason, and never a pass."""
    found = replay(language, SAMPLE, engine, "--seconds", "1")
    assert found.returncode == 3, found.stdout + found.stderr
    assert said in found.stderr + found.stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_engine_that_dies_in_the_middle_is_started_again(language: str, tmp_path: Path) -> None:
    """What it dies of is an error, all else goes on, and the end is not green."""
    text = (KITS / "python" / "adapter.py").read_text(encoding="utf-8")
    dies = text.replace(
        "    def result(self):\n", "    def result(self):\n        raise SystemExit(3)\n\n    def other(self):\n"
    )
    (tmp_path / "adapter.py").write_text(dies, encoding="utf-8")
    found = replay(language, SAMPLE, command("python", "adapter", tmp_path))
    assert found.returncode == 3 and "ERROR" in found.stdout and "given up" in found.stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_files_that_do_not_fit_are_refused(language: str, tmp_path: Path) -> None:
    """A vector with a key that nobody knows, or a file that is shorter than the manifest says."""
    manifest, vectors = ((SAMPLE / file).read_text() for file in ("manifest.json", "tiny.jsonl"))
    lines = vectors.splitlines(keepends=True)
    for name, text in (("key", vectors.replace('"about"', '"abuot"', 1)), ("short", "".join(lines[:-1]))):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "manifest.json").write_text(manifest)
        (folder / "tiny.jsonl").write_text(text)
        assert replay(language, folder, command("python", "adapter")).returncode == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_engine_is_sound_at_once(rulekit: Call, language: str, tmp_path: Path) -> None:
    """`engine new` writes it, `engine doctor` finds nothing wrong."""
    made = rulekit("engine", "new", tmp_path / "mine", "--lang", language)
    assert made.code == 0 and "engine doctor" in made.out
    words = " ".join(command(language, "adapter", tmp_path / "mine"))
    looked = rulekit("engine", "doctor", SAMPLE.name, "--impl", words)
    assert looked.code == 0 and "failed" not in looked.out, looked.out
    assert rulekit("engine", "new", tmp_path / "mine", "--lang", language).code == 2


def test_who_wants_a_kit_in_another_language_is_told_how_to_go_on(rulekit: Call, tmp_path: Path) -> None:
    ran = rulekit("engine", "new", tmp_path / "mine", "--lang", "perl")
    assert ran.code == 2 and "kits for js, python, php, c" in ran.err and "protocol.md" in ran.err


def test_a_kit_with_byte_code_beside_it_is_written_all_the_same(
    rulekit: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in every installation: pip compiles what it installs."""
    shutil.copytree(KITS, tmp_path / "kits")
    (tmp_path / "kits" / "python" / "__pycache__").mkdir(exist_ok=True)
    monkeypatch.setattr("rulekit.cli.commands.engine.conformance_root", lambda: tmp_path)
    assert rulekit("engine", "new", tmp_path / "mine", "--lang", "python").code == 0


def test_the_doctor_names_the_cure(rulekit: Call, tmp_path: Path) -> None:
    """An adapter that plays another game than it says."""
    other = next(game for game in GAMES if game != SAMPLE.name)
    rulekit("engine", "new", tmp_path / "mine", "--lang", "python", "--game", other)
    looked = rulekit("engine", "doctor", other, "--impl", tmp_path / "mine" / "adapter.py", "--format", "json")
    failed = [one for one in json.loads(looked.out) if one["state"] == "failed"]
    assert looked.code == 3 and len(failed) == 1 and failed[0]["cure"]
