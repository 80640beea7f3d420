"""Files of Python behind their host, limits as they are written, words made fit to be shown, and engines given up."""

from __future__ import annotations

import multiprocessing
import re
import shutil
import sys
import time
from pathlib import Path
from typing import Never

import pytest

from rulekit.data import PACKAGE
from rulekit.protocol import session as session_module
from rulekit.protocol.in_process import InProcess
from rulekit.protocol.session import EngineFailure, EngineRefused, EngineSession, received_answers
from rulekit.runner import cleaned, sandbox
from rulekit.runner import python_host as host
from rulekit.runner.engine_command import RUNNERS, EngineCommand, EngineHandle
from rulekit.runner.engine_limits import USUAL, Limits, table
from rulekit.runner.failures import KINDS
from rulekit.runner.process_session import PipeSession
from rulekit.tests.protocol.stones import Adapter
from rulekit.tests.zoo.asking import CONFIG

pytestmark = pytest.mark.long

STONES = (Path(__file__).parents[1] / "protocol" / "stones.py").read_text(encoding="utf-8")
LEGAL = "return [{"
QUICK = Limits(start=15.0, step=8.0)


def engine(folder: Path, old: str = "", new: str = "", head: str = "") -> EngineCommand:
    """The engine of the starter with one passage changed."""
    assert old in STONES
    file = folder / "engine.py"
    file.write_text(head + STONES.replace(old, new, 1), encoding="utf-8")
    return EngineCommand(str(file), QUICK, sandbox.NONE)


def played(source: EngineCommand) -> PipeSession:
    """A session in which a few questions were answered; it is closed."""
    session = source.open()
    try:
        session.ask(
            "hello", rcp=[1, 1], harness={"name": "x", "version": "1"}, game={"name": "x", "spec": ""}, offer=[]
        )
        session.ask("start", config=CONFIG)
        assert len(session.ask("legal", seat=0)) == 3
        session.ask("move", seat=0, move={"do": "grab", "n": 1})
        session.ask("ping")
    finally:
        session.close()
    return session


# ------------------------------------------------------------------ files of Python


def test_a_file_of_python_runs_in_a_process_of_its_own(tmp_path: Path) -> None:
    session = played(engine(tmp_path))
    assert session.child.process.returncode is not None and session.child.told["ended"] == 0


@pytest.mark.parametrize(
    ("new", "kind", "said"),
    [
        ("sys.exit(0)", "error", "SystemExit"),
        ("os._exit(0)", "exit", "it ended with 0"),
        ("self.legal(seat)", "error", "RecursionError"),
        ("raise Evil()", "error", "legal failed: Evil"),
        ("1 / 0", "error", "ZeroDivisionError: division by zero (engine.py:"),
        ("return (one for one in ())", "error", "cannot be written as JSON"),
        ("return [{'do': float('nan')}]", "error", "cannot be written as JSON"),
        ("return {'do': 'grab'}", "bad-schema", "legal must answer a list of moves"),
        ("sys.setrecursionlimit(60); return self.legal(seat)", "error", "legal failed"),
        ("raise KeyboardInterrupt", "signal", "KeyboardInterrupt"),
    ],
)
def test_an_engine_in_python_may_do_what_it_likes(new: str, kind: str, said: str, tmp_path: Path) -> None:
    head = "import os, sys\n\nclass Evil(Exception):\n    def __str__(self):\n        raise RuntimeError\n\n"
    with pytest.raises(EngineFailure) as found:
        played(engine(tmp_path, LEGAL, f"{new}; {LEGAL}", head))
    assert found.value.kind == kind and said in str(found.value)


