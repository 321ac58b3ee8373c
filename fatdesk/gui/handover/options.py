"""How documents are made: paper, revision, date, racks, colours; of a job also what, and where to."""

from collections.abc import Mapping
from datetime import datetime

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from fatdesk.engine.core.errors import FatdeskError
from fatdesk.engine.drawing.sheet import STOCKS
from fatdesk.engine.floor.floor import Floor
from fatdesk.gui.combo import Combo
from fatdesk.gui.desk import Desk
from fatdesk.gui.handover.document_ticks import DocumentTicks
from fatdesk.gui.handover.handout import BY_NAME, Handout
from fatdesk.gui.plain import label, tip
from fatdesk.gui.study_kind import name_problem
from fatdesk.gui.words import in_sentence
from fatdesk.paper import Printing
from fatdesk.paper.jobs import printing_of
from fatdesk.paper.racks import RacksError, chosen_racks
from fatdesk.project.export_job import ExportJob

FREE = ExportJob(name="-")
"""What is chosen where no job is: as if one were made of it."""
TIPS = {
    "Paper": "Large drawings take larger sheets of the same family; packets stay A4 or Letter.",
    "Revision": "What you call this issue; stands on every sheet.",
    "Date": "Stands on every sheet; leave it empty for files that are the same every time.",
    "Racks": "Which racks packets and runs are for: A01, B02-B05; empty for all.",
    "Name": "What the job is called, here and on the command line.",
    "Folder": "Where its files go, from the folder of the project: issue/build. Empty: beside the project.",
}


