"""Design problem of a fabric: hosts, candidate switches, and the cost of each item."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.core.units import ceil_div
from fatdesk.engine.catalog.configuration import Configuration
from fatdesk.engine.catalog.matching import Join, Joinable, Kind, Matcher, exact
from fatdesk.engine.catalog.parts import Cable, Enclosure, Transceiver
from fatdesk.engine.families.design import HostGroup, rack_shares
from fatdesk.engine.families.host_links import (
    Joined,
    alike,
    joined,
    links_of,
    of_kind,
    place_step,
    places_on_rails,
)

HostPorts = Mapping[str, tuple[int, ...]]
"""Ports that a fabric takes of each host, by group; plane p, rail r has number p * rails + r of them."""


@dataclass(frozen=True, slots=True)
class Item:
    """Item to buy and its contribution to a network; None is unknown."""

    id: str
    price: Decimal | None
    power_w: float | None = 0.0
    mass_kg: float | None = 0.0
    height_u: int | None = 0
    mtbf_h: float | None = None
    fails: bool = False
    """Whether it counts in the failures of a year."""
    plugs: bool = False
    """Whether it is a cable or transceiver, and no equipment."""


@dataclass(frozen=True, slots=True)
class EdgeOption:
    """A switch as edge switch: which of its ports go to hosts, which to the core.

    Attributes
    ----------
    item
        Index into the items of the problem.
    down, up
        Kinds of ports towards hosts and towards the core; the same where the switch has one kind.
    split
        How many hosts share a port towards hosts, at most.
    splits
        How many of each group do, where groups differ; else empty.
    on_up
        Whether the hosts of each group are on ports of the kind ``up``, next to the uplinks; empty: none are.
    full_ports
        Ports of the kind ``down`` with every card slot filled.
    joins
        How a port towards hosts is joined with each group's hosts; empty in an enclosure.
    """

    configuration: Configuration
    item: int
    down: Kind
    up: Kind
    split: int
    full_ports: int
    host_ports: HostPorts
    joins: tuple[Join, ...] = ()
    enclosure: Enclosure | None = None
    splits: tuple[int, ...] = ()
    on_up: tuple[bool, ...] = ()

    @property
    def split_up(self) -> int:
        """Hosts that share a port of the kind ``up``, at most."""
        return (
            max((split for split, is_up in zip(self.splits, self.on_up, strict=True) if is_up), default=1)
            if self.on_up
            else 1
        )

    def split_of(self, groups: Sequence[HostGroup]) -> tuple[int, ...]:
        """Hosts that share a port, of each group."""
        return self.splits or (self.split,) * len(groups)

    @property
    def one_kind(self) -> bool:
        """Whether hosts and core share one kind of ports."""
        return self.down.key == self.up.key

    def uplinks_per_port(self, blocking: Fraction) -> Fraction:
        """Uplinks needed for a host port: its rate over blocking times an uplink's rate."""
        if self.one_kind:
            return 1 / blocking
        return exact(self.down.rate_gbps) / (blocking * exact(self.up.rate_gbps))


@dataclass(frozen=True, slots=True)
class CoreOption:
    """A switch as core switch, by one kind of its ports."""

    configuration: Configuration
    item: int
    kind: Kind
    full_ports: int
    """Ports of that kind with every card slot filled."""


@dataclass(frozen=True, slots=True)
class RailLoad:
    """Use of the edge switches of a plane by hosts and extra ports.

    Attributes
    ----------
    groups
        How each group is joined, of those on ports of one kind.
    positions
        Places in use on a rail with the number of such rails, those with most places first.
    step
        Places that an extra port or a host to come takes.
    links
        Links to hosts.
    ports
        Ports whose rate the links of all hosts have together.
    """

    groups: tuple[Joined, ...]
    positions: tuple[tuple[int, int], ...]
    step: int
    links: int
    ports: Fraction

    @property
    def most(self) -> int:
        """Places in use on the rail that has most of them."""
        return self.positions[0][0]

    @property
    def mixed(self) -> bool:
        """Whether groups share ports differently."""
        return not alike(self.groups)


