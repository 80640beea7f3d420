"""What the check works out before play is what play works out: every closed value of every game is asked of both."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulekit.check.evaluation.constant_folding import OPEN, ConstantFolder
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.typed_walk import locals_of, walk
from rulekit.data import bundled_games
from rulekit.diagnostics import samples
from rulekit.pipeline import examine_folder, load
from rulekit.play.machine.prepared_game import PreparedGame
from rulekit.play.machine.rule_faults import Fault
from rulekit.tests.check.corpus import Chunk, chunks

TOYS = sorted((Path(__file__).parents[1] / "games").glob("*.rules"))
HEAD = """game drift for 2 players
type Hue is one of red, blue, green
list Size, 3 in all
  face: worth 1 to 9, hue Hue
rows of Size
  [size.low] low: worth 2, hue blue  @public:test
  [size.mid] mid: worth 3, hue red   @public:test
  [size.top] high: worth 5, hue green  @public:test
piece Bead, 5 in all
  face names it: value 1 to 2
rows of Bead
  [bead.plain]   plain: value 1, copies 3  @public:test
  [bead.bright]  bright: value 2, copies 2  @public:test
zone bag pile of Bead everyone sees face
state bid is Size or nothing
define three of s: Size is 3
setup
  [setup.bag]  move every bead of box to bag  @public:test
action one
{}turn
  [turn.go]  player must one  @public:test
end
  [end.two]  at end of turn when active = seat-two  @public:test
result
  [result.last]  winner is active  @public:test
"""
HOLDS = [
    "item 1 of (hue of s for each s in Size) = red",
    "count of (red, red, blue) = 2",
    "plain in (item 2 of Bead, bright)",
    "item 2 of Bead = plain",
    "item 2 of Bead = item 1 of Bead",
    "(hue of s for each s in Size) = (green, blue, red)",
    "count of ((blue) + (red) - (red)) = 1",
    "sum of worth of s for each s in Size = 10",
    "no s in Size has (worth of s > 5)",
]


def closed(setting: PreparedGame) -> Iterator[v.T]:
    """Every value of a game in which no name is read that something outside it binds."""
    checked = setting.program.checked
    roots: list[Any] = [*checked.bodies.values(), *checked.laws, *checked.endings, *checked.results]
    roots += [word.body for word in checked.words] + [case for one in checked.relations for case in one.cases]
    met = set[int]()
    for node in (node for root in roots for node in walk(root)):
        plain = isinstance(node, v.T) and not isinstance(node, v.Const | v.Named | v.Broken)
        if plain and id(node) not in met and not locals_of(node):
            met.add(id(node))
            yield node


def differences(setting: PreparedGame) -> tuple[int, list[str]]:
    """How many values are known before play, and those that play finds to be something else."""
    plan, known, found = setting.program.plan, 0, []
    evaluator = setting.machine().evaluator()
    named = ConstantFolder(setting.program.checked, plan.chosen_options, plan.seats)
    for node in closed(setting):
        for folder in (named, ConstantFolder(setting.program.checked)):
            told = folder.ask(node)
            if told is OPEN:
                continue
            known += 1
            try:
                met: Any = evaluator.value(node, {})
            except Fault:
                continue
            if told != met or type(told) is not type(met):
                found.append(f"{node.span}: {told} before play, {met} in play")
    return known, found


def settings(place: Path) -> Iterator[PreparedGame]:
    game = load(place)
    for players in (game.players[0], game.players[-1]):
        yield game.settings.prepare({}, players)


@pytest.mark.parametrize("place", [*TOYS, *bundled_games()], ids=lambda place: place.stem)
def test_a_value_known_before_play_is_the_value_in_play(place: Path) -> None:
    for setting in settings(place):
        assert differences(setting)[1] == []


@pytest.mark.parametrize("chunk", chunks("right"), ids=lambda chunk: chunk.name)
def test_so_it_is_in_every_right_sample(chunk: Chunk, tmp_path: Path) -> None:
    for setting in settings(samples.write_sample(chunk.text, tmp_path)):
        assert differences(setting)[1] == []


@pytest.mark.parametrize("condition", HOLDS)
def test_the_check_never_says_the_opposite_of_play(condition: str, tmp_path: Path) -> None:
    """Order of sets, members named twice and copies of one row are read before play as they are in play."""
    file = tmp_path / "drift.rules"
    file.write_text(HEAD.format(f"  [one.do] require {condition}  @public:test\n"), encoding="utf-8")
    (setting, _) = settings(file)
    assert setting.machine().evaluator().holds(next(guards(setting)), {})
    known, found = differences(setting)
    assert known > 0 and found == []
    said = [p.facts for p in examine_folder(file).warnings if p.code == "K56" and p.variant == "no"]
    assert said == []


def guards(setting: PreparedGame) -> Iterator[v.T]:
    for body in setting.program.checked.bodies.values():
        yield from (step.condition for step in body.front if isinstance(step, typed_statements.Guard))


def test_a_word_asked_of_what_may_be_nothing_stays_open(tmp_path: Path) -> None:
    """Although its body does not look at what it is given: of nothing it says nothing."""
    file = tmp_path / "drift.rules"
    file.write_text(HEAD.format("  [one.do] require three of bid = 3  @public:test\n"), encoding="utf-8")
    (setting, _) = settings(file)
    condition = next(guards(setting))
    assert setting.machine().evaluator().holds(condition, {}) is False
    assert ConstantFolder(setting.program.checked).ask(condition) is OPEN
