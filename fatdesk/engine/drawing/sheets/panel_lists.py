"""Items of the lists of structured cabling: trunks, ports of panels, fibres to test."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.floor.floor import rack_label
from fatdesk.engine.structured.loss import ChannelLoss, losses_of
from fatdesk.engine.structured.structured import PlacedPanel, Trunk
from fatdesk.engine.wiring.wiring_list import CableRow


def nothing(plan: Plan) -> bool:
    """Whether no cable goes over panels, so that the lists are empty."""
    return plan.structured is None or not plan.structured.count


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


def trunk_lines(plan: Plan) -> Iterator[TrunkLine]:
    """The trunks in the order of fabrics and racks."""
    if plan.structured is None:
        return
    rows = {row.id: row for row in plan.pieces if row.kind == "TRK"}
    for trunk, lit in zip(plan.structured.trunks, plan.structured.lit, strict=True):
        yield TrunkLine(trunk, rows[trunk.id], plan.numbers[trunk.id], lit)


class PortLine(NamedTuple):
    """A port of a panel: the link at its front, the fibres of the trunk at its rear.

    Attributes
    ----------
    cord, number, link
        The patch cord with its short number, and the link; None: the port is free.
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
    number: str = ""
    link: CableRow | None = None
    device: str = ""
    device_port: str = ""
    far: str = ""

    @property
    def use(self) -> str:
        """In use, dark (a trunk is plugged in, no link uses it) or free."""
        return "in use" if self.link is not None else "dark" if self.trunk else "free"


def panel_ports(plan: Plan) -> Iterator[PortLine]:
    """Every port of every panel, in the order of panels."""
    structured = plan.structured
    if structured is None or plan.make_pieces is None:
        return
    used: dict[tuple[int, int, int], dict[str, Any]] = {}
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
                "number": plan.numbers[cord.id],
                "link": cord.link,
                "device": device.device,
                "device_port": device.printed,
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
                behind = plugged.get((number, slot, rear), "")
                line = PortLine(panel, labels[panel.rack], slot, cassette.id, place, rear, behind)
                yield line._replace(**used.get((number, slot, place), {}))


class Strand(NamedTuple):
    """A fibre of a link: where it is tested, what is expected; the rest is for handwriting."""

    link: CableRow
    trunk: str
    fibre: int
    near: str
    far: str
    loss: ChannelLoss


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
