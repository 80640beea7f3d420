"""What `reach`, `steps`, `groups`, `run` and `past-run` share: what may be named after `through`, and following it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulekit.typesystem import types as t
from rulekit.words.shared_typings import unfit
from rulekit.words.word import TypingContext
from rulekit.words.word_context import Relation


def through_relation(asked: TypingContext, kind: t.Type) -> None:
    """The relation leads from things of this type to such things, and needs no more than these two."""
    name = asked.name("through")
    info = asked.things().relations.get(name)
    if info is None or not kind.is_known:
        return
    for param in info.params[:2]:
        if not t.is_same_kind(param.type, kind):
            wanted, value = param.type.phrase, asked.argument_text("of")
            asked.complain("K16", "relation", relation=name, value=value, found=kind.phrase, wanted=wanted)
            return
    for param in info.params[2:]:
        asked.complain("K09", "missing", word=name, prep=param.prep)
        return


def through_adjective(asked: TypingContext, kind: t.Type) -> None:
    """The adjective says yes or no of things of this type, and needs no more than the thing."""
    name = asked.name("through")
    known = asked.things().words.get(name, ())
    if not known or not kind.is_known:
        return
    fitting = [info for info in known if len(info.params) == 1 and t.is_same_kind(info.params[0].type, kind)]
    if not fitting:
        unfit(asked, name, "of", known[0].params[0].type.phrase if known[0].params else "nothing")
    elif fitting[0].result is not None and not t.is_same_kind(fitting[0].result, t.YES_NO):
        asked.complain("K18", value=name, found=fitting[0].result.phrase)


def next_places(found: Iterable[Any], everything: tuple[Any, ...], through: Relation, seen: set[Any]) -> list[Any]:
    """What can be reached in one more step and was not yet."""
    fresh: dict[Any, None] = {}
    for one in found:
        for other in _ahead(one, everything, through):
            if other not in seen and other not in fresh:
                fresh[other] = None
    return list(fresh)


def _ahead(one: Any, everything: tuple[Any, ...], through: Relation) -> Iterable[Any]:
    """What a relation leads to; one that knows it for all members of its type need not be asked of each."""
    leads = getattr(through, "leads", None)
    found: Iterable[Any] = [o for o in everything if through(one, o)] if leads is None else leads(one)
    return found
