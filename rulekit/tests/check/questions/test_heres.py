"""Whoever runs an effect gives what it reads."""

from rulekit.tests.check.questions.making import END, TURN, said


def _tools(effect: str, *lines: str) -> tuple[str, ...]:
    rows = "list Tool, 1 in all\n  face: size 1 to 2, doing effects\nrows of Tool\n"
    rows += f"  [tool.a]  axe: size 2\n    {effect}\n"
    body = "".join(f"  {line}\n" for line in lines)
    return (rows, f"action grab\n{body}", TURN, END)


def test_an_effect_that_reads_here_is_told_it() -> None:
    """`perform .. with ..`"""
    effect, chosen = "a: take size of here from heap", "[grab.how]  how in doing of axe"
    assert said(*_tools(effect, chosen, "[grab.do]  perform how"), code="K82") == ["here"]
    assert not said(*_tools(effect, chosen, "[grab.do]  perform how with axe"), code="K82")


def test_an_effect_with_choices_was_chosen() -> None:
    """A loop chooses nothing."""
    effect = "a with n in 1 to 2: take n from heap"
    assert said(*_tools(effect, "[grab.do]  for each e in doing of axe: perform e"), code="K82") == ["choice"]
