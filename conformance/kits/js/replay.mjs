// Replays conformance vectors against an engine that speaks the conformance protocol. Needs Node 18 and nothing else.
//
//   node replay.mjs FOLDER [--tier tiny] [--only ID] [--seconds 10] -- COMMAND ..
//
// FOLDER holds manifest.json and the .jsonl files of a game. Leaves with 0 if every vector passed, 1 if one failed,
// 2 if the call or a file is wrong, 3 if the engine broke down, 5 if nothing was replayed.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const OFFER = ["chance.asked", "explain", "fork", "load", "position", "save", "strict", "views"];
const NEEDS = { load: "load", "not-load": "load", fork: "fork", save: "save", "not-chance": "chance.asked" };
const KEYS = new Set(["id", "sort", "about", "config", "from", "path", "steps", "advice", "pair", "note"]);
const STEPS = ["see", "not", "move", "chance", "load", "fork", "save", "perft", "not-load", "not-chance"];
const RESTARTS = 5; // an engine that breaks down oftener is given up

class Refused extends Error {} // the engine says that something is not legal
class Broken extends Error {} // the engine gave no answer, or one that is none
class Differs extends Error {} // an answer is not what the vector says
class NotTaken extends Error {} // the engine refuses a position, which it may

// ---------------------------------------------------------------- values

export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const keys = Object.keys(value).sort(byCodePoint);
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

function byCodePoint(a, b) {
  const [x, y] = [[...a], [...b]];
  for (let n = 0; n < Math.min(x.length, y.length); n++) {
    if (x[n] !== y[n]) return x[n].codePointAt(0) - y[n].codePointAt(0);
  }
  return x.length - y.length;
}

// A value with every set in one order and without empty places; the tree lies beside it and says where.
export function normal(value, tree) {
  if (!tree || typeof value !== "object" || value === null) return value;
  const inner = (key) => tree[key] ?? tree["*"];
  const left = (one) => !(tree["[]"] && empty(one));
  if (!Array.isArray(value)) {
    const members = Object.entries(value).map(([k, v]) => [k, normal(v, inner(k))]);
    return Object.fromEntries(members.filter(([, v]) => left(v)));
  }
  const found = value.map((v, n) => normal(v, inner(String(n)))).filter((v) => !Array.isArray(v) || left(v.slice(1, 2)));
  return tree.set ? found.sort((a, b) => byCodePoint(canonical(a), canonical(b))) : found;
}

// Nothing lies there; a view may count that.
function empty(value) {
  if (Array.isArray(value)) return value.every(empty);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).every(([key, one]) => empty(one) || (key === "count" && one === 0));
}

const text = (value, tree) => (value === undefined ? "nothing" : canonical(normal(value, tree)));
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

// ---------------------------------------------------------------- the engine

class Engine {
  constructor(command, seconds) {
    [this.command, this.seconds, this.id] = [command, seconds, 0];
    this.waiting = [];
    this.words = "";
  }

  open() {
    this.gone = null;
    this.child = spawn(this.command[0], this.command.slice(1), { stdio: ["pipe", "pipe", "pipe"] });
    this.child.on("error", (wrong) => this.fail(`it cannot be started: ${wrong.message}`));
    this.child.on("exit", (code, signal) => this.fail(`it ended with ${signal ?? code}${this.words && `: ${this.words}`}`));
    this.child.stdin.on("error", () => {});
    this.child.stderr.on("data", (data) => (this.words = (this.words + data).trim().slice(-300)));
    createInterface({ input: this.child.stdout }).on("line", (line) => {
      const waiting = this.waiting.shift();
      if (waiting) waiting.answer(line);
      else this.fail("it wrote a line and was not asked");
    });
  }

  fail(why) {
    this.gone ??= why;
    for (const { fail } of this.waiting.splice(0)) fail(new Broken(this.gone));
  }

  close() {
    this.fail("it was closed");
    this.child?.kill("SIGKILL");
    this.child = null;
  }

