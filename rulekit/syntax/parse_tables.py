"""Parse tables: Lark reads the grammar, its LALR tables are kept as plain JSON for the next start.

A wheel brings them along, beside the grammar: hatch_build.py writes them when it is built. A clone makes them at its
first start, and whenever the grammar has changed, and keeps them in the cache folder.
"""

from __future__ import annotations

import contextlib
import functools
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

from rulekit.files import reading, writing
from rulekit.files.cache_folder import cache_folder
from rulekit.records import names_of, record

GRAMMAR = Path(__file__).with_name("grammar.lark")
FORMAT = 2  # of the kept file; raise it when the shape of Tables changes

# Punctuation says where things stand, never what they are: trees leave it out.
SILENT = frozenset({"LPAR", "RPAR", "COMMA", "COLON", "_NL", "_INDENT", "_DEDENT"})


@record
class ParseTables:
    """What the parser loop needs: actions by state, rules by number, keywords by spelling.

    An action is a state to go to (0 and up) or the complement of a rule number (below 0).
    A rule is its name ("" for a helper that is spliced), its length, and whether a single child stands for it.
    """

    actions: list[dict[str, int]]
    rules: list[tuple[str, str, int, bool]]  # origin, name, length, transparent
    keywords: dict[str, str]
    start: int
    end: int
    chains: dict[tuple[int, int, str], int] = attrs.field(factory=dict, eq=False)  # what the loop has worked out


def build() -> ParseTables:
    """Let Lark work out the tables; `strict` refuses every conflict."""
    return _from_lark(strict_parser())


def strict_parser() -> Any:
    """Lark's own parser object for the grammar, with a lexer that is never run."""
    import lark
    from lark.lexer import Lexer

    class NoLexer(Lexer):
        def __init__(self, conf: Any) -> None:
            """The tables need no lexer; ours reads the layout and the keywords by itself."""

        def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Any]:
            return iter(())

    return lark.Lark(reading.text(GRAMMAR), parser="lalr", strict=True, lexer=NoLexer, maybe_placeholders=False)


def _from_lark(parser: Any) -> ParseTables:
    table = parser.parser.parser._parse_table
    rules: list[tuple[str, str, int, bool]] = []
    numbers: dict[int, int] = {}
    actions: list[dict[str, int]] = [{} for _ in range(max(table.states) + 1)]
    for state, row in table.states.items():
        for symbol, (action, target) in row.items():
            if str(action) == "Shift":
                actions[state][symbol] = target
                continue
            if id(target) not in numbers:
                numbers[id(target)] = len(rules)
                rules.append(_rule(target))
            actions[state][symbol] = ~numbers[id(target)]
    keywords = {t.pattern.value: t.name for t in parser.terminals if type(t.pattern).__name__ == "PatternStr"}
    (start,) = table.start_states.values()
    (end,) = table.end_states.values()
    return ParseTables(actions, rules, keywords, start, end)


def _rule(rule: Any) -> tuple[str, str, int, bool]:
    origin = str(rule.origin.name)
    name = "" if origin.startswith("_") else str(rule.alias or origin)
    return origin, name, len(rule.expansion), bool(rule.options.expand1) and rule.alias is None


@functools.cache
def tables() -> ParseTables:
    """The tables of this grammar: those that were built with the kit, or that an earlier run left in the cache."""
    name = file_name()
    for folder in (GRAMMAR.parent, cache_folder()):
        with contextlib.suppress(OSError, ValueError, RecursionError, LookupError, TypeError):
            return _load(_unpack_tables(reading.text(folder / name)))
    built = build()
    with contextlib.suppress(OSError):  # a folder we may not write to is no fault
        write_tables(cache_folder(), built)
    return built


def _unpack_tables(text: str) -> Any:
    """What stands behind its checksum; whoever has changed it is not believed, and it is made anew."""
    mark, _, body = text.partition("\n")
    if mark != _checksum(body):
        raise ValueError("this is not what was written")
    return json.loads(body)


def _checksum(body: str) -> str:
    return f"rulekit-grammar/{FORMAT} {zlib.crc32(body.encode()):08x} {len(body)}"


def _load(data: dict[str, Any]) -> ParseTables:
    found = ParseTables(
        data["actions"], [tuple(rule) for rule in data["rules"]], data["keywords"], data["start"], data["end"]
    )
    if not (found.rules and 0 <= found.start < len(found.actions) and 0 <= found.end < len(found.actions)):
        raise ValueError("these are no tables")
    return found


def write_tables(folder: Path, found: ParseTables) -> Path:
    """Writes tables into a folder, which is made if it is not there; gives the file. Raises what the system raises."""
    said = {name: getattr(found, name) for name in names_of(ParseTables) if name != "chains"}
    body = json.dumps(said, separators=(",", ":"))
    path = folder / file_name()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    writing.write(path, f"{_checksum(body)}\n{body}")
    return path


def kept_tables() -> Path:
    """The file in which the tables are kept for the next start."""
    found = kept_file()
    return found if found.is_file() else write_tables(cache_folder(), tables())


def kept_file() -> Path:
    """Where that file lies, if it is there: beside the grammar in an installed kit, else in the cache folder."""
    shipped = GRAMMAR.with_name(file_name())
    return shipped if shipped.is_file() else cache_folder() / shipped.name


def file_name() -> str:
    """The name tells the grammar it was made from, so that tables of another one are never taken for these."""
    grammar = reading.read(GRAMMAR)
    return f"grammar-{FORMAT}-{len(grammar)}-{zlib.crc32(grammar):08x}.json"
