"""Distribution of clauses over chapters: by name, by the longest group of ids, or by the first word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulekit.check.emit import say
from rulekit.check.sources.ledger import Ledger
from rulekit.diagnostics import Problem
from rulekit.manual.manual import PAGES, Chapter, Manual, Part
from rulekit.manual.read_manual import begins
from rulekit.records import record
from rulekit.source import Span

BY_NAME = 1000  # stronger than any group


@record
class Stretch:
    """A part of a chapter with the clauses that stand in it, in reading order."""

    title: str
    clauses: tuple[str, ...]


@record
class Placed:
    """A chapter with its clauses."""

    id: str
    title: str
    lead: str
    stretches: tuple[Stretch, ...]

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of all its sections."""
        return tuple(one for stretch in self.stretches for one in stretch.clauses)


def place_clauses(manual: Manual, ids: Sequence[str]) -> tuple[Placed, ...]:
    """All chapters; a clause that none of them names stands in one that is called like its first word."""
    chapters = [*manual.chapters]
    homes = {id_: _home(id_, chapters) for id_ in ids}
    loose = dict.fromkeys(id_.partition(".")[0] for id_ in ids if homes[id_] is None)
    taken = {one.id for one in chapters} | PAGES
    for word in loose:
        name = word if word not in taken else f"{word}-rules"
        chapters.append(Chapter(name, word.replace("-", " ").capitalize(), "", Part("", (word,))))
    homes = {id_: homes[id_] or _home(id_, chapters) for id_ in ids}
    found = []
    for number, chapter in enumerate(chapters):
        stretches = []
        for place, part in enumerate((chapter.own, *chapter.parts)):
            here = [id_ for id_ in ids if homes[id_] == (number, place)]
            named = [id_ for id_ in part.clauses if id_ in here]
            stretches.append(Stretch(part.title, tuple(dict.fromkeys([*named, *here]))))
        found.append(Placed(chapter.id, chapter.title, chapter.lead, tuple(one for one in stretches if one.clauses)))
    return tuple(one for one in found if one.stretches)


def _claims(id_: str, chapters: Iterable[Chapter]) -> Iterator[tuple[int, int, int, int]]:
    """Every part that a clause could stand in: how strongly it is named, and where that is."""
    for number, chapter in enumerate(chapters):
        for place, part in enumerate((chapter.own, *chapter.parts)):
            within = int(place > 0)
            if id_ in part.clauses:
                yield BY_NAME, within, number, place
            for group in part.groups:
                if begins(id_, group):
                    yield len(group), within, number, place


def _home(id_: str, chapters: Iterable[Chapter]) -> tuple[int, int] | None:
    claims = sorted(_claims(id_, chapters), key=lambda one: (-one[0], -one[1], one[2], one[3]))
    return claims[0][2:] if claims else None


def check_chapters(manual: Manual, ledger: Ledger) -> Iterator[Problem]:
    """Clauses that stand in no chapter of a manual that has chapters, or in two."""
    for clause in ledger.clauses.values() if manual.chapters else ():
        claims = sorted(_claims(clause.id, manual.chapters), reverse=True)
        best = {claim[2:] for claim in claims if claim[:2] == claims[0][:2]}
        if not best:
            near = clause.id.partition(".")[0]
            yield say("K94", clause.span, "nowhere", id=clause.id, group=near, file=manual.file)
        elif len(best) > 1:
            titles = [manual.chapters[number].title for number, _ in sorted(best)]
            yield say("K94", Span.point(manual.file, 1, 1), "two", id=clause.id, titles=titles)
