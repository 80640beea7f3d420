"""Distribution of clauses over chapters: by name, by the longest group of ids, or by the first word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulekit.check.emit import problem_at
from rulekit.check.sources.ledger import Ledger
from rulekit.diagnostics import Problem
from rulekit.manual.manual import PAGES, Chapter, ChapterGroup, Manual
from rulekit.manual.read_manual import groups_of
from rulekit.records import record
from rulekit.source import Span

BY_NAME = 1000  # stronger than any group
Claim = tuple[int, int, int, int]  # how strongly a clause is named, whether in a part, chapter and part


@record
class ChapterPart:
    """A part of a chapter with the clauses that stand in it, in reading order."""

    title: str
    clauses: tuple[str, ...]


@record
class PlacedChapter:
    """A chapter with its clauses."""

    id: str
    title: str
    lead: str
    stretches: tuple[ChapterPart, ...]

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of all its sections."""
        return tuple(one for stretch in self.stretches for one in stretch.clauses)


def place_clauses(manual: Manual, ids: Sequence[str]) -> tuple[PlacedChapter, ...]:
    """All chapters; a clause that none of them names stands in one that is called like its first word."""
    chapters = [*manual.chapters]
    claims = _Claims(chapters)
    homes = {id_: claims.home(id_) for id_ in ids}
    loose = dict.fromkeys(id_.partition(".")[0] for id_ in ids if homes[id_] is None)
    taken = {one.id for one in chapters} | PAGES
    for word in loose:
        name = word if word not in taken else f"{word}-rules"
        chapters.append(Chapter(name, word.replace("-", " ").capitalize(), "", ChapterGroup("", (word,))))
    claims = _Claims(chapters)
    homes = {id_: homes[id_] or claims.home(id_) for id_ in ids}
    found = []
    for number, chapter in enumerate(chapters):
        stretches = []
        for place, part in enumerate((chapter.own, *chapter.parts)):
            here = [id_ for id_ in ids if homes[id_] == (number, place)]
            named = [id_ for id_ in part.clauses if id_ in here]
            stretches.append(ChapterPart(part.title, tuple(dict.fromkeys([*named, *here]))))
        found.append(
            PlacedChapter(chapter.id, chapter.title, chapter.lead, tuple(one for one in stretches if one.clauses))
        )
    return tuple(one for one in found if one.stretches)


class _Claims:
    """Every part of some chapters by the clauses and by the groups of clauses that it names."""

    def __init__(self, chapters: Sequence[Chapter]) -> None:
        self.clauses: dict[str, list[Claim]] = {}
        self.groups: dict[str, list[Claim]] = {}
        for number, chapter in enumerate(chapters):
            for place, part in enumerate((chapter.own, *chapter.parts)):
                for id_ in dict.fromkeys(part.clauses):
                    self.clauses.setdefault(id_, []).append((BY_NAME, int(place > 0), number, place))
                for group in part.groups:
                    self.groups.setdefault(group, []).append((len(group), int(place > 0), number, place))

    def of(self, id_: str) -> list[Claim]:
        """Every part that a clause could stand in: how strongly it is named, and where that is."""
        return self.clauses.get(id_, []) + [claim for group in groups_of(id_) for claim in self.groups.get(group, ())]

    def home(self, id_: str) -> tuple[int, int] | None:
        """The part that names it most strongly, the first of several; none, if none does."""
        claims = sorted(self.of(id_), key=lambda one: (-one[0], -one[1], one[2], one[3]))
        return claims[0][2:] if claims else None


def check_chapters(manual: Manual, ledger: Ledger) -> Iterator[Problem]:
    """Clauses that stand in no chapter of a manual that has chapters, or in two."""
    known = _Claims(manual.chapters)
    for clause in ledger.clauses.values() if manual.chapters else ():
        claims = sorted(known.of(clause.id), reverse=True)
        best = {claim[2:] for claim in claims if claim[:2] == claims[0][:2]}
        if not best:
            near = clause.id.partition(".")[0]
            yield problem_at("K94", clause.span, "nowhere", id=clause.id, group=near, file=manual.file)
        elif len(best) > 1:
            titles = [manual.chapters[number].title for number, _ in sorted(best)]
            yield problem_at("K94", Span.point(manual.file, 1, 1), "two", id=clause.id, titles=titles)
