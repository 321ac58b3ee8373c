"""``fatdesk export P.fatdesk --jobs``, ``--job NAME``, ``--all-jobs``: list saved jobs, and run them."""

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from msgspec.structs import asdict

from fatdesk.cli.named_options import named, refuse_others
from fatdesk.cli.output import DONE, ShownProgress, about_to_save, log, log_left_out, print_json, say
from fatdesk.cli.tables import table
from fatdesk.cli.targets import folder_target
from fatdesk.core.errors import FatdeskError
from fatdesk.paper import PDFS
from fatdesk.paper.jobs import check_ready, job_findings, printing_of
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.export_job import ExportJob, folder_of
from fatdesk.project.document.project import Project
from fatdesk.project.files.saver import save_all
from fatdesk.project.files.storing import load_project
from fatdesk.project.studies.results import Results
from fatdesk.tasks.exporting import files_of, left_out, measured_for

OURS = frozenset({"project", "folder", "jobs", "job", "all_jobs", "json", "run"})


def is_about_jobs(parsed: argparse.Namespace) -> bool:
    """Whether the command names jobs instead of files."""
    return bool(parsed.jobs or parsed.job or parsed.all_jobs)


def run(parsed: argparse.Namespace) -> int:
    """List the jobs of a project, or run some; the files of a job are written all or none."""
    refuse_others("job", "export", parsed, OURS)
    project = load_project(parsed.project).project
    if parsed.jobs:
        if parsed.folder is not None:
            raise FatdeskError("--jobs lists and writes nothing: leave DIR out, or run a job with --job NAME")
        _list(project, as_json=parsed.json)
        return DONE
    names = list(dict.fromkeys(parsed.job))
    jobs = [named(project.jobs, name, "--job", "saved job", "add-job") for name in names]
    jobs = jobs or list(project.jobs)
    if not jobs:
        raise FatdeskError("--all-jobs: the project has no saved job, add one with `fatdesk edit` (add-job)")
    progress = ShownProgress()
    derived = Derived(project, progress=progress)
    derived.measured = Results(parsed.project)
    base = parsed.folder or parsed.project.resolve().parent
    check_ready(jobs, derived)
    targets = [(job, folder_of(job, base)) for job in jobs]
    for job, folder in targets:
        folder_target(folder, f"job {job.name}")
    if any(document.name in job.documents for job in jobs for document in PDFS):
        from fatdesk.paper.application import need_qt

        need_qt()
    written = _run(derived, targets, progress)
    if parsed.json:
        print_json({"jobs": [{"name": name, "files": list(map(str, files))} for name, files in written]})
    return DONE


def _run(
    derived: Derived, targets: Iterable[tuple[ExportJob, Path]], progress: ShownProgress
) -> list[tuple[str, list[Path]]]:
    """Run jobs one after the other; what each wrote."""
    written = []
    for job, folder in targets:
        measured, printing = measured_for(derived, job.documents), printing_of(job, derived)
        files = files_of(derived, job.documents, printing, measured, progress)
        progress.done()
        if not files:
            raise FatdeskError(f"job {job.name}: its documents have no results yet, run a study first")
        about_to_save()
        save_all(folder, files)
        written.append((job.name, [folder / name for name in sorted(files)]))
        log(f"{job.name}:")
        for path in written[-1][1]:
            log(f"  {path}")
        log_left_out(left_out(derived, job.documents, printing))
    return written


def _list(project: Project, *, as_json: bool) -> None:
    found = job_findings(Derived(project))
    wrong = {job.name: [f.text for f in found if f.where == job.name] for job in project.jobs}
    if as_json:
        print_json({"jobs": [_in_json(job, wrong[job.name]) for job in project.jobs]})
        return
    if not project.jobs:
        say("no saved jobs; add one with `fatdesk edit` (add-job), or in Documents")
        return
    heads = ["name", "documents", "folder", "paper", "revision", "racks", "remarks"]
    rows = [
        [
            job.name,
            ", ".join(job.documents),
            job.folder or ".",
            job.paper,
            job.revision,
            job.racks or "all",
            "; ".join(wrong[job.name]),
        ]
        for job in project.jobs
    ]
    say(table([heads, *rows]))


def _in_json(job: ExportJob, wrong: list[str]) -> dict[str, Any]:
    return asdict(job) | {"labels": asdict(job.labels), "documents": list(job.documents), "remarks": wrong}
