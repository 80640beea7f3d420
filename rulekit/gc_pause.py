"""A pause of Python's garbage collector, for work that drops nothing before its end."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def gc_paused() -> Iterator[None]:
    """Pause the garbage collector: collections in between only cost time. What the host had set is restored.

    A check makes hundreds of thousands of small objects that all live to its end, so each collection walks over all of
    them and frees nothing: checking a game of 317 lines takes 0.21 s of processor time without collections and 0.35 to
    0.40 s with them. The same holds for the imports of a command.
    """
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()
