"""Printing of documents with progress, and the record of last runs."""

from collections.abc import Sequence
from datetime import datetime
from time import monotonic

from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QApplication, QProgressDialog, QWidget

from fatdesk.core.errors import Cancelled, FatdeskError
from fatdesk.engine.drawing.display import Leaf
from fatdesk.gui.desk import Desk
from fatdesk.gui.documents.document import BY_NAME
from fatdesk.gui.documents.export_jobs import Run, decided, read_runs, remember_runs
from fatdesk.gui.widgets.numbers import counted
from fatdesk.gui.widgets.plain_text import box, label
from fatdesk.paper.printer import print_leaves
from fatdesk.project.document.export_job import ExportJob

STEP_S = 0.05


class ShownProgress:
    """Progress dialog; ``step`` raises ``Cancelled`` after Cancel was pressed."""

    def __init__(self, parent: QWidget, title: str) -> None:
        self._dialog = QProgressDialog(parent)
        words = label(title)
        self._dialog.setLabel(words)
        self._words = words
        self._dialog.setWindowTitle(title)
        self._dialog.setWindowModality(Qt.WindowModality.WindowModal)
        self._dialog.setMinimumDuration(400)
        self._dialog.setAutoClose(False)
        self._dialog.setAutoReset(False)
        self._last = 0.0

    def step(self, done: int, total: int, text: str) -> None:
        """Show the progress."""
        if monotonic() - self._last < STEP_S:
            return
        self._last = monotonic()
        self._dialog.setMaximum(max(1, total))
        self._dialog.setValue(min(done, max(1, total)))
        self._words.setText(text)
        QApplication.processEvents()
        if self._dialog.wasCanceled():
            raise Cancelled

    def done(self) -> None:
        """Close the dialog."""
        self._dialog.reset()
        self._dialog.close()
        self._dialog.deleteLater()


class Printer(QObject):
    """Prints documents and records runs; ``sent`` signals a printed or exported document."""

    sent = Signal()

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = desk.session
        self._window = parent
        self._here: list[Run] = []
        """Runs of a project without file."""
        desk.session.opened.connect(self._here.clear)

    def runs(self) -> dict[tuple[bool, str], Run]:
        """Return the last runs of the documents and jobs of the open project."""
        found = read_runs(self._project()) if self._project() else {}
        return found | {run.key: run for run in self._here}

    def _project(self) -> str:
        path = self._session.path
        return str(path.resolve()) if path else ""

    def remember(self, names: Sequence[str], state: str, printed: bool = False) -> None:
        """Record that documents were exported or printed in a state of the project."""
        now = datetime.now().astimezone()
        self._keep([Run(self._project(), name, now, state, printed) for name in names])

    def remember_job(self, job: ExportJob, state: str, wrote: dict[str, str]) -> None:
        """Record that a job was run in a state of the project."""
        now = datetime.now().astimezone()
        self._keep([Run(self._project(), job.name, now, state, decided=decided(job), wrote=wrote)])

    def call_job(self, name: str, to: str) -> None:
        """Move the record of a renamed job."""
        run = self.runs().get((True, name))
        if run is not None:
            self._keep([replace(run, document=to)])

    def _keep(self, runs: list[Run]) -> None:
        if self._project():
            problem = remember_runs(runs)
            if problem:
                self._session.said.emit(problem)
        else:
            self._here += runs
        self.sent.emit()

    def ask_and_print(self, name: str, leaves: Sequence[Leaf], at: int) -> None:
        """Show the print dialog and print; errors are shown."""
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setDocName(name)
        dialog = QPrintDialog(printer, self._window)
        dialog.setWindowTitle(f"Print {name}")
        dialog.setMinMax(1, len(leaves))
        dialog.setFromTo(at + 1, at + 1)
        dialog.setOption(QPrintDialog.PrintDialogOption.PrintPageRange, True)
        dialog.setPrintRange(QPrintDialog.PrintRange.AllPages)
        if dialog.exec() == QPrintDialog.DialogCode.Accepted:
            self.print(name, leaves, printer)
        dialog.deleteLater()

    def print(self, name: str, leaves: Sequence[Leaf], printer: QPrinter) -> None:
        """Print pages on a printer; errors are shown."""
        progress = ShownProgress(self._window, f"Printing {name}")
        try:
            count = print_leaves(printer, leaves, f"{name} of {self._session.name}", progress)
        except Cancelled:
            self._session.said.emit("Printing cancelled.")
            return
        except FatdeskError as error:
            box(self._window, "Printing failed", f"{name} could not be printed.", str(error)).exec()
            return
        finally:
            progress.done()
        if name in BY_NAME:
            self.remember([name], self._session.derived.plan.state, printed=True)
        self._session.said.emit(f"Printed {counted(count, 'page')} of {name}.")
