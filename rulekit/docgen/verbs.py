"""The verbs of the kit, the sentences of the prelude, and the words that can never be names."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from rulekit.check.elaboration.call_elaboration import sentence_of
from rulekit.check.names.prelude import sentences
from rulekit.docgen.reference_page import CommandHelp, ReferencePage, fence, page, table
from rulekit.syntax.reserved_words import JOINT
from rulekit.verbs import known_verbs
from rulekit.verbs.verb import Verb

VERBS = """These need the machine itself. Every other verb is a procedure, written in the rules; what each of these
does, and what it does when there is too little, stands under [what happens](../language/statements.md#verbs)."""
PRELUDE = """Common sentences, written in the language. A rulebook that calls one and does not write it gets it, if it
has the zone or state the sentence needs; `Thing` and `Good` stand for the kind found there. See
[the prelude](../language/prelude.md)."""
JOINTS = """These hold sentences together and cannot be names, anywhere. The word at the head of a declaration can."""


def pages(told: CommandHelp) -> Iterator[ReferencePage]:
    """One page for all that opens a sentence."""
    rows = [
        (f"`{verb.name}`", _sentences(verb), verb.sentence.partition(": ")[2]) for verb in known_verbs.VERBS.values()
    ]
    verbs = ["## Verbs", VERBS, table(("Verb", "Sentences", "What it does"), rows)]
    prelude = ["## The prelude", PRELUDE, *(ready(name) for name in sentences())]
    joints = ["## Joint words", JOINTS, fence(textwrap.fill(" ".join(sorted(JOINT)), 88))]
    yield page("verbs.md", "Verbs, prelude, joint words", *verbs, *prelude, *joints)


def _sentences(verb: Verb) -> str:
    """What it can be given, one sentence a line."""
    return "<br>".join(f"`{sentence_of(verb.name, form)}`" for form in verb.forms)


def ready(name: str) -> str:
    """One sentence of the prelude and what it needs."""
    found = sentences()[name]
    return f"`{found.verb}` needs the {found.sort} `{found.place}`:\n\n{fence(found.text)}"
