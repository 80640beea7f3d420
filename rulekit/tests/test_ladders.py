"""How many modules ask what class a type or a typed value is; `python -m rulekit.tests.test_ladders` names them.

What differs from type to type is answered by the type itself, or stands in a table by type: then a new sort of type is
told in one place. The generated engine is left out, because it will be replaced.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from rulekit.check.tree import typed_conditions, typed_expressions, typed_value
from rulekit.tests.source_tree import KIT, modules, tree
from rulekit.typesystem import types

MOST = {types: 19, typed_expressions: 40}  # of modules; lower the number when there are fewer


def classes_of(module: ModuleType) -> set[str]:
    """The names of the classes that a module declares; of values also the base, and those that are yes or no."""
    own = {module.__name__, typed_value.__name__, typed_conditions.__name__}
    return {name for name, one in vars(module).items() if isinstance(one, type) and one.__module__ in own}


def asked(code: ast.Module, module: ModuleType, known: set[str]) -> Iterator[ast.AST]:
    """Where code asks for a class of a module: by `isinstance`, in a `case`, or by comparing `type(..)`."""
    for node in ast.walk(code):
        tests: list[ast.AST] = []
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("isinstance", "issubclass")
        ):
            tests = [*node.args[1:]]
        elif isinstance(node, ast.MatchClass):
            tests = [node.cls]
        elif (
            isinstance(node, ast.Compare) and isinstance(node.left, ast.Call) and ast.unparse(node.left.func) == "type"
        ):
            tests = [*node.comparators]
        if any(_names(test, code, module) & known for test in tests):
            yield node


def _names(test: ast.AST, code: ast.Module, module: ModuleType) -> set[str]:
    """The names that an expression takes from a module; constants of the code are looked into."""
    whole = {"t": types, "v": typed_expressions}
    constants = {
        one.targets[0].id: one.value
        for one in code.body
        if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name) and not isinstance(one.value, ast.Call)
    }
    found: set[str] = set()
    for node in ast.walk(test):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and whole.get(node.value.id) is module:
            found.add(node.attr)
        elif isinstance(node, ast.Name) and isinstance(constants.get(node.id), ast.BinOp | ast.Tuple):
            found |= _names(constants[node.id], ast.Module([], []), module)
        elif isinstance(node, ast.Name) and _is_imported(node.id, code, module):
            found.add(node.id)
    return found


def _is_imported(name: str, code: ast.Module, module: ModuleType) -> bool:
    """Is it a name that the code imports from the module?"""
    froms = (node for node in ast.walk(code) if isinstance(node, ast.ImportFrom) and node.module == module.__name__)
    return any(alias.name == name for node in froms for alias in node.names)


def asking(module: ModuleType) -> list[Path]:
    """The modules outside of the generated engine that ask; the one that declares the classes may."""
    known = classes_of(module)
    files = [file for file in modules() if not file.is_relative_to(KIT / "play" / "codegen")]
    own = {Path(one.__file__ or "") for one in (module, typed_conditions)}
    return [file for file in files if file not in own and any(True for _ in asked(tree(file), module, known))]


@pytest.mark.long
@pytest.mark.parametrize("module", MOST, ids=lambda module: module.__name__)
def test_few_modules_ask_for_the_class_of_a_type_or_value(module: ModuleType) -> None:
    """Ask the type instead: see the properties of `Type` and `T`, or add one that more than you will ask."""
    assert len(asking(module)) <= MOST[module]


@pytest.mark.parametrize(
    "line",
    [
        "isinstance(kind, t.Number | t.Text)",
        "isinstance(kind, (int, t.Seat))",
        "type(kind) is t.Seat",
        "match kind:\n    case t.Seat():\n        pass",
        "from rulekit.typesystem.types import Seat\nisinstance(kind, Seat)",
        "SOME = t.Seat | t.Piece\nisinstance(kind, SOME)",
    ],
)
def test_every_way_to_ask_counts(line: str) -> None:
    assert list(asked(ast.parse(line), types, classes_of(types)))
    assert not list(asked(ast.parse(line), typed_expressions, classes_of(typed_expressions)))


@pytest.mark.long
def test_the_names_by_which_both_are_known_are_the_ones_counted() -> None:
    """`t` and `v` are counted, so nobody calls these two modules otherwise."""
    names = {types.__name__: {"t", None}, typed_expressions.__name__: {"v", None}}
    for file in modules():
        for node in (one for one in ast.walk(tree(file)) if isinstance(one, ast.ImportFrom)):
            for alias in node.names:
                assert (
                    f"{node.module}.{alias.name}" not in names or alias.asname in names[f"{node.module}.{alias.name}"]
                )


if __name__ == "__main__":
    for one in MOST:
        found = asking(one)
        print(f"{one.__name__}: {len(found)} modules")
        print("\n".join(f"  {file.relative_to(KIT)}" for file in found))
