"""A design with its figures, and a rejected one with its reasons."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from fatdesk.core.finding import Finding
from fatdesk.core.money import Money
from fatdesk.engine.bill.deployability import Deployability
from fatdesk.engine.families.design import Design, PartUse
from fatdesk.engine.families.problem import HostPorts
from fatdesk.engine.families.reason import Reason
from fatdesk.engine.rules.marks import RuleMarks


@dataclass(frozen=True)
class RoutedFigures:
    """Cost of a network as placed and cabled, at the catalog's prices.

    Attributes
    ----------
    cost
        Of switches (pass-through panels among them), cables and transceivers.
    metres
        Ordered length of all cables.
    uncabled
        Links that no cable was found for.
    racks
        Racks in use, those of hosts and of the networks placed before it among them.
    deployability
        What it takes to install its cables.
    cannot_grow
        Why the next growth step is not possible; empty: it is, or that was not worked out.
    rules
        What the rules of the user say of the placed design; None: there are none.
    """

    cost: Money
    switches: Money
    cables: Money
    transceivers: Money
    metres: float
    uncabled: int = 0
    racks: int = 0
    deployability: Deployability | None = None
    cannot_grow: str = ""
    rules: RuleMarks | None = None


@dataclass(frozen=True)
class Placing:
    """Extent of the comparison of placed designs, for an objective or limits that need them placed.

    Attributes
    ----------
    placed, possible
        Designs that were placed and cabled, of those that meet the limits that the search checks.
    goal
        The objective that placed designs are compared by; empty: the first that meets the limits is chosen.
    kept
        Whether the chosen design keeps the limits.
    proved
        Whether no design that was left out can be better than the chosen one.
    """

    placed: int
    possible: int
    goal: str
    kept: bool
    proved: bool

    def text(self, goal: str = "") -> str:
        """Return a sentence about the choice; ``goal``: another name of the objective.

        >>> Placing(2, 2, "install_hours", True, True).text()
        'all 2 possible designs placed and cabled for install_hours: the chosen one is proved the best'
        >>> Placing(5, 12, "", False, False).text()
        '5 of 12 possible designs placed and cabled: none of these meets the limits'
        """
        every = self.placed == self.possible
        count = f"all {self.placed:,}" if every else f"{self.placed:,} of {self.possible:,}"
        aim = f" for {goal or self.goal}" if self.goal else ""
        head = f"{count} possible design{'s' * (self.possible > 1)} placed and cabled{aim}: "
        if not self.kept:
            return f"{head}none of these meets the limits"
        if not self.goal:
            return f"{head}the first that meets the limits is chosen" + (
                "" if self.proved else ", the search was not finished"
            )
        return head + (
            "the chosen one is proved the best" if self.proved else "the best of these, others may be better"
        )


@dataclass(frozen=True)
class Candidate:
    """A design that meets all limits; None is unknown.

    Attributes
    ----------
    cost, power_w, mass_kg, height_u
        Of the network: switches, transceivers, cables at ``cable_price``.
    hosts_possible, hosts_possible_full
        Hosts at most without another core switch: now, and with the card slots filled.
    bisection_gbps
        Half of what all hosts or, where that is less, all uplinks in use carry.
    failures_per_year
        Sum of 8760 / mtbf_h of switches and transceivers.
    unpriced
        What its cost leaves out: ids of parts, and ``cables`` without a ``cable_price``, which leaves out
        transceivers as well.
    not_used
        Keys of the requirements that it makes no use of, with the reason.
    routed
        What it costs placed and cabled, where that was compared.
    rules
        What the rules say of it, as placed where it was; None: there are none to judge it by.
    host_ports
        Ports occupied by the network of each group's hosts; plane p, rail r has number p * rails + r.
    """

    design: Design
    hosts: int
    switches: int
    links: int
    cables: int
    transceivers: int
    enclosures: int
    cost: Money
    power_w: Fraction | None
    mass_kg: Fraction | None
    height_u: int | None
    hosts_possible: int
    hosts_possible_full: int
    hops: int
    blocking: Fraction
    bisection_gbps: Fraction
    failures_per_year: Fraction | None
    host_ports: HostPorts
    findings: tuple[Finding, ...] = ()
    unpriced: tuple[str, ...] = ()
    not_used: tuple[str, ...] = ()
    routed: RoutedFigures | None = None
    rules: RuleMarks | None = None

    @property
    def enclosure(self) -> str:
        """Part id of the enclosures that hold the blades; empty for other hosts."""
        return str(self.design.params.get("enclosure", ""))


@dataclass(frozen=True)
class Rejected:
    """A design, or a switch that is of no use at all, with the reasons.

    ``miss`` is the factor by which it misses its worst limit (1: just kept, infinite: cannot be joined).
    """

    family: str
    parts: tuple[PartUse, ...]
    reasons: tuple[Reason, ...]
    miss: float

    @property
    def reason(self) -> str:
        """Text of all reasons."""
        return "; ".join(map(str, self.reasons))


def decimal(value: Fraction) -> Decimal:
    """A fraction as a decimal of 28 digits."""
    return Decimal(value.numerator) / Decimal(value.denominator)
