"""What could cable a pair of plugs, how far it reaches, and what a length of it costs."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import cached_property

from fatdesk.core.money import CENT
from fatdesk.core.units import UM_PER_M, ceil_div, um_from_m
from fatdesk.engine.cabling.forming import Form, PlugPair
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Cable, Transceiver, speak_alike
from fatdesk.engine.catalog.plugs import Plug

CUSTOM_SURCHARGE = Decimal("1.25")
"""A custom length costs a quarter more (Perseus paper, 4.2)."""
ENDLESS_UM = 2**62
CODES = {"copper": "DAC", "active-copper": "ACC", "optical": "AOC", "fibre": "FIB"}
MEDIA_ORDER = ("copper", "active-copper", "optical", "fibre")


@dataclass(frozen=True)
class Option:
    """A cable, with the transceivers at its ends where it is a bare fibre.

    ``each`` tells that a group of several links takes one such cable a link, not one for all.
    """

    cable: Cable
    each: bool = False
    a: Transceiver | None = None
    b: Transceiver | None = None

    @property
    def code(self) -> str:
        """The kind as drawn: DAC, ACC, AOC, FIB, or SPL for a splitter."""
        return "SPL" if self.cable.ends[0] != self.cable.ends[1] else CODES[self.cable.medium]

    @cached_property
    def reach_um(self) -> int:
        """How far it carries the signal; where nobody says, as far as the longest that is sold."""
        sold = max((um_from_m(length.m) for length in self.cable.lengths), default=ENDLESS_UM)
        return sold if self.stated_reach_um is None else self.stated_reach_um

    @cached_property
    def stated_reach_um(self) -> int | None:
        """How far cable and transceivers say that they reach."""
        limits = [um_from_m(x.reach_m) for x in (self.cable, self.a, self.b) if x is not None and x.reach_m]
        return min(limits, default=None)


def options_for(
    need: PlugPair, catalog: Catalog, media: str, bundle_cable: Cable | None = None
) -> tuple[Option, ...]:
    """Everything in the catalog that could cable a need, in order of part id."""
    if need.form is Form.BUNDLE:
        return (Option(bundle_cable),) if bundle_cable is not None and need.allows(bundle_cable) else ()
    wanted = {"copper": ("copper", "active-copper"), "optical": ("optical", "fibre")}.get(media, MEDIA_ORDER)
    spoken = (need.a.protocol, need.b.protocol)
    cables = [
        c
        for c in catalog.cables()
        if c.medium in wanted and speak_alike(c.protocol, *spoken) and need.allows(c)
    ]
    found = [Option(cable) for cable in cables if cable.medium != "fibre" and _direct(need, cable)]
    fibres = [cable for cable in cables if cable.medium == "fibre"]
    if fibres:
        modules = [
            part
            for part in catalog.transceivers()
            if speak_alike(part.protocol, *spoken) and need.allows(part)
        ]
        found += _fibre_options(need, fibres, modules)
    return tuple(found)


def _carries(cable: Cable, rate_gbps: float) -> bool:
    """Whether its lanes carry a rate; a cable of unknown lane rate is trusted with its plugs."""
    return cable.lane_rate_gbps is None or cable.lanes * cable.lane_rate_gbps >= rate_gbps


def _joins(cable: Cable, a: str, b: str) -> bool:
    return cable.connectors in ((a, b), (b, a))


def _direct(need: PlugPair, cable: Cable) -> bool:
    """Whether a cable with its own ends fits the cages and carries what they need."""
    a, b = need.a, need.b
    match need.form:
        case Form.SINGLE:
            plain = cable.ends == (1, 1) and cable.links == 1
            return plain and _joins(cable, a.connector, b.connector) and _carries(cable, a.rate_gbps)
        case Form.TWIN:
            plain = cable.ends == (1, 1) and cable.links == need.links
            rate = a.rate_gbps * need.links
            return plain and _joins(cable, a.connector, b.connector) and _carries(cable, rate)
        case Form.LEGS:
            trunk, leg = (a, b) if a.links > 1 else (b, a)
            return _splits(cable, trunk, leg, trunk.links) and _carries(cable, trunk.rate_gbps * trunk.links)
        case Form.SPLIT:
            return _splits(cable, a, b, round(a.rate_gbps / b.rate_gbps)) and _carries(cable, a.rate_gbps)
    return False


def _splits(cable: Cable, trunk: Plug, leg: Plug, legs: int) -> bool:
    forward = cable.ends == (1, legs) and cable.connectors == (trunk.connector, leg.connector)
    backward = cable.ends == (legs, 1) and cable.connectors == (leg.connector, trunk.connector)
    return legs > 1 and (forward or backward)


def _fits(part: Transceiver, plug: Plug) -> bool:
    return part.connector == plug.connector and part.links == plug.links and part.rate_gbps == plug.rate_gbps


def _fibre_options(need: PlugPair, fibres: Sequence[Cable], modules: Sequence[Transceiver]) -> list[Option]:
    found = []
    legs = round(need.a.rate_gbps / need.b.rate_gbps) if need.form is Form.SPLIT else 1
    each = need.form in (Form.TWIN, Form.LEGS)
    for a in modules:
        for b in modules:
            if not (a.fibre == b.fibre and _fits(a, need.a) and _fits(b, need.b)):
                continue
            if need.a == need.b and a.id != b.id:
                continue  # equal cages take equal modules
            found += [
                Option(cable, each, a, b)
                for cable in fibres
                if cable.connectors == (a.fibre, b.fibre) and cable.ends == (1, legs) and cable.links == 1
            ]
    return found


def thresholds(option: Option, rules: CablingRules) -> list[int] | None:
    """Lengths at which what is ordered changes; None when it changes everywhere (sold by the metre)."""
    if by_metre(option.cable, rules):
        return None
    return [*(um_from_m(length.m) for length in option.cable.lengths), option.reach_um]


def by_metre(cable: Cable, rules: CablingRules) -> bool:
    """Whether it is ordered to the length needed: custom lengths, or none listed."""
    return not cable.lengths or (rules.lengths == "custom" and cable.per_metre is not None)


def order(option: Option, need_um: int, rules: CablingRules) -> tuple[int, Decimal | None] | None:
    """The length to order for a need and its price (None: unknown); None when it is not long enough.

    A standard cable is the shortest on the list that is long enough; one without a list is ordered in
    whole metres. Custom lengths are exact, or rounded up to the step, and cost a quarter more. The signal
    travels through all that is ordered, so that may not be longer than the reach either.
    """
    cable = option.cable
    if need_um > option.reach_um:
        return None
    if not by_metre(cable, rules):
        reach = option.reach_um
        fit = [length for length in cable.lengths if need_um <= um_from_m(length.m) <= reach]
        if not fit:
            return None
        best = min(fit, key=lambda length: length.m)
        return um_from_m(best.m), None if best.price is None else best.price.amount
    step = um_from_m(rules.length_step_m) or (UM_PER_M if rules.lengths == "standard" else 0)
    ordered = min(ceil_div(need_um, step) * step if step else need_um, option.reach_um)
    return ordered, metre_price(cable, ordered, custom=rules.lengths == "custom")


def metre_price(cable: Cable, length_um: int, custom: bool) -> Decimal | None:
    """Price by the formula: so much a metre and a connector, a quarter more for a custom length.

    >>> from fatdesk.engine.catalog.parts import Price
    >>> quad = Cable(id="q", medium="copper", connectors=("qsfp", "qsfp"),
    ...     per_metre=Price(amount=Decimal(16)), per_connector=Price(amount=Decimal(20)))
    >>> metre_price(quad, 3_000_000, custom=False), metre_price(quad, 3_000_000, custom=True)
    (Decimal('88.00'), Decimal('110.00'))
    """
    if cable.per_metre is None or cable.per_metre.amount is None:
        return None
    ends = Decimal(0)
    if cable.per_connector is not None:
        if cable.per_connector.amount is None:
            return None
        ends = cable.per_connector.amount * sum(cable.ends)
    plain = cable.per_metre.amount * length_um / UM_PER_M + ends
    return (plain * CUSTOM_SURCHARGE if custom else plain).quantize(CENT, ROUND_HALF_UP)
