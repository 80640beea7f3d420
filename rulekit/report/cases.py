"""A verification as cases that passed or failed, as test tools count them: checks, sentences, causes, failures."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from rulekit.verify.differences.difference_words import many
from rulekit.verify.model import Cause, Verification

PASSED, FAILED, SKIPPED, ERROR = "passed", "failed", "skipped", "error"


@attrs.frozen
class Case:
    """One thing that can pass or fail; `told` is the story of a failure, `why` the short form."""

    group: str
    name: str
    state: str
    why: str = ""
    told: str = ""


def cases(found: Verification) -> list[Case]:
    """All of them; at least one fails if the verdict is not that the engine agrees."""
    made = [*_checks(found), *_sentences(found), *_causes(found), *_failures(found)]
    failing = any(one.state in (FAILED, ERROR) for one in made)
    if found.verdict.code and not failing:  # stopped, nothing compared: no tool may count that as passed
        made.append(Case("verdict", found.verdict.word, ERROR, found.verdict.sentence))
    return made


def _checks(found: Verification) -> Iterator[Case]:
    for one in found.smoke:
        yield Case("adapter", one.name, one.state, one.said, f"{one.said}\n{one.cure}".strip())


def _sentences(found: Verification) -> Iterator[Case]:
    """Sentences of the rulebook; those that fail are told as causes."""
    for one in found.sentences:
        if one.state == "agreed":
            yield Case("sentences", one.quoted.id, PASSED)
        elif one.state != "failed":
            yield Case("sentences", one.quoted.id, SKIPPED, one.state)


def _causes(found: Verification) -> Iterator[Case]:
    for one in found.causes:
        if one.known is None:
            yield Case("causes", one.id, FAILED, _short(one), story(one))
        else:
            yield Case("causes", one.id, SKIPPED, f"accepted by {one.known.owner}: {one.known.reason}")


def _failures(found: Verification) -> Iterator[Case]:
    for one in found.failures:
        again = [f"started anew: {one.again}"] if one.again else []
        told = "\n".join([one.said, f"first in {one.source}", *again, *one.replay])
        yield Case("failures", one.kind, ERROR, one.said, told)


def _short(one: Cause) -> str:
    return f"rules: {one.rules} engine: {one.engine}"


def story(one: Cause) -> str:
    """A cause in some lines of text."""
    lines = [f"rulebook: {quoted.text} ({quoted.id})" for quoted in one.sentences[:1]]
    lines += [f"line: [{one.clause}] {one.line}"] if one.clause else []
    lines += [f"rules: {one.rules}", f"engine: {one.engine}"]
    lines += [f"{value.what} is {value.value}" for value in one.values]
    seen = [many(one.games, "game")] * bool(one.games) + [many(one.vectors, "vector")] * bool(one.vectors)
    lines += [f"seen in {', '.join(seen)}"]
    return "\n".join([*lines, *(line for example in one.examples[:1] for line in example.replay)])
