"""What every part of the window is given: the session, the theme, the jobs, and the settings."""

from typing import NamedTuple

from fatdesk.gui.jobs import Jobs
from fatdesk.gui.session import Session
from fatdesk.gui.settings import Settings
from fatdesk.gui.theme.theme import Theme


class Desk(NamedTuple):
    """Session, theme, jobs and settings of one window."""

    session: Session
    theme: Theme
    jobs: Jobs
    settings: Settings
