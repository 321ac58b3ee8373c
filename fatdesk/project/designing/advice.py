"""Advice against the impact of a failure: a step that was tried and that reduces it."""

from typing import NamedTuple

from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.networks.fault_tolerance.impact import Element, Loss
from fatdesk.project.commands import Command, RefusedError
from fatdesk.project.commands.fabrics import Redesign
from fatdesk.project.commands.room import SetFeed
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.losses import elements_of, loss_analysis, losses
from fatdesk.project.designing.designing import place_fabrics, with_trays
from fatdesk.project.designing.redesigning import requirements_of


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
    is placed again by the rules of the room and the worst of such racks then leaves more. A power feed on
    which racks hang alone: another feed for them.

    Raises
    ------
    FatdeskError
        When there is no such fabric.
    Cancelled
        When ``progress`` was asked to stop.
    """
    if element.kind == "power feed":
        return _second_feed(derived, element)
    if element.kind != "rack" or element.key not in {
        loss.element.key for loss in _core_racks(derived, fabric)
    }:
        return None
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
            return Advice(text, f"Try it: {len(now)} racks", command)
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
