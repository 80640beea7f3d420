"""Replays conformance vectors against an engine that speaks the conformance protocol. Needs nothing but Python 3.9.

    python replay.py FOLDER [--tier tiny] [--only ID] [--seconds 10] -- COMMAND ..

FOLDER holds manifest.json and the .jsonl files of a game. Leaves with 0 if every vector passed, 1 if one failed,
2 if the call or a file is wrong, 3 if the engine broke down, 5 if nothing was replayed.
"""

import copy
import hashlib
import json
import math
import queue
import subprocess
import sys
import threading
import zlib
from collections import Counter
from pathlib import Path

OFFER = ["chance.asked", "explain", "fork", "load", "position", "save", "strict", "views"]
NEEDS = {"load": "load", "not-load": "load", "fork": "fork", "save": "save", "not-chance": "chance.asked"}
KEYS = {"id", "sort", "about", "config", "from", "path", "steps", "advice", "pair", "note"}
RESTARTS = 5  # an engine that breaks down oftener is given up
TABLE = ("states", "zones")


class Refused(Exception):
    """The engine says that something is not legal."""


class Broken(Exception):
    """The engine gave no answer, or one that is none."""


class Differs(Exception):
    """An answer is not what the vector says."""


class NotTaken(Exception):
    """The engine refuses a position, which it may."""


# ------------------------------------------------------------------ values


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def normal(value, tree):
    """A value with every set in one order and without empty places; the tree lies beside it and says where."""
    if not tree:
        return value
    may_be_empty = tree.get("[]")
    if isinstance(value, dict):
        members = {key: normal(one, tree.get(key, tree.get("*"))) for key, one in value.items()}
        return {key: one for key, one in members.items() if not (may_be_empty and empty(one))}
    if not isinstance(value, list):
        return value
    found = [normal(one, tree.get(str(n), tree.get("*"))) for n, one in enumerate(value)]
    found = [one for one in found if not (may_be_empty and isinstance(one, list) and empty(one[1:2]))]
    return sorted(found, key=canonical) if tree.get("set") else found


def empty(value):
    """Nothing lies there; a view may count that."""
    if isinstance(value, dict):
        return all(empty(one) or (key == "count" and type(one) is int and one == 0) for key, one in value.items())
    return isinstance(value, list) and all(map(empty, value))


def unfolded(value):
    """Hidden pieces one by one: an `at` that ends with [first, last] stands for one in each of these places."""
    if isinstance(value, dict):
        return {key: unfolded(one) for key, one in value.items()}
    return [one for told in value for one in each(told)] if isinstance(value, list) else value


def each(told):
    at = told.get("at") if isinstance(told, dict) else None
    if not (isinstance(at, list) and at and isinstance(at[-1], list)):
        return [unfolded(told)]
    return [{**told, "at": [*at[:-1], place]} for place in range(at[-1][0], at[-1][1] + 1)]


def strict(line):
    """JSON as the protocol has it: no fraction, no key twice."""

    def whole(text):
        raise ValueError(f"{text} is no whole number")

    def once(pairs):
        if len({key for key, _ in pairs}) < len(pairs):
            raise ValueError("a key stands twice")
        return dict(pairs)

    return json.loads(line, parse_float=whole, parse_constant=whole, object_pairs_hook=once)


# ------------------------------------------------------------------ the engine


