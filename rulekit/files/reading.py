"""Reading a file: ordinary ones only, of bounded size, and never through a link that leads out of a folder."""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

MOST = 64 << 20  # bytes of a file for which nobody has set a smaller limit
BOM = b"\xef\xbb\xbf"
# A pipe or a device that takes the place of a file between the look and the opening is opened without waiting for it.
FLAGS = sum(getattr(os, name, 0) for name in ("O_RDONLY", "O_NONBLOCK", "O_NOFOLLOW", "O_CLOEXEC", "O_BINARY"))

LINK, FOLDER, DEVICE, LARGE, LETTERS = "link", "folder", "device", "large", "letters"
REASONS = {
    LINK: "it is a link that leads out of its folder",
    FOLDER: "it is a folder, and a file is wanted",
    DEVICE: "it is no ordinary file",
    LARGE: "it is too large",
    LETTERS: "it is not UTF-8",
}


class Unusable(OSError):
    """A file that is there and is neither read nor written; `sort` says why."""

    def __init__(self, sort: str, path: Path | str, more: str = "") -> None:
        super().__init__(errno.EINVAL, REASONS[sort] + more, str(path))
        self.sort, self.path, self.more = sort, path, more

    def __reduce__(self) -> Any:
        """Told to another process as it was told here."""
        return type(self), (self.sort, self.path, self.more)


def read(path: Path | str, most: int = MOST, within: Path | str | None = None) -> bytes:
    """All bytes of a file; `OSError` says why not. `within` is the folder that a link may not leave."""
    real = os.path.realpath(path)
    if within is not None and not is_inside(real, within):
        raise Unusable(LINK, path)
    _ordinary(os.stat(path), path, most)
    with os.fdopen(os.open(real, FLAGS), "rb") as file:
        now = os.fstat(file.fileno())
        _ordinary(now, path, most)
        # A buffer of the size asked for is made before anything is read, so no more is asked for than the file holds.
        data = file.read(min(now.st_size, most) + 1) or b""
        if len(data) > now.st_size:  # it has grown, or it is a file of the system, which says 0
            data += file.read(most + 1 - len(data)) or b""
    if len(data) > most:
        raise Unusable(LARGE, path)
    return data


def text(path: Path | str, most: int = MOST, within: Path | str | None = None) -> str:
    """The same as text; the mark that some editors put in front is no part of it."""
    data = strip_bom(read(path, most, within))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        raise Unusable(LETTERS, path, f": byte 0x{data[fault.start]:02X} in line {line}") from None


def first_line(path: Path | str) -> str:
    """The first line of a file of the kit itself, without reading the rest."""
    with open(path, encoding="utf-8") as file:
        return file.readline().strip()


def strip_bom(data: bytes) -> bytes:
    """Bytes of UTF-8 without the mark (BOM) that some editors put in front of them."""
    return data.removeprefix(BOM)


def is_there(path: Path | str) -> bool:
    """Whether anything has this name, a link that leads nowhere included; a name that none can have is not there."""
    try:
        os.lstat(path)
    except (OSError, ValueError):
        return False
    return True


def is_inside(path: Path | str, folder: Path | str) -> bool:
    """Whether a file lies in a folder, with all links followed."""
    home = os.path.realpath(folder)
    try:
        return os.path.commonpath([home, os.path.realpath(path)]) == home
    except ValueError:  # on two different drives
        return False


def _ordinary(found: os.stat_result, path: Path | str, most: int) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise Unusable(FOLDER, path)
    if not stat.S_ISREG(found.st_mode):
        raise Unusable(DEVICE, path)
    if found.st_size > most:
        raise Unusable(LARGE, path)
