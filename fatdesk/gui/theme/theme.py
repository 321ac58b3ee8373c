"""The current theme: tokens, sizes, fonts and style sheet, with a signal when it changes.

Qt resolves the rules of a style sheet again for every widget, several times over when a sheet replaces
another. A window that has shown all its workspaces has thousands of widgets; a few hundred are visible:
hidden ones get the new look when they are next shown.
"""

import re
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Literal

import msgspec
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette, QPixmap
from PySide6.QtWidgets import QApplication, QWidget

from fatdesk.core.program import shipped
from fatdesk.gui.theme.tokens import DARK, LIGHT, Tokens

POLISHED = Qt.WidgetAttribute.WA_WState_Polished
WAITS = Qt.WidgetAttribute.WA_SetStyle
"""Set on hidden widgets while the theme changes and until they are shown: Qt takes it for a style of their
own, so it neither resolves their style nor reports its change to them."""
OWN_FONT = Qt.WidgetAttribute.WA_SetFont


class Restyling(QObject):
    """Changes palette and style sheet of an application: of what is visible now, of the rest on demand."""

    def __init__(self, application: QApplication) -> None:
        super().__init__()
        self._application = application

    def wear(self, palette: QPalette, sheet: str) -> None:
        """Set palette and style sheet."""
        visible: list[QWidget] = []
        for window in self._application.topLevelWidgets():
            self._find_visible(window, visible)
        _keeping_fonts(visible, lambda: self._replace(palette, sheet))

    def _find_visible(self, widget: QWidget, visible: list[QWidget]) -> None:
        """Collect what is visible of a widget; what is hidden waits from now on until it is shown."""
        if widget.isVisible():
            widget.setAttribute(WAITS, False)
            visible.append(widget)
            for child in _children(widget):
                if not child.isWindow():
                    self._find_visible(child, visible)
        elif not widget.testAttribute(WAITS):
            widget.installEventFilter(self)
            for one in (widget, *widget.findChildren(QWidget)):
                if not one.isVisible():  # a window of its own may be
                    one.setAttribute(WAITS)
                    one.setAttribute(POLISHED, False)

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
        widget.setAttribute(WAITS, False)
        if not widget.testAttribute(POLISHED):
            _keeping_fonts([widget], lambda: _polish(widget))
        for child in _children(widget):
            if child.isVisible():
                self._catch_up(child)
            elif child.testAttribute(WAITS):
                child.installEventFilter(self)


def _children(widget: QWidget) -> list[QWidget]:
    return widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)


def _polish(widget: QWidget) -> None:
    for kind in (QEvent.Type.Polish, QEvent.Type.StyleChange):
        QApplication.sendEvent(widget, QEvent(kind))


def set_property(widget: QWidget, name: str, value: bool | str) -> None:
    """Set a property that rules of the style sheet ask for, and apply the rules; false and "" are as none."""
    if (widget.property(name) or "") == (value or ""):
        return
    widget.setProperty(name, value)
    if widget.testAttribute(POLISHED):  # the rules are applied to others when they are shown
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def _keeping_fonts(widgets: Iterable[QWidget], run: Callable[[], object]) -> None:
    """Run something after which widgets have their fonts: Qt drops them with the style sheet."""
    fonts: list[tuple[QWidget, QFont]] = [(one, one.font()) for one in widgets if one.testAttribute(OWN_FONT)]
    run()
    for one, font in fonts:
        if one.font() != font:
            one.setFont(font)


