"""Rows of fault studies in words."""

from math import isnan

from fatdesk.gui.faults.curves import FaultCurve
from fatdesk.gui.widgets.number_text import counted
from fatdesk.networks.fault_tolerance.outcomes import AlwaysTolerated, DegradationPoint, ToleranceRow


def share_word(share: float) -> str:
    """A share in percent: what is neither none nor all never looks so.

    >>> share_word(0.7584), share_word(0.9999999), share_word(1.0), share_word(0.0000004)
    ('75.84 %', '> 99.99 %', '100 %', '< 0.01 %')
    """
    if share in (0.0, 1.0):
        return f"{100 * share:.0f} %"
    if share < 0.0001:
        return "< 0.01 %"
    return "> 99.99 %" if share > 0.9999 else f"{100 * share:.2f} %"


def combinations_word(row: ToleranceRow) -> str:
    """How many were tried."""
    return f"all {row.combinations:,}" if row.exhaustive else f"{row.combinations:,} at random"


def always_word(found: AlwaysTolerated | None) -> str:
    """How many faults are always tolerated; at least so many where that is all that is known."""
    if found is None:
        return ""
    return f"≥ {found.faults:,}" if found.proof == "not proved" else f"{found.faults:,}"


def point_words(curve: FaultCurve, number: int) -> str:
    """A point of a curve in a few lines."""
    point = curve.points[number]
    out = f"{point.faults:,} out"
    if isinstance(point, DegradationPoint):
        ci = "" if point.ci95 is None else f" ± {point.ci95:.3f}"
        spread = f"of one combination {point.least:.3f} to {point.most:.3f}"
        how = f"{point.samples:,} combination{'s' * (point.samples != 1)}"
        return "\n".join([curve.name, f"{out}: {point.throughput:.3f}{ci}", f"{how}, {spread}"])
    low, high = (float(side[number]) for side in curve.values("tolerated")[1:])
    ci = "" if isnan(low) else f", 95 % interval {low:.4g} to {high:.4g} %"
    return "\n".join(
        [
            curve.name,
            f"{out}: {share_word(point.share)} of {combinations_word(point)} tolerated{ci}",
            f"{share_word(point.pairs_connected)} of pairs connected",
        ]
    )


def hosts_word(numbers: list[int], names: list[str]) -> str:
    """Which hosts, in few words: ``hosts 24 to 27``, ``n07``, ``18 hosts``."""
    if len(numbers) == 1:
        return f"host {names[0]}"
    if numbers == list(range(numbers[0], numbers[0] + len(numbers))):
        return f"hosts {names[0]} to {names[-1]}"
    return f"hosts {', '.join(names)}" if len(names) <= 4 else counted(len(numbers), "host")
