"""Panels, cassettes and trunks that serve a kind of plug: those of the catalog, else generic ones.

Generic parts have no vendor and no price; their figures are those that NVIDIA requires of structured cabling.
"""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import TypeVar

from fatdesk.core.struct import Date
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import AnyPart, Cable, Cassette, Panel, Part, Polish, Transceiver

SIZES = (24, 48, 72, 96, 144, 288)
"""Fibres of generic trunks."""
GENERIC = "generic-"
SOURCE = (
    "generic; figures of NVIDIA Interconnect Structured Cabling Requirements for InfiniBand NDR/XDR and"
    " 400/800G Ethernet (2025-09)"
)
LOOKED_UP: Date = "2026-11-27"
STRAND_MM, PACKING = 2.0, 0.75
"""Jacket of one strand of a trunk, and the share of the round that strands fill."""
MPO_DB, LC_DB = 0.35, 0.25
"""Largest loss of a mated pair."""
SINGLE_MODE_DB_PER_KM, MULTIMODE_DB_PER_KM = 0.4, 3.0
ADAPTERS = 6
"""Ports of a generic cassette with MPO at the front."""
PANEL = "generic-panel-1u"
_CASSETTE = re.compile(r"generic-cassette-(.+)-base(8|12)")
_TRUNK = re.compile(r"generic-trunk-([0-9]+)-base(8|12)-(.+)")
P = TypeVar("P", bound=Part)


def is_single_mode(plug: str) -> bool:
    """Whether a plug is of single-mode fibre.

    >>> is_single_mode("mpo-12-os2"), is_single_mode("mpo-12")
    (True, False)
    """
    return plug.endswith("os2")


def is_trunk(cable: Cable) -> bool:
    """Whether a part is a trunk: a fibre cable with several plugs at each end."""
    return cable.medium == "fibre" and cable.fibres is not None and cable.ends[0] == cable.ends[1] > 1


def is_for_panels(part: Part) -> bool:
    """Whether a part is a panel, a cassette or a trunk."""
    return isinstance(part, Panel | Cassette) or (isinstance(part, Cable) and is_trunk(part))


def fibres_of(cable: Cable) -> int:
    """The fibres of a cable: as stated, else two for each lane, and two with LC.

    >>> fibres_of(Cable(id="c", medium="fibre", connectors=("mpo-12", "mpo-12"), lanes=4))
    8
    """
    if cable.fibres is not None:
        return cable.fibres
    return 2 if cable.connectors[0].startswith("lc") else 2 * cable.lanes


def generic_part(part_id: str) -> AnyPart | None:
    """The generic part of an id; None: there is none.

    >>> part = generic_part("generic-trunk-144-base8-mpo-12-os2")
    >>> part.ends, part.fibres, part.diameter_mm
    ((18, 18), 144, 9.8)
    """
    if part_id == PANEL:
        return Panel(id=PANEL, name="Panel of 1 U for 12 cassettes", slots=12, source="generic")
    found = _CASSETTE.fullmatch(part_id)
    if found is not None:
        return _cassette(found[1], int(found[2]))
    found = _TRUNK.fullmatch(part_id)
    return None if found is None else _trunk(int(found[1]), int(found[2]), found[3])


def _cassette(plug: str, base: int) -> Cassette:
    is_lc = plug.startswith("lc")
    rear = f"mpo-12-{'os2' if is_single_mode(plug) else 'om4'}" if is_lc else plug
    rears = 1 if is_lc else ADAPTERS
    ports = base // 2 if is_lc else ADAPTERS
    return Cassette(
        id=f"{GENERIC}cassette-{plug}-base{base}",
        name=f"Cassette, {ports} x {plug}, base-{base}",
        ports=ports,
        port=plug,
        rears=rears,
        rear=rear,
        fibres=rears * base,
        front_loss_db=LC_DB if is_lc else MPO_DB,
        rear_loss_db=MPO_DB,
        polarity="U1" if is_lc else "B",
        polish="upc" if is_lc else _polish(plug),
        rear_polish=_polish(rear),
        source=SOURCE,
        dates=dict.fromkeys(("front_loss_db", "rear_loss_db"), LOOKED_UP),
    )


def _polish(plug: str) -> Polish:
    return "upc" if plug.endswith("upc") else "apc"


