"""Ready-made export jobs, and names for new ones."""

import re
import unicodedata
from collections.abc import Collection, Sequence

from msgspec.structs import replace

from fatdesk.gui.documents.document import HANDOUTS
from fatdesk.project.document.export_job import ExportJob, folder_problem

LONGEST_NAME = 60
_BUILD = (
    "diagrams.pdf", "floor.pdf", "elevations.pdf", "packets.pdf", "wiring.pdf", "wiring.xlsx",
)  # fmt: skip


def _documents() -> dict[str, Sequence[str]]:
    known = [some.name for some in HANDOUTS]
    return {
        "Issue for build": [name for name in _BUILD if name in known],
        "Installers' pack": [some.name for some in HANDOUTS if some.kind == "pack"],
        "Purchase": [name for name in known if name.partition(".")[0] == "bill" and name != "bill.json"],
        "Networks for other programs": [
            some.name for some in HANDOUTS if some.kind == "data" and some.usual and "fabric" in some.name
        ],
    }


READY: dict[str, tuple[str, ...]] = {title: tuple(names) for title, names in _documents().items()}
"""Documents of each ready-made job."""


def new_job(wanted: str, documents: Sequence[str], taken: Collection[str], like: ExportJob) -> ExportJob:
    """A job under a name that is free, with a folder of that name, and the choices of another."""
    name = free_name(wanted, taken)
    return replace(like, name=name, documents=tuple(documents), folder=folder_for(name))


def free_name(wanted: str, taken: Collection[str]) -> str:
    """The name, or the same with the first number that makes it free.

    >>> free_name("Job", ["Job", "Job 2"])
    'Job 3'
    """
    number, name = 1, wanted[:LONGEST_NAME]
    while name in taken:
        number += 1
        name = f"{wanted[: LONGEST_NAME - len(str(number)) - 1]} {number}"
    return name


def folder_for(name: str) -> str:
    """The folder that a job of a name writes into unless told otherwise.

    >>> folder_for("Issue for build: rows A & B")
    'issue-for-build-rows-a-b'
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    folder = re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "job"
    return folder if not folder_problem(folder) else f"job-{folder}"
