"""Elements of a room on the clipboard: cut, copy, paste, duplicate, repeat and select all."""

from collections.abc import Callable, Sequence

import msgspec
from msgspec.structs import replace
from PySide6.QtWidgets import QDialog, QFormLayout, QLineEdit, QVBoxLayout, QWidget

from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import counted
from fatdesk.gui.desk import Desk
from fatdesk.gui.inspector.typed import metres_in_field, millimetres
from fatdesk.gui.session.session import Session
from fatdesk.gui.views.workspace import Handler
from fatdesk.gui.widgets.plain_text import DialogButtons, clipboard_data, error_line, label, put_data
from fatdesk.project.commands import Batch, Command, RefusedError
from fatdesk.project.commands.copying import (
    Chosen,
    Clip,
    Repeat,
    ReservedIn,
    at_or_beside,
    beside,
    clip_of,
    reserved_in,
    steps_of,
)
from fatdesk.project.commands.racks import Reserve
from fatdesk.project.document.project import Project
from fatdesk.project.document.ref import (
    AISLE,
    COLUMN,
    DOOR,
    RACK,
    RESERVATION,
    TRAY,
    WALL,
    Ref,
    ReservedAt,
)

FORMAT = "application/x-fatdesk-room"
"""Type of the data on the clipboard; other windows of the program can paste it."""
COPIED = (RACK, TRAY, COLUMN, WALL, DOOR, RESERVATION)
CLIPBOARD = frozenset({"cut", "paste", "duplicate", "repeat", "select-all"})
"""Actions that it performs."""
CHOOSE = "Select racks, trays, obstacles, walls, doors or reserved units first."
NOTHING = "There is nothing to paste. Copy racks, trays, obstacles, walls, doors or reserved units first."
WHERE = "Select the racks in which to reserve these units."


def chosen_in(session: Session) -> Chosen:
    """The selected elements that can be copied."""
    chosen = session.selection
    return Chosen(
        racks=tuple(RACK.ids(chosen)),
        trays=tuple(TRAY.ids(chosen)),
        columns=tuple(COLUMN.ids(chosen)),
        walls=tuple(WALL.ids(chosen)),
        doors=tuple(DOOR.ids(chosen)),
        reservations=tuple(ReservedIn(rack=at.rack, u=at.u) for at in RESERVATION.ids(chosen)),
    )


def clip_on_clipboard() -> Clip | None:
    """The elements that were copied; None: there are none."""
    data = clipboard_data(FORMAT)
    if not data:
        return None
    try:
        return msgspec.json.decode(data, type=Clip)
    except (msgspec.MsgspecError, FatdeskError, RecursionError):  # another program, or another version
        return None


