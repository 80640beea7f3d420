"""Rulings: an index of all questions the rulebooks leave open, and one page for each with both readings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rulekit.check.sources.ledger import Ruling
from rulekit.site.addresses import RULINGS, ruling_page
from rulekit.site.as_rules import as_rules
from rulekit.site.book import BookScene, RuleLine, SiteModel, WrongEngine
from rulekit.site.component_data import words_of
from rulekit.site.links import Links, ruling_label
from rulekit.site.page import Page, count, escape, escape_md, table
from rulekit.site.prose import choice_text
from rulekit.site.reader_words import sentence
from rulekit.site.ruling_text import RulingText, ruling_text, short_answer
from rulekit.site.scenes.play_link import played_from_here
from rulekit.site.scenes.scene_html import figures, options_of, pictures_of, told_html, words_of_scene

LEAD = (
    "that the rulebook leaves open, or answers in two ways, and what we made of them. Where the table may choose "
    "otherwise, the page of the question names the choice."
)
UNANSWERED = "No answer has been written down yet (a line that begins with “- Ruling:” is missing)."
PLACE = 62.0
MOST_SCENES, MOST_LINES = 8, 12
Settings = Mapping[str, str]


def pages(book: SiteModel) -> Iterator[Page]:
    """The index, then one page for each ruling."""
    if not book.rulings.ruled:
        return
    yield _index(book)
    for number, ruling in enumerate(book.rulings.ruled, 1):
        yield _page(book, ruling, number)


def anchor(ruling: str) -> str:
    """The anchor of a ruling on the index."""
    return ruling.lower()


# ------------------------------------------------------------------ the index


def _index(book: SiteModel) -> Page:
    links = Links(book, RULINGS)
    ruled = book.rulings.ruled
    lead = f"{count(len(ruled), 'question')} {LEAD}"
    parts = [f"{lead}\n{{ .lead }}", _matter(book, links), *(_entry(book, links, one) for one in ruled)]
    data = {one.id: {"question": one.question, "answer": short_answer(book, one)} for one in ruled}
    return Page(RULINGS, "Rulings", tuple(parts), data, PLACE, boost=0.7)


def _matter(book: SiteModel, links: Links) -> str:
    """Those that matter most at a table."""
    known = [one for one in book.manual.matter if one in book.rulings_by_id]
    if not known:
        return ""
    said = "\n".join(f"- {links.ruling(one, book.rulings_by_id[one].question)}" for one in known)
    return f"Those that matter most at a table:\n\n{said}"


def _entry(book: SiteModel, links: Links, ruling: Ruling) -> str:
    more = links.ruling(ruling.id, "Both readings, and what hangs on it")
    label = ruling_label(ruling.id).capitalize()
    return (
        f'## {escape_md(ruling.question)} {{ #{anchor(ruling.id)} .clause data-toc-label="{label}" }}\n\n'
        f"[{ruling.id}](#{anchor(ruling.id)}){{ .id }}\n{{ .src }}\n\n"
        f"{escape_md(short_answer(book, ruling) or UNANSWERED)} {more}\n{{ .ruling }}"
    )


# ------------------------------------------------------------------ one ruling


def _page(book: SiteModel, ruling: Ruling, number: int) -> Page:
    path = ruling_page(ruling.id)
    links, text = Links(book, path), ruling_text(ruling)
    scenes = scenes_of(book, ruling, text)
    total = len(book.rulings.ruled)
    parts = [
        f"[Rulings]({links.address_to(RULINGS)}) · {ruling_label(ruling.id)}, one of {total} · `{ruling.id}`"
        "\n{ .over }",
        f"{escape_md(short_answer(book, ruling) or UNANSWERED)}\n{{ .answer }}",
        *_reasons(book, links, ruling, text),
        *_readings(book, links, ruling, scenes),
        *_hangs(book, links, ruling, scenes, text),
        *_lines(book, path, lines_of(book, ruling, text)),
    ]
    return Page(path, ruling.question, tuple(parts), _data(book, ruling, text, scenes), None, column=str(number))


def _reasons(book: SiteModel, links: Links, ruling: Ruling, text: RulingText) -> Iterator[str]:
    """The readings in words, what was ruled in full, and why."""
    words = words_of(book)
    if text.readings:
        yield "## How it can be read { #readings }"
        yield "\n".join(f"- {escape_md(sentence(words.prose(one)))}" for one in text.readings)
    if ruling.answer:
        yield "## How it is played { #ruled }"
        yield escape_md(sentence(words.prose(ruling.answer)))
    if text.why:
        yield f"**Why:** {escape_md(sentence(words.prose(text.why)))}"
    for when, answer in ruling.under:
        yield f"**If the table chooses {_chosen(book, links, when)}:** {escape_md(sentence(words.prose(answer)))}"


def _chosen(book: SiteModel, links: Links, when: Iterable[tuple[str, str]]) -> str:
    return " and ".join(choice_text(book, links, name, value) for name, value in when)


# ------------------------------------------------------------------ scenes of a ruling


def scenes_of(book: SiteModel, ruling: Ruling, text: RulingText) -> list[BookScene]:
    """The scenes that show it: those titled by it, those it names, those of the clauses that rest on it."""
    clauses = {one.id for one in book.clauses_under(ruling.id)}
    named = set(text.named)
    ranked = []
    for scene in book.scenes:
        rank = 0 if scene.title.startswith(f"{ruling.id}:") else 1 if scene.clause in named else 2
        if rank < 2 or scene.clause in clauses:
            ranked.append((rank, scene.number))
    return [book.scenes[number] for _, number in sorted(ranked)]


def _readings(book: SiteModel, links: Links, ruling: Ruling, scenes: list[BookScene]) -> Iterator[str]:
    """Both readings as pictures, where scenes exist for both; else one example."""
    shown = [scene for scene in scenes if pictures_of(book, scene.number).before is not None]
    names = {name for when, _ in ruling.under for name, _ in when}
    usual = next((one for one in shown if not names & {*options_of(one)}), None)
    other = [(when, one) for when, _ in ruling.under if (one := _under(shown, when)) is not None]
    if usual is None:
        return
    if not other:
        yield "## Example { #example }"
        yield _shown(book, links, usual, "")
        return
    yield f"## The {'two' if len(other) == 1 else len(other) + 1} readings on the table {{ #table }}"
    ours = _shown(book, links, usual, '<p class="reading">As ruled. <span class="yes">So we play.</span></p>')
    theirs = [
        _shown(book, links, one, f'<p class="reading">If the table chooses {_code(when)}.</p>') for when, one in other
    ]
    yield f'<div class="two">{"".join(f"<div>{one}</div>" for one in (ours, *theirs))}</div>'


def _under(scenes: list[BookScene], when: Iterable[tuple[str, str]]) -> BookScene | None:
    wanted = dict(when)
    return next((one for one in scenes if wanted.items() <= options_of(one).items()), None)


def _code(when: Iterable[tuple[str, str]]) -> str:
    return " and ".join(f"<code>{escape(name)} {escape(value)}</code>" for name, value in when)


def _shown(book: SiteModel, links: Links, scene: BookScene, head: str) -> str:
    words = words_of_scene(book, scene.number)
    title = f'<p class="label">{escape(words.title)}</p>'
    told = f"{told_html(book, links, words)}{played_from_here(book, links, scene)}"
    return f"{head}{title}{figures(book, links, scene)}{told}"


# ------------------------------------------------------------------ what hangs on it


def lines_of(book: SiteModel, ruling: Ruling, text: RulingText) -> list[RuleLine]:
    """The lines that cite it, and those it names that are no laws."""
    named = [book.by_line[one] for one in text.named if one in book.by_line and book.by_line[one].sort != "law"]
    return list({one.name: one for one in (*book.lines_under(ruling.id), *named)}.values())


def _hangs(book: SiteModel, links: Links, ruling: Ruling, scenes: list[BookScene], text: RulingText) -> Iterator[str]:
    clauses = [one.id for one in book.clauses_under(ruling.id)]
    clauses += [one for one in text.named if one in book.clauses and one not in clauses]
    lines = lines_of(book, ruling, text)
    laws = laws_of(book, ruling, text)
    rows = []
    if clauses:
        rows.append(["Sentences", links.clauses(clauses, len(clauses))])
    if lines:
        rows.append(["Lines of the rules", " ".join(f"`{one.name}`" for one in lines[:MOST_LINES])])
    if scenes:
        rows.append(["Examples", f"{count(len(scenes), 'scene')}: {links.scenes(scenes, MOST_SCENES)}"])
    if laws:
        rows.append(["Laws", " ".join(f"`{one.name}`" for one in laws)])
    for wrong in wrong_of(book, [one.id for one in lines if one.id], clauses):
        rows.append(["An engine that gets it wrong", f"“{escape_md(wrong.says.rstrip('.'))}”: found"])
    if rows:
        yield "## What hangs on it { #hangs }"
        yield table(["What", "Which"], rows, stacked=True)


def laws_of(book: SiteModel, ruling: Ruling, text: RulingText) -> list[RuleLine]:
    """The laws that cite a ruling or that it names."""
    known = [one for one in book.laws if f"ruling:{ruling.id}" in one.cites or one.id in text.named]
    return list({one.name: one for one in known}.values())


def wrong_of(book: SiteModel, lines: Iterable[str], clauses: Iterable[str]) -> list[WrongEngine]:
    """The engines made wrong on purpose that break a line or clause of it."""
    blamed = {*lines, *clauses}
    return [one for one in book.trials.wrong if blamed & {*one.blames}]


def _lines(book: SiteModel, path: str, lines: list[RuleLine]) -> Iterator[str]:
    if lines:
        yield "## As rules { #as-rules }"
        yield as_rules(book, lines[:MOST_LINES], book.site_root(path))


def _data(book: SiteModel, ruling: Ruling, text: RulingText, scenes: list[BookScene]) -> dict[str, object]:
    return {
        "id": ruling.id,
        "question": ruling.question,
        "short": short_answer(book, ruling),
        "answer": ruling.answer,
        "under": [{"options": dict(when), "answer": answer} for when, answer in ruling.under],
        "readings": list(text.readings),
        "why": text.why,
        "clauses": [one.id for one in book.clauses_under(ruling.id)],
        "lines": [one.name for one in lines_of(book, ruling, text)],
        "scenes": [scene.number + 1 for scene in scenes],
    }
