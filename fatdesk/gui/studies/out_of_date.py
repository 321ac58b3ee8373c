"""Which results of a study are out of date: measured of something else than what is asked now."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple, Protocol, TypeVar

from fatdesk.gui.results.study_results import Tag
from fatdesk.networks.study import StudyNetwork

AnyStudy_contra = TypeVar("AnyStudy_contra", contravariant=True)


class OutOfDate(NamedTuple):
    """Networks whose results are of something else than what is asked now.

    Attributes
    ----------
    design
        Whether a fabric is another; else the study asks for something else.
    measured
        When the oldest of them was measured, hour and minute.
    """

    numbers: tuple[int, ...]
    design: bool
    measured: str


class _Result(Protocol):
    """What was measured of a network, on which state and when."""

    @property
    def tag(self) -> Tag: ...
    @property
    def began(self) -> datetime | None: ...


class _Found(Protocol):
    """A result, and whether it holds."""

    @property
    def result(self) -> _Result: ...
    @property
    def holds(self) -> bool: ...


class Store(Protocol[AnyStudy_contra]):
    """Results of studies of one kind, by their networks."""

    def tag(self, study: AnyStudy_contra, network: StudyNetwork) -> Tag:
        """What figures of a network depend on now."""

    def of(self, study: AnyStudy_contra, network: StudyNetwork) -> _Found | None:
        """What is known of a network."""


def out_of_date(
    study: AnyStudy_contra, networks: Sequence[StudyNetwork], known: Store[AnyStudy_contra]
) -> OutOfDate | None:
    """What was measured of another state; None: nothing."""
    stale = [
        (number, found)
        for number, network in enumerate(networks)
        if (found := known.of(study, network)) is not None and not found.holds
    ]
    if not stale:
        return None
    tags = [known.tag(study, networks[number]) for number, _ in stale]
    design = all(tag.asked == found.result.tag.asked for tag, (_, found) in zip(tags, stale, strict=True))
    began = min((found.result.began for _, found in stale if found.result.began), default=None)
    told = "an earlier day" if began is None else f"{began:%H:%M}"
    return OutOfDate(tuple(number for number, _ in stale), design, told)
