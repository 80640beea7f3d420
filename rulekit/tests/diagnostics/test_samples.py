"""A sample is one text for a folder of files."""

from pathlib import Path

from rulekit.diagnostics import samples
from rulekit.diagnostics.samples import ExpectedProblem

SAMPLE = """
game pebbles for 2 players
state heep  ### K07 K16
# file: seasons.toml
[[row]  ### K89
"""


def test_a_sample_falls_into_files() -> None:
    """The first is the rulebook."""
    assert samples.files(SAMPLE)["seasons.toml"] == b"[[row]  ### K89\n"
    assert list(samples.files(SAMPLE)) == ["game.rules", "seasons.toml"]


def test_expectations_stand_at_the_end_of_lines() -> None:
    """Several codes may stand on one line."""
    assert samples.expected_problems(SAMPLE) == (
        ExpectedProblem("game.rules", 2, "K07"),
        ExpectedProblem("game.rules", 2, "K16"),
        ExpectedProblem("seasons.toml", 1, "K89"),
    )


def test_what_cannot_be_typed_is_spelt() -> None:
    """Repetitions, odd signs, raw bytes."""
    assert samples.files("{{3 times (}}{{sign 202E}}{{byte ff}}")["game.rules"] == "(((\u202e".encode() + b"\xff\n"


def test_a_sample_can_be_spread_into_a_folder(tmp_path: Path) -> None:
    """As a game that is checked."""
    samples.write_sample(SAMPLE, tmp_path)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["game.rules", "seasons.toml"]
