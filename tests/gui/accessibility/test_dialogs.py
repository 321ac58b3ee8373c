"""Controls of dialogs: names and roles for screen readers."""

import re
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QPushButton

import fatdesk.gui
from fatdesk.gui.views.results_dialog import ResultsDialog
from tests.gui.accessibility.dialogs import DIALOGS, measured
from tests.gui.accessibility.tree import controls, faults

GUI = Path(fatdesk.gui.__file__).parent


def opened(window, folder):
    """Open the dialogs one after the other."""
    measured(window)
    for name, make in DIALOGS.items():
        dialog = make(window, folder)
        dialog.show()
        for _ in range(3):
            QApplication.processEvents()
        yield name, dialog
        dialog.reject()
        dialog.deleteLater()


def test_controls_of_dialogs_have_names_and_roles(window, tmp_path):
    wrong, seen = [], set()
    for name, dialog in opened(window, tmp_path):
        assert isinstance(dialog, QDialog)
        assert list(controls(dialog)), name
        seen.add(type(dialog).__name__)
        wrong += [f"{name}: {words}" for words in faults(dialog)]
    assert not wrong, "\n".join(wrong)
    sources = "\n".join(path.read_text("utf-8") for path in sorted(GUI.rglob("*.py")))
    assert seen == set(re.findall(r"^class (\w+)\((?:QDialog|ResultsDialog)\):", sources, re.MULTILINE)) - {
        "ResultsDialog"
    }


def test_enter_presses_what_has_the_focus_and_never_copies_a_table(window, tmp_path):
    """Enter in a field of a revision copied the table: what was on the clipboard was lost."""
    wrong = []
    for name, dialog in opened(window, tmp_path):
        buttons = dialog.findChildren(QPushButton)
        wrong += [
            f"{name}: Enter copies" for one in buttons if one.isDefault() and one.text().startswith("Copy")
        ]
        if isinstance(dialog, ResultsDialog):
            close = dialog.findChild(QPushButton, "close")
            close.setFocus()
            QTest.keyClick(close, Qt.Key.Key_Return)
            wrong += [f"{name}: Enter on Close does not close"] if dialog.isVisible() else []
    assert not wrong, "\n".join(wrong)
