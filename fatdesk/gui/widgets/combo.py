"""Combo box with an arrow in the colours of the theme, and known words offered in a text field."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    QStringListModel,
    Qt,
)
from PySide6.QtGui import QHelpEvent, QKeyEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QCompleter,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionComboBox,
    QStyleOptionViewItem,
    QStylePainter,
    QToolTip,
    QWidget,
)

from fatdesk.gui.theme.icons import icon, picture
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets.plain_text import tip, tip_lines


class _WheelPasser(QObject):
    """Leaves the wheel over a control to the form around it."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Wheel:
            event.ignore()
            return True
        return super().eventFilter(watched, event)


def pass_wheel_on(control: QWidget) -> None:
    """Let the wheel over a control scroll the form around it; it changes no value and moves no focus."""
    control.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    control.installEventFilter(_WheelPasser(control))


MEANING = int(Qt.ItemDataRole.UserRole) + 7
"""Role of what an entry of a list means."""


ROW, SIDE, BETWEEN = 24, 8, 12
"""Height of a row of such a list, and the room at its sides and before the meaning."""


class _MeaningDelegate(QStyledItemDelegate):
    """Paints an entry and what it means as other lists paint an entry."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        px, letters = self._theme.px, option.fontMetrics
        text, meaning = str(index.data()), str(index.data(MEANING) or "")
        wide = letters.horizontalAdvance(text) + px(BETWEEN) + letters.horizontalAdvance(meaning)
        return QSize(wide + 2 * px(SIDE), px(ROW))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        theme, px = self._theme, self._theme.px
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        if chosen:
            painter.fillRect(option.rect, theme.colour("accent"))
        painter.setFont(option.font)
        painter.setPen(theme.colour("on_accent" if chosen else "text"))
        place, text = option.rect.adjusted(px(SIDE), 0, -px(SIDE), 0), str(index.data())
        painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), text)
        place.setLeft(place.left() + option.fontMetrics.horizontalAdvance(text) + px(BETWEEN))
        if not chosen:
            painter.setPen(theme.colour("text2"))
        meaning = str(index.data(MEANING) or "")
        shown = option.fontMetrics.elidedText(meaning, Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), shown)
        painter.restore()


class Combo(QComboBox):
    """Combo box; the tooltip shows a text that is too long for it in full, and what the text means."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        pass_wheel_on(self)

    def explain(self, number: int, meaning: str) -> None:
        """Show in the list what an entry means, after its text."""
        if not isinstance(self.itemDelegate(), _MeaningDelegate):
            self.setItemDelegate(_MeaningDelegate(self._theme, self))
        self.setItemData(number, meaning, MEANING)

    def setAccessibleName(self, name: str) -> None:
        """Set the name, and describe the box by it: on Linux, Qt reports the chosen text as the name."""
        super().setAccessibleName(name)
        if not self.accessibleDescription():
            self.setAccessibleDescription(name)

    @property
    def shown_text(self) -> str:
        """The text, cut to the width of the control."""
        text = self.currentText() if self.currentIndex() >= 0 else self.placeholderText()
        return self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, self._room(self.size()))

    def _room(self, size: QSize) -> int:
        """Pixels for the text in a field of a size, up to the arrow."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        option.rect = QRect(QPoint(), size)
        part = QStyle.SubControl.SC_ComboBoxEditField
        field = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self)
        return min(field.right(), size.width() - self._theme.px(24)) - field.left() - self._theme.px(2)

    def sizeHint(self) -> QSize:
        """Return a size that shows the longest text whole, where the box adjusts to its contents."""
        return self._with_room(super().sizeHint())

    def minimumSizeHint(self) -> QSize:
        """Return the same for the least size."""
        return self._with_room(super().minimumSizeHint())

    def _with_room(self, size: QSize) -> QSize:
        if self.sizeAdjustPolicy() == Combo.SizeAdjustPolicy.AdjustToContents:
            texts = (self.itemText(number) for number in range(self.count()))
            longest = max((self.fontMetrics().horizontalAdvance(text) for text in texts), default=0)
            size.setWidth(size.width() + max(0, longest + 2 - self._room(size)))  # advances are rounded
        return size

    def showPopup(self) -> None:
        """Open the list, high enough for all its rows where the screen has room for them.

        Qt subtracts the border of the focused field from the height, which hides the last row.
        """
        super().showPopup()
        view, popup, screen = self.view(), self.view().window(), self.screen().availableGeometry()
        margin = self.style().pixelMetric(QStyle.PixelMetric.PM_MenuVMargin, None, self)
        rows = sum(max(0, view.sizeHintForRow(number)) for number in range(self.count()))
        height = rows + 2 * (margin + view.frameWidth())
        place = popup.geometry()
        if any(self.itemData(number, MEANING) for number in range(self.count())):
            wide = view.sizeHintForColumn(0) + 2 * view.frameWidth() + self._theme.px(8)
            place.setWidth(min(screen.width(), max(place.width(), wide)))
            place.moveLeft(max(screen.left(), min(place.left(), screen.right() + 1 - place.width())))
            popup.setGeometry(place)
        if place.height() < height <= screen.height():
            for arrow in popup.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
                arrow.setVisible(
                    arrow is view
                )  # a scroll arrow would stay, in the place of the row that it hides
            place.setHeight(height)
            place.moveTop(max(screen.top(), min(place.top(), screen.bottom() + 1 - height)))
            popup.setGeometry(place)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the field with its text, then the arrow."""
        px = self._theme.px
        painter = QStylePainter(self)
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        option.currentText = self.shown_text
        if self.currentIndex() < 0:
            option.palette.setBrush(QPalette.ColorRole.ButtonText, option.palette.placeholderText())
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        arrow = picture(self._theme, "down", "text2", px(14))
        painter.drawPixmap(self.width() - px(21), (self.height() - px(14)) // 2, arrow)
        painter.end()

    @property
    def whole_text(self) -> str:
        """The tooltip of a text that is cut or has a meaning: both in full; empty where neither holds."""
        text, meaning = self.currentText(), str(self.currentData(MEANING) or "")
        if meaning:
            return tip_lines(f"{text}\n{meaning}")
        return tip(text) if self.currentIndex() >= 0 and self.shown_text != text else ""

    def event(self, event: QEvent) -> bool:
        """Show a cut text and its meaning in full as a tooltip, unless another tooltip is set."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and not self.toolTip():
            QToolTip.showText(event.globalPos(), self.whole_text, self)
            return True
        return super().event(event)


LEAVING = (Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Return, Qt.Key.Key_Enter)
"""Keys that end what is typed into a field."""


class WordCompleter(QCompleter):
    """Offers the known words that contain what is typed, those that begin with it first.

    With ``several``, for each word of a comma list.
    """

    def __init__(self, words: Sequence[str], field: QLineEdit, *, several: bool = False) -> None:
        super().__init__(list(words), field)
        self._field, self._several, self._known = field, several, list(words)
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setFilterMode(Qt.MatchFlag.MatchContains)
        self.setMaxVisibleItems(14)
        popup = self.popup()
        if popup is not None:
            popup.setProperty("kind", "words")
        field.textEdited.connect(self._sort)  # before Qt looks for the words to offer

    def offer(self, words: Sequence[str]) -> None:
        """Offer other words from now on."""
        self._known = list(words)
        self._sort(self._field.text())

    def _sort(self, text: str) -> None:
        """Put the words that begin with the typed one first, and make room for the longest."""
        typed, model, popup = self.splitPath(text)[0].lower(), self.model(), self.popup()
        words = sorted(self._known, key=lambda word: not word.lower().startswith(typed))
        if isinstance(model, QStringListModel) and model.stringList() != words:
            model.setStringList(words)
        if popup is not None:
            letters = popup.fontMetrics()
            longest = max((letters.horizontalAdvance(word) for word in words), default=0)
            popup.setMinimumWidth(longest + self._field.height())

    def splitPath(self, path: str) -> list[str]:
        """Return the word that is being typed."""
        return [path.rpartition(",")[2].strip() if self._several else path.strip()]

    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        """Return the text of the field with the chosen word in place of the last one."""
        word = str(index.data(Qt.ItemDataRole.DisplayRole))
        before = self._field.text().rpartition(",")[0].strip() if self._several else ""
        return f"{before}, {word}" if before else word

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tab and Enter in the list enter the current word and do what they do in the field without a list.

        In a list of several words, Enter on one enters it and stays: another may follow.
        """
        popup = self.popup()
        key = event.key() if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress else None
        if popup is None or watched is not popup or key not in LEAVING:
            return super().eventFilter(watched, event)
        here = popup.isVisible() and popup.currentIndex().isValid()
        if here and self._several and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            return super().eventFilter(watched, event)
        if here:
            self._field.setText(self.pathFromIndex(popup.currentIndex()))
            self._field.setModified(True)
            self._field.textEdited.emit(self._field.text())
        popup.hide()
        QApplication.sendEvent(self._field, event)
        return True

    def show_all(self) -> None:
        """Show all known words."""
        self._sort("")
        self.setCompletionPrefix("")
        self.complete()


def offer_words(
    theme: Theme, field: QLineEdit, words: Sequence[str], *, several: bool = False, arrow: bool = True
) -> WordCompleter:
    """Complete known words in a field; ``arrow`` adds a button at its end that lists all of them."""
    completer = WordCompleter(words, field, several=several)
    field.setCompleter(completer)
    if arrow:
        action = field.addAction(icon(theme, "down", theme.px(14)), QLineEdit.ActionPosition.TrailingPosition)
        action.setText("Show all")
        action.setToolTip(tip("Show all"))
        action.triggered.connect(lambda _=False: completer.show_all())
    return completer
