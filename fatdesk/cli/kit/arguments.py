"""Arguments that name a network, a study, a job, reports, or the parts and prices of a search."""

import argparse
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

from fatdesk.cli.kit.options import given_options, refuse_idle
from fatdesk.cli.kit.output import log
from fatdesk.core.errors import FatdeskError, InputError, InputErrors
from fatdesk.core.formats.yaml_events import Place, lines, read_bytes
from fatdesk.engine.catalog.library import Library, load_library
from fatdesk.engine.design.requirements import Requirements
from fatdesk.networks.study import StudyNetwork
from fatdesk.networks.topologies import canonical
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from fatdesk.project.document.stage_names import StageName
from fatdesk.project.files.storing import load_project
from fatdesk.project.growing.stage_networks import StageNetwork, stage_network
from fatdesk.project.studies.placed_network import chosen_fabric

ROOM = "room"
TOO_SMALL = ("the room is too small", "the racks are too small")
"""Beginnings of the reasons why devices have no place in the room that a file states."""


class _Named(Protocol):
    @property
    def name(self) -> str: ...


S = TypeVar("S", bound=_Named)


def refuse_others(word: str, command: str, parsed: argparse.Namespace, ours: Collection[str]) -> None:
    """Refuse options of a command that the study or job decides: all but ``ours``.

    Raises
    ------
    FatdeskError
        When one is given.
    """
    others = [name for name in vars(parsed) if name not in ours]
    why = f"the {word} decides that, leave it out or change the {word}"
    refuse_idle(given_options(parsed), others, why)


def named(records: Sequence[S], name: str, option: str, word: str, adding: str) -> S:
    """Find the study or job of a name.

    Parameters
    ----------
    option
        The option that names it.
    word
        The term for such a record.
    adding
        The command that adds one.

    Raises
    ------
    FatdeskError
        When there is no such record.
    """
    for record in records:
        if record.name == name:
            return record
    known = ", ".join(record.name for record in records)
    advice = f"known are {known}" if known else f"it has none, add one with `fatdesk edit` ({adding})"
    raise FatdeskError(f"{option} {name}: the project has no such {word}, {advice}")


def is_project(text: str) -> bool:
    """Whether a text is the path of a project, and no SPEC."""
    path = Path(text)
    return path.suffix == ".fatdesk" or is_there(path)


def is_there(path: Path) -> bool:
    """Whether a file exists; a text that is too long for a file name does not."""
    try:
        return path.exists()
    except OSError:
        return False


def asked_network(parsed: argparse.Namespace) -> tuple[Project, StudyNetwork]:
    """The network that a command names, and its project; of a SPEC an empty one.

    Raises
    ------
    FatdeskError
        When there is no such network.
    """
    if is_project(parsed.network):
        project = load_project(Path(parsed.network)).project
        fabric = chosen_fabric(Derived(project), parsed.fabric)
        return project, StudyNetwork(
            name=fabric, fabric=fabric, stage=parsed.stage or "", scheme=parsed.scheme
        )
    refuse_stage(parsed)
    if parsed.fabric:
        raise FatdeskError("--fabric: is for projects, leave it out with a SPEC")
    spec = canonical(parsed.network)
    return Project(), StudyNetwork(name=spec[:60], spec=spec, scheme=parsed.scheme)


def refuse_stage(parsed: argparse.Namespace) -> None:
    """Refuse a growth stage with a SPEC.

    Raises
    ------
    FatdeskError
        When one is given.
    """
    if parsed.stage:
        raise FatdeskError("--stage: is for projects with a growth plan, leave it out with a SPEC")


def asked_stage(derived: Derived, fabric: str, stage: str) -> StageNetwork:
    """The network of a project in a growth stage; what is left out of it is reported.

    Raises
    ------
    FatdeskError
        When there is no such stage.
    """
    found = stage_network(derived, chosen_fabric(derived, fabric), stage)
    for remark in found.remarks:
        log(remark)
    return found


def stage_words(found: Mapping[str, Any]) -> str:
    """A stage as :func:`stage_in_json` has it, in words."""
    return StageName(found["step"], found["stage"], found["done"]).words


def stage_in_json(found: StageNetwork | None) -> dict[str, Any] | None:
    """A growth stage and what is left out of its network, as JSON; None: the network of today."""
    if found is None:
        return None
    return {
        "step": found.stage.step,
        "stage": found.stage.stage,
        "done": found.stage.done,
        "hosts_not_in_use": found.waiting,
        "hosts_cut_off": list(found.cut_off),
    }


@contextmanager
def placed_in(path: Path, requirements: Requirements) -> Iterator[None]:
    """Give errors of a search that name a fabric or begin with a field their file, line and field."""
    try:
        yield
    except (InputError, InputErrors):
        raise
    except FatdeskError as error:
        found = _at_place(str(error), path, requirements)
        if found is None or found.field == ROOM:  # the file is right, its room too small: see with_place
            raise
        raise found from None


def with_place(text: str, path: Path, requirements: Requirements) -> str:
    """Return why there is no design, with the file, line and field of its fabric or room."""
    return str(_at_place(text, path, requirements) or text)


def _at_place(text: str, path: Path, requirements: Requirements) -> InputError | None:
    found = _place(text, requirements)
    if found is None:
        return None
    place, field, what = found
    return InputError(str(path), lines(read_bytes(path), str(path), {place})[place], field, what)


def _place(text: str, requirements: Requirements) -> tuple[Place, str, str] | None:
    """The place in the file that an error is about, its name, and the rest of the error."""
    for number, fabric in enumerate(requirements.fabrics):
        before, _, what = text.partition(f"fabric {fabric.name!r}")
        if not before and what:
            return ("fabrics", number), f"fabrics[{number}]", what.lstrip(": ")
    if requirements.room is not None and text.startswith(TOO_SMALL):
        return (ROOM,), ROOM, text
    field, _, what = text.partition(" ")
    if "." in field and field.partition(".")[0] in type(requirements).__struct_fields__:
        return tuple(field.split(".")), field, what
    return None


def asked_library(parsed: argparse.Namespace) -> Library:
    """Load the parts that a command line names; prices that were not applied are reported on standard error.

    Raises
    ------
    FatdeskError
        As ``load_library``, and when a file does not exist.
    """
    for path in (*parsed.catalog, *parsed.prices):
        if not path.exists():
            raise FatdeskError(f"{path}: there is no such file or folder, check its name")
    for path in parsed.prices:
        if path.is_dir():
            raise FatdeskError(f"{path}: is a folder, name a price list (folders are for --catalog)")
    library = load_library(parsed.catalog, parsed.prices)
    for note in library.notes:
        log(f"warning: {note}")
    return library


def reports_in(paths: Sequence[Path]) -> list[tuple[bytes, str]]:
    """Content and name of each report; of a folder those of its files, in the order of their names.

    Raises
    ------
    FatdeskError
        When one of them cannot be read, or a folder holds no file.
    """
    found = []
    for path in paths:
        if not path.is_dir():
            found.append((read_bytes(path), str(path)))
            continue
        files = sorted(one for one in path.iterdir() if one.is_file() and not one.name.startswith("."))
        if not files:
            raise FatdeskError(f"{path}: is a folder without files, name the reports or their folder")
        found += [(read_bytes(one), str(one)) for one in files]
    return found
