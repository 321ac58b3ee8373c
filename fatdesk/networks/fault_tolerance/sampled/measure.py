"""Records of measures of random combinations of failures: parameters, quantities, texts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol

from fatdesk.core.arrays import Bools
from fatdesk.core.progress import Progress
from fatdesk.core.struct import Struct
from fatdesk.networks.network import Network
from fatdesk.networks.routing.algorithm import RoutingAlgorithm
from fatdesk.networks.simulation.link_rate import LinkRate, figure_text

NUMBER: Literal["number"] = "number"
PERCENT: Literal["percent"] = "percent"


class SampledParameters(Struct, frozen=True, kw_only=True):
    """Base of the parameters of sampled measures; each has a field ``samples``, the number of combinations.

    >>> from fatdesk.networks.fault_tolerance.sampled.throughput import DegradationParameters
    >>> percent, number = DegradationParameters(counted="percent"), DegradationParameters()
    >>> percent.failing(5, 130), number.failing(5, 130)
    (7, 5)
    >>> percent.count_text(5), number.count_text(1)
    ('5 % failed', '1 failed')
    """

    @property
    def is_percent(self) -> bool:
        """Whether numbers of faults are percent of what may fail."""
        return bool(getattr(self, "counted", NUMBER) == PERCENT)

    def most(self, elements: int) -> int:
        """Return the highest number of faults where that many elements may fail."""
        return 100 if self.is_percent else elements

    def failing(self, faults: int, elements: int) -> int:
        """Return how many elements fail at a number of faults; of percent the nearest, halves up."""
        return (2 * faults * elements + 100) // 200 if self.is_percent else faults

    def count_text(self, faults: int) -> str:
        """Return a number of faults in words, such as ``5 % failed``."""
        return f"{faults:,}{' %' if self.is_percent else ''} failed"


class SampledPoint(Protocol):
    """Results at a number of faults; besides, each quantity has the fields of :meth:`Quantity.fields`."""

    @property
    def faults(self) -> int:
        """Number of failures."""

    @property
    def samples(self) -> int:
        """Combinations that were measured."""


class Spread(NamedTuple):
    """A quantity over the combinations of a point.

    Attributes
    ----------
    ci95
        Half the width of the 95 % interval of the mean; None with fewer than two combinations.
    least, most
        Of one combination.
    """

    mean: float
    ci95: float | None
    least: float
    most: float


@dataclass(frozen=True)
class Quantity:
    """A number that is worked out of each combination.

    Attributes
    ----------
    key
        Its field in points, files, JSON and lists; no other quantity of any measure has it.
    title, mean_title
        In lists, and at the axis of its mean.
    help
        What it is, in a sentence.
    unit, unit_key
        In words, and at the end of the keys of lists; empty: it has none.
    digits
        Decimals that the window shows.
    kept
        The title of its share of the value without failures; empty: that is not shown.
    first
        Whether it is the first of its measure, whose spread has the fields ``ci95``, ``least`` and ``most``;
        those of the others begin with its key.
    is_rate
        Whether it is in flits per cycle and host, which a known rate of links makes Gb/s.
    less_is_better
        Whether the network with the smallest value is the best.
    """

    key: str
    title: str
    mean_title: str
    help: str
    unit: str = ""
    unit_key: str = ""
    digits: int = 3
    kept: str = ""
    first: bool = True
    is_rate: bool = False
    less_is_better: bool = False

    @property
    def fields(self) -> tuple[str, str, str, str]:
        """Fields of a point, and arrays of a file: mean, interval, least, most.

        >>> Quantity("hops", "Hops", "Mean hops", "Links.", first=False).fields
        ('hops', 'hops_ci95', 'hops_least', 'hops_most')
        """
        before = "" if self.first else f"{self.key}_"
        return self.key, f"{before}ci95", f"{before}least", f"{before}most"

    @property
    def list_keys(self) -> tuple[str, str, str, str]:
        """Keys of its columns: mean, interval, least, most."""
        after = f"_{self.unit_key}" if self.unit_key else ""
        mean, ci95, least, most = (f"{self.key}{part}{after}" for part in ("", "_ci95", "_least", "_most"))
        return mean, ci95, least, most

    @property
    def title_with_unit(self) -> str:
        """Its title in lists."""
        return f"{self.title}, {self.unit}" if self.unit else self.title

    @property
    def interval_title(self) -> str:
        """Title of its interval in lists."""
        return f"{self.title} ± (95 %)"

    def of(self, point: SampledPoint) -> Spread:
        """Return its values in a point."""
        return Spread(*(getattr(point, field) for field in self.fields))

    def text(self, value: float, rate: LinkRate | None = None) -> str:
        """Return a value as the window shows it, in Gb/s where the rate of links is given."""
        if self.is_rate and rate is not None:
            return f"{figure_text(rate.gbps_of(value))} Gb/s"
        return f"{value:,.{self.digits}f}"


class Failed(NamedTuple):
    """A network with a combination of failures.

    Attributes
    ----------
    usable : (c,)
        The channels that are left.
    seed
        Of what is random in this combination.
    """

    network: Network
    scheme: RoutingAlgorithm
    usable: Bools
    seed: int


Values = Callable[[Failed, Any, Progress], tuple[float, ...]]


@dataclass(frozen=True)
class SampledMeasure:
    """A measure of fault studies: quantities of random combinations of failures, and their means.

    Its parameters are a field of studies with its name; files, lists, charts, options and texts are made
    from this record.

    Attributes
    ----------
    name
        Its key in files, and the option of ``fatdesk faults``.
    title
        In the choice of what a study measures.
    help
        The help of its option: what it measures instead, beginning in small letters.
    parameters, point
        The types of its parameters and points.
    quantities
        What is worked out, the most important first.
    values
        Return the quantities of one combination. None: a measurement of ``project.studies`` has its own way.
    verdict
        A sentence on a network; None: the usual one.
    """

    name: str
    title: str
    help: str
    parameters: type[SampledParameters]
    point: Callable[..., SampledPoint]
    quantities: tuple[Quantity, ...]
    values: Values | None = None
    verdict: Callable[[str, Sequence[Any], Any, LinkRate | None], str] | None = None

    @property
    def arrays(self) -> tuple[str, ...]:
        """The arrays of a file of its results, besides the numbers of faults and of combinations."""
        return tuple(field for quantity in self.quantities for field in quantity.fields)

    def verdict_text(
        self, name: str, points: Sequence[SampledPoint], parameters: SampledParameters, rate: LinkRate | None
    ) -> str:
        """Return a sentence on a network with at least one point."""
        if self.verdict is not None:
            return self.verdict(name, points, parameters, rate)
        quantity, first, last = self.quantities[0], points[0], points[-1]
        means = (quantity.of(last).mean, quantity.of(first).mean)
        now, before = (f"{quantity.text(mean)} {quantity.unit}".rstrip() for mean in means)
        text = f"{quantity.mean_title} of {name} with {parameters.count_text(last.faults)}: {now}."
        return text if first.faults or first is last else f"{text[:-1]}; {before} without failures."
