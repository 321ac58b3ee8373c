"""Tariffs of links that are a cable each: by length from the catalog, or at one price that a fabric names."""

from dataclasses import replace
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats
from fatdesk.core.units import um_from_m
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Ports, speak_alike
from fatdesk.engine.exploring.cable_bill import Bill
from fatdesk.engine.exploring.tariff import Tariff, steps_of
from fatdesk.engine.exploring.wiring import Pieces


class LinkTariff(Tariff):
    """Hosts whose port takes all lanes of a cable: K links are K cables of the host's own connector.

    ``sold`` tells whether the catalog has such cables with prices.
    """

    def __init__(self, catalog: Catalog, rules: CablingRules, port: Ports) -> None:
        self.custom = rules.lengths == "custom"
        self.step_um = max(1, um_from_m(rules.length_step_m))
        fitting = [
            part
            for part in catalog.cables()
            if part.medium != "fibre"
            and part.connectors == (port.connector, port.connector)
            and part.ends == (1, 1)
            and part.links == 1
            and part.lanes * (part.lane_rate_gbps or 0) >= port.rate_gbps
            and speak_alike(part.protocol, port.protocol)
        ]
        self.single = self.quad = steps_of(fitting, custom=self.custom)
        self.optical = steps_of([part for part in fitting if part.medium == "optical"], custom=self.custom)
        limits = np.array([step.up_to_um for step in self.single], np.int64)
        self._limits = (limits, limits)

    @property
    def sold(self) -> bool:
        """Whether there are cables with prices."""
        return bool(self.single)

    def least(self, radix: int) -> list[Decimal]:
        """K times the cheapest cable."""
        one = super().least(1)[1]
        return [one * K for K in range(radix + 1)]

    def bill(self, pieces: Pieces) -> Bill:
        """The bill of all links."""
        return replace(super().bill(_links(pieces)), wasted_lanes=0)

    def sections(self, pieces: Pieces) -> tuple[Floats, Floats, Floats]:
        """As many cables as links in each piece."""
        area, thin, extra = super().sections(
            Pieces(pieces.length_um, np.ones_like(pieces.links), pieces.racks)
        )
        return area * pieces.links, thin * pieces.links, extra * pieces.links

    def bill_with(self, pieces: Pieces, optical: NDArray[np.bool_]) -> Bill:
        """The bill where some pieces take optical cables whatever they cost."""
        return replace(super().bill_with(_links(pieces), np.repeat(optical, pieces.links)), wasted_lanes=0)


class FlatTariff(Tariff):
    """Each link is a cable of one price, as the search of designs has it.

    Laying is not added, and nothing is too long.
    """

    def __init__(self, price: Decimal) -> None:
        self.price = price

    def least(self, radix: int) -> list[Decimal]:
        """K cables for K links."""
        return [self.price * K for K in range(radix + 1)]

    def bill(self, pieces: Pieces) -> Bill:
        """So many cables at the price."""
        count = int(pieces.links.sum())
        ordered = int((pieces.links * pieces.length_um).sum())
        return Bill(self.price * count, count, 0, 0, min(1, count), ordered, 0, 0, 0)

    def bill_with(self, pieces: Pieces, optical: NDArray[np.bool_]) -> Bill:
        """The same: there is no other cable."""
        return self.bill(pieces)

    def sections(self, pieces: Pieces) -> tuple[Floats, Floats, Floats]:
        """Nothing is known of the cables but their price: they fill no tray, and none gives way."""
        none = np.full(len(pieces.links), np.nan)
        return np.zeros(len(pieces.links)), none, none


def _links(pieces: Pieces) -> Pieces:
    """Each link a piece of its own."""
    many = pieces.links
    return Pieces(
        np.repeat(pieces.length_um, many),
        np.ones(int(many.sum()), np.int64),
        np.repeat(pieces.racks, many, axis=1),
    )
