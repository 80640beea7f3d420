"""Reports to show: the sample that is kept, and the same with another verdict, or with hostile words in it."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import attrs

from rulekit.data import conformance_root
from rulekit.play.games.game import Game
from rulekit.tests.bundled import bundled
from rulekit.verify import model

SAMPLE = conformance_root() / "protocol" / "verification-sample.json"
HOSTILE = "<script>alert(1)</script>\"'&|`*[x](y)\n# ok 1 \x1b]0;t\x07::error::"


@cache
def sample() -> model.Verification:
    """An engine that differs."""
    return model.read_verification(json.loads(SAMPLE.read_text(encoding="utf-8")))


def game() -> Game:
    """The game the sample is about."""
    return bundled(sample().game.name)


def verdict(word: model.VerdictWord) -> model.Verdict:
    return model.Verdict(word, model.CODES[word], f"the engine {word.value}")


def agreeing() -> model.Verification:
    """The page of an engine that agrees."""
    sentences = tuple(
        attrs.evolve(one, state="agreed" if one.state == "failed" else one.state) for one in sample().sentences
    )
    return attrs.evolve(sample(), verdict=verdict(model.VerdictWord.AGREES), causes=(), sentences=sentences)


def unjudged() -> model.Verification:
    """An engine that broke down."""
    failed = model.Failed("timeout-step", "it gave no answer to legal in 2 seconds", 3, "game 0", ("rulekit verify x",))
    return attrs.evolve(
        sample(), verdict=verdict(model.VerdictWord.UNJUDGED), causes=(), sentences=(), failures=(failed,)
    )


def nothing() -> model.Verification:
    """Nothing was compared."""
    empty: dict[str, Any] = {"causes": (), "sentences": (), "compared": (), "smoke": ()}
    return attrs.evolve(sample(), verdict=verdict(model.VerdictWord.NOTHING), **empty)


def accepted() -> model.Verification:
    """All that differs is accepted by a baseline."""
    known = model.Known("legal", "play.fits", "", "the printing of 2019 | says so", "QA", 3, "met")
    causes = tuple(attrs.evolve(one, known=known) for one in sample().causes)
    return attrs.evolve(sample(), verdict=verdict(model.VerdictWord.AGREES), causes=causes, known=(known,))


def hostile() -> model.Verification:
    """Every word that comes from outside tries to be markup."""
    cause = attrs.evolve(
        sample().causes[0],
        title=HOSTILE,
        rules=HOSTILE,
        engine=HOSTILE,
        values=(model.Value(HOSTILE, HOSTILE),),
        line=HOSTILE,
    )
    engine = attrs.evolve(sample().engine, name=HOSTILE, version=HOSTILE, command=HOSTILE)
    failed = model.Failed("crash", HOSTILE, 1, HOSTILE, (HOSTILE,))
    return attrs.evolve(sample(), causes=(cause,), engine=engine, failures=(failed,))


SAMPLES = {
    "differs": sample,
    "agrees": agreeing,
    "unjudged": unjudged,
    "nothing": nothing,
    "accepted": accepted,
    "hostile": hostile,
}
