"""Sentences with a verb: procedures of the game, verbs of the kit, what they may write; what is supposed or legal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from rulekit.check.elaboration import coercions
from rulekit.check.elaboration.operator_elaboration import OperatorElaborator
from rulekit.check.elaboration.preposition_binding import WordUse
from rulekit.check.names import symbol_info as i
from rulekit.check.names.scope import Binding, Scope
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.diagnostics import nearest
from rulekit.model import expressions as x
from rulekit.typesystem import types as t
from rulekit.verbs.known_verbs import VERBS, find, likely_verbs
from rulekit.verbs.verb import VerbAction
from rulekit.words import vocabulary
from rulekit.words.word import Gives

Slots = dict[str, Any]  # the arguments of a call: "" for the direct one, else by preposition


def sentence_of(verb: str, slots: Any) -> str:
    """`lay .. onto ..` from the slots of a call.

    A line::

        lay tile onto board

    From the verb `lay` with the slots "" and "onto".
    """
    direct = " .." if "" in slots else ""
    return verb + direct + "".join(f" {p} .." for p in slots if p)


def make_call(node: x.Call, *args: tuple[str, v.T], end: str = "top") -> typed_statements.Call:
    """A call of a verb of the kit, with these arguments by slot and without procedure.

    A line::

        add 2 to score of player

    The verb is `add`, the slots are "" (2) and "to" (the score).
    """
    return typed_statements.Call(node.verb, None, args, end=end, span=node.span)


def _end(given: Any) -> tuple[Any, str]:
    """`bottom of z` as a target: the zone and the end new pieces go to."""
    named = isinstance(given, WordUse) and vocabulary.gives(given.word) is Gives.END
    if named and given.arg is not None and given.number is None:
        return given.arg, given.word
    return given, "top"


def _one(what: v.T) -> v.T:
    """For `it`: each of what is moved."""
    kind = what.type.bare
    return v.Const((), type=t.SetOf(kind if kind.piece else kind.member or t.UNKNOWN), span=what.span)


class CallElaborator(OperatorElaborator):
    """The fifth level: what is done."""

    def _slots(self, node: x.Call, preps: frozenset[str], scope: Scope) -> Slots:
        """The arguments by slot; prepositions written behind a value may be the verb's own."""
        sentence = self.sentence(scope)
        verb = sentence.verb(node.verb, preps, node.span)
        found: Slots = {}
        if node.arg is not None:
            found[""] = sentence.bind(node.arg)
        for prep, value in node.args:
            found[prep] = sentence.bind(value)
        return {**found, **verb.preps}

    def call(self, node: x.Call, scope: Scope) -> typed_statements.Call:
        """One sentence with a verb.

        A line::

            add 2 to score of player per 3 coins of player, at most 10

        Each slot is typed by what the verb declares of it; a slot that the verb has not is K08.
        """
        if node.verb in VERBS and node.verb not in self.symbols.procs:
            made = self._core_verb(node, scope)
        else:
            made = self._procedure_call(node, scope)
        return self._with_amount(node, made, scope)

    def _with_amount(self, node: x.Call, made: typed_statements.Call, scope: Scope) -> typed_statements.Call:
        """`per n w` and `at most v`."""
        per = most = None
        if node.per is not None:
            if node.per[0] < 1:
                self.complain("K22", node.span, "zero")
            per = (node.per[0], self.as_(node.per[1], scope, t.ANY_NUMBER, "verb", verb=node.verb))
        if node.limit is not None:
            most = self.as_(node.limit[1], scope, t.ANY_NUMBER, "verb", verb=node.verb)
        if per is None and most is None:
            return made
        return typed_statements.Call(made.verb, made.proc, made.args, made.hidden, made.end, per, most, span=node.span)

    # -------------------------------------------------------------- procedures

    def _procedure_call(self, node: x.Call, scope: Scope) -> typed_statements.Call:
        known = self.symbols.procs.get(node.verb, [])
        if not known and node.verb == "turn" in self.symbols.programme and node.arg is None and not node.args:
            scope.frame.reads.add("turn")
            return make_call(node)
        if not known:
            return self._unknown_verb(node, scope)
        preps = frozenset(p for proc in known for p in proc.preps)
        found = self._slots(node, preps, scope)
        proc = next((p for p in known if {q.prep for q in p.params} == set(found)), None)
        if proc is None:
            return self._no_such_procedure(node, known, found, scope)
        args = tuple((q.name, self.as_(found[q.prep], scope, q.type, "verb", verb=node.verb)) for q in proc.params)
        scope.frame.reads.add(f"proc {proc.key}")
        return typed_statements.Call(node.verb, proc.key, args, span=node.span)

    def _no_such_procedure(
        self, node: x.Call, known: list[i.ProcInfo], slots: Slots, scope: Scope
    ) -> typed_statements.Call:
        sentences = [sentence_of(p.verb, [q.prep for q in p.params]) for p in known]
        variant = "prepositions" if any(set(slots) - {""} != p.preps for p in known) else "argument"
        self.complain("K08", node.span, variant, sentence=sentence_of(node.verb, slots), known=sentences)
        for value in slots.values():
            self.operand(value, scope, None)
        return make_call(node)

    def _unknown_verb(self, node: x.Call, scope: Scope) -> typed_statements.Call:
        if node.verb in self.symbols.actions:
            self.complain("K08", node.span, "action-called", name=node.verb)
        else:
            if node.arg is None and (self.kind_named(node.verb) or [prep for prep, _ in node.args] == ["from"]):
                self.complain("K08", node.span, "parameter", verb=node.verb)
                return make_call(node)
            near = nearest(node.verb, [*VERBS, *self.symbols.procs]) or likely_verbs(node.verb)
            self.complain("K08", node.span, verb=node.verb, near=near)
        with self.collect_problems():
            for value in self._slots(node, frozenset(), scope).values():
                self.operand(value, scope, None)
        return make_call(node)

    # -------------------------------------------------------------- verbs of the kit that move, show and perform

    def _core_verb(self, node: x.Call, scope: Scope) -> typed_statements.Call:
        slots = self._slots(node, frozenset(), scope)
        verb = find(node.verb)
        if not any(set(slots) == set(form) for form in verb.forms):
            known = [sentence_of(node.verb, form) for form in verb.forms]
            variant = "source" if verb.does is VerbAction.MOVE and "from" in slots else "prepositions"
            self.complain("K08", node.span, variant, sentence=sentence_of(node.verb, slots), known=known)
            return make_call(node)
        return self.verbs[verb.does](self, node, slots, scope)

    def _pieces(self, given: Any, scope: Scope, verb: str, kind: str | None) -> v.T:
        """What is moved or shuffled: pieces, one or many."""
        found = self.operand(given, scope, t.Zone(kind or "", "") if kind else None)
        single = coercions.value(found)
        if isinstance(single.type.bare, t.Piece | t.Unknown):
            return single
        held = found.type.member
        if isinstance(held, t.Piece | t.Unknown):
            return coercions.contents(found)
        if found.type.bare.counted or found.type.bare.numeric:
            return self.complain("K27", given, name=self.operand_text(given), verb=verb)
        return self.complain_of_argument(given, verb, found.type, "pieces")

    def _target(self, given: Any, scope: Scope, verb: str, kind: str | None) -> v.T:
        """A place for pieces of one kind."""
        found = self.operand(given, scope, t.Zone(kind or "", ""))
        where = found.type
        if not where.is_known:
            return found
        if where.optional and where.bare.zone:
            where = where.bare
        if not where.zone:
            if where.indexes and where.value.zone:
                return self.missing_index(given, self.operand_text(given), where.indexes[0], self.next_index(found))
            near = nearest(given.word, list(self.symbols.zones)) if isinstance(given, WordUse) else []
            if where.bare.counted or where.bare.numeric:
                return self.complain("K27", given, name=self.operand_text(given), verb=verb)
            return self.complain_of_argument(given, verb, where, "a zone", near=near)
        if kind and where.kind and where.kind != kind:
            return self.complain_of_argument(given, verb, where, f"a place of {kind}")
        return found

    def _move(self, node: x.Call, given: Slots, scope: Scope) -> typed_statements.Call:
        target, end = _end(given["to"])
        guess = self.value_without_complaints(target, scope.with_(Binding("it", t.UNKNOWN, node.span, "it")), None)
        kind = guess.type.kind if guess.type.zone else None
        what = self._pieces(given[""], scope, node.verb, kind)
        if not what.type.is_known:
            self.value_without_complaints(target, scope)
            return make_call(node)
        to = self._target(
            target,
            self.scope_with_member("it", _one(what), node.span, scope, "it"),
            node.verb,
            what.type.pieces or None,
        )
        return make_call(node, ("", what), ("to", to), end=end)

    def _shuffle(self, node: x.Call, given: Slots, scope: Scope) -> typed_statements.Call:
        """`shuffle deck`, `shuffle discard into deck`."""
        slot = next((s for s in ("into", "onto") if s in given), "")
        if not slot:
            return make_call(node, ("", self._pile(node, "", given, scope, None)))
        guess = self.value_without_complaints(given[slot], scope, None)
        what = self._pieces(given[""], scope, node.verb, guess.type.kind if guess.type.zone else None)
        return make_call(node, ("", what), (slot, self._pile(node, slot, given, scope, what)))

    def _pile(self, node: x.Call, slot: str, given: Slots, scope: Scope, what: v.T | None) -> v.T:
        """A place in which pieces have an order; where pieces are shuffled into it, it may be any of several."""
        found = self._target(given[slot], scope, node.verb, None if what is None else what.type.pieces or None)
        if found.type.zone and found.type.shape not in (("pile",) if what is None else ("pile", "")):
            facts = {"zone": self.operand_text(given[slot]), "shape": found.type.shape, "word": node.verb}
            self.complain("K28", given[slot], "order", **facts)
        return found

    def _show(self, node: x.Call, given: Slots, scope: Scope) -> typed_statements.Call:
        what = self._pieces(given[""], scope, node.verb, None)
        return make_call(
            node, ("", what), ("to", self.as_(given["to"], scope, t.SetOf(t.SEAT), "verb", verb=node.verb))
        )

    def _perform(self, node: x.Call, given: Slots, scope: Scope) -> typed_statements.Call:
        effect = self.value(given[""], scope, None)
        kind = effect.type.bare
        if kind.is_known and not kind.effects:
            effect = self.complain_of_argument(given[""], node.verb, kind, "an effect")
        here = (("with", self.value(given["with"], scope, None)),) if "with" in given else ()
        if kind.effects:
            chosen = effect.name if isinstance(effect, v.Local) else None  # the parameter it was chosen by
            self.calls.append(("perform", (kind, here[0][1].type if here else None, chosen), node.span))
        return make_call(node, ("", effect), *here)

    def _report(self, node: x.Call, given: Slots, scope: Scope) -> typed_statements.Call:
        return make_call(node, ("", self.as_(given[""], scope, t.ANY_NUMBER, "verb", verb=node.verb)))

    # -------------------------------------------------------------- verbs of the kit that write

    def _place_to_write(self, given: Any, scope: Scope) -> v.T | None:
        """A state or a local; everything else is read, not written."""
        if isinstance(given, WordUse) and given.arg is None and not given.preps:
            binding = scope.find(given.word)
            if binding is not None:
                if binding.sort != "local":
                    self.complain("K26", given, "local", name=given.word)
                    return None
                return v.Local(given.word, type=binding.type, span=given.span)
            if given.word in self.symbols.options:
                self.complain("K26", given, "constant", name=given.word, what="an option")
                return None
        found = self.operand(given, scope, None)
        if isinstance(found, v.Read):
            scope.frame.reads.add(f"writes {found.state}")
            return found
        if isinstance(found, v.Broken) or not found.type.is_known:
            return None
        if isinstance(found, v.ZoneAt):
            self.complain("K26", given, "zone", zone=self.operand_text(given))
        elif isinstance(found, v.FieldOf | v.Const | v.Members | v.OptionValue):
            what = "a printed field" if isinstance(found, v.FieldOf) else "a constant"
            self.complain("K26", given, "constant", name=self.operand_text(given), what=what)
        else:
            self.complain("K26", given, "computed", value=self.operand_text(given))
        return None

    def _set(self, node: x.Call, given: Slots, scope: Scope) -> typed_statements.Call:
        target, to = given[""], given["to"]
        place = self._place_to_write(target, scope)
        if place is None:
            self.operand(to, scope, None)
            return make_call(node)
        want = place.type
        if want.indexes and not isinstance(place, v.Local):
            self.missing_index(target, self.operand_text(target), want.indexes[0], self.next_index(place))
            return make_call(node)
        if not isinstance(place, v.Local):
            return make_call(
                node, ("", place), ("to", self.as_(to, scope, want, "value", name=self.operand_text(target)))
            )
        found = self.value(to, scope, want)
        converted = coercions.convert(found, want)
        if converted is None and t.join(want, found.type) is None:
            self.fit(found, want, to, "value", name=self.operand_text(target))
        return make_call(node, ("", place), ("to", converted or found))

    def _change(self, node: x.Call, given: Slots, scope: Scope) -> typed_statements.Call:
        """`add 1 to heap`, `take 1 from heap`."""
        slot = find(node.verb).writes
        assert slot is not None
        place = self._place_to_write(given[slot], scope)
        if place is None:
            found = self.value_without_complaints(given[slot], scope, None)
            if found.type.bare.zone:
                self.problems.pop()
                self.complain("K27", given[slot], "pieces", zone=self.operand_text(given[slot]), verb=node.verb)
            self.value_without_complaints(given[""], scope, None)
            return make_call(node)
        return make_call(node, ("", self._increment(place, given[""], scope, node)), (slot, place))

    def _increment(self, place: v.T, given: Any, scope: Scope, node: x.Call) -> v.T:
        """What may be added: a number, a bag to a map of numbers, a member or a set, a member of a sequence."""
        kind = place.type.bare
        want: t.Type | None = kind if isinstance(kind, t.BagOf | t.SetOf) else None
        if kind.numeric:
            want = t.ANY_NUMBER
        elif kind.ordered:
            if find(node.verb).sign < 0:
                return self.complain(
                    "K26",
                    place.span,
                    "sequence",
                    name=place.state if isinstance(place, v.Read) else self.operand_text(given),
                )
            want = kind.of
        elif kind.indexes and len(kind.indexes) == 1 and kind.value.numeric:
            want = t.BagOf(kind.indexes[0])
            if self.value_without_complaints(given, scope, want).type.bare.numeric:
                word = place.state if isinstance(place, v.Read) else self.operand_text(given)
                return self.missing_index(place.span, word, kind.indexes[0], self.next_index(place))
        if want is not None:
            return self.as_(given, scope, want, "verb", verb=node.verb)
        if not kind.is_known:
            return self.operand(given, scope, None)
        name = place.state if isinstance(place, v.Read) else place.name if isinstance(place, v.Local) else ""
        return self.complain("K26", place.span, "number", name=name, found=place.type.phrase)

    def _compute(self, node: x.Call, given: Slots, scope: Scope) -> typed_statements.Call:
        """`raise w to v`: a number, and perhaps another one to work with."""
        verb = find(node.verb)
        assert verb.writes is not None
        place = self._place_to_write(given[verb.writes], scope)
        slots = [slot for slot in given if slot == verb.value]
        values = [(slot, self.as_(given[slot], scope, t.ANY_NUMBER, "verb", verb=node.verb)) for slot in slots]
        if place is None:
            return make_call(node)
        if place.type.is_known and not place.type.bare.numeric:
            where = given[verb.writes]
            self.complain("K26", where, "number", name=self.operand_text(where), found=place.type.phrase)
        return make_call(node, (verb.writes, place), *values)

    # -------------------------------------------------------------- what is supposed, what is legal

    def _supposing(self, node: x.Supposing, scope: Scope, want: t.Type | None) -> v.T:
        old, scope_ = scope.frame.earlier, Scope(scope)
        made = self.call(node.call, scope_)
        self.calls.append(("supposing", made, node.span))
        if scope.frame.sort == "word":
            scope.frame.uses |= {n for n in self.asked_for(made, node.span) if scope.find(n) is None}
        scope.frame.earlier = True
        condition = self.condition(node.condition, scope_)
        scope.frame.earlier = old
        return v.Supposing(made, condition, span=node.span)

    def _legal(self, node: x.Legal, scope: Scope, want: t.Type | None) -> v.T:
        """`legal (A x v)`: A by the name of the action or the name it is written with."""
        name = node.move.name
        declared = self.symbols.actions
        actions = {**declared, **{a.written: a for a in declared.values()}}
        action = declared.get(name) or actions.get(name)
        if action is None:
            return self.unknown(node.span, name, actions, "action")
        known = {p.name: p.type for p in action.params}
        args = []
        for given, value in node.move.args:
            if given not in known:
                self.unknown(node.span, given, known, "parameter", action=name)
                continue
            args.append((given, self.as_(value, scope, known[given], "argument", word=given)))
        scope.frame.uses.add("player")
        scope.frame.reads.add(f"action {action.name}")
        return v.Legal(action.name, tuple(args), span=node.span)

    forms: ClassVar[dict[type, Callable[..., v.T]]] = {
        **OperatorElaborator.forms,
        x.Supposing: _supposing,
        x.Legal: _legal,
    }
    verbs: ClassVar[dict[VerbAction, Callable[..., typed_statements.Call]]] = {
        VerbAction.MOVE: _move,
        VerbAction.SHUFFLE: _shuffle,
        VerbAction.SHOW: _show,
        VerbAction.PERFORM: _perform,
        VerbAction.REPORT: _report,
        VerbAction.SET: _set,
        VerbAction.CHANGE: _change,
        VerbAction.COMPUTE: _compute,
    }
