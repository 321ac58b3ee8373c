"""A placed network of a project: its channels, names, rates, and where its devices are."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats
from fatdesk.core.errors import FatdeskError
from fatdesk.core.units import um_from_mm
from fatdesk.engine.cabling.positions import NOWHERE
from fatdesk.engine.fabric.fabric import as_network
from fatdesk.engine.floor.floor import rack_centre_mm, rack_footprint
from fatdesk.networks.network import Network
from fatdesk.project.derived.derived import Derived

U_MM = 44.45


@dataclass(frozen=True, eq=False)
class Placed:
    """A network of a project.

    Attributes
    ----------
    links : (m,) int32
        For each of its links the link of the fabric.
    names
        Of all nodes.
    rate_gbps : (m,) float64
        Of each link.
    where_m : (n, 3) float64
        Along the row, across the rows, above the floor; nan for what is in no rack.
    box_m : (2, 3) float64
        Lowest and highest corner around all racks and trays.
    waiting
        Hosts and switches that are in no rack.
    """

    network: Network
    links: NDArray[np.int32]
    names: tuple[str, ...]
    rate_gbps: Floats
    where_m: Floats
    box_m: Floats
    waiting: int


def chosen_fabric(derived: Derived, name: str = "") -> str:
    """The fabric of that name, or the only one where no name is given.

    Raises
    ------
    FatdeskError
        When there is no such network, or several and no name.
    """
    known = [fabric.name for fabric in derived.fabrics]
    if not known:
        raise FatdeskError("the project has no network that can be built: `fatdesk check` explains why")
    if not name and len(known) > 1:
        raise FatdeskError(f"the project has several networks, use one of them: --fabric {', '.join(known)}")
    if name and name not in known:
        raise FatdeskError(f"--fabric {name}: there is no such network, known are {', '.join(known)}")
    return name or known[0]


def placed(derived: Derived, name: str = "") -> Placed:
    """A network of a project, the only one where no name is given.

    Raises
    ------
    FatdeskError
        When there is no such network, or several and no name.
    """
    fabrics = derived.fabrics
    name = chosen_fabric(derived, name)
    index = [fabric.name for fabric in fabrics].index(name)
    network, links = as_network(fabrics[index])
    where_m = _places(derived, index)[: network.node_count]
    waiting = int(np.isnan(where_m[:, 0]).sum())
    names = derived.names[index][: network.node_count]
    rate = fabrics[index].rate_gbps[links]
    return Placed(network, links, names, rate, where_m, _box(derived, where_m), waiting)


def _places(derived: Derived, index: int) -> Floats:
    """Middles of devices; those inside an enclosure are where it is."""
    catalog, racks = derived.catalog, derived.project.floor.racks
    seats = derived.positions.placed[index]
    found = np.full((len(seats.rack), 3), np.nan)
    here = np.flatnonzero(seats.rack != NOWHERE)
    if not len(here):
        return found
    middle = np.zeros((len(racks), 3))  # x, y, and the height of the top of the highest unit, metres
    for number, rack in enumerate(racks):
        part = catalog.rack(rack.part)
        top = part.height_mm if part.first_u_mm is None else part.first_u_mm + part.height_u * U_MM
        middle[number] = (*rack_centre_mm(rack, catalog), top)
    found[here] = middle[seats.rack[here]] / 1000
    found[here, 2] -= seats.z_um[here] / um_from_mm(1000)
    return found


def _box(derived: Derived, where_m: Floats) -> Floats:
    catalog, floor = derived.catalog, derived.project.floor
    corners = [where_m[~np.isnan(where_m[:, 0])]]
    for rack in floor.racks:
        part = catalog.rack(rack.part)
        left, near, right, far = rack_footprint(rack, part)
        corners.append(np.array([(left, near, 0.0), (right, far, part.height_mm)]) / 1000)
    corners += [
        np.array([(x, y, tray.elevation_mm) for x, y in tray.points_mm]) / 1000 for tray in floor.trays
    ]
    points = np.concatenate(corners)
    if not len(points):
        return np.zeros((2, 3))
    return np.stack([points.min(axis=0), points.max(axis=0)])
