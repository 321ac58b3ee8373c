"""Tables of failures: networks with their tolerance, all rows, and the impact of each loss."""

from collections.abc import Sequence
from math import isnan
from typing import NamedTuple

from fatdesk.core.number_text import percentage
from fatdesk.gui.faults.curves import FaultCurve
from fatdesk.gui.studies.body import MARKS
from fatdesk.gui.tables import Column
from fatdesk.gui.widgets.numbers import counted, percent
from fatdesk.networks.fault_tolerance.outcomes import AlwaysTolerated, DegradationPoint, ToleranceRow
from fatdesk.tasks.failures import LossFigures


def share_word(share: float) -> str:
    """A share in percent: what is neither none nor all never looks so.

    >>> share_word(0.7584), share_word(0.9999999), share_word(1.0), share_word(0.0000004)
    ('75.84 %', '> 99.99 %', '100 %', '< 0.01 %')
    """
    if share in (0.0, 1.0):
        return f"{100 * share:.0f} %"
    if share < 0.0001:
        return "< 0.01 %"
    return "> 99.99 %" if share > 0.9999 else f"{100 * share:.2f} %"


def combinations_word(row: ToleranceRow) -> str:
    """Return the number of combinations tried, in words."""
    return f"all {row.combinations:,}" if row.exhaustive else f"{row.combinations:,} at random"


def always_word(found: AlwaysTolerated | None) -> str:
    """Return how many faults are always tolerated, with "≥" for a lower bound."""
    if found is None:
        return ""
    return f"≥ {found.faults:,}" if found.proof == "not proved" else f"{found.faults:,}"


def point_words(curve: FaultCurve, number: int) -> str:
    """A point of a curve in a few lines."""
    point = curve.points[number]
    out = f"{point.faults:,} failed"
    if isinstance(point, DegradationPoint):
        ci = "" if point.ci95 is None else f" ± {point.ci95:.3f}"
        spread = f"of one combination {point.least:.3f} to {point.most:.3f}"
        how = f"{point.samples:,} combination{'s' * (point.samples != 1)}"
        return "\n".join([curve.name, f"{out}: {point.throughput:.3f}{ci}", f"{how}, {spread}"])
    low, high = (float(side[number]) for side in curve.values("tolerated")[1:])
    ci = "" if isnan(low) else f", 95 % interval {percentage(low / 100)} to {percentage(high / 100)}"
    return "\n".join(
        [
            curve.name,
            f"{out}: {share_word(point.share)} of {combinations_word(point)} tolerated{ci}",
            f"{share_word(point.pairs_connected)} of pairs connected",
        ]
    )


def hosts_word(numbers: list[int], names: list[str]) -> str:
    """Name hosts in few words: ``hosts 24 to 27``, ``n07``, ``18 hosts``."""
    if len(numbers) == 1:
        return f"host {names[0]}"
    if numbers == list(range(numbers[0], numbers[0] + len(numbers))):
        return f"hosts {names[0]} to {names[-1]}"
    return f"hosts {', '.join(names)}" if len(names) <= 4 else counted(len(numbers), "host")


PAPER = "Paper"
PROOFS = {
    "every combination tried": "all tried",
    "minimum cut": "minimum cut",
    "not proved": "not proved",
}
ICONS: dict[str, str] = {
    "rack": "racks",
    "tray": "tray",
    "bundle": "cables",
    "cable": "cables",
    "switch": "switch",
    "line card": "part",
    "fabric board": "part",
    "power feed": "faults",
    "zone": "floor",
}
"""The picture of each kind of element."""
LARGE = frozenset({"rack", "tray", "power feed", "zone"})
"""Kinds of elements that are never summed up in one row."""
NONE = "–"
GOOD, BAD = "ok", "error"


def state_words(curve: FaultCurve) -> str:
    """The state of a network in words."""
    if curve.state == "running":
        return "running" if curve.share is None else f"running, {percent(curve.share)}"
    words = {
        "done": "done",
        "stale": "outdated",
        "failed": "failed",
        "waiting": "not run",
        "partial": "stopped",
    }
    return curve.note or words[curve.state]


def _always(curve: FaultCurve) -> int:
    found = curve.found
    return -1 if found is None or found.always is None else found.always.faults


def _proof(curve: FaultCurve) -> str:
    found = curve.found
    return "" if found is None or found.always is None else PROOFS[found.always.proof]


def _paper_mark(curve: FaultCurve) -> str:
    if curve.paper is None or _always(curve) < 0:
        return ""
    return "good" if curve.paper.faults == _always(curve) else "warning"


NETWORKS: tuple[Column[FaultCurve], ...] = (
    Column("Network", 132, lambda c: c.name, series=lambda c: c.number, strong=True, stretch=True),
    Column(
        "Always",
        58,
        lambda c: always_word(c.found.always) if c.found is not None else "",
        key=_always,
        number=True,
        strong=True,
    ),
    Column(
        PAPER,
        58,
        lambda c: "" if c.paper is None else f"{c.paper.faults:,}",
        key=lambda c: -1 if c.paper is None else c.paper.faults,
        number=True,
        mark=_paper_mark,
    ),
    Column("Proof", 108, _proof, tone=lambda _: "text2"),
    Column("State", 76, state_words, mark=lambda c: MARKS[c.state], tone=lambda _: "text2"),
)
"""The networks of a study."""


