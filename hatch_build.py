"""Writes the parser's tables into a wheel, so that an installed kit starts quickly from the first time on."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ParseTables(BuildHookInterface):
    """An editable installation gets none: its grammar may change, and it keeps its tables in the cache folder."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before a wheel is packed."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from rulekit.syntax.parse_tables import build, write_tables

        file = write_tables(Path(tempfile.mkdtemp()), build())
        build_data["force_include"][str(file)] = f"rulekit/syntax/{file.name}"
