"""Measure networks of a study in a worker: results are shown as they arrive, network by network."""

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
    """What results of the networks of a study are kept by; None of those that cannot be measured."""
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
    """Measure some networks of a study of a project, see :func:`measure_networks`.

    Raises
    ------
    FatdeskError
        When nothing could be measured at all, with the reason.
    Cancelled
        When ``progress`` was asked to stop; what there was is shown before.
    """
    progress.step(0, 0, "building networks")
    derived = Derived(project, progress=progress)
    return measure_networks(measurement_of(study), derived, study, wanted, folder, workers, progress)
