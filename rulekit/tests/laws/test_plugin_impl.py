"""The same laws on an engine by other hands: one that keeps the rules passes, planted slips are found and blamed."""

from pathlib import Path

import pytest

from rulekit.tests.laws.collecting import change, properties, pytest_on

ENGINE = """
class Adapter:
    def about(self):
        return {"name": "stones", "unsaid": []}

    def start(self, config):
        self.stones, self.seat, self.lucky = 12, 0, config["options"]["last-stone"] == "lucky"

    def chance(self, label, outcome):
        raise AssertionError("nothing is drawn")

    def asked(self):
        return [self.seat] if self.stones else []

    def legal(self, seat):
        return [{"do": "grab", "n": n} for n in (1, 2, 3) if n <= self.stones]

    def apply(self, seat, move):
        if seat != self.seat or move not in self.legal(seat):
            raise ValueError("not legal")
        self.stones -= move["n"]
        self.seat = 1 - self.seat

    def position(self):
        return {"states": {"active": self.active(), "stones": self.stones}, "zones": {}}

    def view(self, seat):
        return self.position()

    def active(self):
        return self.seat if self.stones else 1 - self.seat

    def result(self):
        winners = [self.active() if self.lucky else 1 - self.active()]
        return {"leaders": winners, "outcome": "win", "winners": winners}

    def close(self):
        pass
"""


@pytest.fixture
def engine(game: Path) -> Path:
    """Another engine for the starter, which keeps the rules."""
    file = game.parent / "engine.py"
    file.write_text(ENGINE, encoding="utf-8")
    return file


def outcomes(game: Path, engine: Path) -> dict[str, str]:
    """What came of every case, by its clause, and of the whole."""
    ran = pytest_on(game.parent, game.name, "--rulekit-impl", engine.name, "-rA", "--junitxml=out.xml")
    assert properties(game.parent / "out.xml")
    return {"printed": ran.stdout, "code": str(ran.returncode)}


def test_an_engine_that_keeps_the_rules_passes(game: Path, engine: Path) -> None:
    """Every law, and one about the engine as a whole; scenes begin in mid-game and are left out, with the reason."""
    found = outcomes(game, engine)
    assert found["code"] == "0", found["printed"]
    assert "PASSED twelve-stones/1-things.rules::twelve-stones[in-step]" in found["printed"]
    assert "an engine by other hands begins at the start" in found["printed"]


def test_a_slip_that_breaks_a_law_is_blamed_on_it(game: Path, engine: Path) -> None:
    """Stones that come back break the law of the heap, and the story says what both sides hold."""
    change(engine, 'self.stones -= move["n"]', 'self.stones += 1 if self.stones == 12 else -move["n"]')
    change(game / "1-things.rules", "0 to 12", "0 to 13")
    found = outcomes(game, engine)
    assert found["code"] == "1" and "Traceback" not in found["printed"]
    assert "in the engine [law.heap] does not hold" in found["printed"]
    assert "in the engine: 13" in found["printed"]


def test_a_slip_no_law_speaks_of_is_found_as_well(game: Path, engine: Path) -> None:
    """A move left out of the list is no breach of a law of the game, but the engine is out of step."""
    change(engine, "for n in (1, 2, 3)", "for n in (1, 2)")
    found = outcomes(game, engine)
    assert found["code"] == "1" and "the engine and the rules part in: what seat 0 may do" in found["printed"]
    assert "PASSED twelve-stones/4-laws.rules::twelve-stones[law.heap]" in found["printed"]


def test_an_engine_that_does_not_start_is_told_once(game: Path) -> None:
    """Before anything is collected."""
    ran = pytest_on(game.parent, game.name, "--rulekit-impl", "nowhere.py")
    assert ran.returncode == 4 and ran.stderr.count("--rulekit-impl: nowhere.py cannot be started") == 1


def test_an_engine_that_fails_has_kept_no_law(game: Path, engine: Path) -> None:
    """Whoever asks for one law alone is not told that it holds."""
    change(engine, 'self.stones -= move["n"]', "raise RuntimeError(1)")
    found = outcomes(game, engine)
    assert found["code"] == "1" and "the engine failed: apply failed: RuntimeError: 1" in found["printed"]
    assert "PASSED" not in found["printed"]
