"""What can be handed over: every file that can be exported, with a preview of the drawings."""

from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSplitter, QWidget

from fatdesk.engine.export import EXPORTS, Export
from fatdesk.gui.desk import Desk
from fatdesk.gui.plain import label
from fatdesk.gui.session import Thing
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.words import counted
from fatdesk.gui.workspaces.workspace import Workspace
from fatdesk.project.saver import save_all


class Preview(QWidget):
    """The first page of a drawing, as it will be; or in words what a file holds."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._theme = desk.theme
        self._drawing: QSvgRenderer | None = None
        self._words = ""
        self.setMinimumWidth(desk.theme.px(320))
        self.setAccessibleName("Preview")

    def show_svg(self, data: bytes) -> None:
        """Show a drawing."""
        self._drawing, self._words = QSvgRenderer(QByteArray(data), self), ""
        self.update()

    def show_words(self, text: str) -> None:
        """Show words in place of a drawing."""
        self._drawing, self._words = None, text
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """White paper in the middle, or the words."""
        painter = QPainter(self)
        px = self._theme.px
        painter.fillRect(self.rect(), self._theme.colour("canvas"))
        space = QRectF(self.rect()).adjusted(px(24), px(24), -px(24), -px(24))
        if self._drawing is not None:
            size = self._drawing.viewBoxF().size()
            scale = min(space.width() / size.width(), space.height() / size.height())
            page = QRectF(0, 0, size.width() * scale, size.height() * scale)
            page.moveCenter(space.center())
            painter.fillRect(page, Qt.GlobalColor.white)
            painter.setPen(self._theme.colour("line2"))
            self._drawing.render(painter, page)
            painter.drawRect(page)
        else:
            painter.setPen(self._theme.colour("text2"))
            painter.setFont(self._theme.font(14))
            centred = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(space, int(centred), self._words)
        painter.end()


_COLUMNS: tuple[Column[Export], ...] = (
    Column("Document", 190, lambda export: export.name, strong=True),
    Column("What it is", 180, lambda export: export.told, tone=lambda _: "text2", stretch=True),
)


class Documents(Workspace):
    """All documents; those that are selected are exported, or all when none is."""

    export_asked = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        px = self.theme.px
        self.hint = label("", "text2")
        self.button = QPushButton("Export all…")
        self.button.setProperty("kind", "primary")
        self.button.clicked.connect(self.export_asked)
        self.bar.addWidget(self.hint)
        self.bar.addStretch(1)
        self.bar.addWidget(self.button)
        self.model: RowsModel[Export] = RowsModel(_COLUMNS, self)
        self.table = Table(desk, self.model, "Documents")
        self.table.chosen.connect(self._choose)
        self.focus_first = self.table
        self.preview = Preview(desk)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setHandleWidth(px(1))
        split.addWidget(self.table)
        split.addWidget(self.preview)
        split.setSizes([px(520), px(700)])
        body = QHBoxLayout()
        body.setContentsMargins(0, 0, 0, 0)
        body.addWidget(split)
        self.column.addLayout(body, 1)
        self.model.show(EXPORTS)
        self._choose()

    def refresh(self) -> None:
        """The preview belongs to an earlier project."""
        self._choose()

    def follow(self, things: tuple[Thing, ...]) -> None:
        """Documents are not selected elsewhere."""

    def wanted(self) -> list[Export]:
        """The documents to export."""
        return self.table.chosen_rows() or list(EXPORTS)

    def _choose(self) -> None:
        chosen = self.table.chosen_rows()
        self.button.setText(f"Export {counted(len(chosen), 'document')}…" if chosen else "Export all…")
        self.hint.setText("All files are written, or none." if self.session.is_open else "")
        if not self.session.is_open or not self.isVisible():
            return
        if len(chosen) != 1:
            self.preview.show_words("Select one drawing to see it here.")
            return
        files = chosen[0].make(self.session.derived.plan)
        drawing = next((data for name, data in files.items() if name.endswith(".svg")), None)
        if drawing is not None:
            self.preview.show_svg(drawing)
        else:
            sizes = [f"{name}   {len(data):,} bytes" for name, data in files.items()]
            self.preview.show_words("\n".join([chosen[0].told, "", *sizes]))

    def export(self, folder: Path) -> None:
        """Write what is wanted, all of it or nothing."""
        files: dict[str, bytes] = {}
        for export in self.wanted():
            files |= export.make(self.session.derived.plan)
        save_all(folder, files)
        self.session.said.emit(f"Wrote {counted(len(files), 'file')} to {folder}.")
