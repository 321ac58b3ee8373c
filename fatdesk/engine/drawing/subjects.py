"""What drawings say about devices and racks: role, name, power, mass, used units."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from fatdesk.engine.catalog.configuration import configuration
from fatdesk.engine.catalog.parts import ModularSwitch, Switch
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.floor.floor import Device, Rack

UNKNOWN_HEIGHT_U = 1


@dataclass(frozen=True)
class Level:
    """The level of a switch and how many its fabric has; level 0 is a host."""

    level: int
    levels: int


@dataclass(frozen=True)
class Amount:
    """A sum, and whether something in it is unknown."""

    value: float = 0.0
    at_least: bool = False

    def told(self, unit: str, thousands: str) -> str:
        """As text, ``≥ 14.1 kW``; from 1,000 on in the larger unit with one decimal.

        >>> Amount(14100.0, True).told("W", "kW")
        '≥ 14.1 kW'
        """
        if self.at_least and not self.value:
            return ""
        big = self.value >= 1000 and thousands
        figure = f"{self.value / 1000:,.1f} {thousands}" if big else f"{self.value:,.0f} {unit}"
        return ("≥ " if self.at_least else "") + figure


@dataclass(frozen=True)
class RackFigures:
    """How full a rack is."""

    used_u: int
    reserved_u: int
    total_u: int
    power_w: Amount
    mass_kg: Amount
    level: Level
    """Of its highest switch; of a host when there is none."""


@dataclass(frozen=True)
class DeviceFigures:
    """Height, power and mass of one device by itself."""

    height_u: int
    power_w: Amount
    mass_kg: Amount


class Subjects:
    """Lookups over a plan, made once for a drawing.

    Parameters
    ----------
    before
        Those of an earlier plan: figures of racks that are the same are taken over.
    """

    def __init__(self, plan: Plan, before: "Subjects | None" = None) -> None:
        self.plan = plan
        same = (
            before is not None and before.plan.fabrics is plan.fabrics and before.plan.catalog is plan.catalog
        )
        self._racks: dict[int, tuple[Rack, RackFigures]] = {**before._racks} if before and same else {}
        self.levels: dict[str, Level] = {}
        for fabric in plan.fabrics:
            switches = fabric.nodes(NodeKind.SWITCH)
            levels = int(fabric.level[switches].max(initial=1))
            for node, level in zip(switches.tolist(), fabric.level[switches].tolist(), strict=True):
                self.levels[fabric.ids[node]] = Level(level, levels)
        self._figures = cache(self._figures_of)

    def name(self, device: Device) -> str:
        """Its name, or its id when it has none."""
        return self.plan.device_names.get(device.id, device.id)

    def level(self, device: Device) -> Level:
        """Its level; an enclosure counts as a host."""
        return self.levels.get(device.id, Level(0, 1))

    def part(self, device: Device) -> str:
        """Its part, with the number of cards of a modular switch."""
        return f"{device.part}, {device.cards} cards" if device.cards else device.part

    def height_u(self, device: Device) -> int:
        """Units it takes."""
        return self._figures(device.part, 0, "")[0]

    def device(self, device: Device) -> DeviceFigures:
        """Height, power and mass of a device without what is inside."""
        height, power, mass = self._figures(device.part, device.cards, device.card)
        return DeviceFigures(height, _sum([power]), _sum([mass]))

    def rack(self, rack: Rack) -> RackFigures:
        """How full a rack is."""
        known = self._racks.get(rack.number)
        if known is None or known[0] is not rack:
            known = self._racks[rack.number] = (rack, self._rack(rack))
        return known[1]

    def _rack(self, rack: Rack) -> RackFigures:
        devices = list(_all_devices(rack.devices))
        figures = [self._figures(device.part, device.cards, device.card) for device in devices]
        levels = [self.level(device) for device in devices]
        part = self.plan.catalog.rack(rack.part)
        return RackFigures(
            used_u=sum(self.height_u(device) for device in rack.devices),
            reserved_u=sum(kept.height_u for kept in rack.reserved),
            total_u=part.height_u,
            power_w=_sum(power for _, power, _ in figures),
            mass_kg=_sum(mass for _, _, mass in figures),
            level=max(levels, key=lambda at: at.level, default=Level(0, 1)),
        )

    def _figures_of(self, part_id: str, cards: int, card: str) -> tuple[int, float | None, float | None]:
        """Height, power and mass of a device."""
        part = self.plan.catalog[part_id]
        height = UNKNOWN_HEIGHT_U if part.height_u is None else part.height_u
        if isinstance(part, Switch | ModularSwitch) and (cards or isinstance(part, Switch)):
            chosen = configuration(part, cards, card)
            return height, chosen.power_w, chosen.mass_kg
        return height, part.power_w, part.mass_kg


def _all_devices(devices: Iterable[Device]) -> Iterable[Device]:
    for device in devices:
        yield device
        yield from device.inside


def _sum(values: Iterable[float | None]) -> Amount:
    total, at_least = 0.0, False
    for value in values:
        total += value or 0.0
        at_least |= value is None
    return Amount(total, at_least)
