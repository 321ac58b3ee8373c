"""Points and studies in words."""

from fatdesk.gui.simulation.curves import Curve
from fatdesk.gui.widgets.number_text import MINUS
from fatdesk.networks.simulation.point import Latency, Point

DASH = "–"


def traffic_word(value: float) -> str:
    """Traffic as it is read: three decimals."""
    return f"{value:.3f}"


def load_word(value: float) -> str:
    """An offered load as it was typed.

    >>> load_word(0.4), load_word(0.02), load_word(1.0)
    ('0.4', '0.02', '1')
    """
    return f"{value:.6g}"


def cycles_word(value: float | None) -> str:
    """A latency: whole cycles, below a hundred with one decimal; a dash where there is none.

    >>> cycles_word(161.4), cycles_word(12.25), cycles_word(None)
    ('161', '12.2', '–')
    """
    if value is None:
        return DASH
    return f"{value:,.0f}" if value >= 100 or float(value).is_integer() else f"{value:,.1f}"


def share_word(share: float | None) -> str:
    """A difference in percent with its sign; empty where there is none.

    >>> share_word(-0.029), share_word(0.011), share_word(None)
    ('−2.9 %', '+1.1 %', '')
    """
    if share is None:
        return ""
    sign = MINUS if share < 0 else "+"
    return f"{sign}{abs(100 * share):.1f} %"


def _latency(name: str, some: Latency) -> str:
    ci = "" if some.ci95 is None else f" ± {cycles_word(some.ci95)}"
    return f"{name} {cycles_word(some.mean)}{ci}, p99 {cycles_word(some.p99)}, most {cycles_word(some.most)}"


def point_words(curve: Curve, number: int) -> str:
    """A point of a curve in a few lines."""
    point: Point = curve.points[number]
    ci = "" if point.accepted_ci95 is None else f" ± {point.accepted_ci95:.3f}"
    lines = [
        curve.name,
        f"offered {load_word(point.offered)}, accepted {traffic_word(point.accepted)}{ci}",
        _latency("latency", point.latency),
        _latency("in the network", point.network_latency),
    ]
    if point.saturated:
        lines.append("saturated")
    if not point.settled:
        lines.append("not settled: use a longer warm-up or more cycles")
    return "\n".join(lines)
