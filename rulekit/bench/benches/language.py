"""reading and checking a rulebook of 2,000 lines, over `import lark`"""

from __future__ import annotations

import tempfile
from pathlib import Path

from rulekit.bench import stages
from rulekit.bench.measure import BenchReport, MeasureOptions, in_ms, interleave_runs, ratio
from rulekit.files import writing

NAME = "parts"
SOURCE = "the rulebook"

HEAD = """# A rulebook made by a machine, one part after another.
game parts for 2 to 4 players
option depth is shallow or deep                                                         @parts.depth
type Stage is one of early, middle, late                                                @parts.stage
state stage is Stage, starts early                                                      @parts.stage
state score-mark of Player is 0 to 999, must fit, starts 0                              @parts.score
state steps is 0 to 9999, must fit                                                      @parts.steps
"""

PART = """
# ------------------------------------------------------------------ part {n}
type Tint{n} is one of pale-{n}, dark-{n}, mixed-{n}                                    @p{n}.tint
card Token{n}, 12 in all                                                                @p{n}.tokens
  face names it: tint Tint{n}, weight 1 to 6, bonus yes or no
rows of Token{n}
  [t{n}.one]      t{n}-a: tint pale-{n}, weight 1, bonus no, copies 3                   @p{n}.tokens
  [t{n}.two]      t{n}-b: tint dark-{n}, weight 3, bonus yes, copies 4                  @p{n}.tokens
  [t{n}.three]    t{n}-c: tint mixed-{n}, weight 6, bonus no, copies 5                  @p{n}.tokens
zone heap-{n}           pile of Token{n}  nobody sees it                                @p{n}.heap
zone rack-{n} of Player set of Token{n} up to 6  owner sees it                          @p{n}.rack
zone tray-{n}           pile of Token{n}  everyone sees face                            @p{n}.tray
state pot-{n} is 0 to 40, excess lost                                                   @p{n}.pot
state mark-{n} of Player is 0 to 9, excess lost                                         @p{n}.mark
state seen-{n} is yes or no, new each turn                                              @p{n}.seen
define heavy-{n} t: Token{n} is weight of t >= 4 or (bonus of t is yes and depth is deep)  @p{n}.heavy
define load-{n} of p: Player is sum of weight of t for each t in rack-{n} of p          @p{n}.load
define light-{n} of p: Player is those t in rack-{n} of p having (t is not heavy-{n})   @p{n}.light
define price-{n} of t: Token{n} is weight of t + (1 if tint of t is dark-{n} else 0)    @p{n}.price
relation a: Token{n} tops-{n} b: Token{n}, if any
  [tops{n}.weight]  weight of a > weight of b                                           @p{n}.tops
  [tops{n}.tint]    tint of a is pale-{n} and tint of b is mixed-{n}                    @p{n}.tops
action lay-{n}
  [lay{n}.token]  token in rack-{n} of player                                           @p{n}.lay
  [lay{n}.free]   require tray-{n} is empty or token tops-{n} top of tray-{n}           @p{n}.tops
  [lay{n}.put]    move token to tray-{n}                                                @p{n}.lay
  [lay{n}.mark]   if token is heavy-{n}: add 1 to mark-{n} of player                    @p{n}.mark
  [lay{n}.price]  if count of light-{n} of player > 1: add price-{n} of token to pot-{n}  @p{n}.price
action fill-{n}
  [fill{n}.some]  require heap-{n} is not empty and count of rack-{n} of player <= 4    @p{n}.fill
  [fill{n}.draw]  move top of heap-{n} to rack-{n} of player then add 2 to pot-{n}      @p{n}.fill
  [fill{n}.seen]  set seen-{n} to yes                                                   @p{n}.seen
to share-{n}
  [share{n}.each]  for each p of Player: if mark-{n} of p >= 3: take 1 from mark-{n} of p  @p{n}.share
  [share{n}.pot]   if pot-{n} >= count of Player: lower pot-{n} to 0                    @p{n}.pot
always
  [safe{n}.mark]   every p in Player has mark-{n} of p <= 9 and load-{n} of p <= 36     @p{n}.mark
  [safe{n}.tray]   count of tray-{n} + count of heap-{n} <= 12                          @p{n}.tray
scene [lay{n}.mark] "A heavy token leaves a mark"
  given rack-{n} of anna is t{n}-c
  given asking is [turn.{n}]
  when anna does lay-{n} token t{n}-c
  then mark-{n} of anna = 1
"""

