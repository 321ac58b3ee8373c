"""Groups of the wiring list: by the rack where a cable begins, by part and length, by tray."""

from collections.abc import Callable

import numpy as np

from fatdesk.core.units import m_from_um
from fatdesk.gui.results.wiring import Wiring, metres_told, money_told, title_order
from fatdesk.gui.tables import Groups
from fatdesk.gui.tables.grouping import Lines
from fatdesk.gui.widgets.numbers import counted
from fatdesk.gui.widgets.sorting import Numbers

NO_RACK, NO_TRAY, NO_PART = "Not placed", "In no tray", "No cable fits"


def by_rack(wiring: Wiring) -> Groups:
    """Under the rack where end a is, as the bill counts them."""
    racks = wiring.codes("rack")
    return _of_codes([f"Rack {label}" if label else NO_RACK for label in racks.values], racks.code)


def by_part(wiring: Wiring) -> Groups:
    """Under what is ordered."""
    skus = wiring.codes("sku")
    titles = [
        f"{part}   {m_from_um(um):g} m" if part and um is not None else part or NO_PART
        for part, um in skus.values
    ]
    return _of_codes(titles, skus.code)


def by_tray(wiring: Wiring) -> Groups:
    """Under each tray that a cable runs through."""
    runs = wiring.codes("run")
    trays: dict[str, int] = {}
    through = [
        [trays.setdefault(tray, len(trays)) for tray in dict.fromkeys(run or (NO_TRAY,))]
        for run in runs.values
    ]
    each = np.array([len(some) for some in through] or [0], np.int64)
    first = np.cumsum(each) - each
    flat = np.array([tray for some in through for tray in some], np.int64)
    times = each[runs.code] if len(runs.code) else each[:0]
    row = np.repeat(np.arange(len(runs.code)), times)
    within = np.arange(len(row)) - np.repeat(np.cumsum(times) - times, times)
    return _of_codes(list(trays), flat[first[runs.code[row]] + within] if len(row) else row, row)


def _of_codes(titles: list[str], code: Numbers, row: Numbers | None = None) -> Groups:
    order = title_order(titles)
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    rows = np.arange(len(code)) if row is None else row
    return Groups([titles[i] for i in order], rows, place[code] if len(code) else code)


GROUPINGS: tuple[tuple[str, Callable[[Wiring], Groups] | None], ...] = (
    ("No groups", None),
    ("By rack", by_rack),
    ("By part and length", by_part),
    ("By tray", by_tray),
)


def head_cells(wiring: Wiring, lines: Lines) -> list[dict[str, str]]:
    """The sums of each group, under the columns that they are sums of."""
    return [
        {
            "": counted(sums.count, "cable"),
            "Computed, m": metres_told(sums.computed_um),
            "Ordered, m": metres_told(sums.ordered_um),
            "Spare, m": metres_told(sums.spare_um),
            "Cost": money_told(sums.cost),
        }
        for sums in wiring.sums_of(lines.members, lines.starts)
    ]
