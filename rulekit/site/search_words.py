"""What the search knows besides the pages: everyday words that mean the same, other names of terms, ways to ask."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from rulekit.site.addresses import RULES, as_html
from rulekit.site.book import SiteModel
from rulekit.site.component_data import words_of
from rulekit.site.links import own_page
from rulekit.site.page import json_text
from rulekit.site.pages.questions import PATH as QUESTIONS
from rulekit.site.pages.questions import question_anchors

FILE = "search-words.json"
# Words and phrases of players at any table; each of a row is found by the others. Case does not matter.
EVERYDAY: tuple[tuple[str, ...], ...] = (
    ("win", "winner", "victory", "won"),
    ("tie", "tied", "a draw", "equal points", "same points", "points are equal"),
    ("tie", "tied", "equal scores", "same score", "tie-break"),
    ("begin", "start", "go first", "goes first", "first player", "start player"),
    ("pass", "skip", "do nothing", "miss a turn", "sit out", "no pass"),
    ("empty", "run out", "runs out", "used up", "none left", "no more", "are gone", "nothing left", "exhausted"),
    ("players", "people", "persons"),
    ("how many players", "how many people", "how many of us", "number of players", "player count"),
    ("left over", "leftover", "leftovers", "left at the end", "remaining", "unspent", "unused"),
    ("end", "over", "finish", "finished"),
    ("have to", "must", "compulsory", "mandatory", "forced", "need to", "obliged"),
    ("twice", "two times", "second time", "again", "only once", "more than once"),
    ("choose", "choice", "pick", "select"),
    ("change", "switch", "swap", "exchange"),
    ("lose points", "minus points", "negative points", "penalty", "cost points"),
    ("opponent", "rival", "enemy", "other player", "other players", "another player", "someone else", "somebody else"),
    ("equal", "same", "identical", "alike"),
    ("same place", "same spot", "same space", "same field", "same square", "share", "there too", "together with"),
    ("top", "next", "comes next"),
    ("up to", "fewer", "all the steps", "every step", "full number", "whole number", "less than"),
    ("how often", "how many times", "number of times"),
    (
        "rotate",
        "turn around",
        "turn round",
        "turned",
        "spin",
        "which way round",
        "orientation",
        "quarter turn",
        "twist",
    ),
    ("look at", "see", "peek", "inspect", "look through", "look", "visible", "hidden", "secret"),
    ("steal", "rob", "take from", "take away"),
    ("place", "lay", "put down", "put"),
    ("pay", "cost", "price", "buy", "purchase", "afford", "expensive", "fee"),
    ("hold", "keep", "hand limit"),
    ("points", "score", "victory points", "vp", "scoring"),
    ("alone", "solo", "single player", "one player", "by myself", "on my own"),
    ("rank", "rating", "how good", "how well", "good result", "good score"),
    ("how long", "duration", "minutes", "how much time", "how many rounds"),
    ("limit", "maximum", "at most", "more than", "most", "as many as", "too many", "how full", "capacity"),
    ("set up", "setup", "preparation", "prepare", "in the beginning", "at the start"),
    ("at the same time", "simultaneously", "at once"),
    ("undo", "take back"),
    ("remove", "get rid of", "tear down", "destroy", "demolish", "raze"),
    ("optional", "voluntary", "decline", "refuse", "say no", "turn down", "reject", "don't want", "do not want"),
    ("shuffle", "mix", "reshuffle"),
    ("random", "at random", "chance", "luck", "by lot", "lots"),
    ("discard", "throw away"),
    ("old", "age", "years"),
    ("walk", "move", "go", "travel"),
    ("through", "past", "passing by", "in passing"),
    ("fit", "can be laid", "can be placed", "can be played"),
    ("whole", "full", "all", "exact"),
    # the people at the table
    ("buddy", "mate", "friend", "ally", "partner", "team mate", "companion"),
    ("child", "kid", "young", "old", "age"),
    ("guy", "dude", "bloke", "figure", "pawn", "meeple", "playing piece", "character"),
    ("mess with", "interfere", "affect", "sabotage", "wreck", "hurt", "harm", "interaction", "touch"),
    # giving, getting and losing
    ("give", "hand over", "pass on", "pass over", "donate", "share", "transfer", "lend"),
    ("steal", "rob", "nick", "pinch", "snatch", "swipe", "grab", "loot"),
    ("gain", "receive", "earn", "collect", "obtain", "income", "pick up", "take"),
    ("lose", "forfeit", "waste", "wasted", "in vain"),
    ("convert", "turn into", "turn back", "exchange", "swap", "trade"),
    ("money", "cash", "coin", "gold"),
    ("resources", "goods", "materials", "stuff"),
    ("bonus", "extra", "additional", "free"),
    ("supply", "bank", "stock", "reserve", "pool"),
    # cards, tiles and where they lie
    ("deck", "pile", "stack", "draw pile", "heap"),
    ("draw", "refill", "replenish", "top up", "new card"),
    ("face up", "open", "revealed", "uncovered", "turned over", "upturned"),
    ("face down", "covered", "closed", "upside down", "unrevealed"),
    ("back", "reverse", "rear", "other side", "flip side"),
    ("centre", "middle", "on offer", "up for grabs", "available", "to choose from"),
    ("corner", "diagonal", "diagonally"),
    ("next to", "beside", "adjacent", "neighbour", "bordering", "side by side"),
    ("above", "on top of", "over", "cover", "stack on"),
    ("below", "under", "underneath", "beneath", "behind"),
    ("anywhere", "miles away", "far away", "at a distance", "any distance", "wherever"),
    # moving, building, fighting
    ("flee", "run away", "escape", "driven away", "chase away", "flight"),
    ("stay", "stand still", "stay put", "remain", "not move"),
    ("stuck", "trapped", "blocked", "frozen", "cannot move", "held up"),
    ("jump over", "pass over", "leap", "skip over"),
    ("reach", "get to", "arrive", "walk to", "path", "way"),
    ("build", "construct", "erect", "put up", "furnish"),
    ("uncover", "reveal", "turn over", "dig up", "dig out"),
    ("attack", "fight", "battle", "duel", "challenge", "combat"),
    ("takeover", "take over", "capture", "conquer", "conquest", "seize"),
    ("stronger", "higher", "bigger", "beat", "outrank", "larger"),
    ("weaker", "lower", "smaller"),
    ("roll", "throw", "dice"),
    ("double", "doubles", "same number on both", "both dice"),
    # how the game goes
    (
        "tie",
        "level on points",
        "finish level",
        "finished level",
        "dead heat",
        "neck and neck",
        "draw level",
        "equal on points",
    ),
    ("turn", "goes", "how many goes"),
    ("at once", "immediately", "right away", "straight away", "instantly"),
    ("leave out", "ignore", "decline", "do without", "omit", "skip"),
    ("unfinished", "incomplete", "half finished", "half done", "not complete"),
    ("first game", "beginner", "beginners", "very first", "new players", "simplified", "learning"),
    ("variant", "optional rule", "house rule", "option", "advanced"),
    ("different", "differently", "change", "instead", "otherwise"),
    ("effect", "what is it for", "what are they for", "purpose", "good for", "does it do"),
    ("too many", "surplus", "over the limit", "exceed", "excess", "hand limit"),
    ("broke", "cannot pay", "cannot afford", "no money"),
)


@attrs.frozen
class GameWords:
    """What the search knows of one game."""

    title: str
    words: Sequence[Sequence[str]]  # each term and each component, and behind it its other names
    asked: Mapping[str, Sequence[str]]  # by the address of a question or a sentence: other ways to ask for it
    titles: Mapping[str, str]  # by the address of a sentence: what links call it


def words_of_game(book: SiteModel) -> GameWords:
    """All of it, from what the manual says."""
    words = [list(dict.fromkeys(one)) for one in (*_terms(book), *_components(book)) if len(one) > 1]
    folder = f"{RULES}/{book.name}"
    page = as_html(f"{folder}/{own_page(book, QUESTIONS)}")
    asked = {f"{page}#{anchor}": list(one.also) for one, anchor in question_anchors(book) if one.also}
    at = {id_: as_html(f"{folder}/{book.clause_address(id_)}") for id_ in book.clauses}
    asked |= {at[id_]: list(ways) for id_, ways in book.manual.asked.items()}
    return GameWords(book.title, words, asked, {at[id_]: title for id_, title in book.manual.titles.items()})


def _terms(book: SiteModel) -> Iterator[tuple[str, ...]]:
    for one in book.manual.terms:
        yield one.name, *one.also, *(word for many in one.words.values() for word in many)


def _components(book: SiteModel) -> Iterator[tuple[str, ...]]:
    for (kind, row), other in book.manual.names.items():
        name = words_of(book).title(kind, row)
        yield name, *other.also, *(word for many in other.words.values() for word in many)


def search_words(games: Mapping[str, GameWords]) -> str:
    """The file that the search reads."""
    return json_text({"everyday": EVERYDAY, "games": {name: attrs.asdict(one) for name, one in games.items()}})
