"""From trees to things and places: one small function for each sentence that says what there is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.model import declarations as d
from rulekit.model.build_expressions import At, expr
from rulekit.model.build_statements import _after, margins, openers, pick, sentence, steps
from rulekit.syntax.lexer import Token
from rulekit.syntax.parse_tree import Kid, Tree


def letters(kid: Kid) -> str:
    return kid.text  # type: ignore[union-attr]


def numbers(tree: Tree) -> list[int]:
    return [int(word) for word in tree.words("NUMBER")]


def _game(tree: Tree, at: At) -> d.Decl:
    seats = numbers(tree.trees("range")[0])
    names = tree.words("NAME")
    forced = names[1] if tree.has("FORCED") else None
    return d.Game(names[0], seats[0], seats[-1], forced, **margins(tree, at))


def _source(tree: Tree, at: At) -> d.Decl:
    return d.Source(tree.words("UPPER")[0], sentence(tree) or "", **margins(tree, at))


def value(kid: Kid) -> d.Value:
    """What stands in a table: a name, a number, yes or no, a string."""
    token = kid.kids[0] if type(kid) is Tree else kid
    if token.type == "NUMBER":  # type: ignore[union-attr]
        return int(letters(token))
    if token.type == "STRING":  # type: ignore[union-attr]
        return d.Text(letters(token)[1:-1])
    if token.type in ("YES", "NO"):  # type: ignore[union-attr]
        return token.type == "YES"  # type: ignore[union-attr]
    return letters(token)


def _option(tree: Tree, at: At) -> d.Decl:
    values = tuple(value(v) for v in tree.trees("optval"))
    usually = values[-1] if tree.has("USUALLY") else None
    return d.Option(tree.words("NAME")[0], values[:-1] if usually is not None else values, usually, **margins(tree, at))


def setting(tree: Tree, at: At) -> d.Setting:
    return d.Setting(letters(tree.kids[0]), tuple(value(k) for k in tree.kids[1:]), span=at(tree))


def _settings(tree: Tree, at: At) -> tuple[d.Setting, ...]:
    return tuple(setting(t, at) for t in tree.trees("setting"))


def _edition(tree: Tree, at: At) -> d.Decl:
    return d.Edition(tree.words("NAME")[0], _settings(tree, at), **margins(tree, at))


# ------------------------------------------------------------------ types and things


def type_expr(tree: Tree, at: At) -> d.TypeExpr:
    span = at(tree)
    names = tuple(tree.words("NAME"))
    if tree.name == "ring":
        return d.RingType(names, span=span)
    if tree.name == "oneof":
        return d.ChoiceType(names, span=span)
    for kid in tree.trees("range"):
        bounds = numbers(kid)
        return d.RangeType(bounds[0], bounds[-1], span=span)
    if tree.has("SHAPE"):
        upto = [n for t in tree.trees("upto") for n in numbers(t)]
        shape = tree.words("SHAPE")[0].split()[0]
        return d.CollectionType(shape, tree.words("UPPER")[0], upto[0] if upto else None, span=span)
    if tree.has("UPPER"):
        return d.NamedType(tree.words("UPPER")[0], tree.has("NOTHING"), span=span)
    if tree.has("YES"):
        return d.YesNoType(span=span)
    if tree.has("EFFECTS"):
        return d.EffectsType(span=span)
    if tree.has("TEXT"):
        return d.TextType(span=span)
    return d.ChoiceType(names, span=span)


def _type(tree: Tree, at: At) -> d.Decl:
    (shape,) = tree.trees("oneof", "ring", "ftype")
    return d.TypeDecl(tree.words("UPPER")[0], type_expr(shape, at), **margins(tree, at))


def _space(tree: Tree, at: At) -> d.Decl:
    words = [k for k in tree.kids[3:] if type(k) is Token and k.type != "CITE"]
    found: list[tuple[str, int | str]] = []
    for name, what in zip(words[1::2], words[2::2], strict=True):
        found.append((name.text, int(what.text) if what.type == "NUMBER" else what.text))
    return d.Space(tree.words("UPPER")[0], words[0].text, tuple(found), **margins(tree, at))


def _kind(tree: Tree, at: At) -> d.Decl:
    uppers = tree.words("UPPER")
    whole = uppers[1] if len(uppers) > 1 else None
    count = next(iter(numbers(tree)), None)
    faces = tuple(_face(t, at) for t in tree.trees("face"))
    return d.Kind(
        letters(tree.kids[0]),
        uppers[0],
        whole,
        count,
        sentence(tree),
        faces,
        **margins(tree, at),
    )


def _face(tree: Tree, at: At) -> d.Face:
    side = None if tree.has("FACE") else tree.words("NAME")[0]
    fields = tuple(_field(t, at) for t in tree.trees("field"))
    return d.Face(side, tree.has("NAMES"), fields, **margins(tree, at))


def _field(tree: Tree, at: At) -> d.Field:
    return d.Field(letters(tree.kids[0]), type_expr(tree.kids[1], at), span=at(tree))  # type: ignore[arg-type]


def _written(tree: Tree, at: At) -> d.Decl:
    return d.Written(tree.words("UPPER")[0], expr(_after(tree, "AS"), at), **margins(tree, at))


def _rows(tree: Tree, at: At) -> d.Decl:
    return d.Rows(tree.words("UPPER")[0], tuple(_row(t, at) for t in tree.trees("row")), **margins(tree, at))


def _row(tree: Tree, at: At) -> d.Row:
    parts = tuple(_part(t, at) for t in tree.trees("part"))
    effects = tuple(effect(t, at) for t in tree.trees("effect"))
    return d.Row(tree.words("NAME")[0], _settings(tree, at), parts, effects, **margins(tree, at))


def _part(tree: Tree, at: At) -> d.PartRow:
    return d.PartRow(tree.words("UPPER")[0], tree.words("NAME")[0], _settings(tree, at), **margins(tree, at))


def effect(tree: Tree, at: At) -> d.Effect:
    label = letters(tree.kids[0])
    picks = tuple(pick(t, at) for t in tree.trees("pick", "picks"))
    opened = openers([t for t in tree.trees() if t.name not in ("pick", "picks", "chainline")], at)
    return d.Effect(label, picks, opened, steps(tree.trees("chainline")[0], at), **margins(tree, at))


# ------------------------------------------------------------------ places and numbers


def _indexes(tree: Tree) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {"of": (), "at": ()}
    for index in tree.trees("index"):
        prep = letters(index.kids[0])
        found[prep] += (letters(index.kids[1]),)
    return found


def _views(tree: Tree, at: At) -> tuple[d.View, ...]:
    return tuple(_view(t, at) for t in tree.trees("view"))


def _view(tree: Tree, at: At) -> d.View:
    end = tree.words("NAME")[-1] if tree.has("OF") else None
    condition = expr(_after(tree, "IF"), at) if tree.has("IF") else None
    what = letters(tree.trees("seen")[0].kids[0])
    return d.View(expr(tree.kids[0], at), what, end, condition, span=at(tree))


def _known(tree: Tree) -> str | None:
    return next((t.words("NAME")[0] for t in tree.trees("known")), None)


def _zone(tree: Tree, at: At) -> d.Decl:
    shape = letters(tree.trees("shape")[0].kids[0]).split()[0]
    upto = [n for t in tree.trees("upto") for n in numbers(t)]
    kind = tree.words("UPPER")[0]
    views, known = _views(tree, at), _known(tree)
    places = _indexes(tree)
    return d.Zone(
        tree.words("NAME")[0],
        places["of"],
        places["at"],
        shape,
        kind,
        upto[0] if upto else None,
        views,
        known,
        **margins(tree, at),
    )


def _state(tree: Tree, at: At) -> d.Decl:
    starts, overflow, ghost = None, None, False
    bounds: list[tuple[str, Any]] = []
    resets: list[str] = []
    views: list[d.View] = []
    for mod in tree.trees("smod"):
        if mod.has("STARTS"):
            starts = expr(mod.kids[1], at)
        elif mod.has("AT"):
            bounds.append((letters(mod.trees("limit")[0].kids[0]), expr(mod.kids[2], at)))
        elif mod.has("EXCESS", "MUST"):
            overflow = "lost" if mod.has("EXCESS") else "fit"
        elif mod.has("GHOST"):
            ghost = True
        elif mod.has("NEW"):
            resets.append(mod.words("NAME")[-1] if mod.words("NAME") else letters(mod.kids[-1]))
        else:
            views.extend(_views(mod, at))
    places = _indexes(tree)
    kind = type_expr(tree.trees("ftype")[0], at)
    return d.State(
        tree.words("NAME")[0],
        places["of"],
        places["at"],
        kind,
        starts,
        tuple(bounds),
        overflow,
        tuple(resets),
        ghost,
        tuple(views),
        **margins(tree, at),
    )


THINGS: dict[str, Callable[[Tree, At], d.Decl]] = {
    "game": _game,
    "source": _source,
    "option": _option,
    "edition": _edition,
    "type": _type,
    "space": _space,
    "kind": _kind,
    "written": _written,
    "rows": _rows,
    "zone": _zone,
    "state": _state,
}
