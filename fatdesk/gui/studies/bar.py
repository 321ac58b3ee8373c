"""What the tool bars of studies share: run and cancel, the study, its networks, export."""

from collections.abc import Callable, Sequence

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QFrame, QPushButton

from fatdesk.gui.desk import Desk
from fatdesk.gui.studies.add_network import AddButton
from fatdesk.gui.studies.export_button import ExportButton
from fatdesk.gui.studies.study_button import StudyButton
from fatdesk.gui.theme.icons import icon, picture
from fatdesk.gui.widgets.plain_text import tip


class StudyTools:
    """The parts; ``ready`` tells ready-made studies and what they show, ``arrives`` what runs bring."""

    def __init__(
        self, desk: Desk, names: Callable[[], Sequence[str]], ready: Sequence[tuple[str, str]], arrives: str
    ) -> None:
        self._theme = desk.theme
        self.study = StudyButton(desk, names, ready)
        self.run, self.cancel = QPushButton("Run"), QPushButton("Cancel")
        self.run.setProperty("kind", "primary")
        self.cancel.setToolTip(tip(f"Stop the run; {arrives} that have arrived stay"))
        self.add, self.export = AddButton(desk), ExportButton(desk)
        desk.theme.changed.connect(self._look)

    def _divider(self) -> QFrame:
        line = QFrame()
        line.setProperty("role", "divider")
        line.setFixedSize(1, self._theme.px(20))
        return line

    def _look(self) -> None:
        theme, size = self._theme, self._theme.px(16)
        made = QIcon(picture(theme, "play", "on_accent", size))
        made.addPixmap(picture(theme, "play", "disabled", size), QIcon.Mode.Disabled)
        self.run.setIcon(made)
        self.cancel.setIcon(icon(theme, "stop", size))

    def _allow(self, *, study: bool, networks: bool, points: bool, running: bool) -> None:
        self.run.setEnabled(networks and not running)
        self.cancel.setEnabled(running)
        self.add.setEnabled(study)
        self.export.allow(study=study, points=points)
        words = "Measure what is missing"
        if running:
            words = "A run is under way"
        elif not networks:
            words = "Add a network first" if study else "Choose or make a study first"
        self.run.setToolTip(tip(words))

    def say_less(self, less: bool) -> None:
        """Leave words out where there is no room for them."""
        self.add.setText("Add" if less else "Add network")
