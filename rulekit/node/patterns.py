"""Constructors for so many fields, as patterns: what puts a value into its slot, and the names, are put in later."""

from __future__ import annotations

from typing import Any


def _put(record: Any, value: Any) -> None:
    """Stands in for the slot of a field."""


blank_hash = blank_under = _put
put0 = put1 = put2 = put3 = put4 = put5 = put6 = put7 = put8 = put9 = _put


def _0(self: Any) -> None:
    blank_hash(self, None)
    blank_under(self, None)


def _1(self: Any, a: Any) -> None:
    blank_hash(self, None)
    blank_under(self, None)
    put0(self, a)


def _2(self: Any, a: Any, b: Any) -> None:
    blank_hash(self, None)
    blank_under(self, None)
    put0(self, a)
    put1(self, b)


def _3(self: Any, a: Any, b: Any, c: Any) -> None:
    blank_hash(self, None)
    blank_under(self, None)
    put0(self, a)
    put1(self, b)
    put2(self, c)


def _4(self: Any, a: Any, b: Any, c: Any, d: Any) -> None:
    blank_hash(self, None)
    blank_under(self, None)
    put0(self, a)
    put1(self, b)
    put2(self, c)
    put3(self, d)


def _5(self: Any, a: Any, b: Any, c: Any, d: Any, e: Any) -> None:
    blank_hash(self, None)
    blank_under(self, None)
    put0(self, a)
    put1(self, b)
    put2(self, c)
    put3(self, d)
    put4(self, e)


def _6(self: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any) -> None:
    blank_hash(self, None)
    blank_under(self, None)
    put0(self, a)
    put1(self, b)
    put2(self, c)
    put3(self, d)
    put4(self, e)
    put5(self, f)


def _7(self: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any) -> None:
    blank_hash(self, None)
    blank_under(self, None)
    put0(self, a)
    put1(self, b)
    put2(self, c)
    put3(self, d)
    put4(self, e)
    put5(self, f)
    put6(self, g)


def _8(self: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any, h: Any) -> None:
    blank_hash(self, None)
    blank_under(self, None)
    put0(self, a)
    put1(self, b)
    put2(self, c)
    put3(self, d)
    put4(self, e)
    put5(self, f)
    put6(self, g)
    put7(self, h)


def _9(self: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any, h: Any, i: Any) -> None:
    blank_hash(self, None)
    blank_under(self, None)
    put0(self, a)
    put1(self, b)
    put2(self, c)
    put3(self, d)
    put4(self, e)
    put5(self, f)
    put6(self, g)
    put7(self, h)
    put8(self, i)


def _10(self: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any, h: Any, i: Any, j: Any) -> None:
    blank_hash(self, None)
    blank_under(self, None)
    put0(self, a)
    put1(self, b)
    put2(self, c)
    put3(self, d)
    put4(self, e)
    put5(self, f)
    put6(self, g)
    put7(self, h)
    put8(self, i)
    put9(self, j)


PATTERNS = (_0, _1, _2, _3, _4, _5, _6, _7, _8, _9, _10)
