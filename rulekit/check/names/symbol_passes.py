"""Passes over the declarations that fill in the names: types first, then what is built on them."""

from __future__ import annotations

from collections.abc import Iterable

from rulekit.check.names import symbol_info as i
from rulekit.check.names.symbols import MOST_SEATS, Symbols
from rulekit.diagnostics import nearest
from rulekit.model import declarations as d
from rulekit.model.rulebook import Rulebook
from rulekit.source import NOWHERE, Span
from rulekit.typesystem import types as t
from rulekit.typesystem.builtin_types import kinds
from rulekit.verbs.known_verbs import VERBS
from rulekit.words import core
from rulekit.words.space.place_types import place_type


def collect(rulebook: Rulebook) -> Symbols:
    """Everything that is declared, in passes: types first, then what is built on them."""
    symbols = Symbols()
    for step in STEPS:
        step(symbols, rulebook)
    return symbols


def _game(symbols: Symbols, rulebook: Rulebook) -> None:
    games = rulebook.of(d.Game)
    if not games:
        first = rulebook.declarations[0].span if rulebook.declarations else None
        symbols.complain("K90", first and Span(first.file, 1, 1, 1, 2), "none")
        return
    for extra in games[1:]:
        symbols.complain("K90", extra.span, "two", also=((games[0].span, "the first one"),))
    symbols.game = game = games[0]
    symbols.seats = (game.fewest, game.most)
    if not 1 <= game.fewest <= game.most <= MOST_SEATS:
        symbols.complain("K90", game.span, "seats", low=game.fewest, high=game.most)
        symbols.seats = (2, 2)
    if game.forced not in (None, "asked", "taken"):
        symbols.complain("K07", game.span, "forced", name=game.forced)
    for source in rulebook.of(d.Source):
        symbols.sources[source.letter] = source


def _declare(symbols: Symbols, name: str, span: Span, what: str, names: dict[str, tuple[Span, str]]) -> bool:
    """Note a name; a second declaration of it is complained about."""
    if name in names:
        first, known = names[name]
        symbols.complain("K11", span, "declared", name=name, what=known, also=((first, "first declared here"),))
        return False
    names[name] = (span, what)
    return True


def _types(symbols: Symbols, rulebook: Rulebook) -> None:
    seen: dict[str, tuple[Span, str]] = dict.fromkeys(kinds(), (NOWHERE, "a kind of the kit"))
    things: list[d.Kind | d.Space | d.TypeDecl] = [
        x for x in rulebook.declarations if isinstance(x, d.Kind | d.Space | d.TypeDecl)
    ]
    for decl in things:
        if not _declare(symbols, decl.name, decl.span, "a kind", seen):
            continue
        symbols.spans[decl.name] = decl.span
        if isinstance(decl, d.Kind):
            info = i.KindInfo(decl.name, decl.sort, decl, whole=decl.whole)
            symbols.kinds[decl.name] = info
            symbols.types[decl.name] = t.Piece(decl.name) if info.is_piece else t.Row(decl.name)
        elif isinstance(decl, d.Space):
            symbols.spaces[decl.name] = decl
            symbols.types[decl.name] = t.Place(decl.name)
            symbols.types[decl.name + "Edge"] = t.Edge(decl.name)
    for space in symbols.spaces.values():  # the places of a graph are rows of a list, which may be declared later
        kind = place_type(space)
        if isinstance(kind, t.Row) and kind.kind in symbols.kinds and not symbols.kinds[kind.kind].is_piece:
            symbols.types[space.name] = kind
    for named in rulebook.of(d.TypeDecl):
        if seen.get(named.name, (None,))[0] is named.span:
            symbols.types[named.name] = symbols.type_of(named.type, named.name)


def _kinds(symbols: Symbols, rulebook: Rulebook) -> None:
    for info in symbols.kinds.values():
        decl = info.decl
        if info.sort == "part":
            whole = symbols.kinds.get(decl.whole or "")
            if whole is None or not whole.is_piece:
                symbols.complain("K12", decl.span, "no-part", name=decl.name, of=decl.whole or "nothing")
        for face in decl.faces:
            for field in face.fields:
                _field(symbols, info, face, field)


