"""What could have stood there: the complaint about a sentence that breaks off."""

from __future__ import annotations

from rulekit.problems import Problem, nearest, problem
from rulekit.source import Span
from rulekit.text import strange
from rulekit.text.lex import Token
from rulekit.text.tables import tables

VALUE_SIGNS = {"NAME", "NUMBER", "LPAR"}
PHRASES = {
    "NAME": "a name",
    "UPPER": "a Kind (with a capital letter)",
    "NUMBER": "a number",
    "STRING": 'a text in "quotation marks"',
    "CLAUSE": "an id in [square brackets]",
    "CITE": "a citation `@..`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "COMMA": "`,`",
    "COLON": "`:`",
    "SIGN": "`+` or `-`",
    "MULDIV": "`*` or `/`",
    "COMPARE": "`=`, `<` or `>`",
    "SHAPE": "`pile of`, `set of` or `bag of`",
    "_NL": "the end of the line",
    "_INDENT": "indented lines",
    "_DEDENT": "the end of the block",
    "$END": "the end of the declaration",
}
MODALS = ("must", "may", "picks")
CODES = {"empty": "K03", "deeper": "K03", "joint": "K02", "joint-quantifier": "K02"}
RENAMED = {"joint": "plain", "deeper": "deep", "joint-quantifier": "quantifier"}
MANY = 5  # more continuations than this help nobody


def complaint(expected: dict[str, int], tokens: list[Token], at: int, file: str) -> Problem:
    """The most helpful words for a token that fits nowhere."""
    token = tokens[min(at, len(tokens) - 1)]
    before = tokens[at - 1] if at else None
    span = Span(file, token.line, token.column, token.line, max(token.end, token.column + 1))
    for rule in (_layout, _signs, _letters, _words):
        found = rule(token, before, tokens, at, expected)
        if found is not None:
            variant, facts = found
            code = CODES.get(variant, "K01")
            return problem(code, span, RENAMED.get(variant, variant), **facts)
    return problem("K01", span, "plain", found=_shown(token), **_context(before, expected))


Found = tuple[str, dict[str, object]] | None


def _context(before: Token | None, expected: dict[str, int]) -> dict[str, object]:
    facts: dict[str, object] = {}
    if before is not None and before.text:
        facts["after"] = before.text
    phrase = phrases(expected)
    if phrase:
        facts["expected"] = phrase
    return facts


def phrases(expected: dict[str, int]) -> str:
    """The continuations in a reader's words; nothing if there are too many to help."""
    signs = [s for s in expected if s.isupper() or s.startswith(("_NL", "_INDENT", "_DEDENT"))]
    if not signs:
        return ""
    spelled = {name: text for text, name in tables().keywords.items()}
    value = VALUE_SIGNS <= set(signs)
    words: list[str] = ["a value or `(`"] if value else []
    keywords = []
    for sign in sorted(signs):
        if value and sign in (VALUE_SIGNS | {"UPPER"}):
            continue
        if sign in PHRASES:
            words.append(PHRASES[sign])
        elif sign in spelled:
            keywords.append(f"`{spelled[sign]}`")
    if not value or len(keywords) + len(words) <= MANY:
        words += keywords
    if not words or len(words) > 2 * MANY:
        return ""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


def _shown(token: Token) -> str:
    if token.type in ("_NL", "_DEDENT", "$END"):
        return "the end of the line"
    if token.type == "_INDENT":
        return "an indented line"
    return f"`{token.text}`"


def _layout(token: Token, before: Token | None, tokens: list[Token], at: int, expected: dict[str, int]) -> Found:
    if token.type == "_INDENT":
        previous = tokens[at - 2] if at >= 2 else None
        if previous is not None and "COLON" in expected:
            return "colon", {"after": previous.text}
        return "deeper", {"spaces": token.column - 1, "wanted": max(token.column - 3, 0)}
    if token.type == "_NL":
        facts = _context(before, expected)
        if before is not None and "COLON" in expected and set(expected) & {"RPAR"} == set():
            return "colon", {"after": before.text}
        return "line-end", facts
    if before is not None and before.type == "_NL" and set(expected) <= {"_INDENT", "CITE"}:
        return "empty", {"after": tokens[at - 2].text if at >= 2 else ""}
    return None


def _signs(token: Token, before: Token | None, tokens: list[Token], at: int, expected: dict[str, int]) -> Found:
    text = token.text
    if text == "=" and before is not None and before.text == "=":
        return "equals", {"found": "=="}
    if text == "=" and before is not None and before.text == ":":
        return "equals", {"found": ":="}
    if text == ">" and before is not None and before.text == "<":
        return "differs", {"found": "<>"}
    if text == "=" and before is not None and before.text == "/":
        return "differs", {"found": "/="}
    if text == "-" and at + 1 < len(tokens) and tokens[at + 1].type == "NUMBER" and "NUMBER" in expected:
        return "negative", {"number": tokens[at + 1].text}
    if text == "-" and before is not None and before.type == "NUMBER" and "TO" in expected:
        return "dots", {"found": f"{before.text}-"}
    if before is not None and before.type == "CITE":
        return "after-cite", {}
    if text == "," and "OR" in expected:
        return "comma-offer", {}
    return None


def _letters(token: Token, before: Token | None, tokens: list[Token], at: int, expected: dict[str, int]) -> Found:
    if token.type == "UPPER" and "NAME" in expected and "UPPER" not in expected:
        return "upper-name", {"name": token.text, "lower": token.text.lower()}
    if token.type == "WORD" and "UPPER" in expected and "NAME" not in expected:
        name = token.text
        return "lower-kind", {"name": name, "kind": "".join(w.capitalize() for w in name.split("-"))}
    if token.type == "BAD":
        return strange.explain(token.text)[1:]  # type: ignore[return-value]
    return None


def _words(token: Token, before: Token | None, tokens: list[Token], at: int, expected: dict[str, int]) -> Found:
    keywords = tables().keywords
    spelled = {name: text for text, name in keywords.items()}
    if at == 0 and token.type == "WORD":
        heads = [spelled[s] for s in expected if s in spelled]
        return "head", {"found": token.text, "near": nearest(token.text, heads)}
    if token.type == "WORD" and token.text in keywords and "NAME" in expected and len(expected) < MANY * 2:
        return "joint", {"name": token.text}
    if token.text in ("every", "some", "no") and token.type == "WORD":
        return "joint-quantifier", {"name": token.text}
    if token.type == "WORD" and "MUST" in expected and "MAY" in expected:
        return "modal", {"found": token.text, "near": nearest(token.text, MODALS)}
    if token.type == "WORD":
        near = nearest(token.text, [spelled[s] for s in expected if s in spelled])
        if near:
            return "plain", {"found": f"`{token.text}`", "expected": ", ".join(f"`{n}`" for n in near)}
    return None
