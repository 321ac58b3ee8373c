"""The beginning of a list or of a file for other programs."""

from itertools import islice

from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.cells import Column as ListColumn
from fatdesk.engine.listing.cells import Formula, Value, plain_number
from fatdesk.gui.desk import Desk
from fatdesk.gui.documents.document import Handout
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.widgets.number_text import counted
from fatdesk.gui.widgets.plain_text import label

ROWS = 200
BYTES = 20_000
"""How much of a file is shown."""

Cells = tuple[Value, ...]


def told(value: Value) -> str:
    """A cell as text."""
    if isinstance(value, Formula):
        value = value.value
    if value is None:
        return ""
    return value if isinstance(value, str) else plain_number(value)


class RowsExcerpt(QWidget):
    """The first rows of a list under its titles."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        px = desk.theme.px
        self.words = label("", "text2")
        self.words.setContentsMargins(px(12), px(6), px(12), px(6))
        self._column.addWidget(self.words)
        self.table: Table | None = None

    def show_list(self, handout: Handout, plan: Plan) -> None:
        """Show the first rows."""
        assert handout.export is not None
        assert handout.export.table is not None
        columns, source = handout.export.table(plan)
        rows = [tuple(row) for row in islice(source, ROWS + 1)]
        if self.table is not None:
            self._column.removeWidget(self.table)
            self.table.deleteLater()
        model: RowsModel[Cells] = RowsModel([_column(i, some) for i, some in enumerate(columns)], self)
        self.table = Table(self._desk, model, f"Beginning of {handout.name}")
        self._column.addWidget(self.table, 1)
        model.setParent(self.table)
        model.show(rows[:ROWS])
        shown = f"The first {ROWS} rows" if len(rows) > ROWS else f"All {counted(len(rows), 'row')}"
        self.words.setText(f"{shown}, {counted(len(columns), 'column')}")


def _column(number: int, column: ListColumn) -> Column[Cells]:
    return Column(
        column.title,
        max(60, min(240, round(column.width * 8))),
        lambda cells: told(cells[number]),
        number=column.kind != "text",
    )


class TextExcerpt(QPlainTextEdit):
    """The first lines of a file."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPixelSize(desk.theme.px(12))
        self.setFont(font)
        self.setAccessibleName("Beginning of the file")

    def show_words(self, words: str) -> None:
        """Say why there is nothing yet."""
        self.setPlainText(words)

    def show_files(self, files: dict[str, tuple[bytes, int]]) -> None:
        """Show how each file begins: some of its bytes, and how many there are."""
        parts = [] if files else ["No file is written: the reason is among what this format cannot hold."]
        for name, (data, size) in files.items():
            text = data.decode("utf-8", "replace").rstrip("\ufffd")
            more = f"\n… {size:,} bytes in all" if size > len(data) else ""
            parts.append((f"{name}\n\n" if len(files) > 1 else "") + text + more)
        self.setPlainText("\n\n".join(parts))
