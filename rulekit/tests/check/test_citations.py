"""Ids stand once, citations lead somewhere, and the ledger is covered."""

import re
from pathlib import Path
from typing import Any

import pytest

from rulekit.check.names.component_rows import read_rows
from rulekit.check.names.symbols import collect_symbols
from rulekit.check.sources.citations import check_citations, ledger_report
from rulekit.check.sources.clause_holders import holders
from rulekit.check.sources.ledger import Rulings, option_value_text, read_ledger, read_rulings
from rulekit.check.sources.suppressions import silence
from rulekit.data import bundled_games
from rulekit.diagnostics import Problem
from rulekit.model import declarations as d
from rulekit.model.rulebook import Rulebook, build
from rulekit.pipeline import build_folder
from rulekit.source import Span
from rulekit.syntax.parser import parse

LEDGER = 'game = "toy"\n' + "".join(
    f'[[clause]]\nid = "toy.{id_}"\ntext = "Take one."\nsource = ["book:1"]\n' for id_ in ("heap.take", "heap.end")
)
GOOD = "  [heap.do]  take 1 from heap  @heap.take, heap.end\n"


def book(lines: str, more: str = "") -> Rulebook:
    """A small game whose one action has these lines."""
    text = f'game toy for 2 players\nsource A "book"\nstate heap is 0 to 9\naction grab\n{lines}{more}'
    return build([("a.rules", parse(text, "a.rules").trees)])


def found(lines: str, more: str = "", ledger: str = LEDGER, rulings: str = "## AMB-1: Who?\n") -> list[Problem]:
    """What the citations of the game are complained about."""
    rulebook = book(lines, more)
    symbols = collect_symbols(rulebook)
    read_rows(symbols, rulebook)
    read = read_ledger(ledger, "ledger.toml")[0] if ledger else None
    return check_citations(symbols, rulebook, read, read_rulings(rulings, "rulings.md"))


def said(lines: str, more: str = "", ledger: str = LEDGER, rulings: str = "## AMB-1: Who?\n") -> list[str]:
    """Code, variant, line and column of each complaint."""
    return [f"{p.code} {p.variant} {p.span and p.span.start}" for p in found(lines, more, ledger, rulings)]


def line(cite: str) -> str:
    """A good line and a second one with another citation."""
    return f"{GOOD}  [heap.more]  take 1 from heap  {cite}\n"


@pytest.mark.parametrize(
    ("cite", "complaint"),
    [
        ("@heap.take", []),
        ("@A:12, ruling:AMB-1, public:common rules, no less", []),
        ("", ["K05 source (6, 3)"]),
        ("@", ["K05 empty (6, 34)"]),
        ("@B:12", ["K06  (6, 35)"]),
        ("@A:", ["K06 form (6, 35)"]),
        ("@see there", ["K06 form (6, 35)"]),
        ("@ruling:AMB-2", ["K06 ruling (6, 35)"]),
        ("@public:", ["K06 public (6, 35)"]),
        ("@public:heap.take", ["K06 public (6, 35)"]),
        ("@heap.takes", ["K69 unknown (6, 35)"]),
        ("@toy.heap.take", ["K69 unknown (6, 35)"]),
    ],
)
def test_a_citation_leads_somewhere(cite: str, complaint: list[str]) -> None:
    """A clause of the ledger, a source, a ruling, or common knowledge."""
    assert said(line(cite)) == complaint


def test_the_nearest_clause_is_offered() -> None:
    """Also for one cited with the name of the game."""
    assert [p.facts["near"] for p in found(line("@heap.takes, toy.heap.end"))] == ["heap.take", "heap.end"]


def test_an_id_stands_once() -> None:
    """The complaint shows the first place too."""
    (problem,) = found(GOOD + GOOD)
    assert (problem.code, problem.second[0][0].line) == ("K04", 5)


