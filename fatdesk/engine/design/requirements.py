"""What the user asks for: a requirements file (spec 8)."""

from decimal import Decimal
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta

from fatdesk.core import ranges
from fatdesk.core.money import in_range
from fatdesk.core.struct import Count, Currency, Id, Natural, Struct
from fatdesk.core.units import ratio
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.approved import ApprovedCables
from fatdesk.engine.families.design import HostGroup, Name
from fatdesk.engine.floor.room import RoomRequirement

Media = Literal["any", "copper", "optical"]
Metric = Literal["cost", "power", "mass", "height", "cables", "failures", "tco"]
Item = TypeVar("Item")
Named = Annotated[
    tuple[Item, ...], Meta(min_length=1, description="a list of 1 or more (leave the key out to allow all)")
]
"""Names of what is allowed. An empty list is an error: it could mean all as well as none."""
Goal = Literal["cost", "power", "mass", "height", "cables", "failures", "tco", "routed_cost"]
COMPARED = 5
"""Designs that are placed and cabled for ``routed_cost``."""
Years = Annotated[float, Meta(ge=0, le=100)]


def _blocking_in_range(blocking: float | str) -> None:
    try:
        sound = ratio(blocking) >= 1
    except ValueError:
        sound = False
    if not sound:
        raise ValueError("blocking: expected a number or p/q of 1 or more")


class FabricRequirement(Struct, frozen=True, kw_only=True):
    """One network between hosts; ``blocking`` is a number or ``p/q``, 1 or more."""

    name: Name
    hosts: Named[Name] = ()
    """Groups of hosts that it joins; left out: all."""
    blocking: float | str = "1"
    rails: Annotated[int, Meta(ge=1, le=64)] = 1
    planes: Annotated[int, Meta(ge=1, le=64)] = 1
    families: Named[str] = ()
    edge: Named[Id] = ()
    core: Named[Id] = ()
    media: Media = "any"
    cables: ApprovedCables | None = None
    """The cables and transceivers that it may take; left out: all."""
    equal_bundles: bool = False
    spread_hosts: bool | Literal["even"] = True
    growth_hosts: Natural = 0
    extra_ports: Natural = 0
    cable_price: Annotated[Decimal, Meta()] | None = None
    port_names: Named[Id] = ()
    """Operating systems whose names of ports lists and drawings have, the first that a part knows; left out:
    the first of each part."""

    def __post_init__(self) -> None:
        """Hold blocking and price in range."""
        _blocking_in_range(self.blocking)
        in_range(self.cable_price, "cable_price")


class Objective(Struct, frozen=True, kw_only=True):
    """What to minimise: one metric, or a weighted sum.

    ``years``, ``price_per_kwh`` and ``pue`` are for ``tco``. With ``routed_cost`` the ``compare`` best
    designs by cost are placed and cabled, and ranked by what switches, cables and transceivers then cost.
    """

    minimise: Goal | None = None
    weights: dict[Metric, Annotated[float, Meta(ge=0, le=1e9)]] = msgspec.field(default_factory=dict)
    years: Years = 5.0
    price_per_kwh: Annotated[Decimal, Meta()] = Decimal("0.10")
    pue: Annotated[float, Meta(ge=1, le=10)] = 1.5
    compare: Annotated[int, Meta(ge=1, le=100)] = COMPARED

    def __post_init__(self) -> None:
        """Hold the price in range, and to one way of saying what to minimise."""
        in_range(self.price_per_kwh, "price_per_kwh")
        if self.weights and self.minimise is not None:
            raise ValueError("weights: expected no weights beside minimise, keep one of them")
        if self.weights and not any(self.weights.values()):
            raise ValueError("weights: expected one weight above 0 at least")
        if self.compare != COMPARED and self.minimise != "routed_cost":
            raise ValueError("compare: expected with minimise: routed_cost only, remove it")

    @property
    def metric(self) -> Metric | None:
        """What the search minimises before anything is placed; None: a weighted sum."""
        if self.weights:
            return None
        if self.minimise is None or self.minimise == "routed_cost":
            return "cost"
        return self.minimise


class Limits(Struct, frozen=True, kw_only=True):
    """Upper limits on a network (``hosts_possible``, ``bisection_gbps``: lower); None: no limit."""

    racks: Count | None = None
    height_u: Natural | None = None
    cost: Annotated[Decimal, Meta()] | None = None
    power_w: ranges.TotalPower | None = None
    mass_kg: ranges.TotalMass | None = None
    blocking: float | str | None = None
    models: Count | None = None
    hops: Count | None = None
    bisection_gbps: ranges.Throughput | None = None
    failures_per_year: ranges.Failures | None = None
    hosts_possible: Count | None = None

    def __post_init__(self) -> None:
        """Hold cost and blocking in range."""
        in_range(self.cost, "cost")
        if self.blocking is not None:
            _blocking_in_range(self.blocking)


class Exploration(Struct, frozen=True, kw_only=True):
    """What ``fatdesk explore`` looks through; ``design`` does not read it."""

    radix: tuple[Count, ...] = ()
    terminals: tuple[Count, ...] = ()
    levels: Count | None = None
    switches: tuple[Count, ...] = ()
    dimensions: Count | None = None
    external_gbps: ranges.Throughput = 0.0
    hops: Count | None = None
    uplink_connectors: Count | None = None
    lag_multiple: Count = 1
    price_per_port: Annotated[Decimal, Meta()] | None = None

    def __post_init__(self) -> None:
        """Hold the price in range."""
        in_range(self.price_per_port, "price_per_port")


class Requirements(Struct, frozen=True, kw_only=True):
    """A requirements file."""

    hosts: Annotated[tuple[HostGroup, ...], Meta(min_length=1)]
    fabrics: Annotated[tuple[FabricRequirement, ...], Meta(min_length=1)]
    objective: Objective = Objective(minimise="cost")
    limits: Limits = Limits()
    cabling: CablingRules = CablingRules()
    room: RoomRequirement | None = None
    explore: Exploration | None = None
    currency: Currency | None = None
    """Of all amounts here and of costs; prices in another one count as unknown. None: that of the prices."""

    def hosts_of(self, fabric: FabricRequirement) -> tuple[HostGroup, ...]:
        """The groups that a fabric joins, in file order."""
        return tuple(g for g in self.hosts if not fabric.hosts or g.name in fabric.hosts)
