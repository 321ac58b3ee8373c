"""Figures of networks: of fabrics, their levels, devices, links and cables."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from fatdesk.core.arrays import Floats, Longs
from fatdesk.core.units import UM_PER_M, m_from_um
from fatdesk.engine.bill.counting import Item
from fatdesk.engine.bill.making import total_of
from fatdesk.engine.bill.of_networks import network_cost, network_items
from fatdesk.engine.cabling.identity import link_ids
from fatdesk.engine.cabling.laying import FabricCabling
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.floor.budget import everything, load
from fatdesk.engine.physical.placed import PhysicalFigure, Placed
from fatdesk.engine.rules.figures import Values
from fatdesk.engine.structured.loss import losses_of

NO_CABLE = "no part is chosen for the cable"
NO_ROUTE = "an end is in no rack, or no tray connects the ends"
NO_POWER = "the power of some parts is not known"
NO_MASS = "the mass of some parts is not known"
NO_LOSS = "losses of some parts are not known"


class Level(NamedTuple):
    """The switches of a level, with the rates of their links: down to hosts and lower levels, and up."""

    name: str
    fabric: str
    switches: int
    down_gbps: float
    up_gbps: float


def levels_of(fabric: Fabric) -> Iterator[Level]:
    """The levels of a fabric from the edge upwards, under the names of their switches: ``compute/edge``."""
    switch = fabric.kind == NodeKind.SWITCH
    height = np.where(switch, fabric.level, np.where(fabric.kind == NodeKind.HOST, 0, -1))
    first, second = height[fabric.ends].T if len(fabric.ends) else np.empty((2, 0), np.int64)
    inside = (first >= 0) & (second >= 0)
    for level in np.unique(fabric.level[switch]).tolist():
        here = fabric.nodes(NodeKind.SWITCH, level)
        touches = inside & ((first == level) | (second == level))
        other = np.where(first == level, second, first)
        down = float(fabric.rate_gbps[touches & (other < level)].sum())
        up = float(fabric.rate_gbps[touches & (other > level)].sum())
        yield Level(fabric.ids[here[0]].rpartition("/")[0], fabric.name, len(here), down, up)


def _levels(placed: Placed, figure: Callable[[Level], float], counts: Callable[[Level], bool]) -> Values:
    found = [level for fabric in placed.fabrics for level in levels_of(fabric) if counts(level)]
    return Values.of([one.name for one in found], [figure(one) for one in found])


def _fabrics(placed: Placed, figure: Callable[[FabricCabling], float | None]) -> Values:
    found = [figure(made) for made in placed.cabling.fabrics]
    missing = ["no part is chosen for some cables" if one is None else "" for one in found]
    return Values.of([made.fabric.name for made in placed.cabling.fabrics], found, unknown=missing)


def _nodes(made: FabricCabling, kind: NodeKind) -> float:
    return float(len(made.fabric.nodes(kind)))


def _metres(made: FabricCabling) -> float | None:
    laid = made.laid
    return None if (laid.choice < 0).any() else m_from_um(int(laid.ordered_um.sum()))


def _oversubscription(made: FabricCabling) -> float:
    """Of the level where it is largest; 1 where no level has links up."""
    return max((one.down_gbps / one.up_gbps for one in levels_of(made.fabric) if one.up_gbps), default=1.0)


def _sums(placed: Placed, figure: Callable[[Sequence[Item], str], tuple[float, bool]], why: str) -> Values:
    """Sums of the switches, cables and transceivers of each network, as those of a candidate."""
    books = placed.books
    names, amounts, bounds = [], [], []
    for number, made in enumerate(() if books is None else placed.cabling.fabrics):
        assert books is not None
        items = network_items(placed.cabling, placed.catalog, [number])
        amount, bound = figure(items, books.bill.total.currency)
        names.append(made.fabric.name)
        amounts.append(amount)
        bounds.append(bound)
    missing = [why if one else "" for one in bounds]
    return Values(names, np.array(amounts, np.float64), np.array(bounds, bool), (), missing)


def _cost(items: Sequence[Item], currency: str) -> tuple[float, bool]:
    cost = network_cost(items, currency)
    return float(cost.amount), cost.at_least


def _power(items: Sequence[Item], _: str) -> tuple[float, bool]:
    return total_of(items, "power_w")


def cable_names(placed: Placed) -> list[list[str]]:
    """The ids of the cables of each fabric."""
    return [link_ids(made.fabric, made.heads, placed.catalog) for made in placed.cabling.fabrics]


def _cables(
    placed: Placed,
    figure: Callable[[FabricCabling], Longs],
    counts: Callable[[FabricCabling], Longs],
    why: str,
) -> Values:
    """Cables by a figure in micrometres.

    Parameters
    ----------
    counts
        Those of which it is known.
    why
        What is missing for the others.
    """
    names, amounts = [], [np.empty(0, np.float64)]
    for made, ids in zip(placed.cabling.fabrics, placed.kept(cable_names), strict=True):
        names += ids
        known = np.zeros(made.count, bool)
        known[counts(made)] = True
        amounts.append(np.where(known, figure(made) / UM_PER_M, np.nan))
    amount: Floats = np.concatenate(amounts)
    missing = [why if one else "" for one in np.isnan(amount).tolist()]
    return Values(names, amount, np.zeros(len(amount), bool), (), missing)


def _ordered(made: FabricCabling) -> Longs:
    return np.array([choice.ordered_um for choice in made.choices] + [0], np.int64)[made.choice]


def _has_part(made: FabricCabling) -> Longs:
    return np.flatnonzero(made.choice >= 0)


def _has_length(made: FabricCabling) -> Longs:
    return np.flatnonzero(made.spans.computed_um[: made.count] >= 0)


def _has_both(made: FabricCabling) -> Longs:
    return np.intersect1d(_has_part(made), _has_length(made))


def _computed(made: FabricCabling) -> Longs:
    found: Longs = made.spans.computed_um[: made.count]
    return found


def _losses(placed: Placed) -> Values:
    """Links over panels."""
    names: list[str] = []
    amounts: list[float | None] = []
    structured = placed.structured
    for fabric, some in enumerate(() if structured is None else structured.channels):
        assert structured is not None
        names += [placed.link_id(fabric, cable) for cable in some.cable.tolist()]
        amounts += [one.loss_db for one in losses_of(structured, fabric)]
    return Values.of(names, amounts, unknown=["" if one is not None else NO_LOSS for one in amounts])


def _devices(placed: Placed, *, power: bool) -> Values:
    """Devices in racks, with what is plugged into them."""
    names, amounts, lacks = [], [], []
    for rack in placed.floor.racks:
        for outer in rack.devices:
            for device in everything(outer):
                own = load(device, placed.catalog, placed.plugged)
                names.append(device.id)
                amounts.append(own.power_w if power else own.mass_kg)
                lacks.append(bool(own.lacks_power if power else own.lacks_mass))
    missing = [(NO_POWER if power else NO_MASS) if one else "" for one in lacks]
    return Values(names, np.array(amounts, np.float64), np.array(lacks, bool), (), missing)


def _used_ports(placed: Placed) -> Values:
    """Switches by their links."""
    names: list[str] = []
    counts: list[float] = []
    for fabric in placed.fabrics:
        degree = np.bincount(fabric.ends[~fabric.trace].ravel(), minlength=fabric.node_count)
        here = fabric.nodes(NodeKind.SWITCH)
        names += [fabric.ids[node] for node in here.tolist()]
        counts += degree[here].astype(float).tolist()
    return Values.of(names, counts)


FIGURES = (
    PhysicalFigure("fabric-hosts", "fabric", "Hosts", "", "Hosts of the network.",
                   lambda placed: _fabrics(placed, lambda made: _nodes(made, NodeKind.HOST)), 0),
    PhysicalFigure("fabric-switches", "fabric", "Switches", "", "Switches of the network.",
                   lambda placed: _fabrics(placed, lambda made: _nodes(made, NodeKind.SWITCH)), 0),
    PhysicalFigure("fabric-cables", "fabric", "Cables", "", "Cables of the network.",
                   lambda placed: _fabrics(placed, lambda made: float(made.count)), 0),
    PhysicalFigure("fabric-metres", "fabric", "Ordered length", "m", "Ordered length of all its cables.",
                   lambda placed: _fabrics(placed, _metres), 0),
    PhysicalFigure("fabric-cost", "fabric", "Cost", "",
                   "Its switches, cables and transceivers at list prices, in the currency of the bill.",
                   lambda placed: _sums(placed, _cost, "some prices are not known"), 0),
    PhysicalFigure("fabric-power", "fabric", "Power", "W",
                   "Power of the switches, transceivers and active cables of the network.",
                   lambda placed: _sums(placed, _power, NO_POWER), 0),
    PhysicalFigure("fabric-oversubscription", "fabric", "Oversubscription", "",
                   "Rate of the links down over that of the links up, at the level where it is largest.",
                   lambda placed: _fabrics(placed, _oversubscription), 2),
    PhysicalFigure("level-switches", "level", "Switches", "", "Switches of the level.",
                   lambda placed: _levels(placed, lambda one: float(one.switches), lambda _: True), 0),
    PhysicalFigure("level-oversubscription", "level", "Oversubscription", "",
                   "Rate of the links down over that of the links up; of levels with links up.",
                   lambda placed: _levels(placed, lambda one: one.down_gbps / one.up_gbps,
                                          lambda one: bool(one.up_gbps)), 2),
    PhysicalFigure("device-power", "device", "Power", "W", "Power of the device with what is plugged in.",
                   lambda placed: _devices(placed, power=True), 0),
    PhysicalFigure("device-mass", "device", "Mass", "kg", "Mass of the device with what is plugged in.",
                   lambda placed: _devices(placed, power=False)),
    PhysicalFigure("device-links", "device", "Links of a switch", "", "Links that end at the switch.",
                   _used_ports, 0),
    PhysicalFigure("cable-length", "cable", "Ordered length", "m", "Length of the cable as it is ordered.",
                   lambda placed: _cables(placed, _ordered, _has_part, NO_CABLE), 2),
    PhysicalFigure("cable-excess", "cable", "Excess length", "m", "Ordered less computed length.",
                   lambda placed: _cables(placed, lambda made: _ordered(made) - _computed(made), _has_both,
                                          f"{NO_CABLE}, or {NO_ROUTE}"), 2, signed=True),
    PhysicalFigure("link-length", "link", "Length of the route", "m",
                   "Computed length from device to device, slack included.",
                   lambda placed: _cables(placed, _computed, _has_length, NO_ROUTE), 2),
    PhysicalFigure("link-loss", "link", "Loss", "dB", "Loss of a link over panels.", _losses, 2),
)  # fmt: skip
"""Figures of networks and what they consist of."""
