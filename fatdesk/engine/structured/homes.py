"""Racks of panels: those of the devices, or panel racks, which hold no devices and keep units for panels."""

from collections.abc import Mapping

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.engine.cabling.laying import Cabling
from fatdesk.engine.cabling.rules import PanelRacks
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.floor.floor import Floor, Rack
from fatdesk.engine.structured.placing import is_for_panels, units_for_panels
from fatdesk.engine.trays.routes import shortest_runs


def is_panel_rack(rack: Rack) -> bool:
    """Whether a rack holds no devices and keeps units for panels."""
    return not rack.devices and any(is_for_panels(some) for some in rack.reserved)


def free_panels(rack: Rack, catalog: Catalog, height_u: int) -> int:
    """Return the number of panels of a height that find units in a rack."""
    most = catalog.rack(rack.part).height_u // height_u
    return sum(unit is not None for unit in units_for_panels(rack, catalog, most, height_u))


def lacking_units(
    needs: Mapping[int, tuple[int, int]], floor: Floor, catalog: Catalog, where: PanelRacks
) -> dict[int, tuple[int, int]]:
    """Return the racks of devices whose panels are wanted in panel racks, with number and height of those.

    Parameters
    ----------
    needs
        Number of panels and their height in units of each rack, by its index, if all are in it.
    """
    if where == "devices":
        return {}
    return {
        rack: (count, height)
        for rack, (count, height) in sorted(needs.items())
        if where == "own" or free_panels(floor.racks[rack], catalog, height) < count
    }


def panel_homes(
    needs: Mapping[int, tuple[int, int]], cabling: Cabling, catalog: Catalog, where: PanelRacks
) -> Longs:
    """Return for each rack, by its index, the rack in which the panels of its devices are.

    The panels of a rack stay together: they go into the nearest panel rack with room for all of them, by the
    trays, those of its row first; with racks of their own only into one of its row, so that cables between
    rows go over panels at both ends. Where none has room they stay in the rack of the devices.

    Parameters
    ----------
    needs
        As in :func:`lacking_units`.
    """
    floor = cabling.positions.floor
    homes = np.arange(len(floor.racks))
    wanted = lacking_units(needs, floor, catalog, where)
    panel_racks = [index for index, rack in enumerate(floor.racks) if is_panel_rack(rack)]
    if not wanted or not panel_racks:
        return homes
    of_row = np.array([rack.row for rack in floor.racks])
    left: dict[int, dict[int, int]] = {}
    away = _distances(cabling, np.array(list(wanted), np.int64), np.array(panel_racks, np.int64))
    for (rack, (count, height)), distances in zip(wanted.items(), away, strict=True):
        if rack in panel_racks:
            continue
        room = left.setdefault(
            height, {one: free_panels(floor.racks[one], catalog, height) for one in panel_racks}
        )
        near = np.lexsort((panel_racks, distances, of_row[panel_racks] != of_row[rack]))
        for number in near.tolist():
            home = panel_racks[number]
            if where == "own" and of_row[home] != of_row[rack]:
                break
            if distances[number] >= 0 and room[home] >= count:
                room[home] -= count
                homes[rack] = home
                break
    return homes


def _distances(cabling: Cabling, racks: Longs, panel_racks: Longs) -> Longs:
    """Metres in trays from racks to panel racks in micrometres; negative where no tray leads there."""
    a, b = np.repeat(racks, len(panel_racks)), np.tile(panel_racks, len(racks))
    low, high = np.minimum(a, b), np.maximum(a, b)
    runs = shortest_runs(cabling.positions.graph, low, high, ways=cabling.positions.ways)
    found: Longs = runs.length_um.reshape(len(racks), len(panel_racks))
    return found
