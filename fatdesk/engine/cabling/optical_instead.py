"""Replacement of copper by optical cables where placed cables overfill the trays.

Mudigonda et al. (Taming the Flying Cable Monster, USENIX ATC 2011, section 7.4) leave open which cables to
replace. Here the fullest part of a tray comes first: of the copper cables that run through it, those become
optical that cost least for each square millimetre that they free, until it fits; then the next. In the end
each replaced cable, the dearest first, is copper again where all trays hold it, so that none is replaced in
vain. That is a heuristic: each step is the cheapest, the sum need not be. Cables that are in place or were
decided by hand stay, as do those of networks that ask for copper.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats, Longs
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.cabling.by_hand import fitting_options, option_by_hand
from fatdesk.engine.cabling.choice.choosing import (
    COPPER,
    MEDIA_ORDER,
    Choice,
    options_for,
    order,
    whole_price,
)
from fatdesk.engine.cabling.filling import Cells, Filling, fill_trays, section_um2, worst_fills
from fatdesk.engine.cabling.laying import Cabling, FabricCabling
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Cable
from fatdesk.engine.floor.floor import Tray
from fatdesk.engine.trays.routes import Runs

UNPRICED = 1e9
"""Price assumed for a square millimetre where a price is not known, so that known prices come first."""


class Replaced(NamedTuple):
    """A cable of a fabric, by their numbers, and the optical item in its place."""

    fabric: int
    cable: int
    choice: Choice


class Left(NamedTuple):
    """Cables where trays are still too full, by the reason that each of them stays.

    Attributes
    ----------
    optical
        Those that are optical already, or become so.
    held
        Copper cables in place or decided by hand.
    required
        Copper cables of networks that ask for copper.
    no_thinner
        Copper cables for which no thinner optical cable is on sale.
    """

    optical: int = 0
    held: int = 0
    required: int = 0
    no_thinner: int = 0


NONE_LEFT = Left()
"""No cables: no tray is too full."""


@dataclass(frozen=True)
class OpticalInstead:
    """Cables that become optical, and the fill of the trays before and after.

    ``before`` and ``after`` are each tray's worst fill, and whether it is a lower bound.
    """

    replaced: tuple[Replaced, ...]
    before: dict[str, tuple[float, bool]]
    after: dict[str, tuple[float, bool]]
    fill_max: float
    left: Left = NONE_LEFT

    @property
    def overfull_before(self) -> tuple[str, ...]:
        """Trays that were too full."""
        return self._over(self.before)

    @property
    def overfull(self) -> tuple[str, ...]:
        """Trays that are too full even so."""
        return self._over(self.after)

    def _over(self, fills: dict[str, tuple[float, bool]]) -> tuple[str, ...]:
        return tuple(tray for tray, (fill, _) in fills.items() if fill > self.fill_max)


def optical_instead(
    cabling: Cabling,
    trays: Sequence[Tray],
    media: Sequence[str],
    held: Sequence[NDArray[np.bool_]],
    rules: CablingRules,
    catalog: Catalog,
    filling: Filling | None = None,
    progress: Progress = SILENT,
) -> OpticalInstead:
    """Find cables that have to be optical so that no tray is fuller than the rules allow.

    Parameters
    ----------
    media
        ``any``, ``copper`` or ``optical`` for each fabric.
    held
        For each fabric the cables that stay as they are.
    filling
        The present fill of the trays where it is known.
    """
    filling = filling or fill_trays(cabling, trays)
    fill_max = rules.fill_limit
    if all(fill <= fill_max for fill, _ in filling.worst.values()):
        return OpticalInstead((), filling.worst, filling.worst, fill_max)
    able = _Able.of(cabling, media, held, rules, catalog, progress)
    net_tray = cabling.graph.net.tray[filling.cells.piece]
    sizes = np.array([um2_of(tray) for tray in trays], np.float64)
    whole = np.where(net_tray >= 0, sizes[np.maximum(net_tray, 0)], np.inf)
    through = incidence(cabling.runs, filling.cells)
    changed, area = _fit(able, filling.load.area_um2, whole * fill_max, through, progress)
    load = replace(filling.load, area_um2=area)
    found = tuple(able.replaced(number) for number in np.flatnonzero(changed).tolist())
    over = np.flatnonzero(area > whole * fill_max * (1 + 1e-12)).tolist()
    pairs = {pair for cell in over for pair in through.pairs(cell).tolist()}
    left = _left(cabling, media, held, found, pairs) if pairs else NONE_LEFT
    return OpticalInstead(found, filling.worst, worst_fills(load, net_tray, trays), fill_max, left)


def _left(
    cabling: Cabling,
    media: Sequence[str],
    held: Sequence[NDArray[np.bool_]],
    replaced: Sequence[Replaced],
    pairs: set[int],
) -> Left:
    """Count the cables between some pairs of racks that fill trays, by the reason that each of them stays."""
    optical = kept = required = no_thinner = 0
    for number, made in enumerate(cabling.fabrics):
        cables = [one.option.cable for one in made.choices]
        thick = np.array([cable.diameter_mm is not None for cable in cables] + [False], bool)
        copper = np.array([cable.medium in COPPER for cable in cables] + [False], bool)[made.choice]
        copper[[one.cable for one in replaced if one.fabric == number]] = False
        here = np.isin(made.spans.pair, list(pairs)) & thick[made.choice]
        optical += int((here & ~copper).sum())
        kept += int((here & copper & held[number]).sum())
        free = int((here & copper & ~held[number]).sum())
        if media[number] == "copper":
            required += free
        else:
            no_thinner += free
    return Left(optical, kept, required, no_thinner)


def um2_of(tray: Tray) -> float:
    """Return the cross section of a tray in square micrometres."""
    return tray.width_mm * tray.depth_mm * 1e6


@dataclass(frozen=True, eq=False)
class _Able:
    """Copper cables that may become optical: their pair of racks, what that frees, and what it costs more."""

    fabric: Longs
    cable: Longs
    pair: Longs
    saved_um2: Longs
    extra: Floats
    choice: Longs
    choices: tuple[Choice, ...]

    @classmethod
    def of(
        cls,
        cabling: Cabling,
        media: Sequence[str],
        held: Sequence[NDArray[np.bool_]],
        rules: CablingRules,
        catalog: Catalog,
        progress: Progress,
    ) -> "_Able":
        choices: list[Choice] = []
        columns: list[list[Any]] = [[] for _ in range(6)]
        for number, made in enumerate(cabling.fabrics):
            progress.step(number, len(cabling.fabrics), f"optical cables for {made.fabric.name}")
            if media[number] == "copper":
                continue
            _of_fabric(number, made, held[number], rules, catalog, columns, choices)
        fabric, cable, pair, saved, extra, choice = columns
        return cls(
            np.array(fabric, np.int64),
            np.array(cable, np.int64),
            np.array(pair, np.int64),
            np.array(saved, np.int64),
            np.array(extra, np.float64),
            np.array(choice, np.int64),
            tuple(choices),
        )

    @property
    def rate(self) -> Floats:
        """Cost of a square millimetre."""
        return self.extra / (self.saved_um2 / 1e6)

    def replaced(self, number: int) -> Replaced:
        """One of them."""
        choice = self.choices[self.choice[number]]
        return Replaced(int(self.fabric[number]), int(self.cable[number]), choice)


def _of_fabric(
    number: int,
    made: FabricCabling,
    held: NDArray[np.bool_],
    rules: CablingRules,
    catalog: Catalog,
    columns: list[list[Any]],
    choices: list[Choice],
) -> None:
    """Add the cables of a fabric that may become optical."""
    spans = made.spans
    copper = np.array([one.option.cable.medium in COPPER for one in made.choices] + [False], bool)
    some = (made.need >= 0) & (spans.pair >= 0) & (spans.computed_um >= 0) & copper[made.choice] & ~held
    numbers = np.flatnonzero(some)
    if not len(numbers):
        return
    alone = np.diff(made.start)[numbers] == 1
    keys = np.stack([made.need[numbers], made.choice[numbers], spans.computed_um[numbers], alone])
    _kinds, first, inverse = np.unique(keys, axis=1, return_index=True, return_inverse=True)
    inverse = inverse.reshape(-1)
    best = [_best(made, int(numbers[at]), rules, catalog) for at in first.tolist()]
    places: dict[int, int] = {}
    for cable, kind in zip(numbers.tolist(), inverse.tolist(), strict=True):
        found = best[kind]
        if found is None:
            continue
        if kind not in places:
            places[kind] = len(choices)
            choices.append(found.choice)
        row = (number, cable, int(spans.pair[cable]), found.saved_um2, found.extra, places[kind])
        for column, value in zip(columns, row, strict=True):
            column.append(value)


class _Best(NamedTuple):
    """The optical item for a cable, the cross section that it frees, and what it costs more."""

    choice: Choice
    saved_um2: int
    extra: float


def _best(made: FabricCabling, cable: int, rules: CablingRules, catalog: Catalog) -> _Best | None:
    """The cheapest approved optical cable that fits, reaches and is thinner; None: there is none."""
    need = made.needs[made.need[cable]]
    now = made.choices[made.choice[cable]]
    thick = now.option.cable.diameter_mm
    if thick is None:
        return None
    length = int(made.spans.computed_um[cable])
    price_now = whole_price(need, now.option, now.price)
    bundle = catalog.get(rules.bundle_cable, Cable) if rules.bundle_cable else None
    ranked = []
    parts = {one.cable.id: one.cable for one in options_for(need, catalog, "optical", bundle)}
    for part in parts.values():
        if part.diameter_mm is None or part.diameter_mm >= thick or not need.allows(part):
            continue
        if not fitting_options(made, cable, part, catalog):
            continue
        option = option_by_hand(part, now, made, cable, catalog)
        if any(one is not None and not need.allows(one) for one in (option.a, option.b)):
            continue
        ordered = order(option, length, rules)
        if ordered is None:
            continue
        price = whole_price(need, option, ordered[1])
        saved = section_um2(thick) - section_um2(part.diameter_mm)
        more = None if price is None or price_now is None else price - price_now
        extra = UNPRICED * saved / 1e6 if more is None else float(more)
        key = (more is None, extra, MEDIA_ORDER.index(part.medium), ordered[0], part.id)
        ranked.append((key, _Best(Choice(option, *ordered), saved, extra)))
    return min(ranked, key=lambda entry: entry[0])[1] if ranked else None


class Incidence(NamedTuple):
    """Pairs of racks by cell and cells by pair: the columns and rows of one matrix."""

    by_pair: Any
    by_cell: Any

    def cells(self, pair: int) -> Longs:
        """Cells of a pair."""
        found: Longs = self.by_pair.indices[self.by_pair.indptr[pair] : self.by_pair.indptr[pair + 1]]
        return found

    def times(self, pair: int) -> Longs:
        """Return how often the route of a pair runs through each of its cells."""
        found: Longs = self.by_pair.data[self.by_pair.indptr[pair] : self.by_pair.indptr[pair + 1]]
        return found

    def pairs(self, cell: int) -> Longs:
        """Pairs in a cell."""
        found: Longs = self.by_cell.indices[self.by_cell.indptr[cell] : self.by_cell.indptr[cell + 1]]
        return found

    def spread(self, by_pair: Longs) -> Longs:
        """Sums over the pairs of each cell."""
        found: Longs = self.by_pair.T @ by_pair
        return found


def incidence(runs: Runs, cells: Cells) -> Incidence:
    """Follow every leg of every pair over the cells."""
    from scipy.sparse import csr_array

    count = np.diff(runs.start)
    pair = np.repeat(np.arange(len(runs.a)), count)
    low, high = np.minimum(runs.begin_um, runs.end_um), np.maximum(runs.begin_um, runs.end_um)
    first, behind = cells.at(runs.piece, low), cells.until(runs.piece, high)
    sizes = np.maximum(behind - first, 0)
    rows = np.repeat(pair, sizes)
    starts = np.cumsum(sizes) - sizes
    columns = np.arange(int(sizes.sum())) - np.repeat(starts, sizes) + np.repeat(first, sizes)
    shape = (len(runs.a), len(cells.piece))
    by_pair = csr_array((np.ones(len(rows), np.int64), (rows, columns)), shape=shape)
    by_pair.sum_duplicates()
    return Incidence(by_pair, by_pair.T.tocsr())


def _fit(
    able: _Able, area_um2: Longs, limit: Floats, through: Incidence, progress: Progress
) -> tuple[NDArray[np.bool_], Longs]:
    """Replace until all cells fit or nothing more can be replaced; the cables, and the load of the cells."""
    pairs = through.by_pair.shape[0]
    changed = np.zeros(len(able.pair), bool)
    stuck = np.zeros(len(limit), bool)
    ranked = np.lexsort((able.cable, able.fabric, able.pair, able.rate))
    limit = limit * (1 + 1e-12)
    area = area_um2.copy()
    first = max(int((area > limit).sum()), 1)
    while True:
        over = (area > limit) & ~stuck
        if not over.any():
            break
        progress.step(max(0, first - int(over.sum())), first, "optical cables where trays are overfull")
        cell = int(np.argmax(np.where(over, area / np.where(np.isinf(limit), 1.0, limit), 0.0)))
        here = np.zeros(pairs, bool)
        here[through.pairs(cell)] = True
        candidates = ranked[(here[able.pair] & ~changed)[ranked]]
        freed = np.cumsum(able.saved_um2[candidates])
        wanted = int(np.searchsorted(freed, area[cell] - limit[cell])) + 1
        stuck[cell] = wanted > len(candidates)
        taken = candidates[:wanted]
        changed[taken] = True
        area = area_um2 - through.spread(_by_pair(able, changed, pairs))
    for number in np.flatnonzero(changed)[np.argsort(-able.extra[changed], kind="stable")].tolist():
        cells = through.cells(int(able.pair[number]))
        if (area[cells] + able.saved_um2[number] <= limit[cells]).all():
            changed[number] = False
            area[cells] += able.saved_um2[number]
    return changed, area


def _by_pair(able: _Able, changed: NDArray[np.bool_], pairs: int) -> Longs:
    """Cross section that the changed cables free, for each pair of racks."""
    found = np.zeros(pairs, np.int64)
    np.add.at(found, able.pair[changed], able.saved_um2[changed])
    return found
