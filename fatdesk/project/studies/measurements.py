"""Registry of measurements, and the one that a study asks for."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fatdesk.core.errors import FatdeskError
from fatdesk.core.formats.result_files import kind_of
from fatdesk.networks.study import Study
from fatdesk.project.derived.derived import Derived
from fatdesk.project.studies.fault_tolerance import FAULT_TOLERANCE, SAMPLED_MEASUREMENTS
from fatdesk.project.studies.measurement import Measurement, ResultKind, Tag
from fatdesk.project.studies.schedule import SCHEDULE
from fatdesk.project.studies.simulation import SIMULATION
from fatdesk.project.studies.study_networks import CannotMeasure

MEASUREMENTS: tuple[Measurement[Any, Any, Any], ...] = (
    SIMULATION,
    *SAMPLED_MEASUREMENTS,
    FAULT_TOLERANCE,
    SCHEDULE,
)
"""The first that fits measures a study: of those for one kind of study the most particular comes first."""


def measurement_of(study: Study) -> Measurement[Any, Any, Any]:
    """The measurement that a study asks for: the first that fits."""
    return next(one for one in MEASUREMENTS if one.fits(study))


def networks_of(
    derived: Derived, study: Study, folder: Path | None = None
) -> tuple[Any | CannotMeasure, ...]:
    """The networks of a study in their order, ready to be measured; of those that cannot be, why.

    Parameters
    ----------
    folder
        Where files of flows with relative paths are: next to the project. None: where the program runs.
    """
    return measurement_of(study).networks(derived, study, folder)


def kind_of_tag(tag: Tag) -> ResultKind:
    """The kind of files of what is measured on that."""
    return next(one.files for one in MEASUREMENTS if one.files.tag is type(tag))


def kind_of_file(members: Mapping[str, bytes]) -> ResultKind:
    """The kind of a file.

    Raises
    ------
    FatdeskError
        When it is none that this program knows.
    """
    word = kind_of(members)
    for one in MEASUREMENTS:
        if one.files.word == word:
            return one.files
    raise FatdeskError("it was written by a newer fatdesk")
