"""The change order of a growth step: what to mount, pull, move, add, relabel and verify, stage by stage.

Rows are in the order of a walk past the racks. Within a stage all plugs are pulled first, so that every port
is free when a plug goes into it. Cables that stay as they are have no row.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from msgspec import structs

from fatdesk.core.number_text import counted
from fatdesk.core.units import m_from_um
from fatdesk.engine.asbuilt.matching.port_names import natural
from fatdesk.engine.bill.rules import Line
from fatdesk.engine.change_order.marks import MarkedStep
from fatdesk.engine.change_order.texts import gate_text, roll_back_text, why_not_reused
from fatdesk.engine.drawing.sheets.checklists import port_of
from fatdesk.engine.growth.changes import CableChange, Changes, Fate, WorkStage
from fatdesk.engine.listing.cells import UNKNOWN, Column, Value, csv_bytes, metres, rows_of, yes_no
from fatdesk.engine.listing.workbook import A4, Sheet, workbook
from fatdesk.engine.wiring.wiring_list import CableRow, End


class Action(StrEnum):
    """An instruction of the order."""

    DISMOUNT = "dismount"
    RENAME = "rename"
    MOUNT = "mount"
    PULL = "pull"
    MOVE = "move"
    ADD = "add"
    RELABEL = "relabel"
    VERIFY = "verify"
    ROLL_BACK = "roll back"


class Cards(NamedTuple):
    """Line cards of a modular switch that stays, from its first slot on, before a step and after it."""

    place: End
    card: str
    before: int
    after: int

    @property
    def note(self) -> str:
        """The cards that come or go, and their slots.

        >>> Cards(End(device="dir1", model="m"), "line-card", 4, 5).note
        '1 line card into slot 5'
        """
        first, last = sorted((self.before, self.after))
        slots = f"slot {last}" if last == first + 1 else f"slots {first + 1} to {last}"
        way = "into" if self.after > self.before else "out of"
        return f"{counted(last - first, 'line card')} {way} {slots}"


@dataclass(frozen=True)
class ChangeOrder:
    """The contents of the documents of a step.

    Attributes
    ----------
    title
        The project and the step.
    old_numbers, numbers
        The number on the label of each cable before and after, by ids.
    mount, dismount
        Positions of devices that come, or go to another place, and that go or leave theirs; ``model`` is the
        part.
    renamed
        Devices that stay where they are with another name, before and after.
    cards
        Modular switches that stay with more or fewer line cards.
    stock
        Spares of earlier steps that are used in this one.
    drawings
        Marks of the step for its drawings; None: there are no drawings.
    """

    title: str
    stages: tuple[WorkStage, ...]
    changes: Changes
    old_numbers: Mapping[str, str]
    numbers: Mapping[str, str]
    mount: tuple[End, ...] = ()
    dismount: tuple[End, ...] = ()
    renamed: tuple[tuple[End, End], ...] = ()
    cards: tuple[Cards, ...] = ()
    stock: Mapping[Line, int] = field(default_factory=dict)
    drawings: MarkedStep | None = None

    @cached_property
    def spares_used(self) -> Mapping[str, str]:
        """The label of the spare that is laid again as an added cable, by the id of that.

        A spare of the same part and length serves in the stage in which it is pulled, and in later ones. One
        of an earlier step has no label.
        """
        found: dict[str, str] = {}
        stock: dict[Line, list[str]] = {line: [""] * count for line, count in self.stock.items()}
        for stage in self.stages:
            changed = [one for one in stage.changes if not (one.fate is Fate.MOVED and one.reused)]
            for one in changed:
                if one.before is not None and (item := _item(one.before)) is not None:
                    stock.setdefault(item, []).append(self.old_numbers.get(one.before.id, ""))
            for one in changed:
                if one.after is not None and (item := _item(one.after)) is not None and stock.get(item):
                    found[one.after.id] = stock[item].pop(0)
        return found

    def rows(self) -> Iterator["OrderRow"]:
        """All rows of all stages; numbers of steps go on from stage to stage."""
        number = 0
        for stage in range(1, len(self.stages) + 1):
            for row in self.rows_of(stage):
                number += 1
                yield row._replace(step=number)

    def rows_of(self, number: int) -> list["OrderRow"]:
        """The rows of a stage, from 1; their steps are not numbered yet."""
        stage = self.stages[number - 1]
        make = _Maker(self, number, stage)
        devices = list(make.devices()) if number == 1 else []
        first_pull = bool(self.dismount or self.renamed)
        rows = [*make.pulls(), *devices] if first_pull else [*devices, *make.pulls()]
        rows += [*make.moves(), *make.adds(), *make.relabels(), make.verify(), make.roll_back()]
        return rows


def _over_panels(one: CableChange) -> str:
    """The panel ports of a cable after the step in words; empty: it goes directly."""
    if one.after is None or not one.after.panels:
        return ""
    stay = one.before is not None and one.before.panels == one.after.panels
    return "its panel ports stay" if stay else f"over {' and '.join(one.after.panels)}"


def _item(row: CableRow) -> Line | None:
    """Part and ordered length of a cable; None: not known."""
    ordered = row.length.ordered_um
    return None if not row.part or ordered is None else (row.part, m_from_um(ordered))


class OrderRow(NamedTuple):
    """A row of the order.

    Attributes
    ----------
    step
        From 1.
    origin, target
        Plug or device before and after; of a new cable its two ends.
    cable
        The cable as it is in the lists, after the step where it is there then.
    label, new_label
        The number that its label has now, and that which it gets; the same: it keeps its label.
    length_um, needed_um
        Ordered length of the cable at hand; length that its route needs; None: unknown.
    reaches
        Whether a cable that is moved is long enough and fits; None: it is not moved.
    """

    stage: int
    action: Action
    origin: End | None = None
    target: End | None = None
    cable: CableRow | None = None
    label: str = ""
    new_label: str = ""
    part: str = ""
    length_um: int | None = None
    needed_um: int | None = None
    reaches: bool | None = None
    note: str = ""
    step: int = 0

    @property
    def cable_id(self) -> str:
        """The id of its cable; empty: none."""
        return self.cable.id if self.cable else ""


class _Maker:
    """Makes the rows of one stage."""

    def __init__(self, order: ChangeOrder, number: int, stage: WorkStage) -> None:
        self._order, self._number, self._stage = order, number, stage
        self._names = {was.device: now.device for was, now in order.renamed} if number > 1 else {}
        """Devices that have another name since the first stage."""

    def devices(self) -> Iterator[OrderRow]:
        """Devices that leave their places, get another name, come; then line cards of those that stay."""
        for end in sorted(self._order.dismount, key=walk):
            yield OrderRow(self._number, Action.DISMOUNT, origin=end, part=end.model)
        for was, now in sorted(self._order.renamed, key=lambda pair: walk(pair[0])):
            yield OrderRow(self._number, Action.RENAME, origin=was, target=now, part=now.model)
        for end in sorted(self._order.mount, key=walk):
            yield OrderRow(self._number, Action.MOUNT, target=end, part=end.model)
        for one in sorted(self._order.cards, key=lambda one: walk(one.place)):
            part, note = f"{one.place.model}/{one.card}", one.note
            if one.after > one.before:
                yield OrderRow(self._number, Action.MOUNT, target=one.place, part=part, note=note)
            else:
                yield OrderRow(self._number, Action.DISMOUNT, origin=one.place, part=part, note=note)

    def pulls(self) -> list[OrderRow]:
        """Plugs that leave their ports, of moved cables as well."""
        found = []
        for one in self._stage.changes:
            goes = one.after is None or not one.reused
            for end in one.pulled:
                note = "hangs until it is moved"
                if goes:
                    note = (
                        "the cable becomes a spare" if one.after is None else f"spare: {why_not_reused(one)}"
                    )
                found.append(
                    self._row(Action.PULL, one.before, one.before, origin=self._today(end), note=note)
                )
        return sorted(found, key=lambda row: walk(row.origin))

    def _today(self, end: End) -> End:
        """A plug by the name that its device has in this stage."""
        return structs.replace(end, device=self._names.get(end.device, end.device))

    def moves(self) -> list[OrderRow]:
        """Plugs of moved cables into their new ports."""
        found = []
        for one in self._stage.changes:
            if one.fate is Fate.MOVED and one.reused:
                new = self._order.numbers.get(one.row.id, "")
                for origin, target in zip(one.pulled, one.plugged, strict=False):
                    was = self._today(origin)
                    over = _over_panels(one)
                    row = self._row(Action.MOVE, one.before, one.after, origin=was, target=target, note=over)
                    found.append(row._replace(new_label=new, reaches=True))
        return sorted(found, key=lambda row: walk(row.target))

    def adds(self) -> list[OrderRow]:
        """New cables, of a splitter a row for each leg."""
        found = []
        for one in self._stage.changes:
            if one.after is None or (one.fate is Fate.MOVED and one.reused):
                continue
            old = one.before and self._order.old_numbers.get(one.before.id, "")
            replaces = f"replaces {old}" if old else ""
            spare = self._order.spares_used.get(one.after.id)
            again = f"the spare {spare} is laid again" if spare else ""
            again = "a spare of an earlier step is laid again" if spare == "" else again
            legs = one.after.legs or (one.after.b,)
            for leg, end in enumerate(legs, start=1):
                of = f"leg {leg} of {len(legs)}" if len(legs) > 1 else ""
                note = ", ".join(words for words in (of, again, replaces, _over_panels(one)) if words)
                row = self._row(Action.ADD, one.after, one.after, origin=one.after.a, target=end, note=note)
                found.append(row._replace(reaches=False if old else None))
        return sorted(found, key=lambda row: (*walk(row.origin), *walk(row.target)))

    def relabels(self) -> list[OrderRow]:
        """Cables that get another label: those moved in this stage; in the last stage others as well."""
        last = self._number == len(self._order.stages)
        others = [one for one in self._order.changes.of(Fate.KEPT) if last and self._relabelled(one)]
        found = []
        for one in (*self._stage.changes, *others):
            if one.after is not None and one.reused and self._relabelled(one):
                row = self._row(Action.RELABEL, one.before, one.after, origin=one.after.a, target=one.after.b)
                new = self._order.numbers.get(one.after.id, "")
                note = f"{row.label} becomes {new}" if new != row.label else "names of devices change"
                found.append(row._replace(new_label=new, note=f"both ends: {note}"))
        return sorted(found, key=lambda row: walk(row.origin))

    def _relabelled(self, one: CableChange) -> bool:
        """Whether the number or the text of a label changes."""
        if one.before is None or one.after is None:
            return False
        numbers = self._order.old_numbers.get(one.before.id), self._order.numbers.get(one.after.id)
        texts = ((one.before.a, one.after.a), (one.before.b, one.after.b))
        return numbers[0] != numbers[1] or any(was.label != now.label for was, now in texts)

    def verify(self) -> OrderRow:
        """The gate."""
        return OrderRow(self._number, Action.VERIFY, note=gate_text(self._stage))

    def roll_back(self) -> OrderRow:
        """The instruction to undo the stage."""
        return OrderRow(self._number, Action.ROLL_BACK, note=roll_back_text(self._stage))

    def _row(
        self,
        action: Action,
        at_hand: CableRow | None,
        cable: CableRow | None,
        *,
        origin: End | None = None,
        target: End | None = None,
        note: str = "",
    ) -> OrderRow:
        """A row about a cable: the one at hand is as before the step, or new."""
        assert at_hand is not None  # of each action on a cable one is there
        assert cable is not None
        known = self._order.old_numbers if action is not Action.ADD else self._order.numbers
        label = known.get(at_hand.id, "")
        return OrderRow(
            self._number,
            action,
            origin=origin,
            target=target,
            cable=cable,
            label=label,
            new_label=label,
            part=at_hand.part,
            length_um=at_hand.length.ordered_um,
            needed_um=None if action is Action.PULL else cable.length.computed_um,
            note=note,
        )


def walk(end: End | None) -> tuple[object, ...]:
    """A key that sorts plugs as one walks past them: row, rack, from the top down, port."""
    if end is None:
        return (True, 0, 0, 0, (), ())
    placed = end.row is not None and end.rack is not None
    return (
        not placed,
        end.row or 0,
        end.rack or 0,
        -(end.u or 0),
        natural(end.device),
        natural(port_of(end)),
    )


# -- files -----------------------------------------------------------------------------------------------


def _of(side: str, name: str) -> Callable[[OrderRow], Value]:
    def value(row: OrderRow) -> Value:
        end: End | None = getattr(row, side)
        return None if end is None else getattr(end, name)

    return value


def _port(side: str) -> Callable[[OrderRow], Value]:
    return lambda row: port_of(getattr(row, side)) or None


def _os_port(side: str) -> Callable[[OrderRow], Value]:
    def value(row: OrderRow) -> Value:
        end: End | None = getattr(row, side)
        return None if end is None else " ".join(end.os_ports)

    return value


def _end_columns(side: str, attribute: str) -> tuple[Column[OrderRow], ...]:
    up = side.capitalize()
    return (
        Column(f"{side}_rack", f"{up} rack", 10, value=_of(attribute, "rack_label")),
        Column(f"{side}_u", f"{up} U", 8, "integer", value=_of(attribute, "u")),
        Column(f"{side}_device", f"{up} device", 16, value=_of(attribute, "device")),
        Column(f"{side}_port", f"{up} port", 10, value=_port(attribute)),
    )


def _length(row: OrderRow) -> Value:
    return metres(row.length_um) if row.cable else None


def _needed(row: OrderRow) -> Value:
    return metres(row.needed_um) if row.cable and row.action is not Action.PULL else None


def _changed(row: OrderRow) -> str:
    return row.new_label if row.new_label != row.label else ""


COLUMNS: tuple[Column[OrderRow], ...] = (
    Column("stage", "Stage", 6, "integer", value="stage"),
    Column("step", "Step", 6, "integer", value="step"),
    Column("action", "Do", 10, value=lambda row: str(row.action)),
    Column("label", "Label", 10, value="label"),
    *_end_columns("from", "origin"),
    *_end_columns("to", "target"),
    Column("new_label", "New label", 10, value=_changed),
    Column("part", "Part", 30, value="part"),
    Column("length_m", "Length, m", 10, "length", value=_length),
    Column("needed_m", "Needed, m", 10, "length", value=_needed),
    Column("reaches", "Old cable reaches", 9, value=lambda row: yes_no(row.reaches)),
    Column("note", "Note", 44, value="note"),
    Column("done", "Done", 6, value=lambda _: ""),
    Column("done_by", "By", 8, value=lambda _: ""),
    Column("hours", "Hours", 8, value=lambda _: ""),
    Column("links_work", "Links that work", 9, value=lambda _: ""),
    Column("measured_m", "Measured, m", 10, value=lambda _: ""),
    Column("remark", "Remark", 24, value=lambda _: ""),
    Column("from_os_port", "From port name", 16, value=_os_port("origin")),
    Column("to_os_port", "To port name", 16, value=_os_port("target")),
    Column("cable_id", "Cable", 40, detail=True, value="cable_id"),
)


TO_TICK = tuple(
    replace(column, value=lambda row: "" if row.action is Action.ROLL_BACK else "☐")
    if column.name == "done"
    else column
    for column in COLUMNS
)
"""The columns with a box in each row that is work."""


class _Numbered(NamedTuple):
    number: int
    stage: WorkStage


STAGE_COLUMNS: tuple[Column[_Numbered], ...] = (
    Column("stage", "Stage", 6, "integer", value="number"),
    Column("network", "Network", 16, value="stage.fabric"),
    Column("at", "Work at", 30, value=lambda one: ", ".join(one.stage.domains)),
    Column("move", "Moved", 8, "integer", value=lambda one: one.stage.count(Fate.MOVED)),
    Column("add", "Added", 8, "integer", value=lambda one: one.stage.count(Fate.ADDED)),
    Column("remove", "Removed", 8, "integer", value=lambda one: one.stage.count(Fate.REMOVED)),
    Column("hours", "Hours", 8, "number", value=lambda one: round(float(one.stage.hours), 2)),
    Column(
        "residual",
        "Bandwidth that stays",
        10,
        "share",
        value=lambda one: UNKNOWN if one.stage.residual is None else float(one.stage.residual),
    ),
    Column("worst_switch", "Least at", 14, value="stage.worst"),
    Column("links", "Links plugged", 8, "integer", value="stage.links"),
    Column("gate_links", "Links that must work", 8, "integer", value="stage.gate"),
    Column("roll_back", "To undo it", 60, value=lambda one: roll_back_text(one.stage)),
)


def order_csv(order: ChangeOrder) -> bytes:
    """Return the order as CSV."""
    return csv_bytes(COLUMNS, rows_of(COLUMNS, order.rows()))


def order_workbook(order: ChangeOrder) -> bytes:
    """Return the order as XLSX: its rows, and its stages on a sheet of their own."""
    stages: Sequence[_Numbered] = [_Numbered(number, one) for number, one in enumerate(order.stages, start=1)]
    return workbook(
        f"Change order, {order.title}",
        [
            Sheet("Change order", TO_TICK, rows_of(TO_TICK, order.rows()), frozen=3),
            Sheet("Stages", STAGE_COLUMNS, rows_of(STAGE_COLUMNS, stages), paper=A4),
        ],
    )
