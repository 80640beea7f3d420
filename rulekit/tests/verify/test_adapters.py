"""Every engine under conformance/adapters agrees with the rules, in every configuration of the sample."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.data import conformance_root
from rulekit.runner.source import Source
from rulekit.tests.bundled import bundled
from rulekit.tests.scale import examples
from rulekit.verify.campaign import in_step, sampled
from rulekit.verify.played import Manner

FOUND = sorted((conformance_root() / "adapters").glob("*/adapter.*"))
MANNER = Manner(enough=examples(250, 4_000), curious=True)  # some games never end by themselves
game = bundled


@pytest.mark.parametrize("file", FOUND, ids=lambda file: file.parent.name)
def test_an_engine_by_other_hands_plays_by_the_rules(file: Path) -> None:
    source, loaded = Source(str(file)), game(file.parent.name)
    if source.missing():
        pytest.skip(f"its program is not here: {source.missing()}")
    found = in_step(loaded, source.open, sampled(loaded), 0, "0", MANNER, examples(1_200, 100_000))
    assert found.agrees, "\n".join(one.story() for one in found.differences)


@pytest.mark.parametrize("file", FOUND, ids=lambda file: file.parent.name)
def test_an_adapter_does_not_lean_on_the_kit(file: Path) -> None:
    engine = conformance_root() / "engines" / file.parent.name
    read = [one.read_text(encoding="utf-8") for one in (file, *engine.iterdir()) if one.suffix in (".py", ".mjs")]
    assert not [text for text in read if "import rulekit" in text or "from rulekit" in text]


def test_there_are_engines_to_judge() -> None:
    assert FOUND
