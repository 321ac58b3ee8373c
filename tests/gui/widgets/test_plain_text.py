"""Text from data is never interpreted, and looks stand in the theme alone."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from fatdesk.gui.widgets import plain_text as plain
from fatdesk.gui.widgets.elided_field import ElidedField
from fatdesk.project.commands.project import Rename
from fatdesk.project.commands.racks import RenameRack

GUI = Path(plain.__file__).parents[1]
SOURCES = list(GUI.rglob("*.py"))
EVIL = '<img src="file:///etc/hostname">'


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_one_helper_makes_labels_and_boxes(path):
    text = path.read_text(encoding="utf-8")
    rich = r"setHtml|RichText|setMarkdown|insertHtml"
    if path.parent.name != "help":  # shows pages that come with the program, and nothing else
        rich += r"|QTextBrowser|QTextEdit|QTextDocument"
    assert not re.search(rich, text)
    assert not re.search(r"QMessageBox\.(question|warning|information|critical|about)\(", text)
    if path.name != "plain_text.py":
        assert not re.search(r"QLabel\(|QMessageBox\(", text)
        made, kept = r"(?:key_|help_)?tip(?:_lines)?\(", r"[\w.]+\.toolTip\(\)|self\._tips\.pop\("
        bare = rf"setToolTip\((?!\s*(?:{made}|{kept}))"
        assert not re.search(bare, text), "tool tips go through plain.tip"
    if "theme" not in path.parts:
        assert not re.search(r'"#[0-9A-Fa-f]{6}"', text), "colours stand in the theme"


def test_labels_show_signs_as_they_are(desk, qtbot):
    rack = desk.session.project.floor.racks[0]
    assert desk.session.do(Rename(name=EVIL))
    assert desk.session.do(RenameRack(rack=rack.number, rack_label=EVIL))
    for name in desk.workspaces:
        desk.show_workspace(name)
        qtbot.wait(1)
    formats = {label.textFormat() for label in desk.findChildren(QLabel)}
    assert formats <= {Qt.TextFormat.PlainText}


def test_tips_are_escaped():
    assert "<img" not in plain.tip(EVIL)
    assert plain.tip("a & b") == "a & b"


def test_boxes_are_plain(qtbot):
    shown = plain.box(None, "title", EVIL, EVIL)
    qtbot.addWidget(shown)
    assert shown.textFormat() == Qt.TextFormat.PlainText


def test_a_field_ends_a_long_text_with_an_ellipsis_until_it_has_the_keys(qtbot):
    around = QWidget()
    field, other = ElidedField("1, 2, 5, 10, 20, 50, 100", around), QLineEdit(around)
    field.setFixedWidth(100)
    other.move(0, 40)
    qtbot.addWidget(around)
    with qtbot.waitActive(around):
        around.show()
        around.activateWindow()
    other.setFocus()
    assert field.shown_text.startswith("1, 2")
    assert field.shown_text.endswith("\N{HORIZONTAL ELLIPSIS}")
    cut = field.grab().toImage()
    field.setText("")
    assert field.grab().toImage() != cut, "the cut text is painted"
    field.setText("1, 2, 5, 10, 20, 50, 100")
    field.setFocus()
    assert field.shown_text == field.text()
