"""95 % confidence intervals of means, from batches of a run or from independent runs."""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs

BATCHES = 20
"""Batches of a run: few enough to be long, so that they hardly depend on each other (Schmeiser, 1982)."""


def grouped(rows: Longs, batches: int = BATCHES) -> Longs:
    """Sums of as many equal groups of consecutive rows; rows too many are left out at the beginning.

    With fewer rows than ``batches`` each is a group.

    >>> grouped(np.arange(7)[:, None], 3)[:, 0].tolist()
    [3, 7, 11]
    """
    each = max(len(rows) // batches, 1)
    count = min(batches, len(rows))
    first = len(rows) - count * each
    summed: Longs = rows[first:].reshape(count, each, *rows.shape[1:]).sum(axis=1)
    return summed


def half_width(sums: NDArray[np.number], weights: NDArray[np.number]) -> float | None:
    """Half the width of the interval of a mean that is a ratio: all sums over all weights.

    Parameters
    ----------
    sums, weights : (n,)
        Of each batch, or of each independent run. The ratio of latencies has packets as weights, that of
        traffic cycles. Where all weights are equal it is Student's interval of the mean.

    Returns
    -------
    float or None
        None where fewer than two have a weight. Variance of the ratio by linearisation (Cochran, Sampling
        techniques, 1977, chapter 6).

    >>> round(half_width(np.array([1.0, 2.0, 3.0]), np.ones(3)) or 0.0, 4)
    2.4841
    """
    count = int(np.count_nonzero(weights))
    if count < 2:
        return None
    from scipy.special import stdtrit

    total = float(weights.sum())
    left = sums - float(sums.sum()) / total * weights
    deviation = sqrt(float((left * left).sum()) / (count - 1))
    return float(stdtrit(count - 1, 0.975)) * deviation * sqrt(count) / total
