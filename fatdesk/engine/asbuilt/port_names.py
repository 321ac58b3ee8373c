"""Parse port names as machines report them: ``swp12``, ``Eth1/12``, ``3/12``."""

import re
from collections.abc import Callable

_DIGITS = re.compile(r"\d+")
_MANAGEMENT = re.compile(r"(?i:mgmt|management|fxp|em|ma|oob|bond|vlan|lo)-?\d*(?:/\d+)*$|eth\d\d?$")


def is_management(text: str) -> bool:
    """Whether a switch calls a port so that carries no traffic of a fabric.

    >>> is_management("mgmt0"), is_management("eth0"), is_management("swp1"), is_management("Eth1/1")
    (True, True, False, False)
    """
    return bool(_MANAGEMENT.match(text.strip()))


def plain_number(text: str) -> int | None:
    """A text of nothing but digits as a number, if ports can have it."""
    return int(text) if text.isdecimal() and len(text) < 10 else None


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """A key that sorts numbers in names by their worth: eth2 before eth10."""
    return tuple(
        (0, int(piece), "") if plain_number(piece) is not None else (1, 0, piece.casefold())
        for piece in re.split(r"([0-9]+)", text)
        if piece
    )


def numbers_by_text(ports: int, text: Callable[[int], str]) -> dict[tuple[str, ...], int]:
    """The number of each port of a node by the digits of what is printed at it, and by its number alone.

    >>> known = numbers_by_text(4, lambda number: f"{(number + 1) // 2}/{(number - 1) % 2 + 1}")
    >>> known[("2", "1")], known[("4",)]
    (3, 4)
    """
    known = {(str(number),): number for number in range(1, ports + 1)}
    printed = {tuple(_DIGITS.findall(text(number))): number for number in range(1, ports + 1)}
    return known | printed


def number_of(text: str, known: dict[tuple[str, ...], int], *, from_zero: bool = False) -> int | None:
    """The number of a port that is reported so; None when the part has none like it.

    Of several numbers in a name the longest ending counts that is printed at a port, so ``Eth1/3/12`` is
    port 12 of card 3 where there is one, else port 12. A name like ``swp12s1`` names the second leg or link.

    >>> known = numbers_by_text(36, str)
    >>> number_of("swp12", known), number_of("Eth1/12", known), number_of("et-0/0/0", known, from_zero=True)
    (12, 12, 1)
    >>> number_of("99", known)
    """
    digits = [str(int(piece)) for piece in _DIGITS.findall(text) if len(piece) < 10]
    if not digits:
        return None
    if legged := re.search(r"(\d{1,9})s(\d{1,9})$", text):
        found = known.get((legged[1], str(int(legged[2]) + 1)))
        if found is not None:
            return found
    if from_zero:
        digits[-1] = str(int(digits[-1]) + 1)
    return next(
        (known[tuple(digits[i:])] for i in range(len(digits)) if tuple(digits[i:]) in known),
        None,
    )
