"""Tables of failures: networks with their tolerance, all rows, and the impact of each loss."""

from collections.abc import Sequence
from math import isnan, nan
from typing import NamedTuple

from fatdesk.core.number_text import counted, percentage, share_percent
from fatdesk.engine.drawing.charts.fault_charts import FIGURES, TOLERATED
from fatdesk.engine.listing import fault_columns
from fatdesk.engine.listing.cells import by_name
from fatdesk.engine.listing.fault_columns import FaultRow as ListRow
from fatdesk.engine.listing.fault_columns import fault_items
from fatdesk.gui.faults.curves import FaultCurve
from fatdesk.gui.studies.body import MARKS
from fatdesk.gui.tables import Column
from fatdesk.gui.tables.column import described, listed, others
from fatdesk.gui.widgets.numbers import percent
from fatdesk.networks.fault_tolerance.results import AlwaysTolerated, FaultStudyResult, ToleranceRow
from fatdesk.networks.fault_tolerance.sampled import SAMPLED
from fatdesk.networks.fault_tolerance.sampled.measure import SampledMeasure, SampledParameters, SampledPoint
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.tasks.failures import LossFigures


def combinations_text(row: ToleranceRow) -> str:
    """Return the number of combinations tried, in words."""
    return f"all {row.combinations:,}" if row.exhaustive else f"{row.combinations:,} at random"


def always_text(found: AlwaysTolerated | None) -> str:
    """Return how many faults are always tolerated, with "≥" for a lower bound."""
    if found is None:
        return ""
    return f"≥ {found.faults:,}" if found.proof == "not proved" else f"{found.faults:,}"


def point_text(curve: FaultCurve, number: int) -> str:
    """A point of a curve in a few lines."""
    point = curve.points[number]
    sampled = None if curve.found is None else curve.found.on.sampled
    if not isinstance(point, ToleranceRow) and sampled is not None:
        return _sampled_text(curve, number, point, *sampled)
    if not isinstance(point, ToleranceRow):
        return curve.name
    out = f"{point.faults:,} failed"
    low, high = (float(side[number]) for side in curve.values(TOLERATED)[1:])
    ci = "" if isnan(low) else f", 95 % interval {percentage(low / 100)} to {percentage(high / 100)}"
    return "\n".join(
        [
            curve.name,
            f"{out}: {share_percent(point.share)} of {combinations_text(point)} tolerated{ci}",
            f"{share_percent(point.pairs_connected)} of pairs connected",
        ]
    )


def _sampled_text(
    curve: FaultCurve,
    number: int,
    point: SampledPoint,
    measure: SampledMeasure,
    parameters: SampledParameters,
) -> str:
    """Name, each quantity with its interval and what is kept of it, and the spread of the first."""
    lines, spread = [curve.name], ""
    figures = {figure.quantity: figure for figure in FIGURES if figure.kept}
    for quantity in measure.quantities:
        mean, ci95, least, most = quantity.of(point)
        text = quantity.text(mean, curve.rate)
        if ci95 is not None:
            text += f" ± {quantity.text(ci95, curve.rate)}"
        share = float(curve.values(figures[quantity])[0][number]) if quantity in figures else nan
        if not isnan(share):
            text += f", {percentage(share / 100)} of that without failures"
        if len(lines) == 1:
            lines.append(f"{parameters.count_text(point.faults)}: {text}")
            ends = (quantity.text(least, curve.rate), quantity.text(most, curve.rate))
            spread = f"of one combination {ends[0]} to {ends[1]}"
        else:
            lines.append(f"{quantity.title}: {text}")
    return "\n".join([*lines, f"{counted(point.samples, 'combination')}, {spread}"])


def hosts_text(numbers: list[int], names: list[str]) -> str:
    """Name hosts in few words: ``hosts 24 to 27``, ``hosts 24 and 25``, ``host n07``, ``18 hosts``."""
    if len(numbers) == 1:
        return f"host {names[0]}"
    if len(numbers) == 2:
        return f"hosts {names[0]} and {names[1]}"
    if numbers == list(range(numbers[0], numbers[0] + len(numbers))):
        return f"hosts {names[0]} to {names[-1]}"
    return f"hosts {', '.join(names)}" if len(names) <= 4 else counted(len(numbers), "host")


