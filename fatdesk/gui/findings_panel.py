"""The bottom panel: everything that is wrong or unknown, and a click that selects it."""

from collections import Counter

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from fatdesk.engine.floor.floor import rack_label
from fatdesk.gui.desk import Desk
from fatdesk.gui.plain import label, tip
from fatdesk.gui.session import Session, Thing
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.theme.icons import icon, severity_mark
from fatdesk.gui.words import counted
from fatdesk.project.check import Checked

WORDS = (("error", "error"), ("warning", "warning"), ("note", "note"), ("waived", "waived"))


def severity(found: Checked) -> str:
    """Its severity, or that it is waived."""
    return "waived" if found.waived else str(found.finding.severity)


def things_at(session: Session, where: str) -> list[Thing]:
    """What a finding is about, as things that can be selected."""
    derived, floor = session.derived, session.project.floor
    racks = {rack_label(rack): str(rack.number) for rack in floor.racks}
    names = {name: device for device, name in derived.device_names.items()}
    if where in derived.device_names:
        return [Thing("device", where)]
    if where in names:
        return [Thing("device", names[where])]
    if where in racks:
        return [Thing("rack", racks[where])]
    if any(tray.id == where for tray in floor.trays):
        return [Thing("tray", where)]
    if where in derived.catalog:
        return [Thing("part", where)]
    if session.cable(where) is not None:
        return [Thing("cable", where)]
    first, dash, second = where.partition("-")
    if dash and first in racks and second in racks:
        return [Thing("rack", racks[first]), Thing("rack", racks[second])]
    return []


def _tone(found: Checked) -> str:
    return "text3" if found.waived else "text"


_COLUMNS: tuple[Column[Checked], ...] = (
    Column("", 34, lambda _: "", mark=severity),
    Column("Rule", 132, lambda c: c.finding.rule, tone=_tone),
    Column("Where", 190, lambda c: c.finding.where, tone=lambda c: "text3" if c.waived else "accent_text"),
    Column("What", 430, lambda c: c.finding.text, tone=_tone),
    Column(
        "What to do",
        300,
        lambda c: f"Waived: {c.waived}" if c.waived else c.finding.fix,
        tone=_tone,
        stretch=True,
    ),
)


class FindingsPanel(QWidget):
    """A line with the counts, and under it the table while it is open; ``toggled`` tells that it opens."""

    toggled = Signal(bool)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk, self.session = desk, desk.session
        px = desk.theme.px
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.head = QWidget()
        self.head.setProperty("role", "foot")
        self.head.setFixedHeight(px(31))
        line = QHBoxLayout(self.head)
        line.setContentsMargins(px(8), 0, px(8), 0)
        line.setSpacing(px(6))
        self.title = QToolButton()
        self.title.setText("Findings")
        self.title.setProperty("kind", "tab")
        self.title.setToolTip(tip("Open or close the findings (Ctrl+J)"))
        self.title.clicked.connect(self.toggle)
        line.addWidget(self.title)
        self._counts = []
        for name, _ in WORDS:
            mark, text = label(), label("")
            line.addWidget(mark)
            line.addWidget(text)
            line.addSpacing(px(6))
            self._counts.append((name, mark, text))
        self.none = label("Nothing is wrong or unknown", "ok")
        line.addWidget(self.none)
        line.addStretch(1)
        self.chevron = QToolButton()
        self.chevron.setAccessibleName("Open or close the findings")
        self.chevron.clicked.connect(self.toggle)
        line.addWidget(self.chevron)
        column.addWidget(self.head)
        self.model: RowsModel[Checked] = RowsModel(_COLUMNS, self)
        self.table = Table(desk, self.model, "Findings")
        self.table.chosen.connect(self._choose)
        self.table.clicked.connect(lambda _: self._choose())
        self.table.hide()
        column.addWidget(self.table, 1)
        self.session.opened.connect(self.refresh)
        self.session.changed.connect(self.refresh)
        desk.theme.changed.connect(self._look)
        self._look()

    @property
    def is_open(self) -> bool:
        """Whether the table is on view."""
        return not self.table.isHidden()

    def toggle(self) -> None:
        """Open or close the table."""
        self.table.setHidden(self.is_open)
        self._look()
        self.toggled.emit(self.is_open)

    def _look(self) -> None:
        theme, px = self._desk.theme, self._desk.theme.px
        for name, mark, _ in self._counts:
            mark.setPixmap(severity_mark(theme, name, px(15)))
        self.chevron.setIcon(icon(theme, "down" if self.is_open else "up", px(16)))

    def refresh(self, *_: object) -> None:
        """Show the findings of the present project."""
        found = self.session.findings if self.session.is_open else []
        found = [c for c in found if not c.waived] + [c for c in found if c.waived]
        self.model.show(found)
        counts = Counter(severity(c) for c in found)
        for (name, mark, text), (__, word) in zip(self._counts, WORDS, strict=True):
            count = counts[name]
            text.setText(f"{count} waived" if name == "waived" else counted(count, word))
            mark.setVisible(bool(count))
            text.setVisible(bool(count))
        self.none.setVisible(not found)
        self.table.empty = "Nothing is wrong or unknown."

    def _choose(self) -> None:
        chosen = self.table.chosen_rows()
        things = [thing for c in chosen for thing in things_at(self.session, c.finding.where)]
        if things:
            self.session.select(things)
