"""What the cost of a design goes to: edge switches, core switches, and all that lies between."""

from decimal import Decimal
from typing import NamedTuple

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.configuration import configuration
from fatdesk.engine.catalog.parts import ModularSwitch, Switch
from fatdesk.engine.design.candidate import Candidate


class CostShares(NamedTuple):
    """Known amounts in the currency of the design's cost; together they are that cost.

    ``core`` holds middle switches, ``cables`` transceivers and pass-through panels as well.
    """

    edge: Decimal
    core: Decimal
    cables: Decimal


def cost_shares(candidate: Candidate, catalog: Catalog) -> CostShares:
    """The shares of a candidate's cost; a switch without a price counts nothing."""
    edge = above = Decimal(0)
    for use in candidate.design.switches:
        part = catalog.find(use.part)
        if not isinstance(part, Switch | ModularSwitch):
            continue
        bought = configuration(part, use.cards, use.card)
        if bought.price is not None and bought.currency == candidate.cost.currency:
            amount = bought.price * use.count
            edge, above = (edge + amount, above) if use.role == "edge" else (edge, above + amount)
    return CostShares(edge, above, candidate.cost.amount - edge - above)
