// Cave vs. Cave by another hand (conformance/engines), behind the conformance protocol: JSON lines on stdio.
// It translates and decides nothing: options, moves, positions and views of the engine in the words of the rules files.

import { pathToFileURL } from "node:url";
import * as plain from "../../engines/cave-vs-cave/engine.mjs";
import { BOARD_EDGES, CELLS, EXTRA_EDGES, ROOMS, TILES } from "../../engines/cave-vs-cave/tables.mjs";

const ROOM_NAMES = Object.keys(ROOMS);
const TILE_NAMES = Object.keys(TILES);
const EDGE_NAMES = [...BOARD_EDGES, ...EXTRA_EDGES[2]];
const IDS = { "setup.light#1": "light", "setup.backs#1": "back-3", "setup.backs#2": "back-2", "setup.dark#1": "deal", "setup.first#1": "first" };
const POCKETS = { 2: "pocket-two", 3: "pocket-three" };

let engine = plain;
let config, told, state;
let kept = []; // games that were forked, the last one last
let box = { rooms: [], tiles: [] }; // what is not in the game, of which the engine knows nothing
let dug = 0; // in the last turn of a game that is over, which the engine forgets

class Refusal extends Error {}

export const calls = {
  hello: () => ({
    rcp: 1, engine: { name: "engine.mjs", language: "JavaScript" }, games: [{ game: "cave-vs-cave", seats: [1, 2] }],
    features: ["position", "views", "load", "fork"],
  }),
  ping: () => null,
  bye: () => void process.stdin.destroy(),
  start({ config: given }) {
    config = given;
    kept = [];
    box = given.seats === 1 ? { rooms: ["cave-entrance#2"], tiles: ["breach"] } : { rooms: [], tiles: [] };
    told = {};
    state = null;
  },
  load({ position: written }) {
    state = loaded(written); // what is refused changes nothing
    config = written.config;
    kept = [];
    box = { rooms: written.zones["box of Room"], tiles: written.zones["box of Tile"] };
  },
  chance({ label, outcome }) {
    told[IDS[label]] = [outcome].flat();
  },
  pending: () => (ready().asks === "over" ? { kind: "end" } : { kind: "decision", seats: [state.active] }),
  fork: () => void kept.push({ config, told: { ...told }, state, box, dug }),
  back: () => void ({ config, told, state, box, dug } = kept.pop()),
  legal: ({ seat }) => (seat === ready().active ? engine.legal(state).map(listed) : []),
  move({ seat, move }) {
    if (seat !== ready().active) throw new Refusal(`seat ${seat} is not asked`);
    if (!engine.isLegal(state, joined(move))) throw new Refusal("not legal here");
    dug = state.digs ?? 0;
    state = engine.apply(state, joined(move));
  },
  position,
  view: ({ seat }) => view(seat),
  result() {
    const { scores, winners, outcome } = engine.result(ready());
    if (scores.length === 1) return { scores, leaders: [0], winners, outcome, grade: outcome };
    return { scores, leaders: winners.length ? winners : [0, 1], winners, outcome: outcome === "draw" ? "drawn" : outcome };
  },
};

/** The game, begun when fate has said all it has to say. */
function ready() {
  const { seats: players, options } = config;
  const said = ({ id }) => told[id];
  return (state ??= engine.newGame({ players, options: { ...options, "solo-last-round": Number(options["solo-last-round"]) }, chance: said }));
}

// Several members of one kind: a list in the rules files, "food+stone" in the engine.
const MANY = ["lines", "goods"];
const many = (change) => (move) => {
  const found = MANY.filter((key) => key in move).map((key) => [key, change(move[key])]);
  return found.length ? { ...move, ...Object.fromEntries(found) } : move;
};
const listed = many((text) => text.split("+"));
const joined = many((list) => {
  if (!Array.isArray(list) || list.some((one) => typeof one !== "string" || one.includes("+"))) throw new Refusal("a list of names is wanted");
  return list.join("+");
});

// ---------------------------------------------------------------- a position that was written down

const ASKS = {
  "[turn.take]": "take", "[turn.menu]": "tile", "[use.series]": "series",
  "[dig.twice]": "second-dig", "[dig.both]": "second-dig", "[extra.side]": "side",
};

