"""Run in a process of its own, with QT_SCALE_FACTOR set: print each word that is cut or covered, as a line.

Arguments: a folder for files, width and height of the window in logical pixels; further a theme, and a
folder for pictures.
"""

import sys
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from fatdesk.gui.menus.actions import WORKSPACES
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.window.main_window import MainWindow
from fatdesk.project.document.ref import RACK
from tests.gui.accessibility.clipping import wrong_in
from tests.gui.accessibility.dialogs import DIALOGS, measured
from tests.gui.conftest import leave


def settle():
    """Let layouts come to rest."""
    for _ in range(3):
        QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)


def main(folder, width, height, mode="light", pictures=None):
    application = QApplication([])
    theme = Theme(application, mode)
    window = MainWindow(theme)
    window.trouble.release()
    window.resize(width, height)
    window.show()
    settle()

    seen = []

    def look(where, widget):
        seen.append(where)
        for words in wrong_in(widget, theme):
            print(f"{where}: {words}")
        if pictures:
            widget.grab().save(str(pictures / f"{where.replace(' ', '-')}-{theme.mode}.png"))

    look("first page", window)
    window.actions_by_id["design"].trigger()
    wizard = window.designing.wizard
    for number in range(len(wizard.pages.pages)):
        wizard.pages.go_to(number)
        settle()
        look(f"wizard {number + 1}", window)
    leave(window)
    measured(window)
    for name, _ in WORKSPACES:
        window.show_workspace(name)
        window.session.select([RACK(1)] if name == "floor" else [])
        settle()
        look(name, window)
    for name, make in DIALOGS.items():
        dialog = make(window, folder)
        dialog.show()
        settle()
        look(f"dialog {name}", dialog)
        if dialog.width() > width or dialog.height() > height:
            print(f"dialog {name}: larger than the window: {dialog.width()} x {dialog.height()}")
        dialog.reject()
    leave(window)
    print(f"looked at {len(seen)} places")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:5], *map(Path, sys.argv[5:]))
