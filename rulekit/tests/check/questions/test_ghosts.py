"""Ghosts are for laws only."""

from rulekit.tests.check.questions.making import END, GRAB, TURN, said

GHOST = "state walks is 0 to 99, excess lost, ghost\nnever\n  [law.walks]  walks > 50\n"
KEEP = "whenever after grab\n  [keep.walks]  add 1 to walks\n"


def test_a_ghost_that_a_reaction_keeps_and_a_law_reads_is_fine() -> None:
    """That is what it is for."""
    assert not said(GHOST, KEEP, GRAB, TURN, END, code="K83")


def test_a_rule_does_not_read_a_ghost_even_through_a_word() -> None:
    """The words of a rule are rules."""
    peep = "define tired is walks > 3\naction grab\n  [grab.can]  require not tired\n  [grab.do]  take 1 from heap\n"
    assert said(GHOST, KEEP, peep, TURN, END, code="K83") == [""]


def test_a_reaction_that_keeps_a_ghost_does_nothing_else() -> None:
    """The two belong into two reactions."""
    assert said(GHOST, KEEP + "  [keep.more]  add 1 to heap\n", GRAB, TURN, END, code="K83") == ["writes"]


def test_only_reactions_write_ghosts() -> None:
    """A line of an action is a rule."""
    direct = "action grab\n  [grab.do]  take 1 from heap then add 1 to walks\n"
    assert said(GHOST, direct, TURN, END, code="K83") == ["rule"]
