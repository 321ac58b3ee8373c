"""Colours of links in drawings: by kind of cable, length, level, rack or load."""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats, Longs
from fatdesk.core.units import m_from_um
from fatdesk.engine.cabling.laying import FabricCabling
from fatdesk.engine.drawing.palette import KIND_NAMES, Palette, mixed
from fatdesk.engine.fabric.fabric import Fabric, NodeKind

Mode = Literal["level", "kind", "length", "rack", "lane", "load"]
KINDS = ("DAC", "ACC", "AOC", "FIB", "SPL", "TRK", "BPL", "")
BINS = 5
RACK_COLOURS = ("ACC", "AOC", "SPL", "FIB", "DAC")
"""Racks take these colours of cable kinds in turn; the name is next to."""
LINE_HEAT = ("#A8925F", "#BF8425", "#C4621C", "#B03C18", "#86191A")
"""Heat on lines on a light ground; on a dark one the heat of areas."""


@dataclass(frozen=True, eq=False)
class LinkFigures:
    """Kind, length and cost of the cable of each link.

    Attributes
    ----------
    kind : (m,) int64
        Index into KINDS.
    length_um : (m,) int64
        Computed length of the cable; −1 where it is not known.
    cable : (m,) int64
        Number of the cable in the network's cabling; −1: none.
    """

    kind: Longs
    length_um: Longs
    cable: Longs


def link_figures(made: FabricCabling) -> LinkFigures:
    """The figures of the links of a network whose cables are laid."""
    fabric = made.fabric
    codes = np.array([KINDS.index(c.option.code) for c in made.choices] + [KINDS.index("")], np.int64)
    cable = np.full(len(fabric.ends), -1, np.int64)
    cable[made.links] = np.repeat(np.arange(made.count), np.diff(made.start))
    kind = np.where(cable >= 0, codes[made.choice][cable] if made.count else -1, KINDS.index(""))
    kind[fabric.trace] = KINDS.index("BPL")
    if made.panels:
        kind[np.isin(cable, list(made.panels))] = KINDS.index("TRK")
    length = np.where(cable >= 0, made.spans.computed_um[cable] if made.count else -1, -1)
    return LinkFigures(kind.astype(np.int64), length.astype(np.int64), cable)


def no_figures(fabric: Fabric) -> LinkFigures:
    """Return the figures of a network without cables."""
    links = len(fabric.ends)
    none = np.full(links, -1, np.int64)
    return LinkFigures(np.full(links, KINDS.index(""), np.int64), none, none)


@dataclass(frozen=True, eq=False)
class Colouring:
    """One path of colouring links, and perhaps boxes.

    Attributes
    ----------
    of_link : (m,) int64
        Code of each link.
    names
        What each code means.
    of_node : (n,) int64 or None
        Code of each node; None: boxes keep the colours of their level.
    kinds
        For each code the kind of cable whose pattern its lines have; empty: solid.
    weights
        For each code how much a link counts for the colour of its bundle; empty: all count alike.
    """

    mode: Mode
    title: str
    of_link: Longs
    names: tuple[str, ...]
    of_node: Longs | None = None
    kinds: tuple[str, ...] = ()
    note: str = ""
    weights: tuple[int, ...] = ()

    def colours(self, palette: Palette, *, dark: bool) -> tuple[str, ...]:
        """The colour of each code."""
        if self.mode == "kind":
            return tuple(palette.kinds[kind] for kind in KINDS)
        if self.mode == "lane":
            return palette.kinds["FIB"], palette.kinds["ACC"]
        if self.mode in ("length", "load"):
            return (*(palette.heat[:BINS] if dark else LINE_HEAT), palette.text2)
        if self.mode == "rack":
            return (*(palette.kinds[kind] for kind in RACK_COLOURS), palette.text2)
        levels = len(self.names) - 1
        roles = [palette.role(level, levels).stroke for level in range(1, levels + 1)]
        return (palette.host.stroke, *roles)

    def box(self, palette: Palette, code: int, *, dark: bool) -> tuple[str, str]:
        """Fill and stroke of a box with a code."""
        stroke = self.colours(palette, dark=dark)[code]
        return mixed(palette.ground, stroke, 0.18), stroke


def colouring(mode: Mode, fabric: Fabric, figures: LinkFigures, racks: NDArray[np.int32]) -> Colouring:
    """Return the colouring of a network.

    Parameters
    ----------
    racks
        Index of the rack of each node; −1: in none.
    """
    if mode == "kind":
        names = tuple(KIND_NAMES[kind] for kind in KINDS)
        return Colouring(mode, "Cable kind", figures.kind, names, kinds=KINDS)
    if mode == "length":
        return _by_length(figures.length_um)
    if mode == "rack":
        code = np.where(racks >= 0, racks % len(RACK_COLOURS), len(RACK_COLOURS)).astype(np.int64)
        names = ("", "", "", "", "", "In no rack")
        return Colouring(mode, "Rack", code[fabric.ends[:, 0]], names, code)
    switch = fabric.kind == NodeKind.SWITCH
    levels = int(fabric.level[switch].max(initial=1))
    level = np.where(switch, fabric.level, 0)[fabric.ends].max(axis=1).astype(np.int64)
    level[(fabric.kind[fabric.ends] == NodeKind.HOST).any(axis=1)] = 0
    words = ["To hosts", *(f"Up to level {n}" for n in range(1, levels + 1))]
    words[1] = "Between edge switches, or outside"
    if levels > 1:
        words[levels] = "Up to core switches"
    return Colouring(mode, "Level", level, tuple(words))


def _by_length(length_um: Longs) -> Colouring:
    """Five bins up to the longest, and one for what is not known."""
    known = length_um >= 0
    top_m = m_from_um(int(length_um.max(initial=0)))
    step = nice(top_m / BINS)
    code = np.where(known, np.minimum(length_um / 1e6 / step, BINS - 1), BINS).astype(np.int64)
    names = [f"{n * step:g}–{(n + 1) * step:g} m" for n in range(BINS)]
    if top_m > BINS * step:
        names[-1] = f"{(BINS - 1) * step:g} m and more"
    return Colouring("length", "Cable length", code, (*names, "Not known"))


def nice(step: float) -> float:
    """A step of 1, 2, 2.5 or 5 times a power of ten, not less than one requested.

    >>> nice(1.2), nice(6.1), nice(0.0)
    (2.0, 10.0, 1.0)
    """
    if step <= 0:
        return 1.0
    power: float = 10.0 ** np.floor(np.log10(step))
    return next(float(k * power) for k in (1, 2, 2.5, 5, 10) if k * power >= step * (1 - 1e-9))


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
    """Return the ranges of the bins in words.

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