class RoomClipboard:
    """The clipboard actions of a drawing of the room.

    Parameters
    ----------
    view
        The workspace, parent of dialogs.
    delete
        Removes the selection of the drawing as one step.
    pointed
        The point of the floor under the pointer, in millimetres; None: it is elsewhere.
    everything
        All elements of the kind that is selected, or of the usual kind.
    snapped
        The corner for a rack of a clip that is put at a point, as racks snap there.
    """

    def __init__(
        self,
        view: QWidget,
        desk: Desk,
        delete: Callable[[], object],
        everything: Callable[[], Sequence[Ref]],
        pointed: Callable[[], tuple[float, float] | None] = lambda: None,
        snapped: Callable[[Clip, float, float], tuple[float, float]] = lambda clip, x, y: (x, y),
    ) -> None:
        self._view, self._desk, self._session = view, desk, desk.session
        self._delete, self._everything, self._pointed, self._snapped = delete, everything, pointed, snapped

    def handlers(self) -> dict[str, Handler]:
        """The actions, with why they are not possible now."""
        return {
            "cut": Handler(self.cut, self._nothing_chosen),
            "paste": Handler(self.paste, self._nothing_copied),
            "duplicate": Handler(self.duplicate, self._nothing_chosen),
            "repeat": Handler(self.repeat, self._nothing_chosen),
            "select-all": Handler(self.select_all),
        }

    def _nothing_chosen(self) -> str:
        return "" if any(element.kind in COPIED for element in self._session.selection) else CHOOSE

    def _nothing_copied(self) -> str:
        clip = clip_on_clipboard()
        return NOTHING if clip is None or clip.is_empty else ""

    # Copy and cut

    def copy(self) -> bool:
        """Put the selected elements on the clipboard, with the table that is there; False: there are none."""
        if self._nothing_chosen():
            return False
        clip = clip_of(self._session.project, chosen_in(self._session))
        put_data(FORMAT, msgspec.json.encode(clip))
        self._session.said.emit(f"Copied {clip.name}, and the rows of the table.")
        return True

    def cut(self) -> None:
        """Copy the selection, then remove it; what cannot be removed stays, and nothing is copied."""
        session = self._session
        clip, before = clip_of(session.project, chosen_in(session)), session.project
        self._delete()
        if session.project is not before:
            put_data(FORMAT, msgspec.json.encode(clip), clip.name)
            session.said.emit(f"Cut {clip.name}.")

    # Paste

    def paste(self) -> None:
        """Add what was copied: at the pointer if there is room, or else next to where it was."""
        clip, session = clip_on_clipboard(), self._session
        if clip is None or clip.is_empty:
            session.said.emit(NOTHING)
            return
        if not clip.is_on_floor:
            racks = sorted(
                {*RACK.ids(session.selection), *(at.rack for at in RESERVATION.ids(session.selection))}
            )
            if not racks:
                session.said.emit(WHERE)
                return
            self._do(f"Paste {clip.name}", lambda _: reserved_in(clip, racks))
            return
        at, bounds = self._pointed(), clip.bounds
        if at is None or bounds is None:
            self._do(f"Paste {clip.name}", lambda project: beside(project, clip))
            return
        x, y = at[0] - (bounds[2] - bounds[0]) / 2, at[1] - (bounds[3] - bounds[1]) / 2
        left, near = self._snapped(clip, x, y)
        shift = (round(left - bounds[0], 3), round(near - bounds[1], 3))
        self._do(f"Paste {clip.name}", lambda project: at_or_beside(project, clip, *shift))

    def duplicate(self) -> None:
        """Copy the selection to the next free place to its right."""
        session = self._session
        chosen = chosen_in(session)
        clip = clip_of(session.project, chosen)
        if clip.is_on_floor:
            alone = replace(clip, reserved=())
            self._do(f"Duplicate {clip.name}", lambda project: beside(project, alone))
            return
        self._duplicate_reserved(chosen)

    def _duplicate_reserved(self, chosen: Chosen) -> None:
        """Reserve as many units again, above those that are selected."""

        def commands(project: Project) -> tuple[Command, ...]:
            made: list[Command] = []
            for some in chosen.reservations:
                clip = clip_of(project, Chosen(reservations=(some,)))
                made.append(_next_free(project, some.rack, clip))
                project = made[-1].apply(project)
            return tuple(made)

        self._do(f"Duplicate {counted(len(chosen.reservations), 'reservation')}", commands)

    def repeat(self) -> None:
        """Ask how often and how far apart, and repeat the selection."""
        dialog = RepeatDialog(self._desk, chosen_in(self._session), self._view)
        dialog.exec()
        dialog.deleteLater()

    def select_all(self) -> None:
        """Select all elements of the kind that is selected, or of the usual kind."""
        found = self._everything()
        self._session.select(found)
        if not found:
            self._session.said.emit("There is nothing to select.")

    def _do(self, name: str, make: Callable[[Project], Sequence[Command]]) -> None:
        """Do commands as one step, and select what they added; or state why they are refused."""
        session, before = self._session, self._session.project
        try:
            commands = tuple(make(before))
        except RefusedError as error:
            session.said.emit(f"{error.why[:1].upper()}{error.why[1:]}.")
            return
        if session.do(Batch(name=name, commands=commands)):
            session.select(added_to(before, session.project))


def _next_free(project: Project, rack: int, clip: Clip) -> Reserve:
    """Reserve units of a clip above where they are, or the first free ones of the rack."""
    kept, reason = clip.reserved[0], None
    for u in (*range(kept.u + kept.height_u, 101), *range(1, kept.u)):
        command = Reserve(rack=rack, u=u, height_u=kept.height_u, note=kept.note)
        try:
            command.apply(project)
        except RefusedError as error:
            reason = reason or error
        else:
            return command
    assert reason is not None  # every place was refused
    raise reason


