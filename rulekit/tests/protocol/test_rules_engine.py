"""The rules as an engine: every operation, in random games of every bundled game, answers as the page says."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rulekit.data import bundled_games
from rulekit.files.json_reading import check_json
from rulekit.pipeline import load
from rulekit.play.games.game_config import choose
from rulekit.play.machine.random_bits import stream
from rulekit.protocol import codec
from rulekit.protocol.handshake import greet
from rulekit.protocol.in_process import InProcess, call_method
from rulekit.protocol.operations import FEATURES
from rulekit.protocol.rules_engine import RulesEngine
from rulekit.protocol.session import EngineFailure, EngineRefused
from rulekit.protocol.talk import draw_outcome, talk
from rulekit.tests.bundled import bundled
from rulekit.tests.calling import Call

GAMES = [path.name for path in bundled_games()]
DECISIONS = 12
rules = bundled


def engine(name: str) -> RulesEngine:
    return RulesEngine(rules(name), "0")


@pytest.mark.parametrize("name", GAMES)
def test_every_answer_of_a_conversation_has_its_shape(name: str) -> None:
    loaded = rules(name)
    lines = list(talk(engine(name), choose(loaded.checked, None, {}, None), 7, longest=DECISIONS))
    for asked, said in zip(lines[::2], lines[1::2], strict=True):
        number, op, arguments = codec.read_request(asked[2:].encode())
        answer = codec.read_answer(said[2:].encode(), number, op.name)
        assert not isinstance(answer, EngineRefused) or arguments[-1:] == [{"do": "nonsense"}]


@pytest.mark.parametrize("name", GAMES)
def test_what_the_rules_answer_is_json_before_anybody_looks(name: str) -> None:
    """So `serve` need not look through it: lists and not tuples, texts as keys, no fractions."""
    loaded, again = rules(name), engine(name)
    lines = list(talk(engine(name), choose(loaded.checked, None, {}, None), 8, longest=DECISIONS))
    for asked, said in zip(lines[::2], lines[1::2], strict=True):
        number, op, arguments = codec.read_request(asked[2:].encode())
        kind, value = call_method(again, op, arguments, lambda found: found)
        check_json(value)
        assert codec.answer(number, kind, value).decode().strip() == said[2:]


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_the_same_talk_comes_from_the_same_seed(name: str) -> None:
    chosen = choose(rules(name).checked, None, {}, None)
    one, same, other = (list(talk(engine(name), chosen, seed, longest=2)) for seed in (1, 1, 2))
    assert one == same and one != other


@pytest.mark.parametrize("name", GAMES)
def test_what_was_kept_comes_back(name: str) -> None:
    """A copy that was played on, a saved game, a loaded position: all stand as before."""
    session, seat = begun(name)
    before, legal = session.ask("position"), session.ask("legal", seat=seat)
    session.ask("fork")
    session.ask("move", seat=seat, move=legal[0])
    session.ask("back")
    assert session.ask("position") == before
    saved = session.ask("save")
    session.ask("move", seat=seat, move=legal[-1])
    after = session.ask("position")
    session.ask("restore", saved=saved)
    assert session.ask("position") == before and session.ask("legal", seat=seat) == legal
    session.ask("load", position=saved["position"])
    session.ask("move", seat=seat, move=legal[-1])
    assert session.ask("position") == after


@pytest.mark.parametrize("name", GAMES)
def test_what_is_refused_changes_nothing(name: str) -> None:
    session, seat = begun(name)
    before = session.ask_all([("position", {}), ("pending", {}), ("save", {}), ("legal", {"seat": seat})])
    legal = before[-1][0]
    saved = before[2]["position"]
    wrong = [
        ("move", {"seat": seat, "move": {"do": "nonsense"}}),
        ("move", {"seat": seat, "move": {**legal, "besides": 1}}),
        ("move", {"seat": seat + 1, "move": legal}),
        ("move", {"seat": seat, "move": 5}),
        ("chance", {"label": "no.where#1", "outcome": 1}),
        ("load", {"position": {**saved, "frames": []}}),
        ("restore", {"saved": {"position": {**saved, "asks": {}}, "drawn": {}}}),
    ]
    assert all(isinstance(said, EngineRefused) for said in session.ask_all(wrong))
    assert session.ask_all([("position", {}), ("pending", {}), ("save", {}), ("legal", {"seat": seat})]) == before


def begun(name: str) -> tuple[InProcess, int]:
    """A game at its first decision."""
    session, loaded, bits = InProcess(engine(name)), rules(name), stream("0")
    agreed = greet(session, loaded, "0")
    assert agreed.features == set(FEATURES) and agreed.level == 4
    session.ask("start", config={"game": loaded.name, **choose(loaded.checked, None, {}, None).to_json()})
    while (pending := session.ask("pending"))["kind"] == "chance":
        outcome = draw_outcome(pending, bits)
        with pytest.raises(EngineRefused, match="wanted is"):
            session.ask("chance", label="no.where#1", outcome=outcome)
        session.ask("chance", label=pending["label"], outcome=outcome)
    return session, pending["seats"][0]


def test_nothing_can_be_asked_before_a_game_begins(game: Path) -> None:
    with pytest.raises(EngineFailure, match="no game has begun"):
        InProcess(RulesEngine(load(game), "0")).ask("legal", seat=0)


@pytest.mark.parametrize(
    ("op", "arguments", "said"),
    [
        ("start", {"config": 5}, "config must be an object"),
        ("start", {"config": {"game": "twelve-stones", "seats": 2}}, '"options"'),
        ("start", {"config": {"game": "twelve-stones", "seats": 2, "options": 2}}, "config.options must be an object"),
        ("start", {"config": {"game": "twelve-stones", "seats": [], "options": {}}}, "config.seats must be a whole"),
        ("restore", {"saved": []}, "saved must be an object"),
        ("restore", {"saved": {"position": 1, "drawn": {"a": "b"}}}, "saved.drawn.a must be a whole number"),
        ("restore", {"saved": {"position": 1, "drawn": {}}}, "a position"),
    ],
)
def test_a_request_of_a_wrong_form_is_told_with_its_place(
    op: str, arguments: dict[str, object], said: str, game: Path
) -> None:
    with pytest.raises((EngineFailure, EngineRefused), match=said):
        InProcess(RulesEngine(load(game), "0")).ask(op, **arguments)


def test_an_option_may_be_held_fast(game: Path, rulekit: Call) -> None:
    only = RulesEngine(load(game), "0", {"last-stone": "lucky"})
    assert not greet(InProcess(only), load(game), "0").plays(2, {"last-stone": "unlucky"})
    config = {"game": "twelve-stones", "options": {"last-stone": "unlucky"}, "seats": 2}
    with pytest.raises(EngineFailure, match="only last-stone=lucky is played here"):
        InProcess(only).ask("start", config=config)
    assert '"unlucky"' in rulekit("serve", game, "--talk", "--option", "last-stone=unlucky").out


def test_a_talk_shows_only_the_features_that_are_wanted(game: Path, rulekit: Call) -> None:
    asked = [f"--without={name}" for name in FEATURES]
    lines = rulekit("serve", game, "--talk", *asked).out.splitlines()
    ops = {json.loads(line[2:])["op"] for line in lines if line.startswith("> ")}
    assert ops == {"hello", "start", "pending", "legal", "move", "result", "bye"}
    ran = rulekit("serve", game, "--talk", "--without", "telepathy")
    assert ran.code == 2 and "no feature telepathy" in ran.err


def test_the_rules_are_served_over_pipes(game: Path) -> None:
    asked = b"".join(
        (codec.request(1, "ping", {}), codec.request(2, "legal", {"seat": 0}), codec.request(3, "bye", {}))
    )
    command = [sys.executable, "-m", "rulekit", "serve", str(game)]
    ran = subprocess.run(command, input=asked, capture_output=True, timeout=60, check=True)
    assert ran.stdout.splitlines()[::2] == [b'{"id":1,"ok":null}', b'{"id":3,"ok":null}']
