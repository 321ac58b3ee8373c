"""Records of parts as in catalog files, one per kind (spec 8).

``None`` means unknown, which is never counted as zero.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

from fatdesk.core import ranges
from fatdesk.core.money import in_range
from fatdesk.core.schema import about
from fatdesk.core.struct import Count, Currency, Date, Id, Natural, Struct, Text
from fatdesk.engine.catalog.tray_loads import NEMA_CHOICES, NemaClass, TrayLoad, read_loads, write_loads

Medium = Literal["copper", "active-copper", "optical", "fibre"]
Role = Literal["edge", "core", "management"]
"""Places of a switch in designs; ``management``: edge or core of a network that names it."""
Protocol = Literal["infiniband", "ethernet"]
Plugs = Literal["infiniband", "ethernet", "both"]
"""Protocols that cables and transceivers are made for."""
PortSide = Literal["front", "rear"]
"""The side of the rack that ports face; if not stated: by kind and airflow (``catalog.mounting``)."""
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

Inlet = Literal["C14", "C16", "C20", "C22"]
"""Power inlets of IEC 60320."""
OUTLETS: Mapping[str, str] = {"C14": "C13", "C16": "C13", "C20": "C19", "C22": "C19"}
"""Outlets of power strips that the cords of each inlet are made for: of 10 A, and of 16 A."""
AIRFLOWS = {some: some for some in get_args(Airflow)}
MEDIA = {some: some for some in get_args(Medium)}
PLUGS = {some: some for some in get_args(Plugs)}
Polarity = Literal["A", "B", "C"]
"""Order of the fibres from end to end by TIA-568: straight, reversed, reversed in pairs."""
Gender = Literal["female", "male"]
"""Plugs of several fibres with holes, or with pins."""
Polish = Literal["apc", "upc"]
"""End faces at an angle, or flat."""
CassettePolarity = Literal["A", "B", "C", "U1", "U2"]
"""Order of the fibres of a cassette; with duplex ports also in pairs from both ends of the plug."""
CASSETTE_POLARITIES = {
    "A": "Type A (straight)",
    "B": "Type B (reversed)",
    "C": "Type C (reversed in pairs)",
    "U1": "Type U1 (pairs from both ends, adapters of Type A)",
    "U2": "Type U2 (pairs from both ends, adapters of Type B)",
}
POLARITIES = {"A": "Type A (straight)", "B": "Type B (reversed)", "C": "Type C (reversed in pairs)"}
GENDERS = {"female": "female (holes)", "male": "male (pins)"}
POLISHES = {"apc": "APC (angled)", "upc": "UPC (flat)"}


class Price(Struct, frozen=True, kw_only=True):
    """Price of one unit; without an amount the price is unknown."""

    amount: Annotated[
        Decimal | None, about("Amount", "Of one unit; without it the price is unknown", empty="unknown")
    ] = None
    currency: Annotated[Currency, about("Currency")] = "USD"
    date: Annotated[Date, about("Date", "When it was looked up")] = ""
    source: Annotated[Text, about("Source")] = ""

    def __post_init__(self) -> None:
        """Hold the amount in range."""
        in_range(self.amount, "amount")


class Ports(Struct, frozen=True, kw_only=True):
    """A group of equal cages.

    ``count`` is cages, ``links`` how many links per cage carries (2 for a twin-port cage), ``rate_gbps``
    and ``lanes`` are a link's, ``breakout`` lists into how many a link may be split. Ports of different
    ``protocol`` are never joined; one that is not stated (an adapter that speaks both) joins with any.
    """

    count: Annotated[ranges.PortCount, about("Cages")]
    links: Annotated[
        Annotated[int, Meta(ge=1, le=16)], about("Links", "That a cage carries: 2 for a twin-port cage")
    ] = 1
    connector: Annotated[Id, about("Connector", "Kind of cage, such as `qsfp56` or `osfp`")]
    rate_gbps: Annotated[ranges.Rate, about("Rate", "Of a link", unit="Gb/s")]
    lanes: Annotated[Annotated[int, Meta(ge=1, le=64)], about("Lanes", "Of a link")] = 1
    breakout: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=64)], ...],
        about("Breakout", "Into how many a link may be split"),
    ] = (1,)
    protocol: Annotated[
        Protocol | None,
        about("Protocol", "Ports of different protocols are never joined; left out: joins with any"),
    ] = None


class PortNaming(Struct, frozen=True, kw_only=True):
    """Names that an operating system gives to the ports of a device (``catalog/port_names.py`` makes them).

    ``system`` is a key of the systems that are known, or any other word when the templates are given here:
    ``port`` for a cage that is one port, ``split`` for a leg of a port that is split, ``twin`` and
    ``twin_split`` for cages that carry several links, ``one_lane`` for cages of a single lane. ``step`` is
    how many numbers a cage takes where lanes are counted, when these are not its lanes. ``names`` lists the
    names of all unsplit ports in order, for devices whose ports follow no template. ``management`` lists the
    names of the management ports where they are not those of the system.
    """

    system: Id
    port: Text = ""
    split: Text = ""
    twin: Text = ""
    twin_split: Text = ""
    one_lane: Text = ""
    step: Count | None = None
    names: tuple[Text, ...] = ()
    management: tuple[Text, ...] = ()


class Part(Struct, frozen=True, kw_only=True, tag_field="kind"):
    """Fields of every kind of part."""

    id: Annotated[Id, about("Id")]
    name: Annotated[Text, about("Name")] = ""
    vendor: Annotated[Text, about("Vendor")] = ""
    part_number: Annotated[Text, about("Part number")] = ""
    height_u: Annotated[
        ranges.UnitsOrNone | None, about("Height", "Rack units that it takes; 0: none", unit="U")
    ] = None
    depth_mm: Annotated[ranges.DeviceDepth | None, about("Depth", unit="mm")] = None
    mass_kg: Annotated[ranges.Mass | None, about("Mass", unit="kg")] = None
    power_w: Annotated[ranges.Power | None, about("Power", "The most that it draws", unit="W")] = None
    price: Annotated[Price | None, about("Price")] = None
    mtbf_h: Annotated[ranges.Hours | None, about("MTBF", "Mean time between failures", unit="h")] = None
    redundancy: Annotated[Text, about("Redundancy", "Such as power supplies and fans that may fail")] = ""
    airflow: Annotated[Airflow | None, about("Airflow", choices=AIRFLOWS)] = None
    supplies: Annotated[
        ranges.Supplies | None,
        about("Power supplies", "Each with a power cord", empty="unknown, counts as dual-corded"),
    ] = None
    supplies_needed: Annotated[
        ranges.Supplies | None,
        about("Supplies needed", "For its full power, such as 4 of 6", empty="one"),
    ] = None
    inlet: Annotated[
        Inlet | None,
        about(
            "Inlet",
            "Of each power supply, by IEC 60320",
            more="A check compares it with the outlets of the power strips in its rack",
            choices={some: some for some in get_args(Inlet)},
            empty="unknown",
        ),
    ] = None
    liquid_share: Annotated[
        ranges.Share | None,
        about("Heat to liquid", "Share of its power; the rest goes to air", unit="%", empty="all to air"),
    ] = None
    notes: Annotated[Text, about("Notes")] = ""
    source: Annotated[Text, about("Source of all values")] = ""
    sources: Annotated[
        dict[str, Text], about("Sources", "Of single figures where it is not `source`: field name to text")
    ] = msgspec.field(default_factory=dict)
    """Source of single figures where it is not ``source``: field name to text."""
    dates: Annotated[
        dict[str, Date], about("Dates", "When single figures were looked up: field name to date")
    ] = msgspec.field(default_factory=dict)
    """Dates of single figures: field name to date; prices have their own."""


PortsAt = Annotated[
    PortSide | None,
    about(
        "Ports at",
        "The side of the rack that its ports face; empty: by kind and airflow",
        choices={"front": "front", "rear": "rear"},
    ),
]
PortNamings = Annotated[
    tuple[PortNaming, ...],
    about("Port names", "Names of its ports by operating system; the first is what documents show"),
]
Roles = Annotated[
    tuple[Role, ...],
    about(
        "Roles",
        "Where designs may use it",
        more="`management`: only in networks that name it, such as one for out-of-band management",
        empty="edge, core",
    ),
]
Management = Annotated[
    tuple[Ports, ...],
    about(
        "Management ports",
        "Ports for out-of-band management",
        more="They are numbered after all other ports and join no network except one for management",
        empty="unknown",
    ),
]
"""Management ports of a switch, of a modular one those of its chassis."""


class Switch(Part, frozen=True, kw_only=True, tag="switch"):
    """A switch with fixed ports."""

    ports: Annotated[
        Annotated[tuple[Ports, ...], Meta(min_length=1)], about("Ports", "Groups of equal cages")
    ]
    roles: Roles = ("edge", "core")
    port_side: PortsAt = None
    price_per_port: Annotated[
        Price | None,
        about("Price per port", "Instead of a price: times the number of links that its ports carry"),
    ] = None
    """Instead of ``price``: times the number of links that its ports carry."""
    chip_ports: Annotated[
        Count | None,
        about("Ports per chip", "Links that it serves at most when ports are split; empty: no limit"),
    ] = None
    """Largest number of links that the chip serves when ports are split; None: no limit."""
    management: Management = ()
    port_names: PortNamings = ()


class Module(Struct, frozen=True, kw_only=True):
    """A board that every configuration of a modular switch holds."""

    name: Annotated[Id, about("Name")]
    count: Annotated[Count, about("Count")] = 1
    price: Annotated[Price | None, about("Price")] = None
    power_w: Annotated[ranges.Power | None, about("Power", unit="W")] = None
    mass_kg: Annotated[ranges.Mass | None, about("Mass", unit="kg")] = None


class Card(Struct, frozen=True, kw_only=True):
    """A line card."""

    name: Annotated[Id, about("Name")]
    ports: Annotated[
        Annotated[tuple[Ports, ...], Meta(min_length=1)], about("Ports", "Groups of equal cages")
    ]
    price: Annotated[Price | None, about("Price")] = None
    power_w: Annotated[ranges.Power | None, about("Power", unit="W")] = None
    mass_kg: Annotated[ranges.Mass | None, about("Mass", unit="kg")] = None


class Inside(Struct, frozen=True, kw_only=True):
    """The chips inside: a card is a chip with ``card_ports``, a fabric board one with ``board_ports``."""

    card_ports: Annotated[Count, about("Card chip", unit="ports")]
    board_ports: Annotated[Count, about("Board chip", unit="ports")]


class ModularSwitch(Part, frozen=True, kw_only=True, tag="modular-switch"):
    """A chassis with 1 to ``slots`` line cards; price, power and mass are the bare chassis's."""

    slots: Annotated[Annotated[int, Meta(ge=1, le=256)], about("Slots", "Of line cards")]
    fixed: Annotated[tuple[Module, ...], about("Boards", "What every configuration holds")] = ()
    cards: Annotated[Annotated[tuple[Card, ...], Meta(min_length=1)], about("Line cards")]
    inside: Annotated[Inside | None, about("Inside", "The chips of cards and boards")] = None
    management: Management = ()
    roles: Roles = ("edge", "core")
    port_side: PortsAt = None
    port_names: PortNamings = ()


