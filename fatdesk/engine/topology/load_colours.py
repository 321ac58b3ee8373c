"""Colours of links by load: five bins up to a round figure, and links without a result."""

import math

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.topology.link_colours import BINS, Colouring

NONE = -1
STEPS = (1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)
"""Round widths of bins, times a power of ten."""


def load_top(worst: float) -> float:
    """The upper end of the bins: 1, which is a full channel, or a round figure above.

    >>> load_top(0.4), load_top(2.75), load_top(0.0)
    (1.0, 3.0, 1.0)
    """
    if worst <= 1:
        return 1.0
    power = 10.0 ** math.floor(math.log10(worst / BINS))
    tops = (round(step * power * BINS, 12) for step in STEPS)
    return next(top for top in tops if top >= worst * (1 - 1e-9))


def load_bin(factor: float, top: float) -> int:
    """The bin of a load factor, 0 the least.

    >>> load_bin(0.0, 1.0), load_bin(0.2, 1.0), load_bin(1.0, 1.0)
    (0, 1, 4)
    """
    return min(BINS - 1, int(factor / top * BINS * (1 + 1e-12)))


def bin_names(top: float) -> tuple[str, ...]:
    """What the bins hold.

    >>> bin_names(1.0)
    ('0–0.2', '0.2–0.4', '0.4–0.6', '0.6–0.8', '0.8–1')
    """
    step = top / BINS
    return tuple(f"{n * step:g}–{(n + 1) * step:g}" for n in range(BINS))


def by_load(factor: Floats, note: str, ends: NDArray[np.int32], kind: NDArray[np.int32]) -> Colouring:
    """Links coloured by their load factors, and hosts by those of their links; nan: not known.

    Parameters
    ----------
    note
        Of which traffic they are.
    ends, kind
        Of the fabric: the nodes of each link, and what each node is.
    """
    known = ~np.isnan(factor)
    top = load_top(float(factor[known].max(initial=0.0)))
    share = np.where(known, factor, 0.0) / top * BINS * (1 + 1e-12)
    code = np.where(known, np.minimum(share, BINS - 1), BINS).astype(np.int64)
    of_node = np.full(len(kind), NONE, np.int64)
    for side in (0, 1):
        np.maximum.at(of_node, ends[known, side], code[known])
    of_node[kind != NodeKind.HOST] = NONE
    return Colouring("load", "Load factor", code, (*bin_names(top), "Not known"), of_node, note=note)
