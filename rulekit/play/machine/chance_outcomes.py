"""What fate may answer: every outcome of a chance point, one drawn at random, and how outcomes are written."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

from rulekit.play.games.random_bits import Bits
from rulekit.play.machine.machine import Machine
from rulekit.play.moves.refusals import Refused, said
from rulekit.play.moves.value_encoder import Scribe
from rulekit.play.position.frames import ChancePoint
from rulekit.play.position.strict_json import dumps

Outcome = Any


def drawn(point: ChancePoint, bits: Bits) -> Outcome:
    """One outcome, all equally likely."""
    if point.kind == "dice":
        return tuple(bits.pick(point.domain) for _ in range(point.count))
    if point.kind == "order":
        return bits.order(point.domain)
    return bits.pick(point.domain)


# ------------------------------------------------------------------ as it is written


def written(m: Machine, point: ChancePoint, outcome: Outcome) -> Any:
    """An outcome in JSON: a value for each name, pieces top first, or what was picked."""
    scribe = Scribe(m)
    if point.kind == "pick":
        return scribe.write(outcome, point.type)
    return [scribe.write(one, point.type) for one in outcome]


def read(m: Machine, point: ChancePoint, data: Any) -> Outcome:
    """The outcome that was written; refused if it is not in the domain."""
    members: dict[str, list[Any]] = {}
    for member, text in zip(point.domain, member_texts(m, point), strict=True):
        members.setdefault(text, []).append(member)
    if point.kind == "pick":
        return _one(members, point, data)
    count = point.count if point.kind == "dice" else len(point.domain)
    if not isinstance(data, list) or len(data) != count:
        raise Refused("bad-chance", f"[{point.line}]", f"an outcome here is a list of {count}, not {said(data)}")
    if point.kind == "dice":
        return tuple(_one(members, point, one) for one in data)
    return tuple(_taken(members, point, one) for one in data)


def member_texts(m: Machine, point: ChancePoint) -> list[str]:
    """The members of the domain as they are written; members that cannot be told apart have the same text."""
    scribe = Scribe(m)
    return [dumps(scribe.write(member, point.type)) for member in point.domain]


def _text(data: Any) -> str:
    try:
        return dumps(data)
    except (TypeError, ValueError, RecursionError):
        return ""


def _one(members: dict[str, list[Any]], point: ChancePoint, data: Any) -> Any:
    found = members.get(_text(data))
    if not found:
        raise Refused("bad-chance", f"[{point.line}]", f"{said(data)} cannot come here")
    return found[0]


def _taken(members: dict[str, list[Any]], point: ChancePoint, data: Any) -> Any:
    """A member that is not used again."""
    found = members.get(_text(data))
    if not found:
        raise Refused("bad-chance", f"[{point.line}]", f"{said(data)} cannot come here, or not once more")
    return found.pop(0)


# ------------------------------------------------------------------ all of them


def count(m: Machine, point: ChancePoint) -> int:
    """How many different outcomes there are."""
    texts = Counter(member_texts(m, point))
    if point.kind == "dice":
        return int(len(texts) ** point.count)
    if point.kind == "pick":
        return len(texts)
    return math.factorial(len(point.domain)) // math.prod(math.factorial(n) for n in texts.values())


def every(m: Machine, point: ChancePoint) -> Iterator[Outcome]:
    """Every different outcome, in the order of the domain."""
    classes: dict[str, list[Any]] = {}
    for member, text in zip(point.domain, member_texts(m, point), strict=True):
        classes.setdefault(text, []).append(member)
    firsts = [found[0] for found in classes.values()]
    if point.kind == "dice":
        yield from itertools.product(firsts, repeat=point.count)
    elif point.kind == "pick":
        yield from firsts
    else:
        yield from _orders([list(found) for found in classes.values()], len(point.domain))


def _orders(classes: list[list[Any]], left: int) -> Iterator[tuple[Any, ...]]:
    """Orders of classes; the members of one class keep theirs."""
    if not left:
        yield ()
        return
    for found in classes:
        if found:
            first = found.pop(0)
            for rest in _orders(classes, left - 1):
                yield (first, *rest)
            found.insert(0, first)
