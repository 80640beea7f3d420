// Cave vs. Cave, written from the reader's rules alone: newGame, legal, apply, result, view.
// A state is plain data and is never changed; apply returns a new one. Chance is asked from outside, at set-up only.

import {
  BACKS, BOARD_EDGES, CAP, CELLS, DARK, DEALT, EDGES, EDIBLE, EXTRA_EDGES, EXTRA_OUTER, FOOD_ICONS, GOODS, LIGHT, OUTER, ROOMS,
  SECTIONS, TILES, TURNS,
} from "./tables.mjs";

// ---------------------------------------------------------------- set-up

/** chance({ id, kind: "order" | "pick", from, count }) answers with the order, top first, or with the members picked. */
export function newGame({ players = 2, options = {}, chance }) {
  const solo = players === 1;
  const removed = solo ? chance({ id: "light", kind: "pick", from: LIGHT, count: 3 }) : [];
  const order = BACKS.flatMap((back) => {
    const tiles = Object.keys(TILES).filter((t) => TILES[t].back === back && !(solo && t === "breach"));
    return tiles.length > 1 ? chance({ id: `back-${back}`, kind: "order", from: tiles }) : tiles;
  });
  const deal = [...chance({ id: "deal", kind: "order", from: DARK })];
  const boards = Array.from({ length: players }, () => newBoard(deal.splice(0, DEALT.length)));
  const first = solo ? 0 : chance({ id: "first", kind: "pick", from: [0, 1], count: 1 })[0];
  return startRound({
    players, options, boards, removed, order, first, active: first,
    display: LIGHT.filter((room) => !removed.includes(room)),
    stack: deal, supply: 7, round: 0, turn: 0, taken: {}, open: Object.keys(TILES).filter((t) => TILES[t].back === 0),
    extraOwner: null, extraSide: null, asks: "take",
  });
}

function newBoard(rooms) {
  const cave = { a3: { is: "empty" }, a4: { is: "furnished", room: "cave-entrance" } };
  DEALT.forEach((cell, n) => (cave[cell] = { is: "face-down", room: rooms[n] }));
  return { goods: Object.fromEntries(GOODS.map((g) => [g, 1])), cave, walls: [] };
}

// ---------------------------------------------------------------- looking at a state

const board = (s, player = s.active) => s.boards[player];
const cellsWith = (b, kind) => [...CELLS, "x"].filter((c) => b.cave[c]?.is === kind);
const roomsOf = (b) => cellsWith(b, "furnished").map((c) => b.cave[c].room);
const owns = (b, room) => roomsOf(b).includes(room);
const colourCount = (b, colour) => roomsOf(b).filter((room) => ROOMS[room].colour === colour).length;
const canPay = (goods, cost = {}) => Object.entries(cost).every(([g, n]) => goods[g] >= n);
const plus = (a, b = {}) => GOODS.reduce((sum, g) => ({ ...sum, [g]: (a[g] ?? 0) + (b[g] ?? 0) }), {});

/** Turns per player in this round, which is also the number of dwarves. */
function dwarves(s) {
  if (s.players === 1 && s.round === 7 && Number(s.options["solo-last-round"] ?? 4) === 3) return 3;
  return TURNS[s.players][s.round - 1];
}

function edgesOf(s, player) {
  return s.extraOwner === player ? [...BOARD_EDGES, ...EXTRA_EDGES[s.extraSide]] : BOARD_EDGES;
}

function freeEdges(s) {
  return edgesOf(s, s.active).filter((edge) => !board(s).walls.includes(edge));
}

/** "1", "2A", "2O", "3" or "4": how many sides are walled, natural and built walls alike. */
export function wallClass(s, player, cell) {
  const sides = new Set(cell === "x" ? EXTRA_OUTER[s.extraSide] : OUTER[cell]);
  for (const edge of s.boards[player].walls) if (EDGES[edge][cell]) sides.add(EDGES[edge][cell]);
  if (sides.size !== 2) return String(sides.size);
  return (sides.has("N") && sides.has("S")) || (sides.has("E") && sides.has("W")) ? "2O" : "2A";
}

