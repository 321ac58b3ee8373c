"""Dialog *Names*: templates of names with a preview, their errors, and the fields that there are."""

from typing import Any, NamedTuple

import msgspec
from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from fatdesk.core.errors import FatdeskError
from fatdesk.core.finding import Finding, Severity
from fatdesk.core.number_text import counted
from fatdesk.core.schema import fields_of
from fatdesk.engine.fabric.name_templates import (
    KIND_FIELDS,
    KIND_TITLES,
    LABEL_FIELDS,
    Naming,
    TemplateField,
    check_template,
)
from fatdesk.engine.identifiers.fields import FIELDS
from fatdesk.engine.identifiers.schemes import Identifiers
from fatdesk.gui.desk import Desk
from fatdesk.gui.dialogs.identifier_form import IdentifierForm
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.theme.theme import set_property
from fatdesk.gui.views.property_page import meaning
from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.gui.widgets.plain_text import ElidedLabel, NoteLabel, label, set_tone, tip, tip_lines
from fatdesk.project.commands.project import SetNaming
from fatdesk.project.derived.naming import NamesPreview, preview_names

MEANING = (
    "A template is text with fields in braces, such as {label}-n{in_rack:02}; :02 means at least two digits. "
    "Names with fields of the place follow moved devices and racks. An empty template gives plain names."
)
OWN = "identifier"
"""The own template of identifiers, among the kinds of templates."""
UNSOUND = "unsound"
SOON_MS = 200
"""Milliseconds without typing before names are made again."""
MOST_CHECKED = 20_000
"""Cables up to which labels are compared while someone types."""
GAP = "   \N{MIDDLE DOT}   "
TONES = {Severity.ERROR: "error", Severity.WARNING: "warn", Severity.NOTE: "text2"}


class FieldRow(NamedTuple):
    """A field that the template in front accepts."""

    name: str
    field: TemplateField

    @property
    def text(self) -> str:
        """The field as templates contain it."""
        return "{" + self.name + "}"


COLUMNS: tuple[Column[FieldRow], ...] = (
    Column("Field", 114, lambda row: row.text, strong=True, about="Double-click or Enter inserts it"),
    Column("Example", 82, lambda row: str(row.field.example)),
    Column("Meaning", 240, lambda row: row.field.meaning, stretch=True),
)


