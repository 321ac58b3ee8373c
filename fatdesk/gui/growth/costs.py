"""Cost of the growth plans: purchases and hosts over the steps as charts, and listed."""

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from fatdesk.engine.drawing.charts.growth_charts import (
    COST_TITLE,
    HOSTS_TITLE,
    PlannedCosts,
    growth_charts,
)
from fatdesk.gui.charts.drawn_chart import DrawnChart
from fatdesk.gui.desk import Desk
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.tables.column import described, figure
from fatdesk.gui.widgets.numbers import priced
from fatdesk.project.growing.comparison import PolicyFigures
from fatdesk.project.growing.policies import policy_title, short_title

NOT_COMPARED = "Compare policies shows what they cost."


class CostRow(NamedTuple):
    """A step of a plan with its purchases; ``spent`` are those of all steps up to it.

    Attributes
    ----------
    series
        The series of its plan in the chart.
    unpriced, unpriced_so_far
        Items without a price, of the step and of all up to it: the amounts are lower bounds then.
    """

    series: int
    plan: str
    number: int
    policy: str
    hosts: int
    amount: Decimal
    unpriced: int
    spent: Decimal
    unpriced_so_far: int


def cost_rows(plans: Sequence[PolicyFigures]) -> list[CostRow]:
    """Return the steps of all plans, as far as each gets."""
    found = []
    for series, plan in enumerate(plans):
        spent, unpriced = Decimal(0), 0
        for number, step in enumerate(plan.steps):
            spent, unpriced = spent + step.cost.amount, unpriced + step.cost.unpriced
            found.append(
                CostRow(
                    series,
                    short_title(plan.policies),
                    number + 1,
                    policy_title(plan.policies[number]),
                    step.hosts,
                    step.cost.amount,
                    step.cost.unpriced,
                    spent,
                    unpriced,
                )
            )
    return found


COSTS: tuple[Column[CostRow], ...] = described(
    (
        Column("Plan", 220, lambda r: r.plan, strong=True, stretch=True, series=lambda r: r.series),
        figure("Step", 60, lambda r: r.number),
        Column("Policy", 160, lambda r: r.policy),
        figure("Hosts", 80, lambda r: r.hosts),
        Column("Purchases", 130, lambda r: priced(r.amount, r.unpriced > 0), lambda r: r.amount, number=True),
        Column(
            "Total so far",
            130,
            lambda r: priced(r.spent, r.unpriced_so_far > 0),
            lambda r: r.spent,
            number=True,
        ),
    ),
    {
        "Purchases": "What is bought for the step.",
        "Total so far": "Purchases of this step and of those before it.",
        "Hosts": "All hosts after the step.",
    },
)


class GrowthCharts(QSplitter):
    """Charts of purchases and hosts over the steps; ``chosen`` carries the number of a clicked plan."""

    chosen = Signal(int)

    def __init__(self, desk: Desk) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.cost, self.hosts = DrawnChart(desk, COST_TITLE), DrawnChart(desk, HOSTS_TITLE)
        self.cost.curves.setObjectName("growth-cost")
        self.hosts.curves.setObjectName("growth-hosts")
        self.cost.curves.chosen.connect(self._choose)
        self.cost.key.chosen.connect(self._choose)
        for chart, share in ((self.cost, 3), (self.hosts, 2)):
            self.addWidget(chart)
            self.setStretchFactor(self.count() - 1, share)
        self.setSizes([desk.theme.px(600), desk.theme.px(400)])
        self.setHandleWidth(desk.theme.px(1))
        self.setChildrenCollapsible(False)

    def show_plans(self, plans: Sequence[PolicyFigures], hosts: Sequence[int], selected: int | None) -> None:
        """Show plans.

        Parameters
        ----------
        hosts
            All hosts today, and after each step.
        selected
            The plan that is highlighted.
        """
        costs = [PlannedCosts(short_title(one.policies), [step.cost for step in one.steps]) for one in plans]
        cost, there = growth_charts(costs, hosts)
        self.cost.show_chart(cost, NOT_COMPARED)
        self.hosts.show_chart(there, "")
        marked = frozenset() if selected is None else frozenset({selected})
        for view in (self.cost.curves, self.cost.key):
            view.show_selected(marked, alone=False)

    def _choose(self, number: int, _more: bool) -> None:
        if number >= 0:
            self.chosen.emit(number)


class CostPage(QWidget):
    """Charts of purchases and hosts over the steps, and their figures below."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.charts = GrowthCharts(desk)
        self.model: RowsModel[CostRow] = RowsModel(COSTS, self)
        self.table = Table(desk, self.model, "Purchases of the plans by step")
        self.table.setObjectName("table-costs")
        self.table.make_sortable()
        self.table.empty = NOT_COMPARED
        body = QSplitter(Qt.Orientation.Vertical)
        body.addWidget(self.charts)
        body.addWidget(self.table)
        body.setSizes([desk.theme.px(420), desk.theme.px(220)])
        body.setStretchFactor(0, 1)
        body.setHandleWidth(desk.theme.px(1))
        body.setChildrenCollapsible(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(body)

    def show_plans(self, plans: Sequence[PolicyFigures], hosts: Sequence[int], selected: int | None) -> None:
        """Show plans, as the charts do."""
        self.charts.show_plans(plans, hosts, selected)
        currency = next((step.cost.currency for one in plans for step in one.steps), "")
        if currency:
            self.model.titles = {name: f"{name}, {currency}" for name in ("Purchases", "Total so far")}
        self.model.show(cost_rows(plans))
