"""Words in lines of rules lead to where the kit explains them."""

from __future__ import annotations

import pytest

from rulekit.docgen import verbs, words
from rulekit.docgen.reference_page import CommandHelp
from rulekit.site.as_rules import dictionary_address
from rulekit.verbs.known_verbs import VERBS
from rulekit.words.vocabulary import CONSTANTS, SEATS, vocabulary

pytestmark = pytest.mark.site

PAGES = {
    f"reference/{page.path.removesuffix('.md')}.html": {
        line.removeprefix("## ").lower() for line in page.text.splitlines() if line.startswith("## ")
    }
    for module in (verbs, words)
    for page in module.pages(CommandHelp({}))
}


@pytest.mark.parametrize("word", [*vocabulary(), *VERBS, *CONSTANTS, *SEATS, "box"])
def test_every_word_of_the_kit_leads_to_a_page_and_a_heading_that_are_there(word: str) -> None:
    page, _, anchor = dictionary_address(word).partition("#")
    assert page in PAGES and (not anchor or anchor in PAGES[page])
