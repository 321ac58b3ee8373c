"""``fatdesk export``: bill, wiring list, drawings and files for other programs."""

import argparse
from collections.abc import Callable, Container, Iterable, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import asdict

from fatdesk.cli.kit.arguments import named, refuse_others
from fatdesk.cli.kit.options import given_options, refuse_idle
from fatdesk.cli.kit.output import (
    DONE,
    ShownProgress,
    about_to_save,
    folder_target,
    log,
    log_left_out,
    print_json,
    say,
)
from fatdesk.cli.kit.tables import table
from fatdesk.core.errors import FatdeskError
from fatdesk.engine.drawing.sheets.labels import LabelPrinting
from fatdesk.engine.export import EXPORTS
from fatdesk.paper import PDFS, Printing
from fatdesk.paper.documents import Pdf
from fatdesk.paper.jobs import check_ready, job_findings, printing_of
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.export_job import ExportJob, folder_of
from fatdesk.project.document.project import Project
from fatdesk.project.files.saver import save_all
from fatdesk.project.files.storing import load_project
from fatdesk.project.studies.results import Results
from fatdesk.tasks.files import (
    ASKED_ONLY,
    NAMES,
    OF_ADDRESSES,
    OF_FLOOR,
    OF_PANELS,
    files_of,
    left_out,
    measured_for,
)

NO_PANELS = "no cable goes over panels, set `panels` of the rules of cabling"
JOB_OPTIONS = frozenset({"project", "folder", "jobs", "job", "all_jobs", "json", "run"})


def is_about_jobs(parsed: argparse.Namespace) -> bool:
    """Whether the command names jobs instead of files."""
    return bool(parsed.jobs or parsed.job or parsed.all_jobs)


def run_jobs(parsed: argparse.Namespace) -> int:
    """List the jobs of a project, or run some; the files of a job are written all or none."""
    refuse_others("job", "export", parsed, JOB_OPTIONS)
    project = load_project(parsed.project).project
    if parsed.jobs:
        if parsed.folder is not None:
            raise FatdeskError("--jobs lists and writes nothing: leave DIR out, or run a job with --job NAME")
        _list_jobs(project, as_json=parsed.json)
        return DONE
    names = list(dict.fromkeys(parsed.job))
    jobs = [named(project.jobs, name, "--job", "saved job", "add-job") for name in names]
    jobs = jobs or list(project.jobs)
    if not jobs:
        raise FatdeskError("--all-jobs: the project has no saved job, add one with `fatdesk edit` (add-job)")
    progress = ShownProgress()
    derived = Derived(project, progress=progress)
    derived.measured, derived.folder = Results(parsed.project), parsed.project.resolve().parent
    base = parsed.folder or parsed.project.resolve().parent
    check_ready(jobs, derived)
    targets = [(job, folder_of(job, base)) for job in jobs]
    for job, folder in targets:
        folder_target(folder, f"job {job.name}")
    if any(document.name in job.documents for job in jobs for document in PDFS):
        from fatdesk.paper.application import need_qt

        need_qt()
    written = _run_jobs(derived, targets, progress)
    if parsed.json:
        print_json({"jobs": [{"name": name, "files": list(map(str, files))} for name, files in written]})
    return DONE


def _run_jobs(
    derived: Derived, targets: Iterable[tuple[ExportJob, Path]], progress: ShownProgress
) -> list[tuple[str, list[Path]]]:
    """Run jobs one after the other; what each wrote."""
    written = []
    for job, folder in targets:
        measured, printing = measured_for(derived, job.documents), printing_of(job, derived)
        files = files_of(derived, job.documents, printing, measured, progress)
        progress.done()
        if not files:
            nothing = "its documents have no results yet, run a study first"
            raise FatdeskError(
                f"job {job.name}: {NO_PANELS if OF_PANELS.issuperset(job.documents) else nothing}"
            )
        about_to_save()
        save_all(folder, files)
        written.append((job.name, [folder / name for name in sorted(files)]))
        log(f"{job.name}:")
        for path in written[-1][1]:
            log(f"  {path}")
        log_left_out(left_out(derived, job.documents, printing))
    return written


def _list_jobs(project: Project, *, as_json: bool) -> None:
    found = job_findings(Derived(project))
    wrong = {job.name: [f.text for f in found if f.where == job.name] for job in project.jobs}
    if as_json:
        print_json({"jobs": [_job_in_json(job, wrong[job.name]) for job in project.jobs]})
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


def _job_in_json(job: ExportJob, wrong: list[str]) -> dict[str, Any]:
    return asdict(job) | {"labels": asdict(job.labels), "documents": list(job.documents), "remarks": wrong}


