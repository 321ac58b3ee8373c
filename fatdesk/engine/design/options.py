"""The switches that a requirement allows at the edge and in the core, by the ports that they bring."""

from collections.abc import Iterator, Sequence

import msgspec

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.configuration import Configuration, configurations
from fatdesk.engine.catalog.matching import Join, Kind, Matcher, kinds
from fatdesk.engine.catalog.parts import Enclosure, ModularSwitch, Part, Role, Server, Switch
from fatdesk.engine.design.host_ports import Taken, take_ports
from fatdesk.engine.design.requirements import FabricRequirement
from fatdesk.engine.design.shopping import Shopping
from fatdesk.engine.families.design import HostGroup
from fatdesk.engine.families.problem import CoreOption, EdgeOption, HostPorts
from fatdesk.engine.families.reason import Reason
from fatdesk.engine.families.table import Refusal

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
                f"fabric {fabric.name!r}: {role} part {part_id!r} lives in an enclosure: name another"
            )
    return [named_switch(catalog, fabric, role, part_id) for part_id in sorted(set(named))]


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
    if role not in part.roles:
        raise FatdeskError(f"{where} may only be {' or '.join(part.roles) or 'nothing'}: see its roles")
    return part


def ways_to_buy(part: AnySwitch) -> list[Configuration]:
    """All configurations, by cards; the kind of card is named only where there is a choice."""
    found = configurations(part)
    if isinstance(part, ModularSwitch) and len(part.cards) == 1:
        found = [msgspec.structs.replace(config, card="") for config in found]
    return sorted(found, key=lambda config: (config.cards, config.card))


class EdgeOptions:
    """Options for edge switches and stars; what hosts can do with a kind of ports is asked once.

    Attributes
    ----------
    refused
        Configurations that no host of some group can be joined with.
    """

    def __init__(
        self,
        groups: Sequence[HostGroup],
        servers: Sequence[Server],
        matcher: Matcher,
        taken: Taken,
        ports_each: int,
        shopping: Shopping,
    ) -> None:
        self.groups, self.servers, self.matcher = groups, servers, matcher
        self.taken, self.ports_each, self.shopping = taken, ports_each, shopping
        self.refused: list[Refusal] = []
        self._known: dict[tuple[object, ...], tuple[HostPorts, tuple[Join, ...]] | Reason] = {}

    def of(self, configuration: Configuration, enclosure: Enclosure | None = None) -> list[EdgeOption]:
        """One option for each kind of its ports, and split of them, that fits all hosts."""
        found = kinds(configuration.ports)
        item = self.shopping.switch(configuration, in_bay=enclosure is not None)
        result, reasons = [], []
        for down in found:
            splits = (1, *(split for split, _ in down.breakout)) if enclosure is None else (1,)
            for split in splits:
                fit = self._fit(down, split)
                if isinstance(fit, Reason):
                    reasons.append(fit)
                    continue
                ports, joins = fit
                up = uplink_kind(found, down)
                full = down.count * configuration.full_links // configuration.links
                joins = joins if enclosure is None else ()
                result.append(EdgeOption(configuration, item, down, up, split, full, ports, joins, enclosure))
        if not result:
            short = [reason for reason in reasons if reason.code == "host-ports"]
            self.refuse(configuration, (short or reasons)[0], enclosure)
        return result

    def refuse(
        self, configuration: Configuration, reason: Reason, enclosure: Enclosure | None = None
    ) -> None:
        """Note that a configuration is of no use."""
        self.refused.append(Refusal(configuration, reason, enclosure))

    def _fit(self, kind: Kind, split: int) -> tuple[HostPorts, tuple[Join, ...]] | Reason:
        """Ports that hosts give to switch ports of a kind, and how they are joined."""
        key = (kind.key, split)
        if key not in self._known:
            ports = take_ports(
                self.groups, self.servers, kind, split, self.matcher, self.ports_each, self.taken
            )
            if isinstance(ports, Reason):
                self._known[key] = ports
            else:
                joins = [host_join(server, kind, split, self.matcher) for server in self.servers]
                self._known[key] = ports, tuple(join for join in joins if join is not None)
        return self._known[key]


def host_join(server: Server, kind: Kind, split: int, matcher: Matcher) -> Join | None:
    """How the first fitting port of a server is joined with a switch port of that kind."""
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
        for config in ways_to_buy(part):
            item = shopping.switch(config, in_bay=False)
            for kind in kinds(config.ports):
                yield CoreOption(config, item, kind, kind.count * config.full_links // config.links)
