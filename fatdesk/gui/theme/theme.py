"""The current theme: tokens, sizes and fonts, with a signal when it changes."""

from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QPalette, QPixmap
from PySide6.QtWidgets import QApplication

from fatdesk.core.shipped_data import shipped
from fatdesk.gui.theme.sheet import style_sheet
from fatdesk.gui.theme.tokens import DARK, LIGHT, Tokens

BODY = 13
"""Size of body text in pixels at 100 %."""

Mode = Literal["light", "dark"]


class Theme(QObject):
    """Tokens, sizes and fonts of one application.

    ``changed`` is sent after the application wears the new look.

    Attributes
    ----------
    pictures, icons
        Pictures and icons by mode, name, colour and size: painted once, however often the theme changes.
    """

    changed = Signal()

    def __init__(self, application: QApplication, mode: Mode | None = None) -> None:
        super().__init__()
        self._application = application
        self._colours: dict[tuple[str, str], QColor] = {}
        self._fonts: dict[tuple[float, QFont.Weight], QFont] = {}
        self.pictures: dict[tuple[Mode, str, str, int, float], QPixmap] = {}
        self.icons: dict[tuple[Mode, str, int], QIcon] = {}
        self.mode: Mode = mode or _system_mode(application)
        self.wear()

    @property
    def tokens(self) -> Tokens:
        """The colours in use."""
        return DARK if self.mode == "dark" else LIGHT

    def px(self, size: float) -> int:
        """A size of the design in pixels of this screen."""
        return round(size)

    def colour(self, token: str) -> QColor:
        """A colour by its token; the same each time, so take a copy to change it."""
        known = self._colours.get((self.mode, token))
        if known is None:
            known = self._colours[self.mode, token] = QColor(str(getattr(self.tokens, token)))
        return known

    def font(self, size: float = BODY, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """The interface font with tabular figures."""
        known = self._fonts.get((size, weight))
        if known is not None:
            return QFont(known)
        font = QFont("Inter" if "Inter" in QFontDatabase.families() else self._application.font().family())
        font.setPixelSize(self.px(size))
        font.setWeight(weight)
        font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        font.setFeature(QFont.Tag("tnum"), 1)
        font.setFeature(QFont.Tag("calt"), 0)
        self._fonts[size, weight] = font
        return QFont(font)

    def strong(self, size: float = BODY) -> QFont:
        """The interface font in semi-bold."""
        return self.font(size, QFont.Weight.DemiBold)

    def toggle(self) -> None:
        """From light to dark, or back."""
        self.wear("light" if self.mode == "dark" else "dark")

    def wear(self, mode: Mode | None = None) -> None:
        """Put palette, style sheet and font on the application."""
        self.mode = mode or self.mode
        self._application.setStyle("Fusion")
        self._application.setFont(self.font())
        self._application.setPalette(_palette(self.tokens))
        check = shipped("resources") / "theme" / f"check-{self.mode}.svg"
        self._application.setStyleSheet(style_sheet(self.tokens, self.px, check.as_posix()))
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
