"""What signs mean stands beside pictures, in words that fit the picture; the same for those who do not see it."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from rulekit.data import bundled_games
from rulekit.looks.declared_looks import noun
from rulekit.looks.description import position_in_words, position_rows
from rulekit.looks.drawing.kit_signs import kit_signs
from rulekit.looks.drawing.palette import by_class
from rulekit.looks.drawing.picture import Picture, rows
from rulekit.looks.drawing.svg_shapes import escape_text, rect
from rulekit.looks.drawing.tokens import CAME, CHANGED, LEFT, change_badge, disc
from rulekit.looks.game_looks import PictureModel
from rulekit.looks.legend import FRAME, MARKS, legend, legend_of_kind, meanings
from rulekit.looks.legend_html import legend_list
from rulekit.looks.looks_file import NAME, read_looks
from rulekit.looks.pieces.effect_words import effect_words
from rulekit.looks.pieces.effects import SIGN, bits
from rulekit.looks.pieces.faces import BROKEN, describe, face, naming_side
from rulekit.looks.table_picture import table_picture
from rulekit.looks.table_view import TableView
from rulekit.looks.wording import member_words, name_pieces
from rulekit.tests.bundled import bundled as game
from rulekit.tests.looks.drawn import looks_of, played
from rulekit.tests.play.toys import toy
from rulekit.typesystem import types as t

BUNDLED = [folder.name for folder in bundled_games()]
WITH_EFFECT_WORDS = [folder.name for folder in bundled_games() if "effect-words" in read_looks(folder / NAME)]


def pieces(looks: PictureModel, kind: str) -> Picture:
    """Every side of every row."""
    named = looks.kind(kind).rows
    return rows([face(looks, kind, row.name, side) for row in named for side in looks.sides(kind)])


def outlines(looks: PictureModel, picture: Picture) -> set[str]:
    """The names of the signs whose outlines stand in a picture."""
    known = {**kit_signs(), **looks.own_signs}
    return {name for name, outline in known.items() if f'd="{escape_text(outline)}"' in picture.svg}


@pytest.mark.parametrize("name", BUNDLED)
def test_every_sign_of_a_picture_stands_in_its_legend(name: str) -> None:
    """Of all pieces and of a table; signs of one outline count as one; a seat has its number and needs no word."""
    looks = looks_of(game(name))
    drawn = [pieces(looks, kind.name) for kind in looks.symbols.kinds.values() if kind.is_piece]
    drawn.append(table_picture(TableView(looks, played(game(name), 12)[-1].view(0))))
    for picture in drawn:
        told = legend(looks, picture)
        known = {**kit_signs(), **looks.own_signs}
        told_outlines = {known[entry.sign] for entry in told.entries if entry.sign in known}
        assert {known[sign] for sign in outlines(looks, picture) - FRAME} <= told_outlines
        assert all(entry.word and entry.word in told.words for entry in told.entries)
        listed = ElementTree.fromstring(legend_list(looks, told, styled=False) or "<ul/>")
        assert [one.findtext("svg/g/text", "") + (one[0].tail or "") for one in listed] == [
            (entry.sign if entry.sign in MARKS else "") + entry.word for entry in told.entries
        ]


@pytest.mark.parametrize("name", BUNDLED)
def test_signs_of_effects_have_words_of_their_own(name: str) -> None:
    """A sign that only effects use is told by the looks file, or is called like what it means."""
    looks = looks_of(game(name))
    said, known = looks.section("legend"), {sign for sign, _, _ in meanings(looks)}
    for kind in looks.symbols.kinds.values():
        for column in kind.fields:
            for row in kind.rows if looks.has_effects(kind.name, column) else ():
                for _, sentence in looks.effects(kind.name, row.name, column):
                    signs = {bit.said for bit in bits(looks, sentence) if bit.what == SIGN} - FRAME
                    assert signs <= {*said, *known}, sentence


def test_a_sign_with_two_meanings_tells_both() -> None:
    """Unless the looks file says one word for it."""
    of = toy("views-conditions")
    chosen = of.start(players=4, chance=1).chosen
    look = {"states": {"seen": {"sign": "clock", "title": "late"}, "lead": {"sign": "clock", "title": "first"}}}
    assert meanings(PictureModel(of, chosen, look))["clock", "", False] == "late or first"
    assert meanings(PictureModel(of, chosen, {**look, "legend": {"clock": "time"}}))["clock", "", False] == "time"


def test_a_legend_holds_only_what_the_picture_shows() -> None:
    """An empty drawing has none."""
    looks = looks_of(toy("views-conditions"))
    assert legend(looks, Picture(10, 10, "")).entries == () and legend(looks, Picture(10, 10, "")).words == ""
    one = Picture(24, 24, looks.sign("clock", 12, 12, 24))
    assert [entry.sign for entry in legend(looks, one).entries] == ["clock"]


def test_marks_of_a_move_discs_of_seats_and_broken_outlines_are_told_where_they_stand() -> None:
    """Each is found in a drawing that has it and nothing else, and drawn again in the list."""
    looks = looks_of(toy("views-conditions"))
    drawn = {
        "came here": change_badge(CAME, 10, 10),
        "leaves": change_badge(LEFT, 10, 10),
        "changed": change_badge(CHANGED, 10, 10),
        "Ben": disc(1, 10, 10, 10),
        "seat 3": disc(3, 10, 10, 10),
    }
    for word, svg in drawn.items():
        told = legend(looks, Picture(18, 18, svg), ("Ann", "Ben"))
        assert [entry.word for entry in told.entries] == [word]
        assert by_class(svg) in legend_list(looks, told)
    broken = legend(looks, Picture(9, 9, rect(0, 0, 9, 9, stroke="ink", dash=BROKEN)))
    assert broken.entries[0].word.startswith("assumed") and "stroke-dasharray" in legend_list(looks, broken)


def test_half_discs_at_the_rim_and_walls_of_a_place_are_told() -> None:
    """What no sign draws is in the legend too: of every kind whose face has a rim or shows walls."""
    told = {"half-disc": 0, "wall-needed": 0, "wall-allowed": 0}
    for name in BUNDLED:
        looks = looks_of(game(name))
        for kind, sides in looks.section("faces").items():
            found = {entry.sign: entry.word for entry in legend_of_kind(looks, kind).entries}
            assert ("half-disc" in found) == any("rim" in look for look in sides.values())
            assert ("wall-needed" in found) == ("'walls'" in str(sides))
            drawn = legend_list(looks, legend_of_kind(looks, kind))
            for sign in told.keys() & found.keys():
                told[sign] += 1
                assert found[sign] in drawn
    assert all(told.values())


def test_a_list_brings_its_colours_where_the_page_has_none() -> None:
    """A page with a style sheet of its own leaves them out."""
    looks = looks_of(toy("views-conditions"))
    told = legend(looks, Picture(24, 24, looks.sign("clock", 12, 12, 24)))
    assert ".f-ink{" in legend_list(looks, told) and "<style>" not in legend_list(looks, told, styled=False)
    assert legend_list(looks, legend(looks, Picture(1, 1))) == ""


@pytest.mark.parametrize("name", BUNDLED)
def test_a_position_is_told_as_a_table_with_the_same_content(name: str) -> None:
    """Three columns: what, where, how much; each row stands in the sentences too."""
    looks = looks_of(game(name))
    view = played(game(name), 12)[-1].view(0)
    told = position_in_words(looks, view, names=("Ann", "Ben"))
    found = position_rows(looks, view, names=("Ann", "Ben"))
    assert found and all(len(row) == 3 and row[0] and row[2] for row in found)
    assert all(part in told for row in found[:20] for part in row)


def test_a_position_is_told_of_some_places_only() -> None:
    """As the picture of a scene is, which shows what a move touches."""
    looks = looks_of(toy("views-conditions"))
    view = toy("views-conditions").start(players=4, chance=1).view(0)
    every = position_rows(looks, view)
    one = ("zone", "hand", (0,))
    assert [row[0] for row in position_rows(looks, view, {one})] == ["hand"] and len(every) > 1


@pytest.mark.parametrize("name", BUNDLED)
def test_what_rules_say_of_a_piece_stands_on_its_face_and_in_its_words(name: str) -> None:
    """A face without effects shows its note; where words have no room a sign tells that rules work."""
    looks = looks_of(game(name))
    for kind, row in looks.notes:
        if not looks.kind(kind).is_piece:
            continue
        assert looks.note(kind, row) in describe(looks, kind, row)
    silent = [
        (kind, row)
        for kind, row in looks.notes
        if looks.kind(kind).is_piece
        and "body" in looks.section("faces").get(kind, {}).get("front", {})
        and not looks.effects(kind, row, "options")
    ]
    for kind, row in silent:
        written = re.sub("<[^>]*>", " ", face(looks, kind, row, "front").svg)
        assert looks.note(kind, row).split()[0] in escape_text(written) or "§" in written
        assert "§" in face(looks, kind, row, "front", scale=0.6).svg


@pytest.mark.parametrize("name", WITH_EFFECT_WORDS)
def test_effects_are_told_in_words_without_words_of_the_program(name: str) -> None:
    """No pattern leaves a hole, and a plural goes where the number is one."""
    looks = looks_of(game(name))
    sentences = [
        sentence
        for kind in looks.symbols.kinds.values()
        for column in kind.fields
        if looks.has_effects(kind.name, column)
        for row in kind.rows
        for _, sentence in looks.effects(kind.name, row.name, column)
    ]
    told = [effect_words(looks, sentence) for sentence in sentences]
    assert told and all(one and not set("#{}") & {*one} and "(s)" not in one for one in told), told
    assert not any(re.search(r"\b1 \w+s\b", one) for one in told)
    assert [name_pieces(looks, one) for one in told] == told  # `level 1` is said as everywhere else: `level I`


@pytest.mark.parametrize("name", BUNDLED)
def test_a_face_is_told_as_players_say_it(name: str) -> None:
    """Effects, members of choices and rows of lists in the words of the looks file, not in those of the rules."""
    looks = looks_of(game(name))
    for kind in (one for one in looks.symbols.kinds.values() if one.is_piece):
        for row in (one.name for one in kind.rows):
            told = describe(looks, kind.name, row)
            for column in looks.sides(kind.name)[naming_side(looks, kind.name)]:
                assert all(one in told for one in players_words(looks, kind.name, row, column)), (told, column)


def players_words(looks: PictureModel, kind: str, row: str, column: str) -> list[str]:
    """What must be told of a column: each effect, each member, the title of a row."""
    if looks.has_effects(kind, column):
        return [effect_words(looks, sentence) for _, sentence in looks.effects(kind, row, column)]
    said, typed = looks.value(kind, row, column), looks.type_of(kind, column).bare
    many = said if isinstance(said, list | tuple) else [said] if isinstance(said, str) else []
    inner = typed.member.bare if typed.member is not None else typed
    if isinstance(inner, t.Choice):
        return [member_words(looks, inner.name, str(one)) for one in many]
    return [looks.title(inner.kind, str(one)) for one in many] if inner.table else []


def test_members_of_choices_have_words_of_players_in_some_game() -> None:
    """Else the test above would compare names of the rules with themselves."""
    every = [(looks_of(game(name)), name) for name in BUNDLED]
    choices = [(looks, one) for looks, _ in every for one in looks.symbols.types.values() if isinstance(one, t.Choice)]
    assert any(member_words(looks, one.name, name) != noun(name) for looks, one in choices for name in one.members)


@pytest.mark.parametrize("name", BUNDLED)
def test_the_legend_of_a_kind_tells_the_signs_of_its_pieces_or_of_its_effects(name: str) -> None:
    """As the page of that kind shows it."""
    looks = looks_of(game(name))
    for kind in looks.symbols.kinds.values():
        told = {entry.sign for entry in legend_of_kind(looks, kind.name).entries}
        wanted = legend(looks, pieces(looks, kind.name)).entries if kind.is_piece else ()
        assert {entry.sign for entry in wanted} == told or not kind.is_piece
        if any(looks.has_effects(kind.name, column) for column in kind.fields):
            assert told
