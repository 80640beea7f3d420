"""The cases of a game as a pytest file for readers, which collects the same cases as the plugin does."""

from __future__ import annotations

import json
import keyword
import re
from collections.abc import Iterable, Iterator
from textwrap import wrap

from rulekit.laws.cases import SCENE, cases
from rulekit.laws.finding import Case
from rulekit.play.game import Game

WIDE = 110
HEAD = '''"""The laws and scenes of {name}, as `rulekit laws` prints them: one test for each clause, in its words.

Run them with pytest. What they say is in the rules: change it there and print this file anew.
"""

from rulekit.laws.promises import Promises

game = Promises({game}, games={games}, seed={seed}{more})
'''


def printed(
    game: Game, named: str, games: int, seed: str, every: bool = False, tables: tuple[tuple[str, str], ...] = ()
) -> str:
    """The whole file; `named` is what the game was asked for by."""
    found = cases(game, every)
    more = ", every=True" if every else ""
    more += f", tables={_pairs(tables)}" if tables else ""
    head = HEAD.format(name=game.name, game=_quoted(named), games=games, seed=_quoted(seed), more=more)
    marks = list(dict.fromkeys(case.mark for case in found if case.sort != SCENE))
    configurations = [f"    {_quoted(mark)}," for mark in marks]
    parts = ["\n".join([head, "CONFIGURATIONS = [", *configurations, "]"])]
    taken: set[str] = set()
    for clause in dict.fromkeys((case.sort, case.clause) for case in found):
        own = [case for case in found if (case.sort, case.clause) == clause]
        parts.append("\n".join(_test(game, own, marks, taken)))
    return "\n\n\n".join(parts) + "\n"


def _test(game: Game, own: list[Case], marks: list[str], taken: set[str]) -> Iterator[str]:
    """One function for the cases of one clause."""
    first = own[0]
    if first.sort == SCENE:
        titles = [case.mark.removeprefix("scene ") for case in own]
        yield f"@game.scene({', '.join(map(_quoted, [first.clause, *titles]))})"
    else:
        said = [case.mark for case in own]
        yield f"@game.law({_quoted(first.clause)}, {'CONFIGURATIONS' if said == marks else _listed(said)})"
    yield f"def {_name(first, taken)}(promise):"
    yield from _docstring(game, first)
    yield "    promise.holds()"


def _docstring(game: Game, case: Case) -> Iterator[str]:
    """The line of the rules and the sentences it rests on."""
    reason = game.clauses.reason(f"[{case.clause}]")
    kind = next((f"{law.kind}: " for law in game.checked.laws if law.id == case.clause and case.sort != SCENE), "")
    rows = [f"{kind}{reason.line or case.sentence}"] if reason.line or case.sentence else []
    rows += [f"{name}: {text}" for name, text in reason.sentences]
    rows = ["".join(one if one.isprintable() else " " for one in row) for row in rows]
    lines = [part for row in rows for part in wrap(row.replace("\\", "/").replace('"""', "'''"), WIDE)]
    if not lines:
        return
    first, *rest = lines
    text = [f'    """{first}', *(f"    {line}" for line in rest)]
    if rest:
        yield from text
        yield '    """'
    else:
        yield text[0] + (' """' if first.endswith('"') else '"""')


def _name(case: Case, taken: set[str]) -> str:
    """A name for the function that no other has."""
    stem = re.sub(r"\W+", "_", f"{'scene' if case.sort == SCENE else case.sort}_{case.clause}").strip("_")
    name = f"test_{stem}"
    while name in taken or keyword.iskeyword(name):
        name += "_"
    taken.add(name)
    return name


def _listed(texts: list[str]) -> str:
    return f"[{', '.join(map(_quoted, texts))}]"


def _pairs(tables: Iterable[tuple[str, str]]) -> str:
    return f"{{{', '.join(f'{_quoted(name)}: {_quoted(file)}' for name, file in tables)}}}"


def _quoted(text: str) -> str:
    """As a string of Python."""
    return json.dumps(text, ensure_ascii=False)
