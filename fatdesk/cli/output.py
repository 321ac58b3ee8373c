"""Exit statuses, and what goes to standard output and standard error."""

import errno
import io
import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from fatdesk.project.studies.measurement import Found

DONE = 0
FINDINGS = 1
BAD_INPUT = 2
CANCELLED = 130

_CLOSED = {errno.EPIPE, errno.EINVAL, errno.EBADF}
"""What writing to a pipe says whose reader has gone; EINVAL on Windows."""


class _State:
    """Whether this command has begun to write files."""

    saving = False


def begin() -> None:
    """Get ready for one command: signs that a terminal lacks are spelled out by number."""
    _State.saving = False
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def end() -> None:
    """Send off what help and errors of usage left, so that a closed pipe is no error at exit."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            try:
                stream.flush()
            except OSError:
                _drop(stream)


def about_to_save() -> None:
    """From here on a cancelled command may have written files, each of them whole."""
    _State.saving = True


def what_was_written() -> str:
    """For who cancels: what is on the disk now."""
    return "each file is whole, the old or the new one" if _State.saving else "nothing was written"


def print_json(value: Any) -> None:
    """One JSON object on standard output, in ASCII, so that no terminal or pipe can spoil it."""
    say(json.dumps(value, indent=2, allow_nan=False))


def say(text: str = "") -> None:
    """A line on standard output; when its reader has gone, nowhere.

    Raises
    ------
    FatdeskError
        When it cannot be written for another reason, such as a full disk.
    """
    from fatdesk.core.errors import FatdeskError

    if sys.stdout is None:
        return
    try:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
    except OSError as error:
        _drop(sys.stdout)
        if error.errno not in _CLOSED:
            cause = f"standard output: cannot be written ({error.strerror}), send it elsewhere"
            raise FatdeskError(cause) from None


def tell(text: str) -> None:
    """A line on standard error: findings, warnings, what was written."""
    _write(sys.stderr, text + "\n")


def tell_left_out(left_out: Mapping[str, Sequence[str]]) -> None:
    """What forms of other programs could not hold, a line a form."""
    for name, words in left_out.items():
        tell(f"{name} cannot hold: {'; '.join(words)}")


def _write(stream: TextIO | None, text: str) -> None:
    """Write a remark; where it cannot be written, the work goes on without."""
    if stream is None:
        return
    try:
        stream.write(text)
        stream.flush()
    except OSError:
        _drop(stream)


def _drop(stream: TextIO) -> None:
    """Let everything that is still to be written to a standard stream vanish; its number stays taken."""
    with suppress(OSError, ValueError):
        stream.close()
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is stream:
            setattr(sys, name, None)


class ShownProgress:
    """Progress on standard error: a bar on a terminal, otherwise a line for a new task or another tenth."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._given = stream
        self._bar = self._stream is not None and self._stream.isatty()
        self._last = ("", -1)
        self._shown = ""

    @property
    def _stream(self) -> TextIO | None:
        return self._given or sys.stderr

    def step(self, done: int, total: int, text: str) -> None:
        """Show where the work is (Ctrl+C raises KeyboardInterrupt by itself)."""
        if self._bar:
            from fatdesk.cli.tables import terminal_width

            line = f"{text} {100 * done // max(total, 1):3d} %"[: (terminal_width(self._stream) or 80) - 1]
            if line != self._shown:
                _write(self._stream, f"\r\x1b[K{line}")
                self._shown = line
            return
        task = "".join(letter for letter in text if not letter.isdigit())
        now = (task, 10 * done // max(total, 1))
        if now != self._last and text != self._shown:
            _write(self._stream, text + "\n")
            self._shown = text
        self._last = now

    def done(self) -> None:
        """Leave the line of the bar."""
        if self._bar and self._shown:
            _write(self._stream, "\r\x1b[K")
            self._shown = ""


class FoundProgress(ShownProgress):
    """Progress of a study that keeps what there is so far.

    Attributes
    ----------
    found
        Of each network.
    """

    found: "tuple[Found, ...]" = ()

    def show(self, value: Any) -> None:
        """Keep it."""
        self.found = value
