"""The user's rules of the bill: spares, currency, labour; price and terms of purchase of each line."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from fatdesk.core import ranges
from fatdesk.core.money import EXACT, in_range
from fatdesk.core.schema import about
from fatdesk.core.struct import Currency, Struct, Text
from fatdesk.core.units import ceil_div
from fatdesk.engine.catalog.parts import AnyPart, Cable, Price

MOST_CABLES_AN_HOUR = 10_000
CablesAnHour = Annotated[int, Meta(ge=1, le=MOST_CABLES_AN_HOUR)]


class BillRules(Struct, frozen=True, kw_only=True):
    """Spares in percent by category (rounded up), and what an hour and a cable's laying take.

    Labour figures are the Perseus paper's (section 4.2.1): 20 cables per hour inside a rack, 8 between racks,
    at 50 an hour.
    """

    spares_percent: Annotated[
        dict[Text, Annotated[float, Meta(ge=0, le=1000)]],
        about("Spares", "Percent of the pieces needed on each line, by category, rounded up"),
    ] = msgspec.field(default_factory=dict)
    currency: Annotated[
        Currency, about("Currency", "Of the bill; prices in another currency count as unknown")
    ] = "USD"
    hourly_rate: Annotated[Decimal, about("Hourly rate", "Cost of one installer hour")] = Decimal(50)
    cables_per_hour_in_rack: Annotated[
        CablesAnHour,
        about("In a rack", "Cables that an installer lays in an hour in one rack", unit="cables/h"),
    ] = 20
    cables_per_hour_between_racks: Annotated[
        CablesAnHour,
        about("Between racks", "Cables that an installer lays in an hour from rack to rack", unit="cables/h"),
    ] = 8

    tray_fittings: Annotated[
        bool,
        about(
            "Tray fittings",
            "Corners, tees, crosses and supports as lines; their prices are unknown until they are given",
            choices={True: "Lines of the bill", False: "Left out"},
        ),
    ] = False

    def __post_init__(self) -> None:
        """Hold the rate in range."""
        in_range(self.hourly_rate, "hourly_rate")


def can_be_priced(part: AnyPart | None, length_m: float | None) -> bool:
    """Whether the price of a line is that of one part, or of one length of a cable."""
    if isinstance(part, Cable):
        return any(length.m == length_m for length in part.lengths)
    return part is not None


def with_price(part: AnyPart, length_m: float | None, price: Price | None) -> AnyPart:
    """A part with another price, of a cable that of a length; None is unknown.

    Raises
    ------
    ValueError
        When the price of that line is not one of the part.
    """
    if not can_be_priced(part, length_m):
        raise ValueError(f"{part.id} has no price of its own for {length_m} m")
    if isinstance(part, Cable):
        lengths = tuple(
            replace(length, price=price) if length.m == length_m else length for length in part.lengths
        )
        return replace(part, lengths=lengths)
    return replace(part, price=price)


PackSize = Annotated[int, Meta(ge=1, le=1_000_000)]
LeadTime = Annotated[int, Meta(ge=0, le=3650)]
MOST_DISCOUNT = Decimal(100)


def discount_in_range(discount: Decimal | None) -> None:
    """Refuse a discount that is no percentage.

    Raises
    ------
    ValueError
        When it is outside 0 to 100 or has more than four decimals.
    """
    if discount is None:
        return
    exponent = discount.as_tuple().exponent
    if not isinstance(exponent, int) or exponent < -4 or not 0 <= discount <= MOST_DISCOUNT:
        raise ValueError("discount_percent: expected 0 to 100 with at most 4 decimals")


class PurchaseTerms(Struct, frozen=True, kw_only=True):
    """Terms of a line of the bill; what is None is not known.

    Attributes
    ----------
    part, length_m
        The line: its part, and of cables the length.
    pack_size
        Pieces in a pack; the quantity to order is a multiple of it.
    discount_percent
        Percent off the unit price.
    lead_time_days
        Days from order to delivery.
    """

    part: Text
    length_m: ranges.CableLength | None = None
    pack_size: PackSize | None = None
    discount_percent: Annotated[Decimal, Meta()] | None = None
    lead_time_days: LeadTime | None = None

    def __post_init__(self) -> None:
        """Hold the discount in range."""
        discount_in_range(self.discount_percent)

    @property
    def key(self) -> tuple[str, float]:
        """Its identity: the line."""
        return self.part, self.length_m or 0.0

    @property
    def is_empty(self) -> bool:
        """Whether nothing is agreed."""
        return (self.pack_size, self.discount_percent, self.lead_time_days) == (None, None, None)

    def in_packs(self, count: int) -> int:
        """Return the number of pieces in whole packs.

        >>> PurchaseTerms(part="dac", pack_size=10).in_packs(21), PurchaseTerms(part="dac").in_packs(21)
        (30, 21)
        """
        size = self.pack_size or 1
        return ceil_div(count, size) * size

    def net(self, price: Decimal) -> Decimal:
        """Return a price less the discount, exactly.

        >>> PurchaseTerms(part="dac", discount_percent=Decimal("12.5")).net(Decimal("80"))
        Decimal('70.0')
        """
        if not self.discount_percent:
            return price
        return EXACT.divide(EXACT.multiply(price, 100 - self.discount_percent), Decimal(100))


NO_TERMS = PurchaseTerms(part="")
Line = tuple[str, float | None]
"""A line of the bill: part, and of cables the length."""
TermsByLine = Mapping[Line, PurchaseTerms]
NONE_AGREED: TermsByLine = MappingProxyType({})


def terms_by_line(terms: Iterable[PurchaseTerms]) -> TermsByLine:
    """Terms by the line of the bill that they are for."""
    return {(one.part, one.length_m): one for one in terms}