def test_lines_inside_a_sourced_line_need_no_source_of_their_own() -> None:
    """Nor do laws, nor reactions that write ghosts alone."""
    inside = "  [heap.all]  if heap > 1:  @heap.take, heap.end\n    [heap.two]  take 1 from heap\n"
    laws = "state walk is 0 to 9, ghost\nalways\n  [law.heap]  heap < 10\nwhenever after grab\n  [w.a]  add 1 to walk\n"
    assert said(inside, laws) == []


def test_a_reaction_that_writes_more_than_ghosts_needs_a_source() -> None:
    """And so do demands."""
    more = "whenever after grab\n  [w.a]  add 1 to heap\ndemands\n  [opt.a]  count of Player = 2\n"
    assert said(GOOD, more) == ["K05 source (7, 3)", "K05 source (9, 3)"]


def test_a_sentence_nobody_claims_is_found_in_the_ledger() -> None:
    """Unless the rulings explain it."""
    short = GOOD.replace(", heap.end", "")
    assert said(short) == ["K69 unclaimed (7, 6)"]
    assert said(short, rulings="## Explained clauses\n- heap.end: nothing is played by it\n") == []


def test_explanations_explain_something() -> None:
    """A clause that is cited or unknown needs none."""
    notes = "## Explained clauses\n- heap.end: because\n- heap.ends: because\n"
    assert said(GOOD, rulings=notes) == ["K69 explained-twice (2, 3)", "K69 unknown (3, 3)"]


def test_few_sentences_may_be_explained_away() -> None:
    """One of two is the most; the limit is three in a hundred."""
    notes = "## Explained clauses\n- heap.end: because\n- heap.take: because\n"
    lines = "  [heap.do]  take 1 from heap  @A:1\n"
    assert said(lines, rulings=notes) == ["K69 explained-many (3, 3)"]


def test_without_a_ledger_a_clause_is_complained_about_once() -> None:
    """Sources, rulings and common knowledge need no ledger."""
    assert said(line("@A:1, public:known"), ledger="") == ["K69 no-ledger (5, 33)"]


def test_a_scene_named_after_a_sentence_claims_it() -> None:
    """It shows the sentence at work."""
    assert said(GOOD.replace(", heap.end", ""), 'scene [heap.end] "Over"\n  then heap = 0\n') == []


def by(lines: str, more: str = "", notes: str = "") -> dict[str, list[tuple[str, str]]]:
    """The places that hold each clause: what they are and what they are called."""
    held = holders(book(lines, more), read_rulings(notes, "rulings.md"))
    return {clause: [(one.sort, one.name) for one in places] for clause, places in held.items()}


def test_a_line_a_law_an_option_a_scene_and_a_reason_are_told_apart() -> None:
    """Only a line of the rules does what a sentence says; what holds a sentence most firmly stands first."""
    more = (
        "option deep is no or yes  @a\nalways\n  [law.heap]  heap < 10  @a, b\n"
        'scene [c] "Over"\n  then heap = 0\ndefine rest is 9 - heap  @d\n'
    )
    lines = "  [heap.do]  take 1 from heap  @b\n  [heap.rest]  require rest < 9  @e\n"
    held = by(lines, more, "## Explained clauses\n- f: a reason\n")
    assert held == {
        "a": [("option", "option deep"), ("law", "[law.heap]")],
        "b": [("line", "[heap.do]"), ("law", "[law.heap]")],
        "c": [("scene", "scene c")],
        "d": [("line", "define rest")],
        "e": [("line", "[heap.rest]")],
        "f": [("reason", "rulings.md")],
    }


def test_words_that_only_laws_use_are_held_by_laws() -> None:
    """Also what such words use in turn, ghosts, and reactions that keep ghosts; demands bind play."""
    more = (
        "define far is 9 - heap  @far\ndefine near is far + 1  @near\nstate walk is 0 to 9, ghost  @walk\n"
        "whenever after grab\n  [w.a]  add 1 to walk  @walk\nalways\n  [law.near]  near >= walk\n"
        "demands\n  [opt.two]  count of Player = 2  @two\n"
    )
    held = by(GOOD, more)
    assert {place[0] for clause in ("far", "near", "walk") for place in held[clause]} == {"law"}
    assert held["two"] == [("line", "[opt.two]")]


