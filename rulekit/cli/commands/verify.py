"""rulekit verify GAME: test an external engine against the rules, by vectors and by games side by side."""

import json
import math
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulekit.cli import game_options
from rulekit.cli.exits import Exit
from rulekit.cli.options import (
    BoundedNumber,
    engine_options,
    engine_source,
    format_option,
    report_option,
    shared_option,
    table_option,
)
from rulekit.cli.print_problems import complain
from rulekit.files import writing

if TYPE_CHECKING:
    from rulekit.check.configuration_space import GameConfig
    from rulekit.play.games.game import Game
    from rulekit.verify.lockstep.start_positions import StartPosition
    from rulekit.verify.work_order import Material, WorkOrder

SECONDS = 20.0  # for games, if nobody says how many
VECTOR_SECONDS = 600.0  # for vectors; a usual engine takes less than one minute
NO_VECTORS = "none"


@click.command()
@click.argument("game")
@shared_option("--impl", required=True)
@shared_option("--games", more="Default: as many as there is time for.")
@shared_option(
    "--max-time",
    more=f"For games side by side. Default: {SECONDS:g}, unless --games is given.",
    type=BoundedNumber(min=0, min_open=True),
)
@click.option(
    "--vectors-time",
    metavar="SECONDS",
    type=BoundedNumber(min=0, min_open=True),
    default=VECTOR_SECONDS,
    show_default=True,
    help="Time limit for the vectors. Those not reached are left out, and the engine is not told to agree.",
)
@click.option(
    "--decisions",
    type=click.IntRange(min=1),
    metavar="N",
    help="Play until N decisions were compared, however long it takes.",
)
@click.option("--until", type=click.IntRange(min=1), metavar="N", help="Stop as soon as N causes are known.")
@shared_option("--seed", default="0")
@shared_option("--jobs", default=1)
@click.option(
    "--level",
    metavar="N",
    type=click.IntRange(1, 4),
    default=4,
    show_default=True,
    help="Ask nothing of the engine above this level of the protocol.",
)
@shared_option("--longest")
@shared_option("--vectors", more="Or none.", default="standard")
@shared_option("--scenes")
@click.option(
    "--positions",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Also play from the positions of this file, one on each line.",
)
@click.option("--case", "case", metavar="FILE", type=click.Path(path_type=Path), help="Replay only this case file.")
@click.option("--only", multiple=True, metavar="ID", help="Only this vector or game (`game 12`); may be repeated.")
@click.option(
    "--baseline",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="A file of differences that are accepted, with reasons.",
)
@click.option(
    "--write-baseline",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write what differs into this file, to be completed with reasons and used as --baseline.",
)
@shared_option("--log")
@click.option("--last-failed", is_flag=True, help="Only what failed in the run recorded with --log.")
@report_option
@click.option(
    "--cases",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Write the smallest case of each cause into this folder.",
)
@engine_options
@shared_option("--players", more="Default: all numbers in turn.")
@shared_option("--option", "options", "Default: all in turn.", multiple=True)
@shared_option("--edition", more="Default: all options in turn.")
@table_option()
@format_option("text", "json")
def command(game: str, impl: str, form: str, **asked: Any) -> int:
    """Test an engine against the rules: ten checks of its adapter, then vectors, then games side by side.

    Each cause of differences is reported once, with the sentence of the rulebook and what both sides say. Exits with 1
    if the engine differs, 3 if it cannot be judged, 5 if nothing was compared. More: docs/conformance/verify.md.

    \b
    Examples:
      rulekit verify my-game --impl engine.py
      rulekit verify my-game --impl "node engine.mjs" --max-time 600 --jobs 2 --log run.jsonl --cases cases
      rulekit verify my-game --impl engine.py --log run.jsonl --last-failed
    """
    from rulekit.report.formats import write_reports
    from rulekit.report.text import text
    from rulekit.verify import case_files
    from rulekit.verify.baseline import BadBaseline, entries
    from rulekit.verify.conductor import verify
    from rulekit.verify.journal import ForeignJournal

    loaded = game_options.load_game(game, asked["tables"])
    _writable(asked)
    try:
        work = _work(loaded, game, impl, asked)
        with _bar(work) as advance:
            found = verify(loaded, work, lambda unit: advance(1))
    except NothingToPlay as why:
        complain(str(why))
        return Exit.NOTHING_RUN
    except (BadBaseline, ForeignJournal, ValueError) as wrong:
        complain(str(wrong))
        return Exit.USAGE
    found = case_files.add_commands(found, _again(game, impl, asked), asked["cases"])
    click.echo(json.dumps(found.to_json(), ensure_ascii=False) if form == "json" else text(found))
    case_files.write(found)
    write_reports(found, loaded, asked["reports"])
    if asked["write_baseline"] is not None:
        writing.write(asked["write_baseline"], entries(found.open_causes, "", ""))
        complain(f"{asked['write_baseline']} accepts nothing yet: give every entry a reason and an owner")
    return Exit(found.verdict.code)