class NamesDialog(QDialog):
    """Templates of the kinds of devices that the project has, and of cable labels.

    Attributes
    ----------
    edits, shown, notes
        By kind the template, the names that it gives, and what is wrong with it.
    fields
        The fields of the template in front.
    """

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk, self._session = desk, desk.session
        px = desk.theme.px
        self.setWindowTitle("Names")
        self.setObjectName("names-dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(px(1220), px(630))
        column = QVBoxLayout(self)
        column.setContentsMargins(px(18), px(16), px(18), px(14))
        column.setSpacing(px(8))
        head, meaning = label("Names"), label(MEANING, "text2")
        head.setFont(desk.theme.strong(15))
        meaning.setWordWrap(True)
        column.addWidget(head)
        column.addWidget(meaning)
        self.groups = label("", "text2")
        self.groups.setObjectName("names-groups")
        self.groups.setWordWrap(True)
        column.addWidget(self.groups)
        self.edits: dict[str, QLineEdit] = {}
        self.shown: dict[str, ElidedLabel] = {}
        self.notes: dict[str, NoteLabel] = {}
        self._titles: dict[str, QWidget] = {}
        self._base = self._session.project.naming
        self._front = "host"
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SOON_MS)
        self._soon.timeout.connect(self.refresh)
        body = QHBoxLayout()
        body.setSpacing(px(18))
        body.addLayout(self._forms(), 1)
        body.addWidget(self._side())
        column.addLayout(body, 1)
        column.addLayout(self._foot())
        self._session.changed.connect(self._follow)
        self._session.opening.connect(self.close)
        self._show_fields("host")
        self.refresh()

    # Making

    def _forms(self) -> QVBoxLayout:
        px = self._desk.theme.px
        column, grid = QVBoxLayout(), QGridLayout()
        grid.setHorizontalSpacing(px(12))
        grid.setVerticalSpacing(px(2))
        grid.setColumnStretch(1, 1)
        templates = {key: field for key, field in fields_of(Naming).items() if field.kind == "text"}
        for place, (kind, field) in enumerate(templates.items()):
            title = label(field.title)
            edit = self.edits[kind] = QLineEdit(getattr(self._base, kind))
            edit.setObjectName(f"template-{kind}")
            edit.setAccessibleName(f"Template of {field.title.lower()}")
            edit.setToolTip(tip_lines(meaning(field)))
            edit.setMaxLength(400)
            edit.textEdited.connect(lambda _: self._soon.start())
            edit.installEventFilter(self)
            title.setBuddy(edit)
            self._titles[kind] = title
            self.shown[kind], self.notes[kind] = ElidedLabel("", "text2"), NoteLabel("\n", "error")
            self.shown[kind].setObjectName(f"names-{kind}")
            self.notes[kind].setObjectName(f"problem-{kind}")
            grid.addWidget(title, 3 * place, 0)
            grid.addWidget(edit, 3 * place, 1)
            grid.addWidget(self.shown[kind], 3 * place + 1, 1)
            grid.addWidget(self.notes[kind], 3 * place + 2, 1)
        column.addLayout(grid)
        self.form = IdentifierForm(self._desk)
        self.form.show_identifiers(self._base.identifiers)
        self.form.edited.connect(self._soon.start)
        self.form.template.installEventFilter(self)
        column.addWidget(self.form)
        column.addStretch(1)
        return column

    def _side(self) -> QWidget:
        px = self._desk.theme.px
        side = QWidget()
        side.setFixedWidth(px(580))
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(6))
        self.heading = label("")
        self.heading.setFont(self._desk.theme.strong())
        self.model: RowsModel[FieldRow] = RowsModel(COLUMNS, self)
        self.fields = Table(self._desk, self.model, "Fields")
        self.fields.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.fields.opened.connect(lambda _: self.insert())
        self.fields.doubleClicked.connect(lambda _: self.insert())
        self.insert_button = QPushButton("Insert field")
        self.insert_button.setObjectName("insert-field")
        self.insert_button.setAutoDefault(False)
        self.insert_button.clicked.connect(self.insert)
        column.addWidget(self.heading)
        column.addWidget(self.fields, 1)
        column.addWidget(self.insert_button, 0, Qt.AlignmentFlag.AlignLeft)
        return side

    def _foot(self) -> QHBoxLayout:
        foot = QHBoxLayout()
        self.state = ElidedLabel("", "text2")
        self.state.setObjectName("names-state")
        self.apply_button, close = QPushButton("Apply"), QPushButton("Close")
        self.apply_button.setObjectName("apply")
        self.apply_button.setProperty("kind", "primary")
        self.apply_button.setDefault(True)
        self.apply_button.clicked.connect(self.apply)
        close.setObjectName("close")
        close.setAutoDefault(False)
        close.clicked.connect(self.close)
        foot.addWidget(self.state, 1)
        foot.addWidget(close)
        foot.addWidget(self.apply_button)
        return foot

    # Fields

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the fields of the template that gets the keys."""
        if event.type() == QEvent.Type.FocusIn:
            kind = next((kind for kind, edit in self._every_edit.items() if edit is watched), None)
            if kind is not None and kind != self._front:
                self._show_fields(kind)
        return super().eventFilter(watched, event)

    @property
    def _every_edit(self) -> dict[str, QLineEdit]:
        return {**self.edits, OWN: self.form.template}

    def _show_fields(self, kind: str) -> None:
        self._front = kind
        self.heading.setText(f"Fields of {KIND_TITLES.get(kind, 'identifiers')}")
        if kind == OWN:
            rows = [FieldRow(name, TemplateField(one.meaning, one.example)) for name, one in FIELDS.items()]
        else:
            fields = LABEL_FIELDS if kind == "label" else KIND_FIELDS[kind]
            rows = [FieldRow(name, field) for name, field in fields.items()]
        self.model.show(rows)

    def point_to(self, rule: str, name: str) -> None:
        """Give the keys to the template that decides a finding."""
        kinds = self._seen.kinds_of.get(name.casefold(), frozenset())
        named = next((kind for kind in self.edits if kind in kinds), "host")
        kind = "label" if rule.startswith(("label-", "identifier-")) else named
        if kind == "label" and self.form.is_chosen:
            self.form.scheme.setFocus()
            return
        self.edits[kind].setFocus()
        self._show_fields(kind)

    def insert(self) -> None:
        """Insert the selected field into the template in front, at the cursor."""
        rows = self.fields.chosen_rows()
        if rows:
            edit = self._every_edit[self._front]
            edit.insert(rows[0].text)
            edit.setFocus()
            self.refresh()

    # Preview

    @property
    def templates(self) -> dict[str, str]:
        """The templates as typed, by kind."""
        return {kind: edit.text() for kind, edit in self.edits.items()}

    @property
    def is_waiting(self) -> bool:
        """Whether typed text is not shown yet."""
        return self._soon.isActive()

    def _follow(self, _: object) -> None:
        """Show the project's templates where they were changed elsewhere, as by Undo."""
        now, before = self._session.project.naming, self._base
        self._base = now
        for kind, edit in self.edits.items():
            if edit.text() == getattr(before, kind):
                edit.setText(getattr(now, kind))
        if self._identifiers() in (before.identifiers, UNSOUND):
            self.form.show_identifiers(now.identifiers)
        self.refresh()

    def _identifiers(self) -> Identifiers | str | None:
        """The identifiers as typed; UNSOUND: something is wrong with them."""
        try:
            return self.form.identifiers
        except FatdeskError:
            return UNSOUND

    def refresh(self) -> None:
        """Make names by the typed templates, and show them with what is wrong."""
        self._soon.stop()
        wrong = {}
        for kind, template in self.templates.items():
            try:
                check_template(template, kind)
            except FatdeskError as error:
                why = str(error).partition(": ")[2].partition(";")[0]
                wrong[kind] = f"{why}, insert a field from the list" if "not understood" in why else why
        sound: dict[str, Any] = {kind: text for kind, text in self.templates.items() if kind not in wrong}
        try:
            sound["identifiers"] = self.form.identifiers
        except FatdeskError as error:
            why = str(error).partition("; known")[0]
            wrong[OWN] = in_sentence(why.removeprefix(f"template {self.form.template.text()!r}: "))
        naming: Naming = msgspec.structs.replace(self._base, **sound)
        own = "; ".join(
            f"{group.name}: {group.names}" for group in self._session.project.hosts if group.names
        )
        self.groups.setText(f"Groups of hosts with templates of their own, set under Requirements: {own}")
        self.groups.setVisible(bool(own))
        found = self._seen = preview_names(self._session.derived, naming, MOST_CHECKED)
        known = {one.kind: one for one in found.kinds}
        for kind in self.edits:
            sample = known.get(kind)
            there = sample is not None or (kind == "label" and not self.form.is_chosen)
            for widget in (self._titles[kind], self.edits[kind], self.shown[kind], self.notes[kind]):
                widget.setVisible(there)
            if not there:
                continue
            if kind in wrong:
                self._state(kind, "", in_sentence(wrong[kind]), "error")
                continue
            if sample is not None:
                names = dict.fromkeys((sample.first, sample.middle, sample.last))
                text = f"{GAP.join(names)}{GAP}{sample.devices:,} in all"
            else:
                text = found.label
            self._state(kind, text, *_problem(found, kind))
        shown = (one.sizeHint().width() for one in self._titles.values() if not one.isHidden())
        self.form.head.setMinimumWidth(max(shown, default=0))
        self._show_identifiers(found, wrong.get(OWN, ""))
        typed = self._identifiers()
        other = self.templates != {kind: getattr(self._base, kind) for kind in self.edits}
        other = other or typed != self._base.identifiers
        self.apply_button.setEnabled(other and not wrong)
        self.state.setText(_summary(found, bool(wrong), other))

    def _show_identifiers(self, found: NamesPreview, wrong: str) -> None:
        """Show the identifiers of a rack, a port and a cable, or what is wrong with them."""
        if wrong:
            self.form.state("", wrong, "error")
            return
        parts = (f"rack {found.rack}" if found.rack else "", f"cable {found.label}" if found.label else "")
        self.form.state(GAP.join(filter(None, parts)), *_problem(found, "label"))

    def _state(self, kind: str, names: str, problem: str, tone: str) -> None:
        edit, shown, note = self.edits[kind], self.shown[kind], self.notes[kind]
        shown.setText(names)
        shown.setToolTip(tip(names))
        note.setText(problem)
        note.setToolTip(tip_lines(problem))
        set_tone(note, tone)
        edit.setAccessibleDescription(problem or names)
        set_property(edit, "wrong", bool(problem) and tone == "error")

    def apply(self) -> None:
        """Apply the templates that were changed, as one step."""
        self.refresh()
        if not self.apply_button.isEnabled():
            return
        changed: dict[str, Any] = {
            kind: text for kind, text in self.templates.items() if text != getattr(self._base, kind)
        }
        if (typed := self.form.identifiers) != self._base.identifiers:
            changed["identifiers"] = typed
        if self._session.do(SetNaming(**changed)):
            self.refresh()


def _problem(found: NamesPreview, kind: str) -> tuple[str, str]:
    """The worst finding about a kind with the number of others, and its tone."""
    mine = found.about(kind)
    if not mine:
        left = kind == "label" and not found.compared
        return (f"Check compares labels of more than {MOST_CHECKED:,} cables." if left else ""), "text2"
    worst: Finding = mine[0]
    more = f" (and {len(mine) - 1:,} more)" if len(mine) > 1 else ""
    where = "" if kind == "label" else f"{worst.where}: "
    alone = len(found.kinds_of.get(worst.where.casefold(), ())) <= 1
    text = worst.text.partition(", by ")[0] if alone else worst.text
    stated = f"{where}{text}{more}"
    return stated[0].upper() + stated[1:] if kind == "label" else stated, TONES[worst.severity]


def _summary(found: NamesPreview, is_wrong: bool, is_other: bool) -> str:
    """A line on all templates together."""
    if is_wrong:
        return "Correct the template marked in red."
    errors = sum(one.severity is Severity.ERROR for one in found.findings)
    if errors:
        return f"{counted(errors, 'error')}, which Check reports as well once the templates are applied."
    return "Not applied yet: one step, which can be undone." if is_other else "The project uses these names."
