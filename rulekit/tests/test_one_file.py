"""A new word, check, kind, shape or command is one file: each is added to a copy of the kit and used."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import rulekit

pytestmark = pytest.mark.long

RECIPES = Path(__file__).parents[2] / "CONTRIBUTING.md"


def recipe(title: str, language: str = "python") -> list[str]:
    """The blocks of code under a title of CONTRIBUTING, as they stand there."""
    section = RECIPES.read_text(encoding="utf-8").partition(f"\n## {title}")[2].partition("\n## ")[0]
    return re.findall(rf"^```{language}\n(.*?)^```", section, re.DOTALL | re.MULTILINE)


DEPTH = '''"""`depth of p`: how many pieces lie above a piece in its zone."""

from rulekit.typesystem import types as t
from rulekit.words.pieces.piece_word_helpers import one_piece, zone_of
from rulekit.words.word_context import POSITION, Types, WordContext
from rulekit.words.word import TypingContext, Word


def typing(asked: TypingContext) -> t.Type:
    one_piece(asked, "depth")
    return t.Number(0, 99)


def meaning(context: WordContext, types: Types, of: int) -> int:
    lying = context.contents(zone_of(context, types, of))
    return len(lying) - 1 - lying.index(of)


WORD = Word("depth", __doc__, typing, meaning, {reads}examples=(("depth of top of deck", "0"),))
'''
CHECK = '''"""K95: a game whose name is too long for the box."""

from collections.abc import Iterator

from rulekit.check.emit import problem_at
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.diagnostics import CodeEntry, Problem, SampleProblem, Variant, register

register(
    CodeEntry(
        code="K95",
        title="long name",
        severity="warning",
        explanation="Names are printed on boxes.",
        wrong="",
        right="",
        variants={"plain": Variant("`{name}` is too long for a box.", "Find a shorter name.")},
        example=SampleProblem(at="game", facts={"name": "x"}),
    )
)


def check(checked: CheckedRulebook) -> Iterator[Problem]:
    game = checked.symbols.game
    if game is not None and len(game.name) > 12:
        yield problem_at("K95", game.span, name=game.name)
'''
GAME = """game {name} for 2 players
{lines}
state heap is 0 to 40, starts 9
action grab
  [grab.do]  as far as possible: take 1 from heap  @public:sample
turn
  [turn.grab]  player must grab  @public:sample
end
  [end.heap]  at end of turn when {when}  @public:sample
result
  [win.last]  winner is active  @public:sample
"""


HEAP = """game heaps for 2 players
piece Bead, 3 in all
  face names it: worth 1 to 3
rows of Bead
  [bead.ash]  ash: worth 1  @public:sample
  [bead.elm]  elm: worth 2  @public:sample
  [bead.fir]  fir: worth 3  @public:sample
zone heap pile of Bead {seen}
zone bowl pile of Bead everyone sees face
state score of Player is 0 to 99, excess lost
setup
  [setup.heap]  {laid}  @public:sample
action one
  [one.bead]  bead in {beads}  @public:sample
  [one.top]   require depth of bead = 0  @public:sample
  [one.do]    {done}  @public:sample
action rest
  [rest.do]  add 0 to score of player  @public:sample
turn
  [turn.go]  player must one{else_}  @public:sample
end
  [end.two]  at end of turn when {when}  @public:sample
result
  [result.most]  most score wins, ties are shared  @public:sample
