"""Mass of the cables in racks: from the ports to where they leave the rack, with plugs and what is stored."""

from collections.abc import Sequence

import numpy as np

from fatdesk.core.arrays import Longs, distinct
from fatdesk.core.units import UM_PER_M
from fatdesk.engine.cabling.rack_sides import EndRoles, HungCables, RackRoom
from fatdesk.engine.cabling.rules import ExcessAt
from fatdesk.engine.floor.budget import Extra, InRacks
from fatdesk.engine.floor.floor import Rack


def cables_in_racks(
    hung: Sequence[HungCables], room: RackRoom, racks: Sequence[Rack], at: ExcessAt
) -> InRacks:
    """Return the mass of the cables in each rack, by its number; racks without cables are left out.

    A cable that is within a rack counts there whole, one to outside the project not at all. Of others counts
    what runs in the rack; slack and tolerance are divided between both ends, and excess is where it is
    stored.
    """
    mass = np.zeros(len(racks))
    here = np.zeros(len(racks), bool)
    lacks: dict[int, set[str]] = {}
    for made in hung:
        ends = made.ends
        ordered_here = ~made.outside[ends.cable]
        here[ends.rack[ordered_here]] = True
        roles = EndRoles.of(ends, made.number)
        cables = [choice.option.cable for choice in made.choices]
        per_um = np.array([(cable.mass_kg_per_m or 0.0) / UM_PER_M for cable in cables] + [0.0])
        of_plug = np.array([cable.mass_kg_per_end or 0.0 for cable in cables] + [0.0])
        plugs = np.array([(min(cable.ends), max(cable.ends)) for cable in cables] + [(1, 1)], np.float64)
        outside = np.where(ends.within, 0, room.outside_um[ends.rack])
        known = np.bincount(ends.cable, ends.run_um + outside, made.number).astype(np.int64)
        known += np.maximum(made.route_um, 0)
        excess = made.stored_um
        rest = np.maximum(made.ordered_um - known - excess, 0)
        length = ends.run_um + roles.shared(rest[ends.cable], "both") + roles.shared(excess[ends.cable], at)
        choice = made.choice[ends.cable]
        near, far = plugs[choice].T
        inner = np.bincount(ends.cable, ends.within, made.number)[ends.cable]
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


def _add_lacking(lacks: dict[int, set[str]], made: HungCables, rack: Longs, choice: Longs) -> None:
    """Add the parts of unknown mass in each rack; an empty id is a cable that is not chosen."""
    parts = {
        number: some.option.cable.id
        for number, some in enumerate(made.choices)
        if some.option.cable.mass_kg_per_m is None or some.option.cable.mass_kg_per_end is None
    }
    unknown = np.ones(len(made.choices) + 1, bool)
    unknown[:-1] = [number in parts for number in range(len(made.choices))]
    some = unknown[choice]
    pairs = distinct(rack[some] * len(unknown) + choice[some] % len(unknown))
    for index, number in zip(*(column.tolist() for column in np.divmod(pairs, len(unknown))), strict=True):
        lacks.setdefault(index, set()).add(parts.get(number, ""))
