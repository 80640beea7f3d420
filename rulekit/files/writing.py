"""Writing a file: a draft beside it is on the disk before it takes the file's name, so what was there is never lost.

Whoever is killed in the middle, or finds the disk full, leaves the old file as it was. Lines are added to a file whole.
A folder that is not there yet is made: no command that writes a file asks for it to be made first.
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

from rulekit.files.reading import DEVICE, FOLDER, LINK, Unusable, is_inside

try:
    from fcntl import LOCK_EX, LOCK_NB, flock

    LOCKS = True
except ImportError:  # not on this system: then a file nobody has written to for a while is nobody's
    LOCKS = False

BINARY = getattr(os, "O_BINARY", 0)
NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
FRESH = os.O_WRONLY | os.O_CREAT | BINARY | NOFOLLOW
PART = ".part"


def write(path: Path | str, content: str | bytes, within: Path | str | None = None, at_once: bool = True) -> None:
    """A whole file, on the disk before this returns; `OSError` says why not, and then all is as it was.

    What can be made again need not be there `at_once`: thousands of pages would wait for the disk one by one.

    Links are followed as long as they stay in `within`, which is the file's own folder
    if nobody says another.
    """
    place = _with_folder(target(path, within), path)
    data = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
    made = _draft(place)
    try:
        _write_draft(made, data, _stat_of(place), at_once)
        os.replace(made, place)
    except OSError as trouble:
        with contextlib.suppress(OSError):
            os.unlink(made)
        trouble.filename, trouble.filename2 = str(path), None
        raise
    if at_once:
        sync_folder(place.parent)


def target(path: Path | str, within: Path | str | None = None) -> Path:
    """The file that a name means in the end, if that may be written: an ordinary one, or none yet."""
    place = Path(os.path.realpath(path))
    if not is_inside(place, Path(path).parent if within is None else within):
        raise Unusable(LINK, path)
    found = _stat_of(place)
    if found is not None and stat.S_ISDIR(found.st_mode):
        raise Unusable(FOLDER, path)
    if found is not None and not stat.S_ISREG(found.st_mode):
        raise Unusable(DEVICE, path)
    if found is not None and not os.access(place, os.W_OK):
        raise PermissionError(13, "permission denied", str(path))
    return place


def ready(path: Path | str) -> None:
    """Told before hours of work that a file can be written at the end of them; the file itself is not touched."""
    place = _with_folder(target(path), path)
    made = _draft(place)
    try:
        os.close(os.open(made, FRESH | os.O_EXCL, 0o600))
        os.unlink(made)
    except OSError as trouble:
        trouble.filename = str(path)
        raise


def _with_folder(place: Path, named: Path | str) -> Path:
    """The same file, in a folder that is there; `OSError` names the file as it was called."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
    except OSError as trouble:
        trouble.filename = str(named)
        raise
    return place


def _draft(place: Path) -> Path:
    return place.with_name(f".{place.name[:80]}.{os.urandom(4).hex()}{PART}")


def _stat_of(place: Path) -> os.stat_result | None:
    try:
        return os.lstat(place)
    except FileNotFoundError:
        return None


def _write_draft(draft: Path, data: bytes, known: os.stat_result | None, at_once: bool) -> None:
    """All bytes under another name, with the rights and the owner of the file that it will replace."""
    file = os.open(draft, FRESH | os.O_EXCL, 0o666)
    try:
        if known is not None and hasattr(os, "fchmod"):
            with contextlib.suppress(OSError):
                os.fchown(file, known.st_uid, known.st_gid)
            os.fchmod(file, known.st_mode & 0o777)
        write_atomically(file, data, 0)
        if at_once:
            os.fsync(file)
    finally:
        os.close(file)


def write_atomically(file: int, data: bytes, at: int) -> None:
    """All bytes at their place, or, if there is no room, none of them."""
    try:
        os.lseek(file, at, os.SEEK_SET)
        left = memoryview(data)
        while left:
            left = left[os.write(file, left) :]
    except OSError:
        with contextlib.suppress(OSError):  # what is left then is written over by the next, and is no whole line
            os.ftruncate(file, at)
        raise


def sync_folder(folder: Path) -> None:
    """The names in a folder are on the disk too, where a folder can be asked for that."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass  # some file systems cannot; they keep names as they keep them
    finally:
        os.close(handle)


HELD: set[int] = set()  # open files that are ours alone


def try_lock(file: int) -> bool:
    """Whether this open file is now ours; it is until we let it go, however we end."""
    if not LOCKS:
        return True
    try:
        flock(file, LOCK_EX | LOCK_NB)
    except OSError:
        return False
    HELD.add(file)
    return True


def let_go(file: int) -> None:
    """Close a file that may have been ours."""
    HELD.discard(file)
    os.close(file)


def _close_in_child() -> None:
    """A process that was made of this one has the same files open, and would hold them longer than we live."""
    while HELD:
        os.close(HELD.pop())


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_close_in_child)


class AppendOnlyFile:
    """A file that grows by whole lines, each on the disk before the next; nobody else adds to it meanwhile."""

    def __init__(self, path: Path) -> None:
        """Opened, or made; what is in it is not touched."""
        place = _with_folder(target(path), path)
        self.path = path
        self.file = os.open(place, os.O_RDWR | os.O_CREAT | BINARY | NOFOLLOW, 0o666)
        if not try_lock(self.file):
            self.close()
            raise BlockingIOError(11, "somebody else is writing to it", str(path))
        self.size = os.fstat(self.file).st_size

    def go_on(self, size: int) -> None:
        """From here on; what comes behind it is a line that was cut short."""
        if size != self.size:
            os.ftruncate(self.file, size)
            self.size = size

    def add(self, line: bytes) -> None:
        """One more line; if there is no room, none of it."""
        try:
            write_atomically(self.file, line + b"\n", self.size)
            os.fsync(self.file)
        except OSError as trouble:
            trouble.filename = str(self.path)
            raise
        self.size += len(line) + 1

    def close(self) -> None:
        """Close the file; what was added stays."""
        let_go(self.file)
