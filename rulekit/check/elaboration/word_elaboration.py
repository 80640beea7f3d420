"""Words and relations, of the game and of the kit: which one is meant, its arguments, and what it is worked out to."""

from __future__ import annotations

from typing import Any

from rulekit.check.elaboration import coercions
from rulekit.check.elaboration.core_word_typing import CoreWordCall
from rulekit.check.elaboration.name_resolution import NameResolver
from rulekit.check.elaboration.preposition_binding import WordUse
from rulekit.check.names import symbol_info as i
from rulekit.check.names.scope import Binding, Scope, ScopeKind
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedCase
from rulekit.diagnostics import nearest
from rulekit.model import base
from rulekit.model import declarations as d
from rulekit.model import expressions as x
from rulekit.model import statements as s
from rulekit.source import Span
from rulekit.typesystem import types as t
from rulekit.words import vocabulary
from rulekit.words.word import Word

SMALL_WORDS = "at within through stopping turned beyond towards by where otherwise under after".split()


HANDED = {"player": "player", "others": "player", "here": "here"}


def heading(params: tuple[i.ParamInfo, ...], frame: ScopeKind) -> Scope:
    """A scope with the parameters of a head."""
    scope = Scope(frame=frame)
    for param in params:
        scope.bind(Binding(param.name, param.type, param.span, "parameter"))
    return scope


def _slots(info: i.RelationInfo) -> list[str]:
    """The prepositions of a relation's parameters in order: what stands before its name is "", behind it "="."""
    return ["", "=", *(p.prep for p in info.params[2:])]


def _key(kind: t.Type) -> t.Type | None:
    """What the numbers of a bag, or the values of a map, are asked by; None of anything else."""
    kind = kind.bare
    return kind.of if kind.counted else kind.indexes[0] if kind.indexes else None


def is_pair(found: t.Type, wanted: t.Type) -> bool:
    """Two numbers in brackets, kept under a name, where a place is wanted."""
    numbers = found.ordered and found.of.bare.numeric
    return numbers and wanted.bare.place


def _loop_names(body: base.Node) -> set[str]:
    """The names its loops go through: `for each player of Player`."""
    return {node.name for node in base.walk(body) if isinstance(node, s.Each)}


