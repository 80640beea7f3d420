"""Python for words: those of the game, written once or in place, and those of the kit."""

from __future__ import annotations

from typing import Any

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.typed_walk import walk
from rulekit.play.codegen import conditions, keeping, kit_forms, memory, reach, values
from rulekit.play.codegen.book import NOTHING, Book, Bound, Lines, Scope
from rulekit.play.codegen.shelf import quoted, safe
from rulekit.play.machine.run_limits import where
from rulekit.typesystem import types as t
from rulekit.words import vocabulary
from rulekit.words.order.next import WORD as NEXT
from rulekit.words.order.previous import WORD as PREVIOUS
from rulekit.words.pieces.zone import WORD as ZONE
from rulekit.words.word import WordRelation, keyword

SMALL = 12


def small(body: Any) -> bool:
    return isinstance(body, v.T) and sum(1 for _ in walk((body,))) <= SMALL


def simple(code: str) -> bool:
    return code.isidentifier() or code.lstrip("-").isdigit()


# ------------------------------------------------------------------ words of the game


def use(b: Book, node: v.Use, scope: Scope) -> str:
    word = b.words[node.word]
    guard, args = values.several(b, node.args, scope)
    otherwise = "()" if node.type.collection else "None"
    kept = memory.heavy(b, f"word {node.word}") if b.remembering else keeping.worth(b, f"word {node.word}")
    if small(word.body) and not kept and all(simple(a) for a in args):
        hidden = {name: Bound(values.value(b, n, scope), values.sure(b, n, scope)) for name, n in node.hidden}
        if all(simple(bound.code) for bound in hidden.values()):
            inner = {**hidden, **{p.name: Bound(a, True) for p, a in zip(word.params, args, strict=True)}}
            return values.guarded(guard, values.value(b, word.body, inner), otherwise)
    given = {name: values.value(b, n, scope) for name, n in node.hidden}
    call = word_call(b, node.word, args, given)
    return values.guarded(guard, call, otherwise)


def word_call(b: Book, key: str, args: list[str], hidden: dict[str, str]) -> str:
    name = word_function(b, key)
    more = [hidden.get(h, "None") for h in hidden_of(b, key)]
    return f"{name}({', '.join(['s', *args, *more])})"


def hidden_of(b: Book, key: str) -> list[str]:
    return sorted(b.words[key].hidden)


def word_function(b: Book, key: str) -> str:
    """The function of a word, written when it is first used."""
    asked = ("law", key) if b.remembering else key
    if asked not in b.done:
        word = b.words[key]
        name = b.done[asked] = b.fresh(f"d_{safe(word.name)}_")
        names = [p.name for p in word.params]
        scope = {n: Bound(f"l_{safe(n)}", True) for n in names}
        scope |= {n: Bound(f"l_{safe(n)}", n == "player") for n in hidden_of(b, key) if n not in scope}
        heads = [f"l_{safe(n)}" for n in (*names, *hidden_of(b, key))]
        lines = Lines(f"def {name}({', '.join(['s', *heads])}):")
        _body(b, lines, word.body, scope)
        b.add(lines, True)
        b.done[asked] = _remembered(b, f"word {key}", name, heads, [p.type for p in word.params])
    return b.done[asked]


def _remembered(b: Book, what: str, function: str, heads: list[str], types: list[t.Type]) -> str:
    """Laws remember for one position, play keeps from one to the next."""
    if b.remembering:
        return memory.remembered(b, what, function, heads, types)
    return keeping.kept(b, what, function, heads, types)


def _body(b: Book, lines: Lines, body: Any, scope: Scope) -> None:
    if isinstance(body, v.T):
        lines.put(f"return {values.value(b, body, scope)}")
    elif body and body[0].sort in ("term", "bound"):
        _total(b, lines, body, scope)
    else:
        for case in body:
            found = values.value(b, case.value, scope)
            if case.condition is None:
                lines.put(f"return {found}")
                return
            lines.put(f"if {values.test(b, case.condition, scope)}: return {found}")
        lines.put("return None")


def _total(b: Book, lines: Lines, body: Any, scope: Scope) -> None:
    lines.put("total = 0")
    for line in body:
        depth = lines.depth
        if line.condition is not None:
            lines.into(f"if {values.test(b, line.condition, scope)}:")
        code = values.value(b, line.value, scope)
        if not values.sure(b, line.value, scope):
            lines.put(f"if (amount := {code}) is None: return None")
            code = "amount"
        if line.sort == "bound":
            lines.put(f"total = {'min' if line.node.limit == 'most' else 'max'}(total, {code})")
        else:
            lines.put(f"total {line.node.sign}= {code}")
        lines.depth = depth
    place = quoted(where(body[0].value.span))
    lines.put(f"return within(total, {place})" if b.reach.of_total(body) else "return total")


# ------------------------------------------------------------------ relations


