// Two functions of app.js as they were before the first verification.
function canDiscard() {
  return picked !== null;
}

function replaceCard(i) {
  hands[turn].splice(i, 1);
  if (deck.length > 0) hands[turn].push(drawCard());
}
