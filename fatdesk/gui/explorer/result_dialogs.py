"""Dialogs of the Explorer with results: the priced parts of a candidate, and the number of trees."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import counted as amount
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.drawing.charts.candidate_points import parameters_text
from fatdesk.engine.exploring.egft_counts import COLUMNS as RULES
from fatdesk.engine.exploring.egft_counts import ROUNDINGS, RuleCounts, RuleTable
from fatdesk.engine.exploring.pricing.parts_list import PartLine, PartsList
from fatdesk.engine.exploring.result import Candidate
from fatdesk.engine.listing.bill_columns import EXPLORED_PARTS
from fatdesk.gui.desk import Desk
from fatdesk.gui.explorer.search_form import SearchForm, source_text
from fatdesk.gui.files.exporting import ask_name
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.tables.column import figure, listed
from fatdesk.gui.views.results_dialog import ResultsDialog
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.numbers import WholeNumberField, priced
from fatdesk.gui.widgets.plain_text import ElidedLabel, label, tip
from fatdesk.project.files.saver import save_bytes

MEANING = (
    "H1: where a level joins everything, only the largest K. H2: no level has a better ratio than a lower "
    "one. H3: what fits under one switch is joined. H4: where a level joins everything, as many switches as "
    "there are uplinks for."
)
TITLES = ("Rounded up", "Rounded down", "To the nearest", "Only M that divides NM")
WIDTHS = {"none": 152, "H1": 164, "all": 76}
MOST_LISTED = 10_000_000
TOO_MANY = "too many"


def count_text(count: int | None) -> str:
    """Return a number of trees."""
    return TOO_MANY if count is None else f"{count:,}"


def _rule_column(name: str) -> Column[RuleCounts]:
    return Column(
        name[0].upper() + name[1:],
        WIDTHS.get(name, 112),
        lambda row: count_text(row.trees[name]),
        key=lambda row: float("inf") if row.trees[name] is None else row.trees[name],
        number=True,
    )


COLUMNS: tuple[Column[RuleCounts], ...] = (
    figure("Hosts", 70, lambda row: row.hosts),
    figure("Ports", 60, lambda row: row.radix),
    figure("Hosts per switch", 116, lambda row: row.terminals),
    *map(_rule_column, RULES),
)


class TreeCountsDialog(ResultsDialog):
    """Counts the trees of the current search settings in the background, with a choice of rounding."""

    def __init__(self, desk: Desk, asking: SearchForm, parent: QWidget) -> None:
        heading = f"Trees of the recursive search: {source_text(asking)}"
        super().__init__(desk, "Trees by heuristic", heading, MEANING, parent)
        self._wanted, self._catalog = asking.wanted, asking.draft.catalog
        theme, px = desk.theme, desk.theme.px
        self.setObjectName("tree-counts")
        self.resize(px(1160), px(520))
        row = QHBoxLayout()
        row.setSpacing(px(8))
        self.rounding = Combo(theme)
        self.rounding.setObjectName("rounding")
        self.rounding.setAccessibleName("Rounding of the modules left at a level")
        for title in TITLES:
            self.rounding.addItem(title)
        self.rounding.currentIndexChanged.connect(lambda _: self.count())
        self.state = ElidedLabel("", "text2")
        self.state.setObjectName("counts-state")
        row.addWidget(label("Modules left, NM / M", "text2"))
        row.addWidget(self.rounding)
        row.addWidget(self.state, 1)
        self.column.addLayout(row)
        self.model: RowsModel[RuleCounts] = RowsModel(COLUMNS, self)
        self.table = Table(desk, self.model, "Trees by heuristic")
        self.table.setObjectName("table-tree-counts")
        self.table.make_sortable()
        self.column.addWidget(self.table, 1)
        self._add_foot()
        self.count()

    def _add_foot(self) -> None:
        self.limit = WholeNumberField("Trees to list", 1, MOST_LISTED, "100,000")
        self.limit.setObjectName("trees-limit")
        self.limit.setFixedWidth(self._desk.theme.px(100))
        self.save = QPushButton("List trees…")
        self.save.setObjectName("list-trees")
        self.save.setToolTip(tip("Save the trees without any heuristic as CSV, up to this number"))
        self.save.clicked.connect(lambda _=False: self.list_trees())
        self.add_foot(self.table, label("Maximum number of trees listed", "text2"), self.limit, self.save)

    def count(self) -> None:
        """Count with the chosen rounding."""
        from fatdesk.tasks.designing import count_by_rules

        self.stop()
        if self._wanted is None:
            return
        rounding = ROUNDINGS[self.rounding.currentIndex()]
        self.start(
            "Counting…",
            "Count trees by heuristic",
            count_by_rules,
            self._wanted,
            self._catalog,
            rounding,
            done=self._show,
        )

    def list_trees(self) -> None:
        """Ask for a file and list the trees in it, in the background."""
        limit = self.limit.value
        if limit is None or self._wanted is None:
            return
        start = self._desk.folder / "trees.csv"
        path = ask_name(self, "List trees", start, "CSV (*.csv)", [".csv"])
        if path is None:
            return
        from fatdesk.tasks.designing import list_trees

        def done(rows: bytes) -> None:
            try:
                save_bytes(path, rows)
            except FatdeskError as error:
                self.state.setText(f"{path.name} could not be saved: {error}")
            else:
                self.state.setText(f"Wrote {path}.")

        doing = f"Listing the first {limit:,} trees at most…"
        self.start(doing, "List trees", list_trees, self._wanted, self._catalog, limit, done=done)

    def _show(self, counted: RuleTable) -> None:
        self.model.show(list(counted.rows))
        self.state.setText(counted.text[0].upper() + counted.text[1:])


PARTS_MEANING = (
    "The cost of the candidate, line by line. Hosts and switches are placed in racks, each cable has the "
    "length that its route needs, and the shortest cable on sale that is long enough is ordered."
)
PARTS_WIDTHS = (330, 84, 120, 100, 116, 70, 108, 96, 120)


def _itself(row: PartLine) -> PartLine:
    return row


def _what(row: PartLine) -> str:
    """Return the name of a part, which has a length, or a description of a line with a capital."""
    return row.what if row.length_m is not None else row.what[:1].upper() + row.what[1:]


LOOKS: Mapping[str, Mapping[str, Any]] = {"part": {"text": _what}}
PARTS_COLUMNS: tuple[Column[PartLine], ...] = tuple(
    listed(column, _itself, width, about=f"{column.title}.", **LOOKS.get(column.name, {}))
    for column, width in zip(EXPLORED_PARTS, PARTS_WIDTHS, strict=True)
)


class PartsDialog(ResultsDialog):
    """Lists the parts of one candidate in the background."""

    def __init__(
        self, desk: Desk, wanted: Requirements, catalog: Catalog, one: Candidate, parent: QWidget
    ) -> None:
        heading = f"Parts of {parameters_text(one)}"
        super().__init__(desk, "Parts and prices", heading, PARTS_MEANING, parent)
        px = desk.theme.px
        self._one = one
        self.setObjectName("parts-dialog")
        self.resize(px(1180), px(520))
        self.state = ElidedLabel("", "text2")
        self.state.setObjectName("parts-state")
        self.column.addWidget(self.state)
        self.model: RowsModel[PartLine] = RowsModel(PARTS_COLUMNS, self)
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
        self.state.setText(f"{cost} in {amount(parts.racks, 'rack')}{order}")
