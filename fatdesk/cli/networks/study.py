"""``--study NAME`` of simulate, faults and schedule: a study of a project, or a ready-made study."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fatdesk.cli.kit.arguments import is_project, named, refuse_others
from fatdesk.cli.kit.output import (
    DONE,
    FINDINGS,
    FoundProgress,
    about_to_save,
    check_chart,
    log,
    print_json,
    save_chart,
    say,
)
from fatdesk.cli.networks import study_reports
from fatdesk.core.errors import FatdeskError
from fatdesk.engine.drawing.charts.fault_charts import fault_page
from fatdesk.engine.drawing.charts.simulation_charts import study_page
from fatdesk.engine.drawing.display import Page
from fatdesk.networks.fault_tolerance.reference_studies import READY_MADE_FAULTS, published_always
from fatdesk.networks.schedules.study import READY_MADE_SCHEDULES
from fatdesk.networks.simulation.reference_studies import READY_MADE, published_of
from fatdesk.networks.study import Study
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from fatdesk.project.files.storing import load_project
from fatdesk.project.studies.measurement import Found, Wanted
from fatdesk.project.studies.measurements import measurement_of, networks_of
from fatdesk.project.studies.results import Results
from fatdesk.project.studies.study_networks import CannotMeasure, remarks_on
from fatdesk.tasks.studies import measure_study

if TYPE_CHECKING:
    from fatdesk.networks.simulation.workers import Workers

OURS = frozenset({"network", "study", "workers", "cluster", "chart", "json", "run"})
"""Options that may be given with a study, which decides everything else."""


@dataclass(frozen=True)
class StudyCommand:
    """A command on studies of one section of the project.

    Attributes
    ----------
    section
        The field of the project.
    word, adding
        The term for such a study, and the command that adds one.
    in_json, in_words
        Format the results of a network, as JSON and as text.
    ready
        Ready-made studies, those of the papers.
    published
        The published figures of the networks of a study.
    page
        The chart of a study; None: there is none.
    beyond
        Message on points that a network cannot have, from the highest key that it can; None: no message.
    remarks
        Remarks on the results of a network.
    """

    name: str
    section: str
    word: str
    adding: str
    in_json: Callable[[Derived, Any, Any], dict[str, Any]]
    in_words: Callable[[Derived, Any, Any], str]
    ready: Sequence[Any]
    published: Callable[[Any], Sequence[Any]]
    page: Callable[[Results, Derived, Any, Sequence[Any]], Page] | None
    beyond: Callable[[float], str] | None = None
    remarks: Callable[[Any], list[str]] = lambda _: []


SIMULATE = StudyCommand(
    "simulate",
    "simulations",
    "simulation study",
    "add-simulation",
    study_reports.simulated_in_json,
    study_reports.simulated_text,
    READY_MADE,
    published_of,
    lambda results, derived, study, networks: study_page(
        results.result(derived, study, networks), published_of(study)
    ),
    lambda highest: f"loads above {highest:g} are left out, hosts cannot inject them",
    lambda found: study_reports.unsettled(found.points),
)
FAULTS = StudyCommand(
    "faults",
    "faults",
    "fault study",
    "add-fault-study",
    study_reports.faults_in_json,
    study_reports.faults_text,
    READY_MADE_FAULTS,
    published_always,
    lambda results, derived, study, networks: fault_page(
        results.fault_result(derived, study, networks), published_always(study)
    ),
)
SCHEDULE = StudyCommand(
    "schedule",
    "schedules",
    "schedule study",
    "add-schedule-study",
    study_reports.schedule_in_json,
    study_reports.schedule_text,
    READY_MADE_SCHEDULES,
    lambda _: (),
    None,
)


def run_study(command: StudyCommand, parsed: argparse.Namespace, workers: "int | Workers") -> int:
    """Measure and print a study of a project, whose points are saved, or a ready-made study.

    Points that are finished when Ctrl+C stops it are saved.
    """
    refuse_others("study", command.name, parsed, OURS)
    if command.page is not None:
        check_chart(parsed)
    path, project, study = _study(command, parsed)
    folder = None if path is None else path.parent
    derived, results = Derived(project), Results(path)
    networks = networks_of(derived, study, folder)
    for one in networks:
        if not isinstance(one, CannotMeasure):
            for remark in remarks_on(derived, one.requested):
                log(f"{one.requested.name}: {remark}")
    wanted = _wanted(command, study, networks, results)
    progress = FoundProgress()
    try:
        if wanted:
            measure_study(project, study, wanted, folder, workers, progress)
    finally:
        about_to_save()
        for found in progress.found:
            if found.found is not None:
                results.put(found.found)
    progress.done()
    rows = [(one, None if isinstance(one, CannotMeasure) else results.of(one.on)) for one in networks]
    _log_remarks(command, progress.found, rows)
    if (page := command.page) is not None:
        save_chart(parsed, lambda: page(results, derived, study, networks))
    published = {one.network: one for one in command.published(study)}
    if parsed.json:
        in_json = [_in_json(command, derived, *row, published) for row in rows]
        print_json({"study": study.name, "networks": in_json})
    else:
        say("\n\n".join(_in_words(command, derived, *row, published) for row in rows))
    cannot = any(isinstance(one, CannotMeasure) for one in networks)
    return FINDINGS if cannot or any(one.wrong for one in progress.found) else DONE


def _study(command: StudyCommand, parsed: argparse.Namespace) -> tuple[Path | None, Project, Any]:
    """Return the study, its project and the file of that; a ready-made study has no file."""
    if parsed.network is None:
        for one in command.ready:
            if one.study.name == parsed.study:
                log(f"{one.source}: {one.remark}")
                return None, Project(), one.study
        known = "".join(f"\n  {one.study.name}" for one in command.ready)
        raise FatdeskError(
            f"--study {parsed.study}: is not a ready-made {command.word}, name a project or one of:{known}"
        )
    if not is_project(parsed.network):
        raise FatdeskError("--study: is for projects, leave it out with a SPEC")
    path = Path(parsed.network)
    project = load_project(path).project
    studies = getattr(project, command.section)
    return path, project, named(studies, parsed.study, "--study", command.word, command.adding)


def _wanted(command: StudyCommand, study: Study, networks: Sequence[Any], results: Results) -> list[Wanted]:
    """The points without a result; points that a network cannot have are reported."""
    measurement = measurement_of(study)
    found = []
    for number, one in enumerate(networks):
        if isinstance(one, CannotMeasure):
            continue
        there, highest = results.of(one.on), measurement.highest(study, one)
        found.append(measurement.lacking(study, number, there, highest))
        done = () if there is None else there.keys
        if command.beyond and any(key > highest for key in measurement.keys(study) if key not in done):
            log(f"{one.requested.name}: {command.beyond(highest)}")
    return [one for one in found if one is not None]


def _log_remarks(command: StudyCommand, found: Sequence[Found], rows: Sequence[tuple[Any, Any]]) -> None:
    """Report remarks on this run and on all results of the study."""
    if not found:
        log("everything is measured already")
    for one in found:
        for remark in one.remarks or filter(None, (one.wrong,)):
            log(remark)
    for network, there in rows:
        for remark in command.remarks(there) if there is not None else ():
            log(f"{network.requested.name}: {remark}")


def _in_json(
    command: StudyCommand, derived: Derived, one: Any, found: Any, published: Mapping[str, Any]
) -> dict[str, Any]:
    head: dict[str, Any] = {"name": one.requested.name, "network": one.requested.source}
    if isinstance(one, CannotMeasure):
        return {**head, "cannot": one.why}
    paper = published.get(one.requested.name)
    figures = (
        {} if paper is None else {"published": {k: v for k, v in paper._asdict().items() if k != "network"}}
    )
    return {**head, **command.in_json(derived, one, found), **figures}


def _in_words(
    command: StudyCommand, derived: Derived, one: Any, found: Any, published: Mapping[str, Any]
) -> str:
    if isinstance(one, CannotMeasure):
        return f"{one.requested.name}: cannot be measured: {one.why}"
    what = one.requested.source
    paper = published.get(one.requested.name)
    words = "" if paper is None else f"\npublished: {paper.in_words} ({paper.source})"
    return f"{one.requested.name}: {what}{command.in_words(derived, one, found)}{words}"
