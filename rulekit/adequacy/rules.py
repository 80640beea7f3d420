"""Rungs of the ladder about the rules: sentences, lines, guards, pairs of line and answer, situations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from rulekit.adequacy.ladder import LadderEntry, Rung, rung_of
from rulekit.adequacy.noting import VectorNotes, configuration_names, end_name, pairs_of, seen_by, set_to
from rulekit.check.configuration_space import GameConfig
from rulekit.check.names.symbol_info import RowInfo
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.statement_walk import lines_of
from rulekit.check.tree.typed_walk import all_of
from rulekit.fuzz.calibration import sample
from rulekit.fuzz.coverage import CoverageCounter
from rulekit.fuzz.coverage_goals import GUARD, LINE, Goal, known_guards, match_excuses
from rulekit.model import declarations as d
from rulekit.mutate.mutant_generation import strings
from rulekit.play.games.game import Game
from rulekit.play.games.rows_read import Cell, effect_cells, printed_cells, printed_rows
from rulekit.vectorgen.games import RecordedGame, configurations, games
from rulekit.verify import quotations
from rulekit.verify.blaming.line_effects import line_effects
from rulekit.verify.lockstep.lines_met import lines_by_sentence, noticeable

VECTOR = "vector"
OTHERS = ("law", "scene", "reason")  # what else accounts for a sentence, the strongest first
BAR = 100.0
Holders = Mapping[str, Sequence[Mapping[str, Any]]]  # as `rulekit ledger` tells them


def clauses(game: Game, notes: VectorNotes, holders: Holders) -> Rung:
    """Each sentence is accounted for once, by the strongest that does."""
    lines = lines_by_sentence(game)
    met = notes.lines | notes.about | used_declarations(game, notes)
    parts: Counter[str] = Counter()
    missing: list[LadderEntry] = []
    sentences = [name for name in game.clauses.ledger if not name.startswith(quotations.RULING)]
    for clause in sentences:
        by = holders.get(clause, ())
        kind = VECTOR if clause in met or lines.get(clause, set()) & met else reason_unmet(by)
        if kind:
            parts[kind] += 1
        else:
            names = ", ".join(dict.fromkeys(str(one["name"]) for one in by))
            missing.append(
                LadderEntry(clause, f"held by {names}, which no vector meets" if names else "held by nothing")
            )
    of = len(sentences)
    return Rung("clauses", "sentences of the ledger are accounted for", of - len(missing), of, tuple(missing),
                bar=BAR, parts=dict(parts))  # fmt: skip


def reason_unmet(by: Sequence[Mapping[str, Any]]) -> str:
    """What accounts for a sentence that no vector meets."""
    sorts = {one["sort"] for one in by}
    return next((sort for sort in OTHERS if sort in sorts), "")


# ------------------------------------------------------------------ declarations without a line of their own


def used_declarations(game: Game, notes: VectorNotes) -> set[str]:
    """Declarations that vectors make use of, by what they declare: `state stones`, `define crew`."""
    words = words_used(game, notes)
    names = words | notes.kinds
    met = rows_met(game, notes.cells)
    names |= {kind for kind, _ in met}
    if notes.looked:
        names |= compared_places(game)
    found = {f"action {info.name}" for info in game.checked.symbols.actions.values() if info.written in notes.kinds}
    found |= {
        one.name for one in game.clauses.places.values() if one.name.rpartition(" ")[2] in names and " " in one.name
    }
    found |= {f"to {name}" for name in procedures(game, notes.lines)} | cases_asked(game, notes, words)
    found |= {name for kind, row in met for name in (row.id or kind, f"row {row.name}")}
    return found | {f"game {game.name}"} | {f"option {name}" for name in whole_options(game, notes)}


def procedures(game: Game, lines: set[str]) -> list[str]:
    """Those of which some line is met."""
    bodies = [body for body in game.checked.bodies.values() if body.sort == "procedure"]
    return [body.name for body in bodies if not lines.isdisjoint(line.id or "" for line in lines_of(body.lines))]


def words_used(game: Game, notes: VectorNotes) -> set[str]:
    """The words that lines and effects use which vectors meet, and the words within those."""
    words = line_effects(game.checked).words
    found = {use.word for body in effects_met(game, notes) for use in all_of(body, v.Use)}
    todo = [*notes.lines, *(f"word {name}" for name in found)]
    while todo:
        fresh = set(words.get(todo.pop(), ())) - found
        found |= fresh
        todo += [f"word {name}" for name in fresh]
    return found


def effects_met(game: Game, notes: VectorNotes) -> list[Any]:
    """The bodies of the effects that ran."""
    effects = game.setting(sample(game)[0]).program.plan.effects
    return [game.checked.bodies[one.key] for one in effects if (one.kind, one.row, one.label) in notes.cells]


def cases_asked(game: Game, notes: VectorNotes, words: Collection[str]) -> set[str]:
    """The cases of relations that have just one, where a line, a word or an effect asks them that is met."""
    checked = game.checked
    lines = [line for body in checked.bodies.values() for line in lines_of(body.lines) if line.id in notes.lines]
    asking = [*lines, *effects_met(game, notes), *(word.body for word in checked.words if word.name in words)]
    named = {node.relation for one in asking for node in all_of(one, v.Related)}
    only = [one.cases[0].id for one in checked.relations if one.name in named and len(one.cases) == 1]
    return {name for name in only if name}


def rows_met(game: Game, cells: Collection[Cell]) -> list[tuple[str, RowInfo]]:
    """Rows with an effect that ran; of those without effects, the ones of which something is read."""
    read, found = frozenset(cells), []
    for kind, row in printed_rows(game.checked):
        if read & (effect_cells(game.checked, kind, row) or printed_cells(game.checked, kind, row)):
            found.append((kind, row))
    return found


def rows(game: Game, notes: VectorNotes) -> Rung:
    """Everything that is printed on a row and can be read or run; what is missing is named row by row."""
    reached = of = 0
    missing: list[LadderEntry] = []
    for kind, row in printed_rows(game.checked):
        printed = printed_cells(game.checked, kind, row)
        left = sorted(name for _, _, name in printed - notes.cells)
        reached, of = reached + len(printed) - len(left), of + len(printed)
        missing += [LadderEntry(row.id or f"{kind} {row.name}", ", ".join(left))] if left else []
    return Rung("rows", "values and effects printed on rows are read by a step", reached, of, tuple(missing))


def compared_places(game: Game) -> set[str]:
    """States and zones, all of which stand in every position that is compared, with the kinds they are written in."""
    symbols = game.checked.symbols
    decls: dict[str, Any] = {one.name: one for one in game.checked.rulebook.declarations_of(d.Kind)}
    decls |= {one.name: one for one in game.checked.rulebook.declarations_of(d.TypeDecl)}
    decls |= {one.name: one for one in game.checked.rulebook.declarations_of(d.Space)}
    found = {*symbols.states, *symbols.zones}
    todo: list[Any] = [info.decl for info in symbols.states.values()] + [info.decl for info in symbols.zones.values()]
    todo = [decl for decl in todo if decl is not None]
    while todo:
        fresh = {name for name in strings(todo.pop()) if name in decls} - found
        found |= fresh
        todo += [decls[name] for name in fresh]
    return found


def whole_options(game: Game, notes: VectorNotes) -> list[str]:
    """Options that vectors play with every value."""
    return [
        name
        for name, values in game.options.items()
        if all(set_to(name, value) in notes.situations for value in values)
    ]


GUARDS_BAR = 95.0


def guards_of(game: Game) -> frozenset[str]:
    """Every guard and price there is."""
    return frozenset(known_guards(game.setting(sample(game)[0]).program))


def lines(game: Game, notes: VectorNotes, excuses: Mapping[Goal, str]) -> Rung:
    """Lines that run, allow a move, refuse one, end the game or count."""
    wanted = noticeable(game.checked)
    apart = reasons(game, LINE, wanted - notes.lines, wanted & notes.lines, excuses)
    return rung_of("lines", "lines of the rules are met", wanted, notes.lines, left_out=apart)


def guards(game: Game, notes: VectorNotes, excuses: Mapping[Goal, str]) -> Rung:
    """Guards that are the only ones to refuse some move that a vector tries."""
    wanted = guards_of(game)
    apart = reasons(game, GUARD, wanted - notes.alone, notes.alone, excuses)
    return rung_of("guards", "guards alone refuse a wrong move", wanted, notes.alone, GUARDS_BAR, apart)


def reasons(
    game: Game, sort: str, left: Collection[str], seen: Collection[str], excuses: Mapping[Goal, str]
) -> dict[str, str]:
    """Why some of what is left is not reached: no configuration leads there, or the rulings give a reason."""
    goals = {(sort, name) for name in left}
    found = {name: why for (_, name), why in match_excuses(excuses, goals, {(sort, name) for name in seen}).items()}
    return {**found, **unreachable(game, goals - {(sort, name) for name in found})}


def unreachable(game: Game, left: Collection[Goal]) -> dict[str, str]:
    """What no configuration can reach, with the reason; configurations are asked as long as something is left."""
    shut: dict[Goal, str] = {}
    todo = set(left)
    for chosen in sample(game):
        if not todo:
            break
        goals = CoverageCounter(game, chosen).goals
        todo -= goals.open
        for goal in todo & set(goals.shut):
            shut.setdefault(goal, goals.shut[goal])
    return {name: shut[sort, name] for sort, name in todo if (sort, name) in shut}


__all__ = ["guards", "guards_of", "lines", "unreachable"]


# ------------------------------------------------------------------ two rungs held against fresh games


GAMES = 12  # or one of each configuration, if there are fewer


def notes_of_new_games(game: Game, seed: str) -> VectorNotes:
    """What some games show that no vector was made from: they have a seed of their own."""
    found = VectorNotes()
    chosen = configurations(game)
    for one in chosen:
        found.situations |= of_configuration(one)
    for played in games(game, f"adequacy {seed}", GAMES, chosen):
        found.add(of_game(played))
    return found


def of_configuration(chosen: GameConfig) -> set[str]:
    """The situations that a choice of options and players is by itself."""
    return configuration_names(chosen.seats, dict(chosen.options))


def of_game(played: RecordedGame) -> VectorNotes:
    """Everything that could be looked at in it."""
    found = VectorNotes()
    for here in played.positions:
        found.pairs |= pairs_of(here)
        if here.is_over:
            found.situations.add(end_name(here.result()))
        if here.pending.kind != "chance":
            readers: Iterable[int | None] = (*range(here.seats), None)
            found.situations.update(seen_by(here, seat) for seat in readers)
    return found


def pairs(notes: VectorNotes, wanted: VectorNotes) -> Rung:
    """Of those that come up in the fresh games."""
    return rung_of(
        "pairs",
        "pairs of a line and a kind of answer",
        wanted.pairs,
        notes.pairs,
        notes=(_more(notes.pairs, wanted.pairs),),
    )


def situations(notes: VectorNotes, wanted: VectorNotes) -> Rung:
    """Views by reader and question, ends, options and numbers of players."""
    return rung_of("situations", "situations are looked at", wanted.situations, notes.situations,
                   notes=(_more(notes.situations, wanted.situations),))  # fmt: skip


def _more(had: set[str], wanted: set[str]) -> str:
    return f"{len(had - wanted):,} besides that these games did not show"
