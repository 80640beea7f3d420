"""Importing this runs pytest once on a small game; a process that is copied from this one then has all of it at hand.

A start of pytest, Hypothesis and rulekit takes more than a second of computing, a copy of a process some hundredths.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from rulekit.cli.main import run
from rulekit.tests.testing.collecting import PLUGIN, SILENCE, standard_streams


def warm_up() -> None:
    """Through pytest, so that it has rewritten the modules it wants to; nothing is printed."""
    here = Path.cwd()
    with tempfile.TemporaryDirectory() as place, standard_streams(SILENCE, SILENCE, SILENCE):
        assert run(["new", "warm", "--out", place]) == 0
        os.chdir(place)
        pytest.main(["warm", "-p", "no:cacheprovider", "--rulekit-games", "2", *PLUGIN])
        os.chdir(here)


warm_up()
