"""Add file and line of the requirements to errors of a search."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fatdesk.core.errors import FatdeskError, InputError, InputErrors
from fatdesk.core.yaml_events import Place, lines, read_bytes
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
