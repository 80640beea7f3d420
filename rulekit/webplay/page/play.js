// The page on which a game is played: asks the session, shows what it answers, passes on what is clicked.
import { connect } from "./connect.js";

const main = document.querySelector("main");
const config = JSON.parse(main.dataset.config);
const part = (name) => main.querySelector(`[data-part="${name}"]`);
const SVG = "http://www.w3.org/2000/svg";
const LEAST_TARGET = 44;
let state = null;
let ask = null;
let busy = false;

function make(tag, attributes = {}, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...inside.filter((one) => one !== null && one !== undefined));
  return made;
}

const fill = (name, ...inside) => part(name).replaceChildren(...inside.filter((one) => one !== null));
const button = (words, onclick, more = {}) => make("button", { type: "button", onclick, ...more }, words);
let seatNames = []; // as the game calls them
const seatName = (seat) => seatNames[seat];
const upper = (words) => words.charAt(0).toUpperCase() + words.slice(1);

// ---------------------------------------------------------------- asking

async function send(request, focus = null) {
  if (busy) return;
  busy = true;
  main.classList.add("busy");
  try {
    const answer = await ask(request);
    fill("problem", answer.problem ? upper(answer.problem) : "");
    if (answer.picture) await shown(answer);
    if (focus) part(focus)?.focus({ preventScroll: focus === "ask" && inSight(part(focus)) });
    return answer;
  } catch (fault) {
    fill("problem", `The game does not answer: ${fault.message}`);
  } finally {
    busy = false;
    main.classList.remove("busy");
  }
}

const inSight = (element) => {
  const box = element.getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight;
};
const pick = (step) => send({ ask: "pick", pick: step, count: state.count }, "ask");
const room = () => Math.max(280, Math.min(900, Math.floor(part("picture").clientWidth) - 6));

// ---------------------------------------------------------------- showing

let before = null;

// Where several people share a page, the next one looks when the others do not.
async function shown(answer) {
  const next = answer.asked?.seat;
  if (answer.shared && before !== null && next !== undefined && next !== before) {
    for (const name of ["picture", "options", "picked", "told", "words", "steps", "trials", "reasons"]) fill(name);
    fill("ask", `${upper(seatName(next))} is next`);
    await new Promise((resolve) => fill("options", make("li", {}, button("Show the table", resolve, { class: "first" }))));
  }
  before = next ?? before;
  show(answer);
}

function show(answer) {
  state = answer;
  showAsk();
  showOptions();
  showPicture();
  showNews();
  part("legend").innerHTML = state.legend;
  part("signs").hidden = !state.legend;
  fill("words", answer.words);
  fill("result", ...resultOf(answer.result));
  part("result").hidden = !answer.result;
  part("back").disabled = !answer.back;
  part("any").disabled = !answer.asked;
  showEyes();
}

function showAsk() {
  const { asked, question, result } = state;
  const who = asked === null ? "" : `${upper(seatName(asked.seat))}: `;
  const said = result ? upper(result.words.at(-1)) : question ? `${who}${who ? question.ask : upper(question.ask)}` : `${who}to move`;
  fill("ask", said);
  const sentences = asked?.sentences ?? [];
  part("rule").hidden = sentences.length === 0;
  fill("sentences", ...sentences.map((one) => make("li", {}, sentence(one))));
}

function sentence(one) {
  const address = config.links ? config.links.replace("{clause}", encodeURIComponent(one.id.replace(/^ruling:/, ""))) : null;
  return make("span", {}, `${one.text} `, address ? make("a", { href: address }, one.id) : `(${one.id})`);
}

function showOptions() {
  const { question, asked, picked } = state;
  const words = picked.map((one) => make("strong", {}, one));
  const back = () => send({ ask: "unpick" }, "ask");
  fill("picked", ...(picked.length ? [...words, button("Change", back)] : []));
  if (!question) {
    const seat = asked?.seat;
    const look = () => send({ ask: "look", eyes: seat }, "ask");
    const other = asked ? make("li", {}, button(`See as ${seatName(seat)} to answer`, look)) : null;
    fill("options", ...[other].filter(Boolean));
    return;
  }
  fill("options", ...question.options.map((one) => make("li", {}, button(upper(one.words), () => pick(one.pick)))));
}

function showPicture() {
  part("picture").innerHTML = state.picture;
  const keys = state.question?.keys ?? {};
  const answers = [...part("picture").querySelectorAll("[data-key]")].filter((one) => one.dataset.key in keys);
  for (const one of answers) {
    if (answers.some((other) => other !== one && one.contains(other))) continue;
    one.classList.add("answer");
    one.append(...framesOf(one));
  }
}

// The frame that is seen, and around it what a finger may hit: of small cells the neighbours cover that in part.
function framesOf(element) {
  const box = element.getBBox();
  const scale = element.getScreenCTM()?.a || 1;
  const grown = (size) => Math.max(0, LEAST_TARGET / scale - size) / 2;
  return [rectangle(box, grown(box.width), grown(box.height), "reach"), rectangle(box, 0, 0, "frame")];
}

