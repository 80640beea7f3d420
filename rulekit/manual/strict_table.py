"""A table of a TOML file read strictly: of the sort that is asked for, and nothing in it that nobody has asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from rulekit.check.emit import problem_at
from rulekit.diagnostics import Problem, nearest
from rulekit.manual.toml_spots import Path, TomlSpots
from rulekit.records import record

LANGUAGE = re.compile(r"[a-z]{2}(-[A-Za-z]{2,8})?")
TEXT, TEXTS, NUMBER, NUMBERS = "a text", "a list of texts", "a whole number", "a list of whole numbers"
TABLE, TABLES = "a table", "a list of tables"


@record
class TableFile:
    """The file that is read: its name, its places, and what was found wrong in it so far."""

    name: str
    spots: TomlSpots
    found: list[Problem]

    def add_problem(self, path: Path, variant: str, **facts: Any) -> None:
        """One more problem; where the table has a name, it is told."""
        self.found.append(problem_at("K94", self.spots.span_of(path), variant, file=self.name, **facts))


class StrictTable:
    """One table. What is not there is empty; what is of another sort is a problem, and empty too."""

    def __init__(self, file: TableFile, path: Path, said: Mapping[str, Any]) -> None:
        self.file, self.path, self.said = file, path, said
        self.asked: set[str] = set()

    def text(self, key: str, needed: bool = False) -> str:
        """A text; complains if it is needed and missing."""
        found = self._value(key, TEXT, lambda one: isinstance(one, str), "")
        if needed and not found.strip() and (key not in self.said or isinstance(self.said[key], str)):
            self.file.add_problem((*self.path, key), "needed", key=key, where=self.location)
        return str(found)

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts."""
        return tuple(self._value(key, TEXTS, lambda one: _all(one, str), ()))

    def number(self, key: str) -> int | None:
        """A whole number, or None."""
        found: int | None = self._value(key, NUMBER, _whole, None)
        return found

    def numbers(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers."""
        return tuple(self._value(key, NUMBERS, lambda one: isinstance(one, list) and all(map(_whole, one)), ()))

    def inner(self, key: str) -> StrictTable:
        """The table inside this one."""
        return StrictTable(self.file, (*self.path, key), self._value(key, TABLE, lambda one: isinstance(one, dict), {}))

    def tables(self, key: str) -> list[StrictTable]:
        """The tables `[[key]]` inside this one."""
        found = self._value(key, TABLES, lambda one: _all(one, dict), ())
        return [StrictTable(self.file, (*self.path, key, number), one) for number, one in enumerate(found)]

    def names(self) -> list[str]:
        """The keys of a table whose keys are names of the game; each of them is then asked for by itself."""
        return list(self.said)

    def languages(self) -> dict[str, tuple[str, ...]]:
        """The words of each language, by its code."""
        codes = [key for key in self.said if LANGUAGE.fullmatch(key) and key not in self.asked]
        return {code: self.texts(code) for code in codes}

    def refuse_unknown_keys(self) -> None:
        """A problem for every key that nobody has asked for."""
        for key in self.said:
            if key not in self.asked:
                near = nearest(key, self.asked)
                self.file.add_problem(
                    (*self.path, key), "", key=key, where=self.location, near=near, known=sorted(self.asked)
                )

    def known_names(self, key: str, what: str, names: Iterable[str], right: Collection[str]) -> tuple[str, ...]:
        """Those names that there are; a problem for each of the others."""
        given = tuple(names)
        for name in given:
            if name not in right:
                self.unknown(key or name, what, name, right)
        return tuple(name for name in given if name in right)

    def unknown(self, key: str, what: str, name: str, right: Iterable[str]) -> None:
        """A problem with a name that is none."""
        self.file.add_problem((*self.path, key), "name", what=what, name=name, near=nearest(name, right))

    @property
    def location(self) -> str:
        """The table as a reader finds it: `chapter.part`, or nothing for the file itself."""
        return ".".join(str(part) for part in self.path if isinstance(part, str))

    def _value(self, key: str, wanted: str, right: Callable[[Any], bool], empty: Any) -> Any:
        self.asked.add(key)
        found = self.said.get(key)
        if found is None or right(found):
            return empty if found is None else found
        self.file.add_problem((*self.path, key), "sort", key=key, where=self.location, wanted=wanted)
        return empty


def _all(value: Any, kind: type) -> bool:
    return isinstance(value, list) and all(isinstance(one, kind) for one in value)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
