"""Work and money of a step: cables kept, moved, added and removed; what is bought; what stays unused."""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from msgspec.structs import asdict, replace

from fatdesk.core.arrays import Longs
from fatdesk.core.units import m_from_um
from fatdesk.engine.bill.making import Bill, make_bill
from fatdesk.engine.bill.rules import terms_by_line
from fatdesk.engine.cabling.choosing import options_for
from fatdesk.engine.cabling.identity import cable_ids, link_ids
from fatdesk.engine.cabling.laying import FabricCabling
from fatdesk.engine.cabling.wiring_list import CableRow
from fatdesk.engine.catalog.plugs import port_table
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.floor.budget import heights_u
from fatdesk.engine.floor.floor import rack_label
from fatdesk.engine.growth.changes import Changes, Fate, changes_between
from fatdesk.project.commands.fabrics import Redesign
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.cable_records import CableRecord, CableRecords
from fatdesk.project.document.growth import GrowthStep
from fatdesk.project.growing.growing import Grown

LinkKey = tuple[str, int, int]
"""Switch, port and leg at the first end of a link."""


@dataclass(frozen=True)
class Work:
    """A step with what its cables become, and with the cables that stay recorded as they are."""

    grown: Grown
    changes: Changes

    @cached_property
    def purchases(self) -> Bill:
        """Items of which the project has more after the step than before, at its prices.

        Cables that are pulled out serve where the same part and length is needed.
        """
        before, after = self.grown.before, self.grown.after
        return _bill(after, before)

    @cached_property
    def left_over(self) -> Bill:
        """Items of which the project has fewer after the step: spares from then on."""
        before, after = self.grown.before, self.grown.after
        return _bill(before, after)

    @property
    def hours(self) -> Fraction:
        """Hours of hands for all cables that are moved, added or removed."""
        return self.changes.hours(self.grown.project.bill)

    @property
    def moved(self) -> int:
        """Cables that are moved."""
        return self.changes.count(Fate.MOVED)

    @property
    def proof(self) -> dict[str, int] | None:
        """Cables between switches that leave a port, and the lower bound that proves them; None: rebuilt."""
        rewired = self.grown.rewired.values()
        if not rewired:
            return None
        return {
            "value": sum(one.taken_off for one in rewired),
            "lower_bound": sum(one.least_taken_off for one in rewired),
        }

    @property
    def stranded_ports(self) -> int:
        """Ports of switches without a link after the step."""
        return sum(free_ports(fabric, self.grown.after) for fabric in self.grown.after.fabrics)

    @property
    def stranded_u(self) -> int:
        """Free units of the racks that hold devices after the step."""
        after = self.grown.after
        free = 0
        for rack in after.project.floor.racks:
            if rack.devices:
                reserved = sum(some.height_u for some in rack.reserved)
                free += (
                    after.catalog.rack(rack.part).height_u
                    - reserved
                    - sum(heights_u(rack.devices, after.catalog))
                )
        return free

    def applied(self, to_come: Sequence[GrowthStep] = ()) -> Redesign:
        """The edit that makes the step the state of the project.

        Parameters
        ----------
        to_come
            Steps that remain.
        """
        before, after = self.grown.before.project, self.grown.project
        known = {part.id: part for part in before.parts}
        return Redesign(
            hosts=after.hosts,
            fabrics=after.fabrics,
            wishes=after.wishes,
            floor=after.floor,
            naming=after.naming,
            parts=tuple(part for part in after.parts if known.get(part.id) != part),
            cables=tuple(CableRecords.of(after.cables).in_order()),
            replugged=after.replugged,
            growth=tuple(to_come),
        )


def _bill(more: Derived, less: Derived) -> Bill:
    """The bill of what one project has more of than another."""
    there = {(item.part, item.length_m): item.count for item in less.items}
    items = [
        dataclasses.replace(item, count=item.count - there.get((item.part, item.length_m), 0))
        for item in more.items
    ]
    project = more.project
    return make_bill(
        [item for item in items if item.count > 0],
        [rack_label(rack) for rack in project.floor.racks],
        more.catalog,
        project.bill,
        terms=terms_by_line(project.terms),
    )


def free_ports(fabric: Fabric, derived: Derived) -> int:
    """Ports of the switches of a network that have no link."""
    switches = fabric.nodes(NodeKind.SWITCH)
    sizes = [len(port_table(derived.catalog, part.part, part.cards, part.card).cage) for part in fabric.parts]
    ends, ports = fabric.ends.astype(np.int64), fabric.ports.astype(np.int64)
    used = np.unique(np.concatenate([ends[:, 0] << 20 | ports[:, 0], ends[:, 1] << 20 | ports[:, 1]]))
    at_switches = fabric.kind[used >> 20] == NodeKind.SWITCH
    return int(np.array(sizes, np.int64)[fabric.part[switches]].sum() - at_switches.sum())


