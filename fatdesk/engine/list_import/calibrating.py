"""Fit slack and tolerance to measured lengths, and suggest rules that cover a share of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, isfinite

import numpy as np

from fatdesk.core.arrays import Bools, Floats
from fatdesk.core.errors import FatdeskError
from fatdesk.core.units import UM_PER_M
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.wiring.wiring_list import CableRow

FEWEST = 3
"""Measured cables that a fit takes at least."""
FAR = 4.0
"""Number of standard deviations from which on residuals are excluded."""
LEAST_SPREAD_M = 0.02
"""Nobody measures finer: so much off the line is never far."""
MAD = 1.4826
"""The standard deviation of normal residuals over their median size."""
ROUNDS = 50
CONFIDENCE = SHARE = 0.95
SLACK_STEP_M, TOLERANCE_STEP = 0.01, 0.001
MOST_SLACK_M, MOST_TOLERANCE = 1000.0, 10.0


@dataclass(frozen=True)
class Point:
    """A measured cable, metres; ``way_m`` is route + vertical + side, without slack and tolerance.

    ``aside``: it lies far off the others and is not fitted.
    """

    cable: str
    way_m: float
    computed_m: float
    ordered_m: float | None
    measured_m: float
    aside: bool


@dataclass(frozen=True)
class Calibration:
    """Result of a calibration to measured lengths.

    Attributes
    ----------
    points
        Measured cables, in order of the wiring list.
    slack_m, tolerance
        The line measured = way + slack + tolerance * way by least squares, neither below 0.
    slack_ci_m, tolerance_ci
        Half widths of their 95 % intervals; None where there is none: too few points, all ways alike, or
        the bound 0 was met.
    residual_rms_m, residual_most_m
        Of the points that are fitted.
    rules_slack_m, rules_tolerance
        The present rules.
    too_long_computed, too_long_ordered
        How many of all points are longer than computed by the present rules, and than what is ordered.
    share
        What the suggestion has to cover.
    suggested_slack_m, suggested_tolerance
        Rules, rounded up to 1 cm and to 0.1 %, by which at least that share of all points would be computed
        long enough; ``covered`` are how many are.
    """

    points: tuple[Point, ...]
    slack_m: float
    tolerance: float
    slack_ci_m: float | None
    tolerance_ci: float | None
    residual_rms_m: float
    residual_most_m: float
    rules_slack_m: float
    rules_tolerance: float
    too_long_computed: int
    too_long_ordered: int
    share: float
    suggested_slack_m: float
    suggested_tolerance: float
    covered: int

    @property
    def aside(self) -> int:
        """Number of points that are not fitted."""
        return sum(point.aside for point in self.points)


def calibrate(rows: Sequence[CableRow], rules: CablingRules, share: float = SHARE) -> Calibration:
    """Fit slack and tolerance to the measured lengths of some cables.

    Parameters
    ----------
    rows
        The wiring list; cables that were not measured, or whose way is not known, do not count.
    share
        What part of the measured cables the suggested rules cover, above 0 and at most 1.

    Raises
    ------
    FatdeskError
        When fewer than three cables were measured, or the rules would not hold what was measured.

    Notes
    -----
    A line that a few wrong figures cannot turn comes first: least absolute residuals, by weights. Points
    that lie off it by more than four standard deviations (1.4826 times the median residual, at least 2 cm)
    are set aside, and least squares is taken of the others; an amount below 0 is held at 0 and the other
    fitted alone. The suggestion takes that tolerance, and the least slack that covers the share of all
    points, those set aside included: whoever is far off was measured as well.
    """
    if not 0 < share <= 1:
        raise FatdeskError(f"the share to cover is {share:g}, give one above 0 and at most 1")
    known = [row for row in rows if row.measured_m is not None and row.length.computed_um is not None]
    if len(known) < FEWEST:
        raise FatdeskError(
            f"a fit needs measured lengths of at least {FEWEST} cables with a route, there are {len(known)}: "
            "import a list with measured lengths first"
        )
    way = np.array([_way_um(row) / UM_PER_M for row in known])
    measured_m = np.array([row.measured_m for row in known], np.float64)
    over = measured_m - way
    aside = _far(way, over)
    slack, tolerance, free = held_line(way[~aside], over[~aside])
    left = over - slack - tolerance * way
    slack_ci, tolerance_ci = _intervals(way[~aside], left[~aside]) if free else (None, None)
    new_tolerance = _up(tolerance, TOLERANCE_STEP)
    needed = np.sort(over - new_tolerance * way)
    new_slack = _up(max(0.0, float(needed[ceil(share * len(needed) - 1e-9) - 1])), SLACK_STEP_M)
    if new_slack > MOST_SLACK_M or new_tolerance > MOST_TOLERANCE:
        stated = f"slack {new_slack:g} m and tolerance {100 * new_tolerance:g} %"
        raise FatdeskError(f"the measured lengths need {stated}: correct those that are wrong")
    computed = np.array([(row.length.computed_um or 0) / UM_PER_M for row in known])
    ordered = [None if row.length.ordered_um is None else row.length.ordered_um / UM_PER_M for row in known]
    pairs = zip(ordered, measured_m.tolist(), strict=True)
    return Calibration(
        points=tuple(
            Point(row.id, *figures)
            for row, *figures in zip(
                known,
                way.tolist(),
                computed.tolist(),
                ordered,
                measured_m.tolist(),
                aside.tolist(),
                strict=True,
            )
        ),
        slack_m=slack,
        tolerance=tolerance,
        slack_ci_m=slack_ci,
        tolerance_ci=tolerance_ci,
        residual_rms_m=float(np.sqrt(np.mean(left[~aside] ** 2))),
        residual_most_m=float(np.abs(left[~aside]).max()),
        rules_slack_m=rules.slack_m,
        rules_tolerance=rules.tolerance,
        too_long_computed=int(np.count_nonzero(measured_m > computed + 1e-9)),
        too_long_ordered=sum(length is not None and length < measured - 1e-9 for length, measured in pairs),
        share=share,
        suggested_slack_m=new_slack,
        suggested_tolerance=new_tolerance,
        covered=int(np.count_nonzero(needed <= new_slack + 1e-9)),
    )


def held_line(x: Floats, y: Floats) -> tuple[float, float, bool]:
    """The line y = a + b x by least squares with neither below 0: a, b, and whether none was held at 0.

    Where all x are alike b is 0.

    >>> a, b, free = held_line(np.array([0.0, 1.0, 2.0]), np.array([1.0, 1.5, 2.0]))
    >>> round(a, 9), round(b, 9), free
    (1.0, 0.5, True)
    """
    if np.ptp(x) <= 1e-9 * max(1.0, float(np.abs(x).max())):
        mean = float(y.mean())
        return max(mean, 0.0), 0.0, False
    a, b = _line(x, y, np.ones_like(x))
    if a >= 0 and b >= 0:
        return a, b, True
    through = max(float(x @ y) / float(x @ x), 0.0)
    flat = max(float(y.mean()), 0.0)
    steep = float(np.sum((y - through * x) ** 2)) < float(np.sum((y - flat) ** 2))
    return (0.0, through, False) if steep else (flat, 0.0, False)


def _way_um(row: CableRow) -> int:
    length = row.length
    return (length.route_um or 0) + (length.vertical_um or 0) + (length.side_um or 0) + (length.depth_um or 0)


def _line(x: Floats, y: Floats, weight: Floats) -> tuple[float, float]:
    total = float(weight.sum())
    middle, height = float(weight @ x) / total, float(weight @ y) / total
    spread = float(weight @ (x - middle) ** 2)
    slope = float(weight @ ((x - middle) * (y - height))) / spread if spread > 0 else 0.0
    return height - slope * middle, slope


def _far(x: Floats, y: Floats) -> Bools:
    """Return the points far off the line of least absolute residuals."""
    weight = np.ones_like(x)
    left = y - np.median(y)
    for _ in range(ROUNDS):
        a, b = _line(x, y, weight)
        if not (isfinite(a) and isfinite(b)):
            break
        left = y - a - b * x
        weight = 1 / np.maximum(np.abs(left), 1e-6)
    size = np.abs(left)
    spread = max(MAD * float(np.median(size)), LEAST_SPREAD_M)
    far: Bools = size > FAR * spread
    return far if np.count_nonzero(~far) >= FEWEST else np.zeros(len(x), np.bool_)


def _intervals(x: Floats, left: Floats) -> tuple[float | None, float | None]:
    """Half widths of the 95 % intervals of a and b of a line by least squares."""
    from scipy.special import stdtrit

    free = len(x) - 2
    if free < 1:
        return None, None
    middle = float(x.mean())
    spread = float(((x - middle) ** 2).sum())
    variance = float(left @ left) / free
    times = float(stdtrit(free, (1 + CONFIDENCE) / 2))
    of_a = times * (variance * (1 / len(x) + middle**2 / spread)) ** 0.5
    return of_a, times * (variance / spread) ** 0.5


def _up(value: float, step: float) -> float:
    """A value rounded up to a step, as it is typed."""
    return round(ceil(value / step - 1e-9) * step, 6)
