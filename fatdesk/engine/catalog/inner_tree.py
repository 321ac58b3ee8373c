"""The tree of chips inside a modular switch: line cards below, fabric boards above."""

from dataclasses import dataclass

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.engine.catalog.parts import Card, ModularSwitch, links_of


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
    """The inner tree of a configuration; None where the catalog does not tell or contradicts itself."""
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
