"""Python for which moves there are: nested loops, guards where their names are bound; and whether there is any."""

from __future__ import annotations

import re
from typing import Any

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.typed_walk import walk
from rulekit.play.codegen import collecting, kit_words, loops, masks, pairs, sights, speculation, values
from rulekit.play.codegen.book import Book, Bound, Lines, Scope
from rulekit.play.codegen.shelf import quoted, safe
from rulekit.play.machine.copies import has_copies
from rulekit.typesystem import types as t

MOVES = 1024  # moves of one member that are made before anybody asks for them


def filled(b: Book, lines: Lines, front: Any, scope: Scope, body: typed_statements.Body | None = None) -> Scope:
    """Loops over parameters and tests of guards, in the order written; what follows stands innermost."""
    from rulekit.play.codegen import charts

    found = dict(scope)
    for n, step in enumerate(front):
        pair = charts.of_front(b, front, n)
        inner = None if pair is None else charts.opened(b, lines, pair, found)
        if inner is not None:
            found = dict(inner)
            break
        taken(b, lines, step, found, body)
    if body is not None:
        price = price_of(body)
        if price is not None:
            lines.into(f"if {speculation.affordable(b, price, found)}:")
    return found


def taken(b: Book, lines: Lines, step: Any, scope: dict[str, Bound], body: typed_statements.Body | None) -> None:
    """One of them; what it binds is added to the names."""
    if isinstance(step, typed_statements.Guard):
        test = guarded(b, step, scope)
        if test != "True":
            lines.into(f"if {test}:")
    elif isinstance(step, typed_statements.Bound):
        lines.put(f"l_{safe(step.name)} = {values.value(b, step.value, scope)}")
        scope[step.name] = Bound(f"l_{safe(step.name)}", values.sure(b, step.value, scope))
    else:
        _param(b, lines, step, scope, body)


def price_of(body: typed_statements.Body) -> tuple[typed_statements.Step, ...] | None:
    """The unconditional price of an action."""
    return next((line.price for line in body.lines if line.price is not None and not line.openers), None)


def guarded(b: Book, step: typed_statements.Guard, scope: Scope) -> str:
    """A guard as a test."""
    lifted = kit_words.waiver(b, step.id, scope)
    test = values.test(b, step.condition, scope)
    return f"{test} or {lifted}" if lifted else test


def _param(
    b: Book, lines: Lines, step: typed_statements.Param, scope: dict[str, Bound], body: typed_statements.Body | None
) -> None:
    if step.amount == "one":
        _one(b, lines, step, scope)
        extra = effect_names(b, step)
        if extra:
            _effect(b, lines, step, scope, body)
        return
    source = sights.seen(b, step.source, values.iterable(b, step.source, scope), scope)
    name = b.fresh("m")
    lines.into(f"for {name} in {_several(b, step, source, scope)}:")
    scope[step.name] = Bound(name, True)


def _one(b: Book, lines: Lines, step: typed_statements.Param, scope: dict[str, Bound]) -> None:
    """A loop over single members; copies of one row in one place are one choice."""
    kind = (step.source.type.member or t.UNKNOWN).bare
    copied = isinstance(kind, t.Piece) and has_copies(b.plan, kind.kind)
    if not copied and not sights.matters(b, step.source):
        inner = loops.walked(b, lines, step.source, step.name, scope)
        scope.clear()
        scope.update(inner)
        return
    source = sights.seen(b, step.source, values.iterable(b, step.source, scope), scope)
    if copied and isinstance(kind, t.Piece):
        source = f"classes(s, {source}, {_told_apart(b, kind.kind)})"
    name = b.fresh("m")
    lines.into(f"for {name} in {source}:")
    scope[step.name] = Bound(name, not loops.maybe_inside(step.source.type))


def _told_apart(b: Book, kind: str) -> str:
    return f"{b.constant(b.plan.copies(kind))}, s.{b.shelves.where(kind)}, {quoted(kind)}"


