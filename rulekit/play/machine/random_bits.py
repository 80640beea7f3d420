"""Random numbers that are the same on every machine and every Python: SplitMix64, seeded by SHA-256.

The whole recipe, so that it can be written again in any language:
- seed: the first 8 bytes, big end first, of the SHA-256 of the seed's text; a stream of its own is `seed/name/number`;
- next: add 0x9E3779B97F4A7C15; z = state; z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB; the number is z ^ z >> 31; all of it modulo 2 to the 64;
- below n: the next number modulo n; numbers in the last, incomplete stretch of n are passed over;
- order: for i from the last place down to the second, swap place i with the place `below i + 1`.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
ALL = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
FIRST = 0xBF58476D1CE4E5B9
SECOND = 0x94D049BB133111EB


class Bits:
    """One stream of numbers; its whole memory is `state`."""

    __slots__ = ("state",)

    def __init__(self, state: int) -> None:
        self.state = state

    def below(self, count: int) -> int:
        """A number from 0 to count - 1, each equally likely."""
        fair = (1 << 64) - (1 << 64) % count
        while True:
            self.state = z = (self.state + STEP) & ALL
            z = ((z ^ (z >> 30)) * FIRST) & ALL
            z = ((z ^ (z >> 27)) * SECOND) & ALL
            z ^= z >> 31
            if z < fair:
                return z % count

    def pick(self, members: Sequence[T]) -> T:
        """One member."""
        return members[self.below(len(members))]

    def order(self, members: Sequence[T]) -> tuple[T, ...]:
        """All members in some order."""
        found = list(members)
        for i in range(len(found) - 1, 0, -1):
            j = self.below(i + 1)
            found[i], found[j] = found[j], found[i]
        return tuple(found)


def stream(seed: int | str, *names: int | str) -> Bits:
    """The stream of a seed, or one of its own for a part of the work: a game, a seat."""
    text = "/".join(str(part) for part in (seed, *names))
    return Bits(int.from_bytes(hashlib.sha256(text.encode(errors="surrogatepass")).digest()[:8], "big"))


def first_below(seed: int, name: str, count: int) -> int:
    """What `stream(seed, name).below(count)` gives first, for those who want many streams and one number of each."""
    digest = hashlib.sha256(f"{seed}/{name}".encode(errors="surrogatepass")).digest()
    z = (int.from_bytes(digest[:8], "big") + STEP) & ALL
    z = ((z ^ (z >> 30)) * FIRST) & ALL
    z = ((z ^ (z >> 27)) * SECOND) & ALL
    z ^= z >> 31
    return z % count if z < ALL - count else stream(seed, name).below(count)


def fresh_seed() -> int:
    """A seed nobody has chosen; whoever uses it says which one it was."""
    return secrets.randbelow(1 << 32)
