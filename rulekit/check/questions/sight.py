"""Does a rule look where the one who is asked cannot? K44 peeking, K45 needless openly, K49 seen by no one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from rulekit.check import does
from rulekit.check import typed as v
from rulekit.check.complain import say
from rulekit.check.examined import Checked
from rulekit.check.folding import Folder
from rulekit.check.sight_asks import Asked, asked_lines, offered
from rulekit.check.sight_bodies import Bodies
from rulekit.check.sight_moves import Look, look_at_action, look_at_choice
from rulekit.check.sight_of import ANY, ASKED, Sights
from rulekit.check.sight_reads import Looker
from rulekit.check.sight_said import said
from rulekit.check.sight_spots import Frame, Sense, Sighting
from rulekit.problems import Problem
from rulekit.source import Span


def examine(checked: Checked) -> Iterable[Problem]:
    """Every clause that decides on a move, and every condition that decides whether somebody is asked."""
    sights = Sights(checked)
    if all(fact.viewer == "everyone" and not fact.end for facts in sights.facts.values() for fact in facts):
        if not any(sights.hides(place) for place in sights.facts) and not _openly(checked):
            return
    work = _Work(checked, sights)
    yield from work.moves()
    yield from work.asks()


def _openly(checked: Checked) -> bool:
    return any(isinstance(s, does.Guard) and s.openly for body in checked.bodies.values() for s in body.front)


class _Work:
    def __init__(self, checked: Checked, sights: Sights) -> None:
        self.checked = checked
        self.sights = sights
        bodies = Bodies(checked)
        self.plain = Looker(checked, sights, bodies, Folder(checked))
        self.lookers = [Looker(checked, sights, bodies, given) for given in sights.configurations()]
        self.bodies = bodies

    # -------------------------------------------------------------- moves

    def moves(self) -> Iterator[Problem]:
        active = offered(self.checked)
        for key, body in self.checked.bodies.items():
            if body.sort in ("action", "effect"):
                asked = active.get(body.name, ()) if body.sort == "action" else ()
                yield from self._clauses(partial(_action, key=key, asked=asked), self._called(body), "player")
            for line in asked_lines(self.checked, key):
                if isinstance(line.ask, does.Choose):
                    looks = partial(_choice, choose=line.ask, body=body)
                    yield from self._clauses(looks, line.ask.name, line.who)

    def _called(self, body: does.Body) -> str:
        """A move as players know it."""
        return self.checked.symbols.actions[body.name].written if body.sort == "action" else body.name

    def _clauses(self, looks: Callable[[Looker], list[Look]], action: str, who: str) -> Iterator[Problem]:
        """Look once without regard to options; only where something is left, in every configuration."""
        for number, look in enumerate(looks(self.plain)):
            hidden = self._hidden(look.found, self.plain)
            if look.openly:
                if not hidden and not any(s.sort == "all" for s in look.found):
                    yield say("K45", _word_openly(look.span), id=_id(look.id))
                continue
            if hidden and len(self.lookers) > 1:
                again = (looks(k)[number].found for k in self.lookers)
                hidden = [s for k, f in zip(self.lookers, again, strict=True) for s in self._hidden(f, k)]
            if hidden:
                yield self._peeking(look, hidden[0], action, who)

    def _peeking(self, look: Look, found: Sighting, action: str, who: str) -> Problem:
        what = said(self.checked, found)
        if self.sights.secret(found.place):
            return say("K49", found.span, also=_there(found), action=action, what=what, id=_id(look.id))
        return say("K44", found.span, also=_there(found), id=_id(look.id), what=what, who=who)

    def _hidden(self, found: Iterable[Sighting], looker: Looker) -> list[Sighting]:
        return [s for s in found if not looker.seen(s)]

    # -------------------------------------------------------------- asking

    def asks(self) -> Iterator[Problem]:
        said_: set[Span] = set()
        for key, body in self.checked.bodies.items():
            for line in asked_lines(self.checked, key):
                for condition in line.conditions:
                    if condition.span not in said_:
                        problem = self._asking(condition, line, body)
                        if problem is not None:
                            said_.add(condition.span)
                            yield problem

    def _asking(self, condition: v.T, line: Asked, body: does.Body) -> Problem | None:
        """Whoever is asked, or not, learns what the condition looks at; so does everyone who sees him asked."""
        hidden = self._all_hidden(condition, line, body, mine=True)
        if hidden:
            what = said(self.checked, hidden[0])
            return say("K44", hidden[0].span, "where", _there(hidden[0]), id=_id(line.id), what=what, who=line.who)
        shown = [] if line.sealed else self._all_hidden(condition, line, body, mine=False)
        if shown:
            what, who = said(self.checked, shown[0]), line.who
            return say("K44", shown[0].span, "shown", _there(shown[0]), "warning", id=_id(line.id), what=what, who=who)
        return None

    def _all_hidden(self, condition: v.T, line: Asked, body: does.Body, mine: bool) -> list[Sighting]:
        found = []
        for looker in [self.plain, *(self.lookers if len(self.lookers) > 1 else ())]:
            frame = Frame({}, body, line.people)
            looker.sense(condition, frame)
            left = [s for s in frame.found if not looker.seen(s, None if mine else ANY)]
            if looker is self.plain and (not left or len(self.lookers) < 2):
                return left
            found += left if looker is not self.plain else []
        return found


def _action(looker: Looker, key: str, asked: tuple[v.T, ...]) -> list[Look]:
    return list(look_at_action(looker, key, Sense(seat=ASKED), asked))


def _choice(looker: Looker, choose: does.Choose, body: does.Body) -> list[Look]:
    return list(look_at_choice(looker, choose, body))


def _there(found: Sighting) -> list[tuple[Span, str]]:
    return [(found.inner, "read here")] if found.inner.line else []


def _id(id_: str | None) -> str:
    return f"[{id_}]" if id_ else "this line"


def _word_openly(span: Span) -> Span:
    """`openly` behind `require`."""
    start = span.column + len("require ")
    return Span(span.file, span.line, start, span.line, start + len("openly"))