class Server(Part, frozen=True, kw_only=True, tag="server"):
    """A host; one with ``fits`` is a blade or a node of a chassis, and lives in an enclosure."""

    ports: Annotated[
        Annotated[tuple[Ports, ...], Meta(min_length=1)], about("Ports", "Groups of equal cages")
    ]
    fits: Annotated[
        tuple[Id, ...], about("Fits into", "Enclosures, if it is a blade or a node of a chassis")
    ] = ()
    port_side: PortsAt = None
    port_names: PortNamings = ()


class PassThrough(Struct, frozen=True, kw_only=True):
    """A panel in an enclosure's switch bay that brings the blades' ports out."""

    price: Annotated[Price | None, about("Pass-through panel")] = None


class EnclosureContent(Struct, frozen=True, kw_only=True):
    """Equipment that comes with a chassis, from its lowest unit there up, such as a drive shelf."""

    u: Annotated[ranges.Units, about("Unit", "The lowest, 1 at the bottom of the chassis")]
    height_u: Annotated[ranges.Units, about("Height", unit="U")]
    name: Annotated[Text, about("Name", "Such as drive shelf")]


class Enclosure(Part, frozen=True, kw_only=True, tag="enclosure"):
    """A box of blades with a bay for one of the ``switch`` parts.

    One without ``switch`` is a chassis: its nodes share height, power supplies and fans, and are cabled to
    edge switches as servers of their own are. With ``contents`` it is a building block: controllers with the
    drive shelves below them, which are placed, moved and ordered as one; mass and power are those of all but
    the nodes.
    """

    blades: Annotated[Annotated[int, Meta(ge=1, le=1000)], about("Blades", "How many it holds")]
    switch: Annotated[
        tuple[Id, ...],
        about(
            "Switches for its bays",
            "Switches that fit into the bay",
            empty="no bay: a chassis, whose nodes are cabled one by one",
        ),
    ] = ()
    columns: Annotated[
        Annotated[int, Meta(ge=1, le=1000)] | None,
        about(
            "Side by side",
            "How many of them are next to each other",
            empty="2 where two a unit hold all, else all of them",
        ),
    ] = None
    contents: Annotated[
        tuple[EnclosureContent, ...],
        about(
            "Contents",
            "Equipment that comes with a chassis, in its units; the nodes are in the others",
            more="`[{u: 1, height_u: 4, name: drive shelf}]` for controllers with drive shelves, which are"
            " placed as one",
            empty="nodes alone",
        ),
    ] = ()
    pass_through: Annotated[
        PassThrough | None, about("Pass-through panel", "That brings the ports of blades out")
    ] = None
    port_side: PortsAt = None

    def __post_init__(self) -> None:
        """Hold contents in units of their own, with one run of units left for the nodes."""
        if not self.contents:
            return
        if self.switch:
            raise ValueError("contents: expected none in an enclosure with a bay for a switch")
        units = [u for some in self.contents for u in range(some.u, some.u + some.height_u)]
        left = sorted(set(range(1, (self.height_u or 0) + 1)) - set(units))
        over = len(set(units)) < len(units) or max(units) > (self.height_u or 0)
        if over or not left or left[-1] - left[0] + 1 > len(left):
            got = ", ".join(f"{some.height_u} U from unit {some.u}" for some in self.contents)
            raise ValueError(
                f"contents: expected units of their own in 1 to {self.height_u or 0} that leave one run of"
                f" units for the nodes, got {got}"
            )

    @property
    def side_by_side(self) -> int:
        """Number of blades next to each other.

        >>> Enclosure(id="2u4n", height_u=2, blades=4).side_by_side
        2
        >>> Enclosure(id="7u", height_u=7, blades=16).side_by_side
        16
        """
        if self.columns is not None:
            return min(self.columns, self.blades)
        return 2 if 1 < self.blades <= 2 * self.open_units[1] else self.blades

    @property
    def open_units(self) -> tuple[int, int]:
        """Lowest unit and number of units for the nodes.

        >>> shelves = tuple(EnclosureContent(u=u, height_u=4, name="shelf") for u in (1, 5))
        >>> Enclosure(id="block", height_u=9, blades=1, contents=shelves).open_units
        (9, 1)
        """
        units = {u for some in self.contents for u in range(some.u, some.u + some.height_u)}
        left = [u for u in range(1, (self.height_u or 0) + 1) if u not in units]
        return (left[0], len(left)) if left else (1, 0)

    def place(self, slot: int) -> tuple[int, int]:
        """Lowest unit and height in units of a blade by its slot, from 1 at the upper left, line by line.

        Blades of an enclosure with a switch bay have the whole of it, as do lines of no whole units.

        >>> [Enclosure(id="2u4n", height_u=2, blades=4).place(slot) for slot in (1, 2, 3, 4)]
        [(2, 1), (2, 1), (1, 1), (1, 1)]
        """
        low, count = self.open_units
        lines = -(-self.blades // self.side_by_side)
        if self.switch or count % lines or not count:
            return low, count
        high = count // lines
        return low + count - high * ((slot - 1) // self.side_by_side + 1), high


class Adapter(Part, frozen=True, kw_only=True, tag="adapter"):
    """A network adapter of a server."""

    ports: Annotated[
        Annotated[tuple[Ports, ...], Meta(min_length=1)], about("Ports", "Groups of equal cages")
    ]
    port_names: PortNamings = ()


class Transceiver(Part, frozen=True, kw_only=True, tag="transceiver"):
    """A module in the cage at each end of a fibre; ``links`` links, each on a fibre of its own."""

    connector: Annotated[Id, about("Connector", "The cage that it fits into")]
    links: Annotated[Annotated[int, Meta(ge=1, le=16)], about("Links", "Each on a fibre of its own")] = 1
    lanes: Annotated[Annotated[int, Meta(ge=1, le=64)], about("Lanes per link")] = 1
    rate_gbps: Annotated[ranges.Rate, about("Link rate", unit="Gb/s")]
    fibre: Annotated[Id, about("Fibre connector")]
    reach_m: Annotated[ranges.Reach | None, about("Reach", unit="m")] = None
    medium: Annotated[Medium, about("Medium", choices=MEDIA)] = "fibre"
    protocol: Annotated[
        Plugs | None,
        about(
            "Protocol",
            "What it is made for; empty: both are assumed, and a check warns where that is in doubt",
            choices=PLUGS,
        ),
    ] = None
    """Protocol it is made for; if not stated, it counts as both, and a check warns where that matters."""
    loss_max_db: Annotated[
        ranges.Loss | None,
        about(
            "Loss budget",
            "Largest loss of the fibres and mated pairs between two of them",
            unit="dB",
            empty="unknown",
        ),
    ] = None


class StandardLength(Struct, frozen=True, kw_only=True):
    """A length that a cable is sold in."""

    m: Annotated[ranges.CableLength, about("Length", unit="m")]
    price: Annotated[Price | None, about("Price", "Of a cable of that length")] = None


class Cable(Part, frozen=True, kw_only=True, tag="cable"):
    """A cable with its plugs, or (``medium: fibre``) a fibre whose plugs go into transceivers.

    ``ends`` states the number of plugs at both ends (``[1, 2]``: a splitter), ``links`` how many
    links it carries, ``lanes`` how many lanes altogether.
    """

    medium: Annotated[Medium, about("Medium", choices=MEDIA)]
    connectors: Annotated[tuple[Id, Id], about("Connectors", "Of end a and of end b")]
    lanes: Annotated[Annotated[int, Meta(ge=1, le=1000)], about("Lanes", "In total")] = 1
    lane_rate_gbps: Annotated[ranges.Rate | None, about("Lane rate", unit="Gb/s")] = None
    lengths: Annotated[
        tuple[StandardLength, ...], about("Lengths", "That it is sold in, with their prices")
    ] = ()
    per_metre: Annotated[Price | None, about("Price per metre")] = None
    per_connector: Annotated[Price | None, about("Price per connector")] = None
    reach_m: Annotated[ranges.Reach | None, about("Reach", unit="m")] = None
    diameter_mm: Annotated[ranges.CableDiameter | None, about("Diameter", unit="mm")] = None
    bend_mm: Annotated[
        ranges.BendRadius | None,
        about("Minimum bend radius", "Of the installed cable, to its inner side", unit="mm"),
    ] = None
    bend_pull_mm: Annotated[
        ranges.BendRadius | None,
        about("Bend radius while pulling", "The least while the cable is pulled in", unit="mm"),
    ] = None
    mass_kg_per_m: Annotated[
        ranges.MassPerMetre | None, about("Mass per metre", "Without its ends", unit="kg/m")
    ] = None
    mass_kg_per_end: Annotated[
        ranges.Mass | None,
        about("Mass of each plug", "With the mass per metre, that of a cable in the bill", unit="kg"),
    ] = None
    wire_awg: Annotated[
        ranges.WireGauge | None, about("Wire gauge", "Of the wires of a copper cable", unit="AWG")
    ] = None
    ends: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=64)], Annotated[int, Meta(ge=1, le=64)]],
        about("Plugs at each end", "[1, 2] is a splitter"),
    ] = (1, 1)
    links: Annotated[Annotated[int, Meta(ge=1, le=64)], about("Links", "That it carries")] = 1
    protocol: Annotated[
        Plugs | None,
        about(
            "Protocol",
            "What it is made for; empty: both are assumed, and a check warns where that is in doubt",
            choices=PLUGS,
        ),
    ] = None
    """Protocol it is made for; if not stated, it counts as both, and a check warns where that matters."""
    fibres: Annotated[
        ranges.Fibres | None,
        about(
            "Fibres",
            "In total; a fibre cable with several plugs at each end and this number is a trunk",
            empty="two for each lane; 2 with LC",
        ),
    ] = None
    polarity: Annotated[
        Polarity | None,
        about("Polarity", "Order of its fibres by TIA-568", choices=POLARITIES, empty="unknown"),
    ] = None
    gender: Annotated[
        Gender | None, about("Plugs", "With holes or with pins", choices=GENDERS, empty="unknown")
    ] = None
    polish: Annotated[
        Polish | None, about("Polish", "End faces of its fibres", choices=POLISHES, empty="unknown")
    ] = None
    loss_db_per_km: Annotated[
        ranges.LossPerKm | None, about("Loss", "Of the fibre", unit="dB/km", empty="unknown")
    ] = None


