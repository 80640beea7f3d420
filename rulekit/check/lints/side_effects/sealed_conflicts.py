"""K36: sealed answers are carried out one after the other; do they touch what all share?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.check.effects.direct_effects import PlaceWrite
from rulekit.check.effects.effect_summary import EffectSummaries, effects
from rulekit.check.emit import problem_at
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.enclosing_lines import lines_in, margin_id
from rulekit.check.tree.typed_walk import children
from rulekit.diagnostics import Problem
from rulekit.verbs.verb import VerbAction

Own = frozenset[str]


def check(checked: CheckedRulebook) -> Iterable[Problem]:
    """Yields K36 for each sealed body that touches what another seat's answer may touch.

    A line::

        together each p: p must choose bid: n in 0 to 5
    """
    known = effects(checked)
    for key, body in checked.bodies.items():
        for line, _ in lines_in(body.lines):
            for opener in line.openers:
                if isinstance(opener, typed_statements.Together):
                    shared = _Sharing(checked, known).first_shared(key, line, opener.name)
                    if shared:
                        yield problem_at("K36", opener.span, "line", id=margin_id(line.id), name=shared)


class _Sharing:
    """Follows what comes after the answers, with the names that stand for the one who answered."""

    def __init__(self, checked: CheckedRulebook, known: EffectSummaries) -> None:
        self.checked = checked
        self.known = known
        self.words = {f"word {w.key}": w for w in checked.words}
        self.written: dict[str, bool] = {}  # name -> is it somebody's own wherever it is written?
        self.read: dict[str, bool] = {}
        self.seen: set[tuple[str, Own]] = set()

    def first_shared(self, key: str, line: typed_statements.Line, name: str) -> str:
        """The first thing that one answer writes and another answer's body writes or reads."""
        own: Own = frozenset((name, "player"))
        for node in (*line.does, *(line.body or ())):
            self._walk(key, (node,), own)
        ghosts = {s.name for s in self.checked.symbols.states.values() if s.decl is not None and s.decl.ghost}
        for place, alone in self.written.items():
            plain = place.removeprefix("state ").removeprefix("zone ")
            if plain not in ghosts and not (alone and self.read.get(place, True)):
                return plain
        return ""

    def _body(self, key: str, own: Own) -> None:
        if (key, own) in self.seen or key not in self.checked.bodies:
            return
        self.seen.add((key, own))
        body = self.checked.bodies[key]
        self._walk(key, body.lines, own)
        for edge in self.known.direct_effects(key).edges:
            if edge.sort in ("before", "after", "instead of"):
                self._body(edge.target, own)

    def _walk(self, key: str, nodes: Iterable[object], own: Own) -> None:
        todo = list(nodes)
        while todo:
            node = todo.pop()
            if isinstance(node, typed_statements.Call):
                self._call(key, node, own)
                todo += list(_values(node))
                continue
            if isinstance(node, typed_statements.Ask):
                for name in node.offers:
                    self._body(f"action {name}", own if _is_own(node.who, own) else frozenset())
            elif isinstance(node, v.Read | v.ZoneAt):
                name = f"state {node.state}" if isinstance(node, v.Read) else f"zone {node.zone}"
                _note(self.read, name, _any_own(node.args, own))
            elif isinstance(node, v.Use):
                self._word(node, own)
            todo += children(node)

    def _call(self, key: str, node: typed_statements.Call, own: Own) -> None:
        for write in self.known.gather(key, (node,)).writes:
            if not write.name.startswith("local "):
                _note(self.written, write.name, self._mine(write, own))
        for edge in self.known.gather(key, (node,)).edges:
            given = {name for name, value in node.args if _is_own(value, own)}
            inner = own & {"player"} | given if edge.sort == "call" else own
            for target in [
                edge.target,
                *(e.target for e in self.known.direct_effects(edge.target).edges if e.sort == "row"),
            ]:
                self._body(target, frozenset(inner))

    def _mine(self, write: PlaceWrite, own: Own) -> bool:
        return _any_own(write.args, own)

    def _word(self, node: v.Use, own: Own) -> None:
        """A word asked for one's own seat reads one's own things."""
        word = self.words[f"word {node.word}"]
        given = {param.name for param, arg in zip(word.params, node.args, strict=False) if _is_own(arg, own)}
        given |= {name for name, value in node.hidden if _is_own(value, own)}
        if (f"word {node.word}", frozenset(given)) not in self.seen:
            self.seen.add((f"word {node.word}", frozenset(given)))
            self._walk("", word.body if isinstance(word.body, tuple) else (word.body,), frozenset(given))


def _values(node: typed_statements.Call) -> Iterator[object]:
    """What a call reads; a place that is only set is not read."""
    for slot, value in node.args:
        written = slot == node.core.writes or (node.core.does is VerbAction.MOVE and slot == "to")
        yield from children(value) if written else (value,)


def _is_own(value: v.T, own: Own) -> bool:
    return value.local in own and value.type.bare.player


def _any_own(args: tuple[v.T, ...], own: Own) -> bool:
    return any(_is_own(arg, own) for arg in args)


def _note(found: dict[str, bool], name: str, alone: bool) -> None:
    found[name] = found.get(name, True) and alone
