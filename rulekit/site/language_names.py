"""The names of languages by their codes, as readers of English know them."""

from __future__ import annotations

NAMES = {
    "cs": "Czech",
    "de": "German",
    "en": "English",
    "es": "Spanish",
    "fr": "French",
    "it": "Italian",
    "nl": "Dutch",
    "pl": "Polish",
    "pt": "Portuguese",
    "ru": "Russian",
    "sh": "Serbian (Latin)",
    "sr": "Serbian",
    "uk": "Ukrainian",
}


def language(code: str) -> str:
    """The name of a language; the code itself if it is none of these."""
    return NAMES.get(code, code)
