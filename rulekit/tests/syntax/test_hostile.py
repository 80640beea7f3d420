"""Texts made to break a reader: a clear complaint, in bounded time and memory, and nothing raised."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable

import pytest

from rulekit.diagnostics import Problems
from rulekit.limits import DEPTH_LIMIT, FILE_LIMIT
from rulekit.model.formatter import format_source
from rulekit.model.rulebook import build
from rulekit.syntax.parser import parse

LAW = "always\n  [a.b] "
SECONDS = 12.0  # of computing, for at most a mebibyte of text
BYTES = 400 << 20


def lines(words: str, times: int, width: int = 100) -> str:
    """The same words again and again, broken into indented lines."""
    row = "    " + words * width + "\n"
    return row * (times // width)


TEXTS: dict[str, Callable[[], str]] = {
    "brackets in one line": lambda: LAW + "(" * 200_000,
    "brackets in many lines": lambda: LAW + "(\n" + lines("(", 200_000),
    "brackets that close": lambda: LAW + "(" * 1000 + "x" + ")" * 1000,
    "closing brackets": lambda: LAW + ")" * 1000,
    "a line of a million letters": lambda: LAW + "x" * 1_000_000,
    "a line of words": lambda: LAW + "x " * 500_000,
    "a name without end": lambda: "define " + "a-" * 4000 + "a is 3\n",
    "a number without end": lambda: LAW + "x = " + "9" * 9000,
    "not not": lambda: LAW + "not " * 2000 + "x",
    "of of": lambda: LAW + "a of " * 2000 + "x",
    "if then": lambda: LAW + "if a then " * 900 + "x",
    "every has": lambda: LAW + "every a in b has " * 500 + "x",
    "supposing": lambda: LAW + "supposing a: " * 700 + "x",
    "old old": lambda: LAW + "old " * 2000 + "x",
    "sums in brackets": lambda: LAW + "(a + " * 199 + "x" + ")" * 199,
    "nested calls to words": lambda: LAW + "a of (b at " * 150 + "x" + ")" * 150,
    "blocks": lambda: "to a\n" + "".join("  " * (i + 1) + "if x:\n" for i in range(400)) + "  " * 401 + "finish\n",
    "openers": lambda: "to a\n  " + "if x: " * 1500 + "finish\n",
    "an offer without end": lambda: "to a\n  [a.b] player must " + "x or " * 1900 + "x\n",
    "a sum without end": lambda: LAW + "x = (\n" + lines("a + ", 60_000, 20) + "    a)\n",
    "many slips in one block": lambda: "to a\n" + "  set x too y\n" * 20_000,
    "many slips": lambda: "acton a\n" * 60_000,
    "many declarations": lambda: "state a is 0 to 9\n" * 20_000,
    "many ids": lambda: "to a\n" + "  [a.b] stir\n" * 20_000,
    "open strings": lambda: 'source A "\n' * 60_000,
    "open ids": lambda: "to a\n" + "  [a\n" * 60_000,
    "citations": lambda: "option a is b @" + "x," * 4000 + "\n",
    "a mountain of margins": lambda: "".join(" " * (i % 90) + "x\n" for i in range(20_000)),
    "hyphens": lambda: LAW + "a" + "-" * 9000,
    "underscores": lambda: LAW + "a" + "_" * 9000,
    "dots": lambda: LAW + "1" + "." * 9000,
    "quotes": lambda: LAW + '"' * 9000,
    "signs": lambda: LAW + "<" * 9000,
    "hashes": lambda: "#\n" * 500_000,
    "blank lines": lambda: "\n" * 1_000_000,
    "look-alikes": lambda: "gаme g for 2 players\n" * 20_000,
    "empty": lambda: "",
}
FINE = {
    "openers", "an offer without end", "many declarations", "many ids", "citations", "hashes",
    "blank lines", "empty", "a name without end",
}  # fmt: skip


def read(text: str) -> tuple[str, ...]:
    """Read, build and format a text; the codes of what was wrong with it."""
    parsed = parse(text, "x.rules")
    build([("x.rules", parsed.trees)])
    assert all(p.span is not None and p.span.line >= 1 and p.span.column >= 1 for p in parsed.problems)
    assert all(not p.missing_facts for p in parsed.problems[:50])
    try:
        format_source(text, "x.rules")
    except Problems:
        assert parsed.problems
    return tuple(p.code for p in parsed.problems)


@pytest.mark.long
@pytest.mark.parametrize("name", TEXTS)
def test_no_text_takes_long_or_breaks_anything(name: str) -> None:
    text = TEXTS[name]()[:FILE_LIMIT]
    start = time.process_time()
    codes = read(text)
    assert time.process_time() - start < SECONDS
    assert (not codes) == (name in FINE), codes[:5]


@pytest.mark.long
@pytest.mark.parametrize("name", ["a line of words", "many slips in one block", "many ids", "brackets in many lines"])
def test_memory_is_bounded(name: str) -> None:
    text = TEXTS[name]()[: FILE_LIMIT // 8]
    tracemalloc.start()
    try:
        read(text)
        assert tracemalloc.get_traced_memory()[1] < BYTES // 8
    finally:
        tracemalloc.stop()


DEEP = {
    "not": ("not ", ""), "of": ("a of ", ""), "old": ("old ", ""), "if": ("if a then ", ""), "tuple": ("(y, ", ")"),
    "every": ("every a in b has ", ""), "choice": ("(y if ", " else z)"), "where": ("y where (", ")"),
    "those": ("those a in b having (", ")"), "and": ("(a and ", ")"), "sum": ("(a + ", ")"),
    "amount": ("(", ") a"), "applied": ("(", " is y) at z"), "each": ("a for each x in (b + ", ")"),
    "number": ("top (", ") of y"), "legal": ("legal (a b ", ")"), "supposing": ("supposing a: ", ""),
}  # fmt: skip


@pytest.mark.parametrize("form", DEEP)
def test_the_deepest_nesting_allowed_can_be_built_and_printed(form: str) -> None:
    opens, closes = DEEP[form]
    depths = [n for n in range(40, DEPTH_LIMIT + 20, 5) if not codes_of(opens, closes, n)]
    for depth in depths[-3:]:
        assert format_source(nested(opens, closes, depth), "x.rules")
    assert codes_of(opens, closes, DEPTH_LIMIT + 20) == {"K88"}


def nested(opens: str, closes: str, depth: int) -> str:
    return f"{LAW}{opens * depth}x{closes * depth}\n"


def codes_of(opens: str, closes: str, depth: int) -> set[str]:
    return {p.code for p in parse(nested(opens, closes, depth), "x.rules").problems}
