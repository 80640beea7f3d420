"""The name of a word or verb stands as text where it is declared, and in the grammar; others ask its declaration."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import rulekit
from rulekit.verbs.known_verbs import VERBS
from rulekit.words import vocabulary

pytestmark = pytest.mark.long

KIT = Path(rulekit.__file__).parent
NAMES = frozenset((*vocabulary.vocabulary(), *VERBS))
DECLARED_IN = {
    "words": "words are declared here",
    "verbs": "verbs are declared here",
    "syntax": "the grammar, and what it says of slips in it; it knows no package of a higher layer",
    "tests": "a sample is text",
}
SPEECH = {"site/search_words.py": "everyday words in which readers ask"}  # texts about anything
NAMING = ("word", "verb", "relation")  # attributes of the trees that hold such a name
MAKING = ("CoreUse", "Of", "Call", "Related")  # nodes that begin with such a name
# Names that are also something else in the kit. Compared with a node, or listed, they are found all the same.
ALSO = {
    "add": "a part of a file name",
    "before": "when a reaction runs",
    "bottom": "an end of a pile",
    "column": "a column of a table or of a line of text",
    "count": "how many, in positions and views",
    "empty": "a variant of a complaint",
    "ends": "positions at the end of a perft",
    "first": "a numeral",
    "groups": "a field of a menu",
    "inside": "a function of generated code",
    "item": "a part of the grammar",
    "least": "a limit",
    "level": "how much an engine was asked",
    "lines": "lines of text",
    "look": "a function of generated code",
    "most": "a limit, a kind of result",
    "move": "a move of a game, in records",
    "neighbours": "an operator on rules",
    "next": "a number that comes next, in records",
    "none": "nothing, in records",
    "only": "a kind of law, an option of a command",
    "owner": "who may see a zone",
    "payable": "a key of generated code",
    "perform": "how one rule sets off another, in lists of effects",
    "place": "where something stands in a text",
    "places": "an attribute of spaces and of pictures",
    "reach": "a column of a report",
    "report": "a command, a report of a verification",
    "row": "a row of a table",
    "run": "a phase of a body, a command",
    "set": "an unordered zone or collection",
    "show": "a command, an instruction for pictures",
    "side": "a side of a piece",
    "steps": "steps of a record",
    "sum": "a sum of numbers in the grammar",
    "tally": "a variant of a complaint",
    "top": "an end of a pile",
    "across": "an attribute of spaces",
    "zone": "a sort of name",
}
# Lists that hold several of these names and mean something else.
LISTS = {
    "check/elaboration/body_elaboration.py": "the ends of a pile, from which a loop begins",
    "check/elaboration/place_elaboration.py": "the ends of a pile, of which a view tells",
    "fuzz/dead_games.py": "fields of a record",
    "looks/boards/board_layout.py": "attributes of spaces",
    "looks/boards/drawn_board.py": "words of a looks file",
    "looks/looks_check.py": "words of a looks file",
    "mutate/operators/caps.py": "limits: `at most`, `at least`",
    "mutate/operators/conditions.py": "limits: `at most`, `at least`",
    "mutate/operators/sight.py": "the ends of a pile, of which a view tells",
    "site/search_words.py": "words that readers search for and that mean the same",
    "testing/random_rulebooks.py": "limits: `at most`, `at least`",
}


@cache
def tree(file: Path) -> ast.Module:
    """The syntax of a file."""
    return ast.parse(file.read_text(encoding="utf-8"))


def modules() -> list[Path]:
    """Every module in which no word or verb is declared."""
    return [file for file in sorted(KIT.rglob("*.py")) if file.relative_to(KIT).parts[0] not in (*DECLARED_IN, "_data")]


def text_of(node: ast.AST) -> list[str]:
    """The names in a text, or in a list or table of texts (its keys); none if it is something else."""
    if isinstance(node, ast.Constant):
        return [node.value] if node.value in NAMES else []
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return [name for item in node.elts for name in text_of(item)]
    if isinstance(node, ast.Dict):
        return [name for key in node.keys if key is not None for name in text_of(key)]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "split":
        held = node.func.value
        return [w for w in str(held.value).split() if w in NAMES] if isinstance(held, ast.Constant) else []
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("frozenset", "set", "tuple", "dict"):
        return [name for arg in node.args for name in text_of(arg)]
    return []


def constants(module: ast.Module) -> dict[str, list[str]]:
    """The tables at the top of a module that hold such names."""
    made = [node for node in module.body if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None]
    targets = [(node.targets[0] if isinstance(node, ast.Assign) else node.target, node.value) for node in made]
    return {where.id: text_of(value) for where, value in targets if isinstance(where, ast.Name) and value is not None}


def compared(module: ast.Module) -> Iterator[tuple[int, str]]:
    """Names with which the word or verb of a node is compared, in which it is looked up, or of which a node is made."""
    known = constants(module)

    def names(node: ast.AST) -> list[str]:
        return known.get(node.id, []) if isinstance(node, ast.Name) else text_of(node)

    def asked(node: ast.AST) -> bool:
        return isinstance(node, ast.Attribute) and node.attr in NAMING

    for node in ast.walk(module):
        found: list[str] = []
        if isinstance(node, ast.Compare) and any(map(asked, (node.left, *node.comparators))):
            found = [name for side in (node.left, *node.comparators) for name in names(side)]
        elif isinstance(node, ast.Subscript) and asked(node.slice):
            found = names(node.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            made = node.func.attr in MAKING and bool(node.args)
            got = node.func.attr == "get" and bool(node.args) and asked(node.args[0])
            found = text_of(node.args[0]) if made else names(node.func.value) if got else []
        elif isinstance(node, ast.Match) and asked(node.subject):
            found = [name for case in node.cases for part in ast.walk(case.pattern) for name in text_of(part)]
        yield from ((node.lineno, name) for name in found)  # type: ignore[attr-defined]


def listed(module: ast.Module) -> Iterator[tuple[int, str]]:
    """Lists and tables in which two of three texts or more are such names."""
    for node in ast.walk(module):
        parts = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", [])
        texts = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
        found = [text for text in texts if text in NAMES]
        if len(found) > 1 and 3 * len(found) >= 2 * len(texts):
            yield node.lineno, ", ".join(found)  # type: ignore[attr-defined]


def written(module: ast.Module) -> Iterator[tuple[int, str]]:
    """Every text that is such a name, wherever it stands."""
    parts = {id(part) for node in ast.walk(module) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    for node in ast.walk(module):
        if isinstance(node, ast.Constant) and node.value in NAMES and id(node) not in parts:
            yield node.lineno, str(node.value)


def where(file: Path) -> str:
    return file.relative_to(KIT).as_posix()


def test_no_node_is_compared_with_the_name_of_a_word_or_verb() -> None:
    found = [f"{where(file)}:{line} {name}" for file in modules() for line, name in compared(tree(file))]
    assert found == [], "ask the declaration: `node.definition`, `call.core`, or import the word itself"


def test_no_list_of_words_or_verbs_stands_outside_their_packages() -> None:
    found = {where(file): list(listed(tree(file))) for file in modules()}
    assert {file: lists for file, lists in found.items() if lists and file not in LISTS} == {}


def test_the_name_of_a_word_or_verb_stands_nowhere_else_as_text() -> None:
    asked = [file for file in modules() if where(file) not in SPEECH]
    found = [(where(file), line, name) for file in asked for line, name in written(tree(file))]
    assert [one for one in found if one[2] not in ALSO] == []
    assert set(ALSO) - {name for _, _, name in found} == set(), "these exceptions are needed no more"


def test_an_excused_list_is_still_there() -> None:
    assert [file for file in LISTS if not list(listed(tree(KIT / file)))] == []
    assert [file for file in SPEECH if not list(written(tree(KIT / file)))] == []


@pytest.mark.parametrize(
    "offence",
    [
        'if node.word == "top": pass',
        'if node.word in ("top", "bottom"): pass',
        'ENDS = ("top", "bottom")\nif node.word in ENDS: pass',
        'SLOTS = {"set": "", "add": "to"}\nslot = SLOTS[call.verb]',
        'SLOTS = {"set": "", "add": "to"}\nslot = SLOTS.get(call.verb)',
        'WRITING = frozenset(("set", "add"))\nif call.verb in WRITING: pass',
        'WRITING = "set add take".split()\nif call.verb in WRITING: pass',
        'match node.word:\n    case "top" | "bottom": pass',
        'made = v.CoreUse("next", ())',
    ],
)
def test_each_way_to_name_a_word_would_be_found(offence: str) -> None:
    assert list(compared(ast.parse(offence)))


def test_a_list_and_a_text_would_be_found() -> None:
    module = ast.parse('FAR = ("reach", "ray", "near")\nHERE = f"{node} reach"')
    assert [found for _, found in listed(module)] == ["reach, ray"]
    assert [name for _, name in written(module)] == ["reach", "ray"]


@pytest.mark.parametrize("name", [vocabulary.ACTIVE, vocabulary.FACING])
def test_a_state_that_the_language_declares_is_named_in_one_place(name: str) -> None:
    """Everybody else says `ACTIVE` or `FACING`."""
    files = [file for file in sorted(KIT.rglob("*.py")) if file.relative_to(KIT).parts[0] not in ("syntax", "tests")]
    texts = [(file, node.value) for file in files for node in ast.walk(tree(file)) if isinstance(node, ast.Constant)]
    assert [file.relative_to(KIT).as_posix() for file, text in texts if text == name] == ["words/vocabulary.py"]
