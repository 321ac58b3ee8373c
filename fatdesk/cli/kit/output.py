"""Exit statuses, output, progress, charts of printed figures, and files to write that are checked first."""

import argparse
import errno
import io
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from fatdesk.core.errors import FatdeskError

if TYPE_CHECKING:
    from fatdesk.engine.drawing.display import Page
    from fatdesk.project.studies.measurement import Found


DONE = 0
FINDINGS = 1
BAD_INPUT = 2
WARNINGS = 2
"""Of ``check --strict``: there is no error, and a warning that is not waived."""
CANCELLED = 130

_CLOSED = {errno.EPIPE, errno.EINVAL, errno.EBADF}
"""Errors of writing to a pipe without a reader; EINVAL on Windows."""


class _State:
    """Whether this command has begun to write files."""

    saving = False


def begin() -> None:
    """Prepare for one command: characters that a terminal lacks are printed as escapes."""
    _State.saving = False
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def end() -> None:
    """Flush the output of help and usage errors, so that a closed pipe is no error at exit."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            try:
                stream.flush()
            except OSError:
                _drop(stream)


def about_to_save() -> None:
    """Record that files may have been written from now on, each of them whole."""
    _State.saving = True


def what_was_written() -> str:
    """The state of the disk after cancelling."""
    return "each file is whole, the old or the new one" if _State.saving else "nothing was written"


def print_json(value: Any) -> None:
    """Print one JSON object, in ASCII so that no terminal or pipe can garble it."""
    say(json.dumps(value, indent=2, allow_nan=False))


def say(text: str = "") -> None:
    """Print a line on standard output; without a reader it is dropped.

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
            cause = f"standard output: cannot be written ({error.strerror}), redirect it elsewhere"
            raise FatdeskError(cause) from None


def log(text: str) -> None:
    """Print a line on standard error: findings, warnings, written files."""
    _write(sys.stderr, text + "\n")


def log_left_out(left_out: Mapping[str, Sequence[str]]) -> None:
    """Print what files for other programs could not hold, a line for each."""
    for name, words in left_out.items():
        log(f"{name} cannot hold: {'; '.join(words)}")


def _write(stream: TextIO | None, text: str) -> None:
    """Write to a stream; failures are ignored."""
    if stream is None:
        return
    try:
        stream.write(text)
        stream.flush()
    except OSError:
        _drop(stream)


def _drop(stream: TextIO) -> None:
    """Drop everything that is not yet written to a standard stream; its number stays in use."""
    with suppress(OSError, ValueError):
        stream.close()
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is stream:
            setattr(sys, name, None)


class ShownProgress:
    """Progress on standard error: a bar on a terminal, else a line for each new task or tenth."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._given = stream
        self._bar = self._stream is not None and self._stream.isatty()
        self._last = ("", -1)
        self._shown = ""

    @property
    def _stream(self) -> TextIO | None:
        return self._given or sys.stderr

    def step(self, done: int, total: int, text: str) -> None:
        """Show the progress (Ctrl+C raises KeyboardInterrupt by itself)."""
        if self._bar:
            from fatdesk.cli.kit.tables import terminal_width

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
        """Clear the line of the bar."""
        if self._bar and self._shown:
            _write(self._stream, "\r\x1b[K")
            self._shown = ""


class FoundProgress(ShownProgress):
    """Progress of a study that keeps the results so far.

    Attributes
    ----------
    found
        Of each network.
    """

    found: "tuple[Found, ...]" = ()

    def show(self, value: Any) -> None:
        """Keep the results so far."""
        self.found = value


_FIRST = 200
"""Bytes at the beginning of a file that identify a project."""


def project_target(path: Path) -> None:
    """Refuse a file that cannot be written, or that exists and is no project.

    Raises
    ------
    FatdeskError
        With what to do.
    """
    if path.is_dir():
        raise FatdeskError(f"-o {path}: is a folder, name a file in it, such as {path / 'name.fatdesk'}")
    folder_target(path.parent, f"-o {path}", make=False)
    try:
        with path.open("rb") as stream:
            start = stream.read(_FIRST)
    except OSError:  # not there, or only to be written: saving reports it
        return
    if start and b'"fatdesk"' not in start.partition(b"\n")[0]:
        raise FatdeskError(f"-o {path}: exists and is not a fatdesk project, name another file")


def folder_target(folder: Path, word: str, *, make: bool = True) -> None:
    """Refuse a folder that cannot be written, or (without ``make``) that does not exist.

    Raises
    ------
    FatdeskError
        With what to do; it begins with ``word``.
    """
    there = folder
    while make and not there.exists() and there.parent != there:
        there = there.parent
    if there.exists() and not there.is_dir():
        raise FatdeskError(f"{word}: {there} is a file, name a folder")
    if not there.exists():
        raise FatdeskError(f"{word}: there is no folder {folder}, create it or name another")
    if not os.access(there, os.W_OK):
        raise FatdeskError(f"{word}: {there} is not writable, name another folder")


def check_target(parsed: argparse.Namespace) -> None:
    """Refuse ``-o`` without ``--take``, and a place where no project can be saved."""
    if parsed.output is not None:
        if not parsed.take:
            raise FatdeskError("-o: is for --take, give both")
        project_target(parsed.output)


def chart_option(parser: argparse._ActionsContainer) -> None:
    """Add ``--chart`` to the options of a command."""
    parser.add_argument(
        "--chart", type=Path, metavar="FILE.svg", help="draw what is printed as a chart in this file"
    )


def check_chart(parsed: argparse.Namespace) -> None:
    """Refuse a file that is no SVG or cannot be written, before any work is done.

    Raises
    ------
    FatdeskError
        With what to do.
    """
    path: Path | None = parsed.chart
    if path is None:
        return
    if path.suffix.lower() != ".svg":
        raise FatdeskError(f"--chart {path}: is not an SVG file, give it the extension .svg")
    if path.is_dir():
        raise FatdeskError(f"--chart {path}: is a folder, name a file in it")
    folder_target(path.parent, f"--chart {path}", make=False)


def save_chart(parsed: argparse.Namespace, page: "Callable[[], Page]") -> None:
    """Write the page where ``--chart`` asks for it; else it is not drawn."""
    if parsed.chart is None:
        return
    from fatdesk.engine.drawing.svg import svg  # drawing loads for those who ask for it
    from fatdesk.project.files.saver import save_bytes

    drawn = svg(page())
    about_to_save()
    save_bytes(parsed.chart, drawn)
    log(f"{parsed.chart}")
