"""The table of all operations: arguments, answer, level, feature; all else about the protocol is derived from it.

From here come the page of the protocol, its schemas, the strict reader of answers, the checks of the handshake and the
host that serves an adapter; whoever adds an operation adds a row. Answers are `open` where an engine may say more than
is asked, so that a later version can add keys.
"""

from __future__ import annotations

import attrs

from rulekit.protocol.json_shapes import (
    ANYTHING,
    LIST,
    NULL,
    SET,
    AnyOf,
    JsonShape,
    ListOf,
    ObjectByName,
    ObjectShape,
    OneOfValues,
    TextShape,
    TupleShape,
    WholeNumber,
    or_null,
)

VERSION = 1
LEVELS = {
    0: "speaks: the handshake and an orderly end",
    1: "plays: a whole game with chance as it is told, legal moves, results",
    2: "shows: the position, and what each seat and a spectator see",
    3: "takes positions: goes on from a written one, saves and restores, forks",
    4: "explains: which clauses refuse a move",
}


@attrs.frozen
class Feature:
    """Something an engine may have or not; it says so in the handshake."""

    name: str
    level: int
    says: str


@attrs.frozen
class Operation:
    """One thing an engine is asked."""

    name: str
    says: str  # in the page
    level: int
    answer: JsonShape
    told: str  # what it must answer, in words
    arguments: tuple[tuple[str, JsonShape], ...] = ()
    feature: str = ""  # it is asked only if the engine has this
    refusable: bool = False  # may be answered with `refused`, and then nothing has changed

    names: tuple[str, ...] = attrs.field(init=False, eq=False, repr=False)  # of the arguments

    @names.default
    def _argument_names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.arguments)


FEATURES = {
    one.name: one
    for one in (
        Feature("position", 2, "tells the whole position, hidden things included (`position`)"),
        Feature("views", 2, "tells what each seat and a spectator see (`view`)"),
        Feature("load", 3, "goes on from a written position (`load`)"),
        Feature("save", 3, "writes down a game in a form of its own and goes on from that (`save`, `restore`)"),
        Feature("fork", 3, "keeps a game, goes on with a copy, and comes back (`fork`, `back`)"),
        Feature("explain", 4, "tells which clauses refuse a move (`explain`)"),
        Feature("chance.asked", 1, "tells in `pending` which chance it wants; else it takes outcomes as they come"),
        Feature("strict", 1, "refuses a move that has a key too many"),
    )
}

SEAT = WholeNumber(0)
CONFIG = ObjectShape({"game": TextShape(), "options": ObjectByName(ANYTHING), "seats": WholeNumber(1)})
TABLE = ObjectShape({"states": ObjectByName(ANYTHING), "zones": ObjectByName(ANYTHING)}, open=True)
WRITTEN = ObjectShape(
    {
        "config": CONFIG,
        "states": ObjectByName(ANYTHING),
        "zones": ObjectByName(ANYTHING),
        "frames": ListOf(ObjectByName(ANYTHING)),
        "asks": ObjectByName(ANYTHING),
    }
)
MOVE = ObjectShape({"do": TextShape()}, open=True)
DECISION = ObjectShape({"kind": OneOfValues(("decision",)), "seats": ListOf(SEAT, SET)}, open=True)
CHANCE = ObjectShape(
    {
        "kind": OneOfValues(("chance",)),
        "label": TextShape(),
        "draw": OneOfValues(("dice", "order", "pick")),
        "of": ListOf(ANYTHING, SET),
    },
    {"count": WholeNumber(1)},
    open=True,
)
END = ObjectShape({"kind": OneOfValues(("end",))}, open=True)
PENDING = AnyOf((DECISION, CHANCE, END))
RESULT = ObjectShape(
    {},
    {
        "scores": ListOf(WholeNumber(), LIST),
        "leaders": ListOf(SEAT, SET),
        "winners": ListOf(SEAT, SET),
        "outcome": ANYTHING,
        "grade": ANYTHING,
    },
    open=True,
)
ENGINE = ObjectShape(
    {"name": TextShape()},
    {"version": TextShape(), "language": TextShape(), "source": TextShape(), "issues": TextShape()},
    open=True,
)
PLAYS = ObjectShape(
    {"game": TextShape(), "seats": ListOf(WholeNumber(1), SET)},
    {"options": ObjectByName(ListOf(ANYTHING, SET))},
    open=True,
)
WELCOME = ObjectShape(
    {"rcp": WholeNumber(1), "engine": ENGINE, "games": ListOf(PLAYS, SET)},
    {"features": ListOf(TextShape(), SET), "unsaid": ListOf(TextShape(), SET)},
    open=True,
)

