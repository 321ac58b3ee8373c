"""Error reporting: unhandled exceptions of slots, painting and threads are printed, logged and shown."""

import sys
import threading
import traceback
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from fatdesk.gui.theme.icons import severity_mark
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.widgets.plain_text import box

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

Hook = Callable[[type[BaseException], BaseException, TracebackType | None], object]


class ErrorReporter(QObject):
    """Installs exception hooks while a window is open.

    An exception is printed, logged, and shown in a message box. The box is shown by the GUI thread after the
    failed call has returned, one at a time, and only once for the same exception (a view that cannot be
    painted fails at each repaint).
    """

    _heard = Signal(str, str)

    def __init__(
        self,
        theme: Theme,
        parent: Callable[[], QWidget | None],
        note: Callable[[str, str], None] | None = None,
    ) -> None:
        super().__init__()
        self._theme, self._parent, self._note = theme, parent, note
        self._before: Hook = sys.excepthook
        self._before_threads, self._before_unraisable = threading.excepthook, sys.unraisablehook
        self._busy = False
        self._shown: set[str] = set()
        self._heard.connect(self._show, Qt.ConnectionType.QueuedConnection)
        sys.excepthook = self.report
        threading.excepthook = self._report_from_thread
        sys.unraisablehook = self._report_unraisable

    def release(self) -> None:
        """Restore the previous hooks."""
        sys.excepthook = self._before
        threading.excepthook, sys.unraisablehook = self._before_threads, self._before_unraisable

    def report(self, kind: type[BaseException], error: BaseException, where: TracebackType | None) -> None:
        """Print an exception of any thread, and request that it is logged and shown."""
        self._before(kind, error, where)
        if not issubclass(kind, KeyboardInterrupt):
            short = "".join(traceback.format_exception_only(kind, error)).strip()
            self._heard.emit(short, "".join(traceback.format_exception(kind, error, where)))

    def _report_from_thread(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None and not issubclass(args.exc_type, SystemExit):
            self.report(args.exc_type, args.exc_value, args.exc_traceback)

    def _report_unraisable(self, args: "UnraisableHookArgs") -> None:
        if args.exc_value is not None:
            self.report(args.exc_type, args.exc_value, args.exc_traceback)

    def _show(self, short: str, whole: str) -> None:
        if self._note is not None:
            self._note(f"Unexpected error: {short}", whole)
        if self._busy or whole in self._shown:
            return
        self._busy = True
        self._shown.add(whole)
        try:
            shown = box(
                self._parent(),
                "Unexpected error",
                "An unexpected error occurred. The project is unchanged; "
                "save it under another name to be safe.",
                short,
            )
            shown.setDetailedText(whole)
            shown.setIconPixmap(severity_mark(self._theme, "error", self._theme.px(32)))
            shown.exec()
        finally:
            self._busy = False
