"""Vector files as they lie in a folder: read strictly, written canonically, each with its place in the manifest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from rulekit.files import reading, writing
from rulekit.play.position.strict_json import LONGEST_FILE, dumps, loads
from rulekit.play.refusals import Refused
from rulekit.vectors.form import Vector, asked_of, form_problem, of_json

LONGEST = 16 * LONGEST_FILE  # bytes of one file


def read_vectors(file: Path) -> list[Vector]:
    """Every vector of a file; `Refused` names the line that is wrong, and what is wrong there."""
    return list(parse_vectors(reading.strip_bom(reading.read(file, LONGEST)), file.name))


def parse_vectors(data: bytes, name: str) -> Iterator[Vector]:
    """The same of what stood in a file."""
    ids: dict[str, int] = {}
    texts: dict[str, int] = {}
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line:
            continue
        try:
            found = loads(line, LONGEST_FILE)
        except Refused as refused:
            raise _bad(name, number, "; ".join(refused.reasons)) from None
        if what := form_problem(found):
            raise _bad(name, number, what)
        vector = of_json(found)
        for key, known, said in ((vector.id, ids, "the id"), (asked_of(vector), texts, "the same vector")):
            if key in known:
                raise _bad(name, number, f"{said} stands in line {known[key]} already")
            known[key] = number
        yield vector


def _bad(name: str, number: int, what: str) -> Refused:
    return Refused("malformed", f"{name}:{number}: {what}")


def text(vectors: Iterable[Vector]) -> str:
    """A file: one vector on each line, keys sorted, no spaces."""
    return "".join(f"{dumps(vector.to_json())}\n" for vector in vectors)


def write(file: Path, vectors: Iterable[Vector]) -> None:
    """A whole file; what was there is lost only when all of the new one is on the disk."""
    writing.write(file, text(vectors))


__all__ = ["parse_vectors", "read_vectors", "text", "write"]
