"""Channels over panels: panels in racks, trunks between them and their records, the ports of each link."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from fatdesk.core.arrays import Longs
from fatdesk.core.units import HALF_U_UM
from fatdesk.engine.cabling.choice.choosing import Choice
from fatdesk.engine.cabling.identity import cable_ids
from fatdesk.engine.cabling.laying import Cabling
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.mounting import Side
from fatdesk.engine.catalog.parts import Cable, Cassette, Panel
from fatdesk.engine.structured.laid_trunk import LaidTrunk
from fatdesk.engine.structured.polarity import pairs_of
from fatdesk.engine.structured.stock import Kit, fibres_of

NO_CHOICE = -1


def runs_text(numbers: Iterable[int]) -> str:
    """Numbers with those that follow each other as one.

    >>> runs_text([1, 2, 3, 4, 9, 10, 12])
    '1-4, 9-10, 12'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] + 1 == number:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in runs)


class PlacedPanel(NamedTuple):
    """A panel in a rack; ``u`` is its lowest unit, None where no rack for it has a free one."""

    id: str
    name: str
    part: Panel
    rack: int
    u: int | None
    side: Side
    cassettes: tuple[Cassette, ...]

    def z_um(self, units: int) -> int:
        """Micrometres from the top of a rack's highest unit down to its middle; at the top without a unit."""
        high = self.part.height_u
        low = units - high + 1 if self.u is None else self.u
        return (2 * (units - low + 1) - high) * HALF_U_UM


class PanelPort(NamedTuple):
    """A port of a panel, at its front or rear: slot and number from 1."""

    panel: int
    slot: int
    port: int

    @property
    def text(self) -> str:
        """As printed: slot and port.

        >>> PanelPort(0, 3, 5).text
        '3/5'
        """
        return f"{self.slot}/{self.port}"


class Trunk(NamedTuple):
    """A trunk of one fabric between two racks.

    Attributes
    ----------
    fabric
        Number of the fabric whose links it carries.
    rack
        Indices of the racks of its panels, the lower first.
    pair
        Of its route: an index into the runs.
    first
        For both ends the number of its first rear plug among those of the cassettes of its rack.
    cables
        The cables of the fabric that it carries, in order of its fibres.
    parts_um
        Route, vertical, side, depth, tolerance and computed length.
    """

    id: str
    name: str
    fabric: int
    kit: Kit
    part: Cable
    rack: tuple[int, int]
    first: tuple[int, int]
    cables: tuple[int, ...]
    parts_um: tuple[int, ...]
    choice: int
    pair: int

    @property
    def plugs(self) -> int:
        """Plugs at each end."""
        return self.part.ends[0]


@dataclass(frozen=True, eq=False)
class Channels:
    """The c cables of a fabric that go over panels, in their order.

    Attributes
    ----------
    cable : (c,) int64
        Index of the cable in its fabric.
    trunk, plug, sub : (c,) int64
        Its trunk, which plug of it, and which of the links of that plug.
    port : (c, 2, 3) int64
        At both ends panel, slot and port; slots and ports from 1.
    rear : (c, 2) int64
        At both ends the rear plug of the cassette, from 1.
    cord : (c, 2) int64
        What is ordered for the patch cords at both ends: index into the choices that are laid.
    parts_um : (c, 2, 6) int64
        Lengths of both cords in parts, as those of a trunk.
    """

    cable: Longs
    trunk: Longs
    plug: Longs
    sub: Longs
    port: Longs
    rear: Longs
    cord: Longs
    parts_um: Longs

    @cached_property
    def number(self) -> dict[int, int]:
        """The number of each channel by its cable."""
        return {cable: number for number, cable in enumerate(self.cable.tolist())}


