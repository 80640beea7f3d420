"""How often each package says `Any`; `python -m rulekit.tests.test_any` counts.

`Any` belongs to the edges: JSON that nobody has checked yet, code that was generated, attributes by name. Inside, a
value of play is still `Any` in many places, because what it is depends on its type in the rules. The numbers may only
fall.
"""

import ast
from collections import Counter
from pathlib import Path

from rulekit.tests.source_tree import KIT, modules, tree

EDGE = "play/codegen"  # writes Python and runs it
SPARE = 5
MOST = {
    "adequacy": 18,
    "bench": 38,
    "check/budgets": 13,
    "check/configuration_space": 19,
    "check/dataflow": 25,
    "check/effects": 15,
    "check/elaboration": 57,
    "check/evaluation": 134,
    "check/lints": 50,
    "check/names": 22,
    "check/proofs": 34,
    "check/sources": 7,
    "check/tree": 28,
    "cli": 112,
    "diagnostics": 9,
    "files": 11,
    "fuzz": 116,
    "gamestate": 39,
    "laws": 89,
    "looks": 263,
    "manual": 7,
    "model": 38,
    "mutate": 81,
    "play/engines": 14,
    "play/games": 110,
    "play/json_api": 18,
    "play/machine": 106,
    "play/moves": 37,
    "play/position": 224,
    "play/reasons": 34,
    "play/scenes": 29,
    "play/views": 54,
    "protocol": 33,
    "records": 44,
    "report": 14,
    "runner": 8,
    "site": 61,
    "spaces": 11,
    "syntax": 17,
    "testing": 65,
    "typesystem": 29,
    "vectorgen": 15,
    "vectors": 22,
    "verify": 126,
    "webplay": 50,
    "words": 88,
}


def room(file: Path) -> str:
    """The package that is counted; `check` and `play` are counted by their parts."""
    parts = file.relative_to(KIT).parts
    return "/".join(parts[: 2 if parts[0] in ("check", "play") else 1]).removesuffix(".py")


def uses(file: Path) -> int:
    """How often a file says `Any`, imports left out."""
    return sum(isinstance(node, ast.Name) and node.id == "Any" for node in ast.walk(tree(file)))


def counted(root: Path = KIT) -> Counter[str]:
    """The packages that say `Any`, each with how often."""
    found: Counter[str] = Counter()
    for file in modules(root):
        found[room(file)] += uses(file)
    return Counter({name: count for name, count in found.items() if count and name != EDGE})


def test_no_package_says_any_more_often_than_before() -> None:
    found = counted()
    assert {name: count for name, count in found.items() if count > MOST.get(name, SPARE)} == {}, "say what it is"
    assert {name: most for name, most in MOST.items() if found[name] <= most - SPARE} == {}, "fewer: lower the number"


def test_an_any_is_counted_wherever_it_stands(tmp_path: Path) -> None:
    file = tmp_path / "f.py"
    file.write_text(
        "from typing import Any\ndef f(a: Any, b: 'int', *c: list[Any]) -> dict[str, Any]:\n    d: Any = a\n"
    )
    assert uses(file) == 4


if __name__ == "__main__":
    for name, count in sorted(counted().items()):
        print(f'    "{name}": {count},')
