"""Rows become members with values, and what does not fit is complained about."""

import pytest

from rulekit.check.names.component_rows import read_rows
from rulekit.check.names.symbols import Symbols, collect_symbols
from rulekit.model.rulebook import build
from rulekit.syntax.parser import parse

START = "game toy for 2 players\ntype Good is one of gum, tar\n"


def read(text: str) -> Symbols:
    """The names of a small game after its rows were read."""
    rulebook = build([("a.rules", parse(START + text, "a.rules").trees)])
    symbols = collect_symbols(rulebook)
    read_rows(symbols, rulebook)
    return symbols


def wrong(text: str) -> list[str]:
    """Codes, variants and lines of what is complained about; the text begins in line 1."""
    return [f"{p.code} {p.variant} {p.span.line - 2 if p.span else 0}" for p in read(text).problems]


def leaf(face: str, *rows: str) -> str:
    """A card Leaf with these rows."""
    return f"card Leaf\n  face names it: {face}\nrows of Leaf\n" + "".join(f"  {row}\n" for row in rows)


@pytest.mark.parametrize(
    ("face", "given", "value"),
    [
        ("worth 0 to 9", ": worth 3", 3),
        ("worth 0 to 9", "", 0),
        ("good Good", ": good tar", 1),
        ("good Good or nothing", "", None),
        ("deep yes or no", ": deep yes", True),
        ("goods set of Good", ": goods tar gum", frozenset({0, 1})),
        ("goods bag of Good", ": goods 2 tar gum", {1: 2, 0: 1}),
        ("caption text", ': caption "Oak!"', "Oak!"),
        ("other Leaf", ": other oak", 0),
        ("of-seat Player", ": of-seat seat-two", 1),
    ],
)
def test_a_column_becomes_a_value_of_its_type(face: str, given: str, value: object) -> None:
    """Numbers, members by number, sets, bags, texts, rows."""
    symbols = read(leaf(face, f"[leaf.oak]  oak{given}"))
    assert not symbols.problems
    assert list(symbols.kinds["Leaf"].rows[0].values.values()) == [value]


def test_copies_are_members_of_one_name() -> None:
    """The second row begins behind the copies of the first."""
    symbols = read(leaf("worth 0 to 9", "[leaf.oak]  oak: copies 3", "[leaf.elm]  elm"))
    kind = symbols.kinds["Leaf"]
    assert (kind.number, kind.members) == ({"oak": 0, "elm": 3}, [0, 0, 0, 1])


def test_every_copy_has_parts_of_its_own() -> None:
    """They bear one name and know their piece."""
    rows = leaf("worth 0 to 9", "[leaf.oak]  oak: copies 2", "  with Vein long: goods gum")
    kind = read(f"part Vein of Leaf\n  face: goods set of Good\n{rows}").kinds["Vein"]
    assert [(row.name, row.whole) for row in kind.rows] == [("long", 0), ("long", 1)]
    assert (kind.number, kind.members) == ({"long": 0}, [0, 1])


def test_effects_stand_in_their_column_in_order() -> None:
    """By the name of the row."""
    symbols = read(leaf("doing effects", "[leaf.oak]  oak", "  a: gain 1 gum", "  2: gain 1 tar"))
    column = symbols.kinds["Leaf"].columns["doing"]
    assert [effect.label for effect in column["oak"]] == ["a", "2"]


def test_a_kind_without_rows_is_every_combination_of_its_fields() -> None:
    """Two of each, if there are twice as many."""
    kind = read("card Leaf, 12 in all\n  face names it: good Good, worth 1 to 3\n").kinds["Leaf"]
    assert [row.name for row in kind.rows][:3] == ["gum-1", "gum-2", "gum-3"]
    assert kind.rows[4].values == {"good": 1, "worth": 2} and kind.members[8] == 4


def test_numbers_alone_are_named_after_the_kind() -> None:
    """A name begins with a letter."""
    kind = read("piece Leaf, 2 in all\n  face names it: worth 1 to 2\n").kinds["Leaf"]
    assert list(kind.number) == ["leaf-1", "leaf-2"]


OAK = "[leaf.oak]  oak"
WRONG = {
    "K12  1": "rows of Leef\n  [a.b]  oak\n",
    "K12 not-pieces 1": "rows of Good\n  [a.b]  oak\n",
    "K12 no-part 5": leaf("worth 0 to 9", OAK, "  with Leaf long") + "part Vein of Leaf\n  face: worth 0 to 9\n",
    "K13  4": leaf("good Good", OAK),
    "K13 part 5": leaf("worth 0 to 9", OAK, "  with Vein long") + "part Vein of Leaf\n  face: worth 1 to 9\n",
    "K14 count 1": leaf("worth 0 to 9", OAK).replace("Leaf\n", "Leaf, 2 in all\n", 1),
    "K14 twice 5": leaf("worth 0 to 9", OAK, "[leaf.elm]  oak"),
    "K14 copies 4": leaf("worth 0 to 9", f"{OAK}: copies 0"),
    "K14 none 1": "list Leaf\n  face: good Good\n",
    "K14 fits 1": "list Leaf, 5 in all\n  face: good Good\n",
    "K14 field 1": "list Leaf, 5 in all\n  face: title text\n",
    "K14 no-count 1": "card Leaf\n  face: good Good\n",
    "K15  4": leaf("good Good", f"{OAK}: good wax"),
    "K15 range 4": leaf("worth 0 to 9", f"{OAK}: worth 10"),
    "K15 yes-no 4": leaf("deep yes or no", f"{OAK}: deep 1"),
    "K15 text 4": leaf("caption text", f"{OAK}: caption oak"),
    "K15 several 4": leaf("worth 0 to 9", f"{OAK}: worth 1 2"),
    "K23  4": leaf("goods bag of Good", f"{OAK}: goods 2 wax"),
    "K23 number 4": leaf("goods bag of Good", f"{OAK}: goods 1 gum 2"),
    "K07 column 4": leaf("worth 0 to 9", f"{OAK}: wort 3"),
    "K07 column 5": leaf("worth 0 to 9", OAK, "  a: gain 1 gum"),
    "K11 declared 4": leaf("worth 0 to 9", f"{OAK}: worth 1, worth 2"),
    "K71 type 1": "card Leaf, 999999999 in all\n  face: good Good\n",
    "K71 type 4": leaf("worth 0 to 9", f"{OAK}: copies 999999999"),
}


@pytest.mark.parametrize("said", WRONG)
def test_what_does_not_fit_is_said_where_it_stands(said: str) -> None:
    """One slip, one complaint."""
    assert wrong(WRONG[said]) == [said]
