"""The findings panel: errors, warnings, unknown figures; a click selects the element that one is about."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date
from typing import NamedTuple

from msgspec import structs
from PySide6.QtCore import QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from fatdesk.core.errors import FatdeskError
from fatdesk.core.finding import Finding, Severity, Waiver, rule_title
from fatdesk.core.formats.yaml_events import Place
from fatdesk.core.memo import Memo
from fatdesk.core.number_text import counted
from fatdesk.core.program import today, user_name
from fatdesk.core.typed_values import typed_date
from fatdesk.engine.bill.making import BillLine
from fatdesk.engine.catalog.figures import with_figure
from fatdesk.engine.catalog.parts import AnyPart
from fatdesk.gui.analysis.related import related
from fatdesk.gui.desk import Desk
from fatdesk.gui.inspector.kinds import ROWS
from fatdesk.gui.lists.bill_lines import can_price, part_of, set_price
from fatdesk.gui.menus.actions import BY_ID
from fatdesk.gui.panels.finding_groups import MOST_OPEN, closed_first, finding_groups, word_of
from fatdesk.gui.session.session import Session
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.theme.icons import severity_mark
from fatdesk.gui.widgets.numbers import in_field, in_sentence, parse_number, plain
from fatdesk.gui.widgets.plain_text import label, menu_text, tip
from fatdesk.project.commands import Batch
from fatdesk.project.commands.bill import SetPart
from fatdesk.project.commands.project import Unwaive, Waive
from fatdesk.project.derived.check import CONTRADICT, NOWHERE, UNSOUND
from fatdesk.project.derived.waiving import UNUSED, Checked, waivable
from fatdesk.project.designing.tray_remedies import OF_CABLES
from fatdesk.project.document.ref import DEVICE, PART, RACK, Ref

ORDER = ("error", "warning", "note")
"""The worst first."""


class Worst(NamedTuple):
    """The worst finding of an element, by its place in ``ORDER``."""

    rank: int

    @property
    def severity(self) -> str:
        """Its word."""
        return ORDER[self.rank]


class Places:
    """Elements that findings may name, looked up once for a project."""

    def __init__(self, session: Session) -> None:
        self._session, self.project = session, session.project
        self._ranks = Memo[str]()
        self.findings = session.findings_so_far
        self._finders = [(row.kind, row.named(session)) for row in ROWS.values() if row.named is not None]

    def things(self, finding: Finding) -> list[Ref]:
        """The elements that a finding is about; of those that have no kind, none."""
        names = finding.elements or (finding.where,)
        return [thing for name in names if (thing := self._named(name)) is not None]

    def _named(self, name: str) -> Ref | None:
        """The element of a name, of the first kind that has one."""
        found = ((kind, find(name)) for kind, find in self._finders)
        return next((kind(element) for kind, element in found if element is not None), None)

    @property
    def worst(self) -> dict[Ref, Worst]:
        """The worst finding of each element that has one which is not waived; racks take that of devices."""
        return self._stated[0]

    @property
    def by_name(self) -> dict[str, Worst]:
        """The worst finding of each place that is no element: fabrics, groups of hosts."""
        return self._stated[1]

    @property
    def _stated(self) -> tuple[dict[Ref, Worst], dict[str, Worst]]:
        """Of the findings that there are so far; worked out again when there are others."""
        now = self._session.findings_so_far
        return self._ranks.keep("worst", (now,), lambda: self._rank(now))

    def _rank(self, findings: list[Checked]) -> tuple[dict[Ref, Worst], dict[str, Worst]]:
        found: dict[Ref, Worst] = {}
        named: dict[str, Worst] = {}
        for checked in findings:
            if checked.waived:
                continue
            rank, where = Worst(ORDER.index(str(checked.finding.severity))), checked.finding.where
            things = self.things(checked.finding)
            for thing in things:
                found[thing] = min(rank, found.get(thing, rank))
            if not things:
                named[where] = min(rank, named.get(where, rank))
        for rack in self.project.floor.racks if found else ():
            here = RACK(rack.number)
            inside = [DEVICE(device.id) for device in rack.devices]
            ranks = [found[thing] for thing in (here, *inside) if thing in found]
            if ranks:
                found[here] = min(ranks)
        return found, named


def places_of(session: Session) -> Places:
    """The places of the present project and the findings known of it, kept until there are others."""
    inputs = (session.project, session.findings_so_far)
    return session.document.memo.keep("places", inputs, lambda: Places(session))


def elements_at(session: Session, finding: Finding) -> list[Ref]:
    """Return the elements that a finding is about."""
    return places_of(session).things(finding)


FIGURES = {
    "mass": "Mass",
    "power": "Power",
    "height": "Height",
    "depth": "Depth",
    "diameter": "Diameter",
    "price": "Price",
}
"""Titles of the fields of Catalog by the figure that a finding misses."""
LIMITS = {"power": "Power limit", "mass": "Maximum load"}
"""Titles of the fields of Catalog by the limit that a finding misses."""
MISSING = {
    "unpriced": {"": "Price"},
    "unknown-figure": FIGURES,
    "unknown-remainder": FIGURES,
    "unknown-depth": FIGURES,
    "no-limit": LIMITS,
}
"""Fields of Catalog by rule and by the word of its text that names the figure."""
SETTINGS: dict[str, tuple[str, Place]] = {
    "little-spare": ("room", ("cabling", "slack_m")),
    "unused-aisles": ("room", ("room", "aisle_m")),
    "does-not-build": ("candidates", ()),
    "no-design": ("candidates", ()),
}
"""Pages and fields of Requirements that decide a rule."""
NAMES = "names"
"""In place of a page: the dialog with the templates of names."""
OF_NAMES = ("name-twice", "name-of-rack", "name-unsound", "label-twice", "label-length", "identifier-none")
"""Rules that a template of names decides."""
RULES = "rules"
"""In place of a page: the dialog with the rules."""
OF_RULES = (UNSOUND, CONTRADICT, NOWHERE)
"""Findings about rules themselves, by the name of the rule."""


def figure_of(finding: Finding) -> str | None:
    """Return the title of the Catalog field for a figure that a finding misses; None: it misses none."""
    fields = MISSING.get(finding.rule, {})
    found = (title for word, title in fields.items() if re.search(rf"\b{word}\b", finding.text))
    return next(found, None)


def setting_of(finding: Finding) -> tuple[str, Place] | None:
    """Return the page and the field of Requirements that decide a finding; None: there is none.

    For names the page is NAMES, and the place rule and name of the finding; for rules it is RULES, and the
    place the name of the rule.
    """
    if finding.rule in OF_RULES:
        return RULES, (finding.where,)
    if finding.rule in OF_NAMES:
        return NAMES, (finding.rule, finding.where)
    return SETTINGS.get(finding.rule)


WORDS = (("error", "error"), ("warning", "warning"), ("note", "note"), ("waived", "waived"))
NONE = "No findings."
ACTION = "Action"
LONGEST_REASON = 2000


def severity(found: Checked) -> str:
    """Its severity, or that it is waived."""
    return "waived" if found.waived else str(found.finding.severity)


def _tone(found: Checked) -> str:
    return "text3" if found.waived else "text"


def _columns(where_tone: Callable[[Checked], str]) -> tuple[Column[Checked], ...]:
    return (
        Column("", 34, lambda _: "", mark=severity),
        Column("Rule", 138, lambda c: rule_title(c.finding.rule), tone=_tone),
        Column("Where", 150, lambda c: c.finding.where, tone=where_tone),
        Column("What", 202, lambda c: c.finding.text, tone=_tone, stretch=True),
        Column(
            "What to do",
            190,
            lambda c: c.waiver_text or c.finding.fix,
            tone=_tone,
            stretch=True,
        ),
    )


PLAIN_COLUMNS = _columns(_tone)
"""Findings that lead nowhere: those of a design that is not open yet."""
FIX = "Fix"
OF_PANELS = ("panel-units", "panel-racks")
"""Rules of findings that the step on the page of their rack cures."""


def fix_text(found: Checked) -> str:
    """The link that leads to the field or page that cures a finding; empty where no single one does."""
    finding = found.finding
    if not found.waived and finding.rule in OF_CABLES and finding.severity is Severity.ERROR:
        return "Fix…"
    if not found.waived and finding.rule in OF_PANELS and finding.elements:
        return "Fix…"
    if found.waived or (figure_of(finding) is None and setting_of(finding) is None):
        return ""
    return "Fix…"


def _all_columns(session: Session) -> tuple[Column[Checked], ...]:
    """Columns of the panel: the value that a finding misses is typed where it is."""
    return (
        *_columns(lambda c: "text3" if c.waived else "accent_text"),
        Column(
            VALUE,
            104,
            lambda c: "" if missing_figure(session, c) is None else f"{figure_of(c.finding)}…",
            tone=lambda _: "text2",
            edit=lambda c, text: set_missing(session, c, text),
            editable=lambda c: missing_figure(session, c) is not None,
            about="Type the unknown figure here, with or without its unit",
        ),
        *LINKS,
    )


VALUE, FILL_IN = "Value", "Fill in…"
LINKS: tuple[Column[Checked], ...] = (
    Column(FIX, 56, fix_text, tone=lambda _: "accent_text", about="Go to the field that fixes the finding"),
    Column(ACTION, 84, lambda c: "Revoke" if is_revoked(c) else "Waive…", tone=lambda _: "accent_text"),
)


FIELDS = {
    "Mass": ("mass_kg", "kg"),
    "Power": ("power_w", "W"),
    "Height": ("height_u", "U"),
    "Depth": ("depth_mm", "mm"),
    "Diameter": ("diameter_mm", "mm"),
    "Power limit": ("power_limit_w", "W"),
    "Maximum load": ("mass_limit_kg", "kg"),
}
"""Fields of a part and their units by the title of the figure."""


def missing_figure(session: Session, found: Checked) -> AnyPart | BillLine | None:
    """Return the part whose figure, or the line whose price, a finding misses; None: it is not typed here."""
    title = figure_of(found.finding)
    if found.waived or title is None or not session.is_open:
        return None
    where = found.finding.where
    if title == "Price":
        lines = [line for line in session.derived.bill.lines if line.part == where]
        return lines[0] if len(lines) == 1 and can_price(session, lines[0]) else None
    part = part_of(session, where)
    return part if part is not None and hasattr(part, FIELDS[title][0]) else None


def set_missing(session: Session, found: Checked, text: str) -> bool:
    """Set the figure that a finding misses from typed text, dated today."""
    item, title = missing_figure(session, found), figure_of(found.finding)
    if isinstance(item, BillLine):
        return set_price(session, item, text)
    if item is None or title is None or not text.strip():
        return False
    name, unit = FIELDS[title]
    day = today().isoformat()
    try:
        part = with_figure(item, (name,), plain(parse_number(text, unit)))
    except FatdeskError as error:
        such = in_field("21.4")
        session.refuse(f"{in_sentence(str(error))} Type {title.lower()} in {unit}, such as {such}.")
        return False
    origin = {"sources": {**part.sources, name: "typed by hand"}, "dates": {**part.dates, name: day}}
    return session.do(SetPart(part=structs.replace(part, **origin)))


class FindingsCounts(QWidget):
    """Number of findings of each severity."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._session = desk.theme, desk.session
        px = desk.theme.px
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(px(6))
        self._counts = []
        for name, _ in WORDS:
            mark, text = label(), label("")
            line.addWidget(mark)
            line.addWidget(text)
            line.addSpacing(px(6))
            self._counts.append((name, mark, text))
        self.waiting = label("Checking…", "text2")
        line.addWidget(self.waiting)
        self.none = label("No findings", "ok")
        line.addWidget(self.none)
        desk.session.opened.connect(self.refresh)
        desk.session.changed.connect(self._wait)
        desk.session.found.connect(self.refresh)
        desk.theme.changed.connect(self._look)
        self._look()

    def refresh(self, *_: object) -> None:
        """Count the findings of the present project."""
        found = self._session.findings_so_far
        self._wait()
        counts = Counter(severity(c) for c in found)
        for (name, mark, text), (__, word) in zip(self._counts, WORDS, strict=True):
            count = counts[name]
            text.setText(f"{count} waived" if name == "waived" else counted(count, word))
            mark.setVisible(bool(count))
            text.setVisible(bool(count))
        self.none.setVisible(not found and self.waiting.isHidden())

    def _wait(self, *_: object) -> None:
        """State that the findings are of an earlier state."""
        self.waiting.setVisible(self._session.is_open and not self._session.document.is_checked)

    def _look(self) -> None:
        for name, mark, _ in self._counts:
            mark.setPixmap(severity_mark(self._theme, name, self._theme.px(15)))


