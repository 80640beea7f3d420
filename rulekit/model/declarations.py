"""What a rulebook declares: things and places, words, actions, endings, laws.

Each class is one sentence at the margin of a file, or a part of one, and holds exactly what was written: names
are strings, nothing is looked up. The samples show the text that the parser turns into the class;
`rulekit.model.printer` turns it back.
"""

from __future__ import annotations

import attrs

from rulekit.model.base import Clause, Node
from rulekit.model.expressions import Expr
from rulekit.model.statements import Body, Measure, Opener, Pick, Picks, Steps
from rulekit.records import Record, node


@node
class Text(Record):
    """A string in a table, apart from a name: `"Old Mill"` in a TOML column of type `text`."""

    text: str


Value = str | int | bool | Text  # a name, a number, yes or no, a string


class Decl(Clause):
    """A sentence at the margin of a file. `id` is None for most of them; the lines below carry the ids."""

    __slots__ = ()


@node
class Game(Decl):
    """The head of a rulebook: its name and how many can play (`fewest` to `most`).

    A declaration::

        game pebbles for 2 to 4 players, forced moves are taken

    `forced` says whether somebody who has one move only is asked all the same (`asked`) or not (`taken`); None
    if it is not written.
    """

    name: str
    fewest: int
    most: int
    forced: str | None  # asked | taken


@node
class Source(Decl):
    """A letter that stands for a printed rulebook; lines cite pages of it as `@A:12`.

    A declaration::

        source A "Rulebook, second printing"
    """

    letter: str
    title: str


@node
class Option(Decl):
    """A choice made before the game. `usually` is the value when nobody chooses, None if it has to be chosen.

    A declaration::

        option refill is one or all, usually one
    """

    name: str
    values: tuple[Value, ...]
    usually: Value | None


@node
class Setting(Node):
    """A name with its values: of an edition, an option in a scene, or a field of a row (`cost 2 wood` has two
    values).

    A declaration::

        edition second: refill all
    """

    name: str
    values: tuple[Value, ...]


@node
class Edition(Decl):
    """A printing of the game: a name for values of several options.

    A declaration::

        edition second: refill all, rounds 6
    """

    name: str
    settings: tuple[Setting, ...]


class TypeExpr(Node):
    """A type as it is written."""

    __slots__ = ()


@node
class NamedType(TypeExpr):
    """A type by its name; `or_nothing` if the state may also be empty.

    A declaration::

        state mood is Hue or nothing
    """

    name: str
    or_nothing: bool = False


@node
class RangeType(TypeExpr):
    """The numbers from `low` to `high`; `3` alone is a range with equal ends.

    A declaration::

        state score of Player is 0 to 99
    """

    low: int
    high: int


@node
class YesNoType(TypeExpr):
    """A truth value.

    A declaration::

        state passed of Player is yes or no
    """


@node
class ChoiceType(TypeExpr):
    """One of several names, written `red or blue`, or `one of red, blue` after `type X is`.

    A declaration::

        type Hue is one of red, blue
    """

    members: tuple[str, ...]


@node
class RingType(TypeExpr):
    """Names in a circle, as directions or seasons: behind the last comes the first again.

    A declaration::

        type Season is ring of spring, summer, autumn, winter
    """

    members: tuple[str, ...]


@node
class CollectionType(TypeExpr):
    """A pile (with an order), set or bag (with repetition) of the members of a type, of at most `upto` members if
    that is written.

    A declaration::

        state seen-colours is set of Hue up to 3
    """

    shape: str  # pile | set | bag
    of: str
    upto: int | None = None


@node
class EffectsType(TypeExpr):
    """The type of a column of a table that holds lines of rules, run when the component is used.

    A declaration::

        card Plan
          face names it: plays effects
    """


@node
class TextType(TypeExpr):
    """The type of a column that holds words for people; rules cannot compare it.

    A declaration::

        card Plan
          face names it: motto text
    """


@node
class TypeDecl(Decl):
    """A name for a type.

    A declaration::

        type Percent is 0 to 100
    """

    name: str
    type: TypeExpr


