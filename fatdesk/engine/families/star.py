"""Star and other networks with at most two switches: one switch, one or two enclosures, pass-through panel.

The two-level design paper's trivial cases 1 and 2; there are no core switches.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from fatdesk.core.arrays import Bools, Longs
from fatdesk.core.errors import FatdeskError
from fatdesk.core.units import ceil_div
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.matching import exact
from fatdesk.engine.catalog.parts import Enclosure
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.families.assembly import (
    Links,
    Nodes,
    Tier,
    assemble,
    port_table,
    shared_rate,
    taken_ports,
)
from fatdesk.engine.families.design import Design, HostGroup, PartUse
from fatdesk.engine.families.edge_switches import cages_between
from fatdesk.engine.families.host_links import (
    host_links,
    joined_by,
    of_kind,
    on_one_switch,
    place_step,
    places_on_rails,
)
from fatdesk.engine.families.problem import EdgeOption, HostPorts, Problem
from fatdesk.engine.families.reason import Reason
from fatdesk.engine.families.table import Refusal, Table, Term, column
from fatdesk.engine.families.uses import configuration_of, edge_kinds, shared_params, use


def build(
    design: Design, hosts: Sequence[HostGroup], catalog: Catalog, name: str, host_ports: HostPorts
) -> Fabric:
    """The fabric of a design.

    The NICs of host p take ports p * rails to p * rails + rails - 1 (of a split port one of its
    splits), extra ports follow. Of two joined enclosures the first is filled first; with a
    pass-through panel the blades of the first enclosure come first.

    Raises
    ------
    FatdeskError
        When the hosts do not fit the switches.
    """
    return _Star(design, hosts, catalog, host_ports).fabric(name)


class _Star:
    def __init__(
        self, design: Design, hosts: Sequence[HostGroup], catalog: Catalog, host_ports: HostPorts
    ) -> None:
        number = design.number
        edge_use = design.part("edge")
        if edge_use is None or not 1 <= number("E", 1) <= 2:
            raise FatdeskError("a star design needs a part as edge switch, once or twice")
        self.design, self.hosts, self.edge_use = design, hosts, edge_use
        self.rails, self.planes = max(1, number("rails", 1)), max(1, number("planes", 1))
        self.split, self.extra = max(1, number("split", 1)), number("extra_ports")
        self.E = number("E", 1)
        self.N = sum(group.count for group in hosts)
        self.groups = on_one_switch(joined_by(design, hosts))
        of_down, of_up = (of_kind(self.groups, on_up=on_up) for on_up in (False, True))
        self.step = place_step(of_down)
        [self.held] = places_on_rails(of_down, 1)
        self.places = self.held + self.extra * self.step
        edge = configuration_of(catalog, edge_use)
        self.down, self.up = edge_kinds(design, edge)
        self.enclosure = str(design.params.get("enclosure", ""))
        blades = catalog.get(self.enclosure, Enclosure).blades if self.enclosure else self.N
        blades = min(blades, self.down.count)
        self.through = max(0, self.N - blades) if design.part("pass-through") is not None else 0
        one_kind = self.down.key == self.up.key
        if self.E == 1:
            from_up = 0 if one_kind or not self.through else self.through + self.extra
            in_use = -(-(self.places - from_up) // self.split)
            own = taken_ports(edge, self.down, self.split, 0, in_use, "switch")
            self.down_ports = np.concatenate([own, taken_ports(edge, self.up, 1, 0, from_up, "switch")])
            self.size = self.places
            self.split_up = max((group.split for group in of_up), default=1)
            [held] = places_on_rails(of_up, 1)
            in_use = -(-held // self.split_up)
            self.ports_of_up = taken_ports(edge, self.up, self.split_up, 0, in_use, "switch")
        else:
            self.size = number("P_En")
            if self.places > 2 * self.size:
                raise FatdeskError(f"{self.places} hosts do not fit two enclosures of {self.size} places")
            self.down_ports = taken_ports(edge, self.down, 1, 0, self.size, "switch")
            first = self.size if one_kind else 0
            self.up_ports = taken_ports(edge, self.up, 1, first, number("U"), "switch")
        self.table = port_table(hosts, host_ports, [group.links for group in self.groups], self.planes)

    def fabric(self, name: str) -> Fabric:
        """All nodes and links."""
        host = np.arange(self.N, dtype=np.int64)
        block = host // self.size if self.E == 2 else (host >= self.N - self.through).astype(np.int64)
        nodes = Nodes(
            groups=self.hosts,
            tiers=(Tier("edge", self.edge_use, self.planes * self.E),),
            externals=self.planes * self.extra,
            host_block=block,
            edge_block=np.tile(np.arange(self.E), self.planes),
        )
        batches = []
        for plane in range(self.planes):
            batches += self._plane(nodes, plane)
        through = (1,) if self.design.part("pass-through") is not None else ()
        return assemble(name, nodes, batches, enclosure=self.enclosure, pass_through=through)

    def _plane(self, nodes: Nodes, plane: int) -> list[Links]:
        first = self.N + plane * self.E
        own = host_links(self.groups, 1)
        ports = self.table[own.group, plane, own.number]
        trace = (own.host < self.N - self.through) & bool(self.enclosure)
        extra = np.arange(self.extra, dtype=np.int64)
        external = nodes.first_external + plane * self.extra + extra
        split = np.full_like(extra, self.split if self.step == 1 else 1)
        place = self.held + extra * self.step
        on_up = np.array([group.on_up for group in self.groups], dtype=np.bool_)[own.group]
        here, there = np.flatnonzero(~on_up), np.flatnonzero(on_up)
        batches = [
            self._downlinks(
                first, own.place[here], own.host[here], ports[here], own.split[here], trace[here]
            ),
            self._downlinks(first, place, external, 0 * extra, split, extra < 0),
        ]
        if there.size:
            batches.append(
                Links(
                    ends=(np.full(len(there), first), own.host[there]),
                    ports=(self.ports_of_up[own.place[there] // self.split_up], ports[there]),
                    rate_gbps=shared_rate(self.up, own.split[there]),
                    split=own.place[there] % self.split_up,
                    splits=own.split[there],
                )
            )
        if self.E == 2:
            ports = self.up_ports
            ends = (np.full(len(ports), first), np.full(len(ports), first + 1))
            bundle = np.zeros(len(ports), dtype=np.int64)
            batches.append(Links(ends, (ports, ports), self.up.rate_gbps, bundle=bundle))
        return batches

    def _downlinks(
        self, first: int, place: Longs, far: Longs, far_port: Longs, split: Longs, trace: Bools
    ) -> Links:
        local = place % self.size
        return Links(
            ends=(first + place // self.size, far),
            ports=(self.down_ports[local // self.split], far_port),
            rate_gbps=shared_rate(self.down, split),
            split=local % self.split,
            splits=split,
            trace=trace,
        )


__all__ = ["NAME", "build", "tables"]

NAME = "star"


@dataclass(frozen=True, slots=True)
class _Case:
    """One trivial case of one switch.

    Attributes
    ----------
    E
        Switches of a plane.
    needs, has
        Ports, or blades, that it takes and that there are.
    possible, possible_full
        Hosts at most, now and with the card slots filled.
    links, cables
        To hosts and external nodes, of a plane.
    joining
        Links between two enclosures.
    panels
        Pass-through panels.
    ports_up
        Ports of the kind of uplinks that hosts have, where they have ports of two kinds.
    """

    option: EdgeOption
    needs: int
    has: int
    possible: int
    possible_full: int
    links: int
    cables: int
    E: int = 1
    places: int = 0
    joining: int = 0
    panels: int = 0
    ports_up: int = 0
    code: str = "ports"

    @property
    def enclosures(self) -> int:
        """Enclosures of blades."""
        return 0 if self.option.enclosure is None else self.E + self.panels

    def blocking(self) -> Fraction:
        """Bandwidth of an enclosure's hosts over that of the links to the other one."""
        if not self.joining:
            return Fraction(1)
        down, up = exact(self.option.down.rate_gbps), exact(self.option.up.rate_gbps)
        return self.places * down / (self.joining * up)


