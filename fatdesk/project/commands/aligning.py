"""Commands that align racks or distribute them evenly."""

from collections.abc import Sequence

from fatdesk.engine.catalog.parts import RackPart
from fatdesk.engine.floor.floor import Floor, Rack
from fatdesk.project.commands import Batch, Command
from fatdesk.project.commands.racks import MoveRacks, RackMove
from fatdesk.project.document.clearances import Parts


def align_to_rows(floor: Floor, parts: Parts, racks: Sequence[Rack]) -> Command | None:
    """Each rack on the line of its row: that of the first rack of the row that is not among them."""
    moved = {rack.number for rack in racks}
    lines: dict[int, float] = {}
    for rack in sorted(floor.racks, key=lambda rack: (rack.number in moved, rack.position, rack.number)):
        lines.setdefault(rack.row, rack.y_mm)
    return _put("Align racks to their rows", [(rack, rack.x_mm, lines[rack.row]) for rack in racks])


def align_left(floor: Floor, parts: Parts, racks: Sequence[Rack]) -> Command | None:
    """Left sides on one line, that of the leftmost."""
    left = min(rack.x_mm for rack in racks)
    return _put("Align left sides of racks", [(rack, left, rack.y_mm) for rack in racks])


def align_fronts(floor: Floor, parts: Parts, racks: Sequence[Rack]) -> Command | None:
    """Fronts on one line, that of the foremost."""
    front = max(rack.y_mm + _size(rack, parts)[1] for rack in racks)
    return _put("Align fronts of racks", [(rack, rack.x_mm, front - _size(rack, parts)[1]) for rack in racks])


def distribute(floor: Floor, parts: Parts, racks: Sequence[Rack]) -> Command | None:
    """Even gaps along x between the outermost two, which stay."""
    if len(racks) < 3:
        return None
    in_order = sorted(racks, key=lambda rack: (rack.x_mm, rack.number))
    first, last = in_order[0], in_order[-1]
    room = last.x_mm - first.x_mm - sum(_size(rack, parts)[0] for rack in in_order[:-1])
    gap, x, places = room / (len(in_order) - 1), first.x_mm, []
    for rack in in_order[:-1]:
        places.append((rack, x, rack.y_mm))
        x += _size(rack, parts)[0] + gap
    return _put("Distribute racks evenly", places)


def _size(rack: Rack, parts: Parts) -> tuple[float, float]:
    part = parts.get(rack.part)
    return (part.width_mm, part.depth_mm) if isinstance(part, RackPart) else (0.0, 0.0)


def _put(name: str, places: Sequence[tuple[Rack, float, float]]) -> Command | None:
    moves = tuple(
        RackMove(rack=rack.number, x_mm=round(x, 3), y_mm=round(y, 3))
        for rack, x, y in places
        if (round(x, 3), round(y, 3)) != (rack.x_mm, rack.y_mm)
    )
    return Batch(name=name, commands=(MoveRacks(moves=moves),)) if moves else None
