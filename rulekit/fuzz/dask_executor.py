"""The packets of a campaign on other machines: a Dask scheduler hands them to workers, and to others if one dies."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from typing import Any, cast

from rulekit.fuzz import work_packet as packets
from rulekit.fuzz.driver import NoWorkersLeft, PacketExecutor, PacketFuture
from rulekit.fuzz.work_packet import PacketResult, WorkPacket
from rulekit.play.refusals import Refused

AGAIN = 10  # a packet is tried so often; a worker that dies has not done it
PATIENCE = 10  # seconds for the scheduler to answer
TALKERS = ("distributed", "tornado", "asyncio")  # their tracebacks are not for whoever runs a campaign


class DaskExecutor:
    """The workers of a scheduler."""

    def __init__(self, client: Any) -> None:
        self.client = client

    def submit(self, packet: WorkPacket) -> PacketFuture:
        """Hands a packet to the scheduler; gives the promise of what comes of it."""
        return DaskTask(self.client, packet)


class DaskTask:
    """A packet that some worker will do; whose worker dies is sent once more."""

    def __init__(self, client: Any, packet: WorkPacket) -> None:
        self.client, self.packet = client, packet
        self.future = self._submit()

    def _submit(self) -> Any:
        return self.client.submit(packets.run, self.packet, pure=False, key=f"packet-{id(self)}-{self.packet.number}")

    def result(self) -> PacketResult:
        """Waits for the packet. One whose worker died is sent again, a few times."""
        from distributed.scheduler import KilledWorker

        for _ in range(AGAIN):
            try:
                done: PacketResult = self.future.result()
                return done
            except KilledWorker:
                self.future = self._submit()
            except (CancelledError, asyncio.CancelledError, OSError) as trouble:
                raise NoWorkersLeft("the scheduler does not answer any more") from trouble
        raise Refused("refused", f"packet {self.packet.number} ended {AGAIN} workers; nobody is left to try it on")

    def cancel(self) -> bool:
        """Gives the packet up; errors of a scheduler that is gone do not matter any more."""
        with suppress(Exception):
            self.future.cancel()
        return True


@contextmanager
def dask_crew(address: str) -> Iterator[PacketExecutor]:
    """The workers that are there, and those that come while the campaign runs."""
    try:
        from distributed import Client
    except ImportError:
        raise Refused("not-there", "Dask is not installed; pip install 'tabletop-rules[dist]' brings it") from None
    for name in (*TALKERS, *(name for name in logging.root.manager.loggerDict if name.startswith(TALKERS))):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        client: Any = cast(Any, Client)(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as trouble:
        raise Refused("not-there", f"no Dask scheduler answers at {address}") from trouble
    try:
        yield DaskExecutor(client)
    finally:
        with suppress(Exception):
            client.close(timeout=PATIENCE)
