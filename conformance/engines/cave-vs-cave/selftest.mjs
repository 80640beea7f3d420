// Plays random games and looks for faults: `node selftest.mjs [games]`.

import assert from "node:assert/strict";
import { accessible, apply, legal, newGame, result, score, view } from "./engine.mjs";
import { CAP, GOODS } from "./tables.mjs";

const VARIANTS = {
  "full-larder": ["refuse", "waste"], "undermined-walls": ["every-wall", "one-wall"], "second-dig": ["optional", "compulsory"],
  "junction-pay": ["six-kinds", "without-gold"], retting: ["real", "printed"], "storeroom-wood": ["after-use", "before-use"],
  "solo-last-round": [4, 3], "stack-reveal": ["turn-end", "each-dig"],
};

function generator(seed) {
  let a = seed >>> 0;
  return (n) => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

function shuffled(items, random) {
  const left = [...items];
  return items.map(() => left.splice(random(left.length), 1)[0]);
}

function check(s) {
  const walls = s.boards.reduce((n, b) => n + b.walls.length, 0);
  assert.equal(walls + s.supply, 7);
  for (const b of s.boards) for (const g of GOODS) assert.ok(b.goods[g] >= 0 && b.goods[g] <= CAP[g]);
  const placed = s.boards.flatMap((b) => Object.values(b.cave).filter((c) => c.room && c.room !== "cave-entrance").map((c) => c.room));
  const all = [...placed, ...s.display, ...s.stack, ...s.removed];
  assert.equal(all.length, 24);
  assert.equal(new Set(all).size, 24);
  if (s.asks !== "over") for (const c of accessible(s)) assert.ok(accessible(s, true).includes(c));
  const moves = legal(s);
  assert.equal(new Set(moves.map((m) => JSON.stringify(m))).size, moves.length);
  assert.equal(moves.length === 0, s.asks === "over");
  assert.deepEqual(view(s, 0), view(s, s.players - 1));
}

/** Mostly furnish if one can, else do something before ending the turn, so that caves fill up. */
function liked(moves, random) {
  const rooms = moves.filter((m) => m.do === "furnish");
  const useful = moves.filter((m) => !["end", "done", "exchange"].includes(m.do));
  if (rooms.length && random(8)) return rooms;
  return useful.length && random(8) ? useful : moves;
}

/** A cave full but for one cell: the eleventh room brings the additional cavern, and the turn goes on. */
function lastRoom(walls) {
  const first = ({ kind, from, count }) => (kind === "order" ? [...from] : from.slice(0, count));
  let s = newGame({ players: 1, chance: first });
  s = apply(s, { do: "take", tile: "housework" });
  const rooms = [...s.stack.splice(0), "grindstone"];
  for (const c of Object.values(s.boards[0].cave)) if (c.is === "face-down") Object.assign(c, { is: "furnished", room: rooms.pop() });
  Object.assign(s.boards[0].goods, { wood: 9, gold: 2, food: 2 });
  s.display = ["shelf", "parlor"];
  s = apply(s, { do: "furnish", section: "s2", fee: "gold", room: "shelf", cell: "a3" });
  assert.deepEqual(legal(s), [{ do: "side", walls: 2 }, { do: "side", walls: 3 }]);
  s = apply(s, { do: "side", walls });
  const there = legal(s).filter((m) => m.cell === "x").map((m) => m.room);
  assert.deepEqual(there, walls === 3 ? ["parlor"] : []);
}

/** Nineteen gold in the Treasury: three are paid first, so the four received all fit. */
function fullTreasury() {
  const first = ({ kind, from, count }) => (kind === "order" ? [...from] : from.slice(0, count));
  let s = apply(newGame({ players: 1, chance: first }), { do: "take", tile: "cultivation" });
  s.boards[0].cave.a3 = { is: "furnished", room: "treasury" };
  s.boards[0].goods.gold = 19;
  s = apply(s, { do: "use", section: "s1", room: "treasury" });
  assert.equal(s.boards[0].goods.gold, 19);
  assert.equal(s.boards[0].goods.food, 2);
  assert.equal(s.asks, "tile");
}

export function play(seed) {
  const random = generator(seed);
  const players = 1 + random(2);
  const options = {};
  if (random(2)) for (const [name, values] of Object.entries(VARIANTS)) options[name] = values[random(2)];
  const chance = ({ kind, from, count }) => (kind === "order" ? shuffled(from, random) : shuffled(from, random).slice(0, count));
  let s = newGame({ players, options, chance });
  let takes = 0;
  let decisions = 0;
  while (s.asks !== "over") {
    check(s);
    const moves = legal(s);
    const pool = liked(moves, random);
    const move = pool[random(pool.length)];
    const before = JSON.stringify(s);
    const next = apply(s, move);
    assert.equal(JSON.stringify(s), before, "a state was changed");
    takes += move.do === "take" ? 1 : 0;
    decisions += 1;
    s = next;
  }
  check(s);
  const { scores, outcome } = result(s);
  assert.equal(takes, players === 2 ? 44 : options["solo-last-round"] === 3 ? 18 : 19);
  for (const [p, n] of scores.entries()) assert.ok(n === score(s, p) && n >= 0 && n <= 108);
  assert.throws(() => apply(s, { do: "end" }));
  return { players, decisions, scores, outcome, extra: s.extraOwner !== null };
}

lastRoom(2);
lastRoom(3);
fullTreasury();
const games = Number(process.argv[2] ?? 200);
let decisions = 0;
let extras = 0;
const outcomes = {};
for (let seed = 1; seed <= games; seed++) {
  const played = play(seed);
  decisions += played.decisions;
  extras += played.extra ? 1 : 0;
  outcomes[played.outcome] = (outcomes[played.outcome] ?? 0) + 1;
}
console.log(`${games} games, ${decisions} decisions, ${extras} with the additional cavern, outcomes ${JSON.stringify(outcomes)}`);
