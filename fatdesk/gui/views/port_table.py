"""The port map of a device as a table, in a dialog that stays open next to the window."""

from PySide6.QtWidgets import QWidget

from fatdesk.engine.cabling.ports import Port, PortEnd, PortMap
from fatdesk.engine.drawing.palette import KIND_NAMES
from fatdesk.gui.desk import Desk
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.views.results_dialog import ResultsDialog
from fatdesk.gui.widgets.numbers import metres
from fatdesk.gui.widgets.sorting import natural
from fatdesk.project.document.ref import CABLE, Ref


class PortTableDialog(ResultsDialog):
    """All ports with their far ends and cables; selected rows are selected in the window."""

    def __init__(self, desk: Desk, ports: PortMap, parent: QWidget) -> None:
        meaning = f"{ports.used:,} of {len(ports.data):,} are used, in the order of the chassis."
        if ports.management:
            used = sum(port.end is not None for port in ports.management)
            meaning += f" Management: {used} of {len(ports.management)}."
        super().__init__(desk, f"Ports of {ports.name}", f"Ports of {ports.name}", meaning, parent)
        self._session, self.ports = desk.session, ports
        self.setObjectName("port-table")
        self.table = Table(desk, RowsModel(self._columns(), self), f"Ports of {ports.name}")
        self.table.setObjectName("view-ports")
        self.table.make_sortable()
        self.table.chosen.connect(self._choose)
        self.table.rows.show(list(ports.ports))
        self.column.addWidget(self.table, 1)
        self.add_foot(self.table)
        self.resize(desk.theme.px(880), desk.theme.px(560))

    def _columns(self) -> tuple[Column[Port], ...]:
        numbers = self._session.wiring.numbers

        known = [port for port in self.ports.ports if port.os_port or (port.end and port.end.os_port)]
        columns: tuple[Column[Port], ...] = (
            Column("Port", 80, lambda port: port.text, order=natural, strong=True),
            Column("Port name", 110, lambda port: port.os_port, order=natural),
            Column("Far end", 130, lambda port: port.end.name if port.end else "free", order=natural),
            Column("Far port", 80, lambda port: port.end.port if port.end else "", order=natural),
            Column("Far port name", 110, lambda port: port.end.os_port if port.end else "", order=natural),
            Column("Cable", 90, lambda port: numbers.get(_cable(port), ""), order=natural),
            Column("Kind", 160, lambda port: KIND_NAMES[port.end.kind] if port.end else "", stretch=True),
            Column(
                "Computed, m",
                100,
                lambda port: _length(port.end, "computed_um"),
                lambda port: getattr(port.end, "computed_um", None) or -1,
                number=True,
            ),
            Column(
                "Ordered, m",
                100,
                lambda port: _length(port.end, "ordered_um"),
                lambda port: getattr(port.end, "ordered_um", None) or -1,
                number=True,
            ),
        )
        return columns if known else tuple(one for one in columns if not one.title.endswith("name"))

    def _choose(self) -> None:
        """Select the cables of the selected rows."""
        cables: list[Ref] = [CABLE(cable) for port in self.table.chosen_rows() if (cable := _cable(port))]
        if cables:
            self._session.select(cables)


def _cable(port: Port) -> str:
    return port.end.cable if port.end is not None else ""


def _length(end: PortEnd | None, field: str) -> str:
    return "" if end is None else metres(getattr(end, field))
