"""Candidates of the explorer as the pins that a project keeps, and back."""

from dataclasses import fields
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from typing import cast

from fatdesk.core.money import Money
from fatdesk.engine.drawing.charts.catalog_points import CatalogPoints, catalog_measures
from fatdesk.engine.exploring.building import Network
from fatdesk.engine.exploring.egft import Egft
from fatdesk.engine.exploring.hyperx import HyperX
from fatdesk.engine.exploring.result import Bill, Candidate
from fatdesk.project.document.explorations import Letter, PinnedBill, PinnedDesign, PinnedNetwork

BILL = tuple(field.name for field in fields(Bill))


def _kept(amount: Decimal) -> Decimal:
    """An amount with the six decimals that records hold."""
    exponent = amount.as_tuple().exponent
    return round(amount, 6) if isinstance(exponent, int) and exponent < -6 else amount


def _kept_bill(bill: Bill) -> PinnedBill:
    return PinnedBill(**{**{name: getattr(bill, name) for name in BILL}, "cost": _kept(bill.cost)})


def pinned(
    letter: str, one: Candidate, hosts: int, ports: int, required: Fraction | None, source: str
) -> PinnedNetwork:
    """Return the record of a candidate.

    Parameters
    ----------
    hosts, ports
        Of its search: hosts, and hosts with those that represent external bandwidth.
    required
        The blocking factor that the search allowed; None: any.
    """
    network, bill = one.network, one.bill
    shape: dict[str, tuple[int, ...]] = (
        {"levels": network.M, "widths": network.C} if isinstance(network, Egft) else {"sides": network.S}
    )
    return PinnedNetwork(
        letter=cast(Letter, letter),
        family="egft" if isinstance(network, Egft) else "hyperx",
        **shape,
        bundles=network.K,
        radix=one.radix,
        terminals=one.terminals,
        hosts=hosts,
        ports=ports,
        blocking="" if required is None else str(required),
        cost=_kept(one.cost.amount),
        currency=one.cost.currency,
        unpriced=one.cost.unpriced,
        bill=None if bill is None else _kept_bill(bill),
        racks=one.racks,
        power_w=one.power_w,
        order=one.order,
        reasons=one.reasons,
        source=source,
    )


def pinned_design(letter: str, points: CatalogPoints, number: int, source: str) -> PinnedDesign:
    """Return the record of a design over catalog parts with its figures as far as they are known."""
    one, routed = points.designs.candidate(number), points.routed.get(number)
    own = {measure.name: float(points.figures[measure.name][number]) for measure in catalog_measures()}
    return PinnedDesign(
        letter=cast(Letter, letter),
        design=one.design,
        hosts=one.hosts,
        cost=_kept(one.cost.amount),
        currency=one.cost.currency,
        unpriced=one.cost.unpriced,
        routed=None if routed is None else _kept(routed.cost.amount),
        routed_unpriced=0 if routed is None else routed.cost.unpriced,
        figures={name: value for name, value in own.items() if isfinite(value) and name not in COSTS},
        reasons=tuple(points.designs.reasons(number)),
        source=source,
    )


COSTS = ("cost", "routed")
"""Figures of designs that are kept as exact amounts."""


def network_of(pin: PinnedNetwork) -> Network:
    """Return the network without parts."""
    if pin.family == "egft":
        return Egft(pin.levels, pin.widths, pin.bundles)
    return HyperX(pin.sides, pin.bundles, pin.terminals, pin.ports)


def required_of(pin: PinnedNetwork) -> Fraction | None:
    """Return the blocking factor that was required; None: any."""
    return Fraction(pin.blocking) if pin.blocking else None


def candidate_of(pin: PinnedNetwork) -> Candidate:
    """Return the candidate as it was found; whether it is on the front of a search is not known."""
    network, bill = network_of(pin), pin.bill
    if isinstance(network, Egft):
        bisection = Fraction(pin.ports) / (2 * network.ratio)
        cables = network.cables - network.ports + pin.hosts
    else:
        bisection, cables = network.bisection, network.bundles + pin.hosts
    return Candidate(
        network,
        pin.radix,
        pin.terminals,
        Money(pin.cost, pin.currency, pin.unpriced),
        bisection,
        network.hops,
        network.switches,
        cables,
        None if bill is None else Bill(**{name: getattr(bill, name) for name in BILL}),
        pin.racks,
        pin.power_w,
        pin.order,
        pin.reasons,
    )
