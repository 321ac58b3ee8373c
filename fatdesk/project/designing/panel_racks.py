"""Panel racks for panels that have no place: empty racks of the room, else new ones at the ends of rows."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from fatdesk.core.number_text import counted
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.floor.floor import Floor, Rack, Reserved, rack_label
from fatdesk.engine.floor.room import RoomRequirement, TraySize
from fatdesk.engine.floor.room_layout import places
from fatdesk.engine.structured.placing import NOTE, free_panels
from fatdesk.project.commands import Batch, Command
from fatdesk.project.commands.racks import AddRack, Reserve
from fatdesk.project.commands.room import AddTray
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.building import with_rack

ROUNDS = 4
"""Number of times that racks are added for panels that still have no place."""


class PanelRacks(NamedTuple):
    """Panel racks that a project lacks.

    Attributes
    ----------
    floor
        With them.
    added, kept
        Labels of new racks, and of empty racks whose units are kept for panels.
    lacking
        Panels that need a panel rack even so.
    """

    floor: Floor
    added: tuple[str, ...]
    kept: tuple[str, ...]
    lacking: int

    @property
    def text(self) -> str:
        """The racks, in words.

        >>> PanelRacks(Floor(), ("B09",), ("A03", "A04"), 0).text
        '1 panel rack added (B09), 2 empty racks kept for panels (A03, A04)'
        """
        texts = []
        if self.added:
            texts.append(f"{counted(len(self.added), 'panel rack')} added ({', '.join(self.added)})")
        if self.kept:
            texts.append(f"{counted(len(self.kept), 'empty rack')} kept for panels ({', '.join(self.kept)})")
        return ", ".join(texts) or "no panel rack is added"


def lacking_panels(derived: Derived) -> int:
    """Return the number of panels without a place, or not in a panel rack where the rules want them there."""
    return sum(_lacking(derived).values())


def _lacking(derived: Derived) -> dict[int, int]:
    """The panels that need a panel rack, by the index of the rack that they are in now."""
    structured, rules = derived.structured, derived.project.cabling
    if structured is None or rules.panel_racks == "devices":
        return {}
    found = Counter(panel.rack for panel in structured.panels if panel.u is None)
    if rules.panel_racks == "own":
        found |= {rack: need[0] for rack, need in structured.needs.items() if structured.homes[rack] == rack}
    return dict(sorted(found.items()))


def panel_racks(derived: Derived) -> PanelRacks | None:
    """Find the panel racks that a project lacks; None: its panels have places, or its rules want no racks.

    Panel racks of their own are in the rows of the devices. Others are empty racks of the room, or new ones
    at the ends of rows, whichever is nearest. A room of given size gets no more racks.
    """
    if not _lacking(derived):
        return None
    project = derived.project
    for _ in range(ROUNDS):
        floor = _with_racks(derived)
        if floor is None:
            break
        derived = Derived(replace(derived.project, floor=floor), derived)
    before = {rack.number: rack for rack in project.floor.racks}
    racks = derived.project.floor.racks
    return PanelRacks(
        derived.project.floor,
        tuple(rack_label(rack) for rack in racks if rack.number not in before),
        tuple(
            rack_label(rack)
            for rack in racks
            if (old := before.get(rack.number)) is not None and old.reserved != rack.reserved
        ),
        lacking_panels(derived),
    )


def panel_rack_step(derived: Derived) -> Command | None:
    """Return the edit that adds the panel racks that a project lacks; None: there are none to add."""
    found = panel_racks(derived)
    if found is None or not found.added + found.kept:
        return None
    count = len(found.added) + len(found.kept)
    name = "Add panel rack" if count == 1 else f"Add {count} panel racks"
    return Batch(name=name, commands=tuple(_commands(derived.project.floor, found.floor)))


def _commands(before: Floor, after: Floor) -> Iterator[Command]:
    """The edits that lead from one floor to the other."""
    racks, trays = {rack.number: rack for rack in before.racks}, {tray.id for tray in before.trays}
    for rack in after.racks:
        old = racks.get(rack.number)
        if old is None:
            yield AddRack(
                part=rack.part,
                row=rack.row,
                position=rack.position,
                x_mm=rack.x_mm,
                y_mm=rack.y_mm,
                number=rack.number,
                front=rack.front,
            )
        known = () if old is None else old.reserved
        for some in rack.reserved:
            if some not in known:
                yield Reserve(rack=rack.number, u=some.u, height_u=some.height_u, note=some.note)
    yield from (AddTray(tray=tray) for tray in after.trays if tray.id not in trays)


def _with_racks(derived: Derived) -> Floor | None:
    """The floor with panel racks for the panels that need them; None: there is no room for one."""
    project, structured = derived.project, derived.structured
    assert structured is not None
    floor, found = project.floor, None
    left: list[tuple[int, int]] = []  # row, and units that are left of each rack that is added
    for index, count in _lacking(derived).items():
        rack = floor.racks[index]
        needed, height = structured.needs.get(index, (count, 1))
        units = needed * height
        fitting = next((n for n, (row, free) in enumerate(left) if row == rack.row and free >= units), None)
        if fitting is None:
            more = _with_rack(found or floor, rack, derived)
            if more is None:
                continue
            found, at = more
            left.append((rack.row, free_panels(found.racks[at], derived.catalog, 1)))
            fitting = len(left) - 1
        left[fitting] = rack.row, left[fitting][1] - units
    return found


def _with_rack(floor: Floor, rack: Rack, derived: Derived) -> tuple[Floor, int] | None:
    """The floor with a panel rack for a rack of devices, and its index; None: there is no room for one."""
    project, catalog = derived.project, derived.catalog
    in_row = project.cabling.panel_racks == "own"
    found: list[tuple[float, int, Floor]] = []
    for index, other in enumerate(floor.racks):
        if not other.devices and not other.reserved and not catalog.rack(other.part).holds:
            found.append((_away(rack, other), index, floor))
    room = project.wishes.room or RoomRequirement()
    if places(room) is None:
        rules = project.cabling
        width, depth = rules.tray_m
        size = TraySize(above_rack_m=rules.tray_above_rack_m, width_m=width, depth_m=depth)
        more = with_rack(floor, replace(room, rack=rack.part), catalog, size, rack.row)
        if more is not None:
            found.append((_away(rack, more.racks[-1]), len(more.racks) - 1, more))
    found = [one for one in found if not in_row or one[2].racks[one[1]].row == rack.row]
    if not found:
        return None
    _, index, after = min(found, key=lambda one: one[:2])
    racks = list(after.racks)
    racks[index] = _kept(racks[index], catalog)
    return replace(after, racks=tuple(racks)), index


def _away(rack: Rack, other: Rack) -> float:
    return abs(other.x_mm - rack.x_mm) + abs(other.y_mm - rack.y_mm)


def _kept(rack: Rack, catalog: Catalog) -> Rack:
    """An empty rack whose free units are kept for panels."""
    part = catalog.rack(rack.part)
    taken = {u for some in part.contents for u in range(some.u, some.u + some.height_u)}
    kept: list[Reserved] = []
    for u in range(1, part.height_u + 1):
        if u in taken:
            continue
        if kept and kept[-1].u + kept[-1].height_u == u:
            kept[-1] = replace(kept[-1], height_u=kept[-1].height_u + 1)
        else:
            kept.append(Reserved(u=u, height_u=1, note=NOTE))
    return replace(rack, reserved=tuple(kept))
