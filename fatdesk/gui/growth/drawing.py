"""Drawings of a step in the workspace Growth: its networks and its floor, stage by stage."""

from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QSlider,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from fatdesk.engine.change_order.floor_drawing import FloorDrawing, FloorSwatches
from fatdesk.engine.change_order.marks import MarkedStep
from fatdesk.engine.change_order.network_drawing import ChangeLook, NetworkPicture, network_pictures
from fatdesk.engine.topology.frame import View
from fatdesk.gui.desk import Desk
from fatdesk.gui.topology.painting import LINE, Painting, PixelPainter, draw_legend, inks_of
from fatdesk.gui.views.canvas import Canvas, Pointer
from fatdesk.gui.views.tool import arrow_steps
from fatdesk.gui.widgets.accessible import Role, give_role
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.plain_text import ElidedLabel, tip
from fatdesk.project.document.ref import Ref

KEY_WIDE, KEY_EDGE = 345, 76.0
"""Room for the key at the right of a drawing, and for its edges below one, in pixels at 100 %."""
NO_DRAWING = "Compare policies draws what happens to cables and devices in the step."
PLACES = {"lists": "Lists", "topology": "Topology", "floor": "Floor", "costs": "Cost"}
HINTS = {
    "lists": "Steps, policies, purchases and new devices",
    "topology": "The networks of the step, stage by stage",
    "costs": "Purchases and hosts over the steps, for each plan",
    "floor": "Racks, devices and trays of the step, stage by stage",
}


class StepCanvas(Canvas):
    """A drawing of a step; arrow keys go from stage to stage, nothing is selected.

    Methods that raise NotImplementedError are abstract; a QWidget cannot have the metaclass of ABC.
    """

    editable = False
    names = 0
    """Room for names at the left, in pixels at 100 %."""
    stepped = Signal(int)
    """Requests a number of stages forward."""

    def __init__(self, desk: Desk, name: str) -> None:
        super().__init__(desk, name)
        self.step: MarkedStep | None = None
        self.legend_rows: dict[str, int] = {}
        """Names and counts of the key as drawn last."""
        self._aside = False
        """Whether the key is next to the drawing."""
        self.at = 0
        """Position: 0 before the step, then its stages, then after it."""

    def show_step(self, step: MarkedStep | None, at: int) -> None:
        """Draw a step at a position."""
        other = step is not self.step
        self.step, self.at = step, at
        if other:
            self.renew()
            self._untouched = True
            self.fit()
        self.describe()
        self.viewport().update()

    def renew(self) -> None:
        """Make what the drawing of another step needs."""

    def make_pointer(self) -> Pointer["StepCanvas"]:
        """The pointer, which pans."""
        return StepPointer(self)

    def described(self) -> str:
        """Return the stage that is drawn, or how to get a drawing."""
        if self.step is None:
            return NO_DRAWING
        return f"{self.step.position_text(self.at)} Arrow keys go from stage to stage."

    def element_at(self, x: float, y: float) -> Ref | None:
        """Nothing can be selected."""
        return None

    def in_order(self) -> list[Ref]:
        """Nothing can be selected."""
        return []

    @property
    def stage(self) -> int:
        """The stage that is worked on."""
        return 0 if self.step is None else self.step.stage_at(self.at)

    def draw(self, painter: QPainter) -> None:
        """Draw the step, or say how there will be one."""
        if self.step is None or self.extent().isEmpty():
            painter.setPen(self.theme.colour("text2"))
            painter.setFont(self.theme.font(14))
            painter.drawText(self.viewport().rect(), Qt.AlignmentFlag.AlignCenter, NO_DRAWING)
            return
        self.draw_step(painter, self.step)

    def draw_step(self, painter: QPainter, step: MarkedStep) -> None:
        """Draw a step at the present position, in pixels."""
        raise NotImplementedError

    def key_rows(self) -> int:
        """Lines of the key."""
        raise NotImplementedError

    def fit(self) -> None:
        """Show everything, with room for the key below it or at its right, whichever makes it larger."""
        extent, room, px = self.extent(), self.viewport().size(), self.theme.px
        if extent.isEmpty():
            return
        foot, beside = KEY_EDGE + LINE * self.key_rows(), px(KEY_WIDE)

        def scale(wide: float, high: float) -> float:
            return min(wide / extent.width(), high / extent.height())

        names = px(self.names)
        under = scale(room.width() - names, room.height() - px(foot))
        aside = scale(room.width() - names - beside, room.height())
        self._aside = aside > under
        self.foot, self.beside = (0.0, float(beside + names)) if self._aside else (foot, float(names))
        super().fit()
        self.origin += QPointF(names, 0.0)

    @property
    def key_right(self) -> int | None:
        """The right edge of the key where that is next to the drawing."""
        return self.viewport().width() if self._aside else None

    def view(self) -> View:
        """The window onto the drawing."""
        size = self.viewport().size()
        return View(self.scale, self.origin.x(), self.origin.y(), float(size.width()), float(size.height()))


