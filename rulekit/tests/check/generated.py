"""Rulebooks made at random, full of arithmetic: loops, lets, procedures, guards, prices, reactions and exceptions.

Some have pieces in zones as well, with what may be empty or nothing, choices on the spot, and menus. Names stand for
numbers, and for moods, which have no range: what a condition about such a name leaves of it is no interval.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

HEAD = """game made for {low} to 2 players
type Some is 1 to 4
type Mood is ring of calm, wild, dull
list Size, 3 in all
  face: worth 1 to 9, hue Mood
rows of Size
  [size.low] low: worth 2, hue calm  @public:t
  [size.mid] mid: worth 3, hue wild  @public:t
  [size.top] high: worth 5, hue calm  @public:t
option long is no or yes
state a is 0 to 9, starts {a}{over_a}
state b is 2 to 11, starts {b}{over_b}
state c of Player is 0 to 12{over_c}
state d of Player at Mood is 0 to 5{over_d}
state k is Some, starts 1{over_k}
state wish is Some or nothing
state mood is Mood
define large is count of those z in Size having (worth of z > a)
define all-c is sum of c of p for each p in Player
"""
PIECES = """piece Tok, 7 in all
  face names it: weight 1 to 6
rows of Tok
  [tok.ash] ash: weight 1  @public:t
  [tok.elm] elm: weight 3, copies 3  @public:t
  [tok.fir] fir: weight 6, copies 3  @public:t
zone pack pile of Tok  everyone sees it
zone hand of Player set of Tok up to {most}  everyone sees it
zone spot one Tok  everyone sees it
setup
  [setup.pack]  move every tok of box to pack  @public:t
  [setup.hand]  for each p of Player: move top {few} of pack to hand of p  @public:t
  [setup.spot]  move top of pack to spot  @public:t
"""
TAIL = """turn
{ask}{turn}end
  [end.a]  at end of turn when {end}  @public:t
result
  [win.last]  winner is active  @public:t
