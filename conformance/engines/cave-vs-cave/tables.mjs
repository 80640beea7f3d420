// What is printed: cells, edges, layouts, rooms, action tiles and rounds, as listed in the reader's rules.

export const GOODS = ["wood", "stone", "emmer", "flax", "food", "gold"];
export const CAP = { wood: 9, stone: 9, emmer: 9, flax: 9, food: 9, gold: 19 };
export const EDIBLE = ["emmer", "flax", "gold"];
export const RAW = ["wood", "stone", "emmer", "flax"];

export const CELLS = ["a1", "b1", "a2", "b2", "a3", "b3", "a4", "b4", "a5", "b5", "c5"];
export const DEALT = ["a1", "b1", "a2", "b2", "b3", "b4", "a5", "b5", "c5"];
export const FOOD_ICONS = ["b2", "b4"];

// Natural walls of a cell; the additional cavern x has those of the side chosen.
export const OUTER = {
  a1: "NW", b1: "NE", a2: "W", b2: "E", a3: "W", b3: "E", a4: "", b4: "E", a5: "WS", b5: "S", c5: "NES",
};
export const EXTRA_OUTER = { 2: "NW", 3: "NWS" };
export const EXTRA_EDGES = { 2: ["x1", "x2"], 3: ["x1"] };

// Edge name -> the cells it touches, each with the side on which the edge lies.
const LAID = "a1-b1 E, a1-a2 S, b1-b2 S, a2-b2 E, a2-a3 S, b2-b3 S, a3-b3 E, a3-a4 S, b3-b4 S, a4-b4 E, a4-a5 S, b4-b5 S, a5-b5 E, b5-c5 E";
export const EDGES = { x1: { x: "E" }, x2: { x: "S" } };
export const BOARD_EDGES = [];
for (const entry of LAID.split(", ")) {
  const [name, side] = entry.split(" ");
  const [near, far] = name.split("-");
  EDGES[name] = { [near]: side, [far]: side === "E" ? "W" : "N" };
  BOARD_EDGES.push(name);
}

// Layouts by the classes of cells they fit: number of walls, two of them adjacent (2A) or opposite (2O).
const FITS = {
  L1: ["1"], L2: ["1", "2A"], L3: ["1", "2A", "3"], L4: ["2A"], L5: ["2A", "3"],
  L6: ["2O"], L7: ["3"], L8: ["3", "4"], L9: ["4"],
};

const oneOf = (goods, make) => goods.map((good) => ({ with: { good }, ...make(good) }));
const named = (entries) => Object.entries(entries).map(([option, way]) => ({ with: { option }, ...way }));
const plain = (way) => [{ with: {}, ...way }];

function threeOf(kinds) {
  const found = [];
  for (let a = 0; a < kinds.length; a++)
    for (let b = a + 1; b < kinds.length; b++)
      for (let c = b + 1; c < kinds.length; c++) found.push([kinds[a], kinds[b], kinds[c]]);
  return found;
}

function junction({ goods, options }) {
  const kinds = GOODS.filter((g) => goods[g] >= 1 && (g !== "gold" || options["junction-pay"] !== "without-gold"));
  return threeOf(kinds).map((three) => ({
    with: { goods: three.join("+") },
    pay: Object.fromEntries(three.map((g) => [g, 1])),
    gain: { gold: 2 },
  }));
}

function tunnel({ goods }) {
  const food = { with: { lines: "food" }, gain: { food: 2 } };
  if (goods.stone >= 3) return [food];
  return [food, { with: { lines: "stone" }, gain: { stone: 1 } }, { with: { lines: "food+stone" }, gain: { food: 2, stone: 1 } }];
}

const orange = (points, cost, layout, ways) => ({ colour: "orange", points, cost, fits: FITS[layout] ?? [], ways });
const blue = (points, cost, layout) => ({ colour: "blue", points, cost, fits: FITS[layout] });

