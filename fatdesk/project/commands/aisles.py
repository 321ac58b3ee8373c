"""Commands that arrange racks: in line, at even distances, and with aisles of some width between rows."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from fatdesk.engine.catalog.parts import RackPart
from fatdesk.engine.floor.floor import (
    Aisle,
    Floor,
    Front,
    Rack,
    RowSpan,
    Tray,
    after_quarters,
    aisles_between,
    footprint_mm,
    fronts_of_rows,
    letters,
    rack_label,
    row_spans,
)
from fatdesk.project.commands import Batch, Command
from fatdesk.project.commands.racks import MoveRacks, RackMove, TurnRacks
from fatdesk.project.commands.room import ChangeTray
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
    """Fronts that face the same side on one line, that of the foremost."""
    places = []
    for front in dict.fromkeys(rack.front for rack in racks):
        some = [(rack, _rack_size(rack, parts)) for rack in racks if rack.front == front]
        if front == "down":
            line = max(rack.y_mm + deep for rack, (_, deep) in some)
            places += [(rack, rack.x_mm, line - deep) for rack, (_, deep) in some]
        elif front == "up":
            line = min(rack.y_mm for rack, _ in some)
            places += [(rack, rack.x_mm, line) for rack, _ in some]
        elif front == "right":
            line = max(rack.x_mm + wide for rack, (wide, _) in some)
            places += [(rack, line - wide, rack.y_mm) for rack, (wide, _) in some]
        else:
            line = min(rack.x_mm for rack, _ in some)
            places += [(rack, line, rack.y_mm) for rack, _ in some]
    return _put("Align fronts of racks", places)


def distribute(floor: Floor, parts: Parts, racks: Sequence[Rack]) -> Command | None:
    """Even gaps along x between the outermost two, which stay."""
    if len(racks) < 3:
        return None
    in_order = sorted(racks, key=lambda rack: (rack.x_mm, rack.number))
    first, last = in_order[0], in_order[-1]
    room = last.x_mm - first.x_mm - sum(_rack_size(rack, parts)[0] for rack in in_order[:-1])
    gap, x, places = room / (len(in_order) - 1), first.x_mm, []
    for rack in in_order[:-1]:
        places.append((rack, x, rack.y_mm))
        x += _rack_size(rack, parts)[0] + gap
    return _put("Distribute racks evenly", places)


def turn_around(floor: Floor, parts: Parts, racks: Sequence[Rack]) -> Command | None:
    """Each front to the other side."""
    return _turned("Turn", racks, {rack.number: after_quarters(rack.front, 2) for rack in racks})


def turn_quarter(floor: Floor, parts: Parts, racks: Sequence[Rack]) -> Command | None:
    """Each a quarter turn clockwise, as seen from above."""
    return _turned("Turn", racks, {rack.number: after_quarters(rack.front, 1) for rack in racks})


def face_each_other(floor: Floor, parts: Parts, racks: Sequence[Rack]) -> Command | None:
    """The rows of some racks in pairs, as they follow each other on the floor: fronts to one aisle.

    Racks of one row face the next row beyond it, or the row before where there is none beyond.
    """
    chosen = {rack.row for rack in racks}
    rows = list(row_spans(floor, parts.get))
    if len(chosen) == 1 and len(rows) > 1:
        at = rows.index(chosen.pop())
        chosen = {rows[at], rows[at + 1] if at + 1 < len(rows) else rows[at - 1]}
    in_order = [row for row in rows if row in chosen]
    fronts: dict[int, Front] = {row: "up" if n % 2 else "down" for n, row in enumerate(in_order)}
    some = [rack for rack in floor.racks if rack.row in fronts]
    turned = _turned("Face", some, {rack.number: fronts[rack.row] for rack in some})
    if turned is None:
        return None
    names = ", ".join(letters(row) for row in sorted(in_order))
    return Batch(name=f"Face rows {names} to each other", commands=turned.commands)


def _turned(word: str, racks: Sequence[Rack], fronts: Mapping[int, Front]) -> Batch | None:
    """Turn racks to the fronts of their numbers; None: they face so already."""
    by_front: dict[Front, list[int]] = {}
    for rack in racks:
        if fronts[rack.number] != rack.front:
            by_front.setdefault(fronts[rack.number], []).append(rack.number)
    if not by_front:
        return None
    what = f"rack {rack_label(racks[0])}" if len(racks) == 1 else f"{len(racks)} racks"
    commands = tuple(TurnRacks(racks=tuple(some), front=front) for front, some in by_front.items())
    return Batch(name=f"{word} {what}", commands=commands)


def _rack_size(rack: Rack, parts: Parts) -> tuple[float, float]:
    part = parts.get(rack.part)
    return footprint_mm(rack, part) if isinstance(part, RackPart) else (0.0, 0.0)


def _put(name: str, places: Sequence[tuple[Rack, float, float]]) -> Command | None:
    moves = tuple(
        RackMove(rack=rack.number, x_mm=round(x, 3), y_mm=round(y, 3))
        for rack, x, y in places
        if (round(x, 3), round(y, 3)) != (rack.x_mm, rack.y_mm)
    )
    return Batch(name=name, commands=(MoveRacks(moves=moves),)) if moves else None


_TOUCH_MM = 1.0
"""A tray that ends so near to a row's edge counts as over it."""


