"""Growth of a two-level network by stages: what is bought, placed and cabled now and later.

Plans differ in what the core switches are sized for. *In place*: for the hosts of today; later hosts take
free ports, then further edge switches, as far as the core switches have ports. *Sized*: for the last stage;
the core switches are bought at once, so that no cable moves, and the edge switches at once or when their
hosts come.
Source: Solnushkin, Automated design of two-level fat-tree networks, section 6.2.

The uplinks of an edge switch are cabled with the switch, used or not (section 4.3 of the paper).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

import msgspec

from fatdesk.core.errors import FatdeskError
from fatdesk.core.money import Money, total
from fatdesk.core.progress import SILENT, Progress
from fatdesk.core.units import ceil_div
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.configuration import Configuration, configurations
from fatdesk.engine.catalog.matching import exact
from fatdesk.engine.catalog.parts import ModularSwitch, Switch
from fatdesk.engine.design.candidate import Candidate
from fatdesk.engine.design.currency import currency_of
from fatdesk.engine.design.judging.limits import RackBound
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.families.design import Design, HostGroup, PartUse
from fatdesk.engine.growth.racks import Units, expansion, group_of, most_hosts, stages

Policy = Literal["in-place", "sized"]
TITLES = {
    ("in-place", ""): "grow in place",
    ("sized", "all"): "sized for the last stage, all switches at once",
    ("sized", "needed"): "sized for the last stage, edge switches when needed",
}


@dataclass(frozen=True, slots=True)
class Filled:
    """Equal devices in consecutive units of a rack (racks from 1, units from 1 at the bottom)."""

    rack: int
    lowest_u: int
    highest_u: int
    role: str
    part: str
    count: int

    @property
    def units(self) -> str:
        """The units as text."""
        low, high = self.lowest_u, self.highest_u
        return f"U{low}" if low == high else f"U{low} to U{high}"

    def to_json(self) -> dict[str, object]:
        """The position as JSON."""
        return {
            "rack": self.rack,
            "u": [self.lowest_u, self.highest_u],
            "role": self.role,
            "part": self.part,
            "count": self.count,
        }


@dataclass(frozen=True, slots=True)
class GrowthStage:
    """One stage: what is added in it.

    Attributes
    ----------
    racks
        Racks that there are then.
    hosts
        Hosts added, of which ``on_spare_ports`` are on edge switches that there are.
    buy
        Hosts and switches.
    place
        Where they go.
    host_cables, uplink_cables
        Cables added. None moves.
    cost
        Of the switches and cables, by ``cable_price``; without it cables are unpriced.
    bisection_gbps
        Bandwidth between halves of the network that works while this stage is installed.
    """

    racks: int
    hosts: int
    on_spare_ports: int
    buy: tuple[PartUse, ...]
    place: tuple[Filled, ...]
    host_cables: int
    uplink_cables: int
    cost: Money
    bisection_gbps: float | None

    @property
    def add_cables(self) -> int:
        """All cables added."""
        return self.host_cables + self.uplink_cables

    def to_json(self) -> dict[str, object]:
        """The stage as JSON, with the keys of spec 8."""
        return {
            "racks": self.racks,
            "hosts": self.hosts,
            "on_spare_ports": self.on_spare_ports,
            "buy": [{"role": use.role, "part": use.part, "count": use.count} for use in self.buy],
            "place": [one.to_json() for one in self.place],
            "add_cables": self.add_cables,
            "add_host_cables": self.host_cables,
            "add_uplink_cables": self.uplink_cables,
            "move_cables": 0,
            "remove_cables": 0,
            "cost": self.cost.to_json(),
            "bisection_during": self.bisection_gbps,
        }


@dataclass(frozen=True, slots=True)
class GrowthPlan:
    """Both stages of a policy.

    Attributes
    ----------
    start
        Of ``sized``: ``all`` edge switches at once, or ``needed`` ones.
    design
        Parameters of the network that the core switches are sized for.
    stranded_u
        Units of all racks that stay empty.
    stranded_ports
        Ports of switches without a link in the end.
    chosen
        Whether it has the most hosts in the end; of equal ones the most at once, then the least cost then.
    """

    policy: Policy
    start: str
    design: Design
    stages: tuple[GrowthStage, ...]
    stranded_u: int
    stranded_ports: int
    chosen: bool = False

    @property
    def title(self) -> str:
        """Name of the plan."""
        return TITLES[self.policy, self.start]

    @property
    def hosts(self) -> int:
        """Hosts in the end."""
        return sum(stage.hosts for stage in self.stages)

    def to_json(self) -> dict[str, object]:
        """The plan as JSON, with the keys of spec 10."""
        now, *later = self.stages
        return {
            "policy": self.policy,
            "start": self.start or None,
            "title": self.title,
            "chosen": self.chosen,
            "hosts": self.hosts,
            "E": self.design.number("E"),
            "C": self.design.number("C"),
            "B": self.design.number("B"),
            "moved_cables": 0,
            "added_cables": sum(stage.add_cables for stage in later),
            "removed_cables": 0,
            "cost_now": now.cost.to_json(),
            "cost_later": _sum([stage.cost for stage in later]).to_json(),
            "stranded_ports": self.stranded_ports,
            "stranded_u": self.stranded_u,
            "stages": [stage.to_json() for stage in self.stages],
        }


def _sum(costs: Sequence[Money]) -> Money:
    amount = sum((cost.amount for cost in costs), Decimal(0))
    return Money(amount, costs[0].currency, sum(cost.unpriced for cost in costs))


def plans_by_racks(
    requirements: Requirements,
    fabric: FabricRequirement,
    catalog: Catalog,
    racks: tuple[int, int],
    progress: Progress = SILENT,
) -> tuple[GrowthPlan, ...]:
    """Return the plans for as many hosts as a number of racks holds now, and a larger number later.

    The count of the hosts in the requirements does not matter.

    Raises
    ------
    NoDesignError
        When not even one host has a design that fits.
    FatdeskError
        When the hosts are blades or several groups, a height is unknown, or the network has not two levels.
    """
    now, later = racks
    if not 1 <= now < later:
        raise FatdeskError(f"racks now {now}, later {later}: plan at least 1 rack now, and more racks later")
    maker = _Maker(requirements, fabric, catalog)
    small = _two_levels(most_hosts(requirements, fabric, catalog, now, progress))
    more = expansion(requirements, fabric, catalog, small, later - now)
    edges, cores = _switches(small)
    first = maker.stage(small, now, (), (small.hosts, edges, cores), (0, 0, 0), on_spare=0)
    second = maker.stage(
        small,
        later,
        first.place,
        (more.on_spare_ports + more.on_new_edges, more.new_edges, 0),
        (small.hosts, edges, cores),
        on_spare=more.on_spare_ports,
    )
    found = [maker.plan("in-place", "", small, (first, second), later)]
    large = _two_levels(most_hosts(requirements, fabric, catalog, later, progress))
    for start, one in zip(("all", "needed"), stages(requirements, fabric, catalog, large, now), strict=True):
        before = (one.hosts, one.edges, one.cores)
        size, width = group_of(large)
        spare = min(one.hosts_later, one.edges // width * size - one.hosts)
        first = maker.stage(large, now, (), before, (0, 0, 0), on_spare=0)
        after = (one.hosts_later, one.edges_later, 0)
        second = maker.stage(large, later, first.place, after, before, on_spare=spare)
        found.append(maker.plan("sized", start, large, (first, second), later))
    return _chosen(found)


def _only_group(requirements: Requirements, fabric: FabricRequirement) -> HostGroup:
    groups = requirements.hosts_of(fabric)
    if len(groups) > 1:
        raise FatdeskError(f"fabric {fabric.name!r}: growth is planned for one group of hosts, keep one")
    return groups[0]


def _two_levels(best: Candidate) -> Candidate:
    if best.design.family != "two-level" or not best.design.number("C"):
        raise FatdeskError(
            f"growth is planned for networks of two levels, the best here is {best.design.family}: "
            "set families: [two-level], or plan for more hosts"
        )
    if best.design.number("spread"):
        raise FatdeskError("hosts spread evenly leave no room to grow: set spread_hosts: false")
    return best


def _switches(best: Candidate) -> tuple[int, int]:
    """Edge and core switches of all planes."""
    planes = best.design.number("planes", 1)
    return best.design.number("E") * planes, best.design.number("C") * planes


def _chosen(found: list[GrowthPlan]) -> tuple[GrowthPlan, ...]:
    best = max(found, key=lambda plan: (plan.hosts, plan.stages[0].hosts, -plan.stages[0].cost.amount))
    return tuple(replace(plan, chosen=plan is best) for plan in found)


Counts = tuple[int, int, int]
"""Hosts, edge switches, core switches."""


class _Maker:
    """Stages of one fabric."""

    def __init__(self, requirements: Requirements, fabric: FabricRequirement, catalog: Catalog) -> None:
        self._requirements, self._fabric, self._catalog = requirements, fabric, catalog
        self._group = _only_group(requirements, fabric)
        self._currency = currency_of(requirements, catalog)
        self._bound = RackBound.of(requirements, catalog)

    def stage(
        self,
        best: Candidate,
        racks: int,
        earlier: tuple[Filled, ...],
        added: Counts,
        before: Counts,
        *,
        on_spare: int,
    ) -> GrowthStage:
        """A stage that adds hosts and switches to those before."""
        hosts, edges, cores = added
        design = best.design
        wanted = ((design.part("edge"), edges), (design.part("core"), cores))
        uses = [(use, count) for use, count in wanted if use is not None and count]
        host = PartUse(role="host", part=self._group.part, count=hosts)
        buy = (host, *(msgspec.structs.replace(use, count=count) for use, count in uses))
        host_cables = ceil_div(
            hosts * design.number("rails", 1) * design.number("planes", 1), design.number("split", 1)
        )
        uplinks = edges * design.number("U", design.number("P_Ec"))
        prices = [(self._price(use), count) for use, count in uses]
        prices.append((self._fabric.cable_price, host_cables + uplinks))
        place = self._place(best, racks, earlier, added)
        during = self._bisection(best, before) if before[0] else None
        return GrowthStage(
            racks,
            hosts,
            on_spare,
            tuple(use for use in buy if use.count),
            place,
            host_cables,
            uplinks,
            total(prices, self._currency),
            during,
        )

    def plan(
        self,
        policy: Policy,
        start: str,
        best: Candidate,
        stages: tuple[GrowthStage, ...],
        racks: int,
    ) -> GrowthPlan:
        """A plan of some stages."""
        used = sum(one.highest_u - one.lowest_u + 1 for stage in stages for one in stage.place)
        empty = self._bound.room(racks) - used
        switches = [use for stage in stages for use in stage.buy if use.role != "host"]
        ports = sum(use.count * self._configuration(use).links for use in switches)
        linked = sum(stage.host_cables + 2 * stage.uplink_cables for stage in stages)
        return GrowthPlan(policy, start, best.design, stages, empty, ports - linked)

    def _configuration(self, use: PartUse) -> Configuration:
        part = self._catalog[use.part]
        assert isinstance(part, Switch | ModularSwitch)
        return next(
            one for one in configurations(part) if one.cards == use.cards and use.card in ("", one.card)
        )

    def _price(self, use: PartUse) -> Decimal | None:
        bought = self._configuration(use)
        return bought.price if bought.currency == self._currency else None

    def _bisection(self, best: Candidate, before: Counts) -> float:
        """Gb/s between halves of what is there: half of what hosts or, if less, uplinks carry."""
        hosts, edges, _ = before
        design = best.design
        server = self._catalog.server(self._group.part)
        edge = design.part("edge")
        assert edge is not None
        rate = exact(self._configuration(edge).ports[0].rate_gbps)
        links = hosts * design.number("rails", 1) * design.number("planes", 1)
        uplinks = edges * design.number("U", design.number("P_Ec"))
        return float(min(exact(server.ports[0].rate_gbps) * links, rate * uplinks) / 2)

    def _place(
        self, best: Candidate, racks: int, before: tuple[Filled, ...], added: Counts
    ) -> tuple[Filled, ...]:
        """Fill the racks: switches from the top of the last one, hosts from the bottom of the first one.

        Parameters
        ----------
        before
            What earlier stages placed; it stays.
        """
        units = Units.of(self._requirements, self._fabric, best, self._catalog)
        hosts, edges, cores = added
        low = [1] * racks
        high = [self._bound.room(number + 1) - self._bound.room(number) for number in range(racks)]
        for one in before:
            at = one.rack - 1
            if one.role == "host":
                low[at] = max(low[at], one.highest_u + 1)
            else:
                high[at] = min(high[at], one.lowest_u - 1)
        filled: list[Filled] = []
        for role, count, height in (("edge", edges, units.edge), ("core", cores, units.core)):
            use, left = best.design.part(role), count
            for at in reversed(range(racks)):
                here = min(left, max(0, high[at] - low[at] + 1) // max(1, height))
                if use is not None and here:
                    top = high[at]
                    filled.append(Filled(at + 1, top - here * height + 1, top, role, use.part, here))
                    high[at] -= here * height
                    left -= here
            if left:
                raise FatdeskError(f"{left} {role} switches of {height} U find no place in the racks")
        left = hosts
        for at in range(racks):
            here = min(left, max(0, high[at] - low[at] + 1) // units.host)
            if here:
                top = low[at] + here * units.host - 1
                filled.append(Filled(at + 1, low[at], top, "host", self._group.part, here))
                left -= here
        if left:
            raise FatdeskError(f"{left} hosts of {units.host} U find no place next to the switches")
        return tuple(sorted(filled, key=lambda one: (one.rack, -one.highest_u)))