// Rooms in the order of their numbers. `ways` lists the alternatives of one use.
export const ROOMS = {
  "cave-entrance": orange(0, {}, null, () => oneOf(RAW, (good) => ({ gain: { [good]: 1 } }))),
  shelf: orange(3, { wood: 1 }, "L1", () => oneOf(RAW, (good) => ({ fill: [[good], 2] }))),
  "spinning-wheel": orange(4, { wood: 1 }, "L1", () =>
    named({ 1: { pay: { flax: 1 }, gain: { gold: 1 } }, 3: { pay: { flax: 3 }, gain: { gold: 2 } } })),
  tunnel: orange(3, { wood: 1 }, "L6", tunnel),
  grindstone: orange(4, { stone: 1 }, "L2", () =>
    named({ 1: { pay: { emmer: 1 }, gain: { food: 3 } }, 4: { pay: { emmer: 4 }, gain: { food: 7 } } })),
  "food-corner": orange(3, { stone: 1 }, "L4", () => plain({ fill: [["food"], 3] })),
  parlor: orange(6, { stone: 1, gold: 1 }, "L7", () => plain({ fill: [GOODS, 1] })),
  warehouse: orange(2, { wood: 2 }, "L3", () => plain({ pay: { food: 2 }, gain: { wood: 1, stone: 1, emmer: 1, flax: 1 } })),
  stall: orange(6, { wood: 1, gold: 1 }, "L3", () =>
    named({ emmer: { pay: { emmer: 5 }, gain: { gold: 4 } }, flax: { pay: { flax: 5 }, gain: { gold: 4 } } })),
  "sacrificial-altar": orange(7, { stone: 4 }, "L3", () =>
    plain({ pay: { wood: 1, emmer: 1, flax: 1, food: 1 }, gain: { gold: 3 } })),
  storeroom: orange(6, { wood: 2, gold: 1 }, "L4", () => plain({ gain: { emmer: 1, flax: 1, food: 1 } })),
  "weaving-room": orange(5, { wood: 2 }, "L4", () => plain({ pay: { flax: 2 }, gain: { food: 2, gold: 2 } })),
  "furniture-workshop": orange(5, { wood: 1, stone: 2 }, "L5", () => plain({ pay: { wood: 2, flax: 1 }, gain: { gold: 3 } })),
  "gold-vein": orange(9, { gold: 5 }, "L5", () => plain({ gain: { stone: 1, gold: 1 } })),
  "junction-room": orange(6, { wood: 2 }, "L6", junction),
  "digging-cave": orange(8, { wood: 3, stone: 1 }, "L7", ({ accessible }) =>
    accessible.map((cell) => ({ with: { cell }, pay: { gold: 1 }, dig: cell }))),
  bakehouse: orange(6, { wood: 1, stone: 2 }, "L7", () =>
    named({ 2: { pay: { emmer: 2 }, gain: { food: 4, gold: 1 } }, 3: { pay: { emmer: 3 }, gain: { food: 4, gold: 2 } } })),
  "state-room": orange(12, { gold: 7 }, "L8", () => plain({ gain: { flax: 1, gold: 1 } })),
  "secret-chamber": orange(8, { wood: 2, stone: 1 }, "L9", () => named({ flax: { gain: { flax: 3 } }, gold: { gain: { gold: 1 } } })),
  treasury: orange(10, { gold: 3 }, "L9", () => plain({ pay: { gold: 3 }, gain: { gold: 4, food: 1 } })),
  "prospecting-site": blue(5, {}, "L2"),
  "retting-room": blue(3, { stone: 1 }, "L3"),
  "equipment-room": blue(3, { wood: 2 }, "L2"),
  "wood-storeroom": blue(2, { stone: 1 }, "L4"),
  dungeon: blue(11, { stone: 3, gold: 4 }, "L9"),
};
export const LIGHT = ["shelf", "spinning-wheel", "tunnel", "grindstone", "food-corner", "parlor"];
export const DARK = Object.keys(ROOMS).filter((room) => room !== "cave-entrance" && !LIGHT.includes(room));

// Action tiles: back number and sections; the entries of a section are the alternatives of its slanted lines.
const use = (n) => ({ use: n });
const gain = (goods, good) => ({ gain: goods, ...(good && { good }) });
const dig = (count, more = {}) => ({ dig: count, ...more });
const furnish = (fee, amount = {}) => ({ furnish: fee, amount });
const perDwarf = { furnish: "food", perDwarf: true };

export const TILES = {
  cultivation: { back: 0, s1: [use(1)], s2: [gain({ emmer: 2, flax: 1 })] },
  undergrowth: { back: 0, s1: [use(1)], s2: [gain({ wood: 2 })] },
  excavation: { back: 0, s1: [dig(1), dig(2, { pay: { food: 2 } })], s2: [gain({ stone: 1 })] },
  housework: { back: 0, s1: [perDwarf], s2: [furnish("food", { food: 5 }), furnish("gold", { gold: 1 })] },
  furnishing: { back: 2, s1: [gain({ food: 1 })], s2: [perDwarf] },
  masonry: { back: 2, s1: [use(1)], s2: [gain({ wood: 1 }, "wood"), gain({ stone: 1 }, "stone")], s3: [{ build: true }] },
  undermining: { back: 2, s1: [use(2), dig(1, { throughWalls: true })] },
  breach: { back: 3, s1: [{ raze: { stone: 2, food: 3, gold: 1 } }] },
  expansion: { back: 3, s1: [dig(1)], s2: [furnish("food", { food: 5 }), furnish("gold", { gold: 2 })] },
  expedition: { back: 3, s1: [{ trade: "wood" }, { trade: "stone" }, use(3)] },
  "drift-mining": { back: 3, s1: [use(1)], s2: [dig(1)] },
  renovation: { back: 4, s1: [{ build: true }], s2: [furnish("none")] },
};
export const SECTIONS = ["s1", "s2", "s3"];
export const TURNS = { 1: [2, 2, 2, 3, 3, 3, 4], 2: [2, 2, 2, 3, 3, 3, 3, 4] };
export const BACKS = [2, 3, 4];
