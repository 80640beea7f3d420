"""Choosing the oracle that judges the games of a campaign, by the name of its target."""

from __future__ import annotations

from rulekit.fuzz.oracles import ENGINES, LAWS, Judge, built_in_twice, by_turns, engines, laws


def judge_of(target: str) -> Judge:
    """`laws`, `engines`, or else an external engine."""
    from rulekit.fuzz.external_oracle import strangers

    ours: dict[str, Judge] = {LAWS: laws, ENGINES: engines}
    return ours.get(target) or strangers(target)


def judge_of_likely_good(target: str, builtin: bool = True) -> Judge:
    """The same for games that most likely are good: in long ones laws are looked at by turns, and the built-in laws,
    which take long, at two positions of the game or not at all.
    """
    if target != LAWS:
        return judge_of(target)
    return (lambda *given: by_turns(*given) or built_in_twice(*given)) if builtin else by_turns


def fault_judge(target: str) -> Judge:
    """Who judges a game that ran into a fault: that of the target, and if it is content, whether our engines agree.

    A fault that one variant of generated code has alone is a fault of the kit, and the rules are not blamed for it.
    """
    judge = judge_of(target or LAWS)
    return judge if target == ENGINES else lambda *given: judge(*given) or engines(*given)
