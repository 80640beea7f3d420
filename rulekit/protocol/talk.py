"""One game as a conversation: every request a harness would send, each with the answer that the rules would give."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from rulekit.check.configuration_space import GameConfig
from rulekit.play.machine.random_bits import Bits, stream
from rulekit.play.position.strict_json import loads
from rulekit.protocol import codec, host
from rulekit.protocol.handshake import HARNESS
from rulekit.protocol.operations import FEATURES, VERSION
from rulekit.protocol.rules_engine import RulesEngine
from rulekit.protocol.session import Json

NONSENSE = {"do": "nonsense"}  # a move of no game


class Talk:
    """Both sides of a conversation, line by line; the rules answer, and chance and players are drawn from a seed."""

    def __init__(self, engine: RulesEngine, chosen: GameConfig, seed: int | str, features: Collection[str]) -> None:
        self.engine, self.chosen, self.features = engine, chosen, features
        self.bits: Bits = stream(seed, "talk")
        self.number = 0
        self.answer: Any = None

    def lines(self, longest: int) -> Iterator[str]:
        """`> ` before what the harness asks, `< ` before what the engine answers."""
        yield from self._ask("hello", **self._greeting())
        yield from self._ask("start", config={"game": self.engine.game.name, **self.chosen.to_json()})
        yield from self._course(longest)
        yield from self._ask("bye")

    def _greeting(self) -> dict[str, Json]:
        game = {"name": self.engine.game.name, "spec": self.engine.game.spec}
        harness = {"name": HARNESS, "version": self.engine.version}
        return {"rcp": [VERSION, VERSION], "harness": harness, "game": game, "offer": sorted(self.features)}

    def _course(self, longest: int) -> Iterator[str]:
        for made in range(longest + 1):
            yield from self._chance()
            if "chance.asked" not in self.features:
                yield from self._ask("pending")
            pending = self.engine.pending()
            yield from self._look(pending["kind"] == "end")
            if pending["kind"] == "end":
                yield from self._ask("result")
                return
            for seat in pending["seats"]:
                yield from self._ask("legal", seat=seat)
            if made < longest:
                yield from self._moves(pending["seats"][0], self.answer if len(pending["seats"]) == 1 else None, made)

    def _chance(self) -> Iterator[str]:
        """Outcomes are asked for, or told as they come."""
        while True:
            pending = self.engine.pending()
            if "chance.asked" in self.features:
                yield from self._ask("pending")
            if pending["kind"] != "chance":
                return
            yield from self._ask("chance", label=pending["label"], outcome=draw_outcome(pending, self.bits))

    def _look(self, over: bool) -> Iterator[str]:
        if "position" in self.features:
            yield from self._ask("position")
        if "views" in self.features:
            everyone = [*range(self.chosen.seats), None]
            for reader in everyone if over else [self.bits.pick(everyone)]:
                yield from self._ask("view", seat=reader)

    def _moves(self, seat: int, moves: Json, made: int) -> Iterator[str]:
        if moves is None:
            moves = self.engine.legal(seat)
        if made == 0:
            yield from self._besides(seat, moves)
        yield from self._ask("move", seat=seat, move=self.bits.pick(moves))

    def _besides(self, seat: int, moves: Json) -> Iterator[str]:
        """At the first decision: what else an engine may be asked, and what must leave everything as it was."""
        yield from self._ask("move", seat=seat, move=NONSENSE)
        if "explain" in self.features:
            yield from self._ask("explain", seat=seat, move=NONSENSE)
        if "fork" in self.features:
            yield from self._ask("fork")
            yield from self._ask("move", seat=seat, move=self.bits.pick(moves))
            yield from self._ask("back")
        if "save" in self.features:
            yield from self._ask("save")
            yield from self._ask("restore", saved=self.answer)
        if "load" in self.features:
            yield from self._ask("load", position=self.engine.current_position.to_json())

    def _ask(self, op: str, **arguments: Json) -> Iterator[str]:
        self.number += 1
        request = codec.request(self.number, op, arguments)
        answer, _ = host.reply(self.engine, request)
        self.answer = loads(answer.strip()).get("ok")
        yield f"> {request.decode().strip()}"
        yield f"< {answer.decode().strip()}"


def draw_outcome(pending: dict[str, Json], bits: Bits) -> Json:
    """One outcome of a draw as `pending` tells it, all equally likely."""
    if pending["draw"] == "order":
        return list(bits.order(pending["of"]))
    if pending["draw"] == "pick":
        return bits.pick(pending["of"])
    return [bits.pick(pending["of"]) for _ in range(pending["count"])]


def talk(
    engine: RulesEngine,
    chosen: GameConfig,
    seed: int | str,
    features: Collection[str] = tuple(FEATURES),
    longest: int = 1000,
) -> Iterator[str]:
    """The lines of one game."""
    return Talk(engine, chosen, seed, features).lines(longest)


__all__ = ["draw_outcome", "talk"]
