"""Hosts by what people call them: an address or a name as it is printed, or a number from 0."""

from collections.abc import Iterable
from typing import NamedTuple

NUMBER = "number "
"""Before digits: a number, even where they are also the address of a host."""
MOST_DIGITS = 9


class FoundHost(NamedTuple):
    """A host that a text means.

    Attributes
    ----------
    host
        Its number.
    other
        The host of that number, where the text is the address of another one; None: it has one meaning.
    """

    host: int
    other: int | None = None


def find_host(names: Iterable[str], hosts: int, text: str) -> FoundHost | None:
    """Find the host of an address or name in any case; else digits are a number; None: no host.

    >>> tree = ["000", "001", "010", "011", "100", "101", "110", "111"]
    >>> [find_host(tree, 8, text) for text in ("111", "7", "number 7", "8")]
    [FoundHost(host=7, other=None), FoundHost(host=7, other=None), FoundHost(host=7, other=None), None]
    >>> star = ["1", "2", "3", "4"]
    >>> [find_host(star, 4, text) for text in ("2", "number 2", "0")]
    [FoundHost(host=1, other=2), FoundHost(host=2, other=None), FoundHost(host=0, other=None)]
    """
    wanted = " ".join(text.casefold().split())
    number = _number(wanted.removeprefix(NUMBER), hosts)
    if not wanted.startswith(NUMBER):
        for host, name in enumerate(names):
            if name.casefold() == wanted:
                return FoundHost(host, None if number == host else number)
    return None if number is None else FoundHost(number)


def _number(digits: str, hosts: int) -> int | None:
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > MOST_DIGITS:
        return None
    return int(digits) if int(digits) < hosts else None
