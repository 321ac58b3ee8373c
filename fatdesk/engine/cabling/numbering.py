"""Short numbers of cables for labels: made from the cable's id alone, so no other cable changes them."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable

LETTERS = "CDFGHJKMNPQRTVWXY"
"""Without vowels, so that no words appear, and without letters that look like digits."""
SIGNS = "0123456789" + LETTERS
SHORT, LONG = 6, 9
_CODE = re.compile(rf"([{LETTERS}][{SIGNS}]{{5}}(?:[{SIGNS}]{{3}})?)(?:A|B\d*)?")


def cable_numbers(ids: Iterable[str]) -> dict[str, str]:
    """The number of each cable by its id: a letter and five signs.

    Where two of them would be alike (one pair among some 20,000 cables) both have three signs more, so a
    number depends on no order; it only changes when such a twin comes or goes.

    >>> cable_numbers(["compute/edge/3:19--compute/core/1:7"])
    {'compute/edge/3:19--compute/core/1:7': 'R4Q510'}
    """
    found = {cable_id: _digest(cable_id) for cable_id in ids}
    counts = Counter(_number(digest, SHORT) for digest in found.values())
    numbers = {}
    for cable_id, digest in found.items():
        number = _number(digest, SHORT)
        numbers[cable_id] = number if counts[number] == 1 else _number(digest, LONG)
    return numbers


def number_in(code: str) -> str:
    """The number in what a scanner reads or somebody types, with or without the end; empty when it is none.

    >>> number_in("R4Q510A"), number_in("r4q510b2"), number_in("R4Q510"), number_in("E03")
    ('R4Q510', 'R4Q510', 'R4Q510', '')
    """
    found = _CODE.fullmatch(code.strip().upper())
    return found[1] if found else ""


def _digest(cable_id: str) -> int:
    return int.from_bytes(hashlib.blake2b(cable_id.encode("utf-8", "replace"), digest_size=8).digest(), "big")


def _number(digest: int, size: int) -> str:
    digest, letter = divmod(digest, len(LETTERS))
    signs = [LETTERS[letter]]
    for _ in range(size - 1):
        digest, sign = divmod(digest, len(SIGNS))
        signs.append(SIGNS[sign])
    return "".join(signs)
