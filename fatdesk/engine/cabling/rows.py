"""The wiring list made from the laid cables."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from fatdesk.engine.cabling.forming import tables_of
from fatdesk.engine.cabling.identity import cable_ids
from fatdesk.engine.cabling.laying import Cabling, FabricCabling
from fatdesk.engine.cabling.seats import Seat
from fatdesk.engine.cabling.spans import UNKNOWN, State
from fatdesk.engine.cabling.wiring_list import CableRow, End, Length
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.plugs import PortTable
from fatdesk.engine.floor.floor import Floor, letters, rack_label

BETWEEN_ENDS = " > "
_Link = tuple[list[int], list[int], int, int, int]
"""Both nodes, both ports, leg, legs, bundle."""


@dataclass(frozen=True)
class Writing:
    """What rows need besides the cables: names of the nodes of each fabric, and the label template."""

    names: Sequence[Sequence[str]]
    label: str
    floor: Floor
    catalog: Catalog


def cable_rows(cabling: Cabling, writing: Writing) -> list[CableRow]:
    """One row a cable, fabric by fabric in the order of their links."""
    rows: list[CableRow] = []
    runs = _Trays(cabling, [tray.id for tray in writing.floor.trays])
    for number, fabric in enumerate(cabling.fabrics):
        rows += _Rows(cabling, fabric, writing.names[number], writing, runs).all()
    return rows


def near_labels(cabling: Cabling, writing: Writing) -> Iterator[tuple[str, str]]:
    """The label text of each end of each cable, and the device it is at."""
    runs = _Trays(cabling, [tray.id for tray in writing.floor.trays])
    for number, fabric in enumerate(cabling.fabrics):
        yield from _Rows(cabling, fabric, writing.names[number], writing, runs).near()


class _Trays:
    """The trays of each run in order, worked out once a pair of racks."""

    def __init__(self, cabling: Cabling, ids: Sequence[str]) -> None:
        self._runs, self._graph, self._ids = cabling.runs, cabling.graph, ids
        self._known: dict[tuple[int, bool], tuple[str, ...]] = {}

    def of(self, pair: int, backwards: bool) -> tuple[str, ...]:
        if pair < 0:
            return ()
        key = (pair, backwards)
        if key not in self._known:
            pieces = self._runs.pieces[self._runs.start[pair] : self._runs.start[pair + 1]]
            trays = self._graph.tray[pieces].tolist()
            distinct = [t for i, t in enumerate(trays) if t >= 0 and (i == 0 or trays[i - 1] != t)]
            names = tuple(self._ids[t] for t in distinct)
            self._known[key] = names[::-1] if backwards else names
        return self._known[key]


class _Rows:
    """The rows of one fabric."""

    def __init__(
        self,
        cabling: Cabling,
        made: FabricCabling,
        names: Sequence[str],
        writing: Writing,
        trays: _Trays,
    ) -> None:
        self.made, self.names, self.writing, self.trays = made, names, writing, trays
        self.fabric = made.fabric
        self.slack_um = cabling.slack_um
        self.seats: Mapping[str, Seat] = cabling.seats
        self.racks = writing.floor.racks
        self.labels = [rack_label(rack) for rack in self.racks]
        self.tables: list[PortTable] = tables_of(self.fabric, writing.catalog)
        self.part = self.fabric.part.tolist()
        self.printed: dict[tuple[int, int], tuple[str, str]] = {}

    def all(self) -> list[CableRow]:
        """The rows in order."""
        ids = cable_ids(self.made, self.writing.catalog)
        return [self._row(i, ids[i], links) for i, links in enumerate(self._links())]

    def near(self) -> Iterator[tuple[str, str]]:
        """The label text of each end, without making rows."""
        for links in self._links():
            trunk = self._trunk(links)
            for end in (self._end(links, trunk, ""), *self._legs(links, 1 - trunk, "")):
                yield near_label(end, self.writing.label), f"{end.device} port {end.port}"

    def _links(self) -> Iterator[list[_Link]]:
        """For each cable its links."""
        made, fabric = self.made, self.fabric
        start, links = made.start.tolist(), made.links.tolist()
        columns = (fabric.ends, fabric.ports, fabric.split, fabric.splits, fabric.bundle)
        every = list(zip(*(column.tolist() for column in columns), strict=True))
        for i in range(made.count):
            yield [every[n] for n in links[start[i] : start[i + 1]]]

    def _row(self, i: int, cable_id: str, links: list[_Link]) -> CableRow:
        made = self.made
        choice = made.choices[made.choice[i]] if made.choice[i] >= 0 else None
        option = choice.option if choice else None
        ends = (option.a, option.b) if option else (None, None)
        modules = [part.id if part is not None else "" for part in ends]
        if option is None and made.spans.state[i] == State.EXTERNAL:
            modules[0] = made.external_module
        trunk = self._trunk(links)
        a = self._end(links, trunk, modules[trunk])
        legs = self._legs(links, 1 - trunk, modules[1 - trunk])
        labelled_a = _labelled(a, legs[0], self.writing.label)
        labelled = tuple(_labelled(leg, a, self.writing.label) for leg in legs)
        rack = made.spans.rack[i]
        return CableRow(
            id=cable_id,
            fabric=self.fabric.name,
            part=option.cable.id if option else "",
            kind=option.code if option else "",
            bundle=f"{self.fabric.name}-B{links[0][4] + 1}",
            links=tuple(self._link_name(link) for link in links),
            a=labelled_a,
            b=labelled[0],
            legs=labelled if len(labelled) > 1 else (),
            length=self._length(i, choice.ordered_um if choice else None),
            run=self.trays.of(int(made.spans.pair[i]), bool(rack[trunk] > rack[1 - trunk])),
            reason=made.reasons[made.reason[i]],
            cost=choice.price if choice else None,
        )

    def _trunk(self, links: list[_Link]) -> int:
        """Which end has one plug: end 0, unless only end 1 is a single device's."""
        return 1 if len({link[0][0] for link in links}) > 1 else 0

    def _link_name(self, link: _Link) -> str:
        (a, b), (p, q) = link[0], link[1]
        return f"{self.names[a]}:{self._port(a, p)[1]}-{self.names[b]}:{self._port(b, q)[1]}"

    def _length(self, i: int, ordered: int | None) -> Length:
        spans = self.made.spans
        known = spans.computed_um[i] != UNKNOWN

        def figure(values: object) -> int | None:
            return int(values[i]) if known else None  # type: ignore[index]  # arrays of the spans

        return Length(
            route_um=figure(spans.route_um),
            vertical_um=figure(spans.vertical_um),
            side_um=figure(spans.side_um),
            slack_um=self.slack_um if known else None,
            tolerance_um=figure(spans.tolerance_um),
            computed_um=figure(spans.computed_um),
            ordered_um=ordered,
        )

    def _port(self, node: int, port: int) -> tuple[str, str]:
        """Card and printed port of a node's port."""
        part = self.part[node]
        if part < 0:
            return "", str(port + 1)
        key = (part, port)
        if key not in self.printed:
            self.printed[key] = self.tables[part].slot(port), self.tables[part].name(port)
        return self.printed[key]

    def _end(self, links: list[_Link], side: int, module: str) -> End:
        """The end where all links of a cable meet one device."""
        node = links[0][0][side]
        ports = list(dict.fromkeys(link[1][side] for link in links))
        slot, port = self._port(node, ports[0])
        if len(ports) > 1:
            places = [self._port(node, some) for some in ports]
            if len({card for card, _ in places}) > 1:
                slot, port = "", ", ".join(f"{card}/{name}" for card, name in places)
            else:
                cages = list(dict.fromkeys(name.split("/")[0] for _, name in places))
                port = cages[0] if len(cages) == 1 else ", ".join(name for _, name in places)
        return self._at(node, slot, port, "", module)

    def _legs(self, links: list[_Link], side: int, module: str) -> list[End]:
        """The other end: one plug, or one for each device that a splitter goes to."""
        nodes = list(dict.fromkeys(link[0][side] for link in links))
        if len(nodes) == 1 and not links[0][3] > 1:
            return [self._end(links, side, module)]
        return [
            self._at(link[0][side], *self._port(link[0][side], link[1][side]), str(leg), module)
            for leg, link in enumerate(links, start=1)
        ]

    def _at(self, node: int, slot: str, port: str, leg: str, module: str) -> End:
        seat = self.seats.get(self.fabric.ids[node])
        part = self.part[node]
        model = self.fabric.parts[part].part if part >= 0 else ""
        if seat is None:
            return End(
                device=self.names[node],
                model=model,
                slot=slot,
                port=port,
                sub_port=leg,
                transceiver=module if part >= 0 else "",
            )
        rack = self.racks[seat.rack]
        return End(
            device=self.names[node],
            model=model,
            row=rack.row,
            rack=rack.position,
            rack_label=self.labels[seat.rack],
            u=seat.u,
            height_u=seat.height_u,
            slot=slot or (str(seat.slot) if seat.slot else ""),
            port=port,
            sub_port=leg,
            transceiver=module,
        )


def near_label(end: End, template: str) -> str:
    """The text for one end by the template; device and port where it has no place."""
    if end.row is None or end.rack is None:
        return f"{end.device}-P{end.port}" if end.port else end.device
    return template.format(
        row=letters(end.row),
        rack=end.rack + 1,
        u=end.u,
        port=f"{end.slot}/{end.port}" if end.slot else end.port,
        device=end.device,
        slot=end.slot,
        label=end.rack_label,
    )


def _labelled(end: End, far: End, template: str) -> End:
    """The end with its label: this end, then the far one (a leg names the part of the far port)."""
    leg = f".{end.sub_port}" if end.sub_port else ""
    text = near_label(end, template) + BETWEEN_ENDS + near_label(far, template) + leg
    return msgspec.structs.replace(end, label=text)
