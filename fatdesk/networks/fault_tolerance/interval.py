"""Exact confidence intervals for shares that were counted in random combinations."""


def binomial_interval(tolerated: int, combinations: int) -> tuple[float, float]:
    """The 95 % interval of a share, after Clopper and Pearson (1934).

    Parameters
    ----------
    tolerated, combinations
        So many of so many random combinations; at least one was tried.

    >>> low, high = binomial_interval(0, 10)
    >>> low, round(high, 4)
    (0.0, 0.3085)

    Raises
    ------
    ValueError
        When nothing was tried, or more were tolerated than tried.
    """
    from scipy.special import betaincinv

    if not 0 <= tolerated <= combinations or combinations < 1:
        raise ValueError(f"{tolerated} of {combinations} is no share")
    missed = combinations - tolerated
    low = float(betaincinv(tolerated, missed + 1, 0.025)) if tolerated else 0.0
    high = float(betaincinv(tolerated + 1, missed, 0.975)) if missed else 1.0
    return low, high
