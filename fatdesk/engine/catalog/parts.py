"""Kinds of parts as they stand in a catalog file, one struct a kind (spec 8).

``None`` means unknown, which is never counted as zero.
"""

from decimal import Decimal
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from fatdesk.core import ranges
from fatdesk.core.money import in_range
from fatdesk.core.struct import Count, Currency, Date, Id, Natural, Struct, Text

Medium = Literal["copper", "active-copper", "optical", "fibre"]
Role = Literal["edge", "core"]
Protocol = Literal["infiniband", "ethernet"]
Plugs = Literal["infiniband", "ethernet", "both"]
"""What cables and transceivers are made for."""
PortSide = Literal["front", "rear"]
"""The side of the rack that ports face; not told: by kind and airflow (``cabling.faces``)."""
Airflow = Literal[
    "front-to-rear",
    "rear-to-front",
    "left-to-right",
    "right-to-left",
    "side-to-rear",
    "rear-to-side",
    "bottom-to-top",
    "top-to-bottom",
    "passive",
    "mixed",
]


class Price(Struct, frozen=True, kw_only=True):
    """What one unit costs; without an amount the price is unknown."""

    amount: Annotated[Decimal, Meta()] | None = None
    currency: Currency = "USD"
    date: Date = ""
    source: Text = ""

    def __post_init__(self) -> None:
        """Hold the amount in range."""
        in_range(self.amount, "amount")


class Ports(Struct, frozen=True, kw_only=True):
    """A group of equal cages.

    ``count`` is cages, ``links`` how many links a cage carries (2 for a twin-port cage), ``rate_gbps``
    and ``lanes`` are a link's, ``breakout`` lists into how many a link may be split. Ports of different
    ``protocol`` are never joined; one that is not told (an adapter that speaks both) joins with any.
    """

    count: ranges.PortCount
    links: Annotated[int, Meta(ge=1, le=16)] = 1
    connector: Id
    rate_gbps: ranges.Rate
    lanes: Annotated[int, Meta(ge=1, le=64)] = 1
    breakout: tuple[Annotated[int, Meta(ge=1, le=64)], ...] = (1,)
    protocol: Protocol | None = None


class PortNaming(Struct, frozen=True, kw_only=True):
    """Names that an operating system gives to the ports of a device (``catalog/port_names.py`` makes them).

    ``system`` is a key of the systems that are known, or any other word when the templates are given here:
    ``port`` for a cage that is one port, ``split`` for a leg of a port that is split, ``twin`` and
    ``twin_split`` for cages that carry several links, ``one_lane`` for cages of a single lane. ``step`` is
    how many numbers a cage takes where lanes are counted, when these are not its lanes. ``names`` lists the
    names of all unsplit ports in order, for devices whose ports follow no template.
    """

    system: Id
    port: Text = ""
    split: Text = ""
    twin: Text = ""
    twin_split: Text = ""
    one_lane: Text = ""
    step: Count | None = None
    names: tuple[Text, ...] = ()


class Part(Struct, frozen=True, kw_only=True, tag_field="kind"):
    """What every kind of part has."""

    id: Id
    name: Text = ""
    vendor: Text = ""
    part_number: Text = ""
    height_u: ranges.UnitsOrNone | None = None
    depth_mm: ranges.DeviceDepth | None = None
    mass_kg: ranges.Mass | None = None
    power_w: ranges.Power | None = None
    price: Price | None = None
    mtbf_h: ranges.Hours | None = None
    redundancy: Text = ""
    airflow: Airflow | None = None
    notes: Text = ""
    source: Text = ""
    sources: dict[str, Text] = msgspec.field(default_factory=dict)
    """Source of single figures where it is not ``source``: field name to text."""
    dates: dict[str, Date] = msgspec.field(default_factory=dict)
    """When single figures were looked up: field name to date; prices tell their own."""


class Switch(Part, frozen=True, kw_only=True, tag="switch"):
    """A switch with fixed ports."""

    ports: Annotated[tuple[Ports, ...], Meta(min_length=1)]
    roles: tuple[Role, ...] = ("edge", "core")
    port_side: PortSide | None = None
    price_per_port: Price | None = None
    """Instead of ``price``: times the number of links that its ports carry."""
    chip_ports: Count | None = None
    """How many links the chip serves at most when ports are split; None: no limit."""
    port_names: tuple[PortNaming, ...] = ()
    """Names of its ports by operating system; the first is what documents show."""


class Module(Struct, frozen=True, kw_only=True):
    """A board that every configuration of a modular switch holds."""

    name: Id
    count: Count = 1
    price: Price | None = None
    power_w: ranges.Power | None = None
    mass_kg: ranges.Mass | None = None


class Card(Struct, frozen=True, kw_only=True):
    """A line card."""

    name: Id
    ports: Annotated[tuple[Ports, ...], Meta(min_length=1)]
    price: Price | None = None
    power_w: ranges.Power | None = None
    mass_kg: ranges.Mass | None = None


class Inside(Struct, frozen=True, kw_only=True):
    """The chips inside: a card is a chip with ``card_ports``, a fabric board one with ``board_ports``."""

    card_ports: Count
    board_ports: Count


class ModularSwitch(Part, frozen=True, kw_only=True, tag="modular-switch"):
    """A chassis with 1 to ``slots`` line cards; price, power and mass are the bare chassis's."""

    slots: Annotated[int, Meta(ge=1, le=256)]
    fixed: tuple[Module, ...] = ()
    cards: Annotated[tuple[Card, ...], Meta(min_length=1)]
    inside: Inside | None = None
    roles: tuple[Role, ...] = ("edge", "core")
    port_side: PortSide | None = None
    port_names: tuple[PortNaming, ...] = ()
    """Names of its ports by operating system; the first is what documents show."""