@pytest.mark.parametrize("new", ["print('hello')", "os.write(1, b'noise')", "os.system('echo noise')", "os.chdir('/')"])
def test_what_an_engine_in_python_prints_is_no_answer(new: str, tmp_path: Path) -> None:
    session = played(engine(tmp_path, LEGAL, f"{new}; {LEGAL}", "import os\n"))
    assert session.failure is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import sys; sys.exit(0)\n", "engine.py cannot be read: SystemExit: 0 (engine.py:1)"),
        ("1 / 0\n", "engine.py cannot be read: ZeroDivisionError"),
        ("raise BaseException('odd')\n", "engine.py cannot be read: BaseException: odd"),
        ("def (\n", "engine.py cannot be read: SyntaxError"),
        ("", "engine.py has no class called Adapter"),
        ("class Adapter:\n    def __init__(self):\n        1 / 0\n", "Adapter in engine.py cannot be made"),
        ("class Adapter:\n    def hello(self):\n        return {}\n", "does not answer: start, pending, legal"),
    ],
)
def test_a_file_that_holds_no_engine_is_told_in_its_last_words(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "engine.py").write_text(text, encoding="utf-8")
    with pytest.raises(EngineFailure) as found:
        played(EngineCommand(str(tmp_path / "engine.py"), QUICK, sandbox.NONE))
    assert found.value.kind == "exit" and said in str(found.value)


def test_an_engine_finds_what_lies_beside_it_and_nothing_of_the_room_of_its_host(tmp_path: Path) -> None:
    assert Path(host.__file__).with_name("engine_limits.py").is_file()
    engine(tmp_path)
    (tmp_path / "limits.py").write_text("from engine import Adapter\n", encoding="utf-8")
    (tmp_path / "other.py").write_text("from limits import Adapter\n", encoding="utf-8")
    played(EngineCommand(str(tmp_path / "other.py"), QUICK))


def test_a_file_has_a_folder_of_its_own_to_write_to_and_it_goes_with_the_engine(tmp_path: Path) -> None:
    head = "import os\nfrom pathlib import Path\n"
    source = engine(tmp_path, LEGAL, f"Path('notes').write_text(os.environ['HOME']); {LEGAL}", head)
    session = played(source)
    assert not (tmp_path / "notes").exists() and not Path("notes").exists()
    assert not Path(session.child.begun.folder).exists()


# ------------------------------------------------------------------ how an engine is named


def test_a_file_is_started_by_its_runner_and_a_command_as_it_is(tmp_path: Path) -> None:
    for suffix, runner in RUNNERS.items():
        file = tmp_path / f"engine{suffix}"
        file.write_text("", encoding="utf-8")
        assert EngineCommand(str(file)).command == (runner, str(file)) and EngineCommand(str(file)).launch.alone
    assert EngineCommand("node 'a b.mjs' --fast").command == ("node", "a b.mjs", "--fast")
    assert not EngineCommand("node engine.mjs").launch.alone


@pytest.mark.parametrize("box", [sandbox.NONE, sandbox.AUTO])
@pytest.mark.parametrize("text", ["", "no-such-program-anywhere", "./no such file.py", "'"])
def test_what_cannot_be_started_is_told(text: str, box: str) -> None:
    with pytest.raises(EngineFailure, match=r"no file and no program|nothing was named") as found:
        EngineCommand(text, sandbox=box).open()
    assert found.value.kind == "start"


def test_a_file_that_nobody_may_start_is_told(tmp_path: Path) -> None:
    (tmp_path / "engine").write_text("neither program nor script", encoding="utf-8")
    (tmp_path / "engine").chmod(0o755)
    with pytest.raises(EngineFailure, match="Exec format error") as found:
        played(EngineCommand(str(tmp_path / "engine"), QUICK, sandbox.NONE))
    assert found.value.kind == "start"


def test_a_box_that_is_demanded_and_does_not_work_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "works", lambda: False)
    assert sandbox.choose_sandbox(sandbox.AUTO) == sandbox.NONE
    with pytest.raises(EngineFailure, match="bubblewrap"):
        EngineCommand("cat", sandbox=sandbox.BWRAP).open()


