"""From files to texts: what is no readable text is refused before anybody looks for sentences in it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

from rulekit.diagnostics import Problem, Problems, nearest, problem
from rulekit.files import reading
from rulekit.files.reading import DEVICE, FOLDER, LARGE, LINK, Unusable
from rulekit.limits import FILE_LIMIT, FOLDER_LIMIT
from rulekit.records import record
from rulekit.source import Span
from rulekit.syntax.bad_characters import BIDI, is_hidden

UTF16 = (b"\xff\xfe", b"\xfe\xff")
NOT_READ = frozenset((LINK, FOLDER, DEVICE, "denied"))  # variants of K86 about files nobody has looked into
EXPECTED = frozenset("\t\n\r")  # control signs of a plain text
MANY = 20  # more of the same in one file help nobody


@record
class SourceFile:
    """A text and the name it goes by in messages, which is the path it was asked for by."""

    name: str
    path: Path
    text: str


@record
class SourceFiles:
    """All rules of one game, in the order in which they are read."""

    files: tuple[SourceFile, ...]
    root: Path

    def text_of(self) -> dict[str, str]:
        """The texts by name, for those who show lines of them."""
        return {file.name: file.text for file in self.files}


def read_folder(path: Path | str) -> SourceFiles:
    """The rules of a game: `*.rules` in name order, then `scenes/*.rules`; one file stands for a game as well."""
    root = Path(path)
    if root.is_file():
        return SourceFiles((read_file(root),), root.parent)
    paths = rules_in(root)
    if not paths:
        raise Problems([problem("K90", _top(str(root)), "empty", folder=root.name)])
    files: list[SourceFile] = []
    found: list[Problem] = []
    size = 0
    for file in paths:
        try:
            files.append(read_file(file, root))
            size += len(files[-1].text)
        except Problems as slips:
            found += slips.problems
        if size > FOLDER_LIMIT:
            found.append(problem("K87", _top(str(file)), "folder", size=size, limit=FOLDER_LIMIT))
            break
    if found:
        raise Problems(found)
    return SourceFiles(tuple(files), root)


def rules_in(root: Path) -> list[Path]:
    """The rules files of a folder in reading order; scenes come after what they show."""
    try:
        names = [sorted(root.glob("*.rules")), sorted(root.glob("scenes/*.rules"))]
    except OSError as fault:
        raise Problems([_access_problem(str(root), fault)]) from None
    return [path for group in names for path in group]


def read_file(path: Path | str, root: Path | None = None) -> SourceFile:
    """One file as text, with line ends as they should be; it must lie in the folder it was found in."""
    file = Path(path)
    name = os.fsencode(file).decode("utf-8", "replace")
    return SourceFile(name, file, decode(_bytes(file, name, root), name))


def read_table(root: Path, name: str, span: Span | None = None) -> SourceFile:
    """A table that the rules name, from the same folder."""
    path = root / name
    if not reading.is_there(path) or not name.endswith(".toml"):
        near = nearest(name, [file.name for file in root.glob("*.toml")])
        raise Problems([problem("K07", span, "file" if name else "no-file", file=name, near=near)])
    return read_file(path, root)


def texts_of(problems: Iterable[Problem]) -> dict[str, str]:
    """The texts that problems point into, letters that are none replaced; never of a file that was not to be read."""
    found = tuple(problems)
    spans = [span for one in found for span in (one.span, *(second for second, _ in one.second)) if span]
    unread = {one.span.file for one in found if one.span and one.code == "K86" and one.variant in NOT_READ}
    texts = {name: _text_if_any(Path(name)) for name in {span.file for span in spans} - unread}
    return {name: text for name, text in texts.items() if text is not None}


def _text_if_any(file: Path) -> str | None:
    try:
        return reading.strip_bom(reading.read(file, FILE_LIMIT)).decode("utf-8", "replace")
    except (OSError, ValueError):
        return None


def _bytes(file: Path, name: str, root: Path | None) -> bytes:
    """The bytes of an ordinary file of ordinary size, or the problem with it."""
    try:
        return reading.read(file, FILE_LIMIT, root)
    except Unusable as fault:
        if fault.sort == LARGE:
            raise Problems([_too_large(name, file.stat().st_size)]) from None
        raise Problems([problem("K86", _top(name), fault.sort, file=file.name)]) from None
    except OSError as fault:
        raise Problems([_access_problem(name, fault)]) from None


def _top(name: str) -> Span:
    return Span.point(name, 1, 1)


def _too_large(name: str, size: int) -> Problem:
    return problem("K87", _top(name), "file", size=size, limit=FILE_LIMIT)


def _access_problem(name: str, fault: OSError) -> Problem:
    reason = (fault.strerror or "it cannot be read").lower()
    return problem("K86", _top(name), "denied", file=Path(name).name, reason=reason)


# ------------------------------------------------------------------ from bytes to letters


def decode(data: bytes, name: str) -> str:
    """Bytes as text with plain line ends; raises Problems where there is no text, or letters that hide."""
    if len(data) > FILE_LIMIT:
        raise Problems([_too_large(name, len(data))])
    text = _letters(reading.strip_bom(data), name)
    found = [*_lone_returns(text, name), *_invisible_signs(text, name)]
    if found:
        raise Problems(found)
    return text.replace("\r\n", "\n")


def _letters(data: bytes, name: str) -> str:
    if data.startswith(UTF16) or _wide(data):
        raise Problems([problem("K86", _top(name), "utf-16")])
    zero = data.find(b"\0")
    if zero >= 0:
        raise Problems([problem("K86", _place(data[:zero].decode("utf-8", "replace"), name), "nul")])
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as fault:
        here = _place(data[: fault.start].decode("utf-8", "replace"), name)
        raise Problems([problem("K86", here, "utf-8", byte=f"0x{data[fault.start]:02X}")]) from None


def _wide(data: bytes) -> bool:
    """Two bytes a letter without a mark in front: every other byte of plain English is zero."""
    sample = data[:200]
    half = len(sample) // 2
    return half > 1 and any(sample[i::2].count(0) * 4 > half * 3 > sample[1 - i :: 2].count(0) * 12 for i in (0, 1))


def _place(before: str, name: str) -> Span:
    """The letter that follows a text."""
    line = before.count("\n") + 1
    return Span.point(name, line, len(before) - before.rfind("\n"))


def _lone_returns(text: str, name: str) -> list[Problem]:
    match = re.search(r"\r(?!\n)", text)
    return [problem("K86", _place(text[: match.start()], name), "cr")] if match else []


def _invisible_signs(text: str, name: str) -> list[Problem]:
    """Signs that nobody sees and that may make a line read otherwise than it looks."""
    hidden = {sign for sign in set(text) - EXPECTED if is_hidden(sign)}
    places = [place for place, sign in enumerate(text) if sign in hidden][:MANY] if hidden else []
    return [
        problem(
            "K86",
            _place(text[:place], name),
            "bidi" if text[place] in BIDI else "control",
            sign=f"U+{ord(text[place]):04X}",
        )
        for place in places
    ]
