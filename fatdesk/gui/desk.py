"""Shared services of the window's parts: session, theme, background tasks, settings, catalogs."""

from typing import NamedTuple

from fatdesk.gui.session.background_tasks import BackgroundTasks
from fatdesk.gui.session.open_libraries import OpenLibraries
from fatdesk.gui.session.session import Session
from fatdesk.gui.settings import Settings
from fatdesk.gui.theme.theme import Theme


class Desk(NamedTuple):
    """Session, theme, jobs, settings and open catalogs of one window."""

    session: Session
    theme: Theme
    tasks: BackgroundTasks
    settings: Settings
    libraries: OpenLibraries
