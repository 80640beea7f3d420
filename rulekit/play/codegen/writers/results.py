"""The result of a game that is over, its lines read by generated functions instead of the interpreter."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from rulekit.play.codegen import conditions, values
from rulekit.play.codegen.book import Bound
from rulekit.play.codegen.writers.forms import Forms
from rulekit.play.machine.frames import Over
from rulekit.play.position.game_result import GameResult


class Results:
    """A function for each condition and value of the lines of the result."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self.names: dict[int, str] = {}

    def write(self) -> None:
        """All of them; whose value it is stands in `player`."""
        book = self.forms.book
        for line in book.program.checked.results:
            if line.condition is not None:
                self._put(line.condition, conditions.boolean(book, line.condition, {}))
            ties = () if line.ties is None or isinstance(line.ties, str) else (line.ties,)
            for node in ties:
                self._put(node, values.value(book, node, {}))
            scope = {who: Bound("player", True) for who in ("player", "p")} if line.sort == "most" else {}
            for node in line.values:
                self._put(node, values.value(book, node, scope))

    def _put(self, node: Any, code: str) -> None:
        name = self.names[id(node)] = self.forms.book.fresh("result")
        self.forms.put(f"def {name}(s, player):", f"    return {code}")

    def of(self, s: Any) -> dict[str, Any]:
        """As `result.result` has it."""
        still = self.forms.still
        evaluator = _ResultEvaluator(self, s)
        seen: Any = SimpleNamespace(
            program=still.program, plan=still.plan, pending=Over(s.won), evaluator=lambda: evaluator
        )
        return GameResult(seen).to_json()


class _ResultEvaluator:
    """What the result asks of an evaluator."""

    def __init__(self, results: Results, s: Any) -> None:
        self.results, self.s = results, s

    def value(self, node: Any, env: dict[str, Any]) -> Any:
        return self.results.forms.space[self.results.names[id(node)]](self.s, env.get("player"))

    def holds(self, node: Any, env: dict[str, Any]) -> bool:
        return self.value(node, env) is True
