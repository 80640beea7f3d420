"""A long list of moves narrowed field by field: what is asked next, what was picked so far, what a click picks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs

from rulekit.looks.declared_looks import noun
from rulekit.webplay.answers import DO, FieldValue, MoveOption

FEW = 6  # moves that are shown whole
MANY_SETS = 8  # values of a collection that are shown whole; of more its members are asked one by one


@attrs.frozen
class PickStep:
    """One step of narrowing: `field` is `text`, holds the member `text`, or is what has the picture's key `text`."""

    field: str
    how: str  # is, with, key, done
    text: str = ""

    def to_json(self) -> dict[str, str]:
        """As data for the page."""
        return {"field": self.field, "how": self.how, "text": self.text}


def allows(picks: Iterable[PickStep], answer: MoveOption) -> bool:
    """Whether a move is still meant."""
    by_field: dict[str, list[PickStep]] = {}
    for pick in picks:
        by_field.setdefault(pick.field, []).append(pick)
    return all(name in answer.fields and _fits(answer.fields[name], of) for name, of in by_field.items())


def _fits(value: FieldValue, picks: list[PickStep]) -> bool:
    named = [pick.text for pick in picks if pick.how == "with"]
    held = [member.text for member in value.members or ()]
    if value.ordered:
        holds = held[: len(named)] == named
    else:
        holds = all(held.count(text) >= named.count(text) for text in named)
    return holds and all(_meets(value, pick, len(named) == len(held)) for pick in picks)


def _meets(value: FieldValue, pick: PickStep, whole: bool) -> bool:
    meanings = {"is": value.text == pick.text, "key": pick.text in value.keys, "done": whole, "with": True}
    return meanings.get(pick.how, False)


@attrs.frozen
class PickQuestion:
    """What is to be said next: options in words, and for each key on the picture the pick that a click on it is."""

    ask: str
    options: tuple[tuple[str, PickStep | int], ...]  # words, and what is picked: a step, or the number of a move
    keys: Mapping[str, PickStep | int]
    left: int

    def to_json(self) -> dict[str, Any]:
        """As data for the page."""
        return {
            "ask": self.ask,
            "options": [{"words": words, "pick": _pick_json(pick)} for words, pick in self.options],
            "keys": {key: _pick_json(pick) for key, pick in self.keys.items()},
            "left": self.left,
        }


def _pick_json(pick: PickStep | int) -> Any:
    return pick if isinstance(pick, int) else pick.to_json()


def question(answers: tuple[MoveOption, ...], picks: tuple[PickStep, ...]) -> PickQuestion:
    """What to ask while these picks hold."""
    left = [answer for answer in answers if allows(picks, answer)]
    open_fields = [name for name in _names(left) if len({_text(one, name) for one in left}) > 1]
    asked = next(iter(open_fields), None)
    settled = frozenset(name for name in _names(left) if name not in open_fields and name != DO)
    alone = asked is not None and open_fields == [asked] and asked != DO and _is_whole(left, asked)
    if asked is None or (len(left) <= FEW and not alone):
        ask = "what do you do?" if len(left) == len(answers) else "which of these?"
        options: list[tuple[str, PickStep | int]] = [
            (one.words(settled, brief=bool(picks)), one.number) for one in left
        ]
    else:
        ask = "what do you do?" if asked == DO else _ask(left, asked)
        options = list(_options(left, asked, picks))
    return PickQuestion(ask, tuple(options), _clicks(left, open_fields or _names(left), picks), len(left))


def _ask(left: list[MoveOption], name: str) -> str:
    """The question for a field, if all these moves do one thing."""
    said = {answer.asks(name) for answer in left if name in answer.fields}
    one_thing = len({answer.fields[DO].text for answer in left}) == 1
    return said.pop() if one_thing and len(said) == 1 else f"which {noun(name)}?"


def _is_whole(left: list[MoveOption], name: str) -> bool:
    """Whether all these moves have the field, so that its value says which of them is meant."""
    return all(name in answer.fields for answer in left)


def _names(answers: Iterable[MoveOption]) -> list[str]:
    """The fields of all these moves, what is done first."""
    return list(dict.fromkeys(name for answer in answers for name in answer.fields))


def _text(answer: MoveOption, name: str) -> str | None:
    return answer.fields[name].text if name in answer.fields else None


def _options(left: list[MoveOption], name: str, picks: tuple[PickStep, ...]) -> Iterator[tuple[str, PickStep | int]]:
    values = {one.fields[name].text: one.fields[name] for one in left if name in one.fields}
    words = {one.fields[name].text: one.option(name) for one in left if name in one.fields}
    others = [one for one in left if name not in one.fields]
    if len(values) > MANY_SETS and all(value.members is not None for value in values.values()):
        yield from _members(values.values(), name, picks)
    else:
        yield from ((words[text], PickStep(name, "is", text)) for text in values)
    yield from ((one.words(), one.number) for one in others)


def _members(values: Iterable[FieldValue], name: str, picks: tuple[PickStep, ...]) -> Iterator[tuple[str, PickStep]]:
    """The members that may still be added, and that there are no more."""
    named = [pick.text for pick in picks if pick.field == name and pick.how == "with"]
    found: dict[str, str] = {}
    for value in values:
        members = value.members or ()
        if len(members) == len(named):
            found.setdefault("", "no more" if named else "none")
        elif value.ordered:
            found.setdefault(members[len(named)].text, members[len(named)].words)
        else:
            held = [member.text for member in members]
            found |= {one.text: one.words for one in members if held.count(one.text) > named.count(one.text)}
    for text, words in sorted(found.items(), key=lambda one: one[0] == ""):
        yield words, PickStep(name, "with", text) if text else PickStep(name, "done")


def _clicks(left: list[MoveOption], names: list[str], picks: tuple[PickStep, ...]) -> dict[str, PickStep | int]:
    """What a click picks, if it narrows anything; the field that is asked first has the first right to a key."""
    found: dict[str, PickStep | int] = {}
    for name in names:
        counted: dict[tuple[str, PickStep], int] = {}
        for answer in left:
            for one in _picks_of(name, answer.fields[name]) if name in answer.fields else ():
                counted[one] = counted.get(one, 0) + 1
        for (key, pick), count in counted.items():
            if pick not in picks and (count < len(left) or len(left) == 1):
                found.setdefault(key, pick)
    return found


def _picks_of(name: str, value: FieldValue) -> set[tuple[str, PickStep]]:
    """The keys of a value, or of its members, and what they pick."""
    found = {(key, PickStep(name, "key", key)) for key in value.keys}
    if not value.ordered:
        found |= {(key, PickStep(name, "with", one.text)) for one in value.members or () for key in one.keys}
    return found


def said_of(pick: PickStep, found: tuple[MoveOption, ...]) -> str:
    """A step of narrowing in words."""
    values = [answer.fields[pick.field] for answer in found if pick.field in answer.fields]
    if pick.how == "with":
        return next(one.words for value in values for one in value.members or () if one.text == pick.text)
    if pick.how == "done":
        return "no more"
    words = dict.fromkeys(value.words for value in values if pick.text in (value.text, *value.keys))
    return next(iter(words)) if len(words) == 1 else f"one of {len(words)}"
