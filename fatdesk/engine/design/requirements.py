"""Records of a requirements file: fabrics, objective, limits, exploration."""

import re
from decimal import Decimal
from typing import Annotated, Literal, TypeVar, cast, get_args

import msgspec
from msgspec import Meta

from fatdesk.core import ranges
from fatdesk.core.money import in_range
from fatdesk.core.schema import about
from fatdesk.core.struct import Count, Currency, Id, Natural, Struct, Text
from fatdesk.core.units import ratio
from fatdesk.engine.bill.deployability import WORK_FIGURES
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.matching import ApprovedCables
from fatdesk.engine.design.growth_target import GrowthTarget
from fatdesk.engine.fabric.fabric import EdgePlace, RackHeight
from fatdesk.engine.fabric.name_templates import Naming
from fatdesk.engine.families.design import HostGroup, Name
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.engine.rules.rules import Rule

Media = Literal["any", "copper", "optical"]
Metric = Literal["cost", "power", "mass", "height", "cables", "failures", "tco"]
Item = TypeVar("Item")
Named = Annotated[
    tuple[Item, ...], Meta(min_length=1, description="a list of 1 or more (leave the key out to allow all)")
]
"""Names of what is allowed. An empty list is an error: it could mean all as well as none."""
NoHosts = Literal["none"]
"""No group at all, of a network that joins the switches of others alone."""
Goal = Literal[
    "cost", "power", "mass", "height", "cables", "failures", "tco",
    "routed_cost", "bundle_types", "bundles", "cable_items", "between_racks_share", "racks_per_100_cables",
    "fullest_tray", "patch_panels", "install_hours", "growth_moves", "growth_stages", "growth_hours",
]  # fmt: skip
PLACED_GOALS: tuple[Goal, ...] = get_args(Goal)[get_args(Goal).index("routed_cost") :]
"""Objectives that need designs placed and cabled."""
COMPARED = 5
"""Designs that are placed and cabled for an objective of ``PLACED_GOALS``."""
Years = Annotated[float, Meta(ge=0, le=100)]


def _blocking_in_range(blocking: float | str) -> None:
    try:
        sound = ratio(blocking) > 0
    except ValueError:
        sound = False
    if not sound:
        raise ValueError("blocking: expected a number or a ratio such as 3:2 above 0")


def _keep_as_fraction(record: "FabricRequirement | Limits") -> None:
    """Keep ``a:b`` as ``a/b``, which YAML 1.1 does not read as a time and all versions of fatdesk know."""
    if isinstance(record.blocking, str) and not record.blocking.isdigit():
        kept = re.sub(r"\s*:\s*", "/", record.blocking.strip())
        known = re.fullmatch(r"[0-9]+([./][0-9]+)?", kept)
        msgspec.structs.force_setattr(record, "blocking", kept if known else str(ratio(kept)))


class Membership(Struct, frozen=True, kw_only=True):
    """Joining of a group of hosts, where that is not by one link on each rail."""

    hosts: Annotated[Name, about("Hosts", "A group that the network joins")]
    links: Annotated[
        Annotated[int, Meta(ge=1, le=64)] | None,
        about(
            "Links",
            "Of each host in each plane, assigned to the rails in turn",
            more="1 is single-homed: of two rails host 1 has rail 1, host 2 rail 2, host 3 rail 1; 8 on two"
            " rails are four on each, on different edge switches",
            empty="one on each of its rails",
        ),
    ] = None
    rails: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=64)], ...],
        about("On rails", "The only rails that it joins, from 1", more="`[1, 2]`", empty="all"),
    ] = ()
    ports: Annotated[
        tuple[Text, ...],
        about(
            "By ports",
            "Ports of each host for this network: rail after rail, and plane after plane",
            more='By the names that lists show: `[1/1, 1/2]`, `["1-4"]` for all links of cages 1 to 4',
            empty="the first that are free and fit",
        ),
    ] = ()