/** Cells reached from the entrance; a face-down cell is entered and not left. */
function reached(b, blocked) {
  const seen = new Set(["a4"]);
  const queue = ["a4"];
  while (queue.length) {
    const here = queue.shift();
    if (b.cave[here].is === "face-down") continue;
    for (const edge of BOARD_EDGES) {
      if (!EDGES[edge][here] || blocked(edge)) continue;
      const there = Object.keys(EDGES[edge]).find((cell) => cell !== here);
      if (!seen.has(there)) queue.push(there);
      seen.add(there);
    }
  }
  return seen;
}

export function accessible(s, throughWalls = false) {
  const b = board(s);
  const stopped = (edge) => b.walls.includes(edge);
  const down = cellsWith(b, "face-down");
  if (!throughWalls) return down.filter((c) => reached(b, stopped).has(c));
  if (s.options["undermined-walls"] !== "one-wall") return down.filter((c) => reached(b, () => false).has(c));
  const near = [...reached(b, stopped)].filter((c) => b.cave[c].is !== "face-down");
  return down.filter((c) => BOARD_EDGES.some((e) => EDGES[e][c] && near.some((n) => EDGES[e][n])));
}

/** The sections of the tile in hand that are still to be done, with their alternatives. */
function openSections(s) {
  return SECTIONS.filter((section) => TILES[s.tile][section] && !s.done.includes(section));
}

// ---------------------------------------------------------------- what may be done

export function legal(s) {
  if (s.asks === "over") return [];
  if (s.asks === "side") return [2, 3].map((walls) => ({ do: "side", walls }));
  return [...ASKED[s.asks](s), ...exchanges(s)];
}

const ASKED = {
  take: (s) => s.open.filter((tile) => mayTake(s, tile)).map((tile) => ({ do: "take", tile })),
  tile: (s) => [...openSections(s).flatMap((section) => sectionMoves(s, section)), ...prospects(s), { do: "end" }],
  series: (s) => [...useMoves(s, s.series.section), { do: "done" }],
  "second-dig": (s) => [
    ...accessible(s).map((cell) => ({ do: "dig", cell })),
    ...(s.options["second-dig"] === "compulsory" ? [] : [{ do: "done" }]),
  ],
};

function mayTake(s, tile) {
  return tile !== "renovation" || s.players === 1 || board(s).goods.gold > board(s, 1 - s.active).goods.gold;
}

function exchanges(s) {
  const { goods } = board(s);
  if (goods.food > 8 && s.options["full-larder"] !== "waste") return [];
  return EDIBLE.filter((good) => goods[good] >= 1).map((good) => ({ do: "exchange", good }));
}

function prospects(s) {
  const able = s.tile === "undergrowth" && !s.prospected && owns(board(s), "prospecting-site") && board(s).goods.food >= 1;
  return able ? [{ do: "prospect" }] : [];
}

function sectionMoves(s, section) {
  return TILES[s.tile][section].flatMap((way) => wayMoves(s, section, way));
}

function wayMoves(s, section, way) {
  const { goods, walls } = board(s);
  if (way.use) return useMoves(s, section);
  if (way.gain) return [{ do: "gain", section, ...(way.good && { good: way.good }) }];
  if (way.trade) return goods[way.trade] >= 5 ? [{ do: "trade", section, good: way.trade }] : [];
  if (way.build) return s.supply > 0 ? freeEdges(s).map((edge) => ({ do: "build", section, edge })) : [];
  if (way.raze) return walls.map((edge) => ({ do: "raze", section, edge }));
  if (way.dig && !canPay(goods, way.pay)) return [];
  if (way.dig) return accessible(s, way.throughWalls).map((cell) => ({ do: "dig", section, cell, count: way.dig }));
  return furnishMoves(s, section, way);
}

const feeOf = (s, way) => (way.perDwarf ? { food: dwarves(s) } : way.amount);

function furnishMoves(s, section, way) {
  const b = board(s);
  const balanced = colourCount(b, "orange") >= colourCount(b, "blue") + 2;
  return s.display
    .filter((room) => ROOMS[room].colour === "orange" || balanced)
    .filter((room) => canPay(b.goods, plus(feeOf(s, way), ROOMS[room].cost)))
    .flatMap((room) => cellsWith(b, "empty")
      .filter((cell) => ROOMS[room].fits.includes(wallClass(s, s.active, cell)))
      .map((cell) => ({ do: "furnish", section, fee: way.furnish, room, cell })));
}

