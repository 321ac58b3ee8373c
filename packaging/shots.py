"""Render every view of the desk, in both themes and two sizes, into docs/shots."""

import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from PySide6.QtCore import QPoint, Qt  # noqa: E402
from PySide6.QtTest import QTest  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402

from fatdesk.gui.actions import WORKSPACES  # noqa: E402
from fatdesk.gui.main_window import MainWindow  # noqa: E402
from fatdesk.gui.session import Thing  # noqa: E402
from fatdesk.gui.theme.theme import Theme  # noqa: E402
from fatdesk.gui.workspaces.documents import Documents  # noqa: E402
from fatdesk.gui.workspaces.floor import FloorView  # noqa: E402

SIZES = ((1600, 1000), (1280, 720))


def long_run(window: MainWindow) -> str:
    """A cable that goes through several trays."""
    rows = window.session.derived.rows
    return max(rows, key=lambda row: (len(row.run), row.length.computed_um or 0)).id


def drag(window: MainWindow) -> None:
    """Take a rack by the mouse, and leave it in the air."""
    view = window.workspaces["floor"]
    assert isinstance(view, FloorView)
    canvas = view.canvas
    racks = [rack for rack in window.session.project.floor.racks if rack.devices]
    start = canvas.rect_px(canvas._boxes[racks[-1].number]).center().toPoint()
    QTest.mousePress(canvas.viewport(), Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 12):
        QTest.mouseMove(canvas.viewport(), start - QPoint(step * 14, 0))
        QApplication.processEvents()


def shoot(window: MainWindow, name: str, folder: Path) -> None:
    """One picture of the whole window."""
    for _ in range(3):
        QApplication.processEvents()
    window.grab().save(str(folder / f"{name}-{window.theme.mode}-{window.width()}.png"))


def tour(window: MainWindow, folder: Path) -> None:
    """Every view once."""
    session = window.session
    session.leave()
    shoot(window, "welcome", folder)
    window.open_example("nodes-396")
    for name, _ in WORKSPACES:
        window.show_workspace(name)
        QApplication.processEvents()
        session.select([Thing("cable", long_run(window))] if name in ("floor", "cables") else [])
        if name == "racks":
            session.select([Thing("device", "compute/edge/20")])
        if name == "bill":
            session.select([Thing("part", session.derived.bill.lines[0].part)])
        documents = window.workspaces["documents"]
        if name == "documents" and isinstance(documents, Documents):
            documents.table.selectRow(6)
        shoot(window, name, folder)
    session.select([])
    window.show_workspace("floor")
    QApplication.processEvents()
    drag(window)
    shoot(window, "drag", folder)
    view = window.workspaces["floor"]
    assert isinstance(view, FloorView)
    view.canvas.end_drag()
    window.findings.toggle()
    shoot(window, "findings", folder)
    window.findings.toggle()
    window.show_palette()
    QTest.keyClicks(window.palette_box.field, "a0")
    shoot(window, "palette", folder)
    window.palette_box.hide()
    session.leave()
    window.open_example("blades-224")
    for name in ("floor", "racks"):
        window.show_workspace(name)
        shoot(window, f"blades-{name}", folder)
    session.leave()


def main() -> int:
    """Make all pictures."""
    folder = ROOT / "docs" / "shots"
    folder.mkdir(parents=True, exist_ok=True)
    application = QApplication([])
    theme = Theme(application, "light")
    window = MainWindow(theme)
    window.trouble.release()  # an exception ends this script
    window.show()
    for mode in ("light", "dark"):
        theme.wear(mode)
        for size in SIZES:
            window.resize(*size)
            tour(window, folder)
    window.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
