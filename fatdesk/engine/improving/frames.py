"""Racks as frames to fill: the units that are free for what moves, and the budgets that are left for it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from fatdesk.core.units import HALF_U_UM
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.floor.blocks import Kind
from fatdesk.engine.floor.budget import UNPLUGGED, Plugged, everything, figures, load
from fatdesk.engine.floor.checks import ROUNDED
from fatdesk.engine.floor.floor import Rack
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.engine.floor.stacking import Level, stacked

INF = float("inf")


@dataclass(frozen=True)
class Frame:
    """What a rack offers to the devices that move.

    Attributes
    ----------
    gaps
        Runs of free units from the top down: how many units are above each, and how many it has.
    keeps
        Whether something stands in it that stays.
    """

    part: str
    height_u: int
    depth_mm: float
    gaps: tuple[tuple[int, int], ...]
    free_u: int
    mass_kg: float
    power_w: float
    switches: float
    cables: float
    keeps: bool

    def middles(self, heights: Sequence[int], levels: Sequence[Level] = ()) -> list[int] | None:
        """Where devices of these heights are mounted, by their levels; without these from the top down.

        Micrometres from the top of the highest unit down to the middle of each; None when they do not fit.
        """
        above = stacked(self.gaps, heights, levels)
        if above is None:
            return None
        return [(2 * units + height) * HALF_U_UM for units, height in zip(above, heights, strict=True)]


def frame_of(
    rack: Rack,
    moving: Collection[str],
    catalog: Catalog,
    room: RoomRequirement,
    kinds: Mapping[str, Kind],
    plugged: Plugged = UNPLUGGED,
) -> Frame:
    """The frame of a rack without the devices that move.

    Parameters
    ----------
    kinds
        The kind of each device that the networks need, by its id.
    """
    part = catalog.rack(rack.part)
    taken = [False] * (part.height_u + 1)
    mass = power = 0.0
    keeps = False
    switches = cables = 0
    for device in rack.devices:
        if device.id in moving:
            continue
        keeps = True
        if device.id in kinds:
            switches += kinds[device.id].switches
            cables += kinds[device.id].cables
        height = figures(device, catalog)[0]
        for unit in range(device.u, device.u + (1 if height is None else height)):
            if unit <= part.height_u:
                taken[unit] = True
        for some in everything(device):
            own = load(some, catalog, plugged)
            mass += own.mass_kg
            power += own.power_w
    for kept in rack.reserved:
        for unit in range(kept.u, min(kept.u + kept.height_u, part.height_u + 1)):
            taken[unit] = True
    gaps = _gaps(taken, part.height_u)
    return Frame(
        part=rack.part,
        height_u=part.height_u,
        depth_mm=part.depth_mm,
        gaps=gaps,
        free_u=sum(size for _, size in gaps),
        mass_kg=INF if part.mass_limit_kg is None else part.mass_limit_kg - mass + ROUNDED,
        power_w=INF if part.power_limit_w is None else part.power_limit_w - power + ROUNDED,
        switches=INF if room.switches_per_rack is None else room.switches_per_rack - switches,
        cables=INF if room.cables_per_rack is None else room.cables_per_rack - cables,
        keeps=keeps,
    )


def _gaps(taken: list[bool], height_u: int) -> tuple[tuple[int, int], ...]:
    gaps: list[tuple[int, int]] = []
    unit = height_u
    while unit >= 1:
        if taken[unit]:
            unit -= 1
            continue
        top = unit
        while unit >= 1 and not taken[unit]:
            unit -= 1
        gaps.append((height_u - top, top - unit))
    return tuple(gaps)
