"""Lengths of patch cords and trunks in parts: route, vertical, side, depth, tolerance, computed."""

from dataclasses import dataclass

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.core.units import UM_PER_M, um_from_m
from fatdesk.engine.cabling.laying import FabricCabling
from fatdesk.engine.cabling.positions import FloorPositions
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.cabling.spans import drops
from fatdesk.engine.structured.piece_routes import WITHIN, PieceRoutes


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
