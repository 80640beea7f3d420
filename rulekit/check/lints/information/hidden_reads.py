"""Does a rule look where the one who is asked cannot? K44 peeking, K45 needless openly, K49 seen by no one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from rulekit.check.emit import problem_at
from rulekit.check.evaluation.constant_folding import ConstantFolder
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.visibility import (
    ANY,
    ASKED,
    ClauseReads,
    DecisionSite,
    HiddenRead,
    IndirectDecisions,
    ReadCollector,
    ReadContext,
    ValueInfo,
    VisibleFacts,
    decisions,
    def_use,
    offered_to,
    visible_facts,
)
from rulekit.diagnostics import Problem
from rulekit.source import Span


def check(checked: CheckedRulebook) -> Iterable[Problem]:
    """Every clause that decides on a move, and every condition that decides whether somebody is asked.

    A declaration::

        action grab
          [grab.can]  require bid of next of player < 3

    K44 where a player sees nobody's bid but his own.
    """
    visibility = visible_facts(checked)
    if all(fact.viewer == "everyone" and not fact.end for facts in visibility.facts.values() for fact in facts):
        if not any(visibility.hides(place) for place in visibility.facts) and not _openly(checked):
            return
    work = _Work(checked, visibility)
    yield from work.moves()
    yield from work.asks()


def _openly(checked: CheckedRulebook) -> bool:
    return any(
        isinstance(s, typed_statements.Guard) and s.openly for body in checked.bodies.values() for s in body.front
    )


class _Work:
    def __init__(self, checked: CheckedRulebook, visibility: VisibleFacts) -> None:
        self.checked = checked
        self.visibility = visibility
        bodies = def_use(checked)
        self.plain = ReadCollector(checked, visibility, bodies, ConstantFolder(checked))
        self.collectors = [ReadCollector(checked, visibility, bodies, given) for given in visibility.configurations()]
        self.bodies = bodies

    # -------------------------------------------------------------- moves

    def moves(self) -> Iterator[Problem]:
        active = offered_to(self.checked)
        for key, body in self.checked.bodies.items():
            if body.sort in ("action", "effect"):
                asked = active.get(body.name, ()) if body.sort == "action" else ()
                yield from self._clauses(partial(_action, key=key, asked=asked), self._move_name(body), "player")
            for line in decisions(body):
                if isinstance(line.ask, typed_statements.Choose):
                    looks = partial(_choice, choose=line.ask, body=body)
                    yield from self._clauses(looks, line.ask.name, line.player_name)
                elif isinstance(line.ask, typed_statements.Menu):
                    yield from self._clauses(
                        partial(_menu, menu=line.ask, id_=line.id, body=body), line.ask.close, line.player_name
                    )

    def _move_name(self, body: typed_statements.Body) -> str:
        """A move as players know it."""
        return self.checked.symbols.actions[body.name].written if body.sort == "action" else body.name

    def _clauses(self, looks: Callable[[ReadCollector], list[ClauseReads]], action: str, who: str) -> Iterator[Problem]:
        """ClauseReads once without regard to options; only where something is left, in every configuration."""
        for number, look in enumerate(looks(self.plain)):
            hidden = self._invisible_reads(look.found, self.plain)
            if look.openly:
                if not hidden and not any(s.sort == "all" for s in look.found):
                    yield problem_at("K45", _word_openly(look.span), id=_id(look.id))
                continue
            if hidden and len(self.collectors) > 1:
                again = (looks(k)[number].found for k in self.collectors)
                hidden = [s for k, f in zip(self.collectors, again, strict=True) for s in self._invisible_reads(f, k)]
            if hidden:
                yield self._peeking(look, hidden[0], action, who)

    def _peeking(self, look: ClauseReads, found: HiddenRead, action: str, who: str) -> Problem:
        what = self.visibility.describe(found)
        if self.visibility.is_secret(found.place):
            return problem_at("K49", found.span, also=_there(found), action=action, what=what, id=_id(look.id))
        return problem_at("K44", found.span, also=_there(found), id=_id(look.id), what=what, who=who)

    def _invisible_reads(self, found: Iterable[HiddenRead], collector: ReadCollector) -> list[HiddenRead]:
        return [s for s in found if not collector.visible(s)]

    # -------------------------------------------------------------- asking

    def asks(self) -> Iterator[Problem]:
        told: set[Span] = set()
        indirect = IndirectDecisions(self.checked)
        for body in self.checked.bodies.values():
            for line in (*decisions(body), *indirect.sites_in(body)):
                for value in (*line.conditions, *([line.ask.who] if line.ask is not None else ())):
                    problem = self._asking(value, line, body) if value.span not in told else None
                    if problem is not None:
                        told.add(value.span)
                        yield problem

    def _asking(self, condition: v.T, line: DecisionSite, body: typed_statements.Body) -> Problem | None:
        """Whoever is asked, or not, learns what the condition looks at; so does everyone who sees him asked."""
        hidden = self._all_hidden(condition, line, body, mine=True)
        if hidden:
            what = self.visibility.describe(hidden[0])
            return problem_at(
                "K44", hidden[0].span, "where", _there(hidden[0]), id=_id(line.id), what=what, who=line.player_name
            )
        shown = [] if line.sealed else self._all_hidden(condition, line, body, mine=False)
        if shown:
            what, who = self.visibility.describe(shown[0]), line.player_name
            return problem_at(
                "K44", shown[0].span, "shown", _there(shown[0]), "warning", id=_id(line.id), what=what, who=who
            )
        return None

    def _all_hidden(
        self, condition: v.T, line: DecisionSite, body: typed_statements.Body, mine: bool
    ) -> list[HiddenRead]:
        found = []
        for collector in [self.plain, *(self.collectors if len(self.collectors) > 1 else ())]:
            frame = ReadContext({}, body, () if line.seat is None else (line.seat,))
            collector.info(condition, frame)
            left = [s for s in frame.found if not collector.visible(s, None if mine else ANY)]
            if collector is self.plain and (not left or len(self.collectors) < 2):
                return left
            found += left if collector is not self.plain else []
        return found


def _action(collector: ReadCollector, key: str, asked: tuple[v.T, ...]) -> list[ClauseReads]:
    return list(collector.action_clauses(key, ValueInfo(seat=ASKED), asked))


def _choice(
    collector: ReadCollector, choose: typed_statements.Choose, body: typed_statements.Body
) -> list[ClauseReads]:
    return list(collector.choice_clauses(choose, body))


def _menu(
    collector: ReadCollector, menu: typed_statements.Menu, id_: str | None, body: typed_statements.Body
) -> list[ClauseReads]:
    """How often may be picked, and by what a pick is used up: both decide what is offered next."""
    keys = collector.checked.menu_keys
    given = [(id_, menu.count, menu.who.span)]
    for group in menu.groups:
        given += [(group.id, keys.get((group.id or "", offer)), group.span) for offer in group.offers]
    found = []
    for clause, value, span in given:
        at = ReadContext({"player": ValueInfo(seat=ASKED)}, body, (menu.who,))
        if value is not None:
            collector.info(value, at)
        found.append(ClauseReads(clause, "menu", False, tuple(at.found), span))
    return found


def _there(found: HiddenRead) -> list[tuple[Span, str]]:
    return [(found.inner, "read here")] if found.inner.line else []


def _id(id_: str | None) -> str:
    return f"[{id_}]" if id_ else "this line"


def _word_openly(span: Span) -> Span:
    """`openly` behind `require`."""
    start = span.column + len("require ")
    return Span(span.file, span.line, start, span.line, start + len("openly"))
