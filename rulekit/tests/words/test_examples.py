"""Every example of every word holds on the reference engine, in every way in which Python is written, and as a law."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from rulekit import Game, load
from rulekit.check.evaluation.evaluator import Evaluator
from rulekit.laws.law_watch import LawWatch
from rulekit.play.codegen import kit_forms
from rulekit.play.codegen.engine_variants import VARIANTS
from rulekit.play.codegen.generated_engine import Generated
from rulekit.play.engines import END, Interpreter
from rulekit.play.games.game_config import choose
from rulekit.tests.laws.reference_watch import SlowWatch
from rulekit.tests.words.table import table
from rulekit.tests.words.test_vocabulary import law
from rulekit.words import vocabulary
from rulekit.words.word import Word
from rulekit.words.word_context import ASKED, GIVEN, POSITION, DeclaredReads, UndeclaredRead

EXAMPLES = [(name, pair) for name, word in vocabulary.vocabulary().items() for pair in word.examples]
WORDS = vocabulary.vocabulary()
OF_LAWS = ("tally",)  # only laws may ask
PLAYED = [(name, pair) for name, pair in EXAMPLES if name not in OF_LAWS]
ENGINES: dict[str, Any] = {
    "reference": Interpreter,
    **{name: partial(Generated, manner=manner) for name, manner in VARIANTS.items()},
}


def rules() -> str:
    """The table, where the first move notes the examples that hold and ends the game; each is a law as well."""
    lines = [f"  [look.n{n}]  if {law(*pair)}: add {n} to right  @T:1\n" for n, (_, pair) in enumerate(PLAYED)]
    laws = [f"  [example.n{n}]  {law(*pair)}\n" for n, (_, pair) in enumerate(EXAMPLES)]
    action = "".join(["action look\n", *lines, "  [look.end]  finish  @T:1\n", "always\n", *laws])
    given = table().replace("turn\n", "turn\n  [turn.look]  player must look  @T:1\n")
    return f"{given}type Example is 0 to {len(PLAYED)}\nstate right is set of Example\n{action}"


@cache
def game(folder: Path) -> Game:
    (folder / "table.rules").write_text(rules(), encoding="utf-8")
    return load(folder / "table.rules")


@pytest.fixture(scope="module")
def looked(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game(tmp_path_factory.mktemp("table"))


@pytest.mark.parametrize("engine", ENGINES)
def test_every_example_of_every_word_holds_on_every_engine(looked: Game, engine: str) -> None:
    """One move asks all of them."""
    played = ENGINES[engine](looked.settings.prepare({}, None))
    state = getattr(played, "advance", played.decide)(played.start(), 0, 0)
    right = played.machine(state).table.read("right", ())
    assert [pair for n, pair in enumerate(PLAYED) if n not in right] == []


@pytest.mark.parametrize("engine", ["reference", "python"])
def test_every_example_of_every_word_holds_as_a_law(looked: Game, engine: str) -> None:
    """Laws ask at every point of a game, the engine that is written remembers what they answered."""
    watch = {"reference": SlowWatch, "python": LawWatch}[engine](looked, choose(looked.checked, None, None, None))
    state = watch.engine.start()
    found = watch.see(state)
    while watch.engine.short_question(state)[0] != END:
        state = watch.engine.advance(state, watch.engine.short_question(state)[2], 0)
        found += watch.see(state)
    assert found == []


# ------------------------------------------------------------------ what words read


@pytest.fixture(scope="module")
def read(looked: Game) -> dict[str, set[str]]:
    """For each word of the kit what it asked the position for, besides its arguments, in all examples."""
    found: dict[str, set[str]] = {name: set() for name in WORDS}
    run = Word.run

    def noting(word: Word, context: Any, *, types: Any, **slots: Any) -> Any:
        given = [kind for slot, kind in types.items() if slot]
        refusing = DeclaredReads(context, word.looks(given))
        try:
            return run(word, refusing, types=types, **slots)
        finally:
            found[word.name] |= refusing.read

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Word, "run", noting)
        for name in WORDS:
            patch.delitem(Evaluator.plain, name, raising=False)  # what is told without eyes is asked through them
        start = looked.settings.prepare({}, None)
        machine = Interpreter(start).start()
        for law in looked.checked.laws:
            assert law.condition is not None and machine.evaluator().holds(law.condition, {"player": 0})
    return found


@pytest.mark.parametrize("engine", ENGINES)
def test_no_engine_shows_a_word_more_than_it_says_it_reads(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every example again, each word by its own meaning, through eyes that refuse all that it does not declare."""
    run, asked = Word.run, set()

    def refusing(word: Word, context: Any, *, types: Any, **slots: Any) -> Any:
        asked.add(word.name)
        refusing_context = DeclaredReads(context, word.looks([kind for slot, kind in types.items() if slot]))
        return run(word, refusing_context, types=types, **slots)

    monkeypatch.setattr(Word, "run", refusing)
    own = {name for name, word in WORDS.items() if ASKED not in word.reads}  # guards and prices are always generated
    monkeypatch.setattr(kit_forms, "FORMS", {n: form for n, form in kit_forms.FORMS.items() if n not in own})
    for name in WORDS:
        monkeypatch.delitem(Evaluator.plain, name, raising=False)
    played = ENGINES[engine](game(tmp_path).settings.prepare({}, None))
    state = getattr(played, "advance", played.decide)(played.start(), 0, 0)
    right = played.machine(state).table.read("right", ())
    assert [pair for n, pair in enumerate(PLAYED) if n not in right] == []
    assert asked >= own - set(OF_LAWS)


@pytest.mark.parametrize("name", WORDS)
def test_a_word_says_what_it_reads_and_nothing_else(read: dict[str, set[str]], name: str) -> None:
    """Engines, and who looks for leaks, take its word for it."""
    said = set(WORDS[name].reads)
    assert said == read[name] - ({GIVEN} if POSITION in said else set())


def test_what_a_word_does_not_say_it_reads_is_refused(looked: Game) -> None:
    context = Interpreter(looked.settings.prepare({}, None)).start().evaluator().context
    with pytest.raises(UndeclaredRead, match="zone_of"):
        DeclaredReads(context, (GIVEN,)).zone_of("Card", 0)
    assert DeclaredReads(context, (POSITION,)).zone_of("Card", 0) == context.zone_of("Card", 0)
