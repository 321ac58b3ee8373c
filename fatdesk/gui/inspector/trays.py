"""Inspector page of cable trays: fill, optical instead of copper cables, size, route point by point."""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import numpy as np
from msgspec.structs import replace
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QGridLayout

from fatdesk.core.errors import FatdeskError
from fatdesk.core.money import Money
from fatdesk.core.number_text import counted
from fatdesk.core.schema import field_at
from fatdesk.engine.cabling.filling import USUAL_WIDTHS_MM
from fatdesk.engine.floor.building import line_mm
from fatdesk.engine.floor.floor import Tray
from fatdesk.engine.physical.placed import Placed
from fatdesk.engine.rules.judging import Judged
from fatdesk.engine.rules.profiles import shipped_profiles
from fatdesk.engine.rules.rules import DEFAULT
from fatdesk.gui.inspector.routes import renamed_tray
from fatdesk.gui.inspector.typed import do_all, point_in_field, point_mm
from fatdesk.gui.session.background_tasks import BackgroundMemo
from fatdesk.gui.session.session import Session
from fatdesk.gui.views.property_page import LIST, Page
from fatdesk.gui.widgets.numbers import AT_LEAST, UNKNOWN, Name, priced, to_read
from fatdesk.project.commands import Batch, Command
from fatdesk.project.commands.room import AddTray, ChangeTray, RemoveTray
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.tray_remedies import CablingFigures, TrayRemedy, overfull, tray_remedies
from fatdesk.project.document.ref import TRAY

AT_ONCE = 400
"""Maximum number of cables for which the window can wait."""


