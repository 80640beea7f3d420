"""Python for the two ends of a body with a frame: reactions before and after it, its laws, the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.play.codegen import endings, pushing, watching
from rulekit.play.codegen.shelf import quoted
from rulekit.play.machine import ops as o
from rulekit.play.machine.body_end_steps import event_name

if TYPE_CHECKING:
    from rulekit.play.codegen.framed import Framed


def event(w: Framed, n: int, op: o.Event) -> None:
    """Reactions before the first effect, and reactions instead of the body, each with a frame."""
    name = event_name(w.block.key)
    before = [(r, False) for r in w.b.program.reactions.get(("before", name), ())]
    instead = [(r, True) for r in w.b.program.reactions.get(("instead of", name), ())]
    if before or instead:
        _push_reactions(w, before + instead)
        w.wait(n + 1)


def _push_reactions(w: Framed, reactions: list[tuple[o.Block, bool]]) -> None:
    found = "".join(f"react(f, BODIES[{quoted(r.key)}], {quoted(r.key)}, {host}), " for r, host in reversed(reactions))
    w.lines.put(f"s.frames += ({found})")


def returned(w: Framed, n: int, op: o.Return) -> None:
    """Reactions after it, then the frame goes; laws about the run, endings, and whoever called goes on."""
    key, name = w.block.key, event_name(w.block.key)
    after = w.b.program.reactions.get(("after", name), ()) if key.startswith(("action ", "proc ", "turn")) else ()
    if after:
        w.lines.into("if f.phase == 'run':")
        w.lines.put("f.phase = 'after'")
        _push_reactions(w, [(r, False) for r in after])
        w.wait(n)
        w.lines.out()
    if not pushing.endless(w.b, key):
        w.lines.put("s.frames.pop()")
    if key.startswith("reaction "):
        w.lines.put("if f.host and f.fired: skip_host(s, ENDS)")
    if key.startswith(("proc ", "effect ")) and w.b.asks_last:
        w.lines.put("if s.frames: own(s).env['last'] = f.reported")
    watching.ended(w.b, w.lines, key, "f.before", watching.framed(w.b, key))
    endings.left(w)
    if pushing.endless(w.b, key):
        pushing.again(w)
    else:
        w.lines.put("return")