class Engine:
    """A child process; it is started when it is asked."""

    def __init__(self, command, seconds):
        self.command, self.seconds, self.id, self.child = command, seconds, 0, None

    def open(self):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        try:
            self.child = subprocess.Popen(self.command, encoding="utf-8", **pipes)
        except OSError as wrong:
            raise Broken(f"it cannot be started: {wrong}") from None
        self.lines = queue.Queue()
        threading.Thread(target=self._read, args=(self.child, self.lines), daemon=True).start()

    @staticmethod
    def _read(child, lines):
        try:
            for line in child.stdout:
                lines.put(line)
        except (OSError, ValueError):
            pass
        lines.put(None)

    def close(self):
        if self.child is not None:
            self.child.kill()
            self.child.wait()
            self.child = None

    def ask(self, op, **args):
        if self.child is None:
            self.open()
        self.id += 1
        try:
            self.child.stdin.write(canonical({"id": self.id, "op": op, **args}) + "\n")
            self.child.stdin.flush()
            line = self.lines.get(timeout=self.seconds)
        except OSError:
            line = None
        except queue.Empty:
            raise Broken(f"no answer to {op} in {self.seconds:g} seconds") from None
        if line is None:
            raise Broken(f"it ended with {self.child.wait()}")
        return self._answer(op, line)

    def _answer(self, op, line):
        try:
            said = strict(line)
        except ValueError as wrong:
            raise Broken(f"to {op} it answered what is no JSON: {line[:80]!r}: {wrong}") from None
        if not isinstance(said, dict) or said.get("id") != self.id:
            raise Broken(f"to request {self.id}, {op}, it answered {line[:80]!r}")
        if "error" in said:
            raise Broken(f"{op} failed: {said['error']}")
        if "refused" in said:
            raise Refused(str(said["refused"]))
        if "ok" not in said:
            raise Broken(f"to {op} it answered neither ok nor refused")
        return said["ok"]

    def takes(self, op, **args):
        """Whether it was taken; an engine that breaks down has not refused anything."""
        try:
            self.ask(op, **args)
        except Refused:
            return False
        return True


# ------------------------------------------------------------------ one vector


