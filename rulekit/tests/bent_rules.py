"""Small games bent into hostile ones: huge numbers, long chains, deep blocks, odd seats, lines doubled and mixed up."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

GAMES = Path(__file__).parent / "games"
NUMBERS = (0, 1, 2, 3, 7, 11, 60, 300, 1000, 4001, 10_001, 65_537, 1_000_000, 10**9, 10**11)
SEATS = ("0", "1", "3", "2 to 5", "5 to 2", "40", "1 to 300", "1000000", "000000002")
WRAPS = (
    "repeat {n}: ", "if 1 < {n}: ", "for each q{k} of Player: ", "until 1 > {n}, at most {n} times: ", "repeat 1: ",
    "as far as possible: ", "for each q{k} of (Player): ", "together each q{k}: ",
)  # fmt: skip
Lines = list[str]


@cache
def games() -> tuple[str, ...]:
    return tuple(file.read_text(encoding="utf-8") for file in sorted(GAMES.glob("*.rules")))


def bent(chance: random.Random) -> str:
    """One game, bent a few times."""
    lines = chance.choice(games()).splitlines()
    for _ in range(chance.choice((1, 1, 2, 3, 5))):
        chance.choice(WAYS)(lines, chance)
    return "\n".join(lines) + "\n"


def _place(lines: Lines, chance: random.Random, mark: str = "") -> int:
    places = [n for n, line in enumerate(lines) if mark in line and line.strip() and not line.startswith("#")]
    return chance.choice(places) if places else 0


def _number(lines: Lines, chance: random.Random) -> None:
    """A number becomes another one, mostly far too large."""
    n = _place(lines, chance)
    found = list(re.finditer(r"(?<![\w-])\d+(?![\w.-])", lines[n].split("@")[0]))
    if found:
        at = chance.choice(found)
        lines[n] = lines[n][: at.start()] + str(chance.choice(NUMBERS)) + lines[n][at.end() :]


def _seats(lines: Lines, chance: random.Random) -> None:
    for n, line in enumerate(lines):
        lines[n] = re.sub(r"^(game \S+ for ).* (players?)", rf"\g<1>{chance.choice(SEATS)} \2", line)


def _double(lines: Lines, chance: random.Random) -> None:
    """A clause stands there many times, each with an id of its own."""
    n = _place(lines, chance, "  [")
    times = chance.choice((2, 3, 12, 60, 300))
    found = re.match(r"(\s*\[[a-z][a-z0-9.-]*)(\].*)", lines[n])
    if found:
        lines[n + 1 : n + 1] = [f"{found[1]}-x{k}{found[2]}" for k in range(times)]


def _drop(lines: Lines, chance: random.Random) -> None:
    del lines[_place(lines, chance)]


def _swap(lines: Lines, chance: random.Random) -> None:
    """A word of one line stands in another."""
    n, m = _place(lines, chance), _place(lines, chance)
    here, there = re.findall(r"[\w-]+", lines[n]), re.findall(r"[\w-]+", lines[m])
    if here and there:
        lines[n] = lines[n].replace(chance.choice(here), chance.choice(there), 1)


def _wrapped(lines: Lines, chance: random.Random) -> None:
    """A statement stands in loops and conditions."""
    n = _place(lines, chance, "  [")
    found = re.match(r"(\s*\[[^\]]*\]\s+)(.*)", lines[n])
    if found:
        many = chance.choice((1, 1, 2, 3, 9, 12, 30))
        said = [chance.choice(WRAPS).format(n=chance.choice(NUMBERS), k=k) for k in range(many)]
        lines[n] = f"{found[1]}{''.join(said)}{found[2]}"


def _value(lines: Lines, chance: random.Random) -> str:
    """Something of a number that the game has."""
    states = re.findall(r"^state ([a-z-]+) is \d", "\n".join(lines), re.M)
    return chance.choice(states) if states else str(chance.choice(NUMBERS))


def _chain(lines: Lines, chance: random.Random) -> None:
    """Words on words, and a guard or a loop that needs the last."""
    value, many = _value(lines, chance), chance.choice((3, 9, 20, 40, 130))
    form = chance.choice(("{d} + 0", "{d} + {d}", "({d} if {d} > {v} else {v})", "{d} * {d}", "sum of ({d}, {d})"))
    words = [f"define zz0 is {value}"]
    words += [f"define zz{k} is {form.format(d=f'zz{k - 1}', v=value)}" for k in range(1, many)]
    n = next((n for n, line in enumerate(lines) if line.startswith(("action", "to ", "setup", "turn"))), len(lines))
    asks = chance.choice((f"require zz{many - 1} >= 0", f"repeat zz{many - 1}: add 0 to {value}"))
    lines[n:n] = words
    _after(lines, chance, asks)


def _after(lines: Lines, chance: random.Random, said: str) -> None:
    """A clause more in some block."""
    blocks = [n for n, line in enumerate(lines) if line.startswith(("action", "to ", "setup"))]
    if blocks:
        lines.insert(chance.choice(blocks) + 1, f"  [zz.more{chance.randrange(10**6)}]  {said}  @public:toy")


def _wide(lines: Lines, chance: random.Random) -> None:
    """Some of many in many, or a choice of many."""
    size = chance.choice(NUMBERS)
    some = ", ".join(f"z{k} in 1 to {size}" for k in range(chance.choice((1, 2, 3, 5))))
    said = (
        f"require some {some} has z0 = {size}", f"many in 1 to {size}", f"many are {size // 2} from Player",
        "xs are any from Player", f"lot many in 1 to {size}", f"roll many in 1 to {size}",
    )  # fmt: skip
    _after(lines, chance, chance.choice(said))


def _brackets(lines: Lines, chance: random.Random) -> None:
    """Brackets, `not`, or terms without end round a value."""
    n = _place(lines, chance, chance.choice(("require", "define", "if ")))
    many = chance.choice((2, 10, 25, 45, 60, 300))
    forms = (("(", ")"), ("(1 + ", ")"), ("(not ", ")"), ("(1 if 1 > 0 else ", ")"))
    opens, closes = chance.choice(forms)
    found = re.match(r"(.*?(?:require|is|if) )([^@:]*)(.*)", lines[n])
    if found:
        lines[n] = f"{found[1]}{opens * many}{found[2].strip()}{closes * many}  {found[3]}"


def _options(lines: Lines, chance: random.Random) -> None:
    """Many options, and demands that may clash."""
    many = chance.choice((3, 20, 45))
    lines[1:1] = [f"option zo{k} is no or yes" for k in range(many)]
    demands = [
        f"  [zd.d{k}]  "
        + " or ".join(f"zo{chance.randrange(many)} is {chance.choice(('yes', 'no'))}" for _ in range(3))
        for k in range(many * 4)
    ]
    lines += ["demands", *(f"{one}  @public:toy" for one in demands)]


def _recursion(lines: Lines, chance: random.Random) -> None:
    """Procedures that call themselves, or each other."""
    deep = chance.choice(("at most 3 deep", "at most 90 deep", "at most 1000000 deep", "falling n"))
    lines += [f"to zdig n: Number, {deep}"]
    lines += [f"  [zdig.l{k}]  if n > 0: zdig (n - 1)  @public:toy" for k in range(chance.choice((1, 2, 3)))]
    _after(lines, chance, f"zdig {chance.choice(NUMBERS)}")


WAYS: tuple[Callable[[Lines, random.Random], None], ...] = (
    _number, _number, _number, _seats, _double, _drop, _swap, _wrapped, _wrapped, _chain, _wide, _brackets, _options,
    _recursion,
)  # fmt: skip
