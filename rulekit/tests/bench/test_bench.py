"""Every bench runs, in little, and tells its figures in the shape that docs/bench.md promises."""

from __future__ import annotations

import json
import math
from functools import partial
from pathlib import Path

import pytest

from rulekit.bench import measure
from rulekit.bench.benches import language, verify
from rulekit.bench.benches import site as site_bench
from rulekit.bench.measure import BenchReport, Figure, MeasureOptions, Ratio, interleave_runs, mean, ratio
from rulekit.bench.playing import shortest
from rulekit.data import bundled_games
from rulekit.pipeline import examine_all
from rulekit.tests.calling import Call

pytestmark = pytest.mark.peers

TINY = ("--repeat", "1", "--max-time", "0.001", "--lines", "60", "--format", "json")


@pytest.mark.parametrize("name", [name for name in measure.benches() if name not in ("choices", "site")])
def test_a_bench_runs_and_tells_its_figures(name: str, rulekit: Call) -> None:
    ran = rulekit("dev", "bench", name, "--game", shortest(), *TINY)
    (told,) = json.loads(ran.out)["benches"]
    assert ran.code == 0 and told["bench"] == name and told["figures"] and told["ratios"]
    assert all({"name", "unit", "median", "low", "high"} == set(one) for one in told["figures"])
    assert all({"name", "median", "low", "high", "side", "bar", "met"} == set(one) for one in told["ratios"])


def test_the_bench_of_the_site_changes_a_copy_and_tells_both_times(
    rulekit: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The builds themselves take minutes: here they only look at what there is to build."""
    seen: list[tuple[str, str]] = []

    def looked(clone: Path) -> tuple[float, float]:
        place = clone / "spec" / shortest()
        seen.append(((place / "ledger.toml").read_text("utf-8"), max(place.glob("*.rules")).read_text("utf-8")))
        return (60.0, 30.0) if len(seen) == 1 else (6.0, 3.0)

    monkeypatch.setattr(site_bench, "time_build", looked)
    monkeypatch.setattr(site_bench, "find_spec", lambda name: name)
    (told,) = json.loads(rulekit("dev", "bench", "site", "--game", shortest(), *TINY).out)["benches"]
    first, same, sentence, law, rule, action = seen
    assert first == same != sentence and sentence[1] == first[1] and rule[0] == law[0] == sentence[0]
    assert law[1] == first[1] + site_bench.LAW and rule[1] == law[1] + site_bench.COURSE
    assert site_bench.LINE in action[1] and action[1].replace(site_bench.LINE, "") == rule[1]
    assert [one["median"] for one in told["ratios"]] == [0.1] * 5 and not any(one["met"] for one in told["ratios"])
    assert {one["name"]: one["median"] for one in told["figures"]}["from nothing: on the wall"] == 30_000


@pytest.mark.parametrize("lines", (80, 500, 2000))
def test_the_rulebook_that_is_measured_has_no_faults(lines: int, tmp_path: Path) -> None:
    folder = language.write(tmp_path / language.NAME, lines)
    written = len(language.rules(lines).splitlines())
    assert not examine_all(folder).problems and lines / 2 <= written <= lines * 1.05


def test_a_bench_that_is_not_known_is_a_mistake_of_the_caller(rulekit: Call) -> None:
    assert rulekit("dev", "bench", "brewing").code == 2


def test_every_round_measures_everything_once() -> None:
    order: list[float] = []

    def run(value: float) -> float:
        order.append(value)
        return value

    found = interleave_runs({"a": partial(run, 1), "b": partial(run, 2)}, 2)
    assert found == {"a": (1, 1), "b": (2, 2)} and order == [1, 2, 1, 2, 1, 2]  # the first round is for getting warm


def test_a_ratio_is_taken_within_a_round() -> None:
    one = ratio("one", (2.0, 9.0, 4.0), (1.0, 3.0, 4.0), "least", 2)
    assert one.values == (2.0, 3.0, 1.0) and one.median == 2 and one.is_met is True


def test_a_bar_is_reached_from_its_side() -> None:
    assert Ratio("x", (1.0,), "most", 1.5).is_met and not Ratio("x", (1.0,), "least", 1.5).is_met
    assert Ratio("x", (1.0,)).is_met is None


def test_a_round_of_no_time_breaks_no_report() -> None:
    """On a busy machine a short round may have measured nothing."""
    found = mean("all", [ratio("above", [0.0, 1.0], [1.0, 1.0]), ratio("below", [1.0, 1.0], [0.0, 1.0])])
    assert all(0 < value < math.inf for value in found.values) and found.median > 0


def test_a_mean_of_ratios_is_geometric() -> None:
    assert mean("all", [Ratio("a", (4.0,)), Ratio("b", (1.0,))]).median == 2


def test_a_report_is_read_by_people_and_by_tools() -> None:
    report = BenchReport(
        "play", (Figure("quick", "/s", (1500.0,)),), (Ratio("r", (2.0,), "least", 1.5),), ("nothing more",)
    )
    text = measure.as_text(report)
    assert "1,500" in text and "reached: at least 1.5" in text and "note: nothing more" in text
    assert measure.as_json([report], MeasureOptions())["benches"][0]["ratios"][0]["met"] is True


def test_who_watches_is_told_what_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bench takes minutes; on a terminal one line says where it is."""
    heard: list[str] = []
    monkeypatch.setattr(measure, "listeners", [heard.append])
    assert interleave_runs({"run": lambda: 1.0}, 2, "my-game") == {"run": (1.0, 1.0)}
    assert heard == [f"my-game: run, {when}" for when in ("getting warm", "round 1 of 2", "round 2 of 2")]


def test_every_adapter_of_the_kit_has_a_bar_in_each_layout_in_which_it_can_be_measured() -> None:
    """A game that is misspelt there would be measured without a bar, and never miss it."""
    wanted = {name: set(layouts) for name, layouts in verify.bars().items()}
    known = {folder.name: verify.adapter_of(folder.name) for folder in bundled_games()}
    assert wanted == {
        game: set(verify.LAYOUTS) if file.suffix == ".py" else {"by pipe"} for game, file in known.items() if file
    }


def test_a_layout_is_held_against_its_own_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify, "bars", lambda: {shortest(): {"one process": 0.123}})
    one = verify.run(MeasureOptions(1, 0.001, games=(shortest(),))).ratios[0]
    assert (one.side, one.bar) == ("least", 0.123) and "one process: both / floor" in one.name
    monkeypatch.setattr(verify, "bars", dict)
    assert verify.run(MeasureOptions(1, 0.001, games=(shortest(),))).ratios[0].bar is None
