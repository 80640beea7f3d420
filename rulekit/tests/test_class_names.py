"""Class names: a search for the name of a class answers with one class."""

import re
from collections import defaultdict

from rulekit.tests.source_tree import KIT, modules

TREES = ("model", "check/tree", "typesystem", "play/machine/ops.py")
"""Nodes and types bear the words of the language, each tree for itself; they are read as `s.When` and `o.When`."""
REPLACED_LATER = "play/codegen"
CLASS = re.compile(r"^class ([A-Za-z]\w*)", re.MULTILINE)  # not one that begins with `_`


def _classes() -> dict[str, list[str]]:
    found = defaultdict(list)
    for file in modules():
        place = file.relative_to(KIT).as_posix()
        if not place.startswith(REPLACED_LATER):
            for name in CLASS.findall(file.read_text(encoding="utf-8")):
                found[name].append(place)
    return dict(found)


def test_a_class_name_stands_once_outside_of_the_trees() -> None:
    """And the trees have names in common, or the exception would not be needed."""
    found = _classes()
    shared = {name: places for name, places in found.items() if len(places) > 1}
    assert any(all(place.startswith(TREES) for place in places) for places in shared.values())
    assert {n: p for n, p in shared.items() if sum(not place.startswith(TREES) for place in p) > 1} == {}