"""
OPEN = {
    "seen": "everyone sees face",
    "laid": "move every bead of box to heap",
    "beads": "heap",
    "done": "move bead to bowl",
    "else_": "",
    "when": "heap is empty",
}
HIDDEN = {
    "seen": "nobody sees it",
    "laid": "shuffle Bead into heap",
    "beads": "Bead",
    "done": "add 1 to score of player",
    "else_": " or rest",
    "when": "active = seat-two",
}
SCENE = """scene [one.top] "Only the top"
  anna may exactly one bead fir
  when anna does one bead fir
  ben may exactly one bead elm
  when ben does one bead elm
  anna may exactly one bead ash
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The kit again, in a folder of its own."""
    shutil.copytree(
        Path(rulekit.__file__).parent, tmp_path / "rulekit", ignore=shutil.ignore_patterns("tests", "__pycache__")
    )
    return tmp_path


def run(copy: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """A command of the copied kit."""
    env = {**os.environ, "PYTHONPATH": str(copy), "RULEKIT_CACHE": str(copy / "cache")}
    command = [sys.executable, "-m", "rulekit", *args]
    return subprocess.run(command, cwd=copy, env=env, capture_output=True, text=True, timeout=60)


def pytest_in(copy: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """pytest with the copied kit."""
    env = {**os.environ, "PYTHONPATH": str(copy)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *args]
    return subprocess.run(command, cwd=copy, env=env, capture_output=True, text=True, timeout=120)


def game(copy: Path, name: str = "pebbles", lines: str = "", when: str = "heap = 0") -> str:
    """A little game that uses what was added."""
    (copy / "game.rules").write_text(GAME.format(name=name, lines=lines, when=when))
    return "game.rules"


def test_a_new_word_is_one_file(copy: Path) -> None:
    """`twice of heap` is known as soon as its file is there."""
    assert "K07" in run(copy, "check", game(copy, when="twice of heap < 2")).stdout
    (copy / "rulekit/words/numbers/twice.py").write_text(*recipe("Add a word"))
    assert "no problems" in run(copy, "check", game(copy, when="twice of heap < 2")).stdout


@pytest.mark.parametrize("reads", ["reads=(POSITION,), ", ""], ids=["said", "unsaid"])
def test_a_new_word_that_looks_about_is_played_alike_by_both_engines(copy: Path, reads: str) -> None:
    """`depth of bead` is asked again whenever pieces have moved, whether it says what it reads or not."""
    (copy / "rulekit/words/pieces/depth.py").write_text(DEPTH.replace("{reads}", reads))
    (copy / "game.rules").write_text(HEAP.format(**OPEN) + SCENE)
    assert "error[" not in run(copy, "check", "game.rules").stdout
    assert "none failed" in run(copy, "test", "game.rules", "--games", "20").stdout
    for engine in ("reference", "python"):
        assert "5 games, 5 finished" in run(copy, "run", "game.rules", "--games", "5", "--engine", engine).stdout
    compared = run(copy, "run", "game.rules", "--games", "5", "--compare", "reference,python").stdout
    assert "no difference" in compared


@pytest.mark.parametrize("reads", ["reads=(POSITION,), ", ""], ids=["said", "unsaid"])
def test_a_new_word_that_looks_about_hides_no_leak(copy: Path, reads: str) -> None:
    """Which bead has none above it tells the order of a heap that nobody sees."""
    (copy / "rulekit/words/pieces/depth.py").write_text(DEPTH.replace("{reads}", reads))
    (copy / "game.rules").write_text(HEAP.format(**HIDDEN))
    assert "error[K49]" in run(copy, "check", "game.rules").stdout


HALVES = GAME.replace(
    "  [grab.do]  as far",
    """  [grab.halve]  halve score of player  @public:sample
  [grab.more]   add 3 to score of player  @public:sample
  [grab.do]     as far""",
).replace("[win.last]  winner is active", "[win.most]  most score wins, ties are shared")
STATE = """state score of Player is 0 to 9, starts 0
scene [grab.halve] "Half is lost, and three are won"
  when anna does grab
  when ben does grab
  when anna does grab
  then score of anna = 4
  then score of ben = 3
always
  [halved.small]  every p in Player has score of p <= {most}  @public:sample
