"""What stands behind the clauses of a game, and the hash of its texts: gathered once when it is loaded."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping

from rulekit.check.clauses import clauses
from rulekit.check.examined import Checked
from rulekit.play.reasons import Clauses

RULING = re.compile(r"^## (?P<id>[A-Z]+-[0-9]+[a-z]?): *(?P<title>.+?)\s*$")
RULED = re.compile(r"^- Ruling: *(?P<text>.+?)\s*$")


def clauses_of(
    checked: Checked,
    texts: Mapping[str, str],
    ledger: Mapping[str, str],
    sources: Mapping[str, tuple[str, str]] | None = None,
) -> Clauses:
    """Every clause with its line and what it cites; `texts` are the rules by the names of their files."""
    lines: dict[str, str] = {}
    cites: dict[str, tuple[str, ...]] = {}
    split = {name: text.split("\n") for name, text in texts.items()}
    for place in clauses(checked.rulebook):
        clause = place.clause
        if clause.id is None or clause.id in lines:
            continue
        cites[clause.id] = tuple(cite.text for cite in clause.cites)
        written = split.get(clause.span.file, [])
        here = written[clause.span.line - 1] if clause.span.line <= len(written) else ""
        lines[clause.id] = bare(here)
    return Clauses(lines, cites, dict(ledger), dict(sources or {}))


def bare(line: str) -> str:
    """A line of rules without its id, its sources and its margins."""
    return re.sub(r"^\s*\[[^\]]*\]\s*", "", re.sub(r"\s+@[^\"]*$", "", line)).strip()


def rulings(text: str) -> dict[str, str]:
    """What was ruled, by the citation `ruling:AMB-2`."""
    found: dict[str, str] = {}
    name = ""
    for line in text.split("\n"):
        head, ruled = RULING.match(line), RULED.match(line)
        if head:
            name = f"ruling:{head['id']}"
            found[name] = head["title"]
        elif ruled and name:
            found[name] = f"{found[name]} {ruled['text']}"
            name = ""
    return found


def spec_hash(texts: Iterable[tuple[str, str]]) -> str:
    """One hash of names and texts, in the order of the names; scenes, ledger and rulings are no part of it."""
    digest = hashlib.sha256()
    for name, text in sorted(texts):
        body = text.encode()
        digest.update(f"{name}\n{len(body)}\n".encode() + body)
    return "sha256:" + digest.hexdigest()
