"""``fatdesk export``: bill, wiring list, drawings and files for other programs."""

import argparse
from collections.abc import Callable, Container, Sequence

from fatdesk.cli import export_jobs
from fatdesk.cli.idle_options import given_options, refuse_idle
from fatdesk.cli.output import DONE, ShownProgress, about_to_save, log, log_left_out, print_json, say
from fatdesk.cli.tables import table
from fatdesk.cli.targets import folder_target
from fatdesk.core.errors import FatdeskError
from fatdesk.engine.drawing.pack.label_sheets import LabelPrinting
from fatdesk.engine.export import EXPORTS
from fatdesk.paper import PDFS, Printing
from fatdesk.paper.documents import Pdf
from fatdesk.paper.jobs import printing_of
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.export_job import ExportJob
from fatdesk.project.files.saver import save_all
from fatdesk.project.files.storing import load_project
from fatdesk.project.studies.results import Results
from fatdesk.tasks.exporting import ASKED_ONLY, NAMES, files_of, left_out, measured_for


def run(parsed: argparse.Namespace) -> int:
    """Write the files, all of them or none."""
    given = given_options(parsed, "export")
    if parsed.list:
        others = given - {"list", "json"}
        if others & {"project", "folder"}:
            raise FatdeskError("--list: lists what can be exported and writes nothing, leave out P.fatdesk")
        refuse_idle(others, sorted(others), "does nothing with --list, leave it out")
        known = [[some.name, some.told] for some in EXPORTS] + [[some.name, some.told] for some in PDFS]
        if parsed.json:
            print_json({"documents": [{"name": name, "what": what} for name, what in known]})
        else:
            say(table([["name", "what"], *known]))
        return DONE
    if export_jobs.is_about_jobs(parsed) and parsed.project is not None:
        return export_jobs.run(parsed)
    if parsed.project is None or parsed.folder is None:
        raise FatdeskError("export: give P.fatdesk and DIR (or --list, or P.fatdesk and --jobs)")
    printed = {document.name: document for document in PDFS}
    wanted = parsed.only or NAMES
    for name in wanted:
        if name not in (*NAMES, *ASKED_ONLY):
            raise FatdeskError(
                f"--only {name}: there is no such file to export, `fatdesk export --list` lists them"
            )
    _refuse_idle(given, [printed[name] for name in wanted if name in printed])
    folder_target(parsed.folder, str(parsed.folder))
    if any(name in printed for name in wanted):
        wanted = _printable(wanted, printed, asked=bool(parsed.only))
    project = load_project(parsed.project).project
    progress = ShownProgress()
    derived = Derived(project, progress=progress)
    printing = _printing(parsed, derived)
    derived.measured = Results(parsed.project)
    files = files_of(derived, wanted, printing, measured_for(derived, wanted), progress)
    left = left_out(derived, wanted, printing)
    if not files:
        reasons = [f"{name} cannot hold {'; '.join(words)}" for name, words in left.items()]
        reason = ". ".join(reasons) or "it has no results yet, run a study first"
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


def _refuse_idle(given: frozenset[str], printed: Sequence[Pdf]) -> None:
    """Refuse options of documents that are not among those to print."""
    only: dict[tuple[str, ...], Callable[[Pdf], bool]] = {
        ("labels", "label_start", "label_shift", "outlines"): lambda one: one.on_labels,
        ("bundles", "phases"): lambda one: one.by_cable,
        ("racks",): lambda one: one.by_rack,
        ("paper",): lambda one: not one.on_labels,
        ("revision", "date"): lambda one: True,
    }
    for options, concerns in only.items():
        if not any(concerns(one) for one in printed):
            names = ",".join(one.name for one in PDFS if concerns(one))
            refuse_idle(given, options, f"does nothing for these files, export --only {names}")


def _printing(parsed: argparse.Namespace, derived: Derived) -> Printing:
    """How it is printed, and what for: as a job that is not saved."""
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
        date=parsed.date,
        racks=parsed.racks,
        bundles=parsed.bundles,
        phases=parsed.phases,
        labels=labels,
    )
    return printing_of(job, derived)


def _printable(wanted: tuple[str, ...], printed: Container[str], *, asked: bool) -> tuple[str, ...]:
    """What of it can be written here: without Qt no PDF, which is an error only when one was asked for."""
    from fatdesk.paper.application import PaperError, need_qt

    try:
        need_qt()
    except PaperError as error:
        if asked:
            raise
        log(f"left out, {error}")
        return tuple(name for name in wanted if name not in printed)
    return wanted
