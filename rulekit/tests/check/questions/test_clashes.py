"""Sealed answers that touch what all share."""

from rulekit.tests.check.questions.making import problems, said

PURSE = "state purse of Player is 0 to 9, starts 5, excess lost\n"
OVER = "  [play.over]  finish, won by (seat-one if heap > 4 or purse of seat-one > 1 else seat-two)\n"


def _both(*lines: str, more: str = "") -> tuple[str, ...]:
    body = "".join(f"  [grab.{n}]  {line}\n" for n, line in zip("abc", lines, strict=False))
    return (PURSE, more, f"action grab\n{body}", "play\n  [play.both]  together each p: p must grab\n" + OVER)


def test_what_is_ones_own_does_not_clash() -> None:
    """Through a procedure as well."""
    spend = "to spend of-whom: Player\n  [spend.do]  take 1 from purse of of-whom\n"
    assert not said(*_both("spend player", more=spend), code="K36")


def test_what_all_share_clashes() -> None:
    """The message names it."""
    (found,) = [p for p in problems(*_both("take 1 from heap")) if p.code == "K36"]
    assert found.facts["name"] == "heap"


def test_to_read_what_another_writes_clashes_too() -> None:
    """The neighbour's purse may have changed already."""
    assert said(*_both("if purse of next of player > 3: take 1 from purse of player"), code="K36") == ["line"]
