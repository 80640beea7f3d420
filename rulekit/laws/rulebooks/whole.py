"""Whole rulebooks drawn at random, as models: every class of node occurs in some of them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from rulekit.laws.rulebooks.random_statements import bodies, cites, margin, measures, openers, picks, steps, texts
from rulekit.laws.rulebooks.values import (
    PREPS,
    VERB_PREPS,
    S,
    anything,
    chain,
    ids,
    kinds,
    lazily,
    maybe,
    move,
    names,
    numbers,
    path,
    some,
)
from rulekit.model import declarations as d
from rulekit.model import scenes as sc
from rulekit.model.rulebook import Rulebook

cited: dict[str, Any] = {"cites": cites}
values = st.one_of(names, numbers, st.booleans(), st.builds(d.Text, texts))
choices = st.one_of(names, numbers, st.booleans())
settings = some(st.builds(d.Setting, names, some(values)), 1, 2)
shapes = st.sampled_from(["pile", "set", "bag"])
ranges = st.tuples(numbers, numbers).map(lambda pair: d.RangeType(min(pair), max(pair)))
collections = st.builds(d.CollectionType, shapes, kinds, maybe(numbers))
types = st.one_of(
    st.builds(d.NamedType, kinds, st.booleans()),
    ranges,
    st.builds(d.YesNoType),
    st.builds(d.ChoiceType, some(names, 2)),
    collections,
    st.builds(d.EffectsType),
    st.builds(d.TextType),
)
members = st.builds(d.ChoiceType, some(names)) | st.builds(d.RingType, some(names))
views = st.builds(d.View, chain(), st.sampled_from(["it", "face", "count", "front"]), maybe(names), maybe(anything()))


@lazily
def things() -> S[d.Decl]:
    faces = st.builds(d.Face, maybe(names), st.booleans(), some(st.builds(d.Field, names, types)), **cited)
    sorts = st.sampled_from(["card", "tile", "piece", "list", "part"])
    files = st.sampled_from(["a.toml", "b c.toml"])
    effect = st.builds(d.Effect, names | st.just("2"), some(picks(), 0, 2), some(openers(), 0, 2), steps(), **cited)
    part = st.builds(d.PartRow, kinds, names, settings | st.just(()), **cited)
    row = st.builds(d.Row, names, settings | st.just(()), some(part, 0, 2), some(effect, 0, 2), **margin)
    spaces = some(st.tuples(names, numbers | kinds), 0, 2)
    return st.one_of(
        st.builds(d.TypeDecl, kinds, types | members, **cited),
        st.builds(d.Space, kinds, names, spaces, **cited),
        st.builds(d.Kind, sorts, kinds, maybe(kinds), maybe(numbers), maybe(files), some(faces, 0, 2), **cited),
        st.builds(d.Written, kinds, anything(), **cited),
        st.builds(d.Rows, kinds, some(row, 1, 2)),
    )


@lazily
def openings() -> S[d.Decl]:
    return st.one_of(
        st.builds(d.Game, names, numbers, numbers, maybe(st.sampled_from(["asked", "taken"]))),
        st.builds(d.Source, kinds, texts),
        st.builds(d.Option, names, some(choices), maybe(choices), **cited),
        st.builds(d.Edition, names, settings, **cited),
    )


@lazily
def places() -> S[d.Decl]:
    of, at = some(kinds, 0, 2), some(kinds, 0, 2)
    columns = (names, of, at, st.sampled_from(["pile", "set", "bag", "one"]), kinds, maybe(numbers))
    seen = st.builds(d.Zone, *columns, some(views, 1, 2), maybe(names), **cited)
    known = st.builds(d.Zone, *columns, st.just(()), names, **cited)
    bounds = some(st.tuples(st.sampled_from(["most", "least"]), anything()), 0, 2)
    overflow = maybe(st.sampled_from(["lost", "fit"]))
    state = (types, maybe(anything()), bounds, overflow, some(names, 0, 2), st.booleans(), some(views, 0, 2))
    return seen | known | st.builds(d.State, names, of, at, *state, **cited)


def parameters(preps: S[str | None]) -> S[d.Param]:
    return st.builds(d.Param, preps, names, kinds, maybe(shapes))


@lazily
def heads() -> S[d.Head]:
    more = some(parameters(st.sampled_from(PREPS)), 0, 2)
    direct = st.builds(lambda first, rest: (first, *rest), parameters(st.none()), more)  # `of` asks for one
    return st.builds(d.Head, names, st.booleans(), direct) | st.builds(d.Head, names, st.just(False), more)


@lazily
def laws() -> S[Any]:
    return st.one_of(
        anything(),
        st.builds(d.After, some(names), anything()),
        st.builds(d.Under, names, names | kinds, some(names, 0, 2), maybe(anything())),
        st.builds(d.Only, st.booleans(), names, st.sampled_from(["reads", "changes"]), some(path(), 1, 2)),
    )


@lazily
def words() -> S[d.Decl]:
    case = st.builds(d.Case, maybe(texts), laws(), **margin)
    bending = st.builds(d.Bending, ids, anything(), **margin)
    one = st.builds(d.ValueCase, anything(), maybe(anything()), **margin)
    term = st.builds(d.Term, st.sampled_from("+-"), anything(), maybe(anything()), **margin)
    bound = st.builds(d.Bound, st.sampled_from(["most", "least"]), anything(), **margin)
    side, more = parameters(st.none()), some(parameters(st.sampled_from(PREPS)), 0, 2)
    mode = st.sampled_from(["any", "all"])
    return st.one_of(
        st.builds(d.Define, heads(), anything(), some(st.builds(d.Naming, names, anything()), 0, 2), **cited),
        st.builds(d.Cases, heads(), some(one)),
        st.builds(d.Total, heads(), some(term | bound)),
        st.builds(d.Relation, side, names, side, more, mode, some(case | bending)),
        st.builds(d.Laws, names, some(case)),
    )


@lazily
def happenings() -> S[d.Decl]:
    more = some(parameters(st.sampled_from(PREPS + VERB_PREPS)), 0, 2)
    direct = st.builds(lambda first, rest: (first, *rest), parameters(st.none()), more)
    timing = st.sampled_from(["before", "after", "instead of"])
    written = maybe(names | st.sampled_from(["let", "must"]))  # any word may stand there
    actions = st.builds(d.Action, names, written, st.just(True), some(names, 0, 2), bodies())
    return st.one_of(
        st.builds(d.Programme, st.sampled_from(["setup", "turn", "play"]), bodies()),
        actions | st.builds(d.Action, names, written, st.just(False), st.just(()), bodies()),
        st.builds(d.Procedure, names, direct, maybe(measures()), bodies()),
        st.builds(d.Reaction, timing, some(names), bodies()),
    )


@lazily
def closings() -> S[d.Decl]:
    ending = st.builds(d.Ending, maybe(names), anything(), **margin)
    ranking = st.builds(d.Ranking, some(anything(), 1, 2), anything(), maybe(anything()), **margin)
    winner = st.builds(d.Winner, anything(), maybe(anything()), **margin)
    grade = st.builds(d.Grade, anything(), maybe(anything()), **margin)
    ended = st.builds(d.Endings, some(ending, 1, 2))
    return ended | st.builds(d.Results, some(ranking | winner | grade, 1, 2))


@lazily
def scenes() -> S[d.Decl]:
    who, what, clauses = path(), some(anything(), 1, 2), some(ids, 1, 2)
    given = st.one_of(
        st.builds(sc.GivenOption, settings),
        st.builds(sc.Given, chain(), what),
        st.builds(sc.GivenRest, kinds, path()),
        st.builds(sc.GivenAsking, clauses),
        st.builds(sc.GivenLocal, names, ids, anything()),
        st.builds(sc.Chance, ids, what),
        st.builds(sc.Does, who, move()),
    )
    shown = st.one_of(
        st.builds(sc.Despite, clauses),
        st.builds(sc.Then, anything()),
        st.builds(sc.Asked, who, ids),
        st.builds(sc.Sees, who, anything()),
        st.builds(sc.May, who, move(), st.booleans(), clauses | st.just(())),
        st.builds(sc.MayExactly, who, some(move(), 1, 2)),
        st.builds(sc.Refused, clauses),
        st.builds(sc.Wins, some(who, 0, 2)),
        st.builds(sc.Tied, names),
        st.builds(sc.Graded, anything()),
    )
    begun = some(st.builds(sc.From, names), 0, 1)
    scene = st.builds(sc.Scene, ids, texts, _after(begun, some(given | shown)))
    return scene | st.builds(sc.Start, names, texts, _after(begun, some(given)))


def _after(first: S[tuple[sc.SceneLine, ...]], rest: S[tuple[sc.SceneLine, ...]]) -> S[tuple[sc.SceneLine, ...]]:
    return st.tuples(first, rest).map(lambda both: (*both[0], *both[1]))


@lazily
def rulebooks() -> S[Rulebook]:
    """A few declarations of any sort."""
    sorts = st.one_of(openings(), things(), places(), words(), happenings(), closings(), scenes())
    return st.builds(Rulebook, some(sorts, 1, 4))
