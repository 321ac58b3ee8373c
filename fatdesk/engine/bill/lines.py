"""The bill of materials as people read it: one line a part and length."""

from decimal import Decimal

from fatdesk.core.money import Money
from fatdesk.core.struct import Struct
from fatdesk.engine.bill.terms import PurchaseTerms


class BillLine(Struct, frozen=True, kw_only=True):
    """One item to order; ``None`` is unknown.

    ``part`` is the catalog id; boards and cards of modular switches are ``modular-108/fabric-board``;
    ``length_m`` distinguishes cables of one part. ``order`` = needed + spares.
    """

    part: str
    category: str
    """hosts, enclosures, switches, cables, transceivers, racks."""
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