class FabricRequirement(Struct, frozen=True, kw_only=True):
    """One network between hosts; ``blocking`` is a number or ``a:b`` above 0."""

    name: Annotated[
        Name, about("Name", "Such as compute or storage", more="Its name in lists and file names")
    ]
    hosts: Annotated[
        Named[Name] | NoHosts,
        about(
            "Joins",
            "Groups of hosts that it joins",
            more="`none`: switches alone, those of the fabrics in `switches_of`",
            empty="all groups",
        ),
    ] = ()
    members: Annotated[
        tuple[Membership, ...],
        about(
            "Members",
            "Groups with other links than one on each rail",
            more="`[{hosts: ufm, links: 2}]`; see below",
            empty="all alike",
        ),
    ] = ()
    switches_of: Annotated[
        tuple[Name, ...],
        about(
            "Switches of",
            "Networks whose switches it joins by their management ports",
            more="Fabrics before it in the file: `[compute, storage]` for an out-of-band network",
            empty="none",
        ),
    ] = ()
    blocking: Annotated[
        float | str,
        about(
            "Blocking",
            "Host ports to uplinks: 1 is non-blocking, 2:1 halves the uplinks, 4:5 has more uplinks",
            more='In a file 3, `3:2` or `"3/2"`; below 1 edge switches have more uplinks than host ports',
        ),
    ] = "1"
    rails: Annotated[
        Annotated[int, Meta(ge=1, le=64)],
        about(
            "Rails",
            "Ports of each host, each to a switch of its own",
            more="Port r of each host goes to an edge switch of rail r",
        ),
    ] = 1
    planes: Annotated[
        Annotated[int, Meta(ge=1, le=64)],
        about("Planes", "Equal networks in parallel", more="A host needs rails x planes ports"),
    ] = 1
    pods: Annotated[
        Literal["hosts", "rail"],
        about(
            "Pods of",
            "What the pods of a tree of three levels have in common",
            more="`hosts`: the edge switches of some hosts; `rail`: those of one rail, which the core joins",
            choices={"hosts": "Hosts: all their rails", "rail": "One rail: all hosts"},
        ),
    ] = "hosts"
    families: Annotated[
        Named[str],
        about(
            "Families",
            "Kinds of network to search",
            more="`star`, `two-level`, `egft` (three levels), `kary-tree`, `clos`, `mikant`, `hyperx`,"
            " `dragonfly-plus`; see below",
            empty="all but `dragonfly-plus`",
        ),
    ] = ()
    edge: Annotated[
        Named[Id],
        about(
            "Edge switches",
            "Switches allowed at the hosts",
            more="See below; a modular switch means 1 to all of its line cards",
            empty="all",
        ),
    ] = ()
    core: Annotated[
        Named[Id],
        about("Core switches", "Switches allowed above the edge", more="See below", empty="all"),
    ] = ()
    media: Annotated[
        Media,
        about(
            "Media",
            "What cables may be made of",
            choices={"any": "Any", "copper": "Copper only", "optical": "Optical only"},
        ),
    ] = "any"
    cables: Annotated[
        ApprovedCables | None,
        about("Approved", "Approved cables, fibres and transceivers", more="See below", empty="all"),
    ] = None
    equal_bundles: Annotated[
        bool,
        about(
            "Bundles",
            "The same number of links between each edge and core switch",
            choices={True: "Equal bundles only", False: "Any"},
        ),
    ] = False
    spread_hosts: Annotated[
        bool | Literal["even"],
        about(
            "Hosts on switches",
            "How hosts are divided between edge switches",
            more="`true`: edge switches are filled one after the other, evenly where that saves core"
            " switches; `even`: always evenly (48, 48, 48, 6 hosts become 38, 38, 37, 37), in trees"
            " of two and three levels and without `growth_hosts`; `false`: always filled, which"
            " keeps room to grow",
            choices={
                True: "Filled, evenly if that saves a core switch",
                "even": "Always evenly",
                False: "Filled one after the other",
            },
        ),
    ] = True
    hosts_per_edge: Annotated[
        Count | None,
        about(
            "Hosts per edge switch",
            "Maximum on one edge switch, extra ports included",
            more="Such as the hosts of a rack. An edge switch then has only the uplinks that these"
            " hosts require: 18 hosts at 2:1 have 9 uplinks, whatever ports are left",
            empty="no limit",
        ),
    ] = None
    edges_per_rack: Annotated[
        Count | None,
        about(
            "Edge switches per rack",
            "In each rack of hosts, for the hosts of that rack alone",
            more="Of all rails and planes: a multiple of rails x planes. Hosts of a rack are divided evenly"
            " between them; the groups need `per_rack`. 1 gives an out-of-band network a switch in each rack",
            empty="any",
        ),
    ] = None
    core_count: Annotated[
        Count | None,
        about(
            "Number of core switches",
            "A fixed number, as in an existing network",
            more="Of all planes: a multiple of `planes`. For trees of two and three levels; see below",
            empty="as many as needed",
        ),
    ] = None
    edges_per_group: Annotated[
        Count | None,
        about(
            "Edge switches per group",
            "In each group of a Dragonfly+: those that share spine switches",
            more="Such as the edge switches of some racks. Only for `dragonfly-plus`",
            empty="any",
        ),
    ] = None
    edge_at: Annotated[
        EdgePlace,
        about(
            "Edge switches at",
            "In the racks of their hosts: top, middle or bottom; or in racks of their own in the row",
            more="`end-of-row`: in the first racks of each row; `middle-of-row`: in those at its middle; no"
            " hosts are placed in these racks",
            choices={
                "top": "Top of the rack",
                "middle": "Middle of the rack",
                "bottom": "Bottom of the rack",
                "end-of-row": "End of the row",
                "middle-of-row": "Middle of the row",
            },
        ),
    ] = "top"
    core_in_rack: Annotated[
        RackHeight,
        about(
            "Core switches in the rack at",
            "Top, middle or bottom of their racks",
            more="Middle: between two halves of the hosts there; without hosts the middle of the rack."
            " Directors are at the bottom in any case. `room.core_at` states which racks",
            choices={
                "top": "Top of the rack",
                "middle": "Middle of the rack",
                "bottom": "Bottom of the rack",
            },
        ),
    ] = "top"
    growth_hosts: Annotated[
        Natural,
        about(
            "Growth, hosts",
            "Hosts that may come later, ports kept",
            more="Core switches and bundles are sized for them",
        ),
    ] = 0
    extra_ports: Annotated[
        Natural,
        about("Extra ports", "Free host ports for storage or gateways", more="On edge switches"),
    ] = 0
    extra_ports_to: Annotated[
        Text,
        about(
            "Extra ports lead to",
            "What is connected there, such as UFM or storage",
            more="Names the far ends in drawings and lists: `UFM-1`",
            empty="external",
        ),
    ] = ""
    cable_price: Annotated[
        Decimal | None,
        about(
            "Price of a cable",
            "Counted for each cable until it is placed and measured",
            more="Placed cables have their own prices",
            empty="unknown",
        ),
    ] = None
    port_names: Annotated[
        Named[Id],
        about(
            "Port names",
            "Operating systems of the switches, such as cumulus or sonic; of each part the first that it has",
            more="They name the ports in lists, drawings and the NetBox files: `[cumulus, os10]`",
            empty="first of each part",
        ),
    ] = ()
    bmc_network: Annotated[
        Text,
        about(
            "BMC addresses",
            "Network of the management controllers of the hosts that this network joins, such as 10.2.0.0/16",
            more="They have names of their own, `n01-bmc`, in files for DHCP, DNS, xCAT, PXE and Ansible",
            empty="none",
        ),
    ] = ""

    def __post_init__(self) -> None:
        """Hold blocking and price in range."""
        _blocking_in_range(self.blocking)
        _keep_as_fraction(self)
        in_range(self.cable_price, "cable_price")

    @property
    def named_hosts(self) -> tuple[str, ...]:
        """The groups of hosts that it names; none: it joins all of them, or only switches."""
        return () if self.hosts == "none" else self.hosts

    def joins(self, group: str) -> bool:
        """Whether it joins the hosts of a group."""
        return not self.hosts or group in self.named_hosts


