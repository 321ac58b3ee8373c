"""Switches that requirements allow at the edge and in the core, with their ports and plugs."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from decimal import Decimal

import msgspec

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.configuration import Configuration, configurations
from fatdesk.engine.catalog.matching import Join, Joinable, Kind, Matcher, kinds
from fatdesk.engine.catalog.parts import (
    Enclosure,
    ModularSwitch,
    Part,
    Price,
    Role,
    Switch,
    Transceiver,
)
from fatdesk.engine.design.host_ports import Taken, take_ports
from fatdesk.engine.design.requirements import FabricRequirement
from fatdesk.engine.families.design import HostGroup
from fatdesk.engine.families.problem import CoreOption, EdgeOption, HostPorts, Item
from fatdesk.engine.families.reason import Reason
from fatdesk.engine.families.table import Refusal


class Shopping:
    """Items to buy by part or configuration; number 0 is a cable.

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


AnySwitch = Switch | ModularSwitch


def switches(catalog: Catalog, fabric: FabricRequirement, role: Role) -> list[AnySwitch]:
    """The parts named for a role, or all that may have it, in order of id; none that live in enclosures.

    Raises
    ------
    FatdeskError
        When a named part is unknown, no switch, or may not have the role.
    """
    bays = {part_id for enclosure in catalog.of(Enclosure) for part_id in enclosure.switch}
    named = fabric.edge if role == "edge" else fabric.core
    if not named:
        every: list[AnySwitch] = [*catalog.of(Switch), *catalog.of(ModularSwitch)]
        return sorted((p for p in every if role in p.roles and p.id not in bays), key=lambda p: p.id)
    for part_id in named:
        if part_id in bays:
            raise FatdeskError(
                f"fabric {fabric.name!r}: {role} part {part_id!r} is installed in an enclosure: name another"
            )
    return [named_switch(catalog, fabric, role, part_id) for part_id in sorted(set(named))]


def every_switch(catalog: Catalog, fabric: FabricRequirement, role: Role) -> tuple[str, ...]:
    """Names in place of those of a role that allow all switches: empty, which does not allow management ones.

    Where the fabric names switches that are only for management, all of these are named, and all others.
    """
    named = fabric.edge if role == "edge" else fabric.core
    parts: list[AnySwitch] = [*catalog.of(Switch), *catalog.of(ModularSwitch)]
    if not any(part.id in named and role not in part.roles for part in parts):
        return ()
    bays = {part_id for enclosure in catalog.of(Enclosure) for part_id in enclosure.switch}
    return tuple(sorted(p.id for p in parts if {role, "management"} & {*p.roles} and p.id not in bays))


def named_switch(catalog: Catalog, fabric: FabricRequirement, role: Role, part_id: str) -> AnySwitch:
    """A part named for a role.

    Raises
    ------
    FatdeskError
        When it is unknown, no switch, or may not have the role.
    """
    where = f"fabric {fabric.name!r}: {role} part {part_id!r}"
    if part_id not in catalog:
        raise FatdeskError(f"{where} is not in the catalog: name one that is, or add its file")
    part = catalog.get(part_id, Part)
    if not isinstance(part, Switch | ModularSwitch):
        raise FatdeskError(f"{where} is a {type(part).__name__}, not a switch")
    if role not in part.roles and "management" not in part.roles:
        raise FatdeskError(f"{where} may only be {' or '.join(part.roles) or 'nothing'}: see its roles")
    return part


def configurations_for_sale(part: AnySwitch) -> list[Configuration]:
    """All configurations, by cards; the kind of card is named only where there is a choice."""
    found = configurations(part)
    if isinstance(part, ModularSwitch) and len(part.cards) == 1:
        found = [msgspec.structs.replace(config, card="") for config in found]
    return sorted(found, key=lambda config: (config.cards, config.card))


