"""What joining hosts with their edge switches takes, whatever is above: links, cables, transceivers."""

from collections.abc import Sequence
from dataclasses import dataclass

from fatdesk.engine.families.leaves import cages_between, host_cables, leaf_sizes
from fatdesk.engine.families.problem import Problem
from fatdesk.engine.families.table import Term, column
from fatdesk.engine.families.two_level_ports import Edge


@dataclass(frozen=True, slots=True)
class HostSide:
    """Links and cables to hosts and external nodes of a plane, and the cages for transceivers.

    ``shared`` cages hold uplinks too.
    """

    links: int
    cables: int
    cages: int = 0
    shared: int = 0
    item: int = 0


def host_side(problem: Problem, edge: Edge) -> HostSide:
    """What one plane takes with these edge switches."""
    extra, option = problem.extra_ports, edge.option
    if option.enclosure is not None:
        return HostSide(extra, extra)
    links = problem.rails * problem.hosts + extra
    fibres = [j.transceivers for j in option.joins if j.needs_transceivers and j.transceivers]
    if option.split == 1 and not fibres:
        return HostSide(links, links)
    groups = edge.E // problem.rails
    sizes = leaf_sizes(problem.positions(), groups, edge.size, spread=edge.spread or edge.even)
    cables = host_cables(sizes, option.split)
    if not fibres:
        return HostSide(links, cables)
    per_cage = option.down.cage_links
    cages = shared = 0
    for held, leaves in sizes:
        ports = -(-held // option.split)
        cages += leaves * cages_between(0, ports, per_cage)
        if option.one_kind and (ports - 1) // per_cage == edge.P_En // per_cage:
            shared += leaves
    return HostSide(links, cables, cages, shared, problem.transceiver(fibres[0][0]))


def host_terms(problem: Problem, edges: Sequence[Edge], sides: Sequence[HostSide]) -> list[Term]:
    """Transceivers of hosts, and of edge switches towards them, where their links need some."""
    terms: list[Term] = []
    hosts = [problem.host_cages(edge.option) for edge in edges]
    for place in range(max(map(len, hosts))):
        pairs = [pair[place] if place < len(pair) else (0, 0) for pair in hosts]
        terms.append(Term(column([count for _, count in pairs]), column([item for item, _ in pairs])))
    if terms:
        cages = problem.planes * column([side.cages for side in sides])
        terms.append(Term(cages, column([side.item for side in sides])))
    return terms


def up_cages(edge: Edge) -> int:
    """Cages of an edge switch that hold uplinks."""
    first = edge.P_En if edge.option.one_kind else 0
    return cages_between(first, first + edge.U, edge.option.up.cage_links)
