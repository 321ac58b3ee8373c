"""Dialog with plans for a network that grows by racks, side by side, with their stages."""

from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.growth.plans import GrowthPlan
from fatdesk.gui.desk import Desk
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.views.results_dialog import ResultsDialog
from fatdesk.gui.widgets.numbers import WholeNumberField, priced
from fatdesk.gui.widgets.plain_text import label, tip

MEANING = (
    "In place: the core switches are those for the hosts of today. Sized: the core switches are bought at "
    "once for the last stage. No cable moves in any of these plans."
)
ROLES = {"host": "Hosts", "edge": "Edge switches", "core": "Core switches"}


def _cost(plan: GrowthPlan, number: int) -> str:
    cost = plan.stages[number].cost
    return priced(cost.amount, cost.at_least)


PLANS: tuple[Column[GrowthPlan], ...] = (
    Column("Plan", 360, lambda p: p.title[0].upper() + p.title[1:], strong=True, stretch=True),
    Column("Choice", 76, lambda p: "chosen" if p.chosen else "", tone=lambda _: "ok"),
    Column("Edge", 56, lambda p: str(p.design.number("E")), number=True),
    Column("Core", 56, lambda p: str(p.design.number("C")), number=True),
    Column("Hosts now", 84, lambda p: f"{p.stages[0].hosts:,}", number=True),
    Column("Added later", 84, lambda p: f"{p.stages[1].hosts:,}", number=True),
    Column("Total", 78, lambda p: f"{p.hosts:,}", number=True, strong=True),
    Column("Cost now", 100, lambda p: _cost(p, 0), number=True),
    Column("Cost later", 100, lambda p: _cost(p, 1), number=True),
    Column("Ports free", 80, lambda p: f"{p.stranded_ports:,}", number=True),
    Column("U free", 64, lambda p: f"{p.stranded_u:,}", number=True),
)


class Row(NamedTuple):
    """A line of a stage: what is bought, placed or cabled."""

    stage: int
    what: str
    number: int
    place: str


STEPS: tuple[Column[Row], ...] = (
    Column("Stage", 64, lambda r: str(r.stage), number=True),
    Column("What", 330, lambda r: r.what),
    Column("Count", 80, lambda r: f"{r.number:,}", number=True, strong=True),
    Column("Where", 240, lambda r: r.place, tone=lambda _: "text2", stretch=True),
)


def rows_of(plan: GrowthPlan) -> Iterator[Row]:
    """Yield the lines of a plan: what is bought, where it is placed, and the cables."""
    for number, stage in enumerate(plan.stages, start=1):
        for use in stage.buy:
            places = [one for one in stage.place if one.role == use.role]
            text = f"{ROLES[use.role]}: {use.part}"
            yield Row(number, text, use.count, "; ".join(f"rack {one.rack}, {one.units}" for one in places))
        if stage.on_spare_ports:
            yield Row(number, "Hosts on free ports of edge switches", stage.on_spare_ports, "")
        yield Row(number, "Cables to hosts", stage.host_cables, "")
        yield Row(number, "Cables between switches", stage.uplink_cables, "")
        if number > 1:
            yield Row(number, "Cables moved", 0, "")


class GrowthDialog(ResultsDialog):
    """Plans growth by racks in the background for the current requirements of a fabric.

    ``growth_asked`` requests the workspace Growth.
    """

    growth_asked = Signal()

    def __init__(
        self, desk: Desk, wanted: Requirements, catalog: Catalog, fabric: int, parent: QWidget
    ) -> None:
        heading = f"Growth of {wanted.fabrics[fabric].name}"
        super().__init__(desk, "Plan growth", heading, MEANING, parent)
        self._wanted, self._catalog, self._fabric = wanted, catalog, fabric
        px, column = desk.theme.px, self.column
        self.setObjectName("growth-dialog")
        self.resize(px(1200), px(600))
        self.state = label("", "text2")
        self.state.setObjectName("growth-state")
        self.state.setWordWrap(True)
        column.addLayout(self._asking())
        self.model: RowsModel[GrowthPlan] = RowsModel(PLANS, self)
        self.table = Table(desk, self.model, "Plans")
        self.table.setObjectName("table-growth-plans")
        self.table.setSelectionMode(Table.SelectionMode.SingleSelection)
        self.table.setMaximumHeight(px(150))
        self.table.empty = "Press Plan to compare ways to grow."
        self.table.chosen.connect(self._show_stages)
        self.steps: RowsModel[Row] = RowsModel(STEPS, self)
        self.stages = Table(desk, self.steps, "Stages of the plan")
        self.stages.setObjectName("table-growth-stages")
        self.stages.empty = "What is bought, placed and cabled in each stage of the plan above."
        column.addWidget(self.table)
        column.addWidget(self.stages, 1)
        self.add_foot(self.stages, copying="Copy stages as table")

    def _asking(self) -> QHBoxLayout:
        px = self._desk.theme.px
        row = QHBoxLayout()
        row.setSpacing(px(8))
        self.now = WholeNumberField("Racks now", 1, 10_000, "2")
        self.later = WholeNumberField("Racks later", 1, 10_000, "3")
        for field, name in ((self.now, "racks-now"), (self.later, "racks-later")):
            field.setObjectName(name)
            field.setFixedWidth(px(80))
            field.returnPressed.connect(self.plan)
        self.now.selectAll()  # what is typed first replaces the default
        self.button = QPushButton("Plan")
        self.button.setObjectName("plan-growth")
        self.button.setProperty("kind", "primary")
        self.button.clicked.connect(lambda _=False: self.plan())
        self.by_hosts = QPushButton("Plan by number of hosts…")
        self.by_hosts.setObjectName("plan-by-hosts")
        self.by_hosts.setToolTip(tip("Open the workspace Growth, with steps of the placed project"))
        self.by_hosts.clicked.connect(lambda _=False: self._open_growth())
        texts = [label(text, "text2") for text in ("Racks filled with hosts: now", "later")]
        for widget in (texts[0], self.now, texts[1], self.later, self.button):
            row.addWidget(widget)
        row.addWidget(self.state, 1)
        row.addWidget(self.by_hosts)
        return row

    def _open_growth(self) -> None:
        self.close()
        self.growth_asked.emit()

    def plan(self) -> None:
        """Plan with the values of the fields."""
        from fatdesk.tasks.designing import plan_growth

        now, later = self.now.value, self.later.value
        if now is None or later is None:
            return
        given = self._wanted, self._catalog, self._fabric, (now, later)
        self.start("Planning…", "Plan growth", plan_growth, *given, done=self._show)

    def _show(self, plans: tuple[GrowthPlan, ...]) -> None:
        self.state.setText("")
        currency = plans[0].stages[0].cost.currency
        self.model.titles = {"Cost now": f"Now, {currency}", "Cost later": f"Later, {currency}"}
        self.model.show(list(plans))
        self.table.selectRow(next(number for number, plan in enumerate(plans) if plan.chosen))
        self._show_stages()

    def _show_stages(self) -> None:
        rows = self.table.chosen_rows()
        self.steps.show(list(rows_of(rows[0])) if rows else [])

    def fail(self, why: str) -> None:
        """Show why there is no plan, and no earlier one."""
        super().fail(why)
        self.model.show([])
        self.steps.show([])
