"""A verification as SARIF 2.1.0: each cause points at the line of the rules that the engine does not follow."""

from __future__ import annotations

import json
from typing import Any

from rulekit.play.games.game import Game
from rulekit.report.cases import story
from rulekit.report.clause_locations import place_of
from rulekit.verify.model import Cause, Verification

VERSION = "2.1.0"
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif(found: Verification, game: Game) -> str:
    """One run; accepted causes are suppressed, failures of the engine are notifications."""
    rules = [_rule(one) for one in {one.clause or one.kind: one for one in found.causes}.values()]
    run = {
        "tool": {"driver": {"name": "rulekit", "version": found.game.rulekit, "rules": rules}},
        "results": [_result(one, game) for one in found.causes],
        "invocations": [
            {
                "executionSuccessful": not found.failures,
                "exitCode": found.verdict.code,
                "exitCodeDescription": found.verdict.sentence,
                "toolExecutionNotifications": [
                    {"level": "error", "message": {"text": f"{one.kind}: {one.said}"}} for one in found.failures
                ],
            }
        ],
    }
    return json.dumps({"$schema": SCHEMA, "version": VERSION, "runs": [run]}, ensure_ascii=False, indent=1) + "\n"


def _rule(one: Cause) -> dict[str, Any]:
    return {"id": one.clause or one.kind, "shortDescription": {"text": one.title or one.line or one.kind}}


def _result(one: Cause, game: Game) -> dict[str, Any]:
    found: dict[str, Any] = {
        "ruleId": one.clause or one.kind,
        "level": "error",
        "message": {"text": story(one)},
        "partialFingerprints": {"cause": one.id},
    }
    place = place_of(game, one.clause)
    if place is not None:
        region = {"startLine": place.line}
        artifact = {"uri": place.file}
        found["locations"] = [{"physicalLocation": {"artifactLocation": artifact, "region": region}}]
    if one.known is not None:
        found["suppressions"] = [{"kind": "external", "justification": f"{one.known.owner}: {one.known.reason}"}]
    return found
