"""Tables 3 and 4 of the fault-tolerant-indirect-topologies paper: published costs next to counted ones."""

from collections.abc import Callable
from typing import NamedTuple

from fatdesk.networks.routing import routing_algorithm
from fatdesk.networks.routing.check import check
from fatdesk.networks.routing.complexity import complexity
from fatdesk.networks.simulation.reference_studies import READY_MADE, Published, ReadyMade
from fatdesk.networks.topologies import named_network

STAGES = 3
"""Of the networks in both tables."""


class PublishedComplexity(NamedTuple):
    """Published switching elements of a switch.

    Attributes
    ----------
    topology, scheme
        First word of the SPEC, and the routing algorithm.
    switches
        Which switches, as the paper names them; empty: all.
    levels
        Their levels in networks of three stages.
    formula, elements
        As text, and from k.
    source
        Where in the paper.
    """

    topology: str
    scheme: str
    switches: str
    levels: tuple[int, ...]
    formula: str
    elements: Callable[[int], int]
    source: str


_ALL = (1, 2, 3)
TABLE_3: tuple[PublishedComplexity, ...] = (
    PublishedComplexity("kary-tree", "fta", "", _ALL, "3 k^2", lambda k: 3 * k * k, "Table 3"),
    PublishedComplexity("ruft", "ruft", "", _ALL, "k^2", lambda k: k * k, "Table 3"),
    PublishedComplexity("ruft-pl", "ruft", "", _ALL, "4 k^2", lambda k: 4 * k * k, "Table 3"),
    PublishedComplexity("ft-ruft-212", "ruft", "intermediate", (2,), "k^2", lambda k: k * k, "Table 3"),
    PublishedComplexity(
        "ft-ruft-212", "ruft", "first and last", (1, 3), "2 k^2", lambda k: 2 * k * k, "Table 3"
    ),
    PublishedComplexity("ft-ruft-222", "ruft", "", _ALL, "4 k^2", lambda k: 4 * k * k, "Table 3"),
    PublishedComplexity(
        "kary-tree", "destro", "", _ALL, "2 k^2 + k", lambda k: 2 * k * k + k, "section 3.1.2"
    ),
    PublishedComplexity("ruft-pl", "ruft-static", "", _ALL, "2 k^2", lambda k: 2 * k * k, "section 4.1.1"),
    PublishedComplexity("ft-ruft-222", "ruft-static", "", _ALL, "2 k^2", lambda k: 2 * k * k, "section 5.5"),
)
"""The rows of the table, and what the text says of other routing algorithms."""


class ComplexityRow(NamedTuple):
    """A published complexity, and what was counted.

    Attributes
    ----------
    paper, by_source, used
        Elements of a switch: by the formula; as the program counts them like the paper; pairs of an input and
        an output that some packet takes, the fewest and the most of these switches.
    """

    published: PublishedComplexity
    k: int
    paper: int
    by_source: int | None
    used: tuple[int, int]


def complexity_rows(k: int) -> tuple[ComplexityRow, ...]:
    """Return Table 3 for switches with k ports.

    >>> [(row.paper, row.by_source) for row in complexity_rows(2)][:4]
    [(12, 12), (4, 4), (16, 16), (4, 4)]
    """
    rows = []
    for published in TABLE_3:
        network = named_network(f"{published.topology}:k={k},n={STAGES}").build()
        table = routing_algorithm(published.scheme).routing_table(network)
        kinds = complexity(network, published.scheme, check(table).dependencies).kinds
        these = [kind for kind in kinds if kind.level in published.levels]
        counted = {kind.by_source for kind in these}
        used = [kind.used for kind in these]
        rows.append(
            ComplexityRow(
                published,
                k,
                published.elements(k),
                counted.pop() if len(counted) == 1 else None,
                (min(used), max(used)),
            )
        )
    return tuple(rows)


class PublishedCost(NamedTuple):
    """Published links and switching elements of a network, with its published performance."""

    links: int
    elements: int
    performance: Published


def _costs(ready: ReadyMade, *figures: tuple[int, int]) -> dict[str, PublishedCost]:
    return {
        performance.network: PublishedCost(links, elements, performance)
        for performance, (links, elements) in zip(ready.published, figures, strict=True)
    }


TABLE_4: tuple[tuple[ReadyMade, dict[str, PublishedCost]], ...] = (
    (READY_MADE[0], _costs(READY_MADE[0], (384, 2304), (256, 768), (512, 3072), (384, 1280), (512, 3072))),
    (
        READY_MADE[1],
        _costs(READY_MADE[1], (3072, 36864), (2048, 12288), (4096, 49152), (3072, 20480), (4096, 49152)),
    ),
)
"""For each size the study that measures it, and what was published of its networks."""
