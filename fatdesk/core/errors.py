"""The errors that a user can do something about."""

from difflib import get_close_matches
from pathlib import Path

MOST_NAMES = 10_000
"""Files of a folder that are compared with a name that does not exist."""


class FatdeskError(Exception):
    """Any failure that is the user's to mend; its text says what and what to do."""


class UnsoundError(FatdeskError, ValueError):
    """Contradiction found while a value is made: ``field: what, what to do``.

    Being a ValueError it is reported with its place where the value is read from a file.
    """


class InputError(FatdeskError):
    """Bad input with its place; prints as ``FILE:LINE: FIELD: what, what to do``.

    >>> print(InputError("a.yaml", 3, "hosts[0].count", "is 0, must be 1 or more"))
    a.yaml:3: hosts[0].count: is 0, must be 1 or more
    """

    def __init__(self, file: str, line: int, field: str, what: str) -> None:
        self.file, self.line, self.field, self.what = file, line, field, what
        super().__init__(f"{file}:{line}: {field}: {what}")

    def __reduce__(self) -> tuple[type, tuple[str, int, str, str]]:
        """Come from a worker as it was."""
        return type(self), (self.file, self.line, self.field, self.what)


def unreadable(path: Path, error: OSError | ValueError) -> InputError:
    """Return the error for a file that cannot be read; it suggests the most similar name of a missing one.

    >>> print(unreadable(Path("/none/a.yaml"), FileNotFoundError(2, "No such file or directory")))
    /none/a.yaml:1: file: cannot be read (No such file or directory), check its name and permissions
    """
    cause = getattr(error, "strerror", None) or error
    advice = "check its name and permissions"
    if isinstance(error, FileNotFoundError) and (near := _similar(path)):
        advice = f"did you mean {near}?"
    return InputError(str(path), 1, "file", f"cannot be read ({cause}), {advice}")


def _similar(path: Path) -> Path | None:
    """The file of the same kind whose name is most like that of a path, if any is."""
    try:
        there = (one for one, _ in zip(path.parent.iterdir(), range(MOST_NAMES), strict=False))
        known = sorted(one.name for one in there if one.suffix == path.suffix)
    except OSError:
        return None
    found = get_close_matches(path.name, known, 1)
    return path.parent / found[0] if found else None


class InputErrors(FatdeskError):
    """Several :class:`InputError` of one reading, one line each."""

    def __init__(self, errors: list[InputError]) -> None:
        self.errors = errors
        super().__init__("\n".join(map(str, errors)))

    def __reduce__(self) -> tuple[type, tuple[list[InputError]]]:
        """Come from a worker as it was."""
        return type(self), (self.errors,)


class Cancelled(Exception):
    """Raised by ``progress.step`` when the user asked to stop."""


class OutOfTime(Cancelled):
    """Raised by ``progress.step`` when the time that the user allows is over; results so far are kept."""