class Objective(Struct, frozen=True, kw_only=True):
    """Objective: one metric, or a weighted sum.

    ``years``, ``price_per_kwh`` and ``pue`` are for ``tco``. With one of ``PLACED_GOALS`` the ``compare``
    best designs by cost are placed and cabled, and ranked by the figure that they then have.
    """

    minimise: Annotated[
        Goal | None,
        about(
            "Goal",
            "What the design is chosen by",
            more="`failures` are those of switches and transceivers in a year, by their MTBF; for"
            " `routed_cost` and the figures of deployability designs are placed and cabled",
            empty="cost",
        ),
    ] = None
    weights: Annotated[
        dict[Metric, Annotated[float, Meta(ge=0, le=1e9)]],
        about(
            "Weights",
            "A weighted sum instead, in the metrics' own units",
            more="`{cost: 1, power: 2}`",
            empty="none",
        ),
    ] = msgspec.field(default_factory=dict)
    years: Annotated[
        Years, about("Years", "How long the network runs", more="For `tco`: cost + power over these years")
    ] = 5.0
    price_per_kwh: Annotated[Decimal, about("Price of energy", "Per kilowatt-hour", more="For `tco`")] = (
        Decimal("0.10")
    )
    pue: Annotated[
        Annotated[float, Meta(ge=1, le=10)],
        about("PUE", "Power of the hall for each watt of equipment", more="For `tco`"),
    ] = 1.5
    compare: Annotated[
        Annotated[int, Meta(ge=1, le=100)],
        about(
            "Candidates to compare",
            "The best by cost, which are placed and cabled: more take longer",
            more="For `routed_cost` and the figures of deployability: how many designs of each fabric",
        ),
    ] = COMPARED

    def __post_init__(self) -> None:
        """Hold the price in range, and to one way of saying what to minimise."""
        in_range(self.price_per_kwh, "price_per_kwh")
        if self.weights and self.minimise is not None:
            raise ValueError("weights: expected either weights or minimise, keep one of them")
        if self.weights and not any(self.weights.values()):
            raise ValueError("weights: expected one weight above 0 at least")
        if self.compare != COMPARED and not self.placed:
            raise ValueError(
                "compare: expected with an objective of placed designs only, such as minimise: routed_cost, "
                "remove it"
            )

    @property
    def metric(self) -> Metric | None:
        """Metric that the search minimises before placement; None: a weighted sum."""
        if self.weights:
            return None
        if self.minimise is None or self.minimise in PLACED_GOALS:
            return "cost"
        return cast(Metric, self.minimise)

    @property
    def counts_cost(self) -> bool:
        """Whether prices of parts bear on the order of designs."""
        weighed = {metric for metric, weight in self.weights.items() if weight}
        return bool({"cost", "tco"} & weighed) or self.metric in ("cost", "tco")

    @property
    def placed(self) -> Goal | None:
        """The objective for which designs are placed and cabled; None: another."""
        return self.minimise if self.minimise in PLACED_GOALS else None