class Server(Part, frozen=True, kw_only=True, tag="server"):
    """A host; one with ``fits`` is a blade and lives in an enclosure."""

    ports: Annotated[tuple[Ports, ...], Meta(min_length=1)]
    fits: tuple[Id, ...] = ()
    port_side: PortSide | None = None
    port_names: tuple[PortNaming, ...] = ()
    """Names of its ports by operating system; the first is what documents show."""


class PassThrough(Struct, frozen=True, kw_only=True):
    """A panel in an enclosure's switch bay that brings the blades' ports out."""

    price: Price | None = None


class Enclosure(Part, frozen=True, kw_only=True, tag="enclosure"):
    """A box of blades with a bay for one of the ``switch`` parts."""

    blades: Annotated[int, Meta(ge=1, le=1000)]
    switch: Annotated[tuple[Id, ...], Meta(min_length=1)]
    pass_through: PassThrough | None = None
    port_side: PortSide | None = None


class Adapter(Part, frozen=True, kw_only=True, tag="adapter"):
    """A network adapter of a server."""

    ports: Annotated[tuple[Ports, ...], Meta(min_length=1)]
    port_names: tuple[PortNaming, ...] = ()
    """Names of its ports by operating system; the first is what documents show."""


class Transceiver(Part, frozen=True, kw_only=True, tag="transceiver"):
    """What a cage holds at each end of a fibre; ``links`` links, each on a fibre of its own."""

    connector: Id
    links: Annotated[int, Meta(ge=1, le=16)] = 1
    lanes: Annotated[int, Meta(ge=1, le=64)] = 1
    rate_gbps: ranges.Rate
    fibre: Id
    reach_m: ranges.Reach | None = None
    medium: Medium = "fibre"
    protocol: Plugs | None = None
    """What it is made for; not stated: it is taken for both, and a check warns where that is in doubt."""


class StandardLength(Struct, frozen=True, kw_only=True):
    """A length that a cable is sold in."""

    m: ranges.CableLength
    price: Price | None = None


class Cable(Part, frozen=True, kw_only=True, tag="cable"):
    """A cable with its plugs, or (``medium: fibre``) a fibre whose plugs go into transceivers.

    ``ends`` tells the number of plugs at both ends (``[1, 2]``: a splitter), ``links`` how many
    links it carries, ``lanes`` how many lanes altogether.
    """

    medium: Medium
    connectors: tuple[Id, Id]
    lanes: Annotated[int, Meta(ge=1, le=1000)] = 1
    lane_rate_gbps: ranges.Rate | None = None
    lengths: tuple[StandardLength, ...] = ()
    per_metre: Price | None = None
    per_connector: Price | None = None
    reach_m: ranges.Reach | None = None
    diameter_mm: ranges.CableDiameter | None = None
    bend_mm: ranges.BendRadius | None = None
    ends: tuple[Annotated[int, Meta(ge=1, le=64)], Annotated[int, Meta(ge=1, le=64)]] = (1, 1)
    links: Annotated[int, Meta(ge=1, le=64)] = 1
    protocol: Plugs | None = None
    """What it is made for; not stated: it is taken for both, and a check warns where that is in doubt."""


class RackPart(Part, frozen=True, kw_only=True, tag="rack"):
    """A rack; ``height_u`` is its usable units, the other figures its outside."""

    height_u: ranges.Units
    height_mm: ranges.RackHeight = 1981.2
    first_u_mm: ranges.FirstUnit | None = None
    """From the floor to the lower edge of unit 1; not told: the highest unit ends at the rack's top."""
    width_mm: ranges.RackWidth = 609.6
    depth_mm: ranges.RackDepth = 914.4
    mass_limit_kg: ranges.MassLimit | None = None
    power_limit_w: ranges.PowerLimit | None = None


class PowerUnit(Part, frozen=True, kw_only=True, tag="power"):
    """A power distribution unit."""

    outlets: Natural | None = None
    power_limit_w: ranges.PowerLimit | None = None


class TrayPart(Part, frozen=True, kw_only=True, tag="tray"):
    """A cable tray, sold in lengths."""

    width_mm: ranges.TrayWidth
    tray_depth_mm: ranges.TrayDepth
    length_m: ranges.TrayLength | None = None


class Equipment(Part, frozen=True, kw_only=True, tag="equipment"):
    """What stands in racks and joins no network as far as is known: ``what`` it is, such as a patch panel.

    A box whose ports nobody has told is one, too, until they are: no design can use it.
    """

    what: Text = ""


AnyPart = (
    Switch
    | ModularSwitch
    | Server
    | Enclosure
    | Adapter
    | Transceiver
    | Cable
    | RackPart
    | PowerUnit
    | TrayPart
    | Equipment
)
"""Any part; msgspec reads it by its ``kind``."""


def links_of(ports: tuple[Ports, ...]) -> int:
    """How many links the cages of some groups carry altogether.

    >>> links_of((Ports(count=32, links=2, connector="osfp", rate_gbps=400.0),))
    64
    """
    return sum(group.count * group.links for group in ports)


def speak_alike(*protocols: str | None) -> bool:
    """Whether no two of them differ; what is made for both, or not stated, goes with any.

    >>> speak_alike("ethernet", None, "ethernet", "both"), speak_alike("ethernet", "infiniband")
    (True, False)
    """
    return len({protocol for protocol in protocols if protocol and protocol != "both"}) <= 1
