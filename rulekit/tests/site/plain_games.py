"""Games without a looks file: an auction, a race on a track, hundreds of cards with hard names."""

from __future__ import annotations

from pathlib import Path

AUCTION = """game fish-auction for 2 to 4 players
card Fish, 3 in all
  face names it: worth 1 to 9, sort river or lake
rows of Fish
  [fish.carp]    carp: worth 2, sort lake                                               @public:toy
  [fish.pike]    pike: worth 4, sort river                                              @public:toy
  [fish.zander]  zander: worth 9, sort river                                            @public:toy
zone market           pile of Fish  everyone sees face
zone catch of Player  set of Fish   everyone sees face
state purse of Player is 0 to 20, starts 10, must fit
state offer is 0 to 20
state leader is Player or nothing
setup
  [setup.fish]  move every fish of box to market                                        @public:toy
action bid
  [bid.more]  n in offer + 1 to purse of player                                         @public:toy
  [bid.note]  set offer to n                                                            @public:toy
  [bid.lead]  set leader to player                                                      @public:toy
turn
  [turn.bid]   player may bid                                                           @public:toy
  [turn.sold]  if leader is not nothing and (offer >= 5 or leader is not player): sell  @public:toy
to sell
  [sell.pay]   take offer from purse of leader                                          @public:toy
  [sell.fish]  move top of market to catch of leader                                    @public:toy
  [sell.new]   set offer to 0 then set leader to nothing                                @public:toy
end
  [end.sold]  at end of turn when market is empty                                       @public:toy
total score of p: Player
  [score.worth]  + sum of worth of f for each f in catch of p                           @public:toy
result
  [result.most]  most score wins, ties are drawn                                        @public:toy
scene [bid.more] "A bid is higher than the one before"
  given offer is 3
  anna may bid n 4
  anna may not bid n 3
"""
TRACK = """game snail-race for 2 to 4 players
type Step is 0 to 12
state snail of Player is Step, must fit
action creep
  [creep.far]   n in 1 to 2                                                             @public:toy
  [creep.room]  require snail of player + n <= 12                                       @public:toy
  [creep.go]    add n to snail of player                                                @public:toy
turn
  [turn.creep]  player must creep                                                       @public:toy
end
  [end.far]  at end of turn when snail of active = 12                                   @public:toy
result
  [result.first]  winner is active                                                      @public:toy
"""
CARDS = """game hard-names for 2 players
card Card, {count} in all, listed in "cards.toml"
  face names it: worth 0 to 9, kind sun or moon
zone stack           pile of Card  nobody sees it
zone hand of Player  set of Card   owner sees face
setup
  [setup.deal]  for each p of Player: lot card in box then move card to hand of p       @public:toy
action show-card
  [show.card]  card in hand of player                                                   @public:toy
  [show.back]  move card to box                                                         @public:toy
turn
  [turn.show]  player must show-card, if able                                           @public:toy
end
  [end.empty]  at end of turn when hand of active is empty                              @public:toy
result
  [result.last]  winner is active                                                       @public:toy
scene [show.card] "A card is shown"
  given hand of anna is r0
  anna may show-card card r0
  anna may not show-card card r1
"""
NAMES = (
    '<script>alert("x")</script>',
    "شجرة الزيتون",
    "עץ הדר",
    "Żółć & Gęś",
    'The "Old" Mill',
    "A name that is so very long that no card on any table of this world would ever have room for all of it",
    "林檎の木",
    "O'Neill's `oak` | [x](y) *z*",
)
COUNT = 240


def auction(at: Path) -> Path:
    """No manual, no ledger, no scene but one."""
    return _written(at, {"auction.rules": AUCTION})


def track(at: Path) -> Path:
    """An empty ledger and no scene."""
    return _written(at, {"track.rules": TRACK, "ledger.toml": 'game = "snail-race"\ntitle = "Snail race"\n'})


def cards(at: Path) -> Path:
    """Hundreds of cards whose names are in many letters and full of signs."""
    rows = "\n".join(_row(n, NAMES[n % len(NAMES)]) for n in range(COUNT))
    return _written(at, {"cards.rules": CARDS.format(count=COUNT), "cards.toml": rows})


def _row(number: int, title: str) -> str:
    kind = ("sun", "moon")[number % 2]
    head = f"[[row]]\nid = \"r{number}\"\ntitle = '''{title}'''\nworth = {number % 10}\n"
    return f'{head}kind = "{kind}"\nsource = ["public: toy"]\n'


def _written(at: Path, texts: dict[str, str]) -> Path:
    at.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (at / name).write_text(text, encoding="utf-8")
    return at
