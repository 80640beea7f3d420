"""The catalogue is complete, in plain words, and its samples are well made."""

import re
from pathlib import Path

import pytest

from rulekit.diagnostics import CodeEntry, Problem, Variant, catalogue, codes, entry, register, samples
from rulekit.diagnostics.sentence import wishes

ALL = codes()
JARGON = re.compile(
    r"\b([A-Z]{2,}_[A-Z]+|_?[A-Z]*(NL|INDENT|DEDENT|LPAR|RPAR|UPPER|CITE|CLAUSE)|token|terminal|parser|lexer|AST|node|null"
    r"|[A-Z][a-z]+(Error|Exception)|traceback|Span|Problem|int|str|bool|tuple|dict|expr|identifier)\b"
)
LISTS = {"near", "members", "choices", "takers", "known", "ids", "actions", "pieces", "meanings", "types"}


def prose(found: CodeEntry) -> str:
    """Everything a reader may see of a code, samples apart."""
    said = [text for variant in found.variants.values() for text in (variant.fact, variant.advice)]
    return "\n".join([found.title, found.explanation, *said])


FIRST = tuple(f"K{number:02d}" for number in range(1, 95))


def test_no_code_is_ever_taken_away() -> None:
    """These are known to authors; later ones come behind them."""
    assert ALL[: len(FIRST)] == FIRST


def test_a_page_that_cannot_be_read_names_its_file_and_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Every command goes on: the message is there, and says what is wrong with the page."""
    monkeypatch.setattr(catalogue, "FOLDER", tmp_path)
    catalogue._read.cache_clear()
    page = tmp_path / "K95.toml"
    head, variant = 'code = "K95"\ntitle = "t"\n', '[variants.plain]\nfact = "x"\nadvice = ""\n'
    for text, said in (
        (f'code = "K95"\n{variant}', "`title`"),
        (f'{head}severity = "error"\n', "`variants`"),
        (f'{head}severity = "bad"\n{variant}', "severity"),
        ('code = "K95"\ntitle = \n', "line 2"),
        (f'{head}severity = "error"\ncolour = "red"\n{variant}', "`colour`"),
    ):
        page.write_text(text, encoding="utf-8")
        catalogue._read.cache_clear()
        fact = Problem("K95", None).fact
        assert "K95.toml" in fact and said in fact
    catalogue._read.cache_clear()


@pytest.mark.parametrize("code", ALL)
def test_no_word_of_the_machine_is_in_the_prose(code: str) -> None:
    """The reader edits rulebooks, not programs."""
    assert not JARGON.search(re.sub(r"`[^`]*`", "", prose(entry(code))))


@pytest.mark.parametrize("code", ALL)
def test_an_explanation_has_three_to_eight_lines(code: str) -> None:
    """Long enough to help, short enough to be read."""
    assert 3 <= len(entry(code).explanation.strip().splitlines()) <= 8


@pytest.mark.parametrize("code", ALL)
def test_sentences_of_fact_and_advice_end_as_sentences(code: str) -> None:
    """Each variant says what is wrong and what to do."""
    said = entry(code).variants.values()
    assert all(text.rstrip(">")[-1] in ".?:" for variant in said for text in (variant.fact, variant.advice) if text)
    assert all(variant.fact for variant in said)


@pytest.mark.parametrize("code", ALL)
def test_lists_of_names_are_written_as_lists(code: str) -> None:
    """A bare gap for a list would print it with commas only."""
    assert not [name for name in wishes(prose(entry(code))) & LISTS if f"{{{name}}}" in prose(entry(code))]


@pytest.mark.parametrize("code", ALL)
def test_the_wrong_sample_marks_its_line_and_the_right_one_none(code: str) -> None:
    """One rulebook, one slip."""
    assert [found.code for found in samples.expected_problems(entry(code).wrong)] == [code]
    assert not samples.expected_problems(entry(code).right)


@pytest.mark.parametrize("code", ALL)
def test_samples_are_small_and_differ(code: str) -> None:
    """A slip in a large sample is not seen."""
    assert entry(code).wrong != entry(code).right
    assert all(text.count("\n") <= 17 for text in samples.parts(entry(code).wrong).values())
    assert samples.parts(entry(code).right)["game.rules"].startswith("game pebbles for ")


@pytest.mark.parametrize("code", ALL)
def test_a_variant_without_any_facts_still_makes_sentences(code: str) -> None:
    """Whoever finds a problem may forget a fact; the reader still gets a message."""
    for name in entry(code).variants:
        assert Problem(code, None, name).fact.strip()


def test_looking_up_one_code_reads_one_file() -> None:
    """The catalogue is large, and a run needs two or three of its pages."""
    catalogue._read.cache_clear()
    entry("K07")
    assert catalogue._read.cache_info().currsize == 1


def test_an_unknown_code_has_a_page_all_the_same() -> None:
    """A message is better than a crash."""
    assert entry("K999").code == "K999" and Problem("../../x", None).fact


def test_a_new_check_can_bring_its_own_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check is one file, its sentences included."""
    monkeypatch.setattr(catalogue, "_registered", {})
    register(CodeEntry("K901", "odd heap", "note", {"plain": Variant("`{name}` is odd.", "Make it even.")}))
    assert Problem("K901", None, facts={"name": "heap"}).fact == "`heap` is odd." and "K901" in codes()


def test_a_code_cannot_be_taken_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Codes are stable names."""
    monkeypatch.setattr(catalogue, "_registered", {})
    with pytest.raises(ValueError, match="K07"):
        register(CodeEntry("K07", "odd heap", "note", {"plain": Variant("It is odd.", "")}))
