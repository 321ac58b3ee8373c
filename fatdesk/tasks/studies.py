"""Measure the networks of a study in the background; results are reported network by network."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fatdesk.core.progress import SILENT, Progress, Showing
from fatdesk.networks.study import Study
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from fatdesk.project.studies.measurement import Found, State, Wanted, measure_networks
from fatdesk.project.studies.measurements import measurement_of
from fatdesk.project.studies.study_networks import CannotMeasure

if TYPE_CHECKING:
    from fatdesk.networks.simulation.workers import Workers


def study_states(
    project: Project, study: Study, folder: Path | None, progress: Progress = SILENT
) -> tuple[State | None, ...]:
    """Return the keys of the results of a study's networks; None for those that cannot be measured."""
    measurement = measurement_of(study)
    found = measurement.networks(Derived(project, progress=progress), study, folder)
    return tuple(
        None if isinstance(one, CannotMeasure) else State(one.on, measurement.highest(study, one))
        for one in found
    )


def measure_study(
    project: Project,
    study: Study,
    wanted: Sequence[Wanted],
    folder: Path | None,
    workers: "int | Workers",
    progress: Showing,
) -> tuple[Found, ...]:
    """Measure networks of a study of a project, see :func:`measure_networks`.

    Raises
    ------
    FatdeskError
        If no network could be measured, with the reason.
    Cancelled
        If the task was cancelled; partial results are reported before.
    """
    progress.step(0, 0, "building networks")
    derived = Derived(project, progress=progress)
    return measure_networks(measurement_of(study), derived, study, wanted, folder, workers, progress)
