"""Which vectors of a game are about which sentences and lines: read off the heads of the lines of its vector files."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from pathlib import Path

from rulekit.files import reading
from rulekit.vectors.manifest import NAME

HEAD = '{"about":'  # how each line of a vector file begins, for its keys are sorted
About = tuple[frozenset[str], ...]  # for each vector the names that it is about


def vectors_about(folder: Path, spec: str) -> About:
    """The vectors of a folder, of those files that are there (an installation has the first tier alone).

    None if they were made for other rules.
    """
    manifest = folder / NAME
    if not manifest.is_file():
        return ()
    said = json.loads(reading.text(manifest))
    if said["spec"] != spec:
        return ()
    files = [folder / name for name in said["files"] if (folder / name).is_file()]
    return tuple(_about(line) for file in files for line in reading.text(file).splitlines() if line)


def _about(line: str) -> frozenset[str]:
    if line.startswith(HEAD):
        return frozenset(json.JSONDecoder().raw_decode(line, len(HEAD))[0])
    return frozenset(json.loads(line)["about"])


def count_about(about: Sequence[frozenset[str]], names: Collection[str]) -> int:
    """How many vectors are about at least one of some names."""
    return sum(not one.isdisjoint(names) for one in about)
