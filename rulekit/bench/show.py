"""Reports as text for people and as JSON for tools; docs/bench.md tells the shape."""

from __future__ import annotations

import platform
from typing import Any

import rulekit
from rulekit.bench.measure import Figure, Ratio, Report, Wanted


def as_json(reports: list[Report], wanted: Wanted) -> dict[str, Any]:
    """The shape is kept: names may be added, none is taken away or given another meaning."""
    return {
        "rulekit": rulekit.__version__,
        "python": platform.python_version(),
        "repeat": wanted.repeat,
        "benches": [
            {
                "bench": report.bench,
                "figures": [_spread(one, unit=one.unit) for one in report.figures],
                "ratios": [_spread(one, side=one.side, bar=one.bar, met=one.met) for one in report.ratios],
                "notes": list(report.notes),
            }
            for report in reports
        ],
    }


def _spread(one: Figure | Ratio, **more: Any) -> dict[str, Any]:
    return {
        "name": one.name,
        "median": round(one.median, 4),
        "low": round(min(one.values), 4),
        "high": round(max(one.values), 4),
        **more,
    }


def as_text(report: Report) -> str:
    """One line for each ratio, then the figures they come from."""
    names = [*(one.name for one in report.ratios), *(one.name for one in report.figures)]
    width = max(map(len, names), default=0)
    lines = [report.bench]
    lines += [f"  {one.name:<{width}}  {_numbers(one, 'x')}{_verdict(one)}" for one in report.ratios]
    lines += [f"  {one.name:<{width}}  {_numbers(one, one.unit)}" for one in report.figures]
    return "\n".join([*lines, *(f"  note: {note}" for note in report.notes)])


def _numbers(one: Figure | Ratio, unit: str) -> str:
    return f"{_short(one.median)} {unit:<3} ({_short(min(one.values))} to {_short(max(one.values))})"


def _short(value: float) -> str:
    return f"{value:10,.0f}" if value >= 1000 else f"{value:10.3g}"


def _verdict(one: Ratio) -> str:
    if one.bar is None:
        return ""
    return f"  {'reached' if one.met else 'missed'}: at {one.side} {one.bar:g}"
