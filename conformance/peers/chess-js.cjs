// chess.js behind the protocol; the package `chess.js` must be installed where NODE_PATH says or beside the current folder.
//
// NODE_PATH=node_modules rulekit verify chess --impl "node conformance/peers/chess-js.cjs" --engine-env NODE_PATH
//
// It translates and decides nothing. chess.js tells the cell that was passed only where a pawn can really take there, so it is
// not compared (`passed`), and of what was seen before it tells nothing (`past`).
console.log = console.error;
const path = require("path");
const { createRequire } = require("module");
const here = createRequire(path.join(process.cwd(), "x.cjs"));
const found = (() => { try { return require.resolve("chess.js"); } catch { return here.resolve("chess.js"); } })();
const { Chess } = require(found);

const RANKS = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
const LETTERS = Object.fromEntries(Object.entries(RANKS).map(([letter, name]) => [name, letter]));
const WINGS = [["K", "Q"], ["k", "q"]];
const cell = (square) => [square.charCodeAt(0) - 96, Number(square[1])];
const square = ([x, y]) => String.fromCharCode(96 + x) + y;
const same = (a, b) => JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

class Refused extends Error {}
let chess = new Chess();

const seat = () => (chess.turn() === "w" ? 0 : 1);
const over = () => chess.isGameOver();

function told(move) {
  if (move.flags.includes("k")) return { do: "castle", wing: "king-side" };
  if (move.flags.includes("q")) return { do: "castle", wing: "queen-side" };
  const plain = { do: "move", start: cell(move.from), goal: cell(move.to) };
  return move.promotion ? { ...plain, do: "promote", "rank-new": RANKS[move.promotion] } : plain;
}

// The position in the notation of chess.js, which is the usual one.
function notation({ states }) {
  const rows = [];
  for (let y = 8; y > 0; y--) {
    let row = "";
    for (let x = 1; x < 9; x++) {
      const man = states.man.find(([[a, b]]) => a === x && b === y);
      const [colour, rank] = man ? man[1].split("-") : [];
      row += man ? (colour === "white" ? LETTERS[rank].toUpperCase() : LETTERS[rank]) : "1";
    }
    rows.push(row.replace(/1+/g, (gap) => gap.length));
  }
  const rights = WINGS.map(([king, queen], n) => (states.unmoved[n]["king-side"] ? king : "") + (states.unmoved[n]["queen-side"] ? queen : ""));
  const passed = states.passed ? square(states.passed) : "-";
  return [rows.join("/"), states.active === 0 ? "w" : "b", rights.join("") || "-", passed, states.quiet, 1].join(" ");
}

const operations = {
  hello: () => ({
    rcp: 1,
    engine: { name: "chess.js", version: require(path.join(path.dirname(found), "../../package.json")).version, language: "JavaScript", source: "https://github.com/jhlywa/chess.js" },
    games: [{ game: "chess", seats: [2] }],
    features: ["position", "load"],
    unsaid: ["past", "passed", "leaders"],
  }),
  ping: () => null,
  bye: () => null,
  start: () => { chess = new Chess(); return null; },
  chance: () => { throw new Refused("nothing is drawn in chess"); },
  pending: () => (over() ? { kind: "end" } : { kind: "decision", seats: [seat()] }),
  legal: ({ seat: asked }) => (over() || asked !== seat() ? [] : chess.moves({ verbose: true }).map(told)),
  move: ({ seat: asked, move }) => {
    if (over() || asked !== seat()) throw new Refused("not asked");
    const meant = chess.moves({ verbose: true }).find((one) => same(told(one), move));
    if (!meant) throw new Refused("not legal");
    chess.move({ from: meant.from, to: meant.to, promotion: meant.promotion });
    return null;
  },
  result: () => {
    const winners = chess.isCheckmate() ? [1 - seat()] : [];
    return { winners, outcome: winners.length ? "win" : "drawn" };
  },
  position: () => {
    const [, , rights, , quiet] = chess.fen().split(" ");
    const man = chess.board().flat().filter(Boolean).map((one) => [cell(one.square), `${one.color === "w" ? "white" : "black"}-${RANKS[one.type]}`]);
    man.sort(([[x, y]], [[a, b]]) => y - b || x - a);
    const unmoved = WINGS.map(([king, queen]) => ({ "king-side": rights.includes(king), "queen-side": rights.includes(queen) }));
    return { states: { man, unmoved, quiet: Number(quiet), active: over() ? 1 - seat() : seat() }, zones: {} };
  },
  load: ({ position }) => {
    if (position.asks.decide !== "[turn.move]" || position.states.past.some((seen) => seen.length)) throw new Refused("a position is taken where a move is due and nothing was seen before");
    try { chess = new Chess(notation(position)); } catch (error) { throw new Refused(error.message); }
    return null;
  },
};

function answer(request) {
  try {
    return { id: request.id, ok: operations[request.op](request) };
  } catch (error) {
    return error instanceof Refused ? { id: request.id, refused: error.message } : { id: request.id, error: String(error.stack).slice(0, 500) };
  }
}

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const request = JSON.parse(line);
  process.stdout.write(JSON.stringify(answer(request)) + "\n");
  if (request.op === "bye") process.exit(0);
}).on("close", () => process.exit(0));
