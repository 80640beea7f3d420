"""Words that people bring along from English or from other languages: how to know them, which words to find."""

from __future__ import annotations

import itertools

from rulekit.diagnostics import nearest
from rulekit.syntax.error_site import ErrorSite, Hint
from rulekit.syntax.parse_tables import tables
from rulekit.syntax.repair_hints import names
from rulekit.syntax.reserved_words import JOINT, TYPED, makes_name, usable_name

MODALS = ("must", "may", "picks")
MODAL_LIKE = frozenset("shall should can could will would might needs chooses selects takes decides does".split())
OPENERS = {
    "while": "until` with the opposite condition, as in `until heap = 0",
    "when": "if",
    "unless": "if not",
    "foreach": "for each",
    "loop": "repeat",
}
COMPARING = {
    ("equal", "to"): "`=`",
    ("equals", ""): "`=`",
    ("greater", "than"): "`>`",
    ("more", "than"): "`>`",
    ("bigger", "than"): "`>`",
    ("less", "than"): "`<`",
    ("fewer", "than"): "`<`",
    ("smaller", "than"): "`<`",
    ("at", "least"): "`>=`",
    ("at", "most"): "`<=`",
}
QUANTIFIERS = ("every", "some", "no")
BODIES = ("setup", "play", "turn", "action", "to", "whenever")
NUMBERS = frozenset("number integer int num count amount".split())
YES_NO = frozenset("boolean bool flag truth".split())
TEXTS = frozenset("string str".split())
DECLARED = (*TYPED, "define", "to", "relation")
OPENING = frozenset("until if repeat for together".split())
MODIFIERS = "starts excess must ghost new known everyone nobody owner others".split()
TAILS = {
    "relation": "`, if any` or `, if all`",
    "result": "`, ties are shared` or `, ties are drawn`",
}  # what the only comma there begins


def other_opener(place: ErrorSite) -> Hint | None:
    """`while ..:` for `until`, `for every` for `for each`."""
    words = place.statement()
    scene = place.tokens[0].text in ("scene", "start")  # `when` begins a line there
    if words and words[0].text in OPENERS and place.token.type != "_NL" and not scene:
        return Hint("plain", {"found": f"`{words[0].text}`", "expected": f"`{OPENERS[words[0].text]}`"}, words[0])
    if "EACH" in place.expected and place.token.text in ("every", "all", "any"):
        return Hint("plain", {"found": f"`{place.token.text}`", "expected": "`each`"})
    return None


def missing_brackets(place: ErrorSite) -> Hint | None:
    """`for each x in those y in S having (..)`: what is chosen from there stands in brackets."""
    for before, word in itertools.pairwise([*place.words(), place.token][-3:]):
        if word.text == "those" and before.text in ("in", "of", "from"):
            return Hint("those", {"word": before.text}, word)
    return None


def bare_quantifier(place: ErrorSite) -> Hint | None:
    """`a and no x in S has b`: a condition of that kind stands in brackets inside another."""
    line = place.words()
    for before, word in itertools.pairwise(line):
        if word.text in QUANTIFIERS and before.text in ("and", "or", "not"):
            return Hint("quantifier", {"name": word.text}, word, code="K02")
    return None


def conjunction_hint(place: ErrorSite) -> Hint | None:
    """A word that holds sentences together was taken for a name a little earlier in the line."""
    for word in names(place):
        if word.text == "else":
            return Hint("else", {}, word)
        if makes_name(place.tokens, place.tokens.index(word)):
            return Hint("plain", {"name": word.text}, word, code="K02")
    return None


def stray_word_hint(place: ErrorSite) -> Hint | None:
    """The same where no name is made: a value is missing before it, or the word is one too many."""
    for word in names(place):
        if word.text in QUANTIFIERS:
            return Hint("quantifier", {"name": word.text}, word, code="K02")
        before = place.tokens[place.tokens.index(word) - 1]
        facts = {"found": f"`{word.text}`", "expected": "a value"}
        return Hint("plain", {"after": before.text, **facts} if before.text else facts, word)
    return None


