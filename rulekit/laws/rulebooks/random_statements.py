"""Lines of bodies drawn at random, as models."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from rulekit.laws.rulebooks.values import S, anything, bound, call, ids, lazily, maybe, names, numbers, path, some
from rulekit.model import statements as s
from rulekit.model.base import Cite

TEXTS = ("", "One line.", "Čeština (a # b) @ :", "-> [x] then")
texts = st.sampled_from(TEXTS)
cites = some(st.builds(Cite, st.sampled_from(["a.b", "ruling:AMB-1", "public:old print", "A:1-2", ""])), 0, 2).filter(
    lambda found: len(found) < 2 or all(c.text for c in found)
)
margin: dict[str, Any] = {"id": ids, "cites": cites}
loose: dict[str, Any] = {"id": maybe(ids), "cites": cites}
offers = some(names)


@lazily
def measures() -> S[s.Measure]:
    deep = st.integers(0, 9)
    return st.builds(s.Measure, anything(), maybe(deep)) | st.builds(s.Measure, st.none(), deep)


@lazily
def openers() -> S[s.Opener]:
    """What stands before a colon."""
    return st.one_of(
        st.builds(s.When, anything()),
        st.builds(s.Else),
        st.builds(s.Repeat, anything()),
        st.builds(s.Until, anything(), maybe(anything()), maybe(measures())),
        st.builds(s.Each, names, st.sampled_from(["in", "of"]), bound(), maybe(path())),
        st.builds(s.Ever),
        st.builds(s.Together, names, maybe(anything())),
        st.builds(s.AsFar),
    )


@lazily
def one_pick() -> S[s.Pick]:
    return st.builds(s.Pick, names, bound(), maybe(anything()))


@lazily
def many_picks() -> S[s.Picks]:
    counted = st.builds(s.Picks, names, st.sampled_from(["exactly", "up to"]), anything(), anything())
    return counted | st.builds(s.Picks, names, st.sampled_from(["any", "order"]), st.none(), anything())


@lazily
def picks() -> S[s.Pick | s.Picks]:
    return one_pick() | many_picks()


@lazily
def decisions() -> S[s.Stmt]:
    mode = st.sampled_from(["must", "may"])
    ends = st.sampled_from([(False, None), (True, None), (False, "stay")])
    ask = st.builds(lambda who, how, what, end: s.Ask(who, how, what, *end), path(), mode, offers, ends)
    choose = st.builds(
        lambda who, how, name, what, end: s.Choose(who, how, name, what, *end), path(), mode, names, some(picks()), ends
    )
    return ask | choose


@lazily
def statements() -> S[s.Stmt]:
    """One thing done."""
    return st.one_of(
        st.builds(s.Do, call()),
        picks(),
        decisions(),
        st.builds(s.Require, anything(), st.booleans()),
        st.builds(s.Let, names, anything()),
        st.builds(s.Roll, some(names), bound()),
        st.builds(s.Lot, picks()),
        st.builds(s.Finish, maybe(anything())),
    )


@lazily
def steps() -> S[s.Steps]:
    series = some(statements(), 1, 2)
    return st.builds(s.Steps, maybe(series), series)


@lazily
def menus() -> S[s.Menu]:
    free = st.builds(s.Menu, path(), st.sampled_from(["free", "any", "order"]), st.none(), names, groups())
    return free | st.builds(s.Menu, path(), st.sampled_from(["exactly", "up to"]), anything(), names, groups())


@lazily
def groups() -> S[tuple[s.Group, ...]]:
    plain = st.builds(s.Group, st.sampled_from(["once", "freely"]), st.none(), offers, **margin)
    return some(plain | st.builds(s.Group, st.just("once each"), path(), offers, **margin), 1, 2)


@lazily
def items(depth: int) -> S[s.Item]:
    """One line with the lines under it."""
    plain = st.builds(s.Line, some(openers(), 0, 2), steps(), **loose)
    bend = st.builds(s.Bend, ids, anything(), **margin)
    if depth <= 0:
        return plain | bend
    below = bodies(depth - 1)
    return st.one_of(
        plain,
        bend,
        st.builds(s.Block, some(openers(), 1, 2), below, **loose),
        st.builds(s.Block, st.just(()), below, **margin),
        st.builds(s.MenuItem, some(openers(), 0, 1), menus(), **loose),
        st.builds(s.Replace, ids, maybe(anything()), steps() | below, **margin),
    )


@lazily
def bodies(depth: int = 2) -> S[s.Body]:
    return st.builds(s.Body, maybe(texts), some(items(depth), 1, 2))


__all__ = ["bodies", "cites", "ids", "loose", "margin", "measures", "names", "numbers", "openers", "picks", "steps"]
