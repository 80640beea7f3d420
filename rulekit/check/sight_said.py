"""What was looked at, in words."""

from __future__ import annotations

from rulekit.check.examined import Checked
from rulekit.check.sight_of import ASKED, index_of_player
from rulekit.check.sight_spots import Sighting


def said(checked: Checked, found: Sighting) -> str:
    """the `bid` of another player; the unit side of the top of `deck`"""
    sort, _, name = found.place.partition(" ")
    info = checked.symbols.states[name] if sort == "state" else checked.symbols.zones[name]
    owned = index_of_player(info.indexes) is not None and found.whose != ASKED
    place = f"the `{name}` of another player" if owned else f"`{name}`"
    if sort == "state":
        return place
    if found.sort == "count":
        return f"how many lie in {place}"
    if found.end is not None:
        place = f"the {found.end} of {place}"
    return f"which {noun(checked, name)} lies in {place}" if found.sort == "which" else f"{sides(found)} of {place}"


def sides(found: Sighting) -> str:
    named = [side if side == "face" else f"{side} side" for side in found.sides]
    return "the " + " or ".join(named)


def noun(checked: Checked, zone: str) -> str:
    """`card` for the pieces of a zone."""
    from rulekit.check.symbols import noun as spelt

    return spelt(checked.symbols.zones[zone].kind)
