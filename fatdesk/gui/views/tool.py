"""The protocol of tools that mouse and keys follow in drawings, of handles to drag, and trials of a drag."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from fatdesk.core.progress import Progress
from fatdesk.engine.floor.floor import Tray
from fatdesk.gui.session.background_tasks import BackgroundTask, background_tasks_of
from fatdesk.gui.session.session import Session, Trial, accepted
from fatdesk.project.commands import Command
from fatdesk.project.derived.trials import Tried
from fatdesk.project.document.ref import Ref

Keys = Qt.KeyboardModifier
"""Modifier keys that are held."""
ALT, CTRL, SHIFT = Keys.AltModifier, Keys.ControlModifier, Keys.ShiftModifier
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


def arrow_steps(event: QKeyEvent) -> tuple[int, int] | None:
    """Steps along x and y of an arrow key, ten with Shift; None: another key."""
    key = Qt.Key(event.key())
    if key not in ARROWS:
        return None
    times = 10 if event.modifiers() & SHIFT else 1
    dx, dy = ARROWS[key]
    return dx * times, dy * times


class Surface(Protocol):
    """The drawing that a tool works on."""

    session: Session
    modifiers: Keys
    """Modifier keys held now."""
    pressed: bool
    """Whether the left button is down."""

    @property
    def tool(self) -> "Tool[Any]":
        """The tool in use."""

    def viewport(self) -> QWidget:
        """The widget that is painted on."""


C = TypeVar("C", bound=Surface)


class Tool(Generic[C]):
    """A way to use mouse and keys in a drawing; what a tool does not need stays as it is here.

    Points are in pixels. A canvas always has one tool in use: its pointer, which selects and drags, or one
    that draws, places or measures. The canvas itself pans, zooms and fits.
    """

    name = ""
    hint = ""
    """A line about the use of the tool."""
    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, canvas: C) -> None:
        self.canvas = canvas
        self.trial: Trial | None = None
        """The effect of what the tool is about to do."""

    def begin(self) -> None:
        """Prepare for use."""

    def leave(self) -> None:
        """Drop what was begun: another tool is taken, or the drawing is hidden."""

    def project_changed(self) -> None:
        """Follow a change of the project."""

    def away(self) -> None:
        """The pointer leaves the drawing."""

    def press(self, at: QPointF) -> None:
        """The left button goes down."""

    def move(self, at: QPointF) -> None:
        """The pointer moves, with or without the button, or modifier keys change."""

    def release(self, at: QPointF) -> None:
        """The left button goes up."""

    def double(self, at: QPointF) -> None:
        """The second of two quick clicks."""
        self.press(at)

    def key(self, event: QKeyEvent) -> bool:
        """Handle a key; return whether it was one of the tool."""
        return False

    def cancel(self) -> bool:
        """Drop what was begun; return False if nothing was, then Esc ends the use of the tool."""
        return False

    def draw(self, painter: QPainter) -> None:
        """Draw what the tool is about to do."""

    def redraw(self) -> None:
        """Draw again."""
        self.canvas.viewport().update()

    def try_out(self, command: Command | None) -> None:
        """Work out the effect of a command, and show it in the status line; None: there is none."""
        session = self.canvas.session
        before, self.trial = self.trial, None if command is None else session.trial(command)
        if self.trial is not None or before is not None:
            session.trying.emit(self.trial)
        self.redraw()

    @property
    def refused(self) -> bool:
        """Whether what the tool is about to do is not possible."""
        return self.trial is not None and self.trial.figures is None

    def show_cursor(self) -> None:
        """Show by the cursor whether a click is possible."""
        if self.canvas.tool is self:
            shape = Qt.CursorShape.ForbiddenCursor if self.refused else self.cursor
            self.canvas.viewport().setCursor(shape)


class Ghost:
    """The look of a drop: boxes with texts, trays, and lines with their width, in units of the drawing."""

    def __init__(
        self,
        boxes: Sequence[tuple[QRectF, str]] = (),
        trays: Sequence[Tray] = (),
        lines: Sequence[tuple[Sequence[tuple[float, float]], float]] = (),
    ) -> None:
        self.boxes, self.trays, self.lines = list(boxes), list(trays), list(lines)


P = TypeVar("P")


class Handle(Generic[P]):
    """A grabbed part of an element, or all of it: its possible places, and the command that moves it to one.

    A place is a value of a type of its own for each kind of handle.
    """

    lifted: frozenset[int] = frozenset()
    """Numbers of the racks that go with it."""

    def before(self) -> QRectF | None:
        """The box that it leaves, from which distances are drawn; None: none are."""
        return None

    def anchor(self) -> QPointF:
        """The point that keeps its distance to the pointer."""
        raise NotImplementedError

    def place(self, at: QPointF, keys: Keys, radius: float) -> P:
        """The place for the anchor: snapped within a radius, as the modifier keys say."""
        raise NotImplementedError

    def step(self, dx: int, dy: int) -> P | None:
        """The place some steps away; None: there is none."""
        raise NotImplementedError

    def command(self, place: P) -> Command | None:
        """The command that moves it to a place; None: it is there."""
        raise NotImplementedError

    def ghost(self, place: P) -> Ghost:
        """Its look at a place."""
        raise NotImplementedError

    def title(self, place: P) -> str:
        """The first line of the card: the effect of a drop at a place."""
        raise NotImplementedError

    def advice(self, place: P) -> str:
        """A possible alternative to a place that is refused."""
        return ""

    def hint(self, place: P) -> str:
        """The last line of the card: how a place can be chosen that the pointer alone does not reach."""
        return ""


@dataclass
class Drag:
    """A drag: the handle, where it was grabbed, and the effect of its present place."""

    element: Ref
    handle: Handle[Any]
    start: QPointF
    """The point where the button went down, in pixels."""
    offset: QPointF
    """From the anchor to the pointer, in units of the drawing."""
    moving: bool = False
    place: Any = None
    command: Command | None = None
    trial: Trial | None = None
    """The effect of the present place; None: it is being worked out."""
    known: dict[Any, tuple[Command | None, Trial | None]] = field(default_factory=dict)
    begun: dict[Any, Callable[[], Tried]] = field(default_factory=dict)
    """Functions that work out the effects of places that are not known yet."""

    @property
    def ghost(self) -> Ghost | None:
        """The look of a drop here; None: nothing moves yet."""
        return self.handle.ghost(self.place) if self.moving and self.place is not None else None

    @property
    def refused(self) -> bool:
        """Whether a drop here is not possible."""
        return self.trial is not None and self.trial.figures is None


@dataclass
class Band:
    """A rectangle drawn around what is to be selected, in pixels."""

    start: QPointF
    stop: QPointF
    more: bool
    """Whether it adds to the selection."""

    @property
    def rect(self) -> QRectF:
        """The rectangle, whichever corner it was begun at."""
        return QRectF(self.start, self.stop).normalized()


TITLE = "Figures of a drag"


class DragTrials:
    """Works out the effect of each place of drags once.

    Parameters
    ----------
    arrived
        Called when the effect of the present place of a drag has arrived from another thread.
    """

    def __init__(self, session: Session, arrived: Callable[[Drag], object]) -> None:
        self._session, self._arrived = session, arrived
        self._task: BackgroundTask | None = None
        self._drag: Drag | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether an effect is being worked out."""
        return self._task is not None

    def put(self, drag: Drag, place: Any) -> None:
        """Move a drag to a place; its trial is None while the effect there is worked out."""
        session, self._drag = self._session, drag
        if place not in drag.known:
            command = drag.handle.command(place)
            found = Trial(session.figures, "") if command is None else session.begin_trial(command)
            if isinstance(found, Trial):
                drag.known[place] = command, found
            else:
                drag.known[place], drag.begun[place] = (command, None), found
        drag.place = place
        drag.command, drag.trial = drag.known[place]
        self._go_on()

    def _go_on(self) -> None:
        """Work out the effect of the present place, unless another is being worked out."""
        drag = self._drag
        if drag is None or drag.trial is not None or self._task is not None or drag.place not in drag.begun:
            return
        place = drag.place
        self._task = background_tasks_of(self._session).start_thread(
            TITLE,
            partial(_work_out, drag.begun.pop(place)),
            done=lambda tried: self._came(drag, place, accepted(tried)),
            failed=lambda text: self._came(drag, place, Trial(None, text)),
        )

    def _came(self, drag: Drag, place: Any, trial: Trial) -> None:
        """Keep an effect that has arrived, and go on with the place where the drag is now."""
        self._task = None
        drag.known[place] = drag.known[place][0], trial
        if drag is self._drag and drag.place == place:
            drag.trial = trial
            self._arrived(drag)
        self._go_on()

    def end(self) -> None:
        """The drag is over: what arrives later is of no use."""
        self._drag = None


def _work_out(trial: Callable[[], Tried], progress: Progress) -> Tried:
    """Work a trial out; it is too short to report progress."""
    return trial()
