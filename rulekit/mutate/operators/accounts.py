"""Accounts and results: signs, lines, most and least, ties, the order of criteria."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.model import declarations as d
from rulekit.model import expressions as x
from rulekit.mutate.mutation_site import MutationSite, NodeChange, node_text
from rulekit.records import evolve
from rulekit.words import vocabulary
from rulekit.words.word import NUMBERS, Gives

SIGNS = {"+": "-", "-": "+"}
TIES = ("shared", "undecided", "drawn")


def sign(spot: MutationSite) -> Iterator[NodeChange]:
    """Plus becomes minus, and the other way round."""
    if isinstance(spot.node, d.Term):
        yield spot.field("sign", SIGNS[spot.node.sign], f"`{node_text(spot.node.value)}` counts with the other sign")
    if isinstance(spot.node, x.Sum):
        for n, (sign, value) in enumerate(spot.node.rest):
            rest = (*spot.node.rest[:n], (SIGNS[sign], value), *spot.node.rest[n + 1 :])
            yield spot.becomes(evolve(spot.node, rest=rest))


def line(spot: MutationSite) -> Iterator[NodeChange]:
    """A line of an account is left out, or its condition is; a summand is left out."""
    if isinstance(spot.node, d.Term):
        gone = list(spot.removals())
        yield from gone or (spot.field("condition", x.No(), f"`{node_text(spot.node.value)}` never counts"),)
        if spot.node.condition is not None:
            yield spot.field("condition", None, f"`{node_text(spot.node.value)}` always counts")
    if isinstance(spot.node, x.Sum):
        for n, (_, value) in enumerate(spot.node.rest):
            rest = (*spot.node.rest[:n], *spot.node.rest[n + 1 :])
            new = evolve(spot.node, rest=rest) if rest else spot.node.first
            yield NodeChange(spot.path, new, f"`{node_text(value)}` is left out of `{node_text(spot.node)}`")


def amount(spot: MutationSite) -> Iterator[NodeChange]:
    """A number in an account is one more or one less."""
    if isinstance(spot.node, x.Number) and spot.number_family == "accounts":
        yield from spot.by_one()


def extreme(spot: MutationSite) -> Iterator[NodeChange]:
    """`most` becomes `least`, `highest` becomes `lowest`; sum and count are exchanged."""
    if isinstance(spot.node, x.Of) and (word := vocabulary.find(spot.node.word)) is not None:
        if word.swap and word.gives in (*NUMBERS, Gives.MEMBER):
            yield spot.becomes(evolve(spot.node, word=word.swap))
    if isinstance(spot.node, x.Product):
        for n, (op, value) in enumerate(spot.node.rest):
            rest = (*spot.node.rest[:n], *spot.node.rest[n + 1 :])
            new = evolve(spot.node, rest=rest) if rest else spot.node.first
            yield NodeChange(spot.path, new, f"`{op} {node_text(value)}` is left out of `{node_text(spot.node)}`")


def result(spot: MutationSite) -> Iterator[NodeChange]:
    """The least wins; ties come out otherwise; criteria change places or fall away; a line of the result is gone."""
    if isinstance(spot.node, d.Ranking | d.Winner | d.Grade) and len(spot.fellows) > 1:
        yield from spot.removals()
    if not isinstance(spot.node, d.Ranking):
        return
    criteria = spot.node.criteria
    for n, one in enumerate(criteria):
        asked = x.Of(one.name, None, x.Name("player")) if isinstance(one, x.Name) else one
        least = x.Sum(x.Number(0), (("-", asked),))
        yield NodeChange((*spot.path, "criteria", n), least, f"least {node_text(one)} wins")
        if len(criteria) > 1:
            rest = (*criteria[:n], *criteria[n + 1 :])
            yield spot.field("criteria", rest, f"`{node_text(one)}` decides nothing")
    if len(criteria) > 1:
        yield spot.field("criteria", tuple(reversed(criteria)), "the criteria change places")
    for tie in TIES:
        if spot.node.ties != x.Name(tie):
            yield spot.field("ties", x.Name(tie), f"ties are {tie}")


OPERATORS = {"sign": sign, "account-line": line, "account-amount": amount, "extreme": extreme, "result": result}
