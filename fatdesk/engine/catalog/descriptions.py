"""Short descriptions of parts: kind, price range, ports or lengths."""

from decimal import Decimal
from typing import NamedTuple

from fatdesk.engine.catalog.parts import (
    Adapter,
    AnyPart,
    Cable,
    Cassette,
    Enclosure,
    Equipment,
    ModularSwitch,
    Panel,
    Part,
    PowerUnit,
    Price,
    RackPart,
    Server,
    Switch,
    Transceiver,
    TrayPart,
    links_of,
)

KINDS: dict[type[Part], tuple[str, str]] = {
    Switch: ("Switches", "Switch"),
    ModularSwitch: ("Modular switches", "Modular switch"),
    Server: ("Servers", "Server"),
    Enclosure: ("Enclosures", "Enclosure"),
    Adapter: ("Adapters", "Adapter"),
    Cable: ("Cables", "Cable"),
    Transceiver: ("Transceivers", "Transceiver"),
    RackPart: ("Racks", "Rack"),
    PowerUnit: ("Power units", "Power unit"),
    TrayPart: ("Trays", "Tray"),
    Panel: ("Panels", "Panel"),
    Cassette: ("Cassettes", "Cassette"),
    Equipment: ("Other equipment", "Equipment"),
}
"""Every kind in the order of lists: several of it, and one."""


class PriceRange(NamedTuple):
    """The least and the highest price of one unit as it is sold."""

    least: Decimal
    highest: Decimal
    currency: str


def kind_of(part: AnyPart) -> str:
    """The word for a part's kind in catalog files."""
    return str(part.__struct_config__.tag)


def price_range(part: AnyPart) -> PriceRange | None:
    """Return the price range of one unit: of a cable over its lengths, of a modular switch without cards.

    None: that is not known.
    """
    if isinstance(part, Cable):
        return _range([length.price for length in part.lengths])
    if isinstance(part, Switch) and part.price is None and part.price_per_port is not None:
        found = _range([part.price_per_port])
        links = links_of(part.ports)
        return found and PriceRange(found.least * links, found.highest * links, found.currency)
    if isinstance(part, ModularSwitch):
        bare = _range([part.price])
        if bare is None or any(board.price is None or board.price.amount is None for board in part.fixed):
            return None
        boards = [(board.price.amount, board.count) for board in part.fixed if board.price]
        whole = bare.least + sum(
            (amount * count for amount, count in boards if amount is not None), Decimal(0)
        )
        return PriceRange(whole, whole, bare.currency)
    return _range([part.price])


def _range(prices: list[Price | None]) -> PriceRange | None:
    known = [price for price in prices if price is not None and price.amount is not None]
    amounts = [price.amount for price in known if price.amount is not None]
    return PriceRange(min(amounts), max(amounts), known[0].currency) if amounts else None


def what_it_is(part: AnyPart) -> str:
    """Ports or lengths in a few words."""
    if isinstance(part, Switch | Server | Adapter):
        return ", ".join(f"{links_of((g,))} x {g.rate_gbps:g}G {g.connector}" for g in part.ports)
    if isinstance(part, ModularSwitch):
        most = max(links_of(card.ports) for card in part.cards) * part.slots
        return f"up to {most} ports on {part.slots} cards"
    if isinstance(part, Cable):
        ends = "-".join(dict.fromkeys(part.connectors))
        longest = max((length.m for length in part.lengths), default=part.reach_m)
        return f"{part.medium}, {ends}" + (f", to {longest:g} m" if longest else "")
    if isinstance(part, Panel):
        return f"{part.slots} cassettes"
    if isinstance(part, Cassette):
        return f"{part.ports} x {part.port}, {part.rears} x {part.rear} at the rear"
    return ""
