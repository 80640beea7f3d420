"""rulekit explain CODE: what a problem means, with a wrong and a right sample."""

import json
from typing import Any

import click

from rulekit.cli.exits import Exit
from rulekit.cli.options import format_option, shared_option
from rulekit.cli.print_problems import complain
from rulekit.data import nearest
from rulekit.diagnostics import codes, entry
from rulekit.diagnostics.explain import code_list, normal_code, page


@click.command()
@click.argument("wanted", nargs=-1, metavar="CODE...")
@shared_option("--list", "list_all", "Every code with its title.")
@format_option("text", "json")
def command(wanted: tuple[str, ...], list_all: bool, form: str) -> int:
    """Explain a problem: what it means, a sample that has it, and the same sample cured.

    CODE stands in the brackets of a message: error[K42] is explained by K42, k42 or 42.

    \b
    Examples:
      rulekit explain K42
      rulekit explain --list
    """
    names = list(codes()) if list_all else [normal_code(code) for code in wanted]
    if not names and not list_all:
        raise click.UsageError("which code? `rulekit explain K42`, or `rulekit explain --list` for all of them")
    unknown = [name for name in names if name not in codes()]
    if unknown:
        return say_unknown(unknown[0])
    if form == "json":
        click.echo(json.dumps([as_data(name) for name in names], ensure_ascii=False, indent=2))
    elif list_all:
        click.echo(code_list(), nl=False)
    else:
        click.echo("\n".join(page(name) or "" for name in names), nl=False)
    return Exit.GOOD


def say_unknown(name: str) -> Exit:
    """Say that there is no such code, and which comes close."""
    near = nearest(name, codes())
    hint = f"Did you mean {near[0]}?" if near else "`rulekit explain --list` shows all of them."
    complain(f"there is no problem {name}. {hint}")
    return Exit.USAGE


def as_data(name: str) -> dict[str, Any]:
    """One page for tools."""
    known = entry(name)
    variants = [{"name": key, "fact": said.fact, "advice": said.advice} for key, said in known.variants.items()]
    head = {"code": known.code, "title": known.title, "severity": known.severity}
    return {**head, "explanation": known.explanation, "wrong": known.wrong, "right": known.right, "variants": variants}
