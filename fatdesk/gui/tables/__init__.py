"""Tables: columns as data, rows sorted, filtered and grouped as arrays, one painter."""

from fatdesk.gui.tables.column import Choice, Column
from fatdesk.gui.tables.model import Groups, RowsModel
from fatdesk.gui.tables.table import Table

__all__ = ["Choice", "Column", "Groups", "RowsModel", "Table"]
