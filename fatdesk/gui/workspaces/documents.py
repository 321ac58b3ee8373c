"""What can be handed over: documents with their pages as they will be printed, lists, files."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QIntValidator
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from fatdesk.gui.desk import Desk
from fatdesk.gui.handover.excerpt import BYTES, RowsExcerpt, TextExcerpt
from fatdesk.gui.handover.handout import HANDOUTS, Handout
from fatdesk.gui.handover.handout_list import HandoutList
from fatdesk.gui.handover.leaves import Leaves
from fatdesk.gui.handover.options import Options
from fatdesk.gui.handover.page_list import PageList
from fatdesk.gui.handover.page_view import PageView
from fatdesk.gui.handover.sending import Sending
from fatdesk.gui.jobs import Job
from fatdesk.gui.plain import label, tip
from fatdesk.gui.session import Thing
from fatdesk.gui.theme.icons import icon
from fatdesk.gui.workspaces.workspace import Workspace
from fatdesk.gui.zoom_box import ZoomBox
from fatdesk.paper import Printing
from fatdesk.paper.racks import RacksError
from fatdesk.work.exporting import beginnings, shortened

AT_ONCE = 5_000
"""Links up to which a file is made at once to show how it begins."""


class Documents(Workspace):
    """Documents at the left, the pages of one in the middle, how they are made at the right."""

    export_asked = Signal()
    inspected = False

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        px = self.theme.px
        self.list = HandoutList(desk)
        self.view, self.pages = PageView(desk), PageList(desk)
        self.rows, self.text = RowsExcerpt(desk), TextExcerpt(desk)
        self.options = Options(desk)
        self.leaves = Leaves(self)
        self.sending = Sending(desk, self)
        self.at = 0
        self.whole = True
        """Whether everything is exported next, or only what is selected."""
        self._title = ""
        self._preview: Job | None = None
        self._make_bar()
        self.search = QLineEdit()
        self.search.setPlaceholderText("Find a page")
        self.search.setAccessibleName("Find a page")
        side = QWidget()
        side.setProperty("role", "panel")
        column = QVBoxLayout(side)
        column.setContentsMargins(0, px(8), 0, 0)
        row = QHBoxLayout()
        row.setContentsMargins(px(8), 0, px(8), 0)
        row.addWidget(self.search)
        column.addLayout(row)
        column.addWidget(self.pages, 1)
        self.paged = QSplitter(Qt.Orientation.Horizontal)
        for widget in (side, self.view):
            self.paged.addWidget(widget)
        self.paged.setSizes([px(200), px(700)])
        self.paged.setStretchFactor(1, 1)
        shown = self._shown()
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.list)
        split.addWidget(shown)
        split.setSizes([px(300), px(900)])
        split.setStretchFactor(1, 1)
        for some in (split, self.paged):
            some.setHandleWidth(px(1))
            some.setChildrenCollapsible(False)
        body = QHBoxLayout()
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        body.addWidget(split, 1)
        body.addWidget(self.options)
        self.column.addLayout(body, 1)
        self.focus_first = self.list
        self._connect()

    def _shown(self) -> QWidget:
        """What is shown of a document: its pages, rows or text; over them what its form cannot hold."""
        px = self.theme.px
        self.middle = QStackedWidget()
        for page in (self.paged, self.rows, self.text):
            self.middle.addWidget(page)
        self.left_out = label("", "text2")
        self.left_out.setWordWrap(True)
        self.left_out.setContentsMargins(px(12), px(6), px(12), px(6))
        shown = QWidget()
        column = QVBoxLayout(shown)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.left_out)
        column.addWidget(self.middle, 1)
        return shown

    def _make_bar(self) -> None:
        px = self.theme.px
        self.number = QLineEdit()
        self.number.setFixedWidth(px(56))
        self.number.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.number.setAccessibleName("Page number")
        self.number.setValidator(QIntValidator(1, 9_999_999, self.number))
        self.count = label("", "text2")
        self.turners: dict[str, QToolButton] = {}
        for name, words, step in (
            ("previous", "Previous page (Page Up)", -1),
            ("next", "Next page (Page Down)", 1),
        ):
            button = QToolButton()
            button.setToolTip(tip(words))
            button.setAccessibleName(words)
            button.setIconSize(QSize(px(18), px(18)))
            button.clicked.connect(lambda _=False, step=step: self.turn(step))
            self.turners[name] = button
        self.zoom = ZoomBox(self.view, lambda scale: f"{scale * 100:.0f} %")
        self.print_button = QPushButton("Print…")
        self.selected_button = QPushButton("Export selected…")
        self.all_button = QPushButton("Export all…")
        self.all_button.setProperty("kind", "primary")
        self.hint = label("", "text2")
        self.bar.addWidget(self.hint)
        self.bar.addStretch(1)
        self.turning: tuple[QWidget, ...] = (
            self.turners["previous"],
            self.number,
            self.count,
            self.turners["next"],
            self.zoom,
        )
        for widget in self.turning:
            self.bar.addWidget(widget)
        self.bar.addStretch(1)
        for push in (self.print_button, self.selected_button, self.all_button):
            self.bar.addWidget(push)
        self._look()

    def _connect(self) -> None:
        self.list.chosen.connect(self._choose)
        self.options.changed.connect(self._remake)
        self.leaves.grew.connect(self._grew)
        self.pages.turned_to.connect(self.go_to)
        self.view.turned.connect(self.turn)
        self.number.editingFinished.connect(self._typed_number)
        self.search.textChanged.connect(lambda _: self._list_pages())
        self.search.returnPressed.connect(self._go_to_first_found)
        self.print_button.clicked.connect(self.ask_and_print)
        self.selected_button.clicked.connect(lambda: self._ask_export(whole=False))
        self.all_button.clicked.connect(lambda: self._ask_export(whole=True))
        self.sending.sent.connect(self._show_runs)
        self.session.opened.connect(self._begin)
        self.theme.changed.connect(self._look)

    def _look(self) -> None:
        for name, button in self.turners.items():
            button.setIcon(icon(self.theme, name, self.theme.px(18)))

    # What is shown

    def _begin(self) -> None:
        if self.session.is_open:
            self.options.begin(self.session.project.floor)
        else:
            self.leaves.stop()
            self.pages.show_pages([], "")
            self.view.show_words("")

    def refresh(self) -> None:
        """What was shown belongs to an earlier project."""
        self.options.follow(self.session.project.floor)
        self._show_runs()
        self._remake()

    def follow(self, things: tuple[Thing, ...]) -> None:
        """A rack or device that is selected elsewhere is not looked up among the pages."""

    def find_in_view(self) -> None:
        """Look for a page by its name."""
        self.search.setFocus()
        self.search.selectAll()

    def hideEvent(self, event: QHideEvent) -> None:
        """Pages that nobody sees are not made."""
        if not self.leaves.complete:
            self.leaves.stop()
            self._stale = True
        if self._preview is not None and self._preview.state == "running":
            self._stale = True
        self._leave_preview()
        super().hideEvent(event)

    def choose(self, name: str) -> None:
        """Look at a document by the name of its file."""
        self.list.choose(name)

    @property
    def handout(self) -> Handout | None:
        """The document that is looked at."""
        return self.list.looked_at

    def _choose(self) -> None:
        if self.session.is_open and self.isVisible():
            self.at, self._title = 0, ""
            self.search.clear()
            self._remake()
        elif self.session.is_open:
            self._stale = True

    def _show_runs(self) -> None:
        self.list.handouts.runs = self.sending.runs()
        self.list.handouts.state = self.session.derived.plan.state
        self.list.viewport().update()

    def printing(self) -> Printing | None:
        """How pages are made; None while a rack is named that is not there."""
        try:
            return self.options.printing()
        except RacksError:
            return None

    def _remake(self) -> None:
        """Make the pages anew; the page with the same name stays in view."""
        if not self.session.is_open or not self.isVisible():
            return
        self._leave_preview()
        handout, printing = self.handout, self.printing()
        self.options.show_for(handout)
        paged = handout is not None and handout.paged
        if self.leaves.found and self.at < len(self.leaves.found):
            self._title = self.leaves.found[self.at].title
        if handout is None or printing is None or not paged:
            self.leaves.stop()
            self.pages.show_pages([], "")
        if handout is None:
            self.view.show_words("Select a document to see its pages.")
            self.middle.setCurrentWidget(self.paged)
        elif handout.export is not None and handout.export.table is not None:
            self.rows.show_list(handout, self.session.derived.plan)
            self.middle.setCurrentWidget(self.rows)
        elif handout.export is not None and not paged:
            self.middle.setCurrentWidget(self.text)
            self._show_beginning(handout)
        else:
            self.middle.setCurrentWidget(self.paged)
            if printing is None:
                self.view.show_words(self.options.wrong.text())
            else:
                self.leaves.list(handout.leaves(self.session.derived.plan, printing))
        words = handout.left_out(self.session.derived.plan) if handout else ""
        self.left_out.setText(words)
        self.left_out.setVisible(bool(words))
        self._enable()

    def _leave_preview(self) -> None:
        if self._preview is not None:
            self._preview.cancel()
            self._preview = None

    def _show_beginning(self, handout: Handout) -> None:
        """How a file begins; a long one is made by a worker."""
        project = self.session.project
        if self.session.figures.links <= AT_ONCE:
            assert handout.export is not None
            self.text.show_files(shortened(handout.export.make(self.session.derived.plan), BYTES))
            return
        self.text.show_words("Making it…")
        self._preview = self.desk.jobs.start(
            f"Preview of {handout.name}",
            beginnings,
            project,
            handout.name,
            BYTES,
            self.session.measured_for([handout.name]),
            done=self.text.show_files,
            failed=self.text.show_words,
            whenever=True,
        )

    def _grew(self) -> None:
        """More pages are known."""
        found = self.leaves.found
        if self._title:
            same = next((i for i, leaf in enumerate(found) if leaf.title == self._title), None)
            if same is not None:
                self.at, self._title = same, ""
            elif self.leaves.complete:
                self.at, self._title = min(self.at, max(0, len(found) - 1)), ""
        self._list_pages()
        if not self._title and self.at < len(found) and self.leaves.complete:
            self._show_page()
        self._enable()

    def _list_pages(self) -> None:
        self.pages.show_pages(self.leaves.found, self.search.text().strip(), self.leaves.complete)
        self.pages.mark(self.at)

    def _show_page(self) -> None:
        self.view.show_page(self.leaves.found[self.at].draw())
        self.pages.mark(self.at)

    def _enable(self) -> None:
        handout, chosen = self.handout, self.list.chosen_handouts()
        paged = handout is not None and handout.paged
        count = len(self.leaves.found)
        there = paged and count > 0
        fine = self.printing() is not None
        for widget in self.turning:
            widget.setVisible(paged)
        self.number.setText(str(self.at + 1) if there else "")
        self.number.setEnabled(there)
        self.count.setText(
            "" if not there else f"of {count:,}" if self.leaves.complete else f"of {count:,} and more"
        )
        self.turners["previous"].setEnabled(there and self.at > 0)
        self.turners["next"].setEnabled(there and self.at + 1 < count)
        self.zoom.setEnabled(there)
        self.print_button.setEnabled(there and fine)
        self.selected_button.setEnabled(bool(chosen) and fine)
        self.selected_button.setText(
            f"Export {len(chosen)} selected…" if len(chosen) > 1 else "Export selected…"
        )
        self.all_button.setEnabled(fine)
        self.hint.setText(handout.name if handout else "")

    # Turning

    def turn(self, pages: int) -> None:
        """Go on by so many pages."""
        self.go_to(max(0, min(len(self.leaves.found) - 1, self.at + pages)))

    def go_to(self, number: int) -> None:
        """Show a page, from 0."""
        if 0 <= number < len(self.leaves.found) and number != self.at:
            self.at, self._title = number, ""
            if self.leaves.complete:  # only then does a page know of how many it is one
                self._show_page()
            self._enable()

    def _typed_number(self) -> None:
        text = self.number.text()
        if text.isdecimal():
            self.go_to(max(0, min(len(self.leaves.found), int(text)) - 1))
        self._enable()

    def _go_to_first_found(self) -> None:
        if self.pages.pages.shown:
            self.go_to(self.pages.pages.shown[0])

    # Handing over

    def _ask_export(self, *, whole: bool) -> None:
        self.whole = whole
        self.export_asked.emit()
        self.whole = True

    def wanted(self) -> list[Handout]:
        """The documents to export."""
        return [some for some in HANDOUTS if some.usual] if self.whole else self.list.chosen_handouts()

    def ask_and_print(self) -> None:
        """Ask for a printer and print the document that is looked at."""
        handout = self.handout
        if handout is not None and handout.paged and self.print_button.isEnabled():
            self.leaves.finish()
            self.sending.ask_and_print(handout, self.leaves.found, self.at)
