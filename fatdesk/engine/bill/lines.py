"""The bill of materials as people read it: one line a part and length."""

from decimal import Decimal

from fatdesk.core.money import Money
from fatdesk.core.struct import Struct


class BillLine(Struct, frozen=True, kw_only=True):
    """One thing to order; ``None`` is unknown.

    ``part`` is the catalog id; boards and cards of modular switches are ``modular-108/fabric-board``;
    ``length_m`` tells cables of one part apart. ``order`` = needed + spares.
    """

    part: str
    category: str
    """hosts, enclosures, switches, cables, transceivers, racks."""
    needed: int
    spares: int
    order: int
    unit_price: Decimal | None
    extended: Decimal | None
    currency: str = "USD"
    length_m: float | None = None
    price_date: str = ""
    source: str = ""
    part_number: str = ""
    alternative: str = ""
    """What may be ordered instead, in the words of who orders."""
    vendor: str = ""
    description: str = ""
    power_w: float | None = None
    """Of all needed."""
    mass_kg: float | None = None
    """Of all needed."""
    height_u: int | None = None
    """Of all needed."""
    racks: tuple[str, ...] = ()
    """Labels of the racks where it goes; for cables where end a is."""


class Bill(Struct, frozen=True, kw_only=True):
    """All lines in order of category and part, the total, and the rule that made the spares."""

    lines: tuple[BillLine, ...]
    total: Money
    spares_rule: str = ""
