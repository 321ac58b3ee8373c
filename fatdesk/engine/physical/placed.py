"""A placed and cabled design: what figures of the physical layer are worked out from."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from fatdesk.engine.bill.counting import Item
from fatdesk.engine.bill.deployability import Deployability
from fatdesk.engine.bill.making import Bill
from fatdesk.engine.cabling.bends import Bends, bends_of
from fatdesk.engine.cabling.filling import Filling
from fatdesk.engine.cabling.identity import link_ids
from fatdesk.engine.cabling.laying import Cabling
from fatdesk.engine.cabling.rack_sides import RackSides
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.floor.budget import Plugged
from fatdesk.engine.floor.facility import Facility
from fatdesk.engine.floor.floor import Floor
from fatdesk.engine.rules.figures import Figure
from fatdesk.engine.structured.structured import Structured

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Books:
    """Bill of a placed design, its items as counted, and the work of installers."""

    items: Sequence[Item]
    bill: Bill
    work: Deployability
    catalog: Catalog


@dataclass(frozen=True, eq=False)
class Placed:
    """A design in its room.

    Attributes
    ----------
    filling
        What runs in the trays.
    structured
        The channels over panels; None: there are none.
    make_books
        None: there are no books, and figures of these are of no element.
    """

    floor: Floor
    catalog: Catalog
    fabrics: Sequence[Fabric]
    cabling: Cabling
    filling: Filling
    make_plugged: Callable[[], Plugged]
    make_facility: Callable[[], Facility]
    make_sides: Callable[[], RackSides]
    structured: Structured | None = None
    make_books: Callable[[], Books] | None = None
    _kept: dict[Callable[..., Any], Any] = field(default_factory=dict)

    @cached_property
    def plugged(self) -> Plugged:
        """Power and mass of the plugs in each device."""
        return self.make_plugged()

    @cached_property
    def facility(self) -> Facility:
        """Load of feeds, heat and floor load of racks."""
        return self.make_facility()

    @cached_property
    def sides(self) -> RackSides:
        """Load of the sides of racks."""
        return self.make_sides()

    @cached_property
    def books(self) -> Books | None:
        """The bill and what belongs to it; None: it is not made for this design."""
        return None if self.make_books is None else self.make_books()

    def link_id(self, fabric: int, cable: int) -> str:
        """The id of a cable of a fabric."""
        made = self.cabling.fabrics[fabric]
        [name] = link_ids(made.fabric, made.heads[[cable]], self.catalog)
        return name

    @cached_property
    def bends(self) -> Bends:
        """The radii that cables need in the trays."""
        return bends_of(self.cabling.fabrics, self.cabling.runs, len(self.floor.trays))

    def kept(self, make: Callable[["Placed"], T]) -> T:
        """Return a value that several figures are made from; it is made once."""
        if make not in self._kept:
            self._kept[make] = make(self)
        found: T = self._kept[make]
        return found


PhysicalFigure = Figure[Placed]
"""A figure of a placed design."""
