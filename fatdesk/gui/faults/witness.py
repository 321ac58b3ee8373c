"""A fatal combination prepared for drawing, with the sentence that describes it."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from fatdesk.core.arrays import Ints
from fatdesk.core.memo import Memo
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.fabric.fabric import Fabric, as_network
from fatdesk.engine.topology.drawing import Drawing
from fatdesk.engine.topology.frame import Emphasis
from fatdesk.engine.topology.frames import Looking
from fatdesk.engine.topology.link_colours import Colouring
from fatdesk.engine.topology.reference_drawing import studied
from fatdesk.gui.analysis.outages import switches_alone
from fatdesk.gui.faults.columns import hosts_text
from fatdesk.gui.faults.curves import Fatal
from fatdesk.gui.widgets.numbers import counted
from fatdesk.networks.fault_tolerance.impact import Left
from fatdesk.networks.fault_tolerance.study import FaultParameters
from fatdesk.networks.fault_tolerance.units import FaultUnits, fault_units, unit_names, usable_without
from fatdesk.networks.network import Network
from fatdesk.networks.routing import fitting
from fatdesk.networks.study import StudyNetwork
from fatdesk.project.derived.derived import Derived

MOST_NAMED = 3
"""Of more elements only the count is stated."""

WAYS = {
    "up": "All uplinks of",
    "down": "All links down to",
    "in": "All links into",
    "out": "All links out of",
    "host": "All links of hosts at",
}
"""Names of the links that lead one way at a switch."""


def fatal_sentence(
    network: Network, units: FaultUnits, elements: Sequence[int], names: Sequence[str], left: Left
) -> str:
    """Describe the failed elements, the isolated hosts, and the number of disconnected pairs.

    Parameters
    ----------
    names
        Of all nodes.
    """
    cut = left.pairs - left.pairs_connected
    alone = np.flatnonzero(left.cut_off).tolist()
    who = "no host is isolated"
    if alone:
        hosts = hosts_text(alone, [names[host] for host in alone])
        who = f"{hosts} {'is' if len(alone) == 1 else 'are'} isolated"
    return f"{_what(network, units, elements, names)}: {who}, {cut:,} of {left.pairs:,} pairs disconnected."


def _what(network: Network, units: FaultUnits, elements: Sequence[int], names: Sequence[str]) -> str:
    whole = None if units.requested.among == "switches" else _around(network, units, elements)
    if whole is not None:
        node, way, count = whole
        joined = f"{WAYS[way]} switch {names[node]}"
        more = len(elements) - count
        return f"{joined} and {counted(more, 'link')} more" if more else joined
    failed = unit_names(network, units, elements, names)
    word = "switch" if units.requested.among == "switches" else "link"
    if len(failed) > MOST_NAMED:
        return f"{counted(len(failed), word)} failed"
    lead = "Switch" if word == "switch" else "Link"
    lead = lead if len(failed) == 1 else f"{lead}es" if word == "switch" else f"{lead}s"
    return f"{lead} {', '.join(failed)} failed"


def _around(network: Network, units: FaultUnits, elements: Sequence[int]) -> tuple[int, str, int] | None:
    """The node of which all links one way are out, how they lead, and how many failures that takes."""
    channels = network.channels
    gone = np.zeros(len(channels), np.bool_)
    gone[units.out(np.array(elements, np.int32))] = True
    tail, head = channels[:, 0], channels[:, 1]
    level, hosts = network.level, network.hosts
    inner = (tail >= hosts) & (head >= hosts)
    touched = np.unique(channels[gone])
    up = inner & (level[head] > level[tail])
    for word, side, kind in (
        ("up", tail, up),
        ("down", head, inner & (level[head] < level[tail])),
        ("in", head, inner),
        ("out", tail, inner),
        ("host", tail, ~inner),
        ("host", head, ~inner),
    ):
        for node in touched[touched >= hosts].tolist():
            mine = kind & (side == node)
            if mine.any() and gone[mine].all():
                of_thing = [
                    bool(mine[units.channel[units.start[some] : units.start[some + 1]]].any())
                    for some in elements
                ]
                if sum(of_thing) > len(elements) / 2:
                    return node, word, sum(of_thing)
    return None


MOST_LINKS = 60_000
"""Networks of more links are shown in Topology only."""


class Witness(NamedTuple):
    """Drawing of a fatal combination.

    Attributes
    ----------
    links, nodes
        Failed links, in one direction or both, and switches, by the numbers of the drawing.
    names
        Names of the failed elements.
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
        self._memo = Memo[str](most=1)

    def make(
        self, derived: Derived, requested: StudyNetwork, scheme: str, fails: FaultParameters, fatal: Fatal
    ) -> Witness:
        """Make the drawing of a combination in a network under a routing algorithm.

        Raises
        ------
        FatdeskError
            When the network cannot be built, or the scheme does not fit.
        """
        from fatdesk.networks.fault_tolerance.connectivity.reach import Reach

        ground = self._ground(derived, requested)
        network = ground.network
        units = fault_units(network, fails)
        elements = np.array(fatal.elements, np.int32)
        dead = np.zeros(network.node_count, np.bool_)
        if fails.among == "switches":
            dead[units.of[elements]] = True
        usable = usable_without(network, units, elements)
        left = Reach(network, fitting(scheme, network)).left(usable, dead)
        sentence = fatal_sentence(network, units, fatal.elements, ground.names, left)
        links = _links(network, units, elements)
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
            unit_names(network, units, elements, ground.names),
            network.one_way or fails.whole or fails.among == "switches",
        )

    def _ground(self, derived: Derived, requested: StudyNetwork) -> _Ground:
        if requested.spec:
            bare = derived.study(requested.spec)
            return self._memo.keep(requested.spec, (bare,), lambda: _ground_of_spec(requested, bare))
        derived.bare_network(requested.fabric)  # says why, where there is none
        number = [fabric.name for fabric in derived.fabrics].index(requested.fabric)
        fabric = derived.fabrics[number]
        names = derived.names[number]
        return self._memo.keep(
            requested.fabric, (fabric, names), lambda: _ground_of_fabric(fabric, names, derived.catalog)
        )


def _ground_of_spec(requested: StudyNetwork, bare: Network) -> _Ground:
    made = studied(requested.name, requested.spec, bare)
    links = np.arange(bare.link_count, dtype=np.int32)
    drawing, colours = made.drawing(), made.colouring(made.modes[0])
    return _Ground(made.fabric, bare, links, made.names, drawing, colours)


def _ground_of_fabric(fabric: Fabric, names: tuple[str, ...], catalog: Catalog) -> _Ground:
    network, links = as_network(fabric)
    none = np.full(fabric.node_count, -1, np.int32)
    drawing = Drawing(fabric, names, none, (), catalog)
    level = fabric.level[fabric.ends].max(axis=1).astype(np.int64)
    words = tuple(f"Level {n}" for n in range(int(level.max(initial=0)) + 1))
    return _Ground(fabric, network, links, names, drawing, Colouring("level", "Level", level, words))


def _links(network: Network, units: FaultUnits, elements: Ints) -> Ints:
    """Links of which at least one way is out."""
    out = units.out(elements)
    return out if network.one_way else np.unique(out // 2).astype(np.int32)