def aisles(floor: Floor, parts: Parts) -> list[Aisle]:
    """The aisles between rows that lie apart."""
    return aisles_between(row_spans(floor, parts.get), fronts_of_rows(floor.racks))


def set_aisle(floor: Floor, parts: Parts, aisle: Aisle, width_mm: float) -> Command | None:
    """Make an aisle so wide: all that lies beyond moves, trays stretch; columns stay. None: it is so."""
    return set_aisles(floor, parts, [aisle], width_mm)


def set_aisles(floor: Floor, parts: Parts, chosen: Sequence[Aisle], width_mm: float) -> Command | None:
    """Make several aisles so wide, as ``set_aisle`` does each. None: they are."""
    shifts = [(aisle.far, round(width_mm - aisle.width_mm, 3)) for aisle in chosen]

    def shift_at(y_mm: float) -> float:
        return round(sum(shift for far, shift in shifts if y_mm >= far), 3)

    rows = {row: shift_at(span.near) for row, span in row_spans(floor, parts.get).items()}
    moves = tuple(
        RackMove(rack=rack.number, x_mm=rack.x_mm, y_mm=round(rack.y_mm + rows[rack.row], 3))
        for rack in floor.racks
        if rows.get(rack.row)
    )
    if not moves:
        return None
    moved: list[Command] = [MoveRacks(moves=moves)]
    for tray in floor.trays:
        points = tuple((x, round(y + shift_at(y + _TOUCH_MM), 3)) for x, y in tray.points_mm)
        if points != tray.points_mm:
            moved.append(ChangeTray(tray=replace(tray, points_mm=points)))
    which = "an aisle" if len(chosen) == 1 else f"{len(chosen)} aisles"
    name = f"Make {which} {width_mm / 1000:g} m wide" if width_mm else f"Close {which}"
    return Batch(name=name, commands=tuple(moved))


class Way(NamedTuple):
    """A strip of floor to be opened: across which axis, where it begins, how wide it is."""

    across: str
    begin_mm: float
    width_mm: float


def _metres(mm: float) -> str:
    return f"{round(mm / 1000, 3):g}"


class Gap(NamedTuple):
    """The floor between the racks before and beyond a strip, in millimetres: now, and once it is open.

    ``now`` is None where no rack is before it, or where racks of both sides are next to each other in
    different rows; then there is no one width.
    """

    now: float | None
    opened: float | None

    def title(self, way: Way) -> str:
        """Title of the step, for cards and the undo menu."""
        if self.now is None or self.opened is None:
            return f"Move racks apart by {_metres(way.width_mm)} m"
        if self.now < _TOUCH_MM:
            return f"Open an aisle {_metres(self.opened)} m wide"
        return f"Widen an aisle from {_metres(self.now)} to {_metres(self.opened)} m"