"""
OVERFLOW = ("", "", "", ", must fit", ", excess lost")
MOODS = ("calm", "wild", "dull")
HUE, OWN_HUE = "hue", "hue-let"  # how names of moods begin, and those of them that may be set
TESTS = ("<", "<=", ">", ">=", "=")
Names = tuple[str, ...]


class Writer:
    """One rulebook; what is bound in a block is used there."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.count = 0
        self.procs: list[tuple[str, str]] = []  # name, what it is given
        self.words: list[tuple[str, int]] = []
        self.pieces = self.chance(0.5)

    def one(self, *ways: str) -> str:
        return self.random.choice(ways)

    def chance(self, of: float) -> bool:
        return self.random.random() < of

    def fresh(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    # -------------------------------------------------------------- values

    def number(self, names: Names, deep: int = 2) -> str:
        """A number, in brackets if it is a sum; `player` and the names given may be read."""
        if deep == 0 or self.chance(0.35):
            return self.plain(names)
        one, other = self.number(names, deep - 1), self.number(names, deep - 1)
        ways = [
            f"({one} + {other})",
            f"({one} - {other})",
            f"({one} * {self.plain(names)})",
            f"({one} / {self.random.randint(1, 3)})",
            f"({one} / (most of (1, {other})))",
            f"(({one} / {self.one('a', 'b', 'k')}) if a > 0 else {other})",
            f"(remainder of {one} by k)",
            f"({one} if {self.test(names, deep - 1)} else {other})",
            f"(least of ({one}, {other}))",
            f"(most of ({one}, {other}))",
            f"(sum of ({one}, {other}))",
            f"(wish otherwise {one})",
        ]
        ways += [f"({name} of {one})" if given else f"({name})" for name, given in self.words]
        return self.random.choice(ways)

    def plain(self, names: Names) -> str:
        states = ["a", "b", "c of player", "d of player at wild", "d of player at (mood)", "k", "count of Player"]
        states += ["all-c", "large"]
        if self.pieces:
            held = "for each t in hand of player"
            states += ["(count of pack)", "(count of hand of player)", f"(sum of weight of t {held})"]
            states += [f"(most of weight of t {held} otherwise 0)", "(weight of top of pack otherwise 1)"]
        numbers = [name for name in names if not name.startswith(HUE)]
        states += [f"d of player at ({hue})" for hue in hues(names)]
        return self.random.choice([str(self.random.randint(0, 8)), "(0 - 2)", *states, *numbers, *numbers])

    def mood(self, names: Names) -> str:
        """A mood: by name, of the state, or of what is bound."""
        return self.random.choice([*MOODS, "mood", "next of mood", *hues(names), *hues(names)])

    def test(self, names: Names, deep: int = 2) -> str:
        if deep == 0 or self.chance(0.5):
            if hues(names) and self.chance(0.5):
                return self.about_moods(names)
            kind = self.random.random()
            if kind < 0.15:
                return f"mood is {self.one('', 'not ')}{self.one('calm', 'wild', 'dull')}"
            if kind < 0.22:
                return f"wish is {self.one('', 'not ')}nothing"
            if kind < 0.3:
                return f"mood in ({self.one('calm', 'dull')}, wild)"
            if kind < 0.35:
                return "long is yes"
            if kind < 0.6 and self.pieces:
                return self.about_pieces(names)
            return f"{self.number(names, 1)} {self.one(*TESTS)} {self.number(names, 1)}"
        one, other = self.test(names, deep - 1), self.test(names, deep - 1)
        return self.one(f"(({one}) and ({other}))", f"(({one}) or ({other}))", f"(not ({one}))", one)

    def about_moods(self, names: Names) -> str:
        """What a name that is bound stands for."""
        name = self.random.choice(hues(names))
        is_one = f"{name} is {self.one('', 'not ')}{self.one(*MOODS)}"
        return self.one(is_one, is_one, f"{name} is {self.mood(names)}", f"{name} in ({', '.join(self.two_moods())})")

    def two_moods(self) -> list[str]:
        return self.random.sample(MOODS, 2)

    def about_pieces(self, names: Names) -> str:
        """Whether something lies there, or is there at all."""
        no = self.one("", "not ")
        zone = self.one("pack", "hand of player", "spot", "hand of next of player")
        lies = f"{zone} is {no}empty"
        there = f"{self.one('top of pack', 'spot')} is {no}nothing"
        some = f"(some t in hand of player has weight of t > {self.plain(names)})"
        counted = f"count of {zone} {self.one(*TESTS)} {self.random.randint(0, 4)}"
        return self.one(lies, lies, there, some, counted, f"weight of top of pack > {self.plain(names)}")

    # -------------------------------------------------------------- statements

    def place(self, names: Names) -> str:
        own = [n for n in names if n.startswith("let")]
        return self.random.choice(["a", "b", "c of player", "d of player at wild", "k", *own, *own])

    def statement(self, names: Names) -> str:
        kind = self.random.random()
        if self.pieces and self.chance(0.25):
            return self.moved(names)
        if kind < 0.3:
            return f"set {self.place(names)} to {self.number(names)}"
        if kind < 0.75:
            verb, way = self.random.choice([("add", "to"), ("take", "from")])
            what = self.one(str(self.random.randint(1, 3)), self.number(names, 1))
            more = f", at most {self.number(names, 1)}" if self.chance(0.2) else ""
            per = f" per {self.random.randint(1, 3)} c of player" if self.chance(0.1) else ""
            return f"{verb} {what} {way} {self.place(names)}{per}{more}"
        if kind < 0.84:
            return f"{self.one('raise', 'lower')} {self.place(names)} to {self.number(names, 1)}"
        if kind < 0.87:
            return self.one("set wish to nothing", f"set wish to {self.number(names, 1)}")
        if kind < 0.91:
            own = [name for name in names if name.startswith(OWN_HUE)]
            return f"set {self.random.choice(['mood', *own, *own])} to {self.mood(names)}"
        return self.call(names) if self.procs else "add 1 to a"

    def moved(self, names: Names) -> str:
        """Pieces from one zone to another; there may be none, or too many."""
        tokens = [name.removeprefix("weight of ") for name in names if name.startswith("weight of ")]
        ways = [
            f"move top of pack to hand of {self.one('player', 'next of player')}",
            f"move top {self.random.randint(1, 4)} of pack to hand of player",
            f"move every tok of hand of player to {self.one('pack', 'bottom of pack')}",
            "move every tok of spot to pack",
        ]
        ways += [f"move {token} to {self.one('pack', 'hand of next of player')}" for token in tokens]
        return self.random.choice(ways)

    def call(self, names: Names) -> str:
        name, given = self.random.choice(self.procs)
        return f"{name} {self.number(names, 1)}" if given else name

    def chain(self, names: Names) -> str:
        parts = [self.statement(names)]
        if self.chance(0.2):
            parts.append(self.statement((*names, "last")))
        return " then ".join(parts)

    def block(self, stem: str, names: Names, deep: int, indent: str = "  ") -> Iterator[str]:
        """Some lines; a name that is bound is known to those behind it."""
        for _ in range(self.random.randint(1, 3)):
            id_ = self.fresh(f"{stem}.l")
            kind = self.random.random()
            if kind < 0.17:
                name = self.fresh("let")
                yield f"{indent}[{id_}] let {name} be {self.number(names)}  @public:t"
                names = (*names, name)
            elif kind < 0.25:
                name = self.fresh("die")
                yield f"{indent}[{id_}] roll {name} in 1 to 6  @public:t"
                names = (*names, name)
            elif kind < 0.29 and self.pieces and deep and stem.startswith("act"):
                name = self.fresh("pick")
                yield f"{indent}[{id_}] player may choose take-{name}: {name} in hand of player  @public:t"
                yield f"{indent}[{self.fresh(id_)}] move {name} to pack then add {self.picked(name)} to a  @public:t"
            elif kind < 0.35 and deep:
                yield from self.growing(id_, names, indent)
            elif kind < 0.41:
                name, line = self.bound_mood(names, deep > 0 and stem.startswith("act"))
                yield f"{indent}[{id_}] {line}  @public:t"
                names = (*names, name)
            elif kind < 0.55 or deep == 0:
                far = "as far as possible: " if self.chance(0.08) else ""
                yield f"{indent}[{id_}] {far}{self.chain(names)}  @public:t"
            elif kind < 0.6:
                yield f"{indent}[{id_}] {self.statement(names)} -> {self.statement(names)}  @public:t"
            else:
                yield from self.opened(id_, stem, names, deep, indent)

    def bound_mood(self, names: Names, asks: bool) -> tuple[str, str]:
        """A line that binds a name of a mood: what is stored, what chance gives, what somebody chooses."""
        name = self.fresh(OWN_HUE)
        ways = [f"let {name} be {self.one('mood', 'next of mood')}", f"lot {name} in Mood"]
        return name, self.one(*ways, *([f"player must choose say-{name}: {name} in Mood"] if asks else []))

    def picked(self, name: str) -> str:
        """The number of a piece that perhaps nobody chose."""
        return self.one(f"weight of {name}", "last", f"(weight of {name} otherwise 1)")

    def growing(self, id_: str, names: Names, indent: str) -> Iterator[str]:
        """A number that every pass of a loop changes, and that is written behind it."""
        name, few = self.fresh("let"), self.chance(0.6)
        by = self.one("2", "3", self.plain(names))
        change = self.one(f"set {name} to {name} {self.one('+', '-')} {by}", f"add {by} to {name}")
        if few:
            change = self.one(f"set {name} to {name} * {by}", f"set {name} to {self.number((*names, name))}")
        times = (
            self.one(str(self.random.randint(2, 4)), self.plain(names)) if few else self.one("30", self.plain(names))
        )
        yield f"{indent}[{id_}] let {name} be {self.one('1', '2', self.plain(names))}  @public:t"
        yield f"{indent}[{self.fresh(id_)}] repeat {times}: {change}  @public:t"
        yield f"{indent}[{self.fresh(id_)}] set {self.place(names)} to {name}  @public:t"

    def opened(self, id_: str, stem: str, names: Names, deep: int, indent: str) -> Iterator[str]:
        kind, inner = self.random.random(), names
        if kind < 0.4:
            opener = f"if {self.test(names)}"
        elif kind < 0.6:
            opener = f"repeat {self.one(str(self.random.randint(0, 20)), self.number(names, 1))}"
        elif kind < 0.66 and self.pieces:
            name = self.fresh("t")
            opener = f"for each {name} in {self.one('hand of player', 'pack', 'hand of next of player')}"
            inner = (*names, f"weight of {name}")
        elif kind < 0.72:
            name = self.fresh("z")
            having = f"those y in Size having (worth of y > {self.number(names, 1)})"
            opener = f"for each {name} in {self.one('Size', having)}"
            inner = (*names, f"worth of {name}")
        elif kind < 0.77:
            name = self.fresh(HUE)
            opener = f"for each {name} of Mood"
            inner = (*names, name)
        elif kind < 0.87:
            name = self.fresh("p")
            opener = f"for each {name} of Player"
            inner = (*names, f"c of {name}")
        else:
            opener = f"until {self.test(names)}, at most {self.random.randint(1, 15)} times"
        if self.chance(0.4):
            yield f"{indent}[{id_}] {opener}: {self.chain(inner)}  @public:t"
        else:
            yield f"{indent}[{id_}] {opener}:  @public:t"
            yield from self.block(stem, inner, deep - 1, indent + "  ")
        if kind < 0.4 and self.chance(0.4):
            yield f"{indent}[{self.fresh(stem + '.e')}] else: {self.chain(names)}  @public:t"

    def idle(self) -> list[str]:
        """Procedures with a parameter: something must call them."""
        return [name for name, given in self.procs if given]

    # -------------------------------------------------------------- declarations

    def rulebook(self) -> str:
        parts = [self.head()]
        if self.pieces:
            parts.append(PIECES.format(most=self.random.randint(3, 7), few=self.random.randint(0, 3)).rstrip())
        for number in range(self.random.randint(0, 2)):
            parts += self.word(f"word{number}")
        for number in range(self.random.randint(0, 2)):
            parts += self.proc(f"proc{number}")
        actions = [f"act{number}" for number in range(self.random.randint(1, 3))]
        for name in actions:
            parts += self.action(name)
        if self.chance(0.35):
            parts += self.reaction(self.random.choice([*actions, *(name for name, _ in self.procs)]))
        return "\n".join([*parts, self.tail(actions)])

    def head(self) -> str:
        over = {f"over_{name}": self.one(*OVERFLOW) for name in "abcdk"}
        a, b = self.random.randint(0, 9), self.random.randint(2, 11)
        return HEAD.format(low=self.one("1", "2"), a=a, b=b, **over).rstrip()

    def word(self, name: str) -> list[str]:
        given = self.random.randint(0, 1)
        names: Names = ("n",) if given else ()
        header = f"{name} of n: Number" if given else name
        if given and self.chance(0.3):
            header = f"{name} of n: Some"
        kind = self.random.random()
        if kind < 0.4:
            made = [f"define {header} is {self.number(names)}"]
        elif kind < 0.7:
            made = [f"define {header}, first of"]
            made += [f"  [{name}.{n}] {self.number(names, 1)} if {self.test(names, 1)}  @public:t" for n in (1, 2)]
            made += [f"  [{name}.3] {self.number(names, 1)}  @public:t"]
        else:
            made = [f"total {header}"]
            made += [f"  [{name}.1] + {self.number(names, 1)} if {self.test(names, 1)}  @public:t"]
            made += [f"  [{name}.2] {self.one('+', '-')} {self.number(names, 1)}  @public:t"]
            made += [f"  [{name}.3] at {self.one('most', 'least')} {self.number(names, 1)}  @public:t"]
        self.words.append((name, given))
        return made

    def proc(self, name: str) -> list[str]:
        given = self.one("", "n: Number", "n: Some")
        names: Names = ("n",) if given else ()
        deep = ", at most 4 deep" if self.chance(0.2) else ""
        made = [f"to {name} {given}{deep}".rstrip()]
        if self.chance(0.3):
            made.append(f"  let letf{name} be {self.number(names)}")
            names = (*names, f"letf{name}")
        made += self.block(name, names, 2)
        if deep and given:
            made.append(f"  [{name}.again] if {self.test(names)}: {name} {self.number(names, 1)}  @public:t")
        if self.chance(0.3):
            made.append(f"  [{name}.says] report {self.number(names)}  @public:t")
        self.procs.append((name, given))
        return made

    def action(self, name: str) -> list[str]:
        made, guards = [f"action {name}"], 0
        names: Names = ()
        for _ in range(self.random.randint(0, 2)):
            kind, id_ = self.random.random(), self.fresh(f"{name}.p")
            if kind < 0.4:
                one = self.fresh("n")
                upper = self.one(str(self.random.randint(1, 5)), self.number(names, 1))
                made.append(f"  [{id_}] {one} in {self.random.randint(0, 3)} to {upper}  @public:t")
                names = (*names, one)
            elif kind < 0.5 and self.pieces:
                one = self.fresh("t")
                having = f"those y in hand of player having (weight of y > {self.number(names, 1)})"
                made.append(f"  [{id_}] {one} in {self.one('hand of player', having)}  @public:t")
                names = (*names, f"weight of {one}")
            elif kind < 0.6:
                one = self.fresh("s")
                having = f"those y in Size having (worth of y <= {self.number(names, 1)})"
                made.append(f"  [{id_}] {one} in {self.one('Size', having)}  @public:t")
                names = (*names, f"worth of {one}")
            elif kind < 0.67:
                one = self.fresh(HUE)
                made.append(f"  [{id_}] {one} in Mood  @public:t")
                names = (*names, one)
            elif kind < 0.75:
                one = self.fresh("letg")
                made.append(f"  [{id_}] let {one} be {self.number(names)}  @public:t")
                names = (*names, one)
            else:
                guards += 1
                made.append(f"  [{id_}] require {self.test(names)}  @public:t")
        if guards and self.chance(0.3):
            guard = next(line for line in made if " require " in line).split("]")[0].split("[")[1]
            made.append(f"  [{name}.bent] except [{guard}] when {self.test(names)}  @public:t")
        body = list(self.block(name, names, 3))
        body += [
            f"  [{name}.c-{proc}] if mood is dull: {proc} {self.number(names, 1)}  @public:t" for proc in self.idle()
        ]
        arrows = [n for n, line in enumerate(body) if " -> " in line]
        body = [line.replace(" -> ", " then ") if n in arrows[1:] else line for n, line in enumerate(body)]
        if not arrows and self.chance(0.2):
            made.append(f"  [{name}.pays] {self.statement(names)} -> {self.statement(names)}  @public:t")
        made += body
        if self.chance(0.25):
            line = self.random.choice([line for line in body if " let " not in line and " roll " not in line] or body)
            id_ = line.split("]")[0].split("[")[1]
            when = self.one("", f" when {self.test(())}")
            made.append(f"  [{name}.other] instead of [{id_}]{when}: {self.statement(())}  @public:t")
        return made

    def reaction(self, event: str) -> list[str]:
        return [f"whenever {self.one('before', 'after', 'instead of')} {event}", *self.block(f"on-{event}", (), 1)]

    def tail(self, actions: list[str]) -> str:
        turn, offers = "", " or ".join(actions)
        ask = f"  [turn.one]  player must {offers}, if able  @public:t\n"
        if self.chance(0.3):
            ask = f"  [turn.one]  player picks {self.one('', 'up to 2 ', '2 ')}until done  @public:t\n"
            for name in actions:
                how = self.one("once", "freely", "once each action")
                ask += f"    [menu.{name}]  {how}: {name}  @public:t\n"
        if self.chance(0.3):
            turn = f"  [turn.all]  together each p: p must {actions[0]}, if able  @public:t\n"
        if self.chance(0.3):
            turn += f"  [turn.two]  {self.chain(())}  @public:t\n"
        empty = ["pack is empty", "count of hand of player > 4"] if self.pieces else []
        end = self.one(*empty, "a = 0", "a > 8", "b = 11", "c of player > 9")
        return TAIL.format(ask=ask, turn=turn, end=end)


def hues(names: Names) -> list[str]:
    """The names of moods among what is bound."""
    return [name for name in names if name.startswith(HUE)]


def rulebook(seed: int) -> str:
    """The rulebook of a number."""
    return Writer(seed).rulebook() + "\n"
