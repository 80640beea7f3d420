"""Files of one's own in the place of tables beside the rules, by the names of those, with or without their ending."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import attrs

from rulekit.diagnostics import Problem, nearest, problem
from rulekit.model import declarations as d

ENDING = ".toml"


@attrs.frozen
class OwnTable:
    """One such file: the name of the table it stands for, as it is typed, and the hash of its text."""

    name: str
    file: str
    hash: str


def own_table(file: str, given: Mapping[str, Path]) -> Path | None:
    """The file that stands in for a table, if there is one."""
    return given.get(file) or given.get(file.removesuffix(ENDING))


def unknown_tables(kinds: Iterable[d.Kind], given: Iterable[str]) -> list[Problem]:
    """Names that no kind of these rules is listed in."""
    files = [kind.file for kind in kinds if kind.file is not None]
    known = {*files, *(file.removesuffix(ENDING) for file in files)}
    return [problem("K07", None, "file", file=name, near=nearest(name, files)) for name in given if name not in known]
