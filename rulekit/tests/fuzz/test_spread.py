"""The same campaign on a real Dask scheduler with two worker processes, one of which may be killed in the middle."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from rulekit.cli.commands.new import STARTER
from rulekit.data import PACKAGE
from rulekit.fuzz.calibration import sample
from rulekit.fuzz.dask_executor import dask_crew
from rulekit.fuzz.driver import CampaignPlan, FuzzCampaign, run
from rulekit.fuzz.executors import crew
from rulekit.fuzz.storage import record_store
from rulekit.fuzz.work_packet import game_of
from rulekit.play.refusals import Refused
from rulekit.tests.calling import Call

pytestmark = pytest.mark.long

pytest.importorskip("distributed", reason="Dask is not installed; pip install 'tabletop-rules[dist]' brings it")

GAME = str(STARTER)
SOME = 1_500  # games, in packets of a hundred
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}


@attrs.frozen
class Cluster:
    """A scheduler and its workers."""

    address: str
    workers: list[subprocess.Popen[bytes]]


def started(*words: str) -> subprocess.Popen[bytes]:
    """One of Dask's own commands, in a process of its own."""
    silent: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": ENVIRONMENT}
    return subprocess.Popen([sys.executable, "-m", "dask", *words], **silent)


def waited(for_what: Callable[[], Any]) -> Any:
    """As soon as it is there."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        found = for_what()
        if found:
            return found
        time.sleep(0.1)
    raise AssertionError("Dask did not start within a minute")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A scheduler and two workers with one thread each."""
    file = tmp_path_factory.mktemp("dask") / "scheduler.json"
    plain = ("--host", "127.0.0.1", "--no-dashboard")
    scheduler = started("scheduler", *plain, "--port", "0", "--scheduler-file", str(file))
    waited(lambda: file.is_file() and file.read_text())
    address = json.loads(file.read_text())["address"]
    words = ("worker", address, *plain, "--nthreads", "1", "--no-nanny", "--local-directory", str(file.parent))
    found = Cluster(address, [started(*words) for _ in range(2)])
    yield found
    for process in (*found.workers, scheduler):
        process.kill()
        process.wait()


def test_a_scheduler_that_dies_leaves_a_summary(tmp_path: Path) -> None:
    """What had come in is told and kept, without a traceback."""
    file = tmp_path / "scheduler.json"
    plain = ("--host", "127.0.0.1", "--no-dashboard")
    scheduler = started("scheduler", *plain, "--port", "0", "--scheduler-file", str(file))
    address = json.loads(waited(lambda: file.is_file() and file.read_text()))["address"]
    worker = started("worker", address, *plain, "--nthreads", "1", "--no-nanny", "--local-directory", str(tmp_path))
    words = ("fuzz", GAME, "--max-time", "100", "--scheduler", address, "--corpus", str(tmp_path / "kept"))
    process = subprocess.Popen(
        [sys.executable, "-m", "rulekit", *words], env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    waited(lambda: record_store.read_store(tmp_path / "kept").records)
    scheduler.kill()
    out, err = (text.decode() for text in process.communicate(timeout=60))
    worker.kill()
    scheduler.wait()
    worker.wait()
    assert process.returncode == 2 and "games kept" in out and "Traceback" not in err
    assert "the scheduler does not answer any more; this is how far it came" in err


def campaign(games: int) -> FuzzCampaign:
    loaded = game_of(GAME)
    return FuzzCampaign(CampaignPlan(GAME, loaded.spec, sample(loaded), "dask", "laws", games, size=100, every=10))


def come_to(found: FuzzCampaign) -> tuple[Any, ...]:
    """Everything a campaign has come to."""
    return found.coverage.reached, found.coverage.decisions, found.entries, found.judged, found.next


def alone(games: int) -> FuzzCampaign:
    found = campaign(games)
    with crew(1) as hands:
        assert run(found, hands, lambda *_: None)
    return found


def test_the_same_work_comes_to_the_same_on_dask_as_here(cluster: Cluster) -> None:
    found = campaign(SOME)
    with dask_crew(cluster.address) as hands:
        assert run(found, hands, lambda *_: None)
    assert come_to(found) == come_to(alone(SOME))


def test_a_worker_that_is_killed_in_the_middle_loses_nothing(cluster: Cluster) -> None:
    found, victim = campaign(SOME), cluster.workers[0]

    def onward(here: FuzzCampaign, *_: Any) -> None:
        if here.packets == 5:
            os.kill(victim.pid, signal.SIGKILL)

    with dask_crew(cluster.address) as hands:
        assert run(found, hands, onward)
    assert victim.wait() == -signal.SIGKILL
    assert come_to(found) == come_to(alone(SOME))


def test_the_command_plays_on_a_scheduler(cluster: Cluster, rulekit: Call, tmp_path: Path) -> None:
    ran = rulekit("fuzz", GAME, "--games", 20, "--seed", 1, "--scheduler", cluster.address, "--format", "json")
    assert ran.code == 0
    assert json.loads(ran.out)["games"] == 20


def test_a_scheduler_that_is_not_there_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulekit.fuzz.dask_executor.PATIENCE", 1)
    with pytest.raises(Refused, match="no Dask scheduler answers"), dask_crew("tcp://127.0.0.1:9"):
        pass
