"""Positions of racks at trays and of nodes in racks, updated only where the floor has changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress, count
from operator import is_not
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs
from fatdesk.core.units import HALF_U_UM, um_from_mm
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.mounting import port_side
from fatdesk.engine.catalog.parts import Enclosure, ModularSwitch, Part, RackPart, Switch
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.floor.floor import Device, Floor, Rack, Tray
from fatdesk.engine.trays.graph import (
    ATTACHED,
    Footprints,
    TrayGraph,
    TrayNet,
    attach_racks,
    tray_net,
    with_kinds,
)
from fatdesk.engine.trays.route_kinds import RouteKinds, route_kinds, stops_of
from fatdesk.engine.trays.shortest import TrayRoutes

AT_REAR = 2**40
"""Deeper than any rack, in micrometres."""


def reach_um(part: Part) -> int:
    """Return the depth of a device's ports behind the front of a deep rack; AT_REAR at the rear.

    Ports at the front are flush with the rack's front. Rear ports of a switch are flush with the rack's
    rear, where it is mounted; those of other devices, mounted at the front, are as deep as the device, or
    at the rack's rear while its depth is unknown.
    """
    if port_side(part) == "front":
        return 0
    if isinstance(part, Switch | ModularSwitch) or part.depth_mm is None:
        return AT_REAR
    return um_from_mm(part.depth_mm)


def face_um(part: Part, rack: RackPart) -> int:
    """Return the depth of a device's ports behind the front of its rack, in micrometres."""
    return min(reach_um(part), um_from_mm(rack.depth_mm))


NOWHERE = -1


class Position(NamedTuple):
    """A place on the floor: the device at it is ``device``, or sits inside it in ``slot`` (from 1)."""

    rack: int
    """Index into the floor's racks."""
    u: int
    height_u: int
    slot: int = 0
    face_um: int = 0
    """Depth of its ports behind the front of the rack."""


@dataclass(frozen=True, eq=False)
class Seats:
    """The seats of a fabric's nodes as arrays; rack is NOWHERE for what is not placed.

    ``z_um`` runs from the top of the rack's highest unit down to the middle of the device, ``face_um`` from
    the rack's front back to the ports. ``outside_um`` is the length of each cable to a node outside the
    room, -1 for those inside.
    """

    rack: NDArray[np.int32]
    z_um: Longs
    face_um: Longs
    outside_um: Longs


def position_map(racks: Sequence[Rack], catalog: Catalog) -> dict[str, Position]:
    """The seat of every device by id, those inside enclosures included."""
    seats: dict[str, Position] = {}
    known: dict[tuple[str, str], tuple[int, int]] = {}
    for index, rack in enumerate(racks):
        for device in rack.devices:
            key = (device.part, rack.part)
            if key not in known:
                face = face_um(catalog[device.part], catalog.rack(rack.part))
                known[key] = height_of(device, catalog), face
            height, face = known[key]
            seat = Position(index, device.u, height, 0, face)
            seats[device.id] = seat
            box = catalog[device.part] if device.inside else None
            for slot, inner in enumerate(device.inside, start=1):
                seats[inner.id] = seat._replace(slot=slot)
                if isinstance(box, Enclosure) and not box.switch:
                    low, high = box.place(slot)
                    seats[inner.id] = seat._replace(slot=slot, u=device.u + low - 1, height_u=high)
    return seats


def height_of(device: Device, catalog: Catalog) -> int:
    """Units that a device takes; one where its part does not say."""
    height = catalog[device.part].height_u
    return 1 if height is None else height


