"""Rows of the wiring list: one per cable (spec 9), and the names of its trays."""

from collections.abc import Sequence
from decimal import Decimal

from fatdesk.core.struct import Struct
from fatdesk.engine.cabling.laying import Cabling, Detour


def link_name(device_a: str, port_a: str, device_b: str, port_b: str) -> str:
    """The name of a link in lists, unique within a project: both devices, each with its port.

    Ports are the texts of :func:`fatdesk.engine.catalog.plugs.port_text`.

    >>> link_name("C01", "3/12", "E07", "5.2")
    'C01:3/12-E07:5.2'
    """
    return f"{device_a}:{port_a}-{device_b}:{port_b}"


class End(Struct, frozen=True, kw_only=True, gc=False):
    """One plug of a cable; ``None`` for a place means not placed or outside the project.

    ``row`` and ``rack`` count from 0, ``u`` is the device's lowest unit from 1 at the bottom, ``port`` is as
    printed on the device, from 1, ``12/2`` for the second link of cage 12; ``sub_port`` is the leg of a
    split port, from 1.
    """

    device: str
    model: str
    row: int | None = None
    rack: int | None = None
    rack_label: str = ""
    u: int | None = None
    height_u: int | None = None
    slot: str = ""
    port: str = ""
    sub_port: str = ""
    transceiver: str = ""
    label: str = ""
    """Text of the label at this end: this end, then the far one."""
    near: str = ""
    far: str = ""
    """This end and the far one, as the label has them."""
    identifier: str = ""
    """Identifier of this end by the scheme of the project; empty where it has none."""
    os_ports: tuple[str, ...] = ()
    """Names of its ports by the operating system of the device, one for each link that the plug carries."""

    @property
    def printed(self) -> str:
        """Slot and port as printed on the device; a port that names its slot already is alone.

        >>> [End(device="", model="", slot="2", port=port).printed for port in ("7", "2/7")]
        ['2/7', '2/7']
        """
        return f"{self.slot}/{self.port}" if self.slot and "/" not in self.port else self.port


class Length(Struct, frozen=True, kw_only=True, gc=False):
    """Length of a cable in parts, micrometres; ``None`` is unknown (an end is not placed)."""

    route_um: int | None
    vertical_um: int | None
    side_um: int | None
    depth_um: int | None = None
    slack_um: int | None
    tolerance_um: int | None
    computed_um: int | None
    ordered_um: int | None

    @classmethod
    def of(cls, parts: Sequence[int], ordered_um: int | None) -> "Length":
        """Return the length of parts as they are laid: route, vertical, side, depth, tolerance, their sum.

        >>> Length.of((4_000_000, 2_000_000, 600_000, 0, 100_000, 7_000_000), 10_000_000).slack_um
        300000
        """
        route, vertical, side, depth, tolerance, computed = parts
        return cls(
            route_um=route,
            vertical_um=vertical,
            side_um=side,
            depth_um=depth,
            slack_um=computed - route - vertical - side - depth - tolerance,
            tolerance_um=tolerance,
            computed_um=computed,
            ordered_um=ordered_um,
        )


class CableRow(Struct, frozen=True, kw_only=True, gc=False):
    """One cable; a splitter has several ``legs`` (its ends b), the first is ``b``.

    ``kind`` is the code of the drawing: DAC, ACC, AOC, FIB, SPL; empty when nothing fits.
    """

    id: str
    fabric: str
    part: str
    kind: str
    bundle: str
    links: tuple[str, ...]
    """Names of the links that it carries, see :func:`link_name`; of a splitter in order of its legs."""
    a: End
    b: End
    length: Length
    run: tuple[str, ...]
    """Trays in order from a to b."""
    reason: str
    cost: Decimal | None
    """The cable alone; its transceivers are in the bill."""
    legs: tuple[End, ...] = ()
    status: str = "planned"
    remark: str = ""
    phase: str = ""
    tested_by: str = ""
    result: str = ""
    measured_m: float | None = None
    panels: tuple[str, ...] = ()
    """Ports of the patch panels that it goes over, from end a to end b: ``A04-PP1 3/5``; empty: none."""


class TrayNames:
    """The trays of each run in order, worked out once a pair of racks."""

    def __init__(self, cabling: Cabling, ids: Sequence[str]) -> None:
        self._runs, self._ids = cabling.runs, ids
        self._known: dict[tuple[int, bool], tuple[str, ...]] = {}

    def of(self, pair: int, backwards: bool) -> tuple[str, ...]:
        """Return the trays of a pair of racks, by its number; none of a cable in one rack."""
        if pair < 0:
            return ()
        key = (pair, backwards)
        if key not in self._known:
            names = tuple(self._ids[tray] for tray in self._runs.trays(pair))
            self._known[key] = names[::-1] if backwards else names
        return self._known[key]

    def over(self, detour: Detour, backwards: bool) -> tuple[str, ...]:
        """Return the trays of a cable over panels in other racks, piece after piece."""
        found: list[str] = []
        for number, pair in enumerate(detour.pairs):
            for tray in self.of(pair, detour.racks[number] > detour.racks[number + 1]):
                if not found or found[-1] != tray:
                    found.append(tray)
        return tuple(found[::-1] if backwards else found)
