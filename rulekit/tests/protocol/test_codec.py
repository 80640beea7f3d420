"""Lines are read strictly: whatever is no answer is told in a sentence, with the operation it should have answered."""

from __future__ import annotations

import json

import pytest

from rulekit.protocol import codec
from rulekit.protocol.session import EngineFailure, EngineRefused

BAD = {  # a line, and what is said of it
    b'{"id":1,"ok":NaN}': "a number that is not whole",
    b'{"id":1,"ok":Infinity}': "a number that is not whole",
    b'{"id":1,"ok":1e400}': "a number that is not whole",
    b'{"id":1,"ok":1.0}': "a number that is not whole",
    b'{"id":1,"ok":9007199254740992}': "too large",
    b'{"id":1,"ok":' + b"1" * 10_000 + b"}": "too large",
    b'{"id":1,"ok":[],"ok":[]}': "a key stands twice",
    b'{"id":1,"ok":[{"do":"x","do":"y"}]}': "a key stands twice",
    b'{"id":1,"ok":[{"do":"\\ud800"}]}': "half a letter",
    b'{"id":1,"ok":[{"do":"\\u0000"}]}': "the letter of number 0",
    b'{"id":1,"ok":[{"do":"\0"}]}': "not JSON",
    b'\xef\xbb\xbf{"id":1,"ok":[]}': "byte order mark",
    '{"id":1,"ok":[]}'.encode("utf-16"): "not UTF-8",
    b'{"id":1,"ok":' + b"[" * 100_000 + b"]" * 100_000 + b"}": "cannot be read",
    b'{"id":1,"ok":' + b"[" * 70 + b"]" * 70 + b"}": "nested too deeply",
    b"[" + b" " * codec.LONGEST_LINE + b"]": "longer than 1,048,576 bytes",
    b"oops": "not JSON",
    b"": "not JSON",
    b"5": "no object",
    b'{"ok":[]}': "it answered to none",
    b'{"id":2,"ok":[]}': "it answered to 2",
    b'{"id":true,"ok":[]}': "it answered to true",
    b'{"id":1}': "none of ok, refused, error",
    b'{"id":1,"ok":[],"refused":"no"}': "ok and refused in one",
    b'{"id":1,"refused":"no"}': "legal cannot be refused",
    b'{"id":1,"error":5}': "which is no text",
    b'{"id":1,"error":"it broke"}': "legal failed: it broke",
    b'{"id":1,"ok":null}': "legal must answer a list of moves",
    b'{"id":1,"ok":["grab"]}': "legal must answer a list of moves",
    b'{"id":1,"ok":[{"n":1}]}': "legal must answer a list of moves",
    b'{"id":1,"ok":[{"do":1}]}': "[0].do must be a text, not 1",
}


@pytest.mark.parametrize("line", BAD, ids=lambda line: repr(line[:30]))
def test_what_is_no_answer_is_told_in_a_sentence(line: bytes) -> None:
    with pytest.raises(EngineFailure) as failure:
        codec.read_answer(line + b"\n", 1, "legal")
    assert BAD[line] in str(failure.value) and "legal" in str(failure.value)


def test_only_what_was_printed_is_sent_to_standard_error() -> None:
    """A fraction in an answer is a fault of the answer: its number is told, and nothing was printed."""
    with pytest.raises(EngineFailure, match=r"\(0\.5 is a number that is not whole\)") as written:
        codec.read_answer(b'{"id":1,"ok":[{"do":"x","n":0.5}]}\n', 1, "legal")
    with pytest.raises(EngineFailure, match=codec.STDERR):
        codec.read_answer(b"playing x\n", 1, "legal")
    assert codec.STDERR not in str(written.value)


def test_answers_are_read() -> None:
    assert codec.read_answer(b'{"ok":[{"do":"x"}],"id":7,"besides":1}\r\n', 7, "legal") == [{"do": "x"}]
    refusal = codec.read_answer(b'{"id":7,"refused":"not now"}\n', 7, "move")
    assert isinstance(refusal, EngineRefused) and str(refusal) == "not now"


@pytest.mark.parametrize(
    ("op", "value"),
    [
        ("pending", {"kind": "decision"}),
        ("pending", {"kind": "chance", "label": "a#1"}),
        ("pending", {"kind": "decision", "seats": [True]}),
        ("pending", {"kind": "over"}),
        ("position", {"states": {}}),
        ("position", {"states": [], "zones": {}}),
        ("result", {"winners": [False]}),
        ("move", 0),
        ("hello", {"rcp": 1, "engine": "me", "games": []}),
    ],
)
def test_the_shape_is_looked_at_before_the_content(op: str, value: object) -> None:
    with pytest.raises(EngineFailure, match=f"{op} must answer"):
        codec.read_answer(json.dumps({"id": 1, "ok": value}).encode(), 1, op)


def test_requests_say_what_they_lack() -> None:
    number, op, arguments = codec.read_request(codec.request(3, "move", {"seat": 0, "move": {"do": "x"}}))
    assert (number, op.name, arguments) == (3, "move", [0, {"do": "x"}])
    for line, told in {
        b'{"id":1,"op":"move","seat":0}': "move needs move",
        b'{"id":1,"op":"jump"}': 'no operation "jump"',
        b'{"op":"ping"}': "a request is",
        b"[]": "a request is",
    }.items():
        with pytest.raises(ValueError, match=told):
            codec.read_request(line)
