// Answers the search of the rules site: everyday words, other names and misspellings; the game of the page comes first.
//
// A worker in the place of the theme's own, which speaks its messages: { type, data } with the types below. Its address
// may end with ?here=rules/GAME/, the folder of the game from whose page somebody asks.
"use strict";

const SETUP = 0, READY = 1, QUERY = 2, RESULT = 3;
const HERE = typeof self !== "undefined" && self.location ? new URLSearchParams(self.location.search).get("here") || "" : "";
const AWAY = 0.08; // what a page of another game is worth
const [MOST_TELLING, OF_THE_GAME] = [4.2, 1.5]; // a rare word tells no more than this; a term of the game tells so much more
// what a word is worth where it stands; one of what links call a section; one of any of the ways to ask
const [TITLE, TEXT, PATH, CALLED, ASKED] = [1.8, 1, 0.35, 0.8, 0.8];
const [OTHER, NAMED, BEGUN, MISSPELT] = [0.7, 0.8, 0.5, 0.6]; // another everyday word; the name of a term; a word begun; a slip
const [MOST_SHOWN, NEARLY_AS_GOOD] = [2, 0.8]; // sections of one page that are shown at once
const COVERED = 1.2; // how much it counts that most of what was asked is met
const [WEIGHED, BARE, ONLY_A_HEADING] = [60, 80, 0.6]; // a section of fewer letters is a heading: what it heads is the answer
const [MOST_PAGES, MOST_LETTERS, MOST_BEGUN] = [40, 260, 40];
const STOP = new Set(("a about all allow allowed am an and any are as at be been being but by can could did do does doing done for from get " +
  "gets getting got had happen happens has have he her here him his how i if in into is it its just anything something enough already good bad best better matter matters same half help ever quite just many me mean means my no not of off on " +
  "one or our ours out over possible she should so some somebody someone something than that the their them then there these they this those " +
  "to too under until up us very was we were what when where which while who whom whose why will with would you your yours may might must " +
  "shall cant dont im ive isnt doesnt let lets much also after before during only still really exactly actually " +
  "want wants wanted like likes myself yourself himself herself themselves ourselves").split(" "));

// ---------------------------------------------------------------- words

