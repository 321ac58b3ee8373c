"""The table of promises: a pytest plugin. Tests hand figures to it, and every run prints them.

A test names its promise with ``@pytest.mark.promise("P1")`` and hands figures with the fixture ``promise``.
Figures of equal text are put together: counts add up, figures that begin with ``most_`` keep the largest.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

PROMISES = {
    "P1": "kill at any moment of saving",
    "P2": "power loss after 'saved'",
    "P3": "any I/O error while saving",
    "P4": "a crash loses at most 10 s",
    "P5": "recovery destroys nothing",
    "P6": "no silent overwrite",
    "P7": "exports are all or nothing",
    "P8": "every reader loads or explains",
    "P9": "limits: just below, just above",
    "P10": "numbers are finite and in range",
    "P11": "text is never interpreted",
    "P12": "no live formula from data",
    "P13": "opening runs nothing, no network",
    "P14": "old files open for ever",
    "P15": "newer files are refused by name",
    "P16": "undo and redo to the byte",
    "P17": "cancel answers at once",
    "P18": "the window stays alive",
    "P19": "no leak",
    "P20": "no exception is silent",
    "P21": "same input, same bytes",
    "P22": "money exact",
    "P23": "size, in processor seconds",
    "P24": "supply: hashes and licences",
}
LATER: set[str] = set()
"""Promises about what is still to come."""
WIDTH = 110
Promise = Callable[..., None]


class Results:
    """What the tests of one run said about each promise."""

    def __init__(self) -> None:
        self.figures: dict[str, dict[str, dict[str, Any]]] = {}
        self.failed: set[str] = set()
        self.skipped: dict[str, str] = {}

    def add(self, report: pytest.TestReport) -> None:
        """Take what a phase of a test said; with xdist this runs where the table is printed."""
        said = [value for name, value in report.user_properties if name == "promise"]
        for number, text, counts in said:
            if report.failed:
                self.failed.add(number)
            elif report.skipped:
                reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
                self.skipped[number] = reason.removeprefix("Skipped: ")
            elif report.when == "call" and text:
                sums = self.figures.setdefault(number, {}).setdefault(text, {})
                for key, value in counts.items():
                    if key.startswith("most_"):
                        sums[key] = max(value, sums.get(key, value))
                    else:
                        sums[key] = value + sums.get(key, 0)

    def rows(self) -> Iterator[tuple[str, str, str]]:
        """Number, state and figures of every promise."""
        for number in PROMISES:
            stated = "; ".join(text.format(**sums) for text, sums in self.figures.get(number, {}).items())
            if number in self.failed:
                yield number, "FAILED", stated
            elif stated:
                yield number, "kept", stated
            elif number in self.skipped:
                yield number, "skipped", self.skipped[number]
            elif number in LATER:
                yield number, "not there yet", ""
            else:
                yield number, "not in this run", ""


def table(results: Results) -> list[str]:
    """The lines of the table; figures that need more room go on below."""
    head = ("", "promise", "state", "figure")
    rows = [head, *((number, PROMISES[number], state, stated) for number, state, stated in results.rows())]
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    before = sum(widths) + 6
    lines = []
    for row in rows:
        first, *more = _folded(row[3], WIDTH - before)
        cells = "  ".join(cell.ljust(width) for cell, width in zip(row[:3], widths, strict=True))
        lines += [f"{cells}  {first}".rstrip(), *(" " * before + rest for rest in more)]
    return lines


def _folded(text: str, width: int) -> list[str]:
    import textwrap

    return textwrap.wrap(text, max(width, 24)) or [""]


_RESULTS = pytest.StashKey[Results]()


def pytest_configure(config: pytest.Config) -> None:
    """Start with nothing said."""
    config.stash[_RESULTS] = Results()
    config.addinivalue_line("markers", "promise(number, ...): the promise of spec 6 that the test holds")
    if not hasattr(config, "workerinput"):  # under xdist only the controller hears of all tests
        config.pluginmanager.register(_Listener(config.stash[_RESULTS]), "promises-listener")


class _Listener:
    def __init__(self, results: Results) -> None:
        self._results = results

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take every report."""
        self._results.add(report)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Name the promises of a test at once, so that they are known when it fails."""
    for mark in item.iter_markers("promise"):
        for number in mark.args:
            assert number in PROMISES, number
            item.user_properties.append(("promise", [number, "", {}]))


@pytest.fixture
def promise(request: pytest.FixtureRequest) -> Promise:
    """Hand over a figure: ``promise("{losses} losses in {kills} kills", losses=0, kills=63)``.

    It is for the promises of the test's mark; a first word such as ``"P3"`` names one of them.
    """

    def hand(*words: str, **counts: float) -> None:
        *named, text = words
        of_mark = [number for mark in request.node.iter_markers("promise") for number in mark.args]
        assert of_mark, "the test needs @pytest.mark.promise"
        for number in named or of_mark:
            assert number in of_mark, number
            text.format(**counts)
            request.node.user_properties.append(("promise", [number, text, counts]))

    return hand


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the table, when a test of a promise ran; pytest's own summary comes after it."""
    results = config.stash[_RESULTS]
    if results.figures or results.failed or results.skipped:
        terminalreporter.section("promises")
        for line in table(results):
            terminalreporter.write_line(line)
