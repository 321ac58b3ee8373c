"""Ports of a part; of a modular switch its chassis, every partial configuration, cards and boards."""

from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from fatdesk.core.yaml_events import Tree
from fatdesk.engine.catalog.configuration import Configuration, configurations
from fatdesk.engine.catalog.parts import Adapter, AnyPart, ModularSwitch, Server, Switch
from fatdesk.engine.catalog.port_names import SYSTEMS
from fatdesk.gui.catalog.chassis import Chassis
from fatdesk.gui.catalog.records import BOARDS, CARDS, NAMINGS, PORTS, SCROLLING, Commit, Records
from fatdesk.gui.desk import Desk
from fatdesk.gui.session.session import Session
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.widgets.numbers import UNKNOWN, counted, money
from fatdesk.gui.widgets.plain_text import label

NEW_PORTS: dict[str, Tree] = {"count": "1", "connector": "qsfp", "rate_gbps": "40"}
NEW_CARD: dict[str, Tree] = {"name": "line-card", "ports": [NEW_PORTS]}
NEW_BOARD: dict[str, Tree] = {"name": "fabric-board"}
NEW_NAMING: dict[str, Tree] = {"system": "cumulus"}


def _plain(value: float | None) -> str:
    return UNKNOWN if value is None else f"{value:,.0f}"


def _tone(value: object) -> str:
    return "warn" if value is None else "text"


def _each(made: Configuration) -> str:
    return UNKNOWN if made.price is None else f"{made.price / made.links:,.0f}"


def _used_by(session: Session, made: Configuration) -> str:
    """The fabrics of the open project that take a configuration."""
    if not session.is_open:
        return ""
    found = [
        fabric.requirement.name
        for fabric in session.project.fabrics
        for use in (fabric.design.parts if fabric.design else ())
        if use.part == made.part and use.cards == made.cards and use.card in ("", made.card)
    ]
    return ", ".join(dict.fromkeys(found))


class PortsPage(QScrollArea):
    """The tab of ports; shown for what has any."""

    def __init__(self, desk: Desk, commit: Commit) -> None:
        super().__init__()
        px = desk.theme.px
        self._desk = desk
        self._part: ModularSwitch | None = None
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        page = QWidget()
        page.setProperty("role", "base")
        column = QVBoxLayout(page)
        column.setContentsMargins(px(20), px(14), px(20), px(16))
        column.setSpacing(px(10))
        self.chassis = Chassis(desk)
        self.chassis_title = label("Every partial configuration takes part in the search")
        self.chassis_title.setFont(desk.theme.strong())
        self.model: RowsModel[Configuration] = RowsModel(
            (
                Column(
                    "Configuration",
                    130,
                    lambda c: counted(c.cards, "card") + (f" {c.card}" if self._kinds > 1 else ""),
                    stretch=True,
                ),
                Column("Cards", 64, lambda c: str(c.cards), lambda c: c.cards, number=True),
                Column("Ports", 70, lambda c: f"{c.links:,}", lambda c: c.links, number=True),
                Column("Price", 120, lambda c: money(c.price), number=True, tone=lambda c: _tone(c.price)),
                Column("A port", 90, _each, number=True, tone=lambda c: _tone(c.price)),
                Column(
                    "Power, W", 90, lambda c: _plain(c.power_w), number=True, tone=lambda c: _tone(c.power_w)
                ),
                Column(
                    "Mass, kg", 90, lambda c: _plain(c.mass_kg), number=True, tone=lambda c: _tone(c.mass_kg)
                ),
                Column("Used by", 130, lambda c: _used_by(desk.session, c), tone=lambda _: "accent"),
            ),
            self,
        )
        self._kinds = 1
        self.configurations = Table(desk, self.model, "Configurations")
        self.configurations.chosen.connect(self._chosen)
        self.cards = Records(desk, "Line cards", CARDS, commit)
        self.boards = Records(desk, "Boards that are always fitted", BOARDS, commit)
        self.ports = Records(desk, "Groups of cages", PORTS, commit)
        names = "Names of ports by operating system, the usual one first"
        self.names = Records(desk, names, NAMINGS, commit, distinct=("system", tuple(SYSTEMS)))
        self.cards.table.chosen.connect(self._card_chosen)
        self._modular = (
            self.chassis,
            self.chassis_title,
            self.configurations,
            self.cards,
            self.boards,
        )
        for widget in (
            self.chassis,
            self.chassis_title,
            self.configurations,
            self.cards,
            self.ports,
            self.names,
            self.boards,
        ):
            column.addWidget(widget)
        column.addStretch(1)
        self.setWidget(page)
        self._card = 0
        self._shown: Configuration | None = None
        self._read_only = True

    def fits(self, part: AnyPart) -> bool:
        """Whether a part has ports to show."""
        return isinstance(part, ModularSwitch | Switch | Server | Adapter)

    def title(self, part: AnyPart) -> str:
        """What the tab is called."""
        return "Ports and cards" if isinstance(part, ModularSwitch) else "Ports"

    def show_part(self, part: AnyPart, *, read_only: bool) -> None:
        """Show the ports of a part."""
        self._read_only = read_only
        self.names.show_part(part, ("port_names",), NEW_NAMING, read_only=read_only)
        modular = isinstance(part, ModularSwitch)
        for widget in self._modular:
            widget.setVisible(modular)
        if not isinstance(part, ModularSwitch):
            self._part = None
            self.ports.head.setText("Groups of cages")
            self.ports.show_part(part, ("ports",), NEW_PORTS, read_only=read_only)
            return
        same = self._part is not None and self._part.id == part.id
        before = self._shown if same else None
        self._part, self._kinds = part, len(part.cards)
        made = configurations(part)
        self.model.titles = {
            "Price": f"Price, {made[0].currency}",
            "A port": f"{made[0].currency} a port",
        }
        self.model.show(made)
        self._shown = next(
            (c for c in made if before and (c.cards, c.card) == (before.cards, before.card)), made[-1]
        )
        px = self._desk.theme.px
        self.configurations.setFixedHeight(px(30) + px(25) * min(8, len(made)) + px(SCROLLING))
        self.configurations.mark_numbers([made.index(self._shown)], reveal=True)
        self.chassis.show_part(part, self._shown)
        self._card = min(self._card if same else 0, len(part.cards) - 1)
        self.cards.show_part(part, ("cards",), NEW_CARD, read_only=read_only)
        self.boards.show_part(part, ("fixed",), NEW_BOARD, read_only=read_only)
        self._show_ports()

    def _show_ports(self) -> None:
        if self._part is not None:
            self.ports.head.setText(f"Groups of cages of {self._part.cards[self._card].name}")
            place = ("cards", self._card, "ports")
            self.ports.show_part(self._part, place, NEW_PORTS, read_only=self._read_only)

    def _chosen(self) -> None:
        rows = self.configurations.chosen_rows()
        if rows and self._part is not None:
            self._shown = rows[0]
            self.chassis.show_part(self._part, rows[0])

    def _card_chosen(self) -> None:
        rows = self.cards.table.chosen_rows()
        if rows and self._part is not None and rows[0].number < len(self._part.cards):
            self._card = rows[0].number
            self._show_ports()
