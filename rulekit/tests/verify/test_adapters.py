"""Every engine under conformance/adapters agrees with the rules, in every configuration of the sample."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulekit.data import conformance_root
from rulekit.protocol.handshake import greet
from rulekit.protocol.in_process import InProcess
from rulekit.protocol.session import EngineRefused
from rulekit.runner import python_host as host
from rulekit.runner.engine_command import EngineCommand
from rulekit.tests.bundled import bundled
from rulekit.tests.scale import examples
from rulekit.tests.verify.side_by_side import side_by_side
from rulekit.vectorgen.folder import folder_of
from rulekit.vectors import manifest
from rulekit.vectors.replay import REFUSED, Replayer
from rulekit.vectors.sets import trees
from rulekit.verify import model
from rulekit.verify.conductor import verify
from rulekit.verify.lockstep.played_game import LookPlan
from rulekit.verify.work_order import WorkOrder, sample_configurations

pytestmark = pytest.mark.long

FOUND = sorted((conformance_root() / "adapters").glob("*/adapter.*"))
LONGEST = examples(250, 4_000)  # some games never end by themselves
LOADED = ("rare", "load", "wrong", "turn")  # sorts that begin in the middle of a turn
PYTHON = [file for file in FOUND if file.suffix == ".py" and folder_of(file.parent.name).is_dir()]
game = bundled


@pytest.mark.peers
@pytest.mark.parametrize("file", FOUND, ids=lambda file: file.parent.name)
def test_an_engine_by_other_hands_plays_by_the_rules(file: Path) -> None:
    source, loaded = EngineCommand(str(file)), game(file.parent.name)
    if source.why_missing():
        pytest.skip(f"its program is not here: {source.why_missing()}")
    work = WorkOrder(
        loaded.name, source, sample_configurations(loaded), decisions=examples(1_200, 100_000), longest=LONGEST
    )
    found = verify(loaded, work)
    assert found.verdict.word == model.VerdictWord.AGREES, [*found.causes, *found.failures]


@pytest.mark.parametrize("file", FOUND, ids=lambda file: file.parent.name)
def test_an_adapter_does_not_lean_on_the_kit(file: Path) -> None:
    engine = conformance_root() / "engines" / file.parent.name
    read = [one.read_text(encoding="utf-8") for one in (file, *engine.iterdir()) if one.suffix in (".py", ".mjs")]
    assert not [text for text in read if "import rulekit" in text or "from rulekit" in text]


ODD: tuple[object, ...] = (None, True, 3, "x", "food", [], ["food"], ["food+stone"], [[]], [3], {}, {"at": 1})


@pytest.mark.parametrize("file", FOUND, ids=lambda file: file.parent.name)
def test_a_move_of_a_wrong_form_is_refused_and_breaks_nothing(file: Path) -> None:
    """Every argument that any move of the game has, with a value of another sort."""
    source, loaded = EngineCommand(str(file)), game(file.parent.name)
    if source.why_missing():
        pytest.skip(f"its program is not here: {source.why_missing()}")
    names = sorted({param.name for action in loaded.checked.symbols.actions.values() for param in action.params})
    position = loaded.start(players=2, chance=1)
    trace = position.trace().to_json()
    session = source.open()
    try:
        greet(session, loaded, "0")
        session.ask("start", config=trace["config"])
        for step in trace["setup"]:
            session.ask("chance", label=step["chance"], outcome=step["outcome"])
        seat = session.ask("pending")["seats"][0]
        legal = session.ask("legal", seat=seat)
        for name in names:
            for value in ODD:
                wrong = {**legal[0], name: value}
                if written(wrong) not in map(written, legal):  # in Python True is 1, in JSON it is not
                    with pytest.raises(EngineRefused):
                        session.ask("move", seat=seat, move=wrong)
        assert names and session.ask("legal", seat=seat) == legal
        last = {name: bool(value) if value in (0, 1) else value for name, value in legal[-1].items()}
        if written(last) != written(legal[-1]):
            with pytest.raises(EngineRefused):
                session.ask("move", seat=seat, move=last)
    finally:
        session.close()


def written(move: object) -> str:
    """As JSON, keys in order."""
    return json.dumps(move, sort_keys=True)


def test_there_are_engines_to_judge() -> None:
    assert FOUND


@pytest.mark.parametrize("file", PYTHON, ids=lambda file: file.parent.name)
def test_an_engine_takes_the_positions_of_its_vectors(file: Path) -> None:
    """What it refuses is skipped, and nobody would notice that it is never asked there."""
    place = folder_of(file.parent.name)
    found = [
        one
        for one in manifest.vectors_of(place, manifest.read_manifest(place), manifest.STANDARD)
        if one.sort in LOADED
    ]
    adapter = host.make_engine(file)
    if getattr(adapter, "partly", ""):
        pytest.skip(adapter.partly)
    game, session = bundled(file.parent.name), InProcess(adapter)
    replayer = Replayer(session, greet(session, game, "0"), trees(game.checked))
    verdicts = [replayer.replay(one) for one in found]
    assert [one.vector for one in verdicts if one.why == REFUSED] == []


@pytest.mark.parametrize("file", FOUND, ids=lambda file: file.parent.name)
def test_hardly_any_comparison_with_a_right_engine_takes_the_slow_path(file: Path) -> None:
    """Equality settles all but one in fifty, and the rules never walk a position again: speed without a clock."""
    source, loaded = EngineCommand(str(file)), game(file.parent.name)
    if source.why_missing():
        pytest.skip(f"its program is not here: {source.why_missing()}")
    manner = LookPlan(enough=examples(60, 400))
    found = side_by_side(loaded, source.open, sample_configurations(loaded), examples(3, 30), manner)
    assert found.agrees and found.counts["compared"] > 100
    assert not found.counts["walks"]
    assert found.counts["in another order"] * SLOW <= found.counts["compared"]


SLOW = 50
