"""How many spares of a part to hold until more are delivered."""

from bisect import bisect_left

from fatdesk.networks.fault_tolerance.reliability_parameters import DAYS_A_YEAR


def spares(failures_per_year: float, delivery_days: float, confidence: float) -> int:
    """The fewest spares that last, with this probability, until what failed has been replaced by an order.

    Failures come independently of each other and of age, so their number in that time is Poisson's.

    >>> spares(12.0, 30.0, 0.95)
    3
    """
    from scipy.special import pdtrc  # the probability of more than so many

    mean = failures_per_year * delivery_days / DAYS_A_YEAR
    most = 10 + int(mean + 10 * mean**0.5)  # more than that have a probability below 1e-6 for any mean
    return bisect_left(range(most), True, key=lambda count: bool(pdtrc(count, mean) <= 1 - confidence))
