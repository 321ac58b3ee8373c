"""Throughput with faults: how it is measured, and what is known of its points."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from fatdesk.core.number_text import percentage
from fatdesk.core.schema import about
from fatdesk.networks.fault_tolerance.sampled.measure import (
    NUMBER,
    PERCENT,
    Quantity,
    SampledMeasure,
    SampledParameters,
)
from fatdesk.networks.simulation.link_rate import LinkRate, rate_text
from fatdesk.networks.simulation.study import Duration, Load, Switching, TrafficParameters

OFFERED: Literal["offered"] = "offered"
MOST: Literal["most"] = "most"
SATURATION: Literal["saturation"] = "saturation"
TOLERATED: Literal["tolerated"] = "tolerated"
ANY: Literal["any"] = "any"
CONNECTED: Literal["connected"] = "connected"
INTACT: Literal["intact"] = "intact"


class DegradationParameters(SampledParameters, frozen=True, kw_only=True):
    """Throughput with faults: the mean over random combinations that the network tolerates.

    The last five fields are readings of section 5 of the fault-tolerant-indirect-topologies paper, which does
    not state them.
    """

    LATER: ClassVar = ("measured", "drawn", "redraw", "injection", "counted")
    """Fields that earlier results do not have, see :func:`.result_files.whole`."""

    traffic: TrafficParameters = TrafficParameters()
    switching: Switching = Switching()
    duration: Duration = Duration(cycles=20_000)
    load: Annotated[
        Load | None,
        about("Load", "Flits per cycle and host", empty="highest possible"),
    ] = None
    samples: Annotated[
        Annotated[int, Meta(ge=1, le=10_000)],
        about("Samples", "Combinations for each number of faults"),
    ] = 50
    measured: Annotated[
        Literal["offered", "most", "saturation"],
        about(
            "Throughput",
            "Which throughput of a combination is averaged",
            more="`offered`: what is accepted at the load. `most`: the most that is accepted at a tenth of"
            " the load, two tenths and so on. `saturation`: the highest load that is accepted in full, by"
            " bisection",
            choices={OFFERED: "At the load", MOST: "Most of ten loads", SATURATION: "Saturation load"},
        ),
    ] = OFFERED
    drawn: Annotated[
        Literal["tolerated", "any"],
        about(
            "Drawn",
            "Combinations that are drawn: those that the network tolerates, or any",
            more="Of `any`, hosts send nothing to hosts that they no longer reach, and the mean counts all"
            " hosts that send without faults",
            choices={TOLERATED: "Tolerated ones", ANY: "Any"},
        ),
    ] = TOLERATED
    redraw: Annotated[
        bool,
        about(
            "Random hosts",
            "Whether what a pattern draws, such as the hot host, is the same for all combinations",
            choices={False: "Drawn once", True: "Drawn per combination"},
        ),
    ] = False
    injection: Annotated[
        Literal["connected", "intact"],
        about(
            "Injection",
            "Links that a host with several sends by when links have failed",
            more="`connected`: any that still leads to the destination. `intact`: only those from which no"
            " path to the destination has failed, where there is one",
            choices={CONNECTED: "Any with a path", INTACT: "Intact paths first"},
        ),
    ] = CONNECTED
    counted: Annotated[
        Literal["number", "percent"],
        about(
            "Faults counted",
            "What the numbers of faults are: elements, or percent of what may fail in each network",
            more="With `percent` networks with fewer links lose fewer of them",
            choices={NUMBER: "Number", PERCENT: "Percent"},
        ),
    ] = NUMBER


@dataclass(frozen=True, slots=True)
class DegradationPoint:
    """Mean throughput over random combinations of faults that are tolerated.

    Attributes
    ----------
    throughput
        Accepted traffic, flits per cycle and host that sends, the mean over the combinations.
    ci95
        Half the width of its 95 % interval (Student's t over the combinations); None with fewer than two.
    least, most
        Of one combination.
    samples
        Combinations that were measured.
    """

    faults: int
    throughput: float
    ci95: float | None
    least: float
    most: float
    samples: int


def _verdict(
    name: str, points: Sequence[DegradationPoint], requested: DegradationParameters, rate: LinkRate | None
) -> str:
    first, last = points[0], points[-1]
    left = rate_text(last.throughput, rate)
    if not last.faults:
        return f"{name} delivers {left} without failures. Add numbers of failures to see what is left."
    with_failures = f"With {requested.count_text(last.faults)} {name}"
    if first.faults or not first.throughput > 0:
        return f"{with_failures} delivers {left}. Add 0 failures to see which share of all that is."
    return (
        f"{with_failures} keeps {percentage(last.throughput / first.throughput)} of its throughput: {left}."
    )


MEASURE = SampledMeasure(
    name="degradation",
    title="Throughput",
    help="measure throughput instead",
    parameters=DegradationParameters,
    point=DegradationPoint,
    quantities=(
        Quantity(
            key="throughput",
            title="Throughput",
            mean_title="Mean throughput",
            help="Mean accepted traffic over the combinations, in flits per cycle and host.",
            unit="flits per cycle and host",
            unit_key="flits_per_cycle_host",
            kept="Throughput kept",
            is_rate=True,
        ),
    ),
    verdict=_verdict,
)
