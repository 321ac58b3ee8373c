"""The accept and cancel buttons of a dialog, and its error line."""

from collections.abc import Callable

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPushButton

from fatdesk.gui.widgets.plain_text import label


class DialogButtons(QDialogButtonBox):
    """The default button ``yes``, which runs ``take``, and Cancel, which closes the dialog."""

    def __init__(self, dialog: QDialog, take: Callable[[], object], text: str = "") -> None:
        super().__init__(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.yes: QPushButton = self.button(QDialogButtonBox.StandardButton.Ok)
        self.yes.setObjectName("accept")
        if text:
            self.yes.setText(text)
        self.yes.setProperty("kind", "primary")
        self.accepted.connect(take)
        self.rejected.connect(dialog.reject)


def error_line() -> QLabel:
    """Return a label for the error message of a dialog, hidden at first."""
    made = label("", "error")
    made.setWordWrap(True)
    made.hide()
    return made
