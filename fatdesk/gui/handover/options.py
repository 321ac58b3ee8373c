"""How pages are made: paper, revision, date, racks, black and white."""

from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit, QVBoxLayout, QWidget

from fatdesk.engine.drawing.palette import LIGHT, PRINT
from fatdesk.engine.drawing.sheet import STOCKS
from fatdesk.engine.floor.floor import Floor
from fatdesk.gui.combo import Combo
from fatdesk.gui.desk import Desk
from fatdesk.gui.handover.handout import Handout
from fatdesk.gui.plain import label, tip
from fatdesk.gui.words import in_sentence
from fatdesk.paper import Printing
from fatdesk.paper.racks import RacksError, chosen_racks


class Options(QWidget):
    """The fields at the right of the pages; ``changed`` tells that pages look otherwise now."""

    changed = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        theme = desk.theme
        px = theme.px
        self.setProperty("role", "side")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(px(216))
        column = QVBoxLayout(self)
        column.setContentsMargins(px(14), px(12), px(14), px(12))
        column.setSpacing(px(4))
        self.paper = Combo(theme)
        self.paper.addItems(list(STOCKS))
        self.paper.setToolTip(tip("A drawing that is too large for it takes a larger sheet"))
        self.revision, self.date, self.racks = QLineEdit(), QLineEdit(), QLineEdit()
        self.racks.setPlaceholderText("all")
        self.wrong = label("", "error")
        self.wrong.setWordWrap(True)
        self.grey = QCheckBox("Black and white")
        self.grey.setChecked(True)
        self.note = label("", "text2")
        self.note.setWordWrap(True)
        head = label("Printed pages")
        head.setFont(theme.strong())
        column.addWidget(head)
        column.addSpacing(px(4))
        tips = {
            "Paper": "Large drawings take larger sheets of the same family; packets stay A4 or Letter.",
            "Revision": "What you call this issue; stands on every sheet.",
            "Date": "Stands on every sheet; leave it empty for files that are the same every time.",
            "Racks": "Which racks packets and runs are for: A01, B02-B05; empty for all.",
        }
        fields: tuple[tuple[str, QWidget], ...] = (
            ("Paper", self.paper),
            ("Revision", self.revision),
            ("Date", self.date),
            ("Racks", self.racks),
        )
        for words, field in fields:
            column.addWidget(label(words, "text2"))
            field.setAccessibleName(words)
            field.setToolTip(tip(tips[words]))
            column.addWidget(field)
            column.addSpacing(px(6))
        column.addWidget(self.wrong)
        column.addWidget(self.grey)
        column.addSpacing(px(8))
        column.addWidget(self.note)
        column.addStretch(1)
        self.wrong.hide()
        self.grey.setToolTip(
            tip("As a printer without colours prints it; otherwise in the colours of the desk.")
        )
        self._floor = Floor()
        self.begin(Floor())
        self.paper.currentTextChanged.connect(lambda _: self.changed.emit())
        self.grey.toggled.connect(lambda _: self.changed.emit())
        for line in (self.revision, self.date, self.racks):
            line.editingFinished.connect(self._typed)
        self.racks.textEdited.connect(lambda _: self._check())
        self._known = self.values

    @property
    def values(self) -> tuple[str, ...]:
        """What is typed and chosen."""
        return (self.revision.text(), self.date.text(), self.racks.text())

    def begin(self, floor: Floor) -> None:
        """Another project: its revision and racks are not those of the last."""
        self._floor = floor
        self.revision.clear()
        self.racks.clear()
        self.date.setText(f"{datetime.now().astimezone():%Y-%m-%d}")
        self._known = self.values
        self._check()

    def follow(self, floor: Floor) -> None:
        """The racks may be others now."""
        self._floor = floor
        self._check()

    def _typed(self) -> None:
        """Only what really changed makes pages anew."""
        if self.values != self._known:
            self._known = self.values
            self._check()
            self.changed.emit()

    def _check(self) -> None:
        """Say at once when there is no such rack."""
        words = ""
        try:
            chosen_racks(self.racks.text(), self._floor)
        except RacksError as error:
            words = in_sentence(str(error))
        self.wrong.setText(words)
        self.wrong.setVisible(bool(words))
        self.racks.setProperty("wrong", "true" if words else "false")
        self.racks.style().unpolish(self.racks)
        self.racks.style().polish(self.racks)

    def printing(self) -> Printing:
        """What is chosen.

        Raises
        ------
        RacksError
            When a rack is named that is not there.
        """
        return Printing(
            stock=STOCKS[self.paper.currentText()],
            revision=self.revision.text().strip(),
            date=self.date.text().strip(),
            racks=chosen_racks(self.racks.text(), self._floor),
            palette=PRINT if self.grey.isChecked() else LIGHT,
        )

    def show_for(self, handout: Handout | None) -> None:
        """Enable what matters for a document."""
        printed = handout is not None and handout.pdf is not None
        for field in (self.paper, self.revision, self.date, self.grey):
            field.setEnabled(printed)
        self.racks.setEnabled(handout is not None and handout.by_rack)
        if handout is None or printed:
            self.note.setText("")
        elif handout.kind == "drawing":
            self.note.setText("Drawings are for screens: in colours, without a date, the same every time.")
        else:
            self.note.setText("Files for programs need no paper.")
