"""Half of the rack, left or right, in which the cable of each port leaves its device."""

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.plugs import CageGrid, PortTable, port_table
from fatdesk.engine.fabric.fabric import Fabric, NodePart

Halves = NDArray[np.int8]
"""For each link and each of its ends LEFT or RIGHT, as seen by who faces the ports: (m, 2)."""
LEFT, RIGHT, MIDDLE = 0, 1, 2


def port_halves(fabric: Fabric, catalog: Catalog) -> Halves:
    """Find the half of each end of each link, by the place of the port on its device or line card.

    No cable crosses the middle of the rack: ports in the left half of a device leave to the left. Ports in
    the middle, such as the only one of a host, leave to the left and to the right in turn, by the number of
    the device.
    """
    found = np.full(fabric.ends.shape, MIDDLE, np.int8)
    part = fabric.part[fabric.ends]
    for number, of in enumerate(fabric.parts):
        halves = np.append(_of_part(of, catalog), np.int8(MIDDLE))
        here = part == number
        found[here] = halves[np.minimum(fabric.ports[here], len(halves) - 1)]
    in_turn = (fabric.index[fabric.ends] % 2).astype(np.int8)
    return np.where(found == MIDDLE, in_turn, found)


def _of_part(of: NodePart, catalog: Catalog) -> NDArray[np.int8]:
    """The half of each port of a part; of one without known ports none."""
    try:
        table = port_table(catalog, of.part, of.cards, of.card)
    except FatdeskError:
        return np.zeros(0, np.int8)
    return halves_of(table)


def halves_of(table: PortTable) -> NDArray[np.int8]:
    """Return the half of each port of a table.

    >>> from fatdesk.engine.catalog.parts import Ports
    >>> from fatdesk.engine.catalog.plugs import table_of
    >>> halves_of(table_of((Ports(count=6, connector="qsfp", rate_gbps=100.0),))).tolist()
    [0, 0, 2, 2, 1, 1]
    """
    cage = table.cage.astype(np.int64)
    data, rest = cage[: table.data], cage[table.data :]
    if table.cages_per_card:
        data = data % table.cages_per_card
    groups = [data - data.min(initial=0), rest - rest.min(initial=0) if len(rest) else rest]
    return np.concatenate([_split(some) for some in groups])


def _split(cage: NDArray[np.int64]) -> NDArray[np.int8]:
    """The half of cages that are numbered from 0."""
    if not len(cage):
        return np.zeros(0, np.int8)
    grid = CageGrid.of(cage, int(cage.max()) + 1)
    middle = 2 * grid.column + 1 - grid.columns
    return np.where(middle < 0, LEFT, np.where(middle > 0, RIGHT, MIDDLE)).astype(np.int8)
