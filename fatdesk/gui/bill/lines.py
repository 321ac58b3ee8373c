"""Lines of the bill in groups, with sums that say when a figure is unknown."""

import dataclasses
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

import numpy as np

from fatdesk.core.units import um_from_m
from fatdesk.engine.bill.counting import count_items
from fatdesk.engine.bill.making import EQUIPMENT, BillLine
from fatdesk.engine.catalog.parts import Cable, ModularSwitch
from fatdesk.engine.floor.floor import Floor, rack_label
from fatdesk.gui.analysis.related import everything
from fatdesk.gui.bill.edits import part_of
from fatdesk.gui.results.wiring import ends
from fatdesk.gui.session.session import Session
from fatdesk.gui.tables import Groups
from fatdesk.gui.tables.model import Lines
from fatdesk.gui.widgets.numbers import UNKNOWN, bounded, counted, money
from fatdesk.gui.widgets.sorting import natural

Key = tuple[str, str, int | None]
"""Category, part, and ordered length of cables."""
Counts = dict[Key, Counter[str]]


def key_of(line: BillLine) -> Key:
    """Return the key of a line."""
    return (line.category, line.part, None if line.length_m is None else um_from_m(line.length_m))


def by_fabric(session: Session) -> Counts:
    """Return the items of each fabric; hosts and racks belong to none."""
    derived, found = session.derived, defaultdict[Key, Counter[str]](Counter)
    for fabric, made in zip(derived.fabrics, derived.cabling.fabrics, strict=True):
        cabling = dataclasses.replace(derived.cabling, fabrics=(made,))
        for item in count_items({}, (fabric,), cabling, Floor(), derived.catalog):
            um = None if item.length_m is None else um_from_m(item.length_m)
            found[item.category, item.part, um][fabric.name] += item.count
    return found


def by_rack(session: Session) -> Counts:
    """The contents of each rack: cables at their end a, transceivers where they are plugged."""
    found = defaultdict[Key, Counter[str]](Counter)
    categories = {line.part: line.category for line in session.derived.bill.lines}
    catalog = session.derived.catalog
    for rack in session.project.floor.racks:
        label = rack_label(rack)
        if rack.devices:
            found["racks", rack.part, None][label] += 1
        for device in (some for top in rack.devices for some in everything(top)):
            if device.part in categories:
                found[categories[device.part], device.part, None][label] += 1
            part = catalog.find(device.part)
            if isinstance(part, ModularSwitch):
                card = device.card or (part.cards[0].name if part.cards else "")
                for board in part.fixed:
                    found["switches", f"{part.id}/{board.name}", None][label] += board.count
                found["switches", f"{part.id}/{card}", None][label] += device.cards
    _cables(session, found)
    return found


def _cables(session: Session, found: Counts) -> None:
    plugged: set[tuple[str, str, str]] = set()
    for row in session.wiring.rows:
        if row.part and row.a.rack_label:
            found["cables", row.part, row.length.ordered_um][row.a.rack_label] += 1
        for end in ends(row):
            cage = (end.device, end.slot, end.port.partition("/")[0])
            if end.transceiver and end.rack_label and cage not in plugged:
                plugged.add(cage)
                found["transceivers", end.transceiver, None][end.rack_label] += 1


TITLES = {
    "hosts": "Hosts",
    "enclosures": "Enclosures",
    "switches": "Switches",
    "cables": "Cables",
    "transceivers": "Transceivers",
    "racks": "Racks",
}
KINDS = {"copper": "DAC", "active-copper": "ACC", "optical": "AOC", "fibre": "FIB"}
SPARES, NO_RACK, NO_FABRIC = "Spares", "In no rack", "For all fabrics"
LAST = (SPARES, NO_RACK)


@dataclass(frozen=True)
class Entry:
    """A line of the bill, or the part of it in one group."""

    line: BillLine
    title: str
    group: str
    needed: int
    spares: int
    kind: str | None

    @property
    def order(self) -> int:
        """Pieces to order for this group."""
        return self.needed + self.spares

    @property
    def extended(self) -> Decimal | None:
        """Cost of the entry."""
        price = self.line.net_price
        return None if price is None else price * self.order

    @property
    def power_w(self) -> float | None:
        """Power of those needed."""
        return self._share(self.line.power_w)

    @property
    def mass_kg(self) -> float | None:
        """Mass of those needed."""
        return self._share(self.line.mass_kg)

    def _share(self, whole: float | None) -> float | None:
        if whole is None or not self.line.needed:
            return whole
        return float(Fraction(repr(whole)) * self.needed / self.line.needed)

    @property
    def is_equipment(self) -> bool:
        """Whether it has power and mass that count."""
        return self.line.category in EQUIPMENT