def _work(loaded: "Game", game: str, impl: str, asked: dict[str, Any]) -> "WorkOrder":
    """Everything that was asked for."""
    from rulekit import __version__
    from rulekit.verify import baseline
    from rulekit.verify.work_order import WorkOrder

    source = engine_source(impl, dict(asked))
    starts = _starts(loaded, asked)
    games, seconds = asked["games"], asked["max_time"] or (math.inf if _has_fixed_length(asked) else SECONDS)
    return WorkOrder(
        game=game,
        engine=source,
        configurations=tuple(dict.fromkeys(one.chosen for one in starts)) or _configurations(loaded, asked),
        seed=asked["seed"],
        games=0 if asked["case"] is not None else games,
        decisions=asked["decisions"],
        seconds=seconds,
        vector_seconds=asked["vectors_time"],
        starts=starts,
        longest=asked["longest"],
        jobs=asked["jobs"],
        level=asked["level"],
        until=asked["until"],
        material=_material(loaded, asked),
        accepted=baseline.read_baseline(asked["baseline"]) if asked["baseline"] is not None else (),
        only=_only(asked),
        tables=asked["tables"],
        log=asked["log"],
        command=impl,
        hash=source.hash,
        isolation=asked["sandbox"],
        version=__version__,
    )


def _has_fixed_length(asked: dict[str, Any]) -> bool:
    """Whether it is said how much is to be played, so that the clock does not matter."""
    return asked["games"] is not None or asked["decisions"] is not None


def _starts(game: "Game", asked: dict[str, Any]) -> "tuple[StartPosition, ...]":
    """The positions to begin with, of the configurations that were asked for; none: the beginning."""
    from rulekit.verify.lockstep import start_positions

    if not asked["scenes"] and asked["positions"] is None:
        return ()
    every = (
        *(start_positions.of_scenes(game) if asked["scenes"] else ()),
        *(start_positions.of_file(game, asked["positions"]) if asked["positions"] is not None else ()),
    )
    named = _configurations(game, asked)[0]  # refused in words if there is none
    options = (
        dict(named.options) if asked["edition"] is not None else game_options.parse_options(game, asked["options"])
    )
    fitting = [one for one in every if asked["players"] in (None, one.chosen.seats)]
    found = tuple(one for one in fitting if options.items() <= dict(one.chosen.options).items())
    if not found:
        raise NothingToPlay("there is no position to begin with, so nothing was played")
    return found


class NothingToPlay(Exception):
    """There is nothing to be played."""


def _only(asked: dict[str, Any]) -> tuple[str, ...]:
    """What alone is to be done."""
    from rulekit.verify import journal, work_units

    if not asked["last_failed"]:
        return tuple(asked["only"])
    if asked["log"] is None:
        raise click.UsageError("--last-failed needs the --log of the run that failed")
    kept = journal.read_journal(asked["log"])
    if kept is None:
        raise click.UsageError(f"there is no run in {asked['log']}")
    failed = tuple(unit.id for unit in kept.units if unit.state in (work_units.DIFFERS, work_units.FAILED))
    if not failed:
        raise click.UsageError(f"nothing failed in the run kept in {asked['log']}")
    return failed


