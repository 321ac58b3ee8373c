"""Import of edited lists: what they change, and the one step that applies it."""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from pathlib import PurePath
from typing import Any

from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError, InputError, InputErrors
from fatdesk.core.formats.sheets import read_sheets
from fatdesk.core.progress import SILENT, Progress
from fatdesk.core.units import m_from_um, um_from_m
from fatdesk.engine.bill.counting import part_to_price
from fatdesk.engine.bill.rules import with_price
from fatdesk.engine.cabling.by_hand import ByHand, fitting_options
from fatdesk.engine.cabling.choice.choosing import by_metre
from fatdesk.engine.catalog.parts import AnyPart, Cable, Price
from fatdesk.engine.change_order.rows import ChangeOrder
from fatdesk.engine.growth.progress import OrderProgress, StageProgress
from fatdesk.engine.list_import.bill import compare_bill
from fatdesk.engine.list_import.order import compare_order, matching
from fatdesk.engine.list_import.pieces import compare_pieces
from fatdesk.engine.list_import.report import (
    Change,
    LineKey,
    Remark,
    Report,
    StageKey,
    in_order,
    together,
)
from fatdesk.engine.list_import.state import exported_of
from fatdesk.engine.list_import.table import Table, find_table
from fatdesk.engine.list_import.wiring import Wired, compare_wiring
from fatdesk.engine.listing.workbook import TERMS
from fatdesk.project.commands import Batch, Command
from fatdesk.project.commands.bill import SetAlternative, SetPart, SetTerms
from fatdesk.project.commands.cables import SetCables
from fatdesk.project.commands.fabrics import SetGrowth
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.cable_records import CableRecord
from fatdesk.project.document.growth import GrowthStep
from fatdesk.project.document.project import Project

Orders = Callable[[], Sequence[ChangeOrder]]
"""Returns the change order of each step of the growth plan."""


def read_back(
    derived: Derived,
    files: Sequence[tuple[str, bytes]],
    progress: Progress = SILENT,
    orders: Orders = tuple,
) -> Report:
    """Return the changes that edited lists, each a name and the bytes of its file, make to a project.

    Of several files those that cannot be read, or are no list of ours, are errors of the report.

    Parameters
    ----------
    orders
        Called once at most, for files that are change orders.

    Raises
    ------
    InputError
        When no file can be read.
    InputErrors
        The same of several files.
    """
    made = lru_cache(maxsize=1)(orders)
    reports: list[Report] = []
    errors: list[InputError] = []
    for name, data in files:
        try:
            reports.append(_report(derived, name, data, made, progress))
        except InputError as error:
            errors.append(error)
    if errors and not reports:
        raise errors[0] if len(errors) == 1 else InputErrors(errors)
    report = together(reports)
    if not errors:
        return report
    unread = [Remark(error.file, error.line, "", error.field, error.what) for error in errors]
    return dataclasses.replace(report, remarks=in_order([*unread, *report.remarks]))


def _report(derived: Derived, file: str, data: bytes, orders: Orders, progress: Progress) -> Report:
    progress.step(0, 1, f"Reading {file}")
    sheets = read_sheets(data, file)
    table = find_table(sheets, file)
    if table.kind == "order":
        return _of_order(derived, table, orders, file)
    if table.kind == "pieces":
        return compare_pieces(table, derived.plan, file)
    exported = exported_of(sheets, table.kind)
    if table.kind == "bill":
        return compare_bill(table, exported, derived.plan, file)
    by_hand = {
        record.id: ByHand(record.part, record.length_m, record.reason)
        for record in derived.project.cables.values()
        if record.part is not None or record.length_m is not None
    }
    wired = Wired(derived.plan, by_hand, _WhyNot(derived), derived.marking)
    return compare_wiring(table, exported, wired, file, progress)


def _of_order(derived: Derived, table: Table, orders: Orders, file: str) -> Report:
    """The report on a change order: it is of the step whose rows it has."""
    try:
        made = orders()
    except FatdeskError as error:
        raise InputError(file, 1, "order", str(error)) from None
    if not made:
        raise InputError(
            file, 1, "order", "the project has no growth plan: add the step that the order is of"
        )
    at = matching(table, made)
    return compare_order(table, made[at], at + 1, derived.project.growth[at].progress, file)


class _WhyNot:
    """Why a cable cannot be of a part and a length."""

    def __init__(self, derived: Derived) -> None:
        self._derived = derived
        self._place: dict[str, tuple[int, int]] = {}

    def __call__(self, cable: str, wish: ByHand) -> str:
        derived = self._derived
        if not self._place:
            ids = (row.id for row in derived.rows)
            fabrics = derived.cabling.fabrics
            self._place = {next(ids): (n, k) for n, made in enumerate(fabrics) for k in range(made.count)}
        number, k = self._place[cable]
        made = derived.cabling.fabrics[number]
        computed_um = int(made.spans.computed_um[k])
        if wish.part is None:
            chosen = derived.by_rule.fabrics[number]
            at = int(chosen.choice[k])
            part: AnyPart | None = chosen.choices[at].option.cable if at >= 0 else None
        else:
            part = derived.catalog.find(wish.part)
            if part is None:
                return f"there is no part {wish.part} in the project, add it first"
        if not isinstance(part, Cable):
            return f"{wish.part} is not a cable" if wish.part else "no cable fits, name a part"
        if not fitting_options(made, k, part, derived.catalog):
            return f"{part.id} does not fit both ends"
        return _why_not_length(part, wish.length_m, computed_um, derived.project)