def is_revoked(found: Checked) -> bool:
    """Whether the action on it is to revoke its waiver: that counts, or accepts nothing any more."""
    return bool(found.waived) or found.finding.rule == UNUSED


REVISION = "revision "


def until_text(waiver: Waiver) -> str:
    """Return the day or the revision until which a waiver counts, as it is typed."""
    revision = f"{REVISION}{waiver.until_revision}" if waiver.until_revision else ""
    return ", ".join(filter(None, (waiver.until, revision)))


def read_until(text: str, day: date) -> tuple[str, str]:
    """Return a typed end as a day and a revision, each of which may be empty.

    Raises
    ------
    FatdeskError
        When it is neither.

    >>> read_until("Revision C", date(2026, 11, 27)), read_until("2027, revision C", date(2026, 11, 27))
    (('', 'C'), ('2027', 'C'))
    """
    before, _, revision = text.strip().rpartition(",") if "," in text else ("", "", text.strip())
    if not revision.strip().casefold().startswith(REVISION):
        return typed_date(text, day), ""
    return typed_date(before, day), revision.strip()[len(REVISION) :].strip()


class WaiveBar(QWidget):
    """Asks why findings are accepted; they are waived as one step."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._session = desk.session
        self._asked: list[Checked] = []
        px = desk.theme.px
        self.setProperty("role", "foot")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        line = QHBoxLayout(self)
        line.setContentsMargins(px(12), px(6), px(12), px(6))
        line.setSpacing(px(8))
        self.what = label("")
        self.setObjectName("waive-bar")
        self.reason = QLineEdit()
        self.reason.setObjectName("waive-reason")
        self.reason.setPlaceholderText("Why it is accepted, such as: agreed with the hall team")
        self.reason.setAccessibleName("Why it is accepted")
        self.reason.setMaxLength(LONGEST_REASON)
        self.until = QLineEdit()
        self.until.setObjectName("waive-until")
        self.until.setPlaceholderText("Until 31 Dec 2026, or revision C")
        self.until.setAccessibleName("The last day of the waiver, a revision, or empty")
        self.until.setToolTip(
            tip("Last day of the waiver, or the revision that ends it; empty: until the finding gets worse")
        )
        self.until.setFixedWidth(px(230))
        self.until.returnPressed.connect(self.waive)
        self.button = QPushButton("Waive")
        self.button.setObjectName("waive")
        self.reason.returnPressed.connect(self.waive)
        self.reason.textChanged.connect(lambda text: self.button.setEnabled(bool(text.strip())))
        self.button.setEnabled(False)
        self.button.clicked.connect(self.waive)
        leave = QPushButton("Cancel")
        leave.setObjectName("waive-cancel")
        leave.clicked.connect(self.hide)
        for widget in (self.what, self.reason, self.until, self.button, leave):
            line.addWidget(widget)
        line.setStretchFactor(self.reason, 1)
        self.hide()

    def ask(self, found: Sequence[Checked]) -> None:
        """Ask about findings that count still, or about waivers to change where all are waived."""
        waivable = [some for some in found if some.finding.rule != UNUSED]
        self._asked = [some for some in waivable if not some.waived] or waivable
        if not self._asked:
            return
        first = self._asked[0].finding
        one = f"{rule_title(first.rule)} at {first.where}"
        self.what.setText(f"Waive {one if len(self._asked) == 1 else counted(len(self._asked), 'finding')}:")
        old = self._asked[0].waiver
        self.reason.setText("" if old is None else old.comment)
        self.until.setText("" if old is None else until_text(old))
        self.show()
        self.reason.setFocus()

    def waive(self) -> None:
        """Accept them with the reason that was typed."""
        reason = self.reason.text().strip()
        if not reason:
            return
        day = today()
        try:
            until, revision = read_until(self.until.text(), day)
        except FatdeskError as error:
            self._session.refuse(in_sentence(str(error)))
            self.until.setFocus()
            return
        commands = tuple(
            Waive(
                rule=one.rule,
                where=one.where,
                comment=reason,
                by=user_name(),
                on=day.isoformat(),
                until=until,
                until_revision=revision,
                amount=one.amount,
                text=one.text,
            )
            for one in waivable(some.finding for some in self._asked)
        )
        many = f"Waive {counted(len(commands), 'finding')}"
        if self._session.do(commands[0] if len(commands) == 1 else Batch(name=many, commands=commands)):
            self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc leaves it."""
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)


