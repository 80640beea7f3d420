"""Engines that speak well and play, show or remember something wrong: the rules themselves, with one method bent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.play.games.game import Game
from rulekit.protocol.rules_engine import RulesEngine

Json = Any
CARDS, BOARD, STONES = "one-bet", "nine-cells", "twelve-stones"


class Engine(RulesEngine):
    """The rules, with what the faults below want to know."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, "1")
        self.games = 0
        self.moves = 0
        self.asked = 0

    def start(self, config: Json) -> None:
        super().start(config)
        self.games, self.moves = self.games + 1, 0

    def move(self, seat: int, move: Json) -> None:
        super().move(seat, move)
        self.moves += 1

    @property
    def over(self) -> bool:
        return self.current_position.is_over

    def all_seen(self) -> Json:
        """A view that hides nothing: every card by its name."""
        shown = self.view_of_rules(0)
        hands = [{"count": len(cards), "pieces": cards} for cards in self.position()["zones"]["hand"]]
        return {"states": shown["states"], "zones": {**shown["zones"], "hand": hands}}

    def view_of_rules(self, seat: int | None) -> Json:
        return RulesEngine.view(self, seat)


# ------------------------------------------------------------------ what is seen


class LeaksInMidGame(Engine):
    def view(self, seat: int | None) -> Json:
        return self.all_seen() if seat == 1 and not self.over else super().view(seat)


class LeaksAfterTheFirstMove(Engine):
    def view(self, seat: int | None) -> Json:
        return self.all_seen() if self.moves == 1 else super().view(seat)


class LeaksToTheSpectator(Engine):
    def view(self, seat: int | None) -> Json:
        return self.all_seen() if seat is None and not self.over else super().view(seat)


class LeaksBesideTheView(Engine):
    def view(self, seat: int | None) -> Json:
        return {**super().view(seat), "debug": self.position()}


class ShowsAnOldView(Engine):
    def view(self, seat: int | None) -> Json:
        seen = super().view(seat)
        return {**seen, "states": {**seen["states"], "active": 0}} if self.moves == 3 else seen


# ------------------------------------------------------------------ what is taken


class TakesAnything(Engine):
    def move(self, seat: int, move: Json) -> None:
        try:
            super().move(seat, move)
        except ValueError:
            legal = self.legal(self.current_position.pending.seats[0]) if self.current_position.pending.seats else []
            if legal:
                super().move(self.current_position.pending.seats[0], legal[0])


class TakesWhatIsOutside(Engine):
    """A cell that is not on the board is taken and nothing happens."""

    def move(self, seat: int, move: Json) -> None:
        cell = move.get("cell") if isinstance(move, dict) else None
        if isinstance(cell, list) and any(type(one) is int and one > 3 for one in cell):
            return
        super().move(seat, move)


class TakesMovesAfterTheEnd(Engine):
    def move(self, seat: int, move: Json) -> None:
        if not self.over:
            super().move(seat, move)


class TakesUnknownVerbs(Engine):
    def move(self, seat: int, move: Json) -> None:
        here = self.current_position
        if here.is_over or seat not in here.pending.seats or move.get("do") in {one["do"] for one in self.legal(seat)}:
            super().move(seat, move)


class TakesAKeyMore(Engine):
    """It says that it is strict, and is not."""

    def move(self, seat: int, move: Json) -> None:
        known = {key for one in self.legal(seat) for key in one}
        super().move(seat, {key: value for key, value in move.items() if key in known} if known else move)


class TakesFour(Engine):
    def move(self, seat: int, move: Json) -> None:
        if move.get("n") != 4:
            super().move(seat, move)


class TakesNone(Engine):
    def move(self, seat: int, move: Json) -> None:
        if move.get("n") != 0:
            super().move(seat, move)


class TakesMovesOfOthers(Engine):
    def move(self, seat: int, move: Json) -> None:
        super().move((*self.current_position.pending.seats, seat)[0], move)


class RefusesEverything(Engine):
    def move(self, seat: int, move: Json) -> None:
        raise ValueError("no")


class RefusesTheLast(Engine):
    def move(self, seat: int, move: Json) -> None:
        if self.moves == 4:
            raise ValueError("no")
        super().move(seat, move)


class RefusalsCost(Engine):
    def move(self, seat: int, move: Json) -> None:
        try:
            super().move(seat, move)
        except ValueError:
            legal = self.legal(self.current_position.pending.seats[0]) if self.current_position.pending.seats else []
            if legal:
                super().move(self.current_position.pending.seats[0], legal[0])
            raise


# ------------------------------------------------------------------ what is answered


class SaysTrueForOne(Engine):
    def position(self) -> Json:
        here = super().position()
        return {**here, "states": {name: True if value == 1 else value for name, value in here["states"].items()}}


class SaysNoughtForNo(Engine):
    def position(self) -> Json:
        here = super().position()
        return {**here, "states": {**here["states"], "folded": [int(one) for one in here["states"]["folded"]]}}


class SaysTrueInAMove(Engine):
    def legal(self, seat: int) -> Json:
        return [{key: True if value == 1 else value for key, value in one.items()} for one in super().legal(seat)]


class HasAnEmptyStateMore(Engine):
    def position(self) -> Json:
        here = super().position()
        return {**here, "states": {**here["states"], "extra": None}}


class HasAStateMore(Engine):
    def position(self) -> Json:
        here = super().position()
        return {**here, "states": {**here["states"], "extra": 0}}


class LeavesAStateOut(Engine):
    def position(self) -> Json:
        here = super().position()
        return {**here, "states": {name: one for name, one in here["states"].items() if name != "active"}}


