"""Advice against the impact of a failure: a step that was tried and that reduces it."""

from typing import NamedTuple

from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.floor.floor import rack_label
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.networks.fault_tolerance.impact import Element, Loss
from fatdesk.project.commands import Batch, Command, RefusedError
from fatdesk.project.commands.devices import MoveDevice
from fatdesk.project.commands.fabrics import Redesign
from fatdesk.project.commands.room import SetFeed
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.losses import elements_of, loss_analysis, losses
from fatdesk.project.designing.designing import place_fabrics, with_trays
from fatdesk.project.designing.improving import held_devices
from fatdesk.project.designing.redesigning import requirements_of
from fatdesk.project.document.project import Project

MOST_NAMED = 3
"""Of more devices only the number is stated."""


class Advice(NamedTuple):
    """A step that helps, and what it does.

    Attributes
    ----------
    text
        One or two sentences with figures.
    title
        What a button says.
    """

    text: str
    title: str
    command: Command


def advice(derived: Derived, fabric: str, element: Element, progress: Progress = SILENT) -> Advice | None:
    """Return advice against the loss of an element; None where none was found.

    A rack that takes several switches of the highest level: to keep these in one rack more, where everything
    is placed again by the rules of the room and the worst of such racks then leaves more. A rack with several
    switches, such as those of all rails: to move all but one of them to free units of other racks, where the
    worst of these racks then cuts off fewer hosts, or leaves more, and all of them together no more than
    before; switches whose cables are in place, measured or decided by hand stay. A power feed on which racks
    hang alone: another feed for them.

    Raises
    ------
    FatdeskError
        When there is no such fabric.
    Cancelled
        When ``progress`` was asked to stop.
    """
    if element.kind == "power feed":
        return _second_feed(derived, element)
    if element.kind != "rack":
        return None
    core = element.key in {loss.element.key for loss in _core_racks(derived, fabric)}
    found = _of_core_racks(derived, fabric, progress) if core else None
    return found or _switches_apart(derived, fabric, element, progress)


def _of_core_racks(derived: Derived, fabric: str, progress: Progress) -> Advice | None:
    """Advice to use one rack more for switches of the highest level."""
    # the same for all such racks, so it is tried once
    return derived.of_fabric(
        fabric, "more core racks", (derived.project,), lambda: _more_core_racks(derived, fabric, progress)
    )


def _second_feed(derived: Derived, element: Element) -> Advice | None:
    feeds = derived.project.floor.feeds
    (name,) = element.feeds
    own = next(feed for feed in feeds if feed.name == name)
    others = [feed for feed in feeds if feed.name != name]
    elsewhere = {number for feed in others for number in feed.racks}
    alone = tuple(number for number in own.racks if number not in elsewhere)
    if not others or not len(element.nodes):
        return None
    other = min(others, key=lambda feed: len(feed.racks))
    racks = "1 rack" if len(alone) == 1 else f"{len(alone)} racks"
    text = (
        f"Feed the {racks} that only {name} supplies from {other.name} as well: then none is lost with one "
        "of them, if the devices have two power supplies."
    )
    return Advice(
        text, f"Try it: {racks} on {other.name}", SetFeed(feed=replace(other, racks=(*other.racks, *alone)))
    )


def _switches_apart(derived: Derived, fabric: str, element: Element, progress: Progress) -> Advice | None:
    """Advice to move all switches of a rack but one to racks with as few switches as possible."""
    number = derived.number_of(fabric)
    nodes = derived.fabrics[number]
    switches = element.nodes[nodes.kind[element.nodes] == NodeKind.SWITCH].tolist()
    own = next((rack for rack in derived.project.floor.racks if f"rack/{rack.number}" == element.key), None)
    if own is None or len(switches) < 2:
        return None
    ids = {nodes.ids[node] for node in switches}
    mine, held = [device.id for device in own.devices if device.id in ids], held_devices(derived)
    moving = [device for device in mine if device not in held]
    if len(moving) == len(mine):
        moving = moving[1:]
    progress.step(0, 1, "trying another placement")
    moves, after = _moved_apart(derived, moving, own.number)
    if len(moves) < len(moving) or not moves:
        return None
    keys = {element.key, *(f"rack/{move.rack}" for move in moves)}
    of_before, of_now = (_lost(some, fabric, keys) for some in (derived, after))
    before, now = (min(found, key=_milder_worst) for found in (of_before, of_now))
    in_all = [sum(loss.left.hosts_lost for loss in found) for found in (of_before, of_now)]
    if not _milder_worst(now) > _milder_worst(before) or in_all[1] > in_all[0]:
        return None
    racks = {rack.number: rack_label(rack) for rack in derived.project.floor.racks}
    names = derived.names[number]
    moved = [names[node] for node in switches if nodes.ids[node] in set(moving)]
    where = list(dict.fromkeys(racks[move.rack] for move in moves))
    text = (
        f"Move {_listed(moved)} to {_listed(where)}: the loss of the worst of these racks then cuts off "
        f"{now.left.hosts_lost:,} instead of {before.left.hosts_lost:,} hosts, and leaves {_left(now)} "
        f"instead of {_left(before)}."
    )
    command = Batch(name=f"Spread switches of {racks[own.number]}", commands=tuple(moves))
    return Advice(
        text, f"Try it: move {len(moves)} switches" if len(moves) > 1 else "Try it: move it", command
    )


