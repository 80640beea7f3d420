"""Definitions by cases: no gaps, no dead lines, no twins."""

from rulekit.tests.check.small import asked, examined, text


def first_of(head: str, *lines: str) -> str:
    return f"define {head}, first of\n" + "".join(
        f"  [wage.{n}] {line}  @public:test\n" for n, line in enumerate(lines)
    )


def relation(*cases: str, mode: str = "any") -> str:
    head = f"type Spot is 0 to 3\nrelation a: Spot joins b: Spot, if {mode}\n"
    return head + "".join(f"  [joins.{n}] {case}  @public:test\n" for n, case in enumerate(cases))


def test_a_hole_is_named_in_words() -> None:
    more = first_of("wage of h: Hue", "3 if h is amber")
    (found,) = [p for p in examined(text("set heap to wage of jade", more=more)).problems if p.code == "K53"]
    assert found.facts["hole"] == "`h is jade`"


def test_a_last_line_with_an_if_leaves_a_gap() -> None:
    more = first_of("wage", "3 if heap > 4", "2 if count of those p in Player having (pot of p > 3) > 1")
    assert asked("K53", "set heap to wage", more=more) == ["K53 if"]


def test_a_last_line_without_if_leaves_none() -> None:
    more = first_of("wage", "3 if heap > 4", "2")
    assert asked("K53 K54", "set heap to wage", more=more) == []


def test_a_line_below_one_that_always_holds_is_dead() -> None:
    assert asked("K54", "set heap to wage", more=first_of("wage", "1", "2")) == ["K54 if"]


def test_a_line_is_dead_when_those_above_cover_its_range() -> None:
    more = first_of("wage", "3 if heap > 4", "2 if heap >= 6", "1")
    assert asked("K54", "set heap to wage", more=more) == ["K54"]


def test_a_line_is_dead_when_every_member_is_named_above() -> None:
    more = first_of("wage of h: Hue", "3 if h is amber", "2 if h is jade", "1")
    assert asked("K54", "set heap to wage of jade", more=more) == ["K54"]


def test_two_cases_that_always_agree_are_twins() -> None:
    lines = ["a in Spot", "b in Spot", "require a joins b", "set heap to 1"]
    assert asked("K55", *lines, more=relation("a = b", "b = a")) == ["K55"]
    assert asked("K55", *lines, more=relation("a = b", "b = a + 1")) == []