class WordElaborator(NameResolver):
    """The second level: words in head position, definitions, relations."""

    # -------------------------------------------------------------- which word is meant

    def elaborate_head(self, app: WordUse, scope: Scope, want: t.Type | None) -> v.T:
        """A word in head position: what it is asked of decides which word of that name it is."""
        if app.broken:
            return v.Broken(span=app.whole)
        if app.arg is None and not app.preps:
            return self.name(app.word, app.span, scope, want)
        binding = scope.find(app.word)
        key = _key(binding.type) if binding is not None else None
        if binding is not None and key is not None and app.arg is None and set(app.preps) == {"at"}:
            bag = v.Local(app.word, type=binding.type, span=app.span)
            return self.bag_at(bag, self.as_(app.preps["at"], scope, key), app.whole)
        return self._place_with_indexes(app, scope) or self._head_word(app, scope, want)

    def _place_with_indexes(self, app: WordUse, scope: Scope) -> v.T | None:
        """A zone or a state with its indexes."""
        if app.word in self.symbols.broken:
            return v.Broken(span=app.whole)
        zone_info, state_info = self.symbols.zones.get(app.word), self.symbols.states.get(app.word)
        info = zone_info or state_info
        if info is None or (app.word in self.symbols.fields and app.arg is not None and not info.of):
            return None
        if app.word in self.symbols.fields and app.arg is not None:
            kind = self.value_without_complaints(app.arg, scope).type.bare
            if kind.table and app.word in self.symbols.kinds[kind.kind].fields:
                return None
        if app.number is not None:
            return None
        if app.arg is not None and info.at and not info.of and not app.preps:
            return self.complain(
                "K19", app.span, "of-for-at", word=app.word, value=self.operand_text(app.arg), wanted=info.at[0].phrase
            )
        args: list[v.T] = []
        if app.arg is not None:
            args += self._indexes(app, app.arg, info.of, scope)
        if app.preps and any(slot.split("/")[0] != "at" for slot in app.preps):
            return None
        if app.preps and app.arg is None and info.of:
            return self.missing_index(app.span, app.word, info.of[0], "of")
        for n, one in enumerate(app.preps.values()):
            args += self._indexes(app, one, info.at if len(app.preps) == 1 else info.at[n : n + 1], scope)
        if zone_info is not None:
            return self.zone(zone_info, tuple(args), app.whole)
        assert state_info is not None
        return self.state(state_info, tuple(args), app.whole)

    def _indexes(self, app: WordUse, given: object, wanted: tuple[t.Type, ...], scope: Scope) -> list[v.T]:
        """The value of an index; several `of` indexes are given as a list in brackets."""
        if not wanted:
            self.complain("K19", app.span, "extra", word=app.word, value=self.operand_text(given))
            return []
        items = given.items if isinstance(given, x.Tuple) and len(wanted) > 1 else (given,)
        found = []
        for item, kind in zip(items, wanted, strict=False):
            value = coercions.value(self.operand(item, scope, kind))
            converted = coercions.convert(value, kind)
            if converted is None or kind.bare.distinct:
                facts = {
                    "word": app.word,
                    "wanted": kind.phrase,
                    "value": self.operand_text(item),
                    "found": value.type.phrase,
                }
                pair = "pair" if is_pair(value.type, kind) else ""
                converted = self.complain("K19", item, pair, **facts)
            found.append(converted)
        return found

    def _head_word(self, app: WordUse, scope: Scope, want: t.Type | None) -> v.T:
        """A field, a define or total, a part or whole, or a core word."""
        symbols = self.symbols
        words = [w for w in symbols.words.get(app.word, ()) if w.params]
        fields = symbols.fields.get(app.word, ())
        core_word = vocabulary.find(app.word)
        if core_word is not None and not (words or fields):
            return self.core(core_word, app, scope, want)
        arg = None
        if app.arg is not None and app.number is None:
            arg = self._asked_of(app, scope, words, fields)
            kind = arg.type.bare
            if kind.table:
                info = symbols.kinds.get(kind.kind)
                if info is not None and app.word in info.fields:
                    return self.field(info.fields[app.word], arg, app, scope)
        for word in words:
            first = word.params[0]
            fits = arg is None or len(words) == 1 or coercions.convert(arg, first.type) is not None
            if app.arg is None or (fits and not first.prep):
                return self.apply(word, app, arg, scope)
        if app.arg is not None and app.number is None and arg is not None:
            plurals, wholes = symbols.plurals(), symbols.whole_nouns()
            if app.word in plurals:
                return self.parts(plurals[app.word], arg, app)
            if app.word in wholes:
                return self.whole_of_part(wholes[app.word], arg, app)
        if core_word is not None and (arg is None or arg.type.is_known):
            return self.core(core_word, app, scope, want)
        return self._no_word(app, arg, scope)

    def _asked_of(self, app: WordUse, scope: Scope, words: list, fields: object) -> v.T:  # type: ignore[type-arg]
        """What a word is asked of; a name only a member of the wanted type has is tried as such."""
        assert app.arg is not None
        wants = [w.params[0].type for w in words if w.params]
        want = wants[0] if wants else None
        if want is None and fields:
            kinds = {f.kind for f in fields}  # type: ignore[attr-defined]
            if len(kinds) == 1:
                want = self.symbols.types[next(iter(kinds))]
        return coercions.value(self.operand(app.arg, scope, want))

    def _no_word(self, app: WordUse, arg: v.T | None, scope: Scope) -> v.T:
        """The message for a word that nothing of this name fits: the best of a word with another spelling, of fields
        of the kind, or of what it is asked of.
        """
        if arg is not None and not arg.type.is_known:
            return v.Broken(span=app.span)
        if arg is None and app.arg is not None:
            arg = self.operand(app.arg, scope, None)
        fields = self.symbols.fields.get(app.word, ())
        if fields and arg is not None:
            kind = arg.type.bare
            if kind.table:
                known = self.symbols.kinds[kind.kind].fields
                return self.unknown(app.span, app.word, known, "field", kind=kind.kind)
            wanted = " or ".join(f"a {f.kind}" for f in fields)
            return self.wrong_argument(app.span, app.word, app.arg, arg.type, wanted)
        if app.arg is None:
            names = [*scope.names(), *self.symbols.constants(), *self.symbols.all_words()]
            return self.unknown(app.span, app.word, names)
        meant = vocabulary.likely_word(app.word)
        near = [meant] if meant else nearest(app.word, self.symbols.all_words())
        if not near and (app.word == "all" or self.kind_named(app.word)):
            return self.complain("K07", app.span, "all-of", word=app.word)
        asked = {"arg": arg.type.phrase} if arg is not None and arg.type.is_known else {}
        if scope.find(app.word) is not None and not near:
            return self.complain("K07", app.span, "word", word=app.word, **asked)
        return self.complain("K07", app.span, "word", word=app.word, near=near, **asked)

    # -------------------------------------------------------------- one word with its arguments

    def field(self, info: i.FieldInfo, of: v.T, app: WordUse, scope: Scope) -> v.T:
        """A printed field: `cost of c`. Of what may be nothing the answer may be nothing. A bag can be asked
        further with `at`.
        """
        kind = t.or_nothing(info.type) if of.type.optional and not info.type.collection else info.type
        found = v.FieldOf(info.kind, info.name, of, info.sides, type=kind, span=app.whole)
        if "at" in app.preps and info.type.counted:
            return self.bag_at(found, self.as_(app.preps["at"], scope, info.type.of), app.whole)
        if app.preps:
            self.complain("K09", app.whole, prep=next(iter(app.preps)), phrase=app.word)
        return found

    def parts(self, kind: str, of: v.T, app: WordUse) -> v.T:
        """The parts printed on a piece: `corridors of t`."""
        wanted = t.Piece(self.symbols.kinds[kind].whole or "")
        if not coercions.fits(of.type, wanted):
            return self.wrong_argument(app.whole, app.word, app.arg, of.type, wanted.phrase)
        return v.Parts(kind, of, type=t.SetOf(t.Row(kind)), span=app.whole)

    def whole_of_part(self, kind: str, of: v.T, app: WordUse) -> v.T:
        """The piece a part is printed on: `tile of w`."""
        found = of.type.bare
        owner = self.symbols.kinds.get(found.kind) if found.row else None
        if owner is None or owner.whole != kind:
            return self.wrong_argument(app.whole, app.word, app.arg, of.type, f"a part of a {kind}")
        type_: t.Type = t.Piece(kind)
        return v.Whole(kind, of, type=t.or_nothing(type_) if of.type.optional else type_, span=app.whole)

    def bag_at(self, bag: v.T, key: v.T, span: Span) -> v.T:
        """`goods at wood`: how many of one member; of a map the value at one more index."""
        kind = bag.type.bare
        if kind.indexes:
            if bag.state:
                return self.state(self.symbols.states[bag.state], (*bag.indexes, key), span)
            if bag.zone_name:
                return self.zone(self.symbols.zones[bag.zone_name], (*bag.indexes, key), span)
            left = kind.indexes[1:]
            return v.At(bag, key, type=t.Map(left, kind.value) if left else kind.value, span=span)
        high = kind.highest if kind.counted else t.LARGEST
        return v.At(bag, key, type=t.number(0, high), span=span)

    def use(self, word: i.WordInfo, args: tuple[v.T, ...], span: Span, scope: Scope) -> v.T:
        """A word with its arguments; it is worked out when it is first met."""
        self.ensure(word, span)
        hidden = self.hidden_arguments(word.hidden, span, scope)
        scope.frame.reads.add(f"word {word.key}")
        kind = word.result or t.UNKNOWN
        if any(a.type.optional for a in args) and not kind.collection and kind != t.YES_NO:
            kind = t.or_nothing(kind)
        return v.Use(word.key, args, hidden, type=kind, span=span)

    def ensure(self, word: i.WordInfo, span: Span) -> None:
        """Elaborates a word before its first use, so that its type is known; K34 if it is being worked out
        already, and so asks for itself.
        """
        if word.state == "open":
            self._circle(word.key, word.name, word.decl.head.span)
        elif word.state == "new":
            word.state = "open"
            self.path.append(word.key)
            with self.declaration():
                self.define(word)
            self.path.pop()
            word.state = "done"

    def _circle(self, key: str, name: str, span: Span) -> None:
        """K34 of a word or relation that is met while it is being worked out."""
        chain = [p.removeprefix("relation ").split("/")[0] for p in self.path[self.path.index(key) :]] + [name]
        with self.declaration():
            self.complain("K34", span, "self" if len(chain) == 2 else "", name=name, chain=chain)

    def hidden_arguments(self, wanted: set[str], span: Span, scope: Scope) -> tuple[tuple[str, v.T], ...]:
        """What a word or verb gets without being told: the `player` and the `here` of whoever uses it."""
        found = []
        for name in sorted(wanted):
            if name == "player":
                found.append((name, self.name("player", span, scope, t.SEAT)))
            elif scope.find("here") is not None or scope.frame.has_here:
                found.append((name, self.name("here", span, scope, None)))
            else:
                found.append((name, v.Const(None, type=t.NOTHING, span=span)))
        return tuple(found)

    def apply(self, word: i.WordInfo, app: WordUse, first: v.T | None, scope: Scope) -> v.T:
        """A word of the game with the arguments written."""
        args: list[v.T] = []
        given: dict[str, Any] = dict(app.preps)
        for param in word.params:
            if not param.prep:
                if app.arg is None:
                    return self.complain("K09", app.span, "missing", word=app.word, prep="of")
                kept = first if first is not None else self.operand(app.arg, scope, param.type)
                args.append(self.fit(kept, param.type, app.arg, "argument", word=app.word))
            elif param.prep in given:
                args.append(self.as_(given.pop(param.prep), scope, param.type, "argument", word=app.word))
            else:
                return self.complain("K09", app.whole, "missing", word=app.word, prep=param.prep)
        for prep in given:
            return self.complain("K09", app.whole, prep=prep, phrase=app.word)
        return self.use(word, tuple(args), app.whole, scope)

    def core(self, word: Word, app: WordUse, scope: Scope, want: t.Type | None) -> v.T:
        """A use of a word of the kit."""
        return CoreWordCall(self, word, app, scope, want).answer()

    # -------------------------------------------------------------- definitions

    def _with_namings(self, namings: tuple[d.Naming, ...], rest: x.Expr, scope: Scope) -> v.T:
        """What a word is, with the values that are given names before."""
        if not namings:
            return self.operand(rest, scope, None)
        first = namings[0]
        found = self.value(first.value, scope)
        known = scope.find(first.name)
        if known is not None:
            self.complain("K29", first.span, "twice", also=((known.span, "bound here"),), name=first.name)
        inner = scope.with_(Binding(first.name, found.type, first.span))
        said = self._with_namings(namings[1:], rest, inner)
        return v.Let(said, first.name, found, "let", type=said.type, span=first.span)

    def define(self, word: i.WordInfo) -> None:
        """Work out what a word gives and which hidden parameters it has."""
        frame = ScopeKind("word")
        scope = heading(word.params, frame)
        decl = word.decl
        if isinstance(decl, d.Define):
            found = self._with_namings(decl.namings, decl.value, scope)
            word.body = found
            word.result = found.type
        elif isinstance(decl, d.Cases):
            word.body, word.result = self._cases(decl, scope)
        else:
            word.body, word.result = self._total(decl, scope), t.ANY_NUMBER
        word.hidden = frame.uses - {p.name for p in word.params}  # one who is called `player` himself is meant
        self._one_person(word.params, word.hidden, word.name, decl)

    def _one_person(self, params: tuple[i.ParamInfo, ...], hidden: set[str], name: str, decl: d.Decl) -> None:
        if "player" in hidden and any(p.type.player for p in params):
            self.complain("K81", decl.span, word=name)

    def _cases(self, decl: d.Cases, scope: Scope) -> tuple[tuple[CheckedCase, ...], t.Type]:
        cases: list[CheckedCase] = []
        kind: t.Type = t.Never()
        for case in decl.cases:
            condition = self.condition(case.condition, scope) if case.condition is not None else None
            found = self.value(case.value, scope, None if isinstance(kind, t.Never) else kind)
            joined = t.join(kind, found.type)
            if joined is None:
                self.complain_of_types(case.span, kind, found.type)
            kind = joined or kind
            cases.append(CheckedCase(case.id, found, condition, case))
        return tuple(cases), kind

    def _total(self, decl: d.Total, scope: Scope) -> tuple[CheckedCase, ...]:
        lines = []
        for line in decl.lines:
            found = coercions.value(self.as_(line.value, scope, t.ANY_NUMBER, "argument", word=decl.head.name))
            condition = None
            if isinstance(line, d.Term) and line.condition is not None:
                condition = self.condition(line.condition, scope)
            lines.append(CheckedCase(line.id, found, condition, line, "bound" if isinstance(line, d.Bound) else "term"))
        return tuple(lines)

    # -------------------------------------------------------------- relations

    def relation(self, info: i.RelationInfo) -> None:
        """Work out the cases of a relation; relations may not need themselves."""
        if info.state == "done":
            return
        key = f"relation {info.name}"
        if info.state == "open":
            self._circle(key, info.name, info.decl.span)
            return
        info.state = "open"
        self.path.append(key)
        with self.declaration():
            self._relation_cases(info)
        self.path.pop()
        info.state = "done"

    def _relation_cases(self, info: i.RelationInfo) -> None:
        """The cases of a relation, and which hidden parameters it has."""
        frame = ScopeKind("word")
        scope = heading(info.params, frame)
        for case in info.decl.cases:
            if isinstance(case, d.Bending):
                info.cases.append(CheckedCase(case.id, None, self.condition(case.condition, scope), case, "bend"))
            elif isinstance(case.law, d.After | d.Under | d.Only):
                self.complain("K18", case.span, value="this line", found="a law")
            else:
                info.cases.append(CheckedCase(case.id, self.condition(case.law, scope), None, case, "case"))
        info.hidden = frame.uses - {p.name for p in info.params}
        self._one_person(info.params, info.hidden, info.name, info.decl)

    def elaborate_relation(self, node: x.Related, scope: Scope, want: t.Type | None) -> v.T:
        """`a verb b`: a relation of the game or one of the kit's."""
        info = self.symbols.relations.get(node.verb)
        before = len(self.problems)
        sentence = self.sentence(scope)
        verb = sentence.verb(node.verb, info.preps if info else (), node.span)
        left, right = sentence.bind(node.left), sentence.bind(node.right)
        if info is None:
            if node.verb in vocabulary.relations():
                return self._core_related(node, left, right, scope)
            known = [*self.symbols.relations, *vocabulary.relations()]
            near, small = nearest(node.verb, known), nearest(node.verb, SMALL_WORDS)
            self.problems[before:] = []
            if small and not near:
                return self.complain("K01", node.span, "misspelt", found=node.verb, near=small)
            return self.complain("K07", node.span, "relation", name=node.verb, near=near)
        self.relation(info)
        given = {"": left, "=": right, **verb.preps}
        args = []
        for slot, param in zip(_slots(info), info.params, strict=True):
            if slot not in given:
                return self.complain("K09", node.span, "missing", word=node.verb, prep=slot)
            args.append(self.as_(given[slot], scope, param.type, "relation", relation=node.verb))
        hidden = self.hidden_arguments(info.hidden, node.span, scope)
        scope.frame.reads.add(f"relation {info.name}")
        return v.Related(info.name, tuple(args), hidden, span=node.span)

    def _core_related(self, node: x.Related, left: object, right: object, scope: Scope) -> v.T:
        """A relation of the kit between two values, read as a word with two arguments."""
        from rulekit.words import vocabulary

        word = vocabulary.find(node.verb)
        assert word is not None
        return self.core(word, WordUse(node.verb, None, left, {"=": right}, node.span, node.span), scope, None)  # type: ignore[arg-type,dict-item]

    # -------------------------------------------------------------- what supposed sentences ask for

    def asked_for(self, call: typed_statements.Call, span: Span) -> set[str]:
        """What a call needs that is no argument of it: read from the text, since no body may be worked out yet."""
        procs = [p for p in self.symbols.procs.get(call.verb, ()) if p.key == call.proc]
        return self._asked_in_procedure(procs[0], span, set()) if procs else set()

    def _asked_in_procedure(self, proc: i.ProcInfo, span: Span, seen: set[str]) -> set[str]:
        """Which of `player` and `here` a procedure needs from outside. `seen` holds procedures that are being looked
        at, so that a circle ends.
        """
        if proc.key in seen:
            return set()
        seen.add(proc.key)
        found: set[str] = set()
        for node in base.walk(proc.decl.body):
            found |= self._asked_in_node(node, span, seen)
        return found - {p.name for p in proc.params} - _loop_names(proc.decl.body)

    def _asked_in_node(self, node: base.Node, span: Span, seen: set[str]) -> set[str]:
        """What one node of a body needs: by itself, by the word or relation it uses, or by the procedures it calls."""
        if isinstance(node, x.Call):
            called = self.symbols.procs.get(node.verb, ())
            return {name for proc in called for name in self._asked_in_procedure(proc, span, seen)}
        if isinstance(node, x.Related) and node.verb in self.symbols.relations:
            info = self.symbols.relations[node.verb]
            if info.state == "new":
                self.relation(info)
            return set(info.hidden)
        word = node.name if isinstance(node, x.Name) else node.word if isinstance(node, x.Of) else None
        if word is None:
            return set()
        return {HANDED[word]} if word in HANDED else self._asked_in_words(word, span)

    def _asked_in_words(self, name: str, span: Span) -> set[str]:
        """What the words of this name need, each worked out first if it is not yet."""
        found: set[str] = set()
        for word in self.symbols.words.get(name, ()):
            if word.state == "new":
                self.ensure(word, span)
            found |= word.hidden
        return found
