"""An operand as a reader would find it in the text, for messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.check.elaboration import preposition_binding
from rulekit.model import expressions as x


def written(operand: Any) -> str:
    """An operand as a reader would find it in the text, shortened."""
    if isinstance(operand, preposition_binding.App):
        number = f" {written(operand.number)}" if operand.number is not None else ""
        of = f"{number} of {written(operand.arg)}" if operand.arg is not None else ""
        return f"{operand.word}{of}" + "".join(f" {p} {written(a)}" for p, a in operand.preps.items())
    if isinstance(operand, preposition_binding.Op):
        return f"{written(operand.operand)} {operand.prep} {written(operand.arg)}"
    if isinstance(operand, preposition_binding.Earlier):
        return f"old {written(operand.operand)}"
    shown = WRITTEN.get(type(operand))
    return shown(operand) if shown else ".."


WRITTEN: dict[type, Callable[[Any], str]] = {
    x.Number: lambda n: str(n.value),
    x.Negative: lambda n: f"-{n.number.value}",
    x.Name: lambda n: str(n.name),
    x.KindName: lambda n: str(n.name),
    x.Yes: lambda n: "yes",
    x.No: lambda n: "no",
    x.Nothing: lambda n: "nothing",
    x.It: lambda n: "it",
    x.Amount: lambda n: f"{written(n.count)} {n.good}",
    x.Of: lambda n: f"{n.word}{' ' + written(n.number) if n.number else ''} of {written(n.arg)}",
    x.Old: lambda n: f"old {written(n.word)}",
    x.Bracket: lambda n: f"({written(n.inner)})",
    x.Chain: lambda n: written(n.head) + "".join(f" {p} {written(a)}" for p, a in n.args),
    x.Sum: lambda n: written(n.first) + "".join(f" {s} {written(a)}" for s, a in n.rest),
    x.Product: lambda n: written(n.first) + "".join(f" {s} {written(a)}" for s, a in n.rest),
    x.All: lambda n: f"every {n.noun} of {written(n.source)}",
    x.Where: lambda n: f"{written(n.source)} where (..)",
    x.Extreme: lambda n: f"those {n.name} in {written(n.source)} with {n.limit} {written(n.mark)}",
    x.Those: lambda n: f"those {n.name} in {written(n.source)} having (..)",
    x.Tuple: lambda n: f"({', '.join(written(i) for i in n.items)})",
    x.Range: lambda n: f"{written(n.low)} to {written(n.high)}",
    x.Compare: lambda n: f"{written(n.left)} {n.op} {written(n.right)}",
    x.In: lambda n: f"{written(n.left)}{' not' * n.negated} in {written(n.right)}",
    x.Is: lambda n: f"{written(n.left)} is{' not' * n.negated} {written(n.right)}",
    x.Related: lambda n: f"{written(n.left)} {n.verb} {written(n.right)}",
}
