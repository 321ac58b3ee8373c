"""Where everything stands: racks at trays, nodes of each fabric in racks; made anew only where it changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs
from fatdesk.core.units import HALF_U_UM
from fatdesk.engine.cabling.routes import TrayWays
from fatdesk.engine.cabling.seats import NOWHERE, Seat, Seats, half_widths, middles, seat_map, seats_of
from fatdesk.engine.cabling.trays import TrayGraph, tray_graph, tray_net
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.floor.floor import Floor, Rack


@dataclass(frozen=True, eq=False)
class Standing:
    """Where everything stands on a floor.

    ``placed`` holds the seats of each fabric's nodes, ``nodes`` their indices by id.
    """

    floor: Floor
    graph: TrayGraph
    ways: TrayWays
    seats: Mapping[str, Seat]
    placed: tuple[Seats, ...]
    halves: Longs
    middles: Longs
    nodes: tuple[Mapping[str, int], ...]


def stand(fabrics: Sequence[Fabric], floor: Floor, catalog: Catalog) -> Standing:
    """Find out where everything stands."""
    graph = tray_graph(floor.trays, floor.racks, catalog)
    seats = seat_map(floor.racks, catalog)
    placed = tuple(seats_of(fabric, seats, floor.racks, catalog) for fabric in fabrics)
    nodes = tuple({node_id: node for node, node_id in enumerate(fabric.ids)} for fabric in fabrics)
    size = half_widths(floor.racks, catalog), middles(floor.racks, catalog)
    return Standing(floor, graph, TrayWays(graph.net), seats, placed, *size, nodes)


def stand_again(
    before: Standing, fabrics: Sequence[Fabric], floor: Floor, catalog: Catalog
) -> tuple[Standing, Longs]:
    """Where everything stands on a changed floor, and the racks that are others now.

    Parameters
    ----------
    before
        Of the same fabrics and catalog.
    """
    racks, old = floor.racks, before.floor.racks
    changed = [index for index, (rack, was) in enumerate(zip(racks, old, strict=False)) if rack is not was]
    if len(racks) != len(old) or any(racks[index].number != old[index].number for index in changed):
        return stand(fabrics, floor, catalog), np.arange(len(racks))
    index = np.array(changed, np.int64)
    some = [racks[at] for at in changed]
    graph, ways = before.graph, before.ways
    if floor.trays is not before.floor.trays:
        net = tray_net(floor.trays)
        graph, ways = tray_graph(floor.trays, racks, catalog, net), TrayWays(net)
    elif changed:
        graph = graph.with_racks(index, some, catalog)
    halves = before.halves.copy()
    halves[index] = half_widths(some, catalog)
    middle = before.middles.copy()
    middle[index] = middles(some, catalog)
    seats, placed = _seated(before, index, some, catalog)
    return Standing(floor, graph, ways, seats, placed, halves, middle, before.nodes), index


def _seated(
    before: Standing, index: Longs, racks: Sequence[Rack], catalog: Catalog
) -> tuple[Mapping[str, Seat], tuple[Seats, ...]]:
    """The seats with those of some racks made anew."""
    at = index.tolist()
    gone = [some for rack in at for some in _inside(before.floor.racks[rack])]
    come = {name: seat._replace(rack=at[seat.rack]) for name, seat in seat_map(racks, catalog).items()}
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
        placed.append(Seats(rack, z_um, face_um))
    return seats, tuple(placed)


def _inside(rack: Rack) -> list[str]:
    """Ids of all devices of a rack."""
    return [some.id for device in rack.devices for some in (device, *device.inside)]


def moved_nodes(before: Standing, after: Standing, racks: Longs) -> list[NDArray[np.bool_]]:
    """Which nodes of each fabric are somewhere else, at the same trays.

    Parameters
    ----------
    racks
        Those that are others now.
    """
    elsewhere = np.zeros(len(after.halves) + 1, bool)
    for name in ("drop_piece", "drop_at_um", "drop_joint", "drop_away_um", "drop_um", "stub_um"):
        changed = getattr(before.graph, name)[racks] != getattr(after.graph, name)[racks]
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
