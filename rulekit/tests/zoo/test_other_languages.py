"""Faulty programs where the language matters: a shell, Node, C."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import attrs
import pytest

from rulekit.play.games.game import Game
from rulekit.runner import sandbox
from rulekit.runner.engine_command import EngineCommand
from rulekit.tests.zoo.asking import BUDGET, MIB, USUAL, judged

pytestmark = pytest.mark.long

LIMITS = attrs.evolve(USUAL, cpu=30, memory=256 * MIB, processes=12)
QUICK = attrs.evolve(LIMITS, start=1.0)

SHELL = {
    "cat": ("bad-schema",),  # it copies the request back
    "yes": ("not-json",),
    "true": ("exit",),
    "false": ("exit",),
    "sleep 300": ("timeout-start",),
    "sh -c 'kill -SEGV $$'": ("signal",),
    "sh -c 'exec 1>&-; sleep 300'": ("closed", "timeout-start"),
    "sh -c 'sleep 300 & sleep 300 & wait'": ("timeout-start",),
    "sh -c 'read line; setsid sleep 300 & exit 0'": ("exit",),
    "sh -c 'while :; do sleep 300 & done'": ("processes",),
    "sh -c 'head -c 100000000 /dev/zero'": ("oversize",),
    "sh -c 'cat /dev/urandom'": ("not-json", "oversize"),
    "head -c 3000000 /dev/zero": ("oversize",),
    "echo": ("not-json",),
    "printf '{\"id\":1'": ("exit",),
    'printf \'{"id":1,"ok":null}\\n\'': ("bad-schema",),
}
NODE = {
    "setInterval(() => 0, 1000)": ("timeout-start",),
    "Promise.reject(new Error('lost'))": ("exit",),
    "const a = []; for (;;) a.push(Buffer.alloc(1 << 20, 1))": ("memory",),
    "const f = () => f(); f()": ("exit",),
    "console.log('debug: up and running'); setInterval(() => 0, 1000)": ("not-json",),
    "process.stdout.write('x'.repeat(3 << 20)); setInterval(() => 0, 1000)": ("oversize",),
    "process.exit(0)": ("exit",),
    "require('child_process').spawn('sleep', ['300'], {detached: true, stdio: 'ignore'}).unref()": ("exit",),
    "process.stdin.on('data', d => process.stdout.write(d))": ("bad-schema",),
    "process.abort()": ("signal",),
}
C = {
    "int main() { return *(volatile int *)0; }": ("signal",),
    "int f(int n) { volatile char a[999]; *a = n; return f(n + 1) + *a; }\nint main() { return f(0); }": ("signal",),
    "#include <stdlib.h>\nint main() { abort(); }": ("signal",),
    "#include <stdlib.h>\n#include <string.h>\nint main() { for (;;) memset(malloc(9999), 1, 9999); }": ("memory",),
    "#include <unistd.h>\nint main() { char c; while (read(0, &c, 1)) ; sleep(300); }": ("timeout-start",),
    "#include <unistd.h>\nint main() { if (fork()) return 0; setsid(); sleep(300); }": ("exit",),
    '#include <stdio.h>\nint main() { puts("{}"); getchar(); sleep(300); }': ("timeout-start",),  # never flushed
}  # fmt: skip


def found_guilty(game: Game, command: str, expected: tuple[str, ...], box: str) -> None:
    limits = QUICK if "timeout-start" in expected else LIMITS
    found = judged(game, EngineCommand(command, limits, box))
    assert found.kind in expected, found
    assert not found.left and found.seconds < BUDGET


BOXES = [sandbox.NONE, *([sandbox.BWRAP] if sandbox.works() else [])]


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("command", SHELL)
def test_commands_of_a_shell(command: str, box: str, stones: Game) -> None:
    found_guilty(stones, command, SHELL[command], box)


@pytest.mark.skipif(not shutil.which("node"), reason="there is no node")
@pytest.mark.parametrize("script", NODE)
def test_scripts_of_node(script: str, stones: Game, tmp_path: Path) -> None:
    file = tmp_path / "engine.cjs"
    file.write_text(script, encoding="utf-8")
    found_guilty(stones, str(file), NODE[script], BOXES[-1])


@pytest.mark.skipif(not shutil.which("cc"), reason="there is no compiler")
@pytest.mark.parametrize("number", range(len(C)))
def test_programs_in_c(number: int, stones: Game, tmp_path: Path) -> None:
    text, expected = list(C.items())[number]
    (tmp_path / "engine.c").write_text(text, encoding="utf-8")
    subprocess.run(["cc", "-w", "-O0", "-o", tmp_path / "engine", tmp_path / "engine.c"], check=True)
    found_guilty(stones, str(tmp_path / "engine"), expected, BOXES[-1])
