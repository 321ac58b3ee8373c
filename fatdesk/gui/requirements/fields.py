"""Fields of the wizard: title above, meaning below, errors in place."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.core.formats.yaml_events import Place
from fatdesk.core.money import CURRENCIES
from fatdesk.core.number_text import MisreadError
from fatdesk.core.schema import field_at
from fatdesk.core.typed_values import advice, typed_currency
from fatdesk.engine.catalog.parts import ModularSwitch, Switch
from fatdesk.engine.catalog.port_names import SYSTEMS
from fatdesk.engine.design.members import port_words
from fatdesk.engine.design.requirements import Requirements
from fatdesk.gui.desk import Desk
from fatdesk.gui.requirements.draft import Draft
from fatdesk.gui.theme.theme import set_property
from fatdesk.gui.widgets.combo import Combo, WordCompleter, offer_words
from fatdesk.gui.widgets.numbers import (
    in_field,
    in_sentence,
    parse_number,
    parse_ratio,
    parse_whole,
    plain,
    split_numbers,
)
from fatdesk.gui.widgets.plain_text import NoteLabel, label, menu_text, set_tone, tip, tip_lines
from fatdesk.gui.widgets.refusal import RefusalNote
from fatdesk.networks.topologies import TOPOLOGY_CARDS

_EXPECTED = re.compile(r"expected (an?|one of) ")
"""Begins an error that names the values a file may have; the field names those that may be typed."""
_FRACTION = re.compile(r"[0-9]+\.[0-9]+")
_OF_UNITS = re.compile(r"[^\W\d_]|[\"'″′]")
"""Signs of a unit in a typed quantity."""
_LABELS = re.compile(r"[A-Za-z0-9]+(?:[,;\s]+[A-Za-z0-9]+)*[,;\s]*")
"""Numbers and labels of racks, in any way of listing them."""
LONG = 30
"""Longest description of a value, in characters, that one column of a form shows whole."""
LATER = Qt.ConnectionType.QueuedConnection


class Form(NamedTuple):
    """Shared inputs of fields."""

    desk: Desk
    draft: Draft


class Field(QWidget):
    """One value of the draft with its title, its meaning, and what is wrong with it."""

    def __init__(self, form: Form, place: Place, title: str, meaning: str) -> None:
        super().__init__()
        self.draft, self.place, self.title, self.meaning = form.draft, place, title, meaning
        self.setObjectName(f"field-{'-'.join(map(str, place))}")
        theme = self._theme = form.desk.theme
        self._whole: RefusalNote | None = None
        """Shows an error that is longer than its place."""
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(theme.px(3))
        self.head = label(title, "text2")
        self.head.setFont(theme.font(12))
        self.note = NoteLabel(meaning, "text3")
        self.note.setObjectName(f"{self.objectName()}-note")
        self.note.setFont(theme.font(11))

    def _fill(self, editor: QWidget, named: QWidget | None = None) -> None:
        """Put the parts below each other."""
        (named or editor).setAccessibleName(self.title)
        self.setFocusProxy(named or editor)
        self.column.addWidget(self.head)
        self.column.addWidget(editor)
        self.column.addWidget(self.note, 1)
        self.draft.changed.connect(self.refresh)
        self.refresh()

    @property
    def columns(self) -> int:
        """Columns of a form that it takes."""
        return 1

    @property
    def wrong(self) -> str:
        """Error of the value; empty: there is none."""
        return self.draft.problem(*self.place)

    def refresh(self) -> None:
        """Show what the draft holds, and what is wrong with it."""
        wrong = self.wrong
        self.note.setText(in_sentence(wrong) if wrong else self.meaning)
        set_tone(self.note, "error" if wrong else "text3")
        editor = self.editor_widget()
        is_cut = bool(wrong) and self.isVisible() and self.note.is_cut
        if is_cut and self._whole is None:
            self._whole = RefusalNote(self._theme, _page_of(self))
        if self._whole is not None:
            self._whole.explain(editor, in_sentence(wrong) if is_cut else "")
        editor.setAccessibleDescription(self.note.text())

    def switch_off(self, reason: str) -> None:
        """Disable the field and show why its value has no effect now; no reason: enable it."""
        self.setEnabled(not reason)
        self.setToolTip(tip(reason))

    def editor_widget(self) -> QWidget:
        """Widget that takes the focus."""
        found = self.focusProxy()
        return self if found is None else found


def _page_of(field: QWidget) -> QWidget:
    """Return what scrolls together with a field; its window, if nothing does."""
    around = field.parentWidget()
    while around is not None:
        above = around.parentWidget()
        area = None if above is None else above.parentWidget()
        if isinstance(area, QScrollArea) and area.widget() is around:
            return around
        around = above
    return field.window()


class TextField(Field):
    """Text or a number; ``default`` holds while nothing is typed, ``unit`` follows the field."""

    def __init__(
        self,
        form: Form,
        place: Place,
        title: str,
        meaning: str,
        default: str = "",
        unit: str = "",
    ) -> None:
        super().__init__(form, place, title, meaning)
        self.edit = QLineEdit()
        self.edit.setObjectName(f"{self.objectName()}-edit")
        self.edit.setPlaceholderText(in_field(default))
        self.edit.setMaxLength(400)
        self.edit.textEdited.connect(self._typed)
        self.edit.editingFinished.connect(self._settle)
        self._words: WordCompleter | None = None
        if self.offers_words:
            self._words = offer_words(form.desk.theme, self.edit, (), several=self.is_list, arrow=False)
            self._words.activated.connect(lambda _: self._typed(self.edit.text()), LATER)
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.edit, 1)
        if unit:
            line.addWidget(label(unit, "text3"))
        self._fill(row, self.edit)

    offers_words = False
    """Whether known words are offered while it is typed into."""
    is_list = False
    """Whether it holds several words, with commas between."""

    def words_offered(self) -> Sequence[str]:
        """Return the known words."""
        return ()

    def _typed(self, text: str) -> None:
        self.draft.put(self.place, self.read(text.strip()))

    def _settle(self) -> None:
        """Show what was understood, when the field is left."""

    def read(self, text: str) -> Any:
        """Return the typed text as a value of the draft."""
        return text

    def shown(self, known: Any) -> str:
        """Return a value of the draft as the field shows it."""
        return ", ".join(map(str, known)) if isinstance(known, list) else str(known)

    def refresh(self) -> None:
        """Leave the text alone while it means the same."""
        known = self.draft.get(*self.place) or ""
        if self.read(self.edit.text().strip()) != known:
            self.edit.setText(self.shown(known))
            self.read(self.edit.text().strip())
        super().refresh()
        if self._words is not None:
            self._words.offer(self.words_offered())
        set_property(self.edit, "wrong", bool(self.wrong))


class NumberField(TextField):
    """A number, in the draft as files have it: "1,200" becomes 1200; one that is refused stays, with why."""

    def __init__(
        self, form: Form, place: Place, title: str, meaning: str, default: str = "", unit: str = ""
    ) -> None:
        self._refused = ""
        """Why what is typed is not a number."""
        self.whole = False
        """Whether a number has no fraction, so that "1,200" is 1200 in every number language."""
        self._unit = unit
        self._expected = ""
        super().__init__(form, place, title, meaning, default, unit)

    def expect(self, words: str) -> None:
        """Set what may be typed, for the error where something else is."""
        self._expected = words
        self.note.keep_room_for(in_sentence(f"type {words}"))
        if self._unit:
            self.note.keep_room_for(f"“metres” is not a known unit; {advice(self._unit)}.")
        self.refresh()

    def parse(self, text: str) -> str:
        """Return a typed number as files have it; raises FatdeskError with what to type instead.

        A fraction that files can hold as it was typed is kept, so that an error quotes "1.200" and not "1.2".
        """
        if self.whole:
            return str(parse_whole(text, self._unit))
        value = parse_number(text, self._unit)
        kept = value != value.to_integral_value() and _FRACTION.fullmatch(text)
        return text if kept else plain(value)

    def read(self, text: str) -> Any:
        """Return the typed text as a value of the draft; a text that is no number is kept, as an error."""
        self._refused = ""
        return self._read_one(text)

    def _read_one(self, text: str) -> str:
        try:
            return self.parse(text) if text else ""
        except MisreadError as error:
            self._refused = self._refused or str(error)
        except FatdeskError:
            pass  # the draft says what is expected
        return text

    def shown(self, known: Any) -> str:
        """Return a number of the draft as the field shows it, in the number language."""
        return in_field(str(known))

    def _settle(self) -> None:
        """Show the value of a calculation or of another unit, in the unit of the field."""
        text, known = self.edit.text().strip(), self.draft.get(*self.place)
        if known and not self.wrong and (text.startswith("=") or (self._unit and _OF_UNITS.search(text))):
            self.edit.setText(self.shown(known))
            self.refresh()

    @property
    def wrong(self) -> str:
        """Why the number is refused, before what the draft says of it."""
        found = super().wrong
        if found and self._refused:
            return self._refused
        return f"type {self._expected}" if self._expected and _EXPECTED.match(found) else found


class RatioField(NumberField):
    """A ratio such as 3:1, 3/2 or 2."""

    def parse(self, text: str) -> str:
        """Return it as files have it: 3 or 3/2."""
        return str(parse_ratio(text))


class PercentField(NumberField):
    """A share that is shown and typed in percent; the draft holds the share, as files do.

    Outside of the ``usual`` bounds the field asks whether the figure is meant.
    """

    def __init__(
        self,
        form: Form,
        place: Place,
        title: str,
        meaning: str,
        default: str = "",
        usual: tuple[float, float] = (0.0, 100.0),
    ) -> None:
        self._usual = usual
        super().__init__(form, place, title, meaning, default, "%")

    def parse(self, text: str) -> str:
        """Return the share of a percentage."""
        return plain(parse_number(text, "%") / 100)

    def shown(self, known: Any) -> str:
        """Return the percentage of a share."""
        try:
            return in_field(plain(Decimal(known) * 100))
        except InvalidOperation:
            return str(known)

    def refresh(self) -> None:
        """Ask where a figure is unusual: 0.05 may be meant as 5 %."""
        super().refresh()
        try:
            percent = Decimal(self.draft.text(*self.place) or "0") * 100
        except InvalidOperation:
            return
        low, high = self._usual
        if percent and (percent < low or (percent > high and not self.wrong)):
            likely = in_field(plain(percent * 100))
            more = f" Type {likely} for {likely} %." if percent < low else ""
            self.note.setText(f"Is {in_field(plain(percent))} % meant?{more}")
            set_tone(self.note, "warn")
            self.editor_widget().setAccessibleDescription(self.note.text())


class ListField(NumberField):
    """A number, or several with semicolons or spaces between; ``always``: a list, even of one."""

    words: tuple[str, ...] = ()
    """Words that are values besides numbers."""
    always = False

    def read(self, text: str) -> Any:
        """Several are a list."""
        self._refused = ""
        if text in self.words:
            return text
        parts = [self._read_one(part) for part in split_numbers(text)]
        return parts if parts and (self.always or len(parts) > 1) else "".join(parts)

    def shown(self, known: Any) -> str:
        """Return the numbers with semicolons between."""
        numbers = known if isinstance(known, list) else [known]
        return "; ".join(in_field(str(number)) for number in numbers)


class NamesField(TextField):
    """Names with commas: a list, even of one."""

    offers_words = is_list = True

    def words_offered(self) -> Sequence[str]:
        """Return the parts, vendors or operating systems of the catalog, or the ports of a member's hosts."""
        catalog = self.draft.catalog
        if self.place[-1] == "ports":
            return self._ports_of(self.draft.text(*self.place[:-1], "hosts"))
        if self.place[-1] == "vendors":
            return sorted({part.vendor for part in catalog if part.vendor})
        if self.place[-1] == "port_names":
            named = (part.port_names for part in catalog if isinstance(part, Switch | ModularSwitch))
            return sorted({one.system for names in named for one in names} | set(SYSTEMS))
        plugs = [*catalog.cables(), *catalog.transceivers()]
        return sorted(part.id for part in plugs) if self.place[-1] == "parts" else ()

    def _ports_of(self, group: str) -> Sequence[str]:
        draft = self.draft
        for number in draft.rows("hosts"):
            part = draft.text("hosts", number, "part")
            if draft.text("hosts", number, "name") == group and draft.catalog.find(part) is not None:
                return port_words(draft.catalog, part)
        return ()

    def read(self, text: str) -> Any:
        """Always a list."""
        return [part.strip() for part in text.split(",") if part.strip()]


