"""Registry of kinds of elements: icon, workspace, inspector page, names, search, commands."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, NamedTuple

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from fatdesk.core.memo import Memo
from fatdesk.core.number_text import counted
from fatdesk.engine.floor.floor import rack_label
from fatdesk.gui.analysis.related import everything
from fatdesk.gui.inspector.areas import (
    show_aisle,
    show_aisles,
    show_column,
    show_columns,
    show_cut,
    show_door,
    show_doors,
    show_feed,
    show_wall,
    show_walls,
    show_zone,
)
from fatdesk.gui.inspector.building_plan import show_plan
from fatdesk.gui.inspector.cables import show_cable, show_cables
from fatdesk.gui.inspector.differences import show_difference, show_differences
from fatdesk.gui.inspector.growth import show_growth_step
from fatdesk.gui.inspector.jobs import show_job
from fatdesk.gui.inspector.losses import show_loss, show_losses, show_reliability
from fatdesk.gui.inspector.parts import (
    show_bill_rules,
    show_library_part,
    show_library_parts,
    show_line,
    show_part,
)
from fatdesk.gui.inspector.racks import (
    show_device,
    show_devices,
    show_rack,
    show_racks,
    show_reservations,
    show_reserved,
)
from fatdesk.gui.inspector.routes import show_route
from fatdesk.gui.inspector.studies import show_node, show_nodes, show_study
from fatdesk.gui.inspector.study_page import (
    FAULT_PAGE,
    SCHEDULE_PAGE,
    SIMULATION_PAGE,
    StudyPage,
    show_networks,
)
from fatdesk.gui.inspector.trays import show_tray, show_trays
from fatdesk.gui.inspector.trunks import show_trunk, show_trunks
from fatdesk.gui.inspector.typed import ALL
from fatdesk.gui.menus.actions import BY_ID
from fatdesk.gui.menus.palette import Hit
from fatdesk.gui.session.session import Session
from fatdesk.gui.session.study_results import AnyStudy
from fatdesk.gui.views.property_page import Page
from fatdesk.gui.views.workspace import Workspace
from fatdesk.gui.widgets.plain_text import menu_text
from fatdesk.project.commands import Command
from fatdesk.project.commands.project import RemoveJob, RenameJob
from fatdesk.project.commands.racks import RenameRack
from fatdesk.project.commands.room import RemoveFeed, RemoveZone, RenameFeed, RenameZone
from fatdesk.project.commands.routes import RemoveRoute, RenameRoute
from fatdesk.project.commands.studies import (
    RemoveStudy,
    RenameStudy,
)
from fatdesk.project.document.ref import (
    AISLE,
    BILL_LINE,
    BILL_RULES,
    CABLE,
    CATALOG_PART,
    COLUMN,
    CURVE,
    CUT,
    DEVICE,
    DIFFERENCE,
    DOOR,
    FAULT_CURVE,
    FEED,
    GROWTH_STEP,
    JOB,
    LOSS,
    NODE,
    PART,
    PLAN,
    RACK,
    RELIABILITY,
    RESERVATION,
    ROUTE,
    SCHEDULED,
    STUDY,
    TRAY,
    TRUNK,
    WALL,
    ZONE,
    Id,
    Kind,
    Ref,
)

HINT = "Select an element, such as a rack, a cable, a part or a finding, to see and edit its values here."


class Listed(NamedTuple):
    """An element as a search lists it."""

    element: Ref
    name: str
    note: str


@dataclass(frozen=True, eq=False)
class Row(Generic[Id]):
    """Registry row of a kind of elements.

    Attributes
    ----------
    home
        The workspace that shows an element.
    show, show_several
        The page of the inspector of one element; what it shows of several under their count.
    note
        The line under the count of several.
    needs_project
        Whether an element can be looked at only while a project is open.
    named
        The function that finds an element of a project by the name that findings and people use.
    listed
        The elements that a search finds.
    prefix
        The sign that limits a search to this kind.
    rename, remove
        The commands for that; None: the project tree has none.
    shown_in
        The workspaces that draw an element now.
    """

    kind: Kind[Id]
    icon: str
    home: str
    show: Callable[[Page, Id], None]
    show_several: Callable[[Page, list[Id]], None] | None = None
    note: str = ALL
    needs_project: bool = True
    named: Callable[[Session], Callable[[str], Id | None]] | None = None
    listed: Callable[[Session], Iterable[Listed]] | None = None
    prefix: str = ""
    rename: Callable[[Id, str], Command] | None = None
    remove: Callable[[Id], Command] | None = None
    shown_in: Callable[[Session, Id], Sequence[str]] = lambda _session, _id: ()


# Names


def _ids(names: Iterable[str]) -> Callable[[str], str | None]:
    """Find elements whose name is their id."""
    known = frozenset(names)
    return lambda name: name if name in known else None


def _device_named(session: Session) -> Callable[[str], str | None]:
    ids, names = session.derived.device_names, session.device_ids
    return lambda name: name if name in ids else names.get(name)


def _rack_named(session: Session) -> Callable[[str], int | None]:
    return {rack_label(rack): rack.number for rack in session.project.floor.racks}.get


def _part_named(session: Session) -> Callable[[str], str | None]:
    catalog = session.derived.catalog
    return lambda name: name if name in catalog else None


def _cable_named(session: Session) -> Callable[[str], str | None]:
    """Find cables; the wiring list is not made for a name that no id of a cable can be."""
    return lambda name: name if "--" in name and session.cable(name) is not None else None


# Searches


def _devices(session: Session) -> Iterator[Listed]:
    for device, name in session.derived.device_names.items():
        yield Listed(DEVICE(device), name, device)


def _racks(session: Session) -> Iterator[Listed]:
    for rack in session.project.floor.racks:
        yield Listed(RACK(rack.number), f"Rack {rack_label(rack)}", rack.part)


def _trays(session: Session) -> Iterator[Listed]:
    for tray in session.project.floor.trays:
        yield Listed(TRAY(tray.id), tray.id, "cable tray")


def _trunk_named(session: Session) -> Callable[[str], str | None]:
    structured = session.derived.structured
    trunks = () if structured is None else structured.trunks
    return {name: trunk.id for trunk in trunks for name in (trunk.id, trunk.name)}.get


def _trunks(session: Session) -> Iterator[Listed]:
    structured = session.derived.structured
    for trunk in () if structured is None else structured.trunks:
        yield Listed(TRUNK(trunk.id), trunk.name, f"trunk · {counted(len(trunk.cables), 'link')}")


def _parts(session: Session) -> Iterator[Listed]:
    for part in session.project.parts:
        yield Listed(PART(part.id), part.id, part.name)


def _jobs(session: Session) -> Iterator[Listed]:
    for job in session.project.jobs:
        yield Listed(JOB(job.name), job.name, f"export job · {', '.join(job.documents)}")


def _studies(page: StudyPage[AnyStudy], icon: str, home: str) -> Row[str]:
    studies = page.kind
    return Row(
        studies.study,
        icon,
        home,
        page.show,
        named=lambda session: _ids(study.name for study in studies.held(session)),
        rename=studies.renaming,
        remove=studies.remove,
    )


# Where elements are drawn


def _device_drawn(session: Session, device: str) -> Sequence[str]:
    placed = any(device == some.id for rack in session.project.floor.racks for some in rack.devices)
    linked = device in session.derived.device_names
    return _drawn(linked=linked, floor=placed, racks=placed)


def _rack_drawn(session: Session, number: int) -> Sequence[str]:
    rack = next((some for some in session.project.floor.racks if some.number == number), None)
    if rack is None:
        return ()
    names = session.derived.device_names
    linked = any(some.id in names for device in rack.devices for some in everything(device))
    return _drawn(linked=linked, floor=True, racks=bool(rack.devices or rack.reserved))


def _tray_drawn(session: Session, tray: str) -> Sequence[str]:
    return _drawn(linked=any(session.derived.filling.worst.get(tray, ())), floor=True, racks=False)


def _drawn(*, linked: bool, floor: bool, racks: bool) -> Sequence[str]:
    found = {"topology": linked, "floor": floor, "racks": racks, "cables": linked}
    return [name for name, here in found.items() if here]


ROWS: dict[Kind[Any], Row[Any]] = {
    row.kind: row
    for row in (
        Row(
            RACK,
            "racks",
            "floor",
            show_rack,
            show_racks,
            named=_rack_named,
            listed=_racks,
            rename=lambda number, text: RenameRack(rack=number, rack_label=text),
            shown_in=_rack_drawn,
        ),
        Row(
            TRAY,
            "tray",
            "floor",
            show_tray,
            show_trays,
            named=lambda session: _ids(tray.id for tray in session.project.floor.trays),
            listed=_trays,
            shown_in=_tray_drawn,
        ),
        Row(
            TRUNK,
            "cables",
            "floor",
            show_trunk,
            show_trunks,
            note="",
            named=_trunk_named,
            listed=_trunks,
            shown_in=lambda _session, _trunk: ("floor",),
        ),
        Row(PART, "part", "bill", show_part, named=_part_named, listed=_parts),
        Row(
            JOB,
            "export",
            "documents",
            show_job,
            named=lambda session: _ids(job.name for job in session.project.jobs),
            listed=_jobs,
            rename=lambda name, text: RenameJob(name=name, to=text),
            remove=lambda name: RemoveJob(name=name),
        ),
        Row(
            DEVICE,
            "host",
            "racks",
            show_device,
            show_devices,
            named=_device_named,
            listed=_devices,
            prefix="@",
            shown_in=_device_drawn,
        ),
        Row(CABLE, "cables", "cables", show_cable, show_cables, named=_cable_named, prefix="#"),
        Row(COLUMN, "column", "floor", show_column, show_columns),
        Row(WALL, "wall", "floor", show_wall, show_walls),
        Row(DOOR, "door", "floor", show_door, show_doors),
        Row(PLAN, "floor", "floor", show_plan),
        Row(AISLE, "aisle", "floor", show_aisle, show_aisles),
        Row(
            ZONE,
            "floor",
            "floor",
            show_zone,
            named=lambda session: _ids(zone.name for zone in session.project.floor.zones),
            rename=lambda name, text: RenameZone(name=name, to=text),
            remove=lambda name: RemoveZone(name=name),
        ),
        Row(
            FEED,
            "floor",
            "floor",
            show_feed,
            named=lambda session: _ids(feed.name for feed in session.project.floor.feeds),
            rename=lambda name, text: RenameFeed(name=name, to=text),
            remove=lambda name: RemoveFeed(name=name),
        ),
        Row(
            ROUTE,
            "tray",
            "floor",
            show_route,
            named=lambda session: _ids(rule.name for rule in session.project.floor.routes),
            rename=lambda name, text: RenameRoute(name=name, to=text),
            remove=lambda name: RemoveRoute(name=name),
        ),
        Row(CUT, "floor", "floor", show_cut),
        Row(RESERVATION, "reserve", "racks", show_reserved, show_reservations),
        Row(
            CATALOG_PART,
            "part",
            "catalog",
            show_library_part,
            show_library_parts,
            note="Side by side in the workspace",
            needs_project=False,
        ),
        Row(BILL_LINE, "cables", "bill", show_line),
        Row(BILL_RULES, "bill", "bill", show_bill_rules),
        Row(
            STUDY,
            "topology",
            "topology",
            show_study,
            rename=lambda name, text: RenameStudy(name=name, to=text),
            remove=lambda name: RemoveStudy(name=name),
        ),
        Row(NODE, "topology", "topology", show_node, show_nodes),
        _studies(SIMULATION_PAGE, "study", "simulation"),
        Row(CURVE, "simulation", "simulation", SIMULATION_PAGE.show_network, show_networks),
        _studies(FAULT_PAGE, "faults", "faults"),
        Row(FAULT_CURVE, "faults", "faults", FAULT_PAGE.show_network, show_networks),
        _studies(SCHEDULE_PAGE, "schedule", "schedule"),
        Row(SCHEDULED, "schedule", "schedule", SCHEDULE_PAGE.show_network, show_networks),
        Row(LOSS, "faults", "faults", show_loss, show_losses),
        Row(RELIABILITY, "faults", "faults", show_reliability),
        Row(GROWTH_STEP, "growth", "growth", show_growth_step),
        Row(DIFFERENCE, "asbuilt", "asbuilt", show_difference, show_differences),
    )
}
"""In the order in which searches list them."""


def row_of(element: Ref) -> Row[Any]:
    """The row of the kind of an element."""
    return ROWS[element.kind]


def shown_without_project(elements: Sequence[Ref]) -> bool:
    """Whether all of some elements can be looked at while no project is open."""
    return bool(elements) and not any(row_of(element).needs_project for element in elements)


def show(page: Page, elements: tuple[Ref, ...]) -> None:
    """Fill a page with what is selected."""
    if not elements:
        page.hint(HINT)
        return
    row = row_of(elements[0])
    if all(element.kind is row.kind for element in elements):
        page.icon = row.icon
    if len(elements) == 1:
        row.show(page, elements[0].id)
        return
    kinds = Counter(element.kind for element in elements)
    if len(kinds) > 1:
        listed = (counted(count, kind.title) for kind, count in kinds.items())
        page.title(counted(len(elements), "item"), ", ".join(listed))
        page.note("Select items of one type to edit them together. Click one to see its values.")
    elif row.show_several is not None:
        page.title(counted(len(elements), row.kind.title), row.note)
        row.show_several(page, [element.id for element in elements])
    else:
        page.title(counted(len(elements), row.kind.title), "Select one to edit its values")


MOST = 200
"""The number of elements that only contain the words, at most."""


class ElementSearch:
    """Finds elements that hold all words; devices are listed once for each placement."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._memo = Memo[str]()

    def find(self, prefix: str, wanted: Sequence[str]) -> Iterator[Hit]:
        """The elements of the kind of a prefix; of all kinds but cables without one."""
        if not self._session.is_open:
            return
        if prefix == ROWS[CABLE].prefix:
            found: Iterable[Listed] = self._cables(wanted)
        elif prefix == ROWS[DEVICE].prefix:
            found = _matching(self._all_devices(), wanted)
        else:
            found = _matching(self._everything(), wanted)
        for element, name, note in found:
            yield Hit(name, note, ROWS[element.kind].icon, element)

    def _everything(self) -> Iterator[tuple[str, Listed]]:
        for row in ROWS.values():
            if row.kind is DEVICE:
                yield from self._all_devices()
            elif row.listed is not None:
                yield from map(_with_text, row.listed(self._session))

    def _all_devices(self) -> list[tuple[str, Listed]]:
        devices, session = ROWS[DEVICE].listed, self._session
        if devices is None:
            return []
        names = (session.derived.device_names,)
        return self._memo.keep("devices", names, lambda: list(map(_with_text, devices(session))))

    def _cables(self, wanted: Sequence[str]) -> Iterator[Listed]:
        """Cables that hold all words in what is said of them."""
        wiring = self._session.wiring
        numbers = wiring.numbers
        for row, said in zip(wiring.rows, wiring.words, strict=True):
            number = numbers.get(row.id, "")
            if all(word in said or word in number.casefold() for word in wanted):
                ends = f"{row.a.rack_label} – {row.b.rack_label}"
                note = " · ".join(filter(None, (ends, row.kind or "", row.part or "")))
                name = f"{number}  {row.a.device} port {row.a.port} – {row.b.device} port {row.b.port}"
                yield Listed(CABLE(row.id), name, note)


