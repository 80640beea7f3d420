"""What the prelude adds can be played: its sentences keep what they promise."""

from pathlib import Path

from rulekit.pipeline import examine_folder
from rulekit.play.scenes.scene_runner import all_scenes

RIGHT = Path(__file__).parent.parent / "check" / "right"


def test_refill_fills_up_as_far_as_the_stack_goes() -> None:
    """At the start, after a purchase, and from an empty stack."""
    played = list(all_scenes(examine_folder(RIGHT / "refill.rules")))
    assert len(played) == 3 and [str(miss) for one in played for miss in one.misses] == []