@node
class Space(Decl):
    """A board: its name, its shape (a file of `rulekit/spaces`) and the attributes of the shape.

    A declaration::

        space Cell is square, columns 3, rows 3
    """

    name: str
    shape: str
    attributes: tuple[tuple[str, int | str], ...]


@node
class Field(Node):
    """A column of a component: its name and type. Fields stand on faces.

    A declaration::

        card Plan
          face names it: cost 0 to 9
    """

    name: str
    type: TypeExpr


@node
class Face(Clause):
    """What is printed on one side of a component. `side` is None where there is only one face; `names_it` if
    whoever sees this face knows which row it is.

    A declaration::

        tile Field, 4 in all
          front side names it: crop Hue
          back side: mark Hue
    """

    side: str | None  # None: the one face
    names_it: bool
    fields: tuple[Field, ...]


@node
class Kind(Decl):
    """A kind of component: `sort` is card, tile, piece, list or part, `whole` the kind it is a part of, `count`
    how many there are in all, and `file` the table its rows are listed in. Each is None if it is not written.

    A declaration::

        card Plan, listed in "plans.toml"
          face names it: cost 0 to 9
    """

    sort: str  # card | tile | piece | list | part
    name: str
    whole: str | None
    count: int | None
    file: str | None
    faces: tuple[Face, ...]


@node
class Written(Decl):
    """How a kind is written in moves and scenes: by this value of it instead of by its name.

    A declaration::

        written Plan as cost
    """

    kind: str
    value: Expr


@node
class PartRow(Clause):
    """A part that a row has printed on it, itself with values.

    A declaration::

        rows of Field
          [field.mill] mill: crop red
            with Corner north: mark blue
    """

    kind: str
    name: str
    settings: tuple[Setting, ...]


@node
class Effect(Clause):
    """A line of rules printed on a component, in its column: under which label, what is chosen, when, and what is
    done.

    A declaration::

        rows of Plan
          [plan.dig] dig: cost 2
            2 with c in Card: if count of deck > 3: move c to hand

    `column` is the field it belongs to; it is named in tables only, for in rules a kind has just one such
    column.
    """

    label: str
    picks: tuple[Pick | Picks, ...]
    openers: tuple[Opener, ...]
    steps: Steps
    column: str | None = attrs.field(default=None, kw_only=True)  # said in tables; in the rules there is only one


@node
class Row(Clause):
    """One entry of a kind: a sort of card, with the settings of its fields, the parts on it, and its effects.

    A declaration::

        rows of Plan
          [plan.dig] dig: cost 2
    """

    name: str
    settings: tuple[Setting, ...]
    parts: tuple[PartRow, ...]
    effects: tuple[Effect, ...]


@node
class Rows(Decl):
    """The entries of one kind, written in the rules or read from its table. `assumed` counts those that no source
    states.

    A declaration::

        rows of Plan
          [plan.dig] dig: cost 2
          [plan.rest] rest: cost 0
    """

    kind: str
    rows: tuple[Row, ...]
    assumed: int = attrs.field(default=0, eq=False)  # how many of them no source states


@node
class View(Node):
    """Who sees what of a zone or state: `what` is `it`, `face`, `count` or the name of a side, `end` is `top` or
    `bottom` if only that is seen.

    A declaration::

        zone hand of Player pile of Card it sees face, player sees count
    """

    viewer: Expr
    what: str  # it | face | count | NAME (a side)
    end: str | None  # top | bottom
    condition: Expr | None


@node
class Zone(Decl):
    """A place for pieces. `of` and `at` are the kinds it exists for (`hand of Player`), `shape` is pile, set, bag
    or one, `upto` its size if limited. `known_by` is the state whose value
    for a piece players know and name it by although they do not see it.

    A declaration::

        zone hand of Player set of Card up to 5 player sees it
    """

    name: str
    of: tuple[str, ...]
    at: tuple[str, ...]
    shape: str  # pile | set | bag | one
    kind: str
    upto: int | None
    views: tuple[View, ...]
    known_by: str | None