class RackContent(Struct, frozen=True, kw_only=True):
    """Equipment that comes with a rack, from its lowest unit up; None: unknown."""

    u: Annotated[ranges.Units, about("Unit", "The lowest, 1 at the bottom")]
    height_u: Annotated[ranges.Units, about("Height", unit="U")]
    name: Annotated[Text, about("Name", "Such as power shelves")]
    mass_kg: Annotated[ranges.Mass | None, about("Mass", "0: counted with the hosts", unit="kg")] = None
    power_w: Annotated[
        ranges.Power | None, about("Power", "The most that it draws; 0: counted with the hosts", unit="W")
    ] = None
    liquid_share: Annotated[
        ranges.Share | None,
        about("Heat to liquid", "Share of its power; the rest goes to air", unit="%", empty="all to air"),
    ] = None


class RackPart(Part, frozen=True, kw_only=True, tag="rack"):
    """A rack; ``height_u`` is its usable units, the other figures its outside."""

    height_u: Annotated[ranges.Units, about("Height", "Usable units", unit="U")]
    height_mm: Annotated[ranges.RackHeight, about("Outside height", unit="mm")] = 1981.2
    first_u_mm: Annotated[
        ranges.FirstUnit | None,
        about(
            "Height of unit 1 above floor",
            "Its lower edge; empty: the highest unit ends at the top of the rack",
            unit="mm",
        ),
    ] = None
    """From the floor to the lower edge of unit 1; if not stated: the highest unit ends at the rack's top."""
    width_mm: Annotated[ranges.RackWidth, about("Outside width", unit="mm")] = 609.6
    depth_mm: Annotated[ranges.RackDepth, about("Depth", unit="mm")] = 914.4
    mass_limit_kg: Annotated[ranges.MassLimit | None, about("Maximum load", unit="kg")] = None
    power_limit_w: Annotated[ranges.PowerLimit | None, about("Power limit", unit="W")] = None
    feet: Annotated[
        ranges.Feet | None, about("Casters or feet", "On which its mass is spread evenly", empty="4")
    ] = None
    side_manager_mm2: Annotated[
        ranges.CableSection | None,
        about(
            "Side manager",
            "Cross-section for cables of the vertical cable manager at each side (left and right), front and"
            " rear alike",
            unit="mm²",
            empty="unknown",
        ),
    ] = None
    side_manager_width_mm: Annotated[
        ranges.TrayWidth | None,
        about("Side manager width", "With its depth in place of the cross-section", unit="mm"),
    ] = None
    side_manager_depth_mm: Annotated[
        ranges.TrayDepth | None,
        about("Side manager depth", "With its width in place of the cross-section", unit="mm"),
    ] = None
    top_entry_mm2: Annotated[
        ranges.CableSection | None,
        about(
            "Top entry",
            "Cross-section of the openings for cables in the top, in total",
            unit="mm²",
            empty="unknown",
        ),
    ] = None
    holds: Annotated[
        tuple[Id, ...],
        about(
            "Holds",
            "Servers that it is made for; nothing else is placed in it",
            more="They are placed rack by rack (`per_rack` of the hosts)",
            empty="anything",
        ),
    ] = ()
    contents: Annotated[
        tuple[RackContent, ...],
        about(
            "Contents",
            "Equipment that comes with the rack, in its units",
            more="`[{u: 19, height_u: 9, name: NVLink switch trays}]`; its mass and power count in the"
            " rack, its price is that of the rack",
            empty="none",
        ),
    ] = ()

    @property
    def manager_mm2(self) -> float | None:
        """Cross-section of the cable manager at each side, as stated or width times depth; None: unknown.

        >>> RackPart(id="r", height_u=42, side_manager_width_mm=80.0, side_manager_depth_mm=200.0).manager_mm2
        16000.0
        """
        if self.side_manager_mm2 is not None:
            return self.side_manager_mm2
        wide, deep = self.side_manager_width_mm, self.side_manager_depth_mm
        return None if wide is None or deep is None else wide * deep

    def __post_init__(self) -> None:
        """Hold contents within the rack, each in units of its own."""
        taken: set[int] = set()
        for some in self.contents:
            units = set(range(some.u, some.u + some.height_u))
            if max(units) > self.height_u or units & taken:
                where = f"{some.height_u} U from unit {some.u}"
                raise ValueError(
                    f"contents: expected free units of 1 to {self.height_u} for {some.name}, got {where}"
                )
            taken |= units


