"""Lines of the bill in groups, with sums that state when a figure is unknown, and edits of them."""

import dataclasses
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

import msgspec
import numpy as np

from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import MisreadError, counted
from fatdesk.core.program import today
from fatdesk.core.typed_values import typed_currency, typed_date
from fatdesk.core.units import m_from_um, um_from_m
from fatdesk.engine.bill.counting import count_items, part_to_price
from fatdesk.engine.bill.making import BillLine, Figure, counts_in
from fatdesk.engine.bill.rules import can_be_priced, terms_by_line, with_price
from fatdesk.engine.cabling.choice.choosing import options_for, order
from fatdesk.engine.catalog.parts import AnyPart, Cable, ModularSwitch, Price
from fatdesk.engine.floor.floor import Floor, rack_label
from fatdesk.gui.analysis.related import everything
from fatdesk.gui.session.session import Session
from fatdesk.gui.session.wiring import ends
from fatdesk.gui.tables import Groups
from fatdesk.gui.tables.model import Lines
from fatdesk.gui.widgets.numbers import (
    UNKNOWN,
    bounded,
    in_field,
    in_sentence,
    money,
    parse_number,
    parse_whole,
    plain,
)
from fatdesk.gui.widgets.sorting import natural
from fatdesk.project.commands.bill import TERMS, SetAlternative, SetBill, SetPart, SetTerms
from fatdesk.project.commands.cables import SetCables
from fatdesk.project.document.cable_records import CableRecord
from fatdesk.project.document.ref import BILL_RULES


def part_of(session: Session, part_id: str) -> AnyPart | None:
    """The project's copy of a part."""
    return next((part for part in session.project.parts if part.id == part_id), None)


def can_price(session: Session, line: BillLine) -> bool:
    """Whether the price of a line is that of one part, or of one length of a cable."""
    return can_be_priced(_priced_part(session, line), line.length_m)


def _priced_part(session: Session, line: BillLine) -> AnyPart | None:
    """The part whose price is that of a line; a price makes one for trays that have none."""
    return part_to_price(part_of(session, line.part), session.project.floor, line.part)


def set_price(session: Session, line: BillLine, text: str) -> bool:
    """Set the price of a line from typed text, dated today; an empty one is unknown."""
    part = _priced_part(session, line)
    if part is None:
        return False
    try:
        amount = parse_number(text, line.currency) if text and text != UNKNOWN else None
        day = today().isoformat()
        price = (
            None
            if amount is None
            else Price(amount=amount, currency=line.currency, date=day, source="typed by hand")
        )
    except (FatdeskError, ValueError) as error:
        why = str(error) if isinstance(error, MisreadError) else f"“{text}” is not a price"
        such = in_field("1250.00")
        session.refuse(f"{why}. Type an amount such as {such}, or clear the cell if it is not known.")
        return False
    return session.do(SetPart(part=with_price(part, line.length_m, price)))


def price_of(session: Session, line: BillLine) -> Price | None:
    """The price of a line in the project's copy of its part; None: it has none."""
    part = part_of(session, line.part)
    if part is None or not can_be_priced(part, line.length_m):
        return None
    if isinstance(part, Cable):
        return next((length.price for length in part.lengths if length.m == line.length_m), None)
    return part.price


def has_price(session: Session, line: BillLine) -> bool:
    """Whether a line has a price of its own, so that its date and source can be typed."""
    price = price_of(session, line)
    return price is not None and price.amount is not None


def set_origin(session: Session, line: BillLine, name: str, text: str) -> bool:
    """Set the date or the source of the price of a line from typed text."""
    part, price = part_of(session, line.part), price_of(session, line)
    if part is None or price is None or price.amount is None:
        session.refuse("There is no price yet. Type the unit price first.")
        return False
    try:
        stated = typed_date(text, today()) if name == "date" else text.strip()
        changed = msgspec.convert(msgspec.to_builtins(price) | {name: stated}, Price)
    except (MisreadError, msgspec.ValidationError) as error:
        session.refuse(in_sentence(str(error)))
        return False
    return session.do(SetPart(part=with_price(part, line.length_m, changed)))


def set_alternative(session: Session, line: BillLine, text: str) -> bool:
    """Set what may be ordered instead of a line; an empty text is nothing."""
    return session.do(SetAlternative(part=line.part, length_m=line.length_m, alternative=text))


_UNITS = {"pack_size": "", "discount_percent": "%", "lead_time_days": "d"}
"""Units of the terms; weeks may be typed for days."""


def set_terms(session: Session, line: BillLine, name: str, text: str) -> bool:
    """Set a term of purchase of a line from typed text; an empty one is not known."""
    value: Decimal | int | None = None
    try:
        if text.strip():
            unit = _UNITS[name]
            value = parse_number(text, unit) if unit == "%" else parse_whole(text, unit)
        stated = {"command": "set-terms", "part": line.part, "length_m": line.length_m, name: value}
        command = msgspec.convert(stated, SetTerms)
    except (FatdeskError, ValueError) as error:
        session.refuse(in_sentence(f"{TERMS[name]}: {error}"))
        return False
    return session.do(command)


class Alternative(NamedTuple):
    """Another cable that could be taken for every cable of a line, and what one more costs or saves."""

    part: str
    length_m: float
    difference: Decimal | None
    """None: one of both prices is not known."""
    lead_time_days: int | None
    """None: not known."""