"""


@pytest.fixture
def halving(copy: Path) -> Path:
    """A kit with the verb of the recipe, and a game in which every move halves a score."""
    (copy / "rulekit/verbs/halving.py").write_text(*recipe("Add a verb"))
    (copy / "game.rules").write_text(HALVES.format(name="pebbles", lines=STATE.format(most=5), when="heap = 0"))
    return copy


def test_a_new_verb_is_one_file(halving: Path) -> None:
    """`halve score of player` is checked, with the range it leads to; its scene holds, it is printed and told."""
    said = run(halving, "check", "--strict", "game.rules")
    assert "no problems" in said.stdout, said.stdout
    assert run(halving, "fmt", "game.rules").returncode == 0
    assert "[grab.halve]  halve score of player " in (halving / "game.rules").read_text()
    assert "K08" in run(halving, "check", game(halving, lines="setup\n  [setup.halve]  halve heap to 3")).stdout
    run(halving, "docs", "--no-games", "--out", "pages")
    assert "half of it is lost" in (halving / "pages/reference/verbs.md").read_text()


def test_a_new_verb_is_played_alike_by_both_engines(halving: Path) -> None:
    """The law of the game holds at every point of random games on both of them, and one that is too strict breaks."""
    assert "none failed" in run(halving, "test", "game.rules", "--games", "20").stdout
    assert "no difference" in run(halving, "run", "game.rules", "--games", "5", "--compare", "reference,python").stdout
    (halving / "game.rules").write_text(HALVES.format(name="pebbles", lines=STATE.format(most=4), when="heap = 0"))
    assert "[halved.small]" in run(halving, "test", "game.rules", "--games", "5").stdout


def test_a_new_verb_is_seen_by_laws_and_mutants(halving: Path) -> None:
    """A law that lets the move change nothing else speaks of it, and a mutant without it is noticed by the scene."""
    rules = (halving / "game.rules").read_text()
    told = run(
        halving, "mutate", "game.rules", "--operator", "drop-line", "--law-games", "2", "--play-games", "2"
    ).stdout
    assert "killed by a scene" in told and "@grab.halve" not in told, told
    alone = rules.replace("  [grab.more]   add 3 to score of player  @public:sample\n", "")
    alone = alone.replace("starts 0", "starts 8").replace("<= 5", "<= 8")
    (halving / "game.rules").write_text(alone.replace("always\n", "always\n  [few.changes]  grab changes only heap\n"))
    said = pytest_in(halving, "game.rules", "-k", "few.changes").stdout
    assert "score of player" in said and "1 failed" in said, said


def test_a_new_check_is_one_file(copy: Path) -> None:
    """It brings its own code and its own sentences."""
    (copy / "rulekit/check/lints/long_names.py").write_text(CHECK)
    said = run(copy, "check", game(copy, name="a-very-long-name-indeed")).stdout
    assert "warning[K95]: long name" in said and "too long for a box" in said


def test_a_new_kind_is_one_file(copy: Path) -> None:
    """`Percent` may stand wherever a kind is wanted."""
    lines = 'state luck is Percent\nscene [end.heap] "Luck has a limit"\n  given luck is 7\n  then luck = 7'
    assert "K12" in run(copy, "check", game(copy, lines=lines)).stdout
    (copy / "rulekit/typesystem/percent.py").write_text(recipe("Add a kind")[0])
    assert "K12" not in run(copy, "check", game(copy, lines=lines)).stdout


def test_a_new_shape_of_space_is_one_file(copy: Path) -> None:
    """`space Rung is ladder` is known as soon as its file is there."""
    lines, when = "space Rung is ladder, rungs 5", "heap = 0 or count of Rung = 4"
    assert "K07" in run(copy, "check", game(copy, lines=lines, when=when)).stdout
    (copy / "rulekit/spaces/ladder.py").write_text(*recipe("Add a shape of space"))
    assert "K07" not in run(copy, "check", game(copy, lines=lines, when=when)).stdout


def test_a_new_command_is_one_file(copy: Path) -> None:
    """The command line finds it, and so does its help: the first line, and the body."""
    (copy / "rulekit/cli/commands/count.py").write_text("\n".join(recipe("Add a command")))
    assert run(copy, "count", game(copy)).stdout == "4\n"
    assert "count" in run(copy, "--help").stdout and "rulekit count my-game" in run(copy, "count", "--help").stdout


def test_a_new_check_and_its_page_are_two_files(copy: Path) -> None:
    """The page gives the sentences; `explain` shows it."""
    (copy / "rulekit/check/lints/long_names.py").write_text(*recipe("Add a check"))
    (copy / "rulekit/diagnostics/catalogue/K95.toml").write_text(*recipe("Add a check", "toml"))
    said = run(copy, "check", game(copy, name="a-very-long-name-indeed")).stdout
    assert "warning[K95]: long name" in said and "`a-very-long-name-indeed` is too long for a box." in said
    assert "Names are printed on boxes." in run(copy, "explain", "K95").stdout


def test_the_page_of_a_new_check_is_a_whole_page(copy: Path) -> None:
    """The tests of the catalogue pass with it, and its samples do what they promise."""
    (copy / "rulekit/check/lints/long_names.py").write_text(*recipe("Add a check"))
    (copy / "rulekit/diagnostics/catalogue/K95.toml").write_text(*recipe("Add a check", "toml"))
    shutil.copytree(Path(rulekit.__file__).parent / "tests", copy / "rulekit/tests")
    files = ("rulekit/tests/diagnostics/test_catalogue.py", "rulekit/tests/diagnostics/test_samples.py")
    known = [file for file in files if (copy / file).exists()]
    ran = pytest_in(copy, *known, "-k", "K95 or no_code")
    assert ran.returncode == 0, ran.stdout


CLIMB = """game climbers for 2 players
piece Man, 2 in all
  face names it: worth 1 to 2