@dataclass(frozen=True, eq=False)
class Structured:
    """Structured cabling of a project.

    Attributes
    ----------
    cabling
        All cables: those over panels as long as all their pieces together, and what is laid for them.
    channels
        Of each fabric.
    unserved
        Why cables that should go over panels go directly, and how many.
    in_one_rack
        Cables that go directly, as the panels at both ends would be in one rack.
    needs
        Number of panels of each rack with devices, by its index, and their height in units, if all are in it.
    homes
        For each rack the one in which the panels of its devices are.
    """

    cabling: Cabling
    panels: tuple[PlacedPanel, ...]
    trunks: tuple[Trunk, ...]
    channels: tuple[Channels, ...]
    unserved: tuple[tuple[str, int], ...]
    in_one_rack: int
    needs: Mapping[int, tuple[int, int]]
    homes: Longs

    @property
    def count(self) -> int:
        """Number of channels."""
        return sum(len(some.cable) for some in self.channels)

    @cached_property
    def counts(self) -> dict[str, int]:
        """Numbers of its elements, by name."""
        fibres = sum(trunk.part.fibres or 0 for trunk in self.trunks)
        return {
            "channels": self.count,
            "patch_cords": 2 * self.count,
            "trunks": len(self.trunks),
            "cassettes": sum(len(panel.cassettes) for panel in self.panels),
            "panels": len(self.panels),
            "lit_fibres": sum(self.lit),
            "dark_fibres": fibres - sum(self.lit),
        }

    @cached_property
    def used_ports(self) -> tuple[frozenset[tuple[int, int]], ...]:
        """For each panel the ports in use, by slot and port."""
        found: list[set[tuple[int, int]]] = [set() for _ in self.panels]
        for some in self.channels:
            for panel, slot, port in some.port.reshape(-1, 3).tolist():
                found[panel].add((slot, port))
        return tuple(map(frozenset, found))

    def cord(self, fabric: int, channel: int) -> Cable:
        """The part of the patch cords of a channel."""
        made = self.cabling.fabrics[fabric]
        chosen: Choice = made.choices[made.choice[self.channels[fabric].cable[channel]]]
        return chosen.option.cable

    def fibres(self, fabric: int, channel: int) -> int:
        """The fibres that a channel lights."""
        return fibres_of(self.cord(fabric, channel))

    def ports(self, fabric: int, channel: int) -> tuple[PanelPort, PanelPort]:
        """The panel ports of a channel at both ends."""
        near, far = self.channels[fabric].port[channel].tolist()
        return PanelPort(*near), PanelPort(*far)

    @cached_property
    def lit(self) -> tuple[int, ...]:
        """For each trunk the number of its fibres in use."""
        found = []
        for trunk in self.trunks:
            made = self.cabling.fabrics[trunk.fabric]
            cords = (made.choices[made.choice[cable]].option.cable for cable in trunk.cables)
            found.append(sum(map(fibres_of, cords)))
        return tuple(found)

    @cached_property
    def in_trays(self) -> dict[int, tuple[int, ...]]:
        """The trunks in each tray, by the index of the tray."""
        found: dict[int, list[int]] = {}
        for number, trunk in enumerate(self.trunks):
            for tray in dict.fromkeys(self.cabling.runs.trays(trunk.pair)):
                found.setdefault(tray, []).append(number)
        return {tray: tuple(trunks) for tray, trunks in found.items()}

    @cached_property
    def slots(self) -> dict[tuple[int, str], list[tuple[int, int]]]:
        """Panel and slot of each cassette of a part in a rack, in the order in which trunks fill them."""
        found: dict[tuple[int, str], list[tuple[int, int]]] = {}
        for number, panel in enumerate(self.panels):
            for slot, cassette in enumerate(panel.cassettes, start=1):
                found.setdefault((panel.rack, cassette.id), []).append((number, slot))
        return found

    def rears(self, trunk: Trunk, side: int) -> tuple[PanelPort, PanelPort]:
        """The rear plugs of panels that the first and the last plug of a trunk take at one end."""
        return self.rear(trunk, side, 0), self.rear(trunk, side, trunk.plugs - 1)

    def rear(self, trunk: Trunk, side: int, plug: int) -> PanelPort:
        """The rear plug of a panel that a plug of a trunk takes at one end."""
        cassette = trunk.kit.cassette
        number, within = divmod(trunk.first[side] + plug, cassette.rears)
        return PanelPort(*self.slots[trunk.rack[side], cassette.id][number], within + 1)

    def strands(self, fabric: int, channel: int) -> tuple[int, ...]:
        """The fibres of the trunk, from 1, that a channel uses.

        A link that leaves fibres of its plug dark uses the outer ones, as transceivers do.
        """
        some = self.channels[fabric]
        trunk = self.trunks[some.trunk[channel]]
        width = (trunk.part.fibres or 0) // trunk.plugs
        used, share = self.fibres(fabric, channel), width // trunk.kit.per_plug
        kind = trunk.kit.cassette.polarity
        if share == used == 2 and kind in ("B", "U1", "U2"):
            first = int(some.plug[channel]) * width
            low, high = sorted(pairs_of(kind, width)[int(some.sub[channel])])
            return first + low, first + high
        first = int(some.plug[channel]) * width + int(some.sub[channel]) * share
        low, high = used - used // 2, used // 2
        near = range(first + 1, first + 1 + low)
        return (*near, *range(first + share + 1 - high, first + share + 1))


def laid_trunks(structured: Structured, catalog: Catalog, now: Mapping[str, str]) -> tuple[LaidTrunk, ...]:
    """Return the trunks of a project in order of their ids, with the ids that their cables have by now.

    Parameters
    ----------
    now
        The new id of each cable that is still there.
    """
    ids = [cable_ids(made, catalog) for made in structured.cabling.fabrics]
    found = []
    for trunk in structured.trunks:
        some = structured.channels[trunk.fabric]
        links: dict[int, str] = {}
        for cable in trunk.cables:
            channel = some.number[cable]
            place = int(some.plug[channel]) * trunk.kit.per_plug + int(some.sub[channel])
            links[place] = now.get(ids[trunk.fabric][cable], "")
        found.append(
            LaidTrunk(
                id=trunk.id,
                part=trunk.part.id,
                cassette=trunk.kit.cassette.id,
                first=trunk.first,
                links=tuple(links.get(place, "") for place in range(max(links) + 1)),
            )
        )
    return tuple(sorted(found, key=lambda one: one.id))
