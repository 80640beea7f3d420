"""Records: their constructors behave like those that attrs writes."""

import attrs
import pytest

from rulekit.records import Record, draft, evolve, record
from rulekit.records.constructor import MANY


@record
class Stone:
    colour: str
    weight: int = 1
    tags: tuple[str, ...] = attrs.field(default=(), kw_only=True)


@draft
class Bag:
    name: str
    held: list[str] = attrs.field(factory=list)


@record
class Many(Record):
    a: int
    b: int
    c: int
    d: int
    e: int
    f: int
    g: int
    h: int
    i: int
    j: int
    k: int
    last: int = 12


def test_a_record_is_made_by_place_or_by_name_with_its_defaults() -> None:
    """Equal values make equal records."""
    assert Stone("red") == Stone(colour="red", weight=1, tags=()) and hash(Stone("red")) == hash(Stone("red", 1))


def test_a_field_is_given_once() -> None:
    """Not by place and by name."""
    with pytest.raises(TypeError):
        Stone("red", colour="blue")  # type: ignore[misc]
    with pytest.raises(TypeError):
        Stone("red", height=2)  # type: ignore[call-arg]


@pytest.mark.parametrize("args", [(), ("red", 1, ("x",)), ("red", 1, 2, 3)])
def test_too_little_or_too_much_is_refused(args: tuple[object, ...]) -> None:
    """A field that is named stands by its name only."""
    with pytest.raises(TypeError):
        Stone(*args)  # type: ignore[arg-type]


def test_a_draft_has_its_own_default_each_time() -> None:
    """What is made anew is not shared."""
    one, other = Bag("one"), Bag("other")
    one.held.append("x")
    assert other.held == [] and evolve(one, name="two").held == ["x"]


def test_a_record_of_very_many_fields_is_made_too() -> None:
    made = Many(*range(11))
    assert made.k == 10 and made.last == 12 and evolve(made, a=7).a == 7 and evolve(made, a=7) != made


def test_many_records_are_made_as_the_first_were() -> None:
    """From some number on by a constructor that is written for their class, with the same defaults and refusals."""

    @record
    class Leaf:
        colour: str
        weight: int = 1
        tags: list[str] = attrs.field(factory=list, kw_only=True)

    first, *rest = [Leaf("red") for _ in range(2 * MANY)]
    assert all(leaf == first for leaf in rest)
    assert len({id(leaf.tags) for leaf in (first, *rest)}) == 2 * MANY
    assert rest[-1] == Leaf(colour="red", weight=1, tags=[]) and evolve(rest[-1], weight=2) == Leaf("red", 2)
    wrong: tuple[tuple[object, ...], ...] = ((), ("red", 1, []), ("red", 1, 2, 3))
    for args in wrong:
        with pytest.raises(TypeError):
            Leaf(*args)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Leaf("red", colour="blue")  # type: ignore[misc]


def test_a_record_cannot_be_changed() -> None:
    """Its hash would lie."""
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        Stone("red").weight = 2  # type: ignore[misc]
