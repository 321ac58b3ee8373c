"""Nodes of the project tree; children are created on first use."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import PurePath

from fatdesk.core.number_text import counted
from fatdesk.core.schema import field_at
from fatdesk.engine.drawing.charts.catalog_points import family_title
from fatdesk.engine.floor.floor import Rack, letters, rack_label
from fatdesk.engine.floor.room import Area
from fatdesk.gui.analysis.study_kinds import FAULT_STUDIES, SCHEDULE_STUDIES, SIMULATIONS, StudyKind
from fatdesk.gui.documents.document import DOCUMENTS, GROUPS
from fatdesk.gui.inspector.kinds import row_of
from fatdesk.gui.panels.findings_panel import Worst, places_of
from fatdesk.gui.session.session import Session
from fatdesk.gui.session.study_results import AnyStudy
from fatdesk.gui.widgets.numbers import sides_text
from fatdesk.project.commands import Command
from fatdesk.project.commands.project import Rename
from fatdesk.project.document.project import FabricDecision
from fatdesk.project.document.ref import (
    COLUMN,
    DEVICE,
    DOCUMENT,
    DOOR,
    FABRIC,
    FEED,
    JOB,
    PART,
    PLAN,
    RACK,
    ROUTE,
    STUDY,
    TRAY,
    WALL,
    ZONE,
    Ref,
)


def _none() -> "list[Node]":
    return []


@dataclass(eq=False)
class Node:
    """A node of the tree.

    Attributes
    ----------
    key
        Unique key that survives edits; for an element its reference.
    refs
        Returns the elements that a click selects.
    home
        The workspace that shows it.
    renaming
        Returns the command that renames it; None if it has no name.
    remove
        The command that deletes it; None if it cannot be deleted here.
    """

    key: Hashable
    title: str
    note: str = ""
    icon: str = ""
    tone: str = "text"
    refs: Callable[[], Sequence[Ref]] = tuple
    home: str = ""
    renaming: Callable[[str], Command] | None = None
    remove: Callable[[], Command] | None = None
    worst: Worst | None = None
    make: Callable[[], "list[Node]"] = _none
    parent: "Node | None" = field(default=None, repr=False)
    row: int = 0

    @cached_property
    def children(self) -> "list[Node]":
        """The child nodes."""
        made = self.make()
        for row, node in enumerate(made):
            node.parent, node.row = self, row
        return made

    @property
    def has_children(self) -> bool:
        """Whether there are children, without creating them."""
        return bool(self.children) if self.make is not _none else False


def _worst(some: Iterable[Worst | None]) -> Worst | None:
    return min((one for one in some if one is not None), default=None)


def project_nodes(session: Session) -> Node:
    """Return the invisible root with the sections of a project."""
    project = session.project
    name = project.name or "Unnamed"
    return Node(
        "",
        "",
        make=lambda: [
            Node("project", name, icon="part", home="floor", renaming=lambda text: Rename(name=text)),
            Node("hosts", "Hosts", icon="host", make=partial(_hosts, session)),
            Node("fabrics", "Fabrics", icon="switch", make=partial(_fabrics, session)),
            _room(session),
            *_references(session),
            Node("studies", "Studies", icon="topology", home="simulation", make=partial(_studies, session)),
            Node(
                "documents",
                "Documents",
                icon="documents",
                home="documents",
                make=partial(_documents, session),
            ),
        ],
    )


def _element(
    session: Session,
    ref: Ref,
    title: str,
    note: str = "",
    icon: str = "",
    tone: str = "text",
    home: str = "",
) -> Node:
    """Return the node of an element, with the commands of its kind."""
    row, found = row_of(ref), ref.id
    return Node(
        ref,
        title,
        note,
        icon=icon,
        tone=tone,
        refs=partial(list, [ref]),
        home=home or row.home,
        renaming=None if row.rename is None else partial(row.rename, found),
        remove=None if row.remove is None else partial(row.remove, found),
        worst=places_of(session).worst.get(ref),
    )


def _hosts(session: Session) -> list[Node]:
    places = places_of(session)
    return [
        Node(
            ("hosts", group.name),
            f"{group.name} · {group.part}",
            f"{group.count:,}",
            refs=lambda group=group: [  # type: ignore[misc]
                DEVICE(f"{group.name}/{number}") for number in range(1, group.count + 1)
            ],
            home="racks",
            worst=_worst([places.by_name.get(group.name), places.worst.get(PART(group.part))]),
        )
        for group in session.project.hosts
    ]


def _family(fabric: FabricDecision) -> str:
    if fabric.design is None and fabric.as_built is not None:
        return f"{family_title(fabric.as_built.family)}, as built"
    return family_title(fabric.design.family) if fabric.design else "no design yet"


def _fabrics(session: Session) -> list[Node]:
    places = places_of(session)
    return [
        Node(
            FABRIC(fabric.requirement.name),
            f"{fabric.requirement.name} · {_family(fabric)}",
            refs=partial(_switches, session, fabric.requirement.name, ""),
            home="topology",
            worst=places.by_name.get(fabric.requirement.name),
            make=partial(_parts, session, fabric),
        )
        for fabric in session.project.fabrics
    ]


def _switches(session: Session, fabric: str, role: str) -> list[Ref]:
    start = f"{fabric}/{role}/" if role else f"{fabric}/"
    return [DEVICE(device) for device in session.derived.device_names if device.startswith(start)]


def _parts(session: Session, fabric: FabricDecision) -> list[Node]:
    name, places = fabric.requirement.name, places_of(session)
    return [
        Node(
            (FABRIC(name), use.role, use.part),
            f"{use.role} · {use.part}",
            f"{use.count:,}",
            refs=partial(_switches, session, name, use.role),
            home="topology",
            worst=places.worst.get(PART(use.part)),
        )
        for use in fabric.parts
    ]


def _references(session: Session) -> list[Node]:
    """Return the section of reference networks, if the project has any."""
    networks = session.project.studies

    def make() -> list[Node]:
        return [_element(session, STUDY(one.name), one.name, one.spec.partition(":")[2]) for one in networks]

    title = "Reference networks"
    return [Node("references", title, icon="topology", home="topology", make=make)] if networks else []


def _studies(session: Session) -> list[Node]:
    """Return the studies of simulations, faults and schedules."""
    return [
        *_studies_of(session, SIMULATIONS),
        *_studies_of(session, FAULT_STUDIES),
        *_studies_of(session, SCHEDULE_STUDIES),
    ]


def _studies_of(session: Session, kind: StudyKind[AnyStudy]) -> list[Node]:
    """Return the studies of a kind."""
    return [
        _element(
            session,
            kind.study(study.name),
            study.name,
            counted(len(study.networks), "network"),
            icon=row_of(kind.study(study.name)).icon,
        )
        for study in kind.held(session)
    ]


def _room(session: Session) -> Node:
    places, floor = places_of(session), session.project.floor
    refs = [RACK(rack.number) for rack in floor.racks]
    refs += [TRAY(tray.id) for tray in floor.trays]
    worst = _worst(places.worst.get(ref) for ref in refs)
    return Node("room", "Room", icon="floor", home="floor", worst=worst, make=partial(_rows, session))


def _rows(session: Session) -> list[Node]:
    places, rows = places_of(session), defaultdict(list)
    for rack in session.project.floor.racks:
        rows[rack.row].append(rack)
    made = []
    for row, racks in sorted(rows.items()):
        racks.sort(key=lambda rack: (rack.position, rack.number))
        refs = [RACK(rack.number) for rack in racks]
        made.append(
            Node(
                ("row", row),
                f"Row {letters(row)}",
                counted(len(racks), "rack"),
                refs=partial(list, refs),
                home="floor",
                worst=_worst(places.worst.get(ref) for ref in refs),
                make=partial(_racks, session, racks),
            )
        )
    trays = [TRAY(tray.id) for tray in session.project.floor.trays]
    if trays:
        made.append(
            Node(
                "trays",
                "Trays",
                f"{len(trays):,}",
                refs=partial(list, trays),
                home="floor",
                worst=_worst(places.worst.get(ref) for ref in trays),
                make=partial(_trays, session),
            )
        )
    return [*made, *_building(session), *_failure_groups(session)]


def _building(session: Session) -> list[Node]:
    """Return the nodes of walls, doors, obstacles and the building plan, as far as there are any."""
    floor, made = session.project.floor, []
    groups: tuple[tuple[str, str, list[tuple[Ref, str, str]]], ...] = (
        (
            "walls",
            "Walls",
            [
                (WALL(n), wall.name or f"Wall {n + 1}", counted(len(wall.points_mm), "point"))
                for n, wall in enumerate(floor.walls)
            ],
        ),
        (
            "doors",
            "Doors",
            [
                (DOOR(n), door.name or f"Door {n + 1}", f"{door.width_mm / 1000:.2f} m")
                for n, door in enumerate(floor.doors)
            ],
        ),
        (
            "columns",
            "Obstacles",
            [
                (COLUMN(n), area.name or f"Obstacle {n + 1}", field_at(Area, "kind").write(area.kind))
                for n, area in enumerate(floor.columns)
            ],
        ),
    )
    for key, title, found in groups:
        if found:
            made.append(
                Node(
                    key,
                    title,
                    f"{len(found):,}",
                    refs=partial(list, [ref for ref, _, _ in found]),
                    home="floor",
                    make=partial(lambda some: [_element(session, *one) for one in some], found),
                )
            )
    if floor.plan.underlay is not None:
        file = PurePath(floor.plan.underlay.file).name
        made.append(_element(session, PLAN("plan"), "Building plan", file))
    return made


def _failure_groups(session: Session) -> list[Node]:
    """Return the nodes of power feeds, and of zones and route rules if any."""
    floor = session.project.floor
    feeds = [
        _element(session, FEED(feed.name), feed.name, counted(len(feed.racks), "rack"))
        for feed in floor.feeds
    ]
    zones = [
        _element(session, ZONE(zone.name), zone.name, sides_text(zone.width_m, zone.depth_m, 1))
        for zone in floor.zones
    ]
    made = [
        Node(
            "feeds",
            "Power feeds",
            f"{len(feeds):,}" if feeds else "none",
            home="floor",
            make=lambda: feeds,
        )
    ]
    if zones:
        made.append(Node("zones", "Zones", f"{len(zones):,}", home="floor", make=lambda: zones))
    routes = [
        _element(session, ROUTE(rule.name), rule.name, counted(len(rule.between), "pair"))
        for rule in floor.routes
    ]
    if routes:
        made.append(Node("routes", "Route rules", f"{len(routes):,}", home="floor", make=lambda: routes))
    return made


def _racks(session: Session, racks: Sequence[Rack]) -> list[Node]:
    made = []
    for rack in racks:
        empty = not rack.devices and not rack.reserved
        note, tone = ("empty", "text3") if empty else ("", "text")
        made.append(_element(session, RACK(rack.number), rack_label(rack), note, tone=tone, home="racks"))
    return made


def _trays(session: Session) -> list[Node]:
    filling, made = session.derived.filling.worst, []
    for tray in session.project.floor.trays:
        fill, bound = filling.get(tray.id, (0.0, False))
        note = f"{'≥ ' if bound else ''}{fill * 100:.0f} %"
        made.append(_element(session, TRAY(tray.id), tray.id, note))
    return made


def _documents(session: Session) -> list[Node]:
    """Return the export jobs, then the documents by group."""
    return [
        _element(session, JOB(job.name), job.name, f"{len(job.documents):,}") for job in session.project.jobs
    ] + [
        Node(
            ("documents", kind),
            title,
            home="documents",
            make=partial(
                list,
                [
                    Node(DOCUMENT(some.name), some.name, home="documents")
                    for some in DOCUMENTS
                    if some.kind == kind
                ],
            ),
        )
        for kind, title in GROUPS.items()
    ]


def matching(node: Node, text: str) -> Node:
    """Return the tree of the nodes whose title contains a text, with their ancestors."""
    wanted = text.casefold()

    def kept(some: Node) -> Node | None:
        below = [found for child in some.children if (found := kept(child)) is not None]
        if wanted not in some.title.casefold() and not below:
            return None
        copy = Node(**{name: getattr(some, name) for name in _KEPT})
        if below:
            copy.make = partial(list, below)
        elif some.children and wanted in some.title.casefold():
            copy.make = some.make
        return copy

    found = [kept_one for child in node.children if (kept_one := kept(child)) is not None]
    return Node("", "", make=partial(list, found))


_KEPT = ("key", "title", "note", "icon", "tone", "refs", "home", "renaming", "remove", "worst")
