"""Every variant of code that is generated for a game. Who runs one takes it from here; comparisons go through all."""

from __future__ import annotations

from rulekit.play.codegen.book import Manner

BRANCHING = Manner(traced=True, shared=True)
PLAYOUT = Manner()
WHOLE_GAME = Manner(whole=True)
WATCHED = Manner(watched=True)
COUNTED = Manner(counted=True)
COUNTED_WHOLE_GAME = Manner(counted=True, whole=True)

VARIANTS: dict[str, Manner] = {
    "branching": BRANCHING,  # positions: legal, play, view, replay, perft; every child is kept
    "playout": PLAYOUT,  # one game in place, each position of it looked at: verify, shrink, mutate
    "whole game": WHOLE_GAME,  # games that are only played: run
    "watched": WATCHED,  # games under the eyes of the laws: pytest, fuzz
    "counted": COUNTED,  # what a campaign has reached, in games with effects: fuzz, coverage
    "counted whole game": COUNTED_WHOLE_GAME,  # the same in all other games
}
