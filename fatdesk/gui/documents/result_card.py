"""The card about the last export: where how many files are, and what was left out and why."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from fatdesk.core.number_text import counted
from fatdesk.gui.desk import Desk
from fatdesk.gui.files.exporting import Written
from fatdesk.gui.theme.icons import picture
from fatdesk.gui.widgets.plain_text import label

UNITS = ("bytes", "kB", "MB", "GB")


def size_text(size: int) -> str:
    """Size of files as text.

    >>> size_text(950), size_text(2_412_000), size_text(999_999)
    ('950 bytes', '2.4 MB', '1.0 MB')
    """
    value, unit = float(size), 0
    while round(value, 1) >= 1000 and unit + 1 < len(UNITS):
        value, unit = value / 1000, unit + 1
    return f"{value:,.1f} {UNITS[unit]}" if unit else f"{size} bytes"


class ResultCard(QWidget):
    """Report of the last export, or the jobs that ran together, wrote and left out."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._theme = desk.theme
        self._written: tuple[Written, ...] = ()
        px = desk.theme.px
        self.setObjectName("result-card")
        self.setProperty("role", "foot")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        column = QVBoxLayout(self)
        column.setContentsMargins(px(14), px(8), px(12), px(10))
        column.setSpacing(px(4))
        line = QHBoxLayout()
        line.setSpacing(px(10))
        self._mark, self.title = label(), label("")
        self.title.setObjectName("result-title")
        self.title.setWordWrap(True)
        self.title.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._folder = self._button("Open folder", "result-folder", self._open)
        self._more = self._button("Show files", "result-files", self._list)
        self._close = self._button("Close", "result-close", self.hide)
        self._close.setAccessibleName("Close the report of the export")
        for button in (self._more, self._close):
            button.setProperty("kind", "link")
        line.addWidget(self._mark)
        line.addWidget(self.title, 1)
        for button in (self._folder, self._more, self._close):
            line.addWidget(button)
        column.addLayout(line)
        self.notes, self.names = label("", "text2"), label("", "text2")
        for text, name in ((self.notes, "result-notes"), (self.names, "result-names")):
            text.setObjectName(name)
            text.setWordWrap(True)
            text.setIndent(px(28))
            column.addWidget(text)
        desk.theme.changed.connect(self._look)
        desk.session.opened.connect(self.hide)
        self.hide()
        self._look()

    def _button(self, text: str, name: str, run: Callable[[], object]) -> QPushButton:
        made = QPushButton(text)
        made.setObjectName(name)
        made.clicked.connect(lambda _=False: run())
        return made

    def show_written(self, written: Sequence[Written]) -> None:
        """Show what was written, and left out, by one export or several jobs."""
        self._written = tuple(written)
        self.title.setText("\n".join(self._line(one) for one in self._written))
        self.notes.setText("\n".join(note for one in self._written for note in one.notes))
        self.notes.setVisible(bool(self.notes.text()))
        self.names.setText(
            " · ".join(
                f"{name} {size_text(size)}" for one in self._written for name, size in one.sizes.items()
            )
        )
        self.names.hide()
        self._more.setText("Show files")
        self.show()

    @staticmethod
    def _line(one: Written) -> str:
        size = size_text(sum(one.sizes.values()))
        job = f"{one.job}: " if one.job else ""
        return f"{job}{counted(len(one.sizes), 'file')}, {size}, in {one.folder}"

    def _open(self) -> None:
        if self._written:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._written[-1].folder)))

    def _list(self) -> None:
        shown = self.names.isHidden()
        self.names.setVisible(shown)
        self._more.setText("Hide files" if shown else "Show files")

    def _look(self) -> None:
        self._mark.setPixmap(picture(self._theme, "check", "ok", self._theme.px(18)))
        self.title.setFont(self._theme.strong(13))