@node
class State(Decl):
    """Something counted or remembered that is no piece. `overflow` is `lost` or `fit`: what happens above the
    greatest value; `resets` are the moments at which it goes back to its start; a `ghost` is read by laws only.

    A declaration::

        state coins of Player is 0 to 20, starts 2, must fit, new each turn
    """

    name: str
    of: tuple[str, ...]
    at: tuple[str, ...]
    type: TypeExpr
    starts: Expr | None
    bounds: tuple[tuple[str, Expr], ...]  # most | least
    overflow: str | None  # lost | fit
    resets: tuple[str, ...]
    ghost: bool
    views: tuple[View, ...]


@node
class Param(Node):
    """A parameter of a word, relation or verb: the preposition before it (None for the first), its name and type.

    A declaration::

        define price of c: Card at p: Player is 3
    """

    prep: str | None
    name: str
    type: str
    shape: str | None = None  # pile | set | bag


@node
class Head(Node):
    """The head of a word: its name and parameters. `of` tells `limit of s: Suit` from `limit at s: Suit`.

    A declaration::

        define limit of s: Suit at c: Cell is 4
    """

    name: str
    of: bool
    params: tuple[Param, ...]


@node
class Naming(Node):
    """A value that gets a name before the answer of a word is said.

    A declaration::

        define left of p: Player
          let room be limit of p
          is room - count of hand of p
    """

    name: str
    value: Expr


@node
class Define(Decl):
    """A word of the game with one answer. `namings` are its `let` lines.

    A declaration::

        define total of p: Player is score of p + coins of p
    """

    head: Head
    value: Expr
    namings: tuple[Naming, ...] = ()


@node
class ValueCase(Clause):
    """One case of a word that has several: the first one whose condition holds decides. A case without condition
    always holds.

    A declaration::

        define price of c: Card, first of
          [price.gift]  0 if c in gifts
          [price.other]  cost of c
    """

    value: Expr
    condition: Expr | None


@node
class Cases(Decl):
    """A word whose answer is that of the first case that holds. The text begins with `define` or `cases`-less head
    and ends in `first of`.

    A declaration::

        define price of c: Card, first of
          [price.gift]  0 if c in gifts
          [price.other]  cost of c
    """

    head: Head
    cases: tuple[ValueCase, ...]


@node
class Term(Clause):
    """A line of a total: added or taken away, always or under a condition.

    A declaration::

        total points of p: Player
          [points.coins]  + coins of p
          [points.debt]  - 3 if coins of p = 0
    """

    sign: str
    value: Expr
    condition: Expr | None


@node
class Bound(Clause):
    """The least or greatest a total comes to, whatever its terms say.

    A declaration::

        total points of p: Player
          [points.coins]  + coins of p
          [points.floor]  at least 0
    """

    limit: str  # most | least
    value: Expr


@node
class Total(Decl):
    """A number that is the sum of its lines, each with its own id, so that an explanation can name them.

    A declaration::

        total points of p: Player
          [points.coins]  + coins of p
          [points.debt]  - 3 if coins of p = 0
    """

    head: Head
    lines: tuple[Term | Bound, ...]


@node
class After(Expr):
    """A law about a step: the condition holds after each of these events; `old` reads the position before.

    A declaration::

        laws
          [law.fewer]  after play or draw: count of deck <= count of old deck
    """

    events: tuple[str, ...]
    condition: Expr


@node
class Under(Expr):
    """A law by comparison: what is compared stays as it was when the game is changed in this way (`how`, a module
    of `laws/metamorphic/relations`).

    A declaration::

        laws
          [law.seats]  under rotating Player in views
    """

    how: str
    over: str
    compared: tuple[str, ...]
    condition: Expr | None


@node
class Only(Expr):
    """A law about the text of the rules: what an action or procedure may read or change, found by analysis, not by
    playing.

    A declaration::

        laws
          [law.fair]  legality of play reads only hand, centre
    """

    legality: bool
    name: str
    verb: str  # reads | changes
    paths: tuple[Expr, ...]


