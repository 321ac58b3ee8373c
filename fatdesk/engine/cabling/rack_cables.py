"""Mass of the cables in racks: from the ports to where they leave the rack, with plugs and what is stored."""

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.core.units import UM_PER_M
from fatdesk.engine.cabling.laying import Cabling, FabricCabling
from fatdesk.engine.cabling.rack_sides import EndRoles, RackRoom, ends_in_racks, stored_um
from fatdesk.engine.cabling.spans import State
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.floor.budget import Extra, InRacks


def cables_in_racks(cabling: Cabling, catalog: Catalog) -> InRacks:
    """Return the mass of the cables in each rack, by its number; racks without cables are left out.

    A cable that is within a rack counts there whole, one to outside the project not at all. Of others counts
    what runs in the rack; slack and tolerance are divided between both ends, and excess is where it is
    stored.
    """
    room, at = RackRoom.of(cabling.positions, catalog, cabling.depth), cabling.excess_at
    racks = cabling.positions.floor.racks
    mass = np.zeros(len(racks))
    here = np.zeros(len(racks), bool)
    lacks: dict[int, set[str]] = {}
    for made, seats in zip(cabling.fabrics, cabling.positions.placed, strict=True):
        ends = ends_in_racks(made, seats, np.zeros(made.fabric.ends.shape, np.int8), room)
        ordered_here = made.spans.state[ends.cable] != State.EXTERNAL
        here[ends.rack[ordered_here]] = True
        roles = EndRoles.of(ends, made.count)
        cables = [choice.option.cable for choice in made.choices]
        per_um = np.array([(cable.mass_kg_per_m or 0.0) / UM_PER_M for cable in cables] + [0.0])
        of_plug = np.array([cable.mass_kg_per_end or 0.0 for cable in cables] + [0.0])
        plugs = np.array([(min(cable.ends), max(cable.ends)) for cable in cables] + [(1, 1)], np.float64)
        ordered = np.array([choice.ordered_um for choice in made.choices] + [0], np.int64)[made.choice]
        outside = np.where(ends.within, 0, room.outside_um[ends.rack])
        known = np.bincount(ends.cable, ends.run_um + outside, made.count).astype(np.int64)
        known += np.maximum(made.spans.route_um, 0)
        excess = stored_um(made)
        rest = np.maximum(ordered - known - excess, 0)
        length = ends.run_um + roles.shared(rest[ends.cable], "both") + roles.shared(excess[ends.cable], at)
        choice = made.choice[ends.cable]
        near, far = plugs[choice].T
        inner = np.bincount(ends.cable, ends.within, made.count)[ends.cable]
        count = np.where(
            roles.is_far, far / np.maximum(roles.far + inner, 1), near / np.maximum(roles.near, 1)
        )
        count += np.where(ends.within, far / np.maximum(roles.far + inner, 1), 0.0)
        mass += np.bincount(ends.rack, length * per_um[choice] + count * of_plug[choice], len(racks))
        _add_lacking(lacks, made, ends.rack[ordered_here], choice[ordered_here])
    return {
        racks[index].number: Extra(
            mass_kg=round(float(mass[index]), 6), lacks_mass=tuple(sorted(lacks.get(index, ())))
        )
        for index in np.flatnonzero(here).tolist()
    }


def _add_lacking(lacks: dict[int, set[str]], made: FabricCabling, rack: Longs, choice: Longs) -> None:
    """Add the parts of unknown mass in each rack; an empty id is a cable that is not chosen."""
    parts = {
        number: some.option.cable.id
        for number, some in enumerate(made.choices)
        if some.option.cable.mass_kg_per_m is None or some.option.cable.mass_kg_per_end is None
    }
    unknown = np.ones(len(made.choices) + 1, bool)
    unknown[:-1] = [number in parts for number in range(len(made.choices))]
    some = unknown[choice]
    pairs = np.unique(np.stack([rack[some], choice[some]], axis=1), axis=0) if some.any() else ()
    for index, number in np.asarray(pairs, np.int64).reshape(-1, 2).tolist():
        lacks.setdefault(index, set()).add(parts.get(number, ""))
