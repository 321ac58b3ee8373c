"""Milliseconds of a frame of the floor, 1,000 racks: ``python -m tests.benchmarks.floor``.

A frame is one step of the pointer while the floor is panned, painted whole. Processor time, so that others on
the machine do not count.
"""

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.window.main_window import MainWindow
from fatdesk.project.files.storing import save_project
from tests.benchmarks.large import large_room

STEPS, ROUNDS = 60, 5
BOUND_MS = 5.0
"""What a step may take while a tray is drawn."""


def mouse(canvas, kind, at, button):
    """An event of the middle button."""
    held = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseButtonRelease else Qt.MouseButton.MiddleButton
    port, spot = canvas.viewport(), QPointF(at)
    event = QMouseEvent(kind, spot, port.mapToGlobal(spot), button, held, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(port, event)


def pan(canvas):
    """Milliseconds of each step of a pan."""
    middle, spent = Qt.MouseButton.MiddleButton, []
    mouse(canvas, QEvent.Type.MouseButtonPress, QPointF(600, 400), middle)
    for step in range(1, STEPS + 1):
        start = time.process_time()
        at = QPointF(600 - 3 * step, 400 + 2 * step)
        mouse(canvas, QEvent.Type.MouseMove, at, Qt.MouseButton.NoButton)
        canvas.viewport().repaint()
        spent.append((time.process_time() - start) * 1e3)
    mouse(canvas, QEvent.Type.MouseButtonRelease, at, middle)
    return spent


def draw(view, tool):
    """Milliseconds of each step of the pointer while something is drawn with a tool."""
    canvas, left, spent = view.canvas, Qt.MouseButton.LeftButton, []
    view.take_tool(tool)
    for kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):
        mouse(canvas, kind, QPointF(300, 300), left)
    for step in range(1, STEPS + 1):
        start = time.process_time()
        mouse(canvas, QEvent.Type.MouseMove, QPointF(310 + 7 * step, 305 + 5 * step), Qt.MouseButton.NoButton)
        canvas.viewport().repaint()
        spent.append((time.process_time() - start) * 1e3)
    canvas.tool.cancel()
    canvas.take_tool(None)
    return spent


def main():
    """Print the figures; 1 when a step of a tray takes longer than it may."""
    application = QApplication.instance() or QApplication([])
    window = MainWindow(Theme(application, "light"))
    window.resize(1600, 1000)
    window.show()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.fatdesk"
        save_project(large_room(), path)
        window.files.open_path(path)
    window.show_workspace("floor")
    application.processEvents()
    canvas = window.workspaces["floor"].canvas
    print(f"{len(canvas.scene.racks):,} racks")
    print(f"{'ms a frame':>22} {'first':>7} {'median':>7} {'worst':>7}")
    for times in (1.0, 2.0, 4.0, 8.0):
        canvas.fit()
        canvas.zoom(times)
        first, *rest = pan(canvas)
        median = statistics.median(rest)
        print(f"{f'{times:g} times the whole':>22} {first:>7.1f} {median:>7.1f} {max(rest):>7.1f}")
    canvas.fit()
    tray = 0.0
    for tool in ("tray", "wall", "column"):
        rounds = [draw(window.workspaces["floor"], tool) for _ in range(ROUNDS)]
        first, *rest = (min(step) for step in zip(*rounds, strict=True))
        if tool == "tray":
            tray = max(rest)
        name = f"drawing a {tool}"
        print(f"{name:>22} {first:>7.1f} {statistics.median(rest):>7.1f} {max(rest):>7.1f}")
    window.desk.tasks.stop()
    window.session.leave()
    print(f"allowed {BOUND_MS:g} ms a step of a tray, the least of {ROUNDS} rounds for each step")
    return int(tray > BOUND_MS)


if __name__ == "__main__":
    sys.exit(main())
