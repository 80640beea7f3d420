"""Sentences of effects in the words of players, by the patterns of the looks file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulekit.looks.declared_looks import noun
from rulekit.looks.game_looks import PictureModel
from rulekit.looks.looks_terms import tokens
from rulekit.looks.pieces.effects import SentencePattern, longest_fitting_pattern, patterns
from rulekit.looks.wording import name_pieces

WORDS = "effect-words"
ARROW, THEN, NEEDS = "->", "then", "require"


def effect_words(looks: PictureModel, sentence: str) -> str:
    """A sentence of an effect: what no pattern tells stays in its own words."""
    price, arrow, gain = sentence.partition(ARROW)
    parts = [_told(looks, one) for one in (price, gain) if one.strip()]
    joint = ", then " if tokens(price)[:1] == [NEEDS] else ", and for it "
    said = joint.join(part for part in parts if part) if arrow else parts[0] if parts else ""
    return name_pieces(looks, _numbered(" ".join(said.split())))


def _told(looks: PictureModel, sentence: str) -> str:
    known = patterns(looks, WORDS)
    rest, found = tokens(sentence), list[str]()
    while rest:
        pattern, names = longest_fitting_pattern(looks, known, rest)
        if pattern is None:
            word = rest.pop(0)
            found.append(", then" if word == THEN else noun(word))
            continue
        found.append(_filled(pattern, iter(names.pop("#", ())), names))
        del rest[: len(pattern.tokens)]
    return _joined(found)


def _filled(pattern: SentencePattern, numbers: Iterator[str], names: dict[str, list[str]]) -> str:
    """A pattern with the numbers and members that were found."""
    said = re.sub("#", lambda _: next(numbers, "#"), pattern.template)
    return re.sub(r"\{([^}]*)\}", lambda found: noun((names.get(found[1]) or [found[1]])[0]), said)


def _joined(words: list[str]) -> str:
    """Words with blanks between them, but none before a comma or inside brackets."""
    return re.sub(r"\( ", "(", re.sub(r" ([,;)])", r"\1", " ".join(words)))


def _numbered(said: str) -> str:
    """`1 point(s)` as `1 point`, `2 point(s)` as `2 points`."""
    return re.sub(r"(\d+) ([^\d()]*?)\(s\)", lambda m: f"{m[1]} {m[2]}{'' if m[1] == '1' else 's'}", said)
