"""The tool that draws a cable tray point by point, with its effect, which is worked out in a thread."""

from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QTimer
from PySide6.QtGui import QPainter

from fatdesk.core.number_text import counted
from fatdesk.core.progress import Progress
from fatdesk.engine.floor.floor import Tray, rack_label
from fatdesk.gui.floor.handles import tray_length_m
from fatdesk.gui.floor.layers.marks import draw_way
from fatdesk.gui.floor.scene import Guides, Snap
from fatdesk.gui.floor.tools.tool import LineTool, ToolCanvas
from fatdesk.gui.session.background_tasks import BackgroundTask, background_tasks_of
from fatdesk.gui.session.session import Trial, accepted
from fatdesk.gui.views.drag_card import Line, figure_lines, is_wrong
from fatdesk.gui.widgets.numbers import length_text
from fatdesk.project.commands.room import AddTray
from fatdesk.project.derived.trials import Tried
from fatdesk.project.document.project import Project
from fatdesk.project.document.ref import TRAY

REST_MS = 40
"""The figures are worked out when the pointer rests for so long."""
MOST_NAMED = 4
UPDATING = "Updating…"
"""Above figures of an earlier point."""


class TrayTool(LineTool):
    """Clicks set points; Enter or a double click ends, Backspace takes a point back."""

    name = "tray"
    hint = (
        "Click to set points, double-click to finish. Shift: no snapping. Backspace removes the last point. "
        "Arrow keys move the cross, Enter sets a point."
    )

    def __init__(self, canvas: ToolCanvas) -> None:
        super().__init__(canvas)
        self.tried: Tray | None = None
        """The tray that the trial is of."""
        self._wanted: Tray | None = None
        """The tray whose trial was requested last."""
        self._task: BackgroundTask | None = None
        self.joins: list[str] = []
        self._rest = QTimer(canvas)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self.try_now)

    def guides_now(self) -> Guides:
        """Racks and other trays."""
        return self.canvas.scene.tray_guides(self.canvas.options.tile_mm)

    def leave(self) -> None:
        """Drop the drawing."""
        self._rest.stop()
        self.points, self.at = [], None
        self._forget()

    def _forget(self) -> None:
        if self.trial is not None:
            self.canvas.session.trying.emit(None)
        self.trial, self.tried, self._wanted, self.joins = None, None, None, []

    @property
    def is_known(self) -> bool:
        """Whether the figures are those of the tray as drawn, and not of an earlier point."""
        return self.trial is not None and self.tried == self.tray(with_hand=True)

    @property
    def is_waiting(self) -> bool:
        """Whether figures are being worked out."""
        return self._task is not None

    def project_changed(self) -> None:
        """Follow a change of the project: the figures are those of another one."""
        super().project_changed()
        self._forget()
        if self.points:
            self._rest.start()

    def tray(self, *, with_hand: bool) -> Tray | None:
        """The tray as drawn so far; ``with_hand``: with the current point as its end."""
        points = self.line(with_hand=with_hand)
        return replace(new_tray(self.canvas), points_mm=points) if len(points) > 1 else None

    def put(self, point: Snap) -> None:
        """One point more."""
        if not self.points or self.points[-1].point != point.point:
            self.points.append(point)
            self.moved()

    def moved(self) -> None:
        """Try it when the pointer rests."""
        if self.tray(with_hand=True) != self._wanted:
            self._rest.start()
        self.redraw()

    def try_now(self) -> None:
        """Begin to work out what the tray would change, one point after the other."""
        self._rest.stop()
        tray = self.tray(with_hand=True)
        if tray is None:
            self._forget()
        elif tray != self._wanted:
            self._wanted = tray
            if self._task is None:
                self._begin(tray)
        self.redraw()

    def _begin(self, tray: Tray) -> None:
        session = self.canvas.session
        found = session.trial_in_full(AddTray(tray=tray))
        if isinstance(found, Trial):
            self._show(tray, found)
            return
        self._task = background_tasks_of(session).start_thread(
            "Figures of a tray",
            partial(_work_out, found),
            done=partial(self._done, tray, session.project),
            failed=self._failed,
        )

    def _done(self, tray: Tray, project: Project, tried: Tried) -> None:
        """Show figures that have arrived, unless they are of an earlier point or project."""
        self._task = None
        session, wanted = self.canvas.session, self._wanted
        if wanted is None or not session.is_open:
            return
        if wanted != tray or session.project is not project:
            self._begin(wanted)
            return
        self._show(tray, accepted(tried), joined(tried))

    def _failed(self, text: str) -> None:
        self._task = None
        if self._wanted is not None:
            self._show(self._wanted, Trial(None, text))

    def _show(self, tray: Tray, trial: Trial, joins: Sequence[str] = ()) -> None:
        self.tried, self.trial, self.joins = tray, trial, list(joins)
        self.canvas.session.trying.emit(trial)
        self.redraw()

    def finish(self) -> None:
        """Hang the tray up."""
        tray = self.tray(with_hand=False)
        if tray is None:
            self.canvas.session.said.emit(
                "A tray needs two or more points: click where it starts and where it ends."
            )
            return
        self._rest.stop()
        self._forget()
        self.points = []
        if self.canvas.session.do(AddTray(tray=tray)):
            self.canvas.session.select([TRAY(tray.id)])
        self.redraw()

    def cancel(self) -> bool:
        """Drop the tray."""
        if not self.points:
            return False
        self.points = []
        self._rest.stop()
        self._forget()
        self.redraw()
        return True

    def draw(self, painter: QPainter) -> None:
        """The band so far, the cross, and the card."""
        canvas = self.canvas
        points = [*self.points, *([self.at] if self.at is not None and self.points else [])]
        if points:
            way = [canvas.to_px(p.x, p.y) for p in points]
            draw_way(canvas.view, painter, way, new_tray(canvas).width_mm, filled=not self.is_known)
        self.draw_cross(painter)
        lines = self.lines()
        if lines:
            trial = self.trial if self.is_known else None
            self.draw_lines(painter, lines, wrong=trial is not None and is_wrong(trial))

    def lines(self) -> list[Line]:
        """The lines of the card."""
        tray = self.tray(with_hand=True)
        if tray is None:
            return []
        lines = [Line(f"{tray.id}, {length_text(tray_length_m(tray))}", strong=True, tone="text")]
        if self.trial is None:
            return lines
        if self.tried != tray:
            if self.trial.figures is None:
                return lines
            earlier = figure_lines(self.canvas.session.figures, self.trial.figures)
            return [*lines, Line(UPDATING), *(line._replace(tone="text2", strong=False) for line in earlier)]
        lines.append(
            Line(f"Joins {', '.join(self.joins)}" if self.joins else "Joins no other tray", tone="text2")
        )
        if self.trial.figures is None:
            return [*lines, Line(self.trial.refused, tone="error", strong=True)]
        return [*lines, *figure_lines(self.canvas.session.figures, self.trial.figures)]


