"""Optical instead of copper cables where the trays of a project are overfull: what changes, as one step."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from fatdesk.core.money import Money, known, total
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.bill.making import price_in
from fatdesk.engine.cabling.identity import cable_ids
from fatdesk.engine.cabling.optical_instead import OpticalInstead, optical_instead
from fatdesk.project.commands.cables import SetCables
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import metres
from fatdesk.project.designing.improving import is_held
from fatdesk.project.document.cable_records import CableRecord, CableRecords

REASON = "optical, as copper overfills the trays"


@dataclass(frozen=True)
class TrayRelief:
    """Cables that become optical, with figures of the project before and after.

    Attributes
    ----------
    command
        The step; None: there is nothing to replace.
    metres, cost
        Ordered metres of all cables, and the cost of cables and transceivers, before and after.
    metres_bound
        Whether some lengths are not known.
    """

    found: OpticalInstead
    command: SetCables | None
    metres: tuple[float, float]
    metres_bound: bool
    cost: tuple[Money, Money]

    @property
    def count(self) -> int:
        """Number of replaced cables."""
        return len(self.found.replaced)

    @property
    def text(self) -> str:
        """A description of the step."""
        found = self.found
        if not found.overfull_before:
            return f"No tray is fuller than {found.fill_max:.0%}."
        full = ", ".join(found.overfull)
        rest = f"{full}: still too full. {self.why_full}" if full else ""
        if not self.count:
            return f"No copper cable in these trays can be replaced. {rest}".strip()
        what = "1 copper cable becomes" if self.count == 1 else f"{self.count:,} copper cables become"
        worst = max(fill for fill, _ in found.after.values())
        text = f"{what} optical, the fullest tray is {worst:.1%} full ({found.fill_max:.0%} allowed)."
        return f"{text} {rest}" if rest else text

    @property
    def why_full(self) -> str:
        """Why cables in trays that are still too full stay as they are; empty where none is too full."""
        left = self.found.left
        reasons = (
            (left.held, "copper, and in place or decided by hand"),
            (left.required, "copper, which the network requires"),
            (left.no_thinner, "copper, and no thinner optical cable is on sale"),
            (left.optical, "optical"),
        )
        listed = [f"{count:,} {words}" for count, words in reasons if count]
        return f"Cables in them: {'; '.join(listed)}." if listed else ""

    def to_json(self) -> dict[str, Any]:
        """The keys of ``fatdesk trays --json``."""
        found = self.found
        fills = [
            {
                "tray": tray,
                "fill": known(round(fill, 6), bound),
                "fill_at_least": bound,
                "fill_after": known(round(found.after[tray][0], 6), found.after[tray][1]),
                "fill_after_at_least": found.after[tray][1],
            }
            for tray, (fill, bound) in found.before.items()
        ]
        before, after = self.cost
        return {
            "fill_max": found.fill_max,
            "trays": fills,
            "overfull": list(found.overfull_before),
            "overfull_after": list(found.overfull),
            "replaced": [] if self.command is None else [one.id for one in self.command.cables],
            "metres": known(self.metres[0], self.metres_bound),
            "metres_after": known(self.metres[1], self.metres_bound),
            "cable_cost": before.to_json(),
            "cable_cost_after": after.to_json(),
        }


def tray_relief(derived: Derived, progress: Progress = SILENT) -> TrayRelief:
    """Find the copper cables that have to be optical so that no tray of a project is overfull.

    Cables that are in place, were measured or decided by hand stay.

    Raises
    ------
    Cancelled
        When ``progress`` was asked to stop.
    """
    project = derived.project
    sections = (derived.cabling, project.floor, project.cables, project.cabling, project.bill, project.parts)
    return derived.of_project("tray relief", sections, lambda: _relief(derived, progress))


def _relief(derived: Derived, progress: Progress) -> TrayRelief:
    found = _found(derived, progress)
    command = _command(derived, found)
    after = derived if command is None else Derived(command.apply(derived.project), derived)
    now, bound = metres(derived)
    return TrayRelief(
        found, command, (now, metres(after)[0]), bound, (cable_cost(derived), cable_cost(after))
    )


def _found(derived: Derived, progress: Progress) -> OpticalInstead:
    project, cabling = derived.project, derived.cabling
    media = [wish.media for wish in derived.built.requirements]
    trays, held = project.floor.trays, held_cables(derived)
    return optical_instead(
        cabling, trays, media, held, project.cabling, derived.catalog, derived.filling, progress
    )


def held_cables(derived: Derived) -> list[NDArray[np.bool_]]:
    """Return for each fabric the cables that stay: they are in place, were measured or decided by hand."""
    project, cabling = derived.project, derived.cabling
    kept = {record.id for record in project.cables.values() if is_held(record)}
    held = []
    for made in cabling.fabrics:
        ids = cable_ids(made, derived.catalog) if kept else []
        held.append(np.array([cable in kept for cable in ids] or [False] * made.count, bool))
    return held


def _command(derived: Derived, found: OpticalInstead) -> SetCables | None:
    if not found.replaced:
        return None
    names = [cable_ids(made, derived.catalog) for made in derived.cabling.fabrics]
    known_records = derived.project.cables
    records = []
    for one in found.replaced:
        cable = names[one.fabric][one.cable]
        record = known_records.get(cable) or CableRecord(id=cable)
        part = one.choice.option.cable.id
        records.append(msgspec.structs.replace(record, part=part, reason=REASON))
    records.sort(key=lambda record: record.id)
    count = len(records)
    name = f"Replace {count:,} copper {'cable' if count == 1 else 'cables'} by optical"
    return SetCables(cables=tuple(records), name=name)


def cable_cost(derived: Derived) -> Money:
    """Return the cost of cables and transceivers at the prices of the bill, without spares."""
    currency = derived.project.bill.currency
    counted = (item for item in derived.items if item.category in ("cables", "transceivers"))
    return total(((price_in(item, currency), item.count) for item in counted), currency)


def without_relief(records: Mapping[str, CableRecord]) -> CableRecords:
    """Return records without the parts that the program chose for the trays of a former placement.

    Those of cables that are in place stay.
    """
    kept = []
    for record in CableRecords.of(records).in_order():
        one = record
        if record.reason and not _in_place(record):
            one = msgspec.structs.replace(record, part=None, reason="")
        if one != CableRecord(id=one.id):
            kept.append(one)
    return CableRecords(kept)


def _in_place(record: CableRecord) -> bool:
    """Whether a cable is there already, whatever was decided about it."""
    return is_held(msgspec.structs.replace(record, part=None, length_m=None))