def _why_not_length(part: Cable, length_m: float | None, computed_um: int, project: Project) -> str:
    """Why a part cannot be ordered in a length, or by rule for what was computed."""
    sold = [um_from_m(length.m) for length in part.lengths]
    free = by_metre(part, project.cabling)
    if length_m is None:
        longest = max(sold, default=0)
        if computed_um > longest and not free and computed_um >= 0:
            return f"{part.id} is {m_from_um(longest):g} m at most, {m_from_um(computed_um):g} m are needed"
        return ""
    ordered_um = um_from_m(length_m)
    if ordered_um not in sold and not free:
        return f"{part.id} is not sold in {length_m:g} m"
    if ordered_um < computed_um:
        return f"{length_m:g} m are too short, {m_from_um(computed_um):g} m are computed"
    return ""


def taking(project: Project, changes: Sequence[Change]) -> Command:
    """The one step that takes changes of lists.

    Raises
    ------
    FatdeskError
        When there are none.
    """
    if not changes:
        raise FatdeskError("there is no change to apply, select one")
    files = dict.fromkeys(PurePath(change.file).name for change in changes)
    count = f"{len(changes):,} change{'s' if len(changes) > 1 else ''}"
    name = f"Apply {count} from {', '.join(files)}"[:2000]
    return Batch(name=name, commands=tuple(_commands(project, changes)))


def _commands(project: Project, changes: Sequence[Change]) -> list[Command]:
    records: dict[str, dict[str, Any]] = {}
    parts: dict[str, AnyPart] = {}
    terms: dict[LineKey, dict[str, str]] = {}
    commands: list[Command] = []
    stages: dict[StageKey, StageProgress] = {}
    for change in changes:
        key = change.key
        if isinstance(key, StageKey):
            if isinstance(change.value, StageProgress):
                stages[key] = change.value
        elif isinstance(key, str):
            records.setdefault(key, {})[change.field] = change.value
        elif change.field == "price":
            part = parts.get(key.part) or _part_to_price(project, key.part)
            price = change.value if isinstance(change.value, Price) else None
            parts[key.part] = with_price(part, key.length_m, price)
        elif change.field in TERMS:
            terms.setdefault(key, {})[change.field] = str(change.value or "")
        else:
            commands.append(_alternative(key, str(change.value)))
    commands += [_terms(line, changes) for line, changes in terms.items()]
    commands += [SetPart(part=part) for part in parts.values()]
    if stages:
        commands.append(SetGrowth(steps=_with_progress(project.growth, stages)))
    if records:
        kept = project.cables
        changed = (
            replace(kept.get(cable) or CableRecord(id=cable), **changed) for cable, changed in records.items()
        )
        commands.append(SetCables(cables=tuple(changed)))
    return commands


def _with_progress(
    steps: Sequence[GrowthStep], stages: Mapping[StageKey, StageProgress]
) -> tuple[GrowthStep, ...]:
    """The growth plan with the progress of some stages; that of an earlier order is replaced.

    Raises
    ------
    FatdeskError
        When there is no such step any more.
    """
    found = list(steps)
    for key, now in stages.items():
        if key.step > len(found):
            raise FatdeskError(f"the growth plan has no step {key.step} by now, read the list again")
        step = found[key.step - 1]
        held = step.progress if step.progress is not None and step.progress.order == key.order else None
        others = {one.stage: one for one in (held.stages if held else ())} | {now.stage: now}
        progress = OrderProgress(order=key.order, stages=tuple(others[n] for n in sorted(others)))
        found[key.step - 1] = replace(step, progress=progress)
    return tuple(found)


def _part_to_price(project: Project, line_part: str) -> AnyPart:
    """The part whose price a line states.

    Raises
    ------
    FatdeskError
        When the project has no such part any more.
    """
    known = next((part for part in project.parts if part.id == line_part), None)
    part = part_to_price(known, project.floor, line_part)
    if part is None:
        raise FatdeskError(f"there is no part {line_part} in the project by now, read the list again")
    return part


def _terms(line: LineKey, changes: dict[str, str]) -> SetTerms:
    values: dict[str, Any] = {}
    for name, text in changes.items():
        value = Decimal(text) if text else None
        if name == "discount":
            values["discount_percent"] = value
        else:
            field = "pack_size" if name == "pack_size" else "lead_time_days"
            values[field] = None if value is None else int(value)
    return SetTerms(part=line.part, length_m=line.length_m, **values)


def _alternative(line: LineKey, text: str) -> SetAlternative:
    return SetAlternative(part=line.part, length_m=line.length_m, alternative=text)
