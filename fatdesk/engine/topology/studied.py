"""A network of a paper ready to be looked at: names, layout, colours; nothing that it does not have."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.fabric.of_network import fabric_of
from fatdesk.engine.topology.drawing import Drawing
from fatdesk.engine.topology.figures import Colouring, Mode
from fatdesk.engine.topology.lattice import lay_on_grid
from fatdesk.engine.topology.laying_out import lay_out
from fatdesk.engine.topology.layout import Layout
from fatdesk.engine.topology.ranked import lay_in_rows
from fatdesk.networks.network import Network
from fatdesk.networks.topologies import (
    hyperx,
    kary_tree,
    mirrored,
    named_network,
    ruft,
    star_network,
    two_level_network,
    universal,
)
from fatdesk.networks.topologies.topology import numbers, whole

MOST_LINKS = 4_000_000
"""Networks of more links are not drawn."""
STAGED = tuple(recipe.name for recipe in ruft.RECIPES)
MIRRORED = (mirrored.CLOS, mirrored.MIKANT)
BOUGHT = (star_network.WORD, two_level_network.WORD)
"""Of these rows are called as those of fabrics are."""


@dataclass(frozen=True, eq=False)
class Studied:
    """A network with its addresses as names.

    Attributes
    ----------
    word
        The word of its topology in a SPEC; empty for a graph in a file.
    fabric
        The same nodes and links by the same numbers, with ids ``NAME/NODE``.
    """

    name: str
    spec: str
    word: str
    network: Network
    fabric: Fabric
    names: tuple[str, ...]

    @cached_property
    def node_of(self) -> dict[str, int]:
        """The node of each id."""
        return {key: node for node, key in enumerate(self.fabric.ids)}

    @property
    def modes(self) -> tuple[Mode, ...]:
        """What its links can be coloured by, the usual one first."""
        return ("lane", "level") if self.network.lane.any() else ("level",)

    @property
    def level_title(self) -> str:
        """What its links are coloured by where others are by level."""
        return "Dimension" if self.word == hyperx.NAME else "Level"

    def drawing(self) -> Drawing:
        """Layout and bundles."""
        none = np.full(self.network.node_count, -1, np.int32)
        notes = ONE_WAY if self.word in STAGED else ()
        return Drawing(self.fabric, self.names, none, (), Catalog(()), layout=self._layout(), notes=notes)

    def colouring(self, mode: Mode) -> Colouring:
        """How its links are coloured."""
        network = self.network
        if mode == "lane":
            names = ("Primary", "Secondary")
            return Colouring("lane", "Links", network.lane.astype(np.int64), names, kinds=("DAC", "ACC"))
        if self.word == hyperx.NAME:
            return Colouring("level", self.level_title, *self._dimensions())
        level = network.level[network.ends].astype(np.int64)
        top = int(network.level.max())
        of_hosts = (network.ends < network.hosts).any(axis=1)
        code = np.where(of_hosts, 0, np.where(level[:, 0] == level[:, 1], top, level.max(axis=1) - 1))
        steps = [f"{self._word(n)} to {self._word(n + 1, short=True)}" for n in range(1, top)]
        across = "Between the groups" if self.word in MIRRORED else "Between switches"
        return Colouring("level", "Level", code, ("Of hosts", *steps, across))

    def _dimensions(self) -> tuple[Longs, tuple[str, ...]]:
        """For each link of a lattice the dimension along which it leads, from 1; 0: of hosts."""
        network = self.network
        S = numbers(network.params, "S")
        a, b = (network.ends.astype(np.int64) - network.hosts).T
        code, step = np.zeros(len(a), np.int64), 1
        for dimension in range(len(S), 0, -1):
            code[(a >= 0) & (a // step % S[dimension - 1] != b // step % S[dimension - 1])] = dimension
            step *= S[dimension - 1]
        return code, ("Of hosts", *(f"Along dimension {n}" for n in range(1, len(S) + 1)))

    def _word(self, level: int, *, short: bool = False) -> str:
        """What a level of switches is called, by the number that addresses have."""
        name, top = self.word, int(self.network.level.max())
        word, number = "Level", level
        if name in (kary_tree.NAME, *STAGED):
            word, number = "Stage", level - 1
        elif name in MIRRORED:
            number = level - 1
        elif name == universal.NAME:
            number = top - level
        return f"{number}" if short else f"{word} {number}"

    def _layout(self) -> Layout:
        """Where everything stands: as its paper draws it, else hosts under the switches that they hang on."""
        network, fabric = self.network, self.fabric
        if self.word == hyperx.NAME:
            params = network.params
            return lay_on_grid(fabric, network.hosts, numbers(params, "S"), whole(params, "T"))
        if self.word in STAGED:
            return self._staged()
        if self.word in MIRRORED and whole(network.params, "n") > 1:
            return self._mirrored()
        ways = np.bincount(network.ends[network.ends < network.hosts])
        if self.word == kary_tree.NAME or ways.max() > 1 or network.one_way:
            return self._by_level()
        laid = lay_out(fabric, Catalog(()))
        if self.word in BOUGHT:
            return laid
        words = tuple(self._word(level) for level in range(1, laid.columns.levels + 1))
        return replace(laid, row_words=words, row_levels=tuple(range(1, len(words) + 1)))

    def _staged(self) -> Layout:
        """Stages from the hosts up, and the hosts once more over the last, where its links lead."""
        network = self.network
        hosts = np.arange(network.hosts, dtype=np.int64)
        top = int(network.level.max())
        stages = [np.flatnonzero(network.level == level) for level in range(1, top + 1)]
        into = network.ends[:, 1] < network.hosts
        last = network.ends[into & (network.lane == 0)]
        back = last[np.lexsort((last[:, 1], last[:, 0])), 1].astype(np.int64)
        words = ["Hosts send", *(self._word(n) for n in range(1, top + 1)), "Hosts receive"]
        rows = [hosts, *stages, back]
        return lay_in_rows(self.fabric, rows, words, into, network.lane if network.lane.any() else None)

    def _mirrored(self) -> Layout:
        """Group 0 from its hosts up, what is between, and group 1 turned over with its hosts on top."""
        network, params = self.network, self.network.params
        k, n = whole(params, "k"), whole(params, "n")
        each, hosts = k ** (n - 1), network.hosts
        p = np.arange(k**n, dtype=np.int64)
        in_order = p[np.lexsort((p // each, p % each))]
        first = hosts + np.arange(2 * (n - 1), dtype=np.int64) * each
        levels = [start + np.arange(each) for start in first.tolist()]
        rows = [in_order, *levels[: n - 1]]
        words = ["Group 0, hosts", *(f"Group 0, level {level}" for level in range(n - 1))]
        if self.word == mirrored.CLOS:
            rows.append(hosts + 2 * (n - 1) * each + np.arange(each))
            words.append("Middle")
        rows += [*levels[: n - 2 : -1], k**n + in_order]
        words += [*(f"Group 1, level {level}" for level in reversed(range(n - 1))), "Group 1, hosts"]
        return lay_in_rows(self.fabric, rows, words)

    def _by_level(self) -> Layout:
        """Hosts in a row by themselves, each link of theirs a line."""
        top = int(self.network.level.max())
        rows = [np.flatnonzero(self.network.level == level) for level in range(top + 1)]
        return lay_in_rows(self.fabric, rows, ["Hosts", *(self._word(n) for n in range(1, top + 1))])


ONE_WAY = ("Packets go upwards; the hosts on top are those below",)


def studied(name: str, spec: str, network: Network) -> Studied:
    """The network of a study, built already."""
    known = named_network(spec)
    names = tuple(known.address(network, node) for node in range(network.node_count))
    ids = [f"{name}/{node}" for node in range(network.node_count)]
    word = "" if known.topology is None else known.topology.name
    return Studied(name, spec, word, network, fabric_of(network, name, ids), names)


def link_count(spec: str) -> int:
    """Return the number of links of the network of a SPEC; only a graph in a file is read for that."""
    known = named_network(spec)
    return known.build().link_count if known.closed is None else known.closed.links
