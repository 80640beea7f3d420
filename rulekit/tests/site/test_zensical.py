"""The same Markdown, configuration and theme build with Zensical, strictly: every page and every sentence."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from rulekit.site.builder.game_site import game_site
from rulekit.site.builder.site_building import write_game
from rulekit.tests.manual.making import folder

pytestmark = pytest.mark.site


@pytest.mark.skipif(find_spec("zensical") is None, reason="Zensical is not installed: pip install zensical")
def test_zensical_builds_the_site_of_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No link leads nowhere; each page of Markdown is there, with the address it has from mkdocs."""
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    text, _ = write_game(tmp_path / "docs", game_site(str(folder(tmp_path / "ferry")), alone=True))
    (tmp_path / "mkdocs.yml").write_text(text.replace(f"{tmp_path}/", ""), encoding="utf-8")
    call = [sys.executable, "-m", "zensical", "build", "--strict"]
    ran = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    pages = {file.relative_to(tmp_path / "docs").with_suffix(".html") for file in (tmp_path / "docs").rglob("*.md")}
    assert {page for page in pages if not (tmp_path / "site" / page).is_file()} == set()
    chapter = (tmp_path / "site/rules/ferry/boarding.html").read_text(encoding="utf-8")
    assert 'id="board.room"' in chapter and "Nobody boards a full ferry." in chapter
