"""All verbs of the kit: those in VERBS of any module of this folder, found by looking."""

from __future__ import annotations

import importlib
import pkgutil

import rulekit.verbs as room
from rulekit.verbs.verb import NO_VERB, Verb


def _declared_verbs() -> dict[str, Verb]:
    modules = sorted(module.name for module in pkgutil.iter_modules(room.__path__) if module.name != "known_verbs")
    loaded = [importlib.import_module(f"{room.__name__}.{name}") for name in modules]
    return {verb.name: verb for module in loaded for verb in getattr(module, "VERBS", ())}


VERBS = _declared_verbs()


def find(name: str) -> Verb:
    """The verb of this name; one that does nothing if the kit has none."""
    return VERBS.get(name, NO_VERB)


def likely_verbs(name: str) -> list[str]:
    """The verbs that people may mean by another word."""
    return [verb.name for verb in VERBS.values() if name in verb.synonyms]


def preposition(name: str) -> str:
    """The preposition that stands in every sentence of a verb, if it is always the same one: `to` of `add`."""
    forms = find(name).forms
    slots = {slot for form in forms for slot in form if slot}
    return slots.pop() if len(slots) == 1 and all(len(form) == 2 for form in forms) else ""
