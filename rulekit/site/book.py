"""A game as its pages need it: one frozen model of rules, ledger, rulings, scenes, laws and what tries them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property

import attrs

from rulekit.check.elaboration.scene_elaboration import SEATS
from rulekit.check.sources.ledger import Ledger, LedgerClause, Ruling, Rulings
from rulekit.check.tree.checked_rulebook import CheckedScene
from rulekit.looks.game_looks import PictureModel
from rulekit.manual.chapters import PlacedChapter
from rulekit.manual.manual import Manual
from rulekit.manual.sources import CitedPlace, GameSources
from rulekit.model import declarations as d
from rulekit.play.games.game import Game
from rulekit.site.addresses import chapter_page, ruling_page
from rulekit.site.pictures.kept_pictures import KeptPictures
from rulekit.source import Span

SEAT = re.compile(rf"\b(?:{'|'.join(SEATS)})\b")  # who sits there, as scenes write it


@attrs.frozen
class RuleLine:
    """A line of the rules that claims a clause."""

    name: str  # `[play.fits]`, or what it declares: `define crew`
    id: str | None
    sort: str  # line, option or law; see check/sources/clause_holders.py
    head: str  # the first line of the declaration it stands in, if it is another line
    text: str  # its words, lines kept, without id, sources and margin
    decl: d.Decl
    span: Span
    cites: tuple[str, ...]


@attrs.frozen
class BookScene:
    """A worked example: what it is called, what it shows, and all its lines as written."""

    number: int  # its place among the scenes of the game
    clause: str  # the clause or line it is named after
    title: str
    lines: tuple[str, ...]
    names: frozenset[str]  # every clause or line it mentions as a reason
    checked: CheckedScene

    @property
    def span(self) -> Span:
        """Where the scene is written."""
        return self.checked.node.span

    @property
    def caption(self) -> str:
        """Its title without the ruling that it stands for, `AMB-1: corners are no contact`, with people as names."""
        head, colon, rest = self.title.partition(": ")
        ruled = bool(colon) and head.partition("-")[2].rstrip("abcdefgh").isdigit()
        said = rest[:1].upper() + rest[1:] if ruled else self.title
        return SEAT.sub(lambda found: found[0].capitalize(), said)


@attrs.frozen
class BookClause:
    """One sentence of the ledger, with everything that rests on it."""

    id: str
    said: LedgerClause
    chapter: str
    sources: tuple[CitedPlace, ...]  # booklets and other places; rulings apart
    rulings: tuple[str, ...]
    lines: tuple[RuleLine, ...]
    laws: tuple[RuleLine, ...]
    scenes: tuple[BookScene, ...]
    reason: str = ""  # why no line can hold it
    wrong: tuple[WrongEngine, ...] = ()
    vectors: int = 0  # how many are about it

    @property
    def text(self) -> str:
        """The sentence of the clause as readers get it."""
        return self.said.text


@attrs.frozen
class WrongEngine:
    """An engine made wrong on purpose: what it does wrong, and the lines that it must be blamed on."""

    name: str
    says: str
    blames: tuple[str, ...]


@attrs.frozen
class SideBySide:
    """Games that an external engine played side by side with the rules, without a difference."""

    spec: str  # of the rules as they were then
    games: int
    decisions: int


@attrs.frozen
class EngineTrials:
    """What other programs were held against these rules, as far as it is written down for this game."""

    report: SideBySide | None = None
    wrong: tuple[WrongEngine, ...] = ()
    vectors: tuple[frozenset[str], ...] = ()  # for each vector the sentences and lines that it is about


@attrs.frozen(slots=False)
class SiteModel:
    """All of one game. Pages are made from this and from nothing else."""

    name: str  # its folder, and its address
    title: str
    game: Game
    ledger: Ledger
    rulings: Rulings
    sources: GameSources
    manual: Manual
    looks: PictureModel  # of the usual configuration with the fewest players
    chapters: tuple[PlacedChapter, ...]
    clauses: Mapping[str, BookClause]  # in reading order
    lines: tuple[RuleLine, ...]  # every line of the rules that claims a clause or bears an id
    scenes: tuple[BookScene, ...]
    trials: EngineTrials
    pictures: KeptPictures
    changes: str = ""  # what is written in `changes.md` beside the rules
    depth: int | None = 2  # folders between this game and the root of the kit's own pages; None: these are not there

    def site_root(self, page: str) -> str | None:
        """The way from a page to the root of the kit's own pages, for links in raw HTML."""
        return None if self.depth is None else "../" * (self.depth + page.count("/"))

    @cached_property
    def rulings_by_id(self) -> dict[str, Ruling]:
        """The rulings by their ids."""
        return {one.id: one for one in self.rulings.ruled}

    @cached_property
    def by_line(self) -> dict[str, RuleLine]:
        """The lines that bear an id, by it."""
        return {one.id: one for one in self.lines if one.id is not None}

    @property
    def laws(self) -> tuple[RuleLine, ...]:
        """The lines of all laws."""
        return tuple(one for one in self.lines if isinstance(one.decl, d.Laws))

    def chapter(self, name: str) -> PlacedChapter:
        """The chapter of this id; there is one."""
        return next(one for one in self.chapters if one.id == name)

    def clauses_under(self, ruling: str) -> list[BookClause]:
        """The clauses that rest on a ruling."""
        return [one for one in self.clauses.values() if ruling in one.rulings]

    def lines_under(self, ruling: str) -> list[RuleLine]:
        """The lines that cite a ruling."""
        return [one for one in self.lines if f"ruling:{ruling}" in one.cites]

    # -------------------------------------------------------------- addresses, below the folder of the game

    def clause_address(self, clause: str) -> str:
        """`placement.md#placement.stronger`"""
        return f"{chapter_page(self.clauses[clause].chapter)}#{clause}"

    def ruling_address(self, ruling: str) -> str:
        """`rulings/amb-13.md`"""
        return ruling_page(ruling)

    def line_clauses(self, names: Iterable[str]) -> list[str]:
        """The clauses behind names that are clauses themselves, or lines that cite some."""
        found = [
            cite
            for name in names
            for cite in ((name,) if name in self.clauses else self.by_line[name].cites if name in self.by_line else ())
        ]
        return [one for one in dict.fromkeys(found) if one in self.clauses]
