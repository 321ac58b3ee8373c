"""Columns of the lists of structured cabling: pieces of links, trunks, ports of panels, tests of fibres."""

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import NamedTuple

from fatdesk.engine.cabling.wiring_list import CableRow, End
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.floor.floor import rack_label
from fatdesk.engine.listing.cells import Column, Value, known, metres, rows_of
from fatdesk.engine.structured.loss import ChannelLoss, losses_of
from fatdesk.engine.structured.pieces import ChannelPiece
from fatdesk.engine.structured.structured import PlacedPanel, Trunk


def nothing(plan: Plan) -> bool:
    """Whether no cable goes over panels, so that the lists are empty."""
    return plan.structured is None or not plan.structured.count


def _end_columns(side: str) -> tuple[Column[ChannelPiece], ...]:
    """The columns of one end of a piece."""
    up = side.upper()
    return (
        Column(f"{side}_rack", f"{up} rack", 8, value=f"{side}.rack_label"),
        Column(f"{side}_u", f"{up} U", 6, "integer", value=f"{side}.u"),
        Column(f"{side}_device", f"{up} device or panel", 24, value=f"{side}.device"),
        Column(f"{side}_port", f"{up} port", 10, value=_printed(side)),
    )


def _printed(side: str) -> Callable[[ChannelPiece], Value]:
    end: Callable[[ChannelPiece], End] = attrgetter(side)

    def value(piece: ChannelPiece) -> Value:
        at = end(piece)
        return f"{at.slot}/{at.port}" if at.slot and "/" not in at.port else at.port

    return value


PIECES: tuple[Column[ChannelPiece], ...] = (
    Column("piece_id", "Piece", 32, value="id"),
    Column("cable_id", "Link", 30, value="link.id"),
    Column("piece", "Letter", 6, value="piece"),
    Column("fabric", "Fabric", 20, value="link.fabric"),
    *_end_columns("a"),
    *_end_columns("b"),
    Column("part", "Part", 30, value="part"),
    Column("trunk", "Trunk", 24, value="trunk"),
    Column("fibres", "Fibres", 12, value="fibres"),
    Column("ordered_m", "Ordered, m", 10, "length", value=lambda piece: metres(piece.length.ordered_um)),
    Column("computed_m", "Computed, m", 11, "length", value=lambda piece: metres(piece.length.computed_um)),
    Column("bundle", "Bundle", 24, value="link.bundle"),
    Column("phase", "Phase", 8, value="link.phase"),
)


def piece_rows(plan: Plan) -> Iterator[tuple[Value, ...]]:
    """The cells in order of :data:`PIECES`: three rows for each link over panels."""
    return rows_of(PIECES, plan.make_pieces().pieces() if plan.make_pieces is not None else ())


class TrunkLine(NamedTuple):
    """A trunk with its row of what is laid, and its fibres in use."""

    trunk: Trunk
    row: CableRow
    number: str
    lit: int

    @property
    def dark(self) -> int:
        """Fibres that are not used."""
        return (self.trunk.part.fibres or 0) - self.lit


TRUNKS: tuple[Column[TrunkLine], ...] = (
    Column("trunk", "Trunk", 26, value="trunk.name"),
    Column("number", "Number", 9, value="number"),
    Column("trunk_id", "Id", 30, detail=True, value="trunk.id"),
    Column("fabric", "Fabric", 20, value="row.fabric"),
    Column("part", "Part", 34, value="row.part"),
    Column("fibres", "Fibres", 8, "integer", value="trunk.part.fibres"),
    Column("plugs", "Plugs at each end", 8, "integer", value="trunk.plugs"),
    Column("a_rack", "A rack", 8, value="row.a.rack_label"),
    Column("a_panel", "A panel", 12, value="row.a.device"),
    Column("a_plugs", "A rear plugs", 18, value="row.a.port"),
    Column("b_rack", "B rack", 8, value="row.b.rack_label"),
    Column("b_panel", "B panel", 12, value="row.b.device"),
    Column("b_plugs", "B rear plugs", 18, value="row.b.port"),
    Column("links", "Links", 8, "integer", value=lambda line: len(line.trunk.cables)),
    Column("lit", "Lit fibres", 8, "integer", value="lit"),
    Column("dark", "Dark fibres", 8, "integer", value="dark"),
    Column("ordered_m", "Ordered, m", 10, "length", value=lambda line: metres(line.row.length.ordered_um)),
    Column("computed_m", "Computed, m", 11, "length", value=lambda line: metres(line.row.length.computed_um)),
    Column("route", "Route", 40, value=lambda line: " ".join(line.row.run)),
    Column("cost", "Cost", 10, "money", value=lambda line: known(line.row.cost)),
)


