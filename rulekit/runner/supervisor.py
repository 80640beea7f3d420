"""The process that stands over one engine: it limits and watches all that the engine starts, and ends it.

It is run as a program of its own, with nothing but the standard library, so that it starts quickly and that an engine
is ended also when the one who asked for it was killed: then the pipe called leash comes to its end. Whatever the engine
starts carries a mark that is inherited and that no program looks at: a number as the limit of resident memory, which
Linux keeps and does not heed. By the mark it is found wherever it has gone: in another session, without its
parents, with an empty environment.
"""

import json
import os
import resource
import select
import shutil
import signal
import sys
import time

LOOK = 0.1  # seconds between two looks at the engine
SOON = 0.02  # the same while it grows quickly
FOLDER_EVERY = 5  # looks between two at what it wrote
FILES = 20_000  # files that are counted at most
PATIENCE = 10.0  # seconds within which what was killed must be gone
PROC = "/proc"
NAME = "RULEKIT_ENGINE"  # of the variable that holds the mark too, for those who change their limits
UNREACHED = ("Ip:OutNoRoutes", "Ip6OutNoRoutes", "Udp:NoPorts", "Udp6NoPorts")  # counters of the system
GONE = "ZX"  # states of what has ended and was not waited for yet
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class ProcessWatch:
    """All processes that carry a mark, or whose parents do."""

    def __init__(self, mark: int) -> None:
        self.mark = str(mark)
        self.ours: set[int] = set()
        self.others: set[int] = {os.getpid()}  # looked at once; a number is not used again so soon

    def look(self) -> set[int]:
        """Those that run now."""
        now = _numbers()
        self.others &= now
        self.ours = {pid for pid in self.ours & now if _runs(pid)}
        new = now - self.others - self.ours
        while born := {pid for pid in new if self._is_ours(pid)}:
            self.ours |= born
            new -= born
        self.others |= new
        return self.ours

    def _is_ours(self, pid: int) -> bool:
        state, parent = (*_stat(pid)[:2], "Z", "0")[:2]
        if state in GONE:
            return False
        if int(parent) in self.ours or self.mark in _file_text(f"{PROC}/{pid}/limits").split():
            return True
        return f"{NAME}={self.mark}" in _file_text(f"{PROC}/{pid}/environ").split("\0")

    def sweep(self) -> int:
        """End all of them; how many there were."""
        stopped: set[int] = set()
        end = time.monotonic() + PATIENCE
        while self.look() - stopped and time.monotonic() < end:  # first nobody may start another
            for pid in self.ours - stopped:
                _kill(pid, signal.SIGSTOP)
            stopped |= self.ours
        while self.look() and time.monotonic() < end:
            for pid in self.ours:
                _kill(pid, signal.SIGKILL)
            time.sleep(0.002)
        return len(stopped)

    def memory(self, most: int) -> int:
        """Bytes that belong to no file, of all of them; what several share is counted once, if it matters."""
        found = sum(_own_memory(pid) for pid in self.ours)
        return found if found <= most else sum(_share(pid) for pid in self.ours)

    def attempts(self) -> int:
        """How often they tried to reach somebody from a network of their own, which leads nowhere."""
        places = {_network(pid): pid for pid in self.ours}
        return sum(_network_refusals(pid) for place, pid in places.items() if place not in (0, _network(os.getpid())))

    def seconds(self) -> float:
        """Processor time of all of them, and of those that they waited for."""
        found = [_stat(pid) for pid in self.ours]
        return sum(int(n) for stat in found if stat for n in stat[11:15]) / TICKS


def _numbers() -> set[int]:
    try:
        return {int(name) for name in os.listdir(PROC) if name.isdigit()}
    except OSError:
        return set()


def _file_text(path: str) -> str:
    try:
        file = os.open(path, os.O_RDONLY)
    except OSError:
        return ""
    try:
        return os.read(file, 1 << 16).decode("ascii", "replace")
    except OSError:
        return ""
    finally:
        os.close(file)


def _stat(pid: int) -> "list[str]":
    """State, parent, and so on; what stands before them is a name that may hold anything."""
    return _file_text(f"{PROC}/{pid}/stat").rpartition(")")[2].split()


def _runs(pid: int) -> bool:
    return (_stat(pid) or ["Z"])[0] not in GONE


def _own_memory(pid: int) -> int:
    return _kilobytes(pid, "status", "RssAnon:", "RssShmem:")


def _share(pid: int) -> int:
    """Of memory that several processes share, as much as falls to one; to be told, it takes a while."""
    return _kilobytes(pid, "smaps_rollup", "Pss_Anon:", "Pss_Shmem:") or _own_memory(pid)


def _kilobytes(pid: int, file: str, *names: str) -> int:
    lines = _file_text(f"{PROC}/{pid}/{file}").splitlines()
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith(names))


def _network(pid: int) -> int:
    """Which network it is in; 0 if that cannot be told."""
    try:
        return os.stat(f"{PROC}/{pid}/ns/net").st_ino
    except OSError:
        return 0


def _network_refusals(pid: int) -> int:
    """What its network counts of ways that there are not, and of names asked for where nobody answers."""
    lines = [line.split() for line in _file_text(f"{PROC}/{pid}/net/snmp").splitlines()]
    found = {f"{names[0]}{name}": row[names.index(name)] for names, row in zip(lines[::2], lines[1::2], strict=False)
             if len(names) == len(row) for name in names}  # fmt: skip
    rows = [line.split() for line in _file_text(f"{PROC}/{pid}/net/snmp6").splitlines()]
    found.update({row[0]: row[1] for row in rows if len(row) == 2})
    return sum(int(found.get(name, 0)) for name in UNREACHED)


