"""A part file while it is edited: its text is authoritative, everything else follows from it."""

from dataclasses import dataclass

from fatdesk.core.errors import InputError, InputErrors
from fatdesk.engine.catalog.part_files import fields_of, overridden, override_name, read_part
from fatdesk.engine.catalog.parts import AnyPart


@dataclass(frozen=True, slots=True)
class PartFile:
    """A part file, and the override next to it.

    Attributes
    ----------
    name
        The file in its folder, with slashes: ``switches/ib-36.yaml``.
    data
        What the file holds, byte by byte, so that comments and the order of keys stay.
    override
        What the override next to it holds; None: there is none.
    imported
        The part that the file alone describes; None: the file cannot be read.
    part
        That part with the figures of the override.
    problems
        Why file or override cannot be read.
    """

    name: str
    data: bytes
    override: bytes | None = None
    imported: AnyPart | None = None
    part: AnyPart | None = None
    problems: tuple[InputError, ...] = ()

    @property
    def title(self) -> str:
        """Id of the part, or the file's name where it cannot be read."""
        return self.name if self.part is None else self.part.id

    @property
    def own_fields(self) -> tuple[str, ...]:
        """The fields that the override sets."""
        if self.imported is None or self.override is None or self.problems:
            return ()
        return fields_of(self.override, override_name(self.name))


def part_file(name: str, data: bytes, override: bytes | None = None) -> PartFile:
    """Read a part file; what is wrong with it is kept with it.

    >>> part_file("t.yaml", b"kind: tray").problems[0].field
    'id'
    """
    problems: list[InputError] = []
    imported = part = None
    try:
        imported = part = read_part(data, name)
        if override is not None:
            part = overridden(imported, override, override_name(name))
    except InputError as error:
        problems.append(error)
    except InputErrors as several:
        problems += several.errors
    return PartFile(name, data, override, imported, part, tuple(problems))