class PowerUnit(Part, frozen=True, kw_only=True, tag="power"):
    """A power distribution unit."""

    outlets: Annotated[Natural | None, about("Outlets")] = None
    c13_outlets: Annotated[Natural | None, about("C13 outlets", empty="unknown")] = None
    c19_outlets: Annotated[Natural | None, about("C19 outlets", empty="unknown")] = None
    phases: Annotated[
        Annotated[int, Meta(ge=1, le=3)] | None,
        about(
            "Phases",
            "Of its inlet, 1 or 3; a check compares them with those of the feeds of its rack",
            empty="unknown",
        ),
    ] = None
    power_limit_w: Annotated[ranges.PowerLimit | None, about("Power limit", unit="W")] = None
    ports: Annotated[tuple[Ports, ...], about("Network ports", "Groups of equal cages", empty="none")] = ()


class TrayPart(Part, frozen=True, kw_only=True, tag="tray"):
    """A cable tray, sold in lengths."""

    width_mm: Annotated[ranges.TrayWidth, about("Width", "Inside", unit="mm")]
    tray_depth_mm: Annotated[ranges.TrayDepth, about("Inside depth", unit="mm")]
    length_m: Annotated[ranges.TrayLength | None, about("Section length", unit="m")] = None
    mesh_mm: Annotated[
        ranges.SpanMm | None, about("Mesh", "Distance of the wires across a mesh tray", unit="mm")
    ] = None
    nema: Annotated[
        NemaClass | None,
        about("NEMA class", "Load class of NEMA VE 1", choices=NEMA_CHOICES, empty="none"),
    ] = None
    loads: Annotated[
        tuple[TrayLoad, ...],
        about(
            "Safe working loads",
            "By distance of supports: `[{span_m, n_per_m}]`; they count before the class",
            empty="unknown",
            read=read_loads,
            write=write_loads,
        ),
    ] = ()


