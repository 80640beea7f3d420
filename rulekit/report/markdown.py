"""A verification as Markdown, for the comment on a pull request or the summary of a build."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.report.text import shared_declarations, times
from rulekit.verify.differences.difference_words import plural
from rulekit.verify.model import Cause, Verification

MOST = 30  # causes in the table


def markdown(found: Verification) -> str:
    """The verdict, one row for each cause, what it is worth."""
    return "\n".join(_lines(found)) + "\n"


def _lines(found: Verification) -> Iterator[str]:
    yield f"### {escape(found.verdict.sentence)}"
    yield ""
    open_ = found.open_causes
    if open_:
        yield "| | The rulebook | By the rules | In the engine | Seen |"
        yield "|---|---|---|---|---|"
        yield from (_row(number, one) for number, one in enumerate(open_[:MOST], 1))
        yield ""
        if len(open_) > MOST:
            yield f"and {plural(len(open_) - MOST, 'more cause')}"
            yield ""
        for said in shared_declarations(found):
            yield from (f"Perhaps {escape(said)}.", "")
    for failed in found.failures:
        again = f" ({escape(failed.again)} when it is started anew)" if failed.again else ""
        yield f"- **{escape(failed.kind)}**, {plural(failed.times, 'time')}: {escape(failed.said)}{again}"
    yield from _again(found)
    yield "<details><summary>What this is worth</summary>"
    yield ""
    yield from (f"- {line}" for line in _worth(found))
    yield ""
    yield "</details>"


def _row(number: int, one: Cause) -> str:
    told = (
        f"{escape(one.title or one.line)} `{one.clause}`" if one.clause else f"no rule: {escape(one.place or one.kind)}"
    )
    return f"| {number} | {told} | {escape(one.rules)} | {escape(one.engine)} | {times(one)} |"


def _again(found: Verification) -> Iterator[str]:
    commands = [line for one in found.open_causes for example in one.examples[:1] for line in example.replay]
    commands += [line for one in found.failures for line in one.replay]
    if commands:
        yield from ("", "<details><summary>See it again</summary>", "", "```sh")
        yield from dict.fromkeys(commands)
        yield from ("```", "</details>")


def _worth(found: Verification) -> Iterator[str]:
    yield ", ".join(f"{one.number:,} {one.what}" for one in found.compared if one.number) or "nothing was compared"
    if found.sentences:
        states = ("agreed", "failed", "not met", "cannot be told")
        yield f"of {len(found.sentences)} sentences " + ", ".join(f"{found.count_in_state(s)} {s}" for s in states)
    yield from (f"not compared: {escape(one.what)}, {escape(one.why)}" for one in found.missing)
    for one in found.game.assumed:
        yield f"assumed: {one.rows} of {one.of} rows of {one.kind}"
    yield from (f"accepted by {escape(one.owner)}: {escape(one.reason)} ({one.state})" for one in found.known)
    engine = f"{escape(found.engine.name)} {escape(found.engine.version)}".strip()
    yield f"rules `{found.game.spec[:19]}`, engine {engine}, level {found.engine.level}, seed {escape(found.seed)}"


SPECIAL = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_{}[]<>#|~"})


def escape(text: str) -> str:
    """Text on one line in which nothing is markup."""
    return " ".join(text.split()).translate(SPECIAL)
