"""Remedies of an overfull tray: steps tried on the whole design, with metres, cost and what stays."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import count
from typing import Any, NamedTuple

from msgspec.structs import replace

from fatdesk.core.errors import UnsoundError
from fatdesk.core.formats.cell import column_letters
from fatdesk.core.money import Money, known, total
from fatdesk.core.number_text import counted
from fatdesk.core.progress import SILENT, Progress
from fatdesk.core.ranges import WIDEST_TRAY_MM
from fatdesk.engine.bill.making import price_in
from fatdesk.engine.cabling.filling import USUAL_WIDTHS_MM
from fatdesk.engine.cabling.rules import CIRCLES, SQUARES
from fatdesk.engine.floor.floor import Tray
from fatdesk.engine.floor.route_rules import RACK, RouteRule
from fatdesk.engine.physical.other_routes import Elsewhere, elsewhere, pairs_of_held
from fatdesk.engine.physical.placed import Placed
from fatdesk.engine.rules.judging import Judged
from fatdesk.project.commands import Batch, Command
from fatdesk.project.commands.room import AddTray, ChangeTray
from fatdesk.project.commands.routes import SetRoute
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import metres
from fatdesk.project.designing.tray_relief import held_cables, tray_relief

BY_WIDTH = (CIRCLES, SQUARES, "tray-height")
"""Figures that fall as a tray becomes wider."""
OF_CABLES = (*BY_WIDTH, "tray-load")
"""Figures that grow with the cables in a tray."""
PRICED = ("cables", "transceivers", "trays")
STEP_MM = 50
"""Widths beyond the usual ones are whole multiples."""


class CablingFigures(NamedTuple):
    """Ordered metres of all cables, and the cost of cables, transceivers and trays.

    ``bound`` states whether some lengths are not known.
    """

    metres: float
    bound: bool
    cost: Money

    @classmethod
    def of(cls, derived: Derived) -> "CablingFigures":
        """Of a project, at the prices of the bill, without spares."""
        currency = derived.project.bill.currency
        counted = (item for item in derived.items if item.category in PRICED)
        return cls(
            *metres(derived), total(((price_in(item, currency), item.count) for item in counted), currency)
        )

    def to_json(self, suffix: str = "") -> dict[str, Any]:
        """The keys of one state."""
        return {
            f"metres{suffix}": known(round(self.metres, 6), self.bound),
            f"metres{suffix}_at_least": self.bound,
            f"cost{suffix}": self.cost.to_json(),
        }


@dataclass(frozen=True)
class TrayRemedy:
    """A step that relieves an overfull tray, with figures of the project before and after.

    Attributes
    ----------
    kind
        The word of ``fatdesk trays --apply``.
    text
        What it does, or why it is not possible.
    command, before, after
        The step, and what was found when it was tried; None: it is not possible.
    stays
        Limits that the tray exceeds even so, and those that others exceed then.
    """

    kind: str
    title: str
    text: str
    command: Command | None = None
    before: CablingFigures | None = None
    after: CablingFigures | None = None
    stays: tuple[str, ...] = ()

    @property
    def removes(self) -> bool:
        """Whether it removes the findings of the tray and brings no others."""
        return self.command is not None and not self.stays

    def to_json(self) -> dict[str, Any]:
        """The keys of ``fatdesk trays --remedies --json``."""
        found = {
            "remedy": self.kind,
            "title": self.title,
            "text": self.text,
            "possible": self.command is not None,
            "removes": self.removes,
            "stays": list(self.stays),
        }
        if self.before is not None and self.after is not None:
            found |= self.before.to_json() | self.after.to_json("_after")
        return found


def overfull(derived: Derived) -> dict[str, tuple[str, ...]]:
    """Return the trays whose cables exceed a limit of severity error, with each such limit in words."""
    found: dict[str, tuple[str, ...]] = {}
    for one in derived.judged:
        if one.rule.figure in OF_CABLES and one.rule.severity == "error":
            for index in one.exceeds.nonzero()[0].tolist():
                tray = one.values.elements[index]
                found[tray] = (*found.get(tray, ()), one.against(index))
    return dict(sorted(found.items()))


def tray_remedies(derived: Derived, tray_id: str, progress: Progress = SILENT) -> tuple[TrayRemedy, ...]:
    """Try what would help an overfull tray, on the whole design.

    Raises
    ------
    Cancelled
        When ``progress`` was asked to stop.
    """
    found = []
    for number, kind in enumerate(KINDS):
        progress.step(number, len(KINDS), f"remedies for {tray_id}")
        found.append(tray_remedy(derived, tray_id, kind, progress))
    return tuple(found)


def tray_remedy(derived: Derived, tray_id: str, kind: str, progress: Progress = SILENT) -> TrayRemedy:
    """Try one kind of remedy."""
    tray = next(tray for tray in derived.project.floor.trays if tray.id == tray_id)
    title, attempt = ATTEMPTS[kind]
    return _tried(derived, tray, kind, title, attempt(derived, tray, progress))


@dataclass(frozen=True)
class _Attempt:
    """A step with what it does in words; None: why there is none."""

    text: str
    command: Command | None = None


def _tried(derived: Derived, tray: Tray, kind: str, title: str, attempt: _Attempt) -> TrayRemedy:
    if attempt.command is None:
        return TrayRemedy(kind, title, attempt.text)
    after = Derived(attempt.command.apply(derived.project), derived)
    figures = CablingFigures.of(derived), CablingFigures.of(after)
    stays = _staying(derived, after, tray.id)
    return TrayRemedy(kind, title, attempt.text, attempt.command, *figures, stays)


def _staying(derived: Derived, after: Derived, tray: str) -> tuple[str, ...]:
    before, now = overfull(derived), overfull(after)
    own = [f"{tray}: {text}" for text in now.get(tray, ())]
    new = [f"{other}: {text}" for other, texts in now.items() if other not in before for text in texts]
    return tuple(own + new)


def _wider(derived: Derived, tray: Tray, _: Progress) -> _Attempt:
    """The smallest usual width that keeps the profile; beyond these a multiple of 50 mm."""
    needed = _needed_width(derived.judged, tray)
    usual = [width for width in USUAL_WIDTHS_MM if width > tray.width_mm and width >= needed * (1 - 1e-9)]
    own = math.ceil(max(needed, tray.width_mm + 1) / STEP_MM) * STEP_MM
    widths = [width for width in (*usual, float(own)) if width <= WIDEST_TRAY_MM]
    if not widths:
        return _Attempt(f"More than {WIDEST_TRAY_MM / 1000:g} m would be needed.")
    steps = [_widened(tray, width) for width in widths]
    first = next((step for step in steps if tray.id not in _after(derived, step)), steps[0])
    return _Attempt(f"{first.tray.width_mm:g} mm instead of {tray.width_mm:g} mm.", _named(first))


def _widened(tray: Tray, width_mm: float) -> ChangeTray:
    return ChangeTray(tray=replace(tray, width_mm=width_mm))


def _named(step: ChangeTray) -> Command:
    return Batch(name=f"Make tray {step.tray.id} {step.tray.width_mm:g} mm wide", commands=(step,))


def _after(derived: Derived, step: Command) -> dict[str, tuple[str, ...]]:
    return overfull(Derived(step.apply(derived.project), derived))


def _needed_width(judged: Iterable[Judged[Placed]], tray: Tray) -> float:
    """The width at which no figure that falls with it exceeds its limit."""
    most = 1.0
    for one in judged:
        if one.rule.figure in BY_WIDTH and one.rule.severity == "error" and tray.id in one.values.elements:
            index = list(one.values.elements).index(tray.id)
            limit = float(one.limit[index])
            if one.exceeds[index] and limit > 0:
                most = max(most, float(one.values.amount[index]) / limit)
    return tray.width_mm * most


def _optical(derived: Derived, tray: Tray, progress: Progress) -> _Attempt:
    relief = tray_relief(derived, progress)
    if tray.id not in relief.found.overfull_before:
        return _Attempt("It helps the fill alone, which is within its limit.")
    text = relief.text if len(relief.found.overfull_before) == 1 else f"All overfull trays: {relief.text}"
    return _Attempt(text, relief.command)


HEADROOM_MM = 300.0
"""Clear height from the sides of a tray up to a second one, so that cables can be laid.

