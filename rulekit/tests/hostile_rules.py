"""Rules made to take too long or too much: deep, wide, huge numbers, long chains, many options, big spaces."""

from __future__ import annotations

from collections.abc import Callable, Iterable


def game(body: str = "", *, act: str = "take 1 from heap", front: str = "", more: str = "", seats: str = "2") -> str:
    """A whole game with one action; `front` and `act` are its lines, `body` stands before it, `more` behind it."""
    fronts = "".join(f"  [act.f{n}]  {line}  @A:1\n" for n, line in enumerate(front.split("\n")) if line)
    acts = "".join(f"  [act.d{n}]  {line}  @A:1\n" for n, line in enumerate(act.split("\n")) if line)
    return (
        f'game hostile for {seats} players\nsource A "x"\nstate heap is 0 to 9, starts 9, excess lost\n{body}'
        f"action act\n{fronts}{acts}{more}"
        "turn\n  [turn.a]  player must act, if able  @A:1\n"
        "end\n  [end.a]  at end of turn when heap = 0  @A:1\n"
        "result\n  [result.a]  winner is active  @A:1\n"
    )


def lines(each: Iterable[str]) -> str:
    return "\n".join(each)


def procedures(count: int, line: str, last: str, deep: str = "") -> str:
    """`to pa0`, `to pa1` .. each with one line that may name the one before as {before}."""
    found = []
    for n in range(count):
        says = last if n == 0 else line.format(before=f"step{n - 1}")
        found.append(
            f"to step{n}{deep}\n" + "".join(f"  [p{n}.l{k}]  {one}  @A:1\n" for k, one in enumerate(says.split("\n")))
        )
    return "".join(found)


def chain(count: int, line: str, first: str = "heap") -> str:
    """`define d0 is ..`, each of the others on the one before, {d}."""
    found = [f"define d0 is {first}\n"]
    found += [f"define d{n} is {line.format(d=f'd{n - 1}')}\n" for n in range(1, count)]
    return "".join(found)


def options(count: int, demands: Iterable[str]) -> str:
    found = "".join(f"option o{n} is no or yes\n" for n in range(count))
    asked = "".join(f"  [demand.c{n}]  {one}  @A:1\n" for n, one in enumerate(demands))
    return found + (f"demands\n{asked}" if asked else "")


def pigeons(birds: int, holes: int) -> list[str]:
    found = [" or ".join(f"o{b * holes + h} is yes" for h in range(holes)) for b in range(birds)]
    found += [
        f"o{a * holes + h} is no or o{b * holes + h} is no"
        for h in range(holes)
        for a in range(birds)
        for b in range(a)
    ]
    return found