def new_tray(canvas: ToolCanvas) -> Tray:
    """A tray like the selected or the first one, or by the rules; its corners are still to be set."""
    project, scene = canvas.session.project, canvas.scene
    chosen = canvas.session.ids(TRAY)
    trays = project.floor.trays
    like = next((tray for tray in trays if tray.id in chosen), trays[0] if trays else None)
    taken, number = {tray.id for tray in trays}, len(trays) + 1
    while f"tray-{number}" in taken:
        number += 1
    way = ((0.0, 0.0), (1.0, 0.0))
    if like is not None:
        return replace(like, id=f"tray-{number}", points_mm=way)
    rules = project.cabling
    width, depth = rules.tray_m
    tallest = max((scene.part(rack.part).height_mm for rack in scene.racks.values()), default=2000.0)
    return Tray(
        id=f"tray-{number}",
        points_mm=way,
        elevation_mm=round(tallest + rules.tray_above_rack_m * 1000, 3),
        width_mm=round(width * 1000, 3),
        depth_mm=round(depth * 1000, 3),
    )


def _work_out(trial: Callable[[], Tried], progress: Progress) -> Tried:
    """Work a trial out; it is too short to report progress."""
    return trial()


def joined(tried: Tried) -> list[str]:
    """The trays that the last tray would touch, and the racks whose cables would come up into it."""
    floor, graph = tried.project.floor, tried.graph
    trays, net, here = floor.trays, tried.graph.net, len(floor.trays) - 1
    ends = list(zip(net.u.tolist(), net.v.tolist(), net.tray.tolist(), strict=True))
    mine = {joint for u, v, number in ends if number == here for joint in (u, v)}
    mine |= {joint for u, v, number in ends if number < 0 and (u in mine or v in mine) for joint in (u, v)}
    touched = sorted({number for u, v, number in ends if 0 <= number < here and (u in mine or v in mine)})
    racks = [
        rack_label(rack)
        for rack, piece in zip(floor.racks, graph.drop_piece.tolist(), strict=True)
        if piece >= 0 and net.tray[piece] == here
    ]
    return [*_few([trays[number].id for number in touched], "tray"), *_few(racks, "rack", "rack ")]


def _few(names: list[str], word: str, before: str = "") -> list[str]:
    if len(names) <= MOST_NAMED:
        return [before + name for name in names]
    return [counted(len(names), word)]
