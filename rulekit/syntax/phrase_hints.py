"""Turns of phrase that people try: a table from what a line says to the complaint that shows the right form."""

from __future__ import annotations

import re

from rulekit.syntax.error_site import LAYOUT, ErrorSite, Hint
from rulekit.syntax.lexer import Token
from rulekit.syntax.reserved_words import JOINT, usable_name

DIGITS = {word: str(n) for n, word in enumerate("zero one two three four five six seven eight nine ten".split())}
NUMBERS = "|".join(DIGITS)
BODIES = ("setup", "play", "turn", "action", "to", "whenever")
HEADERS = ("define", "total", "to", "relation")
KINDS = ("card", "tile", "piece", "list", "part")
W = "[a-z][a-z0-9-]*"

# In which declarations, how the line goes (what is marked is the group `found`), and what is said.
TABLE = [
    (None, r"(?:^| )(?P<found>(?:max|min|maximum|minimum)) \(", "max-form"),
    (None, rf" (?P<found>mod|modulo|rem) (?:[0-9]|{W}|\()", "modulo-form"),
    (None, rf"\bthose {W} in .* with (?P<found>the) (?:most|least)\b", "extra"),
    (None, rf"\b(?P<found>(?:first|last|only|one|any|the) {W}) in .* with (?:the )?(?:most|least)\b", "one-with"),
    (
        (*BODIES, "define", "total"),
        rf"^(?!.*\bthose {W} in ).*?\b"
        rf"(?P<found>(?:the )?(?!those\b){W} with (?:the )?(?:most|least|fewest|highest|lowest))\b",
        "one-with",
    ),
    (BODIES, rf"\b(?:must|may) {W}(?: or {W})* or (?P<found>(?P<name>{W}(?: of {W})*) (?:must|may)) {W}", "asked-once"),
    (("game",), rf"for (?P<found>{NUMBERS})\b", "digits"),
    (("game",), r"for [0-9]+ (?P<found>or|and) [0-9]+", "seats"),
    (BODIES, rf"\b(?:repeat|add|take|lower|raise) (?P<found>{NUMBERS})\b(?! of)", "digits"),
    (BODIES, rf"\brepeat (?:[0-9]+|{W}) (?P<found>times)\b", "extra"),
    (BODIES, r"\broll (?P<found>(?:[0-9]+ )?(?:dice|die|d[0-9]+|[0-9]+d[0-9]+))(?! in\b)", "dice"),
    (BODIES, rf"\b(?:must|may) choose (?P<found>(?:[0-9]+|any|one|{W})(?: {W})?) (?:in|from|are)\b", "choose-form"),
    (BODIES, rf"^(?:.* )?(?P<name>{W}(?: of {W}| at {W})*) (?P<found>\+ =|- =|\+ \+|- -(?! {W}))", "change"),
    (BODIES, rf"\bset (?P<name>{W}(?: of {W}| at {W})*) (?P<found>=)", "set-sign"),
    (BODIES, rf"\blet (?P<name>{W}) (?P<found>=|is|equals?)(?: |$)", "let-form"),
    (
        BODIES,
        rf"\b(?:let (?P<name>{W}) be|set {W}(?: (?:of|at) {W})* to) (?!\().*? (?P<found>is|=|<|>|<=|>=) ",
        "bare-condition",
    ),
    (BODIES, r"^if .*[^:] (?P<found>then) (?!.*->)", "if-then"),
    (BODIES, rf"^(?P<found>for each {W}) :", "each-opener"),
    (BODIES, r"^(?P<found>for) (?!each\b|ever\b)", "for-each"),
    (BODIES, r"^(?P<found>forever|always) :", "for-ever"),
    (BODIES, r"^(?P<found>repeat) until\b", "extra"),
    (BODIES, r"^(?P<found>(?:each|every|all) players?) (?!.*\b(?:must|may|picks?)\b)", "each-opener"),
    (BODIES, r"^(?P<found>must|may|picks)\b", "who-must"),
    (BODIES, r"\b(?:must|may) (?P<found>either)\b", "extra"),
    (BODIES, rf"\b(?:must|may) {W} (?P<found>and) {W}", "offer-and"),
    (BODIES, rf"^(?P<found>(?:choose|pick|select) {W}) (?:in|from)\b", "parameter-line"),
    (BODIES, rf"(?:^|: |then )(?P<who>player|active) (?P<found>is (?:not )?(?P<name>{W}))$", "player-is"),
    (("action",), rf"^{W} are (?P<found>[0-9]+ to [0-9]+) from ", "range-size"),
    (BODIES, r"^(?P<found>(?:all|each|every|both|other) players?)\b(?=.*\b(?:must|may|picks?)\b)", "players-must"),
    (BODIES, r"^(?P<found>(?:each|every|all) (?:players?|[A-Z][A-Za-z0-9]*)) :", "each-opener"),
    (None, rf"\b(?P<word>sum|most|least) of (?P<name>{W}) (?P<found>in|from|over) ", "sum-each"),
    (None, r"\b(?P<word>sum|most|least) of (?!\()[^()]* (?P<found>[+*/-]) [^()]* for each\b", "sum-brackets"),
    (KINDS, rf"(?:: |, )(?P<name>{W}) (?P<found>one of) {W} ,", "field-one-of"),
    (BODIES, r"^(?!if |else |until |for |.*: ).* (?P<found>if|when|unless) (?!able)", "condition-last"),
    (BODIES, r"\brequire (?:[^,()]|\([^()]*\))*(?P<found>,) ", "require-comma"),
    (
        None,
        rf"(?<!for )\b(?P<found>(?:all|any|each|every) (?P<name>{W})) in .* (?:where|having|with|such that)\b",
        "those-form",
    ),
    (
        BODIES,
        rf"\b(?P<found>every (?P<name>{W}) of (?P<zone>{W}(?: (?:of|at) {W})*) (?:where|having|with|such that))\b",
        "every-where",
    ),
    (None, rf"\b(?P<found>any (?P<name>{W})) in .* has\b", "some-form"),
    (None, rf"\bthose {W} in .* (?P<found>with(?! most\b| least\b)|where|such that)\b", "those-having"),
    (
        None,
        rf"\bthose {W} in .* with (?P<limit>most|least) "
        rf"(?P<found>(?:[0-9-]|{W} of [^ ()]+ (?:at|by|towards|through|turned)\b).*)",
        "those-with",
    ),
    (None, rf"\bof (?P<found>each|every|all) (?P<name>{W}) in\b", "sum-each-of"),
    (BODIES, r"\b(?P<found>all|every) [A-Z][A-Za-z0-9]*\b", "all-kind"),
    (BODIES, rf"\b(?P<found>all) {W} (?:of|from|in)\b", "every-of"),
    (
        None,
        r"(?:\b(?:when|if|require|until|and|or|not|is)|\()"
        rf" (?P<found>(?P<name>{W}) in)(?: (?!every|some|no|those)[^ :,]+)+? has ",
        "how-many",
    ),
    (None, r"\b(?P<found>(?:having|where)) (?!\()", "round"),
    (None, r"\b(?P<found>there (?:is|are|be))\b(?! not| nothing)", "there-is"),
    (None, rf"\b(?P<found>(?:his|her|its|their|your|my) {W})\b", "whose"),
    (None, rf"(?<!is )(?<!is not )\b(?!is\b|not\b)(?P<name>{W}) (?P<found>empty|possible|payable)\b", "adjective"),
    (BODIES, r" (?P<found>except|without|but) (?!\[)", "less"),
    (("total",), r"^(?P<found>minus|plus) ", "sign-word"),
    (("define",), r"^(?P<found>if) .*:", "case-form"),
    (None, rf"\b(?:top|bottom) (?:[0-9]+|\( {W} \)) (?P<found>{W}) (?:of|from)\b", "extra"),
    (None, r"\bis (?P<found>in)\b", "is-in"),
    (None, rf"\b(?P<found>(?P<word>{W})-of (?!of\b|is\b|at\b)(?P<name>{W}))", "of-joined"),
    (None, r"\b(?P<found>next to|adjacent to|near to|close to)\b", "next-to"),
    (("zone",), r"sees (?P<found>back|front|top|all|all cards|cards?|everything|nothing)(?= ,|$)", "sees-what"),
    (("state",), r"\bis (?P<found>one of)\b", "is-one-of-state"),
    (None, r"^(?!type ).*\bis (?P<found>one of)\b", "is-one-of"),
    (("define",), r"\bis (?!.*\( ).* (?P<found>if) .* else ", "choice-brackets"),
    (("define", "total"), r"\) (?P<found>if) [^()]* else ", "choice-brackets"),
    (HEADERS, rf"^(?:define|total|to) (?P<word>{W}) (?:of )?(?:\( )?(?P<found>{W})(?= is\b| \)|$| ,)", "parameter"),
    (None, rf"\bfor each (?P<name>{W}) in (?P<value>[^():,]+?) (?P<found>[+*/-]) ", "domain-brackets"),
    (
        HEADERS,
        r"^(?:define|total|to|relation) .*: (?P<found>(?:- )?[0-9]+(?: to (?:- )?[0-9]+)?)(?= |$)",
        "parameter-range",
    ),
    (HEADERS, rf"^to {W} (?P<found>\()", "head-brackets"),
    (("action",), rf"^action {W} (?P<found>\(|(?!written|anytime|,)[a-z].*)", "action-head"),
    (("type", "option"), rf", {W} (?P<found>and|or) {W}$", "last-comma"),
    (("zone", "state"), r"(?P<found>no one|noone|anyone|everybody|all players|all|nobody else) sees?\b", "who-sees"),
    (
        ("zone", "state"),
        r"\b(?P<found>hidden|secret|private|face-down|face-up|open|public|visible)\b(?! sees)",
        "how-seen",
    ),
    (("zone",), r"\b(?P<found>max|maximum|limit|at most) [0-9]+", "up-to"),
    (("zone", "state"), r"(?P<found>everyone|nobody|owner|others) see\b", "sees"),
    (KINDS, rf"^(?!(?:card|tile|piece|list|part) )(?P<found>{W}) (?:[A-Z]|[0-9]|yes or)", "face-line"),
    (("edition",), rf": (?:.*, )?(?P<name>{W}) (?P<found>=|is) ", "row-sign"),
    (("scene", "start"), rf"^(?P<found>{W} does)\b", "scene-does"),
    (
        ("scene",),
        rf"^(?P<found>(?!from\b|given\b|chance\b|when\b|then\b|refused\b){W}) (?!sees |may |is asked)",
        "scene-line",
    ),
    (("scene", "start"), r"^(?:given|then) .*\b(?P<found>should be|must be|shall be|equals)\b", "scene-value"),
    (("scene", "start"), r"^given (?P<name>.*) (?P<found>=) ", "scene-given"),
    (("end",), r"^(?P<found>when|if) ", "end-moment"),
    (("end",), r"^at (?:once|end of [a-z-]+) (?P<found>if|,) ", "end-when"),
    (("result",), r"^(?P<found>highest|best|greatest|largest|lowest|least|fewest|smallest)\b", "result-most"),
    (("result",), r", then (?P<found>highest|lowest|least|fewest|smallest)\b", "result-most"),
    (("result",), r"^(?P<found>player(?:s)?) (?:with|who)\b", "result-most"),
    (("result",), r"(?:most|then) (?P<found>-) ", "result-less"),
    (("result",), r"^winner (?P<found>=|are|:) ", "result-winner"),
    (("whenever",), rf"^whenever (?P<found>(?!after\b|before\b|instead\b){W})", "whenever-timing"),
]
NAMES = {"let-form": "name", "parameter": "word"}  # complaints that repeat a new name, and what it is called there
COMPILED = [(heads, re.compile(pattern), variant) for heads, pattern, variant in TABLE]


