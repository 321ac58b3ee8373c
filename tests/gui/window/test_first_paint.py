"""What is loaded before the first window is painted."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.patience import PATIENCE_S

ROOT = Path(__file__).parents[3]
LATER = ("numpy", "scipy", "pyqtgraph", "numba", "networkx")
"""Heavy packages: none of them is needed to show the first page."""


def test_the_window_is_painted_before_heavy_packages_are_loaded(tmp_path):
    state = {"XDG_STATE_HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    words = [sys.executable, "-m", "tests.gui.window.first_paint"]
    done = subprocess.run(
        words,
        cwd=ROOT,
        env=os.environ | state,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=True,
    )
    stated = json.loads(done.stdout.splitlines()[-1])
    assert stated["window"] == "MainWindow"
    loaded = set(stated["modules"])
    assert "fatdesk.gui.window.welcome" in loaded
    assert not loaded & {*LATER, "yaml", "multiprocessing", "fatdesk.gui.menus.palette"}
    assert not any(name.startswith(("fatdesk.engine.cabling", "fatdesk.engine.floor")) for name in loaded)


def test_modules_are_imported_without_a_look_at_their_source():
    """PySide6 reads the source of modules imported after it, unless its import function is replaced."""
    script = (
        "import builtins, linecache; own = builtins.__import__; "
        "from fatdesk.gui import app; app.import_qt(); "
        "import fatdesk.gui.menus.menus; "
        "print(builtins.__import__ is own, *(name for name in linecache.cache if 'fatdesk' in name))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=True,
    )
    assert done.stdout.split() == ["True"]


def test_everything_that_shows_a_project_is_made_with_the_first(window, saved):
    assert window.pages.count() == 1
    window.files.open_path(saved)
    assert window.pages.currentWidget() is window.panes
    assert window.workspace is window.workspaces["floor"]
    window.session.leave()
    assert window.pages.currentWidget() is window.welcome
    window.files.open_path(saved)
    assert window.pages.count() == 2


def test_what_comes_next_is_loaded_beside_the_window(qtbot, monkeypatch):
    """In a thread that ends by itself."""
    from fatdesk.gui import app

    loaded = []
    monkeypatch.setattr(app, "load_modules", lambda: loaded.append(threading.current_thread().name))
    monkeypatch.setattr(app, "LATER_MS", 0)
    window = QWidget()
    qtbot.addWidget(window)
    app.preload_after_paint(window)
    QTest.qWait(50)
    assert not loaded  # not before the window is painted, however long that takes
    window.show()
    qtbot.waitUntil(lambda: bool(loaded))
    assert loaded == ["fatdesk preload"]
    monkeypatch.undo()
    app.load_modules()
    assert "fatdesk.gui.requirements.wizard" in sys.modules


def test_a_program_that_copied_a_table_ends_well(tmp_path):
    """Qt frees what was copied when Python is gone: the exit status tells whether that went well."""
    code = (
        "import sys\n"
        "from PySide6.QtCore import QTimer\n"
        "from fatdesk.gui import app\n"
        "from fatdesk.gui.widgets.plain_text import put_table\n"
        "from fatdesk.gui.window import main_window\n"
        "shown = main_window.MainWindow.show\n"
        "def show(self):\n"
        "    shown(self)\n"
        "    put_table('a\\tb\\n', '<table></table>')\n"
        "    QTimer.singleShot(50, self.close)\n"
        "main_window.MainWindow.show = show\n"
        "sys.exit(app.main([]))\n"
    )
    state = {"XDG_STATE_HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    words = [sys.executable, "-c", code]
    done = subprocess.run(
        words, cwd=ROOT, env=os.environ | state, capture_output=True, timeout=PATIENCE_S, check=False
    )
    assert done.returncode == 0, done.stderr


def test_preloading_leaves_out_what_no_view_needs_to_be_shown():
    """Numba and the optimizers of SciPy took 120 MB of every window, its graphs 35 MB."""
    script = "import sys; from fatdesk.gui import app; app.load_modules(); print(*sys.modules)"
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=True,
    )
    loaded = set(done.stdout.split())
    assert "fatdesk.gui.floor.canvas" in loaded
    assert not loaded & {"numba", "llvmlite", "scipy.optimize", "scipy.sparse"}
