"""The kinds of results that lie next to a project: how each is known, read, written, and put together."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from fatdesk.core.errors import FatdeskError
from fatdesk.core.result_files import kind_of
from fatdesk.networks.fault_tolerance import results as faults
from fatdesk.networks.simulation import results as curves

Tag = curves.MeasuredOn | faults.FaultsOn
"""What something was measured on."""
Measured = curves.MeasuredCurve | faults.MeasuredFaults


class Told(NamedTuple):
    """What the head of a file states: the digest of what was measured on, and at which loads or faults."""

    digest: str
    keys: tuple[float, ...]


class ResultKind(NamedTuple):
    """A kind of results; everything raises FatdeskError at a file that is none of it, or damaged."""

    tag: type[Tag]
    told: Callable[[Mapping[str, bytes]], Told]
    read: Callable[[Mapping[str, bytes]], Any]
    written: Callable[[Any], bytes]
    merged: Callable[[Iterable[Any]], Any]
    """Several of one tag as one, the first before the others; None of none."""


def _told_curve(members: Mapping[str, bytes]) -> Told:
    head = curves.curve_head(members)
    return Told(head.on.digest, head.loads)


def _told_faults(members: Mapping[str, bytes]) -> Told:
    head = faults.faults_head(members)
    return Told(head.on.digest, head.counts)


KINDS: Mapping[str, ResultKind] = {
    curves.KIND: ResultKind(
        curves.MeasuredOn, _told_curve, curves.curve_of, curves.curve_bytes, curves.merged
    ),
    faults.KIND: ResultKind(
        faults.FaultsOn, _told_faults, faults.faults_of, faults.faults_bytes, faults.merged_faults
    ),
}
"""By the word in the heads of their files."""


def kind_of_tag(tag: Tag) -> ResultKind:
    """The kind of what is measured on that."""
    return next(kind for kind in KINDS.values() if kind.tag is type(tag))


def kind_of_file(members: Mapping[str, bytes]) -> ResultKind:
    """The kind of a file.

    Raises
    ------
    FatdeskError
        When it is none that this program knows.
    """
    kind = KINDS.get(kind_of(members))
    if kind is None:
        raise FatdeskError("it was written by a newer fatdesk")
    return kind
