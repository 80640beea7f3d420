"""Typed content of `manual.toml`: chapters, terms, questions, other names and notes of components."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from rulekit.records import record

NAME = "manual.toml"
# Pages of a game that are no chapters; no chapter may have their addresses.
PAGES = frozenset(
    (
        "index changes components examples figures glossary laws options play print puzzles questions rulings trace "
        "written"
    ).split()
)
Component = tuple[str, str]  # a kind and the name of one of its rows


@record
class ChapterGroup:
    """A stretch of a chapter, perhaps under a title of its own: groups of clauses, and clauses named one by one."""

    title: str = ""
    groups: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()


@record
class Chapter:
    """One page of rules. `own` stands before the parts."""

    id: str
    title: str
    lead: str = ""
    own: ChapterGroup = ChapterGroup()
    parts: tuple[ChapterGroup, ...] = ()


@record
class GlossaryTerm:
    """A word of the game: one sentence, everyday words for it, and the words on the boxes by language."""

    name: str
    says: str
    also: tuple[str, ...] = ()
    words: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    clauses: tuple[str, ...] = ()


@record
class Question:
    """What players ask, in their words, with the answer and the clauses it rests on."""

    asks: str
    answer: str
    clauses: tuple[str, ...] = ()
    also: tuple[str, ...] = ()  # other ways to ask it, for the search


@record
class OtherNames:
    """What a component is called elsewhere: on the boxes, by language, and at tables."""

    words: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    also: tuple[str, ...] = ()


@record
class Manual:
    """All of it; empty where a game says nothing."""

    file: str = NAME
    lead: str = ""
    age: int | None = None
    minutes: tuple[int, ...] = ()
    turn: tuple[str, ...] = ()
    box: tuple[str, ...] = ()  # what lies in it, as somebody counts who opens it
    matter: tuple[str, ...] = ()  # the rulings that matter most at a table
    chapters: tuple[Chapter, ...] = ()
    terms: tuple[GlossaryTerm, ...] = ()
    questions: tuple[Question, ...] = ()
    names: Mapping[Component, OtherNames] = attrs.field(factory=dict)
    notes: Mapping[Component, str] = attrs.field(factory=dict)
    asked: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)  # by clause: what is typed by whoever looks for it
    titles: Mapping[str, str] = attrs.field(factory=dict)  # by clause: what links and the left column call it
    told: Mapping[str, Mapping[str, str]] = attrs.field(
        factory=dict
    )  # by a word of the rules: how players say its value
    laws: Mapping[str, str] = attrs.field(factory=dict)  # by id: in words, where no clause says what a law says
