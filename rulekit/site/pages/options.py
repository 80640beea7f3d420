"""Options and editions side by side: what a table may choose, and what each value changes in words of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.check.sources.ledger import option_value_text
from rulekit.looks.declared_looks import noun
from rulekit.site.book import BookClause, SiteModel
from rulekit.site.component_data import words_of
from rulekit.site.editions import edition_title, editions
from rulekit.site.links import Links, own_page
from rulekit.site.page import Page, count, escape_md, table
from rulekit.site.prose import OPTIONS, option_anchor, prose
from rulekit.site.reader_words import join_list, sentence

PLACE = 63.0
YES = "yes"  # of an option that is chosen or not


def pages(book: SiteModel) -> Iterator[Page]:
    """One page; none for a game in which there is nothing to choose."""
    options = book.game.options
    if not options:
        return
    path = own_page(book, OPTIONS)
    links = Links(book, path)
    counted = sentence(f"{count(len(options), 'choice')} of the table")
    lead = f"{counted} The value that stands first holds if nobody says anything."
    parts = [
        f"{lead}\n{{ .lead }}",
        *_editions(book),
        *(part for name in options for part in _option(book, links, name)),
    ]
    data = {
        name: {
            option_value_text(value): [one.id for one in clauses_under_value(book, name, option_value_text(value))]
            for value in values
        }
        for name, values in options.items()
    }
    title = "Options and editions" if book.game.editions else "Options"
    yield Page(path, title, tuple(parts), {"options": data, "editions": editions(book)}, PLACE, column=title)


def _editions(book: SiteModel) -> Iterator[str]:
    """A table of the options in which editions differ, or that all of them leave as usual."""
    found = editions(book)
    if not found:
        return
    yield "## The editions side by side { #editions }"
    rows = []
    for name in book.game.options:
        values = [chosen[name] for chosen in found.values()]
        said = [escape_md(words_of(book).own_option(name, value) or "") or f"`{value}`" for value in values]
        rows.append([f"[{escape_md(_title(book, name))}](#{option_anchor(name)})", *said])
    differ = [
        row for row, name in zip(rows, book.game.options, strict=True) if len({c[name] for c in found.values()}) > 1
    ]
    yield table(["Choice", *(edition_title(book, one) for one in found)], differ or rows)
    if differ and len(differ) < len(rows):
        yield "In all other choices the editions agree, or leave them to the table.\n{ .note }"


# ------------------------------------------------------------------ one option


def _option(book: SiteModel, links: Links, name: str) -> Iterator[str]:
    """What it is about, and a row for each value."""
    rulings = [one for one in book.rulings.ruled if one.id in rulings_of(book, name)]
    yield f"## {escape_md(_title(book, name))} {{ #{option_anchor(name)} }}"
    yield f"`{name}`{_rulings(links, [one.id for one in rulings])}\n{{ .over }}"
    rows = [
        _value(book, links, name, option_value_text(value), at == 0) for at, value in enumerate(book.game.options[name])
    ]
    if len({said for _, said in rows}) == 1:
        yield f"{sentence(join_list([head for head, _ in rows], 'or'))} {rows[0][1]}"
        return
    yield table(["Value", "What then holds"], rows, stacked=True)


def _title(book: SiteModel, name: str) -> str:
    """The question that one ruling answers by it, else what is chosen by `yes`, else its name."""
    rulings = [one for one in book.rulings.ruled if one.id in rulings_of(book, name)]
    chosen = words_of(book).own_option(name, YES) or noun(name)
    return rulings[0].question if len(rulings) == 1 else chosen[:1].upper() + chosen[1:]


def _rulings(links: Links, rulings: list[str]) -> str:
    return f" · {join_list([links.ruling(one) for one in rulings])}" if rulings else ""


def rulings_of(book: SiteModel, name: str) -> list[str]:
    """The rulings that an option rests on, or that speak of it."""
    cited = [
        cite.text.partition(":")[2] for cite in book.game.checked.symbols.options[name].decl.cites if ":" in cite.text
    ]
    spoken = [one.id for one in book.rulings.ruled if any(name == said for when, _ in one.under for said, _ in when)]
    return list(dict.fromkeys([*cited, *spoken]))


def clauses_under_value(book: SiteModel, name: str, value: str) -> list[BookClause]:
    """The clauses that hold only under a value."""
    return [one for one in book.clauses.values() if (name, value) in one.said.when]


def _value(book: SiteModel, links: Links, name: str, value: str, usual: bool) -> list[str]:
    said = [f"{escape_md(one.text)} {links.clause(one.id, 'More')}" for one in clauses_under_value(book, name, value)]
    answers = _answers(book, links, name, value, usual)
    held = [
        title
        for title, chosen in ((edition_title(book, e), c) for e, c in editions(book).items())
        if chosen[name] == value
    ]
    marks = ["as usual"] if usual else []
    marks += [join_list(held)] if held and len(held) < len(book.game.editions) else []
    words = words_of(book).own_option(name, value)
    head = f"`{value}`" if words is None else f"{escape_md(words)} `{value}`"
    head += f" ({'; '.join(marks)})" if marks else ""
    return [head, " ".join(said or answers) or _cited(book, links, name, usual)]


def _answers(book: SiteModel, links: Links, name: str, value: str, usual: bool) -> list[str]:
    """What rulings say of the value, where no clause does."""
    found = []
    for one in book.rulings.ruled:
        if one.id in rulings_of(book, name):
            said = [text for when, text in one.under if (name, value) in when]
            found += said or ([one.short or one.answer] if usual else [])
    return [prose(book, links, sentence(one)) for one in found]


def _cited(book: SiteModel, links: Links, name: str, usual: bool) -> str:
    """The sentences that the option itself rests on."""
    cited = [c.text for c in book.game.checked.symbols.options[name].decl.cites if c.text in book.clauses]
    if not cited:
        return "So it is if nobody chooses." if usual else "Only if the table chooses so."
    return " ".join(f"{escape_md(book.clauses[id_].text)} {links.clause(id_, 'More')}" for id_ in cited)
