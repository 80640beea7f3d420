"""A finished verification as data: everything that a report of any format shows, worked out once.

Formats compute nothing: they arrange what stands here. As JSON it is `rulekit-verification/1`; its schema,
conformance/protocol/verification.json, is made from the fields below.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import attrs

from rulekit.verify.record_json import Misfit, pack, says, unpack

FORMAT = "rulekit-verification/1"
Json = Any


class DifferenceKind(StrEnum):
    """What two accounts of one game can differ in. A report names kinds by these words."""

    SHAPE = "shape"
    ASKED = "asked"
    CHANCE = "chance"
    LEGAL = "legal"
    POSITION = "position"
    VIEW = "view"
    RESULT = "result"
    REFUSAL = "refusal"
    EXPLANATION = "explanation"
    LOADED = "loaded"
    COPY = "copy"
    ORDER = "order"
    FAILURE = "failure"


@attrs.frozen
class KindWords:
    """How people call a kind of comparison: one, many, and what a difference in it is about."""

    one: str
    many: str
    about: str


PLACES = ", "  # between the places of one cause, where it shows in several


def places(told: str) -> tuple[str, ...]:
    """The places of a cause."""
    return tuple(told.split(PLACES))


KINDS: dict[DifferenceKind, KindWords] = {
    DifferenceKind.SHAPE: KindWords("answer", "shapes of answers", "the form of an answer"),
    DifferenceKind.ASKED: KindWords("question", "questions who must answer", "who must answer"),
    DifferenceKind.CHANCE: KindWords("chance point", "chance points", "what chance is asked"),
    DifferenceKind.LEGAL: KindWords("legal list", "legal lists", "what is legal"),
    DifferenceKind.POSITION: KindWords("position", "positions", "the position"),
    DifferenceKind.VIEW: KindWords("view", "views", "what somebody sees"),
    DifferenceKind.RESULT: KindWords("result", "results", "the result"),
    DifferenceKind.REFUSAL: KindWords("refusal", "wrong moves offered", "a move that must be refused"),
    DifferenceKind.EXPLANATION: KindWords("explanation", "explanations", "why a move is refused"),
    DifferenceKind.LOADED: KindWords("loaded position", "positions loaded", "a position that was loaded"),
    DifferenceKind.COPY: KindWords("copy", "copies and saves", "a copy or a saved game"),
    DifferenceKind.ORDER: KindWords("ordered list", "orders of lists", "the order of a list"),
    DifferenceKind.FAILURE: KindWords("failure", "failures", "the engine failed"),
}


# ------------------------------------------------------------------ the verdict


class VerdictWord(StrEnum):
    """The verdict in a word."""

    AGREES = "agrees"
    DIFFERS = "differs"
    UNJUDGED = "cannot be judged"
    NOTHING = "nothing was compared"
    STOPPED = "stopped"


CODES = {
    VerdictWord.AGREES: 0,
    VerdictWord.DIFFERS: 1,
    VerdictWord.UNJUDGED: 3,
    VerdictWord.NOTHING: 5,
    VerdictWord.STOPPED: 130,
}


@attrs.frozen
class Verdict:
    """What came of it: one word, one sentence, and the exit code that every format and the command share."""

    word: str = says("agrees, differs, cannot be judged, nothing was compared, stopped")
    code: int = says("the exit code, as docs/exit-codes.md has it")
    sentence: str = says("the same as one sentence for people")


# ------------------------------------------------------------------ who was verified, and how


@attrs.frozen
class Assumed:
    """Rows of a table that no source states, so that agreement about them proves nothing about the printed game."""

    kind: str = says("the kind of thing the rows are")
    rows: int = says("how many are assumed")
    of: int = says("how many there are")


@attrs.frozen
class GameTold:
    """The rules that were taken as the measure."""

    name: str = says("the name of the game")
    title: str = says("its title")
    spec: str = says("the hash of the rules")
    rulekit: str = says("the version of rulekit")
    assumed: tuple[Assumed, ...] = says("which tables are made up, and how much of them")
    grounds: str = says("the same in a line; empty if nothing is made up")
    tables: dict[str, str] = says("hashes of tables of one's own, by the name of those they stand for")


@attrs.frozen
class EngineTold:
    """The engine that was verified, as it calls itself and as it was started."""

    name: str = says("what it calls itself")
    version: str = says("its version; empty if it says none")
    language: str = says("the language it is written in; empty if it does not say")
    source: str = says("where its source is; empty if it does not say")
    issues: str = says("where its issues are told; empty if it does not say")
    command: str = says("how it was started, as it was written on the command line")
    hash: str = says("SHA-256 of its files; empty if they are not known")
    level: str = says("the level of the protocol that was used, L0 to L4")
    features: tuple[str, ...] = says("what it can do besides the first level")
    isolation: str = says("none, limits, sandbox")


@attrs.frozen
class Configured:
    """One way the game was set up, and how much was played so."""

    options: dict[str, Any] = says("every option with its value")
    seats: int = says("how many play")
    words: str = says("the same in words")
    games: int = says("games played so")
    decisions: int = says("decisions in them")


@attrs.frozen
class Check:
    """One check of the adapter, before any rule is looked at."""

    name: str = says("what is checked")
    state: str = says("passed, failed, skipped")
    said: str = says("what was seen; empty if it passed")
    cure: str = says("what to do; empty if it passed")


@attrs.frozen
class Stage:
    """One part of the verification: smoke, vectors, games."""

    name: str = says("smoke, vectors, games")
    state: str = says("passed, failed, skipped")
    why: str = says("why it was skipped; else empty")
    done: int = says("how many checks, vectors or games")
    of: int = says("how many there were to do; 0 where there is no such number")
    failed: int = says("how many of them differ")


# ------------------------------------------------------------------ what was compared


@attrs.frozen
class Share:
    """One part of what was compared, so that a reader sees where little was looked at."""

    what: str = says("in words: views of seat 1 in mid-game")
    number: int = says("how many were compared")


@attrs.frozen
class Compared:
    """How much of one kind was compared, and what that is worth."""

    kind: str = says("one of the kinds")
    what: str = says("the kind in words, many of them")
    number: int = says("how many were compared")
    games: int = says("in how many games or vectors")
    differences: int = says("how many of them differ")
    bound: str = says("3/600: with 95 in 100 it differs in fewer of such games; empty if it did differ")
    shares: tuple[Share, ...] = says("the same in parts")


@attrs.frozen
class Missing:
    """Something that was not compared."""

    what: str = says("what")
    why: str = says("why, as a sentence")


@attrs.frozen
class Quoted:
    """A sentence of the rulebook or a ruling."""

    id: str = says("its id in the ledger")
    text: str = says("the sentence; of a ruling the answer under the options in force")
    place: str = says("where it stands; empty if that is not known")
    certainty: str = says("stated, inferred, public, assumed, ruling; empty if that is not known")


@attrs.frozen
class SentenceState:
    """A sentence of the rulebook, and how far it was looked at."""

    quoted: Quoted = says("the sentence")
    state: str = says("failed, agreed, not met, cannot be told")
    clauses: tuple[str, ...] = says("the lines of the rules that rest on it")
    games: int = says("in how many games or vectors one of these lines was met")


# ------------------------------------------------------------------ what differs


@attrs.frozen
class Reason:
    """One line of the rules that has to do with a difference, with the values it looked at."""

    role: str = says("decides, looked at, led here")
    name: str = says("how the line is called: its id in brackets, or what it declares")
    clause: str = says("its id; empty if it has none")
    line: str = says("the line as it is written")
    facts: tuple[str, ...] = says("values: `strength of unit is 0`")
    sentences: tuple[Quoted, ...] = says("what it rests on")


@attrs.frozen
class Value:
    """One value that decided."""

    what: str = says("in the words of the rules")
    value: str = says("what it was")


@attrs.frozen
class Suspect:
    """A clause that may be the one that is broken."""

    clause: str = says("its id")
    line: str = says("the line as it is written")
    sentences: tuple[Quoted, ...] = says("what it rests on")
    score: float = says("how much speaks for it, 1 is most; 0 if it is only named")


@attrs.frozen
class MoveTold:
    """A move, as data and in words."""

    seat: int = says("who makes it, counted from 0")
    move: Any = says("as the protocol has it")
    words: str = says("in words")


@attrs.frozen
class Side:
    """One of the two accounts at the point of difference; what was not asked or not answered is null."""

    pending: Any = says("who must answer, or that it is over")
    legal: dict[str, Any] = says("the legal moves by seat, as data")
    states: Any = says("all states")
    zones: Any = says("all zones")
    views: dict[str, Any] = says("what seats see, by seat; `-` is the spectator")
    result: Any = says("the result, if it is over")


@attrs.frozen
class DifferencePlace:
    """The first thing in which the two differ, and everything of its kind."""

    kind: str = says("one of the kinds")
    seat: int | None = says("whose moves or view it is; null where none is meant")
    path: tuple[Any, ...] = says("the place within it, from outside in")
    words: str = says("the place in words")
    rules: Any = says("what the rules have there")
    engine: Any = says("what the engine has there")
    move: MoveTold | None = says("the move that only one side has, or that was refused or taken")
    missing: tuple[MoveTold, ...] = says("all legal moves that the engine does not offer")
    extra: tuple[MoveTold, ...] = says("all moves that the engine offers and the rules do not")
    names: tuple[str, ...] = says("all states and zones that differ")


@attrs.frozen
class Example:
    """One case in which a difference shows, from the position before the last move to both tables."""

    source: str = says("where it was met: game 12, or the id of a vector")
    stage: str = says("vectors, games")
    game: int = says("the number of the game; -1 for a vector")
    vector: str = says("the id of the vector; empty for a game")
    configuration: Configured = says("how the game is set up")
    moves: int = says("moves before it")
    before: Any = says("the position before the last move, whole, as `load` takes it; null if there is none")
    before_views: dict[str, Any] = says("the same as seats see it, by seat; `-` is the spectator")
    last: tuple[MoveTold, ...] = says("the last moves, the latest last")
    chance: tuple[Any, ...] = says("what chance said since the position before")
    rules: Side = says("how it is by the rules")
    engine: Side = says("how it is in the engine")
    where: DifferencePlace = says("the first difference")
    file: str = says("the name of its case file; empty if none was written")
    case: Any = says("what stands in the case file: a game that shows it again, replayable by itself")
    replay: tuple[str, ...] = says("commands that show it again, each one line that can be pasted into a shell")


@attrs.frozen
class Known:
    """An accepted difference, as the baseline has it."""

    kind: str = says("one of the kinds")
    clause: str = says("the clause that is named first")
    place: str = says("the place, as the cause has it; empty: any")
    reason: str = says("why it is accepted")
    owner: str = says("who answers for that")
    seen: int = says("how often it was met this time")
    state: str = says("met, not met, passes: every vector that should show it agrees now")


@attrs.frozen
class Cause:
    """One cause is one story: all differences of one kind at one place with the same clause named first."""

    id: str = says("kind, clause and place, joined by slashes; the same in every run")
    kind: str = says("one of the kinds")
    clause: str = says("the clause that is named first; empty if none is")
    place: str = says("the name of the state, zone, move or key in which it shows")
    title: str = says("what is said about it in a line: the sentence of the rulebook, else the line of the rules")
    line: str = says("the line of the rules")
    sentences: tuple[Quoted, ...] = says("the sentences of the rulebook that the clause rests on")
    rulings: tuple[Quoted, ...] = says("rulings on it, each by its answer under the options in force")
    rules: str = says("what the rules say, as a sentence")
    engine: str = says("what the engine says, as a sentence")
    values: tuple[Value, ...] = says("the values that decided")
    reasons: tuple[Reason, ...] = says("the lines behind it, what decides first")
    suspects: tuple[Suspect, ...] = says(
        "clauses to read, the likeliest first; the first is that of the cause, if a rule is broken"
    )
    games: int = says("games that show it")
    vectors: int = says("vectors that show it")
    examples: tuple[Example, ...] = says("cases, the smallest first")
    known: Known | None = says("the entry of the baseline that accepts it; null if none does")

    @property
    def other_suspects(self) -> tuple[Suspect, ...]:
        """Clauses to read beside that of the cause, which is the first if there is one."""
        return self.suspects[1:4] if self.clause else self.suspects[:3]

    @property
    def times(self) -> int:
        """How often it was met."""
        return self.games + self.vectors


ALWAYS, OTHERWISE, ONCE = "it fails again", "it fails in another way", "it does not fail again"  # on a new start


@attrs.frozen
class Failed:
    """The engine did not answer, or not as agreed."""

    kind: str = says("exit, signal, timeout-step, not-json, bad-schema and so on; error where nothing more is known")
    said: str = says("what was seen, with its own last words")
    times: int = says("how often")
    source: str = says("where it was met first")
    replay: tuple[str, ...] = says("commands that show it again")
    again: str = says("what came of trying the same once more on a new start; empty if it was not tried", default="")


@attrs.frozen
class Advice:
    """Something that is no fault, but worth knowing."""

    what: str = says("what was seen")
    times: int = says("how often")


# ------------------------------------------------------------------ all of it


@attrs.frozen
class Verification:
    """Everything that was found."""

    format: str = says(FORMAT)
    verdict: Verdict = says("what came of it")
    game: GameTold = says("the rules")
    engine: EngineTold = says("the engine")
    seed: str = says("the seed of all games")
    configurations: tuple[Configured, ...] = says("how it was set up")
    smoke: tuple[Check, ...] = says("checks of the adapter")
    stages: tuple[Stage, ...] = says("what was done")
    compared: tuple[Compared, ...] = says("what was compared, by kind")
    missing: tuple[Missing, ...] = says("what was not compared")
    finished: int = says("games that came to their end")
    decisions: int = says("decisions played")
    sentences: tuple[SentenceState, ...] = says("every sentence of the rulebook")
    causes: tuple[Cause, ...] = says("what differs, the most frequent first")
    known: tuple[Known, ...] = says("the baseline, entry by entry")
    failures: tuple[Failed, ...] = says("failures of the engine")
    advice: tuple[Advice, ...] = says("advice")

    @property
    def open_causes(self) -> tuple[Cause, ...]:
        """Causes that no baseline accepts."""
        return tuple(one for one in self.causes if one.known is None)

    def count_in_state(self, state: str) -> int:
        """How many sentences are in a state."""
        return sum(one.state == state for one in self.sentences)

    def to_json(self) -> dict[str, Json]:
        """As data for tools, as the schema `verification.json` has it."""
        found: dict[str, Json] = pack(self)
        return found


def read_verification(data: Json) -> Verification:
    """A report that was kept as JSON; `Misfit` says what is wrong with it."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Misfit(f'this is no report of a verification; one begins with "format": "{FORMAT}"')
    return unpack(Verification, data)