def alternatives(session: Session, line: BillLine) -> list[Alternative]:
    """Return other parts of the project that fit and reach wherever a line of cables goes, cheapest first.

    Cables that need transceivers are left out: their cost is not in one line.
    """
    if line.length_m is None:
        return []
    derived = session.derived
    ordered_um = um_from_m(line.length_m)
    terms = terms_by_line(session.project.terms)
    found: dict[str, Alternative] | None = None
    for made in derived.cabling.fabrics:
        for number, choice in enumerate(made.choices):
            here = np.flatnonzero(made.choice == number)
            if choice.option.cable.id != line.part or choice.ordered_um != ordered_um or not len(here):
                continue
            longest = int(made.spans.computed_um[here].max())
            for need in np.unique(made.need[here]).tolist():
                fits = {}
                options = options_for(made.needs[need], derived.catalog, "any") if need >= 0 else ()
                for option in options:
                    chosen = order(option, longest, session.project.cabling)
                    if chosen is None or option.a is not None or option.cable.id == line.part:
                        continue
                    um, price = chosen
                    known = None if price is None or line.unit_price is None else price - line.unit_price
                    part, length = option.cable.id, m_from_um(um)
                    lead = terms[part, length].lead_time_days if (part, length) in terms else None
                    fits[part] = Alternative(part, length, known, lead)
                found = fits if found is None else {k: v for k, v in found.items() if k in fits}
    return sorted(
        (found or {}).values(), key=lambda a: (a.difference is None, a.difference or Decimal(0), a.part)
    )


def use_alternative(session: Session, line: BillLine, other: Alternative) -> bool:
    """Take another part for the cables of a line, as one step; those that are laid already keep theirs."""
    um = None if line.length_m is None else um_from_m(line.length_m)
    codes = session.wiring.codes("sku")
    wanted = [code for code, sku in enumerate(codes.values) if sku == (line.part, um)]
    rows = session.wiring.rows
    cables = [rows[number].id for number in np.flatnonzero(np.isin(codes.code, wanted)).tolist()]
    records = [session.project.cables.get(cable) or CableRecord(id=cable) for cable in cables]
    free = [record for record in records if record.status == "planned" and record.measured_m is None]
    if not free:
        session.refuse("These cables are laid already. Set their status back to planned first.")
        return False
    changed = tuple(
        msgspec.structs.replace(
            record,
            part=other.part,
            length_m=None if record.length_m is None else other.length_m,  # typed lengths: as quoted
            reason="",
        )
        for record in free
    )
    name = f"Use {other.part} for {counted(len(free), 'cable')}"
    if not session.do(SetCables(cables=changed, name=name)):
        return False
    if len(free) < len(records):
        session.said.emit(f"{counted(len(records) - len(free), 'cable')} laid already: kept as they are.")
    return True


RULES = BILL_RULES("rules")
"""The selection that shows the rules of the bill in the inspector."""
MOST_PERCENT = 1000


def spares_text(session: Session, category: str) -> str:
    """Return the spares of a category in percent, as they are typed; empty where there are none."""
    percent = session.project.bill.spares_percent.get(category)
    return plain(Decimal(repr(percent))) if percent else ""


def set_spares(session: Session, category: str, text: str) -> bool | str:
    """Set the spares of a category to a typed percentage; an empty text is none.

    Returns
    -------
    bool or str
        Whether it was done, or what to type instead.
    """
    try:
        percent = float(parse_number(text, "%")) if text else 0.0
    except FatdeskError as error:
        return f"{error}. Type a percentage such as 5."
    if not 0 <= percent <= MOST_PERCENT:
        return f"Type a percentage from 0 to {MOST_PERCENT:,} (got “{text[:40]}”)."
    kept = {name: some for name, some in session.project.bill.spares_percent.items() if name != category}
    if percent:
        kept[category] = percent
    return session.do(SetBill(spares_percent=dict(sorted(kept.items()))))


def set_currency(session: Session, text: str) -> bool | str:
    """Set the currency of the project to a typed code; it is said that the rate of an hour is not converted.

    Returns
    -------
    bool or str
        Whether it was done, or what to type instead.
    """
    before = session.project.bill
    try:
        done = session.do(SetBill(currency=typed_currency(text)))
    except MisreadError as error:
        return in_sentence(str(error))
    after = session.project.bill
    if done and after.currency != before.currency:
        rate = (
            f"{after.currency} {after.hourly_rate:,} an hour, {before.currency} {before.hourly_rate:,} before"
        )
        session.said.emit(f"Nothing is converted: labour is {rate}. Change the hourly rate under Labour.")
    return done


def set_rule(session: Session, key: str, value: object) -> bool | str:
    """Set a rule of the bill.

    Returns
    -------
    bool or str
        Whether it was done, or why not.
    """
    try:
        return session.do(msgspec.convert({"command": "set-bill", key: value}, SetBill))
    except (FatdeskError, ValueError) as error:
        return in_sentence(str(error))


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
        cabling = dataclasses.replace(derived.cabling, fabrics=(made,), fittings=())
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
    "power units": "Power units",
    "switches": "Switches",
    "cables": "Cables",
    "transceivers": "Transceivers",
    "panels": "Panels",
    "racks": "Racks",
    "trays": "Trays",
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

    def counts_in(self, figure: Figure) -> bool:
        """Whether it counts in the power or the mass of the project."""
        return counts_in(self.line, figure)


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


def figure_sum(entries: Sequence[Entry], figure: Figure) -> str:
    """Power or mass of entries, ``≥`` where some of it is unknown; a dash where none has any.

    What counts in neither, such as trays in power, is missing only where another of its category has a value.
    """
    values = [(getattr(entry, figure), entry) for entry in entries if entry.needed]
    known = [value for value, _ in values if value is not None]
    stated = {entry.line.category for value, entry in values if value is not None}
    missing = any(
        value is None and (entry.counts_in(figure) or entry.line.category in stated)
        for value, entry in values
    )
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
