"""Cables that a growth step keeps, moves, adds and removes, as physical items with routes and lengths."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from fatdesk.engine.bill.rules import BillRules
from fatdesk.engine.wiring.wiring_list import CableRow, End

GATE = Fraction(9, 10)
"""Share of the links of a stage that must pass before the next, by default."""


class Fate(StrEnum):
    """Fate of a cable in a step."""

    KEPT = "kept"
    MOVED = "moved"
    ADDED = "added"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class CableChange:
    """A cable before and after a step; None: not there then.

    Attributes
    ----------
    reused
        Whether a moved cable is the one that was there; else that is too short or of another kind: it becomes
        a spare, and a new one is laid.
    """

    fate: Fate
    before: CableRow | None
    after: CableRow | None
    reused: bool = False

    @property
    def row(self) -> CableRow:
        """The cable as it is after the step, or as it was."""
        row = self.after or self.before
        assert row is not None  # a change is of a cable
        return row

    @property
    def is_patch(self) -> bool:
        """Whether a moved cable goes over panels before and after: patch cords move, trunks stay."""
        return all(row is not None and row.panels for row in (self.before, self.after))

    @property
    def pulled(self) -> tuple[End, ...]:
        """Plugs to pull out of their ports."""
        if self.before is None or self.fate is Fate.KEPT:
            return ()
        ends = (self.before.a, *(self.before.legs or (self.before.b,)))
        if self.after is None or not self.reused:
            return ends
        stay = {_socket(end) for end in (self.after.a, *(self.after.legs or (self.after.b,)))}
        return tuple(end for end in ends if _socket(end) not in stay)

    @property
    def plugged(self) -> tuple[End, ...]:
        """Plugs to put into ports."""
        if self.after is None or self.fate is Fate.KEPT:
            return ()
        ends = (self.after.a, *(self.after.legs or (self.after.b,)))
        if self.before is None or not self.reused:
            return ends
        stay = {_socket(end) for end in (self.before.a, *(self.before.legs or (self.before.b,)))}
        return tuple(end for end in ends if _socket(end) not in stay)


def _socket(end: End) -> tuple[object, ...]:
    """The port of a plug, with the place and part of its device: devices may be moved or replaced."""
    return end.device, end.model, end.rack_label, end.u, end.slot, end.port, end.sub_port


@dataclass(frozen=True)
class Changes:
    """All cables of a project before and after a step, in the order of the lists: after, then removed."""

    cables: tuple[CableChange, ...]

    def of(self, *fates: Fate) -> Iterator[CableChange]:
        """Those of some fates."""
        return (one for one in self.cables if one.fate in fates)

    def count(self, fate: Fate) -> int:
        """Number of those of a fate."""
        return sum(one.fate is fate for one in self.cables)

    @property
    def patch_moves(self) -> int:
        """Moved cables of which only patch cords move."""
        return sum(one.is_patch for one in self.of(Fate.MOVED))

    @property
    def panels(self) -> tuple[str, ...]:
        """Names of the panels at which patch cords are plugged or pulled, in order."""
        ports = (
            port
            for one in self.of(Fate.MOVED, Fate.ADDED, Fate.REMOVED)
            for row in (one.before, one.after)
            for port in (() if row is None else row.panels)
        )
        return tuple(sorted({port.rpartition(" ")[0] for port in ports}))

    @property
    def too_short(self) -> int:
        """Moved cables that do not reach or do not fit, so that a new one is laid and the old is a spare."""
        return sum(not one.reused for one in self.of(Fate.MOVED))

    def hours(self, rules: BillRules) -> Fraction:
        """Hours of hands at the rates of the bill: each cable moved, added or removed counts once."""
        return hours_of(self.of(Fate.MOVED, Fate.ADDED, Fate.REMOVED), rules)


@dataclass(frozen=True, slots=True)
class WorkStage:
    """One stage of the work by its cables.

    Attributes
    ----------
    fabric
        The network that is worked on; empty: all.
    changes
        Its cables, in the order of the lists.
    racks
        Numbers of the racks in which plugs are pulled or plugged, rising.
    domains
        Names of the switches in service at which cables are pulled or plugged.
    residual
        The least share of its bandwidth that an edge switch of today keeps; None: it is not known.
    worst
        Name of that switch; empty: none loses bandwidth, or all do.
    gate
        Links that must pass before the next stage, of ``links`` that are plugged: ``gate_share`` of them,
        rounded up.
    """

    fabric: str
    changes: tuple[CableChange, ...]
    racks: tuple[int, ...]
    hours: Fraction
    domains: tuple[str, ...] = ()
    residual: Fraction | None = None
    worst: str = ""
    gate: int = 0
    links: int = 0
    gate_share: Fraction = GATE

    def count(self, fate: Fate) -> int:
        """Number of its cables of a fate."""
        return sum(one.fate is fate for one in self.changes)

    def to_json(self) -> dict[str, object]:
        """Its figures as JSON, with the keys of spec 10."""
        return {
            "fabric": self.fabric or None,
            "move": self.count(Fate.MOVED),
            "add": self.count(Fate.ADDED),
            "remove": self.count(Fate.REMOVED),
            "residual": None if self.residual is None else float(self.residual),
            "racks": list(self.racks),
            "domains": list(self.domains),
            "hours": round(float(self.hours), 2),
            "worst_switch": self.worst or None,
            "gate_links": self.gate,
            "gate_share": float(self.gate_share),
            "links": self.links,
        }


def hours_of(changes: Iterable[CableChange], rules: BillRules) -> Fraction:
    """Return the hours for some changes, by the rates in a rack and between racks.

    A move on panels is one in a rack.
    """
    inside = Counter(
        one.row.a.rack_label == one.row.b.rack_label != "" or (one.fate is Fate.MOVED and one.is_patch)
        for one in changes
    )
    return Fraction(inside[True], rules.cables_per_hour_in_rack) + Fraction(
        inside[False], rules.cables_per_hour_between_racks
    )


def changes_between(
    before: Iterable[CableRow], after: Iterable[CableRow], moved: Mapping[str, str], fits: Mapping[str, bool]
) -> Changes:
    """Return what becomes of each cable.

    Parameters
    ----------
    moved
        For the id of a cable after the step that of the cable that is moved there.
    fits
        Whether the moved cable can be used where it goes, by its id after the step.
    """
    old = {row.id: row for row in before}
    rows = list(after)
    stay = {row.id for row in rows if row.id in old and moved.get(row.id, row.id) == row.id}
    used: set[str] = set()
    found = []
    for row in rows:
        origin = moved.get(row.id, row.id)
        was = old.get(origin)
        if was is None or origin in used or (origin != row.id and origin in stay):
            found.append(CableChange(Fate.ADDED, None, row))  # of a cable of several links that are parted
            continue
        used.add(origin)
        if origin == row.id and places_of(was) == places_of(row):
            found.append(CableChange(Fate.KEPT, was, row, reused=True))
        else:
            found.append(CableChange(Fate.MOVED, was, row, reused=fits.get(row.id, was.part == row.part)))
    found += [CableChange(Fate.REMOVED, row, None) for key, row in old.items() if key not in used]
    return Changes(tuple(found))


def places_of(row: CableRow) -> tuple[object, ...]:
    """Racks, units and parts of the devices of a cable."""
    return tuple((end.rack_label, end.u, end.model) for end in (row.a, *(row.legs or (row.b,))))