_SHEET = """
QWidget[role="app"] { background: $app; }
QWidget[role="panel"] { background: $panel; }
QWidget[role="base"] { background: $base; }
QWidget[role="header"] { background: $app; border-bottom: 1px solid $line; }
QWidget[role="status"] { background: $app; border-top: 1px solid $line; }
QWidget[role="rail"] { background: $app; border-right: 1px solid $line; }
QWidget[role="toolbar"] { background: $panel; border-bottom: 1px solid $line; }
QWidget[role="foot"] { background: $panel; border-top: 1px solid $line; }
QWidget[role="side"] { background: $panel; border-left: 1px solid $line; }
QWidget[role="tree"] { background: $panel; border-right: 1px solid $line; }
QTreeView[kind="tree"] { background: $panel; border: none; outline: none; }
QTreeView[kind="tree"]::branch { background: transparent; border: none; }
QTreeView QLineEdit { min-height: 14px; border-radius: 0; padding: 0 4px; }
QFrame[role="hairline"] { background: $line; border: none; max-height: 1px; min-height: 1px; }
QFrame[role="divider"] { background: $line2; border: none; max-width: 1px; min-width: 1px; }
QFrame[role="banner-warn"] { background: $warn_tint; border: none; border-radius: 4px; }
QFrame[role="banner-info"] { background: $accent_tint2; border: none; border-radius: 4px; }
QFrame[role="banner-error"] { background: $error_tint; border: none; border-radius: 4px; }
QFrame[role="note-error"] { background: $raised; border: 1px solid $error; border-radius: 4px; }
QFrame[role="card"] { background: $panel; border: 1px solid $line; border-radius: 6px; }
QFrame[role="palette"] { background: $raised; border: 1px solid $line2; border-radius: 6px; }

QLabel { background: transparent; color: $text; }
QLabel[tone="text2"] { color: $text2; }
QLabel[tone="text3"] { color: $text3; }
QLabel[tone="warn"] { color: $warn; }
QLabel[tone="error"] { color: $error; }
QLabel[tone="ok"] { color: $ok; }
QLabel[tone="accent"] { color: $accent_text; }

QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QMenuBar { background: transparent; border: none; }
QMenuBar::item { padding: 5px 9px; background: transparent; border-radius: 4px; color: $text; }
QMenuBar::item:selected { background: $press; }
QMenu { background: $raised; border: 1px solid $line2; padding: 4px; }
QMenu::item { padding: 5px 28px 5px 12px; border-radius: 4px; color: $text; }
QMenu::item:selected { background: $accent_tint; }
QMenu::item:disabled { color: $disabled; }
QMenu::separator { height: 1px; background: $line; margin: 4px 8px; }

QToolButton { background: transparent; border: 1px solid transparent; border-radius: 4px;
  padding: 3px 6px; color: $text; }
QToolButton:hover { background: $hover; }
QToolButton:pressed { background: $press; }
QToolButton:checked { background: $accent_tint; color: $accent_text; }
QToolButton:focus { border: 1px solid $accent; }
QToolButton:disabled { color: $disabled; }
QToolButton[kind="rail"] { color: $text2; font-size: 11px; padding: 4px 0 3px 0; border-radius: 4px; }
QToolButton[kind="rail"][tight="true"] { padding: 1px 0 0 0; }
QToolButton[kind="rail"]:disabled { color: $disabled; }
QToolButton[kind="rail"]:hover { background: $hover; }
QToolButton[kind="rail"]:checked { background: transparent; color: $accent_text; font-weight: 600; }
QToolButton[kind="search"] { background: $base; border: 1px solid $field; color: $text3;
  text-align: left; padding: 3px 9px; }
QToolButton[kind="search"]:focus { border: 2px solid $accent; padding: 2px 8px; }
QToolButton[kind="tab"] { border: none; border-bottom: 2px solid transparent; border-radius: 0;
  padding: 5px 10px 4px 10px; font-weight: 600; color: $text2; }
QToolButton[kind="tab"]:checked { background: transparent; color: $text; border-bottom: 2px solid $accent; }
QToolButton[kind="tab"]:focus { border: 2px solid $accent; padding: 3px 8px 4px 8px; }
QToolButton[kind="chevron"] { padding: 0; border-radius: 3px; }
QToolButton[kind="chevron"]:checked { background: transparent; }
QToolButton[kind="chevron"]:checked:hover { background: $hover; }
QToolButton[kind="menu"] { padding: 3px 20px 3px 6px; }
QToolButton[kind="menu"]::menu-indicator, QToolButton[kind="overflow"]::menu-indicator { image: none; }
QToolButton[kind="overflow"] { padding: 0; font-weight: 600; color: $text2; }
QToolButton[kind="chip"] { background: $accent_tint; border: 1px solid $accent; color: $accent_text;
  padding: 2px 6px; font-weight: 600; font-size: 12px; }
QToolButton[kind="chip"]:focus { border: 2px solid $accent; padding: 1px 5px; }
QToolButton[kind="chip"]:hover { background: $hover; }
QPushButton { background: $raised; border: 1px solid $line2; border-radius: 4px; padding: 4px 14px;
  min-height: 18px; color: $text; }
QPushButton:hover { background: $hover; }
QPushButton:pressed { background: $press; }
QPushButton:focus { border: 1px solid $accent; outline: none; }
QPushButton:disabled { color: $disabled; }
QPushButton[kind="primary"] { background: $accent; border: 1px solid $accent; color: $on_accent;
  font-weight: 600; }
QPushButton[kind="primary"]:focus { border: 3px double $on_accent; padding: 2px 12px; }
QPushButton[kind="primary"]:disabled { background: $hover; border: 1px solid $line2; color: $disabled; }
QPushButton[kind="link"] { background: transparent; border: 1px solid transparent; color: $accent_text;
  padding: 2px 6px; min-height: 16px; }
QPushButton[kind="link"][flush="true"] { padding-left: 1px; }
QPushButton[kind="link"]:disabled { color: $disabled; }
QPushButton[kind="link"]:hover { background: $hover; }
QPushButton[kind="link"]:focus { border: 1px solid $accent; }

QLineEdit, QComboBox { background: $base; border: 1px solid $field; border-radius: 4px; padding: 2px 8px;
  min-height: 20px; color: $text; selection-background-color: $accent; selection-color: $on_accent; }
QLineEdit:focus, QComboBox:focus { border: 2px solid $accent; padding: 1px 7px; }
QLineEdit[wrong="true"] { border: 2px solid $error; padding: 1px 7px; }
QLineEdit:disabled, QComboBox:disabled { color: $disabled; border-color: $line2; }
QLineEdit:read-only { background: transparent; border-color: transparent; }
QLineEdit:read-only:focus { border: 1px solid $accent; padding: 2px 8px; }
QLineEdit[kind="palette"] { border: none; font-size: 15px; background: $raised; }
QComboBox::drop-down { border: none; width: 22px; }
QComboBox::down-arrow { image: none; }
QComboBox QAbstractItemView { background: $raised; border: 1px solid $line2; color: $text;
  selection-background-color: $accent_tint; selection-color: $text; outline: none; }

QTableView, QListView { background: $base; border: none; outline: none; color: $text;
  selection-background-color: $accent_tint; selection-color: $text; gridline-color: $line; }
QTableView QLineEdit { min-height: 14px; border-radius: 0; }
QListView[kind="pages"] { background: $panel; }
QPlainTextEdit { background: $base; border: none; color: $text; selection-background-color: $accent;
  selection-color: $on_accent; }
QListView[kind="palette"] { background: $raised; }
QListView[kind="words"] { background: $raised; border: 1px solid $line2; }
QListView[kind="words"]::item { padding: 3px 9px; }
QListView[kind="words"]::item:selected { background: $accent_tint; color: $text; }
QHeaderView { background: $panel; border: none; }
QHeaderView::section { background: $panel; border: none; border-right: 1px solid $line;
  border-bottom: 1px solid $line; padding: 0 8px; color: $text2; font-weight: 600; font-size: 12px; }
QHeaderView::section:hover { background: $hover; }
QHeaderView::up-arrow, QHeaderView::down-arrow { subcontrol-origin: margin; subcontrol-position: top center;
  width: 8px; height: 8px; }
QTableCornerButton::section { background: $panel; border: none; }

QScrollArea { background: transparent; border: none; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: $line2; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 24px; }
QScrollBar::handle:horizontal { min-width: 24px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; border: none; background: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QSplitter::handle { background: $line; }
QToolTip { background: $raised; color: $text; border: 1px solid $line2; padding: 6px 8px; }
QProgressBar { background: $hover; border: none; border-radius: 3px; height: 6px; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }
QCheckBox, QRadioButton { background: transparent; color: $text; spacing: 8px;
  border: 1px solid transparent; border-radius: 3px; }
QCheckBox:focus, QRadioButton:focus { border: 1px solid $accent; }
QCheckBox:disabled, QRadioButton:disabled { color: $disabled; }
QCheckBox::indicator, QRadioButton::indicator, QListView::indicator { width: 14px; height: 14px;
  background: $base; border: 1px solid $field; border-radius: 3px; }
QRadioButton::indicator { border-radius: 8px; }
QCheckBox::indicator:checked, QListView::indicator:checked { background: $accent;
  border: 1px solid $accent; image: url("$check"); }
QRadioButton::indicator:checked { width: 6px; height: 6px; background: $on_accent;
  border: 5px solid $accent; }
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled { border-color: $line2; }
"""


