"""Rulebooks made at random: bodies that nest everything a body may say, in a world that has a bit of everything.

What is written is nearly always well-typed; what the checker refuses all the same is left out by whoever asks.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import attrs
from hypothesis import strategies as st

WORLD = """\
game bodies for 2 to 3 players{forced}
type Hue is one of red, green, blue
list Bead, 6 in all
  face: tone Hue, size 1 to 2
piece Card, 8 in all
  face names it: worth 1 to 3, doing effects
rows of Card
  [card.ash]  ash: worth 1                                      @public:toy
    a: {ash}
    b: add worth of here to pot
  [card.elm]  elm: worth 2                                      @public:toy
    dye with h in Hue: add 1 to store at h
  [card.fir]  fir: worth 3                                      @public:toy
    a: {fir}
  [card.oak]  oak: worth 1, copies 5                            @public:toy
zone deck            pile of Card  everyone sees face
zone desk            one Card      everyone sees face
zone hand of Player  set of Card   everyone sees face
state gold of Player is 0 to 99, starts 3, excess lost
state store at Hue   is 0 to 20, starts 1, excess lost
state mood           is yes or no
state tint           is Hue
state held           is Hue or nothing
state seen           is set of Hue
state pot            is 0 to 30, starts 5, excess lost
state chain          is set of Bead
state latest         is Bead or nothing
state sack           is bag of Hue
state fresh-pot      is 0 to 9, excess lost, new each turn
state clock          is 0 to 9, excess lost
define wealth of p: Player
  let cards be count of hand of p
  let best be most of worth of c for each c in hand of p
  is gold of p + cards * (best otherwise 0) - remainder of pot by 3
define grade of n: Number, first of
  [grade.high]  n / 2 if n > 6                                  @public:toy
  [grade.odd]   0 - n if remainder of n by 2 = 1                @public:toy
  [grade.else]  n                                               @public:toy
total worth-of-all of p: Player
  [sum.gold]   + gold of p                                      @public:toy
  [sum.most]   at most 9                                        @public:toy
  [sum.beads]  + count of chain if mood is yes                  @public:toy
define twins of h: Hue is those b in chain having (tone of b = h)
setup
  [setup.deck]  move every card of box to deck                  @public:toy
  [setup.hand]  for each p of Player: move top of deck to hand of p  @public:toy
  [setup.desk]  move top of deck to desk                        @public:toy
"""

END = """\
end
  [end.clock]  at end of turn when clock >= {clock}             @public:toy
{at_once}result
  [result.most]  most gold, then count of hand of player wins, ties are shared  @public:toy
