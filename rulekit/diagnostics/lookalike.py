"""Letters of other scripts that look or sound like Latin ones."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

TWINS = (
    "аa сc еe оo рp хx уy іi јj ѕs ԁd һh ѵv кk мm нh тt вb гr пn зz ьb бb ёe їi єe ґr ԛq ԝw ⅼl "
    "αa βb γy δd εe ζz ηn ιi κk νv οo ρp σo τt υu χx ωw ɑa ɡg ıi łl øo đd"
)
LOOKS = str.maketrans({pair[0]: pair[1] for pair in TWINS.split()})
VOICES = (
    "аa бb вv гg дd еe зz иi йj кk лl мm нn оo пp рr сs тt уu фf хh цc ыy эe іi ѕs јj єe ґg ёe жzh чch шsh щsh ъ ь юyu "
    "яya їyi ђdj ћc љlj њnj џdz łl øo đdj ßss æae αa βb γg δd εe ζz ηi ιi κk λl μm νn οo πp ρr σs ςs τt υu φf ωo "
    "θth ξx χch ψps"
)
SOUNDS = str.maketrans({voice[0]: voice[1:] for voice in VOICES.split()})


def plain_letters(text: str) -> str:
    """The text in small letters, without accents, in its plainest form."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return "".join(sign for sign in folded if not unicodedata.combining(sign))


@lru_cache(maxsize=16384)
def forms(text: str) -> tuple[str, ...]:
    """How a name may be meant: as it looks, and as it sounds."""
    plain = plain_letters(text).replace("_", "-").replace(" ", "-")
    if plain.isascii():
        return (plain,)
    return tuple(dict.fromkeys((plain.translate(LOOKS), plain.translate(SOUNDS))))
