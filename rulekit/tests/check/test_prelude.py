"""The prelude: common sentences are there when a rulebook calls them and does not write them."""

from pathlib import Path

from rulekit.check.names.prelude import sentences
from rulekit.pipeline import examine_all
from rulekit.syntax.parser import parse

GAME = (Path(__file__).parent / "right" / "prelude.rules").read_text(encoding="utf-8")


def verbs(tmp_path: Path, text: str) -> set[str]:
    """The procedures of a rulebook once it is worked out."""
    (tmp_path / "game.rules").write_text(text, encoding="utf-8")
    return set(examine_all(tmp_path / "game.rules").checked.symbols.procs)


def test_what_is_called_and_not_written_comes_from_the_prelude(tmp_path: Path) -> None:
    """Three sentences are called, so three are added."""
    assert verbs(tmp_path, GAME) == {"deal", "discard", "gain"}


def test_what_a_rulebook_writes_itself_is_its_own(tmp_path: Path) -> None:
    """No second `discard` beside the first."""
    own = "to discard c: Card\n  [own.discard]  move c to bottom of discard  @public:x\n"
    assert verbs(tmp_path, GAME.replace("setup\n", own + "setup\n")) == {"deal", "discard", "gain"}


def test_every_sentence_of_the_prelude_can_be_read() -> None:
    """Each parses once its kinds are named."""
    texts = [s.text.replace("Thing", "Card").replace("Good", "Coin") for s in sentences().values()]
    assert texts and not [p for text in texts for p in parse(text, "prelude").problems]
