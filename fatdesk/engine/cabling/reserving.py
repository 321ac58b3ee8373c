"""Upper bound of the power and mass of plugs at each device, before cable lengths are known."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from fatdesk.engine.cabling.choosing import NO_OPTION, Option
from fatdesk.engine.cabling.formed import Formed
from fatdesk.engine.catalog.parts import Transceiver
from fatdesk.engine.floor.budget import Extra, Plugged

Figures = NDArray[np.float64]


def reserved_for(formed: Sequence[Formed]) -> Plugged:
    """Power and mass to keep for what is plugged into each device.

    For each cage the largest figure of all transceivers and active cables that its links take at any
    length; unknown figures reserve nothing.
    """
    found: dict[str, Extra] = {}
    for some in formed:
        power, mass = _of_nodes(some)
        for node in np.flatnonzero(power + mass).tolist():
            extra = Extra(round(float(power[node]), 6), mass_kg=round(float(mass[node]), 6))
            name = some.fabric.ids[node]
            found[name] = found[name] + extra if name in found else extra
    return found


def _of_nodes(formed: Formed) -> tuple[Figures, Figures]:
    """Power and mass for each node."""
    groups, fabric = formed.groups, formed.fabric
    largest = np.array([_largest(formed, need) for need in range(len(groups.needs))]).reshape(-1, 2, 2)
    need = np.repeat(groups.need, np.diff(groups.start))
    links = np.concatenate([groups.links, formed.outside])
    figures = largest[need]
    if len(formed.outside):
        # the own end of a link to outside may take whatever another of its network takes
        most = largest.max(axis=(0, 1), initial=0.0)
        figures = np.concatenate([figures, np.broadcast_to(most, (len(formed.outside), 2, 2))])
    cage = groups.cage[links].ravel()
    nodes = fabric.ends[links].ravel()
    inside = cage >= 0
    cage, nodes, each = cage[inside], nodes[inside], figures.reshape(-1, 2)[inside]
    of_cage = np.zeros((int(cage.max(initial=-1)) + 1, 2))
    np.maximum.at(of_cage, cage, each)
    cages, first = np.unique(cage, return_index=True)
    of_node = np.zeros((fabric.node_count, 2))
    np.add.at(of_node, nodes[first], of_cage[cages])
    return of_node[:, 0], of_node[:, 1]


def _largest(formed: Formed, need: int) -> list[list[float]]:
    """For both ends of a need the largest power and mass in one cage."""
    taken = _taken(formed, need)
    return [
        [max([power for power, _ in ends], default=0.0), max([mass for _, mass in ends], default=0.0)]
        for ends in ([_figures(option, option.a) for option in taken], [_figures(o, o.b) for o in taken])
    ]


def _figures(option: Option, module: Transceiver | None) -> tuple[float, float]:
    if module is not None:
        return module.power_w or 0.0, module.mass_kg or 0.0
    return (option.cable.power_w or 0.0) / 2, 0.0


def _taken(formed: Formed, need: int) -> Sequence[Option]:
    """The options of a need that are taken at some length."""
    assortment = formed.assortment
    edges = assortment.edges(need)
    if edges is None:
        return assortment.of_need[need]
    options = set(assortment.take(need, edges)[0].tolist()) - {NO_OPTION}
    return [assortment.options[number] for number in sorted(options)]
