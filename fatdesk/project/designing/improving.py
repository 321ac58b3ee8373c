"""Improved placement of a project as one edit of its floor."""

from collections.abc import Iterator

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.bill.rules import terms_by_line
from fatdesk.engine.cabling.by_hand import ByHand
from fatdesk.engine.cabling.choice.group_options import reserved_for
from fatdesk.engine.cabling.identity import cable_ids
from fatdesk.engine.cabling.tray_media import is_separated
from fatdesk.engine.floor.floor import Floor
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.engine.improving.improve import Improved, Showing, improve
from fatdesk.engine.improving.task import Task
from fatdesk.project.commands.devices import RackContent, Rearrange
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.cable_records import CableRecord
from fatdesk.project.document.project import Project

MOST_DEVICES = 250_000
"""Devices of a floor that the optimiser takes."""


def improve_project(
    project: Project,
    seed: int = 1,
    steps: int | None = None,
    seconds: float | None = None,
    *,
    progress: Showing,
) -> Improved:
    """Search for a placement with cheaper cables; see :func:`fatdesk.engine.improving.improve.improve`.

    Raises
    ------
    FatdeskError
        When there are too many devices.
    Cancelled
        When it is to stop before the search begins.
    """
    devices = sum(len(rack.devices) for rack in project.floor.racks)
    if devices > MOST_DEVICES:
        raise FatdeskError(
            f"the placement of {devices:,} devices cannot be improved, at most {MOST_DEVICES:,} are: the "
            "distances between all racks take too much memory"
        )
    return improve(task_of(Derived(project)), progress, seed=seed, steps=steps, seconds=seconds)


def not_compared(project: Project) -> str:
    """Describe the rules of cabling by which placements are not compared; empty: there are none.

    >>> not_compared(Project())
    ''
    """
    rules, found = project.cabling, []
    if project.floor.routes:
        found.append("route rules")
    if rules.apart != "no":
        found.append("paths kept apart")
    if is_separated(project.floor):
        found.append("trays for one medium")
    if rules.panels is not None:
        found.append("patch panels")
    if not found:
        return ""
    named = " and ".join([", ".join(found[:-1]), found[-1]]) if len(found) > 1 else found[0]
    return (
        f"Placements are compared by direct cables on the shortest routes, without {named}; "
        "the result is laid by these rules, and may need more cable than before"
    )


def task_of(derived: Derived) -> Task:
    """Return the optimiser's task: the floor of a project with all inputs of its cables."""
    project = derived.project
    by_hand = {
        record.id: ByHand(record.part, record.length_m, record.reason)
        for record in project.cables.values()
        if record.part is not None or record.length_m is not None
    }
    return Task(
        fabrics=derived.fabrics,
        formed=derived.formed,
        floor=project.floor,
        room=project.wishes.room or RoomRequirement(),
        rules=project.cabling,
        bill=project.bill,
        terms=terms_by_line(project.terms),
        catalog=derived.catalog,
        by_hand=by_hand,
        stays=held_devices(derived),
        named=frozenset(_named(derived)),
        plugged=reserved_for(derived.formed),
        own_rules=project.rules,
    )


def held_devices(derived: Derived) -> frozenset[str]:
    """Devices at both ends of cables that are there already, or were decided by hand for where they are."""
    held = {record.id for record in derived.project.cables.values() if is_held(record)}
    return frozenset(_at_cables(derived, held))


def _at_cables(derived: Derived, cables: set[str]) -> Iterator[str]:
    """Devices at both ends of some cables."""
    if not cables:
        return
    for made in derived.by_rule.fabrics:
        fabric = made.fabric
        for number, cable in enumerate(cable_ids(made, derived.catalog)):
            if cable in cables:
                links = made.links[made.start[number] : made.start[number + 1]]
                yield from (fabric.ids[node] for node in fabric.ends[links].ravel().tolist())


def _named(derived: Derived) -> Iterator[str]:
    """Devices that something decided names: a record of a cable, exchanged plugs, or a waiver."""
    project = derived.project
    yield from _at_cables(derived, {record.id for record in project.cables.values()})
    for pair in project.replugged:
        yield from (socket.rsplit(":", 1)[0] for socket in (pair.a, pair.b))
    yield from (waiver.where for waiver in project.waivers)


def is_held(record: CableRecord) -> bool:
    """Whether a cable is there already, was measured, or was decided by hand for where it is.

    A part that the program chose for the trays has a reason: it was not decided by hand.
    """
    decided = (record.part is not None and not record.reason) or record.length_m is not None
    done = record.status != "planned" or bool(record.tested_by or record.result)
    return decided or done or record.measured_m is not None


def rearrangement(before: Floor, after: Floor) -> Rearrange | None:
    """The edit from one floor to another with the same racks; None when nothing moves."""
    changed = tuple(
        RackContent(rack=new.number, devices=new.devices)
        for old, new in zip(before.racks, after.racks, strict=True)
        if old.devices != new.devices
    )
    return Rearrange(racks=changed) if changed else None
