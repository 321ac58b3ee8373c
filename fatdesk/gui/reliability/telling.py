"""Reliability in words, and the columns of its table."""

from fatdesk.engine.faults.all_connected import Connected
from fatdesk.engine.faults.reliability import FailuresPerYear, PartFailures, Reliability
from fatdesk.gui.tables import Column
from fatdesk.gui.words import UNKNOWN, bounded

ASSUMED = " (assumed)"
FIGURES = 4
"""Figures of all parts together, at most."""


def probability_in_words(share: float) -> str:
    """A share in percent; 100 or 0 only where it is.

    >>> probability_in_words(0.98765432), probability_in_words(0.9999999), probability_in_words(1.0)
    ('98.765 %', '> 99.999 %', '100 %')
    """
    if share in (0.0, 1.0):
        return f"{share:.0%}".replace("%", " %")
    if share > 0.99999:
        return "> 99.999 %"
    return "< 0.001 %" if share < 0.00001 else f"{100 * share:.3f} %"


def connected_in_words(found: Connected | None, known: bool) -> str:
    """How likely all hosts are connected; where some parts do not tell how often they fail, at most that."""
    if found is None:
        return UNKNOWN
    told = probability_in_words(found.probability)
    if not known:
        return f"at most {told}"
    ends = [probability_in_words(1 - found.high), probability_in_words(1 - found.low)]
    return told if found.exact or ends[0] == ends[1] else f"{told} ({ends[0]} to {ends[1]})"


def failures_in_words(found: FailuresPerYear) -> str:
    """Failures a year, or at least so many."""
    return bounded(found.amount, found.at_least, ",.3f")


def told_of(found: Reliability) -> tuple[tuple[str, str], ...]:
    """What there is to say of all parts together: heads, and figures."""
    asked, known = found.asked, not found.network.at_least
    long = "1 year" if asked.years == 1 else f"{asked.years:g} years"
    rows = [
        ("Failures a year of the network", failures_in_words(found.network)),
        ("Failures a year of its hosts", failures_in_words(found.hosts)),
        (
            f"All hosts connected over {long} without repair",
            connected_in_words(found.over_years, known),
        ),
    ]
    if asked.mttr_h is not None:
        rows.append(
            (
                f"All hosts connected at any time, repaired in {asked.mttr_h:g} hours",
                connected_in_words(found.at_any_time, known),
            )
        )
    return tuple(rows)


def _mtbf(row: PartFailures) -> str:
    if row.mtbf_h is None:
        return UNKNOWN
    return f"{row.mtbf_h:,.0f}" + (ASSUMED if row.assumed else "")


def _tone(row: PartFailures) -> str:
    return "warn" if row.mtbf_h is None else "text2" if row.assumed else ""


COLUMNS: tuple[Column[PartFailures], ...] = (
    Column("Kind", 104, lambda row: row.category.capitalize(), tone=lambda _: "text2"),
    Column("Part", 190, lambda row: row.part, stretch=True),
    Column("Count", 72, lambda row: f"{row.count:,}", lambda row: row.count, number=True),
    Column("MTBF, h", 156, _mtbf, lambda row: row.mtbf_h or 0.0, number=True, tone=_tone),
    Column(
        "Failures a year",
        116,
        lambda row: UNKNOWN if row.failures_per_year is None else f"{row.failures_per_year:,.3f}",
        lambda row: row.failures_per_year or 0.0,
        number=True,
        strong=True,
        tone=_tone,
    ),
    Column(
        "Spares",
        72,
        lambda row: "–" if row.spares is None else f"{row.spares:,}",
        lambda row: row.spares or 0,
        number=True,
    ),
    Column("Redundancy", 200, lambda row: row.redundancy, tone=lambda _: "text2"),
)
