"""Base class of measurements of studies: prepared networks, missing points, arriving results."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import Showing
from fatdesk.networks.study import Study, StudyNetwork
from fatdesk.project.derived.derived import Derived
from fatdesk.project.studies.study_networks import CannotMeasure, each_network

if TYPE_CHECKING:
    from fatdesk.networks.simulation.workers import Workers

SHOW_S = 0.15
"""Results that arrive sooner after each other are shown together."""
PARTS = 1000
"""Units of progress of a point."""


class Tag(Protocol):
    """Inputs of a measurement."""

    @property
    def digest(self) -> str:
        """Digest of everything that the figures depend on: results are found by it."""


class Measured(Protocol):
    """Results of one network."""

    @property
    def on(self) -> Tag:
        """The inputs that they were measured on."""

    @property
    def keys(self) -> tuple[float, ...]:
        """The keys of the points that have been measured, the lowest first."""

    @property
    def nothing(self) -> bool:
        """Whether nothing is measured at all."""


class Wanted(NamedTuple):
    """Requested measurements of a network.

    Attributes
    ----------
    network
        Its number in the study.
    keys
        What distinguishes its points, the lowest first: offered loads, or numbers of failures; a schedule has
        one point. Those that the network cannot have are left out.
    once
        Whether to work out what is worked out once for a network: where it saturates, or the most failures
        that are always tolerated.
    """

    network: int
    keys: tuple[float, ...] = ()
    once: bool = False


class Found(NamedTuple):
    """Results of a network so far.

    Attributes
    ----------
    network
        Its number in the study.
    found
        None where it cannot be measured.
    wrong
        Why there is nothing, or nothing more, and what to do.
    highest
        The highest key that it can have; None while that is not known.
    remarks
        What else must be known of the figures.
    """

    network: int
    found: Measured | None = None
    wrong: str = ""
    highest: float | None = None
    remarks: tuple[str, ...] = ()


class State(NamedTuple):
    """Key of the results of a network, and the highest key of its points."""

    on: Tag
    highest: float


class ResultHead(NamedTuple):
    """Head of a file: the digest of the measured inputs, and the keys of its points."""

    digest: str
    keys: tuple[float, ...]


class ResultKind(NamedTuple):
    """A kind of result files; its functions raise FatdeskError at a damaged file or one of another kind."""

    word: str
    """In the heads of the files."""
    tag: type[Tag]
    head: Callable[[Mapping[str, bytes]], ResultHead]
    read: Callable[[Mapping[str, bytes]], Any]
    written: Callable[[Any], bytes]
    merged: Callable[[Iterable[Any]], Any]
    """Several of one tag as one, the first before the others; None of none."""


class Ready(Protocol):
    """A network that can be measured."""

    @property
    def requested(self) -> StudyNetwork:
        """As the study names it."""

    @property
    def on(self) -> Any:
        """Its state: what results are kept by."""


AnyStudy = TypeVar("AnyStudy", bound=Study)
AnyReady = TypeVar("AnyReady", bound=Ready)
AnyMeasured = TypeVar("AnyMeasured", bound=Measured)


@dataclass
class InProgress(Generic[AnyReady, AnyMeasured]):
    """A network while it is measured."""

    wanted: Wanted
    name: str
    ready: AnyReady | None = None
    found: AnyMeasured | None = None
    highest: float = inf
    wrong: str = ""
    remarks: tuple[str, ...] = ()

    @property
    def keys(self) -> tuple[float, ...]:
        """The keys that are wanted and that it can have."""
        return tuple(key for key in self.wanted.keys if self.ready is not None and key <= self.highest)

    @property
    def result(self) -> Found:
        """Results so far."""
        highest = None if self.highest == inf else self.highest
        return Found(self.wanted.network, self.found, self.wrong, highest, self.remarks)


@dataclass
class Arriving:
    """Progress of all networks; what has arrived is shown, not too often.

    Attributes
    ----------
    steps, before
        Points of all networks, and those before the ones that are being measured.
    here
        Points that are being measured together.
    doing
        What is being measured.
    fresh
        Whether something has arrived that was not shown yet.
    """

    progress: Showing
    all: Callable[[], tuple[Found, ...]]
    steps: int = 1
    before: int = 0
    here: int = 1
    doing: str = ""
    fresh: bool = True
    last: float = 0.0
    reached: float = 0.0

    def step(self, done: int, total: int, text: str) -> None:
        """Report how far all networks are, and show what has arrived."""
        share = self.before + self.here * min(done / max(total, 1), 1.0)
        self.reached = max(self.reached, share)  # a point has several tasks, each of which begins at 0
        words = f"{self.doing}: {text}" if self.doing else text
        self.progress.step(int(PARTS * self.reached), PARTS * max(self.steps, 1), words)
        self.show()

    def show(self) -> None:
        """Show what has arrived, if anything has."""
        if self.fresh and monotonic() - self.last >= SHOW_S:
            self.fresh, self.last = False, monotonic()
            self.progress.show(self.all())


class Measurement(ABC, Generic[AnyStudy, AnyReady, AnyMeasured]):
    """A strategy: what is measured of the networks of a study, and how.

    Attributes
    ----------
    files
        The kind of files that its results are kept in.
    """

    files: ResultKind

    @abstractmethod
    def fits(self, study: Study) -> bool:
        """Whether it can be what a study asks for; the first in the registry that fits is."""

    @abstractmethod
    def ready(
        self, derived: Derived, study: AnyStudy, network: StudyNetwork, folder: Path | None
    ) -> AnyReady:
        """Make a network ready to be measured.

        Parameters
        ----------
        folder
            Where files of flows with relative paths are: next to the project. None: where the program runs.

        Raises
        ------
        FatdeskError, OSError
            When it cannot be measured.
        """

    @abstractmethod
    def keys(self, study: AnyStudy) -> tuple[float, ...]:
        """The keys of the points that a study asks for, the lowest first."""

    @abstractmethod
    def highest(self, study: AnyStudy, ready: AnyReady) -> float:
        """The highest key that a network can have."""

    @abstractmethod
    def check(self, study: AnyStudy, ready: AnyReady, key: float) -> None:
        """Refuse a key that the network cannot have.

        Raises
        ------
        FatdeskError
            With the reason.
        """

    @abstractmethod
    def requested(self, study: AnyStudy, network: StudyNetwork) -> tuple[Any, ...]:
        """Return the inputs of a network's figures besides the network, files of flows and keys."""

    @abstractmethod
    def empty(self, ready: AnyReady) -> AnyMeasured:
        """Return the results of a network before any measurement."""

    @abstractmethod
    def measure(
        self,
        study: AnyStudy,
        networks: Sequence[InProgress[AnyReady, AnyMeasured]],
        workers: "int | Workers",
        arriving: Arriving,
    ) -> None:
        """Measure networks that are ready; each is given what was found, and what went wrong.

        Raises
        ------
        Cancelled
            When the progress was asked to stop.
        """

    def traffic(self, _study: AnyStudy) -> str | None:
        """The pattern or file of flows that figures depend on; None: they depend on none."""
        return None

    def lacks_once(self, _study: AnyStudy, _found: AnyMeasured | None) -> bool:
        """Whether a study asks for what is worked out once for a network, and it is not known."""
        return False

    def networks(
        self, derived: Derived, study: AnyStudy, folder: Path | None = None
    ) -> tuple[AnyReady | CannotMeasure, ...]:
        """The networks of a study in their order."""
        return each_network(study.networks, lambda requested: self.ready(derived, study, requested, folder))

    def lacking(
        self, study: AnyStudy, number: int, found: AnyMeasured | None, highest: float | None
    ) -> Wanted | None:
        """Return the missing measurements of a network; None: there are none."""
        done = frozenset(found.keys) if found is not None else frozenset()
        most = inf if highest is None else highest
        keys = tuple(key for key in self.keys(study) if key not in done and key <= most)
        once = self.lacks_once(study, found)
        return Wanted(number, keys, once) if keys or once else None


