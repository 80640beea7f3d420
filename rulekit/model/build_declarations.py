"""From trees to declarations: one method for each sentence at the margin, and for each line of a scene.

What goes in is a tree of the parser, whose name is a rule of the grammar; what comes out is a node of `declarations`
or `scenes`, where a sample stands for each. Nothing is looked up and nothing can be wrong here: what a name means is
asked in `check`, so a rulebook with mistakes has a tree as well.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from rulekit.model import declarations as d
from rulekit.model import scenes as sc
from rulekit.model.build_expressions import values
from rulekit.model.build_statements import StatementBuilder, sentence
from rulekit.syntax.lexer import Token
from rulekit.syntax.parse_tree import Kid, Tree


def letters(kid: Kid) -> str:
    """The text of a token. It is asked of tokens only; a tree has none."""
    return kid.text  # type: ignore[union-attr]


def numbers(tree: Tree) -> list[int]:
    """The numbers that stand directly in a tree, left to right: both ends of `2 to 4`."""
    return [int(word) for word in tree.words("NUMBER")]


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


def _indexes(tree: Tree) -> dict[str, tuple[str, ...]]:
    """`of Player at Cell` as the names behind each of the two prepositions."""
    found: dict[str, tuple[str, ...]] = {"of": (), "at": ()}
    for index in tree.trees("index"):
        prep = index.word(0)
        found[prep] += (index.word(1),)
    return found


def _known_by(tree: Tree) -> str | None:
    """The name behind `known by`, None if the sentence has none."""
    return next((t.words("NAME")[0] for t in tree.trees("known")), None)


def _ids(tree: Tree) -> tuple[str, ...]:
    """The ids in brackets that stand directly in a tree, without the brackets."""
    return tuple(word[1:-1] for word in tree.words("CLAUSE"))


def _because(tree: Tree) -> tuple[str, ...]:
    """The ids behind `because`, which say by what clauses a move is refused."""
    return tuple(i for t in tree.trees("because") for i in _ids(t))


class RulebookBuilder(StatementBuilder):
    """Things and places, words and relations, what happens, endings, laws and scenes."""

    __slots__ = ()

    def declaration(self, tree: Tree) -> d.Decl:
        """What one sentence at the margin declares."""
        return self.DECLARATIONS[tree.name](self, tree)

    def _game(self, tree: Tree) -> d.Decl:
        """`game pebbles for 2 to 4 players, forced moves are taken`; one number is both ends."""
        seats = numbers(tree.child("range"))
        names = tree.words("NAME")
        forced = names[1] if tree.has("FORCED") else None
        return d.Game(names[0], seats[0], seats[-1], forced, **self.margins(tree))

    def _source(self, tree: Tree) -> d.Decl:
        """`source A "Rulebook, second printing"`."""
        return d.Source(tree.words("UPPER")[0], sentence(tree) or "", **self.margins(tree))

    def _option(self, tree: Tree) -> d.Decl:
        """`option refill is one or all, usually one`: the last value of the tree is what it usually is, and no choice
        more.
        """
        values = tuple(value(v) for v in tree.trees("optval"))
        usually = values[-1] if tree.has("USUALLY") else None
        return d.Option(
            tree.words("NAME")[0], values[:-1] if usually is not None else values, usually, **self.margins(tree)
        )

    def setting(self, tree: Tree) -> d.Setting:
        """`cost 2 wood`: the name and its values."""
        return d.Setting(tree.word(0), tuple(value(k) for k in tree.kids[1:]), span=self.span_of(tree))

    def _settings(self, tree: Tree) -> tuple[d.Setting, ...]:
        """All settings of a row, edition or part, in the order written."""
        return tuple(self.setting(t) for t in tree.trees("setting"))

    def _edition(self, tree: Tree) -> d.Decl:
        """`edition second: refill all, rounds 6`."""
        return d.Edition(tree.words("NAME")[0], self._settings(tree), **self.margins(tree))

    # -------------------------------------------------------------- types and things

    def type_expr(self, tree: Tree) -> d.TypeExpr:
        """A type as it is written, told apart by the rule of the grammar that read it and by its first token."""
        span = self.span_of(tree)
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

    def _type(self, tree: Tree) -> d.Decl:
        """`type Hue is one of red, blue`."""
        (shape,) = tree.trees("oneof", "ring", "ftype")
        return d.TypeDecl(tree.words("UPPER")[0], self.type_expr(shape), **self.margins(tree))

    def _space(self, tree: Tree) -> d.Decl:
        """`space Cell is square, columns 3, rows 3`: words alternate with what they are set to, a number or the name
        of a type.
        """
        words = [k for k in tree.kids[3:] if type(k) is Token and k.type != "CITE"]
        found: list[tuple[str, int | str]] = []
        for name, what in zip(words[1::2], words[2::2], strict=True):
            found.append((name.text, int(what.text) if what.type == "NUMBER" else what.text))
        return d.Space(tree.words("UPPER")[0], words[0].text, tuple(found), **self.margins(tree))

    def _kind(self, tree: Tree) -> d.Decl:
        """`card Plan, listed in "plans.toml"`, with the faces below it. A part has the kind of its whole as the second
        name.
        """
        uppers = tree.words("UPPER")
        whole = uppers[1] if len(uppers) > 1 else None
        count = next(iter(numbers(tree)), None)
        faces = tuple(self._face(t) for t in tree.trees("face"))
        return d.Kind(
            tree.word(0),
            uppers[0],
            whole,
            count,
            sentence(tree),
            faces,
            **self.margins(tree),
        )

    def _face(self, tree: Tree) -> d.Face:
        """`front side names it: crop Hue`; of what has one face only the side is None."""
        side = None if tree.has("FACE") else tree.words("NAME")[0]
        fields = tuple(self._field(t) for t in tree.trees("field"))
        return d.Face(side, tree.has("NAMES"), fields, **self.margins(tree))

    def _field(self, tree: Tree) -> d.Field:
        """`cost 0 to 9` on a face."""
        return d.Field(tree.word(0), self.type_expr(tree.kids[1]), span=self.span_of(tree))  # type: ignore[arg-type]

    def _written(self, tree: Tree) -> d.Decl:
        """`written Plan as cost`: how a piece is written in moves."""
        return d.Written(tree.words("UPPER")[0], self.expr(tree.children_behind("AS")[0]), **self.margins(tree))

    def _rows(self, tree: Tree) -> d.Decl:
        """`rows of Plan` and a row on each line below."""
        return d.Rows(tree.words("UPPER")[0], tuple(self._row(t) for t in tree.trees("row")), **self.margins(tree))

    def _row(self, tree: Tree) -> d.Row:
        """`[plan.dig] dig: cost 2`, with the parts and effects below it."""
        parts = tuple(self._part(t) for t in tree.trees("part"))
        effects = tuple(self.effect(t) for t in tree.trees("effect"))
        return d.Row(tree.words("NAME")[0], self._settings(tree), parts, effects, **self.margins(tree))

    def _part(self, tree: Tree) -> d.PartRow:
        """`with Corner north: mark blue`: a row of a part, on the row of its whole."""
        return d.PartRow(tree.words("UPPER")[0], tree.words("NAME")[0], self._settings(tree), **self.margins(tree))

    def effect(self, tree: Tree) -> d.Effect:
        """A line of rules on a component; openers and choices may come before its steps."""
        label = tree.word(0)
        picks = tuple(self.pick(t) for t in tree.trees("pick", "picks"))
        opened = self.openers([t for t in tree.trees() if t.name not in ("pick", "picks", "chainline")])
        return d.Effect(label, picks, opened, self.steps(tree.child("chainline")), **self.margins(tree))

    # -------------------------------------------------------------- places and numbers

    def _views(self, tree: Tree) -> tuple[d.View, ...]:
        """The views of a zone or state, in the order written."""
        return tuple(self._view(t) for t in tree.trees("view"))

    def _view(self, tree: Tree) -> d.View:
        """`everyone sees count if round > 2`: who sees what, of a pile perhaps at which end only, and when."""
        end = tree.words("NAME")[-1] if tree.has("OF") else None
        condition = self.expr(tree.children_behind("IF")[0]) if tree.has("IF") else None
        what = tree.child("seen").word(0)
        return d.View(self.expr(tree.kids[0]), what, end, condition, span=self.span_of(tree))

    def _zone(self, tree: Tree) -> d.Decl:
        """`zone hand of Player set of Card up to 5 player sees it`."""
        shape = tree.child("shape").word(0).split()[0]
        upto = [n for t in tree.trees("upto") for n in numbers(t)]
        kind = tree.words("UPPER")[0]
        views, known = self._views(tree), _known_by(tree)
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
            **self.margins(tree),
        )

    def _state(self, tree: Tree) -> d.Decl:
        """`state coins of Player is 0 to 20, starts 2, must fit, new each turn`: what stands behind the type comes in
        any order, so each is told by its first word.
        """
        starts, overflow, ghost = None, None, False
        bounds: list[tuple[str, Any]] = []
        resets: list[str] = []
        views: list[d.View] = []
        for mod in tree.trees("smod"):
            if mod.has("STARTS"):
                starts = self.expr(mod.kids[1])
            elif mod.has("AT"):
                bounds.append((mod.child("limit").word(0), self.expr(mod.kids[2])))
            elif mod.has("EXCESS", "MUST"):
                overflow = "lost" if mod.has("EXCESS") else "fit"
            elif mod.has("GHOST"):
                ghost = True
            elif mod.has("NEW"):
                resets.append(mod.words("NAME")[-1] if mod.words("NAME") else mod.word(-1))
            else:
                views.extend(self._views(mod))
        places = _indexes(tree)
        kind = self.type_expr(tree.child("ftype"))
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
            **self.margins(tree),
        )

    # -------------------------------------------------------------- words and relations

    def _head(self, tree: Tree) -> d.Head:
        """`limit of s: Suit at c: Cell`: the name of a word and what it is asked of."""
        name = tree.word(0)
        return d.Head(name, tree.has("OF"), self._params(tree.kids[1:]), span=self.span_of(tree))

    def _params(self, kids: list[Kid]) -> tuple[d.Param, ...]:
        """Parameters with the prepositions before them; `of` and nothing at all are the same."""
        found, prep = [], None
        for kid in kids:
            if type(kid) is Tree and kid.name in ("eprep", "prep"):
                prep = kid.word(0)
            elif type(kid) is Tree and kid.name == "param":
                found.append(self.param(kid, prep))
                prep = None
        return tuple(found)

    def param(self, tree: Tree, prep: str | None) -> d.Param:
        """`p: Player`, behind the preposition `prep` (None for the first one)."""
        shapes = tree.words("SHAPE")
        shape = shapes[0].split()[0] if shapes else None
        return d.Param(prep, tree.words("NAME")[0], tree.words("UPPER")[0], shape, span=self.span_of(tree))

    def _define(self, tree: Tree) -> d.Decl:
        """`define price of c: Card at p: Player is 3`, with a line for each name that is worked out before."""
        namings = tuple(self._naming(one) for one in tree.trees("naming"))
        return d.Define(
            self._head(tree.child("head")), self.expr(tree.children_behind("IS")[0]), namings, **self.margins(tree)
        )

    def _naming(self, tree: Tree) -> d.Naming:
        """`let room be limit of p`, below a definition."""
        return d.Naming(tree.words("NAME")[0], self.expr(tree.kids[-1]), span=self.span_of(tree))

    def _cases(self, tree: Tree) -> d.Decl:
        """`define price of c: Card, first of`, and a case on each line."""
        cases = tuple(self._value_case(t) for t in tree.trees("pcase"))
        return d.Cases(self._head(tree.child("head")), cases, **self.margins(tree))

    def _condition(self, tree: Tree) -> Any:
        """What stands behind `if`, None if nothing does."""
        return self.expr(tree.children_behind("IF")[0]) if tree.has("IF") else None

    def _value_case(self, tree: Tree) -> d.ValueCase:
        """`[price.gift]  0 if c in gifts`."""
        return d.ValueCase(self.expr(tree.kids[1]), self._condition(tree), **self.margins(tree))

    def _total(self, tree: Tree) -> d.Decl:
        """`total points of p: Player`, and a line for each amount or bound."""
        lines = tuple(self._total_line(t) for t in tree.trees("tline", "bound"))
        return d.Total(self._head(tree.child("head")), lines, **self.margins(tree))

    def _total_line(self, tree: Tree) -> d.Term | d.Bound:
        """`- 3 if coins of p = 0` adds or takes away; `at least 0` bounds what the lines above it came to."""
        if tree.name == "bound":
            limit = tree.child("limit").word(0)
            return d.Bound(limit, self.expr(tree.kids[3]), **self.margins(tree))
        return d.Term(tree.word(1), self.expr(tree.kids[2]), self._condition(tree), **self.margins(tree))

    def _relation(self, tree: Tree) -> d.Decl:
        """`relation c: Card beats d: Card, if any`, with cases and exceptions to them."""
        params = self._params(tree.kids)
        mode = tree.child("anyall").word(0)
        cases = tuple(self._bending(t) if t.name == "bending" else self.case(t) for t in tree.trees("case", "bending"))
        verb = tree.words("NAME")[0]
        return d.Relation(params[0], verb, params[1], params[2:], mode, cases, **self.margins(tree))

    def _bending(self, tree: Tree) -> d.Bending:
        """`except [beats.higher] when d in trumps`: the id of its own stands first, the one that is lifted second."""
        return d.Bending(
            tree.words("CLAUSE")[1][1:-1], self.expr(tree.children_behind("WHEN")[0]), **self.margins(tree)
        )

    def case(self, tree: Tree) -> d.Case:
        """A line of a relation or of laws. The law is the last thing on it, behind the id and the sentence."""
        law = [k for k in tree.kids if type(k) is Tree or k.type in ("NAME", "UPPER", "NUMBER")]  # type: ignore[union-attr]
        return d.Case(sentence(tree), self._law(law[-1]), **self.margins(tree))

    def _law(self, kid: Kid) -> Any:
        """What a law says: one of the three forms that speak of the rules themselves, or a condition."""
        form = self.LAWS.get(kid.name) if type(kid) is Tree else None
        return form(self, kid) if form else self.expr(kid)  # type: ignore[arg-type]

    def _law_after(self, tree: Tree) -> Any:
        """`after play or draw: count of deck <= count of old deck`."""
        return d.After(tuple(tree.child("actions").words("NAME")), self.expr(tree.kids[-1]), span=self.span_of(tree))

    def _law_under(self, tree: Tree) -> Any:
        """`under rotating Player in views`: a relation between games, and what it is asked of."""
        names = [k.text for k in tree.kids if type(k) is Token and k.type in ("NAME", "UPPER")]
        return d.Under(names[0], names[1], tuple(names[2:]), self._condition(tree), span=self.span_of(tree))

    def _law_only(self, tree: Tree) -> Any:
        """`legality of play reads only hand, centre`, or `pay changes only coins`."""
        verb = "reads" if tree.has("READS") else "changes"
        paths = self.exprs(tree.children_behind("ONLY"))
        name = next(k.text for k in tree.kids if type(k) is Token and k.type == "NAME")
        return d.Only(tree.has("LEGALITY"), name, verb, paths, span=self.span_of(tree))

    # -------------------------------------------------------------- what happens

    def _programme(self, tree: Tree) -> d.Decl:
        """`setup`, `play` or `turn` with the lines below it."""
        return d.Programme(tree.word(0), self.body(tree.child("body")), **self.margins(tree))

    def _action(self, tree: Tree) -> d.Decl:
        """`action trade, written swap, anytime except rest`: its name, what it is called in moves, and where it may
        come between.
        """
        names = tree.words("NAME")
        written = names[1] if tree.has("WRITTEN") else None
        anytime = tree.trees("anytime")
        excepted = tuple(n for t in anytime for a in t.trees("actions") for n in a.words("NAME"))
        return d.Action(names[0], written, bool(anytime), excepted, self.body(tree.child("body")), **self.margins(tree))

    def _procedure(self, tree: Tree) -> d.Decl:
        """`to pay n: Number to p: Player`; a measure that falls, or a depth, says why a procedure that calls itself
        comes to an end.
        """
        bounds = [self.measure(t) for t in tree.trees("measure", "depth")]
        verb = tree.words("NAME")[0]
        done = self.body(tree.child("body"))
        return d.Procedure(verb, self._params(tree.kids), bounds[0] if bounds else None, done, **self.margins(tree))

    def _reaction(self, tree: Tree) -> d.Decl:
        """`whenever after pay or draw`: when, and to which of these it reacts."""
        timing = " ".join(letters(k) for k in tree.child("timing").kids)
        return d.Reaction(timing, tuple(tree.words("NAME")), self.body(tree.child("body")), **self.margins(tree))

    def _endings(self, tree: Tree) -> d.Decl:
        """`end`, and a line for each way in which the game ends."""
        return d.Endings(tuple(self._ending(t) for t in tree.trees("ending")), **self.margins(tree))

    def _ending(self, tree: Tree) -> d.Ending:
        """`at end of turn when deck is nothing`, or `at once when ..`, which belongs to no moment."""
        moment = None if tree.has("ONCE") else letters(tree.children_behind("OF")[0])
        return d.Ending(moment, self.expr(tree.children_behind("WHEN")[0]), **self.margins(tree))

    def _results(self, tree: Tree) -> d.Decl:
        """`result`, and a line for each ranking, winner or grade."""
        return d.Results(tuple(self.RESULTS[t.name](self, t) for t in tree.trees()), **self.margins(tree))

    def _ranking(self, tree: Tree) -> d.Ranking:
        """`most score, then coins wins, ties are shared`: the criteria in order, and what is done with those who are
        equal in all.
        """
        wins = next(i for i, k in enumerate(tree.kids) if type(k) is Token and k.type == "WINS")
        criteria = tuple(self.expr(k) for k in tree.kids[2:wins] if type(k) is Tree or k.type != "THEN")  # type: ignore[union-attr]
        return d.Ranking(
            criteria, self.expr(tree.children_behind("ARE")[0]), self._condition(tree), **self.margins(tree)
        )

    def _winner(self, tree: Tree) -> d.Winner:
        """`winner is active if count of deck = 0`."""
        return d.Winner(self.expr(tree.children_behind("IS")[0]), self._condition(tree), **self.margins(tree))

    def _grade(self, tree: Tree) -> d.Grade:
        """`grade is captain if score > 20`."""
        return d.Grade(self.expr(tree.children_behind("IS")[0]), self._condition(tree), **self.margins(tree))

    def _laws(self, tree: Tree) -> d.Decl:
        """`laws`, and a law on each line."""
        return d.Laws(tree.word(0), tuple(self.case(t) for t in tree.trees("case")), **self.margins(tree))

    # -------------------------------------------------------------- scenes

    def scene(self, tree: Tree) -> sc.Scene:
        """A worked example: the clause it holds or breaks, its title, its lines."""
        lines = tuple(self.LINES[t.name](self, t) for t in tree.trees())
        title = tree.words("STRING")[0][1:-1]
        return sc.Scene(tree.words("CLAUSE")[0][1:-1], title, lines, span=self.span_of(tree))

    def start(self, tree: Tree) -> sc.Start:
        """What many scenes begin with: its name, its title, its lines."""
        lines = tuple(self.LINES[t.name](self, t) for t in tree.trees())
        return sc.Start(tree.words("NAME")[0], tree.words("STRING")[0][1:-1], lines, span=self.span_of(tree))

    def _given(self, tree: Tree) -> sc.SceneLine:
        """`given hand of anna is oak, elm`: a place and what is in it, or a state and its number."""
        values = self.exprs(tree.children_behind("IS", "ARE"))
        return sc.Given(self.expr(tree.kids[1]), values, span=self.span_of(tree))

    def _given_option(self, tree: Tree) -> sc.SceneLine:
        """`given option refill one`: the options a scene is played with."""
        return sc.GivenOption(tuple(self.setting(t) for t in tree.trees("setting")), span=self.span_of(tree))

    def _given_rest(self, tree: Tree) -> sc.SceneLine:
        """`given rest of Card in deck`: where all pieces of a kind lie that the other lines do not place."""
        return sc.GivenRest(tree.words("UPPER")[0], self.expr(tree.kids[-1]), span=self.span_of(tree))

    def _given_local(self, tree: Tree) -> sc.SceneLine:
        """`given n in [pay.coins] is 2`: what a name stands for at the line at which a scene begins."""
        return sc.GivenLocal(tree.words("NAME")[0], _ids(tree)[0], self.expr(tree.kids[-1]), span=self.span_of(tree))

    def _chance(self, tree: Tree) -> sc.SceneLine:
        """`chance [dice.roll] is 4, 2`: what chance does at a line, in place of a random outcome."""
        return sc.Chance(_ids(tree)[0], self.exprs(tree.children_behind("IS")), span=self.span_of(tree))

    def _does(self, tree: Tree) -> sc.SceneLine:
        """`when anna does draw`, with the values of the move."""
        return sc.Does(self.expr(tree.kids[1]), self.move(tree.child("move")), span=self.span_of(tree))

    def _may(self, tree: Tree, allowed: bool) -> sc.SceneLine:
        """A move that somebody may make now, or may not, then perhaps with the clauses that forbid it."""
        made = self.move(tree.child("move"))
        return sc.May(self.expr(tree.kids[0]), made, allowed, _because(tree), span=self.span_of(tree))

    def _exactly(self, tree: Tree) -> sc.SceneLine:
        """All moves that somebody may make now, and no other."""
        moves = tuple(self.move(t) for t in tree.trees("move"))
        return sc.MayExactly(self.expr(tree.kids[0]), moves, span=self.span_of(tree))

    def _won(self, tree: Tree) -> sc.SceneLine:
        """Who has won."""
        return sc.Wins(self.exprs(values(tree)), span=self.span_of(tree))

    THINGS: ClassVar[dict[str, Callable[[RulebookBuilder, Tree], d.Decl]]] = {
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

    LAWS: ClassVar[dict[str, Callable[[RulebookBuilder, Tree], Any]]] = {
        "after": _law_after,
        "under": _law_under,
        "only": _law_only,
    }

    RESULTS: ClassVar[dict[str, Callable[[RulebookBuilder, Tree], Any]]] = {
        "rline": _ranking,
        "winner": _winner,
        "grade": _grade,
    }

    DECLARATIONS: ClassVar[dict[str, Callable[[RulebookBuilder, Tree], d.Decl]]] = {
        **THINGS,
        "define": _define,
        "cases": _cases,
        "total": _total,
        "relation": _relation,
        "block": _programme,
        "action": _action,
        "to": _procedure,
        "whenever": _reaction,
        "end": _endings,
        "result": _results,
        "laws": _laws,
        "scene": scene,
        "begin": start,
    }

    LINES: ClassVar[dict[str, Callable[[RulebookBuilder, Tree], sc.SceneLine]]] = {
        "origin": lambda self, tree: sc.From(tree.words("NAME")[0], span=self.span_of(tree)),
        "despite": lambda self, tree: sc.Despite(_ids(tree), span=self.span_of(tree)),
        "given_option": _given_option,
        "given": _given,
        "given_rest": _given_rest,
        "given_asking": lambda self, tree: sc.GivenAsking(_ids(tree), span=self.span_of(tree)),
        "given_local": _given_local,
        "chance": _chance,
        "made": _does,
        "outcome": lambda self, tree: sc.Then(self.expr(tree.kids[1]), span=self.span_of(tree)),
        "asked": lambda self, tree: sc.Asked(self.expr(tree.kids[0]), _ids(tree)[0], span=self.span_of(tree)),
        "sees": lambda self, tree: sc.Sees(self.expr(tree.kids[0]), self.expr(tree.kids[2]), span=self.span_of(tree)),
        "allowed": lambda self, tree: self._may(tree, True),
        "refused": lambda self, tree: self._may(tree, False),
        "exactly": _exactly,
        "won": _won,
        "tied": lambda self, tree: sc.Tied(tree.word(2), span=self.span_of(tree)),
        "graded": lambda self, tree: sc.Graded(self.expr(tree.kids[2]), span=self.span_of(tree)),
        "unlawful": lambda self, tree: sc.Refused(_because(tree), span=self.span_of(tree)),
    }
