"""The workspace Growth: steps of the plan, policies of a step side by side, what is bought and where."""

from collections.abc import Sequence
from functools import cached_property

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from fatdesk.core.memo import Memo
from fatdesk.engine.bill.making import BillLine
from fatdesk.gui.analysis.growth_plan import PlanEdits
from fatdesk.gui.desk import Desk
from fatdesk.gui.growth.costs import CostPage, GrowthCharts
from fatdesk.gui.growth.drawing import PlaceSwitch, StepDrawings
from fatdesk.gui.growth.stage_studies import StagesButton
from fatdesk.gui.growth.tables import (
    DEVICES,
    POLICIES,
    PORTS_FREE,
    PURCHASES,
    STEPS,
    U_FREE,
    PolicyRow,
    StepRow,
    applied_text,
    foot_figures,
    step_rows,
)
from fatdesk.gui.requirements.part_sources import PartSources
from fatdesk.gui.session.background_tasks import BackgroundTask
from fatdesk.gui.studies.strips import TaskStrip
from fatdesk.gui.tables import RowsModel, Table
from fatdesk.gui.tables.table import Foot
from fatdesk.gui.views.workspace import Handler, Workspace, need, when
from fatdesk.gui.widgets.empty_page import EmptyPage
from fatdesk.gui.widgets.layouts import WrappedPair
from fatdesk.gui.widgets.numbers import in_sentence, to_read
from fatdesk.gui.widgets.plain_text import ElidedLabel, label, tip
from fatdesk.project.document.ref import GROWTH_STEP, Ref
from fatdesk.project.document.stage_names import stages_removed
from fatdesk.project.growing.comparison import PolicyFigures, inputs_digest
from fatdesk.project.growing.policies import Policies, best, hosts_of_steps, plan_title, plans_to_compare
from fatdesk.project.growing.work import NewDevices

WORDS = (
    "State how many hosts there will be after each purchase. The policies are then compared: which cables "
    "move, what is bought now and later, and the hours of work. A step that was carried out becomes the "
    "state of the project."
)
WIDEST = 560
NO_DESIGN = "Design a network first: there is nothing to grow."
NO_STEP = "Add a step first."
NOT_COMPARED = "Compare policies shows what each of them moves, buys and costs."
MIXED = "The steps have different policies: Compare policies adds the plan as chosen."
ORDER = "Write the change order of the selected step and policy: PDF, XLSX and CSV"
HIGH = 780
"""Height from which the lists have room for charts below them."""
MOST_KEPT = 8
"""Comparisons that are kept, of earlier states of the project too."""
Figures = tuple[PolicyFigures, ...]


