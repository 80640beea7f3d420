"""The recipe of docs/looks.md is carried out: each step is right, and each changes the picture."""

from __future__ import annotations

import re
import textwrap
import tomllib
from pathlib import Path

import pytest

import rulekit
from rulekit.diagnostics import samples
from rulekit.looks.drawing.picture import row
from rulekit.looks.game_looks import PictureModel
from rulekit.looks.legend import legend
from rulekit.looks.looks_check import looks_problems
from rulekit.looks.looks_file import NAME
from rulekit.looks.pieces.faces import face
from rulekit.looks.table_picture import table_picture
from rulekit.looks.table_view import TableView

PAGE = Path(rulekit.__file__).parents[1] / "docs" / "looks.md"
RULES = re.compile(r'^```rules title="checked"\n(.*?)^```', re.DOTALL | re.MULTILINE)
STEP = re.compile(r"^    ```toml\n(.*?)^    ```", re.DOTALL | re.MULTILINE)


@pytest.mark.skipif(not PAGE.is_file(), reason="the pages are not part of an installed kit")
def test_the_recipe_can_be_followed_step_by_step(tmp_path: Path) -> None:
    """Nothing is wrong after any step, every step shows, and the legend at the end has the words of the file."""
    text = PAGE.read_text(encoding="utf-8")
    rules, steps = RULES.search(text), [textwrap.dedent(step) for step in STEP.findall(text)]
    assert rules is not None and len(steps) >= 4
    folder = samples.write_sample(rules[1], tmp_path)
    seen = set()
    for number in range(len(steps) + 1):
        written = "\n".join(steps[:number])
        tomllib.loads(written)
        (folder / NAME).write_text(written, encoding="utf-8")
        start = rulekit.load(folder).start(chance=1)
        looks = PictureModel(start.game, start.chosen)
        assert looks_problems(looks) == []
        table = table_picture(TableView(looks, start.view(0)))
        kinds = (kind for kind in looks.symbols.kinds.values() if kind.is_piece)
        pieces = row([face(looks, kind.name, one.name) for kind in kinds for one in kind.rows])
        seen.add(table.svg + pieces.svg + legend(looks, pieces).words)
    assert len(seen) == len(steps) + 1
    assert {*looks.section("legend").values()} <= {entry.word for entry in legend(looks, pieces).entries}
