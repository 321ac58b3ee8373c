"""The tool bar over documents: which part is shown, turning pages, printing, running and exporting."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QToolButton, QWidget

from fatdesk.gui.canvas.zoom_box import ZoomBox
from fatdesk.gui.desk import Desk
from fatdesk.gui.documents.preview import Preview
from fatdesk.gui.menus.actions import key_tip
from fatdesk.gui.theme.icons import icon
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.plain_text import label, tip

PAGES = "Pages"


class DocumentsBar:
    """The parts of the bar, put into a row; they do nothing by themselves but turn pages."""

    def __init__(self, desk: Desk, preview: Preview, row: QHBoxLayout) -> None:
        self._theme, self._preview = desk.theme, preview
        px = desk.theme.px
        self.hint = label("", "text2")
        self.part = Combo(desk.theme)
        self.part.setAccessibleName("Part of the job")
        self.part.setToolTip(tip("What of the job is shown: its pages, or the beginning of a list or file"))
        self.part.setMaximumWidth(px(200))
        self.number = QLineEdit()
        self.number.setFixedWidth(px(56))
        self.number.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.number.setAccessibleName("Page number")
        self.number.setValidator(QIntValidator(1, 9_999_999, self.number))
        self.count = label("", "text2")
        self.turners: dict[str, QToolButton] = {}
        for name, words, step in (
            ("previous", "Previous page (Page Up)", -1),
            ("next", "Next page (Page Down)", 1),
        ):
            button = QToolButton()
            button.setToolTip(tip(words))
            button.setAccessibleName(words)
            button.setIconSize(QSize(px(18), px(18)))
            button.clicked.connect(lambda _=False, step=step: preview.turn(step))
            self.turners[name] = button
        self.zoom = ZoomBox(preview.view, lambda scale: f"{scale * 100:.0f} %")
        self.print = QPushButton("Print…")
        self.selected = QPushButton("Export selected…")
        self.run = QPushButton("Run job")
        self.run.setToolTip(key_tip("job-run", "Make the files of the job and write them into its folder"))
        self.run_all = QPushButton("Run all jobs")
        self.run_all.setToolTip(key_tip("job-run-all", "Each job into its folder, one after the other"))
        self.all = QPushButton("Export all…")
        self.all.setToolTip(key_tip("export", "Every document into a folder"))
        self.all.setProperty("kind", "primary")
        self.turning: tuple[QWidget, ...] = (
            self.turners["previous"],
            self.number,
            self.count,
            self.turners["next"],
            self.zoom,
        )
        row.addWidget(self.hint)
        row.addWidget(self.part)
        row.addStretch(1)
        for widget in self.turning:
            row.addWidget(widget)
        row.addStretch(1)
        for push in (self.print, self.selected, self.run, self.run_all, self.all):
            row.addWidget(push)
        self.number.editingFinished.connect(self._typed_number)
        desk.theme.changed.connect(self._look)
        self._look()

    def _look(self) -> None:
        for name, button in self.turners.items():
            button.setIcon(icon(self._theme, name, self._theme.px(18)))

    def show_parts(self, parts: Sequence[str]) -> None:
        """Offer the parts of a job; the one that is chosen stays so while it is there."""
        now = [self.part.itemText(n) for n in range(self.part.count())]
        if now != list(parts):
            chosen = self.part.currentText()
            self.part.blockSignals(True)
            self.part.clear()
            self.part.addItems(list(parts))
            self.part.setCurrentIndex(max(0, self.part.findText(chosen)))
            self.part.blockSignals(False)
        self.part.setVisible(len(parts) > 1)

    def show_place(self) -> None:
        """Which of how many pages is shown."""
        preview = self._preview
        leaves, at = preview.leaves, preview.at
        count = len(leaves.found)
        there = preview.shows_pages and count > 0
        for widget in self.turning:
            widget.setVisible(preview.shows_pages)
        self.number.setText(str(at + 1) if there else "")
        self.number.setEnabled(there)
        self.count.setText(
            "" if not there else f"of {count:,}" if leaves.complete else f"of {count:,} and more"
        )
        self.turners["previous"].setEnabled(there and at > 0)
        self.turners["next"].setEnabled(there and at + 1 < count)
        self.zoom.setEnabled(there)

    def _typed_number(self) -> None:
        text = self.number.text()
        if text.isdecimal():
            self._preview.go_to(max(0, min(len(self._preview.leaves.found), int(text)) - 1))
        self.show_place()