rows of Man
  [man.ann]  ann: worth 1  @public:sample
  [man.bob]  bob: worth 2  @public:sample
space Rung is ladder, rungs 4
zone wall at Rung set of Man everyone sees face
state luck of Player is Percent, starts 8
setup
  [setup.men]  move every man of box to wall at item (1) of Rung  @public:sample
action climb
  [climb.man]    man in Man  @public:sample
  [climb.up]     require place of man is not item (4) of Rung  @public:sample
  [climb.luck]   require twice of luck of player > 1  @public:sample
  [climb.do]     move man to wall at (highest of neighbours of (place of man) otherwise item (1) of Rung)  @public:a
  [climb.halve]  halve luck of player  @public:sample
turn
  [turn.go]  player must climb  @public:sample
end
  [end.top]  at end of turn when every man in Man has place of man = item (4) of Rung  @public:sample
result
  [result.most]  most luck wins, ties are shared  @public:sample
scene [climb.halve] "Each step costs half of the luck"
  when anna does climb man ann
  when ben does climb man bob
  then luck of anna = 4
  then place of ann = item (2) of Rung
always
  [luck.even]  every p in Player has luck of p >= 0  @public:sample
"""
ADDED = {
    "words/numbers/twice.py": "Add a word",
    "verbs/halving.py": "Add a verb",
    "typesystem/percent.py": "Add a kind",
    "spaces/ladder.py": "Add a shape of space",
}


def test_all_that_was_added_works_together_in_play(copy: Path) -> None:
    """A word in a guard, a verb that writes a state of a new type, pieces moved about a new shape: on both engines."""
    for file, title in ADDED.items():
        (copy / "rulekit" / file).write_text(*recipe(title))
    (copy / "climb.rules").write_text(CLIMB)
    assert "no problems" in run(copy, "check", "--strict", "climb.rules").stdout
    assert "1 scene, none failed" in run(copy, "test", "climb.rules", "--games", "5").stdout
    assert "no difference" in run(copy, "run", "climb.rules", "--games", "5", "--compare", "reference,python").stdout
    told = run(copy, "mutate", "climb.rules", "--operator", "drop-line", "--law-games", "1", "--play-games", "1").stdout
    assert "killed at all: 4 of 4" in told, told
    (copy / "climb.rules").write_text(
        CLIMB.replace("wall at Rung set of Man everyone sees face", "wall at Rung set of Man nobody sees it")
    )
    assert (
        "error[K49]" in run(copy, "check", "climb.rules").stdout
    )  # who may climb would tell where a hidden man stands


def test_a_new_page_of_the_reference_is_one_file(copy: Path) -> None:
    (copy / "rulekit/docgen/language_figures.py").write_text(*recipe("Add a kind of page"))
    run(copy, "docs", "--no-games", "--out", "pages")
    assert re.search(r"The language has \d+ words", (copy / "pages/reference/figures.md").read_text())


FREE = "Add a built-in law, a mutation operator, an adapter, a wrong engine"


def test_a_new_free_law_is_one_file(copy: Path) -> None:
    """Every game is held to it: one that begins with too many points breaks it."""
    law, _ = recipe(FREE)
    (copy / "rulekit/laws/builtin/few_points.py").write_text(law)
    rules = ("test", game(copy), "--games", "1")
    assert "free.few-points" not in run(copy, *rules).stdout
    game(copy, lines="state score of Player is 0 to 999, starts 101")
    assert "the law [free.few-points] is broken: 101 points" in run(copy, *rules).stdout


def test_a_new_operator_is_one_function(copy: Path) -> None:
    """`mutate` knows its name and proposes what it does."""
    _, operator = recipe(FREE)
    (copy / "rulekit/mutate/operators/names.py").write_text(operator)
    said = run(copy, "mutate", game(copy), "--operator", "another-name", "--law-games", "1", "--play-games", "1")
    assert "another-name" in said.stdout, said.stdout + said.stderr


RESIGNING = GAME.replace("  [grab.do]", "  [grab.out]  if heap = 5: resign player  @public:sample\n  [grab.do]")
GIVEN_UP = """
scene [grab.out] "Whoever is left with five gives up"
  given heap is 5
  when anna does grab
  ben wins
