"""A set of parts by id, and the lookups that the search and the cabling need."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from fatdesk.core.errors import FatdeskError
from fatdesk.core.units import ceil_div
from fatdesk.engine.catalog.parts import (
    AnyPart,
    Cable,
    Enclosure,
    HostPart,
    Part,
    PowerUnit,
    RackPart,
    Server,
    Transceiver,
    in_enclosure,
)

P = TypeVar("P", bound=Part)


class Catalog:
    """Parts by id, in order of id.

    Parameters
    ----------
    left_out
        Why parts that were read are not among them, by id.
    """

    def __init__(self, parts: Iterable[AnyPart], left_out: Mapping[str, str] | None = None) -> None:
        self.left_out: Mapping[str, str] = dict(left_out or {})
        self._parts: dict[str, AnyPart] = {part.id: part for part in sorted(parts, key=lambda p: p.id)}

    def __iter__(self) -> Iterator[AnyPart]:
        return iter(self._parts.values())

    def __len__(self) -> int:
        return len(self._parts)

    def __contains__(self, part_id: str) -> bool:
        return part_id in self._parts

    def __getitem__(self, part_id: str) -> AnyPart:
        return self.get(part_id, Part)  # type: ignore[return-value]  # every Part here is an AnyPart

    def find(self, part_id: str) -> AnyPart | None:
        """The part of that id, or None."""
        return self._parts.get(part_id)

    def kind(self, part_id: str) -> str:
        """The word for the kind of a part in catalog files; empty: there is no such part."""
        found = self.find(part_id)
        return "" if found is None else str(found.__struct_config__.tag)

    def get(self, part_id: str, kind: type[P]) -> P:
        """The part of that id.

        Raises
        ------
        FatdeskError
            When there is none, or it is of another kind.
        """
        part = self._parts.get(part_id)
        if part is None:
            raise FatdeskError(
                f"no part {part_id!r} in the catalog, `fatdesk catalog list` names those there are"
            )
        if not isinstance(part, kind):
            raise FatdeskError(f"part {part_id!r} is a {type(part).__name__}, not a {kind.__name__}")
        return part

    def of(self, kind: type[P]) -> list[P]:
        """All parts of a kind, in order of id."""
        return [part for part in self._parts.values() if isinstance(part, kind)]

    def server(self, part_id: str) -> Server:
        """The server of that id."""
        return self.get(part_id, Server)

    def hosts(self) -> list[HostPart]:
        """All parts that hosts may be: servers, then power units with network ports."""
        return [*self.of(Server), *(part for part in self.of(PowerUnit) if part.ports)]

    def host(self, part_id: str) -> HostPart:
        """The part of that id as a host: a server, or a power unit with network ports.

        Raises
        ------
        FatdeskError
            When it is neither.
        """
        part = self.get(part_id, Part)
        return part if isinstance(part, PowerUnit) else self.server(part_id)

    def rack(self, part_id: str) -> RackPart:
        """The rack of that id."""
        return self.get(part_id, RackPart)

    def cables(self) -> list[Cable]:
        """All cables."""
        return self.of(Cable)

    def transceivers(self) -> list[Transceiver]:
        """All transceivers."""
        return self.of(Transceiver)

    def enclosures_of(self, part: HostPart) -> list[Enclosure]:
        """The enclosures that a blade fits, in the order that the blade names them."""
        fits = part.fits if isinstance(part, Server) else ()
        return [self.get(part_id, Enclosure) for part_id in fits if part_id in self]

    def is_blade(self, part: HostPart) -> bool:
        """Whether a server lives in an enclosure with a bay for its switch, or one that is not known."""
        boxes = self.enclosures_of(part)
        return in_enclosure(part) and (not boxes or any(box.switch for box in boxes))

    def chassis_of(self, part: HostPart) -> Enclosure | None:
        """The chassis of a node, the first that it names; None for blades and servers of their own."""
        return None if self.is_blade(part) else next(iter(self.enclosures_of(part)), None)

    def mounted(self, part: HostPart, count: int) -> tuple[HostPart | Enclosure | None, int]:
        """Return what a number of hosts take in racks: themselves, or their chassis; None: blades."""
        box = self.chassis_of(part)
        if box is not None:
            return box, ceil_div(count, box.blades)
        return (None if self.is_blade(part) else part), count
