"""No exception is silent: what fails in a slot or while painting is shown and printed."""

import sys
import traceback
from collections.abc import Callable
from types import TracebackType

from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from fatdesk.gui.plain import box

Hook = Callable[[type[BaseException], BaseException, TracebackType | None], object]


class Trouble:
    """Takes over ``sys.excepthook`` while a window is open."""

    def __init__(self, parent: Callable[[], QWidget | None]) -> None:
        self._parent = parent
        self._before: Hook = sys.excepthook
        self._shown = False
        sys.excepthook = self.tell

    def release(self) -> None:
        """Give the hook back."""
        sys.excepthook = self._before

    def tell(self, kind: type[BaseException], error: BaseException, where: TracebackType | None) -> None:
        """Print the exception, and show it once at a time."""
        self._before(kind, error, where)
        if self._shown or QApplication.instance() is None or issubclass(kind, KeyboardInterrupt):
            return
        self._shown = True
        try:
            shown = box(
                self._parent(),
                "Something went wrong",
                "Something went wrong in the program. Your project is as it was before this step; "
                "save it under another name to be safe.",
                "".join(traceback.format_exception_only(kind, error)).strip(),
            )
            shown.setDetailedText("".join(traceback.format_exception(kind, error, where)))
            shown.setIcon(QMessageBox.Icon.Critical)
            shown.exec()
        finally:
            self._shown = False
