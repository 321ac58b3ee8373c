"""Budget of a rack: units, mass, power and devices, used and left."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from types import MappingProxyType

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.configuration import configuration
from fatdesk.engine.catalog.parts import ModularSwitch, RackPart, Switch
from fatdesk.engine.floor.floor import Device, Rack


@dataclass(frozen=True)
class Extra:
    """Power and mass of the plugs in a device, as far as known.

    Attributes
    ----------
    lacks_power, lacks_mass
        Ids of the parts of unknown figure; an empty id is a cable that is not chosen yet.
    """

    power_w: float = 0.0
    lacks_power: tuple[str, ...] = ()
    mass_kg: float = 0.0
    lacks_mass: tuple[str, ...] = ()

    def __add__(self, other: "Extra") -> "Extra":
        """Both together."""
        return Extra(
            self.power_w + other.power_w,
            tuple(sorted({*self.lacks_power, *other.lacks_power})),
            self.mass_kg + other.mass_kg,
            tuple(sorted({*self.lacks_mass, *other.lacks_mass})),
        )


NOTHING = Extra()
Plugged = Mapping[str, Extra]
"""Power and mass of the plugs in each device, by its id."""
UNPLUGGED: Plugged = MappingProxyType({})
InRacks = Mapping[int, Extra]
"""Mass of the cables in each rack, by its number."""
NO_CABLES: InRacks = MappingProxyType({})


@dataclass(frozen=True)
class Budget:
    """Use and limits of one rack.

    Attributes
    ----------
    mass_limit_kg, power_limit_w
        None: the rack has no limit.
    lacks_mass, lacks_power
        Ids of the parts whose figure is unknown, so that what is used is a lower bound.
    """

    used_u: int
    reserved_u: int
    height_u: int
    mass_kg: float
    mass_limit_kg: float | None
    lacks_mass: tuple[str, ...]
    power_w: float
    power_limit_w: float | None
    lacks_power: tuple[str, ...]

    @property
    def free_u(self) -> int:
        """Units that hold nothing and are not reserved."""
        return self.height_u - self.used_u - self.reserved_u

    @property
    def mass_left_kg(self) -> float | None:
        """Remainder of the limit of mass; None: unknown, or there is no limit."""
        return _left(self.mass_limit_kg, self.mass_kg, self.lacks_mass)

    @property
    def power_left_w(self) -> float | None:
        """Remainder of the limit of power; None: unknown, or there is no limit."""
        return _left(self.power_limit_w, self.power_w, self.lacks_power)

    def room_for(self, height_u: int, mass_kg: float | None, power_w: float | None) -> int | None:
        """Number of more devices of such figures fit into all three budgets.

        None where a limit exists and what is left of it, or the device's figure, is unknown.
        """
        counts = [self.free_u // height_u] if height_u else []
        for limit, left, each in (
            (self.mass_limit_kg, self.mass_left_kg, mass_kg),
            (self.power_limit_w, self.power_left_w, power_w),
        ):
            if limit is None or each == 0:
                continue
            if left is None or each is None:
                return None if min(counts, default=1) > 0 else 0
            counts.append(int(left / each + 1e-9))
        return max(0, min(counts, default=0))


def _left(limit: float | None, used: float, lacks: tuple[str, ...]) -> float | None:
    return None if limit is None or lacks else round(limit - used, 6)


def figures(device: Device, catalog: Catalog) -> tuple[int | None, float | None, float | None]:
    """Height, mass and power of one device alone with nothing plugged in, None for what is unknown."""
    part = catalog[device.part]
    if isinstance(part, Switch | ModularSwitch):
        chosen = configuration(part, device.cards, device.card)
        return chosen.height_u, chosen.mass_kg, chosen.power_w
    return part.height_u, part.mass_kg, part.power_w


def heights_u(devices: Sequence[Device], catalog: Catalog) -> list[int]:
    """Units that each of some devices takes, one where that is unknown."""
    known: dict[tuple[str, int, str], int] = {}
    found = []
    for device in devices:
        key = (device.part, device.cards, device.card)
        if key not in known:
            height = figures(device, catalog)[0]
            known[key] = 1 if height is None else height
        found.append(known[key])
    return found


def everything(device: Device) -> Iterator[Device]:
    """A device and what is inside it."""
    yield device
    for inner in device.inside:
        yield from everything(inner)


def load(device: Device, catalog: Catalog, plugged: Plugged = UNPLUGGED) -> Extra:
    """Power and mass of one device with what is plugged into it, without what is inside."""
    _, mass, power = figures(device, catalog)
    own = Extra(
        power or 0.0,
        (device.part,) if power is None else (),
        mass or 0.0,
        (device.part,) if mass is None else (),
    )
    extra = plugged.get(device.id)
    return own if extra is None else own + extra


def fixed_loads(part: RackPart) -> list[Extra]:
    """Power and mass of what comes with a rack."""
    return [
        Extra(
            some.power_w or 0.0,
            (part.id,) if some.power_w is None else (),
            some.mass_kg or 0.0,
            (part.id,) if some.mass_kg is None else (),
        )
        for some in part.contents
    ]


def budget(rack: Rack, catalog: Catalog, plugged: Plugged = UNPLUGGED, cables: InRacks = NO_CABLES) -> Budget:
    """The budget of a rack with its devices, what is plugged into these, and the cables in it."""
    part = catalog.rack(rack.part)
    known: dict[tuple[str, int, str], Extra] = {}

    def alone(device: Device) -> Extra:
        key = (device.part, device.cards, device.card)
        if key not in known:
            known[key] = load(device, catalog)
        return known[key]

    if any(device.inside for device in rack.devices):
        inner = [some for device in rack.devices for some in everything(device)]
    else:
        inner = list(rack.devices)
    loads = [alone(some) for some in inner]
    loads += [extra for some in inner if (extra := plugged.get(some.id)) is not None]
    loads += fixed_loads(part)
    if rack.number in cables:
        loads.append(cables[rack.number])
    return Budget(
        used_u=sum(heights_u(rack.devices, catalog)),
        reserved_u=sum(kept.height_u for kept in rack.reserved),
        height_u=part.height_u,
        mass_kg=round(fsum(some.mass_kg for some in loads), 6),
        mass_limit_kg=part.mass_limit_kg,
        lacks_mass=_names(some.lacks_mass for some in loads),
        power_w=round(fsum(some.power_w for some in loads), 6),
        power_limit_w=part.power_limit_w,
        lacks_power=_names(some.lacks_power for some in loads),
    )


def _names(lacks: Iterator[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(sorted({part for some in lacks for part in some}))
