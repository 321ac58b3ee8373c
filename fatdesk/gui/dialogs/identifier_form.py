"""Scheme of identifiers in the dialog *Names*: the choice, its floor and room, an own template."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QWidget

from fatdesk.core.errors import FatdeskError, UnsoundError
from fatdesk.core.schema import field_at
from fatdesk.engine.identifiers.schemes import CHOICES, SCHEMES, Identifiers, SchemeName
from fatdesk.gui.desk import Desk
from fatdesk.gui.theme.theme import set_property
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.plain_text import ElidedLabel, NoteLabel, label, set_tone, tip, tip_lines

NONE = "Template of cable labels"
EXAMPLE = "{row}{rack:02}-U{u:02}-P{port}"


class IdentifierForm(QWidget):
    """Fields that decide what labels the ends of cables.

    Attributes
    ----------
    head
        The words before the choice.
    scheme, floor, room, template
        The choice; what identifiers contain of the building; the own template.
    shown, note
        The identifiers of a rack, a port and a cable, and what is wrong with them.
    """

    edited = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        px = desk.theme.px
        self.scheme = Combo(desk.theme)
        self.scheme.setObjectName("scheme")
        self.scheme.setAccessibleName("Ends of cables are labelled by")
        self.scheme.addItem(NONE, "")
        for name, title in CHOICES.items():
            scheme = SCHEMES.get(name)
            self.scheme.addItem(title if scheme is None else f"{scheme.example}   {title}", name)
        self.scheme.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.scheme.setMinimumContentsLength(16)
        self.floor, self.room, self.template = QLineEdit(), QLineEdit(), QLineEdit()
        self._parts: list[QWidget] = []
        grid, where = QGridLayout(self), QHBoxLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(px(12))
        grid.setVerticalSpacing(px(2))
        grid.setColumnStretch(1, 1)
        where.setSpacing(px(8))
        where.addWidget(self.scheme, 1)
        for key, edit in (("floor", self.floor), ("room", self.room)):
            field = field_at(Identifiers, key)
            word = label(field.title)
            word.setBuddy(edit)
            edit.setObjectName(f"identifier-{key}")
            edit.setAccessibleName(field.title)
            edit.setToolTip(tip(field.about.help))
            edit.setMaxLength(8)
            edit.setFixedWidth(px(64))
            self._parts += [word, edit]
            where.addWidget(word)
            where.addWidget(edit)
        self.template.setObjectName("template-identifier")
        self.template.setAccessibleName("Template of identifiers")
        self.template.setPlaceholderText(EXAMPLE)
        self.template.setMaxLength(200)
        self.shown, self.note = ElidedLabel("", "text2"), NoteLabel("\n", "error")
        self.shown.setObjectName("identifiers-shown")
        self.note.setObjectName("problem-identifiers")
        self.head = label("Labels by")
        self.head.setBuddy(self.scheme)
        grid.addWidget(self.head, 0, 0)
        grid.addLayout(where, 0, 1)
        grid.addWidget(self.template, 1, 1)
        grid.addWidget(self.shown, 2, 1)
        grid.addWidget(self.note, 3, 1)
        self.scheme.currentIndexChanged.connect(self._chosen)
        for edit in (self.floor, self.room, self.template):
            edit.textEdited.connect(lambda _: self.edited.emit())
        self._follow_scheme()

    @property
    def is_chosen(self) -> bool:
        """Whether a scheme labels ends, and not the template of labels."""
        return bool(self.scheme.currentData())

    @property
    def identifiers(self) -> Identifiers | None:
        """The identifiers as typed; None: the template of labels.

        Raises
        ------
        FatdeskError
            What is wrong with them.
        """
        name: SchemeName | None = self.scheme.currentData() or None
        if name is None:
            return None
        template = self.template.text() if name == "own" else ""
        floor, room = (edit.text().strip().upper() for edit in (self.floor, self.room))
        try:
            return Identifiers(scheme=name, template=template, floor=floor, room=room)
        except UnsoundError as error:
            raise FatdeskError(str(error).removeprefix("template: ")) from None

    def show_identifiers(self, now: Identifiers | None) -> None:
        """Show what a project has."""
        self.scheme.setCurrentIndex(self.scheme.findData("" if now is None else now.scheme))
        for key, edit in (("floor", self.floor), ("room", self.room), ("template", self.template)):
            edit.setText("" if now is None else getattr(now, key))
        self._follow_scheme()

    def state(self, text: str, problem: str, tone: str) -> None:
        """Show the identifiers that the choice gives, and what is wrong with it."""
        self.shown.setText(text)
        self.shown.setToolTip(tip(text))
        self.note.setText(problem)
        self.note.setToolTip(tip_lines(problem))
        set_tone(self.note, tone)
        self.scheme.setAccessibleDescription(problem or text)
        self.template.setAccessibleDescription(problem or text)
        set_property(self.template, "wrong", bool(problem) and tone == "error")

    def _chosen(self) -> None:
        self._follow_scheme()
        self.edited.emit()

    def _follow_scheme(self) -> None:
        """Show the fields that the scheme has."""
        name = self.scheme.currentData()
        for widget in self._parts:
            widget.setVisible(bool(name))
        self.template.setVisible(name == "own")
        for widget in (self.shown, self.note):
            widget.setVisible(bool(name))
        scheme = SCHEMES.get(name)
        self.scheme.setToolTip(tip_lines("" if scheme is None else f"{scheme.meaning}\n{scheme.source}"))
