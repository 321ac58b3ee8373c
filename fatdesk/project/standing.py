"""Where a rack of a row and position stands, seen from the racks that are there."""

from fatdesk.engine.catalog.parts import RackPart
from fatdesk.engine.floor.floor import Floor, Rack
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.project.clearances import Parts


def corner_of(
    floor: Floor, parts: Parts, room: RoomRequirement | None, row: int, position: int, part: RackPart
) -> tuple[float, float]:
    """The corner (x, y) in millimetres of a rack at a row and position.

    A rack stands in the middle of its place; places are as wide as the widest rack. A row continues the
    racks that stand in it, and a new row keeps the distance of the others, or else the wished aisle.
    """
    known = [(rack, found) for rack in floor.racks if isinstance(found := parts.get(rack.part), RackPart)]
    widest = max([found.width_mm for _, found in known] + [part.width_mm])
    deepest = max([found.depth_mm for _, found in known] + [part.depth_mm])
    if not known:
        x, y = position * widest + (widest - part.width_mm) / 2, row * (deepest + _aisle_mm(room))
        return round(x, 3), round(y, 3)
    peer, peer_part = min(
        known, key=lambda pair: (abs(pair[0].row - row), abs(pair[0].position - position), pair[0].number)
    )
    centre = peer.x_mm + peer_part.width_mm / 2 + (position - peer.position) * widest
    y = peer.y_mm + (row - peer.row) * _row_distance(floor.racks, deepest + _aisle_mm(room))
    return round(centre - part.width_mm / 2, 3), round(y, 3)


def _row_distance(racks: tuple[Rack, ...], otherwise: float) -> float:
    y_of_row = {rack.row: rack.y_mm for rack in racks}
    rows = sorted(y_of_row)
    if len(rows) < 2:
        return otherwise
    return (y_of_row[rows[-1]] - y_of_row[rows[0]]) / (rows[-1] - rows[0])


def _aisle_mm(room: RoomRequirement | None) -> float:
    aisle = (room or RoomRequirement()).aisle_m
    metres = aisle if not isinstance(aisle, tuple) else aisle[-1] if aisle else RoomRequirement().aisle_m
    return float(metres) * 1000 if not isinstance(metres, tuple) else 0.0
