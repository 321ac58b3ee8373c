"""The user's rules for spares, currency and labour."""

from decimal import Decimal
from typing import Annotated

import msgspec
from msgspec import Meta

from fatdesk.core.money import in_range
from fatdesk.core.schema import about
from fatdesk.core.struct import Currency, Struct, Text

CablesAnHour = Annotated[int, Meta(ge=1, le=10_000)]


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
        Currency, about("Currency", "Of the bill; a price in another one is unknown in it")
    ] = "USD"
    hourly_rate: Annotated[Decimal, about("Rate of an hour", "What an hour of an installer costs")] = Decimal(
        50
    )
    cables_per_hour_in_rack: Annotated[
        CablesAnHour,
        about("In a rack", "Cables that an installer lays in an hour in one rack", unit="cables/h"),
    ] = 20
    cables_per_hour_between_racks: Annotated[
        CablesAnHour,
        about("Between racks", "Cables that an installer lays in an hour from rack to rack", unit="cables/h"),
    ] = 8

    def __post_init__(self) -> None:
        """Hold the rate in range."""
        in_range(self.hourly_rate, "hourly_rate")
