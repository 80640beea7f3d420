"""One sitting at a game: shows, asks, does what is said, until the game is over or somebody leaves."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import TextIO

import attrs
import click

from rulekit.cli.exits import Exit
from rulekit.cli.game_options import options_told
from rulekit.cli.render import board
from rulekit.files import writing
from rulekit.play.games.game import Position
from rulekit.play.games.move_parsing import parse_move
from rulekit.play.machine.random_bits import stream
from rulekit.play.position.strict_json import dumps
from rulekit.play.reasons import played_wording
from rulekit.play.refusals import Refused

MANY = 40  # choices shown without being asked for
CHANGES = 15  # lines about what changed
HELP = """\
A number or the words of a choice make that move. Besides:
  moves          all choices
  look           the position again
  why MOVE       may this move be made, and if not, which clauses refuse it
  undo           back to the last time one of you was asked
  save FILE      save; `rulekit play .. --resume FILE` goes on
  quit           leave"""


@attrs.frozen
class TableOptions:
    """How the table is set: seats played by people, whether all is shown, pictures, where to save."""

    seed: str
    people: tuple[int, ...]
    open_hands: bool
    pictures: bool
    save: str | None


class PlayLoop:
    """The game so far and the loop around it."""

    def __init__(self, start: Position, manner: TableOptions, source: TextIO) -> None:
        self.here = start
        self.manner = manner
        self.source = source
        played = any("move" in one.step for one in start.line() if one.step is not None)
        self.told: Position | None = start if played else None  # up to where everything was told
        self.left = False

    def run(self) -> int:
        """Play."""
        config = self.here.chosen
        options = options_told(dict(config.options))
        self.say(
            f"{self.here.game.name}, {config.seats} seats, seed {self.manner.seed}"
            + (f"; {options}" if options else "")
            + (f"\n{self.here.game.assumed_rows_note}" if self.here.game.assumed_rows_note else "")
        )
        while not self.here.is_over and not self.left:
            seat = self.here.pending.seats[0]
            if seat in self.manner.people:
                self.ask(self._whose(seat))
            else:
                self._random(seat)
        if self.here.is_over:
            self.say(*self.changes(), "", *self.board(None), *played_wording.result_words(self.here.result()))
        if self.manner.save is not None and not self.save(self.manner.save):
            return Exit.USAGE
        return Exit.GOOD

    def say(self, *lines: str) -> None:
        """Print lines."""
        for line in lines:
            click.echo(line)

    # -------------------------------------------------------------- people

    def _whose(self, seat: int) -> int:
        """Of several who answer together, whoever is a person comes first."""
        return next((one for one in self.here.pending.seats if one in self.manner.people), seat)

    def ask(self, seat: int) -> None:
        """Show and ask until the position is another one, or somebody leaves."""
        self.hand_over(seat)
        here = self.here
        self.say(
            *self.changes(), "", *self.board(seat), f"Seat {seat} [{here.pending.line}]", *self.choices(seat, MANY)
        )
        while self.here is here and not self.left:
            self.answer(seat, self.line(seat))

    def hand_over(self, seat: int) -> None:
        """When several people play with closed hands, the next one sits down first."""
        if self.manner.open_hands or len(self.manner.people) < 2:
            return
        self.say("\n" * 3 + f"Seat {seat} is next. Press Enter when only seat {seat} is looking.")
        self.source.readline()

    def line(self, seat: int) -> str:
        """What is typed; in a pipe it is repeated, so that the transcript reads well."""
        click.echo(f"seat {seat}> ", nl=False)
        text = self.source.readline()
        if not text:
            self.left = True
            click.echo("quit")
            return ""
        if not self.source.isatty():
            click.echo(text.rstrip("\n"))
        return text.strip()

    def answer(self, seat: int, text: str) -> None:
        """Do what was said."""
        verb, _, rest = text.partition(" ")
        orders: dict[str, Callable[[int, str], object]] = {
            "help": lambda seat, rest: self.say(HELP),
            "?": lambda seat, rest: self.say(HELP),
            "moves": lambda seat, rest: self.say(*self.choices(seat, None)),
            "look": lambda seat, rest: self.say(*self.board(seat)),
            "why": self.explain_refusals,
            "undo": lambda seat, rest: self.undo(),
            "save": lambda seat, rest: self.save(rest),
            "quit": lambda seat, rest: self.leave(),
        }
        if not text:
            return
        if verb in orders and text not in self.here.words(seat):
            orders[verb](seat, rest.strip())
        else:
            self.move(seat, text)

    def move(self, seat: int, text: str) -> None:
        """A number or words."""
        if text.isascii() and text.isdigit():
            count = len(self.here.legal(seat))
            if 1 <= int(text[:9]) <= count:
                self.here = self.here.take(seat, int(text) - 1)
            else:
                self.say(f"there are choices 1 to {count}")
            return
        meant = parse_move(self.here, seat, text)
        if meant is None:
            self.say(f"I do not understand `{text}`. A number, the words of a choice, or `help`.")
            return
        try:
            self.here = self.here.apply(seat, meant)
        except Refused:
            self.explain_refusals(seat, text)

    def explain_refusals(self, seat: int, text: str) -> None:
        """All reasons against a move."""
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
        if 1 <= number <= len(self.here.legal(seat)):
            self.say(f"{self.here.words(seat)[number - 1]}: you may do this")
            return
        meant = parse_move(self.here, seat, text) if text else None
        if meant is None:
            self.say("why what? `why` and a move: its words, or its number")
            return
        reasons = self.here.why_not(seat, meant)
        self.say(
            *(["you may not:", *played_wording.reason_lines(reasons)] if reasons else [f"{text}: you may do this"])
        )

    def undo(self) -> None:
        """Back to the last time a person was asked."""
        back = self.here.before
        while back is not None and not set(back.pending.seats) & set(self.manner.people):
            back = back.before
        if back is None:
            self.say("this is the first decision")
            return
        self.here = self.told = back
        self.say("undone")

    def save(self, file: str) -> bool:
        """Write the game so far; false if that could not be done, and then it is said why."""
        if not file:
            self.say("save where? `save FILE`")
            return False
        try:
            writing.write(file, self.here.trace().text())
        except (OSError, ValueError) as fault:
            self.say(f"{file}: {getattr(fault, 'strerror', None) or 'cannot be written'}")
            return False
        self.say(f"saved: rulekit play {self.here.game.name} --resume {file}")
        return True

    def leave(self) -> None:
        """Leave the table after this answer."""
        self.left = True

    # -------------------------------------------------------------- telling

    def board(self, seat: int | None) -> list[str]:
        """The position for whoever is to look at it."""
        everything = self.manner.open_hands
        reader = seat if seat is not None or len(self.manner.people) != 1 else self.manner.people[0]
        return board.board_lines(self.here, reader, everything, self.manner.pictures)

    def choices(self, seat: int, most: int | None) -> list[str]:
        """Numbered choices."""
        found = [f"{number:>3}. {text}" for number, text in enumerate(self.here.words(seat), 1)]
        if most is None or len(found) <= most:
            return found
        return [*found[:most], f"     and {len(found) - most} more; `moves` shows all"]

    def changes(self) -> list[str]:
        """What happened since the last time anything was told."""
        steps: list[Position] = []
        here: Position | None = self.here
        while here is not None and here is not self.told:
            steps.append(here)
            here = here.before
        self.told = self.here
        lines = [line for one in reversed(steps) for line in self.heard_of(one)]
        return (
            lines if len(lines) <= CHANGES else [*lines[: CHANGES - 1], f"and {len(lines) - CHANGES + 1} more changes"]
        )

    def heard_of(self, one: Position) -> list[str]:
        """One step as those at the table learn of it."""
        people = self.manner.people
        reader = people[0] if len(people) == 1 else None
        if self.manner.open_hands:
            reader = one.step.get("seat") if one.step is not None else None
        return played_wording.news(one.news(reader), False, words_of_answers(one))

    # -------------------------------------------------------------- others

    def _random(self, seat: int) -> None:
        """A seat that nobody plays answers at random; the same again after an undo."""
        bits = stream(self.manner.seed, "seat", len(self.here.line()))
        self.here = self.here.take(seat, bits.below(len(self.here.legal(seat))))


def words_of_answers(one: Position) -> dict[tuple[int, str], str]:
    """The last answers in the words in which they were offered; those of all seats, for sealed ones are told later."""
    moves = ((here, here.step) for here in history(one) if here.step is not None and "move" in here.step)
    last = itertools.islice(moves, one.seats)
    return {(step["seat"], dumps(step["move"])): here.move_words() for here, step in last}


def history(one: Position) -> Iterator[Position]:
    """A position and those before it, the latest first."""
    here: Position | None = one
    while here is not None:
        yield here
        here = here.before
