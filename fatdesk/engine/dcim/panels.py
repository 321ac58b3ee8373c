"""Patch panels for NetBox: device types with front and rear ports, devices, and the cables between them.

A rear port is a plug of a trunk, with as many positions as front ports it serves. Each plug of a trunk that
carries links is a cable between two rear ports, each patch cord one between an interface and a front port; so
NetBox traces a link through both panels.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from fatdesk.engine.catalog.parts import Cassette, Panel, Part
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.listing.cells import Value
from fatdesk.engine.structured.piece_rows import FAR, NEAR
from fatdesk.engine.structured.structured import PlacedPanel, Structured

ROLE, COLOUR = "patch-panel", "9e9e9e"
FRONT, REAR = "dcim.frontport", "dcim.rearport"
PORT_TYPES = ("cs", "lc", "mdc", "mpo", "sc", "sn")
"""Types of ports, as dcim/choices.py of NetBox 4.6 has them: connectors of parts begin with them."""
OTHER = "other"


class End(NamedTuple):
    """An end of a cable: site, device, and kind and name of the port."""

    site: str
    device: str
    kind: str
    port: str


class Through(NamedTuple):
    """The panel ports of a link, at the side of its end a and of its end b, and its id."""

    cable: str
    near: tuple[str, str]
    far: tuple[str, str]


def vendor_of(part: Part) -> str:
    """Its vendor, which NetBox wants of everything."""
    return part.vendor or "Unknown"


def port_type(connector: str) -> str:
    """Return the NetBox type of a port of a panel.

    >>> port_type("mpo-12-os2"), port_type("lc-duplex-om4"), port_type("cs"), port_type("mmc-16")
    ('mpo', 'lc', 'cs', 'other')
    """
    kind = connector.partition("-")[0]
    return kind if kind in PORT_TYPES else OTHER


def front_name(slot: int, port: int) -> str:
    """The name of a front port, as printed: slot and port."""
    return f"{slot}/{port}"


def rear_name(slot: int, rear: int) -> str:
    """The name of a rear port."""
    return f"{slot}/R{rear}"


class PanelTables:
    """Rows of panels and their cables for the tables of an archive."""

    def __init__(self, plan: Plan, structured: Structured) -> None:
        self._plan, self._structured = plan, structured

    @cached_property
    def kinds(self) -> dict[tuple[str, tuple[str, ...]], str]:
        """The model of each panel with its cassettes: panels that are filled alike have one."""
        found: dict[tuple[str, tuple[str, ...]], str] = {}
        for panel in self._structured.panels:
            found.setdefault(_key(panel), "")
        for number, (part, cassettes) in enumerate(found, start=1):
            name = self._plan.catalog[part].name or part
            found[part, cassettes] = f"{name[:70]} ({len(cassettes)} cassettes) {number}"
        return found

    def model(self, panel: PlacedPanel) -> str:
        """The device type of a panel."""
        return self.kinds[_key(panel)]

    @property
    def parts(self) -> list[Panel]:
        """The parts of all panels."""
        return [panel.part for panel in self._structured.panels]

    def type_documents(self) -> list[dict[str, Any]]:
        """The device types, a document each."""
        catalog = self._plan.catalog
        return [
            _type_document(catalog.get(part, Panel), [catalog.get(one, Cassette) for one in cassettes], model)
            for (part, cassettes), model in self.kinds.items()
        ]

    def devices(self, site: str, labels: list[str], status: str) -> Iterator[tuple[Value, ...]]:
        """A row for each panel; one without a unit is in its rack without a position."""
        for panel in self._structured.panels:
            place = ("", "") if panel.u is None else (panel.u, panel.side)
            yield (
                panel.name,
                ROLE,
                vendor_of(panel.part),
                self.model(panel),
                status,
                site,
                labels[panel.rack],
                *place,
            )

    @cached_property
    def through(self) -> dict[str, Through]:
        """The panel ports of each link over panels, by the id of its cable."""
        found = {}
        first = 0
        for fabric, some in enumerate(self._structured.channels):
            for channel, cable in enumerate(some.cable.tolist()):
                row = self._plan.cables[first + cable]
                near, far = (
                    (self._structured.panels[port.panel].name, front_name(port.slot, port.port))
                    for port in self._structured.ports(fabric, channel)
                )
                found[row.id] = Through(row.id, near, far)
            first += self._structured.cabling.fabrics[fabric].count
        return found

    def cords(
        self, cable: str, site: str, ends: tuple[End, End], lengths: "Lengths"
    ) -> Iterator[tuple[End, End, str, float | None]]:
        """Both patch cords of a link: their ends, label and length.

        Parameters
        ----------
        ends
            The interfaces of the link, in the order of the wiring list.
        """
        through = self.through[cable]
        for end, (panel, port), letter in (
            (ends[0], through.near, NEAR),
            (ends[1], through.far, FAR),
        ):
            label = f"{cable}-{letter}"
            yield end, End(site, panel, FRONT, port), label, lengths.get(label)

    @cached_property
    def lengths(self) -> "Lengths":
        """The ordered length of each piece in metres, by its id."""
        return {
            row.id: None if row.length.ordered_um is None else row.length.ordered_um / 1_000_000
            for row in self._plan.pieces
        }

    def trunks(self, site: str) -> Iterator[tuple[End, End, str, str, float | None]]:
        """The plugs of all trunks that carry links: both rear ports, part, label and length."""
        for trunk in self._structured.trunks:
            for plug in range(-(-len(trunk.cables) // trunk.kit.per_plug)):
                ends = []
                for side in (0, 1):
                    at = self._structured.rear(trunk, side, plug)
                    name = self._structured.panels[at.panel].name
                    ends.append(End(site, name, REAR, rear_name(at.slot, at.port)))
                yield ends[0], ends[1], trunk.part.id, f"{trunk.name} plug {plug + 1}", self.lengths[trunk.id]


Lengths = dict[str, float | None]


def _key(panel: PlacedPanel) -> tuple[str, tuple[str, ...]]:
    return panel.part.id, tuple(cassette.id for cassette in panel.cassettes)


def _type_document(part: Panel, cassettes: list[Cassette], model: str) -> dict[str, Any]:
    fronts, rears = [], []
    for slot, cassette in enumerate(cassettes, start=1):
        each = cassette.ports // cassette.rears
        for rear in range(1, cassette.rears + 1):
            rears.append({"name": rear_name(slot, rear), "type": port_type(cassette.rear), "positions": each})
            fronts += [
                {
                    "name": front_name(slot, (rear - 1) * each + sub),
                    "type": port_type(cassette.port),
                    "rear_port": rear_name(slot, rear),
                    "rear_port_position": sub,
                }
                for sub in range(1, each + 1)
            ]
    slug = "".join(sign if sign.isalnum() else "-" for sign in model.lower())
    stated: dict[str, Any] = {"manufacturer": vendor_of(part), "model": model, "slug": slug}
    if part.part_number:
        stated["part_number"] = part.part_number[:50]
    stated |= {"u_height": part.height_u, "is_full_depth": False}
    return stated | {"rear-ports": rears, "front-ports": fronts}
