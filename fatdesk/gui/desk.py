"""What every part of the window is given: the session and the theme."""

from typing import NamedTuple

from fatdesk.gui.session import Session
from fatdesk.gui.theme.theme import Theme


class Desk(NamedTuple):
    """Session and theme of one window."""

    session: Session
    theme: Theme
