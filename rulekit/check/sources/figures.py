"""Numbers in a sentence of the ledger that no line, row or scene that claims it has: one of them may be wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from rulekit.check.sources.clauses import clauses
from rulekit.check.sources.ledger import Ledger, Rulings
from rulekit.model import declarations as d
from rulekit.model import scenes as sc
from rulekit.model.base import Node, walk
from rulekit.model.rulebook import Rulebook

FROM_THREE = "three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split()
WORDS = {"two": "2"} | {word: str(number) for number, word in enumerate(FROM_THREE, 3)}
DIGITS = re.compile(r"(?<![\w.])(?:0|[1-9]\d*)(?![\w.]*[a-z]|\d)")
RANGE = re.compile(r"\b(\d+) to (\d+)\b")
LETTERS = re.compile(r"[a-z]+")
NAMES = re.compile(r"\bAMB-\d+\w?|\bI-\d+|@\S.*$|`[^`]*`", re.MULTILINE)
WIDEST = 30  # of a range whose every number is meant


def figures(rulebook: Rulebook, ledger: Ledger, rulings: Rulings, texts: Mapping[str, str]) -> dict[str, list[str]]:
    """The numbers of each sentence that nothing that claims it says; `rulings.md` may tell where they come from.

    A line::

        [draw.do]  move top 5 of deck to hand

    Where the sentence says "draw four cards", its 4 stands in no line that cites it.
    """
    said: dict[str, set[str]] = {}
    rows: dict[str, int] = {}
    lines = {name: text.split("\n") for name, text in texts.items()}
    sizes = _sizes(rulebook, lines)
    for clause, node in _claims(rulebook):
        said.setdefault(clause, set()).update(_numbers_in(node, lines))
        words = set(LETTERS.findall("\n".join(_lines_of(node, lines)).lower()))
        said[clause].update(*(sizes[word] for word in words & set(sizes)))
        rows[clause] = rows.get(clause, 0) + isinstance(node, d.Row | d.PartRow)
    excused = {line.id for line in (*rulings.numbers, *rulings.explained)}
    found: dict[str, list[str]] = {}
    for id_, one in ledger.clauses.items():
        known = said.get(id_, set()) | {str(rows.get(id_, 0))} | set(re.findall(r"\d+", id_))
        missing = [number for number in _numbers_wanted(one.text) if number not in known]
        if missing and id_ not in excused:
            found[id_] = missing
    return found


def _sizes(rulebook: Rulebook, lines: Mapping[str, list[str]]) -> dict[str, set[str]]:
    """The numbers of each kind and type by its name: whoever names it says how many there are."""
    declared: list[tuple[str, Node]] = [(one.name, one) for one in rulebook.declarations_of(d.Kind)]
    declared += [(one.name, one) for one in rulebook.declarations_of(d.TypeDecl)]
    return {name.lower(): set(_numbers_in(one, lines)) for name, one in declared}


def _numbers_wanted(text: str) -> list[str]:
    """The numbers a sentence must answer for: figures, and words from three on; `one` and `two` say too many things."""
    bare = NAMES.sub("", text)
    words = [WORDS[word] for word in LETTERS.findall(bare.lower()) if word in FROM_THREE]
    return list(dict.fromkeys([*DIGITS.findall(bare), *words]))


def _numbers_in(node: Node, lines: Mapping[str, list[str]]) -> Iterator[str]:
    """The numbers of a place: as figures and words, within ranges, and how many members or lines it has."""
    text = NAMES.sub("", "\n".join(_lines_of(node, lines)))
    yield from DIGITS.findall(text)
    yield from (WORDS[word] for word in LETTERS.findall(text.lower()) if word in WORDS)
    for low, high in RANGE.findall(text):
        within = range(int(low), int(high) + 1)
        yield str(len(within))
        yield from map(str, within[:WIDEST])
    if isinstance(node, d.TypeDecl) and isinstance(node.type, d.ChoiceType | d.RingType):
        yield str(len(node.type.members))
    for one in walk(node):
        parts = (getattr(one, name, None) for name in ("items", "lines", "cases"))
        yield from (str(len(held)) for held in parts if isinstance(held, tuple))


def _claims(rulebook: Rulebook) -> Iterator[tuple[str, Node]]:
    """Every place that claims a sentence; an effect, a part or a face with the whole it belongs to."""
    for place in clauses(rulebook):
        inner = isinstance(place.clause, d.PartRow | d.Effect | d.Face) and place.around
        for cite in place.clause.cites:
            yield cite.text, place.clause
            if inner:
                yield cite.text, place.around[-1]
    for scene in rulebook.declarations_of(sc.Scene):
        yield scene.clause, scene


def _lines_of(node: Node, lines: Mapping[str, list[str]]) -> list[str]:
    """The lines of a place; of a row in a table all up to the next row."""
    written = lines.get(node.span.file, [])
    end = max(one.span.end_line for one in walk(node) if one.span.file == node.span.file)
    if node.span.file.endswith(".toml"):
        while end < len(written) and not written[end].startswith("[["):
            end += 1
    return written[node.span.line - 1 : end]