class WholeNumbersField(ListField):
    """Field of whole numbers separated by commas, semicolons or spaces; always a list."""

    always = True

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.whole = True

    def read(self, text: str) -> Any:
        """Return whole numbers: they have no fraction, so that a comma separates; labels have no spaces."""
        if text not in self.words:
            separators = r"[,;\s]+" if _LABELS.fullmatch(text) else ","
            text = re.sub(separators, "; ", text.strip())
        return super().read(text)

    def shown(self, known: Any) -> str:
        """Return the numbers with commas between."""
        return super().shown(known).replace(";", ",")


class CurrencyField(TextField):
    """A currency: "eur" and "€" are EUR."""

    offers_words = True

    def words_offered(self) -> Sequence[str]:
        """Return usual currencies."""
        return CURRENCIES

    def read(self, text: str) -> Any:
        """Return the code of the currency; a text that is none is kept, as an error."""
        try:
            return typed_currency(text) if text else ""
        except MisreadError:
            return text

    def _settle(self) -> None:
        """Show the code."""
        known = self.draft.text(*self.place)
        if known and self.edit.text() != known:
            self.edit.setText(known)


class Choice(Field):
    """One of several values; ``default`` is the one that needs not be said."""

    def __init__(
        self,
        form: Form,
        place: Place,
        title: str,
        meaning: str,
        choices: Sequence[tuple[str, str]],
        default: str = "",
    ) -> None:
        super().__init__(form, place, title, meaning)
        self.combo = Combo(form.desk.theme)
        _let_shrink(self.combo)
        self.combo.setMaxVisibleItems(16)
        self._default, self._px = default, form.desk.theme.px
        self._choices: tuple[tuple[str, str], ...] = ()
        self._meanings: dict[str, str] = {}
        self.combo.activated.connect(lambda _: self._chosen())
        self._offer(choices)
        self._fill(self.combo)

    @property
    def offered(self) -> tuple[tuple[str, str], ...]:
        """The values to choose from, with their words."""
        return self._choices

    def _offer(self, choices: Sequence[tuple[str, str]]) -> None:
        self._choices = tuple(choices)
        self.combo.clear()
        for value, words in choices:
            self.combo.addItem(words, value)
            if self._meanings.get(value):
                self.combo.explain(self.combo.count() - 1, self._meanings[value])
        longest = max((words for _, words in choices), key=len, default="")
        width = self.combo.fontMetrics().horizontalAdvance(longest) + self._px(40)
        self.combo.view().setMinimumWidth(width)

    @property
    def columns(self) -> int:
        """Return two where a value has a long description, so that it is shown whole."""
        return 1 + any(len(words) > LONG for _, words in self._choices)

    def offer(self, choices: Sequence[tuple[str, str]], meanings: Mapping[str, str] | None = None) -> None:
        """Offer other values from now on; meanings of values are shown after their words in the list."""
        if (tuple(choices), dict(meanings or {})) != (self._choices, self._meanings):
            self._meanings = dict(meanings or {})
            self._offer(choices)
            self.refresh()

    def _chosen(self) -> None:
        value = str(self.combo.currentData())
        self.draft.put(self.place, "" if value == self._default else value)

    def refresh(self) -> None:
        """Show the value, one that is not among the choices too."""
        value = self.draft.text(*self.place) or self._default
        if self.combo.currentData() != value:
            at = self.combo.findData(value)
            if at < 0:
                self.combo.addItem(value, value)
                at = self.combo.count() - 1
            self.combo.setCurrentIndex(at)
        super().refresh()