class FindingsPanel(QWidget):
    """The findings as a table: a click selects what they are about, Enter or a double click goes there.

    ``asked_for`` carries the element to go to, ``figure_asked`` the part and the figure to enter,
    ``setting_asked`` a page of Requirements and the place of a field on it.
    """

    asked_for = Signal(object)
    figure_asked = Signal(str, str)
    setting_asked = Signal(str, object)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = desk.session
        self._choosing = False
        self._open: dict[str, bool] = {}
        """Groups that were open or closed when last seen, by their word."""
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self.columns = _all_columns(self.session)
        self.model: RowsModel[Checked] = RowsModel(self.columns, self)
        self.table = Table(desk, self.model, "Findings")
        self.table.empty = NONE
        self.table.setVerticalScrollMode(
            QAbstractItemView.ScrollMode.ScrollPerItem
        )  # no half rows at the top
        self.table.chosen.connect(self._choose)
        self.table.acting = frozenset(n for n, column in enumerate(self.columns) if column.title == ACTION)
        self.table.clicked.connect(self._clicked)
        self.table.doubleClicked.connect(self._double_clicked)
        self.table.opened.connect(self._go)
        self.table.requested.connect(lambda line, _, at: self._pop_up(self.row_menu(line), at))
        self.table.head_requested.connect(lambda group, at: self._pop_up(self.group_menu(group), at))
        self.table.head_chosen.connect(self._choose_group)
        self.table.head_acted.connect(self._act_on_group)
        self.model.head_links = frozenset((VALUE, ACTION))
        self.model.head_cells = lambda lines: [
            self._head_cells([self.model.rows[number] for number in lines.of(group).tolist()])
            for group in lines.present.tolist()
        ]
        column.setSpacing(0)
        column.addWidget(self.table, 1)
        self.bar = WaiveBar(desk)
        column.addWidget(self.bar)
        self.session.opened.connect(self.refresh)
        self.session.found.connect(self.refresh)
        self.session.selected.connect(self._follow)

    def refresh(self, *_: object) -> None:
        """Show the findings of the present project."""
        found = self.session.findings_so_far
        rows = [c for c in found if not c.waived] + [c for c in found if c.waived]
        self._fold(rows)
        self.model.show(rows)
        self._follow()

    def filter(self, text: str) -> None:
        """Show only the findings that hold all words."""
        words = text.casefold().split()

        def wanted(found: Checked) -> bool:
            held = " ".join((severity(found), *(column.text(found) for column in self.columns))).casefold()
            return all(word in held for word in words)

        self.model.filter(wanted if words else None)
        self.table.empty = "No finding matches. Clear the filter." if words else NONE

    def showEvent(self, event: QShowEvent) -> None:
        """Show what was selected meanwhile, when the panel has its height."""
        super().showEvent(event)
        QTimer.singleShot(0, self, self._follow)

    def _fold(self, rows: Sequence[Checked]) -> None:
        """Put many findings into groups; those that the user opened or closed stay so."""
        before = self.model.groups
        if before is not None:
            self._open |= {word_of(title): self.model.is_open(n) for n, title in enumerate(before.titles)}
        if len(rows) <= MOST_OPEN:
            self.model.group_by(None)
            return
        groups = finding_groups(rows)
        closed = closed_first(rows, groups)
        self.model.group_by(finding_groups)
        self.model.closed = {
            title for title in groups.titles if not self._open.get(word_of(title), title not in closed)
        }

    def _of_group(self, group: int) -> list[Checked]:
        return [self.model.rows[number] for number in self.model.lines.of(group).tolist()]

    def _head_cells(self, found: Sequence[Checked]) -> dict[str, str]:
        """The links in the head of a group of several findings."""
        if len(found) < 2:
            return {}
        lacking = any(missing_figure(self.session, one) is not None for one in found)
        act = "Revoke all" if all(map(is_revoked, found)) else "Waive all…"
        return {VALUE: FILL_IN if lacking else "", ACTION: act}

    def _act_on_group(self, group: int, column: int) -> None:
        """Waive or revoke all findings of a group, or begin to type the first figure that they miss."""
        found = self._of_group(group)
        if self.columns[column].title == ACTION:
            self.act(found)
            return
        self.model.set_open([group], True)
        shown = (line for line in range(self.model.rowCount()) if self.model.head(line) is None)
        for line in shown:
            row = self.model.row(line)
            if row in found and missing_figure(self.session, row) is not None:
                index = self.model.index(line, column)
                self.table.setCurrentIndex(index)
                self.table.edit(index)
                return

    def _choose_group(self, group: int) -> None:
        """Select what the findings of a group are about."""
        found = self._of_group(group)
        elements = [element for c in found for element in elements_at(self.session, c.finding)]
        if elements:
            self._choosing = True
            self.session.select(elements)
            self._choosing = False

    def _follow(self, *_: object) -> None:
        """Mark the findings about what is selected, those about devices of selected racks as well."""
        session = self.session
        if self._choosing or not session.is_open or not self.isVisible():
            return
        wanted = set(session.selection)
        if session.ids(RACK):
            wanted |= related(session)
        rows = self.model.rows if wanted else []
        found = [n for n, c in enumerate(rows) if wanted.intersection(elements_at(session, c.finding))]
        self.table.mark_numbers(found, reveal=True)

    def _choose(self) -> None:
        chosen = self.table.chosen_rows()
        elements = [element for c in chosen for element in elements_at(self.session, c.finding)]
        if elements:
            self._choosing = True
            self.session.select(elements)
            self._choosing = False

    def _clicked(self, index: QModelIndex) -> None:
        self._choose()
        title, row = self.columns[index.column()].title, self.model.row(index.row())
        if title == ACTION:
            chosen = self.table.chosen_rows()
            alike = [one for one in chosen if is_revoked(one) == is_revoked(row)]
            self.act(alike if row in chosen else [row])
        elif title == FIX and fix_text(row):
            self._go(index.row())

    def _double_clicked(self, index: QModelIndex) -> None:
        """Go to the element, unless the cell is typed into."""
        if not index.flags() & Qt.ItemFlag.ItemIsEditable:
            self._go(index.row())

    def act(self, found: Sequence[Checked]) -> None:
        """Ask why findings shall be waived, or revoke the waivers of those that are."""
        if not all(map(is_revoked, found)):
            self.bar.ask(found)
        else:
            self._revoke(found)

    def _revoke(self, found: Sequence[Checked]) -> None:
        places = dict.fromkeys((one.waiver.rule, one.waiver.where) for one in found if one.waiver is not None)
        commands = tuple(Unwaive(rule=rule, where=where) for rule, where in places)
        many = f"Revoke {counted(len(commands), 'waiver')}"
        self.session.do(commands[0] if len(commands) == 1 else Batch(name=many, commands=commands))

    def _go(self, line: int) -> None:
        finding = self.model.row(line).finding if line >= 0 else None
        elements = elements_at(self.session, finding) if finding is not None else []
        figure = None if finding is None else figure_of(finding)
        setting = None if finding is None else setting_of(finding)
        part = PART.id_of(elements[0]) if elements else None
        if part is not None and figure is not None:
            self.figure_asked.emit(part, figure)
        elif setting is not None:
            self.setting_asked.emit(*setting)
        elif elements:
            self.asked_for.emit(elements[0])

    def _pop_up(self, menu: QMenu, at: QPoint) -> None:
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)

    def row_menu(self, line: int) -> QMenu:
        """Return the context menu of the selected findings."""
        menu, row = QMenu(self), self.model.row(line)
        found = self.table.chosen_rows() or [row]
        go = menu.addAction(menu_text(f"Go to {row.finding.where}"))
        go.setEnabled(bool(elements_at(self.session, row.finding)))
        go.triggered.connect(lambda _: self._go(line))
        menu.addSeparator()
        self._add_waiving(menu, found)
        menu.addAction(BY_ID["copy"].row).triggered.connect(lambda _: self.table.copy())
        return menu

    def group_menu(self, group: int) -> QMenu:
        """Return the context menu of all findings of a group."""
        menu = QMenu(self)
        self._add_waiving(menu, self._of_group(group))
        return menu

    def _add_waiving(self, menu: QMenu, found: Sequence[Checked]) -> None:
        for text, rows, does in (
            ("Waive…", [some for some in found if not is_revoked(some)], self.act),
            ("Change waiver…", [some for some in found if some.waived], self.bar.ask),
            ("Revoke", [some for some in found if some.waiver is not None], self._revoke),
        ):
            action = menu.addAction(text)
            action.setEnabled(bool(rows))
            action.triggered.connect(lambda _=False, rows=rows, does=does: does(rows))