def _field(symbols: Symbols, info: i.KindInfo, face: d.Face, field: d.Field) -> None:
    side = face.side or "face"
    if isinstance(field.type, d.EffectsType):
        kind: t.Type = t.SetOf(t.EffectOf(info.name, field.name))
        info.columns.setdefault(field.name, {})
    else:
        kind = symbols.type_of(field.type, f"{field.name} of {info.name}")
    known = info.fields.get(field.name)
    sides: tuple[str, ...] = (side,)
    if known is not None:
        if side in known.sides:
            symbols.complain("K11", field.span, "declared", name=field.name, what=f"a field of {info.name}")
            return
        if not t.same(known.type, kind):
            symbols.complain("K16", field.span, "value", name=field.name, found=kind.phrase, wanted=known.type.phrase)
        sides = (*known.sides, side)
        symbols.fields[field.name].remove(known)
    turning = isinstance(kind, t.SetOf) and isinstance(kind.of, t.Choice) and kind.of.ring
    made = i.FieldInfo(field.name, info.name, kind, sides, turning, field.span)
    info.fields[field.name] = made
    symbols.fields.setdefault(field.name, []).append(made)


def _options(symbols: Symbols, rulebook: Rulebook) -> None:
    seen: dict[str, tuple[Span, str]] = {}
    for decl in rulebook.of(d.Option):
        if not _declare(symbols, decl.name, decl.span, "an option", seen):
            continue
        kind = _option_type(symbols, decl)
        default = decl.values[0] if decl.usually is None else decl.usually
        if default not in decl.values:
            symbols.complain("K15", decl.span, name=str(default), type=f"`{decl.name}`", members=map(str, decl.values))
            default = decl.values[0]
        symbols.options[decl.name] = i.OptionInfo(decl.name, kind, decl.values, default, decl)


def _option_type(symbols: Symbols, decl: d.Option) -> t.Type:
    values = decl.values
    if all(isinstance(v, bool) for v in values):
        return t.YES_NO
    if all(isinstance(v, int) and not isinstance(v, bool) for v in values):
        numbers = [int(v) for v in values]  # type: ignore[arg-type]
        return t.number(min(numbers), max(numbers))
    choice = t.Choice(decl.name, tuple(str(v) for v in values))
    symbols.note_members(choice, decl.span)
    return choice


def _indexes(symbols: Symbols, names: Iterable[str], span: Span) -> tuple[t.Type, ...]:
    return tuple(symbols.type_named(name, span) for name in names)


def _zones(symbols: Symbols, rulebook: Rulebook) -> None:
    seen: dict[str, tuple[Span, str]] = {}
    for zone in rulebook.of(d.Zone):
        kind = symbols.kinds.get(zone.kind)
        if kind is None or not kind.is_piece:
            variant = "not-pieces" if zone.kind in symbols.types else ""
            symbols.complain("K12", zone.span, variant, name=zone.kind, near=nearest(zone.kind, list(symbols.kinds)))
            symbols.broken.add(zone.name)
            continue
        name = zone.name
        if name == "box":
            name = f"box of {zone.kind}"
            symbols.boxes[zone.kind] = name
        if not _declare(symbols, name, zone.span, "a zone", seen):
            continue
        of, at = _indexes(symbols, zone.of, zone.span), _indexes(symbols, zone.at, zone.span)
        symbols.zones[name] = i.ZoneInfo(name, of, at, zone.shape, zone.kind, zone)
    for info in symbols.kinds.values():
        if info.is_piece and info.name not in symbols.boxes:
            name = f"box of {info.name}"
            symbols.boxes[info.name] = name
            symbols.zones[name] = i.ZoneInfo(name, (), (), "set", info.name, None)
    for state in rulebook.of(d.State):
        if not _declare(symbols, state.name, state.span, "a state", seen):
            continue
        of, at = _indexes(symbols, state.of, state.span), _indexes(symbols, state.at, state.span)
        type_ = symbols.type_of(state.type, state.name)
        symbols.states[state.name] = i.StateInfo(state.name, of, at, type_, state)
    symbols.states.setdefault("active", i.StateInfo("active", (), (), t.SEAT, None))
    for info in symbols.kinds.values():
        if info.sort == "tile" and "facing" not in symbols.states:
            symbols.states["facing"] = i.StateInfo("facing", (t.Piece(info.name),), (), t.number(0, 7), None)