TAIL = """
# ------------------------------------------------------------------ end
end
  [end.late]   at end of turn when steps >= 90 and stage is early                       @parts.end
result
  [end.most]   most score-mark wins, ties are shared                                    @parts.end
"""


def rules(lines: int) -> str:
    """About so many lines."""
    count = max(1, (lines - len((HEAD + TAIL).splitlines())) // (len(PART.splitlines()) + 4))
    parts = "".join(PART.format(n=n) for n in range(1, count + 1))
    return HEAD + parts + programme(count) + TAIL


def programme(count: int) -> str:
    """Set-up, play and turn, a few lines for every part."""
    numbers = range(1, count + 1)
    lines = ["", "# ------------------------------------------------------------------ course", "setup"]
    lines += [f"  [mix.{n}]    shuffle Token{n} into heap-{n}  @p{n}.heap" for n in numbers]
    lines += [
        f"  [deal.{n}]   for each p of Player: move top 2 of heap-{n} to rack-{n} of p  @p{n}.rack" for n in numbers
    ]
    lines += ["turn", "  [turn.step]  add 1 to steps  @parts.steps"]
    lines += [f"  [turn.{n}]   player must lay-{n} or fill-{n}, if able  @p{n}.lay" for n in numbers]
    lines += [f"  [turn.share-{n}]  if seen-{n} is yes: share-{n}  @p{n}.share" for n in numbers]
    lines += ["  [turn.score]  add 1 to score-mark of player  @parts.score"]
    lines += ["  [turn.stage]  if steps >= 60: set stage to late  @parts.stage", ""]
    return "\n".join(lines)


def ledger(text: str) -> str:
    """A ledger with every clause that the rules cite."""
    cited = sorted({word.strip(",") for line in text.splitlines() for word in line.partition("@")[2].split()})
    head = f'game = "{NAME}"\ntitle = "Parts"\n'
    return head + "".join(
        f'\n[[clause]]\nid = "{NAME}.{name}"\ntext = "About {name}."\n'
        f'source = ["{SOURCE}"]\ncertainty = "stated"\nkind = "action"\n'
        for name in cited
    )


def write(folder: Path, lines: int) -> Path:
    """The rulebook as a folder of its own."""
    text = rules(lines)
    folder.mkdir(parents=True, exist_ok=True)
    writing.write(folder / "1-parts.rules", text)
    writing.write(folder / "ledger.toml", ledger(text))
    return folder


MODULE = ("-m", "rulekit.bench.stages")
BAR = 4.5


def run(wanted: MeasureOptions) -> BenchReport:
    """All in fresh processes; the yardstick is a library everybody knows."""
    with tempfile.TemporaryDirectory() as place:
        folder = str(write(Path(place) / NAME, wanted.lines))
        parts: dict[str, list[float]] = {}

        def by_stage() -> float:
            told = stages.run_and_read(*MODULE, "stages", folder)
            for name, seconds in told.items():
                parts.setdefault(name, []).append(seconds)
            return sum(told.values())

        found = interleave_runs(
            {
                "import lark": stages.time_of(*MODULE, "lark", folder),
                "check": stages.time_of(*MODULE, "check", folder),
                "imports": stages.time_of(*MODULE, "imports", folder),
                "stages": by_stage,
            },
            wanted.repeat,
        )
    lark = found["import lark"]
    ratios = [ratio("check / import lark", found["check"], lark, "most", BAR)]
    ratios += [ratio(f"of which {name}", seconds[1:], lark) for name, seconds in parts.items()]
    ratios += [ratio("imports of rulekit / import lark", found["imports"], lark)]
    figures = [in_ms(name, found[name]) for name in ("import lark", "check", "imports")]
    return BenchReport("language", tuple(figures), tuple(ratios))
