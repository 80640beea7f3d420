"""From characters to tokens: words, numbers, brackets, and the layout of lines.

Layout is part of the language, as in Python: `_INDENT`, `_DEDENT` and `_NL` are tokens. A line in column one begins a
declaration, and each declaration has a list of tokens of its own, so that a slip in one cannot spoil the next. Nothing
is raised: what cannot be read becomes a problem and a token `BAD`, at which the parser leaves out the line. A file::

    action buy
      [buy.coin]  take 1 from coins of player
"""

from __future__ import annotations

import re
from typing import NamedTuple

from rulekit.diagnostics import Problem
from rulekit.limits import DEPTH_LIMIT, LINE_LIMIT, NUMBER_LIMIT
from rulekit.records import record
from rulekit.source import Span

INDENT = 2
new_tuple = tuple.__new__  # a token without the detour through its constructor


class Token(NamedTuple):
    """One word or sign as it stands in the text; columns count characters from 1.

    Every word is a `NAME` here. The parser makes keywords of those for which the grammar has room as such.
    """

    type: str
    text: str
    line: int
    column: int
    end: int  # the column after it


class Comment(NamedTuple):
    """A remark the parser skips and the formatter keeps."""

    text: str
    line: int
    column: int


@record
class Lexed:
    """The tokens of one file, one list for each declaration, with what was wrong in their letters and margins."""

    file: str
    declarations: list[list[Token]]
    comments: list[Comment]
    problems: list[Problem]


PATTERN = re.compile(
    r"""[ \t]*
    (?:(?P<WORD>[a-z][a-z0-9]*(?:-[a-z0-9]+)*)
      | (?P<CLAUSE>\[[a-z][a-z0-9.-]*\])
      | (?P<NUMBER>[0-9]+(?![A-Za-z0-9]))
      | (?P<UPPER>[A-Z][A-Za-z0-9]*)
      | (?P<CITE>@[^#]*)
      | (?P<COMMENT>\#.*)
      | (?P<STRING>"[^"]*")
      | (?P<PUNCT>->|>=|<=|[=<>+\-*/(),:])
      | (?P<BAD>[^ \t]+))""",
    re.VERBOSE,
)
PUNCTUATION = {
    "->": "ARROW",
    **dict.fromkeys((">=", "<=", "=", "<", ">"), "COMPARE"),
    "+": "PLUS",
    "-": "MINUS",
    **dict.fromkeys("*/", "MULDIV"),
    "(": "LPAR",
    ")": "RPAR",
    ",": "COMMA",
    ":": "COLON",
}


def lex(text: str, file: str) -> Lexed:
    """Read every line; a line in column one begins a declaration."""
    return _Lexer(file).run(text)