class FaultRow(NamedTuple):
    """A row of a network, for the table twin."""

    study: str
    curve: FaultCurve
    point: ToleranceRow | DegradationPoint


def _tolerance(row: FaultRow) -> ToleranceRow | None:
    return row.point if isinstance(row.point, ToleranceRow) else None


def _slower(row: FaultRow) -> DegradationPoint | None:
    return row.point if isinstance(row.point, DegradationPoint) else None


ROWS: tuple[Column[FaultRow], ...] = (
    Column("Network", 150, lambda r: r.curve.name, series=lambda r: r.curve.number, strong=True),
    Column("Faults", 70, lambda r: f"{r.point.faults:,}", key=lambda r: r.point.faults, number=True),
    Column("Combinations", 150, lambda r: combinations_word(p) if (p := _tolerance(r)) else "", number=True),
    Column(
        "Tolerated",
        100,
        lambda r: share_word(p.share) if (p := _tolerance(r)) else "",
        key=lambda r: p.share if (p := _tolerance(r)) else -1.0,
        number=True,
        strong=True,
    ),
    Column(
        "Pairs connected",
        110,
        lambda r: share_word(p.pairs_connected) if (p := _tolerance(r)) else "",
        key=lambda r: p.pairs_connected if (p := _tolerance(r)) else -1.0,
        number=True,
    ),
    Column(
        "Throughput",
        100,
        lambda r: f"{p.throughput:.3f}" if (p := _slower(r)) else "",
        key=lambda r: p.throughput if (p := _slower(r)) else -1.0,
        number=True,
    ),
    Column(
        "± (95 %)",
        80,
        lambda r: f"{p.ci95:.3f}" if (p := _slower(r)) and p.ci95 is not None else "",
        number=True,
    ),
)
"""Every row of every network."""


class LossRow(NamedTuple):
    """Impact of losing an element of a fabric, or several at once.

    Attributes
    ----------
    alike
        Number of other elements with the same impact that the row represents.
    """

    fabric: str
    loss: LossFigures
    alike: int = 0

    @property
    def kind(self) -> str:
        """Kind of the lost element."""
        return self.loss.elements[0].kind

    @property
    def kinds(self) -> str:
        """Every kind of it."""
        return ", ".join(dict.fromkeys(some.kind for some in self.loss.elements)).capitalize()

    @property
    def which(self) -> str:
        """Its name, or those of several."""
        name = " + ".join(some.name for some in self.loss.elements)
        return f"{name}, {self.alike:,} with the same impact" if self.alike else name

    @property
    def cables(self) -> int:
        """Cables that are cut or hang on something dead."""
        return len({cable for some in self.loss.elements for cable in some.cables})


def _cut(row: LossRow) -> int:
    return row.loss.hosts_lost


def _uplinks(row: LossRow) -> str:
    loss = row.loss
    return NONE if loss.uplinks is None else f"{loss.uplinks_left:,} of {loss.uplinks:,}"


def _share(row: LossRow) -> float:
    loss = row.loss
    return 2.0 if not loss.uplinks or loss.uplinks_left is None else loss.uplinks_left / loss.uplinks


def _pairs(row: LossRow) -> float:
    return row.loss.pairs_connected / max(1, row.loss.pairs)


LOSSES: tuple[Column[LossRow], ...] = (
    Column(
        "Lost element",
        124,
        lambda r: r.kinds,
        mark=lambda r: ICONS[r.kind],
    ),
    Column("Which", 160, lambda r: r.which, strong=True),
    Column(
        "Hosts cut off",
        96,
        lambda r: f"{_cut(r):,}",
        key=_cut,
        number=True,
        strong=True,
        tone=lambda r: BAD if _cut(r) else GOOD,
    ),
    Column(
        "Bisection left, %",
        112,
        lambda r: NONE if r.loss.bisection_left is None else f"{100 * r.loss.bisection_left:.1f}",
        key=lambda r: -1.0 if r.loss.bisection_left is None else r.loss.bisection_left,
        number=True,
    ),
    Column("Uplinks, worst edge", 140, _uplinks, key=_share, number=True),
    Column(
        "Pairs connected, %", 126, lambda r: f"{100 * _pairs(r):.1f}", key=_pairs, number=True, hidden=True
    ),
    Column(
        "Cables",
        70,
        lambda r: f"{r.cables:,}",
        key=lambda r: r.cables,
        number=True,
    ),
    Column("Remark", 170, lambda r: r.loss.remark, tone=lambda _: "text2", stretch=True),
)
"""The losses of a project, the worst first."""


def rows_of(fabric: str, losses: Sequence[LossFigures], *, each: bool) -> list[LossRow]:
    """Rows of losses; elements of one kind that do the same are one row, if not ``each`` is wanted."""
    if each:
        return [LossRow(fabric, loss) for loss in losses]
    groups: dict[tuple[object, ...], list[LossFigures]] = {}
    for number, loss in enumerate(losses):
        kinds = tuple(some.kind for some in loss.elements)
        sizes = tuple((len(some.cables), len(some.nodes)) for some in loss.elements)
        own = number if len(kinds) > 1 or kinds[0] in LARGE else -1
        groups.setdefault((kinds, sizes, own, *loss[1:-1]), []).append(loss)
    return [LossRow(fabric, some[0], len(some) - 1) for some in groups.values()]