"""


def written_into(copy: Path) -> None:
    """Puts each block of the recipe of a statement where its first line says."""
    for block in [*recipe("Add a kind of statement", "text"), *recipe("Add a kind of statement")]:
        where, _, text = block.partition("\n")
        found = re.fullmatch(r"# (\S+), before \|(.*)\|", where)
        assert found, where
        before = found[2].replace("\\n", "\n")
        file = copy / found[1]
        assert file.read_text().count(before) == 1, where
        file.write_text(file.read_text().replace(before, text + before))


def test_a_new_kind_of_statement_is_written_as_the_recipe_says(copy: Path) -> None:
    """`resign player` is read, printed, checked, played alike by both engines, and told by a scene who wins."""
    rules = RESIGNING.format(name="pebbles", lines="", when="heap = 0") + GIVEN_UP
    (copy / "game.rules").write_text(rules)
    assert "error[" in run(copy, "check", "game.rules").stdout
    written_into(copy)
    said = run(copy, "check", "--strict", "game.rules")
    assert "no problems" in said.stdout, said.stdout + said.stderr
    assert run(copy, "fmt", "game.rules").returncode == 0
    assert "if heap = 5: resign player" in (copy / "game.rules").read_text()
    tested = run(copy, "test", "game.rules", "--games", "20").stdout
    assert "1 scene, none failed" in tested, tested
    compared = run(copy, "run", "game.rules", "--games", "5", "--compare", "reference,python").stdout
    assert "no difference" in compared, compared
    (copy / "game.rules").write_text(rules.replace("resign player", "resign heap"))
    assert "error[K16]" in run(copy, "check", "game.rules").stdout


def test_a_new_kind_of_statement_is_seen_by_mutants(copy: Path) -> None:
    """A mutant without the line is noticed by the scene."""
    (copy / "game.rules").write_text(RESIGNING.format(name="pebbles", lines="", when="heap = 0") + GIVEN_UP)
    written_into(copy)
    told = run(copy, "mutate", "game.rules", "--operator", "drop-line", "--law-games", "1", "--play-games", "1").stdout
    assert "killed by a scene" in told and "@grab.out" not in told, told