def related(b: Book, node: v.Related, scope: Scope) -> str:
    guard, args = values.several(b, node.args, scope)
    hidden = {name: Bound(values.value(b, n, scope), values.sure(b, n, scope)) for name, n in node.hidden}
    info = b.program.relations[node.relation]
    what = f"relation {node.relation}"
    kept = memory.heavy(b, what) if b.remembering else keeping.worth(b, what)
    if _small_relation(info) and not kept and all(simple(c) for c in [*args, *(h.code for h in hidden.values())]):
        inner = {**hidden, **{p.name: Bound(a, True) for p, a in zip(info.params, args, strict=True)}}
        code = relation_test(b, node.relation, inner)
    else:
        code = relation_call(b, node.relation, args, {n: h.code for n, h in hidden.items()})
    return f"({guard} and {code})" if guard else code


def _small_relation(info: Any) -> bool:
    cases = [c for c in info.cases if c.sort == "case"]
    return sum(sum(1 for _ in walk((c.value,))) for c in cases) <= SMALL


def relation_test(b: Book, name: str, scope: Scope) -> str:
    info = b.program.relations[name]
    word = "or" if info.decl.mode == "any" else "and"
    cases = [waivable(b, c.value, c.id, scope) for c in info.cases if c.sort == "case"]
    return f"({f' {word} '.join(cases)})" if cases else repr(word == "and")


def waivable(b: Book, condition: v.T, clause: str | None, scope: Scope) -> str:
    """A guard or case, or an exception that lifts it."""
    code = conditions.boolean(b, condition, scope)
    lifted = waiver(b, clause, scope)
    return f"({code} or {lifted})" if lifted else code


def waiver(b: Book, clause: str | None, scope: Scope) -> str:
    found = []
    for bend in b.program.bends.get(clause or "", ()):
        code = conditions.boolean(b, bend.condition, scope)
        again = waiver(b, bend.id, scope)
        found.append(f"({code} and not {again})" if again else code)
    return f"({' or '.join(found)})" if found else ""


def relation_call(b: Book, name: str, args: list[str], hidden: dict[str, str]) -> str:
    function = relation_function(b, name)
    more = [hidden.get(h, "None") for h in sorted(b.program.relations[name].hidden)]
    return f"{function}({', '.join(['s', *args, *more])})"


def relation_function(b: Book, name: str) -> str:
    key = ("law relation" if b.remembering else "relation", name)
    if key not in b.done:
        info = b.program.relations[name]
        function = b.done[key] = b.fresh(f"r_{safe(name)}_")
        names = [p.name for p in info.params]
        scope = {n: Bound(f"l_{safe(n)}", True) for n in names}
        scope |= {n: Bound(f"l_{safe(n)}", n == "player") for n in sorted(info.hidden) if n not in scope}
        heads = [f"l_{safe(n)}" for n in (*names, *sorted(info.hidden))]
        lines = Lines(f"def {function}({', '.join(['s', *heads])}):")
        lines.put(f"return {relation_test(b, name, scope)}")
        b.add(lines, True)
        b.done[key] = _remembered(b, f"relation {name}", function, heads, [p.type for p in info.params])
    return b.done[key]


def named(b: Book, node: v.Named, scope: Scope, kinds: dict[str, t.Type]) -> str:
    """A relation or adjective as something that can be asked again and again."""
    hidden = {n: scope.get(n, NOTHING).code for n in ("player", "here")}
    if node.sort == "relation" and node.name in b.program.relations:
        return f"lambda a, b: {relation_call(b, node.name, ['a', 'b'], hidden)}"
    if node.sort == "relation":
        word = vocabulary.vocabulary()[node.name]
        of = kinds.get("of", t.UNKNOWN)
        one = of.member or of.bare
        types = b.give("Y", {"of": one, "=": one, "": t.YES_NO})
        return f"{b.give('WordRelation', WordRelation)}({b.give('W', word)}, s, {types})"
    if node.sort == "adjective":
        key = b.symbols.words[node.name][0].key
        return f"lambda a: {word_call(b, key, ['a'], hidden)} is True"
    return quoted(node.name)


# ------------------------------------------------------------------ words of the kit


def core(b: Book, node: v.CoreUse, scope: Scope) -> str:
    form = kit_forms.FORMS.get(node.word)
    found = form(b, node, scope) if form is not None else None
    code = generic(b, node, scope) if found is None else found
    return reach.looked_at(b, node, code) if node.type == t.ANY_NUMBER else code


def generic(b: Book, node: v.CoreUse, scope: Scope) -> str:
    """Any word of the kit: its own meaning is run."""
    word = vocabulary.vocabulary()[node.word]
    kinds = {slot: arg.type for slot, arg in node.args}
    types = b.give("Y", {**kinds, "": node.type})
    given = []
    for slot, arg in node.args:
        code = named(b, arg, scope, kinds) if isinstance(arg, v.Named) else values.value(b, arg, scope)
        given.append(f"{keyword(slot)}=({code})")
    return f"{b.give('W', word)}.run(s, types={types}, {', '.join(given)})"


def sure_word(b: Book, node: v.CoreUse, scope: Scope) -> bool:
    if isinstance(node.type, t.SetOf | t.Sequence | t.BagOf | t.YesNo):
        return True
    if node.definition.total or node.word in ("others", "everyone"):
        return True
    if node.word in (NEXT.name, PREVIOUS.name) and isinstance(node.type.bare, t.Choice | t.Seat):
        return all(values.sure(b, arg, scope) for _, arg in node.args)
    return node.word == ZONE.name and all(values.sure(b, arg, scope) for _, arg in node.args)