def work_of(grown: Grown) -> Work:
    """Return a step with its changes; cables that are there keep part and length, wherever they are used."""
    before, after = grown.before, grown.after
    moved: dict[str, str] = {}
    fits: dict[str, bool] = {}
    old_rows = {row.id: row for row in before.rows}
    rows = list(after.rows)
    for fabric in after.cabling.fabrics:
        name = fabric.fabric.name
        if name in grown.rewired:
            moved |= _moved_cables(grown, fabric, before)
    allowed = _allowed_parts(after, moved)
    for row in rows:
        origin = moved.get(row.id)
        if origin is not None and origin in old_rows:
            fits[row.id] = _reaches(old_rows[origin], row, allowed.get(row.id, ()))
    records = list(_records(grown, rows, old_rows, moved, fits))
    project = replace(after.project, cables=CableRecords(records))
    final = dataclasses.replace(grown, after=Derived(project, after))
    return Work(final, changes_between(old_rows.values(), final.after.rows, moved, fits))


def _keys(fabric: Fabric) -> dict[LinkKey, int]:
    """The number of each link by its first end."""
    near, port, leg = fabric.ends[:, 0].tolist(), fabric.ports[:, 0].tolist(), fabric.split.tolist()
    return {(fabric.ids[a], p, s): n for n, (a, p, s) in enumerate(zip(near, port, leg, strict=True))}


def _moved_cables(grown: Grown, made: FabricCabling, before: Derived) -> dict[str, str]:
    """The cable before of each cable whose links were moved, by ids."""
    fabric = made.fabric
    rewired = grown.rewired[fabric.name]
    number = before.number_of(fabric.name)
    old = before.cabling.fabrics[number]
    keys = _keys(rewired.after)
    near = fabric.ends[made.heads, 0].tolist()
    ports, legs = fabric.ports[made.heads, 0].tolist(), fabric.split[made.heads].tolist()
    at = [keys[fabric.ids[a], p, s] for a, p, s in zip(near, ports, legs, strict=True)]
    origin = np.asarray(rewired.origin, np.int64)[at]
    head = _head_of_link(old)
    was = np.where(origin >= 0, head[np.maximum(origin, 0)], -1)
    has = np.flatnonzero(was >= 0)
    now = link_ids(fabric, made.heads[has], grown.after.catalog)
    then = link_ids(old.fabric, was[has], before.catalog)
    return {a: b for a, b in zip(now, then, strict=True) if a != b}


def _head_of_link(made: FabricCabling) -> Longs:
    """The first link of the cable of each link; -1: of none."""
    head = np.full(len(made.fabric.ends), -1, np.int64)
    head[made.links] = np.repeat(made.heads, np.diff(made.start))
    return head


def _allowed_parts(after: Derived, moved: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """Parts that could serve each moved cable, by its id after the step."""
    found: dict[str, frozenset[str]] = {}
    for made, ids in zip(after.cabling.fabrics, _cable_ids(after), strict=True):
        parts = [
            frozenset(option.cable.id for option in options_for(need, after.catalog, "any"))
            for need in made.needs
        ]
        for cable, need in zip(ids, made.need.tolist(), strict=True):
            if cable in moved and need >= 0:
                found[cable] = parts[need]
    return found


def _cable_ids(derived: Derived) -> list[list[str]]:
    """The ids of the cables of each network."""
    return [cable_ids(made, derived.catalog) for made in derived.cabling.fabrics]


def _reaches(was: CableRow, row: CableRow, allowed: frozenset[str] | tuple[str, ...]) -> bool:
    """Whether a cable that is there can be used elsewhere: it fits the ports, and is long enough."""
    if not was.part or (was.part != row.part and was.part not in allowed):
        return False
    has, needs = was.length.ordered_um, row.length.computed_um
    return has is not None and needs is not None and has >= needs


def _records(
    grown: Grown,
    rows: list[CableRow],
    old_rows: Mapping[str, CableRow],
    moved: Mapping[str, str],
    fits: Mapping[str, bool],
) -> Iterator[CableRecord]:
    """The records of cables after a step: those that stay keep what is there, against the rules."""
    known = grown.before.project.cables
    for row in rows:
        origin = moved.get(row.id, row.id)
        was = old_rows.get(origin)
        if was is None or (row.id in moved and not fits.get(row.id)):
            continue
        record = known.get(origin)
        values = {} if record is None else {**asdict(record), "id": row.id}
        if row.id in moved:
            values = {"id": row.id, "remark": values.get("remark", "")}
        same = (was.part, was.length.ordered_um) == (row.part, row.length.ordered_um)
        if not same and was.part and was.length.ordered_um is not None:
            values |= {"id": row.id, "part": was.part, "length_m": m_from_um(was.length.ordered_um)}
        made = CableRecord(**values) if values else None
        if made is not None and made != CableRecord(id=row.id):
            yield made