_NOTHING = (NULL, "nothing but null")
_TABLE = (TABLE, 'an object {"states": {..}, "zones": {..}}')

OPERATIONS = {
    one.name: one
    for one in (
        Operation(
            "hello",
            "The handshake, before anything else: versions, the game, what both sides can.",
            0,
            WELCOME,
            'an object {"rcp": 1, "engine": {"name": ..}, "games": [{"game": .., "seats": [..]}], ..}',
            (
                ("rcp", TupleShape((WholeNumber(1), WholeNumber(1)))),
                ("harness", ObjectShape({"name": TextShape(), "version": TextShape()})),
                ("game", ObjectShape({"name": TextShape(), "spec": TextShape()})),
                ("offer", ListOf(TextShape(), SET)),
            ),
        ),
        Operation("ping", "Is it there?", 0, *_NOTHING),
        Operation("bye", "The end: the engine answers and ends.", 0, *_NOTHING),
        Operation(
            "start", "A new game begins; one that was under way is forgotten.", 1, *_NOTHING, (("config", CONFIG),)
        ),
        Operation(
            "pending",
            "Who must answer, what chance is wanted, or that the game is over.",
            1,
            PENDING,
            'one of {"kind": "decision", "seats": [..]}, {"kind": "chance", ..}, {"kind": "end"}',
        ),
        Operation(
            "chance",
            "What chance says at the line and time of the label.",
            1,
            *_NOTHING,
            (("label", TextShape()), ("outcome", ANYTHING)),
            refusable=True,
        ),
        Operation(
            "legal",
            "Everything a seat may do now.",
            1,
            ListOf(MOVE, SET),
            'a list of moves, each an object {"do": .., ..}',
            (("seat", SEAT),),
        ),
        Operation(
            "move",
            "Play a move.",
            1,
            *_NOTHING,
            (("seat", SEAT), ("move", ANYTHING)),
            refusable=True,
        ),
        Operation(
            "result",
            "How the game came out.",
            1,
            RESULT,
            'an object {"scores": [..], "leaders": [..], "winners": [..], "outcome": ..}',
        ),
        Operation("position", "Everything on the table, hidden things included.", 2, *_TABLE, feature="position"),
        Operation(
            "view",
            "The same as a seat sees it, or, for null, a spectator.",
            2,
            *_TABLE,
            (("seat", or_null(SEAT)),),
            feature="views",
        ),
        Operation(
            "load",
            "Go on from a written position.",
            3,
            *_NOTHING,
            (("position", WRITTEN),),
            feature="load",
            refusable=True,
        ),
        Operation("save", "The game in a form of the engine's own.", 3, ANYTHING, "anything", feature="save"),
        Operation(
            "restore",
            "Go on from what `save` gave.",
            3,
            *_NOTHING,
            (("saved", ANYTHING),),
            feature="save",
            refusable=True,
        ),
        Operation("fork", "Keep the game as it is and go on with a copy.", 3, *_NOTHING, feature="fork"),
        Operation("back", "Drop the copy and go on with the game that was kept last.", 3, *_NOTHING, feature="fork"),
        Operation(
            "explain",
            "The clauses that refuse a move.",
            4,
            ObjectShape({"clauses": ListOf(TextShape(), SET)}, open=True),
            'an object {"clauses": [..]}',
            (("seat", SEAT), ("move", ANYTHING)),
            feature="explain",
        ),
    )
}

__all__ = ["FEATURES", "LEVELS", "OPERATIONS", "VERSION", "Feature", "Operation"]
