"""Qt application without a screen, started once; a clear error when Qt is not installed."""

import sys
from typing import Any

from fatdesk.core.errors import FatdeskError

_started: list[Any] = []
"""Keeps the application alive."""


class PaperError(FatdeskError):
    """Printing and PDF are not available here."""


def need_qt() -> None:
    """Load Qt and start its application, unless there is one already.

    Raises
    ------
    PaperError
        When Qt or a library of the system that it needs is missing.
    """
    try:
        from PySide6.QtGui import QGuiApplication
    except ImportError as error:
        raise PaperError(
            f"PDF files need Qt, which cannot be loaded ({error}); install what is missing "
            "(`python3 packaging/start.py install` names it), or leave the PDF files out with --only"
        ) from None
    if QGuiApplication.instance() is None:
        # a display that cannot be reached would end the program, so none is requested
        offscreen = ["-platform", "offscreen"] if sys.platform.startswith("linux") else []
        _started.append(QGuiApplication(["fatdesk", *offscreen]))
