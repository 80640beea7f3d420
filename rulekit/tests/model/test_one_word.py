"""Sentences that differ by one keyword are different rulebooks: no word of the grammar is lost on the way."""

from __future__ import annotations

import pytest

from rulekit.model.printer import print_rulebook
from rulekit.tests.reading import assert_round_trip, model, same

# One sentence, and words put into the gap; every filling is another rulebook.
ACTION = "action a\n  [a.b] {}\n"
LAW = "always\n  [a.b] {}\n"
SENTENCES = [
    (LAW, ["x is y", "x is not y", "not x is y", "x is yes", "x is no", "x is nothing"]),
    (LAW, ["x in y", "x not in y", "not x in y", "x fits y", "x = y", "x < y", "x <= y", "x > y", "x >= y"]),
    (LAW, ["every x in S has y", "some x in S has y", "no x in S has y"]),
    (LAW, ["x and y", "x or y", "x otherwise y", "if x then y", "x is y"]),
    (LAW, ["goods of x", "old goods of x", "goods of old x", "goods of it"]),
    (LAW, ["(a if b else c)", "(a, b, c)", "every a of b", "those a in b having (c)", "a where (c)"]),
    (LAW, ["f of x at y", "f of x within y", "f of x through y", "f of x stopping y", "f of x turned y"]),
    (LAW, ["f of x beyond y", "f of x towards y", "f of x by y", "(f of x) by y", "f of (x by y)"]),
    (LAW, ["a changes only b", "a reads only b", "legality of a reads only b", "legality of a changes only b"]),
    (LAW, ["under renaming X", "under renaming x", "under renaming X in views", "under renaming X if views"]),
    (LAW, ["after a: b", "after a or b: b", "supposing a: b", "legal (a)"]),
    (LAW, ["a of 2", "a 2 of b", "2 a", "a of b", "item (n) of b", "(n) item"]),
    (ACTION, ["require x", "require openly x", "let x be y", "x in y", "x in y as z", "x are y from z"]),
    (ACTION, ["xs are 4 from s", "xs are up to 4 from s", "xs are any from s", "xs are order from s"]),
    (ACTION, ["lot xs are 4 from s", "lot x in s", "roll x in s", "roll x, y in s", "roll x in 1 to 6"]),
    (ACTION, ["player must x", "player may x", "player must x or y", "player must x, if able"]),
    (ACTION, ["player may x, declining as y", "player may x, declining as z", "player may choose x: y in z"]),
    (ACTION, ["player must choose x: y in z", "player must choose x: y in z, if able"]),
    (ACTION, ["finish", "finish, won by x", "report x", "report x then finish", "report x -> finish"]),
    (ACTION, [f"move x {prep} y" for prep in ("to", "into", "onto", "from", "with", "on", "as")]),
    (ACTION, ["take x", "take x, at most y", "take x, at least y", "take x per y", "take x per 2 y"]),
    (ACTION, ["if x: stir", "until x: stir", "repeat x: stir", "else: stir", "for ever: stir", "stir"]),
    (ACTION, ["for each x in s: stir", "for each x of s: stir", "for each x of s, top first: stir"]),
    (ACTION, ["together each x: stir", "together each x where (y): stir", "as far as possible: stir"]),
    (ACTION, ["until x, at most 5 times: stir", "until x, falling 5: stir", "until x, at most 5 deep: stir"]),
    (ACTION, [f"player picks until x\n    [g.h] {mode}: y" for mode in ("once", "once each k", "freely")]),
    (ACTION, [f"player picks {n}until x\n    [g.h] once: y" for n in ("", "2 ", "up to 2 ")]),
    (ACTION, ["except [x.y] when z", "instead of [x.y] when z: stir", "instead of [x.y]: stir"]),
    ("state s is {}\n", ["0 to 9", "yes or no", "Cell", "Cell or nothing", "a or b", "set of Cell", "bag of Cell"]),
    ("state s is {}\n", ["pile of Cell", "pile of Cell up to 3", "text", "effects"]),
    ("state s is 0 to 9, {}\n", ["starts 1", "at most 1", "at least 1", "excess lost", "must fit", "ghost"]),
    ("state s is 0 to 9, {}\n", ["new each round", "new each turn", "everyone sees it", "everyone sees count"]),
    ("state s {} Cell is 0 to 9\n", ["of", "at"]),
    ("zone z {} Card everyone sees face\n", ["pile of", "set of", "bag of", "one", "of Suit one", "at Suit one"]),
    ("zone z one Card {}\n", ["nobody sees it", "nobody sees face", "nobody sees count", "nobody sees front side"]),
    ("zone z one Card x sees it{}\n", ["", " of top", " of bottom", " if y", ", known by y", ", y sees it"]),
    ("option o is {}\n", ["yes or no", "no or yes", "yes or no, usually no", "1 or 2", "1 or 2, usually 2"]),
    ("rows of Card\n  [a.b] x: y {}\n", ["yes", "no", "1", '"1"', "one", "yes 1", "1 1"]),
    ("type T is {}\n", ["one of a, b", "ring of a, b", "0 to 9", "9", "bag of A", "set of A", "yes or no"]),
    ("{} X, 3 in all\n", ["card", "tile", "piece", "list", "part"]),
    ("card X{}\n", ["", ", 3 in all", ', listed in "x.toml"', ', 3 in all, listed in "x.toml"', " of Y"]),
    ("card X\n  {}: a text\n", ["face", "face names it", "front side", "front side names it", "back side"]),
    ("game g for {}\n", ["2 players", "2 to 4 players", "2 players, forced moves are taken"]),
    ("define x {}\n", ["is a", "p: P is a", "of p: P is a", "at p: P is a", "of p: set of P is a"]),
    ("total t\n  [a.b] {}\n", ["+ 1", "- 1", "at least 1", "at most 1", "+ 1 if x"]),
    ("relation a: A fits b: B{}\n  [a.b] x\n", [", if any", ", if all", " by c: C, if any", " at c: C, if any"]),
    ("{}\n  [a.b] finish\n", ["setup", "turn", "play", "to turn", "action turn", "to play"]),
    ("action a{}\n  [a.b] finish\n", ["", ", anytime", ", written b", ", anytime except b", ", written b, anytime"]),
    ("to a{}\n  [a.b] finish\n", ["", ", falling x", ", at most 3 deep", ", falling x, at most 3 deep", " b: B"]),
    ("to a {}b: B\n  [a.b] finish\n", ["", "to ", "into ", "onto ", "from ", "with ", "on ", "as "]),
    ("to a c: C {}b: B\n  [a.b] finish\n", ["to ", "into ", "at ", "by ", "within "]),
    ("define x is those c in y {}\n", ["having (z)", "with most z", "with least z", "with most z of c"]),
    ("define x{} is y\n", ["", "\n  let a be b\n ", "\n  let a be c\n ", "\n  let a be b\n  let c be d\n "]),
    ("whenever {} a\n  [a.b] finish\n", ["before", "after", "instead of", "after b or"]),
    ("end\n  [a.b] at {} when x\n", ["once", "end of turn", "end of round"]),
    (
        "result\n  [a.b] {}\n",
        ["winner is x", "grade is x", "most x wins, ties are y", "most x, then z wins, ties are y"],
    ),
    (
        'scene [a.b] "x"\n  {}\n',
        ["a may b", "a may not b", "a may exactly b", "a sees b", "a is asked [b]", "when a does b"],
    ),
    ('scene [a.b] "x"\n  {}\n', ["a may b because [c]", "a may exactly b or c", "refused because [c]", "then a"]),
    ('scene [a.b] "x"\n  given {}\n', ["a is b", "option a b", "rest of A in b", "asking is [b]", "a in [b] is b"]),
    ('scene [a.b] "x"\n  {}\n', ["chance [a] is b", "chance [a] is b, c", "given a is b, c"]),
]


@pytest.mark.parametrize(("frame", "fillings"), SENTENCES, ids=lambda v: v if isinstance(v, str) else v[0])
def test_every_keyword_makes_a_difference(frame: str, fillings: list[str]) -> None:
    books = [model(frame.format(words)) for words in fillings]
    for i, book in enumerate(books):
        assert_round_trip(book)
        for j in range(i):
            assert not same(book, books[j]), (fillings[i], fillings[j])


HEAD_WORDS = "play action side state zone turn end result card total scene rows any all order when".split()


@pytest.mark.parametrize("word", [w for w in HEAD_WORDS if w != "when"])
def test_head_words_are_free_as_names(word: str) -> None:
    text = f"state {word} is 0 to 9\naction {word}\n  [a.b] set x to {word} of y\n  [a.c] let {word} be z\n"
    assert f"set x to {word} of y" in print_rulebook(model(text))
    assert_round_trip(model(text))
