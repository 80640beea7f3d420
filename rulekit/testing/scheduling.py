"""How pytest-xdist deals out tests: the campaigns and laws of one game go to one worker, all else goes anywhere."""

from __future__ import annotations

import re
from typing import Any

from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

GAME_ITEM = re.compile(r"^.*\.rules::([^\[]*)\[[^\]]*\]$")  # a scene has its title behind the bracket


class GameScheduling(LoadScopeScheduling):  # type: ignore[misc]
    """The groups are read from the node ids, for not every pytest lets pytest-xdist write its own groups there."""

    def _split_scope(self, nodeid: str) -> Any:
        return scope_of(nodeid)


def scope_of(nodeid: str) -> str:
    """What must run in one process."""
    found = GAME_ITEM.match(nodeid)
    return nodeid if found is None else f"game {found[1]}"
