"""Small pieces of HTML: escaped text, lists of terms, folds, tables. Nothing here knows what a verification is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulekit.looks.drawing.svg_shapes import escaped as esc


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


__all__ = ["code", "esc", "fold", "folds", "items", "table", "tag", "terms"]
