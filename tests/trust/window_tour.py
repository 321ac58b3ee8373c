"""A tour of the whole window, for a watcher of files and connections.

    python -m tests.trust.window_tour PROJECT BAIT

Shows every workspace with each kind of thing selected, every tool tip, menu, message box and the palette.
Then it looks for a file OVER next to BAIT, the path of a picture, and shows one label of rich text that names
the picture: a watcher that misses this sees nothing.
"""

import os
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep
from types import TracebackType

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QAbstractTableModel,
    QEventLoop,
    QModelIndex,
    QPoint,
    Qt,
    QTimer,
)
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel, QLineEdit, QMenu, QToolTip, QWidget
from shiboken6 import isValid

from fatdesk.gui.files.recent import Recent, remember
from fatdesk.gui.requirements.pages import Pages
from fatdesk.gui.requirements.view import RequirementsView
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets.plain_text import box, tip
from fatdesk.gui.window.main_window import MainWindow
from fatdesk.project.document.ref import CABLE, CATALOG_PART, DEVICE, PART, RACK, TRAY, Ref
from tests.patience import PATIENCE_S
from tests.tasks.errands import refuse_with

OVER = "the-tour-is-over"
"""The name of a file that is looked for when everything was shown."""


def settle(times: int = 3) -> None:
    """Paint, and do what was put off."""
    for _ in range(times):
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)


def settle_until(done: Callable[[], bool]) -> None:
    """Wait for something that is on its way."""
    deadline = monotonic() + PATIENCE_S
    while not done():
        assert monotonic() < deadline, "it never came"
        settle(1)
        sleep(0.01)  # it comes from another process, which needs a processor


