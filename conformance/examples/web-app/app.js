// Hanabi for two: hold the screen so that nobody sees his own cards.
const COLOURS = ["red", "yellow", "green", "white", "blue"];
const NUMBERS = [1, 1, 1, 2, 2, 3, 3, 4, 4, 5];
const RATINGS = ["poor", "poor", "mediocre", "honourable", "excellent", "amazing"];
let deck, hands, known, fireworks, trash, hints, bombs, turn, lastTurns, over;
let picked = null; // the card of mine that is marked
let pointed = null; // the card of my partner that the dialog is about

const $ = (id) => document.getElementById(id);
const score = () => Object.values(fireworks).reduce((sum, height) => sum + height, 0);

function drawCard() {
  return deck.splice(Math.floor(Math.random() * deck.length), 1)[0];
}

function newGame() {
  console.log("new game");
  deck = COLOURS.flatMap((colour) => NUMBERS.map((number) => ({ colour, number })));
  hands = [[], []];
  known = [[], []];
  for (const player of [0, 1]) {
    for (let i = 0; i < 5; i++) {
      hands[player].push(drawCard());
      known[player].push({ colour: null, number: null });
    }
  }
  fireworks = { red: 0, yellow: 0, green: 0, white: 0, blue: 0 };
  trash = [];
  hints = 8;
  bombs = 0;
  turn = 0;
  lastTurns = 2;
  over = false;
  picked = pointed = null;
  render();
}

function canDiscard() {
  return picked !== null && hints < 8;
}

// Cards move up, and what is known of them moves with them.
function replaceCard(i) {
  hands[turn].splice(i, 1);
  known[turn].splice(i, 1);
  known[turn].push({ colour: null, number: null });
  if (deck.length > 0) hands[turn].push(drawCard());
}

function playCard() {
  const card = hands[turn][picked];
  if (fireworks[card.colour] === card.number - 1) {
    fireworks[card.colour] += 1;
    if (card.number === 5 && hints < 8) hints += 1;
  } else {
    bombs += 1;
    trash.push(card);
  }
  replaceCard(picked);
  endTurn();
}

function discardCard() {
  trash.push(hands[turn][picked]);
  hints = Math.min(8, hints + 1);
  replaceCard(picked);
  endTurn();
}

function giveHint(what) {
  const wanted = hands[1 - turn][pointed][what];
  hands[1 - turn].forEach((card, i) => {
    if (card[what] === wanted) known[1 - turn][i][what] = wanted;
  });
  hints -= 1;
  endTurn();
}

function endTurn() {
  picked = pointed = null;
  if (bombs === 3 || score() === 25 || (deck.length === 0 && lastTurns === 0)) {
    over = true;
  } else {
    turn = 1 - turn;
    if (deck.length === 0) lastTurns -= 1;
  }
  render();
}

function cardButton(text, marked, whenClicked) {
  const button = document.createElement("button");
  button.textContent = text;
  button.className = marked ? "marked" : "";
  button.onclick = whenClicked;
  return button;
}

function show(dialog, wanted) {
  if (wanted && !dialog.open) dialog.showModal();
  if (!wanted && dialog.open) dialog.close();
}

function render() {
  const left = lastTurns < 2 ? "last turns" : `${deck.length} cards left`;
  $("status").textContent = `Player ${turn + 1}. Hints ${hints}, bombs ${bombs} of 3, ${left}.`;
  $("fireworks").textContent = COLOURS.map((colour) => `${colour} ${fireworks[colour]}`).join(", ");
  $("trash").textContent = trash.map((card) => `${card.colour} ${card.number}`).join(", ");
  $("mine").replaceChildren(
    ...hands[turn].map((_, i) => {
      const { colour, number } = known[turn][i];
      return cardButton(`${colour ?? "?"} ${number ?? "?"}`, i === picked, () => ((picked = i), render()));
    }),
  );
  $("partner").replaceChildren(
    ...hands[1 - turn].map((card, i) =>
      cardButton(`${card.colour} ${card.number}`, i === pointed, () => ((pointed = hints > 0 ? i : null), render())),
    ),
  );
  $("play").disabled = picked === null || over;
  $("discard").disabled = !canDiscard() || over;
  const about = pointed === null ? { colour: "", number: "" } : hands[1 - turn][pointed];
  $("hint-colour").textContent = about.colour;
  $("hint-number").textContent = about.number;
  show($("hint"), pointed !== null);
  const rating = score() === 25 ? "legendary" : RATINGS[Math.ceil(score() / 5)];
  $("message").textContent = `${score()} points: ${rating}`;
  show($("over"), over);
}

$("play").onclick = () => playCard();
$("discard").onclick = () => discardCard();
$("hint-colour").onclick = () => giveHint("colour");
$("hint-number").onclick = () => giveHint("number");
$("hint-cancel").onclick = () => ((pointed = null), render());
$("again").onclick = () => newGame();
newGame();
