"""Parts of the rules that played scenes look at: noted while they are played, each with a hash of all it says."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import attrs

from rulekit.check.sources.clauses import clauses
from rulekit.check.tree.checked_rulebook import CheckedScene
from rulekit.memo import memoize
from rulekit.model import declarations as d
from rulekit.model import scenes as sc
from rulekit.model.rulebook import Rulebook
from rulekit.play.games.game import Game
from rulekit.play.machine import ops as o
from rulekit.play.machine.prepared_game import PreparedGame, PreparedGames
from rulekit.play.machine.program_index import ProgramIndex, program_index
from rulekit.play.reasons.clause_texts import spec_hash
from rulekit.play.scenes.scene_frames import ways
from rulekit.play.views.seat_view import writes_active
from rulekit.records import is_record, names_of
from rulekit.source import Span

ALL = "*"  # the whole rules: of who looked through every block
# Each of their blocks is a part of its own; of other declarations every word counts for every scene.
IN_BLOCKS = (d.Programme, d.Action, d.Procedure, d.Reaction)
WATCHING = (d.Laws,)  # what is said of games that have been played: of how one goes on it changes nothing


class NotedBlocks(dict[str, o.Block]):
    """The blocks of a program; each that is asked for is noted. Who goes through all of them has looked at everything.

    From then on everybody has: what was found so may be kept with the program and serve other scenes.
    """

    def __init__(self, blocks: dict[str, o.Block], noted: set[str]) -> None:
        super().__init__(blocks)
        self.noted, self.opened = noted, False

    def _note(self, key: object) -> None:
        self.noted.add(ALL if self.opened else str(key))

    def _open(self) -> None:
        self.opened = True
        self.noted.add(ALL)

    def __getitem__(self, key: str) -> o.Block:
        self._note(key)
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        self._note(key)
        return super().__contains__(key)

    def get(self, key: str, default: Any = None) -> Any:
        """The block, noted."""
        self._note(key)
        return super().get(key, default)

    def __iter__(self) -> Iterator[str]:
        self._open()
        return super().__iter__()

    def keys(self) -> Any:
        """All keys: everything is looked at."""
        self._open()
        return super().keys()

    def values(self) -> Any:
        """All blocks: everything is looked at."""
        self._open()
        return super().values()

    def items(self) -> Any:
        """All of both: everything is looked at."""
        self._open()
        return super().items()


@attrs.define(eq=False)
class NotedGames(PreparedGames):
    """Configurations of one rulebook in which it is noted which blocks are asked for."""

    noted: set[str] = attrs.field(factory=set)

    @contextmanager
    def record_looks(self) -> Iterator[set[str]]:
        """What is noted meanwhile; whoever noted before notes it, too."""
        before = {*self.noted}
        self.noted.clear()
        found: set[str] = set()
        try:
            yield found
        finally:
            found |= self.noted
            self.noted |= before

    def prepare(self, chosen: Mapping[str, Any], seats: int | None) -> PreparedGame:
        """The game in one configuration; what rests on all blocks is worked out before anybody plays."""
        made = PreparedGames.prepare(self, chosen, seats)
        program = made.program
        if not isinstance(program.blocks, NotedBlocks):
            writes_active(program_index(program))
            ways(program)
            program.blocks = NotedBlocks(program.blocks, self.noted)
        return made

    def forget_answers(self) -> None:
        """What words answered one scene; another one shall look at the rules itself."""
        for one in self.made.values():
            one.table.answers.clear()


class RuleParts:
    """Hashes of the blocks of one game, and of all the rest that every scene rests on."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.games = NotedGames(game.checked)

    def hash(self, parts: Iterable[str]) -> str:
        """One hash of these parts as they are now."""
        return _hash("\n".join(map(self.part, sorted(parts))))

    @functools.cached_property
    def _index(self) -> ProgramIndex:
        """Blocks are the same in every configuration."""
        return program_index(self.game.settings.prepare({}, None).program)

    @memoize
    def part(self, key: str) -> str:
        """A hash of a block: its ops and its text as written, and what is known of it by way of other blocks."""
        if key == ALL:
            return self.game.spec
        block = self._index.program.blocks.get(key)
        if block is None:
            return f"no {key}"
        return _hash(f"{node_text(block)} {self._written(block)} {node_text([*self._known(key, block)])}")

    def _written(self, block: o.Block) -> list[str]:
        """The lines as they stand, for values are told in their words."""
        if block.body is None:
            return []
        span = block.body.span
        lines = self.game.clauses.texts.get(span.file, ())[span.line - 1 : span.end_line]
        return [" ".join(line.split()) for line in lines]

    def _known(self, key: str, block: o.Block) -> Iterator[object]:
        """What a position that stands in it is written by."""
        index, live = self._index, self._index.live
        yield index.names[key]
        yield index.addresses(key)
        yield [live.live_at(key, pc) for pc in range(len(block.ops))]
        yield [index.keeps_rest(op) for op in block.ops if isinstance(op, o.EachNext)]
        yield [index.is_fixed(op.times) for op in block.ops if isinstance(op, o.RepeatStart)]
        yield [(one.key, one.line) for one in ways(index.program).callers.get(key, ())]
        yield [(host, self.game.checked.bodies[host]) for host in index.hosts(key)]
        yield [proc.params for proc in self._procedures if f"proc {proc.key}" == key]

    @functools.cached_property
    def _procedures(self) -> list[Any]:
        return [one for known in self.game.checked.symbols.procs.values() for one in known]

    @functools.cached_property
    def ground(self) -> str:
        """A hash of what every scene rests on: all declarations but blocks and laws, with their names resolved."""
        declared = self.game.checked.rulebook.declarations
        left = tuple(one for one in declared if not isinstance(one, IN_BLOCKS + WATCHING))
        return _hash(f"{spec_hash(Rulebook(left))} {node_text([*self._resolved(), *self._map(), *self._cited()])}")

    def _resolved(self) -> Iterator[object]:
        checked, symbols = self.game.checked, self.game.checked.symbols
        yield [(one.key, one.params, one.hidden, one.body) for one in checked.words]
        yield [(one.name, one.params, one.hidden, one.cases) for one in checked.relations]
        yield checked.endings, checked.results, checked.states, checked.zone_views, checked.writtens
        yield checked.bends, checked.demands, checked.menu_keys, checked.measures, checked.chooses
        yield [(one.name, one.of, one.at, one.type) for one in symbols.states.values()]
        yield [(one.name, one.of, one.at, one.kind, one.shape) for one in symbols.zones.values()]
        yield [(kind.name, kind.fields) for kind in symbols.kinds.values()]

    def _map(self) -> Iterator[object]:
        """Which blocks there are to react or to be chosen, and where somebody is asked."""
        checked, program = self.game.checked, self._index.program
        reactions = ((key, body) for key, body in checked.bodies.items() if body.sort == "reaction")
        yield [(key, body.timing, body.events) for key, body in reactions]
        yield [(one.key, checked.bodies[one.key].front) for one in program.plan.effects]
        for one in checked.symbols.actions.values():
            yield one.name, one.written, one.decl.anytime, one.decl.excepted, one.decl.cites
            yield [(param.name, param.type) for param in one.params]
        yield [(line, [one.key for one in many]) for line, many in ways(program).waits.items()]
        yield writes_active(self._index)

    def _cited(self) -> Iterator[object]:
        """What lines outside of blocks cite, and when a sentence holds."""
        for place in clauses(self.game.checked.rulebook):
            if not isinstance(place.decl, sc.Scene | sc.Start | d.Laws) and place.clause.cites:
                if place.clause is place.decl or not isinstance(place.decl, IN_BLOCKS):
                    yield place.clause.id, [cite.text for cite in place.clause.cites]
        for name, one in self.game.clauses.ledger.items():
            yield name, one.when, [when for when, _ in one.answers]


def scene_text(scene: CheckedScene) -> str:
    """A scene with every name resolved."""
    return node_text((scene.lines, scene.before))


# ------------------------------------------------------------------ anything as text


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


_NAMES: dict[type, tuple[str, ...]] = {}


def node_text(one: Any) -> str:
    """A value of the checked tree as text, the same in every process; where it stands in its file is left out."""
    kind = type(one)
    if kind is Span:
        return ""
    if kind is tuple or kind is list:
        return f"({','.join(map(node_text, one))})"
    if kind is set or kind is frozenset:
        return f"{{{','.join(sorted(map(node_text, one)))}}}"
    if isinstance(one, dict):
        return f"{{{','.join(f'{node_text(key)}:{node_text(value)}' for key, value in one.items())}}}"
    names = _NAMES.get(kind)
    if names is None:
        names = _NAMES[kind] = tuple(name for name in names_of(kind) if name != "span") if is_record(kind) else ()
    return f"{kind.__name__}({','.join([node_text(getattr(one, name)) for name in names])})" if names else repr(one)
