"""The written case of a web app: each command of the page runs in a copy of the example and says what is shown there.

`python -m rulekit.tests.conformance.test_web_app` writes anew into the page what the commands say.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from rulekit.data import PACKAGE, conformance_root

PAGE = PACKAGE.parent / "docs" / "conformance" / "web-app.md"
EXAMPLE = conformance_root() / "examples" / "web-app"
BLOCK = re.compile(r"^```console\n((?:\$ [^\n]*\n)+)(.*?)^```", re.DOTALL | re.MULTILINE)
CHANGING = re.compile(r"\b[0-9a-f]{8}\b|rulekit \d[\w.]*")  # hashes of rules and files, and the version

pytestmark = [pytest.mark.peers, pytest.mark.skipif(not PAGE.is_file(), reason="installed without its docs")]


def installed(folder: Path) -> Path:
    """A copy of the example with its one package; skips where that cannot be had."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        pytest.skip("node or npm is not installed")
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("node_modules"))
    words = ("npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--fetch-retries", "1")
    try:
        made = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=180, check=False)
    except subprocess.TimeoutExpired:
        pytest.skip("npm got no answer in time")
    if made.returncode:
        pytest.skip(f"npm could not install jsdom: {made.stderr[-300:]}")
    return folder


def said(commands: str, folder: Path) -> str:
    """What the commands of a block print, run in a shell."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    script = commands.replace("$ ", "", 1).replace("\n$ ", "\n")
    ran = subprocess.run(
        ("bash", "-c", script),
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )
    assert not ran.stderr, ran.stderr
    return ran.stdout


def settled(text: str) -> list[str]:
    return CHANGING.sub("-", text).split()


def test_every_command_of_the_page_says_what_is_shown_there(tmp_path: Path) -> None:
    """The app agrees, its first form and its adapter's mistakes do not; in the words that the page quotes."""
    folder = installed(tmp_path / "web-app")
    blocks = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    assert len(blocks) == 5
    shown = [output for _, output in blocks]
    assert "[throw.full]" in shown[0] and "[close.shift]" in shown[0] and "exit code 1" in shown[0]
    assert "plays by the rules" in shown[-1] and "exit code 0" in shown[-1]
    for commands, output in blocks:
        assert settled(said(commands, folder)) == settled(output), commands


def main() -> None:
    """Write the outputs into the page."""
    with TemporaryDirectory() as place:
        folder = installed(Path(place) / "web-app")
        text = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(
            BLOCK.sub(lambda found: f"```console\n{found[1]}{said(found[1], folder)}```", text), encoding="utf-8"
        )


if __name__ == "__main__":
    main()