def test_what_holds_under_an_option_names_the_option_and_a_value_of_it() -> None:
    """In the ledger and in the rulings, as the rules spell them."""
    option = "option refill is one or to-six  @heap.end\noption deep is no or yes  @heap.end\n"
    right = LEDGER.replace('text = "Take one."', 'text = "Take one."\nwhen = "refill to-six, deep yes"')
    assert said(GOOD, option, right, "- With `deep no`: nothing.\n## AMB-1: Who?\n- With `refill one`: me.\n") == []
    wrong = right.replace("to-six, deep yes", "to_six, deeply yes")
    assert said(GOOD, option, wrong) == [f"K69 when {place}" for place in ((3, 6), (3, 6), (8, 6), (8, 6))]
    assert said(GOOD, option, rulings="## AMB-1: Who?\n- With `refill two`: you.\n") == ["K69 when (1, 4)"]


def test_a_ruling_is_read_with_its_answers() -> None:
    """An answer goes on in indented lines, and ends with the next line that is not."""
    text = "## AMB-1: Who?\n- Readings: a; b.\n- Ruling: a,\n  or c.\n- With `x y`: b\n  too.\n- Why: so.\n  And so.\n"
    (ruling,) = read_rulings(text, "rulings.md").ruled
    assert (ruling.question, ruling.answer, ruling.under) == ("Who?", "a, or c.", (((("x", "y"),), "b too."),))


def test_a_broken_ledger_is_a_complaint() -> None:
    """Doubled ids and clauses without any."""
    doubled = read_ledger(LEDGER + LEDGER.partition("\n")[2], "ledger.toml")[1]
    assert [p.variant for p in doubled] == ["twice", "twice"]
    assert [p.code for p in read_ledger("[[clause]]\ntext = 3\n", "l.toml")[1]] == ["K89"]
    assert read_ledger("clause = 3\n", "l.toml")[0].broken and said(GOOD, ledger="clause = 3\n") == []


def test_a_silenced_warning_is_gone_and_an_idle_silence_is_told() -> None:
    """By the line it stands in; errors cannot be silenced."""
    at = Span.point("a.rules", 5, 16)
    notes = "## Silenced\n- K41 [heap.do]: one at a time\n- K41 [heap.od]: slip\n- K16 [heap.do]: no\n"
    rulings = read_rulings(notes, "rulings.md")
    kept, idle = silence([Problem("K41", at, "top"), Problem("K16", at)], rulings, book(GOOD))
    assert [p.code for p in kept] == ["K16"] and [p.facts["id"] for p in idle] == ["heap.od", "heap.do"]


def test_nothing_silenced_changes_nothing() -> None:
    """Without rulings every problem stays."""
    problems = [Problem("K41", None)]
    assert silence(problems, Rulings()) == (problems, [])


@pytest.mark.long
@pytest.mark.parametrize("game", bundled_games(), ids=lambda game: game.name)
def test_every_sentence_of_every_ledger_is_accounted_for(game: Path) -> None:
    """Held by something, none missing; and a number that it says stands in some place that holds it."""
    report = ledger_report(game)
    assert report["missing"] == [] and sum(report["held"].values()) == report["clauses"]
    assert report["numbers"] == {}


DEAD = re.compile(r"ledger's section|\[\[|\bthis (?:file|ledger)\b|\b[a-z]+_[a-z_]+\b(?! *\.txt)")