class GrowthView(Workspace):
    """Steps, policies, purchases."""

    offers = Workspace.offers | {
        "delete",
        "growth-add",
        "growth-apply",
        "growth-compare",
        "growth-simulate",
        "growth-faults",
        "growth-order",
        "simulate-stop",
    }
    files_asked = Signal(str, object, object)
    """Requests files: the title of the task that makes them, its function, and what this is given."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.edits = PlanEdits(self.session)
        self.task: BackgroundTask | None = None
        self._known: dict[str, dict[Policies, PolicyFigures]] = {}
        """Plans that were followed, by the digests of their inputs."""
        self._why: dict[str, str] = {}
        """Why there is none, by the same."""
        self._digests = Memo[str](most=1)
        self._at = 0
        self.strip = TaskStrip(desk)
        self._make_bar()
        self._make_tables()
        self.drawings = StepDrawings(desk)
        self.drawings.policy_chosen.connect(self.policies.selectRow)
        self.costs, self.overview = CostPage(desk), GrowthCharts(desk)
        self.overview.cost.curves.setObjectName("overview-cost")
        self.overview.hosts.curves.setObjectName("overview-hosts")
        for charts in (self.costs.charts, self.overview):
            charts.chosen.connect(self.policies.selectRow)
        self.pages = QStackedWidget()
        for page in (self._make_empty(), self._make_body()):
            self.pages.addWidget(page)
        self.column.addWidget(self.pages, 1)
        self.column.addWidget(self.strip)  # below the lists: none of their rows moves when it comes and goes
        self.foot = Foot(desk, self.theme.px(34))
        self.column.addWidget(self.foot)
        self.focus_first = self.step_table
        self.strip.cancelled.connect(self.cancel)
        self.session.opened.connect(self._forget)
        desk.tasks.moved.connect(self._follow_task)
        desk.tasks.ended.connect(self._follow_task)
        desk.theme.changed.connect(self._fonts)
        self._fonts()

    # Parts of the window

    def _make_bar(self) -> None:
        self.buttons: dict[str, QPushButton] = {}
        for name, text, hint, run in (
            (
                "add-step",
                "Add step",
                "Add a step with twice the hosts of the first group",
                self.edits.add,
            ),
            ("remove-step", "Remove", "Remove the selected steps from the plan", self.remove),
            ("step-up", "Move up", "Swap the step with the one before it", lambda: self.shift(-1)),
            ("step-down", "Move down", "Swap the step with the one after it", lambda: self.shift(1)),
            ("compare", "Compare policies", "Follow each policy through all steps", self.compare),
            (
                "export-order",
                "Change order…",
                ORDER,
                self.export_order,
            ),
            ("apply-step", "Apply step 1", "Make the first step the state of the project", self.apply_step),
        ):
            button = self.buttons[name] = QPushButton(text)
            button.setObjectName(name)
            button.setToolTip(tip(hint))
            button.clicked.connect(lambda _=False, run=run: run())
            if name == "compare":
                self.bar.addStretch(1)
            self.bar.addWidget(button)
        self.buttons["compare"].setProperty("kind", "primary")
        self.stages = StagesButton(self.desk)
        self.stages.studied.connect(self.asked_for.emit)
        self.bar.addWidget(self.stages)

    def _make_empty(self) -> EmptyPage:
        add = QPushButton("Add step")
        add.setObjectName("first-step")
        add.clicked.connect(lambda _=False: self.perform("growth-add"))
        self.empty = EmptyPage(self.theme, "No growth steps yet", WORDS, (add,), widest=WIDEST)
        self.empty.setObjectName("no-steps")
        return self.empty

    def _make_tables(self) -> None:
        desk = self.desk
        self.step_model: RowsModel[StepRow] = RowsModel(STEPS, self)
        self.step_table = Table(desk, self.step_model, "Growth steps")
        self.step_table.setObjectName("table-steps")
        self.step_table.chosen.connect(self._choose_steps)
        # a step may be marked, as the one on view, without being selected
        self.step_table.clicked.connect(lambda _: self._choose_steps())
        self.step_table.opened.connect(lambda _: self._choose_steps())
        self.policy_model: RowsModel[PolicyRow] = RowsModel(POLICIES, self)
        self.policies = Table(desk, self.policy_model, "Policies of the step")
        self.policies.setObjectName("table-policies")
        self.policies.setSelectionMode(Table.SelectionMode.SingleSelection)
        self.policies.chosen.connect(self._show_policy)
        self.policies.opened.connect(lambda _: self.choose_policy())
        self.purchase_model: RowsModel[BillLine] = RowsModel(PURCHASES, self)
        self.purchases = Table(desk, self.purchase_model, "Purchases of the step")
        self.purchases.setObjectName("table-purchases")
        self.purchases.make_sortable()
        self.purchases.empty = "What is bought for the step by the policy above."
        self.device_model: RowsModel[NewDevices] = RowsModel(DEVICES, self)
        self.devices = Table(desk, self.device_model, "New devices of the step by rack")
        self.devices.setObjectName("table-devices")
        self.devices.empty = "Racks of the new devices."

    def _make_body(self) -> QWidget:
        """Return the tabs over their pages: lists, drawings of the step, cost of the plans."""
        self.places = PlaceSwitch()
        self.places.chosen.connect(self.show_place)
        self.contents = QStackedWidget()
        self.contents.addWidget(self._make_lists())
        self.contents.addWidget(self.drawings)
        self.contents.addWidget(self.costs)
        page = QWidget()
        page.setProperty("role", "base")
        page.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        tabs = QHBoxLayout()
        tabs.setContentsMargins(self.theme.px(12), self.theme.px(3), self.theme.px(12), self.theme.px(3))
        tabs.addWidget(WrappedPair(self.places, self.drawings.choices, self.theme.px(16)))
        self.drawings.choices.hide()
        column.addLayout(tabs)
        column.addWidget(self.contents, 1)
        return page

    def show_place(self, name: str) -> None:
        """Show the lists, the cost of the plans, or a drawing of the step."""
        self.contents.setCurrentIndex({"lists": 0, "costs": 2}.get(name, 1))
        is_drawn = self.contents.currentWidget() is self.drawings
        self.drawings.choices.setVisible(is_drawn)
        if is_drawn:
            self.drawings.bring(name)
        elif name == "lists":
            self.step_table.setFocus()

    def _make_lists(self) -> QSplitter:
        px = self.theme.px
        self.titles = {name: ElidedLabel() for name in ("policies", "purchases", "devices")}
        for name, title in self.titles.items():
            title.setObjectName(f"title-{name}")
        self.titles["purchases"].setText("Bought")
        self.titles["devices"].setText("New devices by rack")
        self.choose = QPushButton("Choose policy")
        self.choose.setObjectName("choose-policy")
        self.choose.setProperty("kind", "link")
        self.choose.setToolTip(tip("Give the step the policy of the selected row"))
        self.choose.clicked.connect(lambda _=False: self.choose_policy())
        self.why = label("", "text2")
        self.why.setObjectName("remarks")
        self.why.setWordWrap(True)
        self.why.setContentsMargins(px(12), px(4), px(12), px(6))
        lower = QSplitter(Qt.Orientation.Horizontal)
        lower.addWidget(self._titled("purchases", self.purchases))
        lower.addWidget(self._titled("devices", self.devices))
        lower.setSizes([px(560), px(330)])
        lower.setStretchFactor(0, 3)
        lower.setStretchFactor(1, 2)
        body = QSplitter(Qt.Orientation.Vertical)
        body.addWidget(self.step_table)
        body.addWidget(self._titled("policies", self.policies, self.why, button=self.choose))
        body.addWidget(lower)
        body.addWidget(self.overview)
        body.setSizes([px(140), px(190), px(300), px(300)])
        body.setStretchFactor(2, 1)
        for splitter in (lower, body):
            splitter.setHandleWidth(px(1))
            splitter.setChildrenCollapsible(False)
        return body

    def _titled(self, name: str, table: Table, *below: QWidget, button: QPushButton | None = None) -> QWidget:
        """Return a table under its title."""
        px, page = self.theme.px, QWidget()
        page.setProperty("role", "base")
        page.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, px(6), 0, 0)
        column.setSpacing(px(4))
        line = QHBoxLayout()
        line.setContentsMargins(px(12), 0, px(12), 0)
        line.addWidget(self.titles[name], 1)
        if button is not None:
            line.addWidget(button)
        column.addLayout(line)
        column.addWidget(table, 1)
        for widget in below:
            column.addWidget(widget)
        return page

    def _fonts(self) -> None:
        for title in self.titles.values():
            title.setFont(self.theme.strong())
        self.why.setFont(self.theme.font(12))

    @cached_property
    def sources(self) -> PartSources:
        """The parts that may be bought, as in Requirements."""
        return PartSources(self.desk, self)

    # What is shown

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out what has no room: columns that are in the foot, charts that are on another page."""
        super().resizeEvent(event)
        self.overview.setVisible(self.height() >= self.theme.px(HIGH))
        wide = self.width() >= sum(map(self.policies.first_width, range(len(POLICIES))))
        for number, column in enumerate(POLICIES):
            if column.title in (PORTS_FREE, U_FREE) and self.policies.isColumnHidden(number) == wide:
                self.policies.show_column(number, wide)

    @property
    def digest(self) -> str:
        """The digest of what a comparison of the present plan depends on."""
        project = self.session.project
        return self._digests.keep("digest", (project,), lambda: inputs_digest(project))

    @property
    def found(self) -> Figures | None:
        """The comparison of the present plan; None: there is none."""
        known = self._known.get(self.digest, {})
        return (
            tuple(known[one] for one in plans_to_compare(self.session.project.growth) if one in known) or None
        )

    @property
    def missing(self) -> tuple[Policies, ...]:
        """The plans that are not compared yet."""
        known = self._known.get(self.digest, {})
        return tuple(one for one in plans_to_compare(self.session.project.growth) if one not in known)

    def _forget(self) -> None:
        self.cancel()
        self._known.clear()
        self._why.clear()
        self._at = 0

    def refresh(self) -> None:
        """Show the plan, and what is known of it."""
        rows = step_rows(self.session.project)
        self.pages.setCurrentIndex(int(bool(rows)))
        self.step_model.follow(rows)
        self._at = max(0, min(self._at, len(rows) - 1))
        self._show_policies()

    def follow(self, elements: tuple[Ref, ...]) -> None:
        """Show the policies of the selected step."""
        numbers = [number for number in GROWTH_STEP.ids(elements) if number <= len(self.step_model.rows)]
        if numbers and numbers[0] - 1 != self._at:
            self._at = numbers[0] - 1
            self._show_policies()
        marked = set(numbers) or {self._at + 1}
        self.step_table.mark_rows(lambda row: row.number in marked, reveal=bool(numbers))
        self._allow()

    def _choose_steps(self) -> None:
        self.session.select([GROWTH_STEP(row.number) for row in self.step_table.chosen_rows()])

    def _show_policies(self) -> None:
        steps = self.step_model.rows
        if not steps:
            self.foot.hide()
            self._allow()
            return
        step, found = steps[self._at], self.found
        hosts = ", ".join(f"{target.count:,} {target.name}" for target in step.step.hosts)
        self.titles["policies"].setText(
            to_read(f"Policies for step {step.number}" + (f": {hosts}" if hosts else ""))
        )
        chosen_policies = tuple(row.step.policy for row in steps)
        first = best(found or ())
        rows = [
            PolicyRow(
                one,
                self._at,
                chosen=one.policies == chosen_policies,
                best=one is first,
                offered=one.policies[self._at] != step.step.policy,
            )
            for one in found or ()
        ]
        if found:
            currency = next((one.steps[0].cost.currency for one in found if one.steps), "")
            ending = f", {currency}" if currency else ""
            self.policy_model.titles = {"Cost now": f"Now{ending}", "Cost later": f"Later{ending}"}
            self.purchase_model.titles = {"Extended": f"Extended{ending}"}
        self.policies.empty = self._why.get(self.digest, NOT_COMPARED)
        self.policy_model.show(rows)
        self.stages.show_row(next((row for row in rows if row.chosen), None))
        chosen = next((number for number, row in enumerate(rows) if row.chosen), 0)
        if rows:
            self.policies.selectRow(chosen)
        self._show_policy()

    @property
    def policy(self) -> PolicyRow | None:
        """The policy whose purchases are shown."""
        rows = self.policies.chosen_rows()
        return rows[0] if rows else None

    def _show_policy(self) -> None:
        row = self.policy
        step = None if row is None else row.step
        why = "" if row is None else row.why or (MIXED if self.missing else "")
        self.why.setText(why)
        self.why.setVisible(bool(why))
        name = "" if row is None else f" for step {row.at + 1}, {row.title[0].lower()}{row.title[1:]}"
        self.titles["purchases"].setText(f"Bought{name}")
        self.purchase_model.show([] if step is None else list(step.buy))
        self.device_model.show([] if step is None else list(step.places))
        figures = list(foot_figures(row))
        self.foot.show_figures(figures)
        self.foot.setVisible(bool(figures))
        rows = self.policy_model.rows
        self.drawings.show_step(
            None if step is None else step.marks,
            [f"Step {one.at + 1}, {one.title[0].lower()}{one.title[1:]}" for one in rows],
            rows.index(row) if row is not None else -1,
        )
        project = self.session.project
        marked = None if row is None else rows.index(row)
        for view in (self.costs, self.overview):
            view.show_plans(self.found or (), hosts_of_steps(project, project.growth), marked)
        self._allow()

    # What can be done

    def offered(self) -> dict[str, Handler]:
        """Edit the plan, compare its policies, apply its first step."""
        selected = need(self.session, GROWTH_STEP)
        running = when(lambda: self.task is not None, "Nothing is running.")
        return super().offered() | {
            "delete": Handler(self.remove, selected),
            "growth-add": Handler(self.edits.add, self._why_no_step),
            "growth-compare": Handler(self.compare, self._why_no_comparison),
            "growth-apply": Handler(self.apply_step, self._why_not_applied),
            "growth-simulate": Handler(lambda: self.stages.pop_up("simulation"), self.stages.why_not),
            "growth-faults": Handler(lambda: self.stages.pop_up("faults"), self.stages.why_not),
            "growth-order": Handler(self.export_order, self._why_no_order),
            "simulate-stop": Handler(self.cancel, running),
        }

    def _why_no_step(self) -> str:
        project = self.session.project
        return "" if project.hosts and project.fabrics else NO_DESIGN

    def _why_no_comparison(self) -> str:
        if self.task is not None:
            return "Policies are being compared."
        if not self.session.project.growth:
            return NO_STEP
        return self._why_no_step() if self.missing else "These policies are compared already."

    def _why_not_applied(self) -> str:
        steps = self.session.project.growth
        if not steps:
            return NO_STEP
        if self.found is None:
            return "Compare policies first."
        one = self._first(self.found)
        return "" if one.first is not None else in_sentence(f"{plan_title(one.policies)}: {one.why_not}")

    def _why_no_order(self) -> str:
        if not self.session.project.growth:
            return NO_STEP
        row = self.policy
        if row is None:
            return "Compare policies first."
        if row.step is None:
            return row.why
        why = row.step.why_no_stages
        return f"No change order: {why}. Lower the bandwidth kept of the step." if why else ""

    def export_order(self) -> None:
        """Ask for a folder and write the change order of the selected step and policy."""
        from fatdesk.tasks.change_orders import planned_order

        row = self.policy
        if row is None or self._why_no_order():
            return
        policies = row.figures.policies[: row.at + 1]
        given = self.session.project, self.sources.library.catalog, policies
        self.files_asked.emit("Export change order", planned_order, given)

    def _first(self, found: Figures) -> PolicyFigures:
        """The figures of a plan whose first step has its policy."""
        policy = self.session.project.growth[0].policy
        return next(one for one in found if one.policies[0] == policy)

    @property
    def _numbers(self) -> Sequence[int]:
        """Numbers of the selected steps."""
        return sorted(self.session.ids(GROWTH_STEP))

    def _allow(self) -> None:
        """Enable the possible edits."""
        selected, count = self._numbers, len(self.step_model.rows)
        single = len(selected) == 1
        able = {
            "add-step": not self._why_no_step(),
            "remove-step": bool(selected),
            "step-up": single and selected[0] > 1,
            "step-down": single and selected[0] < count,
            "compare": not self._why_no_comparison(),
            "apply-step": not self._why_not_applied(),
            "export-order": not self._why_no_order(),
        }
        for name, on in able.items():
            button = self.buttons[name]
            if button.hasFocus() and not on:  # Qt would give the keys to whatever follows it
                self.step_table.setFocus()
            button.setEnabled(on)
        self.buttons["export-order"].setToolTip(tip(self._why_no_order() or ORDER))
        row = self.policy
        self.choose.setEnabled(row is not None and row.offered)

    def remove(self) -> None:
        """Remove the selected steps."""
        if self._numbers:
            self.edits.remove(self._numbers)

    def shift(self, by: int) -> None:
        """Move the selected step up or down."""
        self.edits.move(self._numbers[0], by)

    def choose_policy(self) -> None:
        """Give the step the policy of the selected row."""
        row = self.policy
        if row is not None and row.offered:
            step = self.session.project.growth[row.at]
            self.edits.change(row.at + 1, replace(step, policy=row.policy))

    def compare(self) -> None:
        """Compare the policies in the background."""
        from fatdesk.tasks.designing import compare_growth

        digest = self.digest
        self._why.pop(digest, None)

        def done(found: Figures) -> None:
            self.task = None
            self.keep(digest, found)

        def failed(why: str) -> None:
            self.task = None
            self._why[digest] = in_sentence(why)
            self._arrived()

        given = self.session.project, self.sources.library.catalog, self.missing
        self.task = self.desk.tasks.start(
            "Compare growth policies", compare_growth, *given, done=done, failed=failed, whenever=True
        )
        self._follow_task(self.task)
        self._allow()

    def keep(self, digest: str, found: Figures) -> None:
        """Keep plans that were followed from some inputs, and show those of the present ones."""
        known = self._known.pop(digest, {})
        while len(self._known) >= MOST_KEPT:
            del self._known[next(iter(self._known))]
        self._known[digest] = known | {one.policies: one for one in found}
        works = {one.policies[0]: one.steps[0].work if one.steps else one.why_not for one in found}
        self.session.know_steps(digest, works)
        self._arrived()

    def _arrived(self) -> None:
        self.strip.hide()
        self.outdate()

    def cancel(self) -> None:
        """Cancel the comparison."""
        if self.task is not None:
            self.task.cancel()

    def _follow_task(self, task: BackgroundTask) -> None:
        if task is not self.task:
            return
        self.strip.follow(task)
        self.strip.setVisible(task.state == "running")
        if task.state == "cancelled":
            self.task = None
            self._allow()

    def apply_step(self) -> None:
        """Make the first step the state of the project; the steps after it remain."""
        found, project = self.found, self.session.project
        if found is None:
            return
        one = self._first(found)
        if one.first is None:
            return
        hosts = sum(group.count for group in project.hosts)
        left = project.growth[1:]
        if self.session.do(replace(one.first, growth=left)):
            self.session.select([GROWTH_STEP(1)] if left else [])
            removed = stages_removed(project, self.session.project)
            said = applied_text(1, one.steps[0], hosts, len(left))
            self.session.said.emit(f"{said} {removed}." if removed else said)