def _with_text(some: Listed) -> tuple[str, Listed]:
    return f"{some.name} {some.note}".casefold(), some


def _matching(some: Iterable[tuple[str, Listed]], wanted: Sequence[str]) -> Iterator[Listed]:
    """Return the elements that contain all words, those that begin with the first word first."""
    later: list[Listed] = []
    for said, listed in some:
        if all(word in said for word in wanted):
            if not wanted or said.startswith(wanted[0]):
                yield listed
            elif len(later) < MOST:
                later.append(listed)
    yield from islice(later, MOST)


MENU_ROWS = (
    ("select-block",),
    ("cut", "paste", "duplicate", "repeat"),
    ("align-rows", "align-left", "align-fronts", "distribute"),
    ("turn-around", "turn-quarter", "face-rows"),
    ("optimise",),
    ("fail", "mend"),
    ("fit", "fit-all"),
    ("delete",),
)
"""Actions of the menus, in groups."""
VIEWS = {
    "topology": "Show in topology",
    "floor": "Show on the floor",
    "racks": "Show in racks",
    "cables": "Show in cables",
}


def element_menu(view: Workspace, here: str, element: Ref | None) -> QMenu:
    """The actions for the selection of a view, and the other views that show it."""
    menu = QMenu(view)
    for row in MENU_ROWS:
        menu.addSeparator()
        for what in row:
            if (what == "fit" and not view.session.selection) or not view.can(what):
                continue
            _add(menu, BY_ID[what].row).triggered.connect(lambda _=False, what=what: view.perform(what))
        if row is MENU_ROWS[0] and element is not None:
            menu.addSeparator()
            for name in row_of(element).shown_in(view.session, element.id):
                if name != here:
                    _add(menu, VIEWS[name]).triggered.connect(
                        lambda _=False, name=name: view.asked_for.emit(name)
                    )
    return menu


def _add(menu: QMenu, text: str) -> QAction:
    return menu.addAction(menu_text(text))
