"""A scene as a reader is told it: who plays and how, what lies where, then every move and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import attrs

from rulekit.check.sources.ledger import option_value_text
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements as s
from rulekit.check.tree.checked_rulebook import CheckedLine
from rulekit.check.tree.typed_roots import nodes_with_roots
from rulekit.check.tree.typed_walk import walk
from rulekit.memo import memoize
from rulekit.model import expressions as x
from rulekit.model import scenes as sc
from rulekit.model.printer_expressions import show
from rulekit.play.moves.scene_moves import NOT_ASKED
from rulekit.site.book import BookScene, SiteModel
from rulekit.site.reader_words import Lying, ReaderWords, join_list, join_moves, number, sentence
from rulekit.site.scenes.fact_words import FactWords
from rulekit.words.vocabulary import FACING

MAY, MAY_NOT, DOES, THEN, ASKED, SEES, ENDS, REFUSED = (
    "may",
    "may not",
    "does",
    "then",
    "asked",
    "sees",
    "ends",
    "refused",
)


@attrs.frozen
class GivenFact:
    """What lies somewhere, or is so: `drawn` if a picture of the scene shows it."""

    words: str
    drawn: bool


@attrs.frozen
class SceneSentence:
    """One line of a scene: of which sort it is, what it says, and the clauses that are the reason."""

    sort: str
    words: str
    because: tuple[str, ...] = ()


@attrs.frozen
class SceneWords:
    """A whole scene: its setting, what is given, and what then happens."""

    title: str
    setting: tuple[str, ...]
    given: tuple[GivenFact, ...]
    told: tuple[SceneSentence, ...]


def scene_words(book: SiteModel, words: ReaderWords, scene: BookScene) -> SceneWords:
    """A scene in words."""
    checked = scene.checked
    words = words_for(words, scene)
    teller = _Teller(book, words, chosen_options(book, scene))
    starts = list(_starts(book, scene))
    setting = [*starts, *teller.setting((*checked.before, *checked.lines), counted="player" in " ".join(starts))]
    given = [said for line in checked.lines if (said := teller.given_fact(line)) is not None]
    told = [one for line in checked.lines if (one := teller.sentence_of(line)) is not None]
    return SceneWords(sentence(words.prose(scene.caption)), tuple(setting), tuple(given), tuple(told))


def words_for(words: ReaderWords, scene: BookScene) -> ReaderWords:
    """The words of a game for one of its scenes."""
    return words.for_scene(_places(words, scene), scene_moves(scene))


def _places(words: ReaderWords, scene: BookScene) -> dict[str, Lying]:
    """Where a scene lays single pieces, and how they are turned."""
    lines = (*scene.checked.before, *scene.checked.lines)
    turned = dict(filter(None, map(_turned, lines)))
    found = {}
    for line in lines:
        if isinstance(line.node, sc.Given) and line.place and line.place.zone_name and len(line.node.values) == 1:
            zone, at, place = words.expression(line.node.place).partition(" at ")
            if at and zone:
                piece = show(line.node.values[0])
                found[piece] = Lying(place, turned.get(piece, 0))
    return found


def _turned(line: CheckedLine) -> tuple[str, int] | None:
    """`facing of t05 is 1`"""
    if line.place is None or line.place.stored != FACING or not isinstance(line.node, sc.Given):
        return None
    return show(line.node.place).partition(" of ")[2], getattr(line.values[0], "value", 0)


def scene_moves(scene: BookScene) -> Iterator[x.Move]:
    """Every move that a scene names."""
    for line in (*scene.checked.before, *scene.checked.lines):
        if isinstance(line.node, sc.Does | sc.May):
            yield line.node.move
        elif isinstance(line.node, sc.MayExactly):
            yield from line.node.moves


@memoize
def dice_lines(book: SiteModel) -> frozenset[str]:
    """The lines that roll dice."""
    lines = [line for _, line in nodes_with_roots(book.game.checked, s.Line)]
    return frozenset(line.id for line in lines if line.id and any(isinstance(one, s.Roll) for one in walk(line)))


def chosen_options(book: SiteModel, scene: BookScene) -> dict[str, str]:
    """Every option with the value that a scene is played with."""
    named = {
        one.name: one.values[0]
        for line in scene.checked.all_lines
        if isinstance(line.node, sc.GivenOption)
        for one in line.node.settings
    }
    edition = named.pop("edition", None)
    usual = {name: values[0] for name, values in book.game.options.items()}
    preset = book.game.settings.edition(str(edition)) if edition is not None else {}
    return {name: option_value_text(value) for name, value in {**usual, **preset, **named}.items()}


def _starts(book: SiteModel, scene: BookScene) -> Iterator[str]:
    """What the starts say that a scene goes on from, the first one first."""
    known = {one.node.name: one.node for one in book.game.checked.starts}
    chain: list[str] = []
    lines = scene.checked.node.lines
    while name := next((line.name for line in lines if isinstance(line, sc.From) and line.name in known), None):
        chain.insert(0, known[name].title)
        lines = known[name].lines
    yield from (sentence(title) for title in chain if title)


class _Teller:
    def __init__(self, book: SiteModel, words: ReaderWords, options: Mapping[str, str]) -> None:
        self.book, self.words, self.options = book, words, options
        self.facts = FactWords(words, book.manual.told)

    # -------------------------------------------------------------- who plays, with which options

    def setting(self, lines: Iterable[CheckedLine], counted: bool) -> Iterator[str]:
        """`counted`: what was said before tells already how many play."""
        for line in lines:
            node = line.node
            if isinstance(node, sc.Given) and line.place is None and len(line.values) == 1:
                count = getattr(line.values[0], "value", None)
                if isinstance(count, int) and not counted:
                    yield sentence(f"{number(count)} {'plays' if count == 1 else 'play'}")
            elif isinstance(node, sc.GivenOption):
                chosen = join_list([self.option(one.name, option_value_text(one.values[0])) for one in node.settings])
                yield sentence(f"the table has chosen: {chosen}")

    def option(self, name: str, value: str) -> str:
        """What a table has chosen; an edition by the title of its rulebook."""
        title = self.book.sources.known[value].title if name == "edition" and value in self.book.sources.known else ""
        return f"the {title}" if title else self.words.option(name, value)

    # -------------------------------------------------------------- what is given

    def given_fact(self, line: CheckedLine) -> GivenFact | None:
        node = line.node
        if isinstance(node, sc.Given) and line.place is not None:
            told = self.facts.given_text(node.place, node.values)
            if told == "":
                return None
            said = told or f"{self.words.expression(node.place)}: {self.words.values(node.values)}"
            return GivenFact(said, self._drawn(line.place, len(node.values)))
        if isinstance(node, sc.Chance):
            how = "the dice show" if node.id in dice_lines(self.book) else "by chance:"
            return GivenFact(f"{how} {self.words.chance_text(node.values)}", False)
        if isinstance(node, sc.Despite):
            return GivenFact("a position to which no game leads, for the sake of the example", False)
        return None

    def _drawn(self, place: v.T | None, count: int) -> bool:
        """Whether that is part of a board, or what somebody has; not what the picture hides, or a pile that hides."""
        looks = self.words.looks
        if place is None or not place.stored or place.stored in looks.hidden_names:
            return False
        if place.zone_name:
            return count <= 1 or looks.symbols.zones[place.zone_name].shape != "pile"
        return bool(place.indexes)

    # -------------------------------------------------------------- what happens

    def sentence_of(self, line: CheckedLine) -> SceneSentence | None:
        form = FORMS.get(type(line.node))
        return None if form is None else form(self, line.node)

    def clauses_behind(self, names: Iterable[str]) -> tuple[str, ...]:
        """The clauses behind the lines that are named; the nearest stands last in a scene, and first here."""
        found = [
            clause for name in reversed([*names]) if name != NOT_ASKED for clause in self.book.line_clauses([name])
        ]
        holding = (one for one in found if self._holds(one))
        return tuple(dict.fromkeys(holding))

    def _holds(self, clause: str) -> bool:
        """Whether a clause speaks of the options that the scene is played with."""
        return all(self.options.get(name, value) == value for name, value in self.book.clauses[clause].said.when)

    def reader_name(self, node: object) -> str:
        return self.words.expression(node)  # type: ignore[arg-type]


def _does(t: _Teller, node: sc.Does) -> SceneSentence:
    return SceneSentence(DOES, f"{t.reader_name(node.who)}: {t.words.move(node.move)}")


def _may(t: _Teller, node: sc.May) -> SceneSentence:
    said = f"{t.reader_name(node.who)}: {t.words.move(node.move)}"
    return SceneSentence(MAY if node.allowed else MAY_NOT, said, t.clauses_behind(node.because))


def _may_exactly(t: _Teller, node: sc.MayExactly) -> SceneSentence:
    moves = [t.words.move(one) for one in node.moves]
    if not moves:
        return SceneSentence(MAY_NOT, f"{t.reader_name(node.who)}: nothing at all")
    return SceneSentence(MAY, f"{t.reader_name(node.who)}: {join_moves(moves)}; nothing else")


def _then(t: _Teller, node: sc.Then) -> SceneSentence | None:
    said = t.facts.condition(node.condition)
    return SceneSentence(THEN, said) if said else None


def _asked(t: _Teller, node: sc.Asked) -> SceneSentence:
    return SceneSentence(ASKED, f"now {t.reader_name(node.who)} decides", t.clauses_behind([node.id]))


def _sees(t: _Teller, node: sc.Sees) -> SceneSentence | None:
    said = t.facts.condition(node.condition)
    return SceneSentence(SEES, f"{t.reader_name(node.who)} sees: {said}") if said else None


def _wins(t: _Teller, node: sc.Wins) -> SceneSentence:
    people = [t.reader_name(one) for one in node.who]
    if not people:
        return SceneSentence(ENDS, "the game is over, and nobody has won")
    return SceneSentence(ENDS, f"the game is over: {join_list(people)} {'has' if len(people) == 1 else 'have'} won")


def _tied(t: _Teller, node: sc.Tied) -> SceneSentence:
    return SceneSentence(ENDS, f"the game is over: a tie, {t.words.text(node.ties)}")


def _graded(t: _Teller, node: sc.Graded) -> SceneSentence:
    return SceneSentence(ENDS, f"the game is over, with the grade {t.words.expression(node.grade)}")


def _refused(t: _Teller, node: sc.Refused) -> SceneSentence:
    return SceneSentence(REFUSED, "no game can come to this", t.clauses_behind(node.because))


FORMS: dict[type, Callable[..., SceneSentence | None]] = {
    sc.Does: _does,
    sc.May: _may,
    sc.MayExactly: _may_exactly,
    sc.Then: _then,
    sc.Asked: _asked,
    sc.Sees: _sees,
    sc.Wins: _wins,
    sc.Tied: _tied,
    sc.Graded: _graded,
    sc.Refused: _refused,
}
