"""docs/architecture.md is the map: its table is made from the packages, and every file it names is there.

`python -m rulekit.tests.test_architecture` writes the table again.
"""

import ast
import re
from itertools import groupby
from pathlib import Path

import pytest

from rulekit.data import PACKAGE
from rulekit.tests.test_structure import LAYERS

PAGE = PACKAGE.parent / "docs" / "architecture.md"
TABLE = re.compile(r"(<!-- packages: .*? -->\n).*?(<!-- end of packages -->)", re.DOTALL)
NAMED = re.compile(r"`(rulekit/[\w./-]+)`")

pytestmark = pytest.mark.skipif(not PAGE.is_file(), reason="installed without its docs")


def first_line(name: str) -> str:
    """What a package, or a module of its own, says of itself."""
    folder, file = PACKAGE / name / "__init__.py", PACKAGE / f"{name}.py"
    text = (folder if folder.is_file() else file).read_text(encoding="utf-8")
    return (ast.get_docstring(ast.parse(text)) or "").split("\n")[0]


def table() -> str:
    """The packages by layer, the lowest first."""
    names = sorted((name for name in LAYERS if not name.startswith("__")), key=lambda name: (LAYERS[name], name))
    there = [name for name in names if (PACKAGE / name).is_dir() or (PACKAGE / f"{name}.py").is_file()]
    rows = ["", "| Layer | Package | What it is |", "|--:|---|---|"]
    for floor, members in groupby(there, key=LAYERS.__getitem__):
        rows += [f"| {floor} | `{name}` | {first_line(name)} |" for name in members]
    return "\n".join(rows) + "\n\n"


def made() -> str:
    """The page with its table as it must be."""
    return TABLE.sub(lambda found: found[1] + table() + found[2], PAGE.read_text(encoding="utf-8"))


def test_the_table_of_packages_is_what_the_packages_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == made(), "python -m rulekit.tests.test_architecture"


def test_every_package_is_on_the_map() -> None:
    """A package without a layer is found by the structure test; one that is no package has no row."""
    folders = {folder.name for folder in PACKAGE.iterdir() if (folder / "__init__.py").is_file()} - {"tests"}
    assert {name for name in folders if f"| `{name}` |" not in PAGE.read_text(encoding="utf-8")} == set()


def test_every_file_that_the_map_names_is_there() -> None:
    named = NAMED.findall(PAGE.read_text(encoding="utf-8"))
    assert len(named) > 20 and [one for one in named if not (PACKAGE.parent / one).exists()] == []


if __name__ == "__main__":
    Path(PAGE).write_text(made(), encoding="utf-8")
