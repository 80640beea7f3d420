"""Games with a law in them that is not true."""

from pathlib import Path

from rulekit import Game
from rulekit.check.configuration_space import configurations
from rulekit.fuzz.failure_files import fails
from rulekit.fuzz.game_script import GameScript, answers_of
from rulekit.fuzz.oracles import Blame
from rulekit.fuzz.replay_attempt import GamePlan, ReplayedGame
from rulekit.play.games.game import Trace

LAW = "law.planted"


def planted(folder: Path, text: str) -> Path:
    """The starter game with one more block of laws."""
    file = folder / "4-laws.rules"
    file.write_text(file.read_text(encoding="utf-8") + text, encoding="utf-8")
    return folder


def first_failing(game: Game) -> tuple[Trace, Blame]:
    """A random game that breaks it, with many players and unusual options, cut nowhere."""
    chosen = list(configurations(game.checked))[-1]
    judge = fails("laws", LAW)
    for seed in range(200):
        script = GameScript(seed, tuple(seed * 7919 * n % 1009 for n in range(60)))
        answers = answers_of(game.engine(chosen).for_playouts(), script)
        attempt = ReplayedGame(game, chosen, tuple(answers), GamePlan(chosen, (), {}))
        blame = judge(attempt)
        if blame is not None and blame.answers < len(answers):
            return attempt.trace, blame
    raise AssertionError("no random game breaks the planted law")
