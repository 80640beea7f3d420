"""Every faulty program is found guilty of what it does, in time, and nothing of it is left."""

from __future__ import annotations

import resource
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

from rulekit.play.games.game import Game
from rulekit.runner import sandbox, supervisor
from rulekit.runner.failures import KINDS
from rulekit.tests.zoo import program
from rulekit.tests.zoo.asking import BUDGET, USUAL, judged, source
from rulekit.tests.zoo.expected import EXPECTED, PASS

pytestmark = pytest.mark.long

BOXES = [sandbox.NONE, *([sandbox.BWRAP] if sandbox.works() else [])]
LURKING = ("tries the network", "asks the world", "writes where it must not")  # these have tests of their own
IN_BOTH = ("closes its output", "ends who watches it", "is stopped", "takes memory in a child", "many files")


def cases() -> list[tuple[str, str]]:
    """Each fault without a box; some, and one in four of the rest, in one too."""
    found = [(fault, sandbox.NONE) for fault in EXPECTED]
    if sandbox.BWRAP in BOXES:
        found += [(fault, sandbox.BWRAP) for n, fault in enumerate(EXPECTED) if n % 4 == 0 or fault in IN_BOTH]
    return found


@pytest.mark.parametrize(("fault", "box"), cases())
def test_each_is_found_guilty_of_what_it_does_in_time_and_nothing_is_left(fault: str, box: str, stones: Game) -> None:
    found = judged(stones, source(fault, box))
    assert found.kind in EXPECTED[fault], found
    assert not found.left
    assert found.seconds < BUDGET
    assert found.kind in (PASS, *KINDS)
    assert found.said.isprintable() and found.name.isprintable(), "nothing in it commands a terminal"


def test_every_fault_of_the_program_has_its_verdict() -> None:
    known = {*program.AT_START, *program.IN_HANDSHAKE, *program.LATER_ON, *program.RIGHT}
    assert known - set(LURKING) == set(EXPECTED)
    assert len(EXPECTED) >= 70


def test_a_flooding_engine_takes_no_memory_of_ours(stones: Game) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for fault in ("floods at once", "a line of a hundred megabytes", "grumbles without end", "lines without end"):
        judged(stones, source(fault, sandbox.NONE))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 40 << 10
    assert USUAL.line == 1 << 20


# ------------------------------------------------------------------ in a box

boxed = pytest.mark.skipif(sandbox.BWRAP not in BOXES, reason="bubblewrap is not here, or may not make a box")


@boxed
def test_an_engine_in_a_box_reaches_nobody(stones: Game) -> None:
    """The same engine without a box does reach the listener, so the test can fail."""
    heard: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(20)
        threading.Thread(target=lambda: heard.append(server.accept()[0].recv(100)), daemon=True).start()
        port = str(server.getsockname()[1])
        assert judged(stones, source("tries the network", sandbox.BWRAP, port)).kind == "exit" and not heard
        assert judged(stones, source("tries the network", sandbox.NONE, port)).kind == PASS and heard


@boxed
def test_an_engine_in_a_box_that_asks_the_world_is_ended_though_it_makes_do_without(stones: Game) -> None:
    asking = source("asks the world", sandbox.BWRAP)
    found = judged(stones, asking)
    assert found.kind == "network" and "--limit network=100" in found.said and not found.left
    assert judged(stones, attrs.evolve(asking, limits=attrs.evolve(USUAL, network=100))).kind == PASS


@boxed
@pytest.mark.parametrize("where", ["in the way", "in a home"])
def test_an_engine_in_a_box_writes_nowhere_but_in_its_own_folder(where: str, stones: Game, tmp_path: Path) -> None:
    spot = (tmp_path if where == "in the way" else Path(__file__).parent) / "written by an engine"
    found = judged(stones, source("writes where it must not", sandbox.BWRAP, f"'{spot}'"))
    assert found.kind == "exit" and not spot.exists()


@boxed
def test_an_engine_in_a_box_does_not_see_what_others_have_in_hand(stones: Game, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("the next card is red", encoding="utf-8")
    assert judged(stones, source("reads what lies in the way", sandbox.BWRAP, f"at:{secret}")).kind == "exit"
    assert judged(stones, source("reads what lies in the way", sandbox.NONE, f"at:{secret}")).name.startswith(
        "the next"
    )


@pytest.mark.parametrize("box", BOXES)
def test_an_engine_does_not_get_our_environment(box: str, stones: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_OF_THE_USER", "swordfish")
    assert judged(stones, source("reads the environment", box)).kind == "exit"


# ------------------------------------------------------------------ who is killed himself

KILLED = """
import sys
from rulekit.runner.engine_command import EngineCommand
child = EngineCommand(sys.argv[1], sandbox=sys.argv[2]).open().child.begun
print(child.mark, child.folder, flush=True)
import time
time.sleep(60)
"""


@pytest.mark.parametrize("box", BOXES)
def test_an_engine_is_ended_also_when_we_are_killed(box: str) -> None:
    command = source("never answers and has a child", box).text
    script = [sys.executable, "-c", KILLED, command, box]
    with subprocess.Popen(script, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        mark, folder = process.stdout.readline().split()
        assert waited(lambda: len(supervisor.ProcessWatch(int(mark)).look()) >= 2)
        process.kill()
    assert waited(lambda: not supervisor.ProcessWatch(int(mark)).look() and not Path(folder).exists())


def waited(come: Callable[[], bool]) -> bool:
    """Whether something has come within some seconds."""
    end = time.monotonic() + 10
    while not come() and time.monotonic() < end:
        time.sleep(0.02)
    return come()
