"""Fit the rates of installation, in cables an hour, to ticked cables and the hours spent on them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import numpy as np

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.bill.rules import MOST_CABLES_AN_HOUR, BillRules
from fatdesk.engine.growth.progress import OrderProgress
from fatdesk.engine.list_import.table import STATUSES
from fatdesk.engine.wiring.wiring_list import CableRow

DONE = ("laid", "plugged", "connected", "installed", "tested", "failed", "repaired")
"""Statuses of cables that have been laid: they are ticked."""
CONFIDENCE = 0.95
LISTED = 8
"""Names that an error lists."""


@dataclass(frozen=True)
class Shift:
    """Ticked cables of a phase of installation, and the hours of all its installers together.

    Attributes
    ----------
    phase
        Empty: the cables without a phase; None: all cables.
    of_stage
        Whether it is a stage of the growth plan, which ``phase`` names.
    """

    phase: str | None
    hours: float
    in_rack: int
    between: int
    of_stage: bool = False

    @property
    def title(self) -> str:
        """Its name in texts."""
        if self.of_stage:
            return self.phase or ""
        return "all cables" if self.phase is None else f"phase {self.phase}" if self.phase else "no phase"


@dataclass(frozen=True)
class FittedRate:
    """Cables an hour: by the hours that were spent, and by the present rules of the bill.

    Attributes
    ----------
    ticks
        Ticked cables behind it.
    fitted
        None where no cable of the kind is ticked.
    low, high
        Its 95 % interval; None where there are too few shifts for one.
    suggested
        The fitted rate in whole cables, at least 1; without one the present rate.
    """

    ticks: int
    now: int
    fitted: float | None
    low: float | None
    high: float | None
    suggested: int


@dataclass(frozen=True)
class WorkRates:
    """Rates that explain the hours of some shifts.

    Attributes
    ----------
    scaled
        Whether both present rates were scaled by one factor, because the shifts do not separate them: there
        is one only, or all have cables in racks and between racks in the same ratio, or a fit of both is
        impossible.
    others
        Cables of a status that is neither a usual one nor *planned*, by status: they do not count as ticked.
    """

    shifts: tuple[Shift, ...]
    in_rack: FittedRate
    between: FittedRate
    scaled: bool
    others: Mapping[str, int]

    def to_json(self) -> dict[str, Any]:
        """Return everything by name."""
        return asdict(self)


def ticks_by_phase(rows: Iterable[CableRow]) -> dict[str | None, tuple[int, int]]:
    """Ticked cables in a rack and between racks: of all (None), then of each phase; empty where none is."""
    counts: dict[str, list[int]] = {}
    for row in rows:
        if row.status in DONE:
            inside = row.a.rack is not None and (row.a.row, row.a.rack) == (row.b.row, row.b.rack)
            counts.setdefault(row.phase, [0, 0])[not inside] += 1
    if not counts:
        return {}
    whole = (sum(one for one, _ in counts.values()), sum(other for _, other in counts.values()))
    return {None: whole, **{phase: (counts[phase][0], counts[phase][1]) for phase in sorted(counts)}}


def shifts_of(rows: Iterable[CableRow], hours: Mapping[str | None, float]) -> tuple[Shift, ...]:
    """Count the ticked cables of each phase that hours are given for.

    Parameters
    ----------
    rows
        The wiring list.
    hours
        Hours by phase; None: of all cables together.

    Raises
    ------
    FatdeskError
        When hours are not above 0, a phase has no ticked cable, or hours of all cables are mixed with others.
    """
    if None in hours and len(hours) > 1:
        raise FatdeskError("give hours of all cables together, or of phases (PHASE=HOURS), not both")
    ticks = ticks_by_phase(rows)
    found = []
    for phase, spent in hours.items():
        shift = Shift(phase, spent, *ticks.get(phase, (0, 0)))
        if not 0 < spent < 1e9:
            raise FatdeskError(f"{shift.title}: {spent:g} hours, give the hours of all installers, above 0")
        if not shift.in_rack + shift.between:
            phases = [(name, sum(some)) for name, some in ticks.items() if name is not None][:LISTED]
            named = ", ".join(f"{name or 'no phase'}: {count:,}" for name, count in phases)
            raise FatdeskError(
                f"{shift.title}: no cable is ticked, which takes a status such as {DONE[0]}, {DONE[3]} or "
                f"{DONE[4]} in the returned list (ticked by phase: {named or 'none'})"
            )
        found.append(shift)
    return tuple(found)


def fit_rates(
    rows: Sequence[CableRow],
    hours: Mapping[str | None, float],
    rules: BillRules,
    stages: Sequence[Shift] = (),
) -> WorkRates:
    """Fit cables an hour in a rack and between racks to the hours of some phases.

    Parameters
    ----------
    rows
        The wiring list.
    hours
        Hours by phase; None: of all cables together.
    stages
        Shifts of change orders, see :func:`stage_shifts`.

    Raises
    ------
    FatdeskError
        When no hours are given, and as :func:`shifts_of` says.

    Notes
    -----
    Least squares of hours = a (cables in racks) + b (cables between racks). Where that has no solution with
    a, b > 0, or no single one, one factor scales the hours that the present rates give.
    """
    rows = list(rows)
    known = ("planned", "", *STATUSES)
    others = Counter(row.status for row in rows if row.status not in known)
    return fit_shifts([*shifts_of(rows, hours), *stages], rules, dict(sorted(others.items())))


def stage_shifts(steps: Iterable[OrderProgress | None]) -> tuple[Shift, ...]:
    """Return the stages of the growth plan whose hours and finished cables came back, as shifts."""
    return tuple(
        Shift(f"step {number}, stage {one.stage}", one.hours, one.in_rack, one.between, of_stage=True)
        for number, progress in enumerate(steps, start=1)
        for one in (() if progress is None else progress.stages)
        if one.hours and one.in_rack + one.between
    )


def fit_shifts(
    shifts: Sequence[Shift], rules: BillRules, others: Mapping[str, int] = MappingProxyType({})
) -> WorkRates:
    """Fit the rates to the cables and hours of some shifts, as :func:`fit_rates` does.

    Raises
    ------
    FatdeskError
        When there is no shift.
    """
    if not shifts:
        raise FatdeskError("a fit needs hours of at least one phase, or of all cables")
    counts = np.array([[one.in_rack, one.between] for one in shifts], np.float64)
    spent = np.array([one.hours for one in shifts], np.float64)
    present = np.array([1 / rules.cables_per_hour_in_rack, 1 / rules.cables_per_hour_between_racks])
    used = counts.any(axis=0)
    each, half = _least_squares(counts[:, used], spent)
    scaled = each is None
    if each is None:
        factor = float(spent @ (counts @ present)) / float(np.sum((counts @ present) ** 2))
        each, half = factor * present[used], None
    found, widths = np.zeros(2), np.full(2, np.nan)
    found[used] = each
    if half is not None:
        widths[used] = half
    now = (rules.cables_per_hour_in_rack, rules.cables_per_hour_between_racks)
    in_rack, between = (
        _rate(int(counts[:, kind].sum()), now[kind], float(found[kind]), float(widths[kind]))
        for kind in range(2)
    )
    return WorkRates(tuple(shifts), in_rack, between, scaled, dict(others))


def _least_squares(counts: Any, spent: Any) -> tuple[Any, Any]:
    """Hours of a cable of each kind, half widths of their intervals; None where not determined."""
    kinds = counts.shape[1]
    if np.linalg.matrix_rank(counts) < kinds:
        return None, None
    each = np.linalg.lstsq(counts, spent, rcond=None)[0]
    if not (each > 0).all():
        return None, None
    free = len(spent) - kinds
    if free < 1:
        return each, None
    from scipy.special import stdtrit  # without the rest of scipy.stats, which packages leave out

    left = spent - counts @ each
    spread = np.linalg.inv(counts.T @ counts) * float(left @ left) / free
    return each, float(stdtrit(free, (1 + CONFIDENCE) / 2)) * np.sqrt(np.diag(spread))


def _rate(ticks: int, now: int, hours: float, half: float) -> FittedRate:
    if not ticks:
        return FittedRate(0, now, None, None, None, now)
    rate = 1 / hours
    low = high = None
    if not np.isnan(half):
        low = 1 / (hours + half)
        high = 1 / (hours - half) if hours > half else None
    whole = min(MOST_CABLES_AN_HOUR, max(1, round(Fraction(rate))))
    return FittedRate(ticks, now, rate, low, high, whole)
