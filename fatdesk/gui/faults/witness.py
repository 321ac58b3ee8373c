"""A fatal combination ready to be drawn: the network, what is out of it, and the sentence below the title."""

from typing import NamedTuple

import numpy as np

from fatdesk.engine.fabric.as_network import as_network
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.topology.drawing import Drawing
from fatdesk.engine.topology.emphasis import Emphasis
from fatdesk.engine.topology.figures import Colouring
from fatdesk.engine.topology.looking import Looking
from fatdesk.engine.topology.studied import studied
from fatdesk.gui.analysis.outages import Ints, switches_alone
from fatdesk.gui.faults.curves import Fatal
from fatdesk.gui.faults.fatal_text import fatal_sentence
from fatdesk.networks.fault_tolerance.naming import unit_names
from fatdesk.networks.fault_tolerance.study import FaultsAsked
from fatdesk.networks.fault_tolerance.units import FaultUnits, fault_units, usable_without
from fatdesk.networks.network import Network
from fatdesk.networks.routing import fitting
from fatdesk.networks.simulation.study import Simulated
from fatdesk.project.derived.derived import Derived

MOST_LINKS = 60_000
"""Networks of more links are shown in Topology only."""


class Witness(NamedTuple):
    """What is drawn of a fatal combination.

    Attributes
    ----------
    links, nodes
        What is out, by the numbers of the drawing: links of which one way or both are; switches.
    names
        What is out, by its names.
    both_ways
        Whether links that are out are so both ways.
    """

    looking: Looking
    sentence: str
    links: tuple[int, ...]
    nodes: tuple[int, ...]
    names: tuple[str, ...]
    both_ways: bool


class _Ground(NamedTuple):
    """A network ready to be drawn; ``links`` are those of the drawing for those of the network."""

    fabric: Fabric
    network: Network
    links: Ints
    names: tuple[str, ...]
    drawing: Drawing
    colours: Colouring


class Witnesses:
    """Makes what is drawn; the last network is kept."""

    def __init__(self) -> None:
        self._kept: tuple[object, _Ground] | None = None

    def make(
        self, derived: Derived, asked: Simulated, scheme: str, fails: FaultsAsked, fatal: Fatal
    ) -> Witness:
        """What is drawn of a combination in a network under a scheme.

        Raises
        ------
        FatdeskError
            When the network cannot be built, or the scheme does not fit.
        """
        from fatdesk.networks.fault_tolerance.reach import Reach

        ground = self._ground(derived, asked)
        network = ground.network
        units = fault_units(network, fails)
        things = np.array(fatal.things, np.int32)
        dead = np.zeros(network.node_count, np.bool_)
        if fails.among == "switches":
            dead[units.of[things]] = True
        usable = usable_without(network, units, things)
        left = Reach(network, fitting(scheme, network)).left(usable, dead)
        sentence = fatal_sentence(network, units, fatal.things, ground.names, left)
        links = _links(network, units, things)
        emphasis = Emphasis.none(ground.fabric)
        emphasis.dead[: len(dead)] = dead
        emphasis.out[ground.links[links]] = True
        emphasis.cut[: network.hosts] = left.cut_off & ~dead[: network.hosts]
        emphasis.cut |= switches_alone(network, emphasis.dead, emphasis.cut)
        return Witness(
            Looking(ground.drawing, ground.colours, emphasis),
            sentence,
            tuple(ground.links[links].tolist()),
            tuple(np.flatnonzero(dead).tolist()),
            unit_names(network, units, things, ground.names),
            network.one_way or fails.whole or fails.among == "switches",
        )

    def _ground(self, derived: Derived, asked: Simulated) -> _Ground:
        if asked.spec:
            bare = derived.study(asked.spec)
            if self._kept is None or self._kept[0] is not bare:
                made = studied(asked.name, asked.spec, bare)
                links = np.arange(bare.link_count, dtype=np.int32)
                drawing, colours = made.drawing(), made.colouring(made.modes[0])
                self._kept = (bare, _Ground(made.fabric, bare, links, made.names, drawing, colours))
            return self._kept[1]
        derived.bare_network(asked.fabric)  # says why, where there is none
        number = [fabric.name for fabric in derived.fabrics].index(asked.fabric)
        fabric = derived.fabrics[number]
        if self._kept is None or self._kept[0] is not fabric:
            network, links = as_network(fabric)
            names = derived.names[number]
            none = np.full(fabric.node_count, -1, np.int32)
            drawing = Drawing(fabric, names, none, (), derived.catalog)
            level = fabric.level[fabric.ends].max(axis=1).astype(np.int64)
            words = tuple(f"Level {n}" for n in range(int(level.max(initial=0)) + 1))
            colours = Colouring("level", "Level", level, words)
            self._kept = (fabric, _Ground(fabric, network, links, names, drawing, colours))
        return self._kept[1]


def _links(network: Network, units: FaultUnits, things: Ints) -> Ints:
    """Links of which at least one way is out."""
    out = units.out(things)
    return out if network.one_way else np.unique(out // 2).astype(np.int32)
