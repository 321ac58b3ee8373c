"""Choice of the plan that a report is compared with: the network of today, or that in a stage of growth."""

from functools import partial

from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu

from fatdesk.gui.analysis.installed import installed_of
from fatdesk.gui.desk import Desk
from fatdesk.gui.widgets.menu_button import MenuButton
from fatdesk.gui.widgets.plain_text import menu_text
from fatdesk.project.document.stage_names import StageName

HINT = "The plan that the report is compared with while a step of growth is in progress"
BY_TICKS = "Stages that are ticked as done"
TODAY_TITLE = "Network of today"
WORKING = "Working out the stages…"
Choice = tuple[str, StageName | str | None]


def title_of(stage: StageName, several: bool) -> str:
    """Return the title of a stage; with its step where there are several.

    >>> title_of(StageName(1, 2, done=True), False), title_of(StageName(3, 0, done=True), True)
    ('After stage 2', 'Step 3 before stage 1')
    """
    words = stage.words if several else stage.words.removeprefix(f"step {stage.step} ")
    return words[0].upper() + words[1:]


class StageChoice(MenuButton):
    """A menu of the stages of the growth plan; hidden where the plan has no steps."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.theme, "growth", TODAY_TITLE, HINT)
        self.setObjectName("stages")
        self._session = desk.session
        self.choices = QMenu(self)
        self.choices.aboutToShow.connect(self._fill)
        self.setMenu(self.choices)

    def follow(self) -> None:
        """Show what the report is compared with."""
        installed = installed_of(self._session)
        self.setVisible(bool(installed.file and self._session.is_open and self._session.project.growth))
        expected = installed.expected if installed.file else None
        stage = None if expected is None or isinstance(expected, str) else expected.stage
        several = len(self._session.project.growth) > 1
        self.setText(TODAY_TITLE if stage is None else title_of(stage, several))
        if self.choices.isVisible():
            self._fill()

    def _fill(self) -> None:
        """Offer the ticked stages, today, and each stage of each step."""
        from fatdesk.project.growing.installed import TODAY, step_under_way

        installed, menu = installed_of(self._session), self.choices
        menu.clear()
        group = QActionGroup(menu)
        under_way = step_under_way(self._session.project)
        chosen = TODAY if installed.wanted is None and under_way is None else installed.wanted
        first: list[Choice] = [] if under_way is None else [(BY_TICKS, None)]
        self._add(menu, group, [*first, (TODAY_TITLE, TODAY)], chosen)
        steps = installed.steps
        if steps is None:
            menu.addAction(menu_text(WORKING)).setEnabled(False)
        elif isinstance(steps, str):
            menu.addAction(menu_text(steps)).setEnabled(False)
        else:
            for step in steps:
                part = menu.addMenu(menu_text(f"Step {step.number}"))
                rebuilt = step.work.grown.policy == "rebuild"
                names = [StageName(step.number, number, done=True) for number in range(step.stages + 1)]
                titles = [title_of(name, False) for name in names]
                found: list[Choice] = list(zip(titles, names, strict=True))
                self._add(part, group, found[1:] if rebuilt else found, chosen)

    def _add(
        self, menu: QMenu, group: QActionGroup, choices: list[Choice], chosen: StageName | str | None
    ) -> None:
        for title, wanted in choices:
            action = menu.addAction(menu_text(title))
            action.setCheckable(True)
            action.setChecked(wanted == chosen)
            group.addAction(action)
            action.triggered.connect(partial(self._take, wanted))

    def _take(self, wanted: StageName | str | None, _: bool = False) -> None:
        installed_of(self._session).compare_with(wanted)
