"""How documents are made: paper, revision, date, racks, colours; of a job also what, and where to."""

from collections.abc import Mapping
from datetime import datetime

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QCheckBox, QFrame, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.drawing.sheet import STOCKS
from fatdesk.gui.analysis.study_kinds import name_problem
from fatdesk.gui.desk import Desk
from fatdesk.gui.documents.document import BY_NAME, Handout
from fatdesk.gui.documents.document_ticks import DocumentTicks
from fatdesk.gui.documents.label_fields import LabelFields
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.gui.widgets.plain_text import label, tip
from fatdesk.paper import Printing
from fatdesk.paper.jobs import printing_of
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.export_job import ExportJob
from fatdesk.project.document.project import Project

FREE = ExportJob(name="-")
"""What is chosen where no job is: as if one were made of it."""
TIPS = {
    "Paper": "Large drawings take larger sheets of the same family; packets stay A4 or Letter.",
    "Revision": "The name of this issue, printed on every sheet.",
    "Date": "Printed on every sheet. Empty: the files are the same every time.",
    "Racks": "Which racks packets, runs and labels are for: A01, B02-B05; empty for all.",
    "Bundles": "Which bundles the installers' pack is for, with commas between; empty for all.",
    "Phases": "Which phases the installers' pack is for, with commas between; empty for all.",
    "Name": "What the job is called, here and on the command line.",
    "Folder": "Its folder, relative to that of the project, such as issue/build. Empty: that of the project.",
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
        self.bundles, self.phases = QLineEdit(), QLineEdit()
        for line in (self.racks, self.bundles, self.phases):
            line.setPlaceholderText("all")
        self.labels = LabelFields(desk)
        self.folder.setPlaceholderText("folder of the project")
        self.wrong = label("", "error")
        self.wrong.setWordWrap(True)
        self.grey = QCheckBox("Black and white")
        self.grey.setToolTip(
            tip("As a printer without colours prints it. Off: in the colours of the window.")
        )
        self.note = label("", "text2")
        self.note.setWordWrap(True)
        self._of_job: list[QWidget] = []
        self._add_job(theme.strong())
        self._add_pages(theme.strong())
        column.addWidget(self.grey)
        column.addWidget(self.labels)
        column.addWidget(self.wrong)
        column.addSpacing(px(8))
        column.addWidget(self.note)
        column.addStretch(1)  # which gives way to the documents of a job
        self._derived = Derived(Project())
        self._free, self._job = FREE, FREE
        self._taken: tuple[str, ...] = ()
        self._filling = False
        self.begin(self._derived)
        self._connect()

    def _add(self, words: str, field: QWidget) -> list[QWidget]:
        said = label(words, "text2")
        self._column.addWidget(said)
        field.setAccessibleName(words)
        field.setToolTip(tip(TIPS[words]))
        self._column.addWidget(field)
        self._column.addSpacing(self._gap)
        return [said, field]

    def _add_job(self, strong: QFont) -> None:
        head = label("Saved job")
        head.setFont(strong)
        self._column.addWidget(head)
        self._of_job = [head, *self._add("Name", self.name), *self._add("Folder", self.folder)]
        self._column.addWidget(self.documents, 1000)
        self._column.addSpacing(self._gap)
        self._of_job.append(self.documents)

    def _add_pages(self, strong: QFont) -> None:
        head = label("Printed pages")
        head.setFont(strong)
        self._column.addWidget(head)
        self._column.addSpacing(self._gap)
        for words, field in (
            ("Paper", self.paper),
            ("Revision", self.revision),
            ("Date", self.date),
            ("Racks", self.racks),
        ):
            self._add(words, field)
        self._of_cables = [*self._add("Bundles", self.bundles), *self._add("Phases", self.phases)]

    def _connect(self) -> None:
        self.paper.currentTextChanged.connect(lambda _: self._take())
        self.grey.toggled.connect(lambda _: self._take())
        self.documents.ticked.connect(self._take)
        self.labels.changed.connect(self._take)
        for line in (self.revision, self.date, self.racks, self.bundles, self.phases, self.folder):
            line.editingFinished.connect(self._take)
        for line in (self.racks, self.bundles, self.phases, self.folder, self.name):
            line.textEdited.connect(lambda _: self._check())
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

    def begin(self, derived: Derived) -> None:
        """Another project: its revision and racks are not those of the last."""
        self._derived, self._job = derived, FREE
        self._today = f"{datetime.now().astimezone():%Y-%m-%d}"
        self._free = replace(FREE, date=self._today)
        self._fill()

    def follow(self, derived: Derived) -> None:
        """The racks, bundles and jobs may be others now."""
        self._derived = derived
        self._taken = tuple(job.name for job in derived.project.jobs)
        self._check()

    def show_for(self, what: Handout | ExportJob | None) -> None:
        """Show the fields of a job, or those that matter for a document."""
        job = what if isinstance(what, ExportJob) else FREE
        if job is not self._job:
            other = job.name != self._job.name
            self._job = job
            self._fill()
            if other:
                self.documents.show_first()
        for widget in self._of_job:
            widget.setVisible(job is not FREE)
        named = [BY_NAME[name] for name in job.documents if name in BY_NAME]
        some = named if job is not FREE else [what] if isinstance(what, Handout) else []
        pdfs = [one.pdf for one in some if one.pdf is not None]
        printed = bool(pdfs)
        for field in (self.paper, self.revision, self.date, self.grey):
            field.setEnabled(printed)
        self.racks.setEnabled(any(pdf.by_rack for pdf in pdfs))
        by_cable = any(pdf.by_cable for pdf in pdfs)
        for widget in self._of_cables:
            widget.setVisible(by_cable)
        self.labels.setVisible(any(pdf.on_labels for pdf in pdfs))
        if printed or not some:
            self.note.setText("")
        elif any(one.kind == "drawing" for one in some):
            self.note.setText("Drawings are for screens: in colours, without a date, the same every time.")
        else:
            self.note.setText("Files for programs need no paper.")

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
            self.bundles: shown.bundles,
            self.phases: shown.phases,
        }
        for line, text in texts.items():
            if line.text() != text:
                line.setText(text)
        self.paper.setCurrentText(shown.paper)
        self.grey.setChecked(not shown.colours)
        self.labels.show_values(shown.labels)
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
            bundles=self.bundles.text().strip(),
            phases=self.phases.text().strip(),
            labels=self.labels.values,
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
        """Say at once when there is no such rack or bundle, or no such folder can be."""
        problems: dict[QLineEdit, str] = {self.name: self._name_problem()}
        for field, alone in (
            (self.racks, {"racks": self.racks.text()}),
            (self.bundles, {"bundles": self.bundles.text()}),
            (self.phases, {"phases": self.phases.text()}),
        ):
            problems[field] = self._wrong(replace(FREE, **alone))
        try:
            self._typed()
        except FatdeskError as error:
            problems[self.folder] = str(error).replace("folder: ", "the folder ", 1)
        words = next(filter(None, problems.values()), "") or self._wrong(
            replace(FREE, labels=self.labels.values)
        )
        self.wrong.setText(in_sentence(words))
        self.wrong.setVisible(bool(words))
        for line in (self.name, self.folder, self.racks, self.bundles, self.phases):
            wrong = "true" if problems.get(line) else "false"
            if line.property("wrong") != wrong:
                line.setProperty("wrong", wrong)
                line.style().unpolish(line)
                line.style().polish(line)

    def _wrong(self, job: ExportJob) -> str:
        try:
            printing_of(job, self._derived)
        except FatdeskError as error:
            return str(error)
        return ""

    def printing(self) -> Printing:
        """What is chosen.

        Raises
        ------
        FatdeskError
            When a rack is named that is not there, a bundle, a phase, or labels that cannot be.
        """
        texts = {"racks": self.racks.text(), "bundles": self.bundles.text(), "phases": self.phases.text()}
        return printing_of(replace(self.chosen, **texts), self._derived)

    def free_printing(self) -> Printing:
        """What is chosen where no job is.

        Raises
        ------
        FatdeskError
            As ``printing``.
        """
        return printing_of(self._free, self._derived) if self.job else self.printing()

    def name_now(self) -> None:
        """Put the cursor into the name of the job."""
        self.ensureWidgetVisible(self.name)
        self.name.setFocus()
        self.name.selectAll()
