"""Lay again only the cables of nodes that move; for drags and the optimiser.

Links depend on each other through the groups that one cable may carry and the cages that links share. All
that depends on a link of a moved node is laid again, all else stays, so both together are what laying
everything would give.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fatdesk.engine.cabling.by_hand import ByHand, with_wishes
from fatdesk.engine.cabling.formed import Formed, Share, share, whole
from fatdesk.engine.cabling.laying import Cabling, FabricCabling, lay_shares
from fatdesk.engine.cabling.positions import FloorPositions
from fatdesk.engine.cabling.routes import Runs
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.catalog import Catalog

SearchRequirements = Mapping[int, ByHand]


@dataclass(frozen=True, eq=False)
class Moving:
    """For each fabric the groups that are laid again, and the cables that stay."""

    shares: tuple[Share, ...]
    staying: tuple[FabricCabling, ...]

    def lay(
        self,
        positions: FloorPositions,
        wishes: Sequence[SearchRequirements],
        rules: CablingRules,
        catalog: Catalog,
    ) -> tuple[list[FabricCabling], Runs]:
        """Lay the changed cables at the present positions; ``wishes`` as of all cables."""
        made, runs = lay_shares(self.shares, positions, rules)
        decided = [with_wishes(one, wish, rules, catalog) for one, wish in zip(made, wishes, strict=True)]
        return decided, runs


def moving(formed: Sequence[Formed], cabling: Cabling, moved: Sequence[NDArray[np.bool_]]) -> Moving:
    """Part the cables of a project into those that change when some nodes move, and those that stay.

    Parameters
    ----------
    cabling
        All cables, decisions by hand included.
    moved
        Which nodes of each fabric move.
    """
    shares, staying = [], []
    for one, made, nodes in zip(formed, cabling.fabrics, moved, strict=True):
        groups = one.groups
        ends = one.fabric.ends
        touched: NDArray[np.bool_] = nodes[ends[:, 0]] | nodes[ends[:, 1]]
        group = np.repeat(np.arange(len(groups.need)), np.diff(groups.start))
        hit = np.zeros(len(groups.need), bool)
        hit[group[touched[groups.links]]] = True
        hung = one.hang >= 0
        hit[hung] |= np.isin(one.hang[hung], np.unique(one.hang[hung & hit]))
        # the plug at the near end of an external link depends on all cables of the fabric
        everything = bool(len(one.outside)) and bool(hit.any() or touched[one.outside].any())
        changes = np.zeros(len(ends), bool)
        changes[groups.links] = hit[group] | everything
        changes[one.outside] = everything
        shares.append(whole(one) if everything else share(one, np.flatnonzero(hit)))
        staying.append(made.take(np.flatnonzero(~changes[made.heads])))
    return Moving(tuple(shares), tuple(staying))