const ALONE = { "ł": "l", "đ": "d", "ø": "o", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i" };

function folded(text) {
  return text.toLowerCase().replace(/[łđøßæœı]/g, (sign) => ALONE[sign]).normalize("NFD").replace(/\p{M}+/gu, "").replace(/['’]/g, "");
}

function wordsOf(text) {
  return folded(text).match(/[\p{L}\p{N}]+/gu) || [];
}

// What no rule of endings leads to: each word and its other forms.
const IRREGULAR = new Map(("become became|begin began begun|break broke broken|bring brought|build built|buy bought|catch caught|choose chose chosen|" +
  "dig dug|draw drew drawn|drive drove driven|fall fell fallen|fight fought|find found|flee fled|give gave given|go went gone|grow grew grown|" +
  "hide hid hidden|hold held|keep kept|know knew known|leave left|lie lain lying|lose lost|meet met|pay paid|rise rose risen|" +
  "run ran|see saw seen|sell sold|send sent|show shown|spend spent|stand stood|steal stole stolen|stick stuck|swap swapped|take took taken|" +
  "tell told|throw threw thrown|win won|die dice|centre center|defence defense|offence offense|grey gray").split("|").flatMap((row) => row.split(" ").map((form) => [form, row.split(" ")[0]])));

// The stem of an English word: what plays, played and playing share. Other words stay as they are.
function stem(form) {
  const word = IRREGULAR.get(form) || form;
  if (word.length < 4 || /[^a-z]/.test(word)) return word.length === 3 && word.endsWith("e") ? word.slice(0, 2) : word;
  let found = word.replace(/sses$/, "ss").replace(/([^aeiou])ies$/, "$1y").replace(/([^su])s$/, "$1");
  const cut = found.replace(/(?:ingly|edly|ing|ed)$/, "");
  if (cut !== found && /[aeiouy]/.test(cut) && cut.length > (found.endsWith("ed") ? 2 : 1)) found = cut.replace(/([^aeiouls])\1$/, "$1");
  found = found.replace(/([a-z]{2}[^aeiou])our$/, "$1or"); // colour and color
  return found.replace(/([^aeiou])ied?$/, "$1y").replace(/e$/, "").replace(/([^aeiou])i$/, "$1y");
}

function stemsOf(text) {
  return wordsOf(text).map(stem);
}

function bare(markup) {
  return markup.replace(/<[^>]*>/g, " ").replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&quot;/g, "\"").replace(/&#?\w+;/g, " ").replace(/\s+/g, " ").trim();
}

// ---------------------------------------------------------------- the index

class Finder {
  constructor(docs, said) {
    this.postings = new Map(); // stem -> Map(number of a section -> worth of the stem there)
    this.parents = new Map();
    this.folders = new Map([["", docs.length]]);
    this.everyday = said.everyday || [];
    this.games = said.games || {};
    const [asked, titles] = ["asked", "titles"].map((kind) => Object.assign({}, ...Object.values(this.games).map((game) => game[kind])));
    for (const doc of docs) [doc.ways, doc.called] = [asked[doc.location] || [], titles[doc.location] || ""];
    const again = docs.filter((doc) => asked[doc.location]).flatMap((doc) => asked[doc.location].map((title) => ({ ...doc, title, ways: [], called: "", shown: doc })));
    this.docs = [...docs, ...again]; // a question stands there once for each way to ask it
    this.docs.forEach((doc, at) => this.add(doc, at));
    this.vocabulary = [...this.postings.keys()];
    this.phrases = new Map();
    this.known = new Map();
  }

  add(doc, at) {
    const [page, anchor] = doc.location.split("#");
    if (anchor === undefined && !doc.shown) this.parents.set(page, doc);
    doc.page = page;
    doc.bare = bare(doc.text).length < BARE;
    doc.folder = /^rules\/[^/]+\//.test(page) ? page.split("/").slice(0, 2).join("/") + "/" : "";
    if (doc.folder) this.folders.set(doc.folder, (this.folders.get(doc.folder) || 0) + 1);
    const title = stemsOf(bare(doc.title)), text = stemsOf(bare(doc.text)), path = stemsOf(doc.location);
    const long = 0.6 + 0.4 * Math.sqrt(text.length / 40), wide = 0.7 + 0.3 * Math.sqrt(title.length / 6);
    const counted = new Map();
    for (const one of text) counted.set(one, (counted.get(one) || 0) + 1);
    for (const [one, times] of counted) this.put(one, at, TEXT * times / (times + 0.5 * long) / Math.max(1, long) * 1.2);
    for (const one of new Set(title)) this.put(one, at, TITLE / wide);
    for (const one of new Set(path)) this.put(one, at, PATH);
    for (const one of new Set(stemsOf(doc.called))) this.put(one, at, CALLED);
    for (const one of new Set(doc.ways.flatMap(stemsOf))) this.put(one, at, ASKED);
  }

  put(one, at, worth) {
    let found = this.postings.get(one);
    if (!found) this.postings.set(one, found = new Map());
    found.set(at, (found.get(at) || 0) + worth);
  }

  // Other words for a phrase, each as [stems, worth, folder of the only game it is for].
  others(phrase) {
    return this.table().get(phrase) || [];
  }

  // The terms of which everyday words for a word are other names: `guy` is a pawn, and a pawn is a Miner.
  named(phrase, worth) {
    return this.others(phrase).filter(([, , only]) => only).map(([stems, further, only]) => [stems, worth * further, only]);
  }

  table() {
    if (this.phrases.size) return this.phrases;
    const put = (from, to, worth, folder) => {
      if (from === to || !from || !to) return;
      if (!this.phrases.has(from)) this.phrases.set(from, []);
      this.phrases.get(from).push([to.split(" "), worth, folder]);
    };
    for (const group of this.everyday) {
      const keys = group.map((one) => stemsOf(one).join(" "));
      for (const from of keys) for (const to of keys) put(from, to, OTHER, "");
    }
    for (const [game, { words }] of Object.entries(this.games)) for (const [name, ...also] of words) {
      const to = stemsOf(name).join(" ");
      for (const one of also) put(stemsOf(one).join(" "), to, NAMED, `rules/${game}/`);
    }
    return this.phrases;
  }

  // The query as slots, each a list of ways to meet it: [stems, worth, folder].
  slots(query) {
    const words = wordsOf(query), stems = words.map(stem), found = [];
    for (let at = 0; at < words.length;) {
      const long = [4, 3, 2].find((size) => at + size <= words.length && this.others(stems.slice(at, at + size).join(" ")).length);
      const size = long || 1, own = stems.slice(at, at + size), said = words.slice(at, at + size).join(" ");
      if (long || !STOP.has(words[at])) {
        const ways = [[own, 1, ""], ...this.others(own.join(" "))];
        ways.push(...ways.slice(1).filter(([, , only]) => !only).flatMap(([stems, worth]) => this.named(stems.join(" "), worth)));
        if (!long) ways.push(...this.guessed(words[at], at === words.length - 1));
        found.push({ said, ways });
      }
      at += size;
    }
    return found.length ? found : words.map((word) => ({ said: word, ways: [[[stem(word)], 1, ""], ...this.guessed(word, true)] }));
  }

  // What a word may be the beginning of, and what it may be a misspelling of.
  guessed(word, last) {
    const own = stem(word), known = this.postings.has(own);
    const begun = last && word.length > 1 ? this.vocabulary.filter((one) => one !== own && one.startsWith(word)).slice(0, MOST_BEGUN) : [];
    if (begun.length || known || word.length < 4) return begun.map((one) => [[one], BEGUN, ""]);
    const slips = this.vocabulary.filter((one) => nearly(one, own)).map((one) => [[one], MISSPELT, ""]);
    return slips.length ? slips : this.parted(word);
  }

  // An unknown word as two known ones: `teammate`, `startplayer`.
  parted(word) {
    const found = [];
    for (let at = 3; at <= word.length - 3; at++) {
      const parts = [stem(word.slice(0, at)), stem(word.slice(at))];
      if (parts.every((one) => this.postings.has(one))) found.push([parts, MISSPELT, ""]);
    }
    return found;
  }

  // The best are weighed again with the small words: where, who and when make another question.
  weighed(found, asked) {
    found.sort((a, b) => b.worth - a.worth);
    for (const one of found.slice(0, WEIGHED)) {
      const title = new Set(stemsOf(bare(this.docs[one.at].title)));
      const both = [...title].filter((word) => asked.has(word)).length;
      one.worth *= 1 + both / (title.size + asked.size - both);
    }
  }

  // Everything that is a term of the game, or another name of one.
  terms(folder) {
    if (!this.known.has(folder)) {
      const game = this.games[folder.split("/")[1]] || { words: [] };
      this.known.set(folder, new Set(game.words.flat().map((one) => stemsOf(one).join(" "))));
    }
    return this.known.get(folder);
  }

  // The game that somebody asks about: the one whose name is in the query, else the one of the page.
  meant(query, folder) {
    const said = ` ${stemsOf(query).join(" ")} `;
    const named = Object.entries(this.games).find(([name, { title }]) => [name, title].some((one) => said.includes(` ${stemsOf(one).join(" ")} `)));
    return named ? `rules/${named[0]}/` : folder;
  }

  // What each section is worth for one slot, and how telling the slot is among the sections of a folder.
  met(slot, folder) {
    const worths = new Map();
    for (const [stems, worth, only] of slot.ways) {
      const lists = stems.map((one) => this.postings.get(one));
      const few = lists.filter(Boolean).sort((a, b) => a.size - b.size);
      for (const list of few.length === stems.length ? [few[0]] : few) for (const at of list.keys()) {
        if (only && this.docs[at].folder !== only) continue;
        const there = lists.filter((one) => one && one.has(at));
        const sum = there.reduce((total, one) => total + one.get(at), 0) / stems.length;
        const value = worth * sum * (there.length === stems.length ? 1 : 0.4);
        if (value > (worths.get(at) || 0)) worths.set(at, value);
      }
    }
    let here = 0;
    for (const at of worths.keys()) if (!folder || this.docs[at].folder === folder) here++;
    const all = this.folders.get(folder) || 1, term = this.terms(folder).has(slot.ways[0][0].join(" "));
    return { worths, telling: Math.min(MOST_TELLING, Math.log(1 + (all + 1) / (here + 0.5))) * (term ? OF_THE_GAME : 1) };
  }

  search(query, home) {
    const folder = this.meant(query, home);
    const slots = this.slots(query), id = query.trim().toLowerCase();
    if (!slots.length) return [];
    const met = slots.map((slot) => this.met(slot, folder));
    const whole = met.reduce((total, one) => total + one.telling, 0);
    const scores = new Map();
    for (const { worths, telling } of met) for (const [at, worth] of worths) {
      const [score, share] = scores.get(at) || [0, 0];
      scores.set(at, [score + worth * telling, share + telling]);
    }
    const found = [];
    for (const [at, [score, share]] of scores) {
      const doc = this.docs[at], exact = id.length > 3 && doc.location.toLowerCase().endsWith(`#${id}`);
      const worth = score * (share / whole) ** COVERED * (doc.boost || 1) * (doc.bare ? ONLY_A_HEADING : 1) * (folder && doc.folder !== folder ? AWAY : 1) * (exact ? 50 : 1);
      found.push({ at, worth, terms: Object.fromEntries(slots.map((slot, n) => [slot.said, met[n].worths.has(at)])) });
    }
    this.weighed(found, new Set(stemsOf(query)));
    const known = new Set(), fresh = ({ at }) => !known.has(this.docs[at].location) && known.add(this.docs[at].location);
    return found.sort((a, b) => b.worth - a.worth || a.at - b.at).filter(fresh);
  }
}

// Whether two words differ by one letter: another, one too many, one too few, or two in the wrong order.
function nearly(one, other) {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const rests = [[at + 1, at + 1], [at + 1, at], [at, at + 1]];
  if (rests.some(([a, b]) => one.slice(a) === other.slice(b))) return true;
  return one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2);
}

// ---------------------------------------------------------------- what is shown

function escaped(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

function marked(text, stems) {
  return text.split(/([\p{L}\p{N}'’]+)/u).map((part, at) => {
    const hit = at % 2 && stems.has(stem(wordsOf(part)[0] || ""));
    return hit ? `<mark data-md-highlight>${escaped(part)}</mark>` : escaped(part);
  }).join("");
}

// The part of a text in which most of what was asked stands.
function teaser(text, stems) {
  if (text.length <= MOST_LETTERS) return text;
  const first = text.split(/(?<=[.!?]) /).map((one) => [one, stemsOf(one).filter((word) => stems.has(word)).length]);
  let best = 0;
  first.forEach(([, hits], at) => { if (hits > first[best][1]) best = at; });
  let said = first[best][0];
  for (let at = best + 1; at < first.length && said.length < MOST_LETTERS / 2; at++) said += ` ${first[at][0]}`;
  return (best ? "… " : "") + (said.length > MOST_LETTERS ? `${said.slice(0, MOST_LETTERS)} …` : said);
}

// The results as the theme shows them: a list for each page, in it the page and the sections that were found.
function shown(finder, query, folder) {
  const stems = new Set(finder.slots(query).flatMap((slot) => slot.ways.flatMap((way) => way[0])));
  const pages = new Map();
  for (const one of finder.search(query, folder)) {
    const doc = finder.docs[one.at].shown || finder.docs[one.at];
    if (!pages.has(doc.page) && pages.size >= MOST_PAGES) continue;
    if (!pages.has(doc.page)) pages.set(doc.page, []);
    pages.get(doc.page).push({ ...one, doc });
  }
  return [...pages].map(([page, found]) => {
    const best = found[0].worth, parent = finder.parents.get(page) || found[0].doc;
    const items = found.map(({ doc, worth, terms }, at) => ({
      location: doc.location, title: marked(titled(finder, doc, parent), stems), text: marked(teaser(bare(doc.text), stems), stems),
      score: at < MOST_SHOWN && worth >= best * NEARLY_AS_GOOD ? best : Math.min(worth, best * 0.99), terms,
    }));
    if (!items.some((one) => !one.location.includes("#"))) items.push({ location: page, title: escaped(titled(finder, parent, parent)), text: "", score: 0, terms: {} });
    return items;
  });
}

function titled(finder, doc, parent) {
  const game = finder.games[doc.folder.split("/")[1]];
  const title = bare(doc.title);
  return game && doc === parent && title !== game.title ? `${game.title}: ${title}` : title;
}

// ---------------------------------------------------------------- messages

if (typeof self !== "undefined" && typeof self.addEventListener === "function") {
  let finder = null;
  const said = fetch(new URL("../../rules/search-words.json", self.location)).then((one) => one.json()).catch(() => ({}));
  self.addEventListener("message", async ({ data: { type, data } }) => {
    if (type === SETUP) {
      finder = new Finder(data.docs, await said);
      self.postMessage({ type: READY });
    } else if (type === QUERY) {
      self.postMessage({ type: RESULT, data: { items: finder ? shown(finder, data, HERE) : [] } });
    }
  });
} else if (typeof module !== "undefined") {
  module.exports = { Finder, shown, stem };
}
