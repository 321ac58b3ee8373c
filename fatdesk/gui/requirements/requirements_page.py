"""First page: groups of hosts, and the networks between them."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from fatdesk.core.formats.yaml_events import Place
from fatdesk.core.schema import field_at
from fatdesk.engine.catalog.parts import Server
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.families import BY_DEFAULT, FAMILIES
from fatdesk.gui.requirements.draft import hosts_text, restated
from fatdesk.gui.requirements.fields import (
    FAMILY_TIPS,
    Choice,
    Field,
    Form,
    Several,
    WholeNumbersField,
    decided,
    several,
)
from fatdesk.gui.requirements.pages import Making, Page, grid, scrolled
from fatdesk.gui.widgets.numbers import in_sentence, to_read
from fatdesk.gui.widgets.plain_text import NoteLabel, label, set_tone

COLUMNS = 4
OF_PARTS = ("edge", "core")
"""Fields of a fabric that another page asks for."""


class Record(NamedTuple):
    """A group, a network or a member on the page: what shows it, its fields, the button that removes it."""

    widget: QWidget
    fields: tuple[Field, ...]
    remove: QPushButton


class Members(QWidget):
    """The members of a network that are joined in a way of their own: a row each, and a button for more."""

    def __init__(self, making: Making, number: int, add: Callable[[int], None]) -> None:
        super().__init__()
        px = making.desk.theme.px
        self.making, self.draft = making, making.draft
        self.place: Place = ("fabrics", number, "members")
        self.setObjectName(f"members-{number}")
        self.rows: list[Record] = []
        about = field_at(Requirements, *self.place)
        self._meaning = about.about.help
        column = QVBoxLayout(self)
        column.setContentsMargins(0, px(6), 0, 0)
        column.setSpacing(px(4))
        heading = label(about.title)
        heading.setFont(making.desk.theme.strong())
        self._lines = QVBoxLayout()
        self._lines.setSpacing(px(4))
        column.addLayout(self._lines)
        self.add = QPushButton("Add member")
        self.add.setObjectName(f"add-member-{number}")
        self.add.clicked.connect(lambda _=False: add(number))
        self.note = NoteLabel(self._meaning, "text3")
        self.note.setObjectName(f"members-{number}-note")
        self.note.setFont(making.desk.theme.font(11))
        column.insertWidget(0, heading)
        column.insertWidget(1, self.note)
        column.addLayout(_left(self.add))
        self.draft.changed.connect(self.refresh)

    @property
    def fields(self) -> list[Field]:
        """The fields of all rows."""
        return [field for row in self.rows for field in row.fields]

    def joined(self) -> list[str]:
        """Names of the groups that the network joins."""
        return [self.draft.text("hosts", number, "name") for number in self.draft.joined(int(self.place[1]))]

    def free_group(self) -> str:
        """The first group that is joined and has no row; else the first."""
        joined = self.joined()
        known = [self.draft.text(*self.place, number, "hosts") for number in self.draft.rows_at(self.place)]
        return next((name for name in joined if name not in known), next(iter(joined), ""))

    def refresh(self) -> None:
        """Offer the groups that are joined now, and show what is wrong with the whole list."""
        groups = [(name, name) for name in self.joined()]
        for row in self.rows:
            hosts = row.fields[0]
            if isinstance(hosts, Choice):
                hosts.offer(groups)
        wrong = next((some.what for some in self.draft.problems if some.place == self.place), "")
        self.note.setText(in_sentence(wrong) if wrong else self._meaning)
        set_tone(self.note, "error" if wrong else "text3")

    def rebuild(self) -> None:
        """A row for each member of the draft."""
        fit(self.rows, self._lines, len(self.draft.rows_at(self.place)), self._row)
        for number, row in enumerate(self.rows):
            row.remove.setAccessibleName(f"Remove member {self.draft.text(*self.place, number, 'hosts')}")
        self.refresh()

    def _row(self, number: int) -> Record:
        form, place = self.making.form, (*self.place, number)
        fields: list[Field] = [
            decided(form, (*place, "hosts"), choices=()),
            decided(form, (*place, "links")),
            decided(form, (*place, "rails"), WholeNumbersField),
            decided(form, (*place, "ports")),
        ]
        remove = QPushButton("Remove")
        remove.setProperty("kind", "link")
        remove.setObjectName(f"remove-{'-'.join(map(str, place))}")
        remove.clicked.connect(partial(self.draft.remove, self.place, number))
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.addLayout(grid(fields, COLUMNS, self.making.desk.theme.px(16)), 1)
        line.addWidget(remove, 0, Qt.AlignmentFlag.AlignTop)
        return Record(row, tuple(fields), remove)


def fit(records: list[Record], layout: QVBoxLayout, wanted: int, make: Callable[[int], Record]) -> None:
    """Make or remove rows at the end until there is a number of them.

    Rows that are there are kept, and their fields show what the draft has at their place now: Qt does not
    free all memory of a list box that has a style sheet.
    """
    while len(records) > wanted:
        widget = records.pop().widget
        layout.removeWidget(widget)
        widget.hide()
        widget.deleteLater()
    while len(records) < wanted:
        records.append(make(len(records)))
        layout.addWidget(records[-1].widget)


class RequirementsPage(Page):
    """A row a group, a card a network, and a sentence that says it in words."""

    name, title = "requirements", "Requirements"
    meaning = "The hosts, and what the networks between them must provide."

    def __init__(self, making: Making) -> None:
        super().__init__(making)
        px = self.theme.px
        column = scrolled(self)
        self._groups, self._fabrics = QVBoxLayout(), QVBoxLayout()
        self._group_rows: list[Record] = []
        self._fabric_cards: list[Record] = []
        self._members: list[Members] = []
        """Of each network."""
        self._groups.setSpacing(px(6))
        self._fabrics.setSpacing(px(12))
        column.addWidget(self._section("Hosts"))
        column.addLayout(self._groups)
        self.add_group = QPushButton("Add group")
        self.add_group.setObjectName("add-group")
        self.add_group.clicked.connect(self._add_group)
        column.addLayout(_left(self.add_group))
        column.addSpacing(px(6))
        column.addWidget(self._section("Networks"))
        column.addLayout(self._fabrics)
        self.add_fabric = QPushButton("Add network")
        self.add_fabric.setObjectName("add-network")
        self.add_fabric.clicked.connect(self._add_fabric)
        column.addLayout(_left(self.add_fabric))
        self.words = label("")
        self.words.setObjectName("restated")
        self.words.setWordWrap(True)
        column.addSpacing(px(6))
        column.addWidget(self.words)
        column.addStretch(1)
        self.draft.reshaped.connect(self.rebuild)
        self.draft.changed.connect(self._restate)
        self.rebuild()

    def _section(self, text: str) -> QWidget:
        made = label(text)
        made.setFont(self.theme.strong(14))
        return made

    def rebuild(self) -> None:
        """A row for each group and a card for each network of the draft."""
        for records, layout, section, make in (
            (self._group_rows, self._groups, "hosts", self._group),
            (self._fabric_cards, self._fabrics, "fabrics", self._fabric),
        ):
            wanted = len(self.draft.rows(section))
            fit(records, layout, wanted, make)
            del self._members[len(self._fabric_cards) :]
            for number, record in enumerate(records):
                record.remove.setAccessibleName(f"Remove {self.draft.text(section, number, 'name')}")
                record.remove.setEnabled(wanted > 1)
        for card in self._fabric_cards:
            card.remove.setVisible(len(self._fabric_cards) > 1)
        records = [*self._group_rows, *self._fabric_cards]
        for members in self._members:
            members.rebuild()
        self.fields = [field for record in records for field in record.fields]
        self.fields += [field for members in self._members for field in members.fields]
        self._offer()
        self._restate()

    def _offer(self) -> None:
        """Offer the parts of hosts and the groups of hosts that there are now."""
        servers = {part.id: part.name for part in self.draft.catalog.hosts()}
        names, fabrics = (
            [self.draft.text(section, number, "name") for number in self.draft.rows(section)]
            for section in ("hosts", "fabrics")
        )
        for field in self.fields:
            if isinstance(field, Choice) and field.place[2:] == ("part",):
                field.offer([(part, part) for part in servers], servers)
            elif isinstance(field, Several) and field.place[2:] == ("hosts",):
                field.offer([(name, name) for name in names])
            elif isinstance(field, Several) and field.place[2:] == ("switches_of",):
                before = fabrics[: int(field.place[1])]
                field.offer([(name, name) for name in before])
                is_first = not before and not self.draft.get(*field.place)
                field.switch_off("There is no network before this one" if is_first else "")

    def _group(self, number: int) -> "Record":
        form, place, px = self.making.form, ("hosts", number), self.theme.px
        fields = [
            decided(form, (*place, "name")),
            decided(form, (*place, "part"), choices=()),
            decided(form, (*place, "count")),
            decided(form, (*place, "per_rack")),
            decided(form, (*place, "outside_m")),
            decided(form, (*place, "names")),
        ]
        row = QWidget()
        line = QGridLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setHorizontalSpacing(px(16))
        for at, (field, stretch) in enumerate(zip(fields, (13, 25, 7, 9, 12, 11), strict=True)):
            line.addWidget(field, 0, at)
            line.setColumnStretch(at, stretch)
        line.setColumnMinimumWidth(len(fields) - 1, px(86))  # for "as all hosts" in a narrow window
        remove = self._remove("hosts", number)
        line.addWidget(remove, 0, len(fields))
        return Record(row, tuple(fields), remove)

    def _remove(self, section: str, number: int) -> QPushButton:
        button = QPushButton("Remove")
        button.setProperty("kind", "link")
        button.clicked.connect(partial(self.draft.remove, (section,), number))
        return button

    def _fabric(self, number: int) -> "Record":
        px = self.theme.px
        fields = self._fabric_fields(self.making.form, ("fabrics", number))
        card = QFrame()
        card.setProperty("role", "card")
        inside = QVBoxLayout(card)
        inside.setContentsMargins(px(14), px(10), px(14), px(12))
        inside.addLayout(grid(fields, COLUMNS, px(16)))
        self._members.append(Members(self.making, number, self._add_member))
        inside.addWidget(self._members[-1])
        remove = self._remove("fabrics", number)
        remove.setText("Remove network")
        inside.addLayout(_left(remove))
        return Record(card, tuple(fields), remove)

    def _fabric_fields(self, form: Form, place: Place) -> list[Field]:
        families = [(family.NAME, family.NAME) for family in FAMILIES]
        usual = [family.NAME for family in BY_DEFAULT]
        return [
            decided(form, (*place, "name")),
            several(form, (*place, "hosts"), (), "All hosts", alone=("none", "None: switches only")),
            several(form, (*place, "switches_of"), (), "None", usual=()),
            *(decided(form, (*place, key)) for key in ("blocking", "cable_price", "rails", "planes")),
            *(
                decided(form, (*place, key))
                for key in ("growth_hosts", "extra_ports", "extra_ports_to", "bmc_network", "pods")
            ),
            *(
                decided(form, (*place, key))
                for key in ("hosts_per_edge", "edges_per_rack", "edge_at", "core_in_rack", "edges_per_group")
            ),
            several(form, (*place, "families"), families, "All but Dragonfly+", FAMILY_TIPS, usual),
            decided(form, (*place, "media")),
            decided(form, (*place, "cables", "parts")),
            decided(form, (*place, "cables", "vendors")),
            *(
                decided(
                    form,
                    (*place, "cables", tier, "parts"),
                    title=f"Approved at {tier}",
                    meaning=f"Part ids for the links {links} alone",
                    default="as above",
                )
                for tier, links in (("hosts", "of hosts"), ("uplinks", "between switches"))
            ),
            *(
                decided(form, (*place, key))
                for key in ("port_names", "equal_bundles", "spread_hosts", "core_count")
            ),
        ]

    def _add_group(self) -> None:
        servers = self.draft.catalog.of(Server)
        record = {"name": self.draft.free_name("hosts", "hosts"), "part": servers[0].id, "count": "1"}
        self.draft.add(("hosts",), record)
        self.point_to(("hosts", len(self.draft.rows("hosts")) - 1, "name"))

    def _add_fabric(self) -> None:
        self.draft.add(("fabrics",), {"name": self.draft.free_name("fabrics", "network")})
        self.point_to(("fabrics", len(self.draft.rows("fabrics")) - 1, "name"))

    def _add_member(self, number: int) -> None:
        place = ("fabrics", number, "members")
        self.draft.add(place, {"hosts": self._members[number].free_group()})
        self.point_to((*place, len(self.draft.rows_at(place)) - 1, "links"))

    def _restate(self) -> None:
        wanted = self.draft.requirements
        self.words.setText(to_read(restated(wanted, self.draft.catalog)) if wanted is not None else "")

    def summary(self) -> str:
        """Hosts and blocking."""
        wanted = self.draft.requirements
        return "" if wanted is None else hosts_text(wanted, self.draft.catalog)

    def owns(self, place: Place) -> bool:
        """Hosts and networks, without the parts of these."""
        if place[:1] == ("fabrics",):
            return len(place) < 3 or place[2] not in OF_PARTS
        return place[:1] in {("hosts",), ()}

    def first(self) -> QWidget | None:
        """Widget that takes the focus first: the number of hosts."""
        return self.fields[2] if len(self.fields) > 2 else None


def _left(widget: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.addWidget(widget)
    row.addStretch(1)
    return row
