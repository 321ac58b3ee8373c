"""The currency that a search counts in."""

from collections.abc import Iterable, Iterator

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.lint_part import prices_of
from fatdesk.engine.catalog.parts import AnyPart, ModularSwitch, Switch
from fatdesk.engine.design.requirements import Requirements

USUAL = "USD"


def currency_of(requirements: Requirements, catalog: Catalog) -> str:
    """The currency of costs: the one that is required, else that of the prices there are.

    That is the currency of the parts that the requirements name, where all their prices are in one; without
    such prices that of all switches. Where currencies are mixed it is USD.
    """
    if requirements.currency is not None:
        return requirements.currency
    found = named_currencies(requirements, catalog) or currencies(
        part for part in catalog if isinstance(part, Switch | ModularSwitch)
    )
    return found[0] if len(found) == 1 else USUAL


def named_currencies(requirements: Requirements, catalog: Catalog) -> list[str]:
    """The currencies of the parts that the requirements name, in order."""
    named = {part_id for part_id in _named(requirements) if part_id in catalog}
    return currencies(catalog[part_id] for part_id in sorted(named))


def currencies(parts: Iterable[AnyPart]) -> list[str]:
    """The currencies that some parts have prices in, in order."""
    return sorted(
        {price.currency for part in parts for _, price in prices_of(part) if price.amount is not None}
    )


def _named(requirements: Requirements) -> Iterator[str]:
    yield from (group.part for group in requirements.hosts)
    for fabric in requirements.fabrics:
        yield from (*fabric.edge, *fabric.core)
    if requirements.cabling.bundle_cable is not None:
        yield requirements.cabling.bundle_cable