PAPER = "Paper"
PROOFS = {
    "every combination tried": "all tried",
    "minimum cut": "min. cut",
    "not proved": "not proved",
}
ICONS: dict[str, str] = {
    "rack": "racks",
    "tray": "tray",
    "trunk": "cables",
    "bundle": "cables",
    "cable": "cables",
    "switch": "switch",
    "line card": "part",
    "fabric board": "part",
    "power feed": "faults",
    "zone": "floor",
    "enclosure": "racks",
}
"""The picture of each kind of element."""
LARGE = frozenset({"rack", "tray", "power feed", "zone"})
"""Kinds of elements that are never summed up in one row."""
NONE = "–"
GOOD, BAD = "ok", "error"


def state_text(curve: FaultCurve) -> str:
    """The state of a network in words."""
    if curve.state == "running":
        return "running" if curve.share is None else percent(curve.share)
    words = {
        "done": "done",
        "stale": "outdated",
        "failed": "failed",
        "waiting": "not run",
        "partial": "in part",
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


ABOUT_NETWORKS = {
    "Network": "Network of the study.",
    "Always": (
        "Largest number of failures that the network tolerates wherever they are: all hosts stay connected."
    ),
    "Paper": "The same number as published.",
    "Proof": "How that number is known: by minimum cut, by trying all combinations, or as a lower bound.",
    "State": "Whether the network was measured, and whether the results are for the current settings.",
}
NETWORKS: tuple[Column[FaultCurve], ...] = described(
    (
        Column("Network", 172, lambda c: c.name, series=lambda c: c.number, strong=True, stretch=True),
        Column(
            "Always",
            58,
            lambda c: always_text(c.found.always) if c.found is not None else "",
            key=_always,
            number=True,
            strong=True,
        ),
        Column(
            PAPER,
            54,
            lambda c: "" if c.paper is None else f"{c.paper.faults:,}",
            key=lambda c: -1 if c.paper is None else c.paper.faults,
            number=True,
            mark=_paper_mark,
        ),
        Column("Proof", 86, _proof, tone=lambda _: "text2"),
        Column("State", 96, state_text, mark=lambda c: MARKS[c.state], tone=lambda _: "text2"),
    ),
    ABOUT_NETWORKS,
)
"""The networks of a study."""


class FaultRow(NamedTuple):
    """A network with its row in the list of results."""

    curve: FaultCurve
    row: ListRow


def fault_rows(study: FaultStudy, curves: Sequence[FaultCurve]) -> list[FaultRow]:
    """Return every row of every network of a study."""
    curve_of = {network.name: curve for network, curve in zip(study.networks, curves, strict=True)}
    result = FaultStudyResult(study, tuple(curve.found for curve in curves))
    return [FaultRow(curve_of[row.network.name], row) for row in fault_items([result])]


def _listed(row: FaultRow) -> ListRow:
    return row.row


def _combinations(row: FaultRow) -> str:
    return "" if row.row.tolerance is None else combinations_text(row.row.tolerance)


LIST = by_name(fault_columns.COLUMNS)
MEANS = tuple(key for measure in SAMPLED for some in measure.quantities for key in some.list_keys[:2])
"""The mean and the interval of each quantity."""
SHOWN = ("network", "faults", "combinations", "tolerated_share", "pairs_connected", *MEANS)
ABOUT_ROWS = {
    "Network": "Network of the study.",
    "Faults": "Number of elements that fail at once, or their share in percent.",
    "Combinations": (
        "Combinations of failed elements that were tried: all of them, or a number drawn at random."
    ),
    "Share tolerated": "Share of these combinations after which all hosts can still reach each other.",
    "Share of pairs connected": (
        "Share of the pairs of hosts that can still reach each other, averaged over the combinations."
    ),
    **{
        title: words
        for measure in SAMPLED
        for some in measure.quantities
        for title, words in (
            (some.title_with_unit, some.help),
            (some.interval_title, f"Half width of the 95 % confidence interval of the {some.title.lower()}."),
            (f"{some.title}, lowest", f"Lowest {some.title.lower()} of one combination."),
            (f"{some.title}, highest", f"Highest {some.title.lower()} of one combination."),
        )
    },
    "Study": "Name of the study.",
    "Family and parameters, or fabric": "Topology with its parameters, or the fabric of the project.",
    "Hosts": "Hosts of the network.",
    "Routing algorithm": "How switches direct packets.",
    "What fails": "Elements that can fail: links between switches, links of hosts, all links, or switches.",
    "Whole cables": "Whether both directions of a link fail at once, like a cable that is pulled.",
    "Always tolerated": "Largest number of failures that the network tolerates wherever they are.",
    "How that is known": "By trying every combination, or from a minimum cut.",
    "All combinations": "Whether all combinations were tried, and not a number drawn at random.",
    "Combinations tolerated": "Combinations after which all hosts can still reach each other.",
    "At least (95 %)": "Lower end of the 95 % confidence interval of the share tolerated.",
    "At most (95 %)": "Upper end of the 95 % confidence interval of the share tolerated.",
    "Cut by": "A combination that cuts off hosts.",
    "Traffic": "Traffic pattern: to which hosts each host sends.",
    "Faults counted": "Whether faults are a number of elements or a percentage of them.",
    "Combinations measured": "Combinations that were measured, out of those drawn at random.",
}
ROWS: tuple[Column[FaultRow], ...] = described(
    (
        Column("Network", 150, lambda r: r.curve.name, series=lambda r: r.curve.number, strong=True),
        listed(LIST["faults"], _listed, 70),
        listed(LIST["combinations"], _listed, 150, text=_combinations),
        listed(LIST["tolerated_share"], _listed, 100, strong=True, tone=lambda _: "text"),
        listed(LIST["pairs_connected"], _listed, 110),
        *(listed(LIST[key], _listed, 80 if "_ci95" in key else 100) for key in MEANS),
        *others(fault_columns.COLUMNS, _listed, SHOWN),
    ),
    ABOUT_ROWS,
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
        return f"{name}, {self.alike:,} alike" if self.alike else name

    @property
    def cables(self) -> int:
        """Cables that are cut or end at a failed device."""
        return len({cable for some in self.loss.elements for cable in some.cables})


def _uplinks(row: LossRow) -> str:
    loss = row.loss
    return NONE if loss.uplinks is None else f"{loss.uplinks_left:,} of {loss.uplinks:,}"


def _share(row: LossRow) -> float:
    loss = row.loss
    return 2.0 if not loss.uplinks or loss.uplinks_left is None else loss.uplinks_left / loss.uplinks


def _item(row: LossRow) -> fault_columns.LossRow:
    elements, found = row.loss.elements, row.loss
    return fault_columns.LossRow(
        row.fabric,
        row.kinds,
        row.which,
        "; ".join(some.key for some in elements),
        found.hosts_lost,
        found.hosts,
        found.pairs_connected,
        found.pairs,
        found.bisection_left,
        found.uplinks_left,
        found.uplinks,
        len({node for some in elements for node in some.nodes}),
        row.cables,
        found.remark,
    )


LOSS_LIST = by_name(fault_columns.LOSS_COLUMNS)
LOSSES_SHOWN = (
    "kind", "name", "hosts_cut_off", "bisection_left", "pairs_connected", "uplinks_left", "uplinks", "cables",
    "remark",
)  # fmt: skip
ABOUT_LOSSES = {
    "Kind": (
        "Kind of the element that fails: a rack, tray, bundle, switch, card, board, feed, zone or cable."
    ),
    "Lost element": "Name of the element; elements with the same impact are one row unless ungrouped.",
    "Hosts cut off": "Hosts that are in the failed element or have no path to the others.",
    "Share of the bisection left, at most": (
        "Upper bound on the share of the bisection bandwidth that is left."
    ),
    "Uplinks, worst edge": (
        "Uplinks left and present at the edge switch that keeps the smallest share of them."
    ),
    "Cables lost": "Cables that are cut or end at a failed device.",
    "Share of pairs connected": "Share of the pairs of hosts that can still reach each other.",
    "Remark": "What the element holds, and what is not counted.",
    "Fabric": "Fabric of the project that the element belongs to.",
    "Key": "Identifier of the element, as exports and the command line name it.",
    "Hosts": "Hosts of the fabric.",
    "Hosts and switches lost": "Devices that are in the failed element.",
}
LOSSES: tuple[Column[LossRow], ...] = described(
    (
        listed(LOSS_LIST["kind"], _item, 104, mark=lambda r: ICONS[r.kind], tone=lambda _: "text"),
        listed(LOSS_LIST["name"], _item, 186, strong=True, tone=lambda _: "text", stretch=True),
        listed(
            LOSS_LIST["hosts_cut_off"],
            _item,
            92,
            strong=True,
            tone=lambda r: BAD if r.loss.hosts_lost else GOOD,
        ),
        listed(LOSS_LIST["bisection_left"], _item, 94, tone=lambda _: "text"),
        Column("Uplinks, worst edge", 132, _uplinks, key=_share, number=True, secondary=True),
        listed(LOSS_LIST["cables"], _item, 62, title="Cables", tone=lambda _: "text", secondary=True),
        listed(LOSS_LIST["pairs_connected"], _item, 126, hidden=True),
        listed(LOSS_LIST["remark"], _item, 184, stretch=True),
        *others(fault_columns.LOSS_COLUMNS, _item, LOSSES_SHOWN),
    ),
    ABOUT_LOSSES,
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
