"""Painter of table cells: swatch, mark, text, bar of a selected row; makes the editors."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
)
from PySide6.QtGui import QColor, QFontMetrics, QHelpEvent, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from fatdesk.engine.charts import MARKERS
from fatdesk.gui.charts.series import series_colour
from fatdesk.gui.desk import Desk
from fatdesk.gui.tables.column import Cell
from fatdesk.gui.tables.model import Index, RowsModel
from fatdesk.gui.theme.icons import SEVERITY_TOKENS, draw_swatch, ink_on, picture, severity_mark
from fatdesk.gui.widgets.combo import Combo, offer_words
from fatdesk.gui.widgets.numbers import in_field
from fatdesk.gui.widgets.plain_text import tip

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter

STATES = {
    "running": ("play", "accent_text"),
    "stale": ("clock", "text3"),
    "waiting": ("clock", "text3"),
    "ticked": ("ticked", "ok"),
    "unticked": ("unticked", "text2"),
    "pin": ("pin", "text3"),
} | {name: (name, "text2") for name in ("racks", "tray", "cables", "switch", "part", "faults", "floor")}
"""Icon and tone of marks without a severity."""


TICKS = ("ticked", "unticked")
"""Marks that are boxes to tick."""


def show_refusal(view: QAbstractItemView, at: Index, why: str) -> None:
    """Show below a cell why a text was refused, until the pointer moves."""
    if at.isValid() and view.isVisible():
        below = view.viewport().mapToGlobal(view.visualRect(at).bottomLeft())
        QToolTip.showText(below, tip(why), view.viewport())


class Painter(QStyledItemDelegate):
    """The delegate of a table; ``first`` gives the column at the left, which has bar and title."""

    def __init__(self, desk: Desk, model: RowsModel[Any], first: Callable[[], int], parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._model, self._first = desk.theme, model, first
        self._session = desk.session
        self.refusal = ""
        """Why the last typed value was refused; empty: it was not."""
        self.edited: tuple[int, int] | None = None
        """Line and column of the cell that was edited last."""
        self.refresh()
        desk.theme.changed.connect(self.refresh)

    def refresh(self) -> None:
        """Take fonts and marks from the theme."""
        theme = self._theme
        self._plain, self._strong = theme.font(), theme.strong()
        self._marks = {name: severity_mark(theme, name, theme.px(15)) for name in SEVERITY_TOKENS}
        self._marks |= {name: picture(theme, *look, theme.px(15)) for name, look in STATES.items()}
        self._pencil = picture(theme, "pencil", "text3", theme.px(14))
        self._arrows = {is_open: picture(theme, name, "text2", theme.px(14)) for is_open, name in _ARROWS}
        self._metrics = {False: QFontMetrics(self._plain), True: QFontMetrics(self._strong)}

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one cell."""
        theme, rect = self._theme, option.rect
        cell = self._model.cell(index.row(), index.column())
        state = option.state.value  # plain numbers: flags of Python take as long as the text
        chosen = bool(state & _SELECTED)
        painter.save()
        ground = "accent_tint" if chosen else "panel" if cell.group else "base"
        painter.fillRect(rect, theme.colour(ground))
        if cell.heat is not None:
            painter.fillRect(rect.adjusted(1, 1, -1, -2), QColor(theme.tokens.drawing.heat[cell.heat]))
        painter.setPen(theme.colour("line"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if chosen and index.column() == self._first():
            painter.fillRect(rect.left(), rect.top(), theme.px(3), rect.height(), theme.colour("accent"))
        if cell.corner:
            size, corner = theme.px(7), rect.topLeft()
            painter.setBrush(theme.colour("accent_text"))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawPolygon([corner, corner + QPoint(size, 0), corner + QPoint(0, size)])
        left = self._draw_marks(painter, rect, cell, ground)
        right = rect.right() - theme.px(8)
        needed = self._metrics[cell.strong or cell.group].horizontalAdvance(cell.shown) + theme.px(18)
        if cell.editable and state & _HOVERED and needed <= right - left:
            painter.drawPixmap(
                left if cell.number else right - theme.px(14), rect.center().y() - theme.px(7), self._pencil
            )
            right -= 0 if cell.number else theme.px(18)
        if cell.mark not in TICKS:  # a box says it all; its text is for copies and screen readers
            self._write(painter, QRect(left, rect.top(), right - left, rect.height()), cell)
        focused = state & _FOCUSED and self._model.head(index.row()) is None  # a head has a ring of its own
        if cell.refusal or focused:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colour("error" if cell.refusal else "accent"), 2))
            painter.drawRect(rect.adjusted(1, 1, -2, -2))
        painter.restore()

    def helpEvent(
        self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """Show why a text was refused, or the whole text of a cell that has no room for it."""
        if event.type() != QEvent.Type.ToolTip or not index.isValid():
            return super().helpEvent(event, view, option, index)
        cell, px = self._model.cell(index.row(), index.column()), self._theme.px
        needed = px(16) + px(28) * (cell.swatch is not None) + px(18) * (cell.series is not None)
        needed += px(20) * bool(cell.mark)
        needed += self._metrics[cell.strong or cell.group].horizontalAdvance(cell.shown)
        seen = option.rect.intersected(view.viewport().rect())
        whole = cell.refusal or (cell.shown if needed > seen.width() else "")
        QToolTip.showText(event.globalPos(), tip(whole), view.viewport(), seen)
        return True

    def _draw_marks(self, painter: QPainter, rect: QRect, cell: Cell, ground: str) -> int:
        """Swatch and severity; where the text may begin."""
        theme = self._theme
        left = rect.left() + theme.px(8)
        if cell.swatch is not None:
            space = QRectF(left, rect.center().y() - theme.px(4), theme.px(20), theme.px(9))
            draw_swatch(painter, theme, cell.swatch, space, theme.colour(ground))
            left += theme.px(28)
        if cell.series is not None:
            colour, side = series_colour(theme, cell.series), theme.px(9)
            hollow = cell.series >= len(MARKERS)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(colour, 1.5))
            painter.setBrush(theme.colour(ground) if hollow else colour)
            painter.drawRoundedRect(QRectF(left + 1, rect.center().y() - side // 2, side, side), 2, 2)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            left += theme.px(18)
        if cell.mark:
            painter.drawPixmap(left, rect.center().y() - theme.px(7), self._marks[cell.mark])
            left += theme.px(20)
        return left

    def _write(self, painter: QPainter, space: QRect, cell: Cell) -> None:
        strong = cell.strong or cell.group
        painter.setFont(self._strong if strong else self._plain)
        tokens = self._theme.tokens
        hot = cell.heat is not None
        painter.setPen(ink_on(tokens.drawing.heat[cell.heat or 0]) if hot else self._theme.colour(cell.tone))
        wide = max(0, space.width())
        text = self._metrics[strong].elidedText(cell.shown, Qt.TextElideMode.ElideRight, wide)
        painter.drawText(space, _RIGHT if cell.number else _LEFT, text)

    def paint_head(self, painter: QPainter, space: QRect, title: str, note: str, *, is_open: bool) -> None:
        """The title of a group and a note, across the columns that have nothing to say of it."""
        theme = self._theme
        painter.fillRect(space.adjusted(0, 0, 0, -1), theme.colour("panel"))
        painter.drawPixmap(
            space.left() + theme.px(6), space.center().y() - theme.px(7), self._arrows[is_open]
        )
        words = space.adjusted(theme.px(26), 0, -theme.px(4), 0)
        self._write(painter, words, Cell(title, group=True))
        words.setLeft(words.left() + self._metrics[True].horizontalAdvance(title) + theme.px(16))
        self._write(painter, words, Cell(note, "text2"))

    # Editors

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """A field, or a list where there is one to choose from."""
        model = self._model
        column = model.columns[index.column()]
        choices = column.choices(model.row(index.row())) if column.choices else ()
        if choices:
            combo = Combo(self._theme)
            combo.setParent(parent)
            now = column.text(model.row(index.row()))
            for choice in choices:
                combo.addItem(choice.title, choice.text)
                if choice.text == now:
                    combo.setCurrentIndex(combo.count() - 1)
            combo.activated.connect(lambda _: self._take(combo))
            return combo
        field = QLineEdit(parent)
        field.setFrame(False)
        field.setAlignment(RIGHT if column.number else LEFT)
        if column.words is not None:
            offer_words(self._theme, field, column.words(), several=column.several, arrow=False)
        return field

    def _take(self, combo: Combo) -> None:
        self.commitData.emit(combo)
        self.closeEditor.emit(combo)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Put the text of the cell into its editor."""
        if isinstance(editor, QLineEdit):
            refused = self._model.refusal(index.row(), index.column())
            number = self._model.columns[index.column()].number and refused is None
            text = str(index.data(Qt.ItemDataRole.EditRole))
            editor.setText(in_field(text) if number else text)
            editor.selectAll()
            if refused is not None:
                editor.setProperty("wrong", True)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Apply the typed or chosen value."""
        text = editor.text() if isinstance(editor, QLineEdit) else editor.currentData()  # type: ignore[attr-defined]
        reasons: list[str] = []
        place = QPersistentModelIndex(index)
        self.edited = index.row(), index.column()
        listening = self._session.refused.connect(reasons.append)
        try:
            model.setData(index, text)
        finally:
            self._session.refused.disconnect(listening)
        self.refusal = reasons[-1] if reasons else ""
        if place.isValid():
            self._model.refuse(place.row(), place.column(), text.strip(), self.refusal)
        if reasons:
            at = QPersistentModelIndex(index)
            QTimer.singleShot(0, self, lambda: self._show_refusal(at))  # the editor's end would hide it

    def _show_refusal(self, at: QPersistentModelIndex) -> None:
        """Show below a cell why what was typed into it was refused."""
        table = self.parent()
        if self.refusal and isinstance(table, QAbstractItemView):
            show_refusal(table, at, self.refusal)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        """The cell; a list may be wider than that."""
        space = option.rect
        if isinstance(editor, Combo):
            space = QRect(space.topLeft(), QSize(max(space.width(), self._theme.px(190)), space.height()))
        editor.setGeometry(space)

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        """Enter in a list takes what is chosen there."""
        if (
            isinstance(editor, Combo)
            and isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        ):
            self._take(editor)
            return True
        return super().eventFilter(editor, event)


_SELECTED = QStyle.StateFlag.State_Selected.value
_HOVERED = QStyle.StateFlag.State_MouseOver.value
_FOCUSED = QStyle.StateFlag.State_HasFocus.value
_LEFT, _RIGHT = int(LEFT), int(RIGHT)
_ARROWS = ((True, "down"), (False, "right"))