def _limit(title: str, meaning: str, unit: str = "") -> Meta:
    return about(title, meaning, unit=unit, empty="no limit")


def _work(key: str) -> Meta:
    """Description of the limit on a figure of deployability."""
    one = next(one for one in WORK_FIGURES if one.key == key)
    return _limit(f"{one.title}, at {'least' if one.more else 'most'}", one.meaning, one.unit)


class Limits(Struct, frozen=True, kw_only=True):
    """Upper limits on a network; None: no limit.

    ``hosts_possible``, ``bisection_gbps`` and ``in_rack_share`` are lower limits. From ``bundle_types`` on
    they are limits on what it takes to install the placed, cabled network.
    """

    racks: Annotated[Count | None, _limit("Racks, at most", "Racks that hosts and network take together")] = (
        None
    )
    height_u: Annotated[Natural | None, _limit("Rack units, at most", "That the network takes", "U")] = None
    cost: Annotated[
        Decimal | None, _limit("Cost, at most", "Of the network, in the currency of the prices")
    ] = None
    power_w: Annotated[ranges.TotalPower | None, _limit("Power, at most", "Of the network", "W")] = None
    mass_kg: Annotated[ranges.TotalMass | None, _limit("Mass, at most", "Of the network", "kg")] = None
    blocking: Annotated[
        float | str | None,
        _limit("Blocking, at most", "Such as 3:1; whole ports may exceed the ratio you asked for"),
    ] = None
    models: Annotated[
        Count | None, _limit("Switch models, at most", "Different switches to keep spares of")
    ] = None
    hops: Annotated[
        Count | None, _limit("Hops, at most", "Links between the hosts that are farthest apart")
    ] = None
    bisection_gbps: Annotated[
        ranges.Throughput | None,
        _limit("Bisection, at least", "What one half of the hosts can send to the other", "Gb/s"),
    ] = None
    failures_per_year: Annotated[
        ranges.Failures | None,
        _limit("Failures per year, at most", "Of switches and transceivers, by their MTBF"),
    ] = None
    hosts_possible: Annotated[
        Count | None,
        _limit("Hosts possible, at least", "Hosts that could come without other core switches"),
    ] = None
    bundle_types: Annotated[Count | None, _work("bundle_types")] = None
    bundles: Annotated[Count | None, _work("bundles")] = None
    cable_items: Annotated[Count | None, _work("cable_items")] = None
    in_rack_share: Annotated[Annotated[float, Meta(ge=0, le=1)] | None, _work("in_rack_share")] = None
    racks_per_100_cables: Annotated[
        Annotated[float, Meta(ge=0.001, le=1_000_000)] | None, _work("racks_per_100_cables")
    ] = None
    fullest_tray: Annotated[Count | None, _work("fullest_tray")] = None
    patch_panels: Annotated[Natural | None, _work("patch_panels")] = None
    install_hours: Annotated[Annotated[float, Meta(ge=0.01, le=1e9)] | None, _work("install_hours")] = None
    growth_moves: Annotated[Natural | None, _work("growth_moves")] = None
    growth_stages: Annotated[Natural | None, _work("growth_stages")] = None
    growth_hours: Annotated[Annotated[float, Meta(ge=0, le=1e9)] | None, _work("growth_hours")] = None

    def __post_init__(self) -> None:
        """Hold cost and blocking in range."""
        in_range(self.cost, "cost")
        if self.blocking is not None:
            _blocking_in_range(self.blocking)
            _keep_as_fraction(self)