def added_to(before: Project, after: Project) -> list[Ref]:
    """The elements of a room that were added."""
    old, new = before.floor, after.floor
    numbers, ids = {rack.number for rack in old.racks}, {tray.id for tray in old.trays}
    reserved = {(rack.number, kept.u) for rack in old.racks for kept in rack.reserved}
    found = [RACK(rack.number) for rack in new.racks if rack.number not in numbers]
    found += [TRAY(tray.id) for tray in new.trays if tray.id not in ids]
    found += [COLUMN(number) for number in range(len(old.columns), len(new.columns))]
    found += [WALL(number) for number in range(len(old.walls), len(new.walls))]
    found += [DOOR(number) for number in range(len(old.doors), len(new.doors))]
    if found:
        return found
    return [
        RESERVATION(ReservedAt(rack.number, kept.u))
        for rack in new.racks
        for kept in rack.reserved
        if (rack.number, kept.u) not in reserved
    ]


def all_alike(chosen: Sequence[Ref], everything: Sequence[Ref], usual: object) -> list[Ref]:
    """All elements of the one kind that is selected; of the usual kind where none or several are."""
    kinds = {element.kind for element in chosen} - {AISLE}
    kind = kinds.pop() if len(kinds) == 1 else usual
    return [element for element in everything if element.kind is kind]


class RepeatDialog(QDialog):
    """Number of copies and their distances; the command is done when it is accepted."""

    def __init__(self, desk: Desk, chosen: Chosen, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._chosen, self._units = desk.session, chosen, desk
        theme, px = desk.theme, desk.theme.px
        clip = clip_of(desk.session.project, chosen)
        self.setWindowTitle("Repeat")
        self.setObjectName("repeat-dialog")
        column = QVBoxLayout(self)
        column.setContentsMargins(px(18), px(16), px(18), px(14))
        column.setSpacing(px(10))
        head = label(f"Repeat {clip.name}")
        head.setFont(theme.strong(15))
        column.addWidget(head)
        form = QFormLayout()
        form.setHorizontalSpacing(px(16))
        column.addLayout(form)
        dx, dy = steps_of(desk.session.project, clip)
        self.fields: dict[str, QLineEdit] = {}
        rows = [("right", "Copies to the right", "1")]
        if clip.is_on_floor:
            rows += [
                ("down", "Rows of copies below", "0"),
                ("dx", "Distance to the right, m", metres_in_field(dx)),
                ("dy", "Distance down, m", metres_in_field(dy)),
            ]
        for name, words, text in rows:
            field = QLineEdit(text)
            field.setObjectName(f"repeat-{name}")
            field.setAccessibleName(words)
            form.addRow(words, field)
            self.fields[name] = field
        note = "Copies of racks are empty: each device exists once. Reserved units are copied."
        if clip.racks:
            column.addWidget(label(note, "text2"))
        self.error = error_line()
        column.addWidget(self.error)
        column.addWidget(DialogButtons(self, self._take, "Repeat"))
        self.fields["right"].selectAll()

    def _take(self) -> None:
        """Do it, or show why not."""
        session = self._session
        try:
            numbers = {
                name: _count(self.fields[name].text()) if name in self.fields else 0
                for name in ("right", "down")
            }
            far = {
                name: millimetres(self.fields[name].text()) if name in self.fields else None
                for name in ("dx", "dy")
            }
            command = Repeat(chosen=self._chosen, **numbers, dx_mm=far["dx"], dy_mm=far["dy"])
            command.apply(session.project)
        except FatdeskError as error:
            why = getattr(error, "why", "") or str(error)
            self.error.setText(f"{why[:1].upper()}{why[1:]}.")
            self.error.show()
            return
        before = session.project
        if session.do(command):
            session.select(added_to(before, session.project))
        self.accept()


def _count(text: str) -> int:
    if not text.strip().isdecimal() or len(text.strip()) > 5:
        raise FatdeskError(f"“{text}” is not a number of copies: type 0 or more")
    return int(text)
