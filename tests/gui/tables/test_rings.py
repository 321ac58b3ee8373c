"""The ring of the current line: that around the head of a group goes when another line is the current one."""

import numpy as np
from PySide6.QtCore import QEvent, QItemSelectionModel, QObject, QPoint
from PySide6.QtWidgets import QApplication

from fatdesk.gui.tables import Column, Groups, RowsModel
from fatdesk.gui.tables.table import Table

ROWS = ["one", "two", "three"]


class Painted(QObject):
    """Collects what is painted of a widget."""

    def __init__(self, widget):
        super().__init__(widget)
        self.regions = []
        widget.installEventFilter(self)

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            self.regions.append(event.region())
        return False


def test_the_whole_ring_of_a_head_is_painted_over(window, qtbot):
    model = RowsModel((Column("Name", 100, str), Column("Upper", 100, str.upper)), window)
    model.group_by(lambda rows: Groups(["All"], np.arange(len(rows)), np.zeros(len(rows), np.int64)))
    table = Table(window.desk, model, "rings")
    qtbot.addWidget(table)
    model.show(ROWS)
    table.resize(400, 200)
    table.show()
    qtbot.waitExposed(table)
    table.setCurrentIndex(model.index(0, 1))
    QApplication.processEvents()
    table.viewport().repaint()
    painted = Painted(table.viewport())
    table.selectionModel().setCurrentIndex(model.index(2, 1), QItemSelectionModel.SelectionFlag.NoUpdate)
    qtbot.waitUntil(lambda: bool(painted.regions))
    ring = QPoint(3, table.visualRect(model.index(0, 0)).center().y())
    assert any(region.contains(ring) for region in painted.regions)
