"""Session of a page that plays: one request in JSON, one answer in JSON; errors are sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from rulekit.looks.game_looks import PictureModel, usable_looks
from rulekit.play.games.game import FORMAT, Game, Position, parse_trace
from rulekit.play.machine.random_bits import fresh_seed, stream
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.position.chance_outcomes import SeededChance
from rulekit.play.position.strict_json import LONGEST_FILE, dumps, loads
from rulekit.play.refusals import Refused, short_text
from rulekit.webplay import request_form, table_state
from rulekit.webplay.answers import MoveOption, answers
from rulekit.webplay.move_picker import PickStep, allows, question, said_of
from rulekit.webplay.refusals_told import try_picks
from rulekit.webplay.story import ALL, Reader, Story
from rulekit.words.vocabulary import ACTIVE

Json = Any
ROOM, LEAST, MOST = 900, 280, 1600  # how wide a picture is drawn, in points
NEWS = 40  # lines about what others did
OWN = "own"  # eyes of whoever is asked
MOST_STEPS = 5000  # moves of random players in a row


@attrs.define
class PageSession:
    """One game at one table. `people` are the seats that somebody plays; the others play at random."""

    game: Game
    here: Position | None = None
    seed: str = ""
    people: frozenset[int] = frozenset()
    eyes: Reader | str = OWN
    room: int = ROOM
    picks: tuple[PickStep, ...] = ()
    seen: Position | None = None  # what was on the page when somebody answered last
    count: int = 0  # of answers given; a page says which one it speaks of
    story: Story | None = None
    _looks: dict[Any, PictureModel] = attrs.field(factory=dict)
    _moves: tuple[Position, int, tuple[MoveOption, ...]] | None = None

    def ask(self, request: Json) -> dict[str, Json]:
        """The answer to one request; a problem in words if it cannot be done, and then nothing has changed."""
        try:
            return REQUESTS[request_form.name(request, REQUESTS)](self, request)
        except Refused as wrong:
            return {"problem": wrong.words or "; ".join(map(self._reason_words, wrong.reasons)) or wrong.code}
        except Fault as wrong:
            return {"problem": f"the rules do not know how to go on: {wrong}"}

    def _reason_words(self, reason: str) -> str:
        told = self.game.clauses.reason(reason)
        return " ".join(text for _, text in told.sentences) or told.line or reason

    # -------------------------------------------------------------- beginning

    def options_to_choose(self, request: Json) -> dict[str, Json]:
        """What can be chosen."""
        return {"about": table_state.options_to_choose(self.game)}

    def begin(self, request: Json) -> dict[str, Json]:
        """A new game."""
        seed = request_form.text(request, "seed") or str(fresh_seed())
        options = {
            name: value for name, value in request_form.an_object(request, "options").items() if value is not None
        }
        start = self.game.start(request.get("players"), options, SeededChance.of(seed), request.get("edition") or None)
        return self.sit_down(start, request_form.seats(request, start.seats), seed)

    def load_text(self, request: Json) -> dict[str, Json]:
        """A position, or a recorded game, as text."""
        data = loads(request_form.text(request, "text"), LONGEST_FILE)
        seed = request_form.text(request, "seed") or str(fresh_seed())
        if isinstance(data, dict) and data.get("format") == FORMAT:
            start = attrs.evolve(parse_trace(data).replay(self.game), chance=SeededChance.of(seed)).after_chance()
        else:
            start = self.game.position(data, SeededChance.of(seed)).after_chance()
        return self.sit_down(start, request_form.seats(request, start.seats), seed)

    def sit_down(self, start: Position, people: frozenset[int], seed: str, eyes: Reader | str = OWN) -> dict[str, Json]:
        """Play from a position."""
        here = self._others(start, people, seed)
        looks = self._looks_of(start)
        self.story = Story(looks, looks.hidden_names | {ACTIVE})
        self.here, self.people, self.seed, self.picks, self.seen, self.eyes = here, people, seed, (), None, eyes
        return self._state()

    # -------------------------------------------------------------- answering

    def pick(self, request: Json) -> dict[str, Json]:
        """One step of narrowing, or a whole move by its number; where one move is left it is made."""
        if self._is_late(request):
            return self._state()
        step, seat = request.get("pick"), self._mine()
        found = self._answers(seat)
        if isinstance(step, int) and not isinstance(step, bool):
            return self._made(seat, step)
        picks = (*self.picks, request_form.pick(step))
        left = [answer for answer in found if allows(picks, answer)]
        if not left:
            raise Refused("not-there", "no move is left with this")
        if len(left) == 1:
            return self._made(seat, left[0].number)
        self.picks = picks
        return self._state()

    def unpick(self, request: Json) -> dict[str, Json]:
        """One step of narrowing back, or all of them."""
        self.picks = () if request.get("all") else self.picks[:-1]
        return self._state()

    def play_random_move(self, request: Json) -> dict[str, Json]:
        """A move at random for whoever is asked."""
        if self._is_late(request):
            return self._state()
        here = self._playing()
        seat = self._seat_to_answer(here)
        return self._made(seat, _random(here, seat, self.seed))

    def go_back(self, request: Json) -> dict[str, Json]:
        """Back to the last time somebody was asked; of games that nobody plays, one step."""
        back = self._before()
        if back is None:
            raise Refused("not-there", "this is the first decision")
        self.here, self.picks, self.seen = back, (), None
        return self._state()

    def _made(self, seat: int, number: int) -> dict[str, Json]:
        here = self._playing()
        after = self._others(here.take(seat, number), self.people, self.seed)
        self.here, self.seen, self.picks = after, here, ()
        return self._state()

    def _others(self, here: Position, people: frozenset[int], seed: str) -> Position:
        """The position after all those who play at random; where nobody plays, each of them is waited for."""
        for _ in range(MOST_STEPS):
            if here.is_over or not people or set(here.pending.seats) & people:
                return here
            seat = here.pending.seats[0]
            here = here.take(seat, _random(here, seat, seed))
        return here

    def _before(self) -> Position | None:
        back = self._playing().before
        while back is not None and (back.pending.kind != "decision" or not self._asks_person(back)):
            back = back.before
        return back

    def _asks_person(self, position: Position) -> bool:
        return not self.people or bool(set(position.pending.seats) & self.people)

    # -------------------------------------------------------------- looking

    def look(self, request: Json) -> dict[str, Json]:
        """The same with other eyes, or drawn for another room."""
        if "eyes" in request:
            self.eyes = self._eyes(request["eyes"])
        if "room" in request:
            self.room = max(LEAST, min(MOST, request_form.number(request, "room")))
        return self._state() if self.here is not None else {}

    def tell(self, request: Json) -> dict[str, Json]:
        """The whole story so far."""
        return {"story": self._story_since(self._playing(), self._reader())}

    def position(self, request: Json) -> dict[str, Json]:
        """The position, or with `game` the recorded game, as text to keep."""
        here = self._playing()
        return {"text": here.trace().text() if request.get("game") else dumps(here.to_json())}

    def explain_refusals(self, request: Json) -> dict[str, Json]:
        """Moves that are refused, narrowed by `picks` in the same way; of the one that is left, every reason."""
        here, seat = self._playing(), self._mine()
        return try_picks(here, self._looks_of(here), seat, *request_form.trial(request.get("picks")))

    # -------------------------------------------------------------- what the page is told

    def _state(self) -> dict[str, Json]:
        here = self._playing()
        self.count += 1
        seat = self._seat_to_answer(here) if not here.is_over else None
        reader, looks = self._reader(), self._looks_of(here)
        view = table_state.seen_view(here, reader, looks)
        words = table_state.in_words(looks, view)
        mine = seat is not None and reader in (seat, ALL)
        asking = question(self._answers(seat), self.picks) if seat is not None and mine else None
        before = table_state.seen_view(self.seen, reader, looks) if self.seen is not None else None
        marks = table_state.changes_between(looks, before, view).after
        offered = asking.keys if asking is not None else ()
        drawn = table_state.draw_table(looks, view, self.room, offered, marks)
        return {
            "count": self.count,
            "seats": here.seats,
            "people": sorted(self.people),
            "shared": self.eyes == OWN and len(self.people) > 1,
            "eyes": "nobody" if reader is None else reader,
            "asked": table_state.awaited_answer(here, seat),
            "question": asking.to_json() if asking is not None else None,
            "picked": self._picks_in_words(seat) if seat is not None and mine else [],
            "picture": table_state.as_file(looks, drawn, words),
            "legend": table_state.signs(looks, drawn),
            "words": words,
            "news": self._news(here, reader),
            "back": self._before() is not None,
            "result": table_state.result(here),
            "seed": self.seed,
            "options": dict(here.chosen.options),
        }

    def _news(self, here: Position, reader: Reader) -> list[Json]:
        """What came of the last answer, and what others did since."""
        told = self._story_since(here, reader, self.seen) if self.seen is not None else []
        return told[-NEWS:]

    def _story_since(self, here: Position, reader: Reader, since: Position | None = None) -> list[Json]:
        return self.story.steps_since(here, reader, since) if self.story is not None else []

    def _picks_in_words(self, seat: int) -> list[str]:
        """What was picked so far, in words."""
        return [said_of(pick, self._answers(seat)) for pick in self.picks]

    def _answers(self, seat: int | None) -> tuple[MoveOption, ...]:
        here = self._playing()
        if seat is None:
            return ()
        if self._moves is None or self._moves[0] is not here or self._moves[1] != seat:
            self._moves = (here, seat, answers(here.machine, self._looks_of(here), seat, here.machine.legal(seat)))
        return self._moves[2]

    def _looks_of(self, here: Position) -> PictureModel:
        if here.chosen not in self._looks:
            self._looks[here.chosen], _ = usable_looks(self.game, here.chosen)
        return self._looks[here.chosen]

    # -------------------------------------------------------------- who sees, who is asked

    def _playing(self) -> Position:
        if self.here is None:
            raise Refused("no-such-decision", "no game has begun")
        return self.here

    def _seat_to_answer(self, here: Position) -> int:
        """Of several who answer together, whoever is a person comes first."""
        seats = here.pending.seats
        return next((seat for seat in seats if seat in self.people), (*seats, 0)[0])

    def _mine(self) -> int:
        """The seat that is asked, if its cards are seen."""
        here = self._playing()
        seat = self._seat_to_answer(here)
        if here.is_over or self._reader() not in (seat, ALL):
            raise Refused("not-your-turn", f"seat {seat} is asked; see as seat {seat} to answer")
        return seat

    def _reader(self) -> Reader:
        """Whose eyes the page has."""
        here = self._playing()
        if self.eyes != OWN:
            return self.eyes
        if len(self.people) == 1:
            return min(self.people)
        return self._seat_to_answer(here) if self.people and not here.is_over else ALL if not self.people else None

    def _eyes(self, asked: Json) -> Reader | str:
        if asked in (OWN, ALL):
            return str(asked)
        if asked == "nobody":
            return None
        if isinstance(asked, bool) or not isinstance(asked, int) or not 0 <= asked < self._playing().seats:
            raise Refused("unknown-id", f"nobody has the eyes {short_text(asked)}")
        return asked

    def _is_late(self, request: Json) -> bool:
        """Whether the page speaks of a moment that has passed, as after a double click."""
        return request.get("count") not in (None, self.count)


def _random(here: Position, seat: int, seed: str) -> int:
    """A move at random; the same again after a step back."""
    return stream(seed, "seat", len(here.line())).below(len(here.legal(seat)))


REQUESTS: dict[str, Callable[[PageSession, Json], dict[str, Json]]] = {
    "about": PageSession.options_to_choose,
    "begin": PageSession.begin,
    "put": PageSession.load_text,
    "pick": PageSession.pick,
    "unpick": PageSession.unpick,
    "any": PageSession.play_random_move,
    "back": PageSession.go_back,
    "look": PageSession.look,
    "why": PageSession.explain_refusals,
    "tell": PageSession.tell,
    "position": PageSession.position,
}
