"""Puts every known engine of engines.toml to the rules and writes the table of results.

python conformance/results/make.py                     every engine, 30 seconds a game; writes both files here
python conformance/results/make.py --max-time 3 --check  writes nothing; leaves with 1 if an engine does not agree
python conformance/results/make.py --table             README.md anew from results.json; nothing is played

The packages must be installed: `pip install "tabletop-rules[peers]"`, and `npm install chess.js boardgame.io` in a
folder that NODE_PATH names; it lies in this repository, or `--sandbox none` is said, for a box shows no more.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
KEPT = ("NODE_PATH", "PYTHONPATH")
HEAD = """# Known engines, held against the rules

Made by `python conformance/results/make.py`; to change this page, run it again. What differs, and whose fault it is,
stands in [disputes](../disputes.md). Games are played at random and by taste through
[the protocol](../../docs/conformance/protocol.md).

| Game | Engine | Version | Verdict | Games | Decisions | Compared | Rules | Date |
|---|---|---|---|---|---|---|---|---|
"""


def engines() -> list[dict[str, Any]]:
    """Every engine that is known."""
    return list(tomllib.loads((HERE / "engines.toml").read_text(encoding="utf-8"))["engine"])


def pairs() -> list[tuple[dict[str, Any], str]]:
    """Every engine with each of its games."""
    return [(engine, game) for engine in engines() for game in engine["games"]]


def is_meant(pair: tuple[dict[str, Any], str], chosen: argparse.Namespace) -> bool:
    """Whether the command line asks for this engine on this game."""
    return chosen.engine in (None, pair[0]["name"]) and chosen.game in (None, pair[1])


def verified(game: str, engine: dict[str, Any], budget: float, sandbox: str) -> dict[str, Any]:
    """The report of one verification."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        words = ["verify", game, "--impl", engine["impl"], "--max-time", str(budget), "--vectors", "none"]
        words += ["--sandbox", sandbox, "--report", str(report)]
        words += [word for name in KEPT if name in os.environ for word in ("--engine-env", name)]
        command = [sys.executable, "-m", "rulekit", *words]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if not report.exists():
            sys.exit(f"{engine['name']} on {game}: {done.stdout}{done.stderr}")
        found: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
        return found


def row(game: str, engine: dict[str, Any], report: dict[str, Any]) -> dict[str, Any]:
    """What is kept of a report."""
    return {
        "game": game,
        "engine": engine["name"],
        "version": report["engine"]["version"],
        "verdict": report["verdict"]["word"],
        "games": report["finished"],
        "decisions": report["decisions"],
        "compared": {one["what"]: one["number"] for one in report["compared"]},
        "causes": [cause.get("title", str(cause)[:200]) for cause in report["causes"]],
        "rules": report["game"]["spec"].removeprefix("sha256:")[:8],
        "rulekit": report["game"]["rulekit"],
        "date": datetime.now(UTC).date().isoformat(),
    }


def table(rows: list[dict[str, Any]]) -> str:
    """The page."""
    return HEAD + "".join(line(one) for one in sorted(rows, key=lambda one: (one["game"], one["engine"])))


def line(one: dict[str, Any]) -> str:
    """A row of the table."""
    compared = ", ".join(f"{number:,} {what}" for what, number in one["compared"].items())
    cells = (one["game"], one["engine"], one["version"], one["verdict"], f"{one['games']:,}", f"{one['decisions']:,}")
    return f"| {' | '.join(cells)} | {compared} | `{one['rules']}` | {one['date']} |\n"


def main() -> int:
    """Plays, tells, writes."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--max-time", type=float, default=30.0)
    asked.add_argument("--sandbox", default="auto", choices=["auto", "bwrap", "none"])
    asked.add_argument("--engine", help="only this one; the rows of others stay")
    asked.add_argument("--game", help="only this one; the rows of others stay")
    asked.add_argument("--check", action="store_true", help="write nothing; leave with 1 if an engine does not agree")
    asked.add_argument("--table", action="store_true", help="write README.md from results.json and play nothing")
    chosen = asked.parse_args()
    kept = HERE / "results.json"
    wanted = [] if chosen.table else [pair for pair in pairs() if is_meant(pair, chosen)]
    named = {(engine["name"], game) for engine, game in wanted}
    old = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() and not chosen.check else []
    known = {(engine["name"], game) for engine, game in pairs()} - named
    rows = [one for one in old if (one["engine"], one["game"]) in known]
    for engine, game in wanted:
        told = row(game, engine, verified(game, engine, chosen.max_time, chosen.sandbox))
        rows.append(told)
        print(f"{game:20} {told['engine']:14} {told['verdict']:12} {told['decisions']:>8,} decisions", flush=True)
    if not chosen.check:
        kept.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
        (HERE / "README.md").write_text(table(rows), encoding="utf-8")
    return int(chosen.check and any(one["verdict"] != "agrees" for one in rows))


if __name__ == "__main__":
    sys.exit(main())
