"""Uses of a part in a project: hosts, fabrics, devices, cables, racks."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from fatdesk.engine.floor.floor import Device
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project


class Use(NamedTuple):
    """Something that uses a part: its kind, its name, and how many it takes.

    None: the part is only allowed there.
    """

    kind: str
    name: str
    taken: int | None


def where_used(project: Project, derived: Derived | None, part_id: str) -> list[Use]:
    """Return the uses of a part in a project, in the order of the work.

    Parameters
    ----------
    derived
        What follows from the project, which knows cables and transceivers; None: those are left out.
    """
    return list(_uses(project, derived, part_id))


def _uses(project: Project, derived: Derived | None, part_id: str) -> Iterator[Use]:
    for group in project.hosts:
        if group.part == part_id:
            yield Use("hosts", group.name, group.count)
    for fabric in project.fabrics:
        taken = sum(use.count for use in fabric.parts if use.part == part_id)
        wanted = fabric.requirement
        if taken:
            yield Use("fabric", wanted.name, taken)
        elif part_id in (*(wanted.edge or ()), *(wanted.core or ())):
            yield Use("fabric", wanted.name, None)
    counts: Counter[str] = Counter()
    for rack in project.floor.racks:
        counts["racks"] += rack.part == part_id
        counts["devices"] += sum(_count(device, part_id) for device in rack.devices)
    for kind, count in sorted(counts.items()):
        if count:
            yield Use(kind, "in the room", count)
    if derived is not None:
        for line in derived.bill.lines:
            if line.part == part_id and line.category in ("cables", "transceivers") and line.needed:
                yield Use(line.category, "" if line.length_m is None else f"{line.length_m:g} m", line.needed)
    by_hand = sum(record.part == part_id for record in project.cables.values())
    if by_hand:
        yield Use("cables", "chosen by hand", by_hand)


def _count(device: Device, part_id: str) -> int:
    return (device.part == part_id) + sum(_count(inner, part_id) for inner in device.inside)
