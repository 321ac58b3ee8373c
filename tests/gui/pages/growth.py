"""The workspace Growth."""

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

    @property
    def plan(self):
        """The hosts of the first group after each step."""
        return [row.step.hosts[0].count for row in self.steps.rows]

    @property
    def marks(self):
        """What is said of each policy of the step on view."""
        return {
            row.figures.policy: self.policies.cell(n, "Chosen").text
            for n, row in enumerate(self.policies.rows)
        }

    @property
    def is_comparing(self):
        return self.widget.task is not None

    @property
    def progress_is_shown(self):
        return self.widget.strip.isVisible()

    def is_enabled(self, name):
        return self.button(name).isEnabled()

    def compare(self, qtbot):
        """Press Compare policies, and wait for the answer."""
        self.click("compare")
        qtbot.waitUntil(lambda: not self.is_comparing)

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