function rectangle(box, wide, tall, sort) {
  const made = document.createElementNS(SVG, "rect");
  const places = { x: box.x - wide, y: box.y - tall, width: box.width + 2 * wide, height: box.height + 2 * tall, rx: 7 };
  for (const [name, value] of Object.entries(places)) made.setAttribute(name, value.toFixed(1));
  made.setAttribute("class", sort);
  return made;
}

part("picture").addEventListener("click", (event) => {
  const keys = state?.question?.keys ?? {};
  for (let at = event.target; at && at !== event.currentTarget; at = at.parentNode) {
    const key = at.dataset?.key;
    if (key !== undefined && key in keys) {
      pick(keys[key]);
      return;
    }
  }
});

function showNews() {
  const told = state.news.map((step) => make("li", {}, upper(step.lines.join("; "))));
  part("news").hidden = told.length === 0;
  fill("told", ...told);
}

function resultOf(result) {
  if (!result) return [];
  const rows = result.scores.map((one) =>
    make("tr", {}, make("th", { scope: "row" }, upper(seatName(one.seat))), make("td", {}, `${one.score}`), make("td", {}, one.won ? "won" : "")),
  );
  const table = make("table", {}, make("tbody", {}, ...rows));
  const again = button("Play again", () => begin({}), { class: "first" });
  return [make("h3", {}, upper(result.words.at(-1))), ...(rows.length ? [table] : []), make("p", {}, again)];
}

function showEyes() {
  const choice = (value, words) => make("option", { value, selected: `${state.eyes}` === value }, words);
  const seats = [...Array(state.seats).keys()].map((seat) => choice(`${seat}`, upper(seatName(seat))));
  fill("eyes", ...seats, choice("nobody", "Somebody who watches"), choice("all", "Everything open"));
}

// ---------------------------------------------------------------- tools

part("back").addEventListener("click", () => send({ ask: "back" }, "ask"));
part("any").addEventListener("click", () => send({ ask: "any", count: state.count }, "ask"));
part("eyes").addEventListener("change", (event) => {
  const value = event.target.value;
  send({ ask: "look", eyes: /^\d+$/.test(value) ? Number(value) : value });
});
part("story").addEventListener("toggle", async (event) => {
  if (event.target.open) await tell();
});

async function tell() {
  const { story = [] } = (await send({ ask: "tell" })) ?? {};
  const steps = story.map((step) => make("li", { value: step.step }, upper(step.lines.join("; "))));
  fill("steps", ...(steps.length ? steps : [make("li", {}, "nothing yet")]));
}

async function write(game) {
  const { text } = (await send({ ask: "position", game })) ?? {};
  if (text) part("text").value = text;
}
part("take").addEventListener("click", () => write(false));
part("record").addEventListener("click", () => write(true));
part("put").addEventListener("click", () => send({ ask: "put", text: part("text").value, people: state.people }, "ask"));

// ---------------------------------------------------------------- why not

let trial = null;
part("why").addEventListener("toggle", (event) => {
  if (event.target.open) why([]);
});

async function why(picks) {
  const found = await send({ ask: "why", picks });
  if (!found || found.problem) return;
  trial = picks;
  const words = found.picked.map((one) => make("strong", {}, one));
  const again = picks.length ? button("Begin again", () => why([])) : null;
  fill("trial", make("p", {}, found.question ? found.question.ask : ""), make("p", { class: "picked" }, ...words, again));
  const options = found.question?.options ?? [];
  fill("trials", ...options.map((one) => make("li", {}, button(upper(one.words), () => why([...trial, one.pick])))));
  fill("reasons", ...reasonsOf(found));
}

function reasonsOf(found) {
  if (!found.reasons) return [];
  if (found.reasons.length === 0) return [make("p", {}, "You may do this.")];
  const told = found.reasons.map((one) => {
    const facts = one.facts.map((fact) => make("li", {}, `here ${fact}`));
    const line = make("code", {}, [one.name, one.line].filter(Boolean).join(" "));
    return make("div", {}, ...one.sentences.map((said) => make("p", {}, sentence(said))), line, make("ul", {}, ...facts));
  });
  return [make("p", { class: "problem" }, `Not now: ${found.of}.`), ...told];
}

// ---------------------------------------------------------------- a new game

