"""One way to set a game up: how many play, which edition, which options; what rules forbid is refused by its clause."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulekit.check.configuration_space import GameConfig, demands_broken_by
from rulekit.check.tree.checked_rulebook import CheckedCase, CheckedRulebook
from rulekit.check.tree.source_sentence import sentence
from rulekit.diagnostics.suggest import nearest
from rulekit.model import declarations as d
from rulekit.play.refusals import Refused, short_text


def choose(checked: CheckedRulebook, players: Any, options: Any, edition: Any) -> GameConfig:
    """What was asked for, the rest as usual."""
    seats = _seats(checked, players)
    chosen = {name: info.default for name, info in checked.symbols.options.items()}
    if edition is not None:
        chosen |= _edition(checked, edition)
    chosen |= _options(checked, options)
    broken = demands_broken_by(checked, chosen, seats)
    if broken:
        raise Refused("refused", *(f"[{clause}]" for clause in broken), words=_demands_text(checked, broken, seats))
    return GameConfig(tuple(chosen.items()), seats)


def _demands_text(checked: CheckedRulebook, broken: list[str], seats: int) -> str:
    """What the broken demands ask for, as it is written."""
    asked = [f"[{case.id}] demands {_demand_text(checked, case)}" for case in checked.demands if case.id in broken]
    return f"this cannot be played by {seats} with these options: {'; '.join(asked)}"


def _demand_text(checked: CheckedRulebook, case: CheckedCase) -> str:
    return f"`{sentence(checked, case.value.span)}`" if case.value is not None else "something else"


def editions(checked: CheckedRulebook) -> tuple[str, ...]:
    """The editions by name."""
    return tuple(decl.name for decl in checked.rulebook.declarations_of(d.Edition))


def values_of(checked: CheckedRulebook, option: str) -> tuple[Any, ...]:
    """What an option can be, the usual first."""
    info = checked.symbols.options[option]
    return (info.default, *(value for value in info.values if value != info.default))


def _seats(checked: CheckedRulebook, players: Any) -> int:
    low, high = checked.symbols.seats
    if players is None:
        return _usual_seats(low, high)
    if isinstance(players, bool) or not isinstance(players, int):
        raise Refused("malformed", f"{short_text(players)} is no number of players")
    if not low <= players <= high:
        many = f"{low} to {high} players" if low < high else f"{low} players"
        raise Refused("refused", f"this game is for {many}, not for {short_text(players)}")
    return players


def _usual_seats(low: int, high: int) -> int:
    """The smallest number at which the game is played against somebody."""
    return max(low, min(2, high))


def _edition(checked: CheckedRulebook, name: Any) -> dict[str, Any]:
    for decl in checked.rulebook.declarations_of(d.Edition):
        if decl.name == name:
            return {setting.name: setting.values[0] for setting in decl.settings}
    known = editions(checked)
    raise Refused("unknown-id", f"there is no edition {short_text(name)}; there are: {', '.join(known) or 'none'}")


def _options(checked: CheckedRulebook, given: Any) -> dict[str, Any]:
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise Refused("malformed", "options are an object of names and values")
    return {name: _option(checked, name, value) for name, value in given.items()}


def _option(checked: CheckedRulebook, name: Any, value: Any) -> Any:
    known = checked.symbols.options
    if name not in known:
        near = nearest(name, known) if isinstance(name, str) else ()
        hint = f"did you mean `{near[0]}`?" if near else f"there are: {', '.join(known) or 'none'}"
        raise Refused("unknown-id", f"there is no option {short_text(name)}; {hint}")
    for member in known[name].values:
        if type(member) is type(value) and member == value:
            return member
    choices = ", ".join(option_text(member) for member in known[name].values)
    raise Refused("unknown-id", f"option `{name}` cannot be {short_text(value)}; it is one of: {choices}")


def option_text(value: Any) -> str:
    """The value of an option as people write it."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def parse_option(checked: CheckedRulebook, name: str, text: str) -> Any:
    """The value of an option as it was typed."""
    info = checked.symbols.options.get(name)
    return next((value for value in info.values if option_text(value) == text), text) if info is not None else text