/** Whether the Wood Storeroom answers to this use, and does so before it. */
function woodComesFirst(s, section) {
  return s.options["storeroom-wood"] === "before-use" && s.series === null && framed(s, section) === 1 && owns(board(s), "wood-storeroom");
}

function useMoves(s, section) {
  const b = board(s);
  const purse = woodComesFirst(s, section) ? { ...b.goods, wood: Math.min(9, b.goods.wood + 1) } : b.goods;
  const used = s.series?.used ?? [];
  return roomsOf(b)
    .filter((room) => ROOMS[room].colour === "orange" && !used.includes(room))
    .flatMap((room) => waysOf(s, room)
      .filter((way) => canPay(purse, way.pay))
      .map((way) => ({ do: "use", section, room, ...way.with })));
}

function waysOf(s, room) {
  return ROOMS[room].ways({ goods: board(s).goods, options: s.options, accessible: accessible(s) });
}

const framed = (s, section) => TILES[s.tile][section].find((way) => way.use)?.use ?? 0;

// ---------------------------------------------------------------- doing it

const written = (move) => JSON.stringify(Object.entries(move).sort(([a], [b]) => (a < b ? -1 : 1)));

export function isLegal(s, move) {
  return legal(s).some((known) => written(known) === written(move));
}

export function apply(s, move) {
  if (!isLegal(s, move)) throw new Error(`not legal here: ${JSON.stringify(move)}`);
  const next = structuredClone(s);
  return DONE[move.do](next, move) ?? next;
}

const DONE = {
  take(s, { tile }) {
    s.open = s.open.filter((t) => t !== tile);
    s.taken[tile] = s.active;
    Object.assign(s, { asks: "tile", tile, done: [], series: null, prospected: false, digs: 0 });
  },
  exchange(s, { good }) {
    pay(s, { [good]: 1 });
    board(s).goods.food = Math.min(CAP.food, board(s).goods.food + 1);
  },
  gain(s, { section, good }) {
    s.done.push(section);
    receive(s, TILES[s.tile][section].find((way) => way.gain && way.good === good).gain);
  },
  trade(s, { section, good }) {
    s.done.push(section);
    pay(s, { [good]: 5 });
    receive(s, { gold: 4 });
  },
  prospect(s) {
    s.prospected = true;
    pay(s, { food: 1 });
    receive(s, { gold: 1 });
  },
  build(s, { section, edge }) {
    s.done.push(section);
    s.supply -= 1;
    board(s).walls.push(edge);
    if (owns(board(s), "dungeon")) add(s, "gold", 2);
  },
  raze(s, { section, edge }) {
    s.done.push(section);
    s.supply += 1;
    board(s).walls = board(s).walls.filter((e) => e !== edge);
    receive(s, TILES[s.tile][section][0].raze);
  },
  use,
  dig,
  furnish,
  done(s) {
    if (s.asks === "series") closeSeries(s);
    else closeDig(s, 1);
  },
  side(s, { walls }) {
    s.extraOwner = s.active;
    s.extraSide = Number(walls);
    board(s).cave.x = { is: "empty" };
    s.asks = "tile";
  },
  end: endTurn,
};

function add(s, good, n) {
  board(s).goods[good] = Math.min(CAP[good], board(s).goods[good] + n);
}

function pay(s, cost = {}) {
  for (const [good, n] of Object.entries(cost)) board(s).goods[good] -= n;
}

/** Gain several goods as one event; the Retting Room looks whether flax has risen. */
function receive(s, gained) {
  const before = board(s).goods.flax;
  for (const [good, n] of Object.entries(gained)) add(s, good, n);
  retting(s, before, s.options.retting === "printed" && (gained.flax ?? 0) >= 1);
}

function replenish(s, goods, level) {
  const before = board(s).goods.flax;
  for (const good of goods) board(s).goods[good] = Math.max(board(s).goods[good], level);
  retting(s, before, false);
}

function retting(s, before, printed) {
  if (owns(board(s), "retting-room") && (board(s).goods.flax > before || printed)) add(s, "food", 1);
}

function use(s, { section, room, do: _do, ...chosen }) {
  const way = waysOf(s, room).find((w) => written(w.with) === written(chosen));
  if (s.series === null) {
    if (woodComesFirst(s, section)) add(s, "wood", 1);
    const n = framed(s, section);
    const limit = n >= 2 && owns(board(s), "equipment-room") ? n + 1 : n;
    s.series = { section, n, limit, used: [] };
    s.asks = "series";
  }
  s.series.used.push(room);
  pay(s, way.pay);
  if (way.gain) receive(s, way.gain);
  if (way.fill) replenish(s, ...way.fill);
  if (way.dig) {
    uncover(s, way.dig);
    revealEarly(s);
  }
  if (s.series.used.length === s.series.limit) closeSeries(s);
}