def _trunk(fibres: int, base: int, plug: str) -> Cable | None:
    strands = fibres // base
    if fibres not in SIZES or fibres % base:
        return None
    diameter = round(STRAND_MM * math.sqrt(strands / PACKING), 1)
    return Cable(
        id=f"{GENERIC}trunk-{fibres}-base{base}-{plug}",
        name=f"Trunk, {fibres} fibres, {strands} x {plug} at each end",
        medium="fibre",
        connectors=(plug, plug),
        ends=(strands, strands),
        fibres=fibres,
        diameter_mm=diameter,
        bend_mm=10 * diameter,
        bend_pull_mm=20 * diameter,
        polarity="B",
        gender="male",
        polish=_polish(plug),
        loss_db_per_km=SINGLE_MODE_DB_PER_KM if is_single_mode(plug) else MULTIMODE_DB_PER_KM,
        source=SOURCE,
        sources={
            "diameter_mm": "assumed: strands of 2.0 mm that fill 75 % of the round",
            "bend_mm": "usual rule of makers of fibre cables: 10 times the diameter when installed",
            "bend_pull_mm": "usual rule of makers of fibre cables: 20 times the diameter while pulling",
        },
        dates={"loss_db_per_km": LOOKED_UP},
    )


@lru_cache(maxsize=64)
def _generic(plug: str, base: int) -> tuple[AnyPart, ...]:
    """The generic parts for a plug of transceivers."""
    cassette = _cassette(plug, base)
    trunks = [_trunk(size, base, cassette.rear) for size in SIZES]
    return (cassette, *(trunk for trunk in trunks if trunk is not None))


def with_generic(parts: Sequence[AnyPart], rules: CablingRules) -> Sequence[AnyPart]:
    """Return parts with the generic ones that their transceivers could go over; without panels as given."""
    if rules.panels is None:
        return parts
    plugs = dict.fromkeys(part.fibre for part in parts if isinstance(part, Transceiver))
    generic = [generic_part(PANEL), *(one for plug in plugs for one in _generic(plug, rules.panel_base))]
    known = {part.id for part in parts}
    added = {part.id: part for part in generic if part is not None and part.id not in known}
    return (*parts, *added.values())


@dataclass(frozen=True)
class Kit:
    """Panel, cassette and trunks that serve links of a plug.

    Attributes
    ----------
    trunks
        By their number of fibres.
    per_plug
        Links of each plug of a trunk.
    """

    panel: Panel
    cassette: Cassette
    trunks: tuple[Cable, ...]
    per_plug: int

    def holds(self, trunk: Cable) -> int:
        """The links that a trunk carries."""
        return trunk.ends[0] * self.per_plug

    def trunk_for(self, links: int) -> Cable:
        """The smallest trunk that carries some links, of which the largest carries all."""
        return next(trunk for trunk in self.trunks if self.holds(trunk) >= links)


def kit_for(cord: Cable, rules: CablingRules, catalog: Catalog) -> Kit | str:
    """The panel, cassette and trunks for links over a patch cord; in words what is missing."""
    plug, fibres = cord.connectors[0], fibres_of(cord)
    panel = next(iter(_preferred(catalog.of(Panel))), None)
    if panel is None:
        return "the catalog has no panel"
    base = rules.panel_base
    cassettes = [
        one
        for one in catalog.of(Cassette)
        if one.port == plug and one.fibres == base * one.rears and one.fibres >= fibres * one.ports
    ]
    for cassette in _preferred(cassettes):
        trunks = list(_trunks(cassette.rear, rules, catalog))
        if trunks:
            return Kit(panel, cassette, tuple(trunks), cassette.ports // cassette.rears)
    what = "trunk" if cassettes else "cassette"
    if cassettes and rules.trunk_fibres:
        what += f" of {rules.trunk_fibres} fibres"
    return f"no {what} for {plug} with {fibres} fibres a link, base-{base}"


def _trunks(plug: str, rules: CablingRules, catalog: Catalog) -> Iterator[Cable]:
    """Trunks of rising size; of each size the preferred one."""
    size = rules.trunk_fibres
    found = [
        cable
        for cable in catalog.cables()
        if is_trunk(cable)
        and cable.connectors == (plug, plug)
        and cable.fibres == rules.panel_base * cable.ends[0]
        and (size is None or cable.fibres == size)
    ]
    own = [cable for cable in found if not cable.id.startswith(GENERIC)]
    best: dict[int, Cable] = {}
    for cable in _preferred(own or found):
        best.setdefault(cable.ends[0], cable)
    yield from (best[size] for size in sorted(best))


def _preferred(parts: Iterable[P]) -> list[P]:
    """Parts of the catalog before generic ones, priced ones before others, cheap before dear."""

    def rank(part: P) -> tuple[bool, bool, Decimal, str]:
        amount = part.price.amount if part.price is not None else None
        return part.id.startswith(GENERIC), amount is None, amount or Decimal(0), part.id

    return sorted(parts, key=rank)
