"""Messages for tools: JSON, workflow commands, SARIF."""

import json
from typing import Any

from rulekit.diagnostics import Problem, codes
from rulekit.diagnostics.render import render
from rulekit.tests.diagnostics.making import SOURCES, at, slip, unknown


def read(format: str, *problems: Problem) -> Any:
    """A report read back."""
    return json.loads(render(problems, SOURCES, format, limit=None))


def test_json_holds_every_part_of_a_problem() -> None:
    """The shape that the module promises."""
    found = read("json", slip())
    assert found["problems"] == [
        {
            "code": "K07",
            "severity": "error",
            "title": "unknown name",
            "file": "game.rules",
            "line": 3,
            "column": 35,
            "end": {"line": 3, "column": 39},
            "variant": "",
            "facts": {"name": "heep", "near": "heap", "place": "line 2"},
            "fact": "I know no `heep`.",
            "advice": "Did you mean `heap`? Correct the name, or declare it.",
            "second": [
                {
                    "file": "game.rules",
                    "line": 2,
                    "column": 7,
                    "end": {"line": 2, "column": 11},
                    "text": "a state of this game",
                }
            ],
        }
    ]
    assert {name: found[name] for name in ("more", "errors", "warnings", "notes")} == {
        "more": 0,
        "errors": 1,
        "warnings": 0,
        "notes": 0,
    }


def test_json_of_a_problem_without_a_place_says_null() -> None:
    """The keys are always there."""
    found = read("json", unknown(None))["problems"][0]
    assert [found[name] for name in ("file", "line", "column", "end")] == [None] * 4


def test_a_workflow_command_names_place_and_title() -> None:
    """One line each."""
    assert render([slip()], SOURCES, "github") == (
        "::error file=game.rules,line=3,endLine=3,col=35,endColumn=39,title=K07 unknown name::"
        "I know no `heep`.%0ADid you mean `heap`? Correct the name, or declare it.\n"
    )


def test_nothing_can_break_out_of_a_workflow_command() -> None:
    """Percent signs, commas, colons and line ends are escaped."""
    evil = unknown(at(1, 1, 1, "a,b:c%\n::error::x"), "x\n::stop-commands::y%0A")
    shown = render([evil], format="github")
    assert shown.count("\n") == 1 and "file=a%2Cb%3Ac%25<U+000A>%3A%3Aerror" in shown and "y%250A" in shown


def test_the_severities_have_their_workflow_commands() -> None:
    """A note is a notice."""
    shown = render([Problem("K59", None), Problem("K07", None), Problem("K55", None, severity="note")], format="github")
    assert {line.split()[0] for line in shown.splitlines()} == {"::error", "::warning", "::notice"}


def test_sarif_has_one_run_with_a_rule_for_each_code() -> None:
    """What the format demands, checked by hand."""
    found = read("sarif", slip(), unknown(at(1, 1)), Problem("K59", None))
    (run,) = found["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert found["version"] == "2.1.0" and found["$schema"].endswith("sarif-2.1.0.json")
    assert [rule["id"] for rule in rules] == ["K07", "K59"] and run["columnKind"] == "unicodeCodePoints"
    assert all(rule["help"]["text"] and rule["shortDescription"]["text"] for rule in rules)
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"])


def test_sarif_places_are_those_of_the_problem() -> None:
    """Region, file and the further place."""
    result = read("sarif", slip())["runs"][0]["results"][0]
    place = result["locations"][0]["physicalLocation"]
    assert place["region"] == {"startLine": 3, "startColumn": 35, "endLine": 3, "endColumn": 39}
    assert place["artifactLocation"] == {"uri": "game.rules"} and result["level"] == "error"
    assert result["relatedLocations"][0]["message"] == {"text": "a state of this game"}


def test_sarif_file_names_are_addresses() -> None:
    """Spaces and other letters are encoded."""
    found = read("sarif", unknown(at(1, 1, 1, "my game\\ж.rules")))["runs"][0]["results"][0]
    assert found["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "my%20game/%D0%B6.rules"


def test_every_code_can_be_a_rule() -> None:
    """No entry of the catalogue breaks the shape."""
    run = read("sarif", *(Problem(code, None) for code in codes()))["runs"][0]
    assert len(run["tool"]["driver"]["rules"]) == len(codes()) == len(run["results"])
    assert {rule["defaultConfiguration"]["level"] for rule in run["tool"]["driver"]["rules"]} == {"error", "warning"}
