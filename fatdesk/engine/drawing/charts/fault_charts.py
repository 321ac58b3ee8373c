"""Charts and captions of fault studies: tolerated combinations, connected pairs, throughput."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple, Protocol

import numpy as np

from fatdesk.core.arrays import Floats
from fatdesk.core.number_text import counted
from fatdesk.core.schema import fields_of
from fatdesk.engine.charts import Axis, Chart, Series, State, whole_range
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.charts.chart_page import (
    HEIGHT,
    LINE_STEP,
    WIDTH,
    Around,
    Plot,
    draw_plots,
    picture,
    plot_of,
)
from fatdesk.engine.drawing.charts.simulation_charts import switching_text, traffic_text
from fatdesk.engine.drawing.display import Bounds, Page
from fatdesk.engine.drawing.palette import LIGHT, Palette
from fatdesk.engine.drawing.sketch import Sketch
from fatdesk.networks.fault_tolerance.reference_studies import PublishedAlways
from fatdesk.networks.fault_tolerance.results import (
    FaultStudyResult,
    MeasuredFaults,
    ToleranceRow,
    binomial_interval,
)
from fatdesk.networks.fault_tolerance.sampled import SAMPLED
from fatdesk.networks.fault_tolerance.sampled.measure import (
    PERCENT,
    Quantity,
    SampledMeasure,
    SampledParameters,
    SampledPoint,
)
from fatdesk.networks.fault_tolerance.sampled.throughput import ANY, INTACT, DegradationParameters
from fatdesk.networks.fault_tolerance.study import FaultParameters, FaultStudy
from fatdesk.networks.simulation.link_rate import LinkRate

THINGS = {
    "network": "links between switches",
    "ends": "links of hosts",
    "all": "links of all kinds",
    "switches": "switches",
}
AnyPoint = ToleranceRow | SampledPoint
MOST_NAMED = 8
"""Maximum number of elements of a fatal combination that a caption names."""


def failure_mode_text(requested: FaultParameters) -> str:
    """Return what fails in a study, in words.

    >>> failure_mode_text(FaultParameters(whole=True)), failure_mode_text(FaultParameters(among="switches"))
    ('links between switches, whole cables', 'switches with all their links')
    """
    if requested.among == "switches":
        return "switches with all their links"
    return f"{THINGS[requested.among]}, {'whole cables' if requested.whole else 'each way by itself'}"


def fault_settings_text(study: FaultStudy) -> str:
    """Describe in a few sentences what fails, how combinations are found and throughput is measured."""
    fails = f"What fails: {failure_mode_text(study.faults)}."
    if study.degradation is not None:
        return f"{fails} {_throughput_text(study.degradation, study.seed)}"
    if study.sampled is not None:
        return f"{fails} {sampled_text(*study.sampled, study.seed)}"
    if not study.counts:
        return fails
    return (
        f"{fails} All combinations where there are at most {study.combinations:,}, "
        f"beyond that this number at random (seed {study.seed})."
    )


def sampled_text(measure: SampledMeasure, parameters: SampledParameters, seed: int) -> str:
    """Return what is averaged, and the parameters by their titles."""
    fields = fields_of(type(parameters)).values()
    said = ", ".join(f"{field.title} {field.write(getattr(parameters, field.key))}" for field in fields)
    what = "; ".join(quantity.title_with_unit for quantity in measure.quantities)
    return f"Means over random combinations (seed {seed}): {what}. {said}."


MEASURED = {
    "offered": "",
    "most": ", the most that is accepted at a tenth of the load, two tenths and so on",
    "saturation": ", the highest load that is accepted in full",
}


def throughput_text(requested: DegradationParameters) -> str:
    """Return what is averaged, and under which traffic; readings other than the usual ones are named.

    >>> throughput_text(DegradationParameters(measured="saturation", drawn="any"))
    'flits per cycle and host, uniform traffic, the highest load that is accepted in full; any combinations'
    """
    random = ", hosts drawn for each combination" if requested.redraw else ""
    words = [f"flits per cycle and host, {requested.traffic.pattern} traffic{random}"]
    words[0] += MEASURED[requested.measured]
    if requested.drawn == ANY:
        words.append("any combinations")
    if requested.injection == INTACT:
        words.append("links with intact paths first")
    if requested.counted == PERCENT:
        words.append("each network loses the same share")
    return "; ".join(words)


def _throughput_text(requested: DegradationParameters, seed: int) -> str:
    load = (
        "all that hosts can inject"
        if requested.load is None
        else f"{requested.load:g} flits per cycle and host"
    )
    warmup = (
        "until settled" if requested.duration.warmup is None else counted(requested.duration.warmup, "cycle")
    )
    drawn = ", tolerated or not" if requested.drawn == ANY else " that the network tolerates"
    hosts = " Hosts use links with intact paths first." if requested.injection == INTACT else ""
    share = " Each network loses the same share of its links." if requested.counted == PERCENT else ""
    which = " What the pattern draws is drawn for each combination." if requested.redraw else ""
    return (
        f"Mean{MEASURED[requested.measured]}{',' if MEASURED[requested.measured] else ''} over "
        f"{counted(requested.samples, 'random combination')}{drawn} "
        f"(seed {seed}).{share}{which}{hosts} "
        f"Traffic: {traffic_text(requested.traffic)}, {load}. {switching_text(requested.switching)} "
        f"Warm-up {warmup}, then {requested.duration.cycles:,} cycles."
    )


def measured_of_faults(result: FaultStudyResult) -> list[str]:
    """Return remarks on the rows: missing rows, fatal combinations, measuring version."""
    study = result.study
    pairs = list(zip(study.networks, result.networks, strict=True))
    words = []
    missing = [network.name for network, found in pairs if found is None or found.nothing]
    if missing:
        words.append(f"Not measured: {', '.join(missing)}.")
    for (network, found), names in zip(pairs, result.fatal, strict=False):
        if found is not None and len(pairs) <= MOST_NAMED and (said := fatal_text(found, names)):
            words.append(f"{network.name} is cut by {said}.")
    programs = sorted({found.program for _, found in pairs if found is not None and found.program})
    if programs:
        words.append(f"Measured by fatdesk {', '.join(programs)}.")
    return words


def fatal_of(found: MeasuredFaults) -> tuple[int, ...] | None:
    """The smallest combination that is known not to be tolerated, by the numbers of its elements."""
    known = [] if found.always is None or found.always.fatal is None else [found.always.fatal]
    known += [row.fatal for row in found.rows if row.fatal is not None]
    return min(known, key=len, default=None)


def fatal_text(found: MeasuredFaults, names: Mapping[int, str]) -> str:
    """The smallest combination that is not tolerated, by the names of its elements; empty: none is known."""
    things = fatal_of(found)
    return "" if things is None or not all(element in names for element in things) else named(things, names)


def named(things: Sequence[int], names: Mapping[int, str], most: int = MOST_NAMED) -> str:
    """Names of elements; beyond ``most`` names, the number of further ones.

    >>> named((3, 5, 8), {3: "A to B", 5: "A to C", 8: "A to D"}, most=2)
    'A to B; A to C and 1 more'
    """
    more = f" and {len(things) - most:,} more" if len(things) > most else ""
    return "; ".join(names[element] for element in things[:most]) + more


def always_text(found: MeasuredFaults) -> str:
    """Number of faults are always tolerated, as short as can be; empty: that was not worked out."""
    if found.always is None:
        return ""
    least = "at least " if found.always.proof == "not proved" else ""
    return f"{least}{found.always.faults:,} always"


def fault_keys(result: FaultStudyResult, published: tuple[PublishedAlways, ...]) -> list[str]:
    """Each network for a key: its name, how packets find their way, its hosts, what it always tolerates."""
    paper = {one.network: one.faults for one in published}
    words = []
    for network, found in zip(result.study.networks, result.networks, strict=True):
        parts = [network.name]
        if found is not None:
            parts += [found.on.scheme, counted(found.on.hosts, "host")]
            if always := always_text(found):
                parts.append(always + (f" (paper {paper[network.name]:,})" if network.name in paper else ""))
        words.append(" · ".join(parts))
    return words


class Figure(NamedTuple):
    """A figure of a fault study over numbers of failures.

    Attributes
    ----------
    title
        In the choice of what is shown.
    measure
        The name of the sampled measure; empty: of what is tolerated.
    quantity
        Of a sampled measure.
    kept
        Whether its share of that without failures is meant.
    """

    title: str
    axis: Axis
    measure: str = ""
    quantity: Quantity | None = None
    kept: bool = False


TOLERATED = Figure("Tolerated", Axis("Combinations tolerated", unit="%"))
CONNECTED = Figure("Pairs connected", Axis("Pairs connected", unit="%"))


def _figures(measure: SampledMeasure) -> Iterator[Figure]:
    for quantity in measure.quantities:
        yield Figure(quantity.title, Axis(quantity.mean_title, unit=quantity.unit), measure.name, quantity)
        if quantity.kept:
            yield Figure(quantity.kept, Axis(quantity.kept, unit="%"), measure.name, quantity, kept=True)


FIGURES: tuple[Figure, ...] = (
    TOLERATED,
    CONNECTED,
    *(figure for measure in SAMPLED for figure in _figures(measure)),
)
"""All figures, in the order in which they are offered."""


def figures_of(study: FaultStudy) -> tuple[Figure, ...]:
    """Return the figures that are measured by a study, the usual one first."""
    return tuple(figure for figure in FIGURES if figure.measure == study.measures)


EDGE = 0.025
"""Room left of 0, so that markers there are clear of the frame."""
MOST_SHOWN = 104.0


class Measured(Protocol):
    """A network of a fault study with its points, from the fewest failures up."""

    @property
    def number(self) -> int:
        """Its place in the study."""

    @property
    def name(self) -> str:
        """Its name in the study."""

    @property
    def points(self) -> Sequence[AnyPoint]:
        """Return the measured points."""

    @property
    def chart_state(self) -> State:
        """Whether points are still arriving, or were measured on something else."""

    @property
    def share(self) -> float | None:
        """Of a running network, how much is done."""


def fault_chart(
    networks: Sequence[Measured],
    figure: Figure,
    elements: str = "links",
    *,
    percent: bool = False,
    rates: Mapping[int, LinkRate] | None = None,
) -> Chart:
    """Return one figure of all networks over the number of failures.

    Parameters
    ----------
    elements
        What fails: ``links`` or ``switches``.
    percent
        Whether numbers of failures are percent of what may fail.
    rates
        Of the links of networks by their numbers: throughput is in Gb/s where all measured ones have one.
    """
    rates = rates or {}
    quantity = figure.quantity
    rated = quantity is not None and quantity.is_rate and not figure.kept
    rated = rated and all(one.number in rates for one in networks if one.points)
    series = []
    for one in networks:
        low, value, high = values_of(one.points, figure)
        if rated and one.number in rates:
            low, value, high = (rates[one.number].gbps_of(1) * side for side in (low, value, high))
        x = np.array([point.faults for point in one.points], np.float64)
        series.append(Series(one.number, one.name, x, value, low, high, one.chart_state, one.share))
    counts = np.concatenate([one.x for one in series]) if series else np.empty(0)
    words = f"Failed {elements} at once"
    if quantity is not None:
        across = Axis(words, unit="% of all" if percent else "").over(np.concatenate([counts, [0.0]]))
        if across.low == 0:
            across = replace(across, low=-EDGE * across.high)
        upward = figure.axis
        if rated and rates:
            upward = replace(upward, unit="Gb/s per host")
        up = upward.over(np.concatenate([whole_range(series), [0.0]]))
    else:
        across = Axis(words, unit="log scale", log=True, whole=True).over(counts)
        up = replace(figure.axis, low=0.0, high=MOST_SHOWN)
    return Chart(figure.axis.title, across, up, tuple(series))


def values_of(points: Sequence[AnyPoint], figure: Figure) -> tuple[Floats, Floats, Floats]:
    """(points,) of the low ends, values and high ends of a figure; nan where there is none."""
    of = _tolerance if figure.quantity is None else _sampled
    rows = [of(point, figure) for point in points]
    factor = _whole_factor(points, figure.quantity) if figure.kept and figure.quantity else 1.0
    low, value, high = factor * np.array(rows, np.float64).reshape(-1, 3).T
    return low, value, high


def _whole_factor(points: Sequence[AnyPoint], quantity: Quantity) -> float:
    """Return the factor from values to percent of that without failures; nan if that was not measured."""
    first = points[0] if points else None
    if first is None or isinstance(first, ToleranceRow) or first.faults != 0:
        return float("nan")
    mean = quantity.of(first).mean
    return 100 / mean if mean > 0 else float("nan")


def _sampled(point: AnyPoint, figure: Figure) -> tuple[float, float, float]:
    nan = float("nan")
    if isinstance(point, ToleranceRow) or figure.quantity is None:
        return nan, nan, nan
    spread = figure.quantity.of(point)
    half = nan if spread.ci95 is None else spread.ci95
    return spread.mean - half, spread.mean, spread.mean + half


def _tolerance(point: AnyPoint, figure: Figure) -> tuple[float, float, float]:
    nan = float("nan")
    if not isinstance(point, ToleranceRow):
        return nan, nan, nan
    if figure is CONNECTED:
        return nan, 100 * point.pairs_connected, nan
    if point.exhaustive:
        return nan, 100 * point.share, nan
    low, high = binomial_interval(point.tolerated, point.combinations)
    return 100 * low, 100 * point.share, 100 * high


ROW_STEP = 5.2


class _Network(NamedTuple):
    """A network with all of its points."""

    number: int
    name: str
    points: Sequence[AnyPoint]
    chart_state: State = ""
    share: float | None = None


def fault_page(
    result: FaultStudyResult,
    published: tuple[PublishedAlways, ...] = (),
    palette: Palette = LIGHT,
    size: tuple[float, float] = (WIDTH, HEIGHT),
    rates: Mapping[int, LinkRate] | None = None,
) -> Page:
    """A picture by itself; ``rates`` as in :func:`fault_chart`."""
    return picture(
        result.study.name,
        lambda sketch, bounds: draw_faults(sketch, bounds, result, published, rates),
        palette,
        size,
    )


def draw_faults(
    sketch: Sketch,
    bounds: Bounds,
    result: FaultStudyResult,
    published: tuple[PublishedAlways, ...] = (),
    rates: Mapping[int, LinkRate] | None = None,
) -> None:
    """Title, plots or a table, key and caption within some bounds.

    Parameters
    ----------
    published
        How many faults a paper says are always tolerated.
    rates
        Of the links of networks by their numbers, to show Gb/s.
    """
    shown = [
        _Network(number, network.name, found.rows or found.points)
        for number, (network, found) in enumerate(zip(result.study.networks, result.networks, strict=True))
        if found is not None and found.counts
    ]
    words = [*filter(None, [result.verdict]), fault_settings_text(result.study), *measured_of_faults(result)]
    keys = list(enumerate(fault_keys(result, published)))
    plots: Sequence[Plot] = ()
    if shown:
        things = THINGS[result.study.faults.among]
        percent = result.study.is_percent
        charts = [
            fault_chart(shown, figure, things, percent=percent, rates=rates)
            for figure in figures_of(result.study)
        ]
        charts[1:] = [one for one in charts[1:] if any(np.isfinite(series.y).any() for series in one.series)]
        plots = [plot_of(sketch, chart) for chart in charts]
    elif any(found is not None and found.always for found in result.networks):
        plots, keys = [partial(_always_table, sketch, result=result, published=published)], []
    draw_plots(sketch, bounds, Around(result.study.name, words, keys), plots)


def _always_table(
    sketch: Sketch, bounds: Bounds, *, result: FaultStudyResult, published: tuple[PublishedAlways, ...]
) -> None:
    """Each network with the most faults of which every combination is tolerated."""
    left, upper, right, lower = bounds
    wide = right - left
    paper = {one.network: one.faults for one in published}
    head = ["Network", "Hosts", "Always tolerated", "Published", "Proof"]
    if not paper:
        head[3] = ""
    rows = [head]
    for network, found in zip(result.study.networks, result.networks, strict=True):
        always = None if found is None else found.always
        rows.append(
            [
                network.name,
                "" if found is None else f"{found.on.hosts:,}",
                "" if always is None else f"{always.faults:,}",
                f"{paper[network.name]:,}" if network.name in paper else "",
                "not measured" if always is None else always.proof,
            ]
        )
    step = min(ROW_STEP, (lower - upper) / len(rows))
    size = min(font_sizes.TEXT, font_sizes.TEXT * step / LINE_STEP)
    for number, row in enumerate(rows):
        y = upper + (number + 0.8) * step
        for share, width, cell in zip(
            (0.0, 0.35, 0.45, 0.62, 0.75), (0.28, 0.1, 0.17, 0.13, 0.25), row, strict=True
        ):
            sketch.text(left + share * wide, y, cell, size, bold=number == 0, within=width * wide)
