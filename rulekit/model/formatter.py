"""The formatter: the printed rulebook with the remarks and the blank lines of its author."""

from __future__ import annotations

from bisect import bisect_right

import attrs

from rulekit.diagnostics import Problems
from rulekit.model.printer import rows
from rulekit.model.printer_layout import Laid, RowLayout
from rulekit.model.rulebook import build
from rulekit.syntax.lexer import Comment
from rulekit.syntax.parser import parse


def format_source(text: str, file: str) -> str:
    """The text in the tidy form. A text with slips is not touched: Problems are raised."""
    parsed = parse(text, file)
    if parsed.problems:
        raise Problems(parsed.problems)
    layout = RowLayout(tidy=True, remarks=frozenset(comment.line for comment in parsed.comments))
    laid = layout.lay(rows(build([(file, parsed.trees)])))
    return _Margin(text.split("\n"), parsed.comments, laid).woven()


@attrs.define
class _Margin:
    """What stands beside the rules: remarks and blank lines, each with the line it belongs to."""

    lines: list[str]
    comments: list[Comment]
    laid: list[Laid]
    before: dict[int, list[Comment]] = attrs.field(factory=dict)  # by source line of the rule they precede
    behind: dict[int, list[Comment]] = attrs.field(factory=dict)
    rest: list[Comment] = attrs.field(factory=list)

    def woven(self) -> str:
        """Rules, remarks and single blank lines in one text."""
        self._share_out()
        found: list[str] = []
        for laid in self.laid:
            self._put(found, laid)
        for comment in self.rest:
            self._blank(found, comment.line)
            found.append(comment.text.rstrip())
        return "".join(line + "\n" for line in found)

    def _share_out(self) -> None:
        """Give every remark to the rule it stands behind, or to the one that follows it."""
        known = sorted((laid.source, laid.last) for laid in self.laid if laid.source)
        starts = [source for source, _ in known]
        for comment in self.comments:
            at = bisect_right(starts, comment.line)
            own = not self.lines[comment.line - 1][: comment.column - 1].strip()
            inside = at > 0 and comment.line <= known[at - 1][1]
            if at and (inside or not own):
                place = self.before if own else self.behind
                place.setdefault(starts[at - 1], []).append(comment)
            elif at < len(starts):
                self.before.setdefault(starts[at], []).append(comment)
            else:
                self.rest.append(comment)

    def _put(self, found: list[str], laid: Laid) -> None:
        behind = self.behind.get(laid.source, []) if laid.source else []
        above = self.before.get(laid.source, []) if laid.source else []
        for comment in above + behind[:-1]:
            if comment in above and comment.line < laid.source:
                self._blank(found, comment.line)
            found.append(" " * laid.indent + comment.text.rstrip())
        if laid.source:
            self._blank(found, laid.source)
        found += laid.lines
        if behind:
            found[-1] += "  " + behind[-1].text.rstrip()

    def _blank(self, found: list[str], line: int) -> None:
        """A blank line where the author had one or more."""
        if line > 1 and not self.lines[line - 2].strip() and found and found[-1]:
            found.append("")
