"""The catalogue: title, severity, sentences and samples of every code, one file each, read when first asked for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import attrs

from rulekit.files import reading

FOLDER = Path(__file__).parent / "catalogue"
SEVERITIES = ("error", "warning", "note")
DEFAULT = "plain"


@attrs.frozen(slots=True)
class Variant:
    """One way to say what is wrong: fact and advice, both with gaps. Its severity and title override the code's."""

    fact: str
    advice: str
    severity: str = attrs.field(default="", validator=attrs.validators.in_(("", *SEVERITIES)))
    title: str = ""


@attrs.frozen(slots=True)
class SampleProblem:
    """A complaint about the wrong sample: where it points (the words on the marked line) and its facts."""

    at: str
    variant: str = ""
    facts: Mapping[str, str] = attrs.field(factory=dict, hash=False)
    second: str = ""
    label: str = ""


@attrs.frozen(slots=True)
class CodeEntry:
    """All that is known about one code."""

    code: str
    title: str
    severity: str = attrs.field(validator=attrs.validators.in_(SEVERITIES))
    variants: Mapping[str, Variant] = attrs.field(hash=False)
    explanation: str = ""
    wrong: str = ""
    right: str = ""
    example: SampleProblem | None = None

    @property
    def slug(self) -> str:
        """Code and title as a file name."""
        return self.code + "-" + "-".join(re.findall(r"[a-z0-9]+", self.title.lower()))

    def variant(self, name: str) -> Variant:
        """The variant of that name, or the first one."""
        found = self.variants.get(name or DEFAULT)
        return found if found is not None else next(iter(self.variants.values()))


UNKNOWN = CodeEntry(
    code="K00",
    title="something is wrong here",
    severity="error",
    variants={DEFAULT: Variant("This does not fit.", "Please report this: the message has no page of its own.")},
)
_registered: dict[str, CodeEntry] = {}


def register(found: CodeEntry) -> CodeEntry:
    """Add a code from outside the catalogue, so that a new check can be one file."""
    if _registered.setdefault(found.code, found) != found or _file(found.code).exists():
        raise ValueError(f"the code {found.code} is taken")
    return found


def codes() -> tuple[str, ...]:
    """Every known code, in order."""
    on_disk = {file.stem for file in FOLDER.glob("K*.toml")}
    return tuple(sorted(on_disk | set(_registered), key=_order))


def has_page(code: str) -> bool:
    """Whether there is a page for a code."""
    return code in _registered or (re.fullmatch(r"K[0-9]+", code) is not None and _file(code).exists())


def entry(code: str) -> CodeEntry:
    """What is known about a code; a code nobody knows gets a page that says so, never an exception."""
    if code in _registered:
        return _registered[code]
    return _read(code)


def _order(code: str) -> tuple[int, str]:
    digits = re.sub(r"[^0-9]", "", code)
    return (int(digits or 0), code)


def _file(code: str) -> Path:
    return FOLDER / f"{code}.toml"


@cache
def _read(code: str) -> CodeEntry:
    """One file of the catalogue, or a page that says there is none: asked of the disk once a code, not once a problem.

    A rulebook without a slip never needs the reader of tables.
    """
    if not has_page(code):
        return attrs.evolve(UNKNOWN, code=code)
    import tomllib

    file = _file(code)
    try:
        return _entry(tomllib.loads(reading.text(file)))
    except (ValueError, TypeError, KeyError, AttributeError) as slip:
        return _unreadable(code, file, slip)


def _entry(data: dict[str, Any]) -> CodeEntry:
    missing = [name for name in ("code", "title", "severity", "variants") if name not in data]
    unknown = set(data) - {field.name for field in attrs.fields(CodeEntry)}
    if missing or unknown:
        said = f"has no `{missing[0]}`" if missing else f"has `{min(unknown)}`, which no page has"
        raise ValueError(f"it {said}")
    variants = {name: Variant(**said) for name, said in data.pop("variants").items()}
    example = data.pop("example", None)
    return CodeEntry(**data, variants=variants, example=SampleProblem(**example) if example else None)


def _unreadable(code: str, file: Path, slip: Exception) -> CodeEntry:
    """A page that says what is wrong with it: who mends the rules meanwhile still gets every other message."""
    fact = f"The page of this code, `{'/'.join(file.parts[-4:])}`, cannot be read: {slip}."
    return attrs.evolve(UNKNOWN, code=code, variants={DEFAULT: Variant(fact, "Mend that file.")})
