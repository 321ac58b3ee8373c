"""The Catalog workspace: list of parts at the left, the selected part at the right."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from fatdesk.core.formats.yaml_events import Place as At
from fatdesk.core.formats.yaml_events import Tree
from fatdesk.core.number_text import counted
from fatdesk.engine.catalog.descriptions import KINDS
from fatdesk.engine.catalog.figures import blank_part
from fatdesk.engine.catalog.parts import AnyPart, Part
from fatdesk.gui.catalog.form import Form, taken
from fatdesk.gui.catalog.part_fields import Comparison
from fatdesk.gui.catalog.part_header import PartHeader
from fatdesk.gui.catalog.part_list import (
    CatalogButton,
    ChangedBanner,
    PartList,
    counts_text,
    first_error,
    first_key,
)
from fatdesk.gui.catalog.ports_page import InsidePage, PortsPage
from fatdesk.gui.catalog.record_tables import LengthsPage
from fatdesk.gui.catalog.text_page import TextPage
from fatdesk.gui.catalog.uses import UsesMenu, may_delete, parts_naming, uses_of
from fatdesk.gui.desk import Desk
from fatdesk.gui.menus.actions import BY_ID, key_tip
from fatdesk.gui.session.folder_library import FolderLibrary
from fatdesk.gui.session.library import Entry, Library
from fatdesk.gui.theme.icons import icon
from fatdesk.gui.views.strips import DesignStrip
from fatdesk.gui.views.workspace import Handler, Workspace, when
from fatdesk.gui.widgets.numbers import within_sentence
from fatdesk.gui.widgets.plain_text import ElidedLabel, label, tip
from fatdesk.project.document.ref import CATALOG_PART, PART, Ref

NO_PARTS = "Add a part, or import the device types of an inventory tool."
SMALL = 500
"""Libraries of at most this size are checked immediately, larger ones after a delay."""
SOON_MS = 200


class CatalogView(Workspace):
    """Shows and edits the parts of a library; does not need an open project.

    ``parts_asked`` and ``prices_asked`` request the import of device types and of a price list,
    ``design_asked`` the design that waits for parts.
    """

    offers = Workspace.offers | {"add-part", "check-parts", "copy-part", "delete", "duplicate-part"}
    parts_asked = Signal()
    prices_asked = Signal()
    design_asked = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        px, libraries = self.theme.px, desk.libraries
        self.libraries = libraries
        self.keys: list[str] = []
        self._shown: Library | None = None
        self._known: set[str] = set()
        self._make_bar(desk)
        self.banner = ChangedBanner(desk)
        self.banner.setObjectName("changed-banner")
        self.banner.read_again.connect(lambda: self._settle(FolderLibrary.read_again))
        self.banner.keep_mine.connect(lambda: self._settle(FolderLibrary.keep_mine))
        self.column.addWidget(self.banner)
        self.waiting = DesignStrip(desk)
        self.waiting.back_asked.connect(self._go_back)
        self.column.addWidget(self.waiting)
        body = QWidget()
        row = QHBoxLayout(body)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(px(1))
        self.listing = PartList(desk)
        row.addWidget(self.listing)
        row.addWidget(self._make_right(desk), 1)
        self.column.addWidget(body, 1)
        self.focus_first = self.listing.table
        self.listing.chosen.connect(self._chosen)
        self.listing.adding.connect(self._ask_kind)
        self.kinds = QMenu(self)
        self.kinds.setObjectName("kinds")
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

    def _make_bar(self, desk: Desk) -> None:
        """Create the tool bar: library, imports, check, save and counts."""
        self.folders = CatalogButton(desk, self)
        self.folders.setObjectName("catalogs")
        self.check = QPushButton("Check all")
        self.check.setObjectName("check-all")
        self.check.setToolTip(tip("Check all parts for contradictions, unknown values and missing sources"))
        self.check.clicked.connect(self.check_all)
        self.save_button = QPushButton("Save")
        self.save_button.setObjectName("save")
        self.save_button.setToolTip(key_tip("save", "Save changed parts, each in its own file"))
        self.save_button.clicked.connect(self.save)
        self.counts = ElidedLabel("", "text2")
        self.counts.setObjectName("counts")
        self.importing = QPushButton("Import device types…")
        self.importing.setObjectName("import-parts")
        self.importing.setToolTip(
            tip("Import device, module and rack types of the community library as parts")
        )
        self.importing.clicked.connect(self.parts_asked)
        self.pricing = QPushButton("Import prices…")
        self.pricing.setObjectName("import-prices")
        self.pricing.setToolTip(tip("Import prices by part number from a spreadsheet"))
        self.pricing.clicked.connect(self.prices_asked)
        for widget in (self.folders, self.importing, self.pricing, self.check, self.save_button):
            self.bar.addWidget(widget)
        self.counts.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.bar.addWidget(self.counts, 1)

    def _make_right(self, desk: Desk) -> QWidget:
        """Create the right side: header and pages of the selected part."""
        right = QWidget()
        right.setProperty("role", "base")
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.heading = PartHeader(desk, ("Part", "Ports and cards", "Lengths and prices", "Inside", "YAML"))
        self.heading.turned.connect(self.turn)
        self.heading.duplicate.clicked.connect(lambda _: self.duplicate())
        self.heading.delete.clicked.connect(lambda _: self.perform("delete"))
        self.heading.copy.clicked.connect(lambda _: self.copy_to_project())
        self.uses = UsesMenu(self.session, self.heading.used, self.asked_for.emit)
        self.form = Form(desk, self._commit, self._clear)
        self.form.setObjectName("form")
        self.form.taken.connect(self.show_part)
        self.text = TextPage(desk, self._take_text)
        self.ports = PortsPage(desk, self._commit_list)
        self.lengths = LengthsPage(desk, self._commit_list)
        self.inside = InsidePage(desk)
        self.comparing = Comparison(desk)
        self.comparing.setObjectName("comparison")
        self.stack = QStackedWidget()
        self.pages: tuple[QWidget, ...] = (self.form, self.ports, self.lengths, self.inside, self.text)
        for page in (*self.pages, self.comparing):
            self.stack.addWidget(page)
        self.hint = label("", "text2")
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.stack.addWidget(self.hint)
        self.nothing = self.next_step(self.hint, "add-part", "import-parts")
        self.heading.tabs[0].setChecked(True)
        self.page = 0
        column.addWidget(self.heading)
        column.addWidget(self.stack, 1)
        return right

    # Library

    @property
    def library(self) -> Library:
        """The current library."""
        return self.libraries.current

    @property
    def steps(self) -> FolderLibrary | None:
        """The folder whose history is used by Undo, Redo and Save; None for the project."""
        return self.libraries.folder

    def outdate(self, *_: object) -> None:
        """Mark the content as outdated; refresh it now, or when it is next shown."""
        self._stale = True
        if self.isVisible():
            self.bring_up_to_date()

    def bring_up_to_date(self) -> None:
        """Refresh outdated content, also without a project."""
        if self._stale:
            self._stale = False
            self.refresh()

    def showEvent(self, event: object) -> None:
        """Refresh outdated content, and check for changes on disk."""
        super().showEvent(event)
        self.bring_up_to_date()
        if self.steps is not None:
            self.steps.look()

    def _moved(self) -> None:
        self.keys = []
        self.form.forget_refused()
        self.listing.filter.clear()
        self.outdate()
        self._notice()

    def refresh(self) -> None:
        """Show the current parts."""
        library = self.library
        if library is self.libraries.project and not self.session.is_open:
            self.libraries.choose(self.libraries.shipped)
            return
        entries = library.entries()
        known = {entry.key for entry in entries}
        renamed = known - self._known if library is self._shown else set()
        if len(renamed) == 1 and len(self.keys) == 1 and self.keys[0] not in known:
            self.keys = [*renamed]
        self._shown, self._known = library, known
        self.keys = [key for key in self.keys if key in known] or first_key(entries)
        self.folders.follow()
        self._notice()
        self.listing.add.setEnabled(not library.read_only)
        self.importing.setEnabled(not library.read_only)
        self.pricing.setEnabled(not library.read_only)
        self.listing.show_entries(entries, self.keys)
        if len(entries) <= SMALL or library.is_checked:
            library.findings()
        else:
            self._soon.start()
        self._count()
        self.show_part()

    def _checked(self) -> None:
        """Check a large library after a delay."""
        self.library.findings()
        self._count()
        self._select_in_session()

    def _count(self) -> None:
        """Show the counts, and whether there are unsaved changes."""
        self.counts.setText(counts_text(self.library))
        self.counts.setToolTip(tip(self.counts.text()))
        folder = self.steps
        self.save_button.setVisible(folder is not None)
        unsaved = folder is not None and bool(folder.unsaved)
        self.save_button.setEnabled(unsaved)
        self.waiting.follow(unsaved=unsaved)

    def check_all(self) -> None:
        """Check all parts, and select the first one with an error."""
        self._checked()
        wrong = first_error(self.library)
        if wrong:
            self.listing.choose([wrong])
        else:
            checked = counted(len(self.library.entries()), "part")
            self.session.said.emit(f"{checked} checked: no errors.")

    def save(self) -> None:
        """Save the current folder."""
        if self.steps is not None:
            self.steps.save()

    def show_design(self, waits: bool) -> None:
        """Show the way back to a design that waits for parts."""
        self.waiting.setVisible(waits)

    def _go_back(self) -> None:
        """Go back to the design, with what was made here saved."""
        folder = self.steps
        if folder is None or not folder.unsaved or folder.save():
            self.design_asked.emit()

    def _settle(self, how: Callable[[FolderLibrary], None]) -> None:
        if self.steps is not None:
            how(self.steps)

    def _notice(self) -> None:
        folder = self.steps
        mine = set(folder.unsaved) if folder is not None else set()
        self.banner.show_files(sorted(folder.outside) if folder is not None else [], mine)

    # Selection

    @property
    def entry(self) -> Entry | None:
        """The selected part; None if none or several are selected."""
        return self.library.entry(self.keys[0]) if len(self.keys) == 1 else None

    def _chosen(self) -> None:
        keys = self.listing.keys()
        if keys != self.keys:
            self.keys = keys
            self.show_part()

    def show_part(self) -> None:
        """Show the selection."""
        entry = self.entry
        self.heading.setVisible(entry is not None)
        if len(self.keys) > 1:
            found = [some for key in self.keys if (some := self.library.entry(key)) is not None]
            self.comparing.show_entries(found)
            self.stack.setCurrentWidget(self.comparing)
        elif entry is None:
            entries, read_only = self.library.entries(), self.library.read_only
            none = "No parts here. Choose another catalog at the top left." if read_only else ""
            self.hint.setText("Select a part" if entries else none)
            self.nothing.show_words(NO_PARTS if not entries and not read_only else "")
            self.stack.setCurrentWidget(self.hint)
        else:
            read_only = self.library.read_only
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
        self._select_in_session()

    def _has(self, page: QWidget, entry: Entry) -> bool:
        """Return whether a page applies to a part."""
        if entry.part is None:
            return page is self.text
        return not isinstance(page, PortsPage | LengthsPage | InsidePage) or page.fits(entry.part)

    def _number(self, page: QWidget) -> int:
        return self.pages.index(page)

    def _show_page(self, entry: Entry) -> None:
        read_only = self.library.read_only
        page = self.pages[self.page]
        if page is self.form:
            self.form.show_entry(entry, read_only=read_only, can_override=self.steps is not None)
        elif isinstance(page, PortsPage | LengthsPage | InsidePage) and entry.part is not None:
            page.show_part(entry.part, read_only=read_only)
        elif page is self.text:
            marks = (
                [(line, found.severity.value, found.text) for found, line in self.library.findings_of(entry)]
                if self.library.is_checked
                else []
            )
            marks = [(some.line, "error", some.what) for some in entry.problems] or marks
            self.text.show_entry(entry, marks, read_only=read_only)
        self.stack.setCurrentWidget(page)

    def turn(self, page: int) -> None:
        """Show a tab."""
        self.page = page
        entry = self.entry
        if entry is not None:
            self._show_page(entry)

    def point_to(self, title: str) -> None:
        """Focus the field of a property."""
        self.heading.tabs[self._number(self.form)].setChecked(True)
        self.turn(self._number(self.form))
        field = self.form.fields.get(title)
        if field is not None:
            self.form.ensureWidgetVisible(field)
            field.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_line(self, key: str, line: int) -> None:
        """Show a line in the file of a part."""
        if self.keys != [key]:
            self.listing.choose([key])
        self.heading.tabs[self._number(self.text)].setChecked(True)
        self.turn(self._number(self.text))
        self.text.go_to_line(line)

    def _select_in_session(self) -> None:
        """Select the same parts in the session, for the inspector."""
        elements = [CATALOG_PART(key) for key in self.keys]
        if not self.isVisible():
            return
        if self.session.selection == tuple(elements):
            self.session.selected.emit(self.session.selection)
        else:
            self.session.select(elements)

    def follow(self, elements: tuple[Ref, ...]) -> None:
        """Show parts that were selected in another view."""
        ids, keys = set(PART.ids(elements)), CATALOG_PART.ids(elements)
        keys = keys or [entry.key for entry in self.library.entries() if entry.title in ids]
        keys = [key for key in keys if self.library.entry(key) is not None]
        if keys and keys != self.keys:
            self.keys = keys
            self.listing.choose(keys)
            self.show_part()

    # Edits

    def _commit(self, place: At, value: Tree, what: str, apart: bool) -> str:
        entry = self.entry
        if entry is None or entry.part is None or entry.imported is None:
            return "the part no longer exists"
        result = taken(entry.part if apart else entry.imported, place, value)
        if isinstance(result, str):
            return result
        return "" if self._set(entry, result, within_sentence(what), apart=apart) else "rejected"

    def _commit_list(self, place: At, value: Tree, what: str) -> str:
        """Set a value from a table, in the override if the form does so."""
        entry = self.entry
        apart = entry is not None and (self.form.apart_for(entry) or str(place[0]) in entry.own)
        return self._commit(place, value, what, apart)

    def _set(self, entry: Entry, part: AnyPart, what: str, *, apart: bool) -> bool:
        return self.library.set_part(entry.key, part, what, apart=apart)

    def _clear(self, field: str) -> None:
        entry = self.entry
        if entry is not None:
            self.library.clear_override(entry.key, (field,) if field else ())

    def _take_text(self, data: bytes, of_override: bool) -> bool:
        entry = self.entry
        return entry is not None and self.library.set_text(entry.key, data, of_override=of_override)

    def _ask_kind(self) -> None:
        """Offer the kinds of parts below the button that was pressed, else below the one of the list."""
        pressed = QApplication.focusWidget()
        below = (
            pressed if isinstance(pressed, QPushButton) and self.isAncestorOf(pressed) else self.listing.add
        )
        self.kinds.popup(below.mapToGlobal(below.rect().bottomLeft()))

    def _add(self, kind: type[Part], _: bool = False) -> None:
        part_id = self.library.free_id(f"new-{KINDS[kind][1].lower().replace(' ', '-')}")
        if self.library.add([blank_part(kind, part_id)]):
            self._go_to_id(part_id)

    def duplicate(self) -> None:
        """Add a copy and start editing its id."""
        entry = self.entry
        if entry is None or entry.part is None or self.library.read_only:
            return
        part_id = self.library.free_id(f"{entry.part.id[:70]}-copy")
        if self.library.duplicate(entry.key, part_id):
            self._go_to_id(part_id)

    def _go_to_id(self, part_id: str) -> None:
        key = next((some.key for some in self.library.entries() if some.title == part_id), "")
        self.listing.choose([key])
        self.turn(0)
        self.heading.tabs[0].setChecked(True)
        field = self.form.fields.get("Id")
        if isinstance(field, QLineEdit):
            field.setFocus()
            field.selectAll()

    def _can_copy(self, entry: Entry) -> bool:
        return self.session.is_open and self.library is not self.libraries.project and entry.part is not None

    def copy_to_project(self) -> None:
        """Copy the part to the open project, or update its copy there."""
        entry = self.entry
        if entry is not None and entry.part is not None and self._can_copy(entry):
            if entry.part in self.session.project.parts:
                self.session.said.emit(f"{entry.part.id} in this project is already identical.")
            elif self.libraries.project.add([entry.part]):
                self.session.said.emit(f"{entry.part.id} copied to this project.")

    def offered(self) -> dict[str, Handler]:
        """Return the handlers that edit and check parts."""
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
        return "The parts of this catalog are read-only." if self.library.read_only else ""

    def delete(self) -> None:
        """Delete the selected parts after confirmation."""
        entries = [entry for key in self.keys if (entry := self.library.entry(key)) is not None]
        uses = [use for entry in entries for use in uses_of(self.session, entry)]
        others = parts_naming(self.library.catalog, {entry.title for entry in entries})
        if may_delete(self.theme, self, [entry.title for entry in entries], uses, others):
            self.library.remove([entry.key for entry in entries])

    # Actions of the window

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the list less room where the fields of a part would be cut."""
        super().resizeEvent(event)
        self.listing.fit(self.width())

    def find_in_view(self) -> None:
        """Focus the filter."""
        self.listing.filter.setFocus()
        self.listing.filter.selectAll()

    def copy(self) -> None:
        """Copy the list as a table."""
        self.listing.table.copy()
