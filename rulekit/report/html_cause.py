"""One cause of a difference as HTML: story, positions, clauses; and the parts that all of the page is made of."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import quote

from rulekit.looks.drawing.picture import as_svg
from rulekit.looks.drawing.svg_shapes import escape_text as esc
from rulekit.looks.legend_html import HEAD as SIGNS
from rulekit.play.games.game import Game
from rulekit.report.difference_pictures import CausePicture, pictures
from rulekit.report.text import times
from rulekit.verify.differences.difference_words import plural, value
from rulekit.verify.model import KINDS, Cause, DifferenceKind, Example, MoveTold, Quoted


def tag(name: str, inside: str, **attributes: str) -> str:
    """An element; `inside` is HTML already. `class_` is written `class`."""
    said = "".join(f' {key.rstrip("_").replace("_", "-")}="{esc(value)}"' for key, value in attributes.items() if value)
    return f"<{name}{said}>{inside}</{name}>"


def terms(pairs: Iterable[tuple[str, str]], name: str) -> str:
    """A list of terms; what says nothing is left out. The second of a pair is HTML."""
    rows = "".join(f"<dt>{esc(term)}</dt><dd>{said}</dd>" for term, said in pairs if said)
    return f'<dl class="{name}">{rows}</dl>' if rows else ""


def fold(title: str, inside: str, open_: bool = False) -> str:
    """Something that can be opened; nothing if there is nothing in it."""
    state = ' class="shown" open' if open_ else ""
    return f"<details{state}><summary>{esc(title)}</summary>{inside}</details>" if inside else ""


def folds(parts: Iterable[str]) -> str:
    """Parts that can be folded, one below the other."""
    inside = "".join(parts)
    return f'<div class="folds">{inside}</div>' if inside else ""


def items(texts: Iterable[str], name: str = "ul") -> str:
    """A list of texts, which are HTML."""
    inside = "".join(f"<li>{text}</li>" for text in texts)
    return f"<{name}>{inside}</{name}>" if inside else ""


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], name: str) -> str:
    """The first of each row is its head. Cells are HTML; on narrow screens each cell says what it counts."""
    top = "<td></td>" + "".join(f'<th scope="col">{esc(head)}</th>' for head in heads[1:])
    body = ""
    for first, *rest in rows:
        cells = "".join(f'<td data-n="{esc(head)}">{cell}</td>' for head, cell in zip(heads[1:], rest, strict=True))
        body += f'<tr><th scope="row">{first}</th>{cells}</tr>'
    return f'<table class="{name}"><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>'


def code(text: object) -> str:
    """Text in the type of code, escaped."""
    return f"<code>{esc(text)}</code>"


CERTAIN = {"stated": "Stated", "inferred": "Follows from", "public": "Publicly known", "assumed": "Assumed"}
MOST_MOVES = 24  # that are listed of one kind


def anchor(cause: Cause) -> str:
    """The name of a cause within the page."""
    return "".join(letter if letter.isalnum() or letter in ".-" else "-" for letter in cause.id)


def section(game: Game, number: int, cause: Cause) -> str:
    """The whole story of a cause."""
    head = f'<h3><span class="n">{number}</span>{esc(cause.title or cause.line or cause.place)}</h3>'
    rulings = "".join(f'<p class="ruling"><b>{esc(one.id)}</b> {esc(one.text)}</p>' for one in cause.rulings)
    sides = f'<dl class="says"><dt class="yes">✓ By the rules</dt><dd>{esc(cause.rules)}</dd>'
    sides += f'<dt class="no">✗ In the engine</dt><dd>{esc(cause.engine)}</dd></dl>'
    example = cause.examples[0] if cause.examples else None
    told = "".join(_example(game, number, cause, example)) if example is not None else ""
    inside = head + rulings + sides + _source(cause) + told
    return f'<section class="cause" id="{anchor(cause)}">{inside}</section>'


def _source(cause: Cause) -> str:
    """Where it stands, by which line it is held, how often it fails."""
    parts = [_quotation(one) for one in cause.sentences[:1]]
    parts += [f"also {', '.join(code(one.id) for one in cause.sentences[1:])}"] if cause.sentences[1:] else []
    parts += [f"Line of the rules: {code(f'[{cause.clause}]')}"] if cause.clause else []
    parts.append(f'<span class="no">✗ fails</span> in {esc(times(cause))}')
    parts.append(f"seen in: {esc(KINDS[DifferenceKind(cause.kind)].about)}")
    also = [code(f"[{one.clause}]") for one in cause.other_suspects]
    parts += [f"{'or' if cause.clause else 'lines about it'}: {', '.join(also)}"] if also else []
    if cause.known is not None:
        parts.append(f"accepted by {esc(cause.known.owner)}: {esc(cause.known.reason)}")
    return f'<p class="src">{"<br>".join(parts)}</p>'


def _quotation(one: Quoted) -> str:
    certain = CERTAIN.get(one.certainty, one.certainty.capitalize())
    return f"{code(one.id)}<br><b>{esc(certain)}:</b> {esc(one.place)}" if one.place else code(one.id)


# ------------------------------------------------------------------ the smallest case


def _example(game: Game, number: int, cause: Cause, example: Example) -> Iterator[str]:
    drawn = pictures(game, example)
    before, tables = drawn.before, drawn.tables
    moves = "".join(f'<p class="move"><b>{head}</b> {_move(one)}</p>' for head, one in _told_moves(example))
    decided = terms(_decisive_values(cause), "vals")
    decided = f'<p class="label">What decided</p>{decided}' if decided else ""
    first = _figure(before, f"c{number}-before") if before is not None else ""
    if first or moves or decided:
        yield f'<div class="table">{first}<div>{moves}{decided}</div></div>'
    if tables:
        both = (_figure(one, f"c{number}-{place}") for place, one in enumerate(tables))
        yield f'<div class="sides">{"".join(both)}</div>'
    yield _result(example)
    yield folds([fold(SIGNS, drawn.signs), *_folds(cause, example, tables)])


def _told_moves(example: Example) -> Iterator[tuple[str, MoveTold]]:
    """The last move, or the one that only one of the two knows."""
    if example.where.move is not None:
        yield "The move in question.", example.where.move
    elif example.last:
        yield "The move.", example.last[-1]


def _move(one: MoveTold) -> str:
    return f"Seat {one.seat}: {esc(one.words)}"


def _decisive_values(cause: Cause) -> list[tuple[str, str]]:
    """The values, and the conditions that looked at them."""
    found = [(one.what, esc(one.value)) for one in cause.values]
    for reason in cause.reasons:
        if reason.role == "decides" and reason.facts:
            found.append((reason.line or reason.name, esc("; ".join(reason.facts))))
    return list(dict.fromkeys(found))


def _figure(one: CausePicture, name: str) -> str:
    drawn = as_svg(one.picture, name, one.words, pad=5)
    return f"<figure><figcaption>{esc(one.head)}</figcaption>{drawn}</figure>"


def _result(example: Example) -> str:
    """Two results key by key, if they are what differs."""
    rules, engine = example.rules.result, example.engine.result
    if not isinstance(rules, dict) or not isinstance(engine, dict) or rules == engine:
        return ""
    rows = ""
    for key in dict.fromkeys([*rules, *engine]):
        ours, theirs = esc(value(rules.get(key))), esc(value(engine.get(key)))
        mark = "" if ours == theirs else ' <span class="flag">differs</span>'
        rows += f'<tr><th scope="row">{esc(key)}</th><td>{ours}</td><td>{theirs}{mark}</td></tr>'
    head = "<tr><td></td><th scope=col>by the rules</th><th scope=col>in the engine</th></tr>"
    return f'<table class="sums"><thead>{head}</thead><tbody>{rows}</tbody></table>'


def _folds(cause: Cause, example: Example, tables: tuple[CausePicture, ...]) -> Iterator[str]:
    yield fold("The last moves", items(map(_move, example.last), "ol"))
    yield fold("See it again", "".join(tag("pre", esc(line)) for line in example.replay) + _case(example))
    yield fold("In words", "".join(f"<p><b>{esc(one.head)}.</b> {esc(one.words)}</p>" for one in tables))
    yield fold("All moves that differ", _moves(example))
    yield fold("The lines behind it", items([_reason(one.name, one.line, one.facts) for one in cause.reasons]))
    setting = [f"{esc(example.source)}, after {plural(example.moves, 'move')}", esc(example.configuration.words)]
    others = [esc(one.source) for one in cause.examples[1:]]
    yield fold("More about it", items([*setting, *([f"also in {', '.join(others)}"] if others else [])]))


def _case(example: Example) -> str:
    """The case file, as a link that holds all of it."""
    if example.case is None:
        return ""
    data = quote(json.dumps(example.case, ensure_ascii=False, separators=(",", ":")), safe="")
    name = example.file.rpartition("/")[2] or "case.jsonl"
    return f'<p><a download="{esc(name)}" href="data:application/json,{data}">the case as a file</a></p>'


def _moves(example: Example) -> str:
    missing, extra = example.where.missing, example.where.extra
    told = [("legal, not offered", missing), ("offered, not legal", extra)]
    return "".join(f"<p>{esc(head)} ({len(found)}):</p>{_move_list(found)}" for head, found in told if found)


def _move_list(found: tuple[MoveTold, ...]) -> str:
    rest = [f"and {len(found) - MOST_MOVES} more"] if len(found) > MOST_MOVES else []
    return items([*(esc(one.words) for one in found[:MOST_MOVES]), *rest])


def _reason(name: str, line: str, facts: tuple[str, ...]) -> str:
    said = f": {esc('; '.join(facts))}" if facts else ""
    return f"{code(name)} {esc(line)}{said}"
