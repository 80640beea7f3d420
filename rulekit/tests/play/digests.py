"""Digests of everything the two engines say of random games and scenes: equal before and after a change of the code.

`python -m rulekit.tests.play.digests FILE [NAME ...]` writes them, or tells what differs where the file is there.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulekit import Game
from rulekit.check.configuration_space import configurations
from rulekit.play.engines import ENGINES
from rulekit.play.games.engine_comparison import aspects
from rulekit.play.games.game import Position
from rulekit.play.games.playouts import bits_of
from rulekit.play.machine.random_bits import Bits
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.position.strict_json import dumps
from rulekit.play.refusals import Refused
from rulekit.play.scenes.scene_runner import all_scenes
from rulekit.tests.bundled import bundled
from rulekit.tests.play.toys import toy
from rulekit.tests.play.walking import GAMES, TOY_NAMES

ANSWERS = 14  # of each game
TAMPERED = 6  # spoilt copies of each position that is read back


def said(act: Any) -> str:
    """What comes of something, or how it is refused."""
    try:
        return str(act())
    except (Refused, Fault) as trouble:
        return f"{type(trouble).__name__} {getattr(trouble, 'code', '')} {trouble}"


def spoilt(data: Any, rng: random.Random) -> Any:
    """A position with one of its parts taken out, doubled, or changed for another value."""
    copy = json.loads(json.dumps(data))
    here = copy
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        key = rng.choice(keys) if keys else None
        inner = here[key] if key is not None else None
        if isinstance(inner, dict | list) and inner and rng.random() < 0.8:
            here = inner
            continue
        if key is None:
            return copy
        if rng.random() < 0.3:
            del here[key]
        else:
            here[key] = rng.choice([0, 1, 3, -1, True, None, "x", "red", [], {}, [0], [1, 2], inner, [inner]])
        return copy


def moment(game: Game, position: Position, refused: dict[str, Any] | None, rng: random.Random) -> dict[str, str]:
    """Everything that is said of one position."""
    found = aspects(position, refused)
    data = position.to_json()
    found["json"] = dumps(data)
    found["words"] = dumps([position.words(seat) for seat in range(position.seats)])
    if refused is not None:
        for seat in range(position.seats):
            found[f"told {seat}"] = said(lambda s=seat: dumps([r.to_json() for r in position.why_not(s, refused)]))
    for n in range(TAMPERED):
        bad = data if n == 0 else spoilt(data, rng)
        found[f"loaded {n}"] = said(lambda b=bad: game.position(b, engine="reference").hash())
    return found


def played(game: Game, engine: str, number: int) -> Iterator[tuple[str, str]]:
    """The moments of one random game, and its trace."""
    sample = configurations(game.checked, 0)
    chosen = sample[number % len(sample)]
    bits: Bits = bits_of("digest", number)
    rng = random.Random(number)
    position = game.start(chosen.seats, dict(chosen.options), engine=engine)
    refused: dict[str, Any] | None = None
    for step in range(ANSWERS):
        for what, text in moment(game, position, refused, rng).items():
            yield f"{number}.{step} {what}", text
        if position.is_over:
            break
        asked = position.pending
        if asked.kind == "chance":
            outcomes = list(zip(range(50), position.outcomes(), strict=False))
            position = position.draw(outcomes[bits.below(len(outcomes))][1])
            continue
        seat = asked.seats[0]
        moves = position.legal(seat)
        refused = {**moves[bits.below(len(moves))]}
        if len(refused) > 1 and bits.below(2):
            key = sorted(key for key in refused if key != "do")[0]
            refused[key] = moves[bits.below(len(moves))].get(key, 7)
        position = position.take(seat, bits.below(len(moves)))
    yield f"{number} trace", position.trace().text()


def whole(name: str, engine: str) -> dict[str, str]:
    """Everything of one game, by what it is; a fault of the rules ends it."""
    game = (bundled if name in GAMES else toy)(name)
    found: dict[str, str] = {}
    for number in range(2 if name in GAMES else 3):
        try:
            found.update(played(game, engine, number))
        except Fault as fault:
            found[f"{number} fault"] = str(fault)
    if engine == "reference":
        for one in all_scenes(game.checked):
            found[f"scene {one.clause} {one.title}"] = " ".join(map(str, one.misses))
    return found


def digest(found: dict[str, str]) -> dict[str, str]:
    """Short texts for long ones."""
    return {what: hashlib.sha256(text.encode()).hexdigest()[:16] for what, text in found.items()}


def main(file: Path, names: list[str]) -> int:
    """Write the digests, or tell what differs from those that are there; 1 if anything does."""
    before = json.loads(file.read_text()) if file.is_file() else None
    after = {}
    for name in names or (*GAMES, *TOY_NAMES):
        for engine in ENGINES:
            key = f"{name} {engine}"
            after[key] = digest(whole(name, engine))
            if before is not None and before.get(key) != after[key]:
                old = before.get(key, {})
                apart = [what for what in {**old, **after[key]} if old.get(what) != after[key].get(what)]
                print(f"{key}: {len(apart)} differ: {apart[:4]}")
    if before is None:
        file.write_text(json.dumps(after, indent=0))
    return int(before is not None and any(before.get(key) != found for key, found in after.items()))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
