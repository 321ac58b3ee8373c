"""Exit statuses, and what goes to standard output and standard error."""

import json
import sys
from typing import Any, TextIO

DONE = 0
FINDINGS = 1
BAD_INPUT = 2
CANCELLED = 130


def print_json(value: Any) -> None:
    """One JSON object on standard output."""
    json.dump(value, sys.stdout, indent=2, ensure_ascii=False, allow_nan=False)
    sys.stdout.write("\n")


def say(text: str = "") -> None:
    """A line on standard output."""
    sys.stdout.write(text + "\n")


def tell(text: str) -> None:
    """A line on standard error: findings, warnings, what was written."""
    sys.stderr.write(text + "\n")


def table(rows: list[list[str]], right: frozenset[int] = frozenset()) -> str:
    """Columns side by side; those in ``right`` are set flush right. The first row is the head.

    >>> print(table([["part", "n"], ["ib-36", "4"]], frozenset({1})))
    part   n
    ib-36  4
    """
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = enumerate(zip(row, widths, strict=True))
        aligned = [cell.rjust(width) if i in right else cell.ljust(width) for i, (cell, width) in cells]
        lines.append("  ".join(aligned).rstrip())
    return "\n".join(lines)


class ShownProgress:
    """Progress on standard error: a bar on a terminal, a line for each new task otherwise."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._bar = self._stream.isatty()
        self._last = ""

    def step(self, done: int, total: int, text: str) -> None:
        """Show where the work is (Ctrl+C raises KeyboardInterrupt by itself)."""
        if self._bar:
            percent = 100 * done // max(total, 1)
            self._stream.write(f"\r\x1b[K{text} {percent:3d} %")
            self._stream.flush()
        elif text != self._last:
            self._stream.write(text + "\n")
        self._last = text

    def done(self) -> None:
        """Leave the line of the bar."""
        if self._bar and self._last:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