class Panel(Part, frozen=True, kw_only=True, tag="panel"):
    """A patch panel: a housing in a rack with slots for cassettes."""

    height_u: Annotated[ranges.Units, about("Height", "Rack units that it takes", unit="U")] = 1
    slots: Annotated[Annotated[int, Meta(ge=1, le=256)], about("Slots", "Of cassettes")]


class Cassette(Part, frozen=True, kw_only=True, tag="cassette"):
    """A cassette of a patch panel: ports for patch cords at its front, plugs of trunks at its rear.

    Each rear plug serves as many front ports as it has, in order.
    """

    ports: Annotated[ranges.PortCount, about("Ports", "For patch cords, at its front")]
    port: Annotated[Id, about("Front connector", "Of patch cords, such as `mpo-12-os2`")]
    rears: Annotated[ranges.PortCount, about("Rear plugs", "Plugs of trunks that it takes")]
    rear: Annotated[Id, about("Rear connector", "Of trunks, such as `mpo-12-os2`")]
    fibres: Annotated[ranges.Fibres, about("Fibres", "In total")]
    mated_pairs: Annotated[
        Literal[1, 2],
        about(
            "Mated pairs",
            "From the patch cord to the trunk",
            choices={1: "1 (adapter)", 2: "2 (front and rear)"},
        ),
    ] = 2
    front_loss_db: Annotated[
        ranges.Loss | None, about("Loss at the front", "Of a mated pair", unit="dB", empty="unknown")
    ] = None
    rear_loss_db: Annotated[
        ranges.Loss | None,
        about("Loss at the rear", "Of a mated pair; of an adapter none", unit="dB", empty="unknown"),
    ] = None
    polarity: Annotated[
        CassettePolarity | None,
        about("Polarity", "Order of its fibres by TIA-568", choices=CASSETTE_POLARITIES, empty="unknown"),
    ] = None
    polish: Annotated[
        Polish | None, about("Polish at the front", "End faces that mate", choices=POLISHES, empty="unknown")
    ] = None
    rear_polish: Annotated[
        Polish | None, about("Polish at the rear", "End faces that mate", choices=POLISHES, empty="unknown")
    ] = None

    def __post_init__(self) -> None:
        """Hold ports and fibres that the rear plugs share evenly."""
        if self.ports % self.rears or self.fibres % self.rears:
            raise ValueError(
                f"ports, fibres: expected multiples of the {self.rears} rear plugs,"
                f" got {self.ports} and {self.fibres}"
            )