class Remedies(QObject):
    """The last answers for the open project; an edit that they do not depend on keeps them."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._memo = BackgroundMemo[str](session, self._arrived)
        self._again: Callable[[], object] | None = None
        session.opened.connect(self._memo.clear)

    @property
    def waiting(self) -> bool:
        """Whether an answer is being computed."""
        return self._memo.waiting

    def get(self, tray: str, again: Callable[[], object]) -> tuple[TrayRemedy, ...] | None:
        """Return what would help a tray; None while it is computed, or if that failed.

        ``again`` is called when it is there.
        """
        self._again = again
        derived = self._session.derived
        project, cabling = derived.project, derived.cabling
        inputs = (cabling, project.floor, project.cables, project.cabling, project.bill, project.parts)
        apart = Derived(project, derived)
        return self._memo.get(
            tray,
            inputs,
            lambda: tray_remedies(apart, tray),
            at_once=sum(made.count for made in cabling.fabrics) <= AT_ONCE,
            title=f"Remedies for {tray}",
        )

    def _arrived(self) -> None:
        if self._again is not None:
            self._again()


def remedies_of(session: Session) -> Remedies:
    """Return what is known of remedies for trays in the session."""
    return session.findChild(Remedies) or Remedies(session)


SHOWN_POINTS = 12


def show_tray(page: Page, tray_id: str) -> None:
    """The page of one tray."""
    session = page.session
    tray = next((some for some in session.project.floor.trays if some.id == tray_id), None)
    if tray is None:
        page.title(tray_id, "It was removed")
        return
    fill, bound = session.derived.filling.worst[tray_id]
    length_m = line_mm(tray.points_mm) / 1000
    page.title(
        tray_id,
        to_read(f"Cable tray {tray.width_mm:g} × {tray.depth_mm:g} mm, {length_m:.2f} m long"),
    )
    exceeded = [
        f"{one.against(index)}."
        for one, index in _judged(session, tray)
        if one.exceeds[index] and one.rule.severity == "error"
    ]
    if exceeded:
        page.banner("\n".join(exceeded), "error")
    _fill(page, tray, fill, bound)
    _limits(page, tray)
    _trunks(page, tray)
    if tray_id in overfull(session.derived):
        _remedies(page, tray)
    _size(page, tray)
    _carrying(page, [tray])
    _way(page, tray)
    wider = [width for width in USUAL_WIDTHS_MM if width > tray.width_mm][:2]
    if fill and wider:
        grid = page.section("If you change the width")
        for width in wider:
            at = fill * tray.width_mm / width
            page.value(grid, f"{width:g} mm", (AT_LEAST if bound else "") + f"{at * 100:.1f}", "%")


def _fill(page: Page, tray: Tray, fill: float, bound: bool) -> None:
    """The fullest piece: its cables and areas."""
    session = page.session
    net, filling = session.derived.cabling.graph.net, session.derived.filling
    number = [some.id for some in session.project.floor.trays].index(tray.id)
    mine = np.flatnonzero(net.tray[filling.cells.piece] == number)
    grid = page.section("Fill", "at its fullest point")
    page.value(grid, "Filled", (AT_LEAST if bound else "") + f"{fill * 100:.1f}", "%", strong=True)
    if len(mine):
        worst = int(mine[int(np.argmax(filling.area_mm2[mine]))])
        page.value(grid, "Cables", f"{int(filling.cables[worst]):,}")
        if filling.unknown[worst]:
            page.value(grid, "Of unknown diameter", f"{int(filling.unknown[worst]):,}")
        area = f"{filling.area_mm2[worst]:,.0f}"
        page.value(grid, "Area of cables", (AT_LEAST if bound else "") + area, "mm²")
    page.value(grid, "Area of tray", f"{tray.width_mm * tray.depth_mm:,.0f}", "mm²")


def _judged(session: Session, tray: Tray) -> Iterator[tuple[Judged[Placed], int]]:
    """Rules of trays that judge the tray, with its number among their elements."""
    for one in session.derived.judged:
        if one.rule.scope == "tray" and tray.id in one.values.elements:
            yield one, list(one.values.elements).index(tray.id)


MOST_TRUNKS = 12


def _trunks(page: Page, tray: Tray) -> None:
    """The trunks between panels that run in the tray, with their fibres in use."""
    structured = page.session.derived.structured
    ids = [some.id for some in page.session.project.floor.trays]
    numbers = () if structured is None else structured.in_trays.get(ids.index(tray.id), ())
    if structured is None or not numbers:
        return
    links = sum(len(structured.trunks[number].cables) for number in numbers)
    grid = page.section("Trunks", f"{counted(len(numbers), 'trunk')}, {counted(links, 'link')}")
    for number in numbers[:MOST_TRUNKS]:
        trunk, lit = structured.trunks[number], structured.lit[number]
        page.value(grid, trunk.name, f"{lit} of {trunk.part.fibres} fibres")
    if len(numbers) > MOST_TRUNKS:
        page.note(f"And {len(numbers) - MOST_TRUNKS} more: see the list of trunks in Documents.")


def _limits(page: Page, tray: Tray) -> None:
    """Figures of the tray by the rules of the profile, each with a bar."""
    rules = page.session.project.cabling
    profiles = shipped_profiles()
    grid = page.section("Limits", profiles.get(rules.profile or DEFAULT, profiles[DEFAULT]).title)
    missing: list[str] = []
    for one, index in _judged(page.session, tray):
        figure, values = one.figure, one.values
        value, most = float(values.amount[index]), float(one.limit[index])
        at_least = bool(values.at_least[index])
        missing += one.missing(index) or ()
        shown = UNKNOWN if at_least and not value else (AT_LEAST if at_least else "") + figure.number(value)
        if math.isnan(most) or shown == UNKNOWN:
            page.value(grid, figure.label, shown, figure.unit)
            continue
        limit = figure.limit_text(most).removesuffix(figure.unit).strip()
        exceeds = bool(one.exceeds[index])
        page.value(grid, figure.label, f"{shown} of {limit}", figure.unit, strong=exceeds)
        over = exceeds and one.rule.severity == "error"
        page.bar(grid, value / most if most else 1.0, over, one.rule.name)
    if missing:
        page.note(f"Not checked in full: {', '.join(dict.fromkeys(missing))}.")


CARRYING = ("support_mm", "mesh_mm", "nema", "loads", "corner_mm", "drop_mm")
"""Fields of what a tray carries, and how cables bend in it."""


def _carrying(page: Page, trays: Sequence[Tray]) -> None:
    which = f"tray {trays[0].id}" if len(trays) == 1 else f"{len(trays)} trays"
    grid = page.section("Supports and bends")
    for key in CARRYING:
        field = field_at(Tray, key)

        def put(value: object, key: str = key, word: str = field.title.lower()) -> bool:
            changed = [replace(tray, **{key: value}) for tray in trays if getattr(tray, key) != value]
            commands = [ChangeTray(tray=tray) for tray in changed]
            return do_all(page.session, f"Change the {word} of {which}", commands)

        page.decided(grid, field, [getattr(tray, key) for tray in trays], put)


def _remedies(page: Page, tray: Tray) -> None:
    """Remedies of an overfull tray: each step with metres, cost and what stays."""
    known = remedies_of(page.session)
    found = known.get(tray.id, page.again)
    page.section("What would help", "tried on the design")
    if found is None:
        page.note("Being calculated…" if known.waiting else "It could not be calculated.")
        return
    for remedy in found:
        _remedy(page, remedy)


def _remedy(page: Page, remedy: TrayRemedy) -> None:
    page.note(f"{remedy.title}: {remedy.text}", "text")
    before, after, command = remedy.before, remedy.after, remedy.command
    if command is None or before is None or after is None:
        return
    grid = page.rows()
    page.value(grid, "Ordered", _change(*(_metres(one) for one in (before, after))), "m")
    page.value(grid, "Cables and trays", _change(_cost(before.cost), _cost(after.cost)), before.cost.currency)
    if remedy.stays:
        page.note(f"Stays: {'; '.join(remedy.stays)}.", "warn")
    page.button(command.step, lambda: page.session.do(command))


def _change(before: str, after: str) -> str:
    return f"{before} → {after}"


def _metres(figures: CablingFigures) -> str:
    return f"{AT_LEAST if figures.bound else ''}{figures.metres:,.0f}"


def _cost(cost: Money) -> str:
    return priced(cost.amount, cost.at_least)


def _size(page: Page, tray: Tray) -> None:
    grid = page.section("Size")
    page.decided(grid, field_at(Tray, "id"), [tray.id], lambda text: _rename(page.session, tray, text))
    _sizes(page, grid, [tray])


def _sizes(page: Page, grid: QGridLayout, trays: Sequence[Tray]) -> None:
    """Width, depth, elevation and media of one tray, or of several at once."""
    which = f"tray {trays[0].id}" if len(trays) == 1 else f"{len(trays)} trays"
    for key in ("width_mm", "depth_mm", "elevation_mm", "carries"):
        field = field_at(Tray, key)

        def put(value: object, key: str = key, word: str = field.title.lower()) -> bool:
            changed = [replace(tray, **{key: value}) for tray in trays if getattr(tray, key) != value]
            commands = [ChangeTray(tray=tray) for tray in changed]
            return do_all(page.session, f"Change the {word} of {which}", commands)

        page.decided(grid, field, [getattr(tray, key) for tray in trays], put)


def show_trays(page: Page, ids: list[str]) -> None:
    """Size and elevation of several trays, and how full the fullest is."""
    session, chosen = page.session, set(ids)
    trays = [tray for tray in session.project.floor.trays if tray.id in chosen]
    if not trays:
        page.note("These trays were removed.")
        return
    grid = page.section("Size")
    _sizes(page, grid, trays)
    _carrying(page, trays)
    worst = session.derived.filling.worst
    fullest = max(trays, key=lambda tray: worst[tray.id][0])
    fill, bound = worst[fullest.id]
    grid = page.section("Totals")
    page.value(grid, "Length", f"{sum(line_mm(tray.points_mm) for tray in trays) / 1000:,.2f}", "m")
    page.value(grid, "Fullest", Name(fullest.id))
    page.value(grid, "Filled", (AT_LEAST if bound else "") + f"{fill * 100:.1f}", "%", strong=True)


def _rename(session: Session, tray: Tray, text: str) -> bool | str:
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,79}", text):
        return "Use letters, digits and . _ + -, such as tray-7."
    following = renamed_tray(session, tray.id, text)
    commands = (RemoveTray(id=tray.id), AddTray(tray=replace(tray, id=text)), *following)
    if not session.do(Batch(name=f"Rename tray {tray.id} to {text}", commands=commands)):
        return False
    session.select([TRAY(text)])
    return True


def _way(page: Page, tray: Tray) -> None:
    """The corners, each as x and y."""
    grid = page.section("Route", f"{len(tray.points_mm)} points, x and y in m")
    for number, point in enumerate(tray.points_mm[:SHOWN_POINTS]):
        page.field(
            grid,
            f"Point {number + 1}",
            point_in_field(point),
            lambda text, number=number: _to_point(page.session, tray, number, text),  # type: ignore[misc]
            wide=LIST,
        )
    if len(tray.points_mm) > SHOWN_POINTS:
        page.note(f"{len(tray.points_mm) - SHOWN_POINTS} more points: drag them on the floor.")
    page.field(
        grid, "Add point", "", lambda text: _add_point(page.session, tray, text), empty="x; y", wide=LIST
    )
    page.note("On the floor, double-click the tray to add a corner, or a corner to remove it.")


def _add_point(session: Session, tray: Tray, text: str) -> bool | str:
    """The tray goes on from its end to another point."""
    try:
        return _set_corners(session, tray, (*tray.points_mm, point_mm(text)))
    except FatdeskError as error:
        return f"{error}."


def _to_point(session: Session, tray: Tray, number: int, text: str) -> bool | str:
    """A corner to another point; an empty field removes it."""
    before, after = tray.points_mm[:number], tray.points_mm[number + 1 :]
    if not text and len(tray.points_mm) > 2:
        return _set_corners(session, tray, (*before, *after))
    try:
        return _set_corners(session, tray, (*before, point_mm(text), *after))
    except FatdeskError as error:
        return f"{error}."


def _set_corners(session: Session, tray: Tray, points: tuple[tuple[float, float], ...]) -> bool:
    if any(a == b for a, b in pairwise(points)):
        session.refuse("Two consecutive points of a tray cannot be the same.")
        return False
    command = ChangeTray(tray=replace(tray, points_mm=points))
    return session.do(_named(f"Change the route of tray {tray.id}", command))


def _named(name: str, command: Command) -> Command:
    return Batch(name=name, commands=(command,))
