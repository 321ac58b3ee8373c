"""How many ports of an edge switch go to hosts, how many to the core, and how many switches that takes.

Symbols are those of the two-level design paper's Algorithm 1: P_E and P_C ports of an edge and a core
switch, of them P_En towards hosts and P_Ec towards the core, Bl blocking, E and C switches, B links in
a bundle.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

from fatdesk.core.units import ceil_div
from fatdesk.engine.catalog.matching import exact
from fatdesk.engine.families.problem import EdgeOption, Problem
from fatdesk.engine.families.reason import Reason
from fatdesk.engine.families.table import Refusal


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge switch with its ports dealt.

    Attributes
    ----------
    U
        Uplinks in use.
    E, E_later
        Edge switches of a plane today, and with the hosts to come.
    per_port
        Uplinks that a port towards hosts asks for, for the blocking wanted.
    held
        Hosts and extra ports on the edge switch that bears most.
    spread
        Whether hosts are dealt evenly and uplinks are only those that this requires.
    even
        Whether hosts are dealt evenly with all uplinks.
    """

    option: EdgeOption
    P_En: int
    P_Ec: int
    U: int
    E: int
    E_later: int
    per_port: Fraction
    held: int
    spread: bool = False
    even: bool = False

    @property
    def size(self) -> int:
        """Places for hosts on a switch."""
        return self.P_En * self.option.split

    @property
    def size_possible(self) -> int:
        """Hosts that a switch can have with its uplinks in use, for the blocking wanted."""
        if not self.spread:
            return self.size
        w = self.per_port
        return min(self.size, self.U * self.option.split * w.denominator // w.numerator)

    def blocking(self) -> Fraction:
        """Bandwidth of the hosts over that of the uplinks: P_En / P_Ec where all ports are of one rate."""
        down, up = exact(self.option.down.rate_gbps), exact(self.option.up.rate_gbps)
        ports = Fraction(self.held, self.option.split) if self.spread else Fraction(self.P_En)
        return ports * down / (self.U * up)


def edge_ports(option: EdgeOption, w: Fraction, hosts: int | None = None) -> tuple[int, int]:
    """P_En and P_Ec of an edge switch whose ports towards hosts require ``w`` uplinks each.

    With one kind of ports P_En = floor(P_E Bl / (1 + Bl)) and the others are uplinks. With
    hosts and core on different kinds, as many hosts as the uplinks' bandwidth allows. In an enclosure,
    and where splits, the chip's ports or a limit on its ``hosts`` leave room for fewer, only the uplinks
    that these require.
    """
    wn, wd = w.numerator, w.denominator
    if option.one_kind:
        P_En = option.down.count * wd // (wd + wn)
        P_Ec = option.down.count - P_En
    else:
        P_En = min(option.down.count, option.up.count * wd // wn)
        P_Ec = min(option.up.count, ceil_div(P_En * wn, wd))
    most = min(P_En, option.down.splittable(option.split))
    if option.enclosure is not None:
        most = min(most, option.enclosure.blades)
    if hosts is not None:
        most = min(most, hosts // option.split)
    chip = option.configuration.chip_ports
    if chip is not None:
        most = min(most, chip * wd // (option.split * wd + wn))
    over_chip = chip is not None and most * option.split + P_Ec > chip
    if most < P_En or over_chip or option.enclosure is not None:
        P_Ec = min(P_Ec, ceil_div(most * wn, wd))
    return most, P_Ec


def deal(problem: Problem, option: EdgeOption) -> Edge | Refusal:
    """The edge switch filled with hosts, or why it has no ports for one of its sides."""
    w = option.uplinks_per_port(problem.blocking)
    P_En, P_Ec = edge_ports(option, w, problem.hosts_per_edge)
    if P_En < 1:
        return Refusal(option.configuration, Reason("edge-hosts", 1, P_En), option.enclosure)
    if P_Ec < 1:
        return Refusal(option.configuration, Reason("uplinks", 1, P_Ec), option.enclosure)
    size = P_En * option.split
    today = problem.hosts + problem.extra_positions
    return Edge(
        option=option,
        P_En=P_En,
        P_Ec=P_Ec,
        U=P_Ec,
        E=problem.rails * ceil_div(today, size),
        E_later=problem.rails * ceil_div(today + problem.growth_hosts, size),
        per_port=w,
        held=min(size, today),
        even=problem.even_hosts,
    )


def spread(problem: Problem, edge: Edge) -> Edge | None:
    """The same switches with hosts dealt evenly, where that takes fewer uplinks."""
    held = ceil_div((problem.hosts + problem.extra_positions) * problem.rails, edge.E)
    w = edge.per_port
    U = min(edge.P_Ec, ceil_div(held * w.numerator, w.denominator * edge.option.split))
    return replace(edge, U=U, held=held, spread=True) if edge.P_Ec > U else None


def bisection_gbps(problem: Problem, edge: Edge) -> Fraction:
    """Bandwidth between halves: half of what the hosts or, if that is less, the uplinks in use carry."""
    option = edge.option
    hosts = problem.rails * problem.hosts * exact(option.down.rate_gbps) / option.split
    uplinks = edge.E * edge.U * exact(option.up.rate_gbps)
    return problem.planes * min(hosts, uplinks) / 2
