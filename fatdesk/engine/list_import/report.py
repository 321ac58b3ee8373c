"""Report on an imported list: applicable changes, contradictions, ignored rows; as JSON, too."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec import structs

from fatdesk.core.finding import ORDER, Severity
from fatdesk.core.number_text import counted
from fatdesk.engine.catalog.parts import Price
from fatdesk.engine.growth.progress import OrderProgress, StageProgress
from fatdesk.engine.list_import.calibrating import Calibration
from fatdesk.engine.list_import.table import ListKind


class LineKey(NamedTuple):
    """A line of the bill: its part, and of cables the length, metres."""

    part: str
    length_m: float | None = None

    def __str__(self) -> str:
        """As people read it.

        >>> str(LineKey("aoc-qsfp", 5.0))
        'aoc-qsfp 5 m'
        """
        return self.part if self.length_m is None else f"{self.part} {self.length_m:g} m"


class StageKey(NamedTuple):
    """A stage of a step of the growth plan, both from 1, with the digest of its change order."""

    step: int
    stage: int
    order: str

    def __str__(self) -> str:
        """As people read it.

        >>> str(StageKey(1, 2, "5f"))
        'step 1, stage 2'
        """
        return f"step {self.step}, stage {self.stage}"


Key = str | LineKey | StageKey


@dataclass(frozen=True)
class ComparedOrder:
    """A change order that came back: the step of the plan that it is of, and what is done of it."""

    file: str
    step: int
    progress: OrderProgress

    @property
    def words(self) -> str:
        """State of the step and of the stage that may begin, in a sentence."""
        free = self.progress.next_stage
        if free is None:
            left = self.progress.rows_left
            but = f"but {counted(left, 'row')} {'is' if left == 1 else 'are'} not ticked"
            return f"step {self.step}: all gates are passed, {but if left else 'the step can be applied'}"
        begun = next(one for one in self.progress.stages if one.stage == free).ticked
        return f"step {self.step}: stage {free} {'is under way' if begun else 'is free to start'}"


@dataclass(frozen=True)
class Change:
    """Something that a project can take.

    Attributes
    ----------
    key
        The cable by its id, the line of the bill, or the stage of the growth plan.
    field
        Of the record of a cable (``part`` and ``length_m`` by hand; None: by rule), or ``price`` or
        ``alternative`` of a line, or ``progress`` of a stage.
    was, becomes
        In words; ``value`` is what is taken.
    """

    file: str
    line: int
    key: Key
    field: str
    was: str
    becomes: str
    value: str | float | Price | StageProgress | None

    def __str__(self) -> str:
        """On one line."""
        was, becomes = self.was or "nothing", self.becomes or "nothing"
        return one_line(f"{self.file}:{self.line}: {self.field}: {self.key}: {was} -> {becomes}")


@dataclass(frozen=True)
class Remark:
    """Something that is not taken: an error contradicts the design, a note was only left aside."""

    file: str
    line: int
    key: str
    field: str
    what: str
    severity: Severity = Severity.ERROR

    def __str__(self) -> str:
        """On one line, as errors of reading are."""
        element = f"{self.key}: " if self.key else ""
        return one_line(f"{self.file}:{self.line}: {self.field}: {element}{self.what}")


@dataclass(frozen=True)
class Report:
    """Result of importing one list, or several together.

    Attributes
    ----------
    kinds
        What each file was, by its name.
    rows
        Rows that were compared.
    missing
        Cables, lines of the bill, or rows of a change order, that no list has.
    orders
        Change orders, with what is done of them.
    """

    kinds: tuple[tuple[str, ListKind], ...]
    rows: int
    changes: tuple[Change, ...]
    remarks: tuple[Remark, ...]
    missing: tuple[str, ...] = ()
    orders: tuple[ComparedOrder, ...] = ()

    @property
    def findings(self) -> tuple[Remark, ...]:
        """Findings that need attention, the worst first."""
        return tuple(one for one in self.remarks if one.severity != Severity.NOTE)

    @property
    def notes(self) -> tuple[Remark, ...]:
        """Notes on ignored rows, and on the list itself."""
        return tuple(one for one in self.remarks if one.severity == Severity.NOTE)


def one_line(text: str) -> str:
    r"""A text that quotes cells, on one line: ends of lines as strokes, invisible characters as �.

    >>> one_line("two\nlines")
    'two / lines'
    """
    text = " / ".join(text.splitlines())
    return text if text.isprintable() else "".join(sign if sign.isprintable() else "\ufffd" for sign in text)


def in_order(remarks: Sequence[Remark]) -> tuple[Remark, ...]:
    """Errors first, then in their order."""
    return tuple(sorted(remarks, key=lambda one: ORDER[one.severity]))


def together(reports: Sequence[Report]) -> Report:
    """Reports of several files as one; what two of them say differently is a finding and not taken."""
    if len(reports) == 1:
        return reports[0]
    first: dict[tuple[Key, str], Change] = {}
    torn: dict[tuple[Key, str], Remark] = {}
    for change in (change for report in reports for change in report.changes):
        key = (change.key, change.field)
        other = first.setdefault(key, change)
        if other.value != change.value:
            what = f"becomes {change.becomes or 'nothing'} here and {other.becomes or 'nothing'} in "
            what += f"{other.file}:{other.line}, make both the same"
            torn[key] = Remark(change.file, change.line, str(change.key), change.field, what)
    remarks = [remark for report in reports for remark in report.remarks]
    return Report(
        tuple(kind for report in reports for kind in report.kinds),
        sum(report.rows for report in reports),
        tuple(change for key, change in first.items() if key not in torn),
        in_order([*torn.values(), *remarks]),
        _missing(reports),
        tuple(order for report in reports for order in report.orders),
    )


def _missing(reports: Sequence[Report]) -> tuple[str, ...]:
    """Return the rows missing from all lists of their kind."""
    lists = {
        kind: [set(r.missing) for r in reports if r.kinds[0][1] == kind]
        for kind in ("wiring", "bill", "order")
    }
    absent = {name for some in lists.values() if some for name in set.intersection(*some)}
    return tuple(dict.fromkeys(name for r in reports for name in r.missing if name in absent))


def only(report: Report, numbers: Sequence[int]) -> Report:
    """The report with some of its changes, by number from 0."""
    return replace(report, changes=tuple(report.changes[number] for number in sorted(set(numbers))))


NO_NUMBERS: Mapping[str, str] = MappingProxyType({})


def report_json(report: Report, numbers: Mapping[str, str] = NO_NUMBERS) -> dict[str, Any]:
    """A report; money as text, lengths in metres; with the numbers on the labels of cables."""
    return {
        "files": [{"file": file, "kind": kind} for file, kind in report.kinds],
        "rows": report.rows,
        "changes": [_change(change, numbers) for change in report.changes],
        "findings": [_remark(remark, numbers) for remark in report.findings],
        "notes": [_remark(remark, numbers) for remark in report.notes],
        "missing": list(report.missing),
        "orders": [_order(order) for order in report.orders],
    }


def _order(order: ComparedOrder) -> dict[str, Any]:
    progress = order.progress
    return {
        "file": order.file,
        "step": order.step,
        "next_stage": progress.next_stage,
        "stages": [structs.asdict(stage) for stage in progress.stages],
    }


def calibration_json(found: Calibration) -> dict[str, Any]:
    """A calibration with all of its points."""
    return asdict(found) | {"aside": found.aside}


def _number(key: Key, numbers: Mapping[str, str]) -> dict[str, Any]:
    """The number on the labels of a cable; nothing of a line of the bill."""
    return {"number": numbers[key]} if isinstance(key, str) and key in numbers else {}


def _change(change: Change, numbers: Mapping[str, str]) -> dict[str, Any]:
    key = change.key
    of: dict[str, Any] = {"cable": key} | _number(key, numbers)
    if isinstance(key, LineKey):
        of = {"part": key.part} | ({} if key.length_m is None else {"length_m": key.length_m})
    if isinstance(key, StageKey):
        of = {"step": key.step, "stage": key.stage}
    place = {"file": change.file, "line": change.line}
    return place | of | {"field": change.field, "was": change.was, "becomes": change.becomes}


def _remark(remark: Remark, numbers: Mapping[str, str]) -> dict[str, Any]:
    place = {"severity": remark.severity.value, "file": remark.file, "line": remark.line}
    of = {"of": remark.key} | _number(remark.key, numbers)
    return place | of | {"field": remark.field, "what": remark.what}
