"""About dialog: versions and licences of the program and of the packages shipped with it."""

import sys
from importlib import metadata

from PySide6.QtCore import qVersion
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from fatdesk import __version__
from fatdesk.core.program import version_line
from fatdesk.gui.theme.icons import mark
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets.plain_text import label

BROUGHT = (
    "colorama",
    "ezdxf",
    "fonttools",
    "llvmlite",
    "msgspec",
    "networkx",
    "numba",
    "numpy",
    "platformdirs",
    "pyparsing",
    "pypdfium2",
    "pyqtgraph",
    "pyside6-essentials",
    "python-calamine",
    "pyyaml",
    "scipy",
    "segno",
    "shiboken6",
    "typing-extensions",
    "xlsxwriter",
)
"""Packages shipped with the program."""

COLUMNS = 94
"""Width of the text in characters."""

NOTES = """\
Qt is used under the GNU Lesser General Public License, version 3. Its sources are at
https://download.qt.io; its libraries may be replaced by compatible versions.

Drawings use the character widths of Roboto 2.138 (Apache License 2.0).
Data of devices come from the device-type library (public domain, CC0) and from the
sources stated with each value in the catalog."""


def licence(name: str) -> str:
    """Return the licence stated by an installed package, in its shortest form."""
    about = metadata.metadata(name).json
    if expression := about.get("license_expression"):
        return str(expression)
    classifiers = [text.split(" :: ")[-1] for text in about.get("classifier", []) if "License ::" in text]
    stated = str(about.get("license", "")).strip().splitlines()
    return ", ".join(classifiers) or (stated[0] if stated else "not stated")


def shipped_packages() -> list[tuple[str, str, str]]:
    """Return name, version and licence of the program and of the packages it uses."""
    rows = [
        ("fatdesk", __version__, "MIT"),
        ("Python", sys.version.partition(" ")[0], "PSF-2.0"),
        ("Qt", qVersion(), "LGPL-3.0-only"),
    ]
    for name in BROUGHT:
        try:
            rows.append((name, metadata.version(name), licence(name)))
        except metadata.PackageNotFoundError:
            rows.append((name, "unknown", "see its own files"))
    return rows


def licences_text() -> str:
    """Return the table of licences as text, with the required notices."""
    rows = shipped_packages()
    widths = [max(len(row[i]) for row in rows) for i in range(2)]
    lines = [f"{name:{widths[0]}}  {version:{widths[1]}}  {stated}" for name, version, stated in rows]
    return "\n".join(lines) + "\n\n" + NOTES + "\n"


class About(QDialog):
    """Dialog with name, version, description and licences."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        px = theme.px
        self.setWindowTitle("About fatdesk")
        column = QVBoxLayout(self)
        column.setContentsMargins(px(24), px(24), px(24), px(16))
        column.setSpacing(px(16))
        head = QHBoxLayout()
        head.setSpacing(px(14))
        picture = label()
        picture.setPixmap(mark(theme, px(44)))
        head.addWidget(picture)
        names = QVBoxLayout()
        title = label(version_line())
        title.setFont(theme.strong(20))
        names.addWidget(title)
        names.addWidget(label("Design, place, cable and price cluster networks. MIT licence.", "text2"))
        head.addLayout(names, 1)
        column.addLayout(head)
        heading = label("Versions and licences of included software")
        heading.setFont(theme.strong())
        column.addWidget(heading)
        self.text = QPlainTextEdit(licences_text())
        self.text.setReadOnly(True)
        self.text.setAccessibleName("Versions and licences")
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        fixed.setPixelSize(px(12))
        self.text.setFont(fixed)
        wide = self.text.fontMetrics().horizontalAdvance("m") * COLUMNS
        self.text.setMinimumSize(wide, px(360))
        column.addWidget(self.text, 1)
        buttons = QDialogButtonBox()
        self.copy = QPushButton("Copy")
        self.copy.setAutoDefault(False)
        self.copy.clicked.connect(self._copy)
        buttons.addButton(self.copy, QDialogButtonBox.ButtonRole.ActionRole)
        self.done_button = buttons.addButton(QDialogButtonBox.StandardButton.Close)
        self.done_button.setDefault(True)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)

    def _copy(self) -> None:
        self.text.selectAll()
        self.text.copy()
