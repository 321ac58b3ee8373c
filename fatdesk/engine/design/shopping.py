"""What can be bought for a network: each switch, transceiver and panel with what one adds."""

from collections.abc import Iterable
from decimal import Decimal

from fatdesk.engine.catalog.configuration import Configuration
from fatdesk.engine.catalog.parts import Enclosure, Price, Transceiver
from fatdesk.engine.families.problem import Item


class Shopping:
    """Items by what they stand for; number 0 is a cable.

    Parameters
    ----------
    cable_price
        What a cable costs on average. Without it cables and transceivers have no price yet.
    currency
        Of all sums.

    Attributes
    ----------
    foreign
        Parts priced in another currency; they count as unpriced.
    """

    def __init__(self, cable_price: Decimal | None, currency: str) -> None:
        self.items = [Item("cable", cable_price, plugs=True)]
        self.currency = currency
        self.foreign: list[str] = []
        self._cables_priced = cable_price is not None
        self._numbers: dict[tuple[object, ...], int] = {}

    def switch(self, part: Configuration, *, in_bay: bool) -> int:
        """Number of a configuration; in an enclosure's bay an unknown height is none."""
        key = (part.part, part.cards, part.card)
        if key not in self._numbers:
            height = 0 if in_bay and part.height_u is None else part.height_u
            price = self._amount(part.part, part.price, part.currency)
            self._add(
                key, Item(part.part, price, part.power_w, part.mass_kg, height, part.mtbf_h, fails=True)
            )
        return self._numbers[key]

    def transceivers(self, parts: Iterable[Transceiver]) -> dict[str, int]:
        """Numbers of transceivers by part id."""
        for part in parts:
            price = self._price(part.id, part.price) if self._cables_priced else None
            figures = price, part.power_w, part.mass_kg, 0, part.mtbf_h
            self._add(("", part.id), Item(part.id, *figures, fails=True, plugs=True))
        return {str(key[1]): number for key, number in self._numbers.items() if key[0] == ""}

    def panels(self, parts: Iterable[Enclosure]) -> dict[str, int]:
        """Numbers of pass-through panels by the id of their enclosure."""
        result = {}
        for part in parts:
            if part.pass_through is not None:
                price = self._price(part.id, part.pass_through.price)
                result[part.id] = self._add(("panel", part.id), Item(part.id, price))
        return result

    def _add(self, key: tuple[object, ...], item: Item) -> int:
        self._numbers[key] = len(self.items)
        self.items.append(item)
        return self._numbers[key]

    def _price(self, part_id: str, price: Price | None) -> Decimal | None:
        return None if price is None else self._amount(part_id, price.amount, price.currency)

    def _amount(self, part_id: str, amount: Decimal | None, currency: str) -> Decimal | None:
        if amount is None:
            return None
        if currency == self.currency:
            return amount
        self.foreign.append(part_id)
        return None