class Tick(Field):
    """Yes or no; ``default`` is what needs not be said."""

    def __init__(
        self, form: Form, place: Place, title: str, meaning: str, words: str, *, default: bool
    ) -> None:
        super().__init__(form, place, title, meaning)
        self._default = default
        self.box = QCheckBox(menu_text(words))
        self.box.toggled.connect(self._toggled)
        self._fill(self.box)

    def _toggled(self, on: bool) -> None:
        self.draft.put(self.place, "" if on == self._default else str(on).lower())

    def refresh(self) -> None:
        """Show the value."""
        text = self.draft.text(*self.place)
        on = self._default if not text else text == "true"
        if self.box.isChecked() != on:
            self.box.blockSignals(True)
            self.box.setChecked(on)
            self.box.blockSignals(False)
        super().refresh()


class Several(Field):
    """Some of several values, ticked in a menu; none ticked means all, or those that are usual.

    ``alone`` is a value, with its words, that excludes the others.
    """

    changed = Signal()

    def __init__(
        self,
        form: Form,
        place: Place,
        title: str,
        meaning: str,
        choices: Sequence[tuple[str, str]],
        all_words: str,
        tips: Mapping[str, str] | None = None,
        usual: Sequence[str] | None = None,
        alone: tuple[str, str] | None = None,
    ) -> None:
        super().__init__(form, place, title, meaning)
        self._tips, self._usual, self._alone = tips or {}, usual, alone
        from fatdesk.gui.widgets.menu_button import TickMenu

        self._choices: tuple[tuple[str, str], ...] = ()
        self._all = all_words
        self.combo = Combo(form.desk.theme)
        self.combo.showPopup = self._open  # type: ignore[method-assign]  # its list is a menu with boxes
        _let_shrink(self.combo)
        self.menu = TickMenu(self)
        self.menu.setToolTipsVisible(bool(tips))
        self._offer(choices)
        self._fill(self.combo)

    @property
    def offered(self) -> tuple[tuple[str, str], ...]:
        """The values to choose from, with their words."""
        return self._choices

    def _offer(self, choices: Sequence[tuple[str, str]]) -> None:
        self._choices = tuple(choices)
        self.menu.clear()
        for value, words in choices:
            action = self.menu.addAction(menu_text(words))
            action.setCheckable(True)
            action.setData(value)
            action.setToolTip(tip_lines(self._tips.get(value, "")))
            action.triggered.connect(lambda _=False: self._ticked())
        if self._alone is not None:
            self.menu.addSeparator()
            action = self.menu.addAction(menu_text(self._alone[1]))
            action.setCheckable(True)
            action.triggered.connect(self._ticked_alone)

    def offer(self, choices: Sequence[tuple[str, str]]) -> None:
        """Offer other values from now on."""
        if tuple(choices) != self._choices:
            self._offer(choices)
            self.refresh()

    def _open(self) -> None:
        self.menu.popup(self.combo.mapToGlobal(self.combo.rect().bottomLeft()))

    def _ticked(self) -> None:
        chosen = [str(action.data()) for action in self._boxes() if action.isChecked()]
        usual = [value for value, _ in self._choices] if self._usual is None else list(self._usual)
        self.draft.put(self.place, [] if chosen == usual else chosen)

    def _ticked_alone(self, on: bool) -> None:
        self.draft.put(self.place, self._alone[0] if on and self._alone is not None else [])

    def _boxes(self) -> list[QAction]:
        """The actions of the choices."""
        return self.menu.actions()[: len(self._choices)]

    def refresh(self) -> None:
        """Tick what is chosen, and say it."""
        kept = self.draft.get(*self.place) or []
        alone = self._alone is not None and kept == self._alone[0]
        chosen = kept if isinstance(kept, list) else []
        for action in self._boxes():
            action.setChecked(action.data() in chosen)
        words = dict(self._choices)
        text = ", ".join(words.get(name, str(name)) for name in chosen) or self._all
        if self._alone is not None:
            self.menu.actions()[-1].setChecked(alone)
            text = self._alone[1] if alone else text
        if self.combo.currentText() != text or not self.combo.count():
            self.combo.clear()
            self.combo.addItem(text)
        super().refresh()


