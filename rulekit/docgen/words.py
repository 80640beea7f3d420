"""The dictionary: every word of the kit with its sentence, what it takes, and examples that run as tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rulekit.docgen.reference_page import CommandHelp, ReferencePage, fence, page, table
from rulekit.files import reading
from rulekit.words import vocabulary
from rulekit.words.word import Word

EXAMPLES = Path(vocabulary.__file__).with_name("examples.rules")
INTRODUCTION = """What a rule can ask without defining it. A game adds words of its own with
[`define`, `total` and `relation`](../language/words.md), and may not give a new meaning to one of these.
The examples are about a [small table](#the-table-of-the-examples) and are run as tests."""

MEANT = "[which name is meant](../language/values.md#which-name-is-meant)"


def pages(told: CommandHelp) -> Iterator[ReferencePage]:
    """One page; a reader looks a word up and leaves."""
    known = [found for _, found in sorted(vocabulary.vocabulary().items())]
    constants = "`" + "`, `".join(vocabulary.CONSTANTS) + "`"
    also = f"Names with a meaning of their own: {constants}; see {MEANT}."
    yield page(
        "words.md", "Words of the kit", INTRODUCTION, overview(known), also, *map(word_section, known), *small_table()
    )


def overview(known: list[Word]) -> str:
    """All words in one line."""
    return " · ".join(f"[{word.name}](#{word.name})" for word in known)


def word_section(word: Word) -> str:
    """A heading, the sentence, what it takes, the examples."""
    sentence = " ".join(word.sentence.split())
    parts = [f"## {word.name}", sentence[:1].upper() + sentence[1:], takes(word), examples(word)]
    return "\n\n".join(part for part in parts if part)


def takes(word: Word) -> str:
    """The prepositions, those that must be there first."""
    preps = {f"`{prep}`": must for prep, must in word.takes.items() if prep.isalpha()}
    needed = [prep for prep, must in preps.items() if must]
    free = [prep for prep, must in preps.items() if not must]
    said = [f"Needs {' and '.join(needed)}." if needed else "", f"Also takes {', '.join(free)}." if free else ""]
    named = sorted({sort for sorts in word.named.values() for sort in sorts})
    said.append(f"Names {' or '.join(article(sort) for sort in named)}." if named else "")
    return " ".join(part for part in said if part)


def article(noun: str) -> str:
    """The noun with its article."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def examples(word: Word) -> str:
    """What is asked and what comes out."""
    rows = [(f"`{asked}`", f"`{answer}`") for asked, answer in word.examples]
    return table(("Example", "Gives"), rows) if rows else ""


def small_table() -> Iterator[str]:
    """The game the examples are about."""
    yield "## The table of the examples"
    yield "As it stands after `setup`."
    yield fence(reading.text(EXAMPLES))