class ChangesTheResult(Engine):
    """The second time somebody asks, another has won."""

    def result(self) -> Json:
        found = super().result()
        self.asked += 1
        return found if self.asked % 2 else {**found, "winners": [1 - one for one in found["winners"]] or [0]}


class OffersTwice(Engine):
    def legal(self, seat: int) -> Json:
        return super().legal(seat) * 2 if self.moves == 2 else super().legal(seat)


class OffersToThoseNotAsked(Engine):
    def legal(self, seat: int) -> Json:
        return super().legal(seat) or (
            super().legal(self.current_position.pending.seats[0]) if self.current_position.pending.seats else []
        )


class EndsEarly(Engine):
    def pending(self) -> Json:
        return {"kind": "end"} if self.moves >= 4 else super().pending()


class NeverEnds(Engine):
    def pending(self) -> Json:
        return {"kind": "decision", "seats": [0]} if self.over else super().pending()


class AsksTheOther(Engine):
    def pending(self) -> Json:
        said = super().pending()
        return {**said, "seats": [1 - one for one in said["seats"]]} if self.moves == 2 and "seats" in said else said


class WantsOtherChance(Engine):
    def pending(self) -> Json:
        said = super().pending()
        return {**said, "of": said["of"][:-1]} if said["kind"] == "chance" else said


# ------------------------------------------------------------------ what is remembered


class WearsOut(Engine):
    """From the third game on it misses a move."""

    def legal(self, seat: int) -> Json:
        found = super().legal(seat)
        return found[:-1] if self.games > 2 and len(found) > 1 else found


class IgnoresOptions(Engine):
    def start(self, config: Json) -> None:
        first = {name: values[0] for name, values in self.options()}
        super().start({**config, "options": first})


class CopiesAreShared(Engine):
    def back(self) -> None:
        self.kept.pop()


class ForgetsWhenSaved(Engine):
    def save(self) -> Json:
        return {
            **super().save(),
            "position": self.game.start(2, dict(self.current_position.chosen.options), chance="0").to_json(),
        }


class LoadsWrongly(Engine):
    def load(self, position: Json) -> None:
        super().load(position)
        legal = self.legal(self.current_position.pending.seats[0])
        super().move(self.current_position.pending.seats[0], legal[0])


# ------------------------------------------------------------------ what is promised


class HasNoViews(Engine):
    def view(self, seat: int | None) -> Json:
        raise NotImplementedError("views")


class HasNoLoad(Engine):
    def load(self, position: Json) -> None:
        raise NotImplementedError("load")


class ExplainsNothing(Engine):
    def explain(self, seat: int, move: Json) -> Json:
        raise NotImplementedError("explain")


class BreaksDownLate(Engine):
    def move(self, seat: int, move: Json) -> None:
        if self.games == 3:
            raise RuntimeError("three is too many")
        super().move(seat, move)


# A class, the game it plays, and the kinds of differences of which one must be told.
WRONG: tuple[tuple[Callable[[Game], Engine], str, str], ...] = (
    (LeaksInMidGame, CARDS, "view"),
    (LeaksAfterTheFirstMove, CARDS, "view"),
    (LeaksToTheSpectator, CARDS, "view"),
    (LeaksBesideTheView, CARDS, "view shape"),
    (LeaksBesideTheView, BOARD, "view shape"),
    (ShowsAnOldView, BOARD, "view"),
    (TakesAnything, BOARD, "refusal"),
    (TakesAnything, CARDS, "refusal"),
    (TakesWhatIsOutside, BOARD, "refusal"),
    (TakesMovesAfterTheEnd, BOARD, "refusal"),
    (TakesMovesAfterTheEnd, STONES, "refusal"),
    (TakesUnknownVerbs, BOARD, "refusal"),
    (TakesUnknownVerbs, CARDS, "refusal"),
    (TakesAKeyMore, BOARD, "refusal shape"),
    (TakesFour, STONES, "refusal"),
    (TakesNone, STONES, "refusal"),
    (TakesMovesOfOthers, CARDS, "refusal"),
    (RefusesEverything, BOARD, "refusal"),
    (RefusesTheLast, BOARD, "refusal"),
    (RefusalsCost, BOARD, "refusal"),
    (SaysTrueForOne, BOARD, "position shape"),
    (SaysNoughtForNo, CARDS, "position shape"),
    (SaysTrueInAMove, STONES, "legal shape"),
    (HasAnEmptyStateMore, BOARD, "position shape"),
    (HasAStateMore, BOARD, "position shape"),
    (LeavesAStateOut, BOARD, "position shape"),
    (ChangesTheResult, BOARD, "result"),
    (ChangesTheResult, STONES, "result"),
    (OffersTwice, BOARD, "legal shape"),
    (OffersToThoseNotAsked, BOARD, "legal"),
    (EndsEarly, BOARD, "asked"),
    (NeverEnds, BOARD, "asked"),
    (AsksTheOther, BOARD, "asked"),
    (WantsOtherChance, CARDS, "chance"),
    (WearsOut, BOARD, "legal"),
    (IgnoresOptions, STONES, "result"),
    (CopiesAreShared, BOARD, "copy"),
    (ForgetsWhenSaved, BOARD, "copy"),
    (LoadsWrongly, BOARD, "loaded position asked legal"),
    (HasNoViews, BOARD, "failure"),
    (HasNoLoad, BOARD, "failure"),
    (ExplainsNothing, BOARD, "failure"),
    (BreaksDownLate, BOARD, "failure"),
)
