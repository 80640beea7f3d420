"""The handshake: what both sides are and can, agreed once and fixed from then on, or a sentence why they cannot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from rulekit.play.games.game import Game
from rulekit.protocol.json_shapes import is_same_scalar, short_json
from rulekit.protocol.operations import FEATURES, LEVELS, OPERATIONS, VERSION
from rulekit.protocol.session import EngineFailure, EngineSession, Json

RESULT_KEYS = ("scores", "leaders", "winners", "outcome", "grade")
HARNESS = "rulekit"


@attrs.frozen
class Agreement:
    """What holds for the whole conversation."""

    engine: Mapping[str, Json]  # name, and perhaps version, language, source, issues
    features: frozenset[str]
    seats: tuple[int, ...]  # numbers of players that it plays
    options: Mapping[str, tuple[Json, ...]]  # of options that it does not play in every way: the values it plays
    unsaid: frozenset[str]  # states, zones and keys of the result that it does not know

    @property
    def name(self) -> str:
        """The name of the engine, as its greeting says it."""
        return str(self.engine["name"])

    @property
    def level(self) -> int:
        """The highest level all of whose operations it has, and those of every level below."""
        found = 1
        for level in sorted(LEVELS)[2:]:
            if any(op.level == level and op.feature and op.feature not in self.features for op in OPERATIONS.values()):
                break
            found = level
        return found

    def can(self, op: str) -> bool:
        """Whether an operation may be asked."""
        feature = OPERATIONS[op].feature
        return not feature or feature in self.features

    def plays(self, seats: int, options: Mapping[str, Json]) -> bool:
        """Whether it says that it plays this configuration."""
        known = ((self.options.get(name), value) for name, value in options.items())
        return seats in self.seats and all(values is None or _among(value, values) for values, value in known)


def greet(session: EngineSession, game: Game, version: str, offer: Iterable[str] = FEATURES) -> Agreement:
    """The first question, and what is agreed; raises `EngineFailure`, which names both sides, if nothing can be."""
    offered = sorted(offer)
    said = session.ask(
        "hello",
        rcp=[VERSION, VERSION],
        harness={"name": HARNESS, "version": version},
        game={"name": game.name, "spec": game.spec},
        offer=offered,
    )
    return agree(said, game, offered)


def agree(said: Any, game: Game, offer: Iterable[str] = FEATURES) -> Agreement:
    """What follows from an answer to `hello`."""
    name = said["engine"]["name"]
    if said["rcp"] != VERSION:
        raise _apart(f"{name} speaks version {said['rcp']} of the protocol, {HARNESS} version {VERSION}")
    plays = [one for one in said["games"] if one["game"] == game.name]
    if not plays:
        known = ", ".join(sorted({str(one["game"]) for one in said["games"]})) or "no game"
        raise _apart(f"{name} plays {known}, and {HARNESS} asks for {game.name}")
    if len(plays) > 1:
        raise _apart(f"{name} names {game.name} twice among its games")
    features = _features(name, said.get("features", []))
    return Agreement(
        said["engine"],
        frozenset(features) & frozenset(offer),
        _seats(name, plays[0], game),
        _options(name, plays[0].get("options", {}), game),
        _unsaid(name, said.get("unsaid", []), game),
    )


def sayable(game: Game) -> frozenset[str]:
    """Every name an engine may leave unsaid: states, zones, keys of the result."""
    symbols = game.checked.symbols
    return frozenset((*symbols.states, *symbols.zones, *RESULT_KEYS))


def _features(name: str, said: list[str]) -> list[str]:
    unknown = [one for one in said if one not in FEATURES]
    if unknown:
        raise _apart(f"{name} says it has {_name_list(unknown)}; {HARNESS} knows the features {_name_list(FEATURES)}")
    return said


def _seats(name: str, plays: Any, game: Game) -> tuple[int, ...]:
    found = tuple(sorted(set(plays["seats"]) & set(game.players)))
    if not found:
        ours = f"{game.players[0]} to {game.players[-1]}" if len(game.players) > 1 else str(game.players[0])
        raise _apart(f"{name} plays {game.name} with {_numbers(plays['seats'])} players, the rules are for {ours}")
    return found


def _options(name: str, said: Any, game: Game) -> dict[str, tuple[Json, ...]]:
    for option, values in said.items():
        if option not in game.options:
            known = _name_list(game.options) if game.options else "none"
            raise _apart(f"{name} names the option {option}; the options of {game.name} are {known}")
        for value in values:
            if not _among(value, game.options[option]):
                told = ", ".join(short_json(one) for one in game.options[option])
                raise _apart(f"{name} names {short_json(value)} for the option {option}; the rules have {told}")
    return {option: tuple(values) for option, values in said.items()}


def _unsaid(name: str, said: list[str], game: Game) -> frozenset[str]:
    known = sayable(game)
    unknown = [one for one in said if one not in known]
    if unknown:
        raise _apart(
            f"{name} leaves {_name_list(unknown)} unsaid; {game.name} has the states, zones and keys of the result "
            f"{_name_list(sorted(known))}"
        )
    return frozenset(said)


def _among(value: Json, values: Iterable[Json]) -> bool:
    return any(is_same_scalar(value, one) for one in values)


def _name_list(names: Iterable[str]) -> str:
    return ", ".join(names)


def _numbers(numbers: Iterable[int]) -> str:
    return ", ".join(str(one) for one in sorted(numbers)) or "no"


def _apart(said: str) -> EngineFailure:
    return EngineFailure(f"the handshake fails: {said}", "handshake")


__all__ = ["HARNESS", "RESULT_KEYS", "Agreement", "agree", "greet", "sayable"]
