"""Python text for one value in its written form: as a position has it, or as one reader sees it in moves and views."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from rulekit.check.tree import typed_expressions as v
from rulekit.play.codegen import values
from rulekit.play.codegen.book import Book, Bound
from rulekit.play.codegen.shelf import safe
from rulekit.play.codegen.writers.json_equality import YES_NO, exact, numbers, plainly
from rulekit.play.machine.copies import has_copies
from rulekit.play.machine.program_index import program_index
from rulekit.play.position.strict_json import WRITTEN
from rulekit.play.position.value_json import SPELLED, ValueCodec, key_text
from rulekit.typesystem import types as t

if TYPE_CHECKING:
    from rulekit.play.codegen.load import Module

LEAVES = {t.Number: "N", t.Seat: "N", t.YesNo: "B"}  # the tables of their exact leaves
MOVE, VIEW = "m", "h"  # what is written for a reader; a move leaves his own seat out


class Unwritten(Exception):
    """A form of declaration for which no function is generated: the walk of the interpreter writes it."""


_text = json.JSONEncoder(**WRITTEN, check_circular=False, default=plainly).encode  # by which unnamed pieces are sorted


def _key(written: Any) -> str:
    return key_text(plainly(written))


class Fixed(dict[Any, Any]):
    """How the members of a type are written where nothing of the position matters; each is found once."""

    def __init__(self, scribe: ValueCodec, kind: t.Type) -> None:
        super().__init__()
        self.scribe, self.kind = scribe, kind

    def __missing__(self, member: Any) -> Any:
        found = self[member] = exact(self.scribe.write(member, self.kind))
        return found


def still(program: Any) -> Any:
    """What a scribe asks of a machine, where nothing of a position matters."""
    return SimpleNamespace(program=program, plan=program.plan, blocks=program.blocks)


class Forms:
    """The values of one game, written; whoever writes positions, moves and views asks here."""

    def __init__(self, module: Module) -> None:
        self.book: Book = module.book
        self.plan, self.symbols, self.space = module.book.plan, module.book.symbols, module.book.space
        program = module.book.program
        self.still = still(program)
        self.know = program_index(program)
        self.scribe = ValueCodec(self.still)
        self.writtens: dict[str, v.T] = program.checked.writtens
        self._fixed: dict[str, str] = {}
        self._formed: dict[Any, str] = {}
        self.unwritten: set[tuple[str, str]] = set()  # modes and kinds of pieces for which nothing is generated
        self.once: frozenset[str] = frozenset()  # values that one legal list writes once, in `k`
        self.space.update(key_text=_key, dumps=_text, exact=exact, N=numbers(), B=YES_NO)

    def put(self, *lines: str) -> None:
        """A function is finished."""
        self.book.texts.append("\n".join(lines) + "\n")

    def unable(self, kind: str, mode: str) -> None:
        """Pieces of this kind cannot be written; what was written with them must be written again."""
        self.unwritten.add((mode, kind))
        self._formed.clear()

    # -------------------------------------------------------------- what never changes

    def fixed(self, kind: t.Type) -> str:
        """The name of a table of written members."""
        key = str(kind)
        if key not in self._fixed:
            self._fixed[key] = self.book.give("W", Fixed(self.scribe, kind))
        return self._fixed[key]

    def copied(self, kind: t.Type) -> str | None:
        """The kind whose copies are told apart by labels, if members of this type are such pieces or parts of them."""
        kind = kind.bare
        of = kind.kind if isinstance(kind, t.Piece) else None
        if isinstance(kind, t.Row):
            of = self.symbols.kinds[kind.kind].whole
        return of if of is not None and self.symbols.kinds[of].is_piece and has_copies(self.plan, of) else None

    def inner(self, kind: t.Type) -> t.Type:
        """What a value holds, through collections."""
        kind = kind.bare
        while isinstance(kind, t.SetOf | t.Sequence | t.BagOf):
            kind = kind.of.bare
        return kind

    # -------------------------------------------------------------- as a position has it

    def plain(self, code: str, kind: t.Type) -> str:
        """Every piece by its name; copies by labels, which stand in `L`."""
        bare, inner = kind.bare, self.inner(kind)
        if isinstance(bare, t.Map) or isinstance(inner, t.Map):
            raise Unwritten(str(kind))
        if self.copied(inner) is not None:
            return self._labelled(code, kind, bare)
        if isinstance(inner, t.Zone):
            self._plain_zones(inner)
        if isinstance(bare, t.BagOf):
            return f"exact(BAGS({code}, {self.book.give('Y', bare)}))"
        return self.leaf(code, bare)

    def leaf(self, code: str, kind: t.Type) -> str:
        """A value that is written the same for everybody, at every position."""
        if type(kind) in LEAVES:
            return f"{LEAVES[type(kind)]}[{code}]"
        return code if type(kind) not in SPELLED else f"{self.fixed(kind)}[{code}]"

    def _labelled(self, code: str, kind: t.Type, bare: t.Type) -> str:
        if isinstance(bare, t.SetOf | t.Sequence):
            found = f"[{self.plain('y', bare.of)} for y in {code}]"
        elif isinstance(bare, t.Piece):
            found = f"L[{bare.kind!r}][{code}]"
        else:
            raise Unwritten(f"{kind} of copies")
        return found if bare == kind else f"(None if {code} is None else {found})"

    def _plain_zones(self, kind: t.Zone) -> None:
        for info in self.symbols.zones.values():
            if info.kind == kind.kind and any(self.copied(index) for index in info.indexes):
                raise Unwritten(f"{kind} of copies")

    # -------------------------------------------------------------- as a reader sees it

    def seen(self, code: str, kind: t.Type, mode: str, alias: str | None = None) -> str:
        """As the reader `r` sees it: written forms followed, pieces as far as he knows them."""
        bare = kind.bare
        form = self.form_of(bare, alias)
        if isinstance(bare, t.Piece):
            return self._piece(code, kind, bare, form, mode)
        if form is not None:
            return f"{self._form(bare, alias, form, mode)}(s, {code}, r)"
        if isinstance(bare, t.SetOf | t.Sequence):
            return self._members(code, kind, bare, mode, alias)
        if isinstance(bare, t.BagOf):
            key = self.seen("y", bare.of, mode)
            return f"{{key_text({key}): N[c] for y, c in ({code} or {{}}).items() if c}}"
        if isinstance(bare, t.Map):
            raise Unwritten(str(kind))
        if isinstance(bare, t.Zone):
            return self._zone(code, kind, bare, mode)
        if isinstance(bare, t.Row) and self.copied(bare):
            raise Unwritten(f"{kind} of copies")
        return self.leaf(code, bare)

    def form_of(self, kind: t.Type, alias: str | None) -> v.T | None:
        """What `written Kind as ..` says of the members of a type."""
        return self.scribe.__class__.form_of(self._asking(), kind, alias)

    def _asking(self) -> Any:
        return SimpleNamespace(m=self.still)

    def _zone(self, code: str, kind: t.Type, bare: t.Zone, mode: str) -> str:
        """A zone by its name, with its indexes behind it."""
        key = ("zone", bare, mode)
        if key not in self._formed:
            arms = []
            for name, shelf in self.book.shelves.zones.items():
                info = self.symbols.zones[name]
                if (info.kind, info.shape) == (bare.kind, bare.shape) and shelf.size:
                    parts = [self.seen(f"ZONES[n][1][{n}]", index, mode) for n, index in enumerate(info.indexes)]
                    found = f"[{', '.join([repr(name), *parts])}]" if parts else repr(name)
                    arms.append(f"    if {shelf.base} <= n < {shelf.base + shelf.size}: return {found}")
            name = self._formed[key] = self.book.fresh("zone")
            self.put(f"def {name}(s, n, r):", *arms, f"    return {self.fixed(bare)}[n]")
        call = f"{self._formed[key]}(s, {code}, r)"
        return call if bare == kind else f"(None if {code} is None else {call})"

    def _piece(self, code: str, kind: t.Type, bare: t.Piece, form: v.T | None, mode: str) -> str:
        if (mode, bare.kind) in self.unwritten:
            raise Unwritten(f"pieces of {bare}")
        name = safe(bare.kind)
        call = f"{mode}_{name}(s, {code}, r)"
        if form is not None:
            call = f"({self._form(bare, None, form, mode)}(s, {code}, r) if can_{name}(s, {code}, r) else {call})"
        if code in self.once:
            call = f"(k[{code}] if {code} in k else k.setdefault({code}, {call}))"
        return call if bare == kind else f"(None if {code} is None else {call})"

    def _members(self, code: str, kind: t.Type, bare: t.SetOf | t.Sequence, mode: str, alias: str | None) -> str:
        """The members of a set in a move as they stand; unnamed pieces in a view so that their order tells nothing."""
        found = f"[{self.seen('y', bare.of, mode, alias)} for y in {code}]"
        if isinstance(bare, t.SetOf) and isinstance(bare.of.bare, t.Piece) and mode == VIEW:
            found = f"sorted({found}, key=dumps)"
        return found if bare == kind else f"(None if {code} is None else {found})"

    # -------------------------------------------------------------- written Kind as ..

    def _form(self, kind: t.Type, alias: str | None, form: v.T, mode: str) -> str:
        """A function for `written Kind as ..`; what it reads is read by the engine's own text."""
        key = (str(kind), alias, mode)
        if key not in self._formed:
            listed = isinstance(form, v.Listed) and not form.flat
            items = form.items if isinstance(form, v.Listed) and listed else (form,)
            parts = [self._said(item, mode) for item in items]
            name = self._formed[key] = self.book.fresh("form")
            found = f"[{', '.join(parts)}]" if listed else parts[0]
            self.put(f"def {name}(s, it, r):", f"    return None if it is None else {found}")
        return self._formed[key]

    def _said(self, node: v.T, mode: str) -> str:
        scope = {"it": Bound("it", True)}
        code = values.value(self.book, node, scope)
        kind = node.type.bare
        if isinstance(kind, t.EffectOf | t.BagOf | t.Map):
            raise Unwritten(f"written as {kind}")
        name = self.book.fresh("_f")
        found = self.seen(f"sorted({name})" if isinstance(kind, t.SetOf) else name, kind, mode)
        return f"(None if ({name} := {code}) is None else {found})"
