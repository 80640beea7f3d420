"""A game at a glance: aim, players, time, chapters, the course of a turn, the box, how far all this can be trusted."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.model.tables import assumed_rows
from rulekit.site.addresses import COMPONENTS, GLANCE, RULINGS, chapter_page
from rulekit.site.book import SiteModel
from rulekit.site.page import Page, count, escape, escape_md
from rulekit.site.reader_words import join_list
from rulekit.site.reader_words import number as spelled_number

MOST_RULINGS = 6
THESE, EARLIER = "these rules", "the rules as they were before they were last changed"
WRITTEN = "written.md"  # of a game without chapters


def pages(book: SiteModel) -> Iterator[Page]:
    """One page."""
    told = facts(book)
    parts = [
        f"{escape_md(book.manual.lead)}\n{{ .lead }}" if book.manual.lead else "",
        _list(told),
        _chapters(book),
        _turn(book),
        _box(book),
        _open(book),
        _trust(book),
    ]
    data = {
        "lead": book.manual.lead,
        "facts": told,
        "turn": [*book.manual.turn],
        "chapters": [{"id": one.id, "title": one.title, "clauses": len(one.clauses)} for one in book.chapters],
        "kinds": dict(kinds(book)),
    }
    yield Page(GLANCE, book.title, tuple(one for one in parts if one), data, 0.0, keywords=tuple(_keywords(book)))


def _keywords(book: SiteModel) -> Iterator[str]:
    """The title on each box."""
    yield from (one.box for one in book.sources.known.values() if one.box)


def facts(book: SiteModel) -> dict[str, str]:
    """What everybody asks first, by its name."""
    return dict(_facts(book))


def _facts(book: SiteModel) -> Iterator[tuple[str, str]]:
    manual, seats = book.manual, book.game.players
    yield "Players", _range(seats[0], seats[-1])
    if manual.age:
        yield "Age", f"from {manual.age}"
    if manual.minutes:
        yield "Time", f"{_range(manual.minutes[0], manual.minutes[-1])} minutes"
    known = [_edition(one.title, one.publisher, one.year) for one in book.sources.known.values()]
    if known:
        yield "Read from", "; ".join(known)
    if book.game.editions:
        known_as = {name: one.title for name, one in book.sources.known.items()}
        yield "Editions", ", ".join(known_as.get(name, name) for name in book.game.editions)
    said = [count(len(book.clauses), "sentence")] if book.clauses else []
    said += [count(len(book.rulings.ruled), "ruling")] if book.rulings.ruled else []
    said += [count(len(book.scenes), "scene")] if book.scenes else []
    if said:
        yield "Rules", ", ".join(said)


def _edition(title: str, publisher: str, year: int | None) -> str:
    more = ", ".join(str(one) for one in (publisher, year) if one)
    return f"{title} ({more})" if more else title


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _list(told: dict[str, str]) -> str:
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(said)}</dd>" for name, said in told.items())
    return f'<dl class="facts">{rows}</dl>'


def _chapters(book: SiteModel) -> str:
    lines = [
        f"- [{escape_md(one.title)}]({chapter_page(one.id)}) <small>{len(one.clauses)}</small>" for one in book.chapters
    ]
    if not lines and book.lines:
        return f"[The rules as they are written]({WRITTEN})"
    made = "\n".join(lines)
    return f'## The rules, chapter by chapter\n\n<div class="chapters" markdown>\n\n{made}\n\n</div>' if lines else ""


def _turn(book: SiteModel) -> str:
    lines = [f"{number}. {escape_md(line)}" for number, line in enumerate(book.manual.turn, 1)]
    return "\n".join(["## A turn", "", *lines]) if lines else ""


def kinds(book: SiteModel) -> list[tuple[str, int]]:
    """Each kind of piece or row with the number of its pieces."""
    found = []
    for kind in book.game.checked.symbols.kinds.values():
        if kind.is_piece and kind.whole is None and kind.rows:
            found.append((kind.name, len(kind.members) or len(kind.rows)))
    return found


def _box(book: SiteModel) -> str:
    """As the manual counts it, else what the rules know of."""
    found = kinds(book)
    told = book.manual.box or tuple(count(number, name.lower()) for name, number in found)
    if not told:
        return ""
    lines = "\n".join(f"- {escape_md(one)}" for one in told)
    figures = f"[Every piece with its figures]({COMPONENTS})" if found else ""
    return "\n\n".join(filter(None, ["## What is in the box", lines, " ".join(_assumed(book, found)), figures]))


def _assumed(book: SiteModel, found: list[tuple[str, int]]) -> Iterator[str]:
    """What no source tells of the pieces."""
    made_up = {kind: rows for kind, rows, _ in assumed_rows(book.game.checked.rulebook)}
    for name, number in found:
        if some := made_up.get(name):
            of = "all" if some == number else f"{some} of the"
            yield f"Figures of {of} {count(number, escape_md(name.lower()))} are assumed, for no source tells them."


def _open(book: SiteModel) -> str:
    ruled = book.rulings.ruled
    if not ruled:
        return ""
    options = sum(1 for one in book.rulings.ruled if one.under)
    chosen = [book.rulings_by_id[one] for one in book.manual.matter] or [*ruled][:MOST_RULINGS]
    text = f"{count(len(ruled), 'question')}; each has a ruling and its reason."
    text += f" In {spelled_number(options)} of them the table, or its edition, may choose." if options else ""
    lines = []
    for one in chosen:
        answer = one.short or one.answer
        lines.append(
            f"- [{escape_md(one.question)}]({book.ruling_address(one.id)}) {escape_md(answer[:1].upper() + answer[1:])}"
        )
    return "\n\n".join(["## What the rulebook leaves open", text, "\n".join(lines), f"[All rulings]({RULINGS})"])


def _trust(book: SiteModel) -> str:
    report, wrong = book.trials.report, book.trials.wrong
    tried = [(len(book.scenes), "worked example"), (len(book.laws), "law")]
    told = join_list([count(number, what) for number, what in tried if number])
    said = (
        [f"{told} {'is' if sum(number for number, _ in tried) == 1 else 'are'} tried at every change."] if told else []
    )
    if report:
        said.append(
            f"An engine written without this kit played {report.games:,} games in step with "
            f"{THESE if report.spec == book.game.spec else EARLIER}: "
            f"{report.decisions:,} decisions, no difference."
        )
    if wrong:
        said.append(
            f"{len(wrong)} engines were made wrong on purpose, and each must be found whenever the rules change."
        )
    link = " [Every sentence, and what it rests on](trace.md)" if book.clauses else ""
    return f"## How far this can be trusted\n\n{' '.join(said)}{link}" if said or link else ""
