"""The bill: lines from what was counted, with spares, prices, totals and labour, and what is not known."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from math import fsum
from types import MappingProxyType
from typing import Literal

import numpy as np

from fatdesk.core.finding import Finding, Severity
from fatdesk.core.money import CENT, EXACT, Money, total
from fatdesk.core.struct import Struct
from fatdesk.core.units import ceil_div
from fatdesk.engine.bill.counting import CATEGORIES, Item
from fatdesk.engine.bill.rules import NO_TERMS, NONE_AGREED, BillRules, Line, PurchaseTerms, TermsByLine
from fatdesk.engine.cabling.laying import Cabling
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.price_match import number_to_order


class BillLine(Struct, frozen=True, kw_only=True):
    """One item to order; ``None`` is unknown.

    ``part`` is the catalog id; boards and cards of modular switches are ``modular-108/fabric-board``;
    ``length_m`` distinguishes cables of one part. ``order`` = needed + spares.
    """

    part: str
    category: str
    """hosts, enclosures, switches, cables, transceivers, panels, racks, trays."""
    needed: int
    spares: int
    """By the rule, and what fills the last pack."""
    order: int
    unit_price: Decimal | None
    """Before the discount."""
    extended: Decimal | None
    currency: str = "USD"
    length_m: float | None = None
    price_date: str = ""
    source: str = ""
    part_number: str = ""
    alternative: str = ""
    """Alternative that may be ordered instead, as typed by the buyer."""
    vendor: str = ""
    pack_size: int | None = None
    discount_percent: Decimal | None = None
    lead_time_days: int | None = None
    description: str = ""
    power_w: float | None = None
    """Of all needed."""
    mass_kg: float | None = None
    """Of all needed."""
    height_u: int | None = None
    """Of all needed."""
    racks: tuple[str, ...] = ()
    """Labels of the racks where it goes; for cables where end a is."""
    phases: tuple[str, ...] = ()
    """Phases in which its cables are laid."""

    @property
    def net_price(self) -> Decimal | None:
        """The unit price less the discount; ``extended`` = net price times order."""
        terms = PurchaseTerms(part=self.part, discount_percent=self.discount_percent)
        return None if self.unit_price is None else terms.net(self.unit_price)


class Bill(Struct, frozen=True, kw_only=True):
    """All lines in order of category and part, the total, and the rule that made the spares."""

    lines: tuple[BillLine, ...]
    total: Money
    spares_rule: str = ""

    @property
    def lead_time_days(self) -> tuple[int, bool] | None:
        """The longest lead time, and whether some line has none (at least); None: no line has one."""
        known = [line.lead_time_days for line in self.lines if line.lead_time_days is not None]
        return (max(known), len(known) < len(self.lines)) if known else None


NO_ALTERNATIVES: Mapping[Line, str] = MappingProxyType({})
NO_PHASES: Mapping[Line, tuple[str, ...]] = MappingProxyType({})
EQUIPMENT = ("hosts", "enclosures", "power units", "switches")
Figure = Literal["power_w", "mass_kg"]


def make_bill(
    items: Sequence[Item],
    rack_labels: Sequence[str],
    catalog: Catalog,
    rules: BillRules,
    alternatives: Mapping[Line, str] = NO_ALTERNATIVES,
    terms: TermsByLine = NONE_AGREED,
    phases: Mapping[Line, tuple[str, ...]] = NO_PHASES,
) -> Bill:
    """One line an item; prices in another currency than the project's count as unknown.

    ``alternatives`` are what may be ordered instead, ``terms`` those of purchase, ``phases`` when cables
    are laid, by part and length.
    """
    lines = tuple(
        _line(
            item,
            rack_labels,
            catalog,
            rules,
            alternatives.get((item.part, item.length_m), ""),
            terms.get((item.part, item.length_m), NO_TERMS),
            phases.get((item.part, item.length_m), ()),
        )
        for item in items
    )
    return Bill(
        lines=lines,
        total=total(((line.net_price, line.order) for line in lines), rules.currency),
        spares_rule=spares_rule(rules),
    )


def spares_rule(rules: BillRules) -> str:
    """The rule in words.

    >>> spares_rule(BillRules(spares_percent={"cables": 5.0}))
    'spares: cables 5 %, rounded up'
    """
    stated = [f"{c} {rules.spares_percent[c]:g} %" for c in CATEGORIES if rules.spares_percent.get(c)]
    return f"spares: {', '.join(stated)}, rounded up" if stated else "no spares"


def spares_of(count: int, percent: float) -> int:
    """Spares of a count, rounded up on exact decimals.

    >>> spares_of(101, 5.0), spares_of(100, 5.0), spares_of(100, 0.0)
    (6, 5, 0)
    """
    if not percent:
        return 0
    share = Fraction(repr(percent)) * count / 100
    return ceil_div(share.numerator, share.denominator)


def ordered(item: Item, rules: BillRules, terms: PurchaseTerms = NO_TERMS) -> tuple[Decimal | None, int]:
    """The net price of one, as far as it is known in the project's currency, and how many are ordered."""
    spares = spares_of(item.count, rules.spares_percent.get(item.category, 0.0))
    price = price_in(item, rules.currency)
    return None if price is None else terms.net(price), terms.in_packs(item.count + spares)