class Run:
    def __init__(self, engine, agreed, sets, vector):
        self.engine, self.agreed, self.sets, self.vector = engine, agreed, sets, vector
        self.whole, self.views, self.said, self.at = {"states": {}, "zones": {}}, {}, [], None
        self.config = vector["config"] if "config" in vector else vector["from"]["config"]
        self.drawn = Counter()  # by the path, at each line

    def can(self, feature):
        return feature in self.agreed["features"]

    def play(self):
        begin = self.vector.get("from")
        loaded = begin is not None and self.can("load") and self.engine.takes("load", position=begin)
        if begin is not None and not loaded and "path" not in self.vector:
            raise NotTaken("it refuses the position")
        if not loaded:
            self.must("start", config=self.config)
        if begin is not None:
            self.whole = {part: dict(begin[part]) for part in TABLE}
            path = [] if loaded else self.vector["path"]
            for step in path:
                self.step(step)
            self.drawn.update(step["chance"]["label"].split("#")[0] for step in path if "chance" in step)
        for number, step in enumerate(self.vector["steps"]):
            self.at = number
            self.step(step)

    def step(self, step):
        key = next((key for key in STEPS if key in step), None)
        if key is None:
            raise ValueError(f"{self.vector['id']} has a step that is not known: {sorted(step)}")
        STEPS[key](self, step[key], step)

    def must(self, op, **args):
        if not self.engine.takes(op, **args):
            raise Differs(f"{op} is refused: {canonical(args)[:200]}")

    def move(self, said, _):
        call = {"seat": said[0], "move": said[1]}
        self.said.append(("move", call))
        self.must("move", **call)

    def counted(self, said):
        """An outcome with its label as this engine counts: what it drew on the path counts."""
        line, number = said["label"].split("#")
        return {**said, "label": f"{line}#{int(number) + self.drawn[line]}"}

    def chance(self, said, _):
        said = self.counted(said)
        call = {"label": said["label"], "outcome": said["outcome"]}
        if "draw" in said and self.can("chance.asked"):
            of = said["outcome"] if said["draw"] == "order" else said["of"]
            wanted = {"kind": "chance", "label": said["label"], "draw": said["draw"], "of": sorted(of, key=canonical)}
            if said["draw"] == "dice":
                wanted["count"] = len(said["outcome"])
            pending = self.engine.ask("pending")
            found = {key: pending.get(key) for key in wanted}
            if isinstance(found["of"], list):
                found["of"] = sorted(found["of"], key=canonical)
            self.same("what chance is asked", wanted, found)
        self.said.append(("chance", call))
        self.must("chance", **call)

    def see(self, see, _):
        for part in TABLE:
            self.whole[part].update(see.get(part, {}))
        if "pending" in see:
            told = [
                [one.get("kind"), sorted(one.get("seats", []))] for one in (see["pending"], self.engine.ask("pending"))
            ]
            self.same("who must answer", *told)
        for seat, moves in see.get("legal", {}).items():
            self.legal(int(seat), moves, see.get("ordered", False))
        self.position()
        for reader, told in sorted(see.get("views", {}).items()):
            self.view(reader, told)
        if "result" in see:
            self.table("the result", see["result"], self.engine.ask("result"), self.sets.get("result", {}))

    def legal(self, seat, moves, ordered):
        trees = self.sets.get("moves", {})
        ours, theirs = (
            [canonical(normal(move, trees.get(str(move.get("do"))))) for move in found]
            for found in (moves, self.engine.ask("legal", seat=seat))
        )
        for move in ours:
            if move not in theirs:
                raise Differs(f"seat {seat} is not offered {move}")
        for move in theirs:
            if move not in ours:
                raise Differs(f"seat {seat} is offered {move}, which is not legal")
        if len(ours) != len(theirs):
            raise Differs(f"seat {seat} is offered a move twice")
        if ordered:
            self.same(f"the order of what seat {seat} may do", ours, theirs)

    def position(self, what="the position"):
        if self.can("position") and (self.whole["states"] or self.whole["zones"]):
            self.tables(what, self.whole, self.engine.ask("position"), self.sets.get("position", {}))

    def view(self, reader, told):
        like, gone = told.get("like", reader), told.get("gone", ())
        before = self.whole if like == "position" else self.views.get(like, {})
        seen = {}
        for part in TABLE:
            names = {**before.get(part, {}), **unfolded(told.get(part, {}))}
            seen[part] = {name: value for name, value in names.items() if name not in gone}
        self.views[reader] = seen
        if self.can("views"):
            seat = None if reader == "-" else int(reader)
            who = "a spectator" if seat is None else f"seat {seat}"
            self.tables(f"what {who} sees", seen, self.engine.ask("view", seat=seat), self.sets.get("view", {}))

    def refused(self, said, step):
        if step["kind"] == "extra" and not self.can("strict"):
            return
        if self.engine.takes("move", seat=said[0], move=said[1]):
            raise Differs(f"seat {said[0]} is let do {canonical(said[1])}")
        self.position("the position after a refused move")

    def load(self, rest, _):
        self.must("start", config=self.config)
        if not self.engine.takes("load", position={"config": self.config, **self.whole, **rest}):
            raise NotTaken("it refuses the position")
        self.drawn.clear()

    def save(self, *_):
        saved = self.engine.ask("save")
        self.must("start", config=self.config)
        self.must("restore", saved=saved)

    def fork(self, steps, _):
        kept = copy.deepcopy((self.whole, self.views, self.said))
        self.must("fork")
        for step in steps:
            self.step(step)
        self.must("back")
        self.whole, self.views, self.said = kept
        self.position("the position a copy was made of")

    def not_load(self, position, _):
        if self.engine.takes("load", position=position):
            raise Differs("a position that cannot be is loaded")

    def not_chance(self, said, _):
        said = self.counted(said)
        if self.engine.takes("chance", label=said["label"], outcome=said["outcome"]):
            raise Differs(f"{said['label']} takes {canonical(said['outcome'])}")

    def perft(self, levels, _):
        unsaid = self.agreed["unsaid"] & {*self.whole["states"], *self.whole["zones"]}
        sums, ways = self.can("position") and not unsaid, [[]]
        for depth in range(1, max(level["depth"] for level in levels) + 1):
            ways = [[*way, call] for way in ways for call in self.moves(way)]
            found = {"depth": depth, "leaves": len(ways), "ends": 0, "sum": 0}
            for way in ways:
                self.again(way)
                found["ends"] += self.engine.ask("pending")["kind"] == "end"
                if sums:
                    said = self.engine.ask("position")
                    text = canonical(normal({part: said[part] for part in TABLE}, self.sets.get("position")))
                    found["sum"] = (found["sum"] + zlib.crc32(text.encode())) % 2**32
            for wanted in (level for level in levels if level["depth"] == depth):
                self.same(
                    f"the number of ways {depth} deep", wanted, found if sums else {**found, "sum": wanted["sum"]}
                )

    def moves(self, way):
        self.again(way)
        pending = self.engine.ask("pending")
        if pending["kind"] != "decision":
            return []
        seat = pending["seats"][0]
        return [("move", {"seat": seat, "move": move}) for move in self.engine.ask("legal", seat=seat)]

    def again(self, way):
        for op, args in [("start", {"config": self.config}), *self.said, *way]:
            self.must(op, **args)

    def tables(self, what, ours, theirs, trees):
        for part in TABLE:
            self.table(what, ours[part], theirs.get(part, {}), trees.get(part, {}))

    def table(self, what, ours, theirs, trees):
        for name in sorted({*ours, *theirs} - self.agreed["unsaid"]):
            mine, said = (
                canonical(normal(one[name], trees.get(name))) if name in one else "nothing" for one in (ours, theirs)
            )
            if mine != said:
                raise Differs(f"{what}, {name}: it must be {mine}, it is {said}")

    def same(self, what, ours, theirs):
        if canonical(ours) != canonical(theirs):
            raise Differs(f"{what}: it must be {canonical(ours)}, it is {canonical(theirs)}")


