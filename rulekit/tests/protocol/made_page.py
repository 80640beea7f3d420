"""What is made in docs/conformance/protocol.md; `python -m rulekit.tests.protocol.made_page` writes it there anew."""

from __future__ import annotations

import re

from rulekit import __version__
from rulekit.data import PACKAGE
from rulekit.files import writing
from rulekit.pipeline import load
from rulekit.play.games.game_config import choose
from rulekit.protocol.protocol_page import tables
from rulekit.protocol.rules_engine import RulesEngine
from rulekit.protocol.talk import talk

PAGE = PACKAGE.parent / "docs" / "conformance" / "protocol.md"
PLACE = re.compile(r"(<!-- made: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
SAMPLE = re.compile(r"`rulekit serve (\S+) --talk --seed (\d+)` prints it")


def conversation(text: str) -> list[str]:
    """The one that the page promises."""
    name, seed = SAMPLE.findall(text)[0]
    game = load(name)
    return list(talk(RulesEngine(game, __version__), choose(game.checked, None, {}, None), seed))


def made(text: str) -> str:
    """The page with everything that is made, made anew."""
    parts = {**tables(), "talk": "\n```text\n" + "\n".join(conversation(text)) + "\n```\n\n"}
    return PLACE.sub(lambda place: f"{place[1]}\n{parts[place[2]].strip()}\n\n{place[3]}", text)


if __name__ == "__main__":
    writing.write(PAGE, made(PAGE.read_text(encoding="utf-8")))
