"""Values, events, results and reasons in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from rulekit.play.position.strict_json import dumps
from rulekit.words.vocabulary import ACTIVE

LONGEST_LIST = 60  # members named one by one


def value(data: Any) -> str:
    """A written value as people read it."""
    if data is None:
        return "nothing"
    if isinstance(data, bool):
        return "yes" if data else "no"
    if isinstance(data, dict):
        return contents(data) if "count" in data or "pieces" in data else piece(data)
    if isinstance(data, list):
        if any(type(one) is int for one in data):
            return place(data)
        return ", ".join(value(one) if not isinstance(one, list) else place(one) for one in data) or "none"
    return str(data)


def place(data: Any) -> str:
    """A place, a zone or a handle: its parts one after the other."""
    if isinstance(data, list):
        return " ".join(place(one) for one in data)
    return value(data)


def piece(data: Any) -> str:
    """A piece by its name, or what is seen of it; with what belongs to it."""
    if not isinstance(data, dict):
        return place(data)
    rest = ", ".join(f"{name} {_within(found)}" for name, found in data.items() if name not in ("name", "at"))
    head = str(data["name"]) if "name" in data else place(data["at"]) if "at" in data else ""
    return f"{head} ({rest})" if head and rest else head or f"({rest})" if rest else "unseen"


def _within(data: Any) -> str:
    return f"[{value(data)}]" if isinstance(data, dict | list) else value(data)


def contents(data: Any) -> str:
    """What lies in a zone, as far as it is seen."""
    if isinstance(data, list):
        return f"{len(data)}: {_piece_names(data)}" if data else "empty"
    seen = data.get("pieces", [])
    count = data.get("count")
    if count == 0:
        return "empty"
    head = "" if count is None else f"{count}"
    unseen = "" if count is None or count <= len(seen) or not seen else f" and {count - len(seen)} unseen"
    return ": ".join(part for part in (head, _piece_names(seen) + unseen) if part)


def _piece_names(pieces: list[Any]) -> str:
    texts: list[tuple[str, int]] = []
    for one in pieces:
        text = piece(_looks(one))
        alike = texts and texts[-1][0] == text and not isinstance(one, str)
        texts[-1:] = [(text, texts[-1][1] + 1)] if alike else [*texts[-1:], (text, 1)]
    found = [f"{count} {text}" if count > 1 else text for text, count in texts[:LONGEST_LIST]]
    return ", ".join(found + ([f"{len(texts) - LONGEST_LIST} more"] if len(texts) > LONGEST_LIST else []))


def _looks(data: Any) -> Any:
    """What is seen of a piece that lies among others without a name; where it lies is clear."""
    if isinstance(data, dict) and "name" not in data and len(data) > 1:
        return {name: found for name, found in data.items() if name != "at"}
    return data


def seats(numbers: Iterable[int]) -> str:
    """Seats by number."""
    return " and ".join(f"seat {number}" for number in numbers)


# ------------------------------------------------------------------ what happened


Offered = Mapping[tuple[int, str], str]  # by seat and written move the words in which a move was offered


def news(events: Iterable[dict[str, Any]], turns: bool = True, offered: Offered = MappingProxyType({})) -> list[str]:
    """One line for each event; without `turns` nothing about whose turn it is. A move that is told whole is told in the
    words in which it was offered, as far as those are known.
    """
    kept = events if turns else (event for event in events if not _of_turns(event))
    return [line for event in kept for line in _event(event, offered)]


def _of_turns(event: dict[str, Any]) -> bool:
    """Does an event only tell that a turn or round began or ended?"""
    return "began" in event or "ended" in event or event == {"changed": {ACTIVE: event.get("changed", {}).get(ACTIVE)}}


def _event(event: dict[str, Any], offered: Offered) -> list[str]:
    if "answered" in event:
        seat, move = event["answered"], event["move"]
        rest = [f"{name} {value(found)}" for name, found in move.items() if name != "do"]
        return [f"seat {seat}: {offered.get((seat, dumps(move))) or ' '.join([move['do'], *rest])}"]
    if "chance" in event:
        said = f": {value(event['outcome'])}" if "outcome" in event else ""
        return [f"{CHANCE[event['chance']]} {event['line']}{said}"]
    if "shown" in event:
        return [f"shown to {seats(event['to'])}: {_piece_names(event['shown'])}"]
    if "began" in event or "ended" in event:
        return [f"{name} {event[name]}" for name in ("ended", "began") if name in event]
    if "over" in event:
        return ["the game is over"]
    moved = [_move_text(one) for one in event.get("moved", [])]
    changed = [_change_text(name, one) for name, entries in event.get("changed", {}).items() for one in entries]
    return moved + changed


CHANCE = {"order": "shuffled at", "dice": "rolled at", "pick": "drawn by lot at"}


def _move_text(group: dict[str, Any]) -> str:
    what = _piece_names(group.get("pieces", []))
    count = group.get("count", len(group.get("pieces", [])))
    unseen = count - len(group.get("pieces", []))
    what = " and ".join(part for part in (what, f"{unseen} unseen" if unseen > 0 else "") if part)
    return " ".join([what or "something", *(f"{way} {place(group[way])}" for way in ("from", "to") if way in group)])


def _change_text(name: str, entry: list[Any]) -> str:
    *index, new = entry
    return " ".join([name, *(["of", place(index)] if index else []), "is now", value(new)])


# ------------------------------------------------------------------ how it ended


def result_words(result: dict[str, Any]) -> list[str]:
    """Scores and winners."""
    lines = []
    if "scores" in result:
        lines.append("scores: " + ", ".join(f"seat {seat} {score}" for seat, score in enumerate(result["scores"])))
    winners = result.get("winners", [])
    lines.append(f"won by {seats(winners)}" if winners else "won by nobody")
    if result.get("outcome") not in (None, "win"):
        lines[-1] += f" ({result['outcome']})"
    return lines


def reason_lines(reasons: Iterable[Any]) -> list[str]:
    """Each line that refuses, with the values it looked at and its sentences; what decides stands first."""
    found: list[str] = []
    for reason in reasons:
        named = f"{reason.name} " if reason.clause else ""
        found.append(f"{named}{reason.line}".strip() or reason.name)
        found += [f"    here {fact}" for fact in reason.facts]
        found += [f"    {text} ({name})" for name, text in reason.sentences]
    return found
