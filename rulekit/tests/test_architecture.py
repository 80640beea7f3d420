"""docs/architecture.md is the map: its tables are made from the code, and every file it names is there.

`python -m rulekit.tests.test_architecture` writes the tables again.
"""

import re
from itertools import groupby
from pathlib import Path

import pytest

from rulekit.data import PACKAGE
from rulekit.tests import source_tree as source
from rulekit.tests.test_structure import LAYERS, UNORDERED_PACKAGES

PAGE = PACKAGE.parent / "docs" / "architecture.md"
RECIPES = PACKAGE.parent / "CONTRIBUTING.md"
NEW = {"rulekit/words/numbers/twice.py", "rulekit/diagnostics/catalogue/K95.toml"}  # what recipes write
TABLES = re.compile(r"(<!-- (packages|sub-packages): .*? -->\n).*?(<!-- end -->)", re.DOTALL)
NAMED = re.compile(r"`(rulekit/[\w./-]+)`")
BLOCK = re.compile(r"^# (rulekit/\S+), before \|(.*)\|$", re.MULTILINE)  # where a block of a recipe goes

pytestmark = pytest.mark.skipif(not PAGE.is_file(), reason="installed without its docs")


def first_line(name: str) -> str:
    """What a package, or a module of its own, says of itself: `check/lints`."""
    folder, file = PACKAGE / name / "__init__.py", PACKAGE / f"{name}.py"
    return source.first_line(folder if folder.is_file() else file)


def packages() -> str:
    """The packages by layer, the lowest first."""
    names = sorted((name for name in LAYERS if not name.startswith("__")), key=lambda name: (LAYERS[name], name))
    rows = ["", "| Layer | Package | What it is |", "|--:|---|---|"]
    for layer, members in groupby(names, key=LAYERS.__getitem__):
        rows += [f"| {layer} | `{name}` | {first_line(name)} |" for name in members]
    return "\n".join(rows) + "\n\n"


def sub_packages() -> str:
    """The sub-packages of each package, in an order in which each imports only those before it."""
    graph = source.between_units(source.import_graph())
    rows = ["", "| Package | Sub-package | What it is |", "|---|---|---|"]
    for package in sorted(LAYERS, key=lambda name: (LAYERS[name], name)):
        inside = {unit: targets for unit, targets in graph.items() if unit.startswith(f"{package}.")}
        order = {} if package in UNORDERED_PACKAGES else source.layers(inside)
        folders = [unit for unit in inside if (PACKAGE / unit.replace(".", "/")).is_dir()]
        for unit in sorted(folders, key=lambda unit: (order.get(unit, 0), unit)):
            rows.append(f"| `{package}` | `{unit.partition('.')[2]}` | {first_line(unit.replace('.', '/'))} |")
    return "\n".join(rows) + "\n\n"


def made() -> str:
    """The page with its tables as they must be."""
    tables = {"packages": packages(), "sub-packages": sub_packages()}
    return TABLES.sub(lambda found: found[1] + tables[found[2]] + found[3], PAGE.read_text(encoding="utf-8"))


@pytest.mark.long
def test_the_tables_are_what_the_packages_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == made(), "python -m rulekit.tests.test_architecture"


def test_every_package_and_sub_package_is_on_the_map() -> None:
    """Folders of modules, two levels deep; deeper ones belong to the one above."""
    page = PAGE.read_text(encoding="utf-8")
    folders = {file.parent.relative_to(PACKAGE).parts for file in source.modules() if file.name == "__init__.py"}
    named = {parts[0] for parts in folders if len(parts) == 1} | {parts[1] for parts in folders if len(parts) == 2}
    assert {name for name in named if f"| `{name}` |" not in page} == set()


def test_the_page_has_both_tables() -> None:
    assert len(TABLES.findall(PAGE.read_text(encoding="utf-8"))) == 2


def test_every_file_that_the_map_names_is_there() -> None:
    named = NAMED.findall(PAGE.read_text(encoding="utf-8"))
    assert len(named) > 20 and [one for one in named if not (PACKAGE.parent / one).exists()] == []


def test_every_file_that_a_recipe_names_is_there() -> None:
    text = RECIPES.read_text(encoding="utf-8")
    named = {*NAMED.findall(text), *(file for file, _ in BLOCK.findall(text))}
    assert len(named) > 30 and {one for one in named if not (PACKAGE.parent / one).exists()} == NEW


def test_every_place_where_a_recipe_puts_something_is_there_once() -> None:
    blocks = BLOCK.findall(RECIPES.read_text(encoding="utf-8"))
    texts = {file: (PACKAGE.parent / file).read_text(encoding="utf-8") for file, _ in blocks}
    assert len(blocks) > 10 and [one for one in blocks if texts[one[0]].count(one[1].replace("\\n", "\n")) != 1] == []


if __name__ == "__main__":
    Path(PAGE).write_text(made(), encoding="utf-8")
