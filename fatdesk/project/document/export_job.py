"""Saved export jobs: documents, options and folder."""

import re
from pathlib import Path, PureWindowsPath
from typing import Annotated, Literal

from msgspec import Meta

from fatdesk.core.errors import FatdeskError, UnsoundError
from fatdesk.core.schema import about
from fatdesk.core.struct import Struct
from fatdesk.core.typed_values import ip_network
from fatdesk.engine.drawing.issue import check_drawing_template
from fatdesk.engine.drawing.sheets.labels import LabelPrinting
from fatdesk.engine.families.design import Name as DocumentName
from fatdesk.engine.listing.addresses import domain_problem

MOST_DOCUMENTS = 200
JobName = Annotated[str, Meta(min_length=1, max_length=60)]
Typed = Annotated[str, Meta(max_length=2000)]
Line = Annotated[str, Meta(max_length=200)]
_NO_PART_OF_A_PATH = re.compile(r'[\\:*?"<>|\x00-\x1f\x7f]')


class ExportJob(Struct, frozen=True, kw_only=True):
    """Documents that are made together, always in the same way."""

    name: Annotated[JobName, about("Name", "Name of the job, also on the command line")]
    documents: Annotated[
        Annotated[tuple[DocumentName, ...], Meta(max_length=MOST_DOCUMENTS)],
        about("Documents", "Documents of the job, as `fatdesk export --list` names them"),
    ] = ()
    folder: Annotated[
        Line,
        about(
            "Folder",
            "Output folder relative to the project file, such as issue/build",
            empty="folder of the project",
        ),
    ] = ""
    paper: Annotated[
        Literal["A4", "A3", "Letter"],
        about("Paper", "Paper size of PDF files; a drawing that does not fit gets a larger sheet"),
    ] = "A4"
    revision: Annotated[Line, about("Revision", "Revision printed on every sheet", empty="none")] = ""
    drawing: Annotated[
        Line,
        about(
            "Drawing numbers",
            "Number of each sheet, such as 4711-{document}-{sheet:02}",
            more="`{document}` is the file without its ending, `{sheet}` the number of the sheet",
            empty="none",
        ),
    ] = ""
    date: Annotated[
        Line,
        about("Date", "Date printed on every sheet; without one, files are reproducible", empty="none"),
    ] = ""
    racks: Annotated[
        Typed,
        about("Racks", "Racks for packets, bundles and labels, such as A01, B02-B05", empty="all"),
    ] = ""
    bundles: Annotated[
        Typed, about("Bundles", "Bundles in the installers' pack, separated by commas", empty="all")
    ] = ""
    phases: Annotated[
        Typed, about("Phases", "Phases in the installers' pack, separated by commas", empty="all")
    ] = ""
    labels: Annotated[LabelPrinting, about("Labels", "How labels are printed")] = LabelPrinting()
    colours: Annotated[
        bool, about("Colours", "Print in the colours of the window instead of black and white")
    ] = False
    building_plan: Annotated[
        bool, about("Building plan", "Show the building plan below the floor on floor plans")
    ] = True

    network: Annotated[
        Line,
        about(
            "Network",
            "Network that devices get their addresses from in files for DHCP and DNS, such as 10.1.0.0/16",
            empty="none",
        ),
    ] = ""
    domain: Annotated[Line, about("Domain", "Domain of devices in files for DHCP and DNS", empty="none")] = ""

    def __post_init__(self) -> None:
        twice = next((some for n, some in enumerate(self.documents) if some in self.documents[:n]), None)
        if twice is not None:
            raise UnsoundError(f"documents: {twice} is listed twice, remove one of them")
        try:
            check_drawing_template(self.drawing)
        except FatdeskError as error:
            raise UnsoundError(f"drawing: {error}") from None
        try:
            if self.network.strip():
                ip_network(self.network)
        except FatdeskError as error:
            raise UnsoundError(f"network: {error}") from None
        if wrong := domain_problem(self.domain.strip()):
            raise UnsoundError(f"domain: {wrong}")
        problem = folder_problem(self.folder)
        if problem:
            raise UnsoundError(f"folder: {problem}")


def folder_of(job: ExportJob, base: Path) -> Path:
    """Return the folder for the files of a job.

    Parameters
    ----------
    base
        The folder of the project, or another in its place.

    Raises
    ------
    FatdeskError
        When a link leads out of the base.
    """
    folder = base.joinpath(*job.folder.split("/")) if job.folder else base
    if not folder.resolve().is_relative_to(base.resolve()):
        raise FatdeskError(f"job {job.name}: {folder} is a link that leads elsewhere, name another folder")
    return folder


def folder_problem(folder: str) -> str:
    """Why a folder cannot take the files of a job; empty: it can.

    >>> folder_problem("issue/for build")
    ''
    >>> folder_problem("../elsewhere")
    'leads out of the folder of the project, name one below it'
    """
    if not folder:
        return ""
    if folder.startswith(("/", "\\", "~")) or re.match(r"[A-Za-z]:", folder):
        return "is not below the folder of the project, name one below it such as issue/build"
    parts = folder.split("/")
    if ".." in parts:
        return "leads out of the folder of the project, name one below it"
    for part in parts:
        if part in {"", "."} or part != part.strip() or part.endswith("."):
            return "has an empty part, or one that begins or ends with a space or a dot, use another name"
        if _NO_PART_OF_A_PATH.search(part) or PureWindowsPath(part).is_reserved():
            return "holds a name that not every system can write, use letters, digits, spaces, - and _"
    return ""
