"""The user's rules for spares, currency and labour."""

from decimal import Decimal
from typing import Annotated

import msgspec
from msgspec import Meta

from fatdesk.core.money import in_range
from fatdesk.core.struct import Currency, Struct, Text


class BillRules(Struct, frozen=True, kw_only=True):
    """Spares in percent by category (rounded up), and what an hour and a cable's laying take.

    Labour figures are the Perseus paper's (section 4.2.1): 20 cables an hour inside a rack, 8 between racks,
    at 50 an hour.
    """

    spares_percent: dict[Text, Annotated[float, Meta(ge=0, le=1000)]] = msgspec.field(default_factory=dict)
    currency: Currency = "USD"
    hourly_rate: Annotated[Decimal, Meta()] = Decimal(50)
    cables_per_hour_in_rack: Annotated[int, Meta(ge=1, le=10_000)] = 20
    cables_per_hour_between_racks: Annotated[int, Meta(ge=1, le=10_000)] = 8

    def __post_init__(self) -> None:
        """Hold the rate in range."""
        in_range(self.hourly_rate, "hourly_rate")
