// Random games of tic-tac-toe on the reducer of boardgame.io, stepped as its own client does: prints playouts per second.
// node boardgame-io.cjs SECONDS, where boardgame.io can be required from the current folder.
const path = require("path");
const { createRequire } = require("module");
const here = createRequire(path.join(process.cwd(), "x.cjs"));
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
const start = InitializeGame({ game, numPlayers: 2 });

function playout() {
  let state = start;
  while (state.ctx.gameover === undefined) {
    const open = [];
    for (let i = 0; i < 9; i++) if (state.G.cells[i] === null) open.push(i);
    const args = [open[Math.floor(Math.random() * open.length)]];
    const playerID = state.ctx.currentPlayer;
    state = reducer(state, { type: "MAKE_MOVE", payload: { type: "mark", args, playerID, credentials: undefined } });
  }
}

const seconds = Number(process.argv[2] || 1);
for (let i = 0; i < 300; i++) playout();
const begun = process.cpuUsage();
const spent = () => { const used = process.cpuUsage(begun); return (used.user + used.system) / 1e6; };
let made = 0;
do { for (let i = 0; i < 20; i++) playout(); made += 20; } while (spent() < seconds);
console.log(JSON.stringify({ "boardgame.io": made / spent() }));
