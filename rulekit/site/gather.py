"""From the folder of a game to its book: everything read once, and what belongs together laid together."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from rulekit.check.sources.clause_holders import LAW, LINE, OPTION, holders, name_of
from rulekit.check.sources.clauses import clauses
from rulekit.check.sources.ledger import Ledger, Rulings
from rulekit.data import bundled_game, conformance_root, find_game
from rulekit.diagnostics import Problems
from rulekit.files import reading
from rulekit.looks.game_looks import PictureModel
from rulekit.manual.beside import read_beside
from rulekit.manual.chapters import place_clauses
from rulekit.manual.sources import CitedPlace
from rulekit.manual.title import title_of
from rulekit.model import declarations as d
from rulekit.model import scenes as sc
from rulekit.model.base import Clause
from rulekit.pipeline import load, written_down
from rulekit.play.games.game import Game
from rulekit.play.reasons.clause_texts import sentence_alone
from rulekit.site.book import BookClause, BookScene, EngineTrials, RuleLine, SideBySide, SiteModel, WrongEngine
from rulekit.site.pictures.kept_pictures import KeptPictures
from rulekit.site.readers import looks_file_problems
from rulekit.site.vectors_about import count_about, vectors_about

RULING, EXPLAINED = "ruling", "ruling:"
CHANGES = "changes.md"
Scenes = tuple[BookScene, ...]


def book(name: str | Path, tables: Mapping[str, str | Path] | None = None) -> SiteModel:
    """The book of a game; `Problems` if its rules, or what is written for its readers, are not in order."""
    path = find_game(str(name))
    game = load(path, tables)
    ledger, rulings = written_down(path)
    known = ledger if ledger is not None else Ledger("", game.name, {})
    readers = read_beside(path, game.checked, known, rulings)
    if problems := (*readers.problems, *looks_file_problems(path, game.checked)):
        raise Problems(problems)
    lines = tuple(_lines(game))
    scenes = tuple(_scenes(game))
    chapters = place_clauses(readers.manual, tuple(known.clauses))
    home = {id_: chapter.id for chapter in chapters for id_ in chapter.clauses}
    trials = _trials(path, game.spec)
    gathered = _Gathered(known, lines, scenes, trials)
    reasons = {one.id: one.reason for one in rulings.explained}
    entries = {id_: gathered.clause(id_, home[id_], readers.sources.find, reasons.get(id_, "")) for id_ in home}
    looks = PictureModel(game, game.start(game.players[0]).chosen)
    return SiteModel(
        path.stem if path.is_file() else path.resolve().name,
        title_of(path, game.name),
        game,
        known,
        rulings,
        readers.sources,
        readers.manual,
        looks,
        chapters,
        entries,
        lines,
        scenes,
        trials,
        KeptPictures(game),
        changes=_changes(path),
    )


def _changes(path: Path) -> str:
    """The history of the rules, if somebody keeps one."""
    file = path / CHANGES
    return reading.text(file, within=path) if path.is_dir() and reading.is_there(file) else ""


# ------------------------------------------------------------------ lines and scenes


def _lines(game: Game) -> Iterator[RuleLine]:
    """Every line with an id or a source, scenes apart."""
    rulebook, texts = game.checked.rulebook, game.clauses.texts
    sorts = {(one.name, one.span): one.sort for many in holders(rulebook, Rulings()).values() for one in many}
    for place in clauses(rulebook):
        clause = place.clause
        if isinstance(place.decl, sc.Scene) or not (clause.id or clause.cites):
            continue
        name = name_of(place)
        usual = LAW if isinstance(place.decl, d.Laws) else LINE
        yield RuleLine(
            name,
            clause.id,
            sorts.get((name, clause.span), usual),
            _head(place.decl, clause, texts),
            _words(clause, texts.get(clause.span.file, ())),
            place.decl,
            clause.span,
            tuple(cite.text for cite in clause.cites),
        )


def _head(decl: d.Decl, clause: Clause, texts: Mapping[str, tuple[str, ...]]) -> str:
    """The first line of a declaration, for a line inside it."""
    if decl is clause or decl.span.line == clause.span.line or decl.span.file.endswith(".toml"):
        return ""
    lines = texts.get(decl.span.file, ())
    return sentence_alone(lines[decl.span.line - 1]) if 0 < decl.span.line <= len(lines) else ""


def _words(clause: Clause, lines: tuple[str, ...]) -> str:
    """What stands on the lines of a clause, without id, sources and the margin they share."""
    here = lines[clause.span.line - 1 : max(clause.span.line, clause.span.end_line)]
    said = [
        (len(line) - len(line.lstrip()), sentence_alone(line)) for line in here if not line.lstrip().startswith("#")
    ]
    margins = [margin for margin, words in said[1:] if words]
    least = min(margins, default=0)
    return "\n".join([said[0][1], *("  " + " " * (margin - least) + words for margin, words in said[1:] if words)])


def _scenes(game: Game) -> Iterator[BookScene]:
    texts = game.clauses.texts
    for number, scene in enumerate(game.checked.scenes):
        lines = texts.get(scene.node.span.file, ())
        first, last = scene.node.span.line, max((one.span.line for one in scene.node.lines), default=0)
        written = tuple(
            line.strip() for line in lines[first:last] if line.strip() and not line.lstrip().startswith("#")
        )
        names = {name for line in scene.node.lines for name in getattr(line, "because", ())}
        yield BookScene(number, scene.node.clause, scene.node.title, written, frozenset(names), scene)


# ------------------------------------------------------------------ what belongs together


class _Gathered:
    """Lines, scenes and wrong engines by what they are about."""

    def __init__(self, ledger: Ledger, lines: Iterable[RuleLine], scenes: Scenes, trials: EngineTrials) -> None:
        self.ledger, self.scenes, self.trials = ledger, scenes, trials
        self.claims: dict[str, list[RuleLine]] = {}
        self.shown: dict[str, list[BookScene]] = {}
        self.named: dict[str, list[BookScene]] = {}
        for line in lines:
            for cite in line.cites:
                self.claims.setdefault(cite, []).append(line)
        for scene in scenes:
            self.shown.setdefault(scene.clause, []).append(scene)
            for name in scene.names:
                self.named.setdefault(name, []).append(scene)
        cited = {one for clause in ledger.clauses.values() for one in map(_ruling, clause.source) if one}
        self.cited = cited

    def clause(self, id_: str, chapter: str, find: Callable[[str], CitedPlace], reason: str) -> BookClause:
        """One clause with all that rests on it; its own scenes stand first."""
        said = self.ledger.clauses[id_]
        claims = self.claims.get(id_, [])
        lines = tuple(one for one in claims if one.sort in (LINE, OPTION))
        laws = tuple(one for one in claims if one.sort == LAW)
        ids = [one.id for one in claims if one.id is not None]
        scenes = [
            *self.shown.get(id_, ()),
            *self.named.get(id_, ()),
            *(scene for name in ids for scene in (*self.shown.get(name, ()), *self.named.get(name, ()))),
        ]
        cited = [ruling for one in said.source if (ruling := _ruling(one))]
        beside_ = [c.removeprefix(EXPLAINED) for one in lines for c in one.cites if c.startswith(EXPLAINED)]
        return BookClause(
            id_,
            said,
            chapter,
            tuple(find(one) for one in said.source if not _ruling(one)),
            tuple(dict.fromkeys([*cited, *(one for one in beside_ if one not in self.cited)])),
            lines,
            laws,
            tuple({scene.number: scene for scene in scenes}.values()),
            reason,
            tuple(one for one in self.trials.wrong if {id_, *ids} & {*one.blames}),
            count_about(self.trials.vectors, {id_, *ids}),
        )


def _ruling(cited: str) -> str:
    """The ruling that a source of the ledger names, if it names one."""
    name, _, ruling = cited.partition(":")
    return ruling.strip().split()[0].rstrip(",;") if name.strip() == RULING and ruling.strip() else ""


# ------------------------------------------------------------------ what tries the rules


def _trials(path: Path, spec: str) -> EngineTrials:
    """What is written down of trials; only of games that come with the kit."""
    name, root = path.resolve().name, conformance_root()
    bundled = bundled_game(name)
    if bundled is None or bundled.resolve() != path.resolve():
        return EngineTrials()
    report, wrong = root / "reports" / f"{name}.json", root / "mutants" / f"{name}.toml"
    told = tomllib.loads(reading.text(wrong))["wrong"] if wrong.is_file() else ()
    return EngineTrials(
        side_by_side(json.loads(reading.text(report))) if report.is_file() else None,
        tuple(WrongEngine(one["name"], one["says"], _blamed(one["blames"])) for one in told),
        vectors_about(root / "vectors" / name, spec),
    )


KeptReport = Mapping[str, Any]  # as `rulekit verify --report FILE.json` writes it, or wrote it


def side_by_side(report: KeptReport) -> SideBySide | None:
    """What a kept report says of its games; one that found a difference is no reason to trust."""
    return KEPT_REPORTS[report["format"]](report)


def _verification(report: KeptReport) -> SideBySide | None:
    """As `rulekit verify` writes it now."""
    if report["verdict"]["code"] or report["known"]:
        return None
    return SideBySide(
        report["game"]["spec"], sum(one["games"] for one in report["configurations"]), report["decisions"]
    )


def _in_step(report: KeptReport) -> SideBySide | None:
    """As it was written before."""
    return None if report["differences"] else SideBySide(report["spec"], report["games"], report["decisions"])


KEPT_REPORTS = {"rulekit-verification/1": _verification, "rulekit-in-step/1": _in_step}


def _blamed(said: str | list[str]) -> tuple[str, ...]:
    return (said,) if isinstance(said, str) else tuple(said)