def elements(window: MainWindow) -> list[Ref]:
    """One or a few things of every kind."""
    session = window.session
    floor = session.project.floor
    devices = [device for rack in floor.racks for device in rack.devices]
    return [
        *(RACK(rack.number) for rack in floor.racks[:3]),
        *(DEVICE(device.id) for device in (devices[0], devices[len(devices) // 2], devices[-1])),
        *(TRAY(tray.id) for tray in floor.trays[:2]),
        *(CABLE(row.id) for row in session.derived.rows[:2]),
        *(PART(part.id) for part in session.project.parts),
        CATALOG_PART(session.project.parts[0].id),
    ]


def rows_of(model: QAbstractItemModel, parent: QModelIndex | None = None) -> Iterator[QModelIndex]:
    """All cells of the first rows, at every level of a tree."""
    parent = parent or QModelIndex()
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
    for row in range(min(3, model.rowCount(parent))):
        for column in range(columns):
            yield model.index(row, column, parent)
        if not isinstance(model, QAbstractListModel | QAbstractTableModel):
            yield from rows_of(model, model.index(row, 0, parent))


SHOWN: set[str] = set()
"""Texts of tool tips that were shown: one is shown alike wherever it belongs."""


def show_tip(text: str, top: QWidget) -> None:
    """A tool tip, unless one of the same text was shown before."""
    if text and text not in SHOWN:
        SHOWN.add(text)
        QToolTip.showText(QPoint(200, 200), text, top)
        settle(1)


def show_tips(top: QWidget) -> None:
    """Every tool tip, of widgets and of rows."""
    for widget in [top, *top.findChildren(QWidget)]:
        if not isValid(widget):
            continue  # a page that was made anew meanwhile
        show_tip(widget.toolTip(), top)
        if not isValid(widget):
            continue
        if isinstance(widget, QAbstractItemView) and widget.isVisible() and widget.model() is not None:
            for index in rows_of(widget.model()):
                show_tip(index.data(Qt.ItemDataRole.ToolTipRole) or "", top)
                if not isValid(widget):
                    break
    QToolTip.hideText()


def show_twin(window: MainWindow) -> None:
    """The tables that stand for a drawing."""
    if window.has_table_view:
        window.toggle_table_view()
        settle()
        window.grab()
        show_tips(window.workspace)
        window.toggle_table_view()


def show_panels(window: MainWindow) -> None:
    """The project as a tree, findings, a job of a hostile name, and the log."""
    settle_until(lambda: window.session.document.is_checked)
    window.tree.view.expandAll()
    for tab in window.bottom.tabs:
        window.show_bottom(tab)
        settle()
        window.grab()
    show_tips(window.tree)
    show_tips(window.bottom)


def run_job(window: MainWindow, title: str) -> None:
    """A job that fails with hostile words; its card, its row and its line in the log stay."""
    stated: list[str] = []
    task = window.desk.tasks.start(title, refuse_with, title, done=lambda _: None, failed=stated.append)
    window.files.waiting.emit(task)
    settle_until(lambda: bool(stated))
    assert title in stated[0], stated


def show_box(window: MainWindow, text: str) -> None:
    """A message box that closes by itself."""
    shown = box(window, text, text, text)
    shown.setDetailedText(text)
    QTimer.singleShot(30, shown.reject)
    shown.exec()


def show_pages(pages: Pages, typed: str = "") -> None:
    """The pages of the wizard, or of what is asked of a project, with something typed into every field."""
    for number, page in enumerate(pages.pages):
        pages.go_to(number)
        settle()
        for field in page.findChildren(QLineEdit) if typed else ():
            if isValid(field) and field.isVisible() and field.isEnabled() and not field.isReadOnly():
                field.setText(typed)
                field.editingFinished.emit()
                settle(1)
        pages.grab()
        show_tips(pages)


def tour(window: MainWindow, project: Path) -> None:
    """Everything once."""
    session = window.session
    session.load(project)
    settle()
    hostile = session.project.name
    run_job(window, hostile)
    show_panels(window)
    inspected: set[Ref] = set()
    for name in window.workspaces:
        window.show_workspace(name)
        settle()
        kinds: set[object] = set()
        for element in elements(window):
            if element in inspected and element.kind in kinds:
                continue  # the drawing shows elements of a kind alike
            kinds.add(element.kind)
            session.select([element])
            settle(1)  # the drawing shows what is selected
            if element not in inspected:  # the inspector shows an element alike in every workspace
                inspected.add(element)
                window.inspector.grab()
                show_tips(window.inspector)
        window.grab()
        show_tips(window)
        show_twin(window)
    requested = window.workspaces["requirements"]
    assert isinstance(requested, RequirementsView)
    window.show_workspace("requirements")
    if requested.pages is not None:  # a project may ask for nothing
        show_pages(requested.pages)
    window.design()
    assert window.designing.wizard is not None
    show_pages(window.designing.wizard.pages)
    show_pages(window.designing.wizard.pages, hostile)
    window.designing.end()
    for menu in window.findChildren(QMenu):
        menu.popup(QPoint(10, 10))
        settle(1)
        menu.close()
    window.show_palette()
    for field in window.palette_box.findChildren(QLineEdit):
        field.setText("img")
    settle()
    show_tips(window.palette_box)
    window.palette_box.close()
    session.said.emit(hostile)
    settle()
    show_box(window, hostile)
    problem = remember(Recent(str(project), hostile, 1, 1))
    assert not problem, problem
    session.leave()
    settle()
    window.grab()
    show_tips(window)


def fail(kind: type[BaseException], error: BaseException, where: TracebackType | None) -> None:
    """What goes wrong in a slot ends the tour at once."""
    traceback.print_exception(kind, error, where)
    sys.stderr.flush()
    os._exit(1)


def show_bait(bait: Path) -> None:
    """The end of the tour, and what a watcher must see: a label that names a picture."""
    assert not (bait.parent / OVER).exists()
    label = QLabel(tip("<").replace("&lt;", f'<img src="{bait}">'))
    label.show()
    settle()
    label.grab()
    label.close()


def main() -> int:
    """Go round, and say what was seen."""
    project, bait = map(Path, sys.argv[1:])
    application = QApplication([sys.argv[0]])
    window = MainWindow(Theme(application, "light"))
    window.trouble.release()
    sys.excepthook = fail
    window.resize(1600, 1000)
    window.show()
    tour(window, project)
    show_bait(bait)
    window.close()
    print(f"seen: {len(window.workspaces)} workspaces")
    return 0


if __name__ == "__main__":
    sys.exit(main())
