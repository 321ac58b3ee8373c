"""Planes that halve the room of a network, as the window shows them."""

from typing import NamedTuple

from fatdesk.gui.session.session import Session
from fatdesk.networks.schedules.universal_trees.cutting import Plane

STANDS = ("across the rows", "along the rows", "level with the floor")
"""Direction of a plane, by its axis."""


class RoomCuts(NamedTuple):
    """The cut room of a network.

    Attributes
    ----------
    holds
        Whether all positions are as they were then.
    waiting
        Devices in no rack; then there are no planes.
    """

    name: str
    planes: tuple[Plane, ...]
    holds: bool
    waiting: int


def network_to_cut(session: Session) -> str:
    """The network whose room is shown: that of the last result, else the first; empty: there is none."""
    names = [fabric.name for fabric in session.derived.fabrics]
    last = session.loads.last
    return last if last in names else names[0] if names else ""


def room_cuts(session: Session) -> RoomCuts | None:
    """The room as it was cut last; None: it was not yet."""
    name, loads = network_to_cut(session), session.loads
    room = loads.room(name)
    if room is None:
        return None
    return RoomCuts(name, room.planes, loads.room_holds(name), room.waiting)


def plane_of(session: Session, number: int) -> Plane | None:
    """The plane of a number in the list."""
    found = room_cuts(session)
    return found.planes[number] if found is not None and number < len(found.planes) else None


def density(plane: Plane) -> str:
    """Gb/s a square metre, in words."""
    return "–" if plane.gbps_per_m2 is None else f"{plane.gbps_per_m2:,.0f}"