def _title(line: BillLine) -> str:
    title = line.part + (f"  {line.length_m:g} m" if line.length_m is not None else "")
    return f"{title}   {line.description}" if line.description else title


def kind_of(session: Session, line: BillLine) -> str | None:
    """The cable kind of a line; None when it is no cable."""
    part = part_of(session, line.part)
    if not isinstance(part, Cable):
        return None
    return "SPL" if part.ends[0] != part.ends[1] else KINDS[part.medium]


def by_kind(session: Session) -> list[Entry]:
    """Group whole lines by category."""
    return [
        Entry(
            line,
            _title(line),
            TITLES.get(line.category, line.category.capitalize()),
            line.needed,
            line.spares,
            kind_of(session, line),
        )
        for line in session.derived.bill.lines
    ]


def divided(session: Session, counts: Counts, rest: str, word: str) -> list[Entry]:
    """Lines divided by what was counted; what is left of them under ``rest``, and spares by themselves."""
    found = []
    for line in session.derived.bill.lines:
        kind, title, left = kind_of(session, line), _title(line), line.needed
        for name, count in counts.get(key_of(line), {}).items():
            found.append(Entry(line, title, f"{word} {name}", count, 0, kind))
            left -= count
        if left:
            found.append(Entry(line, title, rest, left, 0, kind))
        if line.spares:
            found.append(Entry(line, title, SPARES, 0, line.spares, kind))
    return found


GROUPINGS: tuple[tuple[str, Callable[[Session], list[Entry]]], ...] = (
    ("By kind", by_kind),
    ("By rack", lambda session: divided(session, by_rack(session), NO_RACK, "Rack")),
    ("By fabric", lambda session: divided(session, by_fabric(session), NO_FABRIC, "Fabric")),
)


def groups_of(entries: Sequence[Entry]) -> Groups:
    """Groups of entries: kinds in the order of the bill, others by name, rest and spares last."""
    names = list(dict.fromkeys(entry.group for entry in entries))
    if not set(names) <= set(TITLES.values()):
        names.sort(key=lambda name: (LAST.index(name) + 1 if name in LAST else 0, natural(name)))
    number = {name: place for place, name in enumerate(names)}
    rows = np.arange(len(entries))
    return Groups(names, rows, np.array([number[entry.group] for entry in entries], np.int64))


def total_of(entries: Sequence[Entry]) -> tuple[Decimal, bool]:
    """Return the known cost of entries, and whether a price is unknown."""
    amounts = [entry.extended for entry in entries]
    return sum((some for some in amounts if some is not None), Decimal(0)), None in amounts


def figure_sum(entries: Sequence[Entry], figure: str) -> str:
    """Power or mass of entries, ``≥`` where that of some equipment is unknown; a dash where none has any."""
    values = [(getattr(entry, figure), entry.is_equipment) for entry in entries if entry.needed]
    known = [value for value, _ in values if value is not None]
    missing = any(value is None and counts for value, counts in values)
    if not known and not missing:
        return "–"
    return bounded(sum(known), missing, ",.1f")


def head_cells(entries: Sequence[Entry], lines: Lines) -> list[dict[str, str]]:
    """The sums of each group."""
    found = []
    for group in lines.present.tolist():
        inside = [entries[number] for number in lines.of(group).tolist()]
        amount, bound = total_of(inside)
        unpriced = all(entry.extended is None for entry in inside)
        found.append(
            {
                "": counted(len(inside), "line"),
                "Needed": f"{sum(entry.needed for entry in inside):,}",
                "Spares": f"{sum(entry.spares for entry in inside):,}",
                "To order": f"{sum(entry.order for entry in inside):,}",
                "Extended": UNKNOWN if unpriced else money(amount, bound),
                "Power, W": figure_sum(inside, "power_w"),
                "Mass, kg": figure_sum(inside, "mass_kg"),
            }
        )
    return found