  async ask(op, args = {}) {
    if (!this.child) this.open();
    if (this.gone) throw new Broken(this.gone);
    const id = ++this.id;
    const line = await new Promise((answer, fail) => {
      const timer = setTimeout(() => fail(new Broken(`no answer to ${op} in ${this.seconds} seconds`)), this.seconds * 1000);
      const done = (then) => (value) => (clearTimeout(timer), then(value));
      this.waiting.push({ answer: done(answer), fail: done(fail) });
      this.child.stdin.write(`${JSON.stringify({ id, op, ...args })}\n`);
    });
    return this.read(op, id, line);
  }

  read(op, id, line) {
    let said;
    try {
      said = JSON.parse(line);
    } catch {
      throw new Broken(`to ${op} it answered what is no JSON: ${line.slice(0, 80)}`);
    }
    if (!isObject(said) || said.id !== id) throw new Broken(`to request ${id}, ${op}, it answered ${line.slice(0, 80)}`);
    if ("error" in said) throw new Broken(`${op} failed: ${said.error}`);
    if ("refused" in said) throw new Refused(String(said.refused));
    if (!("ok" in said)) throw new Broken(`to ${op} it answered neither ok nor refused`);
    return said.ok;
  }

  // Whether it was taken; an engine that breaks down has not refused anything.
  async takes(op, args) {
    try {
      await this.ask(op, args);
      return true;
    } catch (wrong) {
      if (wrong instanceof Refused) return false;
      throw wrong;
    }
  }
}

// ---------------------------------------------------------------- one vector

class Run {
  constructor(engine, agreed, sets, vector) {
    Object.assign(this, { engine, agreed, sets, vector, said: [] });
    this.whole = { states: {}, zones: {} };
    this.views = {};
    this.drawn = {}; // by the path, at each line
    this.config = vector.config ?? vector.from.config;
  }

  can(feature) {
    return this.agreed.features.has(feature);
  }

  async play() {
    const { from, path, steps } = this.vector;
    const loaded = from && this.can("load") && (await this.engine.takes("load", { position: from }));
    if (from && !loaded && !path) throw new NotTaken("it refuses the position");
    if (!loaded) await this.must("start", { config: this.config });
    if (from) this.whole = { states: { ...from.states }, zones: { ...from.zones } };
    if (from && !loaded) {
      for (const step of path) await this.step(step);
      for (const { chance } of path) if (chance) this.drawn[lineOf(chance)] = (this.drawn[lineOf(chance)] ?? 0) + 1;
    }
    for (const [number, step] of steps.entries()) {
      this.at = number;
      await this.step(step);
    }
  }

  async step(step) {
    const key = STEPS.find((one) => one in step);
    if (!key) throw new Error(`${this.vector.id} has a step that is not known: ${Object.keys(step)}`);
    await this[key](step[key], step);
  }

  async must(op, args) {
    if (!(await this.engine.takes(op, args))) throw new Differs(`${op} is refused: ${JSON.stringify(args).slice(0, 200)}`);
  }

  async move([seat, move]) {
    this.said.push(["move", { seat, move }]);
    await this.must("move", { seat, move });
  }

  // The label as this engine counts: what it drew on the path counts.
  counted(label) {
    const [line, number] = label.split("#");
    return `${line}#${Number(number) + (this.drawn[line] ?? 0)}`;
  }

  async chance({ label: told, outcome, draw, of }) {
    const label = this.counted(told);
    if (draw && this.can("chance.asked")) {
      const wanted = { kind: "chance", label, draw, of: sorted(draw === "order" ? outcome : of) };
      if (draw === "dice") wanted.count = outcome.length;
      const said = await this.engine.ask("pending");
      const found = Object.fromEntries(Object.keys(wanted).map((key) => [key, said?.[key]]));
      if (Array.isArray(found.of)) found.of = sorted(found.of);
      this.same("what chance is asked", wanted, found);
    }
    this.said.push(["chance", { label, outcome }]);
    await this.must("chance", { label, outcome });
  }

  async see(see) {
    Object.assign(this.whole.states, see.states);
    Object.assign(this.whole.zones, see.zones);
    if (see.pending) {
      const said = await this.engine.ask("pending");
      const seats = (one) => sorted(one?.seats ?? []);
      this.same("who must answer", { kind: see.pending.kind, seats: seats(see.pending) }, { kind: said?.kind, seats: seats(said) });
    }
    for (const [seat, moves] of Object.entries(see.legal ?? {})) await this.legal(Number(seat), moves, see.ordered);
    await this.position();
    for (const [reader, told] of Object.entries(see.views ?? {}).sort()) await this.view(reader, told);
    if (see.result) this.table("the result", see.result, await this.engine.ask("result"), this.sets.result);
  }