def tables(problem: Problem) -> Iterator[Table | Refusal]:
    """Every switch as a star; with blades, every enclosure alone, joined with another, and with a panel."""
    cases = [_one_switch, _two_enclosures, _panel] if problem.blades else [_one_switch]
    for case, hops in zip(cases, (2, 3, 2), strict=False):
        rows = [row for option in problem.stars if (row := case(problem, option)) is not None]
        if rows:
            yield _table(problem, rows, hops)


def capacity(option: EdgeOption, ports: int) -> int:
    """Hosts' ports served by a switch with a number of host ports."""
    able = ports * option.down.splittable(option.split) // option.down.count * option.split
    chip = option.configuration.chip_ports
    return able if chip is None else min(able, chip)


def _one_switch(problem: Problem, option: EdgeOption) -> _Case:
    """A switch with ports for all hosts, or an enclosure with room for all blades."""
    rails, extra, later = problem.rails, problem.extra_ports, problem.hosts + problem.growth_hosts
    load = problem.load(option)
    [today] = places_on_rails(on_one_switch(load.groups), 1)
    kept, each = extra * load.step, rails * load.step
    most = problem.hosts_per_edge
    by_rack = sum(racks for _, racks in problem.racks()) * problem.rack_edges if problem.rack_edges else 0
    if by_rack * rails > 1:
        return _Case(option, by_rack * rails, 1, 0, 0, 0, 0, code="edges_per_rack")
    if most is not None and later + extra > most:
        return _Case(option, later + extra, most, 0, 0, 0, 0, code="hosts_per_edge")
    has = capacity(option, option.down.count)
    possible = max(0, problem.hosts + (has - kept - today) // each)
    full = max(0, problem.hosts + (capacity(option, option.full_ports) - kept - today) // each)
    if option.enclosure is not None:
        blades = option.enclosure.blades
        possible, full = min(blades, possible), min(blades, full)
    if most is not None:
        possible, full = min(possible, most - extra), min(full, most - extra)
    if option.enclosure is not None:
        return _Case(option, later, possible, possible, full, extra, extra, code="blades")
    if option.on_up:
        return _two_kinds(problem, option)
    needs = today + problem.growth_hosts * each + kept
    cables = ceil_div(today + kept, option.split)
    return _Case(option, needs, has, possible, full, load.links + extra, cables)


def _two_kinds(problem: Problem, option: EdgeOption) -> _Case:
    """A switch with ports of two kinds for hosts; those to come are of the last group."""
    rails, extra, limit = problem.rails, problem.extra_ports, problem.hosts_per_edge
    found = []
    for on_up, split, kind in ((False, option.split, option.down), (True, option.split_up, option.up)):
        load = problem.load(option, on_up=on_up)
        [today] = places_on_rails(on_one_switch(load.groups), 1)
        kept, has = (0 if on_up else extra) * load.step, kind.splittable(split) * split
        full = has * option.configuration.full_links // option.configuration.links
        each = rails * load.step
        grown = problem.growth_hosts * each if problem.grows_on_up(option) == on_up else 0
        most = [max(0, problem.hosts + (places - kept - today) // each) for places in (has, full)]
        found.append((today + kept + grown, has, ceil_div(today + kept, split), load.links, most))
    (needs, has, *_), (needs_up, has_up, *_) = found
    if needs_up > has_up and needs <= has:
        needs, has = needs_up, has_up
    chip = option.configuration.chip_ports
    if chip is not None and found[0][0] + needs_up > chip:
        needs, has = found[0][0] + needs_up, chip
    possible, full = found[problem.grows_on_up(option)][4]
    if limit is not None:
        possible, full = min(possible, limit - extra), min(full, limit - extra)
    links, ports = sum(one[3] for one in found) + extra, (found[0][2], found[1][2])
    return _Case(option, needs, has, possible, full, links, sum(ports), ports_up=ports[1])


def _in_one(option: EdgeOption) -> int:
    """Blades that one enclosure holds and its switch has ports for."""
    return 0 if option.enclosure is None else min(option.enclosure.blades, option.down.count)


def _two_enclosures(problem: Problem, option: EdgeOption) -> _Case | None:
    """Two enclosures joined edge to edge by half of a switch's ports, where one is too small."""
    enclosure, later = option.enclosure, problem.hosts + problem.growth_hosts
    if enclosure is None or later <= _in_one(option):
        return None
    ports = option.down.count
    if option.one_kind:
        joining = ports // 2
        ports -= joining
    else:
        joining = min(option.up.count, (ports + option.up.count) // 2)
    w = option.uplinks_per_port(problem.blocking)
    places = min(enclosure.blades, ports, joining * w.denominator // w.numerator)
    if problem.hosts_per_edge is not None:
        places = min(places, problem.hosts_per_edge)
    has = max(0, 2 * places - problem.extra_ports)
    cable = problem.bundle_cable
    bundled = cable is not None and cable.connectors == (option.up.connector,) * 2
    cables = ceil_div(joining, cable.links) if cable is not None and bundled else joining
    extra = problem.extra_ports
    return _Case(
        option, later, has, has, has, extra + joining, extra + cables, 2, places, joining, code="blades"
    )


def _panel(problem: Problem, option: EdgeOption) -> _Case | None:
    """One enclosure with a switch and one with a pass-through panel, where one is too small."""
    enclosure, later, extra = option.enclosure, problem.hosts + problem.growth_hosts, problem.extra_ports
    if enclosure is None or enclosure.pass_through is None or later <= _in_one(option):
        return None
    if option.one_kind:
        has = min(2 * enclosure.blades, option.down.count - extra)
    elif option.up.rate_gbps == option.down.rate_gbps:
        has = _in_one(option) + min(enclosure.blades, option.up.count - extra)
    else:
        return None
    if problem.hosts_per_edge is not None:
        has = min(has, problem.hosts_per_edge - extra)
    has = max(0, has)
    cables = extra + max(0, problem.hosts - _in_one(option))
    return _Case(option, later, has, has, has, cables, cables, panels=1, code="blades")


def _table(problem: Problem, cases: Sequence[_Case], hops: int) -> Table:
    planes = problem.planes
    needs, has = column([case.needs for case in cases]), column([case.has for case in cases])
    edges = column([case.E for case in cases])
    cables = planes * column([case.cables for case in cases])
    panels = column([case.panels for case in cases])
    boxes = [case.option.enclosure for case in cases]
    panel_items = [problem.panel_items.get(box.id, 0) if box is not None else 0 for box in boxes]
    transceivers = _transceivers(problem, cases)

    def bisection(i: int) -> Fraction:
        case = cases[i]
        hosts = planes * problem.load(case.option).ports * exact(case.option.down.rate_gbps) / 2
        others = problem.load(case.option, on_up=True).ports * exact(case.option.up.rate_gbps)
        hosts += planes * others / 2
        joined = planes * case.joining * exact(case.option.up.rate_gbps)
        return min(hosts, joined) if case.joining else hosts

    def reasons(i: int, _: int) -> list[Reason]:
        case = cases[i]
        if case.code in ("hosts_per_edge", "edges_per_rack"):
            return [Reason(case.code, case.needs, case.has)]
        what = f"room for {case.has} in {case.enclosures} enclosures, needs {case.needs}"
        short = case.needs > case.has
        return [Reason(case.code, case.needs, case.has, what if case.enclosures else "")] if short else []

    return Table(
        family=NAME,
        shape=(len(cases), 1),
        exists=np.ones((len(cases), 1), dtype=np.bool_),
        fits=needs <= has,
        needs=needs,
        has=has,
        switches=planes * edges,
        links=planes * column([case.links for case in cases]),
        cables=cables,
        transceivers=sum((term.count for term in transceivers), start=column([0])),
        models=column([1]),
        enclosures=column([case.enclosures for case in cases]),
        terms=(
            Term(planes * edges, column([case.option.item for case in cases])),
            Term(cables, column([0])),
            Term(panels, column(panel_items)),
            *transceivers,
        ),
        hops=hops,
        edges=tuple(case.option for case in cases),
        blocking=lambda i: cases[i].blocking(),
        bisection_gbps=bisection,
        hosts_possible=lambda: column([case.possible for case in cases]),
        hosts_possible_of=lambda i, _, full: cases[i].possible_full if full else cases[i].possible,
        design=lambda i, _: _design(problem, cases[i]),
        reasons=reasons,
    )


def _transceivers(problem: Problem, cases: Sequence[_Case]) -> list[Term]:
    """Transceivers of hosts and switches; between two enclosures at both ends of each cable."""
    terms: list[Term] = []
    hosts = [problem.host_cages(case.option) for case in cases]
    for place in range(max(map(len, hosts))):
        pairs = [pair[place] if place < len(pair) else (0, 0) for pair in hosts]
        terms.append(Term(column([count for _, count in pairs]), column([item for item, _ in pairs])))
    for on_up in (False, True):
        at_switch = [_switch_cages(problem, case, on_up=on_up) for case in cases]
        if any(count for _, count in at_switch):
            counts = problem.planes * column([count for _, count in at_switch])
            terms.append(Term(counts, column([item for item, _ in at_switch])))
    return terms


def _switch_cages(problem: Problem, case: _Case, *, on_up: bool) -> tuple[int, int]:
    """Item and count of the transceivers in the switches of a plane, in cages for uplinks or in others."""
    option = case.option
    if on_up and not option.on_up:
        return 0, 0
    if case.joining:
        join = problem.matcher.join(option.up, option.up)
        if join is None or not join.needs_transceivers or join.transceivers is None:
            return 0, 0
        first = case.places if option.one_kind else 0
        cages = cages_between(first, first + case.joining, option.up.cage_links)
        return problem.transceiver(join.transceivers[0]), 2 * cages
    kind, ports = (option.up, case.ports_up) if on_up else (option.down, case.cables - case.ports_up)
    for join, is_up in zip(option.joins, option.on_up or (False,) * len(option.joins), strict=True):
        if is_up == on_up and join.needs_transceivers and join.transceivers is not None:
            return problem.transceiver(join.transceivers[0]), cages_between(0, ports, kind.cage_links)
    return 0, 0


def _design(problem: Problem, case: _Case) -> Design:
    option = case.option
    parts = [use("edge", option.configuration, problem.planes * case.E)]
    if case.panels and option.enclosure is not None:
        parts.append(PartUse(role="pass-through", part=option.enclosure.id, count=case.panels))
    return Design(
        family=NAME,
        parts=tuple(parts),
        params={
            "E": case.E,
            "C": 0,
            "P_En": case.places or option.down.splittable(option.split),
            "P_Ec": case.joining,
            "B": case.joining,
            "blocking": str(case.blocking()),
            "U": case.joining,
            "spread": 0,
            **({"P_Eu": case.ports_up} if option.on_up else {}),
            **shared_params(problem, option),
        },
    )