def _kill(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except OSError:
        pass


def written_bytes(folder: str) -> int:
    """Bytes of all files in a folder."""
    found, seen, folders = 0, 0, [folder]
    while folders and seen < FILES:
        try:
            with os.scandir(folders.pop()) as entries:
                for entry in entries:
                    seen += 1
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(entry.path)
                    else:
                        found += entry.stat(follow_symlinks=False).st_blocks * 512
        except OSError:
            continue
    return found


# ------------------------------------------------------------------ starting it


def start(command: "list[str]", mark: int, limits: "dict[str, int]") -> "tuple[int, str]":
    """The engine, marked and limited; its number, and why it did not start."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.setsid()
            _limit(mark, limits)
            signal.pthread_sigmask(signal.SIG_SETMASK, ())
            for number in (signal.SIGPIPE, signal.SIGXFSZ):
                signal.signal(number, signal.SIG_DFL)
            os.execvp(command[0], command)
        except OSError as wrong:
            os.write(writing, (wrong.strerror or str(wrong)).encode())
        finally:
            os._exit(127)
    os.close(writing)
    said = os.read(reading, 1000).decode("utf-8", "replace")
    os.close(reading)
    return pid, said


def _limit(mark: int, limits: "dict[str, int]") -> None:
    wanted = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: limits["disk"],
        resource.RLIMIT_NOFILE: limits["files"],
        resource.RLIMIT_CPU: limits["cpu"] + 5,  # what the watch sees is told; this is for what it does not see
        resource.RLIMIT_DATA: 2 * limits["memory"],  # the same: what is taken faster than anybody looks
        resource.RLIMIT_RSS: mark,
    }
    for which, most in wanted.items():
        hard = resource.getrlimit(which)[1]
        value = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(which, (value, value))


# ------------------------------------------------------------------ standing over it


class Supervisor:
    """One engine, from its start to the end of all that it started."""

    def __init__(self, task: "dict[str, object]") -> None:
        self.task = task
        self.limits: dict[str, int] = task["limits"]  # type: ignore[assignment]
        self.leash, self.report = int(str(task["leash"])), int(str(task["report"]))
        self.watch = ProcessWatch(int(str(task["mark"])))
        self.looks = 0
        self.took = 0

    def run(self) -> None:
        """Start it, watch it, end it."""
        woken, waking = os.pipe()
        os.set_blocking(waking, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(waking, warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)  # who holds the leash hears them
        pid, wrong = start(list(self.task["command"]), int(self.watch.mark), self.limits)  # type: ignore[call-overload]
        _let_go_of_pipes()
        if wrong:
            self.say({"unstarted": wrong})
            return
        self.watch.ours.add(pid)
        code = self._stand(pid, woken)
        left = self.watch.sweep() - (int(str(self.task["own"])) or code is None)
        _kill(-pid, signal.SIGKILL)  # its session, where nobody tells what runs
        _wait_for(pid, code)
        shutil.rmtree(str(self.task["folder"]), ignore_errors=True)
        self.say({"ended": code, "left": max(0, left)})

    def _stand(self, pid: int, woken: int) -> "int | None":
        """Until it has ended, has gone too far, or nobody wants it any more."""
        while True:
            ready, _, _ = select.select([self.leash, woken], [], [], self._pause())
            if woken in ready:
                os.read(woken, 512)
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                return self._exit_code(os.waitstatus_to_exitcode(status))
            if self.leash in ready:
                return None
            over = self._over()
            if over:
                self.say({"limit": over[0], "took": over[1]})
                return None

    def _exit_code(self, code: int) -> int:
        """Whoever cannot write any more may end as if it were by itself."""
        took = written_bytes(str(self.task["folder"])) if code else 0
        if took >= self.limits["disk"]:
            self.say({"limit": "disk", "took": took})
        return code

    def _pause(self) -> float:
        return SOON if self.took > self.limits["memory"] // 4 else LOOK

    def _over(self) -> "tuple[str, float] | None":
        """The limit that was passed, and by how much."""
        self.looks += 1
        ours = self.watch.look()
        self.took = self.watch.memory(self.limits["memory"])
        found: list[tuple[str, float]] = [
            ("memory", self.took),
            ("cpu", self.watch.seconds()),
            ("processes", len(ours) - int(str(self.task["own"]))),
            ("network", self.watch.attempts()),
        ]
        if self.looks % FOLDER_EVERY == 0:
            found.append(("disk", written_bytes(str(self.task["folder"]))))
        return next((one for one in found if one[1] > self.limits[one[0]]), None)

    def say(self, what: "dict[str, object]") -> None:
        """Write one message to whoever started this program."""
        try:
            os.write(self.report, json.dumps(what).encode() + b"\n")
        except OSError:
            pass  # nobody is there any more


def _let_go_of_pipes() -> None:
    """They are the engine's alone, so that their end is seen when it ends."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


def _wait_for(pid: int, code: "int | None") -> None:
    end = time.monotonic() + PATIENCE
    while code is None and os.waitpid(pid, os.WNOHANG)[0] == 0 and time.monotonic() < end:
        time.sleep(0.001)


if __name__ == "__main__":
    Supervisor(json.loads(sys.argv[1])).run()
