"""The page about the protocol: its tables are those of the table of operations, its samples are true."""

from __future__ import annotations

import json
import re

import pytest

from rulekit.pipeline import load
from rulekit.play.position.strict_json import loads
from rulekit.protocol import codec
from rulekit.protocol.operations import OPERATIONS
from rulekit.tests.protocol.made_page import PAGE, made

pytestmark = pytest.mark.skipif(not PAGE.is_file(), reason="installed without its docs")


def page() -> str:
    return PAGE.read_text(encoding="utf-8")


def test_tables_and_conversation_are_as_they_are_made() -> None:
    """`python -m rulekit.tests.protocol.made_page` writes them anew."""
    assert made(page()) == page()


def test_the_conversation_is_played_literally() -> None:
    """Every request of it is one, and every answer has the shape of one to that request; all operations come."""
    (text,) = re.findall(r"```text\n(> .*?)```", page(), re.DOTALL)
    lines = text.splitlines()
    seen = set()
    for asked, said in zip(lines[::2], lines[1::2], strict=True):
        number, op, _ = codec.read_request(asked.removeprefix("> ").encode())
        codec.read_answer(said.removeprefix("< ").encode(), number, op.name)
        seen.add(op.name)
    assert seen == set(OPERATIONS) - {"ping"}


def test_the_annotated_position_can_stand() -> None:
    (found,) = (block for block in re.findall(r"```json\n(.*?)```", page(), re.DOTALL) if '"frames"' in block)
    position = loads(found)
    here = load(position["config"]["game"]).position(position)
    assert here.to_json() == position and here.pending.kind == "decision"


def test_samples_of_answers_are_answers() -> None:
    blocks = re.findall(r"```json\n(.*?)```", page(), re.DOTALL)
    lines = [json.loads(line) for block in blocks if '"frames"' not in block for line in block.splitlines()]
    assert not [line for line in lines if "kind" in line and OPERATIONS["pending"].answer.problem_in(line)]
    for line in lines:
        if "op" in line:
            codec.read_request(json.dumps(line).encode())
    assert len(lines) == 7


@pytest.mark.parametrize("op", OPERATIONS)
def test_every_method_of_a_class_is_named(op: str) -> None:
    shown = "hello()" if op == "hello" else f"{op}({', '.join(OPERATIONS[op].names)})"
    assert op in ("ping", "bye") or f"`{shown}`" in page()
