"""Dialog with the priced parts of a candidate: switches, cables by length, laying."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QWidget

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.drawing.charts.candidate_points import parameters_text
from fatdesk.engine.exploring.pricing.parts_list import PartLine, PartsList
from fatdesk.engine.exploring.result import Candidate
from fatdesk.engine.listing.bill_columns import EXPLORED_PARTS
from fatdesk.gui.desk import Desk
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.tables.column import listed
from fatdesk.gui.views.results_dialog import ResultsDialog
from fatdesk.gui.widgets.numbers import priced
from fatdesk.gui.widgets.plain_text import ElidedLabel

MEANING = (
    "The cost of the candidate, line by line. Hosts and switches are placed in racks, each cable has the "
    "length that its route needs, and the shortest cable on sale that is long enough is ordered."
)
WIDTHS = (330, 84, 120, 100, 116, 70, 108, 96, 120)


def _itself(row: PartLine) -> PartLine:
    return row


def _what(row: PartLine) -> str:
    """Return the name of a part, which has a length, or a description of a line with a capital."""
    return row.what if row.length_m is not None else row.what[:1].upper() + row.what[1:]


LOOKS: Mapping[str, Mapping[str, Any]] = {"part": {"text": _what}}
COLUMNS: tuple[Column[PartLine], ...] = tuple(
    listed(column, _itself, width, about=f"{column.title}.", **LOOKS.get(column.name, {}))
    for column, width in zip(EXPLORED_PARTS, WIDTHS, strict=True)
)


class PartsDialog(ResultsDialog):
    """Lists the parts of one candidate in the background."""

    def __init__(
        self, desk: Desk, wanted: Requirements, catalog: Catalog, one: Candidate, parent: QWidget
    ) -> None:
        heading = f"Parts of {parameters_text(one)}"
        super().__init__(desk, "Parts and prices", heading, MEANING, parent)
        px = desk.theme.px
        self._one = one
        self.setObjectName("parts-dialog")
        self.resize(px(1180), px(520))
        self.state = ElidedLabel("", "text2")
        self.state.setObjectName("parts-state")
        self.column.addWidget(self.state)
        self.model: RowsModel[PartLine] = RowsModel(COLUMNS, self)
        self.table = Table(desk, self.model, "Parts of the candidate")
        self.table.setObjectName("table-parts-of-candidate")
        self.column.addWidget(self.table, 1)
        self.add_foot(self.table)
        from fatdesk.tasks.designing import list_parts

        self.start(
            "Placing\N{HORIZONTAL ELLIPSIS}", "Parts of a candidate", list_parts, wanted, catalog, one,
            done=self._show,
        )  # fmt: skip

    def _show(self, parts: PartsList) -> None:
        self.model.show(list(parts.lines))
        cost = priced(parts.cost, self._one.cost.at_least, parts.currency)
        order = f", sides in the order {' × '.join(map(str, parts.order))}" if len(parts.order) > 1 else ""
        self.state.setText(f"{cost} in {parts.racks:,} racks{order}")