function closeSeries(s) {
  const after = s.options["storeroom-wood"] !== "before-use";
  if (after && s.series.n === 1 && owns(board(s), "wood-storeroom")) add(s, "wood", 1);
  s.done.push(s.series.section);
  s.series = null;
  s.asks = "tile";
}

/** Turn a face-down room over and put it into the display. */
function uncover(s, cell) {
  s.display.push(board(s).cave[cell].room);
  board(s).cave[cell] = { is: "empty" };
  s.digs += 1;
  if (FOOD_ICONS.includes(cell)) receive(s, { food: 1 });
}

function dig(s, { section, cell, count }) {
  if (section === undefined) {
    uncover(s, cell);
    closeDig(s, 2);
    return;
  }
  s.done.push(section);
  pay(s, TILES[s.tile][section].find((way) => way.dig === Number(count)).pay);
  uncover(s, cell);
  if (Number(count) === 2 && accessible(s).length > 0) s.asks = "second-dig";
  else closeDig(s, 1);
}

function closeDig(s, made) {
  if (made === 1) revealEarly(s);
  s.asks = "tile";
}

/** The variant in which the stack is opened at once with every single dig. */
function revealEarly(s) {
  if (s.players === 1 && s.options["stack-reveal"] === "each-dig") revealFromStack(s);
}

function revealFromStack(s) {
  if (s.stack.length) s.display.push(s.stack.shift());
}

function furnish(s, { section, fee, room, cell }) {
  s.done.push(section);
  pay(s, feeOf(s, TILES[s.tile][section].find((way) => way.furnish === fee)));
  pay(s, ROOMS[room].cost);
  s.display = s.display.filter((r) => r !== room);
  board(s).cave[cell] = { is: "furnished", room };
  if (s.extraOwner === null && CELLS.every((c) => board(s).cave[c].is === "furnished")) s.asks = "side";
}

// ---------------------------------------------------------------- turns and rounds

function endTurn(s) {
  if (s.players === 1 && s.options["stack-reveal"] !== "each-dig" && s.digs === 1) revealFromStack(s);
  s.turn += 1;
  for (const key of ["tile", "done", "series", "prospected", "digs"]) delete s[key];
  if (s.turn < dwarves(s) * s.players) {
    s.active = (s.active + 1) % s.players;
    s.asks = "take";
    return s;
  }
  s.open.push(...Object.keys(s.taken));
  s.taken = {};
  s.first = (s.first + 1) % s.players;
  return startRound(s);
}

function startRound(s) {
  if (s.round === TURNS[s.players].length) return Object.assign(s, { asks: "over" });
  s.open.push(s.order[s.round]);
  return Object.assign(s, { round: s.round + 1, turn: 0, active: s.first, asks: "take" });
}

// ---------------------------------------------------------------- the end

export function score(s, player) {
  return roomsOf(board(s, player)).reduce((sum, room) => sum + ROOMS[room].points, board(s, player).goods.gold);
}

export function result(s) {
  if (s.asks !== "over") return null;
  const scores = s.boards.map((_, player) => score(s, player));
  if (s.players === 1) {
    const outcome = scores[0] < 50 ? "below" : scores[0] <= 60 ? "goal" : "outstanding";
    return { scores, winners: [], outcome };
  }
  const best = s.boards.map((b) => Math.max(...roomsOf(b).map((room) => ROOMS[room].points)));
  const lead = scores[0] - scores[1] || best[0] - best[1];
  return { scores, winners: lead ? [lead > 0 ? 0 : 1] : [], outcome: lead ? "win" : "draw" };
}

/** What a seat sees. Nothing is private: the same for both. */
export function view(s, _seat) {
  const { order, stack, boards, ...open } = structuredClone(s);
  for (const b of boards) for (const cell of cellsWith(b, "face-down")) delete b.cave[cell].room;
  const backs = order.slice(s.round).map((tile) => TILES[tile].back);
  return { ...open, boards, backs, stack: stack.length };
}
