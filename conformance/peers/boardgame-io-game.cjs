// Tic-tac-toe as a game of boardgame.io, stepped by its reducer as its own client does.
// boardgame.io is looked for where NODE_PATH says, or beside the current folder.
const path = require("path");
const { createRequire } = require("module");
const beside = createRequire(path.join(process.cwd(), "x.cjs"));
const here = (name) => { try { return require(name); } catch { return beside(name); } };
const { CreateGameReducer, InitializeGame, ProcessGameConfig } = here("boardgame.io/internal");
const { INVALID_MOVE } = here("boardgame.io/core");

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const isWon = (cells) => LINES.some(([a, b, c]) => cells[a] !== null && cells[a] === cells[b] && cells[a] === cells[c]);

const game = ProcessGameConfig({
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, at) => {
      if (G.cells[at] !== null) return INVALID_MOVE;
      G.cells[at] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    if (isWon(G.cells)) return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
});

const reducer = CreateGameReducer({ game, isClient: false });
const started = () => InitializeGame({ game, numPlayers: 2 });
const played = (state, at) =>
  reducer(state, { type: "MAKE_MOVE", payload: { type: "mark", args: [at], playerID: state.ctx.currentPlayer, credentials: undefined } });
const version = here("boardgame.io/package.json").version;

module.exports = { started, played, version };