def trunk_lines(plan: Plan) -> Iterator[TrunkLine]:
    """The trunks in the order of fabrics and racks."""
    if plan.structured is None:
        return
    rows = {row.id: row for row in plan.pieces if row.kind == "TRK"}
    for trunk, lit in zip(plan.structured.trunks, plan.structured.lit, strict=True):
        yield TrunkLine(trunk, rows[trunk.id], plan.numbers[trunk.id], lit)


def trunk_rows(plan: Plan) -> Iterator[tuple[Value, ...]]:
    """The cells in order of :data:`TRUNKS`."""
    return rows_of(TRUNKS, trunk_lines(plan))


class PortLine(NamedTuple):
    """A port of a panel: the link at its front, the fibres of the trunk at its rear.

    Attributes
    ----------
    cord, link
        The patch cord and the link; None: the port is free.
    far
        Panel and port at the other end of the trunk.
    trunk, fibres
        Empty: no trunk is plugged in.
    """

    panel: PlacedPanel
    rack: str
    slot: int
    cassette: str
    port: int
    rear: int
    trunk: str = ""
    fibres: str = ""
    cord: str = ""
    link: CableRow | None = None
    device: str = ""
    device_port: str = ""
    far: str = ""

    @property
    def use(self) -> str:
        """In use, dark (a trunk is plugged in, no link uses it) or free."""
        return "in use" if self.link is not None else "dark" if self.trunk else "free"


PANEL_PORTS: tuple[Column[PortLine], ...] = (
    Column("panel", "Panel", 12, value="panel.name"),
    Column("rack", "Rack", 8, value="rack"),
    Column("u", "U", 6, "integer", value="panel.u"),
    Column("side", "Side", 8, value="panel.side"),
    Column("slot", "Slot", 6, "integer", value="slot"),
    Column("cassette", "Cassette", 34, value="cassette"),
    Column("port", "Port", 6, "integer", value="port"),
    Column("rear_plug", "Rear plug", 8, "integer", value="rear"),
    Column("use", "Use", 8, value="use"),
    Column("device", "Device", 24, value="device"),
    Column("device_port", "Device port", 10, value="device_port"),
    Column("cord", "Patch cord", 32, value="cord"),
    Column("trunk", "Trunk", 26, value="trunk"),
    Column("fibres", "Fibres", 12, value="fibres"),
    Column("far_port", "Far panel port", 18, value="far"),
    Column("cable_id", "Link", 30, value=lambda line: line.link.id if line.link else ""),
    Column("bundle", "Bundle", 24, value=lambda line: line.link.bundle if line.link else ""),
)


