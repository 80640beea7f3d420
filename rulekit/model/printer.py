"""A rulebook as text, in the one layout there is; what it prints is read back as the same rulebook."""

from __future__ import annotations

from itertools import groupby

from rulekit.model import declarations as d
from rulekit.model.base import Node
from rulekit.model.expressions import Call, Expr, Move
from rulekit.model.printer_declarations import FORMS, LAWS, row, zone_parts
from rulekit.model.printer_expressions import call, move, show
from rulekit.model.printer_layout import LIMIT, PrintedRow, RowLayout, width_of
from rulekit.model.printer_statements import ITEMS, STATEMENTS, openers, steps
from rulekit.model.rulebook import Rulebook
from rulekit.model.statements import Item, Opener, Steps, Stmt

ZONE_CAPS = (30, 20)  # a zone with longer columns pushes its own views only


def print_rulebook(rulebook: Rulebook) -> str:
    """The whole rulebook, ending with a line end."""
    return "".join(line + "\n" for laid in RowLayout().lay(rows(rulebook)) for line in laid.lines)


def rows(rulebook: Rulebook) -> tuple[PrintedRow, ...]:
    """The lines of a rulebook before they are laid out; zones that follow each other share their columns."""
    found: list[PrintedRow] = []
    for zones, group in groupby(rulebook.declarations, lambda decl: isinstance(decl, d.Zone)):
        members = list(group)
        found += _align_zones([m for m in members if isinstance(m, d.Zone)]) if zones else map(declaration, members)
    return tuple(found)


def declaration(decl: d.Decl) -> PrintedRow:
    """One declaration with all lines under it."""
    return FORMS[type(decl)](decl)


def _align_zones(zones: list[d.Zone]) -> list[PrintedRow]:
    columns = [zone_parts(zone) for zone in zones]
    widths = [max(min(len(parts[i]), cap) for parts in columns) for i, cap in enumerate(ZONE_CAPS)]
    found = []
    for zone, (where, what, views) in zip(zones, columns, strict=True):
        wide = row(zone, f"{where:<{widths[0]}}  {what:<{widths[1]}}  {views}")
        found.append(wide if width_of(wide) <= LIMIT else row(zone, f"{where}  {what}  {views}"))
    return found


def print_node(node: Node) -> str:
    """A part of a rulebook as it reads in a sentence: a value, a statement, a line, a declaration."""
    if type(node) in LAWS:
        return LAWS[type(node)](node)  # type: ignore[index]
    if isinstance(node, Expr):
        return show(node)
    if isinstance(node, Call):
        return call(node)
    if isinstance(node, Move):
        return move(node)
    if isinstance(node, Opener):
        return openers((node,))
    if isinstance(node, Stmt):
        return STATEMENTS[type(node)](node)
    if isinstance(node, Steps):
        return steps(node)
    if isinstance(node, Rulebook):
        return print_rulebook(node)
    one = ITEMS[type(node)](node) if isinstance(node, Item) else declaration(node)  # type: ignore[arg-type]
    return "\n".join(line for laid in RowLayout().lay((one,)) for line in laid.lines)