@pytest.mark.parametrize("box", [sandbox.NONE, sandbox.AUTO])
def test_a_link_that_a_command_names_leads_to_the_file_in_a_box_too(box: str, tmp_path: Path) -> None:
    engine(tmp_path)
    (tmp_path / "links").mkdir()
    (tmp_path / "links" / "link.py").symlink_to(tmp_path / "engine.py")
    command = f"{sys.executable} {host.__file__} {tmp_path / 'links' / 'link.py'}"
    played(EngineCommand(command, QUICK, box))


def test_an_engine_ends_at_once_though_a_process_of_ours_was_made_meanwhile(tmp_path: Path) -> None:
    """It would hold the leash, too."""
    session = engine(tmp_path).open()
    session.ask("ping")
    other = multiprocessing.get_context("fork").Process(target=time.sleep, args=(60,))
    other.start()
    start = time.monotonic()
    session.failure = EngineFailure("so that it is not told to go", "error")
    session.child.hopeless = True
    session.close()
    assert time.monotonic() - start < 5
    other.kill()
    other.join()


@pytest.mark.skipif(not shutil.which("node"), reason="there is no node")
@pytest.mark.parametrize("box", [sandbox.NONE, sandbox.AUTO])
def test_an_engine_finds_the_rest_of_its_project_and_its_crash_is_told_by_its_name(box: str, tmp_path: Path) -> None:
    """Node says what went wrong in the middle of its last words, and its version at the end."""
    (tmp_path / "engines").mkdir()
    (tmp_path / "adapters").mkdir()
    (tmp_path / "engines" / "engine.mjs").write_text("export const left = null;\n", encoding="utf-8")
    file = tmp_path / "adapters" / "adapter.mjs"
    file.write_text("import { left } from '../engines/engine.mjs';\nleft.stones;\n", encoding="utf-8")
    with pytest.raises(EngineFailure, match="TypeError: Cannot read properties of null"):
        played(EngineCommand(str(file), QUICK, box))


# ------------------------------------------------------------------ failures