class Options(QScrollArea):
    """The fields at the right of the pages, of a job or of what is chosen now.

    ``changed`` tells that pages look otherwise now, ``decided`` carries a job as it was typed, ``called``
    the name that it shall have.
    """

    changed = Signal()
    decided = Signal(object)
    called = Signal(str)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        theme = desk.theme
        px = theme.px
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFixedWidth(px(240))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inside = QWidget()
        inside.setProperty("role", "side")
        inside.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setWidget(inside)
        self._column = column = QVBoxLayout(inside)
        column.setContentsMargins(px(14), px(12), px(14), px(12))
        column.setSpacing(px(4))
        self._gap = px(6)
        self.name, self.folder = QLineEdit(), QLineEdit()
        self.documents = DocumentTicks(desk)
        self.paper = Combo(theme)
        self.paper.addItems(list(STOCKS))
        self.revision, self.date, self.racks = QLineEdit(), QLineEdit(), QLineEdit()
        self.racks.setPlaceholderText("all")
        self.folder.setPlaceholderText("beside the project")
        self.wrong = label("", "error")
        self.wrong.setWordWrap(True)
        self.grey = QCheckBox("Black and white")
        self.grey.setToolTip(
            tip("As a printer without colours prints it; otherwise in the colours of the desk.")
        )
        self.note = label("", "text2")
        self.note.setWordWrap(True)
        self._of_job: list[QWidget] = []
        self._add_job(theme.strong())
        head = label("Printed pages")
        head.setFont(theme.strong())
        column.addWidget(head)
        column.addSpacing(px(4))
        for words, field in (
            ("Paper", self.paper),
            ("Revision", self.revision),
            ("Date", self.date),
            ("Racks", self.racks),
        ):
            self._add(words, field)
        column.addWidget(self.wrong)
        column.addWidget(self.grey)
        column.addSpacing(px(8))
        column.addWidget(self.note)
        column.addStretch(1)  # which gives way to the documents of a job
        self._floor = Floor()
        self._free, self._job = FREE, FREE
        self._taken: tuple[str, ...] = ()
        self._filling = False
        self.begin(Floor())
        self._connect()

    def _add(self, words: str, field: QWidget) -> list[QWidget]:
        said = label(words, "text2")
        self._column.addWidget(said)
        field.setAccessibleName(words)
        field.setToolTip(tip(TIPS[words]))
        self._column.addWidget(field)
        self._column.addSpacing(self._gap)
        return [said, field]

    def _add_job(self, strong: object) -> None:
        head = label("Saved job")
        head.setFont(strong)  # type: ignore[arg-type]
        self._column.addWidget(head)
        self._of_job = [head, *self._add("Name", self.name), *self._add("Folder", self.folder)]
        self._column.addWidget(self.documents, 1000)
        self._column.addSpacing(self._gap)
        self._of_job.append(self.documents)

    def _connect(self) -> None:
        self.paper.currentTextChanged.connect(lambda _: self._take())
        self.grey.toggled.connect(lambda _: self._take())
        self.documents.ticked.connect(self._take)
        for line in (self.revision, self.date, self.racks, self.folder):
            line.editingFinished.connect(self._take)
        self.racks.textEdited.connect(lambda _: self._check())
        self.folder.textEdited.connect(lambda _: self._check())
        self.name.textEdited.connect(lambda _: self._check())
        self.name.editingFinished.connect(self._call)

    @property
    def job(self) -> ExportJob | None:
        """The job whose fields these are; None: they are of what is chosen now."""
        return None if self._job is FREE else self._job

    @property
    def chosen(self) -> ExportJob:
        """What is typed and chosen, as a job would hold it."""
        return self._free if self.job is None else self._job

    @property
    def like(self) -> ExportJob:
        """What a new job takes over: that of today has no date, for it shall be the same tomorrow."""
        return replace(self._free, date="") if self._free.date == self._today else self._free

    def begin(self, floor: Floor) -> None:
        """Another project: its revision and racks are not those of the last."""
        self._floor, self._job = floor, FREE
        self._today = f"{datetime.now().astimezone():%Y-%m-%d}"
        self._free = replace(FREE, date=self._today)
        self._fill()

    def follow(self, floor: Floor, jobs: tuple[ExportJob, ...]) -> None:
        """The racks and jobs may be others now."""
        self._floor = floor
        self._taken = tuple(job.name for job in jobs)
        self._check()

    def show_for(self, what: Handout | ExportJob | None) -> None:
        """Show the fields of a job, or those that matter for a document."""
        job = what if isinstance(what, ExportJob) else FREE
        if job is not self._job:
            self._job = job
            self._fill()
        for widget in self._of_job:
            widget.setVisible(job is not FREE)
        named = [BY_NAME[name] for name in job.documents if name in BY_NAME]
        some = named if job is not FREE else [what] if isinstance(what, Handout) else []
        printed = any(one.pdf is not None for one in some)
        for field in (self.paper, self.revision, self.date, self.grey):
            field.setEnabled(printed)
        self.racks.setEnabled(any(one.by_rack for one in some))
        if printed or not some:
            self.note.setText("")
        elif any(one.kind == "drawing" for one in some):
            self.note.setText("Drawings are for screens: in colours, without a date, the same every time.")
        else:
            self.note.setText("Files for programs hold everything and need no paper.")

    def _fill(self) -> None:
        """Show the values of the job, or of what is chosen now."""
        self._filling = True
        shown = self.chosen
        texts: Mapping[QLineEdit, str] = {
            self.name: shown.name,
            self.folder: shown.folder,
            self.revision: shown.revision,
            self.date: shown.date,
            self.racks: shown.racks,
        }
        for line, text in texts.items():
            if line.text() != text:
                line.setText(text)
        self.paper.setCurrentText(shown.paper)
        self.grey.setChecked(not shown.colours)
        self.documents.show_names(shown.documents)
        self._filling = False
        self._check()

    def _typed(self) -> ExportJob:
        """What the fields hold.

        Raises
        ------
        FatdeskError
            When the folder cannot be.
        """
        return replace(
            self.chosen,
            folder=self.folder.text().strip(),
            documents=self.documents.names if self.job is not None else (),
            paper=self.paper.currentText(),
            revision=self.revision.text().strip(),
            date=self.date.text().strip(),
            racks=self.racks.text().strip(),
            colours=not self.grey.isChecked(),
        )

    def _take(self) -> None:
        """Only what really changed makes pages anew."""
        if self._filling:
            return
        self._check()
        try:
            typed = self._typed()
        except FatdeskError:
            return
        if typed == self.chosen:
            return
        if self.job is None:
            self._free = typed
            self.changed.emit()
        else:
            self.decided.emit(typed)

    def _call(self) -> None:
        name = self.name.text().strip()
        if self.job is not None and name != self.job.name and not self._name_problem():
            self.called.emit(name)

    def _name_problem(self) -> str:
        if self.job is None:
            return ""
        return name_problem(self.name.text().strip(), list(self._taken), self.job.name)

    def _check(self) -> None:
        """Say at once when there is no such rack, or no such folder can be."""
        problems: dict[QLineEdit, str] = dict.fromkeys((self.name, self.folder, self.racks), "")
        problems[self.name] = self._name_problem()
        try:
            chosen_racks(self.racks.text(), self._floor)
        except RacksError as error:
            problems[self.racks] = in_sentence(str(error))
        try:
            self._typed()
        except FatdeskError as error:
            problems[self.folder] = in_sentence(str(error).replace("folder: ", "The folder ", 1))
        words = next(filter(None, problems.values()), "")
        self.wrong.setText(words)
        self.wrong.setVisible(bool(words))
        for line, problem in problems.items():
            wrong = "true" if problem else "false"
            if line.property("wrong") != wrong:
                line.setProperty("wrong", wrong)
                line.style().unpolish(line)
                line.style().polish(line)

    def printing(self) -> Printing:
        """What is chosen.

        Raises
        ------
        RacksError
            When a rack is named that is not there.
        """
        typed = replace(self.chosen, racks=self.racks.text())
        return printing_of(typed, self._floor)

    def free_printing(self) -> Printing:
        """What is chosen where no job is.

        Raises
        ------
        RacksError
            As ``printing``.
        """
        return printing_of(
            self._free if self.job else replace(self._free, racks=self.racks.text()), self._floor
        )

    def name_now(self) -> None:
        """Put the cursor into the name of the job."""
        self.ensureWidgetVisible(self.name)
        self.name.setFocus()
        self.name.selectAll()
