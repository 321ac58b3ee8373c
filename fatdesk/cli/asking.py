"""Say where in a requirements file it asks for what cannot be."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fatdesk.engine.core.errors import FatdeskError, InputError, InputErrors
from fatdesk.engine.core.yaml_events import lines, read_bytes
from fatdesk.engine.design.requirements import Requirements


@contextmanager
def placed_in(path: Path, requirements: Requirements) -> Iterator[None]:
    """Give errors of a search that name a fabric the file, line and field of that fabric."""
    try:
        yield
    except (InputError, InputErrors):
        raise
    except FatdeskError as error:
        for number, fabric in enumerate(requirements.fabrics):
            name, _, what = str(error).partition(f"fabric {fabric.name!r}")
            if not name and what:
                place = ("fabrics", number)
                line = lines(read_bytes(path), str(path), {place})[place]
                raise InputError(str(path), line, f"fabrics[{number}]", what.lstrip(": ")) from None
        raise