def panel_ports(plan: Plan) -> Iterator[PortLine]:
    """Every port of every panel, in the order of panels."""
    structured = plan.structured
    if structured is None or plan.make_pieces is None:
        return
    used: dict[tuple[int, int, int], dict[str, str | CableRow]] = {}
    pieces = list(plan.make_pieces().pieces())
    channels = [
        (fabric, channel)
        for fabric, some in enumerate(structured.channels)
        for channel in range(len(some.cable))
    ]
    for (fabric, channel), number in zip(channels, range(0, len(pieces), 3), strict=True):
        near, through, far = pieces[number : number + 3]
        ports = structured.ports(fabric, channel)
        names = [f"{structured.panels[port.panel].name} {port.text}" for port in ports]
        for side, (port, cord) in enumerate(zip(ports, (near, far), strict=True)):
            device = cord.b if side else cord.a
            used[port.panel, port.slot, port.port] = {
                "cord": cord.id,
                "link": cord.link,
                "device": device.device,
                "device_port": f"{device.slot}/{device.port}"
                if device.slot and "/" not in device.port
                else device.port,
                "far": names[1 - side],
                "trunk": through.trunk,
                "fibres": through.fibres,
            }
    plugged: dict[tuple[int, int, int], str] = {}
    for trunk in structured.trunks:
        for side in (0, 1):
            for plug in range(trunk.plugs):
                at = structured.rear(trunk, side, plug)
                plugged[at.panel, at.slot, at.port] = trunk.name
    labels = list(map(rack_label, plan.floor.racks))
    for number, panel in enumerate(structured.panels):
        for slot, cassette in enumerate(panel.cassettes, start=1):
            each = cassette.ports // cassette.rears
            for place in range(1, cassette.ports + 1):
                rear = (place - 1) // each + 1
                more = used.get((number, slot, place)) or {"trunk": plugged.get((number, slot, rear), "")}
                yield PortLine(panel, labels[panel.rack], slot, cassette.id, place, rear, **more)  # type: ignore[arg-type]  # keys are its fields


def panel_port_rows(plan: Plan) -> Iterator[tuple[Value, ...]]:
    """The cells in order of :data:`PANEL_PORTS`."""
    return rows_of(PANEL_PORTS, panel_ports(plan))


class Strand(NamedTuple):
    """A fibre of a link: where it is tested, what is expected; the rest is for handwriting."""

    link: CableRow
    trunk: str
    fibre: int
    near: str
    far: str
    loss: ChannelLoss


TESTS: tuple[Column[Strand], ...] = (
    Column("trunk", "Trunk", 26, value="trunk"),
    Column("fibre", "Fibre", 7, "integer", value="fibre"),
    Column("near_port", "Panel port A", 18, value="near"),
    Column("far_port", "Panel port B", 18, value="far"),
    Column("cable_id", "Link", 30, value="link.id"),
    Column("length_m", "Expected length, m", 10, "length", value=lambda one: metres(one.loss.length_um)),
    Column("pairs", "Mated pairs", 8, "integer", value="loss.pairs"),
    Column("loss_db", "Expected loss, dB", 10, "number", value=lambda one: known(one.loss.loss_db)),
    Column("limit_db", "Loss budget, dB", 10, "number", value=lambda one: known(one.loss.limit_db)),
    Column("measured_m", "Measured, m", 11, value=lambda _: ""),
    Column("measured_db", "Measured, dB", 11, value=lambda _: ""),
    Column("passed", "Pass", 6, value=lambda _: ""),
    Column("initials", "Initials", 9, value=lambda _: ""),
    Column("date", "Date", 11, value=lambda _: ""),
)
LEFT_TO_PEOPLE = ("measured_m", "measured_db", "passed", "initials", "date")
"""Columns for handwriting."""


def strands(plan: Plan) -> Iterator[Strand]:
    """The fibres in use, by trunk and number."""
    structured = plan.structured
    if structured is None:
        return
    first = 0
    for fabric, some in enumerate(structured.channels):
        losses = losses_of(structured, fabric)
        order = sorted(range(len(some.cable)), key=lambda n: (some.trunk[n], some.plug[n], some.sub[n]))
        for channel in order:
            row = plan.cables[first + int(some.cable[channel])]
            near, far = (
                f"{structured.panels[port.panel].name} {port.text}"
                for port in structured.ports(fabric, channel)
            )
            trunk = structured.trunks[some.trunk[channel]].name
            for fibre in structured.strands(fabric, channel):
                yield Strand(row, trunk, fibre, near, far, losses[channel])
        first += structured.cabling.fabrics[fabric].count


def strand_rows(plan: Plan) -> Iterator[tuple[Value, ...]]:
    """The cells in order of :data:`TESTS`."""
    return rows_of(TESTS, strands(plan))
