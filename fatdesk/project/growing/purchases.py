"""Purchases and spares of a step: what the bills differ by, and what spares of later stages cannot serve."""

import dataclasses
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from fatdesk.core.units import m_from_um
from fatdesk.engine.bill.making import Bill, make_bill
from fatdesk.engine.bill.rules import Line, terms_by_line
from fatdesk.engine.floor.floor import rack_label
from fatdesk.engine.growth.changes import Changes, Fate, WorkStage
from fatdesk.engine.wiring.wiring_list import CableRow
from fatdesk.project.derived.derived import Derived

Cage = tuple[str, str, str, str]
"""Device, slot, cage and the transceiver in it."""


def needed(more: Derived, less: Derived, late: Mapping[Line, int]) -> dict[Line, int]:
    """Return how many of each item one project has more than another.

    Parameters
    ----------
    late
        Items that are needed although as many become spares, see :func:`late_spares`.
    """
    there = {(item.part, item.length_m): item.count for item in less.items}
    counts = {}
    for item in more.items:
        line = item.part, item.length_m
        counts[line] = max(0, item.count - there.get(line, 0)) + late.get(line, 0)
    return {line: count for line, count in counts.items() if count}


def bill_of(counts: Mapping[Line, int], more: Derived) -> Bill:
    """Return the bill of some items of a project, at its prices."""
    items = []
    for item in more.items:
        count = counts.get((item.part, item.length_m), 0)
        items.append(dataclasses.replace(item, count=count))
    project = more.project
    return make_bill(
        [item for item in items if item.count > 0],
        [rack_label(rack) for rack in project.floor.racks],
        more.catalog,
        project.bill,
        terms=terms_by_line(project.terms),
    )


def late_spares(
    before: Derived, after: Derived, changes: Changes, stages: Sequence[WorkStage]
) -> dict[Line, int]:
    """Return the cables and transceivers that become spares only after others of their kind were needed.

    A spare serves in the stage in which it is pulled, and in later ones. What an earlier stage needs is
    bought, so that as many are left over in the end.
    """
    balance: Counter[Line] = Counter()
    most: Counter[Line] = Counter()
    cages = _Cages(before, after, changes)
    for stage in stages:
        change = Counter(_needed(stage))
        change.subtract(Counter(_freed(stage)))
        for part, count in cages.worked_on(stage).items():
            change[part, None] += count
        for line, count in change.items():
            balance[line] += count
            most[line] = max(most[line], balance[line])
    late = {line: count - max(0, balance[line]) for line, count in most.items()}
    return {line: count for line, count in late.items() if count}


def _needed(stage: WorkStage) -> Iterator[Line]:
    """Lines of the cables that are laid."""
    for one in stage.changes:
        if one.after is not None and not (one.fate is Fate.MOVED and one.reused):
            yield from _line(one.after)


def _freed(stage: WorkStage) -> Iterator[Line]:
    """Lines of the cables that become spares."""
    for one in stage.changes:
        if one.before is not None and not (one.fate is Fate.MOVED and one.reused):
            yield from _line(one.before)


def _line(row: CableRow) -> Iterator[Line]:
    if row.part and row.length.ordered_um is not None:
        yield row.part, m_from_um(row.length.ordered_um)


class _Cages:
    """Transceivers by the cages that they are in; cables of one cage share one."""

    def __init__(self, before: Derived, after: Derived, changes: Changes) -> None:
        names = after.device_names
        self._now = {name: names.get(one, name) for one, name in before.device_names.items()}
        """Names after the step of the devices of today."""
        today = (one.before for one in changes.cables if one.before is not None)
        self._plugs = Counter(cage for row in today for cage in self._of(row, before=True))

    def worked_on(self, stage: WorkStage) -> Counter[str]:
        """Transceivers that a stage needs by part, less those that it frees."""
        found: Counter[str] = Counter()
        changed = [one for one in stage.changes if one.fate is not Fate.KEPT]
        for one in changed:
            for cage in () if one.before is None else self._of(one.before, before=True):
                self._plugs[cage] -= 1
                found[cage[-1]] -= not self._plugs[cage]
        for one in changed:
            for cage in () if one.after is None else self._of(one.after):
                found[cage[-1]] += not self._plugs[cage]
                self._plugs[cage] += 1
        return found

    def _of(self, row: CableRow, *, before: bool = False) -> Iterator[Cage]:
        for end in (row.a, *(row.legs or (row.b,))):
            if end.transceiver:
                device = self._now.get(end.device, end.device) if before else end.device
                yield device, end.slot, end.port.partition("/")[0], end.transceiver