def seats_of(fabric: Fabric, seats: Mapping[str, Position], racks: Sequence[Rack], catalog: Catalog) -> Seats:
    """The seats of a fabric's nodes.

    z = (units above the device's middle) = H - (u - 1) - h / 2 of a rack of H units, in halves of a unit.
    """
    tops = [catalog.rack(rack.part).height_u for rack in racks]
    rack = np.full(fabric.node_count, NOWHERE, np.int32)
    z_um = np.zeros(fabric.node_count, np.int64)
    face = np.zeros(fabric.node_count, np.int64)
    for node, node_id in enumerate(fabric.ids):
        seat = seats.get(node_id)
        if seat is not None:
            rack[node] = seat.rack
            z_um[node] = 2 * (tops[seat.rack] - seat.u + 1) - seat.height_u
            face[node] = seat.face_um
    outside = np.full(fabric.node_count, -1, np.int64)
    for node, length in fabric.outside_nodes().items():
        outside[node] = length
    return Seats(rack, z_um * HALF_U_UM, face, outside)


def half_widths(racks: Sequence[Rack], catalog: Catalog) -> Longs:
    """Half of each rack's width, micrometres: the way of a cable to the side of its rack."""
    return np.array([um_from_mm(catalog.rack(rack.part).width_mm) // 2 for rack in racks], np.int64)


def middles(racks: Sequence[Rack], catalog: Catalog) -> Longs:
    """Half of each rack's depth, micrometres: from its front to its middle, below the tray."""
    return np.array([um_from_mm(catalog.rack(rack.part).depth_mm) // 2 for rack in racks], np.int64)


@dataclass(frozen=True, eq=False)
class FloorPositions:
    """Positions of all racks and nodes on a floor.

    ``placed`` holds the seats of each fabric's nodes, ``nodes`` their indices by id, ``kinds`` which kind of
    routes each link takes.
    """

    floor: Floor
    graph: TrayGraph
    ways: TrayRoutes
    seats: Mapping[str, Position]
    placed: tuple[Seats, ...]
    halves: Longs
    middles: Longs
    nodes: tuple[Mapping[str, int], ...]
    kinds: RouteKinds


def find_positions(fabrics: Sequence[Fabric], floor: Floor, catalog: Catalog) -> FloorPositions:
    """Find the positions of all racks and nodes."""
    net = tray_net(floor.trays, stops_of(floor.routes))
    kinds = route_kinds(floor, net, [fabric.ids for fabric in fabrics])
    graph, ways = connected(net, Footprints.of(floor.racks, catalog), kinds)
    seats = position_map(floor.racks, catalog)
    placed = tuple(seats_of(fabric, seats, floor.racks, catalog) for fabric in fabrics)
    nodes = tuple({node_id: node for node, node_id in enumerate(fabric.ids)} for fabric in fabrics)
    size = half_widths(floor.racks, catalog), middles(floor.racks, catalog)
    return FloorPositions(floor, graph, ways, seats, placed, *size, nodes, kinds)


def connected(net: TrayNet, racks: Footprints, kinds: RouteKinds) -> tuple[TrayGraph, TrayRoutes]:
    """Return the connections of racks, and the ways between joints, for all kinds of routes."""
    others = kinds.restrictions[1:]
    graph = attach_racks(net, racks)
    if not others:
        return graph, TrayRoutes(net)
    ways = TrayRoutes(net, others=tuple(TrayRoutes(net, one) for one in others))
    return with_kinds(graph, [one.avoid for one in others]), ways


def update_positions(
    before: FloorPositions, fabrics: Sequence[Fabric], floor: Floor, catalog: Catalog
) -> tuple[FloorPositions, Longs]:
    """Return the positions on a changed floor, and the racks that differ.

    Parameters
    ----------
    before
        Of the same fabrics and catalog. Where only widths and depths of trays differ, all but the floor is
        what it was.
    """
    racks, old = floor.racks, before.floor.racks
    changed = list(compress(count(), map(is_not, racks, old)))
    others = len(racks) != len(old) or any(racks[index].number != old[index].number for index in changed)
    if others or floor.routes is not before.floor.routes:
        return find_positions(fabrics, floor, catalog), np.arange(len(racks))
    index = np.array(changed, np.int64)
    some = [racks[at] for at in changed]
    graph, ways, kinds = before.graph, before.ways, before.kinds
    if not _same_lines(floor.trays, before.floor.trays):
        net = tray_net(floor.trays, stops_of(floor.routes))
        kinds = route_kinds(floor, net, [fabric.ids for fabric in fabrics])
        footprints = graph.footprints
        if changed:
            footprints = footprints.with_racks(index, Footprints.of(some, catalog))
        graph, ways = connected(net, footprints, kinds)
    elif changed:
        graph = graph.with_racks(index, some, catalog)
    else:
        return replace(before, floor=floor), index
    halves = before.halves.copy()
    halves[index] = half_widths(some, catalog)
    middle = before.middles.copy()
    middle[index] = middles(some, catalog)
    seats, placed = _seated(before, index, some, catalog)
    return FloorPositions(floor, graph, ways, seats, placed, halves, middle, before.nodes, kinds), index


def _same_lines(trays: Sequence[Tray], before: Sequence[Tray]) -> bool:
    """Whether trays are where they were and for the same media, whatever their width and depth."""
    return trays is before or list(map(_line, trays)) == list(map(_line, before))


def _line(tray: Tray) -> tuple[object, ...]:
    return tray.id, tray.points_mm, tray.elevation_mm, tray.carries


def _seated(
    before: FloorPositions, index: Longs, racks: Sequence[Rack], catalog: Catalog
) -> tuple[Mapping[str, Position], tuple[Seats, ...]]:
    """The seats, with those of some racks updated."""
    at = index.tolist()
    gone = [some for rack in at for some in _inside(before.floor.racks[rack])]
    come = {name: seat._replace(rack=at[seat.rack]) for name, seat in position_map(racks, catalog).items()}
    if all(before.seats.get(name) == seat for name, seat in come.items()) and len(gone) == len(come):
        seats = before.seats
    else:
        seats = {**before.seats}
        for name in gone:
            seats.pop(name, None)
        seats |= come
    tops = dict(zip(at, (catalog.rack(rack.part).height_u for rack in racks), strict=True))
    placed = []
    for known, nodes in zip(before.placed, before.nodes, strict=True):
        rack, z_um, face_um = known.rack.copy(), known.z_um.copy(), known.face_um.copy()
        for name in gone:
            node = nodes.get(name)
            if node is not None:
                rack[node], z_um[node], face_um[node] = NOWHERE, 0, 0
        for name, seat in come.items():
            node = nodes.get(name)
            if node is not None:
                rack[node] = seat.rack
                z_um[node] = (2 * (tops[seat.rack] - seat.u + 1) - seat.height_u) * HALF_U_UM
                face_um[node] = seat.face_um
        placed.append(Seats(rack, z_um, face_um, known.outside_um))
    return seats, tuple(placed)


def _inside(rack: Rack) -> list[str]:
    """Ids of all devices of a rack."""
    return [some.id for device in rack.devices for some in (device, *device.inside)]


def moved_nodes(before: FloorPositions, after: FloorPositions, racks: Longs) -> list[NDArray[np.bool_]]:
    """Return the nodes of each fabric that have moved, at the same trays.

    Parameters
    ----------
    racks
        Those that are others now.
    """
    elsewhere = np.zeros(len(after.halves) + 1, bool)
    for was, one in zip(before.graph.attachments, after.graph.attachments, strict=True):
        for name in ATTACHED:
            changed = getattr(was, name)[racks] != getattr(one, name)[racks]
            elsewhere[racks] |= changed.any(axis=tuple(range(1, changed.ndim)))
    elsewhere[racks] |= before.halves[racks] != after.halves[racks]
    elsewhere[racks] |= before.middles[racks] != after.middles[racks]
    return [
        (one.rack != other.rack)
        | (one.z_um != other.z_um)
        | (one.face_um != other.face_um)
        | elsewhere[other.rack]
        for one, other in zip(before.placed, after.placed, strict=True)
    ]
