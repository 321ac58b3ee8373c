"""The table of promises: a pytest plugin. Tests report figures to it, and every run prints them.

A test names its promise with ``@pytest.mark.promise("P1")`` and reports figures with the fixture ``promise``.
Figures of equal text are put together: counts add up, those that begin with ``most_`` keep the largest, those
with ``least_`` the smallest. The count ``trials`` is the number of trials that a table states,
``least_number`` and ``most_number`` are the numbers at which a part of a campaign begins and ends.
``--promise-records FILE`` also appends a record of each test to a file of JSON lines, from which
``packaging/promises.py`` makes docs/promises.md.
"""

import datetime
import json
import os
import platform
import textwrap
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest


class Promised(NamedTuple):
    """A promise of spec 6: its name in the table of a run, and the figure for the full form."""

    title: str
    figure: str


PROMISES = {
    "P1": Promised("kill at any moment of saving", "0 losses in 500 kills, at every system call"),
    "P2": Promised("power loss after 'saved'", "0 losses in 1,000 shutdowns of ext4"),
    "P3": Promised(
        "any I/O error while saving", "0 false 'saved': every system call with each of six errors, full disk"
    ),
    "P4": Promised("a crash loses at most 10 s", "200 kills of a scripted editing run, at most 10 s lost"),
    "P5": Promised("recovery destroys nothing", "every combination of states of a copy and its project"),
    "P6": Promised("no silent overwrite", "1,000 races: one writes, the other is refused"),
    "P7": Promised("exports are all or nothing", "every format keeps the earlier file on a full disk"),
    "P8": Promised(
        "every reader loads or explains", "1,000,000 mutants a reader, no traceback, at most 2 s and 500 MB"
    ),
    "P9": Promised("limits: just below, just above", "document 512 MB, YAML 100 MB, depth 40"),
    "P10": Promised("numbers are finite and in range", "every numeric field"),
    "P11": Promised("text is never interpreted", "0 files opened, 0 connections in a tour of the window"),
    "P12": Promised("no live formula from data", "every cell of text in XLSX and CSV"),
    "P13": Promised("opening runs nothing, no network", "no pickle, eval or exec; no network"),
    "P14": Promised("old files open for ever", "a file of every format; opened and saved, the same bytes"),
    "P15": Promised("newer files are refused by name", "the message names the version needed"),
    "P16": Promised("undo and redo to the byte", "every command, in random sequences"),
    "P17": Promised("cancel answers at once", "200 ms, processor free in 1 s; 100 trials of each death"),
    "P18": Promised("the window stays alive", "beats with jobs at work: p99 at most 50 ms"),
    "P19": Promised("no leak", "20 min, at most 5 MB an hour"),
    "P20": Promised("no exception is silent", "slot, paint, model, thread, pool, worker"),
    "P21": Promised("same input, same bytes", "hash seeds, workers, languages, time zones"),
    "P22": Promised("money exact", "equal to a sum of fractions on random bills"),
    "P23": Promised(
        "size, in processor seconds",
        "100,000 recorded cables: open 2 s, save 1 s; catalog of 20 MB: 5 s, 400 MB",
    ),
    "P24": Promised("supply: hashes and licences", "every wheel by hash, SBOM, licences"),
}
WIDTH = 110
Promise = Callable[..., None]
Reported = tuple[str, str, dict[str, float]]


def reported(report: pytest.TestReport) -> list[Reported]:
    """Return what a test reported: promise, text and counts; empty text where only the mark was seen."""
    return [cast("Reported", value) for name, value in report.user_properties if name == "promise"]


def add_up(sums: dict[str, float], counts: dict[str, float]) -> None:
    """Put counts together with those of equal text."""
    for key, value in counts.items():
        put = {"most": max, "least": min}.get(key.partition("_")[0])
        sums[key] = put(value, sums.get(key, value)) if put else value + sums.get(key, 0)