def _let_shrink(combo: Combo) -> None:
    """As wide as its place, not as its longest choice; the list below is wide enough."""
    combo.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    combo.setMinimumContentsLength(6)
    widest = combo.view()
    widest.setTextElideMode(Qt.TextElideMode.ElideNone)


def decided(
    form: Form,
    place: Place,
    editor: type[TextField] | None = None,
    *,
    title: str = "",
    meaning: str = "",
    default: str = "",
    choices: Sequence[tuple[str, str]] | None = None,
) -> Field:
    """Return the field of a value of the requirements, as their schema describes it.

    Parameters
    ----------
    place
        The place of the value in a requirements file.
    editor
        The class of the field, where its kind does not say it.
    title, meaning, default
        In place of those of the schema, where the same record is used in two ways.
    choices
        Values from the catalog, with their words.
    """
    found = field_at(Requirements, *place)
    title, meaning = title or found.title, meaning or found.about.help
    if choices is not None or found.kind == "choice":
        default = file_text(found.default)
        if choices is None:
            choices = [(file_text(value), words) for value, words in found.choices]
            if not default and found.about.empty:
                choices.insert(0, ("", found.about.empty.capitalize()))
        return Choice(form, place, title, meaning, choices, default)
    if found.kind == "tick":
        words = dict(found.choices)[True]
        return Tick(form, place, title, meaning, words, default=bool(found.default))
    if found.about.percent:
        usual = USUAL_PERCENT.get(found.key, (0.0, 100.0))
        share = PercentField(form, place, title, meaning, found.default_words, usual)
        return _expecting(share, found.expected)
    made = editor or _EDITORS[found.kind]
    field = made(form, place, title, meaning, default or found.default_words, found.unit)
    if isinstance(field, NumberField) and found.kind == "whole":
        field.whole = True
    return _expecting(field, found.expected) if editor is None else field


