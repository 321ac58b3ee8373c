"""Refused text of fields: it stays where it was typed, with its reason in a note that moves no field."""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QVBoxLayout, QWidget

from fatdesk.gui.theme.theme import Theme, set_property
from fatdesk.gui.widgets.plain_text import label, tip

Key = TypeVar("Key")
WIDEST = 420
"""Pixels of a note."""
SIDE = 8
"""Pixels between a note and the sides of its page."""


class Refusal(NamedTuple):
    """A refused text: what the field had before, what was typed, and why it was refused."""

    was: str
    typed: str
    why: str


class RefusalNote(QFrame):
    """The reason why the text of a field is refused, over the rows above it; clicks go through it.

    It is shown when a text is refused and when the keys go into its field, until another field is edited.
    """

    def __init__(self, theme: Theme, page: QWidget) -> None:
        super().__init__(page)
        self._theme, self._page = theme, page
        self._tips: dict[QWidget, str] = {}
        self._reasons: dict[QWidget, str] = {}
        self._restore: dict[QWidget, Callable[[], None]] = {}
        self.setProperty("role", "note-error")
        self.setObjectName("refusal")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        column = QVBoxLayout(self)
        px = theme.px
        column.setContentsMargins(px(8), px(4), px(8), px(4))
        self._text: QLabel = label("", "error")
        self._text.setFont(theme.font(12))
        self._text.setWordWrap(True)
        self._text.setObjectName("refusal-text")
        column.addWidget(self._text)
        self.hide()

    def follow(
        self,
        field: QLineEdit,
        refused: dict[Key, Refusal],
        key: Key,
        commit: Callable[[str], str | None],
    ) -> None:
        """Commit the text of a field when it is finished; a refused one stays in it, with the reason.

        Parameters
        ----------
        refused
            Refused texts of former pages; that of this field is kept under ``key`` while its value is the
            same.
        commit
            Applies a text: why it is refused, an empty text if it is not, None if it was ignored.
        """
        was = field.text()

        def done() -> None:
            typed = field.text().strip()
            if typed == was:
                field.setCursorPosition(0)
                refused.pop(key, None)
                self.mark(field, "")
            elif field.isModified() or field.hasFocus() or field not in self._reasons:
                why = commit(typed)
                if why:
                    refused[key] = Refusal(was, typed, why)
                    field.setModified(False)
                    self.mark(field, why)
                elif why is not None:
                    refused.pop(key, None)

        def restore() -> None:
            refused.pop(key, None)
            field.setText(was)
            field.selectAll()

        self._restore[field] = restore
        field.installEventFilter(self)
        field.editingFinished.connect(done)
        field.textEdited.connect(self.hide)
        kept = refused.pop(key, None)
        if kept is not None and kept.was == was:
            refused[key] = kept
            field.setText(kept.typed)
            self.mark(field, kept.why, show=False)

    def explain(self, field: QWidget, why: str) -> None:
        """Show a reason with the focus of a field that shows its own mark and checks its own text."""
        if self._reasons.get(field, "") == why:
            return
        field.installEventFilter(self)
        self.mark(field, why, show=field.hasFocus())

    def mark(self, field: QWidget, why: str, *, show: bool = True) -> None:
        """Mark a field as wrong with the reason; an empty one takes the mark away."""
        if why and field not in self._reasons:
            self._tips[field] = field.toolTip()
        if why:
            self._reasons[field] = why
            field.setToolTip(tip(why))
            if show:
                self._show(field)
        elif field in self._reasons:
            del self._reasons[field]
            field.setToolTip(self._tips.pop(field))
            self.hide()
        field.setAccessibleDescription(why)
        set_property(field, "wrong", bool(why))

    def _show(self, field: QWidget) -> None:
        """Show the reason above its field, or below the first row of the page."""
        px = self._theme.px
        self._text.setText(self._reasons[field])
        line = self._text.fontMetrics().horizontalAdvance(self._text.text()) + px(2 * SIDE + 4)
        wide = min(line, px(WIDEST), self._page.width() - 2 * px(SIDE))
        self.setFixedWidth(wide)
        self.setFixedHeight(self._text.heightForWidth(wide - px(18)) + px(10))  # padding and border
        at = field.mapTo(self._page, QPoint(0, 0))
        x = max(px(SIDE), min(at.x(), self._page.width() - wide - px(SIDE)))
        above = at.y() - self.height() - px(2)
        self.move(x, above if above >= 0 else at.y() + field.height() + px(2))
        self.raise_()
        self.show()

    def eventFilter(self, field: QObject, event: QEvent) -> bool:
        """Show the reason with the focus; Esc gives up what was typed."""
        if isinstance(field, QWidget) and field in self._reasons:
            if event.type() == QEvent.Type.FocusIn:
                self._show(field)
            elif event.type() == QEvent.Type.Hide:
                self.hide()
            elif (
                isinstance(event, QKeyEvent)
                and event.key() == Qt.Key.Key_Escape
                and isinstance(field, QLineEdit)
                and field in self._restore
            ):
                if event.type() == QEvent.Type.ShortcutOverride:
                    event.accept()
                    return True
                if event.type() == QEvent.Type.KeyPress:
                    self._restore[field]()
                    self.mark(field, "")
                    return True
        return super().eventFilter(field, event)