/** The engine's state for a position of the rules files; what has been done in the turn stands in its frames. */
function loaded({ config: { seats: players, options }, states: is, zones, frames, asks: asked }) {
  if (!(asked.decide in ASKS)) throw new Refusal(`nothing is known of ${asked.decide}`);
  const [{ member: now }] = frames.find((frame) => frame.block === "play").loops;
  if (now !== is.now) throw new Refusal(`it is ${is.now}, and ${now} is being played`);
  const round = Number(is.now.split("-")[1]);
  const boards = is.goods.map((goods, seat) => board(goods, is.built[seat], zones.under[seat], zones.furnished[seat]));
  const extraSide = is["extra-owner"] === null ? null : Number(Object.keys(POCKETS).find((n) => POCKETS[n] === is.pocket));
  if (extraSide !== null) boards[is["extra-owner"]].cave.x ??= { is: "empty" };
  const taken = Object.fromEntries(zones.taken.flatMap((tiles, seat) => tiles.map((tile) => [tile, seat])));
  const s = {
    players, options: { ...options, "solo-last-round": Number(options["solo-last-round"]) }, boards, removed: zones.removed,
    order: [...Array(round).fill(null), ...[...zones.unrevealed].reverse()], first: is.starter, active: is.active,
    display: zones.display, stack: [...zones.stack].reverse(), supply: is.supply, round, taken, open: zones.revealed,
    extraOwner: is["extra-owner"], extraSide, asks: ASKS[asked.decide],
  };
  const loops = frames.find((frame) => frame.block === "round").loops;
  const [{ pass }, { member }] = [loops.find((loop) => "pass" in loop), loops.find((loop) => "member" in loop)];
  refuseUnlessSound(s, players, zones);
  s.turn = (pass - 1) * players + ((member - is.starter + players) % players);
  return s.asks === "take" ? s : { ...s, ...underWay(s, is, zones, frames) };
}

/** Every room and tile lies where a game can have it. */
function refuseUnlessSound(s, players, zones) {
  const closed = zones.under.flatMap((cells) => Object.values(cells).flat());
  const placed = zones.furnished.flatMap((cells) => Object.values(cells).flat());
  const rooms = [...closed, ...placed, ...s.display, ...s.stack, ...s.removed];
  if (rooms.length !== 24 + players) throw new Refusal(`${rooms.length} rooms are in the game`);
  if (s.removed.length !== (players === 1 ? 3 : 0)) throw new Refusal(`${s.removed.length} rooms are removed`);
  if (players === 2 && s.stack.length) throw new Refusal("rooms are left in the stack");
  if (players === 1 && s.stack.length < closed.length) throw new Refusal("the stack is too short");
  const last = players === 1 ? 7 : 8;
  if (zones.unrevealed.length !== last - s.round) throw new Refusal(`${zones.unrevealed.length} tiles are to come in round ${s.round}`);
  const walls = s.supply + s.boards.reduce((all, b) => all + b.walls.length, 0);
  if (walls !== 7) throw new Refusal(`there are ${walls} walls`);
}

function board(goods, walls, under, furnished) {
  const cave = Object.fromEntries(CELLS.map((cell) => [cell, { is: "empty" }]));
  for (const [cell, [room]] of Object.entries(under)) cave[cell] = { is: "face-down", room };
  for (const [cell, [room]] of Object.entries(furnished)) cave[cell] = { is: "furnished", room: room.split("#")[0] };
  return { goods: { ...goods }, cave, walls };
}

/** What a turn remembers. */
function underWay(s, is, zones, frames) {
  const tile = zones.taken[s.active].at(-1);
  const used = frames.find((frame) => frame.block === "turn").menu.used;
  const done = used.filter(([line]) => line === "[turn.sections]").map(([, section]) => section);
  const prospected = used.some(([line]) => line === "[turn.prospect]");
  const turn = { tile, done, prospected, digs: is.dug, series: null };
  if (s.asks !== "series") return turn;
  const n = TILES[tile][is.series].find((way) => way.use).use;
  const equipped = Object.values(s.boards[s.active].cave).some((cell) => cell.is === "furnished" && cell.room === "equipment-room");
  const limit = n >= 2 && equipped ? n + 1 : n;
  return { ...turn, series: { section: is.series, n, limit, used: is.used.map((room) => room.split("#")[0]) } };
}