@dataclass(frozen=True)
class Problem:
    """One network to design.

    Attributes
    ----------
    groups, servers
        The groups of hosts and the part of each.
    blades
        Whether the hosts live in enclosures with their edge switches.
    edges, cores, stars
        Switches for each use, in order of part and cards.
    items
        Everything that can be bought; 0 is a cable.
    transceiver_items, panel_items
        Index into ``items`` by id of a transceiver, and of a pass-through panel by its enclosure.
    bundle_cable
        A cable that carries several links of a bundle.
    hosts_per_edge
        Hosts and extra ports on one edge switch, at most; None: as many as fit.
    rack_edges
        Edge switches of a rail in each rack, for the hosts of that rack; 0: not by rack.
    rail_pods
        Whether a pod has the edge switches of one rail, instead of those of some hosts.
    edges_per_group
        Edge switches of a group, in families that have groups; 0: any number.
    core_count
        Core switches of a plane; 0: as many as needed.
    by_way
        Whether networks count whose traffic goes by way of a random switch: where families are named.
    least_possible
        Hosts that must be possible without other core switches, besides those that are there.
    """

    name: str
    groups: tuple[HostGroup, ...]
    servers: tuple[Joinable, ...]
    blades: bool
    blocking: Fraction
    rails: int
    planes: int
    growth_hosts: int
    extra_ports: int
    equal_bundles: bool
    spread_hosts: bool
    even_hosts: bool
    matcher: Matcher
    edges: tuple[EdgeOption, ...]
    cores: tuple[CoreOption, ...]
    stars: tuple[EdgeOption, ...]
    items: tuple[Item, ...]
    transceiver_items: Mapping[str, int]
    panel_items: Mapping[str, int]
    bundle_cable: Cable | None = None
    hosts_per_edge: int | None = None
    rack_edges: int = 0
    rail_pods: bool = False
    edges_per_group: int = 0
    core_count: int = 0
    least_possible: int = 0
    by_way: bool = False

    @property
    def hosts(self) -> int:
        """N: hosts of all groups."""
        return sum(group.count for group in self.groups)

    def load(self, option: EdgeOption, *, on_up: bool = False) -> RailLoad:
        """Use of a kind of edge switches by hosts and extra ports; those ``on_up``, or the others."""
        return self._loads(option.split, option.splits, option.on_up, on_up)

    def load_of_growth(self, option: EdgeOption) -> RailLoad:
        """Use of the ports on which hosts are that come later: those of the last group."""
        return self.load(option, on_up=self.grows_on_up(option))

    def grows_on_up(self, option: EdgeOption) -> bool:
        """Whether hosts that come later are on ports of the kind of the uplinks."""
        return bool(option.on_up) and option.on_up[-1]

    @cached_property
    def _loads(self) -> Callable[[int, tuple[int, ...], tuple[bool, ...], bool], RailLoad]:
        known: dict[tuple[object, ...], RailLoad] = {}

        def load(split: int, splits: tuple[int, ...], on_up: tuple[bool, ...], of_up: bool) -> RailLoad:
            key = (split, splits, on_up, of_up)
            if key not in known:
                groups = of_kind(joined(self.groups, self.rails, split, splits, on_up), on_up=of_up)
                extra = 0 if of_up else self.extra_ports
                places = Counter(places_on_rails(groups, self.rails, extra))
                known[key] = RailLoad(
                    groups,
                    tuple(sorted(places.items(), reverse=True)),
                    place_step(groups),
                    links_of(groups),
                    sum((Fraction(g.hosts * g.links, g.split) for g in groups), start=Fraction(0)),
                )
            return known[key]

        return load

    def racks(self) -> list[tuple[int, int]]:
        """Return the hosts in a rack with the number of such racks, where edge switches are by rack."""
        return rack_shares(self.groups)

    def hosts_on(self, options: Sequence[EdgeOption], groups: Longs, size: Longs) -> Longs:
        """Hosts at most on a number of edge switches of a rail with places for ``size`` each.

        By rack, racks that are there are filled up, and racks of the last group follow.

        Parameters
        ----------
        options
            The edge switch of each row of the arrays.
        """
        if not self.rack_edges:
            loads = [self.load_of_growth(option) for option in options]
            most = np.array([[load.most] for load in loads], dtype=np.int64)
            step = np.array([[load.step] for load in loads], dtype=np.int64)
            plain: Longs = np.maximum(self.hosts + (groups * size - most) // step, 0)
            return plain
        each = self.groups[-1].per_rack or 1
        today = sum(count for _, count in self.racks())
        full = sum(ceil_div(group.count, n) * n for group in self.groups if (n := group.per_rack))
        racks = groups // self.rack_edges
        hosts: Longs = np.where(racks >= today, full + (racks - today) * each, racks * each)
        return hosts

    def transceiver(self, part: Transceiver) -> int:
        """Index into ``items`` of a transceiver."""
        return self.transceiver_items[part.id]

    def host_cages(self, option: EdgeOption) -> list[tuple[int, int]]:
        """Item and count of the transceivers at hosts, where their links need some."""
        result = []
        for group, server, join in zip(self.groups, self.servers, option.joins, strict=False):
            if join.needs_transceivers and join.transceivers is not None:
                each = server.cages(option.host_ports[group.name])
                result.append((self.transceiver(join.transceivers[1]), each * group.count))
        return result
