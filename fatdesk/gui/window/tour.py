"""Tour of the window: three cards at one place; a frame marks the control that each describes."""

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QPointF, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from fatdesk.gui.desk import Desk
from fatdesk.gui.menus.actions import BY_ID
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets.plain_text import label
from fatdesk.gui.window.rail import Rail
from fatdesk.gui.window.welcome import Welcome

KEY = "tour"
"""The setting that says that the tour was shown."""
WIDE, BEAK, EDGE = 340, 10, 8
"""Width of a card, size of its pointer, and least distance from the edge of the window, in pixels."""
MOVES = (QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.LayoutRequest)
"""Events after which the control in question may be elsewhere."""
CLICKS = (
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseButtonDblClick,
    QEvent.Type.MouseButtonRelease,
)


class Shown(NamedTuple):
    """The parts of the window that the cards are about; ``is_designing``: whether the wizard is open."""

    desk: Desk
    rail: Rail
    welcome: Welcome
    pages: QStackedWidget
    is_designing: Callable[[], bool]

    @property
    def has_project(self) -> bool:
        """Whether a project is open."""
        return self.desk.session.is_open


class Stop(NamedTuple):
    """A card.

    Attributes
    ----------
    target
        The control that the card points at.
    title, text
        What the card says about it.
    """

    target: QWidget
    title: str
    text: str


def _wizard(shown: Shown) -> Stop:
    key = BY_ID["design"].shortcut
    if shown.has_project:
        return Stop(
            shown.rail.buttons["requirements"],
            "Requirements",
            "Hosts, parts and limits of this project: a change is searched at once and applied as one step. "
            f"{key} designs another network.",
        )
    return Stop(
        shown.welcome.design,
        "Design a network",
        "Six pages lead from the number of hosts, through all possible designs, to a room with racks and "
        f"cables. Start here, or with {key} at any time.",
    )


def _floor(shown: Shown) -> Stop:
    text = "The room to scale. Drag a rack, and metres, cost and tray fill follow."
    opens = "" if shown.has_project else " Available as soon as a project is open."
    return Stop(shown.rail.buttons["floor"], "Floor", text + opens)


def _documents(shown: Shown) -> Stop:
    return Stop(
        shown.rail.buttons["documents"],
        "Documents",
        f"Wiring list, bill, drawings and labels, with a preview. {BY_ID['export'].shortcut} exports them. "
        "Help, Tour shows these cards again.",
    )


STOPS: tuple[Callable[[Shown], Stop], ...] = (_wizard, _floor, _documents)
"""The cards in order, by what the window shows."""


