// An adapter that clicks: a web page behind the conformance protocol, in a DOM without a screen (jsdom).
//   rulekit verify hanabi --impl "node adapter.mjs"
// Files named behind it are run on the page after its own script: node adapter.mjs before.js
import { Console } from "node:console";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { JSDOM, VirtualConsole } from "jsdom";

class Refused extends Error {} // for moves, outcomes and positions that are not taken; nothing has changed then

// ---------------------------------------------------------------- the page, whose random numbers are told
const fates = []; // outcomes that the page has not drawn yet
const here = (file) => fileURLToPath(new URL(file, import.meta.url));

function prepare(window) {
  window.Math.random = () => {
    const deck = window.eval("deck");
    const wanted = fates.shift();
    const place = deck.findIndex((card) => name(card) === wanted);
    return place < 0 ? 0 : (place + 0.5) / deck.length; // while moves are tried nothing is told, and any card will do
  };
  const dialog = window.HTMLDialogElement.prototype; // jsdom has dialogs that neither open nor close
  dialog.showModal ??= function () { this.open = true; };
  dialog.close ??= function () { this.open = false; };
}

const { window } = await JSDOM.fromFile(here("index.html"), {
  runScripts: "dangerously",
  resources: "usable",
  virtualConsole: new VirtualConsole().sendTo(new Console(process.stderr)), // only answers go to standard output
  beforeParse: prepare,
});
await new Promise((done) => window.addEventListener("load", done));
for (const file of process.argv.slice(2)) window.eval(readFileSync(here(file), "utf8"));
const find = (selector) => window.document.querySelector(selector);

// ---------------------------------------------------------------- pictures: all that the page remembers
const KEEPS = ["deck", "hands", "known", "fireworks", "trash", "hints", "bombs", "turn", "lastTurns", "over", "picked", "pointed"];
const picture = () => window.eval(`JSON.stringify({ ${KEEPS} })`);
const put = (text) => window.eval(`({ ${KEEPS} } = JSON.parse(${JSON.stringify(text)})); render();`);
const now = () => JSON.parse(picture());

// ---------------------------------------------------------------- clicks
const click = (button) => button?.click(); // a button that is not there, or grey, does nothing
const mine = (slot) => find(`#mine button:nth-child(${slot})`);
const partners = (word) => [...find("#partner").children].find((one) => one.textContent.split(" ").includes(String(word)));
const clicks = {
  play: ({ slot }) => (click(mine(slot)), click(find("#play"))),
  throw: ({ slot }) => (click(mine(slot)), click(find("#discard"))),
  "tell-suit": ({ suit }) => (click(partners(suit)), click(find("#hint[open] #hint-colour"))),
  "tell-rank": ({ rank }) => (click(partners(rank)), click(find("#hint[open] #hint-number"))),
};
const SUITS = ["red", "yellow", "green", "white", "blue"];
const numbers = (n) => Array.from({ length: n }, (_, i) => i + 1);
const SLOTS = numbers(5);

function thinkable(seat) { // every move there could ever be; which of them go the page decides
  const cards = SLOTS.flatMap((slot) => [{ do: "play", slot }, { do: "throw", slot }]);
  const suits = SUITS.map((suit) => ({ do: "tell-suit", suit, whom: 1 - seat }));
  return [...cards, ...suits, ...SLOTS.map((rank) => ({ do: "tell-rank", rank, whom: 1 - seat }))];
}

function goes(move) { // a move is what ends the turn or the game
  const before = picture();
  clicks[move.do](move);
  const after = now();
  put(before);
  return after.over || after.turn !== now().turn;
}

// ---------------------------------------------------------------- late: the page draws as it is clicked, but is told only after the move
let due = null; // what is to be clicked as soon as all outcomes are known
let begins = false; // whether that is the button for a new game
let earlier = null; // how all was before the last click
let found = null; // the legal moves, until something changes
const kept = []; // games that go on later
const back = (text) => (put(text), (found = null));
const legal = (seat) => (now().over || seat !== now().turn ? [] : (found ??= thinkable(seat).filter(goes)));
const inOneOrder = (move) => JSON.stringify(Object.entries(move).sort());
const pack = () => window.eval("COLOURS.flatMap((colour) => NUMBERS.map((number) => ({ colour, number })))");

const later = (act, anew) => (([due, begins] = [act, anew]), null);

