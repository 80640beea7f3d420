"""Rulebooks drawn at random, as models: values, lines of bodies, declarations; every class of node occurs."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, ParamSpec, TypeVar, cast

from hypothesis import strategies as st

from rulekit.model import declarations as d
from rulekit.model import expressions as x
from rulekit.model import scenes as sc
from rulekit.model import statements as s
from rulekit.model.base import Cite
from rulekit.model.rulebook import Rulebook

T = TypeVar("T")
P = ParamSpec("P")
S = st.SearchStrategy
Expr = S[x.Expr]

NAMES = ("oak", "ash", "elm-tree", "w", "y-2", "grove-of-pine", "fits", "best", "reached", "player", "fir4")
KINDS = ("Card", "Cell", "Player", "B2")
IDS = ("a.b", "round.one", "z", "quite-long.and-longer-id", "n.1")
PREPS = ("at", "within", "through", "stopping", "turned", "beyond", "towards", "by")
VERB_PREPS = ("to", "into", "onto", "from", "with", "on", "as")
DEPTH = 3  # so deep are values nested

names = st.sampled_from(NAMES)
kinds = st.sampled_from(KINDS)
ids = st.sampled_from(IDS)
numbers = st.integers(0, 1200)


def lazily(make: Callable[P, S[T]]) -> Callable[P, S[T]]:
    """A strategy that is put together once, and only when it is drawn from: ours name each other in circles."""
    kept = cache(make)

    def draw_from(draw: Callable[[S[Any]], Any], *args: Any) -> Any:
        return draw(kept(*args))

    draw_from.__name__ = make.__name__
    return cast(Callable[P, S[T]], cache(st.composite(draw_from)))


def several_of(what: S[T], least: int = 1, most: int = 3) -> S[tuple[T, ...]]:
    """A few of these."""
    return st.lists(what, min_size=least, max_size=most).map(tuple)


def optional(what: S[T]) -> S[T | None]:
    """One of these or nothing."""
    return st.none() | what


# ------------------------------------------------------------------ values


@lazily
def name_or_kind() -> Expr:
    """`gold`, `Card`, `it`."""
    return st.builds(x.Name, names) | st.builds(x.KindName, kinds) | st.builds(x.It)


@lazily
def leaves() -> Expr:
    """Values without parts."""
    plain = st.sampled_from([x.Yes(), x.No(), x.Nothing()])
    number = st.builds(x.Number, numbers)
    return name_or_kind() | number | st.builds(x.Negative, number) | plain


def deep(depth: int, *forms: Expr) -> Expr:
    """One of the forms, or something plain if this is deep enough."""
    return st.one_of(*forms) if depth > 0 else name_or_kind()


@lazily
def path(depth: int = DEPTH) -> Expr:
    """A name, or a word of something."""
    if depth <= 0:
        return name_or_kind()
    below = depth - 1
    counted = optional(st.builds(x.Number, numbers) | any_expression(below))
    of = st.builds(x.Of, names, counted, behind_word(below))
    return name_or_kind() | of | st.builds(x.Old, path(below))


@lazily
def behind_word(depth: int) -> Expr:
    """What stands behind `of` or a preposition: what takes prepositions itself stands in a bracket there."""
    held = (plain_chain(depth) | bracket_applied_to(depth)).filter(lambda v: isinstance(v, x.Of | x.Old | x.Chain))
    return path(depth) | st.builds(x.Bracket, held) | any_expression(depth).filter(lambda v: not isinstance(v, x.Chain))


@lazily
def args(depth: int) -> S[tuple[tuple[str, x.Expr], ...]]:
    """One or two prepositions with what stands behind them."""
    return several_of(st.tuples(st.sampled_from(PREPS), behind_word(depth)), 1, 2)


@lazily
def plain_chain(depth: int) -> Expr:
    """A path, perhaps with prepositions."""
    return deep(depth, path(depth), st.builds(x.Chain, path(depth - 1), args(depth - 1)))


@lazily
def bracket_applied_to(depth: int) -> Expr:
    """A bracket with prepositions."""
    return st.builds(x.Chain, st.builds(x.Bracket, any_expression(depth)), args(depth))


@lazily
def where_form(depth: int) -> Expr:
    """`hand where (..)`."""
    return st.builds(x.Where, plain_chain(depth), any_expression(depth - 1))


@lazily
def chain(depth: int = DEPTH) -> Expr:
    """A path with all that may follow it."""
    source = path(depth - 1) | any_expression(depth - 1)
    each = st.builds(x.ForEach, plain_chain(depth) | where_form(depth), names, source)
    return deep(depth, plain_chain(depth), where_form(depth), each)


@lazily
def domain(depth: int = DEPTH) -> Expr:
    """What may be walked through."""
    return any_expression(depth) | st.builds(x.Range, any_expression(depth), any_expression(depth))


def sign_chain(form: type[x.Sum] | type[x.Product], signs: str, depth: int) -> Expr:
    """Sums or products of two or three parts."""
    return st.builds(
        form, any_expression(depth), several_of(st.tuples(st.sampled_from(signs), any_expression(depth)), 1, 2)
    )


@lazily
def move(depth: int = DEPTH) -> S[x.Move]:
    """`play card oak, at 3`."""
    return st.builds(x.Move, names, several_of(st.tuples(names, any_expression(depth)), 0, 2))


@lazily
def call(depth: int = DEPTH) -> S[x.Call]:
    """A verb with all that may follow it."""
    what = any_expression(depth)
    return st.builds(
        x.Call,
        names,
        optional(what),
        several_of(st.tuples(st.sampled_from(VERB_PREPS), what), 0, 2),
        optional(st.tuples(st.integers(1, 3), path(depth))),
        optional(st.tuples(st.sampled_from(["most", "least"]), what)),
    )


@lazily
def tests(depth: int) -> Expr:
    """Conditions with a word or sign between two values."""
    part, side = any_expression(depth), st.booleans()
    return st.one_of(
        st.builds(x.Compare, st.sampled_from([">=", "<=", "=", "<", ">"]), part, part),
        st.builds(x.In, part, part, side),
        st.builds(x.Is, part, part, side),
        st.builds(x.Related, chain(depth), names, chain(depth)),
        st.builds(x.And, several_of(part, 2)),
        st.builds(x.Or, several_of(part, 2)),
        st.builds(x.Not, part),
    )


@lazily
def closed_forms(depth: int) -> Expr:
    """Forms that need no brackets round them."""
    part = any_expression(depth)
    return st.one_of(
        st.builds(x.Amount, part, names),
        bracket_applied_to(depth),
        st.builds(x.Those, names, domain(depth), part),
        st.builds(x.Extreme, names, domain(depth), st.sampled_from(["most", "least"]), path(depth) | part),
        st.builds(x.All, names, path(depth)),
        st.builds(x.Choice, part, part, part),
        st.builds(x.Tuple, several_of(part, 2)),
        st.builds(x.Legal, move(depth)),
    )


@lazily
def sentences(depth: int) -> Expr:
    """Forms that reach as far to the right as they can."""
    part = any_expression(depth)
    binds = several_of(st.builds(x.Bind, names, domain(depth)), 1, 2)
    return st.one_of(
        st.builds(x.Quantifier, st.sampled_from(["every", "some", "no"]), binds, part),
        st.builds(x.Implies, part, part),
        st.builds(x.Supposing, call(depth), part),
        st.builds(x.Otherwise, part, part),
        sign_chain(x.Sum, "+-", depth),
        sign_chain(x.Product, "*/", depth),
    )


@lazily
def any_expression(depth: int = DEPTH) -> Expr:
    """Any value."""
    if depth <= 0:
        return leaves()
    below = depth - 1
    return st.one_of(leaves(), leaves(), chain(below), tests(below), closed_forms(below), sentences(below))


# ------------------------------------------------------------------ lines of bodies


TEXTS = ("", "One line.", "Čeština (a # b) @ :", "-> [x] then")
texts = st.sampled_from(TEXTS)
cites = several_of(
    st.builds(Cite, st.sampled_from(["a.b", "ruling:AMB-1", "public:old print", "A:1-2", ""])), 0, 2
).filter(lambda found: len(found) < 2 or all(c.text for c in found))
margin: dict[str, Any] = {"id": ids, "cites": cites}
loose: dict[str, Any] = {"id": optional(ids), "cites": cites}
offers = several_of(names)


@lazily
def measures() -> S[s.Measure]:
    """`falling v`, `at most n deep`, or both."""
    deep = st.integers(0, 9)
    return st.builds(s.Measure, any_expression(), optional(deep)) | st.builds(s.Measure, st.none(), deep)


@lazily
def openers() -> S[s.Opener]:
    """What stands before a colon."""
    return st.one_of(
        st.builds(s.When, any_expression()),
        st.builds(s.Else),
        st.builds(s.Repeat, any_expression()),
        st.builds(s.Until, any_expression(), optional(any_expression()), optional(measures())),
        st.builds(s.Each, names, st.sampled_from(["in", "of"]), domain(), optional(path())),
        st.builds(s.Ever),
        st.builds(s.Together, names, optional(any_expression())),
        st.builds(s.AsFar),
    )


@lazily
def one_pick() -> S[s.Pick]:
    """`c in hand`."""
    return st.builds(s.Pick, names, domain(), optional(any_expression()))


@lazily
def many_picks() -> S[s.Picks]:
    """`cs are up to 3 from hand`."""
    counted = st.builds(s.Picks, names, st.sampled_from(["exactly", "up to"]), any_expression(), any_expression())
    return counted | st.builds(s.Picks, names, st.sampled_from(["any", "order"]), st.none(), any_expression())


@lazily
def picks() -> S[s.Pick | s.Picks]:
    """Either form of choosing."""
    return one_pick() | many_picks()


@lazily
def decisions() -> S[s.Stmt]:
    """`player must grab`, `player may choose paint: ..`."""
    mode = st.sampled_from(["must", "may"])
    ends = st.sampled_from([(False, None), (True, None), (False, "stay")])
    ask = st.builds(lambda who, how, what, end: s.Ask(who, how, what, *end), path(), mode, offers, ends)
    choose = st.builds(
        lambda who, how, name, what, end: s.Choose(who, how, name, what, *end),
        path(),
        mode,
        names,
        several_of(picks()),
        ends,
    )
    return ask | choose


@lazily
def statements() -> S[s.Stmt]:
    """One thing done."""
    return st.one_of(
        st.builds(s.Do, call()),
        picks(),
        decisions(),
        st.builds(s.Require, any_expression(), st.booleans()),
        st.builds(s.Let, names, any_expression()),
        st.builds(s.Roll, several_of(names), domain()),
        st.builds(s.Lot, picks()),
        st.builds(s.Finish, optional(any_expression())),
    )


@lazily
def steps() -> S[s.Steps]:
    """What a line does, perhaps with a price before an arrow."""
    series = several_of(statements(), 1, 2)
    return st.builds(s.Steps, optional(series), series)


@lazily
def menus() -> S[s.Menu]:
    """`player picks until done`, or up to a number."""
    free = st.builds(s.Menu, path(), st.sampled_from(["free", "any", "order"]), st.none(), names, groups())
    return free | st.builds(s.Menu, path(), st.sampled_from(["exactly", "up to"]), any_expression(), names, groups())


@lazily
def groups() -> S[tuple[s.Group, ...]]:
    """The lines of a menu."""
    plain = st.builds(s.Group, st.sampled_from(["once", "freely"]), st.none(), offers, **margin)
    return several_of(plain | st.builds(s.Group, st.just("once each"), path(), offers, **margin), 1, 2)


@lazily
def items(depth: int) -> S[s.Item]:
    """One line with the lines under it."""
    plain = st.builds(s.Line, several_of(openers(), 0, 2), steps(), **loose)
    bend = st.builds(s.Bend, ids, any_expression(), **margin)
    if depth <= 0:
        return plain | bend
    below = bodies(depth - 1)
    return st.one_of(
        plain,
        bend,
        st.builds(s.Block, several_of(openers(), 1, 2), below, **loose),
        st.builds(s.Block, st.just(()), below, **margin),
        st.builds(s.MenuItem, several_of(openers(), 0, 1), menus(), **loose),
        st.builds(s.Replace, ids, optional(any_expression()), steps() | below, **margin),
    )


@lazily
def bodies(depth: int = 2) -> S[s.Body]:
    """Indented lines; `depth` limits how deep they stand inside each other."""
    return st.builds(s.Body, optional(texts), several_of(items(depth), 1, 2))


# ------------------------------------------------------------------ declarations


cited: dict[str, Any] = {"cites": cites}
values = st.one_of(names, numbers, st.booleans(), st.builds(d.Text, texts))
choices = st.one_of(names, numbers, st.booleans())
settings = several_of(st.builds(d.Setting, names, several_of(values)), 1, 2)
shapes = st.sampled_from(["pile", "set", "bag"])
ranges = st.tuples(numbers, numbers).map(lambda pair: d.RangeType(min(pair), max(pair)))
collections = st.builds(d.CollectionType, shapes, kinds, optional(numbers))
types = st.one_of(
    st.builds(d.NamedType, kinds, st.booleans()),
    ranges,
    st.builds(d.YesNoType),
    st.builds(d.ChoiceType, several_of(names, 2)),
    collections,
    st.builds(d.EffectsType),
    st.builds(d.TextType),
)
members = st.builds(d.ChoiceType, several_of(names)) | st.builds(d.RingType, several_of(names))
views = st.builds(
    d.View, chain(), st.sampled_from(["it", "face", "count", "front"]), optional(names), optional(any_expression())
)


@lazily
def things() -> S[d.Decl]:
    """Kinds with their faces, rows, types and spaces."""
    faces = st.builds(d.Face, optional(names), st.booleans(), several_of(st.builds(d.Field, names, types)), **cited)
    sorts = st.sampled_from(["card", "tile", "piece", "list", "part"])
    files = st.sampled_from(["a.toml", "b c.toml"])
    effect = st.builds(
        d.Effect, names | st.just("2"), several_of(picks(), 0, 2), several_of(openers(), 0, 2), steps(), **cited
    )
    part = st.builds(d.PartRow, kinds, names, settings | st.just(()), **cited)
    row = st.builds(d.Row, names, settings | st.just(()), several_of(part, 0, 2), several_of(effect, 0, 2), **margin)
    spaces = several_of(st.tuples(names, numbers | kinds), 0, 2)
    return st.one_of(
        st.builds(d.TypeDecl, kinds, types | members, **cited),
        st.builds(d.Space, kinds, names, spaces, **cited),
        st.builds(
            d.Kind, sorts, kinds, optional(kinds), optional(numbers), optional(files), several_of(faces, 0, 2), **cited
        ),
        st.builds(d.Written, kinds, any_expression(), **cited),
        st.builds(d.Rows, kinds, several_of(row, 1, 2)),
    )


@lazily
def openings() -> S[d.Decl]:
    """The head of a rulebook: game, sources, options, editions."""
    return st.one_of(
        st.builds(d.Game, names, numbers, numbers, optional(st.sampled_from(["asked", "taken"]))),
        st.builds(d.Source, kinds, texts),
        st.builds(d.Option, names, several_of(choices), optional(choices), **cited),
        st.builds(d.Edition, names, settings, **cited),
    )


@lazily
def places() -> S[d.Decl]:
    """Zones and states."""
    of, at = several_of(kinds, 0, 2), several_of(kinds, 0, 2)
    columns = (names, of, at, st.sampled_from(["pile", "set", "bag", "one"]), kinds, optional(numbers))
    seen = st.builds(d.Zone, *columns, several_of(views, 1, 2), optional(names), **cited)
    known = st.builds(d.Zone, *columns, st.just(()), names, **cited)
    bounds = several_of(st.tuples(st.sampled_from(["most", "least"]), any_expression()), 0, 2)
    overflow = optional(st.sampled_from(["lost", "fit"]))
    state = (
        types,
        optional(any_expression()),
        bounds,
        overflow,
        several_of(names, 0, 2),
        st.booleans(),
        several_of(views, 0, 2),
    )
    return seen | known | st.builds(d.State, names, of, at, *state, **cited)


def parameters(preps: S[str | None]) -> S[d.Param]:
    """`p: Player`, behind one of these prepositions."""
    return st.builds(d.Param, preps, names, kinds, optional(shapes))


@lazily
def heads() -> S[d.Head]:
    """Heads of words; one that has `of` has a direct parameter."""
    more = several_of(parameters(st.sampled_from(PREPS)), 0, 2)
    direct = st.builds(lambda first, rest: (first, *rest), parameters(st.none()), more)  # `of` asks for one
    return st.builds(d.Head, names, st.booleans(), direct) | st.builds(d.Head, names, st.just(False), more)


@lazily
def laws() -> S[Any]:
    """Every form a law can have."""
    return st.one_of(
        any_expression(),
        st.builds(d.After, several_of(names), any_expression()),
        st.builds(d.Under, names, names | kinds, several_of(names, 0, 2), optional(any_expression())),
        st.builds(d.Only, st.booleans(), names, st.sampled_from(["reads", "changes"]), several_of(path(), 1, 2)),
    )


@lazily
def words() -> S[d.Decl]:
    """Words, totals, relations and laws."""
    case = st.builds(d.Case, optional(texts), laws(), **margin)
    bending = st.builds(d.Bending, ids, any_expression(), **margin)
    one = st.builds(d.ValueCase, any_expression(), optional(any_expression()), **margin)
    term = st.builds(d.Term, st.sampled_from("+-"), any_expression(), optional(any_expression()), **margin)
    bound = st.builds(d.Bound, st.sampled_from(["most", "least"]), any_expression(), **margin)
    side, more = parameters(st.none()), several_of(parameters(st.sampled_from(PREPS)), 0, 2)
    mode = st.sampled_from(["any", "all"])
    return st.one_of(
        st.builds(
            d.Define, heads(), any_expression(), several_of(st.builds(d.Naming, names, any_expression()), 0, 2), **cited
        ),
        st.builds(d.Cases, heads(), several_of(one)),
        st.builds(d.Total, heads(), several_of(term | bound)),
        st.builds(d.Relation, side, names, side, more, mode, several_of(case | bending)),
        st.builds(d.Laws, names, several_of(case)),
    )


@lazily
def happenings() -> S[d.Decl]:
    """Blocks, actions, procedures and reactions."""
    more = several_of(parameters(st.sampled_from(PREPS + VERB_PREPS)), 0, 2)
    direct = st.builds(lambda first, rest: (first, *rest), parameters(st.none()), more)
    timing = st.sampled_from(["before", "after", "instead of"])
    written = optional(names | st.sampled_from(["let", "must"]))  # any word may stand there
    actions = st.builds(d.Action, names, written, st.just(True), several_of(names, 0, 2), bodies())
    return st.one_of(
        st.builds(d.Programme, st.sampled_from(["setup", "turn", "play"]), bodies()),
        actions | st.builds(d.Action, names, written, st.just(False), st.just(()), bodies()),
        st.builds(d.Procedure, names, direct, optional(measures()), bodies()),
        st.builds(d.Reaction, timing, several_of(names), bodies()),
    )


@lazily
def closings() -> S[d.Decl]:
    """Endings and results."""
    ending = st.builds(d.Ending, optional(names), any_expression(), **margin)
    ranking = st.builds(
        d.Ranking, several_of(any_expression(), 1, 2), any_expression(), optional(any_expression()), **margin
    )
    winner = st.builds(d.Winner, any_expression(), optional(any_expression()), **margin)
    grade = st.builds(d.Grade, any_expression(), optional(any_expression()), **margin)
    ended = st.builds(d.Endings, several_of(ending, 1, 2))
    return ended | st.builds(d.Results, several_of(ranking | winner | grade, 1, 2))


@lazily
def scenes() -> S[d.Decl]:
    """Scenes and starts with every kind of line."""
    who, what, clauses = path(), several_of(any_expression(), 1, 2), several_of(ids, 1, 2)
    given = st.one_of(
        st.builds(sc.GivenOption, settings),
        st.builds(sc.Given, chain(), what),
        st.builds(sc.GivenRest, kinds, path()),
        st.builds(sc.GivenAsking, clauses),
        st.builds(sc.GivenLocal, names, ids, any_expression()),
        st.builds(sc.Chance, ids, what),
        st.builds(sc.Does, who, move()),
    )
    shown = st.one_of(
        st.builds(sc.Despite, clauses),
        st.builds(sc.Then, any_expression()),
        st.builds(sc.Asked, who, ids),
        st.builds(sc.Sees, who, any_expression()),
        st.builds(sc.May, who, move(), st.booleans(), clauses | st.just(())),
        st.builds(sc.MayExactly, who, several_of(move(), 1, 2)),
        st.builds(sc.Refused, clauses),
        st.builds(sc.Wins, several_of(who, 0, 2)),
        st.builds(sc.Tied, names),
        st.builds(sc.Graded, any_expression()),
    )
    begun = several_of(st.builds(sc.From, names), 0, 1)
    scene = st.builds(sc.Scene, ids, texts, _after(begun, several_of(given | shown)))
    return scene | st.builds(sc.Start, names, texts, _after(begun, several_of(given)))


def _after(first: S[tuple[sc.SceneLine, ...]], rest: S[tuple[sc.SceneLine, ...]]) -> S[tuple[sc.SceneLine, ...]]:
    return st.tuples(first, rest).map(lambda both: (*both[0], *both[1]))


@lazily
def rulebooks() -> S[Rulebook]:
    """A few declarations of any sort."""
    sorts = st.one_of(openings(), things(), places(), words(), happenings(), closings(), scenes())
    return st.builds(Rulebook, several_of(sorts, 1, 4))
