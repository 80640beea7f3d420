"""Ambient conditions for engines that are named by a text alone: limits, sandbox, environment."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import attrs

from rulekit.runner.engine_command import EngineCommand
from rulekit.runner.engine_limits import Limits

SETTING = "RULEKIT_ENGINES"  # a variable of the environment, since that is what all processes of ours share


@contextmanager
def conditions(limits: Limits, sandbox: str, environment: Sequence[str]) -> Iterator[None]:
    """Every engine that is `named` meanwhile runs so."""
    before = os.environ.get(SETTING)
    data = {"limits": attrs.asdict(limits), "sandbox": sandbox, "environment": list(environment)}
    os.environ[SETTING] = json.dumps(data)
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(SETTING, None)
        else:
            os.environ[SETTING] = before


def source_of(text: str) -> EngineCommand:
    """The engine, under the conditions that hold."""
    if SETTING not in os.environ:
        return EngineCommand(text)
    data = json.loads(os.environ[SETTING])
    return EngineCommand(text, Limits(**data["limits"]), data["sandbox"], tuple(data["environment"]))


__all__ = ["conditions", "source_of"]
