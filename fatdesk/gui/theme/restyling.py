"""Replace the style sheet of an application; hidden widgets get the new look when they are next shown.

Qt resolves the rules of a style sheet again for every widget, several times over when a sheet replaces
another. A window that has shown all its workspaces has thousands of widgets; a few hundred are visible.
"""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QApplication, QWidget

POLISHED, OWN_STYLE = Qt.WidgetAttribute.WA_WState_Polished, Qt.WidgetAttribute.WA_SetStyle
OWN_FONT = Qt.WidgetAttribute.WA_SetFont


class Restyling(QObject):
    """Changes palette and style sheet of an application: of what is visible now, of the rest on demand."""

    def __init__(self, application: QApplication) -> None:
        super().__init__()
        self._application = application

    def wear(self, palette: QPalette, sheet: str) -> None:
        """Set palette and style sheet."""
        visible, passed_over = [], []
        for one in self._application.allWidgets():
            if one.isVisible():
                visible.append(one)
            elif not one.testAttribute(OWN_STYLE):
                passed_over.append(one)
        for one in passed_over:  # Qt neither resolves their style nor reports its change to them
            one.setAttribute(OWN_STYLE)
            if one.testAttribute(POLISHED):
                one.setAttribute(POLISHED, False)
                parent = one.parentWidget()
                if parent is None or parent.isVisible():
                    one.installEventFilter(self)
        _keeping_fonts(visible, lambda: self._replace(palette, sheet))
        for one in passed_over:
            one.setAttribute(OWN_STYLE, False)

    def scale_fonts(self, grown: float) -> None:
        """Scale the fonts that were set on widgets."""
        for one in self._application.allWidgets():
            if one.testAttribute(OWN_FONT) and one.font().pixelSize() > 0:
                font = one.font()
                font.setPixelSize(round(font.pixelSize() * grown))
                one.setFont(font)

    def _replace(self, palette: QPalette, sheet: str) -> None:
        """Replace the sheet by way of none: Qt then resolves each widget once, not once for each ancestor."""
        self._application.setStyleSheet("")
        self._application.setPalette(palette)
        self._application.setStyleSheet(sheet)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Give a widget the present look when it is shown."""
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget):
            watched.removeEventFilter(self)
            self._catch_up(watched)
        return False

    def _catch_up(self, widget: QWidget) -> None:
        """Resolve the style of a widget and of all inside that is visible."""
        if not widget.testAttribute(POLISHED):
            _keeping_fonts([widget], lambda: _polish(widget))
        for child in widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
            if child.isVisible():
                self._catch_up(child)
            elif not child.testAttribute(POLISHED):
                child.installEventFilter(self)


def _polish(widget: QWidget) -> None:
    for kind in (QEvent.Type.Polish, QEvent.Type.StyleChange):
        QApplication.sendEvent(widget, QEvent(kind))


def _keeping_fonts(widgets: Iterable[QWidget], run: Callable[[], object]) -> None:
    """Run something after which widgets have their fonts: Qt drops them with the style sheet."""
    fonts: list[tuple[QWidget, QFont]] = [(one, one.font()) for one in widgets if one.testAttribute(OWN_FONT)]
    run()
    for one, font in fonts:
        if one.font() != font:
            one.setFont(font)
