// Random games of tic-tac-toe on the reducer of boardgame.io: prints playouts per second.
// node boardgame-io.cjs SECONDS, where boardgame.io can be required from the current folder.
const { started, played } = require("./boardgame-io-game.cjs");
const start = started();

function playout() {
  let state = start;
  while (state.ctx.gameover === undefined) {
    const open = [];
    for (let i = 0; i < 9; i++) if (state.G.cells[i] === null) open.push(i);
    state = played(state, open[Math.floor(Math.random() * open.length)]);
  }
}

const seconds = Number(process.argv[2] || 1);
for (let i = 0; i < 300; i++) playout();
const begun = process.cpuUsage();
const spent = () => { const used = process.cpuUsage(begun); return (used.user + used.system) / 1e6; };
let made = 0;
do { for (let i = 0; i < 20; i++) playout(); made += 20; } while (spent() < seconds);
console.log(JSON.stringify({ "boardgame.io": made / spent() }));
