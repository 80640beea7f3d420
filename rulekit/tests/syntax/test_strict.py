"""The grammar is what it says: Lark's own strict parser with its own lexer accepts what ours accepts."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import lark
import pytest
from lark.indenter import Indenter

from rulekit.syntax.parse_tables import GRAMMAR
from rulekit.tests.reading import rules_files, short


class Margins(Indenter):
    """The indenter that comes with Lark."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR"]  # noqa: RUF012
    CLOSE_PAREN_types = ["RPAR"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 2


@cache
def stock_parser() -> Any:
    grammar = GRAMMAR.read_text(encoding="utf-8")
    return lark.Lark(grammar, parser="lalr", strict=True, lexer="contextual", postlex=Margins())


def test_the_grammar_has_no_conflict_of_rules_or_words() -> None:
    assert stock_parser().terminals


@pytest.mark.parametrize("file", rules_files(), ids=short)
def test_the_stock_parser_accepts_every_file_of_the_kit(file: Path) -> None:
    assert stock_parser().parse(file.read_text(encoding="utf-8")).children
