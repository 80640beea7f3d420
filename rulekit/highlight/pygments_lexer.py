"""The rules language for Pygments: blocks of ```rules on pages, `pygmentize game.rules`, code in a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from pygments.lexer import Lexer
from pygments.token import Comment, Keyword, Literal, Name, Operator, String, Text, _TokenType

from rulekit.highlight.roles import Role, pieces

TOKENS: dict[Role, _TokenType] = {
    Role.KEYWORD: Keyword,
    Role.DECLARATION: Keyword.Declaration,
    Role.NAME: Name,
    Role.WORD: Name.Builtin,
    Role.KIND: Name.Class,
    Role.CLAUSE: Name.Label,
    Role.CITATION: Comment.Special,
    Role.NUMBER: Literal.Number,
    Role.STRING: String,
    Role.SIGN: Operator,
    Role.COMMENT: Comment,
    Role.SPACE: Text,
    Role.WRONG: Text,  # a page about a mistake shows it in peace; `rulekit check` is where it is told
}


class RulesLexer(Lexer):
    """Colours rules as the parser reads them, so that a word is a keyword exactly where it is one."""

    name = "rulekit rules"
    aliases: ClassVar[list[str]] = ["rules", "rulekit"]
    filenames: ClassVar[list[str]] = ["*.rules"]
    mimetypes: ClassVar[list[str]] = ["text/x-rulekit"]

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, Any, str]]:
        """Offset, token and letters of every piece."""
        at = 0
        for piece in pieces(text):
            yield at, TOKENS[piece.role], piece.text
            at += len(piece.text)
