"""Figures of racks: use of their power feeds, with all of them and after the loss of one, and floor load."""

from collections.abc import Callable

import numpy as np

from fatdesk.engine.floor.budget import Budget, budget
from fatdesk.engine.floor.facility import FeedUse, RackFacility
from fatdesk.engine.floor.floor import rack_label
from fatdesk.engine.physical.placed import PhysicalFigure, Placed
from fatdesk.engine.rules.figures import Values

NO_POWER = "the power of some parts is not known"
NO_MASS = "the mass of some parts is not known"
NO_BREAKER = "the breakers of the feeds are not known"


def _use(placed: Placed, use: Callable[[RackFacility], FeedUse | None]) -> Values:
    """Racks that hold something, each with its most used feed."""
    racks = placed.facility.used
    found = [use(some) for some in racks]
    return Values(
        [some.label for some in racks],
        np.array([np.nan if one is None else one.share for one in found], np.float64),
        np.array([bool(some.lacks_power) for some in racks], bool),
        ["" if one is None else f"on feed {one.feed}" for one in found],
        [
            NO_BREAKER if one is None else NO_POWER if some.lacks_power else ""
            for some, one in zip(racks, found, strict=True)
        ],
    )


def _budget(placed: Placed, figure: Callable[[Budget], float]) -> Values:
    """Racks that hold something, by what is used and left of them."""
    racks = [rack for rack in placed.floor.racks if rack.devices]
    found = [budget(rack, placed.catalog, placed.plugged) for rack in racks]
    return Values.of([rack_label(rack) for rack in racks], [figure(one) for one in found])


def _power(placed: Placed, figure: Callable[[RackFacility], float]) -> Values:
    """Racks that hold something, by their power."""
    racks = placed.facility.used
    lacks = [bool(some.lacks_power) for some in racks]
    return Values(
        [some.label for some in racks],
        np.array([figure(some) for some in racks], np.float64),
        np.array(lacks, bool),
        (),
        [NO_POWER if some else "" for some in lacks],
    )


def _cables(placed: Placed) -> Values:
    """Racks that hold something, by the cables that begin or end there."""
    count = np.zeros(len(placed.floor.racks), np.int64)
    for made in placed.cabling.fabrics:
        first, second = made.laid.rack.T
        for ends in (first, second[second != first]):
            np.add.at(count, ends[ends >= 0], 1)
    racks = [
        (rack, some) for rack, some in zip(placed.floor.racks, count.tolist(), strict=True) if rack.devices
    ]
    return Values.of([rack_label(rack) for rack, _ in racks], [float(some) for _, some in racks])


def _mass(placed: Placed, figure: Callable[[RackFacility], float]) -> Values:
    """Racks that hold something, by their mass."""
    racks = placed.facility.used
    lacks = [bool(some.lacks_mass) for some in racks]
    return Values(
        [some.label for some in racks],
        np.array([figure(some) for some in racks], np.float64),
        np.array(lacks, bool),
        (),
        [NO_MASS if some else "" for some in lacks],
    )


FIGURES = (
    PhysicalFigure(
        "feed-load",
        "rack",
        "Use of a feed",
        "%",
        "Highest use of a feed of the rack with all feeds: of the power that it carries all the time, or of"
        " the current of a phase.",
        lambda placed: _use(placed, lambda some: some.use),
        short="Feed",
    ),
    PhysicalFigure(
        "feed-load-after-loss",
        "rack",
        "Use of a feed after a loss",
        "%",
        "The same when any other feed of the rack is lost.",
        lambda placed: _use(placed, lambda some: some.use_after_loss),
        short="Feed after a loss",
    ),
    PhysicalFigure(
        "rack-power",
        "rack",
        "Power",
        "W",
        "Power of all that the rack holds, with the transceivers and active cables in it.",
        lambda placed: _power(placed, lambda some: some.power_w),
        0,
    ),
    PhysicalFigure(
        "rack-heat-to-air",
        "rack",
        "Heat to air",
        "W",
        "Heat of the rack that air carries away.",
        lambda placed: _power(placed, lambda some: some.air_w),
        0,
    ),
    PhysicalFigure(
        "rack-mass",
        "rack",
        "Mass",
        "kg",
        "Mass of the rack with all that it holds and the cables in it.",
        lambda placed: _mass(placed, lambda some: some.mass_kg),
        0,
    ),
    PhysicalFigure(
        "rack-used-units",
        "rack",
        "Used units",
        "U",
        "Units that hold something.",
        lambda placed: _budget(placed, lambda some: some.used_u),
        0,
    ),
    PhysicalFigure(
        "rack-free-units",
        "rack",
        "Free units",
        "U",
        "Units that hold nothing and are not reserved.",
        lambda placed: _budget(placed, lambda some: some.free_u),
        0,
        signed=True,
    ),
    PhysicalFigure(
        "rack-cables",
        "rack",
        "Cables",
        "",
        "Cables with an end in the rack.",
        _cables,
        0,
    ),
    PhysicalFigure(
        "rack-floor-load",
        "rack",
        "Floor load",
        "kg/m²",
        "Mass of the rack with all that it holds, over its footprint.",
        lambda placed: _mass(placed, lambda some: some.kg_per_m2),
        0,
    ),
    PhysicalFigure(
        "rack-point-load",
        "rack",
        "Load of a foot",
        "kg",
        "Mass of the rack with all that it holds, on each of its casters or feet.",
        lambda placed: _mass(placed, lambda some: some.point_kg),
        0,
    ),
)
"""Figures of racks for the facility team."""
