"""Every toy rulebook: a few lines about one form of the language, and scenes worked out by hand."""

from pathlib import Path

import pytest

from rulekit.pipeline import examine_all
from rulekit.play.scenes.scene_runner import all_scenes

TOYS = sorted((Path(__file__).parent.parent / "games").glob("*.rules"))


@pytest.mark.parametrize("toy", TOYS, ids=lambda file: file.stem)
def test_every_scene_of_a_toy_comes_true(toy: Path) -> None:
    """And a toy is checked without an error."""
    examined = examine_all(toy)
    assert not examined.errors
    found = list(all_scenes(examined.checked))
    assert found
    assert [str(miss) for scene in found for miss in scene.misses] == []
