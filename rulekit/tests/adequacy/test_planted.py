"""Wrong engines as rungs of the ladder: counted, named, and made only where their text stands once."""

from pathlib import Path

import pytest

from rulekit.adequacy import wrong_engines as planted
from rulekit.adequacy.ladder import LadderEntry
from rulekit.adequacy.wrong_engines import EngineOutcome, as_rungs
from rulekit.data import conformance_root

NAMED = ("a.one", "a.two", "a.three", "a.four")


def met(name: str, vectors: int, right: int | None, breaks: bool = True) -> EngineOutcome:
    """A wrong engine that so many vectors find; the clause at this place is right."""
    ids = tuple(f"game/{n}" for n in range(vectors))
    return EngineOutcome(name, ids, (), NAMED if vectors else (), tuple(n == right for n in range(1, 5)), breaks)


def test_found_and_blamed_are_counted_apart_and_what_is_missing_is_named() -> None:
    every = [met("first", 2, 1), met("fourth", 1, 4), met("unseen", 0, None), met("copies", 1, None, breaks=False)]
    found, blame = as_rungs(every, ("4 of 4",))
    assert (found.reached, found.of, found.missing) == (3, 4, (LadderEntry("unseen"),))
    assert (blame.reached, blame.of, blame.missing) == (
        1,
        2,
        (LadderEntry("fourth", "named are a.one, a.two, a.three"),),
    )
    assert not found.is_met and not blame.is_met


def test_an_engine_is_not_made_where_its_text_does_not_stand(tmp_path: Path) -> None:
    game = next(file.stem for file in sorted((conformance_root() / "mutants").glob("*.toml")))
    change = planted.change(game, planted.read_changes(game)["wrong"][0]["name"])
    with pytest.raises(ValueError, match="exactly once"):
        planted.build_engine({**change, "find": "no engine says this"}, tmp_path)