def _configurations(game: "Game", asked: dict[str, Any]) -> "tuple[GameConfig, ...]":
    """The one that was asked for; else all, or of very many a sample with every pair of choices."""
    from rulekit.play.games.game_config import choose
    from rulekit.verify.work_order import sample_configurations

    if asked["options"] or asked["edition"] is not None:
        options = game_options.parse_options(game, asked["options"])
        return (choose(game.checked, asked["players"], options, asked["edition"]),)
    if asked["players"] is not None:
        choose(game.checked, asked["players"], {}, None)  # refused in words if so many cannot play
    return tuple(one for one in sample_configurations(game) if asked["players"] in (None, one.seats))


def _material(game: "Game", asked: dict[str, Any]) -> "Material":
    """The vectors: of a case file, of a tier of the bundled ones, or of a folder."""
    from rulekit.data import conformance_root
    from rulekit.vectors import files, manifest
    from rulekit.vectors.sets import trees
    from rulekit.verify.model import Missing
    from rulekit.verify.work_order import Material

    if asked["case"] is not None:
        return Material(tuple(files.read_vectors(asked["case"])), trees(game.checked))
    wanted = asked["vectors"]
    if wanted == NO_VECTORS:
        return Material(why="no vectors were asked for")
    bundled = wanted in manifest.TIERS
    folder = conformance_root() / "vectors" / game.name if bundled else Path(wanted)
    if bundled and not (folder / manifest.NAME).is_file():
        return Material(why=f"there are no vectors of {game.name} here")
    if not (folder / manifest.NAME).is_file():
        raise ValueError(
            f"{folder} is no folder of vectors: it has no {manifest.NAME}; say {', '.join(manifest.TIERS)}, a folder "
            "that `rulekit vectors` wrote, or none"
        )
    told = manifest.read_manifest(folder)
    spec = f"sha256:{game.spec.removeprefix('sha256:')}"
    if told.spec != spec:
        raise ValueError(
            f"the vectors in {folder} are of other rules ({told.spec[:19]}, not {spec[:19]}); "
            "--vectors none leaves them out"
        )
    tier = manifest.tier_at_hand(folder, told, wanted) if bundled else manifest.FULL
    less = Missing(
        f"{wanted} vectors that are not {tier}",
        f"an installation carries the {tier} ones; `rulekit vectors {game.name} --out FOLDER` makes all",
    )
    left_out = (less,) if bundled and tier != wanted else ()
    return Material(tuple(manifest.vectors_of(folder, told, tier)), trees(game.checked), left_out=left_out)


def _again(game: str, impl: str, asked: dict[str, Any]) -> str:
    """The same command without what it is to play; every word as it is typed in a shell."""
    words = ["rulekit", "verify", game, "--impl", impl]
    single = {"players": "--players", "edition": "--edition", "longest": "--longest"}
    words += [word for key, name in single.items() if asked[key] is not None for word in (name, str(asked[key]))]
    words += [word for text in asked["options"] for word in ("--option", text)]
    words += [word for text in _limits_changed(asked["limits"]) for word in ("--limit", text)]
    words += [word for name in asked["environment"] for word in ("--engine-env", name)]
    words += [word for name, file in asked["tables"] for word in ("--table", f"{name}={file}")]
    words += ["--scenes"] if asked["scenes"] else []
    words += ["--positions", str(asked["positions"])] if asked["positions"] is not None else []
    words += ["--case", str(asked["case"])] if asked["case"] is not None else []
    words += ["--vectors", asked["vectors"]] if asked["vectors"] != "standard" else []
    words += ["--level", str(asked["level"])] if asked["level"] != 4 else []
    words += ["--sandbox", asked["sandbox"]] if asked["sandbox"] != "auto" else []
    return shlex.join(words)


def _limits_changed(limits: Any) -> list[str]:
    """Limits that are not as usual, as they are typed."""
    from rulekit.runner.engine_limits import table

    return [f"{name}={getattr(limits, name):g}" for name, usual, *_ in table() if getattr(limits, name) != usual]


def _bar(work: "WorkOrder") -> Any:
    from rulekit.cli.playout_jobs import bar

    return bar(len(work.material.vectors) + (work.games or 0))


def _writable(asked: dict[str, Any]) -> None:
    """Told before anything is played, not after hours of it."""
    written = [path for _, path in asked["reports"]]
    for path in (*written, *([asked["write_baseline"]] if asked["write_baseline"] is not None else [])):
        writing.ready(path)
    if asked["cases"] is not None:
        asked["cases"].mkdir(parents=True, exist_ok=True)
