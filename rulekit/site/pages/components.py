"""Components: an index, a page with all pictures of each kind, and one for every card, tile, room, space and token."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulekit.check.names.symbol_info import KindInfo
from rulekit.looks.component_picture import component_in_words, component_picture, has_picture
from rulekit.looks.declared_looks import noun
from rulekit.looks.drawing.picture import Picture
from rulekit.looks.legend import legend_of_kind
from rulekit.looks.legend_html import HEAD as SIGNS
from rulekit.looks.legend_html import legend_list
from rulekit.looks.pieces.effects import effect_lines
from rulekit.looks.pieces.faces import naming_side
from rulekit.looks.wording import column_words, side_words
from rulekit.site.addresses import COMPONENTS, as_html, component_page, kind_page, slug
from rulekit.site.book import SiteModel
from rulekit.site.component_data import (
    ASSUMED,
    HOW_CERTAIN,
    Component,
    ComponentSide,
    clauses_naming,
    column_clauses,
    column_lines,
    components,
    kind_noun,
    kinds_shown,
    scenes_by_name,
)
from rulekit.site.figure import figure, in_row, picture_tag, signs_of, svg_file
from rulekit.site.language_names import language
from rulekit.site.links import Links
from rulekit.site.page import Page, count, escape, escape_md, foldable, plural, table
from rulekit.site.reader_words import join_list, sentence

PLACE = 60.0
LISTS = "lists"  # the anchor of what lies on no table
WIDE = 4  # columns of a table that a telephone can show side by side
EFFECT_ROOM = 300.0
MOST_SCENES = 12
LONG = 24  # rows of a table that is folded where pictures show the same
OF_FEW = {1: "The only", 2: "Both"}  # all of so many
NOTHING, YES = ("no", "none", "nothing"), "yes"
NOT_SAID = (*NOTHING, "0")  # of a part
FEW = 2  # pieces of a kind of which an example shows enough


def pages(book: SiteModel) -> Iterator[Page]:
    """The index, then each kind, and each of its rows."""
    yield _index(book)
    things_first = sorted(kinds_shown(book), key=lambda kind: not _lies_there(book, kind))
    for place, kind in enumerate(things_first, 1):
        yield _kind_page(book, kind, PLACE + place / 1000)
        for number, one in enumerate(components(book, kind.name), 1):
            yield _page(book, one, number)


# ------------------------------------------------------------------ the index


def _index(book: SiteModel) -> Page:
    links, files = Links(book, COMPONENTS), dict[str, str]()
    kinds = kinds_shown(book)
    parts = [_lead(book, kinds)]
    for kind in (one for one in kinds if _lies_there(book, one)):
        parts += _sample(book, links, kind, files)
    parts += _board(book, files)
    parts += _lists(links, [one for one in kinds if not _lies_there(book, one)])
    data = {kind.name: [_brief(one) for one in components(book, kind.name)] for kind in kinds}
    return Page(COMPONENTS, "What is in the box", tuple(parts), data, PLACE, files, column="Components")


def _lies_there(book: SiteModel, kind: KindInfo) -> bool:
    """Whether a kind is a thing on the table, and no list that the rules look something up in."""
    return has_picture(book.looks, kind)


def _lists(links: Links, kinds: Sequence[KindInfo]) -> Iterator[str]:
    """The way to the lists of the rules."""
    if kinds:
        yield f"## Lists of the rules {{ #{LISTS} }}"
        yield "\n".join(f"- [{_all(kind, len(kind.rows))}]({links.address_to(kind_page(kind.name))})" for kind in kinds)


def _lead(book: SiteModel, kinds: list[KindInfo]) -> str:
    """What lies in the box as the manual counts it, else the pieces that the rules know of."""
    if book.manual.box:
        return "\n".join(f"- {escape_md(one)}" for one in book.manual.box)
    counted = [count(sum(row.copies for row in kind.rows), kind_noun(kind)) for kind in kinds if kind.is_piece]
    if not counted:
        return "The game is played on its board; no card or tile has a text of its own.\n{ .lead }"
    return f"{sentence(join_list(counted))}\n{{ .lead }}"


def _sample(book: SiteModel, links: Links, kind: KindInfo, files: dict[str, str]) -> Iterator[str]:
    """The heading of a kind, an example of each side, and the way to all of them."""
    many = components(book, kind.name)
    yield f"## {_plural(kind)} {{ #{slug(kind.name)} }}"
    yield in_row(_example(book, kind, files))
    yield f"[{_all(kind, len(many))}]({links.address_to(kind_page(kind.name))})"


def _all(kind: KindInfo, many: int) -> str:
    return f"{OF_FEW.get(many, f'All {many:,}')} {kind_noun(kind) if many == 1 else plural(kind_noun(kind))}"


def _example(book: SiteModel, kind: KindInfo, files: dict[str, str]) -> list[str]:
    """One row in the middle of the list, from every side."""
    many = components(book, kind.name)
    return [_drawn(book, many[len(many) // 2], side, files, f"{slug(kind.name)}-") for side in many[0].sides]


# ------------------------------------------------------------------ a kind


def _kind_page(book: SiteModel, kind: KindInfo, place: float) -> Page:
    """All rows of a kind in pictures and as a table, what their signs mean, and who reads what is printed."""
    path = kind_page(kind.name)
    links, files = Links(book, path), dict[str, str]()
    many = components(book, kind.name)
    at = slug(kind.name) if _lies_there(book, kind) else LISTS
    over = f"[What is in the box]({links.address_to(COMPONENTS)}#{at})\n{{ .over }}"
    parts = [over, *_kind(book, links, kind, files)]
    data = {kind.name: [_brief(one) for one in many]}
    return Page(path, _plural(kind), tuple(parts), data, place, files, under=COMPONENTS)


def _kind(book: SiteModel, links: Links, kind: KindInfo, files: dict[str, str]) -> Iterator[str]:
    many, drawn = components(book, kind.name), _lies_there(book, kind)
    all_drawn = drawn and len(many) > FEW
    if drawn and (len(many[0].sides) > 1 or not all_drawn):  # of one side all of them are an example
        yield in_row(_example(book, kind, files))
    signs = legend_list(book.looks, legend_of_kind(book.looks, kind.name), styled=False)
    if signs:
        yield f'<div data-search-exclude><p class="label">{SIGNS}</p>{signs}</div>'
    if all_drawn:
        yield _gallery(book, links, many)
    columns = [one for side in many[0].sides for one in side.attributes if _told(book, kind, one.column)]
    head = [kind_noun(kind), *dict.fromkeys(column_words(book.looks, kind.name, one.column) for one in columns)]
    rows = [[_name(links, one), *_cells(book, one, head[1:])] for one in many]
    told = table([word.capitalize() for word in head], rows, stacked=len(head) > WIDE)
    yield foldable(f"{_all(kind, len(many))} as a table", told) if drawn and len(many) > LONG else told
    yield from _readers(book, links, kind)


def _gallery(book: SiteModel, links: Links, many: Sequence[Component]) -> str:
    """All rows of a kind as pictures that lead to their pages."""
    return f'<div data-search-exclude class="gallery">{"".join(_framed(book, links, one) for one in many)}</div>'


def _framed(book: SiteModel, links: Links, one: Component) -> str:
    page, side = component_page(one.kind.name, one.row), naming_side(book.looks, one.kind.name)
    file = links.address_to(f"{page.rpartition('/')[0]}/{slug(one.row)}-{slug(side)}.svg")
    shown = picture_tag(file, component_picture(book.looks, one.kind.name, one.row, side), _called(one))
    return f'<a href="{escape(as_html(links.address_to(page)))}">{shown}</a>'


def _plural(kind: KindInfo) -> str:
    return plural(kind_noun(kind)).capitalize()


def _told(book: SiteModel, kind: KindInfo, column: str) -> bool:
    """Whether a column stands in the table: a title is the name already, and effects need a page."""
    return column not in ("title", "name") and not book.looks.has_effects(kind.name, column)


def _name(links: Links, one: Component) -> str:
    copies = f" ({count(one.copies, 'copy')})" if one.copies > 1 else ""
    return links.component(one.kind.name, one.row, one.title) + copies


def _cells(book: SiteModel, one: Component, heads: list[str]) -> list[str]:
    """The attributes under their heads; what is assumed is set in italics and said."""
    every = [a for side in reversed(one.sides) for a in side.attributes]
    told = {column_words(book.looks, one.kind.name, a.column): a for a in every}
    return [_cell(head, told[head].words, told[head].certainty == ASSUMED) for head in heads]


def _cell(head: str, words: str, assumed: bool) -> str:
    """A value with its noun, which shows where the table is stacked and its head is not there."""
    said = escape_md(words) if words not in NOTHING else "–"
    return f'<span class="cell-noun">{escape_md(head)}</span> ' + (f"*{said}*" if assumed else said)


def _readers(book: SiteModel, links: Links, kind: KindInfo) -> Iterator[str]:
    """Which rules read what is printed on a kind."""
    if any(one.certainty == ASSUMED for row in components(book, kind.name) for s in row.sides for one in s.attributes):
        yield "What stands in *italics* is assumed: no source tells what is printed there.\n{ .note }"
    rows = []
    for (of, column), lines in column_lines(book).items():
        clauses = column_clauses(book, kind.name, column)
        if of == kind.name and (clauses or lines):
            said = links.clauses(clauses) if clauses else "only in the lines that test the rules"
            rows.append([_head(book, kind, column), said, " ".join(f"`{name}`" for name in lines[:6])])
    if rows:
        yield f"## Who reads it {{ #{slug(kind.name)}-read }}"
        told = "What is printed" if kind.is_piece else "What the list says"
        yield table([told, "Sentences that speak of it", "Lines of the rules"], rows, stacked=True)


def _head(book: SiteModel, kind: KindInfo, column: str) -> str:
    said = column_words(book.looks, kind.name, column)
    return said[:1].upper() + said[1:]


def _board(book: SiteModel, files: dict[str, str]) -> Iterator[str]:
    """The table as it stands when somebody is asked for the first time."""
    from rulekit.site.scenes.start_picture import start_picture

    drawn = start_picture(book)
    if drawn is not None:
        files["start.svg"] = svg_file(drawn.picture, f"{book.title}: the table at the start", drawn.words)
        yield "## On the table { #table }"
        caption = "The table when the first player is asked, in one of the games that can come up."
        shown = in_row([figure("start.svg", drawn.picture, drawn.words, caption)])
        yield f"{shown}{signs_of(book.looks, drawn.picture)}"


# ------------------------------------------------------------------ one component


def _page(book: SiteModel, one: Component, number: int) -> Page:
    path = component_page(one.kind.name, one.row)
    links, files = Links(book, path), dict[str, str]()
    title = _called(one)
    total = len(one.kind.rows)
    over = f"[{_plural(one.kind)}]({links.address_to(kind_page(one.kind.name))}) · {number} of {total} · `{one.row}`"
    seen = one.sides if _lies_there(book, one.kind) else ()
    drawn = [_drawn(book, one, side, files, f"{slug(one.row)}-") for side in seen]
    parts = [
        f"{over}\n{{ .over }}",
        *([in_row(drawn)] if drawn else []),
        *_does(book, links, one, files),
        *(part for side in one.sides for part in _side(book, links, one, side)),
        *_parts(book, links, one),
        *_met(book, links, one),
        *_names(book, one),
    ]
    names = _other_names(book, one)
    keywords = (one.title, *(word for words in names.values() for word in words))
    return Page(path, title, tuple(parts), _data(book, one), None, files, keywords, one.title, boost=0.7)


def _called(one: Component) -> str:
    """Its title; what has none is called by its kind and code."""
    return one.title if one.title != one.row else f"{kind_noun(one.kind).capitalize()} {one.row}"


def _drawn(book: SiteModel, one: Component, side: ComponentSide, files: dict[str, str], name: str) -> str:
    """The picture of a side; what is assumed says so below it."""
    looks = book.looks
    file = f"{name}{slug(side.name)}.svg"
    picture: Picture = component_picture(looks, one.kind.name, one.row, side.name)
    said = component_in_words(looks, one.kind.name, one.row, side.name).rstrip(".")
    words = sentence(f"{said}{_if(side, '; assumed')}")
    named = side_words(looks, one.kind.name, side.name)
    files[file] = svg_file(picture, f"{one.title}, {named}", words)
    named = named if len(one.sides) > 1 else ""
    caption = ", ".join(filter(None, [f"The {named} side" if named else "", _if(side, "assumed")]))
    return figure(file, picture, words, caption[:1].upper() + caption[1:])


def _if(side: ComponentSide, said: str) -> str:
    return said if side.assumed else ""


def _does(book: SiteModel, links: Links, one: Component, files: dict[str, str]) -> Iterator[str]:
    """What it does: as its note says, its effects in words and signs, and the sentences that its row rests on."""
    note = book.manual.notes.get((one.kind.name, one.row), "")
    rests = [id_ for id_ in one.cites if id_ in book.clauses]
    if not (note or one.effects or rests):
        return
    if note:
        yield f"{escape_md(note)}\n{{ .lead }}"
    if one.effects:
        yield "## What it does { #does }"
        rows = [_effect(book, one, n, files) for n in range(len(one.effects))]
        yield table(["In signs", "In words"], rows, stacked=True)
        if len(one.effects) > 1:
            yield "One of them is chosen each time.\n{ .note }"
    if rests:
        yield "## What the rules say { #rules }"
        yield "\n".join(f"- {escape_md(book.clauses[id_].text)} {links.clause(id_, 'More')}" for id_ in rests)


def _effect(book: SiteModel, one: Component, number: int, files: dict[str, str]) -> list[str]:
    effect = one.effects[number]
    picture = effect_lines(book.looks, [(effect.label, effect.sentence)], EFFECT_ROOM)
    file = f"{slug(one.row)}-does-{number + 1}.svg"
    files[file] = svg_file(picture, f"{one.title}, effect {number + 1}", effect.words)
    return [f"![{escape_md(effect.words)}]({file}){{ .look }}", escape_md(sentence(effect.words))]


def _side(book: SiteModel, links: Links, one: Component, side: ComponentSide) -> Iterator[str]:
    """All attributes of a side."""
    rows = [
        [
            _head(book, one.kind, a.column),
            escape_md(a.words),
            links.clauses(column_clauses(book, one.kind.name, a.column), 3) or "–",
            HOW_CERTAIN.get(a.certainty, "declared by the rules"),
        ]
        for a in side.attributes
        if _told(book, one.kind, a.column)
    ]
    if rows:
        yield f"## {_side_title(book, one, side)} {{ #{slug(side.name)} }}"
        yield table(["What", "Is", "Where it is used", "How certain"], rows, stacked=True)
    note = str(book.looks.printed_rows[one.kind.name].get(one.row, {}).get("note", ""))
    if note and side is one.sides[0]:
        yield f"{escape_md(sentence(_with_column_words(book, one.kind, note)))}\n{{ .note }}"


def _with_column_words(book: SiteModel, kind: KindInfo, note: str) -> str:
    """A note of what is assumed, `assumed: level, price`, in the words of readers."""
    head, colon, named = note.partition(": ")
    if head != ASSUMED or not colon:
        return note
    names = (one.strip(" .").replace(" ", "-") for one in named.split(","))
    return f"{head}: {', '.join(column_words(book.looks, kind.name, one) for one in names)}"


def _side_title(book: SiteModel, one: Component, side: ComponentSide) -> str:
    if len(one.sides) > 1:
        return f"The {side_words(book.looks, one.kind.name, side.name)} side"
    return "What is printed on it" if one.kind.is_piece else "What the list says"


def _parts(book: SiteModel, links: Links, one: Component) -> Iterator[str]:
    """The parts of a component: the sentences that each rests on, else what is printed there."""
    for kind, parts in one.parts:
        yield f"## {count(len(parts), noun(kind).lower()).capitalize()} {{ #{slug(kind)} }}"
        yield "\n".join(f"{number}. {_part(book, links, one, part)}" for number, part in enumerate(parts, 1))


def _part(book: SiteModel, links: Links, one: Component, part: Component) -> str:
    own = [id_ for id_ in part.cites if id_ not in one.cites]
    if own:
        return " ".join(f"{escape_md(book.clauses[id_].text)} {links.clause(id_, 'More')}" for id_ in own)
    told = [(column_words(book.looks, part.kind.name, a.column), a) for side in part.sides for a in side.attributes]
    said = [name if a.words == YES else f"{name} {a.words}" for name, a in told if _says(a.words)]
    return escape_md(sentence("; ".join(said)))


def _says(words: str) -> bool:
    return words not in NOT_SAID


def _met(book: SiteModel, links: Links, one: Component) -> Iterator[str]:
    """The clauses and scenes that name it."""
    naming = [id_ for id_ in clauses_naming(book, one) if id_ not in one.cites]
    scenes = scenes_by_name(book).get(one.row, ())
    if not (naming or scenes):
        return
    yield "## Where it is met { #met }"
    if naming:
        yield f"Sentences that name it: {links.clauses(naming, MOST_SCENES)}."
    if scenes:
        verb = "uses" if len(scenes) == 1 else "use"
        yield f"{count(len(scenes), 'example').capitalize()} {verb} it: {links.scenes(scenes, MOST_SCENES)}."


def _other_names(book: SiteModel, one: Component) -> dict[str, tuple[str, ...]]:
    """Names by language, and those heard at tables under no language."""
    found = book.manual.names.get((one.kind.name, one.row))
    if found is None:
        return {}
    return {**found.words, **({"": found.also} if found.also else {})}


def _names(book: SiteModel, one: Component) -> Iterator[str]:
    names = _other_names(book, one)
    if names:
        yield "## Other names { #names }"
        rows = [[language(code) if code else "Also called", escape_md(", ".join(n))] for code, n in names.items()]
        yield table(["Language", "Name"], rows)


# ------------------------------------------------------------------ the twin for programs


def _brief(one: Component) -> dict[str, object]:
    return {"id": one.row, "title": one.title, "copies": one.copies, "page": component_page(one.kind.name, one.row)}


def _data(book: SiteModel, one: Component) -> dict[str, object]:
    return {
        "kind": one.kind.name,
        "id": one.row,
        "title": one.title,
        "copies": one.copies,
        "sides": {
            side.name: {
                a.column: {"value": a.data, "words": a.words, "certainty": a.certainty} for a in side.attributes
            }
            for side in one.sides
        },
        "effects": [{"label": e.label, "sentence": e.sentence, "words": e.words} for e in one.effects],
        "clauses": clauses_naming(book, one),
        "scenes": [scene.number + 1 for scene in scenes_by_name(book).get(one.row, ())],
        "note": book.manual.notes.get((one.kind.name, one.row), ""),
        "names": {code: list(names) for code, names in _other_names(book, one).items()},
    }
