"""The dictionary as a whole: every word has a sentence and examples that can be read."""

import pytest

from rulekit.tests.words.table import check
from rulekit.verbs.known_verbs import VERBS
from rulekit.words import vocabulary

WORDS = vocabulary.vocabulary()


@pytest.mark.parametrize("name", WORDS)
def test_a_word_has_a_sentence_that_begins_with_an_example_of_itself(name: str) -> None:
    word = WORDS[name]
    assert word.sentence.startswith("`") and name in word.sentence.split(":")[0]
    assert word.examples


def test_every_example_is_a_sentence_about_the_table() -> None:
    pairs = [pair for word in WORDS.values() for pair in word.examples]
    laws = "".join(f"  [x.n{number}]  {law(*pair)}\n" for number, pair in enumerate(pairs))
    found = check(f"always\n{laws}")[1]
    assert not [(p.code, p.variant, dict(p.facts)) for p in found]


def law(value: str, wanted: str) -> str:
    """An example as a condition."""
    conditions = {"yes": value, "no": f"not ({value})", "nothing": f"{value} is nothing"}
    return conditions.get(wanted, f"{value} = {wanted}")


@pytest.mark.parametrize("preposition", ["at", "towards", "through", "stopping", "by", "turned", "within"])
def test_every_preposition_of_words_is_taken_by_one(preposition: str) -> None:
    assert vocabulary.words_taking(preposition)


def test_a_word_does_not_stand_in_its_own_way() -> None:
    assert not set(WORDS) & {*VERBS, *vocabulary.CONSTANTS, *vocabulary.SEATS}