class EdgeOptions:
    """Options for edge switches and stars; each kind of ports is matched with the hosts once.

    Attributes
    ----------
    refused
        Configurations that no host of some group can be joined with.
    """

    def __init__(
        self,
        groups: Sequence[HostGroup],
        servers: Sequence[Joinable],
        matcher: Matcher,
        taken: Taken,
        ports_each: Sequence[int],
        shopping: Shopping,
    ) -> None:
        self.groups, self.servers, self.matcher = groups, servers, matcher
        self.taken, self.ports_each, self.shopping = taken, ports_each, shopping
        self.refused: list[Refusal] = []
        self._known: dict[tuple[object, ...], tuple[HostPorts, tuple[Join, ...]] | Reason] = {}
        self._differing: dict[object, tuple[int, ...]] = {}

    def of(self, configuration: Configuration, enclosure: Enclosure | None = None) -> list[EdgeOption]:
        """One option for each kind of its ports, and split of them, that fits all hosts."""
        found = kinds(configuration.ports)
        item = self.shopping.switch(configuration, in_bay=enclosure is not None)
        result, reasons = [], []
        for down in found:
            up = uplink_kind(found, down)
            full = down.count * configuration.full_links // configuration.links
            for splits, on_up, is_named in self._ways(down, up, in_bay=enclosure is not None):
                fit = self._fit(tuple(up if is_up else down for is_up in on_up), splits)
                if isinstance(fit, Reason):
                    reasons.append(fit)
                    continue
                ports, joins = fit
                of_down = [split for split, is_up in zip(splits, on_up, strict=True) if not is_up]
                result.append(
                    EdgeOption(
                        configuration,
                        item,
                        down,
                        up,
                        max(of_down),
                        full,
                        ports,
                        joins if enclosure is None else (),
                        enclosure,
                        splits if is_named else (),
                        on_up if any(on_up) else (),
                    )
                )
        if not result:
            short = [reason for reason in reasons if reason.code == "host-ports"]
            self.refuse(configuration, (short or reasons)[0], enclosure)
        return result

    def refuse(
        self, configuration: Configuration, reason: Reason, enclosure: Enclosure | None = None
    ) -> None:
        """Note that a configuration is of no use."""
        self.refused.append(Refusal(configuration, reason, enclosure))

    def _ways(self, down: Kind, up: Kind, *, in_bay: bool) -> "Iterator[_Way]":
        """Ways to join all groups: alike, by splits that differ, and some by ports of the kind of uplinks."""
        none = (False,) * len(self.groups)
        if in_bay:
            yield (1,) * len(self.groups), none, False
            return
        for split in _splits(down):
            yield (split,) * len(self.groups), none, False
        own = self._least_splits(down)
        if all(own) and len(set(own)) > 1:
            yield own, none, True
        if up.key == down.key or all(own) or not any(own):
            return
        others = self._least_splits(up)
        if all(split or other for split, other in zip(own, others, strict=True)):
            splits = tuple(split or other for split, other in zip(own, others, strict=True))
            yield splits, tuple(not split for split in own), True

    def _least_splits(self, kind: Kind) -> tuple[int, ...]:
        """Hosts of each group that share a port of that kind, at least; 0: it joins none of them."""
        key = (kind.key, kind.breakout)
        if key not in self._differing:
            found = []
            for server in self.servers:
                joins = (split for split in _splits(kind) if host_join(server, kind, split, self.matcher))
                found.append(next(joins, 0))
            self._differing[key] = tuple(found)
        return self._differing[key]

    def _fit(
        self, of_groups: tuple[Kind, ...], splits: tuple[int, ...]
    ) -> tuple[HostPorts, tuple[Join, ...]] | Reason:
        """Ports that the hosts of each group give to switch ports of a kind, and how they are joined."""
        key = (tuple(kind.key for kind in of_groups), splits)
        if key not in self._known:
            ports = take_ports(
                self.groups, self.servers, of_groups, splits, self.matcher, self.ports_each, self.taken
            )
            if isinstance(ports, Reason):
                self._known[key] = ports
            else:
                ways = zip(self.servers, of_groups, splits, strict=True)
                joins = [host_join(server, kind, split, self.matcher) for server, kind, split in ways]
                self._known[key] = ports, tuple(join for join in joins if join is not None)
        return self._known[key]


_Way = tuple[tuple[int, ...], tuple[bool, ...], bool]
"""Splits of each group, whether its ports are of the kind of the uplinks, and whether splits are stated."""


def _splits(kind: Kind) -> tuple[int, ...]:
    return (1, *(split for split, _ in kind.breakout))


def host_join(server: Joinable, kind: Kind, split: int, matcher: Matcher) -> Join | None:
    """Return how the first fitting port of a host joins a switch port of that kind."""
    joins = (matcher.join(kind, of_server, split) for of_server in kinds(server.ports))
    return next((join for join in joins if join is not None), None)


def uplink_kind(found: Sequence[Kind], down: Kind) -> Kind:
    """The fastest other kind of ports, if it is as fast as that of the hosts; else the same kind.

    Slower ports (of a management module, say) are no uplinks.
    """
    others = [kind for kind in found if kind.key != down.key and kind.rate_gbps >= down.rate_gbps]
    return max(others, key=lambda kind: (kind.rate_gbps, kind.count), default=down)


def core_options(parts: Sequence[AnySwitch], shopping: Shopping) -> Iterator[CoreOption]:
    """One option for each configuration and kind of its ports."""
    for part in parts:
        for config in configurations_for_sale(part):
            item = shopping.switch(config, in_bay=False)
            for kind in kinds(config.ports):
                yield CoreOption(config, item, kind, kind.count * config.full_links // config.links)


def usable_switches(
    catalog: Catalog,
    servers: Sequence[Joinable],
    edges: Iterable[AnySwitch],
    cores: Iterable[AnySwitch],
    allowed: Collection[str] = (),
) -> tuple[frozenset[str], frozenset[str]]:
    """Ids of the edge switches that join all of the servers, and of the core switches that join those.

    Where some of the edge switches that join them are ``allowed``, core switches join one of these. What
    joins a core switch of these counts as well, for trees of three levels. Numbers of ports are not looked
    at, nor which cables are approved.
    """
    matcher = Matcher(catalog)
    joining = {}
    for part in edges:
        found = _kinds(part)
        if all(any(_serves(server, kind, matcher) for kind in found) for server in servers):
            joining[part.id] = found
    chosen = {part: found for part, found in joining.items() if part in allowed} or joining
    below = [kind for found in chosen.values() for kind in found]
    core_ids: set[str] = set()
    left = [(part.id, _kinds(part)) for part in cores]
    while True:
        new = [(part, found) for part, found in left if _joined(found, below, matcher)]
        if not new:
            return frozenset(joining), frozenset(core_ids)
        core_ids |= {part for part, _ in new}
        left = [(part, found) for part, found in left if part not in core_ids]
        below = [kind for _, found in new for kind in found]


def _kinds(part: AnySwitch) -> list[Kind]:
    found = {kind.key: kind for some in configurations(part) for kind in kinds(some.ports)}
    return list(found.values())


def _serves(server: Joinable, kind: Kind, matcher: Matcher) -> bool:
    """Whether a switch port joins a port of a server; in an enclosure only rates must fit."""
    if server.blade:
        return any(kind.rate_gbps == own.rate_gbps for own in kinds(server.ports))
    return any(host_join(server, kind, split, matcher) is not None for split in _splits(kind))


def _joined(upper: Iterable[Kind], lower: Sequence[Kind], matcher: Matcher) -> bool:
    known = {kind.key: kind for kind in lower}.values()
    return any(matcher.join(other, kind) is not None for kind in upper for other in known)