STEPS = {
    "see": Run.see,
    "not": Run.refused,
    "move": Run.move,
    "chance": Run.chance,
    "load": Run.load,
    "fork": Run.fork,
    "save": Run.save,
    "perft": Run.perft,
    "not-load": Run.not_load,
    "not-chance": Run.not_chance,
}


# ------------------------------------------------------------------ many of them


def skipped(vector, agreed):
    """Why this engine cannot be asked this vector; empty if it can."""
    config = vector["config"] if "config" in vector else vector["from"]["config"]
    if config["seats"] not in agreed["seats"]:
        return f"it does not play with {config['seats']}"
    for name, values in agreed["options"].items():
        if name in config["options"] and config["options"][name] not in values:
            return f"it does not play {name} {config['options'][name]}"
    if "from" in vector and "path" not in vector and "load" not in agreed["features"]:
        return "it has no `load`"
    for key, feature in NEEDS.items():
        if feature not in agreed["features"] and any(key in step for step in vector["steps"]):
            return f"it has no `{feature}`"
    extra = "strict" not in agreed["features"] and all(step.get("kind") == "extra" for step in vector["steps"])
    return "it is not `strict`" if extra else ""


def handshake(engine, manifest):
    game = {"name": manifest["game"], "spec": manifest["spec"]}
    harness = {"name": "replay.py", "version": "1"}
    said = engine.ask("hello", rcp=[1, 1], harness=harness, game=game, offer=OFFER)
    if said.get("rcp") != 1:
        raise Broken(f"it speaks version {said.get('rcp')} of the protocol, these are for version 1")
    plays = next((one for one in said.get("games", []) if one.get("game") == manifest["game"]), None)
    if plays is None:
        raise Broken(f"it does not play {manifest['game']}")
    features = {*said.get("features", [])} & {*OFFER}
    seats, options = plays.get("seats", []), plays.get("options", {})
    return {"features": features, "unsaid": {*said.get("unsaid", [])}, "seats": seats, "options": options}