class _Lexer:
    """Working memory of one reading; nothing of it outlives `run`."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.declarations: list[list[Token]] = []
        self.comments: list[Comment] = []
        self.problems: list[Problem] = []
        self.current: list[Token] = []
        self.depth = 0  # how many blocks are open
        self.brackets: list[Token] = []

    def run(self, text: str) -> Lexed:
        """Reads all lines; the last declaration ends with the file."""
        for number, line in enumerate(text.split("\n"), 1):
            self._line(line.rstrip("\r"), number)
        self._close_declaration()
        return Lexed(self.file, self.declarations, self.comments, self.problems)

    def complain(self, code: str, variant: str, line: int, column: int, end: int, **facts: str | int) -> None:
        """Notes a problem on one line; a place of no width is made one character wide, so that something can be
        underlined.
        """
        span = Span(self.file, line, column, line, max(end, column + 1))
        self.problems.append(Problem(code, span, variant, {name: str(fact) for name, fact in facts.items()}))

    def _line(self, line: str, number: int) -> None:
        """One line: empty, a remark, the rest of a bracket that is still open, or a new line with a
        margin of its own.
        """
        too_long = len(line) > LINE_LIMIT
        if too_long:
            self.complain("K87", "line", number, LINE_LIMIT, LINE_LIMIT + 1, length=len(line), limit=LINE_LIMIT)
        bare = line.lstrip(" \t")
        if not bare or bare[0] == "#":
            if bare:
                self.comments.append(Comment(bare, number, len(line) - len(bare) + 1))
            return
        width = len(line) - len(bare)
        if self.brackets and (width == 0 or bare[0] == "["):
            self._report_unclosed()  # a new line has begun
        if not self.brackets:
            self._margin(line, width, number)
        if too_long:
            self._unread(number, width + 1)
        else:
            self._words(line, number, width)

    def _unread(self, number: int, column: int) -> None:
        """Mark a line nobody read to its end, so that the parser leaves it out with all that hangs on it."""
        self.current.append(Token("BAD", "", number, column, column))

    def _margin(self, line: str, width: int, number: int) -> None:
        """End the line before, then open or close blocks to where this one begins."""
        if "\t" in line[:width]:
            self.complain("K03", "tab", number, 1, width + 1)
            width = len(line[:width].expandtabs(INDENT))
        level = max(width // INDENT, min(width, 1))
        if width % INDENT:
            self.complain("K03", "plain" if width > 1 else "one", number, 1, width + 1, spaces=width)
        if level == 0:
            self._close_declaration()
            return
        if not self.current:
            self.complain("K03", "top", number, 1, width + 1)
            level = 0
        elif level > self.depth + 1:
            self.complain("K03", "deep", number, 1, width + 1, spaces=width, wanted=INDENT * (self.depth + 1))
            level = self.depth + 1
        if level > DEPTH_LIMIT:
            self._too_deep(number, width, level)
            level = DEPTH_LIMIT
        self._end_line()
        self._blocks(level, number)

    def _too_deep(self, number: int, column: int, depth: int) -> None:
        """K88, for margins and brackets alike: what is read recursively later must end somewhere."""
        self.complain("K88", "", number, column, column + 1, depth=depth, limit=DEPTH_LIMIT)

    def _blocks(self, level: int, number: int) -> None:
        """Opens or closes as many blocks as lie between the last line and this level."""
        kind = "_INDENT" if level > self.depth else "_DEDENT"
        column = level * INDENT + 1
        if level != self.depth:
            self.current += [Token(kind, "", number, column, column)] * abs(level - self.depth)
            self.depth = level

    def _end_line(self) -> None:
        """The end of a line, once, and only behind something."""
        if self.current and self.current[-1].type != "_NL":
            last = self.current[-1]
            self.current.append(new_tuple(Token, ("_NL", "", last[2], last[4], last[4])))

    def _close_declaration(self) -> None:
        """Ends line and blocks, and begins a new list of tokens."""
        if self.brackets:
            self._report_unclosed()
        if not self.current:
            return
        self._end_line()
        self._blocks(0, self.current[-1].line)
        self.declarations.append(self.current)
        self.current = []

    def _report_unclosed(self) -> None:
        """A bracket that is open where a new line surely begins: the first of them is reported, none is waited for."""
        opened = self.brackets[0]
        self.complain("K01", "bracket", opened.line, opened.column, opened.end, bracket=")")
        self.brackets.clear()

    def _words(self, line: str, number: int, start: int) -> None:
        """The tokens of one line. A plain word is by far the most frequent and is dealt with first. The rest of the
        line is left when something in it cannot be read.
        """
        found = self.current
        for match in PATTERN.finditer(line, start, len(line.rstrip(" \t"))):
            group = match.lastindex or 0
            text, end = match[group], match.end() + 1
            column = end - len(text)
            if group == 1:
                found.append(new_tuple(Token, ("NAME", text, number, column, end)))
                continue
            kind = match.lastgroup
            if kind == "PUNCT":
                token = new_tuple(Token, (PUNCTUATION[text], text, number, column, end))
                if text in "()":
                    self._bracket(token)
                else:
                    found.append(token)
            elif kind == "COMMENT":
                self.comments.append(Comment(text, number, column))
            elif kind == "CITE":
                text = text.rstrip()
                found.append(new_tuple(Token, ("CITE", text, number, column, column + len(text))))
            elif kind == "BAD":
                self._strange(line[column - 1 :] if text[0] == "[" else text, number, column)
                return
            elif kind == "NUMBER" and len(text) > NUMBER_LIMIT:
                self.complain("K87", "number", number, column, end, digits=len(text), limit=NUMBER_LIMIT)
                self._unread(number, column)
                return
            else:
                found.append(new_tuple(Token, (kind, text, number, column, end)))

    def _bracket(self, token: Token) -> None:
        """Counts brackets, so that a line goes on until all are closed."""
        if token.type == "LPAR":
            self.brackets.append(token)
            if len(self.brackets) == DEPTH_LIMIT + 1:
                self._too_deep(token.line, token.column, len(self.brackets))
        else:
            if not self.brackets:
                self.complain("K01", "bracket-extra", token.line, token.column, token.end, bracket=")")
                return
            self.brackets.pop()
        self.current.append(token)

    def _begins(self, word: Token) -> bool:
        """Is this the first word of its line, or the first behind a bracket?"""
        ahead = [token for token in self.current[-3:-1] if token.line == word.line and token.text]
        return not ahead or (len(ahead) == 1 and ahead[0].type == "LPAR")

    def _strange(self, text: str, number: int, column: int) -> None:
        """Say what is wrong with letters no sentence has; the rest of the line is not worth reading."""
        from rulekit.syntax import bad_characters

        before = self.current[-1] if self.current else None
        joined = before is not None and (before.line, before.end) == (number, column)
        found = bad_characters.explain(text, before.text if before is not None and joined else "")
        start = column - len(before.text) if before is not None and found.from_before else column
        variant = found.variant
        if variant == "dot" and found.facts.get("part") in ("toml", "rules"):
            variant = "file-quotes"
        elif variant == "dot" and before is not None and self._begins(before):
            variant = "id-brackets"
        self.complain(found.code, variant, number, start, column + found.length, **found.facts)
        self._unread(number, column)