class Ring(QWidget):
    """A frame around the control in question; clicks go through it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the frame."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.colour("accent"), self._theme.px(2)))
        inset = self._theme.px(1)
        painter.drawRoundedRect(
            QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), self._theme.px(8), self._theme.px(8)
        )
        painter.end()


class SecondClick(QObject):
    """Keeps the second click of a double click from what was behind the button that the first one hid."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._stop)

    def discard(self) -> None:
        """Discard clicks from now on, for as long as a double click may take."""
        self._application().installEventFilter(self)
        self._timer.start(QApplication.doubleClickInterval())

    def _stop(self) -> None:
        self._application().removeEventFilter(self)

    def _application(self) -> QCoreApplication:
        application = QApplication.instance()
        assert application is not None
        return application

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Discard clicks."""
        return event.type() in CLICKS


class Tour(QWidget):
    """The card in view, with its frame around a control; the rest of the window works as usual.

    All cards are at one place and of one size, so that a second click on *Next* meets *Next* again. No click
    on a card reaches what is behind it.

    Enter and Right lead on, Left leads back, Esc ends the tour, and so does the first change of a project:
    who makes it has begun to work. While the wizard is open the card is hidden.
    """

    def __init__(self, window: QWidget, shown: Shown) -> None:
        super().__init__(window)
        self._window, self._shown, self._theme = window, shown, shown.desk.theme
        self._number = 0
        self._beak_y: int | None = 0
        """Height of the pointer, from the top; None: the control is further away."""
        self._before: QWidget | None = None
        self.setObjectName("tour")
        self._ring = Ring(self._theme, window)
        self._ring.setObjectName("tour-ring")
        self.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)
        px = self._theme.px
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(px(BEAK + 16), px(14), px(16), px(12))
        column.setSpacing(px(6))
        self._title, self._text, self._count = label(), label(), label("", "text2")
        self._title.setObjectName("tour-title")
        self._text.setObjectName("tour-text")
        self._count.setObjectName("tour-count")
        self._text.setWordWrap(True)
        self._text.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._title)
        column.addWidget(self._text)
        column.addSpacing(px(6))
        column.addStretch(1)
        foot = QHBoxLayout()
        foot.setSpacing(px(6))
        foot.addWidget(self._count)
        foot.addStretch(1)
        self._skip, self._back, self._next = (
            self._button(name, text, run)
            for name, text, run in (
                ("tour-skip", "Skip tour", self.end),
                ("tour-back", "Back", lambda: self._go(-1)),
                ("tour-next", "Next", lambda: self._go(1)),
            )
        )
        self._skip.setProperty("kind", "link")
        self._next.setProperty("kind", "primary")
        for button in (self._skip, self._back, self._next):
            policy = button.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            button.setSizePolicy(policy)
            foot.addWidget(button)
        column.addLayout(foot)
        self.setFixedWidth(px(WIDE + BEAK))
        self._second_click = SecondClick(self)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._place)
        self.hide()
        self._ring.hide()
        self.running = False

    def _button(self, name: str, text: str, run: Callable[[], object]) -> QPushButton:
        made = QPushButton(text)
        made.setObjectName(name)
        made.clicked.connect(run)
        made.installEventFilter(self)
        return made

    # Steps

    def begin(self) -> None:
        """Show the first card, and give it the keys."""
        self._start()
        self._show()

    def begin_unasked(self, opens_project: bool) -> None:
        """Show the first card; the keys stay with whoever works already.

        Parameters
        ----------
        opens_project
            Whether a project is being opened, so that keys are meant for it.
        """
        typed = isinstance(self._window.focusWidget(), QLineEdit)
        if opens_project or self._shown.has_project or typed:
            self._start()
            self._place()
        else:
            self.begin()

    def _start(self) -> None:
        """Follow what the cards are about, from the first card."""
        self._before = self._window.focusWidget()
        if not self.running:
            self.running = True
            self._window.installEventFilter(self)
            self._shown.rail.installEventFilter(self)
            self._shown.welcome.installEventFilter(self)
            self._shown.pages.currentChanged.connect(self._turned)
            self._shown.desk.session.opened.connect(self._later.start)
            self._shown.desk.session.stepped.connect(self.end)
            self._theme.changed.connect(self._later.start)
        self._number = 0

    def end(self) -> None:
        """Remove the card, and give the keys back."""
        if not self.running:
            return
        self.running = False
        self._window.removeEventFilter(self)
        self._shown.rail.removeEventFilter(self)
        self._shown.welcome.removeEventFilter(self)
        self._shown.pages.currentChanged.disconnect(self._turned)
        self._shown.desk.session.opened.disconnect(self._later.start)
        self._shown.desk.session.stepped.disconnect(self.end)
        self._theme.changed.disconnect(self._later.start)
        self._later.stop()
        had_keys = self.isAncestorOf(self._window.focusWidget())
        self._ring.hide()
        self.hide()
        if had_keys and self._before is not None and self._before.isVisible():
            self._before.setFocus()

    def _go(self, by: int) -> None:
        number = self._number + by
        if number == len(STOPS):
            self._second_click.discard()
            self.end()
        elif number >= 0:
            self._number = number
            self._show()

    def _turned(self) -> None:
        """Take the first card as read when the wizard opens, and follow the pages of the window."""
        if self._shown.is_designing() and not self._number:
            self._number = 1
        self._later.start()

    def _show(self) -> None:
        self._place()
        if self.isVisible():
            self._next.setFocus(Qt.FocusReason.OtherFocusReason)

    def _place(self) -> None:
        """Show the card next to its control; hide it while the control is hidden."""
        if not self.running:
            return
        stops = [stop(self._shown) for stop in STOPS]
        stop, last = stops[self._number], self._number == len(STOPS) - 1
        if self._shown.is_designing() or not stop.target.isVisible():
            self._ring.hide()
            self.hide()
            return
        theme, px = self._theme, self._theme.px
        self._title.setFont(theme.strong(14))
        height = 0
        for one in stops:
            self._title.setText(one.title)
            self._text.setText(one.text)
            height = max(height, self._column.heightForWidth(self.width()))
        self._title.setText(stop.title)
        self._text.setText(stop.text)
        self._count.setText(f"{self._number + 1} of {len(STOPS)}")
        self._skip.setVisible(not last)
        self._back.setVisible(self._number > 0)
        wide = 0
        for caption in ("Next", "Done"):
            self._next.setText(caption)
            wide = max(wide, self._next.sizeHint().width())
        self._next.setFixedWidth(wide)
        self._next.setText("Done" if last else "Next")
        self.setAccessibleName(f"Tour, {self._count.text()}: {stop.title}")
        self._next.setAccessibleDescription(f"{stop.title}. {stop.text}")
        self.setFixedHeight(height)
        corner, around = stop.target.mapTo(self._window, QPoint(0, 0)), px(3)
        self._ring.setGeometry(
            corner.x() - around,
            corner.y() - around,
            stop.target.width() + 2 * around,
            stop.target.height() + 2 * around,
        )
        boxes = [
            QRect(one.target.mapTo(self._window, QPoint(0, 0)), one.target.size())
            for one in stops
            if one.target.isVisible()
        ]
        first = boxes[0].center().y()
        left = max(box.right() for box in boxes) + px(6)
        left = min(left, self._window.width() - self.width() - px(EDGE))
        top = max(px(EDGE), min(first - self.height() // 2, self._window.height() - self.height() - px(EDGE)))
        ring = self._ring.geometry()
        self._beak_y = ring.center().y() - top if left - ring.right() < px(BEAK) else None
        self.move(left, top)
        for shown in (self._ring, self):
            if shown.isHidden():  # what was opened since, such as the palette, stays above it
                shown.show()
                shown.raise_()
        self.update()

    # Events

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the control that moves, and let the keys of the tour pass the buttons."""
        if event.type() in MOVES:
            self._later.start()
        elif event.type() == QEvent.Type.KeyPress and isinstance(watched, QPushButton):
            assert isinstance(event, QKeyEvent)
            return self._pressed(event, watched)
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Lead on, back or out by keys."""
        if not self._pressed(event, self._next):
            super().keyPressEvent(event)

    def _pressed(self, event: QKeyEvent, button: QPushButton) -> bool:
        """Whether a key belongs to the tour; Enter presses the button that has the focus."""
        run = {
            Qt.Key.Key_Return.value: button.click,
            Qt.Key.Key_Enter.value: button.click,
            Qt.Key.Key_Right.value: lambda: self._go(1),
            Qt.Key.Key_Left.value: lambda: self._go(-1),
            Qt.Key.Key_Escape.value: self.end,
        }.get(event.key())
        if run is not None:
            run()
        return run is not None

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card and its pointer."""
        theme, beak = self._theme, float(self._theme.px(BEAK))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        body = QRectF(self.rect()).adjusted(beak, 1, -1, -1)
        path = QPainterPath()
        path.addRoundedRect(body, theme.px(6), theme.px(6))
        if self._beak_y is not None:
            at = min(max(float(self._beak_y), 2 * beak), self.height() - 2 * beak)
            pointer = QPainterPath(QPointF(1, at))
            pointer.lineTo(beak + 2, at - beak)
            pointer.lineTo(beak + 2, at + beak)
            pointer.closeSubpath()
            path = path.united(pointer)
        painter.setPen(QPen(theme.colour("accent"), theme.px(1)))
        painter.setBrush(theme.colour("raised"))
        painter.drawPath(path)
        painter.end()


def begin_once(desk: Desk, show: Callable[[], object]) -> None:
    """Show the tour unless it was shown before, and remember at once that it was."""
    if desk.settings.get(KEY, bool, False):
        return
    desk.settings.put(KEY, True)
    desk.write_settings()
    show()
