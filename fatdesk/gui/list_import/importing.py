"""Import commands for edited lists: choose files, read them in the background, show the report."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.gui.desk import Desk
from fatdesk.gui.files.drop_target import LISTS
from fatdesk.gui.widgets.numbers import counted, in_sentence

if TYPE_CHECKING:
    from fatdesk.engine.list_import.report import Report
    from fatdesk.gui.files.files import Files
    from fatdesk.gui.list_import.calibration import CalibrationDialog
    from fatdesk.gui.list_import.report_dialog import ReportDialog

NOTHING = "Import failed"
KEPT = "The rules are unchanged"


class ListImports:
    """Imports edited lists into the project of a window.

    Attributes
    ----------
    shown
        The dialog of the last import.
    calibrating
        The dialog of the last calibration.
    """

    def __init__(self, window: QWidget, desk: Desk, files: "Files") -> None:
        self._window, self._desk, self._files = window, desk, files
        self.shown: ReportDialog | None = None
        self.calibrating: CalibrationDialog | None = None

    def ask(self) -> None:
        """Ask for files and import them."""
        kinds = f"Lists ({' '.join(f'*{ending}' for ending in LISTS)})"
        title, start = "Import edited wiring lists and bills", str(self._files.folder())
        names, _ = QFileDialog.getOpenFileNames(self._window, title, start, kinds)
        if names:
            self.read([Path(name) for name in names])

    def read(self, paths: Sequence[Path]) -> None:
        """Read lists in the background, then show the changes."""
        from fatdesk.tasks.files import read_lists

        title = paths[0].name if len(paths) == 1 else counted(len(paths), "list")
        task = self._desk.tasks.start(
            f"Import {title}",
            read_lists,
            self._desk.session.project,
            tuple(paths),
            done=self._show,
            failed=lambda why: self._files.show_error(NOTHING, f"{NOTHING}.", why),
        )
        self._files.waiting.emit(task)

    def _show(self, report: "Report") -> None:
        from fatdesk.gui.list_import.report_dialog import ReportDialog

        if self.shown is not None:
            self.shown.deleteLater()
        self.shown = ReportDialog(self._desk, report, self._window)
        self.shown.open()

    def calibrate(self) -> None:
        """Show the calibration of slack and tolerance."""
        from fatdesk.gui.list_import.calibration import CalibrationDialog

        try:
            made = CalibrationDialog(self._desk, self._window)
        except FatdeskError as error:
            self._files.show_error(KEPT, f"{KEPT}.", in_sentence(str(error)))
            return
        if self.calibrating is not None:
            self.calibrating.deleteLater()
        self.calibrating = made
        self.calibrating.open()
