"""Lines of rules on a page: each word says what it is, leads to the dictionary, or tells its definition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulekit.highlight.roles import Role, pieces
from rulekit.model import declarations as d
from rulekit.site.book import RuleLine, SiteModel
from rulekit.site.page import escape
from rulekit.verbs.known_verbs import VERBS
from rulekit.words.vocabulary import is_core_name, vocabulary

STYLES = {
    Role.KEYWORD: "k",
    Role.DECLARATION: "k",
    Role.NUMBER: "m",
    Role.STRING: "t",
    Role.CLAUSE: "n",
}
DICTIONARY = "reference/words.html"
VERBS_PAGE = "reference/verbs.html#verbs"


def dictionary_address(word: str) -> str:
    """Where the kit explains one of its words; names with a meaning of their own stand together above the others."""
    if word in VERBS:
        return VERBS_PAGE
    return f"{DICTIONARY}#{word}" if word in vocabulary() else DICTIONARY


def as_rules(book: SiteModel, lines: Iterable[RuleLine], root: str | None) -> str:
    """The lines under the declarations they stand in; `root` is the way to the kit's own pages, if there are any."""
    meanings = definitions(book)
    said, last = "", ""
    for line in lines:
        if line.head and line.head != last:
            said += f'<span class="c">{escape(line.head)}</span>\n'
        last = line.head
        label = f'<span class="n">[{escape(line.id)}]</span> ' if line.id else ""
        margin = "  " if line.head else ""
        text = _spans(line, meanings, root).replace("\n", f"\n{margin}  ")
        said += f"{margin}{label}{text}\n"
    return f'<pre class="rules" data-search-exclude><code>{said.rstrip()}</code></pre>' if said else ""


def _spans(line: RuleLine, meanings: Mapping[str, str], root: str | None) -> str:
    """The words of one line."""
    if line.span.file.endswith(".toml"):
        return escape(line.text)
    inside = bool(line.head)
    source = f"  {line.text}" if inside else line.text
    told: set[str] = set()
    out = ""
    for piece in pieces(source):
        text = escape(piece.text)
        style = STYLES.get(piece.role)
        if style:
            text = f'<span class="{style}">{text}</span>'
        elif piece.role is Role.WORD and root is not None and is_core_name(piece.text):
            text = f'<a href="{root}{dictionary_address(piece.text)}">{text}</a>'
        elif piece.role in (Role.NAME, Role.WORD) and piece.text in meanings and piece.text not in told:
            told.add(piece.text)
            text = f'<abbr title="{escape(meanings[piece.text])}">{text}</abbr>'
        out += text
    return out.removeprefix("  ") if inside else out


def definitions(book: SiteModel) -> dict[str, str]:
    """What each word of the game's own is, as its declaration says it, in one line."""
    texts = book.game.clauses.texts
    found: dict[str, str] = {}
    for decl in book.game.checked.rulebook.declarations:
        name = _name(decl)
        lines = texts.get(decl.span.file, ())
        if name and 0 < decl.span.line <= len(lines):
            found.setdefault(name, " ".join(lines[decl.span.line - 1].split("  @")[0].split()))
    return found


def _name(decl: d.Decl) -> str:
    """The word that a declaration makes, if it makes one."""
    if isinstance(decl, d.Relation):
        return decl.verb
    head = getattr(decl, "head", None)
    name = getattr(head, "name", None) or getattr(decl, "name", None)
    return name if isinstance(name, str) else ""
