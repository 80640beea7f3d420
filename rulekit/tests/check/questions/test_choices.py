"""Moves that can be listed."""

from rulekit.tests.check.questions.making import END, TURN, said


def _grab(*params: str) -> tuple[str, ...]:
    lines = "".join(f"  [grab.{n}]  {param}\n" for n, param in zip("abcde", params, strict=False))
    return (f"type Slot is 1 to 16\naction grab\n{lines}  [grab.do]  take 1 from heap\n", TURN, END)


def test_too_many_subsets_are_told() -> None:
    """Eight of sixteen is more than ten thousand, all subsets are more than fifty thousand; two are few."""
    assert said(*_grab("xs are 8 from Slot"), code="K38") == [""]
    assert said(*_grab("xs are any from Slot"), code="K91") == [""]
    assert not said(*_grab("xs are 2 from Slot"), code="K38")


def test_parameters_multiply() -> None:
    """Four of sixteen make more than fifty thousand, with a small one three make more than ten thousand."""
    many = [f"{name} in Slot" for name in ("u", "w", "x", "y")]
    assert said(*_grab(*many), code="K91") == ["product"]
    assert said(*_grab(*many[:3], "y in 1 to 3"), code="K38") == ["product"]
    assert not said(*_grab(*many[:3]), code="K38")


def test_what_a_draw_can_come_to_and_what_a_range_lists_is_counted_too() -> None:
    """The outcomes of a draw are listed like answers, and a range is a list of numbers wherever it stands."""
    assert said(*_grab("n in 1 to 9", "require some m in 0 to 1000000 has m = n"), code="K91") == ["range"]
    turn = TURN.replace("player may grab", "lot xs are 5 from Slot then player may grab")
    assert not said(*_grab()[:1], turn, END, code="K91")
    assert said(*_grab()[:1], turn.replace("5 from", "any from"), END, code="K91") == ["draw"]