def _several(b: Book, step: typed_statements.Param, source: str, scope: Scope) -> str:
    kind = (step.source.type.member or t.UNKNOWN).bare
    copied = isinstance(kind, t.Piece) and has_copies(b.plan, kind.kind)
    given = f"s, {source}, {_told_apart(b, kind.kind)}" if copied and isinstance(kind, t.Piece) else source
    if step.amount == "order":
        return f"{'copied_orders' if copied else 'permutations'}({quoted(step.id)}, {given})"
    count = values.value(b, step.count, scope) if step.count is not None else "0"
    low = "None" if step.amount not in ("any", "up to") else "0"
    most = "None" if step.amount == "any" else count
    return f"{'copied_subsets' if copied else 'subsets'}({quoted(step.id)}, {low}, {most}, {given})"


# ------------------------------------------------------------------ effects with parameters of their own


def effect_names(b: Book, step: typed_statements.Param) -> bool:
    """Does a chosen effect bring parameters into the move?"""
    kind = step.type.bare
    if not isinstance(kind, t.EffectOf):
        return False
    return any(speculation.effect_block(b, n).body.front for n in b.plan.members(kind))  # type: ignore[union-attr]


def _effect(
    b: Book, lines: Lines, step: typed_statements.Param, scope: dict[str, Bound], body: typed_statements.Body | None
) -> None:
    kind = step.type.bare
    assert isinstance(kind, t.EffectOf)
    here = _here(b, step.name, scope, body)
    name = b.fresh("e")
    player = scope.get("player", Bound("None")).code
    lines.into(f"for {name} in {_fillings(b, kind)}[{scope[step.name].code}](s, {player}, {here}):")
    scope[f"with {step.name}"] = Bound(name, True)


def _here(b: Book, name: str, scope: Scope, body: typed_statements.Body | None) -> str:
    """What `here` will be: the `with` of the line that performs the effect."""
    for node in walk(body) if body is not None else ():
        if isinstance(node, typed_statements.Call) and node.core.runs:
            chosen, at = node.get(""), node.get("with")
            if isinstance(chosen, v.Local) and chosen.name == name and at is not None:
                return values.value(b, at, scope)
    return "None"


def _fillings(b: Book, kind: t.EffectOf) -> str:
    """For each effect of a column all ways to fill in its parameters."""
    key = ("fillings", kind.kind, kind.column)
    if key not in b.done:
        name = b.done[key] = b.fresh("FILL")
        rows = ", ".join(f"{n}: {_filling(b, n)}" for n in b.plan.members(kind))
        b.texts.append(f"{name} = {{{rows}}}\n")
    return b.done[key]


def _filling(b: Book, n: int) -> str:
    block = speculation.effect_block(b, n)
    assert block.body is not None
    if not block.body.front:
        return "unfilled"
    name = b.fresh("g")
    lines = Lines(f"def {name}(s, l_player, l_here):")
    scope: Scope = {"player": Bound("l_player", True), "here": Bound("l_here", False)}
    lines.put("out = []")
    scope = filled(b, lines, block.body.front, scope)
    names = [p.name for p in block.body.front if isinstance(p, typed_statements.Param)]
    token = "".join(f"{scope[one].code}, " for one in names)
    price = speculation.effect_price(b, n, scope)
    lines.put(f"out.append(({token}))" if price == "True" else f"if {price}: out.append(({token}))")
    lines.depth = 1
    lines.put("return out")
    b.add(lines)
    return name


# ------------------------------------------------------------------ actions


def token(params: Any, scope: Scope) -> str:
    """The values of a move, in order; what an effect brings stands behind it as a group."""
    found = []
    for step in params:
        if isinstance(step, typed_statements.Param):
            found.append(scope[step.name].code)
            extra = scope.get(f"with {step.name}")
            if extra is not None:
                found.append(extra.code)
    return "".join(f", {code}" for code in found)


def written(b: Book, values_: list[str], front: Any, scope: Scope) -> str:
    """A move in its short form."""
    if b.pack is not None:
        found: str = b.pack.token([scope[p.name].code for p in front if isinstance(p, typed_statements.Param)])
        return found
    return f"(code, {values_[0]})" if values_ else "(code,)"


def exists(b: Book, action: str, seat: str) -> str:
    """Whether a seat has any legal move of an action."""
    key = ("exists", action)
    if key not in b.done:
        name = b.done[key] = b.fresh(f"any_{safe(action)}_")
        body = b.program.blocks[f"action {action}"].body
        assert body is not None
        lines = Lines(f"def {name}(s, l_player):")
        if masks.written(b, lines, action, "exists") or pairs.written(b, lines, body, "exists"):
            b.add(lines, True)
            return f"{b.done[key]}(s, {seat})"
        filled(b, lines, body.front, {"player": Bound("l_player", True)}, body)
        lines.put("return True")
        lines.depth = 1
        lines.put("return False")
        b.add(lines, True)
    return f"{b.done[key]}(s, {seat})"


