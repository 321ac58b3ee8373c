"""Rows of what is laid: direct cables, patch cords with a device and a panel at their ends, and trunks."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import msgspec

from fatdesk.engine.cabling.choice.choosing import Choice
from fatdesk.engine.floor.floor import letters, rack_label
from fatdesk.engine.structured.loss import ChannelLoss, loss_of
from fatdesk.engine.structured.structured import NO_CHOICE, PlacedPanel, Structured, Trunk, runs_text
from fatdesk.engine.wiring.rows import BETWEEN_ENDS, Recorded, Writing, ids_of, with_record
from fatdesk.engine.wiring.wiring_list import CableRow, End, Length

TRUNK, CORD = "TRK", "FIB"
"""Kinds of trunks and patch cords, as drawings and lists have them."""
NEAR, THROUGH, FAR = "A", "B", "C"
"""Endings of ids of pieces, after the id of their link: patch cord, fibres of a trunk, patch cord."""


class ChannelPiece(NamedTuple):
    """A piece of a link: a patch cord, or the fibres of a trunk between two panel ports.

    Attributes
    ----------
    a, b
        Its ends; of fibres of a trunk the rear of both panels.
    trunk
        The name of the trunk, and its fibres, ``25-32``; empty of patch cords.
    status, remark, tested_by, result, measured_m
        What people recorded of it.
    """

    link: CableRow
    id: str
    piece: str
    part: str
    a: End
    b: End
    length: Length
    trunk: str = ""
    fibres: str = ""
    status: str = "planned"
    remark: str = ""
    tested_by: str = ""
    result: str = ""
    measured_m: float | None = None


class PieceRows:
    """Makes the rows of a project's pieces.

    Parameters
    ----------
    rows
        The wiring list: a row for each link.
    records
        What people recorded, by id of a cable or piece.
    """

    def __init__(
        self,
        structured: Structured,
        rows: Sequence[CableRow],
        writing: Writing,
        records: Mapping[str, Recorded],
    ) -> None:
        self.structured, self.rows, self.writing, self.records = structured, rows, writing, records
        racks = writing.floor.racks
        self._places = [(rack.row, rack.position, rack_label(rack)) for rack in racks]
        self._trays = [tray.id for tray in writing.floor.trays]

    def laid(self) -> Iterator[CableRow]:
        """Laid items, fabric by fabric: direct cables and patch cords by links, then trunks."""
        for row, piece in self._all():
            if isinstance(row, Trunk):
                yield with_record(self._trunk(row), self.records.get(row.id))
            elif piece is None:
                yield row
            else:
                for cord in self._cords(row, *piece):
                    yield with_record(cord, self.records.get(cord.id))

    def trunk(self, trunk_id: str) -> CableRow | None:
        """Return the row of a trunk; None: there is none of this id."""
        found = next((trunk for trunk in self.structured.trunks if trunk.id == trunk_id), None)
        return None if found is None else with_record(self._trunk(found), self.records.get(trunk_id))

    def routes(self, cable_id: str) -> list[tuple[str, tuple[str, ...], str]]:
        """Return both racks and the trays of each piece of a link over panels, from its end a on."""
        place = self._places_of_cables.get(cable_id)
        if place is None:
            return []
        fabric, channel = place
        some = self.structured.channels[fabric]
        row = self.rows[self._first_row(fabric) + int(some.cable[channel])]
        near, far = self._cords(row, fabric, channel)
        trunk = self._trunk(self.structured.trunks[some.trunk[channel]])
        run = trunk.run if trunk.a.rack_label == near.b.rack_label else trunk.run[::-1]
        return [
            (near.a.rack_label, near.run, near.b.rack_label),
            (near.b.rack_label, run, far.a.rack_label),
            (far.a.rack_label, far.run, far.b.rack_label),
        ]

    def ids(self) -> Iterator[str]:
        """The ids of pieces of links and of trunks."""
        for row, piece in self._all():
            if isinstance(row, Trunk):
                yield row.id
            elif piece is not None:
                yield from (f"{row.id}-{letter}" for letter in (NEAR, THROUGH, FAR))

    def pieces(self) -> Iterator[ChannelPiece]:
        """The three pieces of each link over panels, in the order of links."""
        for row, piece in self._all():
            if not isinstance(row, Trunk) and piece is not None:
                yield from self._channel(row, *piece)

    def of(self, cable_id: str) -> tuple[ChannelPiece, ...]:
        """The three pieces of a link by the id of its cable; none where it goes directly."""
        place = self._places_of_cables.get(cable_id)
        if place is None:
            return ()
        fabric, channel = place
        cable = int(self.structured.channels[fabric].cable[channel])
        return self._channel(self.rows[self._first_row(fabric) + cable], fabric, channel)

    def loss(self, cable_id: str) -> ChannelLoss | None:
        """Return the loss of a link by the id of its cable; None: it goes directly."""
        place = self._places_of_cables.get(cable_id)
        if place is None:
            return None
        fabric, channel = place
        return loss_of(self.structured, fabric, int(self.structured.channels[fabric].cable[channel]))

    @cached_property
    def _places_of_cables(self) -> dict[str, tuple[int, int]]:
        """Fabric and channel of each cable over panels by its id."""
        ids = list(ids_of(self.rows))
        return {
            ids[self._first_row(fabric) + cable]: (fabric, channel)
            for fabric, some in enumerate(self.structured.channels)
            for channel, cable in enumerate(some.cable.tolist())
        }

    def _channel(self, row: CableRow, fabric: int, channel: int) -> tuple[ChannelPiece, ...]:
        near, far = self._cords(row, fabric, channel)
        trunk = self.structured.trunks[self.structured.channels[fabric].trunk[channel]]
        ends = self.structured.ports(fabric, channel)
        rears = self.structured.channels[fabric].rear[channel].tolist()
        through = [self.end(end.panel, f"{end.slot}/R{rear}") for end, rear in zip(ends, rears, strict=True)]
        fibres = ChannelPiece(
            row,
            f"{row.id}-{THROUGH}",
            THROUGH,
            trunk.part.id,
            through[0],
            through[1],
            self._length(list(trunk.parts_um), fabric, trunk.choice),
            trunk.name,
            runs_text(self.structured.strands(fabric, channel)),
        )
        found = (
            ChannelPiece(row, near.id, NEAR, near.part, near.a, near.b, near.length),
            fibres,
            ChannelPiece(row, far.id, FAR, far.part, far.a, far.b, far.length),
        )
        return found if not self.records else tuple(map(self._recorded, found))

    def _recorded(self, piece: ChannelPiece) -> ChannelPiece:
        record = self.records.get(piece.id)
        if record is None:
            return piece
        return piece._replace(
            status=record.status,
            remark=record.remark,
            tested_by=record.tested_by,
            result=record.result,
            measured_m=record.measured_m,
        )

    def _all(self) -> Iterator[tuple[CableRow | Trunk, tuple[int, int] | None]]:
        """Each link with fabric and channel, None if it is direct; after those of a fabric its trunks."""
        rows = iter(self.rows)
        for fabric, made in enumerate(self.structured.cabling.fabrics):
            number = self.structured.channels[fabric].number
            for cable in range(made.count):
                channel = number.get(cable)
                yield next(rows), None if channel is None else (fabric, channel)
            yield from ((trunk, None) for trunk in self.structured.trunks if trunk.fabric == fabric)

    def _cords(self, row: CableRow, fabric: int, channel: int) -> tuple[CableRow, CableRow]:
        some = self.structured.channels[fabric]
        found = []
        for side, (device, letter) in enumerate(((row.a, NEAR), (row.b, FAR))):
            port = self.structured.ports(fabric, channel)[side]
            panel = self.end(port.panel, port.text)
            number = int(some.cord[channel, side])
            choice = self._choice(fabric, number)
            at_panel = self.near(port.panel, port.text)
            a, b = self._labelled(device, panel, (device.near, bool(device.identifier)), at_panel)
            if side:
                a, b = b, a
            found.append(
                CableRow(
                    id=f"{row.id}-{letter}",
                    fabric=row.fabric,
                    part=self.structured.cord(fabric, channel).id,
                    kind=CORD,
                    bundle=row.bundle,
                    links=row.links,
                    a=a,
                    b=b,
                    length=self._length(some.parts_um[channel, side].tolist(), fabric, number),
                    run=self._cord_run(fabric, int(some.cable[channel]), side),
                    reason=f"patch cord of {row.id}",
                    cost=choice.price if choice else None,
                    phase=row.phase,
                )
            )
        return found[0], found[1]

    def _cord_run(self, fabric: int, cable: int, side: int) -> tuple[str, ...]:
        """The trays of a patch cord from its end a; none of one within a rack."""
        made, runs = self.structured.cabling.fabrics[fabric], self.structured.cabling.runs
        detour = made.detours.get(cable)
        if detour is None or detour.pairs[2 * side] < 0:
            return ()
        first, second = detour.racks[2 * side : 2 * side + 2]
        trays = runs.trays(detour.pairs[2 * side])
        return tuple(self._trays[tray] for tray in (trays if first < second else trays[::-1]))

    def _trunk(self, trunk: Trunk) -> CableRow:
        made = self.structured.cabling.fabrics[trunk.fabric]
        choice = self._choice(trunk.fabric, trunk.choice)
        ends = [self._trunk_end(trunk, side) for side in (0, 1)]
        (a, near), (b, far) = ends
        a, b = self._labelled(a, b, near, far)
        trays = self.structured.cabling.runs.trays(trunk.pair)
        first = self._first_row(trunk.fabric)
        return CableRow(
            id=trunk.id,
            fabric=made.fabric.name,
            part=trunk.part.id,
            kind=TRUNK,
            bundle=trunk.name,
            links=tuple(link for cable in trunk.cables for link in self.rows[first + cable].links),
            a=a,
            b=b,
            length=self._length(list(trunk.parts_um), trunk.fabric, trunk.choice),
            run=tuple(self._trays[tray] for tray in trays),
            reason=f"trunk of {len(trunk.cables)} links",
            cost=choice.price if choice else None,
        )

    def _first_row(self, fabric: int) -> int:
        return sum(made.count for made in self.structured.cabling.fabrics[:fabric])

    def _trunk_end(self, trunk: Trunk, side: int) -> tuple[End, tuple[str, bool]]:
        """One end of a trunk and its label: the panel of its first plug, the rear plugs that it takes."""
        first, last = self.structured.rears(trunk, side)
        names = [self.structured.panels[port.panel].name for port in (first, last)]
        texts = [f"{port.slot}/R{port.port}" for port in (first, last)]
        if names[0] != names[1]:
            texts[1] = f"{names[1]} {texts[1]}"
        port = texts[0] if first == last else " to ".join(texts)
        return self.end(first.panel, port), self.near(first.panel, texts[0])

    def _choice(self, fabric: int, number: int) -> Choice | None:
        laid = self.structured.cabling.fabrics[fabric].laid
        return None if number == NO_CHOICE else laid.choices[number]

    def _length(self, parts: Sequence[int], fabric: int, number: int) -> Length:
        choice = self._choice(fabric, number)
        return Length.of(parts, choice.ordered_um if choice else None)

    def end(self, panel: int, port: str) -> End:
        """A panel as an end of a piece."""
        some: PlacedPanel = self.structured.panels[panel]
        row, rack, label = self._places[some.rack]
        return End(
            device=some.name,
            model=some.part.id,
            row=row,
            rack=rack,
            rack_label=label,
            u=some.u,
            height_u=some.part.height_u,
            port=port,
        )

    def _labelled(self, a: End, b: End, near: tuple[str, bool], far: tuple[str, bool]) -> tuple[End, End]:
        """Both ends of a piece with labels: the text of each end, and whether that is its identifier."""
        marking = self.writing.marking
        between = BETWEEN_ENDS if marking is None else marking.cable.between
        return with_label(a, near, far[0], between), with_label(b, far, near[0], between)

    def near(self, panel: int, port: str) -> tuple[str, bool]:
        """The label of an end at a panel, and whether it is its identifier."""
        some = self.structured.panels[panel]
        marking, seat = self.writing.marking, self.writing.panels.get(some.name)
        if marking is not None and seat is not None:
            slot, _, number = port.partition("/")
            if text := marking.end(marking.place(seat, some.name), slot, number):
                return text, True
        return self.label(panel, port), False

    def label(self, panel: int, port: str) -> str:
        """The label of an end at a panel, by the template where the panel has a place in its rack."""
        some = self.structured.panels[panel]
        row, position, label = self._places[some.rack]
        if some.u is None:
            return f"{some.name}-P{port}"
        return self.writing.label.format_map(
            _Fields(
                row=letters(row),
                rack=position + 1,
                u=some.u,
                port=port,
                device=some.name,
                slot=port.partition("/")[0],
                label=label,
                port_name=port,
                cage=port,
            )
        )


class _Blank(str):
    """A field of a label that panels do not have."""

    __slots__ = ()

    def __format__(self, _spec: str) -> str:
        return ""


class _Fields(dict[str, object]):
    def __missing__(self, _name: str) -> object:
        return _Blank()


def with_label(end: End, near: tuple[str, bool], far: str, between: str) -> End:
    """Return an end with another label: its text and whether that is its identifier, and the far end."""
    text, identified = near
    return msgspec.structs.replace(
        end, label=f"{text}{between}{far}", near=text, far=far, identifier=text if identified else ""
    )