def params(symbols: Symbols, written: Iterable[d.Param]) -> tuple[i.ParamInfo, ...]:
    """Typed parameters of a head, complaining about doubled names."""
    found: list[i.ParamInfo] = []
    for param in written:
        kind = (
            symbols.collection(param.shape, param.type, param.span)
            if param.shape
            else symbols.type_named(param.type, param.span)
        )
        if any(p.name == param.name for p in found):
            symbols.complain("K29", param.span, "parameter", name=param.name)
        found.append(i.ParamInfo(param.prep or "", param.name, kind, param.type == "Number", param.span))
    return tuple(found)


def _words(symbols: Symbols, rulebook: Rulebook) -> None:
    seen: dict[str, tuple[Span, str]] = {}
    for decl in rulebook.declarations:
        if not isinstance(decl, d.Define | d.Cases | d.Total):
            continue
        name = decl.head.name
        word = i.WordInfo(name, params(symbols, decl.head.params), decl)
        if name in core.CLOSED:
            symbols.complain("K11", decl.head.span, "core", word=name)
            continue
        known = symbols.words.setdefault(name, [])
        any(_overloaded(symbols, word, other) for other in known)
        if name in symbols.zones or name in symbols.states or name in symbols.options:
            place = symbols.zones.get(name) or symbols.states.get(name) or symbols.options[name]
            there = place.decl.span if place.decl else NOWHERE
            symbols.complain(
                "K11", decl.head.span, "declared", name=name, what="a place", also=((there, "declared here"),)
            )
            continue
        word.key = name if not known else f"{name}/{len(known) + 1}"
        known.append(word)
    for relation in rulebook.of(d.Relation):
        if not _declare(symbols, relation.verb, relation.span, "a relation", seen):
            continue
        more = (relation.left, relation.right, *relation.more)
        found = params(symbols, more)
        symbols.relations[relation.verb] = i.RelationInfo(relation.verb, found, relation)


def _overloaded(symbols: Symbols, word: i.WordInfo, other: i.WordInfo) -> bool:
    """Two words of one name must differ in what they are asked of, and take the same prepositions; or it is told."""
    here, there = word.decl.head.span, other.decl.head.span
    also = ((there, "the other one"),)
    if word.preps != other.preps:
        shown = [", ".join(f"`{p}`" for p in sorted(w.preps)) or "no preposition" for w in (other, word)]
        symbols.complain("K11", here, "prepositions", word=word.name, first=shown[0], second=shown[1], also=also)
    elif not word.params or not other.params or t.same(word.params[0].type, other.params[0].type):
        symbols.complain("K11", here, "twice", word=word.name, also=also)
    else:
        return False
    return True


def _verbs(symbols: Symbols, rulebook: Rulebook) -> None:
    seen: dict[str, tuple[Span, str]] = {}
    for action in rulebook.of(d.Action):
        if _declare(symbols, action.name, action.span, "an action", seen):
            symbols.actions[action.name] = i.ActionInfo(action.name, action)
    for proc in rulebook.of(d.Procedure):
        info = i.ProcInfo(proc.verb, params(symbols, proc.params), proc)
        if proc.verb in VERBS:
            symbols.complain("K11", proc.span, "core", word=proc.verb)
            continue
        known = symbols.procs.setdefault(proc.verb, [])
        clash = next((k for k in known if k.preps == info.preps and _direct(k) == _direct(info)), None)
        if clash is not None:
            symbols.complain("K11", proc.span, "twice", word=proc.verb, also=((clash.decl.span, "the other one"),))
            continue
        info.key = proc.verb if not known else f"{proc.verb}/{len(known) + 1}"
        known.append(info)
    for block in rulebook.of(d.Programme):
        if block.name in symbols.programme:
            first = symbols.programme[block.name].span
            symbols.complain(
                "K11", block.span, "declared", name=block.name, what="a block", also=((first, "the first one"),)
            )
            continue
        symbols.programme[block.name] = block
    symbols.reactions = rulebook.of(d.Reaction)
    for written in rulebook.of(d.Written):
        symbols.writtens[written.kind] = written
        symbols.type_named(written.kind, written.span)


def _direct(proc: i.ProcInfo) -> bool:
    return any(not p.prep for p in proc.params)


STEPS = (_game, _types, _kinds, _options, _zones, _words, _verbs)