CASES: dict[str, Callable[[], str]] = {
    "a parameter of a million": lambda: game(front="n in 1 to 1000000", act="take n from heap"),
    "a parameter of a thousand million": lambda: game(front="n in 0 to 999999999", act="take n from heap"),
    "a parameter with a guard": lambda: game(front="n in 1 to 1000000\nrequire n <= heap", act="take n from heap"),
    "two parameters of 2,000": lambda: game(
        front="n in 1 to 2000\nm in 1 to 2000", act="take n from heap\ntake m from heap"
    ),
    "thirty of sixty": lambda: game(
        "type Slot is 1 to 60\n", front="xs are 30 from Slot", act="if 1 in xs: take 1 from heap"
    ),
    "any of sixty": lambda: game(
        "type Slot is 1 to 60\n", front="xs are any from Slot", act="if 1 in xs: take 1 from heap"
    ),
    "an order of twelve": lambda: game(
        "type Slot is 1 to 12\n", front="xs are order from Slot", act="if 1 in xs: take 1 from heap"
    ),
    "a lot of thirty of sixty": lambda: game(
        "type Slot is 1 to 60\n", act="lot xs are 30 from Slot\nif 1 in xs: take 1 from heap"
    ),
    "a lot nobody is asked after": lambda: game(
        "type Slot is 1 to 60\n", act="take 1 from heap", more="to sort\n  [sort.l]  lot xs are 30 from Slot  @A:1\n"
    ),
    "a die of a thousand million faces": lambda: game(act="roll a in 1 to 999999999\ntake 1 from heap"),
    "repeat a thousand million times": lambda: game(act="repeat 999999999: take 1 from heap"),
    "nested loops of 10,000": lambda: game(
        "type Slot is 1 to 10000\n", act="for each a of Slot: for each b of Slot: take 1 from heap"
    ),
    "nested repeats": lambda: game(act="repeat 1000: repeat 1000: repeat 1000: take 1 from heap"),
    "repeat as often as a state says": lambda: game(
        "state many is 0 to 999999, starts 999999, excess lost\n",
        act="repeat many: repeat many: take 0 from heap\ntake 1 from heap",
    ),
    "until a state says": lambda: game(
        "state many is 0 to 999999, starts 999999, excess lost\n",
        act="until heap = 0, at most 999999999 times: take 0 from heap",
    ),
    "a chain of 300 words": lambda: game(chain(300, "{d} + 0"), act="take 1 from heap", front="require d299 > 0"),
    "a chain of 3,000 words": lambda: game(chain(3000, "{d} + 0"), front="require d2999 > 0"),
    "a chain of 300 conditions": lambda: game(chain(300, "{d} and heap > 0", "heap > 0"), front="require d299"),
    "words that double": lambda: game(chain(40, "{d} + {d}"), front="require d39 > 0"),
    "words that double, bounded": lambda: game(chain(40, "({d} if heap > {d} else {d})"), front="require d39 > 0"),
    "words with parameters that double": lambda: game(
        "define w0 of n: Number is n + heap\n"
        + "".join(f"define w{k} of n: Number is w{k - 1} of n + w{k - 1} of (n + 1)\n" for k in range(1, 40)),
        front="require w39 of 1 > 0",
    ),
    "relations that double": lambda: game(
        "relation p: Player r0 q: Player, if all\n  [r0.a]  heap > 0  @A:1\n"
        + "".join(
            (
                f"relation p: Player r{k} q: Player, if any\n"
                f"  [r{k}.a]  p r{k - 1} q and heap > 3  @A:1\n"
                f"  [r{k}.b]  q r{k - 1} p  @A:1\n"
            )
            for k in range(1, 40)
        ),
        front="require player r39 active",
    ),
    "procedures that double": lambda: game(procedures(40, "{before}\n{before}", "take 1 from heap"), act="step39"),
    "a chain of 300 procedures": lambda: game(procedures(300, "{before}", "take 1 from heap"), act="step299"),
    "a procedure without a floor": lambda: game(
        "to dig, at most 999999999 deep\n  [dig.l]  if heap >= 0: dig  @A:1\n", act="dig"
    ),
    "a procedure that falls far": lambda: game(
        (
            "state far is 0 to 999999, starts 999999, excess lost\n"
            "to dig, falling far\n"
            "  [dig.t]  take 1 from far  @A:1\n"
            "  [dig.l]  if far > 0: dig  @A:1\n"
        ),
        act="dig\ntake 1 from heap",
    ),
    "two procedures that call each other": lambda: game(
        (
            "to dig, at most 900 deep\n"
            "  [dig.l]  if heap >= 0: delve  @A:1\n"
            "to delve, at most 900 deep\n"
            "  [delve.l]  dig  @A:1\n"
        ),
        act="dig",
    ),
    "a sum of 200 terms": lambda: game("define d is " + " + ".join(["heap"] * 200) + "\n", front="require d > 0"),
    "a sum of 3,000 terms": lambda: game(
        "define d is (\n" + "".join("    heap +\n" for _ in range(3000)) + "    heap)\n", front="require d > 0"
    ),
    "next of next of": lambda: game("define d is " + "next of " * 100 + "active\n", front="require d = active"),
    "and and and": lambda: game("define d is " + " and ".join(["heap > 0"] * 1000) + "\n", front="require d"),
    "not not not": lambda: game("define d is " + "not " * 150 + "(heap > 0)\n", front="require not d or heap > 0"),
    "conditions in brackets": lambda: game(
        "define d is " + "(heap > 0 and " * 90 + "heap > 1" + ")" * 90 + "\n", front="require d"
    ),
    "choices in choices": lambda: game(
        "define d is " + "(1 if heap > 3 else " * 60 + "2" + ")" * 60 + "\n", front="require d > 0"
    ),
    "21 repeats": lambda: game(act="repeat 1: " * 21 + "take 1 from heap"),
    "30 for each": lambda: game(act="".join(f"for each p{n} of Player: " for n in range(15)) + "take 1 from heap"),
    "60 for each": lambda: game(
        act="".join(f"for each p{n} in Player where (p{n} = active): " for n in range(60)) + "take 1 from heap"
    ),
    "99 ifs": lambda: game(act="if heap > 0: " * 99 + "take 1 from heap"),
    "ifs in blocks": lambda: (
        game()
        .replace("  [act.d0]  take 1 from heap  @A:1\n", "")
        .replace(
            "action act\n",
            "action act\n"
            + "".join(f"{'  ' * (n + 1)}[act.b{n}]  if heap > 0:  @A:1\n" for n in range(60))
            + "  " * 61
            + "[act.z]  take 1 from heap  @A:1\n",
        )
    ),
    "2,000 guards": lambda: game(front=lines(f"require heap > {n % 9} or heap < 9" for n in range(2000))),
    "14,000 guards": lambda: game(front=lines(f"require heap < {n + 10}" for n in range(10000))),
    "2,000 effects": lambda: game(act=lines("take 1 from heap" for n in range(2000))),
    "2,000 actions": lambda: game(
        more="".join(f"action a{n}\n  [a{n}.d]  take 1 from heap  @A:1\n" for n in range(2000))
    ),
    "three nested some": lambda: game(
        "type Slot is 1 to 300\n", front="require some a in Slot, b in Slot, c in Slot has a + b + c = 1000"
    ),
    "three nested some in words": lambda: game(
        (
            "type Slot is 1 to 300\n"
            "define one of a: Slot is some b in Slot has two of b at a\n"
            "define two of b: Slot at a: Slot is some c in Slot has a + b + c = 1000\n"
        ),
        front="require some a in Slot has one of a",
    ),
    "sums over sums": lambda: game(
        (
            "type Slot is 1 to 300\n"
            "define sum-b of a: Slot is sum of (sum-c of a at b) for each b in Slot\n"
            "define sum-c of a: Slot at b: Slot is sum of (a * b * c) for each c in Slot\n"
        ),
        front="require sum of sum-b of a for each a in Slot > 0",
    ),
    "reach from every cell": lambda: game(
        (
            "type Dir is ring of n, e, s, w\n"
            "space Field is square-grid, sides Dir, across 60, down 60\n"
            "define spread of c: Field is count of (reach of c through beside)\n"
            "define far is sum of spread of c for each c in Field\n"
        ),
        front="require far >= 0",
    ),
    "shuffle 10,000": lambda: game(
        "card Coin, 10000 in all\n"
        "  face: worth 1 to 9\n"
        "rows of Coin\n"
        "  [coin.a]  gold: worth 1, copies 5000  @A:1\n"
        "  [coin.b]  iron: worth 2, copies 5000  @A:1\n"
        "zone deck  pile of Coin  everyone sees face\n"
        "setup\n"
        "  [setup.s]  shuffle Coin into deck  @A:1\n"
        "  [setup.m]  shuffle deck  @A:1\n"
    ),
    "a list of all places of a wide space": lambda: game(
        "type Hue is one of black, white\n"
        "space Field is square-grid, across 999999999, down 2\n"
        "list Stone, 8 in all\n"
        "  face: spot Field, hue Hue\n"
        "state board is set of Stone\n"
    ),
    "numbers squared again and again": lambda: game(act="let m be 3\nrepeat 30: set m to m * m\ntake 1 from heap"),
    "words that square what they are given": lambda: game(
        "define s0 of n: Number is n * n\n"
        + "".join(f"define s{k} of n: Number is s{k - 1} of (n * n)\n" for k in range(1, 60)),
        act="if s59 of heap > 9: take 1 from heap\ntake 1 from heap",
    ),
    "bags that double": lambda: game(
        "type Wood is one of oak, elm\nstate store is bag of Wood\n",
        act="add 1 oak to store\nrepeat 100000: add store to store\ntake 1 from heap",
    ),
    "forty options": lambda: game(
        options(40, [f"o{n} is yes or o{(n * 7 + 3) % 40} is yes or o{(n * 11 + 5) % 40} is no" for n in range(40)])
    ),
    "forty options, no demands": lambda: game(options(40, [])),
    "pigeons": lambda: game(options(42, pigeons(7, 6))),
    "more pigeons": lambda: game(options(90, pigeons(10, 9))),
    "near names": lambda: game(
        "".join(f"state wood-number-{n:04} is 0 to 9, starts 0, excess lost\n" for n in range(3000)),
        act=lines(f"add 1 to wood-numbre-{n:04}" for n in range(2000)),
    ),
    "30,000 slips": lambda: "".join("define foo is bar\n" for _ in range(28000)),
    "30,000 wrong names": lambda: game("".join(f"define foo{n} is bar{n}\n" for n in range(15000))),
    "5,000 states": lambda: game("".join(f"state s{n} is 0 to 9, starts 0, excess lost\n" for n in range(5000))),
    "many words": lambda: game("".join(f"define word{n} is heap + {n}\n" for n in range(15000))),
    "garbage": lambda: "".join(f"%%% & garbage {n}\n" for n in range(24000)),
    "no seats": lambda: game(seats="0"),
    "many seats": lambda: game(seats="1000000"),
    "seats 2 to 1,000": lambda: game(seats="2 to 1000"),
    "backwards seats": lambda: game(seats="4 to 2"),
    "bag numbers": lambda: game(
        "type Wood is one of oak, elm\nstate store is bag of Wood\n",
        act="add 999999999 oak to store\ntake 1 from heap",
    ),
    "products that grow": lambda: game(
        "define d is " + " * ".join(["(heap + 1000000)"] * 60) + "\n", front="require d > 0"
    ),
    "a big power": lambda: game(chain(60, "{d} * {d}", "heap + 2"), front="require d59 > 0"),
}