def listing(b: Book, action: str, pack: Any = None) -> str:
    """The function that lists the moves of an action: `(s, seat, code, out)`."""
    from rulekit.play.codegen import alone

    key = ("listing", action, pack is not None)
    if key not in b.done:
        before, b.pack = b.pack, pack
        name = b.done[key] = b.fresh(f"all_{safe(action)}_")
        body = b.program.blocks[f"action {action}"].body
        assert body is not None
        lines = Lines(f"def {name}(s, l_player, code):")
        if b.manner.counted:
            alone.looked(b, lines, body)
        _whole(b, lines, body)
        b.add(lines, True)
        b.pack = before
        if pack is not None and len(lines.body) == 1:
            b.done["said", b.done[key]] = lines.body[0].strip().removeprefix("return ")
    return b.done[key]


def listed(b: Book, action: str, pack: Any, seat: str, code: str) -> str:
    """The value that lists the moves of an action, written out if it is no more than that."""
    name = listing(b, action, pack)
    said = b.done.get(("said", name))
    if said is None or " for " in said or len(re.findall(r"\bl_player\b", said)) > 1:
        return f"{name}(s, {seat}, {code})"
    return re.sub(r"\bl_player\b", seat, said)


def _whole(b: Book, lines: Lines, body: typed_statements.Body) -> None:
    if not masks.written(b, lines, body.name, "listing") and not pairs.written(b, lines, body, "listing"):
        _listed(b, lines, body.front, {"player": Bound("l_player", True)}, body)


def _listed(b: Book, lines: Lines, front: Any, scope: Scope, body: typed_statements.Body | None) -> None:
    inner = filled(b, lines, front, scope, body)
    move = written(b, [token(front, inner).removeprefix(", ")] if token(front, inner) else [], front, inner)
    if loops.in_one(b, lines, move, _said(b, front)):
        return
    lines.put(f"out.append({move})")
    lines.depth = 1
    lines.body.insert(0, "    out = []")
    lines.put("return out")


def _said(b: Book, front: Any) -> str:
    """The table of all moves, where one thing is chosen of a small kind whose members are numbered; else nothing."""
    params = [step for step in front if isinstance(step, typed_statements.Param)]
    kind = params[0].source.type.member if len(params) == 1 else None
    if kind is None or params[0].amount != "one" or not isinstance(kind, t.Piece | t.Row | t.Place):
        return ""
    size = b.plan.size(kind)
    if size > MOVES or b.plan.members(kind) != tuple(range(size)):
        return ""
    if ("said", size) not in b.done:
        b.done["said", size] = b.give("SAID", collecting.Said(size))
    return b.done["said", size]


def choices(
    b: Book, step: typed_statements.Choose, scope: Scope, names: frozenset[str], body: typed_statements.Body | None
) -> str:
    """The call that lists all ways to choose on the spot; `code` is free in it."""
    lines, inner, call = b.outlined("choose", scope, names)
    lines.head = lines.head.replace("(s", "(s, code", 1)
    found = filled(b, lines, step.params, inner)
    if any(effect_names(b, p) for p in step.params):
        lines.body, lines.depth = [], 1
        found = _with_body(b, lines, step, inner, body)
    move = token(step.params, found)
    if loops.in_one(b, lines, f"(code{move or ','})", _said(b, step.params)):
        b.add(lines, True)
        return call.replace("(s", "(s, code", 1)
    lines.put(f"out.append((code{move or ','}))")
    lines.depth = 1
    lines.body.insert(0, "    out = []")
    lines.put("return out")
    b.add(lines, True)
    return call.replace("(s", "(s, code", 1)


def _with_body(
    b: Book, lines: Lines, step: typed_statements.Choose, scope: Scope, body: typed_statements.Body | None
) -> Scope:
    """The same where the line that performs a chosen effect says what `here` will be."""
    found = dict(scope)
    for param in step.params:
        _param(b, lines, param, found, body)
    return found