def _reason(report: pytest.TestReport) -> str:
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
    return reason.removeprefix("Skipped: ")


def machine() -> str:
    """Describe the machine of a run: processors, system and Python."""
    return f"{os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def records(report: pytest.TestReport, day: str) -> Iterator[dict[str, Any]]:
    """Yield a record for each promise of a test that ran, was skipped or failed."""
    if report.when != "call" and report.passed:
        return
    figures: dict[str, list[list[Any]]] = {}
    for number, text, counts in reported(report):
        figures.setdefault(number, []).extend([[text, counts]] if text else [])
    for number, stated in figures.items():
        record = {
            "promise": number,
            "test": report.nodeid,
            "form": "full" if os.environ.get("FATDESK_LONG") == "1" else "short",
            "outcome": report.outcome,
            "figures": stated,
            "seconds": round(report.duration, 1),
            "day": day,
            "machine": machine(),
        }
        yield record | ({"reason": _reason(report)} if report.skipped else {})


class Results:
    """What the tests of one run said about each promise."""

    def __init__(self) -> None:
        self.figures: dict[str, dict[str, dict[str, Any]]] = {}
        self.failed: set[str] = set()
        self.skipped: dict[str, str] = {}

    def add(self, report: pytest.TestReport) -> None:
        """Take what a phase of a test reported; with xdist this runs where the table is printed."""
        for number, text, counts in reported(report):
            if report.failed:
                self.failed.add(number)
            elif report.skipped:
                self.skipped[number] = _reason(report)
            elif report.when == "call" and text:
                add_up(self.figures.setdefault(number, {}).setdefault(text, {}), counts)

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
            else:
                yield number, "not in this run", ""


def table(results: Results) -> list[str]:
    """The lines of the table; figures that need more room go on below."""
    head = ("", "promise", "state", "figure")
    rows = [
        head,
        *((number, PROMISES[number].title, *rest) for number, *rest in results.rows()),
    ]
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    before = sum(widths) + 6
    lines = []
    for row in rows:
        first, *more = _folded(row[3], WIDTH - before)
        cells = "  ".join(cell.ljust(width) for cell, width in zip(row[:3], widths, strict=True))
        lines += [f"{cells}  {first}".rstrip(), *(" " * before + rest for rest in more)]
    return lines


def _folded(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, max(width, 24)) or [""]


_RESULTS = pytest.StashKey[Results]()


def pytest_configure(config: pytest.Config) -> None:
    """Start with nothing said."""
    config.stash[_RESULTS] = Results()
    config.addinivalue_line("markers", "promise(number, ...): the promise of spec 6 that the test holds")
    if not hasattr(config, "workerinput"):  # under xdist only the controller hears of all tests
        file = config.getoption("promise_records")
        config.pluginmanager.register(_Listener(config.stash[_RESULTS], file), "promises-listener")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for the file of records."""
    parser.addoption("--promise-records", type=Path, metavar="FILE", help="append a record of each promise")


class _Listener:
    def __init__(self, results: Results, file: Path | None) -> None:
        self._results, self._file = results, file

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take every report."""
        self._results.add(report)
        if self._file:
            append(self._file, records(report, datetime.datetime.now(datetime.UTC).date().isoformat()))


def append(file: Path, some: Iterable[dict[str, Any]]) -> None:
    """Write records at the end of a file, a line each as they come."""
    lines = [json.dumps(record) + "\n" for record in some]
    if lines:
        with file.open("a", encoding="utf-8") as stream:
            stream.writelines(lines)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Name the promises of a test at once, so that they are known when it fails."""
    for mark in item.iter_markers("promise"):
        for number in mark.args:
            assert number in PROMISES, number
            item.user_properties.append(("promise", [number, "", {}]))


@pytest.fixture
def promise(request: pytest.FixtureRequest) -> Promise:
    """Report a figure: ``promise("{losses} losses in {trials} kills", losses=0, trials=63)``.

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
