"""The errors that a user can do something about."""


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
