"""Chosen parameters of one network, the input for building its fabric; rails and planes of its switches."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from fatdesk.core import ranges
from fatdesk.core.errors import FatdeskError, UnsoundError
from fatdesk.core.schema import about
from fatdesk.core.struct import Count, Id, Natural, Struct, Text
from fatdesk.engine.fabric.fabric import NodePart
from fatdesk.engine.fabric.name_templates import check_template

Name = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*\Z",
        max_length=60,
        description="a name of at most 60 letters, digits and . _ -, beginning with a letter or digit",
    ),
]

SWITCH_ROLES = ("edge", "middle", "core")

Parameter = Annotated[int, Meta(ge=0, le=1_000_000_000)] | Text


def check_host_names(template: str) -> None:
    """Check the template of the names of a group of hosts.

    Raises
    ------
    UnsoundError
        When it is not understood.
    """
    try:
        check_template(template, "host")
    except FatdeskError as error:
        raise UnsoundError(f"names: {error}") from None


class HostGroup(Struct, frozen=True, kw_only=True):
    """Equal hosts."""

    name: Annotated[Name, about("Name", "Letters, digits and . _ -")]
    part: Annotated[Id, about("Part", "A server of the catalog, or a power unit with ports")]
    count: Annotated[Count, about("Count", "How many hosts, 1 or more")]
    per_rack: Annotated[
        Count | None,
        about(
            "Hosts per rack",
            "Maximum; racks are placed whole",
            more="Each of these racks holds its hosts whole, and those of no other group with the key: 18 for"
            " a rack of 18 compute trays. The last rack holds the rest",
            empty="no limit",
        ),
    ] = None
    outside_m: Annotated[
        ranges.CableLength | None,
        about(
            "Outside, cables of",
            "Outside the room: length of each cable to them, from port to port",
            more="For gateways and uplinks of the site: their ports are joined by cables of this length; they"
            " are in no rack and not in the bill",
            unit="m",
            empty="in the room",
        ),
    ] = None
    names: Annotated[
        Text,
        about(
            "Names",
            "Template of the names of these hosts",
            more="Such as gpu{index:03}; it precedes the template of all hosts (docs/names.md)",
            empty="as all hosts",
        ),
    ] = ""

    def __post_init__(self) -> None:
        check_host_names(self.names)

    @property
    def node_part(self) -> NodePart:
        """The part of each of its hosts."""
        return NodePart(part=self.part)

    @property
    def inside(self) -> bool:
        """Whether its hosts are in the room, and belong to the bill."""
        return self.outside_m is None


class Member(HostGroup, frozen=True, kw_only=True):
    """A group of hosts as a fabric joins it, where that is not by one link on each rail.

    Attributes
    ----------
    rails
        Its rails, from 0; empty: all.
    links
        Links of each host in a plane, assigned to the rails in turn; 0: one on each of its rails.
    ports
        Ports that it is to be joined by, plane after plane; empty: the first that are free and fit.
    cards, card
        Line cards, where it is the switches of another fabric (``name`` is ``FABRIC/ROLE``).
    """

    rails: tuple[int, ...] = ()
    links: int = 0
    ports: tuple[int, ...] = ()
    cards: int = 0
    card: str = ""

    @property
    def node_part(self) -> NodePart:
        """The part of each, with its cards."""
        return NodePart(part=self.part, cards=self.cards, card=self.card)


def rack_shares(groups: Sequence[HostGroup]) -> list[tuple[int, int]]:
    """Return the hosts in a rack and the number of such racks, group by group.

    Raises
    ------
    FatdeskError
        When a group does not state its hosts in a rack.

    >>> rack_shares([HostGroup(name="n", part="p", count=1270, per_rack=92)])
    [(92, 13), (74, 1)]
    """
    shares = []
    for group in groups:
        if group.per_rack is None:
            raise FatdeskError(
                f"hosts {group.name!r}: edge switches are by rack (edges_per_rack), give the group per_rack"
            )
        full, rest = divmod(group.count, group.per_rack)
        shares += [(group.per_rack, full), (rest, 1)]
    return [(held, racks) for held, racks in shares if held and racks]


class PartUse(Struct, frozen=True, kw_only=True):
    """Number of units of a part that a design takes, and their role."""

    role: Text
    """``edge``, ``middle``, ``core`` or ``pass-through`` (then ``part`` is the enclosure)."""
    part: Id
    count: Natural
    cards: Natural = 0
    card: Text = ""


class Design(Struct, frozen=True, kw_only=True):
    """A family, the parts, and its parameters by the names of the papers.

    Two-level and star: E, C (a plane's), P_En, P_Ec, B, U (uplinks in use of an edge switch), blocking
    (text of a fraction), split, splits (text with the split of each group, where they differ), rails,
    planes, extra_ports, spread (0 or 1), rack_edges (edge switches of a rail in each rack; 0: not by rack),
    on_up (text: 1 for each group on ports of the kind of the uplinks, 0 for others) and P_Eu (such ports of
    an edge switch towards hosts), where hosts have ports of two kinds,
    turned (larger bundles of edge switches lead to different core switches) and shared (their uplinks to the
    same ones). Three levels add M and K as texts, c (middle switches of a pod), m (its edge switches), pods,
    W (its links to the core), unit.
    """

    family: Text
    parts: tuple[PartUse, ...]
    params: dict[Text, Parameter]

    def number(self, key: str, default: int = 0) -> int:
        """A whole-number parameter; the default where it is a list, such as the C of a tree by levels."""
        value = self.params.get(key, default)
        return value if isinstance(value, int) else int(value) if value.isdecimal() else default

    @property
    def switches(self) -> tuple[PartUse, ...]:
        """Its switches, from the edge upwards."""
        return tuple(use for use in self.parts if use.role in SWITCH_ROLES)

    @property
    def above(self) -> tuple[PartUse, ...]:
        """Its switches above the edge."""
        return tuple(use for use in self.switches if use.role != "edge")

    @property
    def core_bundles(self) -> tuple[int, int]:
        """Least links from an edge switch or a pod to a core switch, and how many of those have one more."""
        cores = self.number("C")
        return divmod(self.number("W") or self.number("U"), cores) if cores else (0, 0)

    def part(self, role: str) -> PartUse | None:
        """The part with that role, if there is one."""
        return next((use for use in self.parts if use.role == role), None)


BY_RAIL = ("two-level", "egft")
"""Families that give each rail edge switches of its own."""
WITH_CORE = ("two-level", "egft")
"""Families with core switches whose number can be given."""


def rails_and_planes(design: Design) -> tuple[int, int]:
    """The rails that have edge switches of their own, and the planes; 1: no such division."""
    rails = design.number("rails", 1) if design.family in BY_RAIL else 1
    return max(1, rails), max(1, design.number("planes", 1))


def rail_text(parts: Sequence[PartUse], division: tuple[int, int], switch_id: str) -> str:
    """Return "rail 3, plane 1" for a switch by its id, without what there is only one of.

    Only edge switches belong to one rail: all rails share the switches above them.

    Parameters
    ----------
    parts
        The switches of the fabric.
    division
        Its rails and planes.

    >>> from fatdesk.engine.families.design import PartUse
    >>> parts = PartUse(role="edge", part="x", count=16), PartUse(role="core", part="x", count=8)
    >>> [rail_text(parts, (4, 2), f"ib/edge/{number}") for number in (1, 4, 5, 9)]
    ['rail 1, plane 1', 'rail 4, plane 1', 'rail 1, plane 1', 'rail 1, plane 2']
    >>> rail_text(parts, (4, 2), "ib/core/5"), rail_text(parts, (4, 2), "gpu/5")
    ('plane 2', '')
    """
    if switch_id.count("/") < 2:
        return ""
    _, role, number = switch_id.rsplit("/", 2)
    count = sum(use.count for use in parts if use.role == role)
    if not count:
        return ""
    rails, planes = division
    plane, within = divmod(int(number) - 1, max(1, count // planes))
    words = []
    if role == "edge" and rails > 1:
        words.append(f"rail {within % rails + 1}")
    if planes > 1:
        words.append(f"plane {plane + 1}")
    return ", ".join(words)
