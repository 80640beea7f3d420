// Tic-tac-toe of boardgame.io behind the protocol.
//
// NODE_PATH=node_modules rulekit verify tic-tac-toe --impl "node conformance/peers/boardgame-io-adapter.cjs" --engine-env NODE_PATH
//
// It translates and decides nothing. boardgame.io keeps no list of legal moves: a move is legal where its reducer changes the game.
console.log = console.error;
const { started, played, version } = require("./boardgame-io-game.cjs");

class Refused extends Error {}
let state = started();
let kept = [];

const over = () => state.ctx.gameover !== undefined;
const seat = () => Number(state.ctx.currentPlayer);
const cell = (at) => [(at % 3) + 1, Math.floor(at / 3) + 1];
const told = (at) => ({ do: "put", cell: cell(at) });
const tried = (at) => { const after = played(state, at); return after.G === state.G || after._stateID === state._stateID ? null : after; };
const open = () => (over() ? [] : [0, 1, 2, 3, 4, 5, 6, 7, 8].filter((at) => tried(at) !== null));

const operations = {
  hello: () => ({
    rcp: 1,
    engine: { name: "boardgame.io", version, language: "JavaScript", source: "https://github.com/boardgameio/boardgame.io" },
    games: [{ game: "tic-tac-toe", seats: [2] }],
    features: ["fork"],
    unsaid: ["leaders"],
  }),
  ping: () => null,
  bye: () => null,
  start: () => { state = started(); kept = []; return null; },
  chance: () => { throw new Refused("nothing is drawn in tic-tac-toe"); },
  pending: () => (over() ? { kind: "end" } : { kind: "decision", seats: [seat()] }),
  legal: ({ seat: asked }) => (over() || asked !== seat() ? [] : open().map(told)),
  move: ({ seat: asked, move }) => {
    if (over() || asked !== seat()) throw new Refused("not asked");
    const at = [0, 1, 2, 3, 4, 5, 6, 7, 8].find((one) => Object.keys(move).length === 2 && move.do === "put" && JSON.stringify(move.cell) === JSON.stringify(cell(one)));
    const after = at === undefined ? null : tried(at);
    if (after === null) throw new Refused("not legal");
    state = after;
    return null;
  },
  result: () => {
    const { winner } = state.ctx.gameover;
    return { winners: winner === undefined ? [] : [Number(winner)], outcome: winner === undefined ? "drawn" : "win" };
  },
  fork: () => { kept.push(state); return null; },
  back: () => { state = kept.pop(); return null; },
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
