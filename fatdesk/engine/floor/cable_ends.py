"""Ends of cables that rules name: racks, rows, zones, devices; and which cables have their ends there."""

from collections.abc import Iterator, Sequence
from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from fatdesk.core.errors import UnsoundError
from fatdesk.core.schema import ReadNumber
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.floor.floor import Floor, letters, racks_in_zone
from fatdesk.engine.floor.route_rules import EVERY, RACK, End, is_at, rack_of

ROW, ZONE = "row:", "zone:"
"""Before the letters of a row, and before the name of a zone."""
Ends = Annotated[tuple[tuple[End, End], ...], Meta(max_length=1000)]
"""Pairs of ends: a rack by number (``rack:12``), a row by letters (``row:A``), a zone by name
(``zone:Hall 1``), a device by id, or devices whose ids begin so (``compute/core``); empty: any."""
ANY, TO, NEXT = "any", " to ", ";"


def check_ends(pairs: Ends, field: str) -> None:
    """Refuse ends that cannot name anything.

    Raises
    ------
    UnsoundError
        With the pair.
    """
    for number, pair in enumerate(pairs):
        for end in pair:
            if end.startswith(RACK) and not end.removeprefix(RACK).isdecimal():
                raise UnsoundError(
                    f"{field}[{number}]: expected {RACK} and a number, such as {RACK}12 (got {end!r})"
                )
            row = end.removeprefix(ROW)
            if end.startswith(ROW) and not (row.isascii() and row.isalpha() and row.isupper()):
                raise UnsoundError(
                    f"{field}[{number}]: expected {ROW} and letters, such as {ROW}A (got {end!r})"
                )
            if end == ZONE:
                raise UnsoundError(f"{field}[{number}]: name the zone, such as {ZONE}Hall 1")


def read_ends(text: str, _number: ReadNumber) -> Ends:
    """Read pairs of ends as people type them: ``row:A to row:B; rack:3 to any``.

    Raises
    ------
    ValueError
        With what to type instead.

    >>> from fatdesk.core.typed_values import typed_quantity
    >>> read_ends("row:A to row:B; rack:3 to any", typed_quantity)
    (('row:A', 'row:B'), ('rack:3', ''))
    >>> write_ends((("row:A", "row:B"), ("rack:3", "")))
    'row:A to row:B; rack:3 to any'
    """
    found = []
    for pair in filter(None, (some.strip() for some in text.split(NEXT))):
        first, to, second = (some.strip() for some in pair.partition(TO))
        if not first or not to or not second:
            raise ValueError("type two ends, such as row:A to row:B; rack:3 to any")
        found.append((EVERY if first == ANY else first, EVERY if second == ANY else second))
    pairs = tuple(found)
    try:
        check_ends(pairs, "pair")
    except UnsoundError as error:
        raise ValueError(str(error)) from None
    return pairs


def write_ends(pairs: Ends) -> str:
    """Return pairs of ends as people type them."""
    return f"{NEXT} ".join(TO.join(end or ANY for end in pair) for pair in pairs)


def unknown_ends(pairs: Ends, floor: Floor, devices: Sequence[str]) -> Iterator[str]:
    """Describe the ends that nothing on the floor is at, each once.

    Parameters
    ----------
    devices
        The ids of all devices.
    """
    racks = {rack.number for rack in floor.racks}
    rows, zones = {letters(rack.row) for rack in floor.racks}, {zone.name for zone in floor.zones}
    for end in dict.fromkeys(end for pair in pairs for end in pair):
        number = rack_of(end)
        if number is not None:
            if number not in racks:
                yield f"there is no rack {number}"
        elif end.startswith(ROW):
            if end.removeprefix(ROW) not in rows:
                yield f"there is no row {end.removeprefix(ROW)}"
        elif end.startswith(ZONE):
            if end.removeprefix(ZONE) not in zones:
                yield f"there is no zone {end.removeprefix(ZONE)}"
        elif end and not any(is_at(end, device) for device in devices):
            yield f"no device has an id that begins with {end}"


def are_between(
    pairs: Ends,
    ends: tuple[NDArray[np.int32], NDArray[np.int32]],
    ids: Sequence[str],
    floor: Floor,
    catalog: Catalog,
) -> NDArray[np.bool_]:
    """Whether cables are between the ends of some pair, in either direction.

    Parameters
    ----------
    ends
        Of each cable the nodes and the racks, by index, at both ends; (k, 2) each. Of racks -1: none.
    ids
        Of the nodes.
    """
    nodes, racks = ends
    at = {
        end: _nodes_at(end, ids)[nodes] | np.append(_racks_at(end, floor, catalog), False)[racks]
        for end in dict.fromkeys(end for pair in pairs for end in pair)
    }
    found = np.zeros(len(nodes), bool)
    for first, second in pairs:
        found |= (at[first] & at[second][:, ::-1]).any(axis=1)
    return found


def _nodes_at(end: str, ids: Sequence[str]) -> NDArray[np.bool_]:
    if end.startswith((RACK, ROW, ZONE)):
        return np.zeros(len(ids), bool)
    return np.array([is_at(end, one) for one in ids], bool)


def _racks_at(end: str, floor: Floor, catalog: Catalog) -> NDArray[np.bool_]:
    number = rack_of(end)
    if number is not None:
        here = [rack.number == number for rack in floor.racks]
    elif end.startswith(ROW):
        here = [letters(rack.row) == end.removeprefix(ROW) for rack in floor.racks]
    elif end.startswith(ZONE):
        zones = [zone for zone in floor.zones if zone.name == end.removeprefix(ZONE)]
        inside = {rack.number for zone in zones for rack in racks_in_zone(floor, zone, catalog)}
        here = [rack.number in inside for rack in floor.racks]
    else:
        here = [False] * len(floor.racks)
    return np.array(here, bool)
