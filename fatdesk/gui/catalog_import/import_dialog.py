"""The dialog that imports device types: files at the left, what each becomes at the right."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from fatdesk.core.errors import FatdeskError
from fatdesk.core.finding import Severity
from fatdesk.engine.catalog.parts import Adapter, AnyPart, Equipment
from fatdesk.engine.devicetypes.proposal import Clash, Proposal, mended
from fatdesk.gui.catalog_import.destination import Destination
from fatdesk.gui.catalog_import.place_choice import PlaceChoice
from fatdesk.gui.catalog_import.preview import Preview
from fatdesk.gui.desk import Desk
from fatdesk.gui.session.jobs import Job
from fatdesk.gui.tables import Column
from fatdesk.gui.tables.ticked import TickedTable
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.dialog_buttons import DialogButtons, error_line
from fatdesk.gui.widgets.numbers import counted, in_sentence
from fatdesk.gui.widgets.plain_text import label
from fatdesk.tasks.importing import read_device_types

NO_ADAPTER = "none: they come as equipment"


def state_of(proposal: Proposal) -> str:
    """How the reading of a file went."""
    if proposal.refused is not None:
        return "refused"
    doubts = sum(found.severity is not Severity.NOTE for found in proposal.findings)
    if doubts:
        return counted(doubts, "warning")
    return "read"


def tone_of(proposal: Proposal) -> str:
    """The tone in which that is said."""
    return {"refused": "error", "read": "text2"}.get(state_of(proposal), "warn")


def becomes(proposal: Proposal) -> str:
    """What a file would be."""
    if isinstance(proposal.part, Equipment):
        return f"equipment {proposal.part.id} ({proposal.kind})"
    if proposal.part is not None:
        return f"{proposal.kind} {proposal.part.id}"
    return "" if proposal.refused is not None else f"{proposal.kind}, no part"


def tone_of_part(proposal: Proposal) -> str:
    """Parts of networks stand out."""
    if proposal.part is None:
        return "text3"
    return "text2" if isinstance(proposal.part, Equipment) else "text"


def why_clashing(clashes: Sequence[Clash], proposals: Sequence[Proposal]) -> str:
    """What to do about parts with the same id: the first one, and how many others."""
    first = clashes[0]
    files = (proposals[first.proposal].file, proposals[first.of].file)
    one, other = (file.rsplit("/", 1)[-1] for file in files)
    more = f" and {len(clashes) - 1} more" if len(clashes) > 1 else ""
    fix = "Accept its correction of the id, or clear its tick."
    return f"{one} and {other} would both be {first.id}{more}. {fix}"


COLUMNS: tuple[Column[Proposal], ...] = (
    Column("File", 190, lambda p: p.file.rsplit("/", 1)[-1]),
    Column("Becomes", 210, becomes, stretch=True, tone=tone_of_part),
    Column("Reading", 90, state_of, tone=tone_of),
)


class ImportDialog(QDialog):
    """Reads files in the background; when it is accepted the parts have been put.

    ``parts`` are those that were put, ``told`` says where.
    """

    def __init__(
        self,
        desk: Desk,
        paths: Sequence[Path],
        places: Sequence[Destination],
        adapters: Sequence[Adapter] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        theme, px = desk.theme, desk.theme.px
        self._desk, self._paths, self._adapters = desk, list(paths), list(adapters)
        self._job: Job | None = None
        self._ticked: dict[str, list[int]] = {}
        self.proposals: tuple[Proposal, ...] = ()
        self.parts: tuple[AnyPart, ...] = ()
        self.told = ""
        self.setWindowTitle("Import device types")
        self.resize(px(1040), px(680))
        column = QVBoxLayout(self)
        column.setContentsMargins(px(18), px(16), px(18), px(14))
        column.setSpacing(px(10))
        self.head = label("Reading…")
        self.head.setFont(theme.strong(15))
        column.addWidget(self.head)
        self.table: TickedTable[Proposal] = TickedTable(desk, COLUMNS, "Files", "Take")
        self.table.chosen.connect(self._show)
        self.table.turned.connect(self._count)
        self.preview = Preview(desk)
        self.preview.turned.connect(self._turned)
        halves = QSplitter()
        halves.setChildrenCollapsible(False)
        halves.addWidget(self.table)
        halves.addWidget(self.preview)
        halves.setSizes([px(560), px(440)])
        column.addWidget(halves, 1)
        column.addLayout(self._make_choices(desk, places))
        self.trouble = error_line()
        column.addWidget(self.trouble)
        self.buttons = DialogButtons(self, self._put)
        self.take = self.buttons.yes
        column.addWidget(self.buttons)
        self.finished.connect(lambda _: self._stop())
        desk.jobs.moved.connect(self._moved)
        self._count()
        self.read()

    def _make_choices(self, desk: Desk, places: Sequence[Destination]) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(desk.theme.px(8))
        self.accept_all = QPushButton("Accept all corrections")
        self.accept_all.clicked.connect(lambda _: self._accept_all(on=True))
        self.accept_none = QPushButton("Accept none")
        self.accept_none.clicked.connect(lambda _: self._accept_all(on=False))
        row.addWidget(self.accept_all)
        row.addWidget(self.accept_none)
        row.addStretch(1)
        self.adapter = Combo(desk.theme)
        self.adapter.setAccessibleName("Adapter of servers without network ports")
        self.adapter.addItems([NO_ADAPTER, *(adapter.id for adapter in self._adapters)])
        self.adapter.activated.connect(lambda _: self.read())
        row.addWidget(label("Servers without ports hold", "text2"))
        row.addWidget(self.adapter)
        row.addSpacing(desk.theme.px(12))
        self.places = PlaceChoice(desk.theme, places)
        self.places.moved.connect(self.read)
        row.addWidget(label("Put into", "text2"))
        row.addWidget(self.places)
        return row

    # Reading

    def read(self) -> None:
        """Read the files in a process of its own."""
        self._stop()
        at = self.adapter.currentIndex() - 1
        adapter = self._adapters[at] if at >= 0 else None
        place = self.places.place
        taken = {part.id: part.source for part in place.parts()} if place is not None else {}
        self.trouble.hide()
        self._job = self._desk.jobs.start(
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

    def _moved(self, job: Job) -> None:
        """Say how far the reading is."""
        if job is self._job and job.state == "running":
            self.head.setText(f"{job.text}…")

    def _read(self, proposals: tuple[Proposal, ...]) -> None:
        self._job = None
        left = {self.table.items[n].file for n in self.table.off}
        self.proposals = proposals
        self.table.show_items(list(proposals), [p.part is not None for p in proposals])
        self.table.off = {n for n, p in enumerate(proposals) if p.file in left}
        self.table.selectRow(0)
        self._count()
        self.table.setFocus()

    def _failed(self, why: str) -> None:
        self._job = None
        self.head.setText("Nothing was read")
        self._tell(why)

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None

    # What is shown

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
            told = [
                counted(len(proposals), "file"),
                counted(sum(p.part is not None for p in proposals), "part"),
            ]
            told += [f"{refused} refused"] if refused else []
            every = sum(len(p.suggestions) for p in proposals)
            ticked = sum(len(numbers) for numbers in self._ticked.values())
            told.append(f"{ticked} of {counted(every, 'correction')} accepted")
            self.head.setText(" · ".join(told))
        self.take.setText(f"Import {counted(parts, 'part')}" if parts else "Import")
        self.take.setEnabled(parts > 0)

    # Taking

    def _put(self) -> None:
        place = self.places.place
        if place is None:
            self._tell("Choose where the parts go.")
            return
        chosen = [self.proposals[n] for n in self.table.taken]
        every = [(n, m) for n, p in enumerate(chosen) for m in self._ticked.get(p.file, [])]
        try:
            found = mended(chosen, every)
            if found.clashes:
                self._tell(why_clashing(found.clashes, chosen))
                return
            parts = [part for _, part in found.parts]
            self.told = place.put(parts)
        except FatdeskError as error:
            self._tell(in_sentence(str(error)))
            return
        self.parts = tuple(parts)
        self.accept()

    def _tell(self, text: str) -> None:
        self.trouble.setText(text)
        self.trouble.show()
