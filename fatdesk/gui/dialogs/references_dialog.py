"""Dialog *New from reference*: published networks as new projects, with published counts next to ours."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from fatdesk.engine.design.references import (
    FIGURES,
    ComparedCount,
    Reference,
    compared,
    outcome,
    shipped_references,
)
from fatdesk.gui.desk import Desk
from fatdesk.gui.files.files import Files
from fatdesk.gui.session.background_tasks import BackgroundTask
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.views.results_dialog import ResultsDialog
from fatdesk.gui.widgets.plain_text import ElidedLabel, label, tip

if TYPE_CHECKING:
    from fatdesk.project.designing.references import MadeReference

MEANING = (
    "Published clusters and reference architectures. Open one as a new project of shipped parts: its counts "
    "are computed and shown next to the published ones. Parts have sources; prices are yours to add."
)
EMPTY = "–"


def _published(figure: str, title: str, width: int) -> Column[Reference]:
    def count(row: Reference) -> int:
        return getattr(row.published, figure) or 0

    return Column(
        title,
        width,
        lambda row: f"{count(row):,}" if count(row) else EMPTY,
        key=count,
        number=True,
        about=f"{FIGURES[figure]} as published",
    )


COLUMNS: tuple[Column[Reference], ...] = (
    Column("Reference", 158, lambda row: row.group, strong=True),
    Column("Size", 230, lambda row: row.title, stretch=True),
    _published("edge", "Edge", 56),
    _published("middle", "Middle", 62),
    _published("core", "Core", 56),
    _published("cables", "Cables", 70),
)
COUNTS: tuple[Column[ComparedCount], ...] = (
    Column("Count", 118, lambda row: FIGURES[row.figure], stretch=True),
    Column("Published", 84, lambda row: _number(row.published), number=True),
    Column(
        "Computed",
        84,
        lambda row: _number(row.ours),
        number=True,
        strong=True,
        hidden=True,
        tone=lambda row: "warn" if row.ours is not None and row.differs else "",
        about="Count of the placed project",
    ),
)


def _number(count: int | None) -> str:
    return EMPTY if count is None else f"{count:,}"


class ReferencesDialog(ResultsDialog):
    """Lists the references; the chosen one is designed in the background and opened as a new project."""

    def __init__(self, desk: Desk, files: Files, parent: QWidget) -> None:
        super().__init__(desk, "New from reference", "New from reference", MEANING, parent)
        px = desk.theme.px
        self._files = files
        self._made: dict[str, tuple[ComparedCount, ...]] = {}
        self.setObjectName("references-dialog")
        self.resize(px(1060), px(610))
        self.model: RowsModel[Reference] = RowsModel(COLUMNS, self)
        self.table = Table(desk, self.model, "References")
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.counts: RowsModel[ComparedCount] = RowsModel(COUNTS, self)
        self.compared = Table(desk, self.counts, "Published and computed")
        self.compared.setFixedHeight(px(158))
        self.title, self.source, self.remark = label(), label("", "text2"), label()
        self.title.setFont(desk.theme.strong())
        right = QVBoxLayout()
        right.setSpacing(px(8))
        for text in (self.title, self.source, self.remark):
            text.setWordWrap(True)
        for widget in (self.title, self.compared, self.source, self.remark):
            right.addWidget(widget)
        right.addStretch(1)
        side = QWidget()
        side.setLayout(right)
        side.setFixedWidth(px(350))
        right.setContentsMargins(0, 0, 0, 0)
        body = QHBoxLayout()
        body.setSpacing(px(16))
        body.addWidget(self.table, 1)
        body.addWidget(side)
        self.column.addLayout(body, 1)
        left_out = shipped_references().left_out
        omitted = ElidedLabel(f"Not included: {'; '.join(one.title for one in left_out)}", "text2")
        omitted.setToolTip(tip("\n".join(f"{one.title}: {one.reason}" for one in left_out)))
        self.column.addWidget(omitted)
        self.state = ElidedLabel("", "text")
        self.state.setObjectName("references-state")
        self.column.addWidget(self.state)
        self.open_button = QPushButton("Open as new project")
        self.open_button.setObjectName("references-open")
        self.open_button.setProperty("kind", "primary")
        self.open_button.setDefault(True)
        self.add_foot(self.table, self.open_button)
        self.open_button.clicked.connect(self.make)
        self.table.opened.connect(lambda _: self.make())
        self.table.doubleClicked.connect(lambda _: self.make())
        self.table.chosen.connect(self._show)
        desk.tasks.ended.connect(self._ended)
        self.model.show(list(shipped_references().references))
        self.choose(0)

    def choose(self, line: int) -> None:
        """Select a reference by its line."""
        self.table.mark_numbers([line], True)
        self._show()

    @property
    def reference(self) -> Reference | None:
        """The selected reference."""
        rows = self.table.chosen_rows()
        return rows[0] if rows else None

    def make(self) -> None:
        """Design the selected reference in the background, and open it."""
        from fatdesk.tasks.designing import design_reference

        one = self.reference
        if one is None or self.task is not None or not self._files.may_leave():
            return
        session = self._desk.session
        before = session.project if session.is_open else None

        def done(made: "MadeReference") -> None:
            self._show()
            now = session.project if session.is_open else None
            if now is not before and not self._files.may_leave():
                self.state.setText("The project that is open was kept.")
                return
            self._made[one.id] = made.counts
            text = f"{one.name} is open as a new project. {outcome(made.counts)}"
            session.begin(made.project, example=True)
            session.said.emit(text)
            self._show()
            self.state.setText(text)

        self.start(
            f"Designing {one.name}\N{HORIZONTAL ELLIPSIS}",
            f"Design {one.name}",
            design_reference,
            one.id,
            done=done,
        )
        self._files.waiting.emit(self.task)
        self.open_button.setEnabled(False)

    def fail(self, why: str) -> None:
        """Show why there is no project."""
        super().fail(why)
        self._show()

    def _ended(self, task: BackgroundTask) -> None:
        if task is self.task and task.state == "cancelled":
            self.task = None
            self.state.setText("Cancelled.")
            self._show()

    def _show(self) -> None:
        """Show the selected reference, with the counts of its project if it was made."""
        one = self.reference
        self.open_button.setEnabled(one is not None and self.task is None)
        if one is None:
            return
        counts = self._made.get(one.id) or tuple(
            row for row in compared(one, 0, {}, 0) if row.published is not None
        )
        if one.id not in self._made:
            counts = tuple(ComparedCount(row.figure, row.published, None) for row in counts)
        self.title.setText(one.name)
        self.compared.show_column(len(COUNTS) - 1, one.id in self._made)
        self.counts.show(list(counts))
        self.source.setText(f"Source: {one.source}")
        self.remark.setText(one.remark)
        self.remark.setVisible(bool(one.remark))
