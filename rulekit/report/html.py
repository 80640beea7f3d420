"""A verification as one HTML file: no script, nothing that is fetched, readable on a telephone and on paper.

What a reader wants to know comes first: whether the engine agrees, and if not, each cause with the sentence of the
rulebook, what both sides say and how to play it again. What was not looked at stands below, for a green page is worth
as much as was compared. All text from outside goes through `esc` or `code`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from rulekit.files import reading
from rulekit.looks.drawing.svg_shapes import escape_text as esc
from rulekit.play.games.game import Game
from rulekit.report.html_cause import anchor, code, fold, folds, items, section, table, terms
from rulekit.report.text import shared_declarations, times
from rulekit.verify.differences.difference_words import plural
from rulekit.verify.model import KINDS, Cause, Check, DifferenceKind, Known, SentenceState, Verification

STATES = ("failed", "agreed", "not met", "cannot be told")
UNTOLD = "What cannot be told stands on words, tables or laws, which leave no trace of having been met."
BAR = 120.0  # width of the longest
HEAD = '<!doctype html><html lang="en"><head><meta charset="utf-8">'
HEAD += '<meta name="viewport" content="width=device-width,initial-scale=1">'
HEAD += '<meta name="color-scheme" content="light dark">'


def page(found: Verification, game: Game) -> str:
    """The whole file."""
    title = f"{found.engine.name or 'engine'} against {found.game.title}: {found.verdict.word}"
    css = reading.read(Path(__file__).parent / "page.css").decode()
    main = "".join(_main(found, game))
    return f"{HEAD}<title>{esc(title)}</title><style>{css}</style></head><body><main>{main}</main></body></html>\n"


def _main(found: Verification, game: Game) -> Iterator[str]:
    """The parts of the page in their order; those with nothing to tell are left out."""
    engine = f"{found.engine.name} {found.engine.version}".strip() or "engine"
    over = (esc(found.game.title), f"engine <b>{esc(engine)}</b>", f"rulekit {esc(found.game.rulekit)}")
    yield f'<p class="over">{" · ".join(over)}</p>'
    yield f'<h1>{esc(_headline(found))}</h1><p class="lead">{esc(_lead(found))}</p>'
    open_ = found.open_causes
    if open_:
        yield f'<ol class="index">{"".join(map(_entry, open_))}</ol>'
    yield _jumps(found)
    yield "".join(_check(one) for one in found.smoke if one.state == "failed")
    if open_:
        yield '<h2 id="causes">What fails</h2>'
        yield "".join(f"<p>Perhaps {esc(said)}.</p>" for said in shared_declarations(found))
        yield "".join(section(game, n, one) for n, one in enumerate(open_, 1))
    yield _failures(found)
    yield _accepted_section(found)
    yield '<h2 id="worth">What this is worth</h2>' + terms(_worth(found), "facts")
    yield _by_sentence(found) + _by_kind(found) + _agreed_section(found)


def _check(one: Check) -> str:
    """A check of the adapter that failed, with its cure."""
    return f"<p>The check {code(one.name)} failed: {esc(one.said)}. {esc(one.cure)}</p>"


def _headline(found: Verification) -> str:
    """The verdict as a sentence."""
    sentence = found.verdict.sentence
    return sentence[:1].upper() + sentence[1:] + ("" if sentence.endswith(".") else ".")


def _lead(found: Verification) -> str:
    """One sentence on how to read what follows."""
    if found.open_causes:
        return "The rules may be wrong as well as the engine, so each cause is told with its sentence of the rulebook."
    return "What was looked at, what was not, and what that is worth, stands below."


def _entry(cause: Cause) -> str:
    """A cause in the index, with how often it was seen."""
    about = KINDS[DifferenceKind(cause.kind)].about
    small = f"{esc(times(cause))} · {esc(about)} · {code(cause.clause or cause.place)}"
    return (
        f'<li><a href="#{anchor(cause)}">{esc(cause.title or cause.line or cause.place)}</a><span>{small}</span></li>'
    )


PLACES = {"worth": "What this is worth", "clauses": "By sentence", "kinds": "By kind", "passed": "What agreed"}


def _jumps(found: Verification) -> str:
    """Links to the sections that are there."""
    missing = {name for name in ("clauses", "passed") if not found.sentences}
    missing |= set() if found.compared else {"kinds"}
    missing |= set() if found.count_in_state("agreed") else {"passed"}
    there = [name for name in PLACES if name not in missing]
    links = (f'<a href="#{name}">{PLACES[name]}</a>' for name in there)
    return f'<nav class="jump">{" ".join(links)}</nav>'


def _failures(found: Verification) -> str:
    """Each way in which the engine gave no answer, with how to see it again."""
    told = "".join(
        f"<h3>{esc(one.kind)}, {plural(one.times, 'time')}</h3><p>{esc(one.said)}</p><p>First in {esc(one.source)}.</p>"
        + (f"<p>Started anew: {esc(one.again)}.</p>" if one.again else "")
        + "".join(f"<pre>{esc(line)}</pre>" for line in one.replay)
        for one in found.failures
    )
    return f'<h2 id="failures">Where the engine gave no answer</h2>{told}' if told else ""


def _accepted_section(found: Verification) -> str:
    """The differences that a baseline accepts, with reasons and owners."""
    heads = ("", "kind", "reason", "owner", "seen", "state")
    rows = table(heads, map(_accepted_row, found.known), "kinds")
    return f'<h2 id="known">Accepted differences</h2>{rows}' if found.known else ""


def _accepted_row(one: Known) -> tuple[str, ...]:
    return code(one.clause), esc(one.kind), esc(one.reason), esc(one.owner), f"{one.seen:,}", esc(one.state)


# ------------------------------------------------------------------ what it is worth


def _worth(found: Verification) -> Iterator[tuple[str, str]]:
    """What was played, compared and left out, by which rules and with which engine: name and text of each entry."""
    yield "Played", esc("; ".join(_play_counts(found)))
    yield "Stages", items([esc(_stage(one.name, one.state, one.why, one.done, one.failed)) for one in found.stages])
    yield "Compared", esc(", ".join(f"{one.number:,} {one.what}" for one in found.compared if one.number))
    yield "Not compared", items([f"{esc(one.what)}: {esc(one.why)}" for one in found.missing]) or "nothing was left out"
    yield "Bound", items([esc(f"{one.what}: {one.bound}") for one in found.compared if one.bound])
    assumed = [f"{one.rows} of {one.of} rows of {one.kind}" for one in found.game.assumed]
    yield (
        "Assumed",
        esc(f"{', '.join(assumed)}: no source lists them; rules are judged, not these values" if assumed else ""),
    )
    yield "Rules", f"{code(found.game.name)} {code(found.game.spec[:19])}"
    engine = [
        found.engine.command,
        found.engine.language,
        found.engine.hash[:12],
        f"isolation: {found.engine.isolation}",
    ]
    yield "Engine", esc(", ".join(part for part in engine if part))
    yield "Protocol", esc(f"level {found.engine.level}; {', '.join(found.engine.features) or 'no features'}")
    yield "Seed", esc(found.seed)
    yield "Advice", items([f"{esc(one.what)} ({plural(one.times, 'time')})" for one in found.advice])


def _play_counts(found: Verification) -> list[str]:
    """How many games and vectors, in how many configurations, and how many came to their end."""
    done = [plural(one.done, one.name.removesuffix("s")) for one in found.stages[1:] if one.done]
    ended = f"{plural(found.finished, 'game')} to the end" if found.finished else "no game to its end"
    ways = plural(len(found.configurations), "configuration")
    return [f"{' and '.join(done) or 'no game'} in {ways}, {ended}", plural(found.decisions, "decision")]


def _stage(name: str, state: str, why: str, done: int, failed: int) -> str:
    """One stage of the run in a line."""
    said = f"{name}: {state}" + (f", {why}" if why else "")
    return said + (f", {done:,} done, {failed:,} of them differ" if done else "")


def _by_sentence(found: Verification) -> str:
    """The sentences of the rulebook by chapter, as bars and numbers, with lists of those that were not met."""
    if not found.sentences:
        return ""
    groups: dict[str, Counter[str]] = {}
    for one in found.sentences:
        groups.setdefault(one.quoted.id.partition(".")[0], Counter())[one.state] += 1
    longest = max(sum(counts.values()) for counts in groups.values())
    rows = [
        (esc(name.replace("-", " ")), _bar(counts, longest), *(_count(counts, state) for state in STATES))
        for name, counts in groups.items()
    ]
    counted = ", ".join(f"{found.count_in_state(state)} {state}" for state in STATES)
    said = f"<p>Of {len(found.sentences)} sentences: {counted}. {UNTOLD}</p>"
    lists = (
        fold(f"The {found.count_in_state(state)} {state}", _ids(found, state))
        for state in ("not met", "cannot be told")
    )
    heads = ("", "", *STATES)
    return f'<h2 id="clauses">By sentence of the rulebook</h2>{said}{table(heads, rows, "prof")}{folds(lists)}'


def _count(counts: Counter[str], state: str) -> str:
    """A number in the table; of what failed with a mark."""
    number = counts[state]
    return f'<b class="no">✗ {number}</b>' if state == "failed" and number else str(number)


def _bar(counts: Counter[str], longest: int) -> str:
    """The states of a chapter's sentences, side by side."""
    svg, x = "", 0.0
    for state in STATES:
        wide = BAR * counts[state] / longest
        name = "not-seen" if state == "cannot be told" else state.replace(" ", "-")
        if counts[state]:
            svg += f'<rect x="{x:.1f}" y="2" width="{max(wide - 1, 0):.1f}" height="10" class="b-{name}"/>'
        x += wide
    return f'<svg width="{BAR:g}" height="14" aria-hidden="true">{svg}</svg>'