"""

NUMBER, HUE, FLAG, SEAT, CARD, BEAD = "number", "hue", "flag", "seat", "card", "bead"
MAYBE_NUMBER, MAYBE_HUE, MAYBE_CARD = "number or nothing", "hue or nothing", "card or nothing"
LIKE_CODE = ("l", "z", "seat", "waits", "moves")  # ids of lines that look like what an engine is written in
HUES = ("red", "green", "blue")
Scope = dict[str, str]  # names with their types


@attrs.frozen
class Place:
    """Where a statement stands: what it may do there, and how deep inside others."""

    indent: int
    deep: int
    asks: bool = True
    draws: bool = True
    reports: bool = False
    actions: tuple[str, ...] = ()  # that may be offered
    procedures: tuple[str, ...] = ()  # that may be called, each with a number
    loop: bool = False  # a pass of a loop, whose `let`s are bound again


class Writer:
    """Draws one rulebook, line by line."""

    def __init__(self, below: Callable[[int], int]) -> None:
        self.below = below  # a number from 0 on below another
        self.lines: list[str] = []
        self.names = 0
        self.stem = ""
        self.count = 0
        self.left = 0

    # -------------------------------------------------------------- drawing

    def pick(self, options: Any) -> Any:
        return options[self.below(len(options))]

    def fresh(self) -> str:
        self.names += 1
        return f"x{self.names}"

    def line(self, place: Place, text: str) -> None:
        self.count += 1
        self.left -= 1
        label = f"[{self.stem}.{LIKE_CODE[self.count % len(LIKE_CODE)]}{self.count}]"
        self.lines.append(f"{'  ' * place.indent}{label}  {text}  @public:toy")

    # -------------------------------------------------------------- values

    def of_type(self, scope: Scope, *types: str) -> list[str]:
        return [name for name, kind in scope.items() if kind in types]

    def number(self, scope: Scope, deep: int = 1) -> str:
        known = self.of_type(scope, NUMBER)
        options: list[Callable[[], str]] = [
            lambda: str(self.below(4)),
            lambda: str(self.below(4)),
            lambda: f"gold of {self.seat(scope)}",
            lambda: "pot",
            lambda: "fresh-pot",
            lambda: f"store at {self.hue(scope)}",
            lambda: f"count of hand of {self.seat(scope)}",
            lambda: self.pick((f"count of (twins of {self.hue(scope)})", "count of sack", "count of chain")),
            lambda: f"({self.pick(('wealth', 'worth-of-all'))} of {self.seat(scope)})",
        ]
        if known:
            options += [lambda: self.pick(known)] * 4
        maybe = self.of_type(scope, MAYBE_NUMBER)
        if maybe:
            options += [lambda: f"({self.pick(maybe)} otherwise {self.below(3)})"] * 2
        if deep:
            options += [
                lambda: f"({self.number(scope, 0)} + {self.number(scope, 0)})",
                lambda: f"({self.number(scope, 0)} - {self.number(scope, 0)})",
                lambda: f"({self.number(scope, 0)} * {1 + self.below(2)})",
                lambda: f"({self.number(scope, 0)} if {self.test(scope, 0)} else {self.number(scope, 0)})",
                lambda: f"(most of ({self.number(scope, 0)}, {self.number(scope, 0)}))",
                lambda: f"(remainder of {self.number(scope, 0)} by {self.positive(scope)})",
                lambda: f"({self.number(scope, 0)} / {self.positive(scope)})",
                lambda: f"(grade of {self.number(scope, 0)})",
                lambda: f"(sum of size of b for each b in twins of {self.hue(scope)})",
                lambda: f"(count of those p in Player with {self.pick(('most', 'least'))} {self.per_seat()} of p)",
            ]
        return str(self.pick(options)())

    def positive(self, scope: Scope) -> str:
        """What may divide."""
        return str(self.pick(("2", "3", "(1 + pot)", f"(1 + count of hand of {self.seat(scope)})")))

    def per_seat(self) -> str:
        """A number that everybody has."""
        return str(self.pick(("gold", "wealth", "worth-of-all")))

    def extreme(self) -> str:
        """Somebody who has the most or least: of several the first, or nobody."""
        which = f"those p in Player with {self.pick(('most', 'least'))} {self.per_seat()} of p"
        return f"{self.pick(('first', 'first', 'only'))} of {which}"

    def pair(self, scope: Scope) -> str:
        """A member of a list that is every combination of two fields."""
        return f"({self.hue(scope)}, {self.pick(('1', '2', '2', self.number(scope, 0)))})"

    def few(self, scope: Scope) -> str:
        """A number of passes, never many."""
        if self.below(2):
            return str(self.below(4))
        value = self.number(scope, 0)
        return f"({value} if {value} < 3 else 2)"

    def hue(self, scope: Scope) -> str:
        known = self.of_type(scope, HUE)
        return str(self.pick([*HUES, "tint", *known, *known]))

    def seat(self, scope: Scope) -> str:
        known = self.of_type(scope, SEAT)
        return str(self.pick(["player", "player", "next of player", "seat-one", "seat-three", *known, *known]))

    def test(self, scope: Scope, deep: int = 1) -> str:
        options: list[Callable[[], str]] = [
            lambda: f"{self.number(scope, 0)} {self.pick('<>=')} {self.number(scope, 0)}",
            lambda: f"{self.number(scope, 0)} {self.pick(('<=', '>='))} {self.number(scope, 0)}",
            lambda: f"mood is {self.pick(('yes', 'no'))}",
            lambda: f"{self.hue(scope)} in seen",
            lambda: f"{self.pick(('tint', 'held'))} is {self.pick(HUES)}",
            lambda: f"held is {self.pick(('', 'not '))}nothing",
            lambda: f"hand of {self.seat(scope)} is {self.pick(('', 'not '))}empty",
            lambda: f"{self.pair(scope)} in chain",
            lambda: self.pick((f"latest = {self.pair(scope)}", "latest is nothing", "latest in chain")),
        ]
        flags = self.of_type(scope, FLAG)
        if flags:
            options += [lambda: f"{self.pick(flags)} is {self.pick(('yes', 'no'))}"] * 3
        maybe = self.of_type(scope, MAYBE_NUMBER, MAYBE_HUE, MAYBE_CARD)
        if maybe:
            options += [lambda: f"{self.pick(maybe)} is {self.pick(('', 'not '))}nothing"] * 2
        if deep:
            options += [
                lambda: f"({self.test(scope, 0)} {self.pick(('and', 'or'))} {self.test(scope, 0)})",
                lambda: f"not ({self.test(scope, 0)})",
                lambda: f"(some h in Hue has store at h {self.pick('<>')} {self.number(scope, 0)})",
            ]
        return str(self.pick(options)())

    # -------------------------------------------------------------- statements that stand alone

    def chain(self, scope: Scope, place: Place) -> str:
        """One to three statements; a later one may look at what the one before has done."""
        found = [self.statement(scope, place)]
        for _ in range(self.pick((0, 0, 0, 1, 1, 2))):
            found.append((self.below(3) == 0 and f"add last to {self.sum_of(scope)}") or self.statement(scope, place))
        return " then ".join(found)

    def sum_of(self, scope: Scope) -> str:
        """Where a number is added."""
        known = self.of_type(scope, NUMBER) if not scope.get(" fixed") else []
        return str(
            self.pick([f"gold of {self.seat(scope)}", "pot", f"store at {self.hue(scope)}", *self.settable(known)])
        )

    def settable(self, names: list[str]) -> list[str]:
        return [name for name in names if name.startswith("x")]

    def statement(self, scope: Scope, place: Place) -> str:
        options: list[Callable[[], str]] = [
            lambda: f"add {self.number(scope)} to {self.sum_of(scope)}",
            lambda: f"raise {self.sum_of(scope)} to {self.number(scope)}",
            lambda: f"lower {self.sum_of(scope)} to {self.number(scope)}",
            lambda: f"set mood to ({self.test(scope)})",
            lambda: f"set tint to {self.hue(scope)}",
            lambda: f"set held to {self.pick((self.hue(scope), 'nothing'))}",
            lambda: f"add {self.hue(scope)} to seen",
            lambda: f"add {self.pair(scope)} to chain",
            lambda: f"set latest to {self.pick((self.pair(scope), 'first of chain', 'nothing'))}",
            lambda: f"add {self.pick((f'{1 + self.below(3)} {self.pick(HUES)}', 'sack'))} to sack",
            lambda: f"move top {1 + self.below(2)} of deck to hand of {self.seat(scope)}",
            lambda: f"move every card of hand of {self.seat(scope)} to deck",
            lambda: f"move every card of desk to {self.pick(('deck', 'bottom of deck'))}",
            lambda: self.bound(scope, place),
            lambda: self.bound(scope, place),
        ]
        options += self.changes(scope) * 3
        if place.reports:
            options += [lambda: f"report {self.number(scope)}"] * 2
        if place.procedures:
            options += [lambda: f"{self.pick(place.procedures)} {self.number(scope)}"] * 3
        if place.draws:
            options += [lambda: self.drawn(scope), lambda: self.drawn(scope), lambda: "shuffle deck"]
        if place.asks:
            options += [lambda: self.chosen(scope), lambda: self.chosen(scope)]
            if place.actions:
                options += [lambda: self.offered(scope, place)] * 2
        beads = self.of_type(scope, BEAD)
        if beads:
            options += [
                lambda: f"add size of {self.pick(beads)} to {self.sum_of(scope)}",
                lambda: f"set tint to tone of {self.pick(beads)}",
            ]
        cards = self.of_type(scope, CARD, MAYBE_CARD)
        if cards:
            options += [lambda: f"move {self.pick(cards)} to {self.pick(('deck', f'hand of {self.seat(scope)}'))}"] * 2
        return str(self.pick(options)())

    def changes(self, scope: Scope) -> list[Callable[[], str]]:
        """Names that get another value."""
        numbers = self.settable(self.of_type(scope, NUMBER))
        hues, seats, flags = (self.settable(self.of_type(scope, kind)) for kind in (HUE, SEAT, FLAG))
        found: list[Callable[[], str]] = []
        if numbers:
            found += [
                lambda: f"set {(one := self.pick(numbers))} to {one} {self.pick('+-*')} {1 + self.below(3)}",
                lambda: f"set {self.pick(numbers)} to {self.number(scope)}",
                lambda: f"set {(one := self.pick(numbers))} to {one} {self.pick('+*')} {one}",
                lambda: f"add {self.number(scope, 0)} to {self.pick(numbers)}",
                lambda: f"take {self.number(scope, 0)} from {self.pick(numbers)}",
                lambda: f"{self.pick(('raise', 'lower'))} {self.pick(numbers)} to {self.number(scope, 0)}",
            ]
        if hues:
            found.append(lambda: f"set {self.pick(hues)} to {self.hue(scope)}")
        if seats:
            found.append(lambda: f"set {self.pick(seats)} to next of {self.seat(scope)}")
        if flags:
            found.append(lambda: f"set {self.pick(flags)} to ({self.test(scope)})")
        return found

    def bound(self, scope: Scope, place: Place) -> str:
        """A new name."""
        kind = self.pick((NUMBER, NUMBER, NUMBER, HUE, FLAG, SEAT))
        values: dict[str, Callable[[], str]] = {
            NUMBER: lambda: self.number(scope),
            HUE: lambda: self.hue(scope),
            FLAG: lambda: f"({self.test(scope)})",
            SEAT: lambda: self.pick((f"{self.pick(('', 'next of '))}{self.seat(scope)}", self.extreme())),
        }
        value = values[kind]()
        name = self.fresh()
        scope[name] = kind
        return f"let {name} be {value}"

    def drawn(self, scope: Scope) -> str:
        """Chance."""
        sort = self.below(4)
        name = self.fresh().replace("x", "y")
        if sort == 0:
            scope[name] = NUMBER
            return f"roll {name} in 1 to {2 + self.below(2)}"
        if sort == 1:
            other = self.fresh().replace("x", "y")
            scope[name] = scope[other] = NUMBER
            return f"roll {name}, {other} in {self.below(2)} to 2"
        if sort == 2:
            scope[name] = HUE
            return f"lot {name} in Hue"
        scope[name] = MAYBE_CARD
        return f"lot {name} in hand of {self.seat(scope)}"

    def chosen(self, scope: Scope) -> str:
        """Somebody chooses on the spot."""
        name, how = self.fresh().replace("x", "z"), self.pick(("must", "may"))
        sort = self.below(3)
        who = self.seat(scope)
        if sort == 0:
            scope[name] = NUMBER if how == "must" else MAYBE_NUMBER
            return f"{who} {how} choose pick-{name}: {name} in {self.below(2)} to {1 + self.below(2)}"
        if sort == 1:
            other = f"{name}b"
            scope[name] = HUE if how == "must" else MAYBE_HUE
            scope[other] = NUMBER if how == "must" else MAYBE_NUMBER
            return f"{who} {how} choose pick-{name}: {name} in Hue, {other} in 1 to 2"
        scope[name] = MAYBE_CARD
        return f"{who} may choose pick-{name}: {name} in hand of {self.seat(scope)}"

    def offered(self, scope: Scope, place: Place) -> str:
        names: list[str] = list(dict.fromkeys([self.pick(place.actions), self.pick(place.actions)]))
        return f"{self.seat(scope)} {self.pick(('may', 'must'))} {' or '.join(names)}" + str(
            self.pick(("", ", if able"))
        )

    # -------------------------------------------------------------- lines and what opens them

    def body(self, scope: Scope, place: Place, most: int) -> None:
        """Some lines of one body; at least one."""
        for _ in range(1 + self.below(most)):
            if self.left > 0:
                self.one(scope, place)
        if not self.left and not self.lines[-1].startswith("  " * place.indent + "["):
            self.line(place, "add 1 to pot")

    def one(self, scope: Scope, place: Place) -> None:
        sort = self.below(10) if place.deep else 0
        if sort < 4:
            self.line(place, self.chain(scope, place))
        elif sort < 6:
            self.branch(scope, place)
        else:
            self.pick(self.openers)(scope, place)

    def inside(self, opener: str, scope: Scope, place: Place) -> None:
        """What stands behind an opener: on its line, or in a body of its own."""
        inner = attrs.evolve(place, indent=place.indent + 1, deep=place.deep - 1)
        if self.below(2) or self.left < 2:
            self.line(place, f"{opener}: {self.chain(dict(scope), inner)}")
        else:
            self.line(place, f"{opener}:")
            self.block(dict(scope), inner)

    def block(self, scope: Scope, place: Place) -> None:
        before = len(self.lines)
        for _ in range(1 + self.below(3)):
            self.one(scope, place)
        assert len(self.lines) > before

    def branch(self, scope: Scope, place: Place) -> None:
        self.inside(f"if {self.test(scope)}", scope, place)
        if self.below(2):
            self.inside("else", scope, place)

    def repeated(self, scope: Scope, place: Place) -> None:
        self.inside(f"repeat {self.few(scope)}", scope, place)

    def each(self, scope: Scope, place: Place) -> None:
        name = self.fresh().replace("x", "e")
        sort = self.below(4)
        if sort == 3:
            source = self.pick(("chain", f"(twins of {self.hue(scope)})"))
            self.inside(f"for each {name} in {source}", {**scope, name: BEAD}, place)
        elif sort == 0:
            self.inside(f"for each {name} in Hue", {**scope, name: HUE}, place)
        elif sort == 1:
            self.inside(f"for each {name} in hand of {self.seat(scope)}", {**scope, name: CARD}, place)
        else:
            self.inside(f"for each {name} of deck, {self.pick(('top', 'bottom'))} first", {**scope, name: CARD}, place)

    def each_seat(self, scope: Scope, place: Place) -> None:
        name = self.fresh().replace("x", "e")
        first = self.pick(("", f", {self.seat(scope)} first"))
        self.inside(f"for each {name} of Player{first}", {**scope, name: SEAT}, place)

    @property
    def openers(self) -> tuple[Callable[[Scope, Place], None], ...]:
        return self.repeated, self.each, self.until, self.each_seat, self.far, self.growing

    def growing(self, scope: Scope, place: Place) -> None:
        """A number that grows with every pass, now and then beyond all bounds."""
        name = self.fresh()
        self.line(place, f"let {name} be {2 + self.below(3)}")
        change = self.pick((f"set {name} to {name} * {name}", f"add {name} to {name}", f"take 9 * {name} from {name}"))
        self.line(place, f"repeat {self.pick((1, 2, 3, 4, 6, 30))}: {change}")
        scope[name] = NUMBER

    def until(self, scope: Scope, place: Place) -> None:
        self.inside(f"until {self.test(scope)}, at most {1 + self.below(3)} times", scope, place)

    def far(self, scope: Scope, place: Place) -> None:
        """What is there is taken."""
        what = self.pick((f"gold of {self.seat(scope)}", "pot", f"store at {self.hue(scope)}"))
        amount = self.number(scope)
        self.line(place, f"as far as possible: take {amount} from {what} then add last to {self.sum_of(scope)}")

    # -------------------------------------------------------------- whole bodies

    def started(self, stem: str, lines: int) -> None:
        self.stem, self.count, self.left = stem, 0, lines

    def procedure(self, name: str, place: Place) -> None:
        self.lines.append(f"to {name} n: Number")
        self.started(name, 1 + self.below(6))
        self.body({"n": NUMBER}, attrs.evolve(place, reports=True), 4)

    def action(self, name: str, place: Place) -> None:
        """What is chosen, what must hold, what happens; names may be bound in all three."""
        self.lines.append(f"action {name}")
        self.started(name, 9)
        scope: Scope = {}
        for _ in range(self.below(3)):
            self.parameter(scope, place)
            if self.below(3) == 0:
                self.line(place, self.bound(scope, place))
        if self.below(3) == 0:
            self.line(place, f"require {self.test(scope)}")
        for _ in range(self.below(3)):
            self.line(place, self.bound(scope, place))
        if self.below(4) == 0:
            self.line(place, "take 1 from gold of player -> add last to pot")
        self.left = 1 + self.below(7)
        self.body(scope, place, 5)

    def parameter(self, scope: Scope, place: Place) -> None:
        name = self.fresh().replace("x", "p")
        sort = self.below(4)
        kind, text = (
            (NUMBER, f"{name} in {self.below(2)} to {1 + self.below(2)}"),
            (HUE, f"{name} in Hue"),
            (SEAT, f"{name} in {self.pick(('Player', 'others'))}"),
            (CARD, f"{name} in hand of player"),
        )[sort]
        scope[name] = kind
        self.line(place, text)

    def reaction(self, stem: str, events: list[str], place: Place) -> None:
        timing = self.pick(("after", "after", "before", "instead of"))
        self.lines.append(f"whenever {timing} {self.pick(events)}")
        self.started(stem, 1 + self.below(4))
        self.body({}, place, 3)

    def use(self) -> str:
        """An action that chooses and performs an effect."""
        self.started("use", 1)
        self.lines.append("action use")
        self.line(Place(1, 0), "c in hand of player")
        self.line(Place(1, 0), "how in doing of c")
        self.line(Place(1, 0), "require how is payable at c")
        self.line(Place(1, 0), "perform how with c then add last to pot")
        return "use"

    def turn(self, actions: list[str], place: Place) -> None:
        self.lines.append("turn")
        self.started("s", 3)
        if self.below(3) == 0:
            self.body({}, place, 2)
        sort = self.below(4)
        offer = " or ".join(actions)
        if sort == 0:
            self.line(place, f"player may {offer}")
        elif sort == 1:
            self.line(place, f"player picks {self.pick(('', 'up to 2 ', '2 '))}until done")
            for name in actions:
                group = self.pick(("once", "freely" if self.below(3) == 0 else "once", "once each action"))
                self.lines.append(f"    [menu.{name}]  {group}: {name}  @public:toy")
        else:
            self.line(place, f"player must {offer}, if able")
        if self.below(3) == 0:
            self.line(place, self.chain({}, place))
        self.line(place, " then ".join(["add 1 to clock", *(f"{name} {self.below(3)}" for name in place.procedures)]))

    def rulebook(self) -> str:
        """All of it: what is called or offered stands above what calls or offers it."""
        forced = self.pick(("", "", ", forced moves are taken"))
        procedures: list[str] = []
        for n in range(self.below(3)):
            free = bool(self.below(2))
            self.procedure(f"job{n}", Place(1, 2, asks=free, draws=free, procedures=tuple(procedures)))
            procedures.append(f"job{n}")
        actions: list[str] = []
        for n in range(1 + self.below(3)):
            free = self.below(3) > 0
            known = Place(1, 2, free, free, actions=tuple(actions), procedures=tuple(procedures))
            self.action(f"act{n}", known)
            actions.append(f"act{n}")
        if self.below(3) == 0:
            actions.append(self.use())
        for n in range(self.pick((0, 0, 1, 2))):
            free = self.below(3) == 0
            self.reaction(f"react{n}", [*procedures, *actions], Place(1, 1, free, free))
        self.turn(actions, Place(1, 1, procedures=tuple(procedures)))
        at_once = self.pick(("", "  [end.rich]  at once when some p in Player has gold of p > 12  @public:toy\n"))
        body = "\n".join(self.lines)
        quiet = Place(0, 0, asks=False, draws=False)
        world = WORLD.format(forced=forced, ash=self.chain({}, quiet), fir=self.chain({}, quiet))
        return f"{world}{body}\n{END.format(clock=2 + self.below(4), at_once=at_once)}"


@st.composite
def rulebooks(draw: Callable[[st.SearchStrategy[Any]], Any]) -> str:
    """A rulebook with bodies of all sorts."""
    return Writer(lambda count: draw(st.integers(0, count - 1))).rulebook()


def numbered(number: int) -> str:
    """The same rulebook for the same number, for as long as the writer above stays as it is."""
    return Writer(Random(number).randrange).rulebook()
