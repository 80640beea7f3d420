"""Laws in words: what must be true in every position or at every step, and how each is tested."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.laws.builtin import free_laws
from rulekit.model import declarations as d
from rulekit.site.as_rules import as_rules
from rulekit.site.book import BookScene, RuleLine, SiteModel
from rulekit.site.component_data import words_of
from rulekit.site.figure import fold, folds
from rulekit.site.links import Links, own_page, short_name
from rulekit.site.page import Page, count, escape, escape_md
from rulekit.site.reader_words import sentence
from rulekit.site.ruling_text import short_answer

LEAD = (
    "What must be true whatever anybody plays. Random games by the thousand try to break each of these, and so do the "
    "engines that are made wrong on purpose."
)
PATH, PLACE = "laws.md", 67.0
KINDS = {
    "always": "In every position",
    "at-rest": "Whenever somebody is asked",
    "never": "Never",
    "at-end": "When the game is over",
    "each-step": "From each step to the next",
    "never-rises": "What never rises",
    "never-falls": "What never falls",
    "never-changes": "What never changes",
    "at-most": "What happens only so often",
    "same": "What must come out the same",
    "demands": "Before a game begins",
}
MOST_SCENES = 4


def pages(book: SiteModel) -> Iterator[Page]:
    """One page; what every game must keep stands at its end."""
    links = Links(book, own_page(book, PATH))
    laws = [one for one in book.laws if one.id is not None]
    parts = [f"{LEAD}\n{{ .lead }}"]
    for kind in dict.fromkeys(_kind(one) for one in laws):
        parts.append(f"## {KINDS.get(kind, kind.replace('-', ' ').capitalize())} {{ #{kind} }}")
        for law in laws:
            if _kind(law) == kind:
                parts += _law(book, links, law)
    parts += ["## In every game { #every-game }", "Nobody has to write these down:"]
    parts.append("\n".join(f"- {escape_md(law.sentence)}" for law in free_laws()))
    data = {
        one.id or "": {"kind": _kind(one), "says": law_text(book, one), "clauses": _clauses(book, one)} for one in laws
    }
    yield Page(own_page(book, PATH), "Laws", tuple(parts), data, PLACE, boost=0.4)


def _kind(law: RuleLine) -> str:
    assert isinstance(law.decl, d.Laws)
    return law.decl.kind


def law_text(book: SiteModel, law: RuleLine) -> str:
    """A law in words: as the manual or its own sentence says, else the clauses or rulings it rests on; empty if nobody
    says it.
    """
    assert isinstance(law.decl, d.Laws)
    own = next((case.sentence for case in law.decl.cases if case.id == law.id and case.sentence), None)
    own = book.manual.laws.get(law.id or "", own)
    if own:
        return sentence(words_of(book).prose(own))
    texts = [book.clauses[id_].text for id_ in _clauses(book, law)]
    if not texts:
        ruled = [book.rulings_by_id[one] for one in _rulings(book, law)]
        texts = [f"{one.question} {short_answer(book, one)}" for one in ruled]
    return " ".join(texts)


def _rulings(book: SiteModel, law: RuleLine) -> list[str]:
    named = (cite.partition(":")[2] for cite in law.cites if cite.startswith("ruling:"))
    return [one for one in named if one in book.rulings_by_id]


def _clauses(book: SiteModel, law: RuleLine) -> list[str]:
    return [one for one in law.cites if one in book.clauses]


def _law(book: SiteModel, links: Links, law: RuleLine) -> Iterator[str]:
    clauses = _clauses(book, law)
    words = escape_md(law_text(book, law)) or f"`{' '.join(law.text.split())}`"
    yield f'### {words} {{ #{law.id} .clause data-toc-label="{short_name(law.id or "")}" }}'
    rests = f"<br>Rests on {links.clauses(clauses)}." if clauses else ""
    ruled = "".join(f" {links.ruling(one)}" for one in _rulings(book, law))
    yield f"[{law.id}](#{law.id}){{ .id }}{rests}{ruled}\n{{ .src }}"
    yield folds(
        [
            fold("As rules", as_rules(book, [law], book.site_root(own_page(book, PATH)))),
            fold("How it is tested", _tested(book, law)),
        ]
    )


def scenes_of(book: SiteModel, law: RuleLine) -> list[BookScene]:
    """The scenes that show it, or that are refused because of it."""
    return [one for one in book.scenes if one.clause == law.id or law.id in one.names]


def _tested(book: SiteModel, law: RuleLine) -> str:
    """What tries to break it."""
    scenes = scenes_of(book, law)
    said = ["Every campaign of random games looks at it wherever somebody is asked."]
    if scenes:
        titles = "; ".join(one.caption for one in scenes[:MOST_SCENES])
        more = f" and {len(scenes) - MOST_SCENES} more" if len(scenes) > MOST_SCENES else ""
        said.append(f"{count(len(scenes), 'scene').capitalize()}: {titles}{more}.")
    wrong = [one for one in book.trials.wrong if law.id in one.blames]
    said += [f"An engine made wrong on purpose breaks it, and is found: {one.says}" for one in wrong]
    return '<ul class="sure">' + "".join(f"<li>{escape(one)}</li>" for one in said) + "</ul>"
