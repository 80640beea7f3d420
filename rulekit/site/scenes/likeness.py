"""How far two sentences of a game speak of the same: rare words tell most, other names of a term stand for the term."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable

from rulekit.memo import memoize
from rulekit.site.book import SiteModel

# Words that say nothing of what a sentence is about.
SMALL = frozenset(
    (
        "a all an and any are as at be been but by can could do does done each every for from has have he her his how "
        "if in into is it its may more must no nobody not of on one only or other own she so still than that the their "
        "them then there they this to too what when where which who whoever whose with without"
    ).split()
)
WORD = re.compile(r"[^\W_]+")
ENDINGS = ((r"ies$", "y"), (r"([^su])s$", r"\1"), (r"(?:ing|ed)$", ""), (r"([^aeiouls])\1$", r"\1"), (r"e$", ""))
SHORT = 4  # letters of a word that keeps its ending


class Likeness:
    """What the words of one game tell, learnt from its sentences and the titles of its scenes."""

    def __init__(self, sentences: Iterable[str], names: Iterable[tuple[str, ...]]) -> None:
        """`names`: each term, and behind it its other names."""
        self.terms = _terms(names)
        said = [self.stems(one) for one in sentences]
        self.known, self.many = Counter(word for one in said for word in one), len(said)

    def likeness_of(self, one: str, other: str) -> float:
        """From 0, nothing in common, to 1."""
        first, second = self.stems(one), self.stems(other)
        whole = math.sqrt(self._weight(first) * self._weight(second))
        return self._weight(first & second) / whole if whole else 0.0

    def stems(self, said: str) -> set[str]:
        """What a sentence speaks of."""
        return {self.terms.get(word, word) for word in _stems(said)}

    def _weight(self, words: Iterable[str]) -> float:
        return sum(math.log((self.many + 1) / (self.known[word] + 0.5)) for word in words)


@memoize
def likeness(book: SiteModel) -> Likeness:
    """Of one game."""
    sentences = [*(one.text for one in book.clauses.values()), *(one.title for one in book.scenes)]
    return Likeness(sentences, ((term.name, *term.also) for term in book.manual.terms))


def _terms(names: Iterable[tuple[str, ...]]) -> dict[str, str]:
    """The term for each single word that is a name of it and of no other."""
    found: dict[str, set[str]] = {}
    for term, *others in names:
        for name in (term, *others):
            words = _stems(name)
            if len(words) == 1:
                found.setdefault(words.pop(), set()).add(term)
    return {word: min(terms) for word, terms in found.items() if len(terms) == 1}


def _stems(said: str) -> set[str]:
    return {_stem(word) for word in WORD.findall(said.lower().replace("'s", "")) if word not in SMALL}


def _stem(word: str) -> str:
    if len(word) <= SHORT and not word.endswith("s"):
        return word
    for ending, instead in ENDINGS:
        word = re.sub(ending, instead, word)
    return word
