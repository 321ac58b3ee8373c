"""Input of design, curve, explore: parts of ``--catalog``, prices of ``--prices``, errors with their line."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fatdesk.cli.output import log
from fatdesk.core.errors import FatdeskError, InputError, InputErrors
from fatdesk.core.yaml_events import Place, lines, read_bytes
from fatdesk.engine.catalog.library import Library, load_library
from fatdesk.engine.design.requirements import Requirements


@contextmanager
def placed_in(path: Path, requirements: Requirements) -> Iterator[None]:
    """Give errors of a search that name a fabric or begin with a field their file, line and field."""
    try:
        yield
    except (InputError, InputErrors):
        raise
    except FatdeskError as error:
        found = _place(str(error), requirements)
        if found is None:
            raise
        place, field, what = found
        line = lines(read_bytes(path), str(path), {place})[place]
        raise InputError(str(path), line, field, what) from None


def _place(text: str, requirements: Requirements) -> tuple[Place, str, str] | None:
    """The place in the file that an error is about, its name, and the rest of the error."""
    for number, fabric in enumerate(requirements.fabrics):
        before, _, what = text.partition(f"fabric {fabric.name!r}")
        if not before and what:
            return ("fabrics", number), f"fabrics[{number}]", what.lstrip(": ")
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
