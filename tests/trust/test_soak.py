"""P19: a long day at the desk leaks nothing: opened, looked at, edited, undone and closed again and again."""

import gc
import sys
import threading
from pathlib import Path
from time import monotonic

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.window.main_window import MainWindow
from fatdesk.project.commands.racks import RenameRack
from fatdesk.project.document.ref import CABLE, RACK
from fatdesk.project.files.storing import save_project
from tests.trust.promises import Promise

LONG_S = 20 * 60
ROUNDS = 3
WARM = 2
"""Rounds before the first look: caches, fonts and compiled patterns fill up in them."""
MOST_MB_A_ROUND = 0.25
"""Of the short form, whose few rounds tell a leak of a window or a project, not one of a string."""
MOST_MB_AN_HOUR = 5.0


def resident_mb() -> float:
    """Megabytes of this program that lie in memory now."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) * 1024 / 1e6


def slope(points: list[tuple[float, float]]) -> float:
    """Of the straight line through some points, by least squares."""
    x0 = sum(x for x, _ in points) / len(points)
    y0 = sum(y for _, y in points) / len(points)
    return sum((x - x0) * (y - y0) for x, y in points) / sum((x - x0) ** 2 for x, _ in points)


def one_round(window: MainWindow, path: Path, number: int) -> None:
    """Open, see everything, drag, edit, undo, close."""
    window.session.load(path)
    session = window.session
    racks = [rack for rack in session.project.floor.racks if rack.devices]
    rack, cable = racks[number % len(racks)], session.derived.rows[number % len(session.derived.rows)]
    for turn, name in enumerate(window.workspaces, start=number):  # a rack and a cable in turn, in each
        window.show_workspace(name)
        session.select([CABLE(cable.id) if turn % 2 else RACK(rack.number)])
        window.grab()
    window.theme.toggle()
    canvas = window.workspaces["floor"].canvas
    window.show_workspace("floor")
    start = canvas.rect_px(canvas.scene.boxes[racks[-1].number]).center().toPoint()
    QTest.mousePress(canvas.viewport(), Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 6):
        QTest.mouseMove(canvas.viewport(), start - QPoint(step * 20, 0))
    QTest.keyClick(canvas, Qt.Key.Key_Escape)
    QTest.mouseRelease(canvas.viewport(), Qt.MouseButton.LeftButton, pos=start)
    for turn in range(3):
        assert session.do(RenameRack(rack=racks[0].number, rack_label=f"R{turn}"))
    for _ in range(3):
        session.undo()
    assert not session.unsaved
    session.leave()
    settle()


def settle() -> None:
    """Everything that was put off is done, and what is garbage is gone."""
    for _ in range(3):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        QCoreApplication.processEvents()
    gc.collect()


@pytest.mark.skipif(sys.platform != "linux", reason="resident memory is read from /proc")
@pytest.mark.promise("P19")
def test_rounds_leave_nothing(qapp, qtbot, designed, tmp_path: Path, long: bool, promise: Promise) -> None:
    theme = Theme(qapp, "light")
    path = tmp_path / "nodes-60.fatdesk"
    save_project(designed("nodes-60"), path)
    window = MainWindow(theme)
    window.trouble.release()
    qtbot.addWidget(window)
    window.show()
    for number in range(WARM):
        one_round(window, path, number)
    qtbot.waitUntil(lambda: not window.desk.tasks.running)
    widgets, threads, files = counted()
    memory: list[tuple[float, float]] = []
    begin, number = monotonic(), 0
    while number < ROUNDS or (long and monotonic() - begin < LONG_S):
        one_round(window, path, number)
        memory.append((monotonic() - begin if long else number, resident_mb()))
        number += 1
    qtbot.waitUntil(lambda: counted() == (widgets, threads, files))  # a worker may still be on its way out
    if long:
        an_hour = slope(memory) * 3600
        assert an_hour <= MOST_MB_AN_HOUR
        stated = "{minutes} min, {trials} rounds, {an_hour} MB an hour, no widget, thread or file left"
        promise(stated, minutes=LONG_S // 60, trials=number, an_hour=round(an_hour, 1))
    else:
        a_round = slope(memory)
        assert a_round <= MOST_MB_A_ROUND
        stated = "{trials} rounds, {a_round} MB a round, no widget, thread or file left"
        promise(stated, trials=number, a_round=round(a_round, 3))


def counted() -> tuple[int, int, int]:
    """Widgets, threads and open files."""
    files = list(Path("/proc/self/fd").iterdir())
    return len(QApplication.allWidgets()), threading.active_count(), len(files)
