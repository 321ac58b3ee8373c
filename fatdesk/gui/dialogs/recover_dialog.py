"""Dialog *Recover*: copies of unsaved changes, what is in them, and opening one as a new project."""

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QMessageBox, QPushButton, QVBoxLayout, QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import counted
from fatdesk.engine.drawing.floor_picture import FloorPicture, floor_picture
from fatdesk.gui.desk import Desk
from fatdesk.gui.files.files import Files, waiting
from fatdesk.gui.files.recovery import described
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.views.results_dialog import ResultsDialog
from fatdesk.gui.widgets.numbers import UNKNOWN, day_text, in_sentence, priced
from fatdesk.gui.widgets.plain_text import box, label
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import figures_of
from fatdesk.project.document.project import Project
from fatdesk.project.document.record_kinds import differences
from fatdesk.project.files.recovery import Found, SetAside, copies_set_aside, left_behind, remove_copy
from fatdesk.project.files.storing import load_project

MEANING = (
    "Unsaved changes of projects that were not closed properly, and of the last ten that were discarded or "
    "rejected. A copy opens as a new project without a file; no file is changed."
)
NOTHING = "There are no copies: all changes were saved, or their projects are open."


class Copy(NamedTuple):
    """A copy in the list: left behind by a crash, or set aside."""

    source: Found | SetAside

    @property
    def name(self) -> str:
        """Name of the project."""
        return self.source.name

    @property
    def taken(self) -> datetime | None:
        """Time of the copy."""
        return self.source.taken

    @property
    def reason(self) -> str:
        """Why there is a copy."""
        return "set aside" if isinstance(self.source, SetAside) else "not closed properly"

    def project(self) -> Project:
        """Read the project of the copy.

        Raises
        ------
        FatdeskError
            When it cannot be read.
        """
        if isinstance(self.source, SetAside):
            return load_project(self.source.path).project
        if self.source.project is None:
            raise FatdeskError(self.source.problem)
        return self.source.project


COLUMNS: tuple[Column[Copy], ...] = (
    Column("Project", 180, lambda row: row.name, stretch=True, strong=True),
    Column("Copied", 120, lambda row: day_text(row.taken), lambda row: str(row.taken or "")),
    Column("Reason", 140, lambda row: row.reason, tone=lambda _: "text2"),
)


