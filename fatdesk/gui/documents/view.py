"""What can be handed over: saved jobs and documents, their pages as they will be printed, lists, files."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.gui.desk import Desk
from fatdesk.gui.documents.bar import PAGES, DocumentsBar
from fatdesk.gui.documents.document import BY_NAME, HANDOUTS, Handout
from fatdesk.gui.documents.job_edits import JobEdits
from fatdesk.gui.documents.job_running import JobRunning
from fatdesk.gui.documents.options import Options
from fatdesk.gui.documents.preview import Preview, pages_of
from fatdesk.gui.documents.printing import Sending
from fatdesk.gui.documents.ready_jobs import READY
from fatdesk.gui.documents.side import DocumentsSide
from fatdesk.gui.views.workspace import Handler, Workspace, when
from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.paper import Printing
from fatdesk.paper.jobs import job_findings
from fatdesk.project.document.export_job import ExportJob
from fatdesk.project.document.ref import JOB, Ref


def _unless_wrong(make: Callable[[], Printing]) -> Printing | None:
    try:
        return make()
    except FatdeskError:
        return None


class Documents(Workspace):
    """Jobs and documents at the left, pages of one in the middle, how they are made at the right."""

    export_asked = Signal()
    inspected = False

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        px = self.theme.px
        self.preview = Preview(desk)
        self.tools = DocumentsBar(desk, self.preview, self.bar)
        self.side = DocumentsSide(desk, self.can)
        self.list = self.side.list
        self.options = Options(desk)
        self.sending = Sending(desk, self)
        self.running = JobRunning(desk, self)
        self.edits = JobEdits(self.session)
        self.whole = True
        """Whether everything is exported next, or only what is selected."""
        self._looked: tuple[bool, str] | None = None
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.side)
        split.addWidget(self.preview)
        split.setSizes([px(300), px(900)])
        split.setStretchFactor(1, 1)
        split.setHandleWidth(px(1))
        split.setChildrenCollapsible(False)
        body = QHBoxLayout()
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        body.addWidget(split, 1)
        body.addWidget(self.options)
        self.column.addLayout(body, 1)
        self.focus_first = self.list
        self._connect()

    def _connect(self) -> None:
        side, tools, options = self.side, self.tools, self.options
        self.list.chosen.connect(self._choose)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._show_menu)
        self.list.activated.connect(lambda _: self.preview.view.setFocus())
        side.asked.connect(self.perform)
        side.ready.connect(self.add_ready)
        side.filtered.connect(self._list)
        tools.part.currentTextChanged.connect(lambda _: self._remake())
        tools.print.clicked.connect(self.ask_and_print)
        tools.selected.clicked.connect(lambda: self._ask_export(whole=False))
        tools.all.clicked.connect(lambda: self._ask_export(whole=True))
        tools.run.clicked.connect(lambda: self.perform("job-run"))
        tools.run_all.clicked.connect(lambda: self.perform("job-run-all"))
        options.changed.connect(self._remake)
        options.decided.connect(self.edits.change)
        options.called.connect(self._call)
        self.preview.moved.connect(self._enable)
        self.running.ran.connect(self.sending.remember_job)
        self.sending.sent.connect(self._show_runs)
        self.running.rests.connect(self._enable)
        self.session.opened.connect(self._begin)

    # What is shown

    def _begin(self) -> None:
        if self.session.is_open:
            self.options.begin(self.session.derived)
        else:
            self.preview.stop()
            self.preview.view.show_words("")

    def refresh(self) -> None:
        """What was shown belongs to an earlier project."""
        self.options.follow(self.session.derived)
        self._show_runs()
        self._list()
        self._remake()

    def _list(self) -> None:
        if self.session.is_open:
            self.list.show_rows(self.session.project.jobs, self.side.filter.text())

    def follow(self, things: tuple[Ref, ...]) -> None:
        """A job that is selected elsewhere is looked at; racks and devices are not looked up here."""
        names = JOB.ids(things)
        if names and (True, names[0]) != self._looked:
            self.choose_job(names[0])

    def find_in_view(self) -> None:
        """Look for a page by its name; where there are none, for a document."""
        field = self.preview.search if self.preview.shows_pages else self.side.filter
        field.setFocus()
        field.selectAll()

    def hideEvent(self, event: QHideEvent) -> None:
        """Pages that nobody sees are not made."""
        if self.preview.is_making:
            self._stale = True
        super().hideEvent(event)

    def choose(self, name: str) -> None:
        """Look at a document by the name of its file."""
        self.side.filter.clear()
        self.list.choose(name)

    def choose_job(self, name: str) -> None:
        """Look at a job."""
        self.side.filter.clear()
        self._list()
        self.list.choose_job(name)

    @property
    def job(self) -> ExportJob | None:
        """The job that is looked at."""
        row = self.list.looked_at
        return row if isinstance(row, ExportJob) else None

    @property
    def handout(self) -> Handout | None:
        """The document that is looked at, of a job that whose beginning is shown."""
        row = self.list.looked_at
        if isinstance(row, ExportJob):
            return BY_NAME.get(self.tools.part.currentText()) if self.tools.part.count() else None
        return row

    def _choose(self) -> None:
        row = self.list.looked_at
        key = None if row is None else (isinstance(row, ExportJob), row.name)
        if key != self._looked:
            self._looked = key
            self.preview.begin_again()
            self._tell_all()
        if self.session.is_open and self.isVisible():
            self._remake()
        elif self.session.is_open:
            self._stale = True

    def _tell_all(self) -> None:
        """A job that is looked at is selected in all views."""
        if self.session.is_open and self.isVisible():
            wanted = [JOB(self.job.name)] if self.job is not None else []
            if wanted or self.session.ids(JOB):
                self.session.select(wanted)

    def _show_runs(self) -> None:
        rows = self.list.handouts
        rows.runs = self.sending.runs()
        rows.state = self.session.derived.light_plan.state
        rows.wrong = {found.where: in_sentence(found.text) for found in job_findings(self.session.derived)}
        self.list.viewport().update()

    def printing(self) -> Printing | None:
        """How the pages on view are made; None while a rack is named that is not there."""
        return _unless_wrong(self.options.printing)

    def printing_to_export(self) -> Printing | None:
        """How documents are exported that are no job's."""
        return _unless_wrong(self.options.free_printing)

    def _remake(self) -> None:
        """Make the preview anew."""
        if not self.session.is_open or not self.isVisible():
            return
        row = self.list.looked_at
        self.options.show_for(row)
        if isinstance(row, ExportJob):
            some = [BY_NAME[name] for name in row.documents if name in BY_NAME]
        else:
            some = [row] if row is not None else []
        paged = [one for one in some if one.paged]
        rest = [one for one in some if not one.paged]
        parts = [*([PAGES] if paged else []), *(one.name for one in rest)]
        self.tools.show_parts(parts if isinstance(row, ExportJob) else [])
        self._preview(row, paged, rest)
        self._enable()

    def _preview(
        self, row: Handout | ExportJob | None, paged: Sequence[Handout], rest: Sequence[Handout]
    ) -> None:
        printing, derived = self.printing(), self.session.derived
        plan = derived.light_plan if isinstance(row, Handout) else derived.plan
        part = self.tools.part.currentText() if isinstance(row, ExportJob) else ""
        shown = next((one for one in rest if one.name == part), None) or (
            rest[0] if not paged and rest else None
        )
        if row is None:
            self.preview.show_words("Select a job or a document to see its pages.")
        elif not paged and not rest:
            self.preview.show_words("This job makes nothing yet. Tick its documents at the right.")
        elif printing is None:
            self.preview.show_words(self.options.wrong.text())
        elif shown is not None:
            self.preview.show_file(shown)
        elif isinstance(row, Handout):
            self.preview.show_pages(row.leaves(plan, printing))
        else:
            self.preview.show_pages(pages_of(paged, plan, printing))
        one = row if isinstance(row, Handout) else shown
        self.preview.tell_left_out(one.left_out(plan) if one is not None else "")

    def _enable(self) -> None:
        tools, preview = self.tools, self.preview
        handouts, jobs = self.list.chosen_handouts(), self.list.chosen_jobs()
        fine = self.printing_to_export() is not None
        tools.show_place()
        tools.print.setEnabled(
            preview.shows_pages and bool(preview.leaves.found) and self.printing() is not None
        )
        tools.selected.setVisible(bool(handouts) or not jobs)
        tools.selected.setEnabled(bool(handouts) and fine)
        tools.selected.setText(
            f"Export {len(handouts)} selected…" if len(handouts) > 1 else "Export selected…"
        )
        tools.run.setVisible(bool(jobs))
        tools.run.setText(f"Run {len(jobs)} jobs" if len(jobs) > 1 else "Run job")
        tools.run.setEnabled(self.can("job-run"))
        tools.run_all.setVisible(self.session.is_open and bool(self.session.project.jobs))
        tools.run_all.setEnabled(self.can("job-run-all"))
        tools.all.setEnabled(fine)
        row = self.list.looked_at
        tools.hint.setText(row.name if isinstance(row, Handout) else "")
        tools.hint.setVisible(isinstance(row, Handout))

    # Jobs

    def offered(self) -> dict[str, Handler]:
        """Make, run and edit jobs."""
        new = when(lambda: bool(self.list.chosen_handouts()), "Select documents.")
        some = when(lambda: bool(self.list.chosen_jobs()), "Select a job.")
        idle = when(lambda: not self.running.is_running, "A job is running.")
        saved = when(lambda: bool(self.session.project.jobs), "Save an export job first.")
        return super().offered() | {
            "job-new": Handler(self._new_job, new),
            "job-run": Handler(self._run_chosen, lambda: some() or idle()),
            "job-run-all": Handler(self._run_all, lambda: saved() or idle()),
            "delete": Handler(lambda: self.edits.remove(self.list.chosen_jobs()), some),
            "job-name": Handler(self.options.name_now, self._not_one_job),
            "job-duplicate": Handler(self._duplicate, self._not_one_job),
            "job-up": Handler(partial(self._move_job, -1), partial(self._cannot_move, -1)),
            "job-down": Handler(partial(self._move_job, 1), partial(self._cannot_move, 1)),
        }

    def perform(self, action: str) -> None:
        """Perform an action, and look at what can be done then."""
        super().perform(action)
        self._enable()

    def can(self, action: str) -> bool:
        """Whether an action is possible now; none is without a project."""
        return self.session.is_open and super().can(action)

    def _not_one_job(self) -> str:
        return "" if self.job is not None and len(self.list.chosen_jobs()) == 1 else "Select one job."

    def _cannot_move(self, step: int) -> str:
        if refusal := self._not_one_job():
            return refusal
        can_move = self.job is not None and self.edits.can_move(self.job, step)
        return "" if can_move else "The job is at the end of the list."

    def _new_job(self) -> None:
        names = [some.name for some in self.list.chosen_handouts()]
        self._name_new(self.edits.add("Job", names, self.options.like))

    def _run_chosen(self) -> None:
        self.running.run(self.list.chosen_jobs(), self.sending.runs())

    def _run_all(self) -> None:
        self.running.run(self.session.project.jobs, self.sending.runs())

    def _duplicate(self) -> None:
        if self.job is not None:
            self._name_new(self.edits.duplicate(self.job))

    def _move_job(self, step: int) -> None:
        if self.job is not None:
            self.edits.move(self.job, step)

    def add_ready(self, title: str) -> None:
        """Save a ready-made job."""
        if self.session.is_open:
            name = self.edits.add(title, READY[title], self.options.like)
            if name:
                self.choose_job(name)
                self.list.setFocus()

    def _name_new(self, name: str) -> None:
        """Look at a job that was just made, and let its name be typed."""
        if name:
            self.choose_job(name)
            self.options.name_now()

    def _call(self, name: str) -> None:
        job = self.options.job
        if job is not None and self.edits.call(job, name):
            self.sending.call_job(job.name, name)
            self.choose_job(name)

    def _show_menu(self, at: QPoint) -> None:
        menu = self.side.menu_of_rows()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.list.viewport().mapToGlobal(at))

    # Handing over

    def _ask_export(self, *, whole: bool) -> None:
        self.whole = whole
        self.export_asked.emit()
        self.whole = True

    def wanted(self) -> list[Handout]:
        """The documents to export."""
        if self.whole:
            return [some for some in HANDOUTS if some.usual]
        return self.list.chosen_handouts()

    def ask_and_print(self) -> None:
        """Ask for a printer and print what is looked at."""
        row = self.list.looked_at
        if row is not None and self.tools.print.isEnabled():
            self.preview.leaves.finish()
            self.sending.ask_and_print(row.name, self.preview.leaves.found, self.preview.at)