function settle() {
  if (due !== null) (earlier = now()), due(), (due = found = null);
  fates.length = 0;
}

// ---------------------------------------------------------------- the words of the rules
const name = (card) => `${card.colour}-${card.number}`;
const card = (piece) => (([colour, number]) => ({ colour, number: Number(number) }))(piece.split("#")[0].split("-"));

function numbered() { // cards that look the same are numbered in the order in which they are written down
  const seen = {};
  return (card) => ((seen[name(card)] = (seen[name(card)] ?? 0) + 1), card.number === 5 ? name(card) : `${name(card)}#${seen[name(card)]}`);
}

function table() { // after the last card the page moves cards up and draws; the rules stop at once
  const page = now();
  if (page.bombs < 3 && Object.values(page.fireworks).some((height) => height < 5)) return page;
  page.hands[page.turn].length = earlier.hands[page.turn].length - 1;
  return { ...page, deck: earlier.deck, known: earlier.known };
}

const operations = {
  hello: () => ({
    rcp: 1,
    engine: { name: "hanabi-for-two", version: "1", language: "JavaScript" },
    games: [{ game: "hanabi", seats: [2], options: { "lost-game": ["fireworks-scored"] } }],
    features: ["position", "load", "save", "fork"], // no views: two people share one screen
    unsaid: ["box of Card"],
  }),
  ping: () => null,
  bye: () => null,
  start: () => ((kept.length = 0), later(() => click(find("#again")), true)),
  chance: ({ label, outcome }) => {
    const alike = (names) => names.filter((one) => one === outcome).length;
    const deck = due === null ? [] : begins ? pack() : now().deck;
    if (alike(deck.map(name)) <= alike(fates)) throw new Refused(`${outcome} cannot come at ${label}`);
    return fates.push(outcome), null;
  },
  pending: () => (now().over ? { kind: "end" } : { kind: "decision", seats: [now().turn] }),
  legal: ({ seat }) => legal(seat),
  move: ({ seat, move }) => {
    if (!legal(seat).some((one) => inOneOrder(one) === inOneOrder(move))) throw new Refused("the page lets nobody click that");
    return later(() => clicks[move.do](move), false);
  },
  result: () => {
    const grade = find("#over[open] #message").textContent.split(": ")[1];
    return { grade, outcome: grade };
  },
  position: () => {
    const { deck, hands, known, fireworks, trash, hints, bombs, turn, lastTurns } = table();
    const piece = numbered();
    const told = (what, none) => known.map((marks) => marks.map((mark, i) => [i + 1, mark[what] ?? none]));
    const states = { clues: hints, fuses: 3 - bombs, left: lastTurns, active: turn, "told-suit": told("colour", null), "told-rank": told("number", 0) };
    const zones = { deck: deck.map(piece), hand: hands.map((hand) => hand.map(piece)), firework: {} };
    for (const [suit, height] of Object.entries(fireworks)) // what is empty is not written
      if (height > 0) zones.firework[suit] = numbers(height).map((number) => piece({ colour: suit, number }));
    return { states, zones: { ...zones, discards: trash.map(piece) } };
  },
  load: ({ position: { states, zones, asks } }) => {
    if (asks.decide !== "[turn.one]") throw new Refused("the page can begin at a decision only");
    const [suits, ranks] = [states["told-suit"], states["told-rank"]].map((seats) => seats.map(Object.fromEntries));
    const known = [0, 1].map((seat) => SLOTS.map((n) => ({ colour: suits[seat][n] ?? null, number: ranks[seat][n] || null })));
    const fireworks = Object.fromEntries(SUITS.map((suit) => [suit, zones.firework[suit]?.length ?? 0]));
    const cards = { deck: zones.deck.map(card), hands: zones.hand.map((hand) => hand.map(card)), trash: zones.discards.map(card) };
    const counts = { hints: states.clues, bombs: 3 - states.fuses, turn: states.active, lastTurns: states.left };
    return back(JSON.stringify({ ...cards, ...counts, known, fireworks, over: false, picked: null, pointed: null }));
  },
  save: () => picture(),
  restore: ({ saved }) => back(saved),
  fork: () => (kept.push(picture()), null),
  back: () => back(kept.pop()),
};

// ---------------------------------------------------------------- lines: as in the kit
function answer({ id, op, ...args }) {
  try {
    if (!Object.hasOwn(operations, op)) return { id, error: `there is no ${op} here` };
    if (op !== "chance") settle();
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