def _moved_apart(derived: Derived, moving: list[str], own: int) -> tuple[list[MoveDevice], Derived]:
    """Move devices one by one to the rack with fewest switches that has room, highest units first."""
    project, moves = derived.project, []
    switch_ids = {
        fabric.ids[node]
        for fabric in derived.fabrics
        for node in (fabric.kind == NodeKind.SWITCH).nonzero()[0].tolist()
    }
    for device in moving:
        racks = [rack for rack in project.floor.racks if rack.number != own]
        racks.sort(key=lambda rack: sum(one.id in switch_ids for one in rack.devices))
        for rack in racks:
            found = _fitted(project, device, rack.number, derived.catalog.rack(rack.part).height_u)
            if found is not None:
                move, project = found
                moves.append(move)
                break
    return moves, Derived(project, derived)


def _fitted(project: Project, device: str, rack: int, height_u: int) -> tuple[MoveDevice, Project] | None:
    """The move of a device into free units of a rack, the highest first; None where it has no room."""
    for u in range(height_u, 0, -1):
        move = MoveDevice(id=device, rack=rack, u=u)
        try:
            return move, move.apply(project)
        except RefusedError:
            continue
    return None


def _lost(derived: Derived, fabric: str, keys: set[str]) -> tuple[Loss, ...]:
    """The losses of some racks, as far as they hold anything of the fabric."""
    return losses(derived, fabric, [some for some in elements_of(derived, fabric) if some.key in keys])


def _milder_worst(loss: Loss) -> tuple[float, float]:
    return -loss.left.hosts_lost, loss.bisection_left or 0.0


def _listed(names: list[str]) -> str:
    """Names in a sentence; of many the first ones.

    >>> _listed(["E1", "E2"]), _listed(["E1", "E2", "E3", "E4", "E5", "E6"])
    ('E1 and E2', 'E1, E2, E3 and 3 more')
    """
    shown = (
        names if len(names) <= MOST_NAMED + 1 else [*names[:MOST_NAMED], f"{len(names) - MOST_NAMED} more"]
    )
    first = ", ".join(shown[:-1])
    return f"{first} and {shown[-1]}" if first else shown[-1]


def _more_core_racks(derived: Derived, fabric: str, progress: Progress) -> Advice | None:
    before = _core_racks(derived, fabric)
    network = loss_analysis(derived, fabric).placed.network
    cores = int((network.level == network.level.max()).sum())
    if cores <= len(before):
        return None
    for room in _rooms(derived, len(before) + 1):
        progress.step(0, 1, "trying another placement")
        command = _placed_anew(derived, room)
        after = _after(derived, command) if command else None
        now = _core_racks(after, fabric) if after else ()
        if now and _rank(now) > _rank(before):
            text = (
                f"Keep the {cores} switches of the highest level in {len(now)} racks, not in {len(before)}: "
                f"the worst of these then leaves {_left(now[0])} instead of {_left(before[0])}. "
                "All devices are placed again."
            )
            assert command is not None
            step = Batch(name=f"Spread {cores} switches over {len(now)} racks", commands=(command,))
            return Advice(text, f"Try it: {len(now)} racks", step)
    return None


def _core_racks(derived: Derived, fabric: str) -> tuple[Loss, ...]:
    """The losses of racks with switches of the highest level, above the hosts' own; the worst first."""
    return derived.of_fabric(
        fabric, "core racks", (derived.project,), lambda: _lost_core_racks(derived, fabric)
    )


def _lost_core_racks(derived: Derived, fabric: str) -> tuple[Loss, ...]:
    placed = loss_analysis(derived, fabric).placed
    level = placed.network.level
    top = int(level.max())
    if top == 1:
        return ()
    racks = [
        element
        for element in elements_of(derived, fabric)
        if element.kind == "rack" and bool((level[element.nodes] == top).any())
    ]
    return tuple(sorted(losses(derived, fabric, racks), key=_milder))


def _milder(loss: Loss) -> tuple[float, float]:
    return loss.bisection_left or 0.0, -loss.left.hosts_lost


def _rank(found: tuple[Loss, ...]) -> tuple[float, float]:
    return _milder(found[0])


def _left(loss: Loss) -> str:
    share = loss.bisection_left or 0.0
    hosts = loss.left.hosts - loss.left.hosts_lost
    return f"{100 * share:.1f} % of the bisection and {hosts:,} hosts"


def _rooms(derived: Derived, groups: int) -> list[RoomRequirement]:
    """The room with N groups of core switches, where its rules leave them room."""
    room = derived.project.wishes.room or RoomRequirement()
    spread: list[RoomRequirement] = [replace(room, core_groups=groups)]
    if room.core_at != "centre":
        spread.append(replace(room, core_groups=groups, core_at="centre"))
    if room.core_at != "spread":
        spread.append(replace(room, core_groups=groups, core_at="spread"))
    return spread


def _placed_anew(derived: Derived, room: RoomRequirement) -> Redesign | None:
    """The step to a placement by such rules; None where not everything finds a place."""
    project = derived.project
    wish = replace(requirements_of(project), room=room)
    try:
        found = place_fabrics(derived.fabrics, wish, derived.catalog, before=project)
    except FatdeskError:
        return None
    if found.unplaced:
        return None
    placed = with_trays(Derived(replace(project, floor=found.floor), derived))
    return Redesign(wishes=replace(project.wishes, room=room), floor=placed.floor)


def _after(derived: Derived, command: Redesign) -> Derived | None:
    try:
        return Derived(command.apply(derived.project), derived)
    except RefusedError:
        return None
