"""Columns of fault study results, and of losses with their impact, the worst of a fabric first."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

from fatdesk.engine.drawing.plan import FabricLosses
from fatdesk.engine.listing.cells import UNKNOWN, Column, Value, csv_bytes, rows_of, yes_no
from fatdesk.engine.listing.study_columns import OF_NETWORK
from fatdesk.networks.fault_tolerance.impact import Loss
from fatdesk.networks.fault_tolerance.results import (
    FaultStudyResult,
    MeasuredFaults,
    ToleranceRow,
    binomial_interval,
)
from fatdesk.networks.fault_tolerance.sampled import SAMPLED
from fatdesk.networks.fault_tolerance.sampled.measure import (
    NUMBER,
    PERCENT,
    Quantity,
    SampledMeasure,
    SampledPoint,
)
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.study import StudyNetwork


class FaultRow(NamedTuple):
    """A number of faults of a network of a study.

    Attributes
    ----------
    tolerance, point
        What was measured at it, one or the other; neither in the only row of a network of which nothing but
        the most faults that are always tolerated was worked out.
    names
        Names of the elements that fail, by number.
    """

    study: FaultStudy
    network: StudyNetwork
    found: MeasuredFaults
    names: Mapping[int, str]
    tolerance: ToleranceRow | None = None
    point: SampledPoint | None = None

    @property
    def interval(self) -> tuple[Value, Value]:
        """The 95 % interval of the share that is tolerated; empty where all combinations were tried."""
        some = self.tolerance
        if some is None or some.exhaustive:
            return None, None
        return binomial_interval(some.tolerated, some.combinations)


def _tolerance(name: str) -> Callable[[FaultRow], Value]:
    of = attrgetter(name)
    return lambda row: None if row.tolerance is None else of(row.tolerance)


def _samples(row: FaultRow) -> Value:
    return None if row.point is None else row.point.samples


def _columns_of(measure: SampledMeasure) -> Iterator[Column[FaultRow]]:
    """Four for each quantity: the mean, its interval, the least and the most of one combination."""

    def of(quantity: Quantity, number: int) -> Callable[[FaultRow], Value]:
        def value(row: FaultRow) -> Value:
            mine = row.found.on.sampled is not None and row.found.on.sampled[0] is measure
            return quantity.of(row.point)[number] if mine and row.point is not None else None

        return value

    for quantity in measure.quantities:
        titles = (quantity.interval_title, f"{quantity.title}, lowest", f"{quantity.title}, highest")
        shorts = (quantity.title, "± 95 %", "", "")
        for number, (key, title, short) in enumerate(
            zip(quantity.list_keys, (quantity.title_with_unit, *titles), shorts, strict=True)
        ):
            yield Column(
                key, title, 10, "number", short=short, digits=quantity.digits, value=of(quantity, number)
            )


def _always(name: str) -> Callable[[FaultRow], Value]:
    of = attrgetter(name)
    return lambda row: None if row.found.always is None else of(row.found.always)


def _faults(row: FaultRow) -> Value:
    some = row.tolerance or row.point
    return None if some is None else some.faults


def _fatal(row: FaultRow) -> Value:
    if row.tolerance is not None:
        return elements_text(row.tolerance.fatal, row.names)
    if row.point is not None or row.found.always is None:
        return None
    return elements_text(row.found.always.fatal, row.names)


def _counted(row: FaultRow) -> Value:
    sampled = row.found.on.sampled
    return None if row.point is None or sampled is None else PERCENT if sampled[1].is_percent else NUMBER


def _traffic(row: FaultRow) -> Value:
    requested = row.found.on.degradation
    return None if row.point is None else "" if requested is None else requested.traffic.pattern


COLUMNS: tuple[Column[FaultRow], ...] = (
    *OF_NETWORK,
    Column("hosts", "Hosts", 8, "integer", value="found.on.hosts"),
    Column("scheme", "Routing algorithm", 12, value="found.on.scheme"),
    Column("among", "What fails", 10, value="found.on.faults.among"),
    Column("whole", "Whole cables", 8, value=lambda row: yes_no(row.found.on.faults.whole)),
    Column("always_tolerated", "Always tolerated", 10, "integer", value=_always("faults")),
    Column("proof", "How that is known", 20, value=_always("proof")),
    Column("faults", "Faults", 8, "integer", value=_faults),
    Column("combinations", "Combinations", 12, "integer", value=_tolerance("combinations")),
    Column(
        "exhaustive",
        "All combinations",
        8,
        value=lambda row: None if row.tolerance is None else yes_no(row.tolerance.exhaustive),
    ),
    Column("tolerated", "Combinations tolerated", 12, "integer", value=_tolerance("tolerated")),
    Column("tolerated_share", "Share tolerated", 10, "share", short="Tolerated", value=_tolerance("share")),
    Column("tolerated_low", "At least (95 %)", 10, "share", value=lambda row: row.interval[0]),
    Column("tolerated_high", "At most (95 %)", 10, "share", value=lambda row: row.interval[1]),
    Column(
        "pairs_connected",
        "Share of pairs connected",
        10,
        "share",
        short="Pairs connected",
        value=_tolerance("pairs_connected"),
    ),
    Column("fatal", "Cut by", 40, value=_fatal),
    Column("traffic", "Traffic", 14, value=_traffic),
    Column("counted", "Faults counted", 10, value=_counted),
    *(column for measure in SAMPLED for column in _columns_of(measure)),
    Column("samples", "Combinations measured", 10, "integer", value=_samples),
)


def fault_items(results: Sequence[FaultStudyResult]) -> Iterator[FaultRow]:
    """The rows before they become cells: study by study, network by network, from the fewest faults up."""
    for result in results:
        fatal = result.fatal or ({},) * len(result.networks)
        for network, found, names in zip(result.study.networks, result.networks, fatal, strict=True):
            if found is None or found.nothing:
                continue
            bare = FaultRow(result.study, network, found, names)
            for row in found.rows:
                yield bare._replace(tolerance=row)
            for point in found.points:
                yield bare._replace(point=point)
            if not found.counts and found.always is not None:
                yield bare


def fault_rows(results: Sequence[FaultStudyResult]) -> Iterator[tuple[Value, ...]]:
    """The cells in order of :data:`COLUMNS`; what is not known or does not apply is empty."""
    return rows_of(COLUMNS, fault_items(results))


def faults_csv(results: Sequence[FaultStudyResult]) -> bytes:
    """All rows as CSV."""
    return csv_bytes(COLUMNS, fault_rows(results))


def elements_text(elements: Sequence[int] | None, names: Mapping[int, str]) -> str | None:
    """Names of elements that fail together, or their numbers where names are not known."""
    return None if elements is None else "; ".join(names.get(element, str(element)) for element in elements)


class LossRow(NamedTuple):
    """The loss of an element of a fabric, or of several at once, as counts.

    Attributes
    ----------
    kind, name, key
        Of the lost element; of several, in words.
    bisection_left
        Share from 0 to 1; None: not calculated.
    uplinks_left, uplinks
        At the edge switch that keeps the smallest share of its uplinks; None where no edge switch is left.
    devices, cables
        Numbers of hosts and switches, and of cables, that are lost.
    """

    fabric: str
    kind: str
    name: str
    key: str
    hosts_lost: int
    hosts: int
    pairs_connected: int
    pairs: int
    bisection_left: float | None
    uplinks_left: int | None
    uplinks: int | None
    devices: int
    cables: int
    remark: str


def _pairs(row: LossRow) -> Value:
    return row.pairs_connected / row.pairs if row.pairs else None


def _bisection(row: LossRow) -> Value:
    return UNKNOWN if row.bisection_left is None else row.bisection_left


LOSS_COLUMNS: tuple[Column[LossRow], ...] = (
    Column("fabric", "Fabric", 16, value="fabric"),
    Column("kind", "Kind", 12, value="kind"),
    Column("name", "Lost element", 30, value="name"),
    Column("key", "Key", 40, value="key"),
    Column("hosts_cut_off", "Hosts cut off", 8, "integer", value="hosts_lost"),
    Column("hosts", "Hosts", 8, "integer", value="hosts"),
    Column("pairs_connected", "Share of pairs connected", 10, "share", value=_pairs, short="Pairs connected"),
    Column(
        "bisection_left",
        "Share of the bisection left, at most",
        10,
        "share",
        value=_bisection,
        short="Bisection left",
    ),
    Column("uplinks_left", "Uplinks left at the worst edge", 10, "integer", value="uplinks_left"),
    Column("uplinks", "Uplinks there", 10, "integer", value="uplinks"),
    Column("devices", "Hosts and switches lost", 8, "integer", value="devices"),
    Column("cables", "Cables lost", 8, "integer", value="cables"),
    Column("remark", "Remark", 40, value="remark"),
)


def _row(fabric: str, loss: Loss) -> LossRow:
    element, left = loss.element, loss.left
    return LossRow(
        fabric,
        element.kind,
        element.name,
        element.key,
        left.hosts_lost,
        left.hosts,
        left.pairs_connected,
        left.pairs,
        loss.bisection_left,
        loss.uplinks_left,
        loss.uplinks,
        len(element.nodes),
        len(element.cables),
        loss.remark,
    )


def loss_rows(fabrics: Sequence[FabricLosses]) -> Iterator[tuple[Value, ...]]:
    """Return the rows; the bisection is unknown where it was not calculated."""
    return rows_of(LOSS_COLUMNS, (_row(name, loss) for name, losses in fabrics for loss in losses))
