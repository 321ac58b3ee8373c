"""Power and mass of what cables plug into devices: transceivers, and the ends of active cables."""

from collections.abc import Iterable, Mapping

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.engine.cabling.laying import FabricCabling
from fatdesk.engine.cabling.spans import State
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Cable
from fatdesk.engine.floor.budget import Extra, Plugged

PASSIVE = ("copper", "fibre")


def cable_power(cable: Cable) -> float | None:
    """What a cable draws at all of its ends together; passive ones draw nothing."""
    return 0.0 if cable.medium in PASSIVE else cable.power_w


def modules_at(made: FabricCabling) -> dict[str, Longs]:
    """For each transceiver part the node of each cage that one is plugged into, once for each cage."""
    cages: dict[str, list[Longs]] = {}
    nodes: dict[str, list[Longs]] = {}

    def add(part: str, links: Longs, end: int) -> None:
        cages.setdefault(part, []).append(made.cage[links, end])
        nodes.setdefault(part, []).append(made.fabric.ends[links, end].astype(np.int64))

    size = np.diff(made.start)
    for number in chosen_of(made):
        option = made.choices[number].option
        if option.a is None or option.b is None:
            continue
        links = made.links[np.repeat(made.choice == number, size)]
        add(option.a.id, links, 0)
        add(option.b.id, links, 1)
    if made.external_module:
        add(made.external_module, made.links[np.repeat(made.spans.state == State.EXTERNAL, size)], 0)
    found = {}
    for part, some in cages.items():
        cage, first = np.unique(np.concatenate(some), return_index=True)
        found[part] = np.concatenate(nodes[part])[first][cage >= 0]
    return found


def chosen_of(made: FabricCabling) -> list[int]:
    """The choices that some cable has."""
    chosen: list[int] = np.flatnonzero(np.bincount(made.choice[made.choice >= 0])).tolist()
    return chosen


def plugged_into(fabrics: Iterable[FabricCabling], catalog: Catalog) -> Plugged:
    """For each device by id what its transceivers and active cables add to its power and mass.

    An active cable draws one half at each end; the legs of a splitter share theirs evenly. What will be
    plugged in where no cable is chosen is unknown.
    """
    found: dict[str, Extra] = {}
    for made in fabrics:
        for node, extra in _of_fabric(made, catalog).items():
            name = made.fabric.ids[node]
            found[name] = found[name] + extra if name in found else extra
    return found


def _of_fabric(made: FabricCabling, catalog: Catalog) -> Mapping[int, Extra]:
    count = made.fabric.node_count
    power, mass = np.zeros(count), np.zeros(count)
    lacks_power: dict[int, set[str]] = {}
    lacks_mass: dict[int, set[str]] = {}
    touched = np.zeros(count, bool)
    for part_id, nodes in modules_at(made).items():
        part = catalog[part_id]
        touched[nodes] = True
        for figure, sums, lacks in ((part.power_w, power, lacks_power), (part.mass_kg, mass, lacks_mass)):
            if figure is None:
                _lack(lacks, nodes, part_id)
            else:
                np.add.at(sums, nodes, figure)
    size = np.diff(made.start)
    for number in chosen_of(made):
        cable = made.choices[number].option.cable
        watts = cable_power(cable)
        if watts == 0.0:
            continue
        here = made.choice == number
        links = made.links[np.repeat(here, size)]
        ends = made.fabric.ends[links]
        touched[ends] = True
        if watts is None:
            _lack(lacks_power, ends.ravel(), cable.id)
        else:
            each = np.repeat(watts / 2 / size[here], size[here])
            np.add.at(power, ends[:, 0], each)
            np.add.at(power, ends[:, 1], each)
    unknown = made.choice < 0
    outside = made.spans.state == State.EXTERNAL
    if made.external_module:
        unknown &= ~outside
    ends = made.fabric.ends[made.links[np.repeat(unknown, size)]]
    inside = ~np.repeat(outside, size)[np.repeat(unknown, size)]
    nodes = np.concatenate([ends[:, 0], ends[inside, 1]])
    touched[nodes] = True
    _lack(lacks_power, nodes, "")
    _lack(lacks_mass, nodes, "")
    return {
        node: Extra(
            power_w=round(float(power[node]), 6),
            lacks_power=tuple(sorted(lacks_power.get(node, ()))),
            mass_kg=round(float(mass[node]), 6),
            lacks_mass=tuple(sorted(lacks_mass.get(node, ()))),
        )
        for node in np.flatnonzero(touched).tolist()
    }


def _lack(lacks: dict[int, set[str]], nodes: Longs, part: str) -> None:
    for node in np.unique(nodes).tolist():
        lacks.setdefault(node, set()).add(part)
