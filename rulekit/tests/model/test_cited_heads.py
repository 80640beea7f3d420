"""The line that opens a declaration may say where the whole of it comes from."""

from rulekit.model.printer import print_rulebook
from rulekit.model.rulebook import build
from rulekit.syntax.parser import parse

HEADS = """game heads for 2 to 3 players, forced moves are taken  @a
total worth of p: Player  @b
  [w.a]  + 1
define big p: Player, first of  @c
  [b.a]  yes
relation p: Player likes q: Player, if any  @d
  [l.a]  p = q
action grab, anytime  @e
  [g.a]  add 1 to n
to do-it k: Number, at most 3 deep  @f
  [d.a]  add k to n
whenever after do-it  @g
  [x.a]  add 1 to n
turn  @h
  [t.a]  do-it 2
"""


def test_a_head_keeps_its_citation_when_it_is_read_and_printed() -> None:
    """Game, total, first-of, relation, action, procedure, reaction and block."""
    parsed = parse(HEADS, "a.rules")
    assert not parsed.problems
    book = build([("a.rules", parsed.trees)])
    assert ["".join(cite.text for cite in decl.cites) for decl in book.declarations] == list("abcdefgh")
    assert build([("b.rules", parse(print_rulebook(book), "b.rules").trees)]) == book