def phrase(place: ErrorSite) -> Hint | None:
    """The first turn of the table that this line takes."""
    head = place.tokens[0].text
    words = _line(place)
    said = " ".join(word.text for word in words)
    for heads, pattern, variant in COMPILED:
        found = pattern.search(said) if heads is None or head in heads else None
        if found is not None and len(said) < 400:
            facts = {name: text for name, text in found.groupdict().items() if text}
            made = NAMES.get(variant, "")
            if facts.get(made) in JOINT:
                return Hint("plain", {"name": facts[made]}, _words_between(words, *found.span(made))[0], code="K02")
            inner = _words_between(words, *found.span("found"))
            right = DIGITS.get(facts["found"], "") or usable_name(facts.get("word", ""))
            return Hint(variant, facts | {"right": right}, inner[0], inner[-1])
    return None


def _line(place: ErrorSite) -> list[Token]:
    """The whole line without id and citation."""
    start = place.at - len(place.words())
    end = place.at
    while end < len(place.tokens) and place.tokens[end].type not in (*LAYOUT, "CITE"):
        end += 1
    return place.tokens[start:end]


def _words_between(words: list[Token], start: int, end: int) -> list[Token]:
    """The words between two letters of the line."""
    found, at = [], 0
    for word in words:
        if at < end and at + len(word.text) > start:
            found.append(word)
        at += len(word.text) + 1
    return found or words[:1]
