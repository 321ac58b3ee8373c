"""Who works with the program and when: the name of the account, and the present day."""

import getpass
from datetime import date, datetime


def user_name() -> str:
    """Return the name of the user's account; empty where there is none."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""


def today() -> date:
    """Return the present day where this computer is."""
    return datetime.now().astimezone().date()
