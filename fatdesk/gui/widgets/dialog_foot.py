"""The foot of dialogs that ask whether something is taken: why it is not, and the two buttons."""

from collections.abc import Callable

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPushButton

from fatdesk.gui.widgets.plain_text import label


class Foot(QDialogButtonBox):
    """``yes`` is the usual button; it runs ``take``, the other leaves the dialog."""

    def __init__(self, dialog: QDialog, take: Callable[[], object], text: str = "") -> None:
        super().__init__(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.yes: QPushButton = self.button(QDialogButtonBox.StandardButton.Ok)
        if text:
            self.yes.setText(text)
        self.yes.setProperty("kind", "primary")
        self.accepted.connect(take)
        self.rejected.connect(dialog.reject)


def trouble_line() -> QLabel:
    """Where a dialog says why something is not taken; hidden until then."""
    made = label("", "error")
    made.setWordWrap(True)
    made.hide()
    return made
