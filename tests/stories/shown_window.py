"""The window as users start it, on the display of the environment, telling on standard output what it shows.

    python shown_window.py PROJECT RACK

Each line is a JSON object: where on the screen the middle of the rack of that number is, where the middle
of the free place beside the last rack of its row is, and the texts of the status line and of the undo step.
"""

import json
import sys
from pathlib import Path

from PySide6.QtCore import QPoint, QRectF, QTimer
from PySide6.QtWidgets import QApplication

from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.window.main_window import MainWindow
from tests.gui.pages.status_line import StatusLine

EVERY_MS = 40


def main() -> int:
    """Open the project and tell what is shown whenever it is another thing."""
    path, number = Path(sys.argv[1]), int(sys.argv[2])
    application = QApplication([sys.argv[0]])
    window = MainWindow(Theme(application, "light"))
    window.trouble.release()
    window.resize(1280, 760)
    window.move(0, 0)
    window.show()
    window.session.load(path)
    window.show_workspace("floor")
    canvas = window.workspaces["floor"].canvas
    last = ""

    def on_screen(box: QRectF) -> list[int]:
        point: QPoint = canvas.viewport().mapToGlobal(canvas.rect_px(box).center().toPoint())
        return [point.x(), point.y()]

    def look() -> None:
        nonlocal last
        racks = {rack.number: rack for rack in window.session.project.floor.racks}
        row = [rack for rack in racks.values() if rack.row == racks[number].row]
        end = max(row, key=lambda rack: rack.position)
        box = QRectF(canvas.scene.boxes[end.number])
        box.translate(box.width() * 1.1, 0)
        stated = json.dumps(
            {
                "rack": on_screen(canvas.scene.boxes[number]),
                "free": on_screen(box),
                "place": [racks[number].row, racks[number].position],
                "ordered": StatusLine(window).figure("Ordered"),
                "cost": StatusLine(window).figure("Cost"),
                "air": canvas.drag is not None and canvas.drag.moving,
                "undo": window.actions_by_id["undo"].text(),
                "unsaved": window.session.unsaved,
            }
        )
        if stated != last:
            last = stated
            print(stated, flush=True)

    timer = QTimer(window)
    timer.timeout.connect(look)
    timer.start(EVERY_MS)
    return application.exec()


if __name__ == "__main__":
    sys.exit(main())