def forbidden_hint(place: ErrorSite) -> Hint | None:
    """`player must not grab`, `player may not grab`"""
    for modal, word in itertools.pairwise([*place.words(), place.token]):
        if modal.text in ("must", "may") and word.text in ("not", "never") and place.tokens[0].text in BODIES:
            return Hint("may-not", {"found": f"{modal.text} {word.text}"}, word)
    return None


def assignment(place: ErrorSite) -> Hint | None:
    """`heap is heap - 1` as a line."""
    words = [*place.statement(), place.token]
    if place.tokens[0].text not in BODIES or len(words) < 2 or words[1].text != "is" or words[0].type != "NAME":
        return None
    opened = words[0].text in OPENING or words[0].text in ("require", "supposing", "until")
    return None if opened else Hint("assign", {"found": "is", "name": words[0].text}, words[1])


def middle(place: ErrorSite) -> Hint | None:
    """`.. then until heap = 0: ..`: what opens others begins a line."""
    words = [*place.words(), place.token]
    for then, word in itertools.pairwise(words):
        if then.text in ("then", "->") and word.text in OPENING and place.tokens[0].text in BODIES:
            return Hint("middle" if then.text == "then" else "middle-arrow", {"found": word.text}, word)
    return None


def types(place: ErrorSite) -> Hint | None:
    """`state heap is number`: a type as other languages name it."""
    before = place.before
    declared = place.tokens[0].text in DECLARED
    if before is None or not declared or "OR" not in place.expected or place.token.text == "or":
        return None
    for known, wanted in ((NUMBERS, "0 to 9"), (YES_NO, "yes or no"), (TEXTS, "text")):
        if before.text in known:
            return Hint("type-word", {"found": before.text, "wanted": wanted}, before)
    return None


def unnamed_or_nothing(place: ErrorSite) -> Hint | None:
    """`state vote is yes or no or nothing`: only the name of a type takes `or nothing`."""
    line = [*place.words(), place.token, place.next]
    if place.tokens[0].text not in TYPED:
        return None
    for before, joint, nothing in zip(line, line[1:], line[2:], strict=False):
        if (joint.text, nothing.text) == ("or", "nothing") and before.type != "UPPER":
            return Hint("unnamed-nothing", {"found": before.text}, joint, nothing)
    return None


def modifiers(place: ErrorSite) -> Hint | None:
    """`state heap is 0 to 9, start 9`"""
    if place.tokens[0].text not in ("state", "zone"):
        return None
    for comma, word in itertools.pairwise([*place.words(), place.token]):
        if word.text in ("starts", "excess", "ghost") and comma.type in ("NUMBER", "NAME", "UPPER"):
            return Hint("missing", {"left": comma.text, "right": word.text, "words": "a comma"}, word)
        near = nearest(word.text, MODIFIERS) if comma.type == "COMMA" and word.type == "NAME" else []
        if near and word.text not in MODIFIERS:
            return Hint("misspelt", {"found": word.text, "near": ", ".join(near)}, word)
    return None


def fields(place: ErrorSite) -> Hint | None:
    """`suit = red` in a row."""
    sign = place.token.text
    if place.tokens[0].text == "rows" and sign in ("=", ":", "is") and place.before is not None and place.before.text:
        return Hint("row-sign", {"found": sign, "name": place.before.text})
    return None


def source_sign(place: ErrorSite) -> Hint | None:
    """`take 1 from heap  public:sample`"""
    words = [*place.words(), place.token]
    source = words[-1] if words[-1].type != "COLON" else words[-2] if len(words) > 1 else words[-1]
    after = place.tokens[place.at + 1 : place.at + 2] if words[-1] is source else [place.token]
    if source.text in ("public", "ruling") and after and after[0].type == "COLON":
        return Hint("source-sign", {"found": f"{source.text}:"}, source)
    return None


