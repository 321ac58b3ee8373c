"""What joins the ports of many switches with those of many others, as arrays, asked once a pair of kinds."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fatdesk.core.arrays import Bools
from fatdesk.engine.catalog.matching import Kind
from fatdesk.engine.families.problem import Problem
from fatdesk.engine.families.table import Ints


@dataclass(frozen=True)
class Joins:
    """Of each pair whether it can be joined, whether that takes transceivers, and which (as items)."""

    able: Bools
    needs: Bools
    at_a: Ints
    at_b: Ints
    by_bundle: Bools
    """Whether the cable for several links fits."""


class KindJoins:
    """Joins between the kinds of some ports.

    Parameters
    ----------
    a, b
        Kinds of ports; equal ones are asked once.
    """

    def __init__(self, problem: Problem, a: Sequence[Kind], b: Sequence[Kind]) -> None:
        of_a, of_b = ({kind.key: kind for kind in side} for side in (a, b))
        place_a, place_b = ({key: n for n, key in enumerate(side)} for side in (of_a, of_b))
        self._a = np.array([place_a[kind.key] for kind in a], dtype=np.int64)
        self._b = np.array([place_b[kind.key] for kind in b], dtype=np.int64)
        shape = (len(of_a), len(of_b))
        able, needs, by_bundle = (np.zeros(shape, dtype=np.bool_) for _ in range(3))
        at_a, at_b = (np.zeros(shape, dtype=np.int64) for _ in range(2))
        cable = problem.bundle_cable
        for i, one in enumerate(of_a.values()):
            for j, other in enumerate(of_b.values()):
                join = problem.matcher.join(one, other)
                able[i, j] = join is not None
                if join is not None and join.needs_transceivers and join.transceivers is not None:
                    needs[i, j] = True
                    at_a[i, j], at_b[i, j] = map(problem.transceiver, join.transceivers)
                ends = (one.connector, other.connector)
                by_bundle[i, j] = cable is not None and cable.connectors in {ends, ends[::-1]}
        self._all = Joins(able, needs, at_a, at_b, by_bundle)

    def of(self, a: Ints, b: Ints) -> Joins:
        """Of pairs by their numbers among ``a`` and ``b``; the arrays broadcast."""
        i, j = np.broadcast_arrays(self._a[a], self._b[b])
        every = self._all
        return Joins(
            every.able[i, j], every.needs[i, j], every.at_a[i, j], every.at_b[i, j], every.by_bundle[i, j]
        )