  async legal(seat, moves, ordered) {
    const tell = (move) => text(move, this.sets.moves?.[move?.do]);
    const [ours, theirs] = [moves.map(tell), (await this.engine.ask("legal", { seat })).map(tell)];
    const [missing, extra] = [ours.find((one) => !theirs.includes(one)), theirs.find((one) => !ours.includes(one))];
    if (missing) throw new Differs(`seat ${seat} is not offered ${missing}`);
    if (extra) throw new Differs(`seat ${seat} is offered ${extra}, which is not legal`);
    if (ours.length !== theirs.length) throw new Differs(`seat ${seat} is offered a move twice`);
    if (ordered) this.same(`the order of what seat ${seat} may do`, ours, theirs);
  }

  async position(what = "the position") {
    if (!this.can("position") || !(Object.keys(this.whole.states).length + Object.keys(this.whole.zones).length)) return;
    const said = await this.engine.ask("position");
    for (const part of ["states", "zones"]) this.table(what, this.whole[part], said?.[part], this.sets.position?.[part]);
  }

  async view(reader, told) {
    const before = told.like === "position" ? this.whole : (this.views[told.like ?? reader] ?? { states: {}, zones: {} });
    const seen = {};
    for (const part of ["states", "zones"]) {
      seen[part] = { ...before[part], ...unfolded(told[part] ?? {}) };
      for (const name of told.gone ?? []) delete seen[part][name];
    }
    this.views[reader] = seen;
    if (!this.can("views")) return;
    const said = await this.engine.ask("view", { seat: reader === "-" ? null : Number(reader) });
    const who = reader === "-" ? "a spectator" : `seat ${reader}`;
    for (const part of ["states", "zones"]) this.table(`what ${who} sees`, seen[part], said?.[part], this.sets.view?.[part]);
  }

  async not([seat, move], { kind }) {
    if (kind === "extra" && !this.can("strict")) return;
    if (await this.engine.takes("move", { seat, move })) throw new Differs(`seat ${seat} is let do ${JSON.stringify(move)}`);
    await this.position("the position after a refused move");
  }

  async load(rest) {
    await this.must("start", { config: this.config });
    const position = { config: this.config, ...this.whole, ...rest };
    if (!(await this.engine.takes("load", { position }))) throw new NotTaken("it refuses the position");
    this.drawn = {};
  }

  async save() {
    const saved = await this.engine.ask("save");
    await this.must("start", { config: this.config });
    await this.must("restore", { saved });
  }

  async fork(steps) {
    const kept = structuredClone([this.whole, this.views, this.said]);
    await this.must("fork", {});
    for (const step of steps) await this.step(step);
    await this.must("back", {});
    [this.whole, this.views, this.said] = kept;
    await this.position("the position a copy was made of");
  }

  async "not-load"(position) {
    if (await this.engine.takes("load", { position })) throw new Differs("a position that cannot be is loaded");
  }

  async "not-chance"({ label: told, outcome }) {
    const label = this.counted(told);
    if (await this.engine.takes("chance", { label, outcome })) throw new Differs(`${label} takes ${JSON.stringify(outcome)}`);
  }

  async perft(levels) {
    const named = [...Object.keys(this.whole.states), ...Object.keys(this.whole.zones)];
    const sums = this.can("position") && !named.some((name) => this.agreed.unsaid.has(name));
    const begin = [["start", { config: this.config }], ...this.said];
    const again = async (way) => {
      for (const [op, args] of [...begin, ...way]) await this.must(op, args);
    };
    let ways = [[]];
    for (let depth = 1; depth <= Math.max(...levels.map((one) => one.depth)); depth++) {
      const next = [];
      for (const way of ways) {
        await again(way);
        const pending = await this.engine.ask("pending");
        if (pending.kind !== "decision") continue;
        const [seat] = pending.seats;
        for (const move of await this.engine.ask("legal", { seat })) next.push([...way, ["move", { seat, move }]]);
      }
      const found = { depth, leaves: next.length, ends: 0, sum: 0 };
      for (const way of (ways = next)) {
        await again(way);
        if ((await this.engine.ask("pending")).kind === "end") found.ends++;
        if (!sums) continue;
        const { states, zones } = await this.engine.ask("position");
        found.sum = (found.sum + crc32(canonical(normal({ states, zones }, this.sets.position)))) % 2 ** 32;
      }
      const wanted = levels.find((one) => one.depth === depth);
      if (wanted && !sums) found.sum = wanted.sum;
      if (wanted) this.same(`the number of ways ${depth} deep`, wanted, found);
    }
  }