def price_in(item: Item, currency: str) -> Decimal | None:
    """The price of one, as far as it is known in a currency."""
    known = item.stated is None or item.stated.currency == currency
    return item.price if known else None


def _line(
    item: Item,
    rack_labels: Sequence[str],
    catalog: Catalog,
    rules: BillRules,
    alternative: str,
    terms: PurchaseTerms,
    phases: tuple[str, ...],
) -> BillLine:
    net, order = ordered(item, rules, terms)
    price = price_in(item, rules.currency)
    part, stated = catalog.find(item.part), item.stated
    return BillLine(
        part=item.part,
        category=item.category,
        needed=item.count,
        spares=order - item.count,
        order=order,
        unit_price=price,
        extended=None if net is None else EXACT.multiply(net, Decimal(order)),
        currency=rules.currency,
        length_m=item.length_m,
        price_date=stated.date if stated else "",
        source=(stated.source if stated else "")
        or (part.source if part is not None and price is not None else ""),
        part_number=number_to_order(part, item.length_m) if part else "",
        alternative=alternative,
        vendor=part.vendor if part else "",
        description=item.description or (part.name if part else ""),
        power_w=None if item.power_w is None else round(item.power_w * item.count, 6),
        mass_kg=None if item.mass_kg is None else round(item.mass_kg * item.count, 6),
        height_u=_units(item),
        racks=tuple(rack_labels[i] for i in sorted(item.racks)),
        pack_size=terms.pack_size,
        discount_percent=terms.discount_percent,
        lead_time_days=terms.lead_time_days,
        phases=phases,
    )


def _units(item: Item) -> int | None:
    if item.category in ("cables", "transceivers", "racks", "trays"):
        return 0
    return None if item.height_u is None else item.height_u * item.count


def counts_in(item: Item | BillLine, figure: Figure) -> bool:
    """Whether an item counts in the power or the mass of a project.

    All that draws power does; the mass of cables and racks does not, because trays and the floor carry it.
    """
    return item.category in (*EQUIPMENT, "transceivers", "panels") or (
        figure == "power_w" and item.category == "cables"
    )


def total_of(items: Iterable[Item], figure: Figure) -> tuple[float, bool]:
    """Power or mass of a project, and whether an unknown figure makes it a lower bound."""
    values = [(getattr(item, figure), item.count) for item in items if counts_in(item, figure)]
    known = fsum(value * count for value, count in values if value is not None)
    return round(known, 6), any(value is None for value, _ in values)


@dataclass(frozen=True)
class Installation:
    """Cables inside a rack and between racks (those whose racks are not known count as between)."""

    inside: int
    between: int
    hours: Fraction
    cost: Decimal
    currency: str


def installation(cabling: Cabling, rules: BillRules) -> Installation:
    """Return hours and cost of laying all cables; default rates 2.50 inside, 6.25 between racks (paper)."""
    inside = total = 0
    for fabric in cabling.fabrics:
        rack = fabric.laid.rack
        inside += int(np.count_nonzero((rack[:, 0] >= 0) & (rack[:, 0] == rack[:, 1])))
        total += len(rack)
    between = total - inside
    hours = Fraction(inside, rules.cables_per_hour_in_rack) + Fraction(
        between, rules.cables_per_hour_between_racks
    )
    exact = hours * Fraction(rules.hourly_rate)
    cost = (Decimal(exact.numerator) / Decimal(exact.denominator)).quantize(CENT, ROUND_HALF_UP)
    return Installation(inside, between, hours, cost, rules.currency)


def check_bill(bill: Bill, items: Sequence[Item]) -> list[Finding]:
    """Findings about unknown figures: totals with one are lower bounds."""
    unpriced: dict[str, int] = {}
    for line in bill.lines:
        if line.unit_price is None:
            unpriced[line.part] = unpriced.get(line.part, 0) + line.order
    findings = [
        Finding(
            Severity.WARNING,
            "unpriced",
            part,
            f"no price for {count}: the total is a lower bound",
            "give the part a price with its date and source",
        )
        for part, count in unpriced.items()
    ]
    known: tuple[tuple[Literal["power_w", "mass_kg"], str], ...] = (("power_w", "power"), ("mass_kg", "mass"))
    for figure, name in known:
        text = f"{name} is not known: the total is a lower bound"
        fix = f"enter the {name} of the part, with its source"
        parts = (
            item.part
            for item in items
            if counts_in(item, figure) and getattr(item, figure) is None and not item.nameless
        )
        findings += [
            Finding(Severity.WARNING, "unknown-figure", part, text, fix) for part in dict.fromkeys(parts)
        ]
    findings += [
        Finding(
            Severity.WARNING,
            "unknown-figure",
            item.part,
            "height is not known: 1 U is assumed",
            "enter the height of the part, with its source",
        )
        for item in items
        if item.category in EQUIPMENT and item.height_u is None
    ]
    return findings
