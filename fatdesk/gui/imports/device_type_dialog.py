"""Dialog for the import of device types: files at the left, preview of the part at the right."""

from collections.abc import Collection, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from fatdesk.core.errors import FatdeskError
from fatdesk.core.finding import Severity
from fatdesk.core.number_text import counted
from fatdesk.engine.catalog.parts import Adapter, AnyPart, Equipment, ModularSwitch, PowerUnit
from fatdesk.engine.devicetypes.proposal import Clash, Proposal, accepted_parts
from fatdesk.engine.devicetypes.sockets import say_ports
from fatdesk.gui.desk import Desk
from fatdesk.gui.imports.destination import Destination, DestinationChoice
from fatdesk.gui.session.background_tasks import BackgroundTask
from fatdesk.gui.tables import Column
from fatdesk.gui.tables.ticked import TickedTable
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.numbers import UNKNOWN, in_sentence
from fatdesk.gui.widgets.plain_text import DialogButtons, ElidedLabel, error_line, label, menu_text
from fatdesk.tasks.files import read_device_types

TONES = {"error": "error", "warning": "warn", "note": "text2"}


def field_text(field: str) -> str:
    """Return the description of a field of a part, or of one of its boards.

    >>> field_text("power_w of fabric-module"), field_text("part_number")
    ('power of fabric-module', 'part number')
    """
    name, of, board = field.partition(" of ")
    return (
        name.removesuffix("_w").removesuffix("_kg").removesuffix("_mm").removesuffix("_u").replace("_", " ")
        + of
        + board
    )


def figures_of(part: AnyPart) -> list[tuple[str, str]]:
    """Return names and values of the properties of a part."""
    units = (("height_u", "U"), ("depth_mm", "mm"), ("mass_kg", "kg"), ("power_w", "W"))
    rows = [
        ("Id", part.id),
        ("Name", part.name),
        ("Vendor", part.vendor),
        ("Part number", part.part_number or UNKNOWN),
    ]
    ports = getattr(part, "ports", ())
    if ports:
        rows.append(("Ports", say_ports(ports)))
    if isinstance(part, ModularSwitch):
        rows.append(("Slots", f"{part.slots} for {', '.join(card.name for card in part.cards)}"))
    if isinstance(part, PowerUnit):
        rows.append(("Outlets", str(part.outlets)))
        rows.append(("Limit", UNKNOWN if part.power_limit_w is None else f"{part.power_limit_w:g} W"))
    for name, unit in units:
        value = getattr(part, name)
        title = {"height_u": "Height", "depth_mm": "Depth", "mass_kg": "Mass", "power_w": "Power"}[name]
        rows.append((title, UNKNOWN if value is None else f"{value:g} {unit}"))
    rows += [("Airflow", part.airflow or UNKNOWN), ("Source", part.source)]
    return rows


def _becomes(proposal: Proposal) -> str:
    kind = str(proposal.kind)
    if isinstance(proposal.part, Equipment):
        return f"Equipment without network ports: {kind}"
    return kind[:1].upper() + kind[1:] + (": added to its chassis" if proposal.part is None else "")


