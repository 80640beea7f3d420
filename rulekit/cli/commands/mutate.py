"""rulekit mutate GAME: change the rules one node at a time and see whether scenes and laws notice."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulekit.cli import game_options
from rulekit.cli.exits import Exit
from rulekit.cli.options import FOLDER, BoundedNumber, format_option, shared_option, table_option
from rulekit.cli.print_problems import complain

if TYPE_CHECKING:
    from rulekit.mutate.judging import MutantJudge
    from rulekit.mutate.mutant_generation import Mutant


@click.command()
@click.argument("game")
@click.option(
    "--operator",
    "operators",
    multiple=True,
    metavar="NAME",
    help="Only this operator or family of operators; may be repeated.",
)
@shared_option("--clause", "clauses", "`play` means `play.fits` too; may be repeated.", multiple=True)
@shared_option("--mutants", "sample")
@shared_option("--seed", default="0")
@shared_option("--jobs", default=1)
@shared_option("--max-time", more="No mutant is begun after it, by the clock.")
@click.option(
    "--law-games",
    metavar="N",
    type=click.IntRange(min=0),
    default=40,
    show_default=True,
    help="Random games of each mutant in which every law is checked.",
)
@click.option(
    "--play-games",
    metavar="N",
    type=click.IntRange(min=0),
    default=200,
    show_default=True,
    help="Most games of each mutant against the original; 0: scenes and laws only.",
)
@click.option(
    "--play-time",
    type=BoundedNumber(min=0),
    default=3.0,
    show_default=True,
    metavar="SECONDS",
    help="Seconds of the processor for these games; a closer comparison gets as much again.",
)
@shared_option("--log", "keep")
@shared_option("--list", "listed", "Every mutant, one line each.")
@click.option("--show", metavar="ID", help="Show what this mutant changes and do nothing else.")
@shared_option("--out", more="Each mutant as a game; none is judged.", type=FOLDER)
@table_option()
@format_option("text", "json")
def command(game: str, form: str, **asked: Any) -> int:
    """Change the rules one node at a time; tell which changes no scene and no law notices.

    Each mutant is checked, then played through the scenes, then in random games under the laws, then against the
    original with the same answers. A mutant that only the last step tells apart shows that a scene is missing;
    one that nothing tells apart is equivalent as far as was tried. Exits with 1 if a scene is missing.

    \b
    Examples:
      rulekit mutate my-game
      rulekit mutate my-game --mutants 200 --seed 7 --jobs 2 --max-time 600
      rulekit mutate my-game --clause play --operator conditions
      rulekit mutate my-game --list
      rulekit mutate my-game --show "drop-guard@play.fits#1"
      rulekit mutate my-game --log verdicts.jsonl --format json
    """
    from rulekit.data import find_game
    from rulekit.mutate.judging import Effort
    from rulekit.mutate.mutation_campaign import MutantSelection, prepare_judge, select_mutants

    folder = find_game(game)
    effort = Effort(
        law_games=asked["law_games"], games=asked["play_games"], play_seconds=asked["play_time"], seed=asked["seed"]
    )
    judge, found = prepare_judge(folder, effort, asked["tables"])
    selection = MutantSelection(asked["operators"], asked["clauses"], asked["sample"], asked["seed"])
    _check_operators(selection.operators)
    chosen = select_mutants(found, selection)
    if asked["show"] is not None:
        return _show_mutant(judge, found, asked["show"])
    if not chosen:
        click.echo("rulekit: no mutant is of this operator and clause, so nothing was run", err=True)
        return Exit.NOTHING_RUN
    if asked["listed"]:
        return _list_mutants(chosen, form)
    if asked["out"] is not None:
        return _write_mutants(folder, judge, chosen, asked["out"])
    return _run_campaign(folder, judge, chosen, len(found), form, asked)


def _run_campaign(
    folder: Path, judge: "MutantJudge", chosen: "list[Mutant]", of: int, form: str, asked: dict[str, Any]
) -> int:
    """The campaign and its report."""
    import attrs

    from rulekit.cli.playout_jobs import bar
    from rulekit.mutate import mutant_verdicts as verdicts
    from rulekit.mutate.mutant_verdicts import VerdictLog, by_family, in_words, summary, survivors
    from rulekit.mutate.mutation_campaign import run, with_scenes

    head = {"spec": judge.spec, "effort": attrs.asdict(judge.effort)}
    with bar(len(chosen)) as tick:
        keeper = VerdictLog(asked["keep"], head)
        outcome = run(
            folder, with_scenes(judge), chosen, asked["jobs"], asked["max_time"], keeper, tick, asked["tables"]
        )
    report = {
        "game": judge.original.name,
        **head,
        **judge.original.grounds(),
        "of": of,
        "left": outcome.left,
        "seconds": outcome.seconds,
        "summary": summary(outcome.verdicts),
        "families": by_family(outcome.verdicts),
        "survivors": survivors(outcome.verdicts),
    }
    if form == "json":
        report["verdicts"] = [one.to_json() for one in outcome.verdicts]
        click.echo(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        for line in in_words(report, outcome.verdicts):
            click.echo(line)
        game_options.tell_grounds(judge.original)
    if outcome.stopped:
        complain(f"stopped; these are the verdicts so far, {outcome.left} mutants were not judged")
        return Exit.INTERRUPTED
    if not outcome.verdicts:
        return Exit.NOTHING_RUN
    fates = {one.fate for one in outcome.verdicts}
    return Exit.INTERNAL if verdicts.BROKEN in fates else Exit.FINDINGS if verdicts.PLAY in fates else Exit.GOOD


def _check_operators(names: tuple[str, ...]) -> None:
    """Is there an operator or family of each name?"""
    from rulekit.diagnostics.suggest import nearest
    from rulekit.mutate.operators import operators

    known = {operator.name for operator in operators()} | {operator.family for operator in operators()}
    for name in names:
        if name not in known:
            near = " or ".join(f"`{one}`" for one in nearest(name, sorted(known)))
            hint = f"did you mean {near}?" if near else f"there are: {', '.join(sorted(known))}"
            raise click.UsageError(f"there is no operator `{name}`; {hint}")


def _show_mutant(judge: "MutantJudge", found: "list[Mutant]", name: str) -> int:
    """One mutant as a sentence and as changed lines."""
    from rulekit.diagnostics.suggest import nearest
    from rulekit.mutate.mutant_generation import difference

    mutant = next((one for one in found if one.id == name), None)
    if mutant is None:
        near = " or ".join(f"`{one}`" for one in nearest(name, [one.id for one in found]))
        hint = f"did you mean {near}?" if near else "`--list` lists them all"
        raise click.UsageError(f"there is no mutant `{name}`; {hint}")
    click.echo(f"{mutant.id}: {mutant.sentence}")
    for line in difference(judge.rulebook, mutant):
        click.echo(line)
    return Exit.GOOD


def _list_mutants(chosen: "list[Mutant]", form: str) -> int:
    """Every mutant with its sentence."""
    if form == "json":
        rows = [{"id": m.id, "family": m.family, "clause": m.clause, "change": m.sentence} for m in chosen]
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
    else:
        for mutant in chosen:
            click.echo(f"{mutant.id}: {mutant.sentence}")
    return Exit.GOOD


def _write_mutants(game: Path, judge: "MutantJudge", chosen: "list[Mutant]", folder: Path) -> int:
    """Every mutant as a game of its own."""
    from rulekit.mutate.mutant_generation import write

    for mutant in chosen:
        write(folder, game, judge.rulebook, mutant)
    click.echo(f"{len(chosen)} mutants are in {folder}")
    return Exit.GOOD