class StepPointer(Pointer[StepCanvas]):
    """Pans; arrow keys go from stage to stage."""

    def press(self, at: QPointF) -> None:
        """Grab the drawing."""
        self.canvas.pan_from(at)

    def cancel(self) -> bool:
        """Keep the selection, which is that of the lists."""
        return True

    def key(self, event: QKeyEvent) -> bool:
        """Left and right change the stage."""
        steps = arrow_steps(event)
        if steps is None:
            return False
        if steps[0]:
            self.canvas.stepped.emit(1 if steps[0] > 0 else -1)
        return True


class NetworkCanvas(StepCanvas):
    """One network of a step."""

    least, most = 0.0002, 8.0
    names = 76

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "Networks of the step")
        self.painting = Painting(self.theme)
        self.pictures: tuple[NetworkPicture, ...] = ()
        self.number = 0

    def renew(self) -> None:
        """Lay out the networks when they are looked at."""
        self.pictures = () if self.step is None else network_pictures(self.step)
        self.number = min(self.number, max(0, len(self.pictures) - 1))

    def choose(self, number: int) -> None:
        """Show another network."""
        self.number = number
        self._untouched = True
        self.fit()

    @property
    def picture(self) -> NetworkPicture | None:
        """The network on view."""
        return self.pictures[self.number] if self.pictures else None

    def extent(self) -> QRectF:
        """The whole network with its labels."""
        if self.picture is None:
            return QRectF()
        left, top, right, bottom = self.picture.drawing.layout.extent
        wide, high = right - left, bottom - top
        return QRectF(left - 0.03 * wide, top - 0.1 * high - 30, wide * 1.06, high * 1.16 + 70)

    def key_rows(self) -> int:
        """Lines of the key."""
        return 0 if self.picture is None else 2 + sum(map(bool, self.picture.network.counts.values()))

    def draw_step(self, painter: QPainter, step: MarkedStep) -> None:
        """The frame, and the key."""
        picture = self.picture
        assert picture is not None  # there is an extent
        seen = picture.frame(self.view(), self.stage)
        self.painting.paint(painter, seen, picture.looking(self.stage).colours, look=ChangeLook)
        key = picture.key(self.stage, seen)
        self.legend_rows = {row.name: row.links for row in key.rows}
        height = self.viewport().height()
        self.legend = draw_legend(self.theme, painter, self.painting.look, key, height, self.key_right)


class FloorCanvas(StepCanvas):
    """The floor of a step."""

    least, most = 0.001, 1.0

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "Floor of the step")
        self.pixels = PixelPainter(self.theme)
        self.floor: FloorDrawing | None = None

    def renew(self) -> None:
        """Make the floor of another step."""
        self.floor = None if self.step is None else FloorDrawing(self.step)

    def extent(self) -> QRectF:
        """The floor with the names of its rows."""
        bounds = None if self.floor is None else self.floor.extent
        if bounds is None:
            return QRectF()
        left, upper, right, lower = bounds
        room = QRectF(left, upper, right - left, lower - upper)
        return room.adjusted(-max(600.0, 0.1 * room.width()), -200, 200, 300)

    def key_rows(self) -> int:
        """Lines of the key."""
        return 0 if self.floor is None else len(self.floor.key(1).rows) + len(self.floor.key(1).notes)

    def draw_step(self, painter: QPainter, step: MarkedStep) -> None:
        """The floor, and the key."""
        assert self.floor is not None  # there is an extent
        inks = inks_of(self.theme)
        self.pixels.begin(painter)
        self.floor.draw(self.pixels, self.view(), self.stage, inks)
        key = self.floor.key(self.stage)
        self.legend_rows = {row.name: row.links for row in key.rows}
        height = self.viewport().height()
        self.legend = draw_legend(self.theme, painter, FloorSwatches(inks), key, height, self.key_right)