class FloorPreview(QWidget):
    """The floor of a project: racks, those in use filled, and trays."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._picture: FloorPicture | None = None
        self.setObjectName("floor-of-copy")
        self.setAccessibleName("Floor of the copy")

    def sizeHint(self) -> QSize:
        """Room for two rows of racks."""
        return QSize(self._theme.px(340), self._theme.px(170))

    def show_floor(self, picture: FloorPicture | None) -> None:
        """Show a floor, or none."""
        self._picture = picture
        self.update()

    def paintEvent(self, _: QPaintEvent) -> None:
        """Paint the floor, fitted."""
        picture = self._picture
        extent = picture.extent if picture is not None else None
        if picture is None or extent is None:
            return
        theme, margin = self._theme, self._theme.px(6)
        left, upper, right, lower = extent
        room = QRectF(self.rect()).adjusted(margin, margin, -margin, -margin)
        scale = min(room.width() / max(right - left, 1.0), room.height() / max(lower - upper, 1.0))

        def place(x: float, y: float) -> QPointF:
            return QPointF(room.left() + (x - left) * scale, room.top() + (y - upper) * scale)

        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for rack in picture.racks.values():
            painter.setPen(QPen(theme.colour("text3"), 1))
            painter.setBrush(theme.colour("line" if rack.occupied else "base"))
            painter.drawRect(QRectF(place(*rack.bounds[:2]), place(*rack.bounds[2:])))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for tray in picture.trays:
            painter.setPen(QPen(theme.colour("accent"), max(1.0, tray.width * scale / 3)))
            painter.drawPolyline(QPolygonF([place(*point) for point in tray.points]))
        painter.end()


class RecoverDialog(ResultsDialog):
    """Lists the copies; the selected one is described, and can be opened or deleted."""

    def __init__(self, desk: Desk, files: Files, parent: QWidget) -> None:
        super().__init__(desk, "Recover", "Recover unsaved changes", MEANING, parent)
        px = desk.theme.px
        self._files = files
        self._read: Project | None = None
        self.setObjectName("recover")
        self.resize(px(900), px(520))
        self.model: RowsModel[Copy] = RowsModel(COLUMNS, self)
        self.table = Table(desk, self.model, "Copies of unsaved changes")
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.title, self.text = label(), label("", "text2")
        self.title.setFont(desk.theme.strong())
        self.title.setWordWrap(True)
        self.text.setObjectName("about-copy")
        self.text.setWordWrap(True)
        self.floor = FloorPreview(desk.theme)
        side = QWidget()
        side.setFixedWidth(px(360))
        right = QVBoxLayout(side)
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(px(8))
        for widget in (self.title, self.floor, self.text):
            right.addWidget(widget)
        right.addStretch(1)
        body = QHBoxLayout()
        body.setSpacing(px(16))
        body.addWidget(self.table, 1)
        body.addWidget(side)
        self.column.addLayout(body, 1)
        self.state = label("", "text2")
        self.column.addWidget(self.state)
        self.delete_button = self._button("Delete copy…", "delete-copy", self.delete)
        self.open_button = self._button("Open as new project", "open-copy", self.open_copy)
        self.open_button.setProperty("kind", "primary")
        self.open_button.setDefault(True)
        self.add_foot(self.table, self.delete_button, self.open_button)
        self.table.chosen.connect(self._show)
        self.table.opened.connect(lambda _: self.open_copy())
        self.table.doubleClicked.connect(lambda _: self.open_copy())
        self.refresh()

    def _button(self, text: str, name: str, run: Callable[[], None]) -> QPushButton:
        made = QPushButton(text)
        made.setObjectName(name)
        made.clicked.connect(run)
        return made

    @property
    def copy(self) -> Copy | None:
        """The selected copy."""
        rows = self.table.chosen_rows()
        return rows[0] if rows else None

    def refresh(self) -> None:
        """List the copies that there are now, and select the first."""
        self.model.show([*map(Copy, left_behind()), *map(Copy, copies_set_aside())])
        self.state.setText("" if self.model.rows else NOTHING)
        self.table.mark_numbers([0] if self.model.rows else [], reveal=True)
        self._show()

    def _show(self) -> None:
        """Describe the selected copy."""
        one, self._read = self.copy, None
        self.delete_button.setEnabled(one is not None)
        self.title.setText(one.name if one is not None else "")
        picture, lines = None, []
        if one is not None:
            try:
                with waiting():
                    project = one.project()
                    derived = Derived(project)
                    picture = floor_picture(project.floor, derived.catalog.find)
                    lines = [_summary(derived), *self._differences(one, project)]
                    self._read = project
            except FatdeskError as error:
                lines = [in_sentence(str(error))]
        self.floor.show_floor(picture)
        self.text.setText("\n\n".join(lines))
        self.open_button.setEnabled(self._read is not None)

    def _differences(self, one: Copy, project: Project) -> list[str]:
        """Describe a copy next to its file, and next to the project that is open."""
        found = [described(one.source)] if isinstance(one.source, Found) else []
        if self._desk.session.is_open:
            sections = differences(self._desk.session.project, project)
            name = self._desk.session.name
            found.append(
                f"Differences from {name}, which is open: {', '.join(sections)}."
                if sections
                else f"The same as {name}, which is open."
            )
        return found

    def open_copy(self) -> None:
        """Open the selected copy as a new project, after asking about the present one."""
        one, project = self.copy, self._read
        if one is None or project is None or not self._files.may_leave():
            return
        self._desk.session.begin(project)
        self._desk.session.said.emit(
            f"The copy of {one.name} is open as a new project that is not saved yet."
        )
        self.close()

    def delete(self) -> None:
        """Delete the selected copy, after asking."""
        one = self.copy
        if one is None:
            return
        when = day_text(one.taken)
        question = box(
            self, "Delete copy", f"Delete the copy of {one.name}?", f"Copied {when}. This cannot be undone."
        )
        yes = question.addButton("Delete", QMessageBox.ButtonRole.DestructiveRole)
        question.setDefaultButton(question.addButton(QMessageBox.StandardButton.Cancel))
        question.exec()
        if question.clickedButton() is yes:
            if problem := remove_copy(one.source):
                self._desk.session.said.emit(problem)
            self.refresh()


def _summary(derived: Derived) -> str:
    """Return the figures of a project in a line."""
    figures = figures_of(derived)
    racks = sum(bool(rack.devices) for rack in derived.project.floor.racks)
    cost = priced(figures.cost, figures.cost_bound, figures.currency)
    return " · ".join(
        (
            counted(figures.hosts, "host"),
            counted(figures.switches, "switch"),
            counted(racks, "rack"),
            counted(figures.cables, "cable"),
            "cost unknown" if cost == UNKNOWN else cost.replace(" ", "\N{NO-BREAK SPACE}"),
        )
    )
