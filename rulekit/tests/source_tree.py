"""The kit's own source as tests look at it: modules, what each imports, which import each other in a circle."""

import ast
import io
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import takewhile
from pathlib import Path

import rulekit

KIT = Path(rulekit.__file__).parent
LAYOUT = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
Graph = Mapping[str, set[str]]


def modules(root: Path = KIT) -> list[Path]:
    """Every module that is no test."""
    return [file for file in sorted(root.rglob("*.py")) if not {"tests", "_data"} & set(file.relative_to(root).parts)]


@cache
def tree(file: Path) -> ast.Module:
    """The syntax tree of a file; whoever asks for those of all modules pauses the garbage collector: it finds none."""
    return ast.parse(file.read_text(encoding="utf-8"))


def first_line(file: Path) -> str:
    """The first line of a module's docstring, empty if there is none."""
    return (ast.get_docstring(tree(file)) or "").split("\n")[0]


def explaining_lines(file: Path) -> int:
    """How many lines of a file are docstrings or comments of their own; a remark behind code counts as code."""
    lines = file.read_text(encoding="utf-8").splitlines()
    found = {number for number, line in enumerate(lines) if line.lstrip().startswith("#")}
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            found |= set(range(node.body[0].lineno - 1, node.body[0].end_lineno or 0))
    return len(found)


@cache
def imported_names(file: Path) -> tuple[tuple[int, str], ...]:
    """Every name a file imports, wherever in it, with the line: `from a import b` gives `a.b`."""
    return tuple(_imported_names(file))


def _imported_names(file: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}:{node.lineno} imports by dots; write the whole name"
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def module_name(file: Path, root: Path = KIT) -> str:
    """The name by which a module is imported, without the root package: `cli.commands.check`."""
    parts = file.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def import_graph(root: Path = KIT) -> dict[str, set[str]]:
    """Each module with the modules it imports: at the top, inside functions and for the type checker alike."""
    files = {module_name(file, root): file for file in modules(root)}
    return {name: set(_imported_modules(file, files)) - {name} for name, file in files.items()}


def _imported_modules(file: Path, files: Mapping[str, Path]) -> Iterator[str]:
    for _, target in imported_names(file):
        inside = target.removeprefix("rulekit.")
        if inside != target:
            owner = inside.rpartition(".")[0]
            yield from [one for one in (inside, owner) if one and one in files][:1]


def cycles(graph: Graph) -> list[list[str]]:
    """The groups of nodes that reach each other, each sorted, the largest first (Tarjan's algorithm)."""
    search = _Tarjan(graph)
    for node in graph:
        if node not in search.index:
            search.visit(node)
    return sorted((sorted(group) for group in search.groups if len(group) > 1), key=lambda group: (-len(group), group))


class _Tarjan:
    """Strongly connected components; recursion goes as deep as the longest chain of imports."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.index: dict[str, int] = {}
        self.low: dict[str, int] = {}
        self.stack: list[str] = []
        self.groups: list[list[str]] = []

    def visit(self, node: str) -> None:
        self.index[node] = self.low[node] = len(self.index)
        self.stack.append(node)
        for other in self.graph.get(node, ()):
            if other not in self.index:
                self.visit(other)
            if other in self.stack:
                self.low[node] = min(self.low[node], self.low[other])
        if self.low[node] == self.index[node]:
            start = self.stack.index(node)
            self.groups.append(self.stack[start:])
            del self.stack[start:]


def between_units(graph: Graph) -> dict[str, set[str]]:
    """The graph of units: sub-packages (`check.lints`), and modules that lie in none (`pipeline`, `check.emit`)."""
    units: dict[str, set[str]] = {unit(name): set() for name in graph}
    for name, targets in graph.items():
        units[unit(name)] |= {unit(target) for target in targets} - {unit(name)}
    return units


def unit(name: str) -> str:
    """The unit of a module: its first two names."""
    return ".".join(name.split(".")[:2])


def layers(graph: Graph) -> dict[str, int]:
    """The layer of each node of a graph without cycles: one more than the highest it needs, 0 if it needs none."""
    found: dict[str, int] = {}

    def layer(node: str) -> int:
        if node not in found:
            found[node] = max((layer(other) + 1 for other in graph[node] if other in graph), default=0)
        return found[node]

    for node in graph:
        layer(node)
    return found


def common_folder(names: Iterable[str]) -> str:
    """The folder in which all these modules lie: `play/codegen`."""
    folders = [name.split(".")[:-1] for name in names]
    shared = takewhile(lambda parts: len(set(parts)) == 1, zip(*folders, strict=False))
    return "/".join(parts[0] for parts in shared)


def code_lines(text: str) -> set[int]:
    """The numbers of the lines on which code stands: no blank line, no comment."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {n for token in tokens if token.type not in LAYOUT for n in range(token.start[0], token.end[0] + 1)}


def function_lengths(file: Path, least: int = 0) -> Iterator[tuple[str, int]]:
    """Every function of a file with its number of code lines, the signature counted and the docstring not.

    Perhaps only those that stand on more than so many lines of any sort: most files have none, and are read no further.
    """
    functions = [node for node in ast.walk(tree(file)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    functions = [node for node in functions if (node.end_lineno or 0) - node.lineno >= least]
    code = code_lines(file.read_text(encoding="utf-8")) if functions else set()
    for node in functions:
        first = node.body[0]
        documented = ast.get_docstring(node, clean=False) is not None
        text = set(range(first.lineno, (first.end_lineno or 0) + 1)) if documented else set()
        yield node.name, len((code - text) & set(range(node.lineno, (node.end_lineno or 0) + 1)))
