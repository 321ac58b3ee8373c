"""Ask about changes of catalogs that are not saved, before they are left."""

from PySide6.QtWidgets import QMessageBox, QWidget

from fatdesk.gui.libraries.open_libraries import OpenLibraries
from fatdesk.gui.widgets.plain_text import box


def may_leave(window: QWidget, libraries: OpenLibraries) -> bool:
    """Ask for each folder that has unsaved changes; whether all may be left."""
    for place in libraries.unsaved:
        names = ", ".join(place.unsaved[:6]) + (" and more" if len(place.unsaved) > 6 else "")
        shown = box(
            window, "Unsaved parts", f"Save the changes of the catalog {place.title}?", f"Changed: {names}"
        )
        keep = shown.addButton(QMessageBox.StandardButton.Save)
        discard = shown.addButton(QMessageBox.StandardButton.Discard)
        shown.addButton(QMessageBox.StandardButton.Cancel)
        shown.setDefaultButton(QMessageBox.StandardButton.Save)
        shown.exec()
        if shown.clickedButton() is keep:
            if not place.save():
                return False
        elif shown.clickedButton() is not discard:
            return False
    return True
