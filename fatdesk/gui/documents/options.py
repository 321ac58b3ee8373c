"""Options of documents: paper, revision, date, racks, colours, labels; of a job also documents and folder."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from fatdesk.core.errors import FatdeskError
from fatdesk.core.schema import field_at
from fatdesk.engine.drawing.sheet import STOCKS
from fatdesk.engine.drawing.sheets.labels import LabelPrinting, label_stocks
from fatdesk.engine.floor.floor import rack_label
from fatdesk.gui.analysis.study_kinds import name_problem
from fatdesk.gui.desk import Desk
from fatdesk.gui.documents.document import BY_NAME, DOCUMENTS, GROUPS, Document
from fatdesk.gui.preferences import preferences
from fatdesk.gui.theme.theme import Theme, set_property
from fatdesk.gui.views.property_page import meaning
from fatdesk.gui.widgets.combo import Combo, WordCompleter, offer_words
from fatdesk.gui.widgets.dates import paper_locale, usual_paper
from fatdesk.gui.widgets.numbers import in_field, in_sentence, parse_number
from fatdesk.gui.widgets.plain_text import label, tip
from fatdesk.gui.widgets.refusal import RefusalNote
from fatdesk.paper import Printing
from fatdesk.paper.jobs import printing_of
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.export_job import ExportJob
from fatdesk.project.document.project import Project
from fatdesk.tasks.files import OF_ADDRESSES, OF_FLOOR

ROWS = 7
"""Minimum number of visible rows."""


class DocumentTicks(QWidget):
    """List with the documents of a job to check; ``ticked`` signals a change by the user."""

    ticked = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._theme = desk.theme
        px = desk.theme.px
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(4))
        self.words = label("Documents", "text2")
        self.words.setObjectName("documents-of-job")
        column.addWidget(self.words)
        self.list = QListWidget()
        self.list.setObjectName("ticks")
        self.list.setAccessibleName("Documents of the job")
        self.list.setToolTip(tip("Space adds a document to the job or removes it"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMinimumHeight(px(24) * ROWS)
        column.addWidget(self.list, 1)
        self._names: tuple[str, ...] = ()
        self._listed: tuple[str, ...] = ()
        self.list.itemChanged.connect(self._changed)

    @property
    def names(self) -> tuple[str, ...]:
        """Return the checked documents: earlier ones in their order, then added ones."""
        return self._names

    def show_names(self, names: Sequence[str]) -> None:
        """Show the documents of a job."""
        self._names = tuple(names)
        unknown = tuple(name for name in names if name not in BY_NAME)
        self.list.blockSignals(True)
        if not self.list.count() or unknown != self._listed:
            self._listed = unknown
            self._fill(unknown)
        for item in self._items():
            ticked = item.text() in names
            item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
        self.list.blockSignals(False)
        self.words.setText(f"Documents ({len(names):,})" if names else "Documents (none yet)")

    def show_first(self) -> None:
        """Scroll to the first document of the job."""
        first = next((item for item in self._items() if item.text() in self._names), None)
        if first is not None:
            self.list.scrollToItem(first, QAbstractItemView.ScrollHint.PositionAtCenter)

    def _items(self) -> list[QListWidgetItem]:
        found = [self.list.item(row) for row in range(self.list.count())]
        return [item for item in found if item.flags() & Qt.ItemFlag.ItemIsUserCheckable]

    def _fill(self, unknown: Sequence[str]) -> None:
        self.list.clear()
        if unknown:
            self._head("Unknown to this version")
            for name in unknown:
                self._one(name, "remove it, or use the fatdesk version that saved the job")
        for kind, title in GROUPS.items():
            self._head(title)
            for some in DOCUMENTS:
                if some.kind == kind:
                    self._one(some.name, some.description)

    def _head(self, title: str) -> None:
        item = QListWidgetItem(title)
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        item.setFont(self._theme.strong(12))
        item.setSizeHint(QSize(0, self._theme.px(24)))
        self.list.addItem(item)

    def _one(self, name: str, description: str) -> None:
        item = QListWidgetItem(name)
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable
        item.setFlags(flags)
        item.setCheckState(Qt.CheckState.Unchecked)
        item.setToolTip(tip(description))
        item.setSizeHint(QSize(0, self._theme.px(24)))
        self.list.addItem(item)

    def _changed(self, item: QListWidgetItem) -> None:
        name, on = item.text(), item.checkState() == Qt.CheckState.Checked
        if on and name not in self._names:
            self._names = (*self._names, name)
        elif not on:
            self._names = tuple(some for some in self._names if some != name)
        else:
            return
        self.ticked.emit()


class LabelFields(QWidget):
    """Label stock, start position, printer alignment and borders; ``changed`` signals an edit."""

    changed = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        px = desk.theme.px
        column = QVBoxLayout(self)
        column.setContentsMargins(0, px(6), 0, 0)
        column.setSpacing(px(4))
        head = label("Labels")
        head.setFont(desk.theme.strong())
        column.addWidget(head)
        self.stock = Combo(desk.theme)
        for name, stock in label_stocks().items():
            self.stock.addItem(name)
            self.stock.setItemData(self.stock.count() - 1, tip(stock.title), Qt.ItemDataRole.ToolTipRole)
        outlines = field_at(LabelPrinting, "outlines")
        self.outlines = QCheckBox(outlines.title)
        self.outlines.setToolTip(tip(meaning(outlines)))
        self._values = LabelPrinting()
        self._note = RefusalNote(desk.theme, self)
        self._lines = {key: QLineEdit() for key in ("start", "shift_x_mm", "shift_y_mm")}
        fields: dict[str, QWidget] = {"stock": self.stock, **self._lines}
        for key, widget in fields.items():
            field = field_at(LabelPrinting, key)
            column.addWidget(label(f"{field.title}, {field.unit}" if field.unit else field.title, "text2"))
            widget.setAccessibleName(field.title)
            widget.setObjectName(f"label-{key}")
            widget.setToolTip(tip(meaning(field)))
            column.addWidget(widget)
        column.addWidget(self.outlines)
        self.stock.currentTextChanged.connect(lambda name: self._take(stock=name))
        self.outlines.toggled.connect(lambda on: self._take(outlines=on))
        for key, line in self._lines.items():
            line.editingFinished.connect(partial(self._read, key))

    def show_values(self, values: LabelPrinting) -> None:
        """Show the label options; an unknown stock is added to the list."""
        self.blockSignals(True)
        self._values = values
        if self.stock.findText(values.stock) < 0:
            self.stock.addItem(values.stock)
        self.stock.setCurrentText(values.stock)
        self.outlines.setChecked(values.outlines)
        for key in self._lines:
            self._write(key)
        self.blockSignals(False)

    def _write(self, key: str) -> None:
        """Show the value of a typed field."""
        self._lines[key].setText(in_field(field_at(LabelPrinting, key).write(getattr(self._values, key))))
        self._note.mark(self._lines[key], "")

    def _read(self, key: str) -> None:
        """Take what was typed; refused text stays with its reason."""
        field, line = field_at(LabelPrinting, key), self._lines[key]
        try:
            value = field.read(line.text(), parse_number)
        except (FatdeskError, ValueError) as error:
            self._note.mark(line, in_sentence(str(error)))
            return
        changed = value != getattr(self._values, key)
        self._values = replace(self._values, **{key: value})
        self._write(key)
        if changed:
            self.changed.emit()

    def _take(self, **chosen: str | bool) -> None:
        self._values = replace(self._values, **chosen)
        self.changed.emit()

    @property
    def values(self) -> LabelPrinting:
        """Return the label options."""
        return self._values


FREE = ExportJob(name="-")
"""Options while no job is selected, as an unnamed job."""


class Options(QScrollArea):
    """Panel with the options of a job, or of the selected documents.

    Signals: ``changed``: the preview is outdated; ``decided`` carries the edited job, ``called`` its new
    name.
    """

    changed = Signal()
    decided = Signal(object)
    called = Signal(str)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        theme, px, self._settings = desk.theme, desk.theme.px, desk.settings
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
        self.revision, self.drawing, self.date = QLineEdit(), QLineEdit(), QLineEdit()
        self.racks = QLineEdit()
        self.bundles, self.phases, self.network, self.domain = (QLineEdit() for _ in range(4))
        self._racks, self.labels = self._offer_racks(theme), LabelFields(desk)
        self.wrong = label("", "error")
        self.wrong.setObjectName("problem")
        self.wrong.setWordWrap(True)
        self.grey, self.building = self._ticks()
        self.sheet = label("", "text2")
        self.sheet.setObjectName("paper-of-page")
        self.sheet.setWordWrap(True)
        self.sheet.setContentsMargins(0, 0, 0, px(6))
        self.sheet.hide()
        self.note = label("", "text2")
        self.note.setWordWrap(True)
        self._of_job: list[QWidget] = []
        self._add_job(theme.strong())
        self._add_pages(theme.strong())
        column.addWidget(self.grey)
        column.addWidget(self.building)
        column.addWidget(self.labels)
        column.addWidget(self.wrong)
        column.addSpacing(px(8))
        column.addWidget(self.note)
        column.addStretch(1)  # shrinks for the documents of a job
        self._derived = Derived(Project())
        self._free, self._job = FREE, FREE
        self._taken: tuple[str, ...] = ()
        self._filling = False
        self.begin(self._derived)
        self._connect()

    @staticmethod
    def _ticks() -> tuple[QCheckBox, QCheckBox]:
        """The boxes for shades of grey, and for the building plan."""
        grey = QCheckBox("Black and white")
        grey.setObjectName("grey")
        grey.setToolTip(tip("Print in shades of grey"))
        field = field_at(ExportJob, "building_plan")
        building = QCheckBox(field.title)
        building.setObjectName("building-plan")
        building.setToolTip(tip(meaning(field)))
        return grey, building

    def _offer_racks(self, theme: Theme) -> WordCompleter:
        return offer_words(theme, self.racks, (), several=True, arrow=False)

    def _add(self, key: str, widget: QWidget) -> list[QWidget]:
        """Add the row of a field of a job; return its widgets."""
        field = field_at(ExportJob, key)
        widget.setObjectName(f"option-{key}")
        title = label(field.title, "text2")
        self._column.addWidget(title)
        widget.setAccessibleName(field.title)
        widget.setToolTip(tip(meaning(field)))
        if isinstance(widget, QLineEdit):
            widget.setPlaceholderText(field.about.empty)
        self._column.addWidget(widget)
        self._column.addSpacing(self._gap)
        return [title, widget]

    def _add_job(self, strong: QFont) -> None:
        head = label("Export job")
        head.setFont(strong)
        self._column.addWidget(head)
        self._of_job = [head, *self._add("name", self.name), *self._add("folder", self.folder)]
        self._column.addWidget(self.documents, 1000)
        self._column.addSpacing(self._gap)
        self._of_job.append(self.documents)

    def _add_pages(self, strong: QFont) -> None:
        head = label("Printed pages")
        head.setFont(strong)
        self._column.addWidget(head)
        self._column.addSpacing(self._gap)
        self._add("paper", self.paper)
        self._column.addWidget(self.sheet)
        for key, widget in (
            ("revision", self.revision),
            ("drawing", self.drawing),
            ("date", self.date),
            ("racks", self.racks),
        ):
            self._add(key, widget)
        self._of_cables = [*self._add("bundles", self.bundles), *self._add("phases", self.phases)]
        self._of_addresses = [*self._add("network", self.network), *self._add("domain", self.domain)]

    def _connect(self) -> None:
        self.paper.currentTextChanged.connect(lambda _: self._take())
        self.grey.toggled.connect(lambda _: self._take())
        self.building.toggled.connect(lambda _: self._take())
        self.documents.ticked.connect(self._take)
        self.labels.changed.connect(self._take)
        for line in (self.revision, self.date, self.racks, self.bundles, self.phases):
            line.editingFinished.connect(self._take)
        for line in (self.folder, self.drawing, self.network, self.domain):
            line.editingFinished.connect(self._take)
        typed = (self.racks, self.bundles, self.phases, self.folder, self.drawing, self.name)
        for line in (*typed, self.network, self.domain):
            line.textEdited.connect(lambda _: self._check())
        self.name.editingFinished.connect(self._call)

    @property
    def job(self) -> ExportJob | None:
        """The edited job; None for the options of the selected documents."""
        return None if self._job is FREE else self._job

    @property
    def chosen(self) -> ExportJob:
        """The current options as a job."""
        return self._free if self.job is None else self._job

    @property
    def like(self) -> ExportJob:
        """The options for a new job; without today's date, so that it stays reproducible."""
        return replace(self._free, date="") if self._free.date == self._today else self._free

    def begin(self, derived: Derived) -> None:
        """Reset the options for another project."""
        self._derived, self._job = derived, FREE
        self._today = f"{datetime.now().astimezone():%Y-%m-%d}"
        chosen = preferences(self._settings).paper
        paper = usual_paper(paper_locale()) if chosen == "system" else chosen
        self._free = replace(FREE, date=self._today, paper=paper)
        self._fill()

    def follow(self, derived: Derived) -> None:
        """Update to a changed project."""
        self._derived = derived
        self._racks.offer([rack_label(rack) for rack in derived.project.floor.racks])
        self._taken = tuple(job.name for job in derived.project.jobs)
        self._check()

    def show_for(self, what: Document | ExportJob | None) -> None:
        """Show the options of a job, or those that apply to a document."""
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
        some = named if job is not FREE else [what] if isinstance(what, Document) else []
        pdfs = [one.pdf for one in some if one.pdf is not None]
        printed = bool(pdfs)
        for field in (self.paper, self.revision, self.drawing, self.date, self.grey):
            field.setEnabled(printed)
        self.racks.setEnabled(any(pdf.by_rack for pdf in pdfs))
        by_cable = any(pdf.by_cable for pdf in pdfs)
        for widget in self._of_cables:
            widget.setVisible(by_cable)
        addresses = any(one.name in OF_ADDRESSES for one in some)
        for widget in self._of_addresses:
            widget.setVisible(addresses)
        shows = any(one.name in OF_FLOOR for one in some)
        self.building.setVisible(shows and self._derived.project.floor.plan.underlay is not None)
        self.labels.setVisible(any(pdf.on_labels for pdf in pdfs))
        if printed or addresses or not some:
            self.note.setText("")
        elif any(one.kind == "drawing" for one in some):
            self.note.setText("Drawings are for screens: in colour, without a date.")
        else:
            self.note.setText("Files for other programs have no print options.")

    def show_sheet(self, paper: str) -> None:
        """State the paper of the page in view where it is not the chosen one; empty: there is no page."""
        chosen = self.paper.currentText()
        self.sheet.setText(f"This page is on {paper}: it does not fit {chosen}." if paper else "")
        self.sheet.setVisible(bool(paper) and paper != chosen)

    def _fill(self) -> None:
        """Fill the fields."""
        self._filling = True
        shown = self.chosen
        texts: Mapping[QLineEdit, str] = {
            self.name: shown.name,
            self.folder: shown.folder,
            self.revision: shown.revision,
            self.drawing: shown.drawing,
            self.date: shown.date,
            self.racks: shown.racks,
            self.bundles: shown.bundles,
            self.phases: shown.phases,
            self.network: shown.network,
            self.domain: shown.domain,
        }
        for line, text in texts.items():
            if line.text() != text:
                line.setText(text)
        self.paper.setCurrentText(shown.paper)
        self.grey.setChecked(not shown.colours)
        self.building.setChecked(shown.building_plan)
        self.labels.show_values(shown.labels)
        self.documents.show_names(shown.documents)
        self._filling = False
        self._check()

    def _typed(self) -> ExportJob:
        """Return the contents of the fields.

        Raises
        ------
        FatdeskError
            If the folder is invalid.
        """
        return replace(
            self.chosen,
            folder=self.folder.text().strip(),
            documents=self.documents.names if self.job is not None else (),
            paper=self.paper.currentText(),
            revision=self.revision.text().strip(),
            drawing=self.drawing.text().strip(),
            date=self.date.text().strip(),
            racks=self.racks.text().strip(),
            bundles=self.bundles.text().strip(),
            phases=self.phases.text().strip(),
            labels=self.labels.values,
            colours=not self.grey.isChecked(),
            building_plan=self.building.isChecked(),
            network=self.network.text().strip(),
            domain=self.domain.text().strip(),
        )

    def _take(self) -> None:
        """Apply the fields; refresh the preview only if something changed."""
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
        """Mark unknown racks and bundles and invalid folders."""
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
            key, _, words = str(error).partition(": ")
            lines = {"drawing": self.drawing, "network": self.network, "domain": self.domain}
            problems[lines.get(key, self.folder)] = words if key in lines else f"the folder {words}"
        words = next(filter(None, problems.values()), "") or self._wrong(
            replace(FREE, labels=self.labels.values)
        )
        self.wrong.setText(in_sentence(words))
        self.wrong.setVisible(bool(words))
        lines_of_job = (self.name, self.folder, self.drawing, self.racks, self.bundles, self.phases)
        for line in (*lines_of_job, self.network, self.domain):
            set_property(line, "wrong", bool(problems.get(line)))

    def _wrong(self, job: ExportJob) -> str:
        try:
            printing_of(job, self._derived)
        except FatdeskError as error:
            return str(error)
        return ""

    def printing(self) -> Printing:
        """Return the print options.

        Raises
        ------
        FatdeskError
            If a rack, bundle, phase or label setting is invalid.
        """
        texts = {"racks": self.racks.text(), "bundles": self.bundles.text(), "phases": self.phases.text()}
        return printing_of(replace(self.chosen, **texts), self._derived)

    def free_printing(self) -> Printing:
        """Return the print options of documents outside jobs.

        Raises
        ------
        FatdeskError
            As ``printing``.
        """
        return printing_of(self._free, self._derived) if self.job else self.printing()

    def name_now(self) -> None:
        """Focus the name of the job."""
        self.ensureWidgetVisible(self.name)
        self.name.setFocus()
        self.name.selectAll()
