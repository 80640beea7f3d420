"""TOML tables become the same rows as rules do, and a hostile file becomes a complaint."""

import time
import tomllib
from pathlib import Path

import pytest

from rulekit.data import bundled_games
from rulekit.diagnostics import Problem
from rulekit.model import declarations as d
from rulekit.model import toml_places
from rulekit.model.rulebook import build
from rulekit.model.tables import row_name, rows_from_table
from rulekit.model.toml_places import places, read_plain, read_toml
from rulekit.syntax.parser import parse
from rulekit.tests.check.questions.making import problems

KINDS = """
card Leaf, 3 in all, listed in "leaves.toml"
  face names it: hue red or blue, worth 0 to 9, cost bag of Good, on-top yes or no, caption text, doing effects
part Vein of Leaf
  face: ends set of Way
"""


def read(text: str) -> tuple[d.Rows | None, list[Problem]]:
    """The rows of Leaf in a table."""
    kinds = build([("a.rules", parse(KINDS, "a.rules").trees)]).declarations_of(d.Kind)
    return rows_from_table(kinds[0], text, "leaves.toml", kinds)


def row(text: str) -> d.Row:
    """The one row of a table in which nothing is wrong."""
    rows, problems = read(f'[[row]]\nid = "oak"\n{text}')
    assert rows is not None and not problems
    return rows.rows[0]


def codes(text: str) -> list[str]:
    """What a table is complained about."""
    return [f"{found.code} {found.span.line if found.span else 0}" for found in read(text)[1]]


def test_a_column_is_a_field_with_its_place() -> None:
    """Names, numbers, yes and no, texts."""
    found = row('hue = "red"\nworth = 3\non_top = true\ncaption = "Oak!"').settings
    assert [s.values for s in found] == [("red",), (3,), (True,), (d.Text("Oak!"),)]
    assert [str(s.span) for s in found][2] == "leaves.toml:5:1"


def test_amounts_may_be_a_table_or_a_list() -> None:
    """Both are what `cost 1 gum 2 tar` is in the rules."""
    assert row("cost = { gum = 1, tar = 2 }").settings[0].values == (1, "gum", 2, "tar")
    assert row('cost = ["gum", "gum"]').settings[0].values == ("gum", "gum")


def test_remarks_are_left_out_and_citations_kept_with_their_places() -> None:
    """Source, certainty and title are for people; cites are sources."""
    found = row('source = ["book:1"]\ncertainty = "stated"\ntitle = "Oak"\ncites = ["leaf.oak", "ruling:AMB-1"]')
    assert found.settings == ()
    assert [(c.text, c.span.column) for c in found.cites] == [("leaf.oak", 11), ("ruling:AMB-1", 23)]


def test_an_effect_is_read_by_the_grammar_and_stands_in_the_table() -> None:
    """Its label, its parameters and its price."""
    (found,) = row('[row.doing]\n"dig with c in spots" = "pay 1 gum -> gain 2 tar"').effects
    assert (found.label, found.column, len(found.picks)) == ("dig", "doing", 1)
    assert found.steps.price is not None and str(found.steps.does[0].span) == "leaves.toml:4:39"


def test_a_slip_in_an_effect_points_into_the_table() -> None:
    """The caret stands under the word in the TOML file."""
    (slip,) = read('[[row]]\nid = "oak"\n[row.doing]\na = "gain = 1 gum"')[1]
    assert slip.code == "K01" and str(slip.span) == "leaves.toml:4:11"


def test_parts_are_tables_inside_their_row() -> None:
    """Named after the part's kind in small letters."""
    (found,) = row('[[row.vein]]\nid = "oak-a"\nends = ["n", "e"]').parts
    assert (found.kind, found.name, found.settings[0].values) == ("Vein", "oak-a", ("n", "e"))
    assert found.span.line == 4


QUOTED = [r'a = "say \"no\""', r'a = "\\"', r'a = "\\\""', 'a = ""']
LISTS = ['a = ["b", "c"]', "a = [1, 2]", 'a = [\n  "b",\n  "c # d",\n]', "a = []", "a = [0.5]"]
HEADS = ['[[row]]\nid = "x"', "[row]\na = 1", "[[row]]\n[row.b]\nc = 1\n[[row.d]] # e\n[[row]]", '["a.b".c]\nd = 1']
PLAIN = [*QUOTED, *LISTS, *HEADS, "a = -3", "a = true # b", "a = 1.50", '"a b"  = "c"', 'a = { b = 1, "" = ["c"] }']
NOT_PLAIN = [
    *(r'a = "\n"', r'a = "\u0041"', r'a = "\\n\t"', "a = [1, 'b']", "a = 1979-05-27"),
    *('a = [\n  "b"\n]', "a = { b = { c = 1 } }"),
]
TWICE = [
    *("a = 1\na = 2", "[a]\n[a]", "a = 1\n[[a]]", "[[a]]\n[a]", "[a.b]\n[a]\nb = 1", "a = { b = 1, b = 2 }"),
    *("[a]\nb = 1\n[a.b]", "a = { b = 1 }\n[a.c]"),
]
TOO_DEEP = f"[{'a.' * 200}a]"


@pytest.mark.parametrize("text", PLAIN + NOT_PLAIN)
def test_plain_lines_say_what_the_reader_of_the_standard_library_reads(text: str) -> None:
    """They are read without it, signs behind a backslash too; everything else is left to it."""
    known = read_plain(text)
    assert (known is not None) == (text in PLAIN)
    assert read_toml(text, "a.toml") == (tomllib.loads(text), [])