class PlaceSwitch(QWidget):
    """Tabs of what is shown of a step; ``chosen`` passes the name of a tab."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        self._group = QButtonGroup(self)
        self.buttons: dict[str, QToolButton] = {}
        for name, text in PLACES.items():
            button = self.buttons[name] = QToolButton()
            give_role(button, Role.RadioButton)
            button.setText(text)
            button.setObjectName(f"place-{name}")
            button.setProperty("kind", "tab")
            button.setToolTip(tip(HINTS[name]))
            button.clicked.connect(partial(self.chosen.emit, name))
            button.setCheckable(True)
            self._group.addButton(button)
            line.addWidget(button)
        line.addStretch(1)
        self.buttons["lists"].setChecked(True)


class StageLine(QWidget):
    """A slider over the stages of a step with a sentence about the position."""

    moved = Signal(int)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        px = desk.theme.px
        self._step: MarkedStep | None = None
        line = QHBoxLayout(self)
        line.setContentsMargins(px(12), px(2), px(12), px(6))
        line.setSpacing(px(12))
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setObjectName("stage")
        self.slider.setAccessibleName("Stage of the step")
        self.slider.setToolTip(tip("Stage that is shown: before, each stage, after (Left, Right)"))
        self.slider.setRange(0, 0)
        self.slider.setPageStep(1)
        self.slider.setMinimumWidth(px(140))
        self.slider.setMaximumWidth(px(520))
        self.slider.setTickPosition(QSlider.TickPosition.TicksBelow)
        self.text = ElidedLabel()
        self.text.setObjectName("stage-text")
        line.addWidget(self.slider, 1)
        line.addWidget(self.text, 3)
        self.slider.valueChanged.connect(self._go)

    @property
    def at(self) -> int:
        """The position."""
        return self.slider.value()

    def show_step(self, step: MarkedStep | None) -> None:
        """Offer the stages of a step, from its first one on."""
        if step is self._step:
            return
        self._step = step
        self.slider.blockSignals(True)
        self.slider.setRange(0, 0 if step is None else step.last)
        self.slider.setTickInterval(max(1, self.slider.maximum() // 40))
        self.slider.setValue(1)
        self.slider.blockSignals(False)
        self.setEnabled(step is not None)
        self._write()

    def go(self, by: int) -> None:
        """Go a number of stages forward."""
        self.slider.setValue(self.slider.value() + by)

    def _go(self, at: int) -> None:
        self._write()
        self.moved.emit(at)

    def _write(self) -> None:
        self.text.setText("" if self._step is None else self._step.position_text(self.at))


class StepDrawings(QWidget):
    """Topology and floor of a step under a slider over its stages."""

    policy_chosen = Signal(int)
    """The row of the table of policies that is wanted."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        px = desk.theme.px
        self.line = StageLine(desk)
        self.networks = Combo(desk.theme)
        self.networks.setObjectName("network-of-step")
        self.networks.setToolTip(tip("Network that is drawn"))
        self.policies = Combo(desk.theme)
        self.policies.setObjectName("policy-of-drawing")
        self.policies.setToolTip(tip("Policy whose work is drawn"))
        for combo in (self.networks, self.policies):
            combo.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToContents)
        self.topology = NetworkCanvas(desk)
        self.topology.setObjectName("topology-of-step")
        self.floor = FloorCanvas(desk)
        self.floor.setObjectName("floor-of-step")
        self.canvases: dict[str, StepCanvas] = {"topology": self.topology, "floor": self.floor}
        self.pages = QStackedWidget()
        self.choices = QWidget()
        """Policy and network, for the line over the drawings."""
        choices = QHBoxLayout(self.choices)
        choices.setContentsMargins(0, 0, 0, 0)
        choices.setSpacing(px(10))
        choices.addWidget(self.policies)
        choices.addWidget(self.networks)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.line)
        column.addWidget(self.pages, 1)
        self.line.moved.connect(self._show)
        self.networks.activated.connect(self.topology.choose)
        self.policies.activated.connect(self.policy_chosen)
        self._step: MarkedStep | None = None
        for canvas in self.canvases.values():
            self.pages.addWidget(canvas)
            canvas.stepped.connect(self.line.go)

    def bring(self, name: str) -> None:
        """Bring a drawing to the front."""
        canvas = self.canvases[name]
        self.pages.setCurrentWidget(canvas)
        self.networks.setVisible(canvas is self.topology and self.networks.count() > 1)
        self._show()
        canvas.setFocus()

    def show_step(self, step: MarkedStep | None, policies: list[str], policy: int) -> None:
        """Draw a step by a policy; drawings that are hidden follow when they are brought to the front."""
        self.policies.clear()
        self.policies.addItems(policies)
        self.policies.setCurrentIndex(policy)
        self.policies.setVisible(bool(policies))
        if step is not self._step:
            self._step = step
            names = [] if step is None else [one.fabric.name for one in step.networks]
            self.networks.clear()
            self.networks.addItems(names)
            self.networks.setVisible(self.pages.currentWidget() is self.topology and len(names) > 1)
        self.line.show_step(step)
        if self.isVisible():
            self._show()

    def _show(self) -> None:
        canvas = self.pages.currentWidget()
        if isinstance(canvas, StepCanvas):
            canvas.show_step(self._step, self.line.at)
            if canvas is self.topology:
                self.networks.setCurrentIndex(self.topology.number)