def vectors(folder, manifest, tier):
    """All vectors of a tier; a file that is not the one of the manifest is an error."""
    for name in manifest["tiers"][tier]:
        data = (folder / name).read_bytes()
        if manifest["files"][name]["sha256"].replace("sha256:", "") != hashlib.sha256(data).hexdigest():
            raise ValueError(f"{name} is not the file of which the manifest tells")
        for line in data.decode().splitlines():
            vector = strict(line)
            if {*vector} - KEYS:
                raise ValueError(f"{name} has a key that is not known: {sorted({*vector} - KEYS)[0]}")
            yield vector


def replay(vector, engine, agreed, sets):
    """The verdict of one vector, and why."""
    why = skipped(vector, agreed)
    if why:
        return "skipped", why
    run = Run(engine, agreed, sets, vector)
    try:
        run.play()
        return "passed", ""
    except NotTaken as refused:
        return "skipped", str(refused)
    except (Differs, Broken, Refused) as wrong:
        at = "at its beginning" if run.at is None else f"at step {run.at + 1}"
        differs = "advice" if vector.get("advice") else "failed"
        return differs if isinstance(wrong, Differs) else "error", f"{at}: {wrong}"


def blamed(results):
    """The clauses that most failed and fewest passed vectors are about."""
    counts = {}
    for vector, kind, _ in results:
        for clause in vector["about"] if kind in ("failed", "passed") else ():
            counts.setdefault(clause, Counter())[kind] += 1
    failed = sum(kind == "failed" for _, kind, _ in results) or 1
    score = {
        name: one["failed"] / math.sqrt(failed * sum(one.values())) for name, one in counts.items() if one["failed"]
    }
    return sorted(score, key=lambda name: -score[name])[:3]


def main(argv):
    mine, command = (argv[: argv.index("--")], argv[argv.index("--") + 1 :]) if "--" in argv else (argv, [])
    if not mine or not command:
        print("python replay.py FOLDER [--tier tiny] [--only ID] [--seconds 10] -- COMMAND ..", file=sys.stderr)
        return 2
    options = {name: mine[n + 1] for n, name in enumerate(mine[:-1]) if name.startswith("--")}
    folder, only = Path(mine[0]), options.get("--only")
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    if manifest["format"] != "rulekit-vectors/1":
        raise ValueError("manifest.json is of another format")
    wanted = [one for one in vectors(folder, manifest, options.get("--tier", "tiny")) if only in (None, one["id"])]
    engine, results, restarts = Engine(command, float(options.get("--seconds", 10))), [], 0
    try:
        agreed = handshake(engine, manifest)
        for vector in wanted:
            kind, why = replay(vector, engine, agreed, manifest["sets"])
            results.append((vector, kind, why))
            if kind in ("failed", "error", "advice"):
                print(kind.upper(), vector["id"], why)
            if kind == "error":
                engine.close()
                restarts += 1
                if restarts > RESTARTS:
                    break
                agreed = handshake(engine, manifest)
    finally:
        engine.close()
    return summary(manifest, wanted, results)


def summary(manifest, wanted, results):
    counts = Counter(kind for _, kind, _ in results)
    told = ", ".join(f"{counts[kind]} {kind}" for kind in ("passed", "failed", "error", "advice", "skipped"))
    print(f"{manifest['game']}: {len(wanted)} vectors: {told}")
    for why, number in Counter(why for _, kind, why in results if kind == "skipped").items():
        print(f"  skipped {number}: {why}")
    if len(results) < len(wanted):
        print(f"  given up after {len(results)}")
    if counts["failed"]:
        print(f"  clauses to read: {', '.join(blamed(results))}")
    if counts["error"] or len(results) < len(wanted):
        return 3
    return 1 if counts["failed"] else 0 if counts["passed"] else 5


def told(wrong, code):
    print(f"replay.py: {wrong}", file=sys.stderr)
    return code


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Broken as wrong:
        sys.exit(told(wrong, 3))
    except (OSError, ValueError, LookupError) as wrong:
        sys.exit(told(wrong, 2))
