"""Fifth page: the room and cabling rules at the left, their result at the right."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from fatdesk.core.formats.yaml_events import Place
from fatdesk.core.number_text import counted
from fatdesk.core.schema import fields_of
from fatdesk.engine.catalog.parts import Cable, Part, RackPart
from fatdesk.engine.floor.checks import unused_aisles
from fatdesk.engine.floor.feeds import PowerFeeds
from fatdesk.engine.floor.room_grid import RoomGrid
from fatdesk.engine.rules.profiles import shipped_profiles
from fatdesk.engine.rules.rules import DEFAULT
from fatdesk.gui.floor.canvas import FloorLook
from fatdesk.gui.requirements.fields import Choice, Field, Form, decided
from fatdesk.gui.requirements.pages import Making, Page, grid
from fatdesk.gui.requirements.rack_fields import CoreAtField, RackField
from fatdesk.gui.widgets.plain_text import label, set_tone

SOON_MS = 350
"""Milliseconds without typing before the room is furnished again."""


ROOM = (
    "rows", "racks_per_row", "aisle_m", "rows_face", "cross_tray_every", "core_at", "core_groups",
    "switches_per_rack", "cables_per_rack", "improve_steps",
)  # fmt: skip
CABLING = (
    "slack_m", "depth", "tolerance", "excess_at", "minimise", "most_items", "lengths", "length_step_m",
    "bundle_cable", "profile", "fill_max", "apart", "tray_width_m", "tray_depth_m", "tray_above_rack_m",
    "panels", "panel_ends", "panels_between", "panel_racks", "panel_base", "trunk_fibres",
)  # fmt: skip


FLOOR = ("air_delta_k", "floor_kg_per_m2", "floor_point_kg")

OBSTACLE = ("x_m", "y_m", "width_m", "depth_m", "kind", "name")


def part_choices(parts: Sequence[Part]) -> list[tuple[str, str]]:
    """Parts to choose from, by id and name."""
    return [(part.id, f"{part.id}   {part.name}" if part.name else part.id) for part in parts]


def rack_choices(form: Form) -> list[tuple[str, str]]:
    """The racks of the parts in use, which folders that are added extend."""
    return part_choices(form.draft.catalog.of(RackPart))


def bundle_choices(form: Form) -> list[tuple[str, str]]:
    """No cable, and those of the parts in use that carry several links from switch to switch."""
    cables = form.draft.catalog.of(Cable)
    several = [cable for cable in cables if cable.links > 1 and cable.ends[0] == cable.ends[1]]
    return [("", "None"), *part_choices(several)]


def room_fields(form: Form) -> list[Field]:
    """The shape of the room."""
    editors = {"core_at": CoreAtField}
    return [
        decided(form, ("room", "rack"), choices=rack_choices(form)),
        decided(form, ("room", "policy")),
        *(decided(form, ("room", key), editors.get(key)) for key in ROOM),
    ]


def facility_fields(form: Form) -> list[Field]:
    """Power feeds of each rack, warming of the air, and what the floor carries."""
    feeds = [decided(form, ("room", "power", key)) for key in fields_of(PowerFeeds)]
    return [*feeds, *(decided(form, ("room", key)) for key in FLOOR)]


def grid_fields(form: Form) -> list[Field]:
    """Cells of the room; without any of them there is no grid."""
    return [decided(form, ("room", "grid", key)) for key in fields_of(RoomGrid)]


def cabling_fields(form: Form) -> list[Field]:
    """The rules of the cables."""
    profiles = [
        ("" if name == DEFAULT else name, profile.title) for name, profile in shipped_profiles().items()
    ]
    choices = {"profile": profiles, "bundle_cable": bundle_choices(form)}
    return [decided(form, ("cabling", key), choices=choices.get(key)) for key in CABLING]


class RoomPage(Page):
    """Each change furnishes the room again."""

    name, title = "room", "Room"
    meaning = "Positions of the racks, and how cables are measured. Everything can be moved by hand later."

    def __init__(self, making: Making) -> None:
        super().__init__(making)
        px = self.theme.px
        self.preview = making.preview
        body = QGridLayout()
        body.setContentsMargins(px(24), 0, 0, 0)
        body.setHorizontalSpacing(px(16))
        self.column.addLayout(body, 1)
        area = QScrollArea()
        area.setAccessibleName("Room and cables")
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFixedWidth(px(430))
        body.addWidget(area, 0, 0)
        form = QWidget()
        form.setProperty("role", "base")
        area.setWidget(form)
        column = QVBoxLayout(form)
        column.setContentsMargins(0, 0, px(10), px(12))
        column.setSpacing(px(8))
        rooms, cables = room_fields(making.form), cabling_fields(making.form)
        facility, cells = facility_fields(making.form), grid_fields(making.form)
        self._base = [*rooms, *facility, *cells, *cables]
        column.addLayout(grid(rooms, 2, px(14)))
        self._reserved = self._records(column, "Space kept free", "Reserve units", self._add_reserve)
        self._obstacles = self._records(column, "Obstacles", "Add obstacle", self._add_obstacle)
        column.addWidget(self._section("Power and floor"))
        column.addLayout(grid(facility, 2, px(14)))
        column.addWidget(self._section("Grid of the room"))
        column.addLayout(grid(cells, 2, px(14)))
        column.addWidget(self._section("Cables"))
        column.addLayout(grid(cables, 2, px(14)))
        column.addStretch(1)
        right = QVBoxLayout()
        right.setSpacing(px(4))
        self.stated = label("", "text2")
        self.stated.setObjectName("room-state")
        self.stated.setWordWrap(True)
        self.floor = FloorLook(making.desk, self.preview)
        right.addWidget(self.stated)
        right.addWidget(self.floor, 1)
        body.addLayout(right, 0, 1)
        body.setColumnStretch(1, 1)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SOON_MS)
        self._soon.timeout.connect(self._again)
        self.draft.changed.connect(self._changed)
        self.draft.reshaped.connect(self.rebuild)
        self.search.changed.connect(self.refresh)
        self.rebuild()

    def _section(self, text: str) -> QWidget:
        made = label(text)
        made.setFont(self.theme.strong(14))
        return made

    def _records(self, column: QVBoxLayout, title: str, words: str, add: Callable[[], None]) -> QVBoxLayout:
        """Add the section of a list with a button that appends to it; return the place of its rows."""
        column.addWidget(self._section(title))
        rows = QVBoxLayout()
        column.addLayout(rows)
        button = QPushButton(words)
        button.setObjectName(words.lower().replace(" ", "-"))
        button.clicked.connect(lambda _=False: add())
        column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        return rows

    def rebuild(self) -> None:
        """Show a row for each reservation and each obstacle of the draft, and offer the parts in use."""
        offered = {
            ("room", "rack"): rack_choices(self.making.form),
            ("cabling", "bundle_cable"): bundle_choices(self.making.form),
        }
        for field in self._base:
            if isinstance(field, Choice) and field.place in offered:
                field.offer(offered[field.place])
        for rows in (self._reserved, self._obstacles):
            while (item := rows.takeAt(0)) is not None:
                if (widget := item.widget()) is not None:
                    widget.hide()
                    widget.deleteLater()
        self.fields = [*self._base]
        form = self.making.form
        for number in range(len(self.draft.get("room", "reserve") or [])):
            place = ("room", "reserve", number)
            rack = decided(form, (*place, "rack"), RackField, meaning="Label or number, or all")
            kept = [rack, *(decided(form, (*place, key)) for key in ("height_u", "note"))]
            self._reserved.addWidget(self._row(place, kept, 3, f"reservation {number + 1}"))
        for number in range(len(self.draft.get("room", "columns") or [])):
            place = ("room", "columns", number)
            sides = [decided(form, (*place, key)) for key in OBSTACLE]
            self._obstacles.addWidget(self._row(place, sides, 2, f"obstacle {number + 1}"))

    def _row(self, place: tuple[str, str, int], fields: list[Field], columns: int, name: str) -> QWidget:
        """Return the row of one record, with a button that removes it."""
        self.fields += fields
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.addLayout(grid(fields, columns, self.theme.px(8)), 1)
        remove = QPushButton("Remove")
        remove.setProperty("kind", "link")
        remove.setObjectName(f"remove-{'-'.join(map(str, place))}")
        remove.setAccessibleName(f"Remove {name}")
        remove.clicked.connect(partial(self.draft.remove, place[:2], place[2]))
        line.addWidget(remove, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def _add_reserve(self) -> None:
        self.draft.add(("room", "reserve"), {"rack": "all", "height_u": "1"})
        number = len(self.draft.get("room", "reserve")) - 1
        self.point_to(("room", "reserve", number, "rack"))

    def _add_obstacle(self) -> None:
        """Add a pillar in front of the first row, and go to its first field."""
        self.draft.add(("room", "columns"), {"x_m": "0", "y_m": "-1", "width_m": "0.4", "depth_m": "0.4"})
        number = len(self.draft.get("room", "columns")) - 1
        self.point_to(("room", "columns", number, "x_m"))

    def begin(self) -> None:
        """Place what was chosen."""
        self._soon.stop()
        self._again()

    def _changed(self) -> None:
        if self.isVisible():
            self._soon.start()
        self.refresh()

    def _again(self) -> None:
        """The size of the room bears on what is possible: search, then place."""
        self.search.begin()
        self.search.changed.emit()

    def refresh(self) -> None:
        """Show what was placed, or why not."""
        search, answer = self.search, self.search.project_answer
        tone = "text2"
        if self.isVisible() and not search.candidates.is_busy and not self._soon.isActive():
            search.place()
        if self.draft.requirements is None:
            stated, tone = "Fix the fields marked in red first, here or on another page.", "error"
        elif search.candidates.is_busy or answer.is_busy or self._soon.isActive():
            stated = "Placing…"
            if not search.candidates.is_busy and not answer.is_busy:
                stated = self._placed() or stated
        elif not search.is_whole:
            stated, tone = "No design fits into this room with these requirements; see Candidates.", "error"
        elif answer.failed:
            stated, tone = answer.failed[0].upper() + answer.failed[1:], "error"
        else:
            stated = self._placed()
        self.stated.setText(stated)
        set_tone(self.stated, tone)

    def _placed(self) -> str:
        project = self.search.project
        if project is None:
            return ""
        racks = project.floor.racks
        rows = len({rack.row for rack in racks})
        used = sum(bool(rack.devices) for rack in racks)
        stated = f"{counted(len(racks), 'rack')} in {counted(rows, 'row')}, {used} of them used"
        stated = f"{stated}, {counted(len(project.floor.trays), 'tray')}."
        unused = unused_aisles(project.floor, project.wishes.room)
        return f"{stated} {unused[0].upper()}{unused[1:]}." if unused else stated

    def summary(self) -> str:
        """Racks and rows."""
        project = self.search.project
        if project is None:
            return ""
        racks = project.floor.racks
        rows = len({rack.row for rack in racks})
        part = project.floor.racks[0].part if racks else ""
        catalog = self.draft.catalog
        tall = f" of {catalog.rack(part).height_u} U" if part and catalog.find(part) is not None else ""
        return f"{counted(len(racks), 'rack')}{tall}, {counted(rows, 'row')}"

    @property
    def wrong(self) -> str:
        """A field, or a room that is too small."""
        typed = super().wrong
        if typed:
            return typed
        answer = self.search.project_answer
        if answer.is_busy or self.search.candidates.is_busy or self._soon.isActive():
            return "equipment is being placed"
        if not self.search.is_whole:
            return "no design fits into this room"
        return answer.failed or ("" if self.search.project is not None else "nothing is placed yet")

    def owns(self, place: Place) -> bool:
        """Room and cabling."""
        return place[:1] in {("room",), ("cabling",), ("explore",)}
