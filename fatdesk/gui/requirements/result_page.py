"""Last page: the floor, the figures and the findings of what will be opened."""

from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from fatdesk.gui.panels.findings_panel import COLUMNS, NONE
from fatdesk.gui.requirements.floor_view import FloorLook
from fatdesk.gui.requirements.page import Making, Page
from fatdesk.gui.results.figure_text import figure_texts
from fatdesk.gui.session.session import Session
from fatdesk.gui.tables import RowsModel, Table
from fatdesk.gui.widgets.numbers import counted
from fatdesk.gui.widgets.plain_text import label
from fatdesk.project.derived.check import Checked

ACROSS = 5
"""Figures in a row."""


class ResultPage(Page):
    """What Open project will open."""

    name, title = "result", "Result"

    def __init__(self, making: Making, preview: Session) -> None:
        super().__init__(making)
        px = self.theme.px
        self.preview = preview
        self.figures: dict[str, QLabel] = {}
        self._figures = QGridLayout()
        self._figures.setContentsMargins(px(24), 0, px(20), px(12))
        self._figures.setHorizontalSpacing(px(28))
        self._figures.setVerticalSpacing(px(6))
        self.column.addLayout(self._figures)
        self.floor = FloorLook(making.desk, preview)
        self.column.addWidget(self.floor, 3)
        findings = QWidget()
        findings.setProperty("role", "base")
        column = QVBoxLayout(findings)
        column.setContentsMargins(0, px(8), 0, 0)
        column.setSpacing(px(6))
        self.counts = label("")
        self.counts.setFont(self.theme.strong())
        self.counts.setContentsMargins(px(24), 0, 0, 0)
        column.addWidget(self.counts)
        self.model: RowsModel[Checked] = RowsModel(COLUMNS[:-1], self)
        self.table = Table(making.desk, self.model, "Findings")
        self.table.empty = NONE
        self.table.setMinimumHeight(px(90))
        column.addWidget(self.table, 1)
        self.column.addWidget(findings, 2)
        self.table.opened.connect(lambda _: self.going.emit("next", None))
        preview.opened.connect(self.refresh)
        preview.found.connect(self.refresh)

    def begin(self) -> None:
        """Place what was chosen, should it not be."""
        self.search.begin()
        self.search.place()
        self.refresh()

    def refresh(self) -> None:
        """Figures and findings of what was placed."""
        if not self.preview.is_open:
            return
        self.sentence.setText(
            "This project opens next; nothing is saved yet. All of it can be changed in the workspaces."
        )
        px = self.theme.px
        for number, (name, text) in enumerate(figure_texts(self.preview.figures).items()):
            if name not in self.figures:
                pair = QVBoxLayout()
                pair.setSpacing(0)
                head, value = label(name, "text2"), label("")
                head.setFont(self.theme.font(12))
                value.setFont(self.theme.strong(18))
                pair.addWidget(head)
                pair.addWidget(value)
                self._figures.addLayout(pair, number // ACROSS, number % ACROSS)
                self.figures[name] = value
            self.figures[name].setText(text)
        found = self.preview.findings_so_far
        self.model.show(found)
        self.counts.setText(counted(len(found), "finding") if found else NONE)
        self._figures.setContentsMargins(px(24), 0, px(20), px(12))

    def summary(self) -> str:
        """How many findings."""
        if not self.preview.is_open:
            return ""
        found = self.preview.findings_so_far
        return counted(len(found), "finding") if found else "nothing is wrong"

    @property
    def wrong(self) -> str:
        """Nothing to open yet."""
        return "" if self.preview.is_open and self.search.project is not None else "nothing is placed yet"

    def first(self) -> QWidget | None:
        """The findings; Enter opens the project."""
        return self.table
