"""Moves that can be listed."""

from rulekit.tests.check.questions.making import END, TURN, said


def _grab(*params: str) -> tuple[str, ...]:
    lines = "".join(f"  [grab.{n}]  {param}\n" for n, param in zip("abcde", params, strict=False))
    return (f"type Slot is 1 to 16\naction grab\n{lines}  [grab.do]  take 1 from heap\n", TURN, END)


def test_too_many_subsets_are_told() -> None:
    """Eight of sixteen is more than ten thousand; two are few."""
    assert said(*_grab("xs are 8 from Slot"), code="K38") == [""]
    assert said(*_grab("xs are any from Slot"), code="K38") == [""]
    assert not said(*_grab("xs are 2 from Slot"), code="K38")


def test_parameters_multiply() -> None:
    """Five of sixteen make a million; four do not."""
    many = [f"{name} in Slot" for name in ("u", "w", "x", "y", "z")]
    assert said(*_grab(*many), code="K38") == ["product"]
    assert not said(*_grab(*many[:4]), code="K38")
