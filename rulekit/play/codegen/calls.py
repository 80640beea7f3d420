"""Python for running one body inside another: procedures, effects, reactions."""

from __future__ import annotations

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.typed_walk import walk
from rulekit.play.codegen import quiet, stillness, values
from rulekit.play.codegen.body import Body
from rulekit.play.codegen.book import NOTHING, Book, Bound, Lines
from rulekit.play.codegen.shelf import quoted, safe
from rulekit.play.machine import ops as o
from rulekit.play.machine.body_end_steps import event_name
from rulekit.play.machine.purity import kept_name
from rulekit.play.machine.run_limits import where
from rulekit.typesystem import types as t


def arguments(w: Body, call: typed_statements.Call) -> tuple[str, list[str]]:
    """A test that nothing is missing, and the values in order."""
    guards, found = [], []
    for n, (_, node) in enumerate(call.args):
        guard, code, _ = values.bare(w.b, node, w.scope)
        if n == 0 and call.per is not None:
            every, of = call.per
            code = f"times({code}, ({values.value(w.b, of, w.scope)} or 0) // {every}, {quoted(where(call.span))})"
        if n == 0 and call.most is not None:
            code = f"capped({code}, {values.value(w.b, call.most, w.scope)})"
        guards += [guard] if guard else []
        found.append(code)
    return " and ".join(guards), found


def invoked(w: Body, op: o.Invoke) -> None:
    """A quiet procedure is called; with nothing as an argument it is left out."""
    key = "turn" if op.call.proc is None else f"proc {op.call.proc}"
    guard, args = arguments(w, op.call)
    given = dict(zip((name for name, _ in op.call.args), args, strict=True))
    outer = {n: w.scope.get(n, NOTHING).code for n in ("player", "here")} if key != "turn" else {}
    codes = [given.get(n, outer.get(n, "None")) for n in stillness.parameters(w.b, key)]
    asked = "player" in given or w.scope.get("player", NOTHING).sure
    _called(w, guard, f"{quiet.function(w.b, key, asked)}({', '.join(['s', *codes])})")


def _called(w: Body, guard: str, call: str) -> None:
    if w.needs_last:
        w.last_is(f"{call} if {guard} else 0" if guard else call)
    else:
        w.lines.put(f"if {guard}: {call}" if guard else call)


def performed(w: Body, op: o.Perform) -> None:
    """An effect is run: one function for each effect of the column."""
    what = op.call.args[0][1]
    kind = what.type.bare
    assert isinstance(kind, t.EffectOf)
    guard, effect, _ = values.bare(w.b, what, w.scope)
    at = op.call.get("with")
    here = "None" if at is None else values.value(w.b, at, w.scope)
    names = stillness.column_names(w.b, kind)
    player = w.scope.get("player", NOTHING).code
    given = [w.scope.get(n, NOTHING).code for n in names]
    asked = w.scope.get("player", NOTHING).sure
    call = f"{_effects(w.b, kind, asked)}[{effect}]({', '.join(['s', player, here, *given])})"
    _called(w, guard, call)


def _effects(b: Book, kind: t.EffectOf, asked: bool) -> str:
    """The functions of all effects of a column, all taking the same names."""
    key = ("effects", kind.kind, kind.column, asked)
    if key not in b.done:
        name = b.done[key] = b.fresh("EFFECTS")
        names = stillness.column_names(b, kind)
        rows = []
        for n in b.plan.members(kind):
            block = b.plan.effects[n].key
            function = quiet.function(b, block, asked)
            own = stillness.parameters(b, block)
            if own != ["player", "here", *names]:
                heads = ", ".join(["s", "l_player", "l_here", *(f"l_{safe(x)}" for x in names)])
                given = ", ".join(["s", *(f"l_{safe(x)}" for x in own)])
                function = f"(lambda {heads}: {function}({given}))"
            rows.append(f"{n}: {function}")
        b.texts.append(f"{name} = {{{', '.join(rows)}}}\n")
    return b.done[key]


# ------------------------------------------------------------------ reactions


def reactions(w: Body, timing: str) -> None:
    """Quiet reactions are called where they come in; they see the names and `old` of their event."""
    if not w.block.key.startswith(("action ", "proc ", "turn")):
        return
    for block in w.b.program.reactions.get((timing, event_name(w.block.key)), ()):
        names = stillness.parameters(w.b, block.key)
        codes = [w.scope.get(n, NOTHING).code if n != "here" else "None" for n in names]
        olds = [kept_name(n) for n in walk(block.body) if isinstance(n, v.Earlier)]
        kept = {name: w.scope[name].code for name in olds if name in w.scope}
        function = reaction(w.b, block, tuple(kept), w.scope.get("player", NOTHING).sure)
        w.lines.put(f"{function}({', '.join(['s', *codes, *kept.values()])})")


def reaction(b: Book, block: o.Block, olds: tuple[str, ...], asked: bool) -> str:
    """A reaction as a function; what was old in its event comes behind its names."""
    key = ("reaction", block.key, olds, asked)
    if key not in b.done:
        name = b.done[key] = b.fresh("whenever_")
        names = stillness.parameters(b, block.key)
        more = [f"old_{n}" for n in range(len(olds))]
        lines = Lines(f"def {name}({', '.join(['s', *(f'l_{safe(n)}' for n in names), *more])}):")
        body = quiet.Quiet(b, block, lines)
        body.scope = {n: Bound(f"l_{safe(n)}", asked and n == "player") for n in names}
        body.scope |= {one: Bound(code) for one, code in zip(olds, more, strict=True)}
        body.whole()
        b.add(lines)
    return b.done[key]
