"""Scheduling for pytest-xdist: the campaigns and laws of one game go to one worker, all else as `--dist` says."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

GAME_ITEM = re.compile(r"^.*\.rules::([^\[]*)\[[^\]]*\]$")  # a scene has its title behind the bracket
GROUPS: dict[str, Callable[[str], str]] = {
    "load": lambda nodeid: nodeid,
    "worksteal": lambda nodeid: nodeid,
    "loadscope": lambda nodeid: nodeid.rsplit("::", 1)[0],
    "loadfile": lambda nodeid: nodeid.split("::", 1)[0],
    "loadgroup": lambda nodeid: nodeid.rsplit("@", 1)[1] if nodeid.rfind("@") > nodeid.rfind("]") else nodeid,
}
"""What other tests are dealt out by, as pytest-xdist does it; with `--dist each` every worker plays all games."""
BEGINS = 2  # tests: a worker runs one when it knows the next


class GameScheduling(LoadScopeScheduling):  # type: ignore[misc]
    """The groups are read from the node ids, for not every pytest lets pytest-xdist write its own groups there."""

    def _split_scope(self, nodeid: str) -> Any:
        return game_of(nodeid) or GROUPS[self.config.getvalue("dist")](nodeid)

    def mark_test_complete(self, node: Any, item_index: int, duration: float = 0) -> None:
        """A group that is done is forgotten, for after each test all groups of its worker are looked through."""
        nodeid = self.registered_collections[node][item_index]
        groups, scope = self.assigned_work[node], self._split_scope(nodeid)
        groups[scope][nodeid] = True
        if all(groups[scope].values()):
            del groups[scope]
        self._reschedule(node)

    def _reschedule(self, node: Any) -> None:
        """A worker that stands in for one that died gets nothing before it has collected, and then enough to begin."""
        if node in self.registered_collections:
            super()._reschedule(node)
            if self.workqueue and self._pending_of(self.assigned_work[node]) < BEGINS:
                super()._reschedule(node)


def game_of(nodeid: str) -> str:
    """The group of a campaign or law; nothing for any other test."""
    found = GAME_ITEM.match(nodeid)
    return "" if found is None else f"game {found[1]}"
