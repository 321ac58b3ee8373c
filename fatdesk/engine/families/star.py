"""Star and the other trivial cases: one switch, one enclosure, two enclosures joined, a pass-through panel.

The two-level design paper's trivial cases 1 and 2; there are no core switches.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from fatdesk.core.units import ceil_div
from fatdesk.engine.catalog.matching import exact
from fatdesk.engine.families.design import Design, PartUse
from fatdesk.engine.families.leaves import cages_between
from fatdesk.engine.families.problem import EdgeOption, Problem
from fatdesk.engine.families.reason import Reason
from fatdesk.engine.families.star_fabric import build
from fatdesk.engine.families.table import Refusal, Table, Term, column
from fatdesk.engine.families.uses import shared_params, use

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
    """Hosts' ports that a switch with so many ports towards hosts serves."""
    able = ports * option.down.splittable(option.split) // option.down.count * option.split
    chip = option.configuration.chip_ports
    return able if chip is None else min(able, chip)


def _one_switch(problem: Problem, option: EdgeOption) -> _Case:
    """A switch with ports for all hosts, or an enclosure with room for all blades."""
    rails, extra, later = problem.rails, problem.extra_ports, problem.hosts + problem.growth_hosts
    most = problem.hosts_per_edge
    if most is not None and later + extra > most:
        return _Case(option, later + extra, most, 0, 0, 0, 0, code="hosts_per_edge")
    has = capacity(option, option.down.count)
    possible = max(0, has - extra) // rails
    full = max(0, capacity(option, option.full_ports) - extra) // rails
    if option.enclosure is not None:
        blades = option.enclosure.blades
        possible, full = min(blades, possible), min(blades, full)
    if most is not None:
        possible, full = min(possible, most - extra), min(full, most - extra)
    if option.enclosure is not None:
        return _Case(option, later, possible, possible, full, extra, extra, code="blades")
    links = rails * problem.hosts + extra
    return _Case(option, rails * later + extra, has, possible, full, links, ceil_div(links, option.split))


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
    planes, N = problem.planes, problem.hosts
    needs, has = column([case.needs for case in cases]), column([case.has for case in cases])
    edges = column([case.E for case in cases])
    cables = planes * column([case.cables for case in cases])
    panels = column([case.panels for case in cases])
    boxes = [case.option.enclosure for case in cases]
    panel_items = [problem.panel_items.get(box.id, 0) if box is not None else 0 for box in boxes]
    transceivers = _transceivers(problem, cases)

    def bisection(i: int) -> Fraction:
        case = cases[i]
        hosts = planes * problem.rails * N * exact(case.option.down.rate_gbps) / case.option.split / 2
        joined = planes * case.joining * exact(case.option.up.rate_gbps)
        return min(hosts, joined) if case.joining else hosts

    def reasons(i: int, _: int) -> list[Reason]:
        case = cases[i]
        if case.code == "hosts_per_edge":
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
    at_switch = [_switch_cages(problem, case) for case in cases]
    if any(count for _, count in at_switch):
        counts = problem.planes * column([count for _, count in at_switch])
        terms.append(Term(counts, column([item for item, _ in at_switch])))
    return terms


def _switch_cages(problem: Problem, case: _Case) -> tuple[int, int]:
    """Item and count of the transceivers in the switches of a plane."""
    option = case.option
    if case.joining:
        join = problem.matcher.join(option.up, option.up)
        if join is None or not join.needs_transceivers or join.transceivers is None:
            return 0, 0
        first = case.places if option.one_kind else 0
        cages = cages_between(first, first + case.joining, option.up.cage_links)
        return problem.transceiver(join.transceivers[0]), 2 * cages
    for join in option.joins:
        if join.needs_transceivers and join.transceivers is not None:
            ports = ceil_div(case.links, option.split)
            return problem.transceiver(join.transceivers[0]), cages_between(0, ports, option.down.cage_links)
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
            **shared_params(problem, option),
        },
    )