def test_a_session_that_failed_answers_nothing_more_and_no_late_answer_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer comes a moment after its time, however busy the machine is; it must not be taken for the next one."""
    monkeypatch.setattr("rulekit.runner.process_session.GRACE", 30.0)
    late = engine(tmp_path, LEGAL, f"time.sleep(2.5); {LEGAL}", "import time\n")
    session = EngineCommand(late.text, Limits(start=60.0, step=2.0), sandbox.NONE).open()
    session.ask("hello", rcp=[1, 1], harness={"name": "x", "version": "1"}, game={"name": "x", "spec": ""}, offer=[])
    session.ask("start", config=CONFIG)
    with pytest.raises(EngineFailure, match="it is slow, not stalled") as first:
        session.ask("legal", seat=0)
    with pytest.raises(EngineFailure) as second:
        session.ask("pending")
    assert first.value.kind == second.value.kind == "timeout-step"
    session.close()


def test_a_ping_tells_who_has_stalled(tmp_path: Path) -> None:
    source = EngineCommand(
        f"{sys.executable} -c \"print(input().replace('x', 'y') and LINE, flush=True); input(); input()\""
    )
    text = source.text.replace("LINE", '\'{\\"id\\":1,\\"ok\\":null}\'')
    session = EngineCommand(text, Limits(start=60.0, step=0.3), sandbox.NONE).open()
    session.ask("ping")
    with pytest.raises(EngineFailure) as found:
        session.ping()
    assert found.value.kind == "stalled"
    session.close()


def test_an_engine_is_started_again_but_not_for_ever(tmp_path: Path) -> None:
    with_faults = EngineHandle(engine(tmp_path, LEGAL, "import os; os._exit(3); return [{"), restarts=2)
    kinds = []
    for _ in range(5):
        try:
            with_faults.open().ask_all([("ping", {}), ("start", {"config": CONFIG}), ("legal", {"seat": 0})])
        except EngineFailure as wrong:
            kinds.append(wrong.kind)
    assert kinds == ["exit", "exit", "exit", "quarantined", "quarantined"] and with_faults.session is None


def test_a_session_of_many_requests_is_answered_in_their_order(tmp_path: Path) -> None:
    session = engine(tmp_path).open()
    session.ask("start", config=CONFIG)
    calls = [("move", {"seat": 0, "move": {"do": "grab", "n": n % 5}}) for n in range(300)]
    found = session.ask_all([(name, given) for one in calls for name, given in (("legal", {"seat": 0}), one)])
    assert len(found) == 600 and isinstance(found[1], EngineRefused) and found[3] is None
    session.close()


def test_a_run_as_a_whole_has_its_time_too(tmp_path: Path) -> None:
    session = EngineCommand(engine(tmp_path).text, Limits(start=15.0, step=8.0, total=0.8), sandbox.NONE).open()
    with pytest.raises(EngineFailure) as found:
        while True:
            session.ask("ping")
    assert found.value.kind == "timeout-total"
    session.close()


# ------------------------------------------------------------------ words


EVIL = "\x1b]0;owned\x07 \x9b2J \u202ereverse\u2066 a\nb\rc\x7f \u200b \ud800"


def test_what_an_engine_says_is_fit_to_be_shown() -> None:
    assert cleaned.line(EVIL).isprintable() and "reverse" in cleaned.line(EVIL)
    assert cleaned.value({EVIL: [EVIL, 5, None, True]}) == {cleaned.line(EVIL): [cleaned.line(EVIL), 5, None, True]}
    assert len(cleaned.line("x" * 10**6)) < 500
    assert cleaned.line("żółw plays 1 game") == "żółw plays 1 game"


# ------------------------------------------------------------------ limits


def test_a_limit_is_changed_as_it_is_written() -> None:
    assert USUAL.with_limit("memory=512M").memory == 512 << 20 and USUAL.with_limit("step=0.5").step == 0.5
    assert USUAL.with_limit("processes=3").processes == 3 and USUAL.with_limit("total=0").total == 0


@pytest.mark.parametrize(
    "text", ["memory", "memory=", "step=0", "step=-1", "step=nan", "disk=1X", "x=1", "cpu=inf", "=1"]
)
def test_a_limit_that_makes_no_sense_is_told(text: str) -> None:
    with pytest.raises(ValueError, match=r"no limit|no number of"):
        USUAL.with_limit(text)


def test_every_limit_has_a_failure_of_its_own() -> None:
    kinds = {
        "start": "timeout-start",
        "step": "timeout-step",
        "total": "timeout-total",
        "line": "oversize",
        "noise": "flood",
    }
    beyond = {name for name, *_ in table()} - {"files"}  # of files the engine is told by the system
    assert {kinds.get(name, name) for name in beyond} <= set(KINDS)


def test_the_page_has_every_limit_and_every_failure() -> None:
    page = (PACKAGE.parent / "docs" / "conformance" / "runner.md").read_text(encoding="utf-8")
    told = {"2147483648": "2 GiB", "268435456": "256 MiB", "1048576": "1 MiB", "0.0": "0: no end"}
    for name, usual, unit, _ in table():
        shown = told.get(str(usual), f"{usual:,.0f}" + (f" {unit}" if unit == "seconds" else ""))
        assert f"| `{name}` | {shown} |" in page
    words = set(re.findall(r"`([a-z-]+)`", page.partition("What a failure is called")[2]))
    assert words == set(KINDS)


@pytest.mark.parametrize("piped", (False, True))
def test_questions_to_be_compared_are_asked_in_one_go(
    piped: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One by one they would cost several times as much, and every answer would still be right."""

    def never(*_: object) -> Never:
        raise AssertionError("one by one")

    monkeypatch.setattr(session_module, "one_by_one", never)
    session: EngineSession = engine(tmp_path).open() if piped else InProcess(Adapter())
    try:
        answers = list(received_answers(session, [("ping", {}), ("ping", {})]))
        assert [one.strictly() for one in answers] == [None, None]
    finally:
        session.close()
