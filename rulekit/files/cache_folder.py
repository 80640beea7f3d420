"""The cache folder: a place for what can be made again."""

from __future__ import annotations

import os
from pathlib import Path


def cache_folder() -> Path:
    """`RULEKIT_CACHE` names another place for it."""
    root = os.environ.get("RULEKIT_CACHE") or os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(root) / "rulekit"
