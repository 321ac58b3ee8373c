"""Designs over parts for sale in the Explorer: search, placing and cabling, filters, table, comparison."""

from fatdesk.gui.explorer.for_sale.page import ForSalePage
from fatdesk.gui.explorer.for_sale.results import Sought

__all__ = ["ForSalePage", "Sought"]
