"""Highlighting gives back every letter, and calls a word a keyword exactly where the parser does."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename

from rulekit.data import bundled_games
from rulekit.files import reading
from rulekit.highlight.pygments_lexer import TOKENS, RulesLexer
from rulekit.highlight.roles import HighlightedText, Role, pieces
from rulekit.highlight.terminal import CODES, colour_text
from rulekit.syntax.lexer import Token
from rulekit.syntax.parse_tables import tables
from rulekit.syntax.parse_tree import Tree
from rulekit.syntax.parser import parse
from rulekit.tests.calling import Call

FILES = sorted(file for game in bundled_games() for file in game.rglob("*.rules"))
NO_NAMES = (Role.KEYWORD, Role.DECLARATION)


def roles(text: str) -> list[tuple[str, str]]:
    return [(piece.text, piece.role.value) for piece in pieces(text) if piece.role is not Role.SPACE]


@given(st.text() | st.text("ab -[]@#\"'\n(:1Aä\t", max_size=60))
def test_no_letter_is_lost_of_any_text(text: str) -> None:
    assert "".join(piece.text for piece in pieces(text)) == text


@pytest.mark.long
def test_every_bundled_file_is_given_back_without_a_letter_that_is_wrong() -> None:
    for file in FILES:
        text = reading.text(file)
        found = list(pieces(text))
        assert "".join(piece.text for piece in found) == text
        assert [piece for piece in found if piece.role is Role.WRONG] == []


def test_a_word_is_a_keyword_only_where_the_grammar_has_it() -> None:
    """`pile of` is one keyword of two words; `face` and `count` open sentences elsewhere and are names here."""
    assert roles("zone face of Player pile of Card owner sees count") == [
        ("zone", "declaration"),
        ("face", "name"),
        ("of", "keyword"),
        ("Player", "kind"),
        ("pile", "keyword"),
        ("of", "keyword"),
        ("Card", "kind"),
        ("owner", "word"),
        ("sees", "keyword"),
        ("count", "keyword"),
    ]


def test_a_line_out_of_the_middle_is_read_as_one_of_an_action() -> None:
    assert roles("    [play.fits]  require unit fits mine  @placement.top") == [
        ("[play.fits]", "clause"),
        ("require", "keyword"),
        ("unit", "name"),
        ("fits", "name"),
        ("mine", "name"),
        ("@placement.top", "citation"),
    ]


def test_a_keyword_in_the_place_of_a_name_is_a_name() -> None:
    """`face` opens a line below a card, and is a name in a value."""
    found = dict(roles('card Card, listed in "c.toml"\n  face: face 1 to 9'))
    assert found["face"] == "name" and found["card"] == "declaration" and found['"c.toml"'] == "string"


def test_every_keyword_of_the_grammar_is_one_in_some_bundled_game() -> None:
    """So that the parser is asked, and not a list that may fall behind it."""
    met = {piece.text for file in FILES for piece in pieces(reading.text(file)) if piece.role in NO_NAMES}
    words = {word for word in tables().keywords if re.fullmatch("[a-z-]+", word)}
    assert len(words - met) < len(words) / 4, sorted(words - met)
    assert met <= words | {"pile", "set", "bag", "of"}


def test_names_are_what_the_parser_read_as_names() -> None:
    text = "define a of p: Player is count of hand of p"
    read = {token.text for tree in parse(text, "").trees for token in tokens(tree) if token.type == "NAME"}
    assert {text for text, role in roles(text) if role in ("name", "word")} == read


def tokens(tree: Tree) -> list[Token]:
    return [one for kid in tree.kids for one in (tokens(kid) if isinstance(kid, Tree) else [kid])]


def test_pygments_finds_the_language_by_name_and_by_file() -> None:
    assert isinstance(get_lexer_by_name("rules"), RulesLexer)
    assert isinstance(get_lexer_for_filename("1-things.rules"), RulesLexer)
    assert set(TOKENS) == set(Role)


def test_pygments_gets_every_letter_at_its_place() -> None:
    text = "game x for 2 players\nstate s is 0 to 9\n"
    assert all(text[at : at + len(part)] == part for at, _, part in RulesLexer().get_tokens_unprocessed(text))


def test_a_terminal_shows_the_same_letters() -> None:
    text = "define a is 1  @x.y\n# done"
    shown = colour_text(text)
    assert re.sub(r"\x1b\[[0-9;]*m", "", shown) == text and shown.count("\x1b[0m") == sum(
        piece.role in CODES for piece in pieces(text)
    )


def test_show_prints_rules_in_colour_where_it_is_asked_to(rulekit: Call) -> None:
    game = FILES[0].parent.name
    assert "\x1b[1;34mgame\x1b[0m" in rulekit("show", "--stage", "rulebook", "--color", "always", game).out
    assert "\x1b[" not in rulekit("show", "--stage", "rulebook", game).out


def test_a_piece_knows_its_text_and_role() -> None:
    assert next(iter(pieces("game"))) == HighlightedText("game", Role.DECLARATION)
