"""The Documents workspace: list at the left, preview in the middle, options at the right."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSplitter, QToolButton, QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.drawing.sheet import paper_name
from fatdesk.gui.analysis.growth_plan import background_orders_of
from fatdesk.gui.desk import Desk
from fatdesk.gui.documents.document import BY_NAME, DOCUMENTS, Document
from fatdesk.gui.documents.document_list import DocumentsSide
from fatdesk.gui.documents.export_jobs import READY, JobEdits, JobRunner, Printer
from fatdesk.gui.documents.options import Options
from fatdesk.gui.documents.preview import Preview, pages_of
from fatdesk.gui.documents.result_card import ResultCard
from fatdesk.gui.menus.actions import key_tip
from fatdesk.gui.theme.icons import icon
from fatdesk.gui.theme.theme import set_property
from fatdesk.gui.views.workspace import Handler, Workspace, ZoomBox, when
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.numbers import WholeNumberField, in_sentence
from fatdesk.gui.widgets.plain_text import label, tip
from fatdesk.paper import Printing
from fatdesk.paper.jobs import job_findings
from fatdesk.project.document.export_job import ExportJob
from fatdesk.project.document.ref import JOB, Ref

PAGES = "Pages"
NOTHING = "Nothing to print yet. The documents show what is designed, placed and cabled."


class DocumentsBar:
    """Controls of the tool bar; they only turn pages themselves, the rest is connected by the view."""

    def __init__(self, desk: Desk, preview: Preview, row: QHBoxLayout) -> None:
        self._theme, self._preview = desk.theme, preview
        px = desk.theme.px
        self.hint = label("", "text2")
        self.part = Combo(desk.theme)
        self.part.setObjectName("part")
        self.part.setAccessibleName("Part of the job")
        self.part.setToolTip(
            tip("Choose what to preview: the pages of the job, or one of its lists or files")
        )
        self.part.setMaximumWidth(px(200))
        self.number = WholeNumberField("Page number", 1, 9_999_999)
        self.number.setObjectName("page-number")
        self.number.setFixedWidth(px(56))
        self.number.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.count = label("", "text2")
        self.count.setObjectName("page-count")
        self.turners: dict[str, QToolButton] = {}
        for name, words, key, step in (
            ("previous", "Previous page", "Page Up", -1),
            ("next", "Next page", "Page Down", 1),
        ):
            button = QToolButton()
            button.setToolTip(tip(f"{words} ({key})"))
            button.setObjectName(f"{name}-page")
            button.setIcon(icon(desk.theme, name, px(18)))
            button.setAccessibleName(words)
            button.setIconSize(QSize(px(18), px(18)))
            button.clicked.connect(lambda _=False, step=step: preview.turn(step))
            self.turners[name] = button
        self.zoom = ZoomBox(preview.view, lambda scale: f"{scale * 100:.0f} %")
        self.print = QPushButton("Print…")
        self.selected = QPushButton("Export selected…")
        self.run = QPushButton("Run job")
        self.run.setToolTip(key_tip("job-run", "Generate the files of the job in its folder"))
        self.run_all = QPushButton("Run all jobs")
        self.run_all.setToolTip(key_tip("job-run-all", "Run all jobs in turn, each in its folder"))
        self.all = QPushButton("Export all…")
        self.all.setToolTip(
            key_tip("export", "Export all documents to a folder, except labels and files for other programs")
        )
        self.emphasise(self.all)
        for name, push in (
            ("print", self.print),
            ("export-selected", self.selected),
            ("run-job", self.run),
            ("run-all-jobs", self.run_all),
            ("export-all", self.all),
        ):
            push.setObjectName(name)
        self.turning: tuple[QWidget, ...] = (
            self.turners["previous"],
            self.number,
            self.count,
            self.turners["next"],
            self.zoom,
        )
        row.addWidget(self.hint)
        row.addWidget(self.part)
        row.addStretch(1)
        for widget in self.turning:
            row.addWidget(widget)
        row.addStretch(1)
        for push in (self.print, self.selected, self.run, self.run_all, self.all):
            row.addWidget(push)
        self.number.editingFinished.connect(self._typed_number)

    def show_parts(self, parts: Sequence[str]) -> None:
        """Show the parts of a job; the chosen part is kept if it exists."""
        now = [self.part.itemText(n) for n in range(self.part.count())]
        if now != list(parts):
            chosen = self.part.currentText()
            self.part.blockSignals(True)
            self.part.clear()
            self.part.addItems(list(parts))
            self.part.setCurrentIndex(max(0, self.part.findText(chosen)))
            self.part.blockSignals(False)
        self.part.setVisible(len(parts) > 1)

    def show_place(self) -> None:
        """Show the page number and the number of pages."""
        preview = self._preview
        leaves, at = preview.leaves, preview.at
        count = len(leaves.found)
        there = preview.shows_pages and count > 0
        for widget in self.turning:
            widget.setVisible(preview.shows_pages)
        self.number.setText(str(at + 1) if there else "")
        self.number.setEnabled(there)
        self.count.setText(
            "" if not there else f"of {count:,}" if leaves.complete else f"of {count:,} and more"
        )
        self.turners["previous"].setEnabled(there and at > 0)
        self.turners["next"].setEnabled(there and at + 1 < count)
        self.zoom.setEnabled(there)

    def emphasise(self, button: QPushButton) -> None:
        """Make the button of what is selected the primary one."""
        for push in (self.run, self.all):
            set_property(push, "kind", "primary" if push is button else "")

    def _typed_number(self) -> None:
        number = self.number.value
        if number is not None:
            self._preview.go_to(max(0, min(len(self._preview.leaves.found), number) - 1))
        self.show_place()


def _unless_wrong(make: Callable[[], Printing]) -> Printing | None:
    try:
        return make()
    except FatdeskError:
        return None


class DocumentsView(Workspace):
    """Jobs and documents at the left, preview in the middle, options at the right."""

    offers = Workspace.offers | {
        "delete",
        "job-down",
        "job-duplicate",
        "duplicate",
        "job-name",
        "job-new",
        "job-run",
        "job-run-all",
        "job-up",
    }
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
        self.printer = Printer(desk, self)
        self.running = JobRunner(desk, self)
        self.edits = JobEdits(self.session)
        self.whole = True
        """Whether the next export includes all documents, or the selected ones."""
        self._looked: tuple[bool, str] | None = None
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.side)
        split.addWidget(self.preview)
        self.nothing = self.next_step(self.preview, "design", "open")
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
        self.result = ResultCard(desk)
        self.column.addWidget(self.result)
        self.focus_first = self.list
        self._connect()

    def _connect(self) -> None:
        side, tools, options = self.side, self.tools, self.options
        self.list.chosen.connect(self._choose)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._show_menu)
        self.list.activated.connect(lambda _: self.preview.view.setFocus())
        side.requested.connect(self.perform)
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
        self.running.ran.connect(self.printer.remember_job)
        self.printer.sent.connect(self._show_runs)
        self.running.wrote.connect(self.result.show_written)
        self.running.rests.connect(self._enable)
        self.session.opened.connect(self._begin)
        background_orders_of(self.session).changed.connect(self.outdate)
        if self.session.is_open:
            self._begin()

    # Contents

    def _begin(self) -> None:
        if self.session.is_open:
            self.options.begin(self.session.derived)
            self.session.derived.ordering = background_orders_of(self.session)
        else:
            self.preview.stop()
            self.preview.view.show_words("")

    def refresh(self) -> None:
        """Update to the current project."""
        self.options.follow(self.session.derived)
        self._show_runs()
        self._list()
        self._remake()
        project = self.session.project
        is_begun = project.fabrics or project.studies or project.floor.racks
        self.nothing.show_words("" if is_begun else NOTHING)

    def _list(self) -> None:
        if self.session.is_open:
            self.list.show_rows(self.session.project.jobs, self.side.filter.text())

    def follow(self, elements: tuple[Ref, ...]) -> None:
        """Show a job that was selected in another view."""
        names = JOB.ids(elements)
        if names and (True, names[0]) != self._looked:
            self.choose_job(names[0])

    def find_in_view(self) -> None:
        """Focus the page search, or without pages the document filter."""
        field = self.preview.search if self.preview.shows_pages else self.side.filter
        field.setFocus()
        field.selectAll()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop making pages while hidden."""
        if self.preview.is_making:
            self._stale = True
        super().hideEvent(event)

    def choose(self, name: str) -> None:
        """Show a document by file name."""
        self.side.filter.clear()
        self.list.choose(name)

    def choose_job(self, name: str) -> None:
        """Show a job."""
        self.side.filter.clear()
        self._list()
        self.list.choose_job(name)

    @property
    def job(self) -> ExportJob | None:
        """The current job, or None."""
        row = self.list.looked_at
        return row if isinstance(row, ExportJob) else None

    @property
    def document(self) -> Document | None:
        """The current document, or that of the job which is previewed."""
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
            self._select_job()
        if self.session.is_open and self.isVisible():
            self._remake()
        elif self.session.is_open:
            self._stale = True

    def _select_job(self) -> None:
        """Select the current job in the session."""
        if self.session.is_open and self.isVisible():
            wanted = [JOB(self.job.name)] if self.job is not None else []
            if wanted or self.session.ids(JOB):
                self.session.select(wanted)

    def _show_runs(self) -> None:
        rows = self.list.documents
        rows.runs = self.printer.runs()
        rows.state = self.session.derived.light_plan.state
        rows.wrong = {found.where: in_sentence(found.text) for found in job_findings(self.session.derived)}
        self.list.viewport().update()

    def printing(self) -> Printing | None:
        """Return the print options of the preview; None while they are invalid."""
        return _unless_wrong(self.options.printing)

    def printing_to_export(self) -> Printing | None:
        """Return the print options for documents outside jobs."""
        return _unless_wrong(self.options.free_printing)

    def _remake(self) -> None:
        """Rebuild the preview."""
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
        self, row: Document | ExportJob | None, paged: Sequence[Document], rest: Sequence[Document]
    ) -> None:
        printing, derived = self.printing(), self.session.derived
        plan = derived.light_plan if isinstance(row, Document) else derived.plan
        plan = plan if printing is None else printing.plan_for(plan)
        part = self.tools.part.currentText() if isinstance(row, ExportJob) else ""
        shown = next((one for one in rest if one.name == part), None) or (
            rest[0] if not paged and rest else None
        )
        if row is None:
            self.preview.show_words("Select a job or document to preview it.")
        elif not paged and not rest:
            self.preview.show_words("This job has no documents yet. Select them at the right.")
        elif printing is None:
            self.preview.show_words(self.options.wrong.text())
        elif shown is not None:
            self.preview.show_file(shown, printing)
        elif isinstance(row, Document):
            self.preview.show_pages(row.leaves(plan, printing))
        else:
            self.preview.show_pages(pages_of(paged, plan, printing))
        one = row if isinstance(row, Document) else shown
        self.preview.show_left_out(
            "" if one is None else in_sentence(one.why_none(plan)) or one.left_out(plan)
        )

    def _enable(self) -> None:
        tools, preview = self.tools, self.preview
        documents, jobs = self.list.chosen_documents(), self.list.chosen_jobs()
        fine = self.printing_to_export() is not None
        tools.show_place()
        page = preview.view.page if preview.shows_pages else None
        self.options.show_sheet("" if page is None else paper_name(page.width, page.height))
        tools.print.setEnabled(
            preview.shows_pages and bool(preview.leaves.found) and self.printing() is not None
        )
        tools.selected.setVisible(bool(documents) or not jobs)
        tools.selected.setEnabled(bool(documents) and fine)
        tools.selected.setText(
            f"Export {len(documents)} selected…" if len(documents) > 1 else "Export selected…"
        )
        tools.run.setVisible(bool(jobs))
        tools.run.setText(f"Run {len(jobs)} jobs" if len(jobs) > 1 else "Run job")
        tools.run.setEnabled(self.can("job-run"))
        tools.emphasise(tools.run if jobs and not documents else tools.all)
        tools.run_all.setVisible(self.session.is_open and bool(self.session.project.jobs))
        tools.run_all.setEnabled(self.can("job-run-all"))
        tools.all.setEnabled(fine)
        row = self.list.looked_at
        tools.hint.setText(row.name if isinstance(row, Document) else "")
        tools.hint.setVisible(isinstance(row, Document))

    # Jobs

    def offered(self) -> dict[str, Handler]:
        """Return the handlers of job actions."""
        new = when(lambda: bool(self.list.chosen_documents()), "Select documents.")
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
            "duplicate": Handler(self._duplicate, self._not_one_job),
            "job-up": Handler(partial(self._move_job, -1), partial(self._cannot_move, -1)),
            "job-down": Handler(partial(self._move_job, 1), partial(self._cannot_move, 1)),
        }

    def perform(self, action: str) -> None:
        """Perform an action, then update the buttons."""
        super().perform(action)
        self._enable()

    def can(self, action: str) -> bool:
        """Return whether an action is available; none without a project."""
        return self.session.is_open and super().can(action)

    def _not_one_job(self) -> str:
        return "" if self.job is not None and len(self.list.chosen_jobs()) == 1 else "Select one job."

    def _cannot_move(self, step: int) -> str:
        if refusal := self._not_one_job():
            return refusal
        can_move = self.job is not None and self.edits.can_move(self.job, step)
        return "" if can_move else "The job is already at the end of the list."

    def _new_job(self) -> None:
        names = [some.name for some in self.list.chosen_documents()]
        self._name_new(self.edits.add("Job", names, self.options.like))

    def _run_chosen(self) -> None:
        self.running.run(self.list.chosen_jobs(), self.printer.runs())

    def _run_all(self) -> None:
        self.running.run(self.session.project.jobs, self.printer.runs())

    def _duplicate(self) -> None:
        if self.job is not None:
            self._name_new(self.edits.duplicate(self.job))

    def _move_job(self, step: int) -> None:
        if self.job is not None:
            self.edits.move(self.job, step)

    def add_ready(self, title: str) -> None:
        """Add a ready-made job."""
        if self.session.is_open:
            name = self.edits.add(title, READY[title], self.options.like)
            if name:
                self.choose_job(name)
                self.list.setFocus()

    def _name_new(self, name: str) -> None:
        """Show a new job and focus its name."""
        if name:
            self.choose_job(name)
            self.options.name_now()

    def _call(self, name: str) -> None:
        job = self.options.job
        if job is not None and self.edits.call(job, name):
            self.printer.call_job(job.name, name)
            self.choose_job(name)

    def _show_menu(self, at: QPoint) -> None:
        menu = self.side.menu_of_rows()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.list.viewport().mapToGlobal(at))

    # Export and printing

    def _ask_export(self, *, whole: bool) -> None:
        self.whole = whole
        self.export_asked.emit()
        self.whole = True

    def wanted(self) -> list[Document]:
        """Return the documents to export."""
        if self.whole:
            return [some for some in DOCUMENTS if some.usual]
        return self.list.chosen_documents()

    def ask_and_print(self) -> None:
        """Print the current document or job."""
        row = self.list.looked_at
        if row is None:
            self.session.said.emit("Select a document to print.")
            return
        if self.preview.shows_pages and self.printing() is not None:
            self.preview.leaves.finish()
            if self.preview.leaves.found:
                self.printer.ask_and_print(row.name, self.preview.leaves.found, self.preview.at)
                return
        self.session.said.emit(f"{row.name} has no pages to print. Select a printed document.")
