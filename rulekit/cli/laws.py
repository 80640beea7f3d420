"""rulekit laws GAME: the laws and scenes of a game as a pytest file that can be read and run."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulekit.cli import gaming
from rulekit.cli.exits import Exit
from rulekit.cli.options import Tables, format_option, table_option
from rulekit.files import writing

if TYPE_CHECKING:
    from rulekit.laws.finding import Case


@click.command()
@click.argument("game")
@click.option(
    "--games", type=click.IntRange(min=1), default=2, show_default=True, help="So many in each configuration."
)
@click.option("--seed", default="0", show_default=True, help="What the random games start from.")
@click.option("--every", is_flag=True, help="Every configuration the rules allow, not only a sample of them.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write into this file.")
@table_option()
@format_option("pytest", "text", "json")
def command(game: str, games: int, seed: str, every: bool, out: Path | None, tables: Tables, form: str) -> int:
    """Print what the rules promise, one test for each law and scene, with the sentences it rests on.

    pytest collects from the printed file the same cases as from the game itself (`pytest --rulekit-game GAME`).

    \b
    Examples:
      rulekit laws my-game --out test_my_game.py
      rulekit laws my-game --format text
      pytest --rulekit-game my-game
    """
    from rulekit.laws.cases import cases

    loaded = gaming.load_game(game, tables)
    found = cases(loaded, every)
    if form == "pytest":
        from rulekit.laws.printed import printed

        text = printed(loaded, game, games, seed, every, tables)
    elif form == "json":
        text = json.dumps([as_data(case) for case in found], indent=2, ensure_ascii=False) + "\n"
    else:
        text = "".join(f"{case.id}: {case.sentence}\n" for case in found)
    if form == "text" and loaded.assumed:
        text += f"{loaded.assumed}\n"
    if out is None:
        click.echo(text, nl=False)
    else:
        writing.write(out, text)
    return Exit.GOOD if found else Exit.NOTHING_RUN


def as_data(case: "Case") -> dict[str, object]:
    """One case for tools."""
    chosen = case.configuration
    return {
        "id": case.id,
        "clause": case.clause,
        "sort": case.sort,
        "sentence": case.sentence,
        "source": case.source,
        "certainty": case.certainty,
        "configuration": None if chosen is None else chosen.to_json(),
    }