function setup(about) {
  const form = part("form");
  const choose = (name, words, values) => {
    const options = values.map((one) => make("option", { value: JSON.stringify(one.value) }, one.words));
    return make("label", { class: "field" }, words, make("select", { name }, ...options));
  };
  const players = about.players.map((many) => ({ value: many, words: `${many}` }));
  const usual = [{ value: null, words: "as usual" }, ...about.editions.map((one) => ({ value: one, words: one }))];
  const asUsual = (one) => [{ value: null, words: `as usual: ${one.values[0].words}` }, ...one.values.slice(1)];
  form.replaceChildren(
    choose("players", "Players", players),
    make("fieldset", {}, make("legend", {}, "You play; the others play at random"), make("div", { "data-part": "seats" })),
    ...(about.editions.length ? [choose("edition", "Edition", usual)] : []),
    ...about.options.map((one) => choose(`option ${one.name}`, upper(one.words), asUsual(one))),
    make("label", { class: "field" }, "Seed (the same seed deals the same)", make("input", { type: "text", name: "seed", autocomplete: "off" })),
    make("p", {}, make("button", { type: "submit", class: "first" }, "Begin")),
  );
  const few = about.players.includes(2) ? 2 : about.players[0];
  form.elements.players.value = JSON.stringify(few);
  form.elements.players.addEventListener("change", seats);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    begin(chosen());
  });
  seats();
}

function seats() {
  const many = JSON.parse(part("form").elements.players.value);
  const boxes = [...Array(many).keys()].map((seat) =>
    make("label", { class: "check" }, make("input", { type: "checkbox", name: "seat", value: seat, checked: seat === 0 }), seatName(seat)),
  );
  fill("seats", ...boxes);
}

function chosen() {
  const form = part("form");
  const options = {};
  for (const one of form.elements) {
    if (one.name.startsWith("option ")) options[one.name.slice(7)] = JSON.parse(one.value);
  }
  const people = [...form.querySelectorAll("[name=seat]:checked")].map((one) => Number(one.value));
  const edition = form.elements.edition ? JSON.parse(form.elements.edition.value) : null;
  return { players: JSON.parse(form.elements.players.value), options, edition, people, seed: form.elements.seed.value };
}

async function begin(request) {
  const answer = await send({ ask: "begin", ...request }, "ask");
  if (!answer?.picture) return;
  part("new").open = false;
  part("example").hidden = true;
}

// ---------------------------------------------------------------- the beginning

const AT_HAND = /^#(position|scene)=(.*)$/;

// What the address asks for: a position, or an example of the rules by its number, which all seats play openly.
async function atHand() {
  const [, sort, said] = AT_HAND.exec(location.hash) ?? [];
  if (sort === "position") return { text: decodeURIComponent(said) };
  if (sort !== "scene" || !config.scenes) return null;
  const found = await fetch(`${config.scenes}/${encodeURIComponent(said)}.json`, { cache: "no-cache" });
  if (!found.ok) return { problem: `There is no example ${said} that can be played; this is a game from its beginning.` };
  const example = await found.json();
  const { seats } = example.position.config;
  return { text: JSON.stringify(example.position), people: [...Array(seats).keys()], eyes: "all", example };
}

function showExample({ title, page, names }) {
  const seats = names.map((name, seat) => `${name} is ${seatName(seat)}`).join(", ");
  const told = page ? make("a", { href: page }, title) : title;
  fill("example", "Example: ", told, ` ${seats}. You answer for everybody, and see everything.`);
  part("example").hidden = false;
}

// The position that the address asks for on the table; without one, a game from its beginning.
async function first() {
  const given = await atHand();
  if (!given) return ask({ ask: "look", room: room() });
  const { text, people, eyes, problem, example } = given;
  const put = problem ? { problem } : await ask({ ask: "put", text, ...(people ? { people } : {}) });
  if (example && put.picture) showExample(example);
  const seen = await ask({ ask: "look", room: room(), ...(eyes && put.picture ? { eyes } : {}) });
  return put.problem ? { ...seen, problem: put.problem } : seen;
}

async function start() {
  if (part("recorded")) part("recorded").hidden = true;
  part("status").textContent = config.waiting;
  try {
    ask = await connect(config, (words) => (part("status").textContent = words));
    const { about } = await ask({ ask: "about" });
    seatNames = about.seats;
    setup(about);
    part("live").hidden = false;
    drawnFor = room();
    const going = await first();
    await send(going.picture ? { ask: "look" } : { ask: "begin", ...config.begin });
    if (going.problem) fill("problem", upper(going.problem));
    part("recorded")?.remove();
    part("status").hidden = true;
    main.dataset.ready = "yes";
  } catch (fault) {
    part("live").hidden = true;
    if (part("recorded")) part("recorded").hidden = false;
    part("status").textContent = `${config.missing} ${fault.message}`;
    main.dataset.ready = "no";
  }
}

addEventListener("hashchange", () => AT_HAND.test(location.hash) && location.reload());

let drawnFor = 0;
let settling = 0;
new ResizeObserver(() => {
  if (!state || room() === drawnFor) return;
  clearTimeout(settling);
  settling = setTimeout(() => {
    drawnFor = room();
    send({ ask: "look", room: drawnFor });
  }, 150);
}).observe(part("picture"));

start();
