"""Place of a rack by row and position, next to the racks that are there."""

from collections.abc import Iterable

from fatdesk.engine.catalog.parts import RackPart
from fatdesk.engine.floor.floor import Floor, Rack
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.project.document.clearances import Parts


class Places:
    """The places of a room, prepared for many look-ups.

    A rack is in the middle of its place; places are as wide as the widest rack. A row continues the
    racks in it, and a new row keeps the distance of the others, or else the requested aisle.
    """

    def __init__(self, racks: Iterable[Rack], parts: Parts, room: RoomRequirement | None) -> None:
        self._rows: dict[int, list[tuple[Rack, RackPart]]] = {}
        self._width = self._depth = 0.0
        y_of_row: dict[int, float] = {}
        for rack in racks:
            y_of_row[rack.row] = rack.y_mm
            part = parts.get(rack.part)
            if isinstance(part, RackPart):
                self._rows.setdefault(rack.row, []).append((rack, part))
                self._width = max(self._width, part.width_mm)
                self._depth = max(self._depth, part.depth_mm)
        rows, self._aisle = sorted(y_of_row), _aisle_mm(room)
        self._distance = (
            None if len(rows) < 2 else (y_of_row[rows[-1]] - y_of_row[rows[0]]) / (rows[-1] - rows[0])
        )

    def corner(self, row: int, position: int, part: RackPart) -> tuple[float, float]:
        """The corner (x, y) in millimetres of a rack at a row and position."""
        widest, deepest = max(self._width, part.width_mm), max(self._depth, part.depth_mm)
        if not self._rows:
            x, y = position * widest + (widest - part.width_mm) / 2, row * (deepest + self._aisle)
            return round(x, 3), round(y, 3)
        near = min(abs(some - row) for some in self._rows)
        peers = [*self._rows.get(row - near, ()), *(self._rows.get(row + near, ()) if near else ())]
        peer, peer_part = min(peers, key=lambda pair: (abs(pair[0].position - position), pair[0].number))
        centre = peer.x_mm + peer_part.width_mm / 2 + (position - peer.position) * widest
        distance = deepest + self._aisle if self._distance is None else self._distance
        return round(centre - part.width_mm / 2, 3), round(peer.y_mm + (row - peer.row) * distance, 3)


def corner_of(
    floor: Floor, parts: Parts, room: RoomRequirement | None, row: int, position: int, part: RackPart
) -> tuple[float, float]:
    """The corner (x, y) in millimetres of a rack at a row and position."""
    return Places(floor.racks, parts, room).corner(row, position, part)


def _aisle_mm(room: RoomRequirement | None) -> float:
    aisle = (room or RoomRequirement()).aisle_m
    metres = aisle if not isinstance(aisle, tuple) else aisle[-1] if aisle else RoomRequirement().aisle_m
    return float(metres) * 1000 if not isinstance(metres, tuple) else 0.0