def gap_of(floor: Floor, parts: Parts, way: Way) -> Gap:
    """Measure the gap that a strip widens."""
    before, beyond = [], []
    for rack in floor.racks:
        start = rack.x_mm if way.across == "x" else rack.y_mm
        if _is_beyond(rack, parts, way):
            beyond.append(start)
        else:
            before.append(start + _size(rack, parts, way))
    if not before or not beyond:
        return Gap(None, None)
    now = round(min(beyond) - max(before), 3)
    return Gap(None, None) if now < -_TOUCH_MM else Gap(max(0.0, now), round(now + way.width_mm, 3))


def _size(rack: Rack, parts: Parts, way: Way) -> float:
    return _rack_size(rack, parts)[0 if way.across == "x" else 1]


def _is_beyond(rack: Rack, parts: Parts, way: Way) -> bool:
    start = rack.x_mm if way.across == "x" else rack.y_mm
    return start + _size(rack, parts, way) / 2 >= way.begin_mm


def open_aisle(floor: Floor, parts: Parts, way: Way) -> Command | None:
    """Open an aisle: racks whose middle lies beyond its beginning move, trays stretch. None: no rack does."""
    along_x = way.across == "x"
    moves = []
    for rack in floor.racks:
        if _is_beyond(rack, parts, way):
            x, y = _shifted((rack.x_mm, rack.y_mm), way)
            moves.append(RackMove(rack=rack.number, x_mm=x, y_mm=y))
    if not moves:
        return None
    commands: list[Command] = [MoveRacks(moves=tuple(moves))]
    for tray in floor.trays:
        points = tuple(
            _shifted(point, way) if point[0 if along_x else 1] >= way.begin_mm - _TOUCH_MM else point
            for point in tray.points_mm
        )
        if points != tray.points_mm:
            commands.append(ChangeTray(tray=replace(tray, points_mm=points)))
    return Batch(name=gap_of(floor, parts, way).title(way), commands=tuple(commands))


def _shifted(point: tuple[float, float], way: Way) -> tuple[float, float]:
    x, y = point
    by = way.width_mm
    return (round(x + by, 3), y) if way.across == "x" else (x, round(y + by, 3))


def move_row(floor: Floor, parts: Parts, row: int, name: str, dx: float, dy: float) -> Command | None:
    """Move a row with the trays over it; trays that only end there stretch. None: it stays."""
    spans = row_spans(floor, parts.get)
    if row not in spans or not (dx or dy):
        return None
    moved: list[Command] = [_by([rack for rack in floor.racks if rack.row == row], dx, dy)]
    for tray in floor.trays:
        points = _carried(tray, spans[row], dx, dy)
        if points != tray.points_mm:
            moved.append(ChangeTray(tray=replace(tray, points_mm=points)))
    return Batch(name=f"Move row {name}", commands=tuple(moved))


def _carried(tray: Tray, row: RowSpan, dx: float, dy: float) -> tuple[tuple[float, float], ...]:
    """Points of a tray when a row under it moves: a tray along the row goes with it, others follow across."""
    over = [row.near - _TOUCH_MM <= y <= row.far + _TOUCH_MM for _, y in tray.points_mm]
    aside = dx if all(over) else 0.0
    return tuple(
        (round(x + aside, 3), round(y + dy, 3)) if inside else (x, y)
        for (x, y), inside in zip(tray.points_mm, over, strict=True)
    )


def _by(racks: list[Rack], dx: float, dy: float) -> MoveRacks:
    return MoveRacks(
        moves=tuple(
            RackMove(rack=rack.number, x_mm=round(rack.x_mm + dx, 3), y_mm=round(rack.y_mm + dy, 3))
            for rack in racks
        )
    )
