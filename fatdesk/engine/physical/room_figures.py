"""Figures of rows, feeds and the whole room, with those of the bill and of the work that ``show`` prints."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from fatdesk.core.units import m_from_um
from fatdesk.engine.bill.deployability import GROWTH_KEYS, WORK_FIGURES, WorkFigure
from fatdesk.engine.bill.making import total_of
from fatdesk.engine.bill.of_networks import failures_per_year, network_cost
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.floor.facility import Sums
from fatdesk.engine.physical.placed import Books, PhysicalFigure, Placed
from fatdesk.engine.rules.figures import Values

ROOM = "room"
"""The only element of figures of the room."""
NO_PRICE = "some prices are not known"
NO_POWER = "the power of some parts is not known"
NO_MASS = "the mass of some parts is not known"
NO_MTBF = "the MTBF of some parts is not known"
NO_CABLE = "no part is chosen for some cables"


class Sum(NamedTuple):
    """A sum, and what is missing that makes it a lower bound; empty: nothing."""

    amount: float
    missing: str = ""


def _values(names: Sequence[str], found: Sequence[Sum]) -> Values:
    missing = [one.missing for one in found]
    amount = np.array([one.amount for one in found], np.float64)
    return Values(names, amount, np.array([bool(one) for one in missing], bool), (), missing)


def _rows(placed: Placed, figure: Callable[[Sums], Sum]) -> Values:
    """Rows with racks."""
    rows = [row for row in placed.facility.rows if row.racks]
    return _values([row.name for row in rows], [figure(row) for row in rows])


def _feeds(placed: Placed) -> Values:
    """Feeds by which the racks of the room are fed."""
    room = placed.facility.room
    missing = NO_POWER if room.power_bound else ""
    names = [name for name in room.normal_w if room.racks]
    return _values([f"feed {name}" for name in names], [Sum(room.normal_w[name], missing) for name in names])


def _room(placed: Placed, figure: Callable[[Placed], Sum]) -> Values:
    """The room, where it has racks in use."""
    used = bool(placed.facility.used)
    return _values([ROOM] if used else [], [figure(placed)] if used else [])


def _books(placed: Placed, figure: Callable[[Books], Sum]) -> Values:
    books = placed.books
    return _values([] if books is None else [ROOM], [] if books is None else [figure(books)])


def _power(some: Sums) -> Sum:
    return Sum(some.power_w, NO_POWER if some.power_bound else "")


def _mass(some: Sums) -> Sum:
    return Sum(some.mass_kg, NO_MASS if some.mass_bound else "")


def _metres(placed: Placed) -> Sum:
    laid = [made.laid for made in placed.cabling.fabrics]
    open_ends = any((some.choice < 0).any() for some in laid)
    return Sum(m_from_um(sum(int(some.ordered_um.sum()) for some in laid)), NO_CABLE if open_ends else "")


def _excess(placed: Placed) -> Sum:
    total = 0
    for made in placed.cabling.fabrics:
        laid = made.laid
        known = (laid.choice >= 0) & (laid.computed_um >= 0)
        total += int((laid.ordered_um - laid.computed_um)[known].sum())
    return Sum(m_from_um(total))


def _nodes(placed: Placed, kind: NodeKind) -> Sum:
    return Sum(float(sum(len(fabric.nodes(kind)) for fabric in placed.fabrics)))


def _transceivers(books: Books) -> Sum:
    return Sum(float(sum(item.count for item in books.items if item.category == "transceivers")))


def _cost(books: Books) -> Sum:
    total = books.bill.total
    return Sum(float(total.amount), NO_PRICE if total.at_least else "")


def _network_cost(books: Books) -> Sum:
    total = network_cost(books.items, books.bill.total.currency)
    return Sum(float(total.amount), NO_PRICE if total.at_least else "")


def _failures(books: Books) -> Sum:
    amount, unknown = failures_per_year(books.items, books.catalog)
    return Sum(amount, NO_MTBF if unknown else "")


def _of_parts(books: Books) -> tuple[Sum, Sum]:
    """Power and mass of all items of the bill."""
    power, power_bound = total_of(books.items, "power_w")
    mass, mass_bound = total_of(books.items, "mass_kg")
    return Sum(power, NO_POWER if power_bound else ""), Sum(mass, NO_MASS if mass_bound else "")


def _row(name: str, title: str, unit: str, help_text: str, figure: Callable[[Sums], Sum]) -> PhysicalFigure:
    return PhysicalFigure(name, "row", title, unit, help_text, lambda placed: _rows(placed, figure), 0)


def _of_room(
    name: str, title: str, unit: str, help_text: str, figure: Callable[[Placed], Sum], digits: int = 0
) -> PhysicalFigure:
    return PhysicalFigure(name, "room", title, unit, help_text, lambda placed: _room(placed, figure), digits)


def _of_books(
    name: str, title: str, unit: str, help_text: str, figure: Callable[[Books], Sum], digits: int = 0
) -> PhysicalFigure:
    return PhysicalFigure(name, "room", title, unit, help_text, lambda placed: _books(placed, figure), digits)


def _of_work(one: WorkFigure) -> PhysicalFigure:
    """A figure of the installation, by the name that it has in requirements."""

    def figure(books: Books) -> Sum:
        found = one.value(books.work)
        missing = NO_CABLE if found is None or one.is_bound(books.work) else ""
        return Sum(float("nan") if found is None else float(found), missing)

    name = one.key.replace("_", "-")
    return _of_books(name, one.title, one.unit, f"{one.meaning}.", figure, one.digits)


FIGURES = (
    _row("row-power", "Power", "W", "Power of all racks of the row.", _power),
    _row("row-heat-to-air", "Heat to air", "W", "Heat of the row that air carries away.",
         lambda row: Sum(row.air_w, NO_POWER if row.power_bound else "")),
    _row("row-mass", "Mass", "kg", "Mass of all racks of the row with what they hold.", _mass),
    _row("row-racks", "Racks in use", "", "Racks of the row that hold something.",
         lambda row: Sum(float(row.racks))),
    PhysicalFigure("feed-power", "feed", "Power of a feed", "W",
                   "Power that racks draw from the feed of this name with all feeds.", _feeds, 0),
    _of_room("room-power", "Power", "W", "Power of all racks.", lambda placed: _power(placed.facility.room)),
    _of_room("room-mass", "Mass", "kg", "Mass of all racks with what they hold.",
             lambda placed: _mass(placed.facility.room)),
    _of_room("racks", "Racks in use", "", "Racks that hold something.",
             lambda placed: Sum(float(placed.facility.room.racks))),
    _of_room("hosts", "Hosts of networks", "", "Hosts of each network, added up.",
             lambda placed: _nodes(placed, NodeKind.HOST)),
    _of_room("switches", "Switches", "", "Switches of all networks.",
             lambda placed: _nodes(placed, NodeKind.SWITCH)),
    _of_room("links", "Links", "", "Links of all networks.",
             lambda placed: Sum(float(sum(fabric.link_count for fabric in placed.fabrics)))),
    _of_room("cables", "Cables", "", "Cables of all networks.",
             lambda placed: Sum(float(sum(made.count for made in placed.cabling.fabrics)))),
    _of_room("ordered-metres", "Ordered length", "m", "Ordered length of all cables.", _metres),
    _of_room("excess-metres", "Excess length", "m", "Ordered less computed length of all cables.", _excess),
    _of_books("transceivers", "Transceivers", "", "Transceivers to buy, without spares.", _transceivers),
    _of_books("cost", "Cost", "", "Total of the bill, in its currency.", _cost),
    _of_books("network-cost", "Cost of the network", "",
              "Its parts at list prices, in the currency of the bill, without spares.", _network_cost),
    _of_books("failures-per-year", "Failures per year", "",
              "Switches, transceivers and cables that fail in a year, by their MTBF.", _failures, 1),
    _of_books("bill-power", "Power of the bill", "W", "Power of all that is on the bill.",
              lambda books: _of_parts(books)[0]),
    _of_books("bill-mass", "Mass of the bill", "kg", "Mass of all that is on the bill.",
              lambda books: _of_parts(books)[1]),
    *(_of_work(one) for one in WORK_FIGURES if one.key not in GROWTH_KEYS),
)  # fmt: skip
"""Figures of rows, feeds and the room."""