@pytest.mark.parametrize("game", bundled_games(), ids=lambda game: game.name)
def test_sentences_and_rulings_lead_nowhere_that_is_not_there(game: Path) -> None:
    """No section of a book that is not shipped, no entry of another file, no option in another spelling."""
    ledger, _ = read_ledger((game / "ledger.toml").read_text(encoding="utf-8"), "ledger.toml")
    notes = read_rulings((game / "rulings.md").read_text(encoding="utf-8"), "rulings.md")
    comments = [line for file in game.glob("*.rules") for line in file.read_text(encoding="utf-8").splitlines()]
    said = [one.text for one in ledger.clauses.values()] + [one.question + one.answer for one in notes.ruled]
    assert [text for text in said if DEAD.search(text)] == []
    assert [text for text in comments if text.lstrip().startswith("#") and re.search(r"\bsection \d", text)] == []


OPTION_SAID = re.compile(r"`([a-z][a-z0-9-]*) ([a-z0-9-]+)`")


@pytest.mark.long
@pytest.mark.parametrize("game", bundled_games(), ids=lambda game: game.name)
def test_options_are_spelled_as_the_rules_spell_them(game: Path) -> None:
    """Wherever a sentence of the ledger or an answer of the rulings names one with a value."""
    options = collect_symbols(build_folder(game)).options
    ledger, _ = read_ledger((game / "ledger.toml").read_text(encoding="utf-8"), "ledger.toml")
    notes = read_rulings((game / "rulings.md").read_text(encoding="utf-8"), "rulings.md")
    said = [one.text for one in ledger.clauses.values()] + [one.answer for one in notes.ruled]
    named = [found for text in said for found in OPTION_SAID.findall(text)]
    assert [
        one for one in named if one[0] in options and one[1] not in map(option_value_text, options[one[0]].values)
    ] == []


@pytest.mark.long
@pytest.mark.parametrize("game", bundled_games(), ids=lambda game: game.name)
def test_every_reading_that_an_option_offers_has_an_answer(game: Path) -> None:
    """A ruling that an option cites tells what holds under each value but the usual one."""
    notes = read_rulings((game / "rulings.md").read_text(encoding="utf-8"), "rulings.md")
    answered = {pair for one in notes.ruled for when, _ in one.under for pair in when}
    unanswered = [
        (option.name, option_value_text(value))
        for option in build_folder(game).declarations_of(d.Option)
        if any(cite.text.startswith("ruling:") for cite in option.cites)
        for value in option.values
        if value != (option.values[0] if option.usually is None else option.usually)
        and (option.name, option_value_text(value)) not in answered
    ]
    assert unanswered == []


def report_of(folder: Path, line: str, text: str, notes: str = "") -> dict[str, Any]:
    """The report of a small game with one sentence and one line that cites it."""
    folder.mkdir(exist_ok=True)
    rules = f"game toy for 2 players\nstate heap is 0 to 9, starts 5\ntype Hue is one of red, blue, grey\n{line}\n"
    (folder / "a.rules").write_text(rules, encoding="utf-8")
    (folder / "ledger.toml").write_text(LEDGER.split("[[")[0] + f'[[clause]]\nid = "toy.a"\ntext = "{text}"\n')
    (folder / "rulings.md").write_text(notes, encoding="utf-8")
    return dict(ledger_report(folder))


@pytest.mark.parametrize(
    ("line", "text", "missing"),
    [
        ("define rest is 7 - heap  @a", "There are seven stones.", []),
        ("define rest is 7 - heap  @a", "There are 8 stones.", ["8"]),
        ("define rest is heap - 0  @a", "There are eleven stones.", ["11"]),
        ("type Slot is 1 to 7  @a", "Values run from 1 to 6.", []),
        ("type Slot is 1 to 9  @a", "Values run from 1 to 12.", ["12"]),
        ("define some-hue is some h in Hue has h is red  @a", "Of three hues one is enough.", []),
    ],
)
def test_a_number_of_a_sentence_stands_where_it_is_cited(
    tmp_path: Path, line: str, text: str, missing: list[str]
) -> None:
    """As a figure or a word, within a range, or as the size of a type that is named."""
    numbers = report_of(tmp_path, line, text)["numbers"]
    assert numbers == ({"a": missing} if missing else {})
    assert report_of(tmp_path, line, text, "## Numbers\n- a: said elsewhere\n")["numbers"] == {}