class Equipment(Part, frozen=True, kw_only=True, tag="equipment"):
    """Equipment in racks without known network ports: ``what`` it is, such as a patch panel.

    A box whose ports are not stated counts as one, too, until they are: no design can use it.
    """

    what: Annotated[Text, about("Kind of equipment", "Such as a patch panel")] = ""


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
    | Panel
    | Cassette
    | Equipment
)
"""Any part; msgspec reads it by its ``kind``."""


HostPart = Server | PowerUnit
"""Parts that hosts may be."""


def member_role(part: Part | None) -> Literal["Host", "Switch", "Power unit"]:
    """Return what a device is that a network joins as a host: out-of-band networks join equipment, too.

    >>> server = Server(id="s", ports=(Ports(count=1, connector="qsfp", rate_gbps=100.0),))
    >>> member_role(server), member_role(PowerUnit(id="p", height_u=0))
    ('Host', 'Power unit')
    """
    if isinstance(part, Switch | ModularSwitch):
        return "Switch"
    return "Power unit" if isinstance(part, PowerUnit) else "Host"


def in_enclosure(part: Part | None) -> bool:
    """Whether a part is a server that lives in an enclosure, as a blade or as a node of a chassis."""
    return isinstance(part, Server) and bool(part.fits)


def links_of(ports: tuple[Ports, ...]) -> int:
    """Return the number of links that the cages of some groups carry together.

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