@pytest.mark.parametrize("text", [*TWICE, TOO_DEEP])
def test_what_is_said_twice_or_deeply_is_no_plain_file(text: str) -> None:
    """It is left to those who count depths and tell what is wrong."""
    assert read_plain(text) is None


ROWS = """[[row]]
id    = "oak" # a tree
worth = [
  "a",
]
"a b" = { c = 1 }
[row.doing] # what it does
a = "gain 1 gum"
[[row.vein]]
id = "oak-a"
[[row.vein]]
[[row]]
hue = "red"
"""


def test_plain_lines_stand_where_the_other_reading_finds_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows, keys, values on several lines, and tables inside rows."""
    found = [told(row) for row in places(ROWS, "a.toml", "row")]
    monkeypatch.setattr(toml_places, "read_plain", lambda text: None)
    assert found == [told(row) for row in places(ROWS, "a.toml", "row")] and len(found) == 2


def told(row: toml_places.Places) -> list[object]:
    """All that is asked of a place."""
    inner = [row.inner(name, n) for name, n in (("doing", 0), ("vein", 0), ("vein", 1), ("vein", 2), ("id", 0))]
    return [
        (one.head, one.has(key), one.key(key), one.value(key))
        for one in (row, *inner)
        for key in ("id", "worth", "a b", "a", "hue", "doing")
    ]


@pytest.mark.parametrize("game", bundled_games(), ids=lambda game: game.name)
def test_every_bundled_table_says_what_the_reader_of_the_standard_library_reads(game: Path) -> None:
    """Whichever way it is read."""
    texts = [file.read_text("utf-8") for file in game.glob("*.toml")]
    assert [read_toml(text, "a.toml") for text in texts] == [(tomllib.loads(text), []) for text in texts]


@pytest.mark.parametrize(("text", "name"), [("oak", "oak"), ("Miller's Oak", "miller-s-oak"), ("A  1 -", "a-1")])
def test_an_id_becomes_a_name(text: str, name: str) -> None:
    """Small letters, and one hyphen for every run of other signs."""
    assert row_name(text) == name


WRONG = {
    "": ["K89 1"],
    "[row]\nid = 1": ["K89 1"],
    "[[row]\nid = 'a'": ["K89 1"],
    "[[row]]\nhue = 'red'": ["K13 1"],
    "[[row]]\nid = '7'": ["K89 2"],
    "[[row]]\nid = 'a'\nid = 'b'": ["K89 3"],
    "[[row]]\nid = 'a'\nworth = 1.5": ["K89 3"],
    "[[row]]\nid = 'a'\nworth = nan": ["K89 3"],
    "[[row]]\nid = 'a'\nworth = 2020-01-01": ["K89 3"],
    "[[row]]\nid = 'a'\nworth = " + "0x" + "f" * 5000: ["K89 3"],
    "[[row]]\nid = 'a'\nworth = " + "9" * 5000: ["K89 1"],
    "[[row]]\nid = 'a'\nhue = [['red']]": ["K89 3"],
    "[[row]]\nid = 'a'\ndoing = 'gain 1 gum'": ["K89 3"],
    "[[row]]\nid = 'a'\n[row.doing]\na = 3": ["K89 4"],
    "[[row]]\nid = 'a'\n[[rows]]\nid = 'b'": ["K89 3"],
    "[[row]]\nid = 'a'\nhue = " + "[" * 5000: ["K88 3"],
    "[[row]]\nid = 'a'\nhue = " + "{a=" * 3000: ["K88 3"],
    "[[row]]\n" + "a." * 4000 + "a = 1": ["K88 2"],
    "[[row]]\n" + "'a b'." * 1500 + "a = 1": ["K88 2"],
    "[[row]]\nid = 'a' #" + "x" * 20_000: ["K87 2"],
    "#\n" * 600_000: ["K87 1"],
    "[[row]]\n" * 100_000: ["K87 1"],
    "row = [" + "{},\n" * 90_000 + "]": ["K87 1"],
    "\x00\ud800": ["K89 1"],
}


@pytest.mark.parametrize("text", WRONG, ids=[f"{n}-{text[:24]!r}" for n, text in enumerate(WRONG)])
def test_a_broken_table_is_a_complaint_in_bounded_time(text: str) -> None:
    """Whatever the file holds: a code, a line, and no exception."""
    begun = time.monotonic()
    assert codes(text) == WRONG[text]
    assert time.monotonic() - begun < 5


@pytest.mark.parametrize("game", bundled_games(), ids=lambda game: game.name)
def test_what_a_row_calls_attested_is_a_value_of_it(game: Path) -> None:
    """Of a row that is otherwise assumed; a row that is not assumed has nothing to except."""
    rows = [row for file in game.glob("*.toml") for row in tomllib.loads(file.read_text("utf-8")).get("row", ())]
    attested = [row for row in rows if "attested" in row]
    assert all(set(row["attested"]) < set(row) and row["certainty"] == "assumed" for row in attested)


def test_quotes_that_name_no_file_are_told_as_such() -> None:
    """A file without a name had left a hole in the sentence."""
    told = [
        p for p in problems('card Card, 2 in all, listed in ""\n  face names it: worth 1 to 2\n') if p.code == "K07"
    ]
    assert [p.variant for p in told] == ["no-file"] and not told[0].missing_facts
