"""rulekit engine new|doctor: write a first adapter for an external engine, or check one before any rule is tested."""

import json
import re
from pathlib import Path
from typing import Any

import click

from rulekit.cli import game_options
from rulekit.cli.exits import Exit
from rulekit.cli.options import engine_options, engine_source, format_option, shared_option, table_option
from rulekit.data import conformance_root
from rulekit.files import reading, writing

LANGUAGES = {  # how an adapter in a folder is started
    "js": "node {}/adapter.mjs",
    "python": "python {}/adapter.py",
    "php": "php {}/adapter.php",
    "c": "{}/adapter",
}
GAME_LINE = re.compile(r"""(?P<head>GAME\s*=?\s*)(?P<quote>["'])(?P<game>[a-z0-9-]+)(?P=quote)""")


class KitLanguage(click.Choice[str]):
    """A language there is a kit for; of another one it is said how to go on without."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The language, or what to do in one that has no kit."""
        if value in self.choices:
            return str(value)
        listed = ", ".join(self.choices)
        more = "An adapter can be written in any language: docs/conformance/protocol.md says what it answers,"
        self.fail(
            f"there are kits for {listed}. {more} and `rulekit serve GAME --talk` shows a whole game of it.", param, ctx
        )


@click.group()
def command() -> None:
    """Adapters for external engines: write a first one, or find out what is wrong with one.

    \b
    Examples:
      rulekit engine new my-engine --lang js
      rulekit engine doctor my-game --impl "node my-engine/adapter.mjs"
    """


@command.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--lang", type=KitLanguage([*LANGUAGES]), default="js", show_default=True, help="The language.")
@shared_option("--game", more="Default: that of the sample.")
def new(folder: Path, lang: str, game: str | None) -> int:
    """Write a small engine behind the protocol, to be changed into yours, and a replayer of vectors beside it.

    \b
    Examples:
      rulekit engine new my-engine
      rulekit engine new my-engine --lang php --game my-game
    """
    kit = conformance_root() / "kits"
    if folder.exists() or folder.is_symlink():
        raise click.UsageError(f"`{folder}` is there already; nothing was written")
    name = game_options.load_game(game).name if game is not None else None
    for file in sorted(one for one in (kit / lang).iterdir() if one.is_file()):  # an installation keeps byte code there
        text = reading.text(file)
        if name is not None and file.stem == "adapter":
            text = GAME_LINE.sub(rf"\g<head>\g<quote>{name}\g<quote>", text, count=1)
        writing.write(folder / file.name, text)
    writing.write(folder / "README.md", reading.text(kit / "README.md"))
    sample = name or played_by(reading.text(next((kit / lang).glob("adapter.*"))))
    click.echo(f"{folder} is ready: an engine of a small game behind the conformance protocol. What to do next:")
    if lang == "c":
        click.echo(f"  cc -O2 -o {folder}/adapter {folder}/adapter.c")
    impl = LANGUAGES[lang].format(folder)
    click.echo(f'  rulekit engine doctor {sample} --impl "{impl}"   is the adapter sound?')
    click.echo(f'  rulekit verify {sample} --impl "{impl}"          does it play by the rules?')
    return 0


def played_by(text: str) -> str:
    """The game that an adapter plays."""
    found = GAME_LINE.search(text)
    assert found is not None
    return found["game"]


@command.command()
@click.argument("game")
@shared_option("--impl", required=True)
@engine_options
@table_option()
@format_option("text", "json")
def doctor(game: str, impl: str, tables: tuple[tuple[str, str], ...], form: str, **asked: Any) -> int:
    """Ten checks of an adapter before any rule is looked at, each with its cure.

    Exits with 0 if all pass, else with 3: such an engine cannot be judged.

    \b
    Examples:
      rulekit engine doctor my-game --impl engine.py
      rulekit engine doctor my-game --impl "node adapter.mjs" --format json
    """
    from rulekit import __version__
    from rulekit.verify.smoke import FAILED, smoke
    from rulekit.verify.work_order import sample_configurations

    loaded = game_options.load_game(game, tables)
    checks = smoke(loaded, sample_configurations(loaded), engine_source(impl, asked).open, __version__)
    if form == "json":
        told = [{"check": c.name, "state": c.state, "said": c.said, "cure": c.cure} for c in checks]
        click.echo(json.dumps(told, indent=1))
    else:
        for one in checks:
            click.echo(f"{one.state:8}{one.name}")
            for word, text in (("seen", one.said), ("cure", one.cure)):
                if text:
                    click.echo(f"        {word}: {text}")
    return Exit.UNJUDGED if any(one.state == FAILED for one in checks) else 0
