"""Places of windows on the screens."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from PySide6.QtCore import QRect
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

STEP = 32
"""Distance of a new window from the one that it was opened from, in pixels."""

Pixels = Annotated[int, msgspec.Meta(ge=-100_000, le=100_000)]


class Place(msgspec.Struct, frozen=True):
    """Position of the window on the screen."""

    x: Pixels
    y: Pixels
    width: Pixels
    height: Pixels
    maximised: bool = False


def fitted(wanted: QRect, room: QRect) -> QRect:
    """Return a window geometry, shrunk and moved into the available area of a screen.

    >>> fitted(QRect(0, 0, 2400, 1500), QRect(0, 0, 1920, 1040)).getRect()
    (0, 0, 1920, 1040)
    """
    found = QRect(wanted)
    found.setSize(wanted.size().boundedTo(room.size()))
    found.moveLeft(max(room.left(), min(found.left(), room.left() + room.width() - found.width())))
    found.moveTop(max(room.top(), min(found.top(), room.top() + room.height() - found.height())))
    return found


def next_place(own: QRect, room: QRect, others: Sequence[QRect]) -> QRect:
    """Return the place of a window next to another: at the same spot of another screen, or a step away.

    A step that leaves the screen begins again at its upper left corner.

    >>> next_place(QRect(100, 50, 800, 600), QRect(0, 0, 1920, 1080), [QRect(1920, 0, 2560, 1440)]).getRect()
    (2020, 50, 800, 600)
    >>> next_place(QRect(100, 50, 800, 600), QRect(0, 0, 1920, 1080), []).getRect()
    (132, 82, 800, 600)
    >>> next_place(QRect(1100, 50, 800, 600), QRect(0, 0, 1920, 1080), []).getRect()
    (0, 0, 800, 600)
    """
    if others:
        return own.translated(others[0].topLeft() - room.topLeft())
    moved = own.translated(STEP, STEP)
    if not room.contains(moved):
        moved.moveTopLeft(room.topLeft())
    return moved


def place_of_another(window: QWidget) -> Place:
    """Return where the next window goes: on another screen where there is one, else a step away."""
    normal = window.normalGeometry() if window.isMaximized() else window.geometry()
    here = window.screen()
    others = [screen.availableGeometry() for screen in QGuiApplication.screens() if screen is not here]
    place = next_place(normal, here.availableGeometry(), others)
    return Place(place.x(), place.y(), place.width(), place.height(), window.isMaximized())
