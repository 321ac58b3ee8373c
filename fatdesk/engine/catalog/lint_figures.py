"""Which figures of a part are unknown, and which do not say where they come from."""

from collections.abc import Iterator

from fatdesk.core.finding import Finding, Severity
from fatdesk.engine.catalog.parts import (
    AnyPart,
    Cable,
    Card,
    Enclosure,
    Equipment,
    ModularSwitch,
    Module,
    PowerUnit,
    Price,
    RackPart,
    Server,
    Switch,
    Transceiver,
)

MOUNTED = (Switch, ModularSwitch, Server, Enclosure, Equipment)
"""Kinds that stand in racks or enclosures."""


def figures(part: AnyPart) -> Iterator[Finding]:
    """Unknown figures and figures without a source."""
    if isinstance(part, MOUNTED) and part.height_u is None:
        text = "the height is unknown, so it cannot be placed"
        yield Finding(Severity.WARNING, "unknown-height", part.id, text, "give height_u")
    missing = [*unknown_figures(part)]
    if missing:
        yield Finding(Severity.NOTE, "unknown-figure", part.id, f"unknown: {', '.join(missing)}")
    if not part.source:
        text = "does not say where its figures come from"
        yield Finding(Severity.WARNING, "no-source", part.id, text, "give source")
    prices = [(place, price) for place, price in prices_of(part) if price.amount is not None]
    for lacking, key in (("source", "price-source"), ("date", "price-date")):
        bare = [place for place, price in prices if not getattr(price, lacking)]
        if bare:
            text = f"{_many(bare)} without a {lacking}"
            yield Finding(Severity.WARNING, key, part.id, text, f"give the {lacking} of each price")


def prices_of(part: AnyPart) -> Iterator[tuple[str, Price]]:
    """Every price of a part with its place."""
    found: list[tuple[str, Price | None]] = [("price", part.price)]
    if isinstance(part, Switch):
        found.append(("price_per_port", part.price_per_port))
    elif isinstance(part, ModularSwitch):
        found += [(f"fixed[{n}].price", module.price) for n, module in enumerate(part.fixed)]
        found += [(f"cards[{n}].price", card.price) for n, card in enumerate(part.cards)]
    elif isinstance(part, Enclosure) and part.pass_through:
        found.append(("pass_through.price", part.pass_through.price))
    elif isinstance(part, Cable):
        found += [(f"lengths[{n}].price", length.price) for n, length in enumerate(part.lengths)]
        found += [("per_metre", part.per_metre), ("per_connector", part.per_connector)]
    for place, price in found:
        if price is not None:
            yield place, price


def unknown_figures(part: AnyPart) -> Iterator[str]:
    """Names of the figures that are unknown, of those that work with a part of its kind will miss."""
    if not priced(part):
        yield "price"
    if isinstance(part, MOUNTED):
        lacking = [name for name in ("power_w", "mass_kg", "depth_mm") if getattr(part, name) is None]
        if isinstance(part, ModularSwitch):
            modules: list[Module | Card] = [*part.fixed, *part.cards]
            lacking += [
                f"{name} of {module.name}"
                for name in ("power_w", "mass_kg")
                for module in modules
                if getattr(module, name) is None
            ]
        yield from lacking
    elif isinstance(part, Cable):
        yield from _missing_of_cable(part)
    elif isinstance(part, Transceiver):
        yield from (name for name in ("reach_m", "power_w") if getattr(part, name) is None)
    elif isinstance(part, RackPart):
        yield from (name for name in ("mass_limit_kg", "power_limit_w") if getattr(part, name) is None)
    elif isinstance(part, PowerUnit):
        yield from (name for name in ("outlets", "power_limit_w") if getattr(part, name) is None)


def _missing_of_cable(cable: Cable) -> Iterator[str]:
    if cable.medium != "fibre" and cable.lane_rate_gbps is None:
        yield "lane_rate_gbps"
    if cable.reach_m is None and not cable.lengths and cable.medium != "fibre":
        yield "reach_m"
    yield from (name for name in ("diameter_mm", "bend_mm") if getattr(cable, name) is None)


def priced(part: AnyPart) -> bool:
    """Whether every price that a bill may need is known."""
    if isinstance(part, Switch) and part.price_per_port is not None:
        return part.price_per_port.amount is not None
    if isinstance(part, Cable):
        if not part.lengths:
            return part.per_metre is not None and part.per_metre.amount is not None
        return all(length.price is not None and length.price.amount is not None for length in part.lengths)
    priced = [part.price]
    if isinstance(part, ModularSwitch):
        priced += [module.price for module in part.fixed] + [card.price for card in part.cards]
    return all(price is not None and price.amount is not None for price in priced)


def _many(places: list[str]) -> str:
    """Places in a sentence.

    >>> _many(["price"]), _many(["lengths[0].price", "lengths[1].price", "per_metre"])
    ('price is', '3 prices (lengths[0].price and more) are')
    """
    return f"{places[0]} is" if len(places) == 1 else f"{len(places)} prices ({places[0]} and more) are"
