"""Several processes: not senselessly many, and Ctrl-C is for the one that leads."""

from __future__ import annotations

import os
import signal

from rulekit.processes import FOR_EACH_CORE, processes, sensible


def test_there_are_never_senselessly_many() -> None:
    assert sensible(1) == 1 and sensible(10**9) == FOR_EACH_CORE * (os.cpu_count() or 1)


def test_processes_do_not_hear_control_c() -> None:
    """From the moment in which they are made."""
    with processes(1) as pool:
        assert pool.submit(signal.getsignal, signal.SIGINT).result() == signal.SIG_IGN
        assert signal.SIGINT in pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, ()).result()
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
