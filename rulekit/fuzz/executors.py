"""Executors: the packets of a campaign are played by this process, or by several on this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager

from rulekit.fuzz import work_packet as packets
from rulekit.fuzz.driver import PacketExecutor, PacketFuture
from rulekit.fuzz.work_packet import PacketResult, WorkPacket
from rulekit.processes import InterruptFlag, interrupt_flag, processes

AGAIN = 3  # times that a packet is done once more when its process has died


class LazyTask:
    """A packet that is played when its result is asked for."""

    def __init__(self, packet: WorkPacket) -> None:
        self.packet: WorkPacket = packet

    def result(self) -> PacketResult:
        """Plays the packet now."""
        return packets.run(self.packet)

    def cancel(self) -> bool:
        """Nothing has begun, so it can always be given up."""
        return True


class SerialExecutor:
    """This process."""

    def submit(self, packet: WorkPacket) -> PacketFuture:
        """Keeps the packet until somebody wants its result."""
        return LazyTask(packet)


class ProcessPool:
    """A pool of processes; where one of them was ended from outside, a new pool does what was not done."""

    def __init__(self, opened: Callable[[], ProcessPoolExecutor], interrupt: InterruptFlag) -> None:
        self.opened, self.interrupt = opened, interrupt
        self.pool = opened()

    def submit(self, packet: WorkPacket) -> PacketFuture:
        """Hands the packet to a process; raises `KeyboardInterrupt` first if one has come."""
        self.interrupt.raise_if_set()
        return PoolTask(self, packet)

    def send(self, packet: WorkPacket) -> Future[PacketResult]:
        """The future of a packet; a pool that broke is started anew."""
        try:
            return self.pool.submit(packets.run, packet)
        except BrokenProcessPool:
            self.pool = self.opened()
            return self.pool.submit(packets.run, packet)


class PoolTask:
    """A packet that some process will do."""

    def __init__(self, crew: ProcessPool, packet: WorkPacket) -> None:
        self.crew, self.packet = crew, packet
        self.future = crew.send(packet)

    def result(self) -> PacketResult:
        """Waits for the packet; if its process died it is sent again, a few times, and an interrupt is raised
        here.
        """
        for _ in range(AGAIN):
            try:
                return self.crew.interrupt.wait(self.future)
            except BrokenProcessPool:
                self.future = self.crew.send(self.packet)
        return self.crew.interrupt.wait(self.future)

    def cancel(self) -> bool:
        """Whether the packet could be given up before a process took it."""
        return self.future.cancel()


@contextmanager
def crew(jobs: int) -> Iterator[PacketExecutor]:
    """This process, or so many others."""
    if jobs == 1:
        yield SerialExecutor()
        return
    with ExitStack() as stack:
        interrupt = stack.enter_context(interrupt_flag())
        yield ProcessPool(lambda: stack.enter_context(processes(jobs)), interrupt)