class Exploration(Struct, frozen=True, kw_only=True):
    """Ranges that ``fatdesk explore`` searches; ``design`` does not read them."""

    radix: Annotated[
        tuple[Count, ...],
        about(
            "Ports per switch",
            "Several, separated by commas",
            more="Left out: those of the edge switches, or of all with ports of the hosts' rate",
            empty="as in the catalog",
        ),
    ] = ()
    terminals: Annotated[
        tuple[Count, ...], about("Hosts per switch", "Several, separated by commas", empty="16, 24, 32")
    ] = ()
    levels: Annotated[Count | None, about("Tree levels", "Maximum", empty="4")] = None
    switches: Annotated[
        tuple[Count, ...],
        about("Switches", "Exact for lattices, maximum for trees", empty="any number"),
    ] = ()
    dimensions: Annotated[Count | None, about("Dimensions", "Maximum, for lattices", empty="any number")] = (
        None
    )
    external_gbps: Annotated[
        ranges.Throughput,
        about(
            "External bandwidth",
            "In addition to that of the hosts",
            more="Reserves free ports at the rate of the hosts",
            unit="Gb/s",
        ),
    ] = 0.0
    hops: Annotated[Count | None, about("Hops", "Maximum, from host to host", empty="any number")] = None
    uplink_connectors: Annotated[
        Count | None,
        about(
            "Uplink connectors",
            "Maximum per switch",
            more="Connectors to other switches; a bundle of K links uses K / 4 of them, rounded up",
            empty="any number",
        ),
    ] = None
    lag_multiple: Annotated[
        Count, about("Links per bundle", "A multiple of this number, between switches")
    ] = 1
    price_per_port: Annotated[
        Decimal | None,
        about(
            "Price per port",
            "The same for every switch",
            more="In the currency of the requirements; left out: 500 (USD only), or the price of the switch"
            " that the fabric names",
            empty="as in the catalog",
        ),
    ] = None

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
    growth: GrowthTarget | None = None
    currency: Annotated[
        Currency | None,
        about(
            "Currency",
            "Of all amounts; prices in another currency count as unknown",
            empty="as in the prices",
        ),
    ] = None

    naming: Annotated[Naming | None, about("Names", "Templates of the names of devices and of labels")] = None
    rules: Annotated[
        tuple[Rule, ...],
        about("Rules", "Limits of figures, which judge candidates and become rules of the project"),
    ] = ()

    def hosts_of(self, fabric: FabricRequirement) -> tuple[HostGroup, ...]:
        """The groups that a fabric joins, in file order."""
        return tuple(group for group in self.hosts if fabric.joins(group.name))
