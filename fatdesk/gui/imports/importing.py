"""Import commands of the window: choose files, show the dialog with what would change, report the result."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.core.formats.sheets import read_sheets
from fatdesk.core.formats.yaml_events import read_bytes
from fatdesk.core.number_text import counted
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Adapter
from fatdesk.gui.desk import Desk
from fatdesk.gui.files.drop_target import LISTS
from fatdesk.gui.imports.destination import Destination, of_library, of_project
from fatdesk.gui.imports.device_type_dialog import ImportDialog
from fatdesk.gui.imports.price_list_dialog import PriceDialog
from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.gui.widgets.plain_text import box

if TYPE_CHECKING:
    from fatdesk.engine.list_import.report import Report
    from fatdesk.gui.files.files import Files
    from fatdesk.gui.imports.report_dialog import ReportDialog


DEVICE_TYPES = "Device types, module types, racks (*.yaml *.yml)"
PRICE_LISTS = "Price lists (*.xlsx *.ods *.csv)"


class Importing(QObject):
    """Runs the imports of device types and price lists."""

    def __init__(self, window: QWidget, desk: Desk) -> None:
        super().__init__(window)
        self._window, self._desk = window, desk
        self.dialog: ImportDialog | PriceDialog | None = None

    def parts(self, paths: Sequence[Path] = (), destinations: Sequence[Destination] = ()) -> None:
        """Import device types; without paths, ask for files.

        Parameters
        ----------
        paths
            Files and folders.
        destinations
            Possible destinations, the default first; without any, the open project. The user can choose
            another folder.
        """
        if not paths:
            title = "Import device types"
            names, _ = QFileDialog.getOpenFileNames(self._window, title, str(self._desk.folder), DEVICE_TYPES)
            paths = [Path(name) for name in names]
            if paths:
                self._desk.keep_folder(paths[0].parent)
        if paths:
            adapters = Catalog([*load_shipped(), *self._own()]).of(Adapter)
            self._open(
                ImportDialog(self._desk, paths, destinations or self.destinations(), adapters, self._window)
            )

    def prices(self, path: Path | None = None, destinations: Sequence[Destination] = ()) -> None:
        """Import price list; without a path, ask for the file. ``destinations`` as in ``parts``."""
        if path is None:
            title = "Import price list"
            name, _ = QFileDialog.getOpenFileName(self._window, title, str(self._desk.folder), PRICE_LISTS)
            if not name:
                return
            path = Path(name)
            self._desk.keep_folder(path.parent)
        try:
            sheets = read_sheets(read_bytes(path), path.name)
        except FatdeskError as error:
            why = in_sentence(str(error))
            shown = box(self._window, "Import failed", f"{path.name} could not be read.", why)
            shown.exec()
            return
        self._open(
            PriceDialog(self._desk, path.name, sheets, destinations or self.destinations(), self._window)
        )

    def _own(self) -> list[Adapter]:
        session = self._desk.session
        parts = session.project.parts if session.is_open else ()
        return [part for part in parts if isinstance(part, Adapter)]

    def destinations(self) -> list[Destination]:
        """Return where parts and prices can go now, the default first."""
        session, folder = self._desk.session, self._desk.libraries.folder
        found = [of_library(folder)] if folder is not None else []
        return [*found, of_project(session)] if session.is_open else found

    def _open(self, dialog: ImportDialog | PriceDialog) -> None:
        self.dialog = dialog
        dialog.accepted.connect(lambda: self._desk.session.said.emit(dialog.summary))
        dialog.finished.connect(lambda _: self._closed())
        dialog.open()

    def _closed(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None


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
        self.calibrating: QDialog | None = None

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
        from fatdesk.gui.imports.report_dialog import ReportDialog

        if self.shown is not None:
            self.shown.deleteLater()
        self.shown = ReportDialog(self._desk, report, self._window)
        self.shown.open()

    def calibrate(self) -> None:
        """Show the calibration of slack and tolerance."""
        from fatdesk.gui.imports.calibration import CalibrationDialog

        self._fit(lambda: CalibrationDialog(self._desk, self._window))

    def fit_rates(self) -> None:
        """Show the rates of installation by the hours spent on ticked cables."""
        from fatdesk.gui.imports.work_hours import WorkHoursDialog

        self._fit(lambda: WorkHoursDialog(self._desk, self._window))

    def _fit(self, make: Callable[[], QDialog]) -> None:
        """Open a dialog that fits rules to what came back, or say what is missing for it."""
        try:
            made = make()
        except FatdeskError as error:
            self._files.show_error(KEPT, f"{KEPT}.", in_sentence(str(error)))
            return
        if self.calibrating is not None:
            self.calibrating.deleteLater()
        self.calibrating = made
        made.open()
