"""Cable ids, made from both ends and so the same whatever else is in the project."""

import hashlib
import re
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from fatdesk.engine.cabling.choice.link_groups import tables_of
from fatdesk.engine.cabling.laying import FabricCabling
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.fabric.fabric import Fabric

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
    listed, all_short = list(ids), len(LETTERS) * len(SIGNS) ** (SHORT - 1)
    digests = np.fromiter(map(_digest, listed), np.uint64, len(listed))
    short, counts = np.unique(digests % np.uint64(all_short), return_counts=True)
    alike = frozenset(short[counts > 1].tolist())
    return {
        cable_id: _number(digest, LONG if digest % all_short in alike else SHORT)
        for cable_id, digest in zip(listed, map(int, digests), strict=True)
    }


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


BLOCK = 2_000
"""Ids that are made at a time."""


def port_names(fabric: Fabric, catalog: Catalog) -> list[list[str]]:
    """Return the printed port names of each part of a fabric, with the card of a modular switch."""
    return [[table.text(port) for port in range(len(table.cage))] for table in tables_of(fabric, catalog)]


def cable_ids(cabling: FabricCabling, catalog: Catalog) -> list[str]:
    """The id of each cable: node and port of its first link's both ends.

    ``compute/edge/3:19--compute/core/1:7``; nodes by their keys, not by names that a template may change.
    """
    return link_ids(cabling.fabric, cabling.heads, catalog)


def link_ids(fabric: Fabric, links: NDArray[np.int64], catalog: Catalog) -> list[str]:
    """The id of the cable that begins with each of some links."""
    return LinkIds(fabric, catalog).of(links)


class LinkIds:
    """Makes ids of cables from their first links, for as many at a time as are wanted."""

    def __init__(self, fabric: Fabric, catalog: Catalog) -> None:
        self._fabric = fabric
        self._names = [*port_names(fabric, catalog), ["1"]]

    def of(self, links: NDArray[np.int64]) -> list[str]:
        """The id of the cable that begins with each of some links."""
        fabric, names, ids = self._fabric, self._names, self._fabric.ids
        found: list[str] = []
        for first in range(0, len(links), BLOCK):  # lists of all ends and ports would take more than the ids
            some = links[first : first + BLOCK]
            ends, ports = fabric.ends[some], fabric.ports[some].tolist()
            parts = fabric.part[ends].tolist()
            found += [
                f"{ids[a]}:{_name(names[part_a], p)}--{ids[b]}:{_name(names[part_b], q)}"
                for (a, b), (part_a, part_b), (p, q) in zip(ends.tolist(), parts, ports, strict=True)
            ]
        return found


def _name(names: Sequence[str], port: int) -> str:
    return names[port] if port < len(names) else str(port + 1)
