"""The words of single games, taken from spec/, and where they turn up in the kit.

A word belongs to one game if only that game uses it: its title, the names of its components and of the members of its
types, and the ids of its clauses. A word that two games share is no longer one game's.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SHORTEST = 4
MEMBERS = re.compile(r"^type [A-Z]\w* is (?:one|ring) of (.+?)(?:\s+@.*)?$", re.MULTILINE)
ROWS = re.compile(r"^ {2}\[[^\]]+\]\s+([a-z][a-z0-9-]*):", re.MULTILINE)
TOKEN = re.compile(r"[a-z0-9]+(?:[-_.][a-z0-9]+)*")

# English that some game happens to use as a name and that the kit needs for its own purposes.
ORDINARY = frozenset(
    """
    all any back below black blue bottom brown card centre clear count deck down draw east end expansion first
    food forward gold green grey hand head iron kind lay left line long lower most name next none north note
    open orange other over pile pink place play player point points pool purple race rank read red rest right
    round row score seat second setup side silver single size small south space stack stage start state steel
    step stone supply table take third tile title total turn type under upper value wall west white wild wood
    word worth yellow
    goal uses builds shelf breach overflow pawn
    """.split()
)


def words_of(game: Path) -> set[str]:
    """Every word that a game brings along."""
    rules = "\n".join(file.read_text(encoding="utf-8") for file in sorted(game.glob("*.rules")))
    members = {member.strip() for found in MEMBERS.findall(rules) for member in found.split(",")}
    rows = set(ROWS.findall(rules)) | set(row_ids(game))
    return {word.lower() for word in members | rows | set(clause_ids(game)) if is_telling(word)} | {game.name}


def is_telling(word: str) -> bool:
    """Whether a word is long and odd enough to be worth searching for."""
    return len(word) >= SHORTEST and word.lower() not in ORDINARY and not word.isdigit()


def tables_of(game: Path) -> Iterator[dict[str, Any]]:
    """The component tables of a game."""
    for file in sorted(game.glob("*.toml")):
        if file.name != "ledger.toml":
            yield tomllib.loads(file.read_text(encoding="utf-8"))


def row_ids(game: Path) -> Iterator[str]:
    """The ids of all components."""
    for table in tables_of(game):
        for row in table.get("row", []):
            yield re.sub(r"[^a-z0-9]+", "-", str(row.get("id", "")).lower()).strip("-")


def clause_ids(game: Path) -> Iterator[str]:
    """The ids of all ledger clauses, without the game's name."""
    for clause in ledger_of(game).get("clause", []):
        yield str(clause["id"]).removeprefix(game.name + ".")


def ledger_of(game: Path) -> dict[str, Any]:
    """The ledger of a game, if it has one."""
    file = game / "ledger.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def words_of_single_games(games: tuple[Path, ...]) -> set[str]:
    """The words that exactly one game uses, and all titles."""
    users = Counter(word for game in games for word in words_of(game))
    return {word for word, number in users.items() if number == 1}


def titles(games: tuple[Path, ...]) -> set[str]:
    """The names of all games, as folders and as printed on the box."""
    printed = {str(ledger_of(game).get("title", "")).lower() for game in games} - {""}
    return printed | {game.name for game in games} | {game.name.replace("-", " ") for game in games if "-" in game.name}


def found_in(text: str, words: set[str]) -> set[str]:
    """The words that occur in a text, whole or as a part of a compound: `oak` is in `count_of_oak`."""
    lowered = text.lower()
    compounds = {token.replace("_", "-") for token in TOKEN.findall(lowered)}
    parts = {part for compound in compounds for part in parts_of(compound)}
    return (words & parts) | {word for word in words if " " in word and word in lowered}


def parts_of(compound: str) -> Iterator[str]:
    """Every stretch of a compound that begins and ends at a joint."""
    pieces = re.split(r"([-.])", compound)
    for start in range(0, len(pieces), 2):
        for end in range(start + 1, len(pieces) + 1, 2):
            yield "".join(pieces[start:end])
