"""One state or zone at one index, for the text of a position."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.play.reasons import played_wording
from rulekit.spaces.shape import Spot
from rulekit.typesystem import types as t


@attrs.frozen
class StateEntry:
    """One state or zone at one index: its name, the index, what is there."""

    name: str
    kinds: tuple[t.Type, ...]
    index: tuple[Any, ...]
    what: Any
    type: t.Type | None  # of a state

    @property
    def text(self) -> str:
        """The value of a state or the contents of a zone, in words."""
        return played_wording.value(self.what) if self.type is not None else played_wording.contents(self.what)

    @property
    def pieces(self) -> list[Any]:
        """What is seen to lie in a zone."""
        if self.type is not None:
            return []
        return list(self.what) if isinstance(self.what, list) else list(self.what.get("pieces", ()))


def place_in(entry: StateEntry, space: str) -> int | None:
    """Which index is the place in this space, if just one is."""
    found = [n for n, kind in enumerate(entry.kinds) if kind.bare == t.Place(space)]
    return found[0] if len(found) == 1 else None


def spot_of(written: Any) -> Spot:
    """The coordinates of a place as it is written."""
    return tuple(written) if isinstance(written, list) else (written,)
