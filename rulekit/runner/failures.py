"""Every way in which an engine can fail to answer: a word for reports, and what it means. None of them is a pass."""

from __future__ import annotations

KINDS: dict[str, str] = {
    "start": "it did not start",
    "handshake": "both sides find no version, game or feature in common",
    "exit": "it ended by itself",
    "signal": "it was ended by a signal that nobody here sent",
    "timeout-start": "it gave no first answer in time",
    "timeout-step": "it gave no answer to a request in time",
    "timeout-total": "all its time was used up",
    "stalled": "it gave no answer to a ping, though nothing else was asked",
    "closed": "it closed its output and goes on",
    "not-json": "what it wrote is no JSON, or JSON that two readers could take in two ways",
    "bad-schema": "its answer has not the shape that belongs to the request",
    "wrong-id": "its answer belongs to another request",
    "unasked": "it wrote something though nothing was asked",
    "oversize": "its answer is too long",
    "flood": "it wrote too much to its standard error",
    "memory": "it and all that it started took too much memory",
    "cpu": "it and all that it started took too much processor time",
    "processes": "it started too many processes",
    "disk": "it wrote too much to files",
    "network": "it tried to reach the network",
    "error": "it says itself that it failed",
    "quarantined": "it failed so often that it is not started again",
}

__all__ = ["KINDS"]
