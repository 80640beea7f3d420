"""Records on disk that survive what may come: kill -9, a full disk, a torn, cut or damaged file.

A folder holds segments, see record_segments.py. Of what was sealed only lines that the disk damages are lost, and they
are counted; of what was not sealed at most the end is lost. Several may write into one folder; each has a segment of
its own.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import attrs

from rulekit.files.writing import BINARY, let_go, try_lock, write_atomically
from rulekit.fuzz.storage import record_segments
from rulekit.play.position.strict_json import dumps, loads
from rulekit.play.refusals import Refused

Record = dict[str, Any]
ENOUGH = 256  # records; then the segment is sealed


@attrs.frozen
class StoreContent:
    """What a folder holds: its records, each once, oldest first, and how many lines cannot be read any more."""

    records: tuple[Record, ...] = ()
    damaged: int = 0


def read_store(folder: Path) -> StoreContent:
    """Everything in a folder, without changing it; the folder need not be ours to write to."""
    texts: dict[str, None] = {}
    damaged = 0
    for stem in record_segments.stems(folder) if folder.is_dir() else ():
        held = record_segments.read_segment(folder, stem)
        texts.update(dict.fromkeys(held.texts))
        damaged += held.damaged
    found = [_record(text) for text in texts]
    return StoreContent(tuple(one for one in found if one is not None), damaged + found.count(None))


def _record(text: str) -> Record | None:
    try:
        data = loads(text)
    except Refused:
        return None
    return data if isinstance(data, dict) else None


class RecordStore:
    """A folder that is written to. Where there is no room a record waits in memory and is tried again with the next."""

    def __init__(self, folder: Path, enough: int = ENOUGH) -> None:
        self.folder, self.enough = folder, enough
        folder.mkdir(parents=True, exist_ok=True)
        self.file, self.path = -1, folder
        self.size = self.count = 0
        self.waiting: list[bytes] = []
        self.trouble: OSError | None = None
        self._begin()  # says at once if nothing can be written here
        self._mend()
        kept = read_store(folder)
        self.records, self.damaged = list(kept.records), kept.damaged

    @property
    def unwritten_count(self) -> int:
        """Records that have found no room yet."""
        return len(self.waiting)

    def _mend(self) -> None:
        try:
            for stem in record_segments.stems(self.folder):
                if stem != self.path.stem:
                    record_segments.mend_segment(self.folder, stem)
        except OSError as trouble:
            self.trouble = trouble

    def append(self, record: Record) -> None:
        """Keep a record."""
        self.records.append(record)
        self.waiting.append(record_segments.frame_record(dumps(record)))
        self._write()
        if self.count >= self.enough:
            self.seal()

    def _write(self) -> None:
        try:
            while self.waiting:
                if self.file < 0:
                    self._begin()
                write_atomically(self.file, self.waiting[0], self.size)
                self.size += len(self.waiting.pop(0))
                self.count += 1
            self.trouble = None
        except OSError as trouble:
            self.trouble = trouble

    def _begin(self) -> None:
        """A segment of its own, behind all others."""
        number = 1 + max((int(stem[:6]) for stem in record_segments.stems(self.folder)), default=0)
        self.path = self.folder / f"{number:06}-{secrets.token_hex(4)}{record_segments.OPEN}"
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | BINARY
        self.file = os.open(self.path, flags, 0o644)
        try_lock(self.file)
        self.size = self.count = 0

    def seal(self) -> bool:
        """From now on what was written cannot be lost; false, and all as before, if there is no room for that."""
        if self.file >= 0 and self.count:
            try:
                record_segments.seal_segment(self.path, self.file)
            except OSError as trouble:
                self.trouble = trouble
                return False
            let_go(self.file)
            self.file, self.count = -1, 0
        return not self.waiting

    def close(self) -> bool:
        """Seal what there is; false if something could not be kept."""
        self._write()
        done = self.seal()
        if self.file >= 0:
            let_go(self.file)
            self.file = -1
            if not self.count:
                self.path.unlink(missing_ok=True)
        return done

    def rewrite(self, change: Callable[[list[Record]], list[Record]]) -> bool:
        """What is sealed is replaced by what `change` makes of it; that is sealed before anything goes."""
        if not self.close():
            return False
        old = [
            one
            for one in record_segments.stems(self.folder)
            if not (self.folder / (one + record_segments.OPEN)).exists()
        ]
        held = [record_segments.read_segment(self.folder, stem) for stem in old]
        texts = dict.fromkeys(text for one in held for text in one.texts)
        if any(one.damaged for one in held):
            return False  # what is damaged stays for somebody to look at
        kept = change([one for one in map(_record, texts) if one is not None])
        try:
            self._begin()
            write_atomically(self.file, b"".join(record_segments.frame_record(dumps(record)) for record in kept), 0)
            self.count = len(kept)
        except OSError as trouble:
            self.trouble = trouble
        if self.trouble is not None or not self.close():
            return False
        record_segments.remove_segments(self.folder, old)
        self.records = kept
        return True


def merge_stores(
    folder: Path, others: Iterable[Path], wanted: Callable[[Record], bool] = lambda record: True
) -> StoreContent:
    """Everything that is wanted of other folders and not yet in this one is added to it."""
    store = RecordStore(folder)
    known = {dumps(record) for record in store.records}
    damaged = 0
    for other in others:
        found = read_store(other)
        damaged += found.damaged
        for record in found.records:
            if wanted(record) and dumps(record) not in known:
                known.add(dumps(record))
                store.append(record)
    if not store.close() and store.trouble is not None:
        raise store.trouble
    return StoreContent(tuple(store.records), store.damaged + damaged)
