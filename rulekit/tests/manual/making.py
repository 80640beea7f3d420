"""A small game with words for its readers, to be changed and tried."""

from __future__ import annotations

from pathlib import Path

from rulekit.diagnostics import Problem, samples
from rulekit.pipeline import examine_or_raise
from rulekit.site.readers import reader_problems

RULES = """game ferry for 2 players
state seats is 0 to 6, starts 6, must fit                         @seats.six
action board
  [board.count]  n in 1 to 2                                      @board.one-or-two
  [board.room]   require n <= seats                               @board.room, ruling:AMB-1
  [board.do]     take n from seats                                @board.one-or-two
turn
  [turn.board]  player must board, if able                        @turn.alternate
end
  [end.full]  at end of turn when seats = 0                       @end.full
result
  [result.last]  winner is active                                 @end.full
at-most
  [law.length]  tally of board <= 6
scene [board.room] "Nobody boards a full ferry"
  given seats is 1
  anna may board n 1
  anna may not board n 2 because [board.room]
"""
LEDGER = "".join(
    f'[[clause]]\nid = "ferry.{id_}"\ntext = "{text}"\nsource = [{source}]\ncertainty = "stated"\nkind = "rule"\n\n'
    for id_, text, source in (
        ("seats.six", "The ferry has six seats.", '"leaflet:1"'),
        ("turn.alternate", "Players take turns.", '"leaflet:2"'),
        ("board.one-or-two", "In your turn one or two passengers board.", '"leaflet:3-4"'),
        ("board.room", "Nobody boards a full ferry.", '"leaflet:4", "ruling: AMB-1"'),
        ("end.full", "Whoever fills the last seat wins.", '"leaflet:9", "public: common sense"'),
    )
)
RULINGS = """# Rulings

## AMB-1: May two passengers board when one seat is left?

- Readings: no; or yes, and one of them stays ashore.
- Ruling: no.
- In short: No. Two passengers
  need two seats.
- Why: there is no room.
"""
SOURCES = """[[source]]
id = "leaflet"
title = "Leaflet"
language = "pl"
year = 1999

[[source.section]]
lines = [1, 3]
title = "Boarding"
page = 2
[[source.section]]
lines = [4, 9]
title = "The end"
"""
MANUAL = """lead = "Two ferrymen fill one ferry."
age = 6
minutes = [5, 10]
turn = ["One or two passengers board."]
matter = ["AMB-1"]

[[chapter]]
id = "boarding"
title = "Boarding"
lead = "Who boards?"
groups = ["board", "turn"]
[[chapter.part]]
title = "The ferry"
groups = ["seats"]
clauses = ["board.room"]

[[chapter]]
id = "the-end"
title = "The end"
groups = ["end"]

[[term]]
name = "seat"
says = "A place on the ferry."
also = ["bench"]
pl = ["miejsce", "ławka"]
clauses = ["seats.six"]

[[question]]
asks = "What happens when the ferry is full?"
answer = "The game ends."
clauses = ["end.full"]

[asked]
"board.room" = ["is there a free bench"]

[titles]
"end.full" = "The ferry is full"

[laws]
"law.length" = "After six boardings nobody is left."
"""


def folder(at: Path, **other: str | None) -> Path:
    """The game in a folder, some of its files otherwise, or left out."""
    texts = {
        "ferry.rules": RULES,
        "ledger.toml": f'game = "ferry"\ntitle = "Ferry"\n\n{LEDGER}',
        "rulings.md": RULINGS,
        "sources.toml": SOURCES,
        "manual.toml": MANUAL,
    }
    for name, text in (texts | {name.replace("_", "."): text for name, text in other.items()}).items():
        if text is not None:
            (at / name).parent.mkdir(parents=True, exist_ok=True)
            (at / name).write_text(text, encoding="utf-8")
    return at


def complaints(at: Path) -> list[str]:
    """Every problem with what readers are told: file, line, fact."""
    found: tuple[Problem, ...] = reader_problems(at, examine_or_raise(at))
    return [f"{Path(p.span.file).name}:{p.span.line} {p.fact}" for p in found if p.span]


def spread(sample: str, at: Path) -> Path:
    """A sample of the catalogue as a folder."""
    return samples.write_sample(sample, at)
