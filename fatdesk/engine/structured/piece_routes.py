"""Routes and lengths of trunks and patch cords: between racks of panels, and from devices to panels."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fatdesk.core.arrays import Longs, distinct
from fatdesk.core.units import UM_PER_M, um_from_m
from fatdesk.engine.cabling.laying import Cabling, FabricCabling
from fatdesk.engine.cabling.positions import FloorPositions
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.cabling.spans import drops
from fatdesk.engine.trays.routes import Runs, shortest_runs

WITHIN = -1
"""The pair of a piece that stays in one rack."""


@dataclass(frozen=True, eq=False)
class PieceRoutes:
    """Routes of all cables of a project, those over panels in pieces.

    Attributes
    ----------
    homes : (r,) int64
        For each rack the one in which the panels of its devices are.
    pair : for each fabric (k,) int64
        Of each cable an index into the runs: that of its trunk where it goes over panels.
    cords : for each fabric (k, 2) int64
        The same of its patch cords; WITHIN: in one rack.
    """

    runs: Runs
    homes: Longs
    pair: tuple[Longs, ...]
    cords: tuple[Longs, ...]

    @classmethod
    def in_racks(cls, cabling: Cabling) -> "PieceRoutes":
        """Return the routes where all panels are in the racks of their devices."""
        homes = np.arange(len(cabling.positions.floor.racks))
        pair = tuple(made.spans.pair for made in cabling.fabrics)
        cords = tuple(np.full((made.count, 2), WITHIN) for made in cabling.fabrics)
        return cls(cabling.runs, homes, pair, cords)

    @classmethod
    def over(cls, cabling: Cabling, homes: Longs, wanted: Sequence[Longs]) -> "PieceRoutes":
        """Return the routes with panels in other racks.

        Route rules hold for a trunk by the devices of its links and the racks of its panels, for a patch
        cord by its device and its two racks.

        Parameters
        ----------
        wanted
            The cables of each fabric that go over panels.
        """
        positions, runs = cabling.positions, cabling.runs
        racks = max(len(homes), 1)
        before = (runs.kind * racks + runs.a) * racks + runs.b
        trunks, cords = [], []
        for number, cables in enumerate(wanted):
            trunk, cord = _keys(cabling, number, cables, homes, racks)
            trunks.append(trunk)
            cords.append(cord)
        found = distinct(np.concatenate([before, *trunks, *(cord.reshape(-1) for cord in cords)]))
        found = found[found >= 0]
        kind, pair = np.divmod(found, racks * racks)
        every = shortest_runs(positions.graph, pair // racks, pair % racks, ways=positions.ways, kind=kind)
        renumbered = np.append(np.searchsorted(found, before), WITHIN)
        pairs, of_cords = [], []
        for made, cables, trunk, cord in zip(cabling.fabrics, wanted, trunks, cords, strict=True):
            pair = renumbered[made.spans.pair]
            pair[cables] = np.where(trunk >= 0, np.searchsorted(found, trunk), WITHIN)
            both = np.full((made.count, 2), WITHIN)
            both[cables] = np.where(cord >= 0, np.searchsorted(found, cord), WITHIN)
            pairs.append(pair)
            of_cords.append(both)
        return cls(every, homes, tuple(pairs), tuple(of_cords))

    def leads(self, fabric: int, cables: Longs) -> Longs:
        """Return those of some cables over panels whose pieces all have a route."""
        length = np.append(self.runs.length_um, 0)
        pieces = np.column_stack([self.pair[fabric][cables], self.cords[fabric][cables]])
        found: Longs = cables[(length[pieces] >= 0).all(axis=1)]
        return found


def _keys(cabling: Cabling, number: int, cables: Longs, homes: Longs, racks: int) -> tuple[Longs, Longs]:
    """Kind and racks as one number, of trunks (w,) and of patch cords (w, 2); -1: in one rack."""
    made, kinds = cabling.fabrics[number], cabling.positions.kinds
    heads = made.heads[cables]
    nodes = made.fabric.ends[heads].astype(np.int64)
    rack = made.spans.rack[cables].astype(np.int64)
    home = homes[rack]
    low, high = home.min(axis=1, initial=racks), home.max(axis=1, initial=-1)
    kind = np.zeros(len(cables), np.int64)
    cord_kind = np.zeros((len(cables), 2), np.int64)
    if kinds.several and len(cables):
        ordered = np.where((home[:, 0] > home[:, 1])[:, None], nodes[:, ::-1], nodes)
        kind = kinds.of(number, heads, ordered, low, high)
        for end in (0, 1):
            cord_kind[:, end] = kinds.of_cords(number, heads, nodes[:, end], (rack[:, end], home[:, end]))
    trunk = np.where(low != high, (kind * racks + low) * racks + high, WITHIN)
    first, last = np.minimum(rack, home), np.maximum(rack, home)
    cord = np.where(rack != home, (cord_kind * racks + first) * racks + last, WITHIN)
    return trunk, cord


@dataclass(frozen=True, eq=False)
class PieceLengths:
    """Inputs of lengths of pieces.

    Attributes
    ----------
    rack, z_um, face_um : (p,) int64
        Of the panels: index of the rack, from the top of its highest unit down to their middle, and from its
        front back to their ports.
    """

    positions: FloorPositions
    routes: PieceRoutes
    rules: CablingRules
    rack: Longs
    z_um: Longs
    face_um: Longs

    def cords(self, made: FabricCabling, number: int, cable: Longs, panel: Longs, end: int) -> Longs:
        """Return the lengths of the patch cords of some cables of a fabric at one end, (n, 6)."""
        seats = self.positions.placed[number]
        node = made.fabric.ends[made.heads[cable], end]
        rack, home = made.spans.rack[cable, end].astype(np.int64), self.rack[panel]
        pair = self.routes.cords[number][cable, end]
        z, face = seats.z_um[node], seats.face_um[node]
        within = pair == WITHIN
        up = self._up(pair, rack, z) + self._up(pair, home, self.z_um[panel])
        away = self._away(rack, face) + self._away(home, self.face_um[panel])
        return self._parts(
            np.where(within, 0, np.append(self.routes.runs.length_um, 0)[pair]),
            np.where(within, np.abs(z - self.z_um[panel]), up),
            self.positions.halves[rack] + self.positions.halves[home],
            np.where(within, np.abs(face - self.face_um[panel]), away),
        )

    def trunks(self, pair: Longs, racks: Longs, panels: Longs) -> Longs:
        """Return the lengths of trunks, (t, 6), by both racks and the panels of their first plugs, (t, 2)."""
        nothing = np.zeros(len(pair), np.int64)
        vertical, side, depth = nothing, nothing, nothing
        for rack, panel in zip(racks.T, panels.T, strict=True):
            vertical = vertical + self._up(pair, rack, self.z_um[panel])
            side = side + self.positions.halves[rack]
            depth = depth + self._away(rack, self.face_um[panel])
        return self._parts(self.routes.runs.length_um[pair], vertical, side, depth)

    def _up(self, pair: Longs, rack: Longs, z_um: Longs) -> Longs:
        """From a height in racks to the trays of their pairs."""
        found: Longs = np.abs(drops(self.routes.runs.graph, self.routes.runs, pair, rack) + z_um)
        return found

    def _away(self, rack: Longs, face_um: Longs) -> Longs:
        """From a face in racks to their middle."""
        found: Longs = np.abs(face_um - self.positions.middles[rack])
        return found

    def _parts(self, route: Longs, vertical: Longs, side: Longs, depth: Longs) -> Longs:
        rules = self.rules
        depth = depth if rules.depth else np.zeros(len(depth), np.int64)
        whole = route + vertical + side + depth
        tolerance = (2 * whole * um_from_m(rules.tolerance) + UM_PER_M) // (2 * UM_PER_M)
        computed = whole + tolerance + um_from_m(rules.slack_m)
        return np.stack([route, vertical, side, depth, tolerance, computed], axis=1).astype(np.int64)
