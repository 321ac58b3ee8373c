"""Groups of links with their cable options, independent of positions, and upper bounds for their plugs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs, connected_parts
from fatdesk.engine.cabling.choice.choosing import NO_OPTION, Assortment, Option, options_for
from fatdesk.engine.cabling.choice.link_groups import Form, Groups, form_groups
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.cabling.spans import Wires
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.matching import ApprovedCables
from fatdesk.engine.catalog.parts import Cable, Transceiver
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.floor.budget import Extra, Plugged

HOSTS, UPLINKS, BOTH = 1, 2, 3
"""The tiers of links: of hosts, between switches, and of links of both that share a cage."""
WHY_NOT = (
    "a place is not known",
    "no tray connects the two racks",
    "the far end is outside the project: order by hand",
)
"""The first reasons of every fabric: why nothing was chosen."""


@dataclass(frozen=True, eq=False)
class Formed:
    """The groups of a fabric's links.

    Attributes
    ----------
    hang : (g,) int64
        Groups of one number share cages and so take the same kind; -1: a group decides by itself.
    outside, outside_start
        Links to external nodes alone, port by port: a cable each from ``outside_start[i]``.
    """

    fabric: Fabric
    groups: Groups
    hang: Longs
    outside: Longs
    outside_start: Longs
    assortment: Assortment


@dataclass(frozen=True, eq=False)
class Share:
    """Some groups of a fabric, which share cables and cages with no others.

    Attributes
    ----------
    start, links, need, hang
        As those of all groups.
    outside, outside_start
        The links to external nodes, or none of them.
    wires
        ``links`` and behind them ``outside``.
    """

    formed: Formed
    start: Longs
    links: Longs
    need: NDArray[np.int32]
    hang: Longs
    outside: Longs
    outside_start: Longs
    wires: Wires


def form(
    fabric: Fabric,
    media: str,
    rules: CablingRules,
    catalog: Catalog,
    approved: ApprovedCables | None = None,
) -> Formed:
    """Group the links of a fabric, and find out what could cable each group.

    Parameters
    ----------
    media
        ``any``, ``copper`` or ``optical``.
    approved
        The cables and transceivers that may be chosen; None: all.
    """
    special = catalog.get(rules.bundle_cable, Cable) if rules.bundle_cable else None
    groups = form_groups(fabric, catalog, special)
    hang = _sharing_cages(groups)
    if approved is not None:
        groups = _with_approved(groups, hang, fabric, approved)
    options = [options_for(need, catalog, media, special) for need in groups.needs]
    outside, begins = _outside(fabric, groups.links)
    assortment = Assortment(groups.needs, options, rules, WHY_NOT)
    return Formed(fabric, groups, hang, outside, begins, assortment)


def _with_approved(groups: Groups, hang: Longs, fabric: Fabric, approved: ApprovedCables) -> Groups:
    """The groups with what is approved for the tier of each; groups of one cage may be of both tiers."""
    ends = fabric.kind[fabric.ends[groups.links[groups.start[:-1]]]]
    tiers = np.where((ends == NodeKind.SWITCH).all(axis=1), UPLINKS, HOSTS).astype(np.int64)
    hung = np.flatnonzero(hang >= 0)
    if len(hung):
        together = np.zeros(int(hang.max()) + 1, np.int64)
        np.bitwise_or.at(together, hang[hung], tiers[hung])
        tiers[hung] = together[hang[hung]]
    keys, need = np.unique(groups.need.astype(np.int64) * (BOTH + 1) + tiers, return_inverse=True)
    needs = []
    for old, tier in zip((keys // (BOTH + 1)).tolist(), (keys % (BOTH + 1)).tolist(), strict=True):
        of_hosts = (approved.of("hosts"),) if tier & HOSTS else ()
        of_uplinks = (approved.of("uplinks"),) if tier & UPLINKS else ()
        needs.append(replace(groups.needs[old], only=of_hosts + of_uplinks))
    return replace(groups, need=need.reshape(-1).astype(np.int32), needs=tuple(needs))


def whole(formed: Formed) -> Share:
    """All groups of a fabric."""
    groups = formed.groups
    wires = Wires.of(formed.fabric, np.concatenate([groups.links, formed.outside]))
    ends = formed.outside, formed.outside_start
    return Share(formed, groups.start, groups.links, groups.need, formed.hang, *ends, wires)


def share(formed: Formed, index: Longs) -> Share:
    """The groups of these indices; links to external nodes are left out."""
    groups = formed.groups
    sizes = np.diff(groups.start)[index]
    start = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    links = groups.links[np.repeat(groups.start[index] - start[:-1], sizes) + np.arange(start[-1])]
    hang = formed.hang[index]
    hung = hang >= 0
    hang[hung] = np.unique(hang[hung], return_inverse=True)[1].reshape(-1)
    none = np.zeros(0, np.int64)
    wires = Wires.of(formed.fabric, links)
    return Share(formed, start, links, groups.need[index], hang, none, np.zeros(1, np.int64), wires)


def _outside(fabric: Fabric, grouped: Longs) -> tuple[Longs, Longs]:
    """Links to external nodes that are in no group, port by port, and where each port begins."""
    external = fabric.kind[fabric.ends[:, 1]] == NodeKind.EXTERNAL
    external[grouped] = False
    outside = np.flatnonzero(external).astype(np.int64)
    if not len(outside):
        return outside, np.zeros(1, np.int64)
    port = fabric.ends[outside, 0].astype(np.int64) * (int(fabric.ports.max()) + 1) + fabric.ports[outside, 0]
    _, first = np.unique(np.sort(port), return_index=True)
    return outside[np.argsort(port, kind="stable")], np.append(first, len(outside)).astype(np.int64)


def _sharing_cages(groups: Groups) -> Longs:
    """Links that share cages take the same kind: the number of the set of each group."""
    result = np.full(len(groups.need), -1, np.int64)
    shared = np.array([need.form is Form.SHARED for need in groups.needs] or [False], bool)[groups.need]
    here = np.flatnonzero(shared)
    if not len(here):
        return result
    ends = groups.cage[groups.links[groups.start[here]]]
    cages, inverse = np.unique(ends, return_inverse=True)
    inverse = inverse.reshape(-1, 2)
    result[here] = connected_parts(len(cages), *inverse.T)[inverse[:, 0]]
    return result


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
    of_node = np.zeros((fabric.node_count, 2))
    if not largest.any():
        return of_node[:, 0], of_node[:, 1]
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
    cages, first, inverse = np.unique(cage, return_index=True, return_inverse=True)
    for what in range(2):
        of_cage = np.zeros(len(cages))
        np.maximum.at(of_cage, inverse, each[:, what])
        np.add.at(of_node[:, what], nodes[first], of_cage)
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
