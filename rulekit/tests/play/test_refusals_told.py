"""Refusals tell the sentence that decides, as it was written down: in scenes among two, at a line as its first."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulekit import Game
from rulekit.check.sources.clauses import clauses
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedLine
from rulekit.check.tree.typed_walk import walk
from rulekit.model import declarations as d
from rulekit.model import scenes as sc
from rulekit.play.machine.prepared_game import PreparedGames
from rulekit.play.moves.scene_moves import SceneMoves
from rulekit.play.scenes import scene_runner
from rulekit.play.scenes.scene_runner import SceneRun
from rulekit.tests.bundled import bundled

LISTS = sorted((Path(__file__).parents[3] / "conformance" / "refusals").glob("*.toml"))
FEWEST = 20  # refusals of a game


def told(game: Game, titles: set[str], watch: pytest.MonkeyPatch) -> dict[tuple[str, int], list[str]]:
    """The sentences told for each refused move of these scenes, in order, each once."""
    found: dict[tuple[str, int], list[str]] = {}
    check = scene_runner.CHECKS[sc.May]

    def look(run: SceneRun, line: CheckedLine) -> None:
        if isinstance(line.node, sc.May) and not line.node.allowed:
            title = run.scene.node.title
            number = sum(one == title for one, _ in found) + 1
            grounds = SceneMoves(run.m).verdict(run.seat(line), run.scene_move_of(line.moves[0])).grounds
            reasons = game.clauses.reasons_of(grounds, run.m.plan.chosen_options)
            found[title, number] = list(dict.fromkeys(name for one in reasons for name, _ in one.sentences))
        check(run, line)

    watch.setitem(scene_runner.CHECKS, sc.May, look)
    settings = PreparedGames(game.checked)
    for scene in game.checked.scenes:
        if scene.node.title in titles:
            scene_runner.play_scene(settings, scene)
    return found


def wanted(file: Path) -> Iterator[tuple[str, int, str]]:
    for one in tomllib.loads(file.read_text(encoding="utf-8"))["refusal"]:
        yield one["scene"], one["at"], one["decides"]


def first_sentences(game: Game) -> dict[str, str]:
    """Each line that may refuse a move with the sentence it quotes first: guards, parameters, rows of relations."""
    found: dict[str, str] = {}
    for name, body in game.checked.bodies.items():
        steps = [*body.front] if name.startswith("action ") else []
        for node in walk(body):
            steps += node.params if isinstance(node, typed_statements.Choose) else ()
            steps += [node] if isinstance(node, typed_statements.Guard) else ()
        for line in (getattr(step, "id", None) for step in steps):
            if line and game.clauses.cites.get(line):
                found[line] = game.clauses.cites[line][0]
    for place in clauses(game.checked.rulebook):
        if isinstance(place.decl, d.Relation) and place.clause.id and place.clause.cites:
            found[place.clause.id] = place.clause.cites[0].text
    return dict(sorted(found.items()))


@pytest.mark.parametrize("file", LISTS, ids=lambda file: file.stem)
def test_every_line_that_refuses_quotes_first_the_sentence_that_forbids(file: Path) -> None:
    """As it was read and written down: a line that is new, or cites in another order, has to be read as well."""
    assert first_sentences(bundled(file.stem)) == tomllib.loads(file.read_text(encoding="utf-8"))["first"]


@pytest.mark.long
@pytest.mark.parametrize("file", LISTS, ids=lambda file: file.stem)
def test_the_sentence_that_decides_is_among_the_first_two_told(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty refusals of a game at the least."""
    listed = list(wanted(file))
    found = told(bundled(file.stem), {title for title, _, _ in listed}, monkeypatch)
    late = [(*one, found.get(one[:2], ["not there"])[:4]) for one in listed if one[2] not in found.get(one[:2], [])[:2]]
    assert not late and len(listed) >= FEWEST
