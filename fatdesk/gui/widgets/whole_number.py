"""Field for a whole number within limits, read as all numbers that are typed."""

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QLineEdit

from fatdesk.core.errors import FatdeskError
from fatdesk.gui.widgets.numbers import in_sentence, parse_whole
from fatdesk.gui.widgets.plain_text import tip

LONGEST = 16


class WholeNumberField(QLineEdit):
    """A field with a number from ``low`` to ``high``; others are marked, and the tooltip gives the reason."""

    def __init__(self, name: str, low: int, high: int, text: str = "") -> None:
        super().__init__(text)
        self._low, self._high, self._off = low, high, ""
        self._about = f"{name}: {low:,} to {high:,}"
        self.setAccessibleName(name)
        self.setMaxLength(LONGEST)
        self.setToolTip(tip(self._about))
        self.textChanged.connect(lambda _: self._mark())

    @property
    def value(self) -> int | None:
        """The number; None if the text is no number within the limits."""
        return None if self._problem() else parse_whole(self.text())

    def _problem(self) -> str:
        try:
            number = parse_whole(self.text())
        except FatdeskError as error:
            return in_sentence(str(error))
        return "" if self._low <= number <= self._high else f"Enter {self._low:,} to {self._high:,}."

    def explain(self, off: str) -> None:
        """Show why the field has no effect; an empty text: it has one."""
        self._off = off
        self._mark()

    def changeEvent(self, event: QEvent) -> None:
        """A disabled field is not marked."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.EnabledChange:
            self._mark()

    def _mark(self) -> None:
        problem = self._problem() if self.isEnabled() and not self._off else ""
        self.setToolTip(tip(self._off or "\n".join(filter(None, (self._about, problem)))))
        self.setAccessibleDescription(self._off or problem)
        if bool(self.property("wrong")) != bool(problem):
            self.setProperty("wrong", bool(problem))
            self.style().unpolish(self)
            self.style().polish(self)
