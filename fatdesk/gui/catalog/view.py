"""The workspace: which catalog, its parts at the left, and the part that is selected."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from fatdesk.core.yaml_events import Place as At
from fatdesk.core.yaml_events import Tree
from fatdesk.engine.catalog.blank import blank_part
from fatdesk.engine.catalog.parts import AnyPart, Part
from fatdesk.engine.catalog.telling import KINDS
from fatdesk.gui.catalog.banner import ChangedBanner
from fatdesk.gui.catalog.comparing import Comparing
from fatdesk.gui.catalog.delete_prompt import may_delete
from fatdesk.gui.catalog.folders import Folders
from fatdesk.gui.catalog.form import Form, taken
from fatdesk.gui.catalog.heading import Heading
from fatdesk.gui.catalog.inside_page import InsidePage
from fatdesk.gui.catalog.lengths_page import LengthsPage
from fatdesk.gui.catalog.part_counts import counts_told, first_wrong
from fatdesk.gui.catalog.part_list import Listing
from fatdesk.gui.catalog.ports_page import PortsPage
from fatdesk.gui.catalog.text_page import TextPage
from fatdesk.gui.catalog.uses import UsesMenu, naming, uses_of
from fatdesk.gui.desk import Desk
from fatdesk.gui.libraries.folder_place import FolderPlace
from fatdesk.gui.libraries.place import Entry, Place
from fatdesk.gui.menus.actions import BY_ID, key_tip
from fatdesk.gui.theme.icons import icon
from fatdesk.gui.views.workspace import Handler, Workspace, when
from fatdesk.gui.widgets.numbers import counted
from fatdesk.gui.widgets.plain_text import label, tip
from fatdesk.project.document.ref import CATALOG_PART, PART, Ref

SMALL = 500
"""So many parts are checked at once; more a moment after the last change."""
SOON_MS = 200


class CatalogView(Workspace):
    """Parts of a project, of the program, or of a folder; needs no open project.

    ``parts_asked`` and ``prices_asked`` tell that files of others shall be imported.
    """

    parts_asked = Signal()
    prices_asked = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        px, libraries = self.theme.px, desk.libraries
        self.libraries = libraries
        self.keys: list[str] = []
        self.folders = Folders(desk, self)
        self.check = QPushButton("Check all")
        self.check.setToolTip(
            tip("Look for contradictions, unknown figures and missing sources in all parts")
        )
        self.check.clicked.connect(self.check_all)
        self.save_button = QPushButton("Save")
        self.save_button.setToolTip(key_tip("save", "Write the parts that changed, each into its own file"))
        self.save_button.clicked.connect(self.save)
        self.counts = label("", "text2")
        self.importing = QPushButton("Import device types…")
        self.importing.setToolTip(tip("Device, module and rack types of the community library become parts"))
        self.importing.clicked.connect(self.parts_asked)
        self.pricing = QPushButton("Price list…")
        self.pricing.setToolTip(tip("Take prices by part number from a spreadsheet"))
        self.pricing.clicked.connect(self.prices_asked)
        for widget in (self.folders, self.importing, self.pricing, self.check, self.save_button):
            self.bar.addWidget(widget)
        self.bar.addStretch(1)
        self.bar.addWidget(self.counts)
        self.banner = ChangedBanner(desk)
        self.banner.read_again.connect(lambda: self._settle(FolderPlace.read_again))
        self.banner.keep_mine.connect(lambda: self._settle(FolderPlace.keep_mine))
        self.column.addWidget(self.banner)
        body = QWidget()
        row = QHBoxLayout(body)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(px(1))
        self.listing = Listing(desk)
        row.addWidget(self.listing)
        row.addWidget(self._make_right(desk), 1)
        self.column.addWidget(body, 1)
        self.focus_first = self.listing.table
        self.listing.chosen.connect(self._chosen)
        self.listing.adding.connect(self._ask_kind)
        self.kinds = QMenu(self)
        for kind, (_, title) in KINDS.items():
            self.kinds.addAction(title).triggered.connect(partial(self._add, kind))
        delete = QShortcut(QKeySequence(BY_ID["delete"].shortcut), self.listing.table)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(lambda: self.perform("delete"))
        self.check.setIcon(icon(self.theme, "check", px(16)))
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SOON_MS)
        self._soon.timeout.connect(self._checked)
        libraries.moved.connect(self._moved)
        libraries.changed.connect(self.outdate)
        libraries.noticed.connect(self._notice)
        libraries.point.connect(self.show_line)

    def _make_right(self, desk: Desk) -> QWidget:
        """The part that is selected: its head over its pages."""
        right = QWidget()
        right.setProperty("role", "base")
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.heading = Heading(desk, ("Part", "Ports and cards", "Lengths and prices", "Inside", "YAML"))
        self.heading.turned.connect(self.turn)
        self.heading.duplicate.clicked.connect(lambda _: self.duplicate())
        self.heading.delete.clicked.connect(lambda _: self.perform("delete"))
        self.heading.copy.clicked.connect(lambda _: self.copy_to_project())
        self.uses = UsesMenu(self.session, self.heading.used, self.asked_for.emit)
        self.form = Form(desk, self._commit, self._clear)
        self.form.taken.connect(self.show_part)
        self.text = TextPage(desk, self._take_text)
        self.ports = PortsPage(desk, self._commit_list)
        self.lengths = LengthsPage(desk, self._commit_list)
        self.inside = InsidePage(desk)
        self.comparing = Comparing(desk)
        self.stack = QStackedWidget()
        self.pages: tuple[QWidget, ...] = (self.form, self.ports, self.lengths, self.inside, self.text)
        for page in (*self.pages, self.comparing):
            self.stack.addWidget(page)
        self.hint = label("", "text2")
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.stack.addWidget(self.hint)
        self.heading.tabs[0].setChecked(True)
        self.page = 0
        column.addWidget(self.heading)
        column.addWidget(self.stack, 1)
        return right

    # The catalog

    @property
    def place(self) -> Place:
        """The catalog that is looked at."""
        return self.libraries.place

    @property
    def steps(self) -> FolderPlace | None:
        """Whose steps undo and redo go through, and what is saved; None: the project's."""
        return self.libraries.folder

    def outdate(self, *_: object) -> None:
        """What is shown is out of date; refresh now or when next shown."""
        self._stale = True
        if self.isVisible():
            self.bring_up_to_date()

    def bring_up_to_date(self) -> None:
        """Refresh when something has changed since; no project is needed for that."""
        if self._stale:
            self._stale = False
            self.refresh()

    def showEvent(self, event: object) -> None:
        """Come up to date when shown, and look at the disk."""
        super().showEvent(event)
        self.bring_up_to_date()
        if self.steps is not None:
            self.steps.look()

    def _moved(self) -> None:
        self.keys = []
        self.listing.filter.clear()
        self.outdate()
        self._notice()

    def refresh(self) -> None:
        """Show the parts as they are now."""
        place = self.place
        if place is self.libraries.project and not self.session.is_open:
            self.libraries.choose(self.libraries.shipped)
            return
        entries = place.entries()
        known = {entry.key for entry in entries}
        self.keys = [key for key in self.keys if key in known] or [entry.key for entry in entries[:1]]
        self.folders.follow()
        self.listing.add.setEnabled(not place.read_only)
        self.importing.setEnabled(not place.read_only)
        self.pricing.setEnabled(not place.read_only)
        self.listing.show_entries(entries, self.keys)
        if len(entries) <= SMALL or place.is_checked:
            place.findings()
        else:
            self._soon.start()
        self._count()
        self.show_part()

    def _checked(self) -> None:
        """More parts than are checked at once: now there is time."""
        self.place.findings()
        self._count()
        self._tell_inspector()

    def _count(self) -> None:
        """Tell how many parts there are and what is wrong with them, and whether something is unsaved."""
        self.counts.setText(counts_told(self.place))
        folder = self.steps
        self.save_button.setVisible(folder is not None)
        self.save_button.setEnabled(folder is not None and bool(folder.unsaved))

    def check_all(self) -> None:
        """Check everything, and go to the first part with an error."""
        self._checked()
        wrong = first_wrong(self.place)
        if wrong:
            self.listing.choose([wrong])
        else:
            told = counted(len(self.place.entries()), "part")
            self.session.said.emit(f"{told} checked: no contradiction.")

    def save(self) -> None:
        """Save the folder that is looked at."""
        if self.steps is not None:
            self.steps.save()

    def _settle(self, how: Callable[[FolderPlace], None]) -> None:
        if self.steps is not None:
            how(self.steps)

    def _notice(self) -> None:
        folder = self.steps
        mine = set(folder.unsaved) if folder is not None else set()
        self.banner.tell(sorted(folder.outside) if folder is not None else [], mine)

    # What is selected

    @property
    def entry(self) -> Entry | None:
        """The part that is looked at; None: none, or several."""
        return self.place.entry(self.keys[0]) if len(self.keys) == 1 else None

    def _chosen(self) -> None:
        keys = self.listing.keys()
        if keys != self.keys:
            self.keys = keys
            self.show_part()

    def show_part(self) -> None:
        """Show what is selected."""
        entry = self.entry
        self.heading.setVisible(entry is not None)
        if len(self.keys) > 1:
            found = [some for key in self.keys if (some := self.place.entry(key)) is not None]
            self.comparing.show_entries(found)
            self.stack.setCurrentWidget(self.comparing)
        elif entry is None:
            self.hint.setText(
                "Select a part" if self.place.entries() else "No parts here yet: add one with +"
            )
            self.stack.setCurrentWidget(self.hint)
        else:
            read_only = self.place.read_only
            self.heading.show_entry(entry)
            self.heading.copy.setVisible(self._can_copy(entry))
            self.heading.duplicate.setEnabled(not read_only and entry.part is not None)
            self.heading.delete.setEnabled(not read_only)
            self.uses.show_entry(entry)
            for tab, page in zip(self.heading.tabs, self.pages, strict=True):
                tab.setVisible(self._has(page, entry))
                if isinstance(page, PortsPage) and entry.part is not None:
                    tab.setText(page.title(entry.part))
            if not self._has(self.pages[self.page], entry):
                self.page = self._number(self.text if entry.part is None else self.form)
            self.heading.tabs[self.page].setChecked(True)
            self._show_page(entry)
        self._tell_inspector()

    def _has(self, page: QWidget, entry: Entry) -> bool:
        """Whether a part has something to show on a page."""
        if entry.part is None:
            return page is self.text
        return not isinstance(page, PortsPage | LengthsPage | InsidePage) or page.fits(entry.part)

    def _number(self, page: QWidget) -> int:
        return self.pages.index(page)

    def _show_page(self, entry: Entry) -> None:
        read_only = self.place.read_only
        page = self.pages[self.page]
        if page is self.form:
            self.form.show_entry(entry, read_only=read_only, can_override=self.steps is not None)
        elif isinstance(page, PortsPage | LengthsPage | InsidePage) and entry.part is not None:
            page.show_part(entry.part, read_only=read_only)
        elif page is self.text:
            marks = (
                [(line, found.severity.value, found.text) for found, line in self.place.findings_of(entry)]
                if self.place.is_checked
                else []
            )
            marks = [(some.line, "error", some.what) for some in entry.problems] or marks
            self.text.show_entry(entry, marks, read_only=read_only)
        self.stack.setCurrentWidget(page)

    def turn(self, page: int) -> None:
        """Show another tab."""
        self.page = page
        entry = self.entry
        if entry is not None:
            self._show_page(entry)

    def point_to(self, title: str) -> None:
        """Bring the keys to the field of a figure of the part on view."""
        self.heading.tabs[self._number(self.form)].setChecked(True)
        self.turn(self._number(self.form))
        field = self.form.fields.get(title)
        if field is not None:
            self.form.ensureWidgetVisible(field)
            field.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_line(self, key: str, line: int) -> None:
        """Show a line of a part's file."""
        if self.keys != [key]:
            self.listing.choose([key])
        self.heading.tabs[self._number(self.text)].setChecked(True)
        self.turn(self._number(self.text))
        self.text.go_to_line(line)

    def _tell_inspector(self) -> None:
        """The inspector shows the checks of the same parts."""
        things = [CATALOG_PART(key) for key in self.keys]
        if not self.isVisible():
            return
        if self.session.selection == tuple(things):
            self.session.selected.emit(self.session.selection)
        else:
            self.session.select(things)

    def follow(self, things: tuple[Ref, ...]) -> None:
        """Show parts that were selected elsewhere."""
        ids, keys = set(PART.ids(things)), CATALOG_PART.ids(things)
        keys = keys or [entry.key for entry in self.place.entries() if entry.title in ids]
        keys = [key for key in keys if self.place.entry(key) is not None]
        if keys and keys != self.keys:
            self.keys = keys
            self.listing.choose(keys)
            self.show_part()

    # Edits

    def _commit(self, place: At, value: Tree, what: str, apart: bool) -> str:
        entry = self.entry
        if entry is None or entry.part is None or entry.imported is None:
            return "the part is gone"
        result = taken(entry.part if apart else entry.imported, place, value)
        if isinstance(result, str):
            return result
        return "" if self._set(entry, result, f"{what[0].lower()}{what[1:]}", apart=apart) else "refused"

    def _commit_list(self, place: At, value: Tree, what: str) -> str:
        """Take over a cell of a table; into the override where the form does so."""
        entry = self.entry
        apart = entry is not None and (self.form.apart_for(entry) or str(place[0]) in entry.own)
        return self._commit(place, value, what, apart)

    def _set(self, entry: Entry, part: AnyPart, what: str, *, apart: bool) -> bool:
        return self.place.set_part(entry.key, part, what, apart=apart)

    def _clear(self, field: str) -> None:
        entry = self.entry
        if entry is not None:
            self.place.clear_override(entry.key, (field,) if field else ())

    def _take_text(self, data: bytes, of_override: bool) -> bool:
        entry = self.entry
        return entry is not None and self.place.set_text(entry.key, data, of_override=of_override)

    def _ask_kind(self) -> None:
        self.kinds.popup(self.listing.add.mapToGlobal(self.listing.add.rect().bottomLeft()))

    def _add(self, kind: type[Part], _: bool = False) -> None:
        part_id = self.place.free_id(f"new-{KINDS[kind][1].lower().replace(' ', '-')}")
        if self.place.add([blank_part(kind, part_id)]):
            self._go_to_id(part_id)

    def duplicate(self) -> None:
        """A copy under another id, which can be typed at once."""
        entry = self.entry
        if entry is None or entry.part is None or self.place.read_only:
            return
        part_id = self.place.free_id(f"{entry.part.id[:70]}-copy")
        if self.place.duplicate(entry.key, part_id):
            self._go_to_id(part_id)

    def _go_to_id(self, part_id: str) -> None:
        key = next((some.key for some in self.place.entries() if some.title == part_id), "")
        self.listing.choose([key])
        self.turn(0)
        self.heading.tabs[0].setChecked(True)
        field = self.form.fields.get("Id")
        if isinstance(field, QLineEdit):
            field.setFocus()
            field.selectAll()

    def _can_copy(self, entry: Entry) -> bool:
        return self.session.is_open and self.place is not self.libraries.project and entry.part is not None

    def copy_to_project(self) -> None:
        """Take the part into the open project, or its copy there up to date."""
        entry = self.entry
        if entry is not None and entry.part is not None and self._can_copy(entry):
            if entry.part in self.session.project.parts:
                self.session.said.emit(f"This project has {entry.part.id} just like this.")
            elif self.libraries.project.add([entry.part]):
                self.session.said.emit(f"This project has {entry.part.id} as it is here.")

    def offered(self) -> dict[str, Handler]:
        """Edit and check parts."""
        chosen = when(lambda: bool(self.keys), "Select a part.")
        known = when(lambda: self.entry is not None and self.entry.part is not None, "Select one valid part.")
        copied = when(
            lambda: self.entry is not None and self._can_copy(self.entry),
            "Open a project and select a part of another catalog.",
        )
        return super().offered() | {
            "add-part": Handler(self._ask_kind, self._no_edits),
            "duplicate-part": Handler(self.duplicate, lambda: self._no_edits() or known()),
            "delete": Handler(self.delete, lambda: self._no_edits() or chosen()),
            "copy-part": Handler(self.copy_to_project, copied),
            "check-parts": Handler(self.check_all),
        }

    def _no_edits(self) -> str:
        return "The parts of this catalog are read-only." if self.place.read_only else ""

    def delete(self) -> None:
        """Delete what is selected, once it is told where it is used."""
        entries = [entry for key in self.keys if (entry := self.place.entry(key)) is not None]
        uses = [use for entry in entries for use in uses_of(self.session, entry)]
        others = naming(self.place.catalog, {entry.title for entry in entries})
        if may_delete(self, [entry.title for entry in entries], uses, others):
            self.place.remove([entry.key for entry in entries])

    # The window

    def find_in_view(self) -> None:
        """Put the cursor into the filter."""
        self.listing.filter.setFocus()
        self.listing.filter.selectAll()

    def copy(self) -> None:
        """Copy the list as a table."""
        self.listing.table.copy()

    def repaint_all(self) -> None:
        """Paint again in other colours."""
        super().repaint_all()
        self.check.setIcon(icon(self.theme, "check", self.theme.px(16)))
