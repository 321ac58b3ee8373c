"""What the table of candidates says."""

from dataclasses import dataclass

from fatdesk.engine.exploring.result import Candidate
from fatdesk.gui.explorer.points import blocking_words, family_words, short_words
from fatdesk.gui.tables import Column
from fatdesk.gui.widgets.number_text import AT_LEAST, UNKNOWN


@dataclass(eq=False)
class Row:
    """A candidate with its number, and its letter while it is pinned."""

    number: int
    one: Candidate
    hosts: int
    ports: int
    letter: str = ""


def cost_words(one: Candidate) -> str:
    """Whole units of money, or at least so many."""
    return (AT_LEAST if one.cost.at_least else "") + f"{one.cost.amount:,.0f}"


def power_words(one: Candidate) -> str:
    """Watts."""
    return UNKNOWN if one.power_w is None else f"{one.power_w:,.0f}"


def share(row: Row) -> float:
    """Bisection in percent of a non-blocking network."""
    return 200 * float(row.one.bisection) / row.ports


def _bought(row: Row) -> int:
    return -1 if row.one.bill is None else row.one.bill.count


REASON = "Why not"
COLUMNS: tuple[Column[Row], ...] = (
    Column(
        "",
        34,
        lambda r: r.letter or "·",
        tone=lambda r: "accent_text" if r.letter else "text3",
        strong=True,
        name="Pin",
    ),
    Column("Family", 118, lambda r: family_words(r.one)),
    Column("Parameters", 210, lambda r: short_words(r.one), tone=lambda _: "text2"),
    Column("Ports", 60, lambda r: str(r.one.radix), key=lambda r: r.one.radix, number=True),
    Column("Hosts a switch", 104, lambda r: str(r.one.terminals), key=lambda r: r.one.terminals, number=True),
    Column(
        "Blocking",
        92,
        lambda r: blocking_words(r.one, r.ports),
        key=lambda r: -r.one.bisection,
        number=True,
    ),
    Column(
        "Bisection",
        84,
        lambda r: f"{float(r.one.bisection):,.1f}",
        key=lambda r: r.one.bisection,
        number=True,
    ),
    Column("Bisection, %", 96, lambda r: f"{share(r):,.1f}", key=lambda r: r.one.bisection, number=True),
    Column(
        "Cost", 110, lambda r: cost_words(r.one), key=lambda r: r.one.cost.amount, number=True, strong=True
    ),
    Column("Hops", 56, lambda r: str(r.one.hops), key=lambda r: r.one.hops, number=True),
    Column("Switches", 80, lambda r: f"{r.one.switches:,}", key=lambda r: r.one.switches, number=True),
    Column("Bundles", 80, lambda r: f"{r.one.cables:,}", key=lambda r: r.one.cables, number=True),
    Column(
        "Cables",
        80,
        lambda r: UNKNOWN if r.one.bill is None else f"{r.one.bill.count:,}",
        key=_bought,
        number=True,
    ),
    Column(
        "Power, W",
        84,
        lambda r: power_words(r.one),
        key=lambda r: -1.0 if r.one.power_w is None else r.one.power_w,
        number=True,
        tone=lambda r: "warn" if r.one.power_w is None else "",
        hidden=True,
    ),
    Column(
        "Racks",
        64,
        lambda r: UNKNOWN if r.one.racks is None else f"{r.one.racks:,}",
        key=lambda r: -1 if r.one.racks is None else r.one.racks,
        number=True,
        hidden=True,
    ),
    Column("Front", 60, lambda r: "front" if r.one.front else "", tone=lambda _: "ok", stretch=True),
    Column(
        REASON,
        320,
        lambda r: "; ".join(r.one.reasons),
        tone=lambda _: "warn",
        mark=lambda r: "warning" if r.one.reasons else "",
        hidden=True,
    ),
)
