"""Settings dialog: preferences of the user, each effective and kept as soon as it is chosen."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.core.money import CURRENCIES
from fatdesk.gui.desk import Desk
from fatdesk.gui.menus.actions import BY_ID
from fatdesk.gui.preferences import Preferences, apply, currency_code, keep, preferences
from fatdesk.gui.widgets.combo import Combo, offer_words
from fatdesk.gui.widgets.dates import clock_text, date_text, paper_locale, usual_paper
from fatdesk.gui.widgets.layouts import fit_contents
from fatdesk.gui.widgets.numbers import in_sentence, length_text, to_read
from fatdesk.gui.widgets.plain_text import error_line, label

CHOICES: dict[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    "theme": ("Theme", (("light", "Light"), ("dark", "Dark"))),
    "texts": ("Text size", (("small", "Small"), ("normal", "Normal"), ("large", "Large"))),
    "rows": (
        "Table rows",
        (("compact", "Compact"), ("normal", "Normal"), ("comfortable", "Comfortable")),
    ),
    "sign": (
        "Decimal sign",
        (("system", "System default"), ("point", "Decimal point"), ("comma", "Decimal comma")),
    ),
    "dates": ("Dates and times", (("system", "System default"), ("iso", "Year-month-day"))),
    "unit": ("Lengths shown in", (("m", "Metres"), ("ft", "Feet"))),
    "paper": ("Paper", (("system", "System default"), ("A4", "A4"), ("A3", "A3"), ("Letter", "Letter"))),
}
"""Title and values of each setting with a list."""

WIDE, FIELD = 520, 190


class SettingsDialog(QDialog):
    """The preferences, and a note below each on what it does.

    ``choices`` and ``currency`` are the controls; ``shown`` is called after a preference has changed.
    """

    def __init__(self, desk: Desk, parent: QWidget, shown: Callable[[], object]) -> None:
        super().__init__(parent)
        self._desk, self._shown = desk, shown
        px = desk.theme.px
        self.setWindowTitle("Settings")
        self.setObjectName("settings")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        column = QVBoxLayout(self)
        column.setContentsMargins(px(20), px(18), px(20), px(16))
        column.setSpacing(px(10))
        self.choices: dict[str, Combo] = {}
        self._notes = {name: label("", "text2") for name in CHOICES}
        self.currency, self.problem = QLineEdit(), error_line()
        for heading, names in (
            ("Appearance", ("theme", "texts", "rows")),
            ("Numbers, dates and units", ("sign", "dates", "unit")),
            ("Documents", ("paper",)),
        ):
            column.addWidget(self._heading(heading))
            grid = self._grid(column)
            for row, name in enumerate(names):
                self._add(grid, 2 * row, CHOICES[name][0], self._combo(name), self._notes[name])
        column.addWidget(self._heading("New projects"))
        self._add_currency(self._grid(column))
        column.addStretch(1)
        foot, reset, close = QHBoxLayout(), QPushButton("Restore defaults"), QPushButton("Close")
        reset.setObjectName("reset")
        close.setObjectName("close")
        reset.clicked.connect(self._restore)
        close.clicked.connect(self.close)
        for button in (reset, close):
            button.setAutoDefault(False)  # Enter in a field applies what is typed
        foot.addWidget(reset)
        foot.addStretch(1)
        foot.addWidget(close)
        column.addLayout(foot)
        self.setMinimumWidth(px(WIDE))
        desk.theme.changed.connect(self.refresh)
        self.refresh()

    # Making

    def showEvent(self, event: QShowEvent) -> None:
        """Show all texts whole."""
        super().showEvent(event)
        fit_contents(self)

    def _heading(self, text: str) -> QWidget:
        made = label(text)
        made.setFont(self._desk.theme.strong(14))
        return made

    def _grid(self, column: QVBoxLayout) -> QGridLayout:
        px, grid = self._desk.theme.px, QGridLayout()
        grid.setHorizontalSpacing(px(16))
        grid.setVerticalSpacing(px(3))
        grid.setColumnMinimumWidth(0, px(150))
        grid.setColumnStretch(2, 1)
        column.addLayout(grid)
        return grid

    def _add(self, grid: QGridLayout, row: int, title: str, field: QWidget, note: QWidget) -> None:
        name = label(title)
        name.setBuddy(field)
        field.setAccessibleName(title)
        field.setFixedWidth(self._desk.theme.px(FIELD))
        grid.addWidget(name, row, 0)
        grid.addWidget(field, row, 1)
        grid.addWidget(note, row + 1, 1, 1, 2)
        grid.setRowMinimumHeight(row + 1, self._desk.theme.px(24))

    def _combo(self, name: str) -> Combo:
        made = self.choices[name] = Combo(self._desk.theme)
        made.setObjectName(f"setting-{name}")
        for value, words in CHOICES[name][1]:
            made.addItem(words, value)
        made.activated.connect(lambda _, name=name: self._choose(name))
        return made

    def _add_currency(self, grid: QGridLayout) -> None:
        field = self.currency
        field.setObjectName("setting-currency")
        field.setPlaceholderText("as in the prices")
        offer_words(self._desk.theme, field, CURRENCIES)
        field.editingFinished.connect(self._take_currency)
        self._add(grid, 0, "Currency", field, label("For designs started from now on.", "text2"))
        grid.addWidget(self.problem, 2, 1, 1, 2)

    # Choosing

    def refresh(self) -> None:
        """Show the preferences as they are now."""
        now: dict[str, Any] = msgspec.structs.asdict(preferences(self._desk.settings))
        now["theme"] = self._desk.theme.mode
        for name, combo in self.choices.items():
            combo.setCurrentIndex(combo.findData(now[name]))
        if not self.currency.hasFocus():
            self.currency.setText(now["currency"])
        written = to_read("1,234.5")
        self._notes["theme"].setText(f"Also with {BY_ID['theme'].shortcut}.")
        self._notes["texts"].setText("Of all text in the window.")
        self._notes["rows"].setText(f"{self._desk.theme.row} pixels high.")
        self._notes["sign"].setText(f"In the window, such as {written}; files use the point.")
        day = datetime(2026, 11, 28, 17, 5, tzinfo=UTC)
        self._notes["dates"].setText(f"In the window, such as {date_text(day)}, {clock_text(day)}.")
        self._notes["paper"].setText(
            f"For documents and new export jobs; usual here: {usual_paper(paper_locale())}."
        )
        self._notes["unit"].setText(f"On drawings and in totals: {length_text(12.5)}.")
        if self.isVisible():
            fit_contents(self)

    def _choose(self, name: str) -> None:
        value = self.choices[name].currentData()
        if name == "theme":
            if value != self._desk.theme.mode:
                self._desk.theme.toggle()
                self._desk.settings.put("theme", value)
                self._desk.write_settings()
            return
        self._put(msgspec.structs.replace(preferences(self._desk.settings), **{name: value}))

    def _take_currency(self) -> None:
        try:
            code = currency_code(self.currency.text())
        except FatdeskError as error:
            self.problem.setText(in_sentence(str(error)))
            self.problem.show()
            return
        self.problem.hide()
        self.currency.setText(code)
        self._put(msgspec.structs.replace(preferences(self._desk.settings), currency=code))

    def _restore(self) -> None:
        """Back to the defaults: the theme of the system, and all other preferences."""
        self._desk.settings.forget("theme")
        self._desk.theme.follow_system()
        if not self._put(Preferences()):
            self._desk.write_settings()

    def _put(self, chosen: Preferences) -> bool:
        """Keep preferences, and make them effective; False: they are in effect already."""
        if chosen == preferences(self._desk.settings):
            return False
        keep(self._desk.settings, chosen)
        self._desk.write_settings()
        apply(chosen, self._desk.theme)
        self.currency.setText(chosen.currency)
        self._shown()
        self.refresh()
        return True
