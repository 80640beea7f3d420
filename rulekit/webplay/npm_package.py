"""One package of the npm registry, of one version and no other bytes: fetched by npm, held against its hash, kept."""

from __future__ import annotations

import base64
import hashlib
import io
import subprocess
import tarfile
import tempfile
from pathlib import Path

import attrs

from rulekit.files import reading, writing
from rulekit.files.cache_folder import cache_folder

PATIENCE = 300  # seconds for npm
MOST = 64 << 20  # bytes of a package
INSIDE = "package/"  # where npm packs everything


class NotToBeHad(Exception):
    """Why a package cannot be had here, in words."""


@attrs.frozen
class NpmPackage:
    """`integrity` is what the registry says of the packed file: `sha512-` and the hash in base64."""

    name: str
    version: str
    integrity: str

    def file(self, name: str) -> bytes:
        """One of its files."""
        return self.files([name])[name]

    def files(self, names: list[str]) -> dict[str, bytes]:
        """Some of its files by name."""
        with tarfile.open(fileobj=io.BytesIO(self.packed_file())) as archive:
            found = {name: archive.extractfile(INSIDE + name) for name in names}
            return {name: inside.read() for name, inside in found.items() if inside is not None}

    def packed_file(self) -> bytes:
        """The packed file, from an earlier time if it was kept."""
        kept = cache_folder() / "npm" / f"{self.name}-{self.version}.tgz"
        if kept.is_file() and self._is_right(found := reading.read(kept, MOST)):
            return found
        fetched = self._fetch()
        if not self._is_right(fetched):
            raise NotToBeHad(f"what npm gives as {self.name} {self.version} is not what it was: its hash differs")
        kept.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        writing.write(kept, fetched)
        return fetched

    def _is_right(self, packed: bytes) -> bool:
        found = base64.b64encode(hashlib.sha512(packed).digest()).decode()
        return self.integrity == f"sha512-{found}"

    def _fetch(self) -> bytes:
        wanted = f"{self.name}@{self.version}"
        with tempfile.TemporaryDirectory() as folder:
            command = ["npm", "pack", wanted, "--silent", "--pack-destination", folder]
            try:
                run = subprocess.run(
                    command, capture_output=True, timeout=PATIENCE, stdin=subprocess.DEVNULL, cwd=folder
                )
            except FileNotFoundError:
                raise NotToBeHad(f"{wanted} comes from npm, and there is no npm here") from None
            except subprocess.TimeoutExpired:
                raise NotToBeHad(f"npm did not bring {wanted} within {PATIENCE} seconds") from None
            packed = sorted(Path(folder).glob("*.tgz"))
            if run.returncode or not packed:
                raise NotToBeHad(f"npm cannot bring {wanted}: {_last_line(run.stderr)}")
            return reading.read(packed[0], MOST)


def _last_line(said: bytes) -> str:
    lines = said.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else "it says nothing"
