"""`rulekit check` tells what is wrong in the words and pictures for readers."""

from pathlib import Path

import pytest

from rulekit.diagnostics import Problems, catalogue, samples
from rulekit.looks.game_looks import usable_looks
from rulekit.pipeline import examine_or_raise, load
from rulekit.site.gather import book
from rulekit.site.readers import reader_problems
from rulekit.tests.calling import Call
from rulekit.tests.manual.making import complaints, folder, spread

pytestmark = pytest.mark.site


def test_the_wrong_sample_of_the_catalogue_gets_its_complaint_on_the_marked_line(tmp_path: Path) -> None:
    sample = catalogue.entry("K94").wrong
    at = spread(sample, tmp_path)
    found = [(Path(p.span.file).name, p.span.line, p.code) for p in reader_problems(at, examine_or_raise(at)) if p.span]
    assert found == [(said.file, said.line, said.code) for said in samples.expected_problems(sample)]


def test_the_right_sample_of_the_catalogue_gets_none(tmp_path: Path) -> None:
    at = spread(catalogue.entry("K94").right, tmp_path)
    assert reader_problems(at, examine_or_raise(at)) == ()


@pytest.mark.parametrize(
    ("looks", "said"),
    [
        ('[states]\nseets = { sign = "clock" }', "looks.toml:2 `looks.toml, states`: there is no state `seets`."),
        ('[states.seats]\nsign = "clok"', "looks.toml:1 `looks.toml, states.seats`: there is no sign `clok`"),
        ("[states]\nseats = 3", "looks.toml:2"),
        ("[tracks.a]\nx = 1", "looks.toml:1"),
        ("[boards]\nx = []", "looks.toml:2"),
        ("[states", "looks.toml:1"),
        ("x = 1", "looks.toml:1"),
    ],
)
def test_a_wrong_looks_file_is_told_with_its_line(looks: str, said: str, tmp_path: Path) -> None:
    assert any(one.startswith(said) for one in complaints(folder(tmp_path, looks_toml=looks)))


def test_check_leaves_with_a_finding_and_says_file_line_and_cure(rulekit: Call, tmp_path: Path) -> None:
    at = folder(tmp_path, looks_toml='[states]\nseets = { sign = "clock" }')
    found = rulekit("check", str(at))
    assert found.code == 1
    assert "looks.toml:2:1" in found.out + found.err and "Did you mean `seats`" in found.out + found.err


def test_no_pages_are_made_with_a_wrong_looks_file_and_a_table_is_drawn_without_it(tmp_path: Path) -> None:
    at = folder(tmp_path, looks_toml='[states]\nseets = { sign = "clock" }')
    with pytest.raises(Problems) as wrong:
        book(at)
    assert [one.code for one in wrong.value.problems] == ["K94"]
    start = load(at).start(chance=1)
    looks, problems = usable_looks(start.game, start.chosen)
    assert looks.looks == {} and problems == ["states: there is no state `seets`; did you mean `seats`?"]
