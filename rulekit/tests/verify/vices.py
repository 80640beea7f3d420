"""Engines that behave badly, each in one way: in a file of Python, and as a program that talks over its pipes."""

from __future__ import annotations

import sys
from pathlib import Path

from rulekit.runner.engine_command import EngineCommand

GOOD = (Path(__file__).parents[1] / "protocol" / "stones.py").read_text(encoding="utf-8")
SERVE = """
import json, os, sys, threading, time
from engine import Adapter

made, vice, asked = Adapter(), sys.argv[1], 0
VICES = {WAYS}


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def grumble():
    while True:
        sys.stderr.write("x" * 65536)


if vice == "greets":
    say("Welcome!\\n")
elif vice == "grumbles":
    threading.Thread(target=grumble, daemon=True).start()
for line in sys.stdin:
    asked += 1
    request = json.loads(line)
    number, op = request.pop("id"), request.pop("op")
    try:
        if op == "hello":
            found = {"ok": {"rcp": 1, **made.hello()}}
        else:
            found = {"ok": None if op in ("ping", "bye") else getattr(made, op)(*request.values())}
    except ValueError as refusal:
        found = {"refused": str(refusal)}
    text = json.dumps({"id": number, **found}) + "\\n"
    exec(VICES.get(vice, "") if asked > 8 else "")
    say(text)
if vice == "stays":
    time.sleep(60)
"""
WAYS = {  # what a program does from its ninth answer on, and what is said of it
    "twice": ("text += text", "it wrote '{"),
    "half": ("say(text[:4]); os._exit(0)", "in the middle of an answer, '{\"id'"),
    "never ends": ("[say('y' * 65536) for _ in range(400)]", "longer than"),
    "no JSON": ("text = 'oops' + chr(10)", "cannot be read"),
    "not a number": ('text = \'{"id": %d, "ok": NaN}\' % number + chr(10)', "cannot be read"),
    "deep": ("text = '[' * 100000 + chr(10)", "cannot be read"),
    "over two lines": ("text = text.replace(',', ',' + chr(10), 1)", "cannot be read"),
    "nothing": ('text = \'{"id": %d, "ok": 5}\' % number + chr(10)', "must answer"),
    "a number": ("text = '5' + chr(10)", "no object"),
    "refuses everything": ('text = \'{"id": %d, "refused": "no"}\' % number + chr(10)', "refused"),
    "is killed": ("os.kill(os.getpid(), 9)", "it was ended by SIGKILL"),
}
HARMLESS = {  # other ways, of which nothing is said
    "grumbles": "",
    "stays": "",
    "ends lines as elsewhere": "text = text.replace(chr(10), chr(13) + chr(10))",
}
IN_PYTHON = {  # what the legal list becomes, and what is said of it
    "sys.exit(0)": "legal failed: SystemExit: 0",
    "self.legal(seat)": "RecursionError",
    "{}['x']": "legal failed: KeyError: 'x'",
    "int('x')": "legal failed: ValueError",
    "(one for one in found)": "cannot be written as JSON",
    "[{'do': {1, 2}}]": "cannot be written as JSON",
    "[{'do': float('nan')}]": "cannot be written as JSON",
    "'grab'": "legal must answer a list of moves",
    "['grab']": "legal must answer a list of moves",
    "None": "legal must answer a list of moves",
}


def program(folder: Path, vice: str) -> str:
    """The command of a program with one vice."""
    ways = {**{name: way for name, (way, _) in WAYS.items()}, **HARMLESS}
    (folder / "engine.py").write_text(GOOD, encoding="utf-8")
    (folder / "serve.py").write_text(SERVE.replace("{WAYS}", repr(ways)), encoding="utf-8")
    return f"{sys.executable} {folder / 'serve.py'} '{vice}'"


def changed(folder: Path, old: str, new: str, head: str = "import sys\n") -> EngineCommand:
    """The engine of the starter with one passage changed."""
    assert old in GOOD
    file = folder / "engine.py"
    file.write_text(head + GOOD.replace(old, new), encoding="utf-8")
    return EngineCommand(str(file))
