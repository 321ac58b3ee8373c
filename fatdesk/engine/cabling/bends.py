"""Bends of cables: the largest radius needed by those that turn in each tray, or drop from it into a rack."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs
from fatdesk.core.units import um_from_mm
from fatdesk.engine.cabling.laying import FabricCabling
from fatdesk.engine.catalog.parts import Cable
from fatdesk.engine.trays.graph import TrayNet
from fatdesk.engine.trays.routes import Runs

BENT, UNKNOWN = 1, 2
"""States of a tray: cables bend there, and the radii of some of them are not known. 0: none bends."""


@dataclass(frozen=True, eq=False)
class Bends:
    """For each tray the largest radii that its cables need, micrometres; 0 where none bends or is known.

    Attributes
    ----------
    corner_um, pull_um, drop_um
        Installed and while pulling, at corners and joints where cables turn; installed, down to racks.
    corner, pull, drop
        ``BENT``, ``UNKNOWN`` or 0.
    """

    corner_um: Longs
    corner: Longs
    pull_um: Longs
    pull: Longs
    drop_um: Longs
    drop: Longs

    def __or__(self, other: "Bends") -> "Bends":
        """Of the cables of both together."""
        return Bends(
            np.maximum(self.corner_um, other.corner_um),
            np.maximum(self.corner, other.corner),
            np.maximum(self.pull_um, other.pull_um),
            np.maximum(self.pull, other.pull),
            np.maximum(self.drop_um, other.drop_um),
            np.maximum(self.drop, other.drop),
        )


def bends_of(fabrics: Sequence[FabricCabling], runs: Runs, trays: int) -> Bends:
    """Find the radii that cables need in each of ``trays`` trays.

    A cable turns where the pieces that it follows are of different directions: at a corner of a tray, where
    it changes to another tray, and at a vertical way between two. It drops at both of its racks.
    """
    pairs, net = len(runs.a), runs.graph.net
    bend, pull = np.zeros(pairs, np.int64), np.zeros(pairs, np.int64)
    state, pulled = np.zeros(pairs, np.int64), np.zeros(pairs, np.int64)
    for fabric in fabrics:
        laid = fabric.laid
        pair, choice = laid.pair[laid.between], laid.choice[laid.between]
        figures = [_radii(one.option.cable) for one in laid.choices] + [(0, UNKNOWN, 0, UNKNOWN)]
        radius, known, radius_pull, known_pull = np.array(figures, np.int64).T
        np.maximum.at(bend, pair, radius[choice])
        np.maximum.at(pull, pair, radius_pull[choice])
        np.maximum.at(state, pair, known[choice])
        np.maximum.at(pulled, pair, known_pull[choice])
    corner, corner_state, pulls, pull_state = _at_turns(runs, net, trays, bend, state, pull, pulled)
    drop, drop_state = np.zeros(trays, np.int64), np.zeros(trays, np.int64)
    away = (runs.side >= 0) & (runs.a != runs.b)
    for pieces in runs.drop_pieces:
        tray = _tray_of(net, pieces)
        here = np.flatnonzero(away & (tray >= 0))
        np.maximum.at(drop, tray[here], bend[here])
        np.maximum.at(drop_state, tray[here], state[here])
    return Bends(corner, corner_state, pulls, pull_state, drop, drop_state)


def _radii(cable: Cable) -> tuple[int, int, int, int]:
    """Radius and state of a cable, installed and while pulling."""
    found: list[int] = []
    for radius in (cable.bend_mm, cable.bend_pull_mm):
        found += (0, UNKNOWN) if radius is None else (um_from_mm(radius), BENT)
    bend, known, pull, known_pull = found
    return bend, known, pull, known_pull


def _tray_of(net: TrayNet, piece: Longs) -> Longs:
    """The tray of pieces; -1: none."""
    return np.where(piece >= 0, np.append(net.tray, -1)[piece], -1)


def _at_turns(
    runs: Runs, net: TrayNet, trays: int, bend: Longs, state: Longs, pull: Longs, pulled: Longs
) -> tuple[Longs, Longs, Longs, Longs]:
    turns = runs.turns((bend, state, pull, pulled))
    here = np.flatnonzero(is_turn(net, turns.before, turns.after))
    columns = [np.zeros(trays, np.int64) for _ in turns.weights]
    for pieces in (turns.before[here], turns.after[here]):
        tray = _tray_of(net, pieces)
        hung = np.flatnonzero(tray >= 0)
        for column, weight in zip(columns, turns.weights, strict=True):
            np.maximum.at(column, tray[hung], weight[here[hung]])
    return columns[0], columns[1], columns[2], columns[3]


def is_turn(net: TrayNet, before: Longs, after: Longs) -> NDArray[np.bool_]:
    """Whether pieces that follow each other are of different directions."""
    dx, dy = net.heading_um
    # lengths of lines up to a kilometre, 10^9 micrometres: products below 2^63
    flat = dx[before] * dy[after] != dx[after] * dy[before]
    up1, up2 = net.tray[before] < 0, net.tray[after] < 0
    found: NDArray[np.bool_] = np.where(up1 | up2, up1 != up2, flat)
    return found