def _expecting(field: TextField, words: str) -> TextField:
    if isinstance(field, NumberField) and not isinstance(field, ListField):
        field.expect(words)
    return field


def several(
    form: Form,
    place: Place,
    choices: Sequence[tuple[str, str]],
    all_words: str,
    tips: Mapping[str, str] | None = None,
    usual: Sequence[str] | None = None,
    alone: tuple[str, str] | None = None,
) -> "Several":
    """Return the field of names of the requirements that are ticked in a list, with tooltips of names.

    ``usual`` are those that none ticked means, where these are not all; ``alone`` is a value, with its words,
    that excludes the others.
    """
    found = field_at(Requirements, *place)
    return Several(form, place, found.title, found.about.help, choices, all_words, tips, usual, alone)


FAMILY_TIPS = {name: card.text for name, card in TOPOLOGY_CARDS.items()}
"""Cards of the families by their names, as tooltips."""


def file_text(value: object) -> str:
    """Return a value as requirements files write it.

    >>> file_text(True), file_text("even"), file_text(None)
    ('true', 'even', '')
    """
    if isinstance(value, bool):
        return str(value).lower()
    return value if isinstance(value, str) else ""


USUAL_PERCENT = {"tolerance": (0.5, 25.0), "fill_max": (5.0, 100.0)}
"""Percentages outside of which a field asks whether the figure is meant."""
_EDITORS: dict[str, type[TextField]] = {
    "text": TextField,
    "whole": NumberField,
    "number": NumberField,
    "money": NumberField,
    "ratio": RatioField,
    "names": NamesField,
    "numbers": ListField,
}
