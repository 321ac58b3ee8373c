"""Cables whose length depends on placement, as arrays of devices, and distances between racks."""

from dataclasses import dataclass

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.core.units import HALF_U_UM, UM_PER_M, um_from_m, um_from_mm
from fatdesk.engine.cabling.choice.choosing import Option
from fatdesk.engine.cabling.choice.link_groups import PlugPair
from fatdesk.engine.cabling.positions import half_widths, height_of, reach_um
from fatdesk.engine.catalog.parts import Enclosure
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.floor.floor import Device
from fatdesk.engine.improving.stock import Stock
from fatdesk.engine.improving.task import Task
from fatdesk.engine.trays.graph import tray_graph
from fatdesk.engine.trays.routes import distances

NO_WAY_UM = 2**50
"""The length of a way that no tray leads: longer than any cable."""


@dataclass(frozen=True, eq=False)
class Ways:
    """Lengths of cables between two seats, as :mod:`fatdesk.engine.cabling.spans` defines them.

    ``between_um`` is what lies in trays and to the sides, by rack and rack; ``drop_um`` is from the top
    of a rack's highest unit up to the tray.
    """

    between_um: Longs
    drop_um: Longs
    tolerance_ppm: int
    slack_um: int
    depth_um: Longs
    """The depth of each rack; all zero where depth does not count."""

    def rise(self, rack: Longs, middle_um: Longs) -> Longs:
        """From the middle of a device up to the tray (or down to it)."""
        up: Longs = np.abs(self.drop_um[rack] + middle_um)
        return up

    def ordered_for(self, plain: Longs) -> Longs:
        """The computed length of a way: with tolerance, rounded half up, and slack."""
        if self.tolerance_ppm:
            plain = plain + (2 * plain * self.tolerance_ppm + UM_PER_M) // (2 * UM_PER_M)
        return plain + self.slack_um

    def face(self, rack: Longs, reach_um: Longs) -> Longs:
        """From the front of a rack to the ports of a device, as ``cabling.positions`` has it."""
        return np.minimum(reach_um, self.depth_um[rack])

    def out(self, rack: Longs, reach_um: Longs) -> Longs:
        """From the ports of a device to the middle of its rack."""
        away: Longs = np.abs(self.face(rack, reach_um) - self.depth_um[rack] // 2)
        return away

    @property
    def racks(self) -> int:
        """Number of racks there are."""
        return len(self.drop_um)


def ways_of(task: Task) -> Ways:
    """Routes between any two racks of a floor."""
    racks = task.floor.racks
    graph = tray_graph(task.floor.trays, racks, task.catalog)
    halves = half_widths(racks, task.catalog)
    between = distances(graph)
    between = np.where(between < 0, NO_WAY_UM, between + halves[:, None] + halves)
    depth = [um_from_mm(task.catalog.rack(rack.part).depth_mm) if task.rules.depth else 0 for rack in racks]
    rules = um_from_m(task.rules.tolerance), um_from_m(task.rules.slack_m)
    return Ways(between, graph.drop_um, *rules, np.array(depth, np.int64))


@dataclass(frozen=True, eq=False)
class Wires:
    """All groups of links of a task with both ends on the floor.

    Devices are numbered as in the stock; movable devices first, then fixed ones.

    Attributes
    ----------
    ends : (l, 2) int64
        The devices of each link, groups one after the other.
    start : (g + 1,) int64
        Links of group i are ``start[i]`` to ``start[i + 1]``.
    need : (g,) int64
        Index into ``needs``, each with what could cable it.
    rack, middle_um : (d,) int64
        Rack of each device at the start, and how far its middle is below the top of its rack.
    reach_um : (d,) int64
        How far behind the front of its rack the ports of each device are, or AT_REAR.
    shift_um : (l, 2) int64
        How far the ports of each end are below the middle of its device: nodes of a chassis are in units of
        their own.
    first, groups
        Groups of device i are ``groups[first[i]:first[i + 1]]``.
    """

    ends: Longs
    start: Longs
    need: Longs
    needs: tuple[tuple[PlugPair, tuple[Option, ...]], ...]
    rack: Longs
    middle_um: Longs
    reach_um: Longs
    shift_um: Longs
    first: Longs
    groups: Longs

    @property
    def count(self) -> int:
        """Number of groups there are."""
        return len(self.need)


def wires_of(task: Task, stock: Stock) -> Wires:
    """The groups of links of a task."""
    numbers, rack, middle, reach = _numbered(task, stock)
    ends, sizes, need = [np.zeros((0, 2), np.int64)], [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    below, shifts = _shifts(task), [np.zeros((0, 2), np.int64)]
    needs: list[tuple[PlugPair, tuple[Option, ...]]] = []
    for formed in task.formed:
        fabric, groups = formed.fabric, formed.groups
        device = np.array([numbers.get(node, -1) for node in fabric.ids], np.int64)
        at = device[fabric.ends[groups.links]]
        shift = np.array([below.get(node, 0) for node in fabric.ids], np.int64)[fabric.ends[groups.links]]
        group = np.repeat(np.arange(len(groups.need)), np.diff(groups.start))
        inside = fabric.kind[fabric.ends[groups.links, 1]] != NodeKind.EXTERNAL
        lost = np.zeros(len(groups.need), bool)
        lost[group[inside & (at < 0).any(axis=1)]] = True
        kept = inside & ~lost[group]
        size = np.bincount(group[kept], minlength=len(groups.need))
        ends.append(at[kept])
        shifts.append(shift[kept])
        sizes.append(size[size > 0])
        need.append(groups.need[size > 0].astype(np.int64) + len(needs))
        needs += zip(groups.needs, formed.assortment.of_need, strict=True)
    all_ends = np.concatenate(ends)
    start = np.concatenate([[0], np.cumsum(np.concatenate(sizes))]).astype(np.int64)
    first, by_device = _groups_by_device(all_ends, start, len(rack))
    all_shifts = np.concatenate(shifts)
    return Wires(
        all_ends, start, np.concatenate(need), tuple(needs), rack, middle, reach, all_shifts, first, by_device
    )


def _shifts(task: Task) -> dict[str, int]:
    """Distances of the nodes of chassis below the middle of theirs, by id."""
    found: dict[str, int] = {}
    for rack in task.floor.racks:
        for device in rack.devices:
            box = task.catalog[device.part] if device.inside else None
            if isinstance(box, Enclosure) and not box.switch:
                for slot, inner in enumerate(device.inside, start=1):
                    low, high = box.place(slot)
                    found[inner.id] = ((box.height_u or 0) - 2 * (low - 1) - high) * HALF_U_UM
    return found


def _numbered(task: Task, stock: Stock) -> tuple[dict[str, int], Longs, Longs, Longs]:
    """Device numbers by id of node, the rack of each device, and its port positions."""
    numbers: dict[str, int] = {}
    rack = list(stock.home)
    middle = [0] * len(rack)
    reach = [reach_um(task.catalog[device.part]) for device in stock.devices]
    for content in stock.start:
        for device, um in zip(content.devices, content.middle_um, strict=True):
            middle[device] = um
    for number, some in enumerate(stock.devices):
        _number(some, number, numbers)
    for at, positions in enumerate(task.floor.racks):
        top = task.catalog.rack(positions.part).height_u
        for other in positions.devices:
            if other.id in numbers:
                continue
            _number(other, len(rack), numbers)
            rack.append(at)
            reach.append(reach_um(task.catalog[other.part]))
            middle.append((2 * (top - other.u + 1) - height_of(other, task.catalog)) * HALF_U_UM)
    return numbers, np.array(rack, np.int64), np.array(middle, np.int64), np.array(reach, np.int64)


def _number(device: Device, number: int, numbers: dict[str, int]) -> None:
    numbers[device.id] = number
    for inner in device.inside:
        numbers[inner.id] = number


def _groups_by_device(ends: Longs, start: Longs, devices: int) -> tuple[Longs, Longs]:
    group = np.repeat(np.arange(len(start) - 1), np.diff(start))
    pairs = np.unique(np.concatenate([np.stack([ends[:, i], group], axis=1) for i in (0, 1)]), axis=0)
    first = np.searchsorted(pairs[:, 0], np.arange(devices + 1))
    return first.astype(np.int64), pairs[:, 1].astype(np.int64)