  table(what, ours, theirs, trees) {
    const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs ?? {})])].sort();
    for (const name of names.filter((one) => !this.agreed.unsaid.has(one))) {
      const [mine, said] = [text(ours[name], trees?.[name]), text(theirs?.[name], trees?.[name])];
      if (mine !== said) throw new Differs(`${what}, ${name}: it must be ${mine}, it is ${said}`);
    }
  }

  same(what, ours, theirs) {
    if (text(ours) !== text(theirs)) throw new Differs(`${what}: it must be ${text(ours)}, it is ${text(theirs)}`);
  }
}

const sorted = (list) => [...list].sort((a, b) => byCodePoint(canonical(a), canonical(b)));

const lineOf = (chance) => chance.label.split("#")[0];

// Hidden pieces one by one: an `at` that ends with [first, last] stands for one in each of these places.
export function unfolded(value) {
  if (Array.isArray(value)) return value.flatMap(each);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, unfolded(one)]));
}

function each(told) {
  const [rest, last] = Array.isArray(told?.at) ? [told.at.slice(0, -1), told.at.at(-1)] : [[], null];
  if (!Array.isArray(last)) return [unfolded(told)];
  return Array.from({ length: last[1] - last[0] + 1 }, (_, n) => ({ ...told, at: [...rest, last[0] + n] }));
}

export function crc32(words) {
  let found = -1;
  for (const byte of Buffer.from(words)) {
    found ^= byte;
    for (let bit = 0; bit < 8; bit++) found = found & 1 ? (found >>> 1) ^ 0xedb88320 : found >>> 1;
  }
  return ~found >>> 0;
}

// ---------------------------------------------------------------- many of them

function skipped(vector, agreed) {
  const config = vector.config ?? vector.from.config;
  if (!agreed.seats.includes(config.seats)) return `it does not play with ${config.seats}`;
  const odd = Object.entries(agreed.options).find(([name, values]) => name in config.options && !values.includes(config.options[name]));
  if (odd) return `it does not play ${odd[0]} ${config.options[odd[0]]}`;
  if (vector.from && !vector.path && !agreed.features.has("load")) return "it has no `load`";
  for (const [key, feature] of Object.entries(NEEDS)) {
    if (!agreed.features.has(feature) && vector.steps.some((step) => key in step)) return `it has no \`${feature}\``;
  }
  const extra = !agreed.features.has("strict") && vector.steps.every((step) => step.kind === "extra");
  return extra ? "it is not `strict`" : "";
}

async function handshake(engine, manifest) {
  const game = { name: manifest.game, spec: manifest.spec };
  const said = await engine.ask("hello", { rcp: [1, 1], harness: { name: "replay.mjs", version: "1" }, game, offer: OFFER });
  const plays = said?.games?.find((one) => one.game === manifest.game);
  if (said?.rcp !== 1) throw new Broken(`it speaks version ${said?.rcp} of the protocol, these are for version 1`);
  if (!plays) throw new Broken(`it does not play ${manifest.game}`);
  const features = new Set((said.features ?? []).filter((one) => OFFER.includes(one)));
  return { features, unsaid: new Set(said.unsaid ?? []), seats: plays.seats ?? [], options: plays.options ?? {} };
}

function vectors(folder, manifest, tier) {
  return manifest.tiers[tier].flatMap((name) => {
    const bytes = readFileSync(`${folder}/${name}`);
    const [told, lines] = [manifest.files[name], bytes.toString("utf8").split("\n").filter(Boolean)];
    const hash = createHash("sha256").update(bytes).digest("hex");
    if (told.sha256.replace("sha256:", "") !== hash) throw new Error(`${name} is not the file of which the manifest tells`);
    const found = lines.map((line) => JSON.parse(line));
    const odd = found.flatMap((vector) => Object.keys(vector)).find((key) => !KEYS.has(key));
    if (odd) throw new Error(`${name} has a key that is not known: ${odd}`);
    return found;
  });
}

