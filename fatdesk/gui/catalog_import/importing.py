"""Import commands of the window: choose files, show the dialog, report the result."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.core.sheets import read_sheets
from fatdesk.core.yaml_events import read_bytes
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Adapter
from fatdesk.gui.catalog_import.destination import Destination, of_library, of_project
from fatdesk.gui.catalog_import.device_type_dialog import ImportDialog
from fatdesk.gui.catalog_import.price_list_dialog import PriceDialog
from fatdesk.gui.desk import Desk
from fatdesk.gui.widgets.plain_text import box

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
            names, _ = QFileDialog.getOpenFileNames(self._window, title, str(Path.home()), DEVICE_TYPES)
            paths = [Path(name) for name in names]
        if paths:
            adapters = Catalog([*load_shipped(), *self._own()]).of(Adapter)
            self._open(
                ImportDialog(self._desk, paths, destinations or self.destinations(), adapters, self._window)
            )

    def prices(self, path: Path | None = None, destinations: Sequence[Destination] = ()) -> None:
        """Import a price list; without a path, ask for the file. ``destinations`` as in ``parts``."""
        if path is None:
            title = "Import a price list"
            name, _ = QFileDialog.getOpenFileName(self._window, title, str(Path.home()), PRICE_LISTS)
            if not name:
                return
            path = Path(name)
        try:
            sheets = read_sheets(read_bytes(path), path.name)
        except FatdeskError as error:
            shown = box(self._window, "Import failed", f"{path.name} could not be read.", str(error))
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
