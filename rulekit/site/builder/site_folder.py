"""The folder of a site, whose files are replaced as a whole: refused if it holds anything that is not such a site."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from rulekit.files import reading, writing

MARK = ".rulekit-site"
TOLD = "rulekit docs --site made this folder. When the site is built again, everything in it is replaced.\n"


def refusal(site: Path) -> str | None:
    """Why no site may be built there, or None: a build takes away whatever it did not make itself."""
    if reason := _unwritable(site):
        return f"the site cannot be written to {site}: {reason}. Name a folder in which you may write"
    if not site.exists() or (site / MARK).is_file() or not any(site.iterdir()):
        return None
    return (
        f"{site} is not empty, and no site that rulekit has built (there is no {MARK} in it). A site replaces "
        "everything in its folder: name a new or an empty one"
    )


def _unwritable(site: Path) -> str:
    """Why nothing can be made in a folder, or in the nearest one above it that there is; empty if something can."""
    there = next((one for one in (site.absolute(), *site.absolute().parents) if one.exists()), site)
    try:
        with TemporaryDirectory(prefix=".rulekit-", dir=there):
            return ""
    except OSError as wrong:
        return (wrong.strerror or "it refuses").lower()


def mark(site: Path) -> None:
    """Say of a folder that a site is built there. Names that begin with a dot are left alone by a build."""
    place = site / MARK
    if not place.is_file() or reading.text(place) != TOLD:
        site.mkdir(parents=True, exist_ok=True)
        writing.write(place, TOLD)
