"""Who plays the packets of a campaign: this process, or several on this machine."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager

from rulekit.fuzz import packet as packets
from rulekit.fuzz.driver import Crew, Promise
from rulekit.fuzz.packet import Done, Packet


class Later:
    """A packet that is played when its result is asked for."""

    def __init__(self, packet: Packet) -> None:
        self.packet: Packet = packet

    def result(self) -> Done:
        return packets.run(self.packet)

    def cancel(self) -> bool:
        return True


class Alone:
    """This process."""

    def submit(self, packet: Packet) -> Promise:
        return Later(packet)


class Several:
    """A pool of processes."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self.pool = pool

    def submit(self, packet: Packet) -> Promise:
        return self.pool.submit(packets.run, packet)


@contextmanager
def crew(jobs: int) -> Iterator[Crew]:
    """So many processes; Ctrl-C is for the one that leads."""
    if jobs == 1:
        yield Alone()
        return
    with ProcessPoolExecutor(jobs, initializer=_deaf) as pool:
        try:
            yield Several(pool)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _deaf() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