@node
class Case(Clause):
    """A line with an id and a condition: a case of a relation, or a law, which may have a sentence for people.

    A declaration::

        laws
          [law.debt]
            "Nobody ever owes more than ten."
            debt of active <= 10
    """

    sentence: str | None
    law: Expr


@node
class Relation(Decl):
    """A relation between two values, written between them: `c beats d`. `mode` says whether `any` or `all` of its
    cases have to hold.

    A declaration::

        relation c: Card beats d: Card, if any
          [beats.higher]  rank of c > rank of d
    """

    left: Param
    verb: str
    right: Param
    more: tuple[Param, ...]
    mode: str  # any | all
    cases: tuple[Case | Bending, ...]


@node
class Bending(Clause):
    """Inside a relation: case `target` does not count when the condition holds. The line has its own id and counts
    as a case of its own.

    A declaration::

        relation c: Card beats d: Card, if any
          [beats.higher]  rank of c > rank of d
          [beats.never] except [beats.higher] when d in trumps
    """

    target: str
    condition: Expr


@node
class Programme(Decl):
    """What happens without being called: `setup` before the game, `turn` again and again, or `play` for the whole
    game.

    A declaration::

        turn
          [turn.draw]  move top of deck to hand of player
    """

    name: str
    body: Body


@node
class Action(Decl):
    """A move players can be asked for. `written` is the name in records if it is another one; an `anytime` action
    may be made in between, except after those in `excepted`.

    A declaration::

        action trade, written swap, anytime except rest
          [trade.coin]  take 1 from coins of player
    """

    name: str
    written: str | None
    anytime: bool
    excepted: tuple[str, ...]
    body: Body


@node
class Procedure(Decl):
    """A verb of the game: lines that rules can call. `measure` is given by procedures that call themselves. The
    first parameter has no preposition if the verb takes something directly.

    A declaration::

        to pay n: Number to p: Player
          [pay.coins]  add n to coins of p
    """

    verb: str
    params: tuple[Param, ...]  # the first has no preposition, if the verb takes anything directly
    measure: Measure | None
    body: Body


@node
class Reaction(Decl):
    """Lines that run `before`, `after` or `instead of` these events, which are verbs or actions.

    A declaration::

        whenever after pay or draw
          [thanks.point]  add 1 to score of player
    """

    timing: str  # before | after | instead of
    events: tuple[str, ...]
    body: Body


@node
class Ending(Clause):
    """A condition that ends the game: checked at the end of `moment` (`turn`, ..), or after every step if that is
    None.

    A declaration::

        end
          [end.empty]  at end of turn when deck is nothing
    """

    moment: str | None  # None: at once
    condition: Expr


@node
class Endings(Decl):
    """All endings of the game.

    A declaration::

        end
          [end.empty]  at once when count of deck = 0
    """

    endings: tuple[Ending, ...]


@node
class Ranking(Clause):
    """Who wins by comparing: the most of the first criterion, then of the next; `ties` says what happens between
    equals.

    A declaration::

        result
          [win.richest]  most score, then coins wins, ties are shared
    """

    criteria: tuple[Expr, ...]
    ties: Expr
    condition: Expr | None


@node
class Winner(Clause):
    """Who wins without comparing.

    A declaration::

        result
          [win.last]  winner is active if count of deck = 0
    """

    who: Expr
    condition: Expr | None


@node
class Grade(Clause):
    """How well a team or a single player has done, instead of who has won.

    A declaration::

        result
          [grade.good]  grade is captain if score > 20
    """

    value: Expr
    condition: Expr | None


@node
class Results(Decl):
    """All lines of `result`. Of rankings and winners exactly one has to apply in the end; a grade may stand beside it.

    A declaration::

        result
          [win.last]  winner is active
    """

    lines: tuple[Ranking | Winner | Grade, ...]


@node
class Laws(Decl):
    """Conditions that hold in every position of every game (`laws`), or that a choice of options and players must
    meet (`demands`): `kind` is the head.

    A declaration::

        laws
          [law.coins]  every p in Player has coins of p <= 20
    """

    kind: str
    cases: tuple[Case, ...]