def letters(place: ErrorSite) -> Hint | None:
    """A small letter for a capital one, or the other way about."""
    token, expected = place.token, place.expected
    before = place.before
    if token.text == "-" and before is not None and before.type == "UPPER" and before.end == token.column:
        whole = f"{before.text}-{place.next.text}"
        right = before.text + "".join(part.capitalize() for part in place.next.text.split("-"))
        return Hint("kind-hyphen", {"found": whole, "right": right}, before, place.next)
    if before is not None and before.type == "UPPER" and token.text == "in" and "MUST" in expected:
        return Hint("upper-name", {"name": before.text, "lower": usable_name(before.text.lower())}, before)
    if (
        token.type == "UPPER"
        and "NAME" in expected
        and "UPPER" not in expected
        and not (before and before.text == "in")
    ):
        return Hint("upper-name", {"name": token.text, "lower": usable_name(token.text.lower())})
    if token.type == "NAME" and "UPPER" in expected and "NAME" not in expected and token.text not in JOINT:
        kind = "".join(part.capitalize() for part in token.text.split("-"))
        return Hint("lower-kind", {"name": token.text, "kind": kind})
    return None


def modal_verb_hint(place: ErrorSite) -> Hint | None:
    """`player shall lay`"""
    words = place.statement()
    if len(words) == 2 and place.token.type == "NAME":
        verb = words[1]
        near = nearest(verb.text, MODALS)
        if verb.text in MODAL_LIKE or (near and words[0].text in ("player", "active", "winner", "owner")):
            return Hint("modal", {"found": verb.text, "near": ", ".join(near or MODALS[:2])}, verb)
    if place.token.type == "NAME" and {"MUST", "MAY"} <= place.expected and len(place.expected) <= 4:
        near = nearest(place.token.text, MODALS)
        return Hint("modal", {"found": place.token.text, "near": ", ".join(near)}) if near else None
    return None


def subject(place: ErrorSite) -> Hint | None:
    """`player adds 1 to heap`: who does it is not said at the beginning."""
    words = place.statement()
    if place.tokens[0].text not in BODIES or len(words) < 2 or words[0].text not in ("player", "active"):
        return None
    plain = words[1].type == "NAME" and words[1].text not in (*MODALS, *JOINT)
    return Hint("subject", {"found": f"{words[0].text} {words[1].text}"}, words[0], words[1]) if plain else None


def everyday(place: ErrorSite) -> Hint | None:
    """English that says the same in more words."""
    token, before = place.token, place.before
    if token.type != "NAME" or before is None:
        return None
    sign = COMPARING.get((before.text, token.text)) or COMPARING.get((token.text, ""))
    if sign:
        first = token if COMPARING.get((token.text, "")) else before
        said = " ".join(dict.fromkeys((first.text, token.text)))
        return Hint("plain", {"found": f"`{said}`", "expected": sign}, first, token)
    return None


def each_of_brackets(place: ErrorSite) -> Hint | None:
    """`(a, b) for each x in S`: what is collected is one chain of words."""
    before = place.before
    if place.token.text == "for" and place.next.text == "each" and before is not None and before.text == ")":
        return Hint("list-each", {"found": "for each"}, place.token, place.next)
    return None


def bare_count(place: ErrorSite) -> Hint | None:
    """`top n of deck`: a number that has a name stands in brackets."""
    words = [*place.words(), place.token, place.next]
    for word, number, of in zip(words, words[1:], words[2:], strict=False):
        if word.text in ("top", "bottom", "item") and number.type == "NAME" and of.text == "of" != number.text:
            return Hint("number-brackets", {"found": word.text, "name": number.text}, number)
    return None


def spelling(place: ErrorSite) -> Hint | None:
    """A keyword with a slip in it, or one that stands where a name is expected."""
    token = place.token
    if token.type != "NAME":
        return None
    keywords = tables().keywords
    spelled = {name: text for text, name in keywords.items()}
    if token.text in JOINT and "NAME" in place.expected and makes_name(place.tokens, place.at):
        return Hint("plain", {"name": token.text}, code="K02")
    near = nearest(token.text, [spelled[s] for s in place.expected if s in spelled])
    if near and token.text not in keywords:  # a word of the language is spelled rightly and stands at the wrong place
        return Hint("misspelt", {"found": token.text, "near": ", ".join(near)})
    tail = TAILS.get(place.tokens[0].text)
    if tail and "COMMA" in place.expected and "_NL" not in place.expected:
        return Hint("plain", {"found": f"`{token.text}`", "expected": tail})
    return None