def run(parsed: argparse.Namespace) -> int:
    """Write the files, all of them or none."""
    given = given_options(parsed)
    if parsed.list:
        others = given - {"list", "json"}
        if others & {"project", "folder"}:
            raise FatdeskError("--list: lists what can be exported and writes nothing, leave out P.fatdesk")
        refuse_idle(others, sorted(others), "does nothing with --list, leave it out")
        known = [[some.name, some.description] for some in EXPORTS] + [
            [some.name, some.description] for some in PDFS
        ]
        if parsed.json:
            print_json({"documents": [{"name": name, "what": what} for name, what in known]})
        else:
            say(table([["name", "what"], *known]))
        return DONE
    if is_about_jobs(parsed) and parsed.project is not None:
        return run_jobs(parsed)
    if parsed.project is None or parsed.folder is None:
        raise FatdeskError("export: give P.fatdesk and DIR (or --list, or P.fatdesk and --jobs)")
    printed = {document.name: document for document in PDFS}
    wanted = parsed.only or NAMES
    for name in wanted:
        if name not in (*NAMES, *ASKED_ONLY):
            raise FatdeskError(
                f"--only {name}: there is no such file to export, `fatdesk export --list` lists them"
            )
    _refuse_idle(given, wanted, [printed[name] for name in wanted if name in printed])
    _check_folder(parsed)
    if any(name in printed for name in wanted):
        wanted = _printable(wanted, printed, requested=bool(parsed.only))
    project = load_project(parsed.project).project
    progress = ShownProgress()
    derived = Derived(project, progress=progress)
    printing = _printing(parsed, derived)
    derived.measured, derived.folder = Results(parsed.project), parsed.project.resolve().parent
    files = files_of(derived, wanted, printing, measured_for(derived, wanted), progress)
    left = left_out(derived, wanted, printing)
    if not files:
        reasons = [f"{name} cannot hold {'; '.join(words)}" for name, words in left.items()]
        nothing = NO_PANELS if OF_PANELS.issuperset(wanted) else "it has no results yet, run a study first"
        reason = ". ".join(reasons) or nothing
        raise FatdeskError(f"--only {','.join(wanted)}: {reason}")
    progress.done()
    about_to_save()
    save_all(parsed.folder, files)
    for name in sorted(files):
        log(f"{parsed.folder / name}")
    log_left_out(left)
    if parsed.json:
        print_json({"files": [str(parsed.folder / name) for name in sorted(files)], "left_out": left})
    return DONE


def _check_folder(parsed: argparse.Namespace) -> None:
    """Refuse a folder that cannot be, or that has the name of a document."""
    folder: Path = parsed.folder
    if folder.name in (*NAMES, *ASKED_ONLY) and not folder.is_dir():
        raise FatdeskError(
            f"{folder}: is the name of a document, name a folder for it: "
            f"`fatdesk export {parsed.project} out --only {folder.name}`"
        )
    folder_target(folder, str(folder))


def _refuse_idle(given: frozenset[str], wanted: Sequence[str], printed: Sequence[Pdf]) -> None:
    """Refuse options of documents that are not among those to print."""
    only: dict[tuple[str, ...], Callable[[Pdf], bool]] = {
        ("labels", "label_start", "label_shift", "outlines"): lambda one: one.on_labels,
        ("bundles", "phases"): lambda one: one.by_cable,
        ("racks",): lambda one: one.by_rack,
        ("paper",): lambda one: not one.on_labels,
        ("revision", "date", "drawing"): lambda one: True,
    }
    if not OF_FLOOR & set(wanted):
        refuse_idle(given, ("no_building_plan",), "does nothing for these files, export --only floor.pdf")
    if not OF_ADDRESSES & set(wanted):
        names = ",".join(sorted(OF_ADDRESSES))
        refuse_idle(given, ("network", "domain"), f"does nothing for these files, export --only {names}")
    for options, concerns in only.items():
        if not any(concerns(one) for one in printed):
            names = ",".join(one.name for one in PDFS if concerns(one))
            refuse_idle(given, options, f"does nothing for these files, export --only {names}")


def _printing(parsed: argparse.Namespace, derived: Derived) -> Printing:
    """Return the print options as an unsaved job."""
    shift_x_mm, shift_y_mm = parsed.label_shift
    labels = LabelPrinting(
        stock=parsed.labels,
        start=parsed.label_start,
        shift_x_mm=shift_x_mm,
        shift_y_mm=shift_y_mm,
        outlines=parsed.outlines,
    )
    job = ExportJob(
        name="-",
        paper=parsed.paper,
        revision=parsed.revision,
        drawing=parsed.drawing,
        date=parsed.date,
        racks=parsed.racks,
        bundles=parsed.bundles,
        phases=parsed.phases,
        labels=labels,
        building_plan=not parsed.no_building_plan,
        network=parsed.network,
        domain=parsed.domain,
    )
    return printing_of(job, derived)


def _printable(wanted: tuple[str, ...], printed: Container[str], *, requested: bool) -> tuple[str, ...]:
    """Return the documents that can be written here: without Qt no PDF, an error only if one is required."""
    from fatdesk.paper.application import PaperError, need_qt

    try:
        need_qt()
    except PaperError as error:
        if requested:
            raise
        log(f"left out, {error}")
        return tuple(name for name in wanted if name not in printed)
    return wanted
