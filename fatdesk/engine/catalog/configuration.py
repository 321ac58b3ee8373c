"""Configurations of switches: fixed, or a chassis with 1 to all of its line cards, with its inner tree."""

from dataclasses import dataclass
from decimal import Decimal

import msgspec
import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.core.struct import Id, Struct
from fatdesk.engine.catalog.parts import Card, ModularSwitch, Ports, Price, Switch, links_of


@dataclass(frozen=True)
class Tree:
    """The inside of a modular switch: ``cards`` chips with ``outward`` and ``inward`` ports, and boards."""

    cards: int
    outward: int
    inward: int
    card_ports: int
    boards: int
    board_ports: int
    rate_gbps: float

    @property
    def chips(self) -> int:
        """Cards, then boards."""
        return self.cards + self.boards

    def links(self) -> tuple[Longs, Longs]:
        """Chips (card, board) and ports from 1 of all inner links; the uplinks of all cards in turn.

        Dealt like cards to the boards, each gets as many as the others, and so does each card's share
        where it divides.
        """
        count = np.arange(self.cards * self.inward, dtype=np.int64)
        chips = np.stack([count // self.inward, self.cards + count % self.boards], axis=1)
        ports = np.stack([self.outward + count % self.inward + 1, count // self.boards + 1], axis=1)
        return chips, ports


def inner_tree(part: ModularSwitch, cards: int, card: str) -> Tree | None:
    """The inner tree of a configuration; None where the catalog does not state it or contradicts itself."""
    kind: Card = next((some for some in part.cards if some.name == card), part.cards[0])
    if part.inside is None:
        return None
    outward = links_of(kind.ports)
    inward = part.inside.card_ports - outward
    named = [module for module in part.fixed if "fabric" in module.name or "spine" in module.name]
    boards = (named or list(part.fixed))[0].count if part.fixed else 0
    if inward < 1 or boards < 1 or cards * inward > boards * part.inside.board_ports:
        return None
    return Tree(
        cards=cards,
        outward=outward,
        inward=inward,
        card_ports=part.inside.card_ports,
        boards=boards,
        board_ports=part.inside.board_ports,
        rate_gbps=max(group.rate_gbps for group in kind.ports),
    )


class Configuration(Struct, frozen=True, kw_only=True):
    """One way to buy a switch; ``None`` is unknown.

    ``ports`` are the groups of cages in order; a link-level port number counts through them, so
    cage 0 of a twin-port switch holds ports 0 and 1.
    """

    part: Id
    cards: int = 0
    """Line cards of a modular switch; 0: the switch has fixed ports."""
    card: str = ""
    """Name of the line card."""
    ports: tuple[Ports, ...]
    roles: tuple[str, ...] = ("edge", "core")
    price: Decimal | None = None
    currency: str = "USD"
    power_w: float | None = None
    mass_kg: float | None = None
    height_u: int | None = None
    mtbf_h: float | None = None
    chip_ports: int | None = None
    full_links: int = 0
    """Links with every card slot filled; the same as ``links`` for a fixed switch."""

    @property
    def links(self) -> int:
        """Number of links that its cages carry: the P of the papers."""
        return links_of(self.ports)


def _amount(price: Price | None) -> Decimal | None:
    return None if price is None else price.amount


def _sum_known(terms: list[tuple[Decimal | None, int]]) -> Decimal | None:
    """Sum of amounts times counts, None as soon as one is unknown."""
    result = Decimal(0)
    for amount, count in terms:
        if amount is None:
            return None
        result += amount * count
    return result


def _sum_floats(terms: list[tuple[float | None, int]]) -> float | None:
    result = 0.0
    for amount, count in terms:
        if amount is None:
            return None
        result += amount * count
    return result


def configurations(part: Switch | ModularSwitch) -> list[Configuration]:
    """Every way to buy a switch.

    A modular switch gives one for each kind of card and each number of cards from 1 to its slots
    (chassis + all fixed boards + cards); a fixed one gives itself.
    """
    if isinstance(part, Switch):
        return [_fixed(part)]
    return [_modular(part, card, n) for card in part.cards for n in range(1, part.slots + 1)]


def configuration(part: Switch | ModularSwitch, cards: int = 0, card: str = "") -> Configuration:
    """The configuration with that many cards of that name (the first kind when unnamed)."""
    if isinstance(part, Switch):
        return _fixed(part)
    kind = next((c for c in part.cards if c.name == card), part.cards[0])
    return _modular(part, kind, cards)


def _fixed(part: Switch) -> Configuration:
    links = links_of(part.ports)
    price, currency = _amount(part.price), part.price.currency if part.price else "USD"
    if part.price is None and part.price_per_port is not None:
        each, currency = part.price_per_port.amount, part.price_per_port.currency
        price = None if each is None else each * links
    return Configuration(
        part=part.id,
        ports=part.ports,
        roles=part.roles,
        price=price,
        currency=currency,
        power_w=part.power_w,
        mass_kg=part.mass_kg,
        height_u=part.height_u,
        mtbf_h=part.mtbf_h,
        chip_ports=part.chip_ports,
        full_links=links,
    )


def _modular(part: ModularSwitch, card: Card, cards: int) -> Configuration:
    ports = tuple(msgspec.structs.replace(group, count=group.count * cards) for group in card.ports)
    return Configuration(
        part=part.id,
        cards=cards,
        card=card.name,
        ports=ports,
        roles=part.roles,
        price=_sum_known(
            [
                (_amount(part.price), 1),
                *((_amount(m.price), m.count) for m in part.fixed),
                (_amount(card.price), cards),
            ]
        ),
        currency=part.price.currency if part.price else "USD",
        power_w=_sum_floats(
            [
                (part.power_w, 1),
                *((m.power_w, m.count) for m in part.fixed),
                (card.power_w, cards),
            ]
        ),
        mass_kg=_sum_floats(
            [
                (part.mass_kg, 1),
                *((m.mass_kg, m.count) for m in part.fixed),
                (card.mass_kg, cards),
            ]
        ),
        height_u=part.height_u,
        mtbf_h=part.mtbf_h,
        full_links=links_of(card.ports) * part.slots,
    )