class ProposalPreview(QScrollArea):
    """Preview of the part that a file becomes; ``turned`` carries the numbers of the accepted corrections."""

    turned = Signal(object)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._theme = desk.theme
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Preview of the part")
        self.boxes: list[QCheckBox] = []
        self._proposal: Proposal | None = None
        self.values: dict[str, QLabel] = {}

    def show_proposal(self, proposal: Proposal, ticked: Collection[int]) -> None:
        """Show the part, missing values, findings and corrections."""
        px = self._theme.px
        self._proposal, self.boxes, self.values = proposal, [], {}
        page = QWidget()
        page.setProperty("role", "base")
        self._column = column = QVBoxLayout(page)
        column.setContentsMargins(px(16), px(14), px(16), px(14))
        column.setSpacing(px(6))
        head = ElidedLabel(proposal.file.rsplit("/", 1)[-1])
        head.setFont(self._theme.strong(15))
        column.addWidget(head)
        if proposal.refused is not None:
            self._say("Refused", "error", strong=True)
            self._say(str(proposal.refused), "error")
        else:
            self._say(_becomes(proposal), "text2")
            if proposal.part is not None:
                column.addLayout(self._figures(proposal.part))
            if proposal.missing:
                self._title("Missing")
                self._say(", ".join(map(field_text, proposal.missing)), "warn")
            self._add_findings(proposal)
            self._add_suggestions(proposal, ticked)
        column.addStretch(1)
        self.setWidget(page)
        self._refresh()

    def _title(self, text: str) -> None:
        made = label(text)
        made.setFont(self._theme.strong())
        made.setContentsMargins(0, self._theme.px(8), 0, 0)
        self._column.addWidget(made)

    def _say(self, text: str, tone: str, *, strong: bool = False) -> None:
        made = label(text, tone)
        made.setWordWrap(True)
        if strong:
            made.setFont(self._theme.strong())
        self._column.addWidget(made)

    def _figures(self, part: AnyPart) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(self._theme.px(12))
        grid.setVerticalSpacing(self._theme.px(2))
        grid.setColumnStretch(1, 1)
        for n, (title, value) in enumerate(figures_of(part)):
            name, value_label = label(title, "text2"), label(value)
            value_label.setObjectName(f"value-{title}")
            value_label.setWordWrap(True)
            grid.addWidget(name, n, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(value_label, n, 1)
            self.values[title] = value_label
        return grid

    def _add_findings(self, proposal: Proposal) -> None:
        if not proposal.findings:
            return
        self._title("Findings")
        for found in proposal.findings:
            text = f"{found.text[:1].upper()}{found.text[1:]}"
            self._say(text, TONES[found.severity.value])

    def _add_suggestions(self, proposal: Proposal, ticked: Collection[int]) -> None:
        if not proposal.suggestions:
            return
        self._title("Corrections")
        for n, suggestion in enumerate(proposal.suggestions):
            title = field_text(suggestion.field)
            made = QCheckBox(menu_text(title[:1].upper() + title[1:]))
            made.setObjectName(f"correction-{n}")
            made.setAccessibleDescription(
                f"{suggestion.suggested} instead of {suggestion.found}: {suggestion.why}"
            )
            made.setChecked(n in ticked)
            made.toggled.connect(partial(self._turned))
            self._column.addWidget(made)
            for text, tone in ((suggestion.suggested, "text"), (f"instead of {suggestion.found}", "text2")):
                value_label = label(text, tone)
                value_label.setWordWrap(True)
                value_label.setContentsMargins(self._theme.px(24), 0, 0, 0)
                self._column.addWidget(value_label)
            self.boxes.append(made)

    def _turned(self, _: bool) -> None:
        self._refresh()
        self.turned.emit([n for n, made in enumerate(self.boxes) if made.isChecked()])

    def _refresh(self) -> None:
        """Show the properties with the accepted corrections applied."""
        proposal = self._proposal
        if proposal is None or proposal.part is None:
            return
        try:
            part = proposal.accepted(n for n, made in enumerate(self.boxes) if made.isChecked())
        except FatdeskError:  # reported by the dialog on import
            return
        for title, value in figures_of(part) if part is not None else ():
            if title in self.values:
                self.values[title].setText(value)


NO_ADAPTER = "None (import as equipment)"


def state_of(proposal: Proposal) -> str:
    """Return the status of a file: read, incomplete or refused."""
    if proposal.refused is not None:
        return "refused"
    doubts = sum(found.severity is not Severity.NOTE for found in proposal.findings)
    if doubts:
        return counted(doubts, "warning")
    return "read"


def tone_of(proposal: Proposal) -> str:
    """Return the colour of the status."""
    return {"refused": "error", "read": "text2"}.get(state_of(proposal), "warn")


def becomes(proposal: Proposal) -> str:
    """Return the kind and id of the resulting part."""
    if isinstance(proposal.part, Equipment):
        return f"equipment {proposal.part.id} ({proposal.kind})"
    if proposal.part is not None:
        return f"{proposal.kind} {proposal.part.id}"
    return "" if proposal.refused is not None else f"{proposal.kind}, no part"


def tone_of_part(proposal: Proposal) -> str:
    """Return the colour of the result; network parts are highlighted."""
    if proposal.part is None:
        return "text3"
    return "text2" if isinstance(proposal.part, Equipment) else "text"


def why_clashing(clashes: Sequence[Clash], proposals: Sequence[Proposal]) -> str:
    """Return an error message for parts with the same id: the first conflict, and the number of others."""
    first = clashes[0]
    files = (proposals[first.proposal].file, proposals[first.of].file)
    one, other = (file.rsplit("/", 1)[-1] for file in files)
    more = f" and {len(clashes) - 1} more" if len(clashes) > 1 else ""
    fix = "Accept the correction of its id, or clear its check box."
    return f"{one} and {other} would both be {first.id}{more}. {fix}"


COLUMNS: tuple[Column[Proposal], ...] = (
    Column("File", 190, lambda p: p.file.rsplit("/", 1)[-1]),
    Column("Becomes", 210, becomes, stretch=True, tone=tone_of_part),
    Column("Status", 90, state_of, tone=tone_of),
)


class ImportDialog(QDialog):
    """Reads files in the background; the parts are imported when the dialog is accepted.

    ``parts`` are the imported parts, ``summary`` is a message for the status line.
    """

    def __init__(
        self,
        desk: Desk,
        paths: Sequence[Path],
        destinations: Sequence[Destination],
        adapters: Sequence[Adapter] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        theme, px = desk.theme, desk.theme.px
        self._desk, self._paths, self._adapters = desk, list(paths), list(adapters)
        self.task: BackgroundTask | None = None
        self._ticked: dict[str, list[int]] = {}
        self.proposals: tuple[Proposal, ...] = ()
        self.parts: tuple[AnyPart, ...] = ()
        self.summary = ""
        self.setWindowTitle("Import device types")
        self.setObjectName("import-dialog")
        self.resize(px(1040), px(640))
        column = QVBoxLayout(self)
        column.setContentsMargins(px(18), px(16), px(18), px(14))
        column.setSpacing(px(10))
        self.head = label("Reading…")
        self.head.setObjectName("import-head")
        self.head.setFont(theme.strong(15))
        column.addWidget(self.head)
        self.table: TickedTable[Proposal] = TickedTable(desk, COLUMNS, "Files", "Import")
        self.table.setObjectName("table-files")
        self.table.chosen.connect(self._show)
        self.table.turned.connect(self._count)
        self.preview = ProposalPreview(desk)
        self.preview.setObjectName("preview")
        self.preview.turned.connect(self._turned)
        halves = QSplitter()
        halves.setChildrenCollapsible(False)
        halves.addWidget(self.table)
        halves.addWidget(self.preview)
        halves.setSizes([px(560), px(440)])
        column.addWidget(halves, 1)
        column.addLayout(self._make_choices(desk, destinations))
        self.trouble = error_line()
        self.trouble.setObjectName("trouble")
        column.addWidget(self.trouble)
        self.buttons = DialogButtons(self, self._put)
        self.take = self.buttons.yes
        column.addWidget(self.buttons)
        self.finished.connect(lambda _: self._stop())
        desk.tasks.moved.connect(self._moved)
        self._count()
        self.read()

    def _make_choices(self, desk: Desk, destinations: Sequence[Destination]) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(desk.theme.px(8))
        self.accept_all = QPushButton("Accept all corrections")
        self.accept_all.setObjectName("accept-all")
        self.accept_all.clicked.connect(lambda _: self._accept_all(on=True))
        self.accept_none = QPushButton("Accept none")
        self.accept_none.setObjectName("accept-none")
        self.accept_none.clicked.connect(lambda _: self._accept_all(on=False))
        row.addWidget(self.accept_all)
        row.addWidget(self.accept_none)
        row.addStretch(1)
        self.adapter = Combo(desk.theme)
        self.adapter.setObjectName("adapter")
        self.adapter.setAccessibleName("Adapter of servers without network ports")
        self.adapter.addItems([NO_ADAPTER, *(adapter.id for adapter in self._adapters)])
        self.adapter.activated.connect(lambda _: self.read())
        row.addWidget(label("Adapter of servers without ports", "text2"))
        row.addWidget(self.adapter)
        row.addSpacing(desk.theme.px(12))
        self.destinations = DestinationChoice(desk.theme, destinations)
        self.destinations.setObjectName("destination")
        self.destinations.moved.connect(self.read)
        row.addWidget(label("Import into", "text2"))
        row.addWidget(self.destinations)
        return row

    # Reading

    def read(self) -> None:
        """Read the files in a worker process."""
        self._stop()
        at = self.adapter.currentIndex() - 1
        adapter = self._adapters[at] if at >= 0 else None
        destination = self.destinations.chosen
        taken = {part.id: part.source for part in destination.parts()} if destination is not None else {}
        self.trouble.hide()
        self.task = self._desk.tasks.start(
            "Read device types",
            read_device_types,
            self._paths,
            adapter,
            taken,
            done=self._read,
            failed=self._failed,
            whenever=True,
            quiet=True,
        )

    def _moved(self, task: BackgroundTask) -> None:
        """Show the progress."""
        if task is self.task and task.state == "running":
            self.head.setText(f"{task.text}…")

    def _read(self, proposals: tuple[Proposal, ...]) -> None:
        self.task = None
        left = {self.table.items[n].file for n in self.table.off}
        self.proposals = proposals
        self.table.show_items(list(proposals), [p.part is not None for p in proposals])
        self.table.off = {n for n, p in enumerate(proposals) if p.file in left}
        self.table.selectRow(0)
        self._count()
        self.table.setFocus()

    def _failed(self, why: str) -> None:
        self.task = None
        self.head.setText("The files could not be read")
        self._show_error(why)

    def _stop(self) -> None:
        if self.task is not None:
            self.task.cancel()
            self.task = None

    # Contents

    def _show(self) -> None:
        rows = self.table.chosen_rows()
        if rows:
            proposal = self.proposals[rows[0]]
            self.preview.show_proposal(proposal, self._ticked.get(proposal.file, []))

    def _turned(self, ticked: list[int]) -> None:
        rows = self.table.chosen_rows()
        if rows:
            self._ticked[self.proposals[rows[0]].file] = ticked
            self._count()

    def _accept_all(self, *, on: bool) -> None:
        self._ticked = {p.file: list(range(len(p.suggestions))) for p in self.proposals} if on else {}
        self._show()
        self._count()

    def _count(self) -> None:
        proposals, parts = self.proposals, len(self.table.taken)
        if proposals:
            refused = sum(p.refused is not None for p in proposals)
            counts = [
                counted(len(proposals), "file"),
                counted(sum(p.part is not None for p in proposals), "part"),
            ]
            counts += [f"{refused} refused"] if refused else []
            every = sum(len(p.suggestions) for p in proposals)
            ticked = sum(len(numbers) for numbers in self._ticked.values())
            counts.append(f"{ticked} of {counted(every, 'correction')} accepted")
            self.head.setText(" · ".join(counts))
        self.take.setText(f"Import {counted(parts, 'part')}" if parts else "Import")
        self.take.setEnabled(parts > 0)

    # Import

    def _put(self) -> None:
        destination = self.destinations.chosen
        if destination is None:
            self._show_error("Choose a destination.")
            return
        chosen = [self.proposals[n] for n in self.table.taken]
        every = [(n, m) for n, p in enumerate(chosen) for m in self._ticked.get(p.file, [])]
        try:
            found = accepted_parts(chosen, every)
            if found.clashes:
                self._show_error(why_clashing(found.clashes, chosen))
                return
            parts = [part for _, part in found.parts]
            self.summary = destination.put(parts)
        except FatdeskError as error:
            self._show_error(in_sentence(str(error)))
            return
        self.parts = tuple(parts)
        self.accept()

    def _show_error(self, text: str) -> None:
        self.trouble.setText(text)
        self.trouble.show()