def measure_networks(
    measurement: Measurement[Any, Any, Any],
    derived: Derived,
    study: Study,
    wanted: Sequence[Wanted],
    folder: Path | None,
    workers: "int | Workers",
    progress: Showing,
) -> tuple[Found, ...]:
    """Measure some networks of a study.

    What is wrong with one network does not keep the others from being measured. As points arrive, everything
    that there is so far is shown, at the end also when it is stopped.

    Raises
    ------
    FatdeskError
        When nothing could be measured at all, with the reason.
    Cancelled
        When ``progress`` was asked to stop.
    """
    networks = [InProgress[Any, Any](one, study.networks[one.network].name) for one in wanted]
    for number, one in enumerate(networks):
        progress.step(number, len(networks), f"building {one.name}")
        _prepare(measurement, derived, study, one, folder)
    ready = [one for one in networks if one.ready is not None]
    if networks and not ready:
        raise FatdeskError(networks[0].wrong)

    def everything() -> tuple[Found, ...]:
        return tuple(one.result for one in networks)

    arriving = Arriving(progress, everything, steps=sum(len(one.keys) + one.wanted.once for one in ready))
    try:
        measurement.measure(study, ready, workers, arriving)
    finally:
        progress.show(everything())
    return everything()


def _prepare(
    measurement: Measurement[Any, Any, Any],
    derived: Derived,
    study: Study,
    one: InProgress[Any, Any],
    folder: Path | None,
) -> None:
    """Make a network ready, or note what is wrong."""

    def ready(requested: StudyNetwork) -> Any:
        found = measurement.ready(derived, study, requested, folder)
        if one.wanted.keys:
            measurement.check(study, found, one.wanted.keys[0])
        return found

    (found,) = each_network([study.networks[one.wanted.network]], ready)
    if isinstance(found, CannotMeasure):
        one.wrong = f"{one.name}: {found.why}"
        return
    one.ready, one.found, one.highest = found, measurement.empty(found), measurement.highest(study, found)
