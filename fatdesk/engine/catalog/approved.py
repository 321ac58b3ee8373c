"""Cables and transceivers approved for a network, by part or vendor."""

from typing import Annotated, Literal

from msgspec import Meta

from fatdesk.core.schema import about
from fatdesk.core.struct import Id, Struct, Text
from fatdesk.engine.catalog.parts import Part

Tier = Literal["hosts", "uplinks"]
AT_LEAST_ONE = Meta(min_length=1, description="a list of 1 or more (leave the key out to allow all)")


class Approved(Struct, frozen=True, kw_only=True):
    """Approved cables, fibres and transceivers: those that are named, and those of the vendors that are."""

    parts: Annotated[
        Annotated[tuple[Id, ...], AT_LEAST_ONE] | None,
        about("Approved cables and optics", "Part ids with commas: others are not ordered", empty="all"),
    ] = None
    vendors: Annotated[
        Annotated[tuple[Text, ...], AT_LEAST_ONE] | None,
        about("Approved vendors", "Their cables and optics are approved too", empty="all"),
    ] = None

    def allows(self, part: Part) -> bool:
        """Whether a part is approved; where nothing is named, all are.

        >>> from fatdesk.engine.catalog.parts import Cable
        >>> cable = Cable(id="c", vendor="NVIDIA", medium="copper", connectors=("qsfp", "qsfp"))
        >>> Approved(vendors=("nvidia",)).allows(cable), Approved(parts=("d",)).allows(cable)
        (True, False)
        """
        if self.parts is None and self.vendors is None:
            return True
        makes = {vendor.casefold() for vendor in self.vendors or ()}
        return part.id in (self.parts or ()) or part.vendor.casefold() in makes


class ApprovedCables(Approved, frozen=True, kw_only=True):
    """Approved parts of a network; ``hosts`` and ``uplinks`` replace them for the links of one tier."""

    hosts: Approved | None = None
    uplinks: Approved | None = None

    def of(self, tier: Tier) -> Approved:
        """Return the approved parts for the links of a tier."""
        own = self.hosts if tier == "hosts" else self.uplinks
        return self if own is None else own

    def somewhere(self, part: Part) -> bool:
        """Whether a part is approved for any tier."""
        return self.of("hosts").allows(part) or self.of("uplinks").allows(part)

    @property
    def lists(self) -> list[tuple[tuple[str, ...], Approved]]:
        """Each of its lists with the keys that lead there."""
        tiers = (("hosts", self.hosts), ("uplinks", self.uplinks))
        own: list[tuple[tuple[str, ...], Approved]] = [((), self)]
        return own + [((tier,), some) for tier, some in tiers if some is not None]