def _ids(found: Verification, state: str) -> str:
    """The ids of all sentences in one state."""
    return f'<p class="ids">{", ".join(code(one.quoted.id) for one in found.sentences if one.state == state)}</p>'


def _by_kind(found: Verification) -> str:
    """What was compared, kind by kind, with the bound that so many comparisons give."""
    rows = [
        (
            esc(one.what),
            f"{one.number:,}",
            f'<b class="no">✗ {one.differences:,}</b>' if one.differences else "✓ none",
            esc(one.bound),
            esc("; ".join(f"{share.what}: {share.number:,}" for share in one.shares)),
        )
        for one in found.compared
    ]
    heads = ("", "compared", "differ", "bound (95 in 100)", "in parts")
    return f'<h2 id="kinds">By kind of comparison</h2>{table(heads, rows, "kinds")}' if rows else ""


def _agreed_section(found: Verification) -> str:
    """The sentences that were met and agreed, folded."""
    agreed = [one for one in found.sentences if one.state == "agreed"]
    if not agreed:
        return ""
    inside = f'<ul class="passed">{"".join(map(_agreed_row, agreed))}</ul>'
    return f'<h2 id="passed">What agreed</h2>{folds([fold(f"{len(agreed)} sentences that were met", inside)])}'


def _agreed_row(one: SentenceState) -> str:
    """One of them with how often it was met."""
    met = f'<span class="note">{one.games:,} games or vectors</span>'
    return f"<li>{code(one.quoted.id)} {esc(one.quoted.text)} {met}</li>"