async function replay(vector, engine, agreed, sets) {
  const why = skipped(vector, agreed);
  if (why) return { kind: "skipped", why };
  const run = new Run(engine, agreed, sets, vector);
  try {
    await run.play();
    return { kind: "passed" };
  } catch (wrong) {
    const at = run.at === undefined ? "at its beginning" : `at step ${run.at + 1}`;
    if (wrong instanceof NotTaken) return { kind: "skipped", why: wrong.message };
    if (wrong instanceof Differs) return { kind: vector.advice ? "advice" : "failed", why: `${at}: ${wrong.message}` };
    if (wrong instanceof Broken || wrong instanceof Refused) return { kind: "error", why: `${at}: ${wrong.message}` };
    throw wrong;
  }
}

// The clauses that most failures and fewest passed vectors are about.
function blamed(results) {
  const counts = {};
  const failed = results.filter(({ kind }) => kind === "failed").length;
  for (const { vector, kind } of results.filter((one) => ["failed", "passed"].includes(one.kind))) {
    for (const clause of vector.about) {
      counts[clause] ??= { failed: 0, all: 0 };
      counts[clause].failed += kind === "failed";
      counts[clause].all++;
    }
  }
  const score = (one) => one.failed / Math.sqrt(failed * one.all);
  const found = Object.entries(counts).filter(([, one]) => one.failed);
  return found.sort(([, a], [, b]) => score(b) - score(a)).slice(0, 3).map(([clause]) => clause);
}

async function main(argv) {
  const split = argv.indexOf("--");
  const [mine, command] = split < 0 ? [argv, []] : [argv.slice(0, split), argv.slice(split + 1)];
  const option = (name, usual) => (mine.includes(name) ? mine[mine.indexOf(name) + 1] : usual);
  if (!mine.length || !command.length) {
    console.error("node replay.mjs FOLDER [--tier tiny] [--only ID] [--seconds 10] -- COMMAND ..");
    return 2;
  }
  const manifest = JSON.parse(readFileSync(`${mine[0]}/manifest.json`, "utf8"));
  if (manifest.format !== "rulekit-vectors/1") throw new Error("manifest.json is of another format");
  const only = option("--only");
  const wanted = vectors(mine[0], manifest, option("--tier", "tiny")).filter(({ id }) => !only || id === only);
  const engine = new Engine(command, Number(option("--seconds", 10)));
  const results = [];
  try {
    let agreed = await handshake(engine, manifest);
    let restarts = 0;
    for (const vector of wanted) {
      const result = { vector, ...(await replay(vector, engine, agreed, manifest.sets)) };
      results.push(result);
      if (["failed", "error", "advice"].includes(result.kind)) console.log(`${result.kind.toUpperCase()} ${vector.id} ${result.why}`);
      if (result.kind !== "error") continue;
      engine.close();
      if (++restarts > RESTARTS) break;
      agreed = await handshake(engine, manifest);
    }
  } finally {
    engine.close();
  }
  return summary(manifest, wanted, results);
}

function summary(manifest, wanted, results) {
  const count = (kind) => results.filter((one) => one.kind === kind).length;
  const kinds = ["passed", "failed", "error", "advice", "skipped"];
  console.log(`${manifest.game}: ${wanted.length} vectors: ${kinds.map((kind) => `${count(kind)} ${kind}`).join(", ")}`);
  const reasons = {};
  for (const { kind, why } of results) if (kind === "skipped") reasons[why] = (reasons[why] ?? 0) + 1;
  for (const [why, number] of Object.entries(reasons)) console.log(`  skipped ${number}: ${why}`);
  if (results.length < wanted.length) console.log(`  given up after ${results.length}`);
  if (count("failed")) console.log(`  clauses to read: ${blamed(results).join(", ")}`);
  if (count("error") || results.length < wanted.length) return 3;
  if (count("failed")) return 1;
  return count("passed") ? 0 : 5;
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (wrong) => (console.error(`replay.mjs: ${wrong.message}`), process.exit(wrong instanceof Broken ? 3 : 2)),
);
