"""The vocabulary: every word of the packages of this folder, found by looking."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import rulekit.words as room
from rulekit.typesystem.types import Type
from rulekit.verbs.known_verbs import VERBS
from rulekit.words.word import NO_WORD, Gives, Word
from rulekit.words.word_context import END

ACTIVE, FACING = "active", "facing"  # states that the language declares: whose turn it is, how each tile is turned
CONSTANTS = (ACTIVE, "everyone", "others", "origin", "finished", "player", "here", "last")
SEATS = tuple(
    f"seat-{n}"
    for n in (
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split()
    )
)
READING = {"finished": frozenset((END,))}  # constants that look at the position


@functools.cache
def vocabulary() -> dict[str, Word]:
    """All words of the kit by name: every module of a package of this folder that holds a WORD."""
    found = [getattr(importlib.import_module(module), "WORD", None) for module in sorted(_modules(), key=_stem)]
    return {word.name: word for word in found if isinstance(word, Word)}


def _modules() -> Iterator[str]:
    """The names of the modules that may hold a word, `rulekit.words.numbers.count`; imports none of them."""
    for topic in pkgutil.iter_modules(room.__path__):
        if topic.ispkg:
            inside = [str(Path(folder) / topic.name) for folder in room.__path__]
            yield from (f"{room.__name__}.{topic.name}.{module.name}" for module in pkgutil.iter_modules(inside))


def _stem(module: str) -> str:
    return module.rpartition(".")[2]


def names() -> list[str]:
    """The names of all words, in the order in which their files are found."""
    return list(vocabulary())


def find(name: str) -> Word | None:
    """What a word declares, None for a name that is no word."""
    return vocabulary().get(name)


def is_core_name(name: str) -> bool:
    """Is this a word, verb or constant of the kit?"""
    return name in vocabulary() or name in CONSTANTS or name in SEATS or name in VERBS or name == "box"


def reads(name: str, given: Iterable[Type]) -> frozenset[str]:
    """What a word of the kit, or a constant, looks at when it is given values of these types."""
    word = vocabulary().get(name)
    return READING.get(name, frozenset()) if word is None else word.looks(given)


def tells(name: str, zone: Any) -> bool:
    """Does what lies in a declared zone change the answer of a word that looks for pieces?"""
    word = vocabulary().get(name)
    return word is not None and word.tells(zone)


def divisor(name: str) -> str:
    """The slot by which a word of the kit divides, if it does."""
    word = vocabulary().get(name)
    return "" if word is None else word.divisor


def relations() -> list[str]:
    """Words that stand between two values: `a beside b`."""
    return [word.name for word in vocabulary().values() if word.infix]


def gives(name: str) -> Gives:
    """What the answer of a word has to do with what it is asked of."""
    return vocabulary().get(name, NO_WORD).gives


def ends_chain(name: str) -> bool:
    """Does a chain of words end with this one, so that it is asked of the whole chain behind it?"""
    word = vocabulary().get(name)
    return word is not None and word.last


def likely_word(name: str) -> str:
    """The word that people mean by another one; "" if there is none."""
    return next((word.name for word in vocabulary().values() if name in word.synonyms), "")


def adjectives() -> list[str]:
    """Words that stand behind `is`."""
    return [word.name for word in vocabulary().values() if word.adjective]


def preps(name: str) -> frozenset[str]:
    """The prepositions a word takes; none for a name that is no word."""
    word = vocabulary().get(name)
    return frozenset(word.takes) if word else frozenset()


def needs(name: str, prep: str) -> bool:
    """Can this word of the kit not do without the preposition?"""
    word = vocabulary().get(name)
    return word is not None and word.takes.get(prep, False)


def words_taking(prep: str) -> list[str]:
    """The words that take this preposition."""
    return [word.name for word in vocabulary().values() if prep in word.takes]


class _Closed:
    """Names a rulebook may not define again."""

    def __contains__(self, name: object) -> bool:
        return name in vocabulary() or name in CONSTANTS or name in SEATS or name in VERBS


CLOSED = _Closed()
