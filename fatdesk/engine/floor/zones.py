"""Which racks a zone of the room holds: those whose centre is inside it."""

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.floor.floor import Floor, Rack, Zone

MM_PER_M = 1000


def racks_in_zone(floor: Floor, zone: Zone, catalog: Catalog) -> tuple[Rack, ...]:
    """Return the racks of a floor whose centre is inside a zone.

    Racks are side by side, so a zone that reaches a little into the next rack does not hold that one. A
    centre on the left or near edge counts, one on the right or far edge does not, so that
    adjacent zones share no rack.
    """
    left, near = zone.x_m * MM_PER_M, zone.y_m * MM_PER_M
    right, far = left + zone.width_m * MM_PER_M, near + zone.depth_m * MM_PER_M
    return tuple(
        rack
        for rack, (x, y) in ((rack, rack_centre_mm(rack, catalog)) for rack in floor.racks)
        if left <= x < right and near <= y < far
    )


def rack_centre_mm(rack: Rack, catalog: Catalog) -> tuple[float, float]:
    """Return the centre (x, y) of the floor that a rack takes."""
    part = catalog.rack(rack.part)
    return rack.x_mm + part.width_mm / 2, rack.y_mm + part.depth_mm / 2


def zone_around(name: str, racks: tuple[Rack, ...], catalog: Catalog) -> Zone:
    """Return the smallest zone that covers the floor of some racks, without a margin."""
    parts = [catalog.rack(rack.part) for rack in racks]
    left, near = min(rack.x_mm for rack in racks), min(rack.y_mm for rack in racks)
    right = max(rack.x_mm + part.width_mm for rack, part in zip(racks, parts, strict=True))
    far = max(rack.y_mm + part.depth_mm for rack, part in zip(racks, parts, strict=True))
    return Zone(
        name=name,
        x_m=round(left / MM_PER_M, 6),
        y_m=round(near / MM_PER_M, 6),
        width_m=round((right - left) / MM_PER_M, 6),
        depth_m=round((far - near) / MM_PER_M, 6),
    )
