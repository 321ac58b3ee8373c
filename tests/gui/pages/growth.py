"""The workspace Growth."""

from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton, QSlider, QWidget

from fatdesk.gui.charts.chart_view import ChartView
from fatdesk.gui.views.canvas import Canvas
from fatdesk.gui.widgets.combo import Combo
from tests.gui.pages.table import TablePage
from tests.gui.pages.workspace import WorkspacePage


class GrowthPage(WorkspacePage):
    """Steps, policies of a step, purchases and new devices."""

    def __init__(self, window):
        super().__init__(window, "growth")

    @property
    def steps(self):
        return TablePage(self.widget, "steps")

    @property
    def policies(self):
        return TablePage(self.widget, "policies")

    @property
    def purchases(self):
        return TablePage(self.widget, "purchases")

    @property
    def devices(self):
        return TablePage(self.widget, "devices")

    # The drawings of a step

    def look_at(self, place):
        """Bring the lists or a drawing to the front by its tab."""
        self.click(f"place-{place}")

    @property
    def shows_lists(self):
        return self.step_is_visible("table-steps")

    def step_is_visible(self, name):
        return self.find(QWidget, name).isVisible()

    @property
    def _slider(self):
        return self.find(QSlider, "stage")

    @property
    def stage(self):
        """The position of the slider, and the last one."""
        return self._slider.value(), self._slider.maximum()

    @property
    def stage_text(self):
        return self.find(QLabel, "stage-text").text()

    def press_on_drawing(self, name, key):
        """Press a key while a drawing has the focus."""
        QTest.keyClick(self.find(Canvas, name), key)

    def legend_of(self, name):
        """The rows of the key of a drawing, with their counts."""
        canvas = self.find(Canvas, name)
        canvas.viewport().repaint()
        return canvas.legend_rows

    def choose_policy_drawn(self, number):
        combo = self.find(QComboBox, "policy-of-drawing")
        combo.setCurrentIndex(number)
        combo.activated.emit(number)

    @property
    def policies_drawn(self):
        """The plans to choose from over a drawing."""
        combo = self.find(QComboBox, "policy-of-drawing")
        return [combo.itemText(number) for number in range(combo.count())]

    @property
    def policy_drawn(self):
        """The text in the closed list, as far as it has room."""
        return self.find(Combo, "policy-of-drawing").shown_text

    @property
    def costs(self):
        return TablePage(self.widget, "costs")

    def chart(self, name):
        """The chart of costs or hosts."""
        return self.find(ChartView, f"growth-{name}")

    def know(self, found):
        """Let plans be compared without a worker."""
        self.widget.keep(self.widget.digest, found)

    @property
    def remark(self):
        """What is said below the policies."""
        return self.find(QLabel, "remarks").text()

    @property
    def plan(self):
        """The hosts of the first group after each step."""
        return [row.step.hosts[0].count for row in self.steps.rows]

    @property
    def marks(self):
        """What is said of each policy of the step on view."""
        return {
            row.figures.policy or "mixed": self.policies.cell(n, "Choice").text
            for n, row in enumerate(self.policies.rows)
        }

    @property
    def is_comparing(self):
        return self.widget.task is not None

    def is_enabled(self, name):
        return self.button(name).isEnabled()

    @property
    def shows_progress(self):
        return self.find(QWidget, "strip-cancel").isVisible()

    @property
    def progress(self):
        """What is compared now, in the line with Cancel."""
        return self.text("strip-text")

    @property
    def places(self):
        """Where the tabs and the lists are."""
        names = ("place-lists", "table-steps", "table-policies", "table-purchases")
        return [self.find(QWidget, name).mapTo(self.widget, QPoint()) for name in names]

    def compare(self, qtbot):
        """Press Compare policies, and wait for the answer."""
        self.find(QPushButton, "compare").setFocus()
        self.click("compare")
        qtbot.waitUntil(lambda: not self.is_comparing)

    def has_keys(self, name):
        """Whether a control has the focus."""
        return self.find(QWidget, name).hasFocus()

    def stages(self, workspace):
        """The entries of the menu of stages for a workspace."""
        return [action.text() for action in self.widget.stages.menus[workspace].actions()]

    def study_stage(self, workspace, title):
        """Choose a stage in the menu for a workspace."""
        actions = self.widget.stages.menus[workspace].actions()
        next(action for action in actions if action.text() == title).trigger()

    def show_stages_of(self, row):
        """Offer the stages of a policy, as when it is that of the step."""
        self.widget.stages.show_row(row)

    @property
    def why_no_stage(self):
        """Why no stage can be studied."""
        return self.widget.stages.why_not()
