"""reading and checking a rulebook of 2,000 lines, over `import lark`"""

from __future__ import annotations

import tempfile
from pathlib import Path

from rulekit.bench import fresh
from rulekit.bench import scaling_rulebook as rulebook
from rulekit.bench.measure import Report, Wanted, in_ms, interleaved, ratio

MODULE = ("-m", "rulekit.bench.stages")
BAR = 4.5


def run(wanted: Wanted) -> Report:
    """All in fresh processes; the yardstick is a library everybody knows."""
    with tempfile.TemporaryDirectory() as place:
        folder = str(rulebook.write(Path(place) / rulebook.NAME, wanted.lines))
        stages: dict[str, list[float]] = {}

        def by_stage() -> float:
            told = fresh.told(*MODULE, "stages", folder)
            for name, seconds in told.items():
                stages.setdefault(name, []).append(seconds)
            return sum(told.values())

        found = interleaved(
            {
                "import lark": fresh.timed(*MODULE, "lark", folder),
                "check": fresh.timed(*MODULE, "check", folder),
                "imports": fresh.timed(*MODULE, "imports", folder),
                "stages": by_stage,
            },
            wanted.repeat,
        )
    lark = found["import lark"]
    ratios = [ratio("check / import lark", found["check"], lark, "most", BAR)]
    ratios += [ratio(f"of which {name}", seconds[1:], lark) for name, seconds in stages.items()]
    ratios += [ratio("imports of rulekit / import lark", found["imports"], lark)]
    figures = [in_ms(name, found[name]) for name in ("import lark", "check", "imports")]
    return Report("language", tuple(figures), tuple(ratios))
