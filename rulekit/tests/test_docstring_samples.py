"""Samples of rules in docstrings can be read, and the sample of a node of the syntax tree is read as that node.

A sample stands indented behind a line that ends in `a declaration::`, `a line::`, `a value::`, `a scene line::` or
`a file::`.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator

import pytest

from rulekit.data import PACKAGE
from rulekit.model import declarations, expressions, scenes, statements
from rulekit.model.base import Node, walk
from rulekit.model.rulebook import Rulebook
from rulekit.syntax.parser import parse
from rulekit.tests.reading import model

SAMPLE = re.compile(r"^.*?\ba (file|declaration|scene line|line|value)::\n\n((?:(?: {4}.*)?\n)+)", re.M | re.I)
ROUND = {  # what stands round a sample so that it is a whole file
    "file": "{}",
    "declaration": "{}",
    "line": "action example\n{}",
    "value": "define example is {}",
    "scene line": 'scene [example.one] "An example"\n{}',
}
ABSTRACT = {"Decl", "Expr", "Item", "Opener", "SceneLine", "Stmt", "TypeExpr"}  # bases: nothing is read as one of them


def samples(docstring: str | None) -> Iterator[tuple[str, str]]:
    """Each sample of a docstring, as the whole text of a file, with the kind that is written above it."""
    for kind, text in SAMPLE.findall((inspect.cleandoc(docstring) if docstring else "") + "\n"):
        sample = textwrap.dedent(text).strip("\n")
        indented = textwrap.indent(sample, "  ") if kind.lower().endswith("line") else sample
        yield kind.lower(), ROUND[kind.lower()].format(indented) + "\n"


def all_samples() -> Iterator[tuple[str, str]]:
    """Where a sample stands, and its text, over all of the kit."""
    for file in sorted(PACKAGE.rglob("*.py")):
        if "tests" not in file.relative_to(PACKAGE).parts:
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                    for _, text in samples(ast.get_docstring(node)):
                        yield f"{file.relative_to(PACKAGE)}: {getattr(node, 'name', 'module')}", text


def nodes() -> Iterator[type[Node]]:
    """Every class of the syntax tree that a text can be read as."""
    for module in (declarations, expressions, scenes, statements):
        for cls in vars(module).values():
            own = isinstance(cls, type) and issubclass(cls, Node) and cls.__module__ == module.__name__
            if own and cls.__name__ not in ABSTRACT:
                yield cls
    yield Rulebook


@pytest.mark.long
def test_every_sample_in_a_docstring_can_be_read() -> None:
    found = list(all_samples())
    assert len(found) > 100
    assert [f"{where}: {p}\n{text}" for where, text in found for p in parse(text, "x.rules").problems] == []


@pytest.mark.parametrize("cls", list(nodes()), ids=lambda cls: cls.__name__)
def test_a_node_shows_a_sample_that_is_read_as_this_node(cls: type[Node]) -> None:
    books = [model(text) for _, text in samples(cls.__doc__)]
    assert books, "no sample"
    assert all(any(type(node) is cls for node in walk(book)) for book in books), books


def test_a_sample_that_cannot_be_read_is_noticed() -> None:
    ((_, text),) = samples("It moves.\n\nA line::\n\n    move top of of deck\n")
    assert parse(text, "x.rules").problems
