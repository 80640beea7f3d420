"""What the check works out on the way: symbols, typed expressions, constants, problems; as text and as hashes.

A net under changes that should change nothing. Write the answers of all bundled games, toys and wrong and right samples
down before, and again after; then compare:

    python -m rulekit.tests.check.intermediate_answers write before.json
    python -m rulekit.tests.check.intermediate_answers compare before.json after.json
"""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import attrs

from rulekit.check.evaluation.constant_folding import OPEN, ConstantFolder
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.typed_roots import roots
from rulekit.check.tree.typed_walk import locals_of, walk
from rulekit.data import bundled_games
from rulekit.diagnostics import Problem, Problems, samples
from rulekit.model.base import Node
from rulekit.pipeline import examine_all
from rulekit.source import Span
from rulekit.tests.check.corpus import chunks

TOYS = Path(__file__).parents[1] / "games"
Answers = dict[str, str]


@cache
def _names(kind: Any) -> tuple[str, ...]:
    """The fields of a record that are told: what was written, and what was kept on the way, is not."""
    return tuple(sorted(field.name for field in attrs.fields(kind) if not field.name.startswith("_")))


def told(value: Any) -> str:
    """A value as text that does not depend on the order of sets; nodes of the syntax tree only by their place."""
    if isinstance(value, Span):
        return f"{value.line}:{value.column}"
    if isinstance(value, Node):
        return f"<{type(value).__name__} {told(value.span)}>"
    if isinstance(value, set | frozenset):
        return "{" + ", ".join(sorted(map(told, value))) + "}"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{told(key)}: {told(one)}" for key, one in value.items()) + "}"
    if isinstance(value, tuple | list):
        return "(" + ", ".join(map(told, value)) + ")"
    if attrs.has(type(value)):
        kind: Any = type(value)
        inner = ", ".join(f"{name}={told(getattr(value, name))}" for name in _names(kind))
        return f"{type(value).__name__}({inner})"
    return repr(value)


def constants(checked: CheckedRulebook) -> Iterator[str]:
    """Every closed value that is known before play: with no configuration, and with the fewest and the most players."""
    fewest, most = checked.symbols.seats
    folders = (ConstantFolder(checked), ConstantFolder(checked, None, fewest), ConstantFolder(checked, None, most))
    met = set[int]()
    for node in (node for root in roots(checked) for node in walk(root.node)):
        asked = isinstance(node, v.T) and not isinstance(node, v.Const | v.Named | v.Broken)
        if asked and id(node) not in met and not locals_of(node):
            met.add(id(node))
            found = [folder.ask(node) for folder in folders]
            if any(one is not OPEN for one in found):
                yield f"{told(node.span)} {type(node).__name__} {found!r}"


def said(problems: Iterable[Problem]) -> str:
    """What was found, and what is to be done about it."""
    return "\n".join(f"{one} {one.advice}" for one in problems)


def answers(place: Path) -> Answers:
    """The answers about one rulebook by topic; of one that cannot be read only what is said of it."""
    try:
        examined = examine_all(place)
    except Problems as refused:
        return {"problems": said(refused.problems)}
    checked = examined.checked
    symbols = {name: value for name, value in vars(checked.symbols).items() if name not in ("problems", "taken")}
    tree = [f"{root.sort} {told(root.node)}" for root in roots(checked)]
    return {
        "problems": said(examined.problems),
        "symbols": "\n".join(f"{name} {told(value)}" for name, value in symbols.items()),
        "tree": "\n".join([*tree, *map(told, checked.shown), told(checked.chooses), told(checked.performs)]),
        "constants": "" if examined.errors else "\n".join(constants(checked)),
    }


def hashes(place: Path) -> Answers:
    """The answers in short; where the rulebook lies makes no difference."""
    plain = {topic: text.replace(str(place), "") for topic, text in answers(place).items()}
    return {topic: hashlib.sha256(text.encode()).hexdigest()[:16] for topic, text in plain.items()}


def rulebooks(folder: Path) -> Iterator[tuple[str, Path]]:
    """Every rulebook of the net by its name; samples are spread below a folder."""
    for place in (*bundled_games(), *sorted(TOYS.glob("*.rules"))):
        yield place.stem, place
    for sort in ("wrong", "right"):
        for chunk in chunks(sort):
            below = folder / f"{sort}-{chunk.name}"
            below.mkdir()
            yield below.name, samples.write_sample(chunk.text, below)


def everything() -> dict[str, Answers]:
    with tempfile.TemporaryDirectory() as folder:
        return {name: hashes(place) for name, place in rulebooks(Path(folder))}


def main(task: str, first: str, second: str = "") -> str:
    """`write FILE` or `compare BEFORE AFTER`; gives what is to be said."""
    if task == "write":
        found = everything()
        Path(first).write_text(json.dumps(found, indent=1), encoding="utf-8")
        return f"{len(found)} rulebooks written down"
    before, after = (json.loads(Path(file).read_text(encoding="utf-8")) for file in (first, second))
    other = [
        f"{name} {topic}"
        for name in {**before, **after}
        for topic in {**before.get(name, {}), **after.get(name, {})}
        if before.get(name, {}).get(topic) != after.get(name, {}).get(topic)
    ]
    return "\n".join([*other, f"{len(other)} answers differ"])


if __name__ == "__main__":
    print(main(*sys.argv[1:]))
