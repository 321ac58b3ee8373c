"""Charts of growth: what plans have cost after each step, and the hosts that are there then."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from fatdesk.core.money import Money
from fatdesk.engine.charts import Axis, Chart, Series, whole_range

TITLE = "Cost and hosts over the growth steps"
COST_TITLE, HOSTS_TITLE = "Purchases of all steps so far", "Hosts after each step"
NOTE = "Arrows upwards mark lower bounds: parts without a price count 0."
AXIS = "Step (0: today)"
HOSTS = 4
"""The series of the hosts; those of plans are before it."""


class PlannedCosts(NamedTuple):
    """A growth plan with the purchases of each step, as far as it gets."""

    name: str
    costs: Sequence[Money]


def growth_charts(plans: Sequence[PlannedCosts], hosts: Sequence[int]) -> tuple[Chart, Chart]:
    r"""Return cumulative cost over the steps, a series for each plan, and hosts over the steps.

    A plan that ends early has a shorter line. A cost with unpriced parts is a lower bound, and so are the
    costs after it.

    Parameters
    ----------
    hosts
        All hosts today, and after each step.

    >>> from decimal import Decimal
    >>> one = PlannedCosts("Rebuild", (Money(Decimal(5), "USD", unpriced=2),))
    >>> cost, hosts = growth_charts([one], (60, 80, 100))
    >>> print(*cost.csv().decode().splitlines(), sep="\n")
    series,Step (0: today),"Purchases, USD",Purchases low,Purchases high,note
    Rebuild,0,0,,,
    Rebuild,1,5,,,lower bound
    """
    costs = []
    for number, one in enumerate(plans):
        spent = np.cumsum([0.0, *(float(cost.amount) for cost in one.costs)])
        unknown = np.cumsum([0, *(cost.unpriced for cost in one.costs)]) > 0
        costs.append(
            Series(number, one.name, np.arange(len(spent), dtype=np.float64), spent, at_least=unknown)
        )
    numbers = np.arange(len(hosts), dtype=np.float64)
    there = Series(HOSTS, "Hosts", numbers, np.array(hosts, np.float64))
    currency = next((cost.currency for one in plans for cost in one.costs), "")
    across = Axis(AXIS, whole=True).over(numbers)
    up = Axis("Purchases", unit=currency, scaled=True).over(np.append(whole_range(costs), 0.0))
    bounded = any(one.at_least is not None and one.at_least.any() for one in costs)
    return (
        Chart(COST_TITLE, across, up, tuple(costs), note=NOTE if bounded else ""),
        Chart(HOSTS_TITLE, across, Axis("Hosts").over(np.append(there.y, 0.0)), (there,)),
    )