Data center directives of RISA, Rwanda (guidelines.risa.gov.rw, overhead cable trays): 300 mm should be
provided from the top of a pathway to another above it, 150 mm shall be.
"""


def _second(derived: Derived, tray: Tray, progress: Progress) -> _Attempt:
    """A tray of the same size above it, for as many cables as the first cannot hold."""
    project = derived.project
    ids = {one.id for one in project.floor.trays}
    name = next(name for n in count(1) if (name := f"{tray.id[:77]}-{column_letters(n).lower()}") not in ids)
    elevation = _free_elevation(tray, project.floor.trays)
    try:
        added = AddTray(tray=replace(tray, id=name, elevation_mm=elevation))
    except UnsoundError as error:
        return _Attempt(f"{error}.")
    found, rule = _moving_out(Derived(added.apply(project), derived), tray, progress)
    if rule is None:
        return _Attempt(_why_none(found))
    text = (
        f"{name} of the same size at {elevation / 1000:g} m, {HEADROOM_MM:g} mm clear of the tray below, "
        f"carries {found.cables:,} of the {found.through:,} cables at the fullest place."
    )
    steps = (added, SetRoute(rule=rule))
    return _Attempt(text, Batch(name=f"Add tray {name} above {tray.id}", commands=steps))


def _free_elevation(tray: Tray, trays: Iterable[Tray]) -> float:
    """The lowest elevation above a tray at which one like it is clear of all trays of the same line."""
    elevation = tray.elevation_mm + tray.depth_mm + HEADROOM_MM
    line = (one for one in trays if one.points_mm == tray.points_mm and one.elevation_mm > tray.elevation_mm)
    for one in sorted(line, key=lambda one: one.elevation_mm):
        top = one.elevation_mm + one.depth_mm
        if one.elevation_mm < elevation + tray.depth_mm + HEADROOM_MM and elevation < top + HEADROOM_MM:
            elevation = top + HEADROOM_MM
    return elevation


def _other_route(derived: Derived, tray: Tray, progress: Progress) -> _Attempt:
    """Cables that have another route within all limits avoid it."""
    found, rule = _moving_out(derived, tray, progress)
    if rule is None:
        return _Attempt(_why_none(found))
    cables, pairs = counted(found.cables, "cable"), counted(len(found.pairs), "pair")
    text = f"{cables} between {pairs} of racks avoid it, {found.extra_um / 1e6:,.2f} m longer in all."
    return _Attempt(text, Batch(name=f"Route {cables} past tray {tray.id}", commands=(SetRoute(rule=rule),)))


def _moving_out(derived: Derived, tray: Tray, progress: Progress) -> tuple[Elsewhere, RouteRule | None]:
    """The cables that leave a tray, and the route rule that keeps them out of it; None: none can."""
    project = derived.project
    floor = project.floor
    held = pairs_of_held(derived.cabling, held_cables(derived))
    index = [one.id for one in floor.trays].index(tray.id)
    found = elsewhere(derived.placed, project.in_force, index, held, progress)
    if not found.pairs:
        return found, None
    racks = [f"{RACK}{rack.number}" for rack in floor.racks]
    names = {rule.name for rule in floor.routes}
    name = next(
        name for n in count(1) if (name := f"past {tray.id[:50]}" + (f" {n}" if n > 1 else "")) not in names
    )
    pairs = tuple((racks[a], racks[b]) for a, b in found.pairs)
    return found, RouteRule(name=name, between=pairs, avoid=(tray.id,))


def _why_none(found: Elsewhere) -> str:
    if not found.held:
        return "No cables at its fullest place have another route within the limits of the other trays."
    others = ", the others have no other route within the limits" if found.none else ""
    return f"Cables between {counted(found.held, 'pair')} of racks are in place or decided by hand{others}."


ATTEMPTS: dict[str, tuple[str, Callable[[Derived, Tray, Progress], _Attempt]]] = {
    "wider": ("Wider tray", _wider),
    "second": ("Second tray", _second),
    "route": ("Other route", _other_route),
    "optical": ("Optical instead of copper", _optical),
}
"""Title of each kind of remedy, and what looks for it."""
KINDS = tuple(ATTEMPTS)
