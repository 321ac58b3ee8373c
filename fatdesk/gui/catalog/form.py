"""Form of a part: a row for each property with unit, source, and the imported value if overridden."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from fatdesk.core.formats.yaml_events import Place, Tree
from fatdesk.engine.catalog.figures import FigureError, figure_text, with_figure
from fatdesk.engine.catalog.parts import AnyPart
from fatdesk.gui.catalog.part_fields import (
    TIMES,
    PartField,
    Section,
    count_at,
    default_text,
    file_value,
    names_in,
    range_text,
    sections_of,
)
from fatdesk.gui.desk import Desk
from fatdesk.gui.session.library import Entry
from fatdesk.gui.widgets.combo import Combo, offer_words
from fatdesk.gui.widgets.elided_field import ElidedField
from fatdesk.gui.widgets.numbers import in_field, in_sentence, within_sentence
from fatdesk.gui.widgets.plain_text import label, tip
from fatdesk.gui.widgets.refusal import Refusal, RefusalNote

UNKNOWN_KEPT = "Totals show ≥"
SUMMED = ("mass_kg", "power_w")
"""Properties that are summed in totals."""
NO_CHOICE = "not stated"
NARROWEST = 30
"""Minimum width of text fields in pixels."""
BESIDE = 500
"""Width in pixels from which on sources and dates are next to their values."""
Commit = Callable[[Place, Tree, str, bool], str]
"""Sets a value (path in the file, value, name, whether in the override); returns an error message or ""."""


class Form(QScrollArea):
    """All properties of a part; ``fields`` holds the controls by name. Rebuilt for each part and each change.

    ``taken`` signals that a value was accepted, and the part can be shown again.
    """

    taken = Signal()

    def __init__(self, desk: Desk, commit: Commit, clear: Callable[[str], object]) -> None:
        super().__init__()
        self._desk, self._commit, self._clear = desk, commit, clear
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName("Properties of the part")
        self.fields: dict[str, QWidget] = {}
        self._refused: dict[object, Refusal] = {}
        """Refused texts by part and field."""
        self._entry: Entry | None = None
        self._apart = False
        self._committing = False
        self._own = False
        """Whether the part is shown again after an edit of this form, perhaps under another name."""
        self._narrow = False
        """Whether sources and dates are below their values."""
        self._again: Callable[[], None] | None = None
        """Shows the same part again."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Move sources and dates below their values where there is no room next to them, and back."""
        super().resizeEvent(event)
        if self._again is not None and self._narrow != self._is_narrow:
            self._again()

    @property
    def _is_narrow(self) -> bool:
        return self.isVisible() and self.width() < self._desk.theme.px(BESIDE)

    def forget_refused(self) -> None:
        """Forget refused texts, for the parts of another library."""
        self._refused.clear()

    def apart_for(self, entry: Entry) -> bool:
        """Return whether edits of a part go into its override."""
        same = self._entry is not None and self._entry.key == entry.key
        return self._apart if same else bool(entry.own)

    def show_entry(self, entry: Entry, *, read_only: bool, can_override: bool) -> None:
        """Show a part; if it is the same as before, the focused field keeps the focus."""
        if self._committing:
            return
        self._narrow = self._is_narrow
        self._again = partial(self.show_entry, entry, read_only=read_only, can_override=can_override)
        focused, bar = QApplication.focusWidget(), self.verticalScrollBar()
        same = self._own or (self._entry is not None and self._entry.key == entry.key)
        typed = next((name for name, field in self.fields.items() if field is focused), "") if same else ""
        at = bar.value() if same else 0
        if not same:
            self._apart = can_override and bool(entry.own)
        self._entry = entry
        self.fields = {}
        page = QWidget()
        self._note = RefusalNote(self._desk.theme, page)
        page.setProperty("role", "base")
        column = QVBoxLayout(page)
        px = self._desk.theme.px
        column.setContentsMargins(px(20), px(12), px(16), px(16))
        column.setSpacing(px(6))
        part = entry.part
        if part is not None:
            if can_override and not read_only:
                column.addWidget(self._switch(entry))
            sections = sections_of(part)
            titles = [self._title(one.title).sizeHint().width() for some in sections for one in some.figures]
            for section in sections:
                grid = self._add_section(column, section, part, read_only=read_only)
                grid.setColumnMinimumWidth(0, max(px(116), *titles))  # fields of all sections line up
        self._name_parts()
        column.addStretch(1)
        old = self.takeWidget()
        self.setWidget(page)
        if old is not None:
            old.deleteLater()  # a signal of one of its fields may still be running
        if at:
            page.adjustSize()
            bar.setValue(at)
        if typed in self.fields:
            self.fields[typed].setFocus(Qt.FocusReason.TabFocusReason)

    def _name_parts(self) -> None:
        """Set the object names of fields."""
        for name, field in self.fields.items():
            field.setObjectName(f"field-{name}")

    def _switch(self, entry: Entry) -> QWidget:
        box = QCheckBox("Store edits in an override, not in this file")
        box.setToolTip(tip("Your values are kept when the file is imported again"))
        box.setChecked(self._apart)
        box.toggled.connect(self._set_apart)
        self.fields["Override"] = box
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(box)
        line.addStretch(1)
        if entry.own:
            button = self._link("Clear override", partial(self._clear, ""))
            self.fields["Clear override"] = button
            line.addWidget(button)
        return row

    def _set_apart(self, on: bool) -> None:
        self._apart = on

    def _link(self, text: str, run: Callable[[], object]) -> QPushButton:
        button = QPushButton(text)
        button.setProperty("kind", "link")
        button.clicked.connect(lambda _=False: run())
        return button

    # Rows

    def _add_section(
        self, column: QVBoxLayout, section: Section, part: AnyPart, *, read_only: bool
    ) -> QGridLayout:
        px, theme = self._desk.theme.px, self._desk.theme
        column.addSpacing(px(6))
        head = label(section.title)
        head.setFont(theme.strong())
        column.addWidget(head)
        grid = QGridLayout()
        grid.setHorizontalSpacing(px(8))
        grid.setVerticalSpacing(px(4))
        grid.setColumnStretch(4, 1)
        column.addLayout(grid)
        for figure in section.figures:
            if section.prices:
                self._add_price(grid, figure, part, read_only=read_only)
            else:
                self._add_figure(grid, figure, part, read_only=read_only)
        return grid

    def _add_figure(self, grid: QGridLayout, figure: PartField, part: AnyPart, *, read_only: bool) -> None:
        px, row = self._desk.theme.px, grid.rowCount()
        text = figure.text(part)
        sourced = figure.is_number or bool(figure.choices) or figure.records is not None
        grid.addWidget(self._title(figure.title), row, 0)
        if figure.choices and not read_only:
            field: QWidget = self._choice(figure, text)
        elif figure.choices:
            field = self._line(figure.title, figure.place, text, None, read_only=True)
        else:
            field = self._line(figure.title, figure.place, text, figure, read_only=read_only)
        if not sourced:
            grid.addWidget(field, row, 1, 1, 2 if self._struck(figure) else 4)
        else:
            field.setFixedWidth(px(110 if figure.is_number else 170))
            grid.addWidget(field, row, 1, 1, 1 if figure.is_number else 2)
            if figure.is_number:
                unit = label("" if figure.unit == TIMES else figure.unit, "text3")
                unit.setFixedWidth(px(52))
                grid.addWidget(unit, row, 2)
        if sourced:
            hint = "Source" if self._struck(figure) else _source_hint(part, figure, text)
            places = (("sources", figure.field), ("dates", figure.field))
            origin, _ = self._source_and_date(figure, part, places, hint, read_only=read_only)
            self._add_origin(grid, row, figure, origin)
        self._add_imported(grid, row, figure, read_only=read_only)

    def _add_price(self, grid: QGridLayout, figure: PartField, part: AnyPart, *, read_only: bool) -> None:
        px, row, place = self._desk.theme.px, grid.rowCount(), figure.place
        amount = figure_text(part, (*place, "amount"))
        grid.addWidget(self._title(figure.title), row, 0)
        number = PartField(place, figure.title, "USD")
        field = self._line(figure.title, (*place, "amount"), amount, number, read_only=read_only)
        field.setFixedWidth(px(110))
        grid.addWidget(field, row, 1)
        lowered = within_sentence(figure.title)
        shown = figure_text(part, (*place, "currency")) or "USD"
        currency = self._line(
            f"Currency of {lowered}", (*place, "currency"), shown, None, read_only=read_only
        )
        currency.setFixedWidth(px(52))
        grid.addWidget(currency, row, 2)
        hint = "Source" if amount else UNKNOWN_KEPT
        places = ((*place, "source"), (*place, "date"))
        both, lines = self._source_and_date(figure, part, places, hint, read_only=read_only)
        self._add_origin(grid, row, figure, both)
        for line in (currency, *lines):
            line.setEnabled(bool(amount))
            field.textChanged.connect(lambda text, line=line: line.setEnabled(bool(text.strip())))
        self._add_imported(grid, row, figure, read_only=read_only)

    def _source_and_date(
        self, figure: PartField, part: AnyPart, places: tuple[Place, Place], hint: str, *, read_only: bool
    ) -> tuple[QHBoxLayout, list[QLineEdit]]:
        lines = [
            self._line(
                f"{what} of {within_sentence(figure.title)}",
                place,
                figure_text(part, place),
                None,
                read_only=read_only,
                hint=hint if what == "Source" else what,
            )
            for what, place in zip(("Source", "Date"), places, strict=True)
        ]
        lines[1].setFixedWidth(self._desk.theme.px(84))
        both = QHBoxLayout()
        both.setSpacing(self._desk.theme.px(8))
        both.addWidget(lines[0], 1)
        both.addWidget(lines[1])
        return both, lines

    def _add_origin(self, grid: QGridLayout, row: int, figure: PartField, origin: QHBoxLayout) -> None:
        """Add source and date, over the whole width where no imported value is next to them."""
        if self._narrow:
            grid.addLayout(origin, row + 1, 1, 1, 4)
        elif self._struck(figure):
            grid.addLayout(origin, row, 4)
        else:
            grid.addLayout(origin, row, 3, 1, 2)

    def _title(self, text: str) -> QLabel:
        made = label(text, "text2")
        made.setFont(self._desk.theme.font(12))
        return made

    def _struck(self, figure: PartField) -> bool:
        return self._entry is not None and figure.field in self._entry.own

    def _add_imported(self, grid: QGridLayout, row: int, figure: PartField, *, read_only: bool) -> None:
        """Show the imported value of an overridden property, struck through."""
        entry = self._entry
        if entry is None or entry.imported is None or figure.field not in entry.own:
            return
        priced = figure.field.startswith(("price", "per_"))
        amount = (*figure.place, "amount")
        imported = figure_text(entry.imported, amount) if priced else figure.text(entry.imported)
        old = label(imported or "unknown", "text3")
        font = self._desk.theme.font(12)
        font.setStrikeOut(True)
        old.setFont(font)
        old.setToolTip(tip("Imported value"))
        old.setAccessibleName(f"Imported {within_sentence(figure.title)}")
        line = QVBoxLayout()
        line.setSpacing(0)
        line.addWidget(old)
        self.fields[f"Imported {figure.title}"] = old
        if not read_only:
            name = f"Clear {figure.title}"
            self.fields[name] = self._link("Clear", partial(self._clear, figure.field))
            self.fields[name].setAccessibleName(name)
            line.addWidget(self.fields[name])
        grid.addLayout(line, row, 3)

    # Fields

    def _line(
        self,
        name: str,
        place: Place,
        text: str,
        figure: PartField | None,
        *,
        read_only: bool,
        hint: str = "",
    ) -> QLineEdit:
        if figure is not None and figure.is_number:
            text = in_field(text)
        field = ElidedField(text)
        field.setAccessibleName(name)
        field.setReadOnly(read_only)
        field.setMaxLength(2000)
        field.setCursorPosition(0)
        field.setMinimumWidth(self._desk.theme.px(NARROWEST))
        field.setPlaceholderText(hint)
        if read_only and figure is None:
            is_origin = place[-1] in ("source", "date") or place[0] in ("sources", "dates")
            field.setPlaceholderText("" if is_origin else NO_CHOICE)
        if figure is not None:
            if figure.is_number:
                field.setAlignment(Qt.AlignmentFlag.AlignRight)
            empty = hint or self._meaning_if_empty(figure)
            field.setPlaceholderText(in_field(empty.partition(",")[0]) if figure.is_number else empty)
            if self._entry is not None and self._entry.part is not None:
                limits = range_text(type(self._entry.part), place)
                meaning = f". {figure.meaning}" if figure.meaning else ""
                field.setToolTip(tip(f"{figure.title}: {limits}{meaning}"))
        else:
            field.setToolTip(tip(text or hint))

        key = (None if self._entry is None else self._entry.key, name)
        part = None if self._entry is None or figure is None else self._entry.part
        count = None if part is None else count_at(type(part), place)

        def apply(typed: str) -> str | None:
            if read_only or self._committing:
                return None
            try:
                value = _value(typed, figure, place)
            except ValueError as error:
                return in_sentence(str(error))
            if isinstance(value, list) and value and count not in (None, len(value)):
                example = f", such as “{text}”" if text else ""
                return f"Enter {count} values with a comma between them{example}."
            return self._take(name, field, place, value, key)

        self._note.follow(field, self._refused, key, apply)
        if place[-1] in ("connector", "connectors") and not read_only:
            offered = self._desk.libraries.current.connectors
            several = figure is not None and figure.several
            offer_words(self._desk.theme, field, offered, several=several, arrow=not several)
        self.fields[name] = field
        return field

    def _meaning_if_empty(self, figure: PartField) -> str:
        """Return the meaning of an empty field."""
        part = None if self._entry is None else self._entry.part
        default = default_text(type(part), figure.place) if part is not None else ""
        return default or ("unknown" if figure.is_number else "")

    def _choice(self, figure: PartField, text: str) -> Combo:
        combo = Combo(self._desk.theme)
        combo.setAccessibleName(figure.title)
        for choice in ("", *figure.choices):
            combo.addItem(choice or NO_CHOICE, choice)
        combo.setCurrentIndex(max(0, combo.findData(text)))

        def chosen() -> None:
            wrong = self._take(figure.title, combo, figure.place, str(combo.currentData()))
            self._note.mark(combo, wrong)

        combo.activated.connect(lambda _: chosen())
        self.fields[figure.title] = combo
        return combo

    def _take(self, name: str, field: QWidget, place: Place, value: Tree, key: object = None) -> str:
        """Commit a value; return why it is refused, or an empty text."""
        entry = self._entry
        self._committing = True
        try:
            wrong = self._commit(place, value, name, self._apart)
        finally:
            self._committing = False
        if not wrong and entry is not None:
            self._refused.pop(key, None)
            field.blockSignals(True)  # the form is rebuilt; the field must not commit again
            self._own = True
            self.taken.emit()
            self._own = False
        return in_sentence(wrong)


def _source_hint(part: AnyPart, figure: PartField, text: str) -> str:
    if text:
        return part.source or "No source given"
    return UNKNOWN_KEPT if figure.field in SUMMED else "Source"


def _value(typed: str, figure: PartField | None, place: Place) -> Tree:
    """Return a typed value as in a file; raise ValueError if it is none."""
    if figure is not None and figure.records is not None:
        return figure.read(typed)
    if figure is not None and figure.several:
        return names_in(typed)
    unit = None if figure is None or not figure.is_number else figure.unit
    return file_value(typed, place, unit)


def taken(part: AnyPart, place: Place, value: Tree) -> AnyPart | str:
    """Return the part with a changed value, or an error message."""
    try:
        return with_figure(part, place, value)
    except FigureError as error:
        return error.what
