// An adapter: it answers the conformance protocol for a program that plays a game. Begin with a copy of this file.
//   rulekit verify tic-tac-toe --impl "node adapter.mjs"
import { createInterface } from "node:readline";

console.log = console.error; // only answers may be written to standard output

// ---------------------------------------------------------------- your program: put its import here instead
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const owner = (cells) => LINES.map((line) => line.map((n) => cells[n])).find(([a, b, c]) => a !== null && a === b && b === c)?.[0];
const isOver = (game) => owner(game.cells) !== undefined || game.cells.every((one) => one !== null);

// ---------------------------------------------------------------- the adapter: your program in the words of the rules
const GAME = "tic-tac-toe"; // `rulekit schema GAME` shows moves, positions and results of a game
let game, kept;

class Refused extends Error {} // for moves and positions that are not taken; nothing may have changed then

const place = (n) => [(n % 3) + 1, Math.floor(n / 3) + 1];
const number = (cell) => (Array.isArray(cell) && cell.length === 2 ? [...Array(9).keys()].find((n) => JSON.stringify(place(n)) === JSON.stringify(cell)) : undefined);

const operations = {
  hello: () => ({
    rcp: 1,
    engine: { name: "my-engine", version: "1", language: "JavaScript" },
    games: [{ game: GAME, seats: [2] }],
    features: ["position", "views", "load", "save", "fork"], // leave out what your program cannot do
    unsaid: [], // states, zones and keys of the result that your program does not know
  }),
  ping: () => null,
  bye: () => null,
  start: () => ((game = { cells: Array(9).fill(null), active: 0 }), (kept = []), null), // `config` has options, seats
  pending: () => (isOver(game) ? { kind: "end" } : { kind: "decision", seats: [game.active] }),
  chance: ({ label }) => {
    throw new Refused(`nothing is drawn at ${label}`); // else keep the outcome until your program draws
  },
  legal: ({ seat }) => {
    if (isOver(game) || seat !== game.active) return [];
    return [...game.cells.keys()].filter((n) => game.cells[n] === null).map((n) => ({ do: "put", cell: place(n) }));
  },
  move: ({ seat, move }) => {
    const n = number(move.cell);
    if (isOver(game) || seat !== game.active) throw new Refused("it is not your turn");
    if (move.do !== "put" || n === undefined || game.cells[n] !== null) throw new Refused("that cell cannot be taken");
    game.cells[n] = seat;
    if (!isOver(game)) game.active = 1 - game.active;
    return null;
  },
  result: () => {
    const winner = owner(game.cells);
    const first = winner === undefined ? [] : [winner];
    return { leaders: first, winners: first, outcome: first.length ? "win" : "drawn" };
  },
  position: () => {
    const marks = [...game.cells.entries()].filter(([, seat]) => seat !== null);
    return { states: { active: game.active, mark: marks.map(([n, seat]) => [place(n), seat]) }, zones: {} };
  },
  view: () => operations.position(), // nothing is hidden here
  load: ({ position }) => {
    if (position.asks.decide !== "[turn.put]") throw new Refused(`nothing is known of ${position.asks.decide}`);
    game = { cells: Array(9).fill(null), active: position.states.active };
    for (const [cell, seat] of position.states.mark) game.cells[number(cell)] = seat;
    kept = [];
    return null;
  },
  save: () => structuredClone(game),
  restore: ({ saved }) => ((game = structuredClone(saved)), (kept = []), null),
  fork: () => (kept.push(structuredClone(game)), null),
  back: () => ((game = kept.pop()), null),
};

// ---------------------------------------------------------------- lines: nothing to change below
function answer({ id, op, ...args }) {
  try {
    if (!Object.hasOwn(operations, op)) return { id, error: `there is no ${op} here` };
    return { id, ok: operations[op](args) };
  } catch (wrong) {
    return wrong instanceof Refused ? { id, refused: wrong.message } : { id, error: String(wrong?.stack ?? wrong).split("\n", 2).join(" ") };
  }
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const request = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(answer(request))}\n`);
  if (request.op === "bye") process.exit(0);
});
