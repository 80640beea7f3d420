"""Several processes: not senselessly many, and Ctrl-C is for the one that leads."""

from __future__ import annotations

import os
import signal
import time

import pytest

from rulekit.processes import FOR_EACH_CORE, interrupt_flag, processes, sensible_job_count


def test_there_are_never_senselessly_many() -> None:
    assert sensible_job_count(1) == 1 and sensible_job_count(10**9) == FOR_EACH_CORE * (os.cpu_count() or 1)


def test_processes_do_not_hear_control_c() -> None:
    """From the moment in which they are made."""
    with processes(1) as pool:
        assert pool.submit(signal.getsignal, signal.SIGINT).result() == signal.SIG_IGN
        assert signal.SIGINT in pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, ()).result()
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_results_come_in_the_order_in_which_they_were_asked_for() -> None:
    with interrupt_flag() as interrupt, processes(2) as pool:
        assert list(interrupt.results_in_order(pool.submit(pow, n, 2) for n in range(9))) == [n * n for n in range(9)]


def test_control_c_is_noted_and_raised_where_somebody_waits() -> None:
    with pytest.raises(KeyboardInterrupt), interrupt_flag() as interrupt, processes(1) as pool:
        os.kill(os.getpid(), signal.SIGINT)
        assert interrupt.is_set
        interrupt.wait_for_first({pool.submit(time.sleep, 0.5)})
