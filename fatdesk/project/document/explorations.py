"""Explorations that a project keeps: for a fabric the search settings, and networks pinned for comparison."""

from decimal import Decimal
from math import prod
from typing import Annotated, Literal

from msgspec import Meta, field

from fatdesk.core.money import in_range
from fatdesk.core.struct import Count, Currency, Natural, Struct, Text
from fatdesk.engine.design.requirements import Exploration as SearchSettings
from fatdesk.engine.families.design import Design, Name

Letter = Literal["A", "B", "C", "D", "E"]
MOST_PINS = 5
Numbers = tuple[Count, ...]
Power = Annotated[float, Meta(ge=0, le=1e12)]
Total = Annotated[int, Meta(ge=0, le=(1 << 63) - 1)]
"""A sum over all cables: micrometres, lanes."""


class PinnedBill(Struct, frozen=True, kw_only=True):
    """Cable bill of a pinned network, as it was found; the fields are those of an explored candidate."""

    cost: Decimal
    count: Natural = 0
    copper: Natural = 0
    optical: Natural = 0
    skus: Natural = 0
    ordered_um: Total = 0
    excess_um: Total = 0
    wasted_lanes: Total = 0
    unreached: Natural = 0
    overfull: Natural = 0
    tray_fill: Annotated[float, Meta(ge=0, le=1e9)] | None = None

    def __post_init__(self) -> None:
        """Hold the cost in range."""
        in_range(self.cost, "cost")


class PinnedNetwork(Struct, frozen=True, kw_only=True):
    """A network pinned in the explorer, with the figures that cannot be computed from its parameters.

    Attributes
    ----------
    levels, widths, bundles
        M, C and K of a tree.
    sides, bundles, terminals
        S, K and T of a lattice; ``terminals`` of a tree are the hosts of an edge switch.
    hosts, ports
        Hosts, and hosts with those that represent external bandwidth.
    blocking
        The ratio that was required of the search, as a fraction; empty: none.
    cost, unpriced
        Switches, cables and laying them, and the number of cables without a price.
    source
        The search in which it was found.
    """

    letter: Letter
    family: Literal["egft", "hyperx"]
    levels: Numbers = ()
    widths: Numbers = ()
    sides: Numbers = ()
    bundles: Annotated[Numbers, Meta(min_length=1, max_length=20)]
    radix: Count
    terminals: Count
    hosts: Count
    ports: Count
    blocking: Annotated[str, Meta(pattern=r"^([1-9][0-9]{0,8}(/[1-9][0-9]{0,8})?)?\Z")] = ""
    cost: Decimal
    currency: Currency = "USD"
    unpriced: Natural = 0
    bill: PinnedBill | None = None
    racks: Natural | None = None
    power_w: Power | None = None
    order: Numbers = ()
    reasons: tuple[Text, ...] = ()
    source: Text = ""

    def __post_init__(self) -> None:
        """Hold parameters to their family: a network that cannot exist is no record."""
        in_range(self.cost, "cost")
        own, other = (self.levels, self.sides) if self.family == "egft" else (self.sides, self.levels)
        if len(own) != len(self.bundles) or other:
            what = "levels" if self.family == "egft" else "sides"
            raise ValueError(f"{what}: expected as many as bundles ({len(self.bundles)}), and no other shape")
        if self.family == "egft" and len(self.widths) != len(self.levels):
            raise ValueError(f"widths: expected as many as levels ({len(self.levels)})")
        if self.family == "egft" and (self.widths[0] != 1 or self.bundles[0] != 1):
            raise ValueError("widths, bundles: expected to begin with 1, as one switch has its hosts")
        if self.family == "hyperx" and self.ports > self.terminals * prod(self.sides):
            raise ValueError(f"ports: expected at most {self.terminals * prod(self.sides)} on these switches")
        if self.hosts > self.ports:
            raise ValueError(f"hosts: expected at most {self.ports}, as there are ports")


FigureName = Annotated[str, Meta(pattern=r"^[a-z][a-z_]{0,29}\Z")]
Figure = Annotated[float, Meta(ge=0, le=1e15)]


class PinnedDesign(Struct, frozen=True, kw_only=True):
    """A design over catalog parts pinned in the explorer, with its figures as they were found.

    Attributes
    ----------
    cost, unpriced
        Cost before placing, and the number of switches, panels, cables and transceivers without a price.
    routed, routed_unpriced
        The same of the design as placed and cabled; None: it was not placed.
    figures
        The other quantities of the explorer by name; what is unknown is left out.
    source
        The search in which it was found.
    """

    letter: Letter
    design: Design
    hosts: Count
    cost: Decimal
    currency: Currency = "USD"
    unpriced: Natural = 0
    routed: Decimal | None = None
    routed_unpriced: Natural = 0
    figures: dict[FigureName, Figure] = field(default_factory=dict)
    reasons: tuple[Text, ...] = ()
    source: Text = ""

    def __post_init__(self) -> None:
        """Hold the costs in range."""
        in_range(self.cost, "cost")
        in_range(self.routed, "routed")


class KeptExploration(Struct, frozen=True, kw_only=True):
    """Search settings and pins of a fabric.

    Attributes
    ----------
    settings
        The ranges to search; None: as the explorer proposes.
    families
        Trees or lattices alone; empty: both.
    count
        Hosts of the search where they are not those of the project.
    made_from
        The letter of the pin that the design of the fabric was made from.
    designs
        Pinned designs over catalog parts; their letters are their own.
    """

    fabric: Name
    settings: SearchSettings | None = None
    families: tuple[Literal["egft", "hyperx"], ...] = ()
    count: Count | None = None
    pins: Annotated[tuple[PinnedNetwork, ...], Meta(max_length=MOST_PINS)] = ()
    made_from: Literal["", "A", "B", "C", "D", "E"] = ""
    designs: Annotated[tuple[PinnedDesign, ...], Meta(max_length=MOST_PINS)] = ()

    def __post_init__(self) -> None:
        """Hold letters apart, and the origin to one of them."""
        for name, found in (("designs", self.designs), ("pins", self.pins)):
            letters: list[str] = [pin.letter for pin in found]
            if len(set(letters)) < len(letters):
                raise ValueError(f"{name}: two have one letter: {', '.join(letters)}")
        if self.made_from and self.made_from not in letters:
            raise ValueError(f"made_from: there is no pin {self.made_from}")

    @property
    def is_plain(self) -> bool:
        """Whether it says nothing, and is left out of files."""
        return self == KeptExploration(fabric=self.fabric)