// ---------------------------------------------------------------- the position

const among = (order, members) => order.filter((one) => members.includes(one));
const cellsOf = (b, kind, tell) =>
  Object.fromEntries([...CELLS, "x"].filter((c) => b.cave[c]?.is === kind).map((c) => [c, tell(b.cave[c].room, c)]));
const copy = (room, seat) => (room === "cave-entrance" ? `${room}#${seat + 1}` : room);
const takenBy = (s, seat) => Object.keys(s.taken).filter((tile) => s.taken[tile] === seat);

function states(s, pocket, used) {
  return {
    goods: s.boards.map((b) => b.goods),
    built: s.boards.map((b) => among(EDGE_NAMES, b.walls)),
    supply: s.supply,
    now: `${s.players === 1 ? "solo" : "round"}-${s.round}`,
    starter: s.first,
    series: s.series?.section ?? null,
    used: used(among(ROOM_NAMES, s.series?.used ?? [])),
    dug: s.asks === "over" ? dug : (s.digs ?? 0),
    "extra-owner": s.extraOwner,
    pocket: pocket(s.extraSide ?? 2),
    active: s.active,
  };
}

function position() {
  const s = ready();
  const zones = {
    under: s.boards.map((b) => cellsOf(b, "face-down", (room) => [room])),
    furnished: s.boards.map((b, seat) => cellsOf(b, "furnished", (room) => [copy(room, seat)])),
    display: among(ROOM_NAMES, s.display),
    stack: [...s.stack].reverse(),
    removed: among(ROOM_NAMES, s.removed),
    unrevealed: s.order.slice(s.round).reverse(),
    revealed: among(TILE_NAMES, s.open),
    taken: s.boards.map((_, seat) => takenBy(s, seat)),
    "box of Room": box.rooms,
    "box of Tile": box.tiles,
  };
  return { states: states(s, (walls) => POCKETS[walls], (rooms) => rooms.map((room) => copy(room, s.active))), zones };
}

// ---------------------------------------------------------------- what is seen

const pile = (pieces) => ({ count: pieces.length, ...(pieces.length && { pieces }) });

function view(seat) {
  const s = engine.view(ready(), seat);
  const next = [...s.backs].reverse();
  const zones = {
    under: s.boards.map((b, p) => cellsOf(b, "face-down", (room, c) => pile([room ?? { at: ["under", p, c] }]))),
    furnished: s.boards.map((b) => cellsOf(b, "furnished", (room) => pile([room]))),
    display: pile(among(ROOM_NAMES, s.display)),
    stack: { count: s.stack },
    removed: pile(among(ROOM_NAMES, s.removed)),
    unrevealed: pile(next.map((back, n) => ({ at: ["unrevealed", n + 1], back }))),
    revealed: pile(among(TILE_NAMES, s.open)),
    taken: s.boards.map((_, p) => pile(takenBy(s, p))),
    "box of Room": { count: box.rooms.length },
    "box of Tile": { count: box.tiles.length },
  };
  return { states: states(s, (walls) => walls, (rooms) => rooms.sort()), zones };
}

// ---------------------------------------------------------------- the pipe

export function answer(line) {
  const { id, op, ...given } = JSON.parse(line);
  if (!calls[op]) return { id, error: `there is no ${op}` };
  try {
    return { id, ok: calls[op](given) ?? null };
  } catch (wrong) {
    return wrong instanceof Refusal ? { id, refused: wrong.message } : { id, error: String(wrong.stack ?? wrong) };
  }
}

/** Serve until the input ends; `other` may stand in for the engine. */
export function serve(other = plain) {
  console.log = console.error; // standard output is for answers alone
  engine = other;
  let rest = "";
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", (part) => {
    const lines = (rest + part).split("\n");
    rest = lines.pop();
    process.stdout.write(lines.map((line) => JSON.stringify(answer(line)) + "\n").join(""));
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) serve();
