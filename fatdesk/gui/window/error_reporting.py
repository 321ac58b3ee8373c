"""No exception is silent: what fails in a slot, while painting or in a thread is printed, logged, shown."""

import sys
import threading
import traceback
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from fatdesk.gui.widgets.plain_text import box

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

Hook = Callable[[type[BaseException], BaseException, TracebackType | None], object]


class Trouble(QObject):
    """Takes over the hooks for exceptions while a window is open.

    An exception is printed and logged wherever it comes from, and shown in a box: by the thread of the
    window, after what failed has returned, one at a time, and not again when it comes again (a view that
    cannot be painted fails with every look at it).
    """

    _heard = Signal(str, str)

    def __init__(
        self, parent: Callable[[], QWidget | None], note: Callable[[str, str], None] | None = None
    ) -> None:
        super().__init__()
        self._parent, self._note = parent, note
        self._before: Hook = sys.excepthook
        self._before_threads, self._before_unraisable = threading.excepthook, sys.unraisablehook
        self._busy = False
        self._shown: set[str] = set()
        self._heard.connect(self._show, Qt.ConnectionType.QueuedConnection)
        sys.excepthook = self.tell
        threading.excepthook = self._tell_of_thread
        sys.unraisablehook = self._tell_of_unraisable

    def release(self) -> None:
        """Give the hooks back."""
        sys.excepthook = self._before
        threading.excepthook, sys.unraisablehook = self._before_threads, self._before_unraisable

    def tell(self, kind: type[BaseException], error: BaseException, where: TracebackType | None) -> None:
        """Print an exception of any thread, and have it logged and shown."""
        self._before(kind, error, where)
        if not issubclass(kind, KeyboardInterrupt):
            short = "".join(traceback.format_exception_only(kind, error)).strip()
            self._heard.emit(short, "".join(traceback.format_exception(kind, error, where)))

    def _tell_of_thread(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None and not issubclass(args.exc_type, SystemExit):
            self.tell(args.exc_type, args.exc_value, args.exc_traceback)

    def _tell_of_unraisable(self, args: "UnraisableHookArgs") -> None:
        if args.exc_value is not None:
            self.tell(args.exc_type, args.exc_value, args.exc_traceback)

    def _show(self, short: str, whole: str) -> None:
        if self._note is not None:
            self._note(f"Something went wrong in the program: {short}", whole)
        if self._busy or whole in self._shown:
            return
        self._busy = True
        self._shown.add(whole)
        try:
            shown = box(
                self._parent(),
                "Something went wrong",
                "Something went wrong in the program. Your project is as it was before this step; "
                "save it under another name to be safe.",
                short,
            )
            shown.setDetailedText(whole)
            shown.setIcon(QMessageBox.Icon.Critical)
            shown.exec()
        finally:
            self._busy = False
