"""Two engines from one rulebook: every variant of generated code says and does what the reference says and does."""

from __future__ import annotations

import ast
from contextlib import nullcontext
from pathlib import Path

import pytest

import rulekit
from rulekit import load
from rulekit.check.configuration_space import GameConfig, configurations
from rulekit.data import bundled_games
from rulekit.play.codegen import changing
from rulekit.play.codegen.bridge import machine_of
from rulekit.play.codegen.engine_variants import VARIANTS
from rulekit.play.codegen.generated_engine import Generated
from rulekit.play.engines import Interpreter
from rulekit.play.games.game import Game
from rulekit.play.games.variant_agreement import (
    first_difference,
    random_difference,
    said_by_reference,
    variant_account,
    variants,
)
from rulekit.play.machine.frames import Decision
from rulekit.play.machine.prepared_game import PreparedGame
from rulekit.play.machine.random_bits import stream
from rulekit.play.machine.rule_faults import Fault
from rulekit.tests.bundled import bundled
from rulekit.tests.play.toys import TOYS, toy
from rulekit.tests.scale import examples

KIT = Path(rulekit.__file__).parent
EVERY_GAME = pytest.mark.parametrize("folder", bundled_games(), ids=lambda folder: folder.name)
FIRST = [(0, 0), (1, 0)]  # the first move of each
EVERY_TOY = pytest.mark.parametrize("name", sorted(file.stem for file in TOYS.glob("*.rules")))


def usual(game: Game) -> PreparedGame:
    return game.setting(game.start().chosen)


def sample(game: Game, most: int) -> list[PreparedGame]:
    """Some configurations of a game, the usual one first."""
    found = [game.setting(GameConfig(one.options, one.seats)) for one in configurations(game.checked, 0)]
    return [usual(game), *found][:most]


@pytest.mark.long
@EVERY_GAME
def test_variants_plays_every_bundled_game_as_the_reference_does(folder: Path) -> None:
    """Legal lists, positions, frames, lines that ran, faults and results, in several configurations."""
    for number, setting in enumerate(sample(bundled(folder), examples(2, 100))):
        assert random_difference(setting, stream(0, "agree", number), examples(80, 3000)) is None


@EVERY_TOY
def test_variants_plays_every_small_game_as_the_reference_does(name: str) -> None:
    """Every form of the language, waits and all."""
    for number in range(examples(3, 60)):
        for setting in sample(toy(name), examples(2, 20)):
            assert random_difference(setting, stream(0, "agree", number), examples(200, 2000)) is None


def test_generated_code_that_is_wrong_is_found_in_the_variant_that_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A verb that does nothing, in code that is written into every engine but whole games."""
    monkeypatch.setattr(changing, "to_top", lambda z, w, piece, zone: None)
    setting = usual(load(TOYS / "verbs-move-pile.rules"))  # written anew, with the wrong verb
    found = [first_difference(setting, FIRST, {name: one}) for name, one in variants(setting).items()]
    wrong = [name for name, one in zip(VARIANTS, found, strict=True) if one is not None]
    assert wrong == [name for name, manner in VARIANTS.items() if not manner.whole]


def test_no_text_of_a_game_can_be_taken_for_code() -> None:
    """What stands in quotes in generated code has nothing in it that a pattern of the optimizer looks for."""
    for name in ("ids-like-code", "let-changed", "effects"):
        setting = usual(toy(name))
        ids = {clause for block in setting.program.blocks.values() for clause in (op.id for op in block.ops) if clause}
        for engine in variants(setting).values():
            assert not [clause for clause in ids if f"'{clause}'" in engine.driver.module.text]


def test_what_runs_generated_code_takes_its_manner_from_the_list_of_variants() -> None:
    """So that nobody runs what is never compared."""
    modules = [file for file in KIT.rglob("*.py") if not {"tests", "verify", "cli"} & set(file.relative_to(KIT).parts)]
    texts = {file: file.read_text(encoding="utf-8") for file in modules}
    asking = {file: text for file, text in texts.items() if "Manner" in text}
    assert asking
    for file, text in asking.items():
        calls = [n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Call)]
        made = [n for n in calls if isinstance(n.func, ast.Name) and n.func.id == "Manner"]
        assert not made or file.name == "engine_variants.py" or "rulekit.verify" in text, file


@EVERY_GAME
def test_a_position_of_the_reference_goes_on_in_the_generated_engine(folder: Path) -> None:
    """There and back again, at the first steps of a game."""
    setting = usual(bundled(folder))
    reference, generated = Interpreter(setting), Generated(setting)
    here = reference.start()
    for _ in range(examples(3, 100)):
        said, expected = variant_account(generated, generated.load_machine(here)), said_by_reference(here)
        assert {what: said[what] for what in expected if what in said} == {
            w: expected[w] for w in expected if w in said
        }
        if not isinstance(here.pending, Decision):
            return
        here = reference.decide(here, here.pending.seat, len(here.pending.moves) - 1)


@EVERY_GAME
def test_what_branches_off_leaves_its_parent_as_it_was(folder: Path) -> None:
    """Every child of a position is made, then the position is looked at again."""
    engine = Generated(usual(bundled(folder)))
    position = engine.start()
    before = repr(machine_of(position).table.states)
    kind, _, seat, count = engine.short_question(position)
    for number in range(min(count, examples(5, 1000))) if kind == "decision" else ():
        engine.decide(position, seat, number)
    assert repr(machine_of(position).table.states) == before


@pytest.mark.nightly
@EVERY_GAME
def test_a_long_campaign_finds_no_difference(folder: Path) -> None:
    """Many games under many configurations."""
    for number, setting in enumerate(sample(bundled(folder), 20)):
        assert random_difference(setting, stream(7, "agree", number), 3000) is None


TAKEN = """game taken for 2 players
piece Bead, 3 in all
  face names it: worth 1 to 3
rows of Bead
  [bead.ash]  ash: worth 1  @public:toy
  [bead.elm]  elm: worth 2  @public:toy
  [bead.fir]  fir: worth 3  @public:toy
zone bowl  set of Bead  everyone sees it
zone hook of Player  one Bead  everyone sees it
setup
  [setup.bowl]  move every bead of box to bowl  @public:toy
action hang
  [hang.bead]  bead in bowl  @public:toy
  [hang.where]  whose in Player  @public:toy
  [hang.do]  move bead to hook of whose  @public:toy
turn
  [turn.hang]  player must hang  @public:toy
end
  [end.empty]  at end of turn when bowl is empty  @public:toy
result
  [result.most]  most count of hook of player wins, ties are shared  @public:toy
"""


def test_a_place_for_one_that_is_taken_is_the_same_fault_in_every_variant(tmp_path: Path) -> None:
    """At the same line of the rules; the third of three beads has no hook at all."""
    (tmp_path / "taken.rules").write_text(TAKEN, "utf-8")
    setting = usual(load(tmp_path / "taken.rules"))
    for number in range(8):
        assert random_difference(setting, stream(0, "taken", number), 20) is None
    here = load(tmp_path / "taken.rules").start()
    for bead in ("ash", "elm"):
        wanted = {"do": "hang", "bead": bead, "whose": 0}
        with pytest.raises(Fault, match=r"full.*hang\.do") if bead == "elm" else nullcontext():
            here = here.apply(here.pending.seats[0], wanted)
