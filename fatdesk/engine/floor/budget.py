"""What a rack holds and what is left of it: units, mass, power, and how many more devices."""

from collections.abc import Iterator
from dataclasses import dataclass

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.configuration import configuration
from fatdesk.engine.catalog.parts import ModularSwitch, Server, Switch
from fatdesk.engine.floor.floor import Device, Floor, Rack


@dataclass(frozen=True)
class Budget:
    """Use and limits of one rack; a limit of None is none; ``unknown_*`` count devices of unknown figure."""

    used_u: int
    reserved_u: int
    height_u: int
    mass_kg: float
    mass_limit_kg: float | None
    unknown_mass: int
    power_w: float
    power_limit_w: float | None
    unknown_power: int

    @property
    def free_u(self) -> int:
        """Units that hold nothing and are not reserved."""
        return self.height_u - self.used_u - self.reserved_u

    def room_for(self, height_u: int, mass_kg: float | None, power_w: float | None) -> int:
        """How many more devices of such figures fit into all three budgets."""
        counts = [self.free_u // height_u] if height_u else []
        if self.mass_limit_kg is not None and mass_kg:
            counts.append(int((self.mass_limit_kg - self.mass_kg) / mass_kg + 1e-9))
        if self.power_limit_w is not None and power_w:
            counts.append(int((self.power_limit_w - self.power_w) / power_w + 1e-9))
        return max(0, min(counts, default=0))


def figures(device: Device, catalog: Catalog) -> tuple[int | None, float | None, float | None]:
    """Height, mass and power of one device alone, None for what is unknown."""
    part = catalog[device.part]
    if isinstance(part, Switch | ModularSwitch):
        chosen = configuration(part, device.cards, device.card)
        return chosen.height_u, chosen.mass_kg, chosen.power_w
    return part.height_u, part.mass_kg, part.power_w


def everything(device: Device) -> Iterator[Device]:
    """A device and what is inside it."""
    yield device
    for inner in device.inside:
        yield from everything(inner)


def budget(rack: Rack, catalog: Catalog) -> Budget:
    """The budget of a rack with its devices."""
    part = catalog.rack(rack.part)
    known: dict[tuple[str, int, str], tuple[int | None, float | None, float | None]] = {}

    def of(device: Device) -> tuple[int | None, float | None, float | None]:
        key = (device.part, device.cards, device.card)
        if key not in known:
            known[key] = figures(device, catalog)
        return known[key]

    inner = [of(some) for device in rack.devices for some in everything(device)]
    heights = [of(device)[0] for device in rack.devices]
    return Budget(
        used_u=sum(1 if height is None else height for height in heights),
        reserved_u=sum(kept.height_u for kept in rack.reserved),
        height_u=part.height_u,
        mass_kg=round(sum(mass or 0.0 for _, mass, _ in inner), 6),
        mass_limit_kg=part.mass_limit_kg,
        unknown_mass=sum(mass is None for _, mass, _ in inner),
        power_w=round(sum(power or 0.0 for _, _, power in inner), 6),
        power_limit_w=part.power_limit_w,
        unknown_power=sum(power is None for _, _, power in inner),
    )


def more_hosts(floor: Floor, host: Server, catalog: Catalog) -> list[int]:
    """For each rack how many more such hosts it could take."""
    height = 1 if host.height_u is None else host.height_u
    return [budget(rack, catalog).room_for(height, host.mass_kg, host.power_w) for rack in floor.racks]
