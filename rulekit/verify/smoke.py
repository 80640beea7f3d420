"""Ten checks of an adapter before any rule is looked at, each with its cure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs

from rulekit.check.configuration_space import GameConfig
from rulekit.play.games.game import Game, Position
from rulekit.play.games.playouts import point_of
from rulekit.play.machine.random_bits import stream
from rulekit.play.position.chance_outcomes import ChanceOutcomes
from rulekit.play.position.strict_json import dumps
from rulekit.protocol.handshake import Agreement, agree
from rulekit.protocol.operations import FEATURES, VERSION
from rulekit.protocol.session import EngineFailure, EngineRefused, EngineSession
from rulekit.verify.differences.answer_form import WrongForm, wrong_move, wrong_tables
from rulekit.verify.model import Check

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"
NONSENSE = {"do": "no-such-move"}
MOST = 200  # letters of what an engine said
Json = Any


class CheckFailed(Exception):
    """A check that failed: what was seen."""


@attrs.define
class SmokeTrial:
    """An engine that is tried, and what is known of it so far."""

    game: Game
    wanted: tuple[GameConfig, ...]
    open: Callable[[], EngineSession]
    version: str
    session: EngineSession | None = None
    said: Json = None
    agreed: Agreement | None = None
    chosen: GameConfig | None = None
    begin: Position | None = None
    chance: tuple[tuple[str, Json], ...] = ()
    first: Json = None

    def ask(self, op: str, **arguments: Json) -> Json:
        """Put a request to the engine; `EngineFailure` if it gives no answer."""
        assert self.session is not None
        return self.session.ask(op, **arguments)

    def close(self) -> None:
        """End the engine."""
        session, self.session = self.session, None
        if session is not None:
            session.close()


def smoke(
    game: Game, wanted: tuple[GameConfig, ...], opener: Callable[[], EngineSession], version: str
) -> tuple[Check, ...]:
    """All checks in order; what rests on one that failed is skipped. `wanted` are the configurations asked for."""
    trial = SmokeTrial(game, wanted, opener, version)
    try:
        return tuple(_checks(trial))
    finally:
        trial.close()


def _checks(trial: SmokeTrial) -> Iterator[Check]:
    failed = False
    for name, check, cure in CHECKS:
        if failed:
            yield Check(name, SKIPPED, "", "")
            continue
        try:
            check(trial)
            yield Check(name, PASSED, "", "")
        except (CheckFailed, EngineFailure, EngineRefused) as wrong:
            failed = True
            said = f"it refuses: {wrong}" if isinstance(wrong, EngineRefused) else str(wrong)
            broken = wrong.kind if isinstance(wrong, EngineFailure) and check is not starts else ""
            yield Check(name, FAILED, said[: MOST * 2], CURES.get(broken, cure))


# ------------------------------------------------------------------ the checks


def starts(trial: SmokeTrial) -> None:
    """The program starts."""
    trial.session = trial.open()
    trial.ask("ping")


def greets(trial: SmokeTrial) -> None:
    """It answers the greeting in time and in shape."""
    trial.said = trial.ask(
        "hello",
        rcp=[VERSION, VERSION],
        harness={"name": "rulekit", "version": trial.version},
        game={"name": trial.game.name, "spec": f"sha256:{trial.game.spec.removeprefix('sha256:')}"},
        offer=sorted(FEATURES),
    )
    if trial.said["rcp"] != VERSION:
        raise CheckFailed(f"it speaks version {trial.said['rcp']} of the protocol, not {VERSION}")


def names_the_game(trial: SmokeTrial) -> None:
    """It knows the game."""
    plays = [one["game"] for one in trial.said["games"]]
    if trial.game.name not in plays:
        raise CheckFailed(f"it names the games {', '.join(plays) or '(none)'}, not {trial.game.name}")
    trial.agreed = agree(trial.said, trial.game)


def plays_what_is_asked(trial: SmokeTrial) -> None:
    """It begins a game of every configuration of the sample."""
    assert trial.agreed is not None
    known = [one for one in trial.wanted if trial.agreed.plays(one.seats, dict(one.options))]
    if not known:
        raise CheckFailed(
            f"it plays none of the configurations asked for, such as {trial.game.describe(trial.wanted[0])}"
        )
    trial.chosen = known[0]


def takes_chance(trial: SmokeTrial) -> None:
    """It takes the outcomes of chance that it is given."""
    assert trial.chosen is not None
    here = trial.game.start(trial.chosen.seats, dict(trial.chosen.options))
    bits, told = stream("0", "smoke", 0), []
    while here.pending.kind == "chance":
        point = point_of(here.engine, here.state)
        outcome = point.draw_one(bits)
        told.append((here.label(point), ChanceOutcomes(here.machine, point).outcome_json(outcome)))
        here = here.drawn_so(outcome)
    trial.begin, trial.chance = here, tuple(told)
    _begin(trial)


def _begin(trial: SmokeTrial) -> None:
    assert trial.chosen is not None
    trial.ask("start", config={"game": trial.game.name, **trial.chosen.to_json()})
    for label, outcome in trial.chance:
        trial.ask("chance", label=label, outcome=outcome)


def asks_somebody(trial: SmokeTrial) -> None:
    """Who it is, the rules decide later; that the set-up is over and a seat of this game is asked, the adapter."""
    assert trial.begin is not None
    theirs = trial.ask("pending")
    if theirs["kind"] == "chance":
        raise CheckFailed(f"after all of the set-up it still wants chance: {dumps(theirs)[:MOST]}")
    if (theirs["kind"] == "end") is not trial.begin.is_over:
        raise CheckFailed("by the rules somebody must answer now, and it says that the game is over")
    strange = [seat for seat in theirs.get("seats", ()) if seat not in range(trial.begin.seats)]
    if strange:
        raise CheckFailed(f"it asks seat {strange[0]} in a game for {trial.begin.seats}")


def answers_in_shape(trial: SmokeTrial) -> None:
    """Its answers have the shapes of the protocol."""
    trial.first = _all(trial)
    wrong = next(_wrong_forms(trial), None)
    if wrong is not None:
        raise CheckFailed(f"{wrong.wanted} {wrong.said}")
    lists = [moves for name, moves in trial.first.items() if name.startswith("legal")]
    if lists and not any(lists):
        raise CheckFailed("whoever it asks has no legal move at the beginning")


def _wrong_forms(trial: SmokeTrial) -> Iterator[WrongForm]:
    """Values that nothing in this game can have: a text for a number, a state that the rules do not know."""
    assert trial.agreed is not None
    for question, said in trial.first.items():
        what = question.split()[0]
        if what in ("position", "view"):
            yield from wrong_tables(trial.game, what, said, trial.agreed.unsaid, what == "position")
        for move in said if what == "legal" else ():
            yield from wrong_move(trial.game, move)


def _all(trial: SmokeTrial) -> dict[str, Json]:
    """Every question that can be asked at the beginning, with its answer."""
    assert trial.agreed is not None and trial.begin is not None
    found = {"pending": trial.ask("pending")}
    found |= {f"legal {seat}": trial.ask("legal", seat=seat) for seat in found["pending"].get("seats", ())}
    if trial.agreed.can("position"):
        found["position"] = trial.ask("position")
    if trial.agreed.can("view"):
        found |= {f"view {seat}": trial.ask("view", seat=seat) for seat in (*range(trial.begin.seats), None)}
    return found


def _first_change(before: dict[str, Json], after: dict[str, Json]) -> str:
    """The first question that is answered differently, whatever the order of lists."""
    return next((name for name, value in before.items() if _loose(after.get(name)) != _loose(value)), "")


def _loose(value: Json) -> str:
    """A value without the order of its lists: which of them are sets, the rules say, not this check."""
    if isinstance(value, list):
        return f"[{','.join(sorted(map(_loose, value)))}]"
    if isinstance(value, dict):
        return f"{{{','.join(f'{name}:{_loose(value[name])}' for name in sorted(value))}}}"
    return dumps(value)


def begins_anew(trial: SmokeTrial) -> None:
    """A second game begins as the first did."""
    _move(trial)
    _begin(trial)
    other = _first_change(trial.first, _all(trial))
    if other:
        raise CheckFailed(f"begun a second time with the same chance, `{other}` is answered differently")


def _move(trial: SmokeTrial) -> None:
    """The first move that is legal on both sides, so that there is something to begin anew from."""
    assert trial.begin is not None
    for seat in trial.begin.pending.seats:
        theirs, ours = trial.first.get(f"legal {seat}"), trial.begin.legal(seat)
        if theirs is None:
            continue  # it asks somebody else; the rules decide that later
        known = {dumps(one) for one in ours}
        move = next((one for one in theirs if dumps(one) in known), None)
        if move is None:
            told = f"it writes {dumps(theirs[0])[:MOST]}, the rules write {dumps(ours[0])[:MOST]}" if theirs else ""
            raise CheckFailed(f"none of the moves it lists is one of the rules: {told}")
        trial.ask("move", seat=seat, move=move)
        return


def refuses_nonsense(trial: SmokeTrial) -> None:
    """It refuses what is no move and goes on."""
    assert trial.begin is not None
    seat = next(iter(trial.begin.pending.seats), 0)
    try:
        trial.ask("move", seat=seat, move=NONSENSE)
    except EngineRefused:
        after = _all(trial)
        if other := _first_change(trial.first, after):
            raise CheckFailed(f"it refuses {dumps(NONSENSE)}, and yet `{other}` has changed") from None
        return
    raise CheckFailed(f"it takes {dumps(NONSENSE)}, which no rules know")


def ends(trial: SmokeTrial) -> None:
    """It ends when it is asked to."""
    trial.ask("bye")
    trial.close()


CURES = {  # of an engine that gave no answer, whatever it was asked
    "not-json": "Write each answer on one line, whole numbers without a point, and nothing else to standard output: "
    "what the program prints belongs to standard error.",
    "wrong-id": "Answer each request once, in the order in which they came, with the number of that request.",
    "unasked": "Write nothing to standard output but one answer to each request: what the program prints belongs to "
    "standard error.",
    "timeout-step": "Answer each request at once and flush the line; `--limit step=SECONDS` gives a program longer.",
    "exit": "The program must go on until its input ends; why it ended, its standard error should say.",
}
CHECKS: tuple[tuple[str, Callable[[SmokeTrial], None], str], ...] = (
    ("starts", starts, 'Start the same command by hand and type a request: {"id":1,"op":"ping"}.'),
    ("says hello", greets, "Answer `hello` with rcp, engine and games, as the page of the protocol shows."),
    (
        "names the game",
        names_the_game,
        "Name the game in `games` exactly as the first line of its rules spells it, with numbers of players, options "
        "and unsaid names that its rules have.",
    ),
    (
        "plays what was asked for",
        plays_what_is_asked,
        "Ask with --players and --option for what it plays, or let `hello` name more seats and values of options.",
    ),
    (
        "takes what chance says",
        takes_chance,
        "Take every outcome of the set-up in the order in which the rules ask, and draw nothing yourself; "
        "`rulekit serve GAME` shows labels and forms.",
    ),
    (
        "asks somebody",
        asks_somebody,
        "Seats are counted from 0. An engine with `chance.asked` must take all outcomes before it asks anybody.",
    ),
    (
        "answers in the right shape",
        answers_in_shape,
        "`rulekit schema GAME` has the form of every answer, with an example of each move.",
    ),
    (
        "begins anew",
        begins_anew,
        "`start` must forget the game before it; nothing may depend on time, chance of its own or earlier games.",
    ),
    (
        "refuses nonsense and stays as it was",
        refuses_nonsense,
        "Refuse (`refused`, in Python ValueError) whatever is not in the legal list, before anything is changed.",
    ),
    ("ends", ends, "Answer `bye` with null, then end; do the same when the input ends."),
)
