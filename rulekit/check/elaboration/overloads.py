"""A word in head position: what it is asked of decides which word of that name it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.check.elaboration import coercions
from rulekit.check.elaboration.preposition_binding import App
from rulekit.check.names.name_resolution import plain
from rulekit.check.names.scope import Scope
from rulekit.check.names.unknown_names import MEANT_OF, kind_of
from rulekit.check.tree import typed_expressions as v
from rulekit.diagnostics import nearest
from rulekit.model import expressions as x
from rulekit.typesystem import types as t
from rulekit.words import core

if TYPE_CHECKING:
    from rulekit.check.elaboration.elaborator import Elaborator


def applied(e: Elaborator, app: App, scope: Scope, want: t.Type | None) -> v.T:
    """A word in head position: what it is asked of decides which word of that name it is."""
    if app.broken:
        return v.Broken(type=t.UNKNOWN, span=app.whole)
    if app.arg is None and not app.preps:
        return plain(e, app.word, app.span, scope, want)
    bag = scope.find(app.word)
    if bag is not None and app.arg is None and set(app.preps) == {"at"} and _bagged(bag.type):
        key = _key(bag.type)
        return e.bag_at(v.Local(app.word, type=bag.type, span=app.span), e.as_(app.preps["at"], scope, key), app.whole)
    found = _place(e, app, scope)
    if found is not None:
        return found
    return _word(e, app, scope, want)


def _bagged(kind: t.Type) -> bool:
    return isinstance(t.bare(kind), t.BagOf | t.Map)


def _key(kind: t.Type) -> t.Type:
    kind = t.bare(kind)
    if isinstance(kind, t.BagOf):
        return kind.of
    return kind.indexes[0] if isinstance(kind, t.Map) else t.UNKNOWN


def _place(e: Elaborator, app: App, scope: Scope) -> v.T | None:
    """A zone or a state with its indexes."""
    if app.word in e.symbols.broken:
        return v.Broken(type=t.UNKNOWN, span=app.whole)
    zone_info, state_info = e.symbols.zones.get(app.word), e.symbols.states.get(app.word)
    info = zone_info or state_info
    if info is None or (app.word in e.symbols.fields and app.arg is not None and not info.of):
        return None
    if app.word in e.symbols.fields and app.arg is not None:
        kind = t.bare(e.quiet(app.arg, scope).type)
        if isinstance(kind, t.Piece | t.Row) and app.word in e.symbols.kinds[kind.kind].fields:
            return None
    if app.number is not None:
        return None
    if app.arg is not None and info.at and not info.of and not app.preps:
        return e.wrong("K19", app.span, "of-for-at", word=app.word, value=e.written(app.arg), wanted=info.at[0].phrase)
    args: list[v.T] = []
    if app.arg is not None:
        args += _indexes(e, app, app.arg, info.of, scope)
    if any(slot.split("/")[0] != "at" for slot in app.preps):
        return None
    if app.preps and app.arg is None and info.of:
        return _at_without_of(e, app)
    given = list(app.preps.values())
    if len(given) == 1:
        args += _indexes(e, app, given[0], info.at, scope)
    else:
        args += [found for n, one in enumerate(given) for found in _indexes(e, app, one, info.at[n : n + 1], scope)]
    if zone_info is not None:
        return e.zone(zone_info, tuple(args), app.whole)
    assert state_info is not None
    return e.state(state_info, tuple(args), app.whole)


def _at_without_of(e: Elaborator, app: App) -> v.T:
    info = e.symbols.zones.get(app.word) or e.symbols.states[app.word]
    return e.wrong("K19", app.span, "missing", word=app.word, wanted=info.of[0].phrase, prep="of")


def _indexes(e: Elaborator, app: App, given: object, wanted: tuple[t.Type, ...], scope: Scope) -> list[v.T]:
    """The value of an index; several `of` indexes are given as a list in brackets."""
    if not wanted:
        e.wrong("K19", app.span, "extra", word=app.word, value=e.written(given))
        return []
    items = given.items if isinstance(given, x.Tuple) and len(wanted) > 1 else (given,)
    found = []
    for item, kind in zip(items, wanted, strict=False):
        value = coercions.value(e.operand(item, scope, kind))
        converted = coercions.convert(value, kind)
        if converted is None or isinstance(t.bare(kind), t.SetOf):
            pair = "pair" if is_pair(value.type, kind) else ""
            e.wrong(
                "K19",
                e.span(item),
                pair,
                word=app.word,
                wanted=kind.phrase,
                value=e.written(item),
                found=value.type.phrase,
            )
            converted = v.Broken(type=t.UNKNOWN, span=e.span(item))
        found.append(converted)
    return found


def is_pair(found: t.Type, wanted: t.Type) -> bool:
    """Two numbers in brackets, kept under a name, where a place is wanted."""
    numbers = isinstance(found, t.Sequence) and isinstance(t.bare(found.of), t.Number)
    return numbers and isinstance(t.bare(wanted), t.Place)


def _word(e: Elaborator, app: App, scope: Scope, want: t.Type | None) -> v.T:
    """A field, a define or total, a part or whole, or a core word."""
    symbols = e.symbols
    words = [w for w in symbols.words.get(app.word, ()) if w.params]
    fields = symbols.fields.get(app.word, ())
    core_word = core.find(app.word)
    if core_word is not None and (core_word.name in e.keeps or not (words or fields)):
        return e.core(core_word, app, scope, want)
    arg = None
    if app.arg is not None and app.number is None:
        arg = _first(e, app, scope, words, fields)
        kind = t.bare(arg.type)
        if isinstance(kind, t.Piece | t.Row):
            info = symbols.kinds.get(kind.kind)
            if info is not None and app.word in info.fields:
                return e.field(info.fields[app.word], arg, app, scope)
    for word in words:
        if app.arg is None or arg is None or not word.params or _accepts(word.params[0].type, arg) or len(words) == 1:
            if app.arg is None or not word.params[0].prep:
                return e.apply(word, app, arg, scope)
    if app.arg is not None and app.number is None and arg is not None:
        plurals, wholes = symbols.plurals(), symbols.wholes()
        if app.word in plurals:
            return e.parts(plurals[app.word], arg, app)
        if app.word in wholes:
            return e.whole(wholes[app.word], arg, app)
    if core_word is not None:
        return e.core(core_word, app, scope, want)
    return _no_word(e, app, arg, scope)


def _accepts(wanted: t.Type, arg: v.T) -> bool:
    return coercions.convert(arg, wanted) is not None


def _first(e: Elaborator, app: App, scope: Scope, words: list, fields: object) -> v.T:  # type: ignore[type-arg]
    """What a word is asked of; a name only a member of the wanted type has is tried as such."""
    assert app.arg is not None
    wants = [w.params[0].type for w in words if w.params]
    want = wants[0] if wants else None
    if want is None and fields:
        kinds = {f.kind for f in fields}  # type: ignore[attr-defined]
        if len(kinds) == 1:
            want = e.symbols.types[next(iter(kinds))]
    return coercions.value(e.operand(app.arg, scope, want))


def _no_word(e: Elaborator, app: App, arg: v.T | None, scope: Scope) -> v.T:
    if arg is not None and isinstance(arg.type, t.Unknown):
        return v.Broken(type=t.UNKNOWN, span=app.span)
    if arg is None and app.arg is not None:
        arg = e.operand(app.arg, scope, None)
    fields = e.symbols.fields.get(app.word, ())
    if fields and arg is not None:
        kind = t.bare(arg.type)
        if isinstance(kind, t.Piece | t.Row):
            known = e.symbols.kinds[kind.kind].fields
            return e.wrong("K07", app.span, "field", name=app.word, kind=kind.kind, near=nearest(app.word, list(known)))
        wanted = " or ".join(f"a {f.kind}" for f in fields)
        return e.wrong(
            "K16", app.span, "argument", word=app.word, value=e.written(app.arg), found=arg.type.phrase, wanted=wanted
        )
    if app.arg is None:
        names = [*scope.names(), *e.symbols.constants(), *e.symbols.all_words()]
        return e.wrong("K07", app.span, name=app.word, near=nearest(app.word, names))
    near = nearest(app.word, e.symbols.all_words())
    near = [MEANT_OF[app.word]] if app.word in MEANT_OF else near
    if not near and (app.word == "all" or kind_of(e, app.word)):
        return e.wrong("K07", app.span, "all-of", word=app.word)
    asked = {"arg": arg.type.phrase} if arg is not None and t.known(arg.type) else {}
    if scope.find(app.word) is not None and not near:
        return e.wrong("K07", app.span, "word", word=app.word, **asked)
    return e.wrong("K07", app.span, "word", word=app.word, near=near, **asked)