def style_sheet(
    tokens: Tokens, px: Callable[[float], int], check: str, text_px: Callable[[float], int] = round
) -> str:
    """The style sheet of all windows; ``check`` is the file with the mark of a ticked box.

    Sizes are converted by ``px``, those of fonts by ``text_px``.
    """
    colours = {
        name: value for name, value in msgspec.structs.asdict(tokens).items() if isinstance(value, str)
    }
    colours["check"] = check
    text = re.sub(r"\$(\w+)", lambda found: colours[found[1]], _SHEET)
    text = re.sub(r"font-size: (\d+)px", lambda found: f"font-size: {text_px(int(found[1]))}.px", text)
    text = re.sub(r"(\d+)px", lambda found: f"{px(int(found[1]))}px", text)
    return text.replace(".px", "px")


BODY = 13
"""Size of body text in pixels at 100 %."""
ROW = 25
"""Height of the rows of tables in pixels at 100 %."""

Mode = Literal["light", "dark"]


class Theme(QObject):
    """Tokens, sizes and fonts of one application.

    ``changed`` is sent after the application wears the new look.

    Attributes
    ----------
    pictures
        Pictures by mode, name, colour and size: painted once, however often the theme changes.
    row
        Height of the rows of tables in pixels.
    """

    changed = Signal()

    def __init__(self, application: QApplication, mode: Mode | None = None) -> None:
        super().__init__()
        self._application = application
        self._colours: dict[tuple[str, str, float], QColor] = {}
        self._fonts: dict[tuple[float, QFont.Weight], QFont] = {}
        self.pictures: dict[tuple[Mode, str, str, int, float], QPixmap] = {}
        self._restyling = Restyling(application)
        self._body, self.row = BODY, ROW
        self.mode: Mode = mode or _system_mode(application)
        application.setStyle("Fusion")
        application.setFont(self.font())
        self.wear()

    @property
    def tokens(self) -> Tokens:
        """The colours in use."""
        return DARK if self.mode == "dark" else LIGHT

    def px(self, size: float) -> int:
        """A size of the design in pixels of this screen."""
        return round(size)

    def colour(self, token: str, opacity: float = 1.0) -> QColor:
        """A colour by its token, which is shared: nobody may change it."""
        known = self._colours.get((self.mode, token, opacity))
        if known is None:
            known = QColor(str(getattr(self.tokens, token)))
            known.setAlphaF(opacity)
            self._colours[self.mode, token, opacity] = known
        return known

    def font(self, size: float = BODY, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """The interface font with tabular figures."""
        known = self._fonts.get((size, weight))
        if known is not None:
            return QFont(known)
        font = QFont(self._family)
        font.setPixelSize(self.text_px(size))
        font.setWeight(weight)
        font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        font.setFeature(QFont.Tag("tnum"), 1)
        font.setFeature(QFont.Tag("calt"), 0)
        self._fonts[size, weight] = font
        return QFont(font)

    def text_px(self, size: float) -> int:
        """A size of text of the design, or a width that text fills, in pixels of this screen."""
        return self.px(size * self._body / BODY)

    def resize(self, body: int, row: int) -> None:
        """Choose the size of body text and the height of the rows of tables, both in pixels."""
        if (body, row) == (self._body, self.row):
            return
        grown = body / self._body
        self._body, self.row = body, row
        self._fonts.clear()
        if grown != 1:
            self._restyling.scale_fonts(grown)
            self._application.setFont(self.font())
        self.wear()

    @cached_property
    def _family(self) -> str:
        return "Inter" if "Inter" in QFontDatabase.families() else self._application.font().family()

    def strong(self, size: float = BODY) -> QFont:
        """The interface font in semi-bold."""
        return self.font(size, QFont.Weight.DemiBold)

    def toggle(self) -> None:
        """From light to dark, or back."""
        self.wear("light" if self.mode == "dark" else "dark")

    def follow_system(self) -> None:
        """Light or dark as the system is, which is the default."""
        mode = _system_mode(self._application)
        if mode != self.mode:
            self.wear(mode)

    def wear(self, mode: Mode | None = None) -> None:
        """Put palette, style sheet and font on the application."""
        self.mode = mode or self.mode
        check = shipped("resources") / "theme" / f"check-{self.mode}.svg"
        sheet = style_sheet(self.tokens, self.px, check.as_posix(), self.text_px)
        self._restyling.wear(_palette(self.tokens), sheet)
        self.changed.emit()


def _system_mode(application: QApplication) -> Mode:
    dark = application.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return "dark" if dark else "light"


def _palette(tokens: Tokens) -> QPalette:
    role = QPalette.ColorRole
    colours = {
        role.Window: tokens.panel,
        role.Base: tokens.base,
        role.AlternateBase: tokens.panel,
        role.Text: tokens.text,
        role.WindowText: tokens.text,
        role.ButtonText: tokens.text,
        role.Button: tokens.raised,
        role.Highlight: tokens.accent,
        role.HighlightedText: tokens.on_accent,
        role.PlaceholderText: tokens.text3,
        role.Link: tokens.accent_text,
        role.Mid: tokens.line2,
        role.Dark: tokens.line2,
        role.ToolTipBase: tokens.raised,
        role.ToolTipText: tokens.text,
        role.Accent: tokens.accent,
    }
    palette = QPalette()
    for place, colour in colours.items():
        palette.setColor(place, QColor(colour))
    for place in (role.Text, role.WindowText, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, place, QColor(tokens.disabled))
    return palette
