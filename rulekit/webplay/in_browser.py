"""The session in a worker of the browser: text in, text out; nothing else is there."""

from __future__ import annotations

from collections.abc import Callable

from rulekit.pipeline import load
from rulekit.play.position.strict_json import LONGEST_FILE, dumps, loads
from rulekit.play.refusals import Refused
from rulekit.webplay.page_session import PageSession


def answerer_for(folder: str) -> Callable[[str], str]:
    """What answers requests about the game in a folder."""
    session = PageSession(load(folder))

    def answer(text: str) -> str:
        try:
            return dumps(session.ask(loads(text, LONGEST_FILE)))
        except Refused as wrong:
            return dumps({"problem": "; ".join(wrong.reasons)})

    return answer
