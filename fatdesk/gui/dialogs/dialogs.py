"""Dialogs of the window that stay open next to it; each loads when it is first shown."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QDialog, QWidget

from fatdesk.core.documentation import START, Place
from fatdesk.gui.desk import Desk
from fatdesk.gui.files.files import Files
from fatdesk.gui.help import HelpDesk


class Dialogs:
    """One of each; showing one that is open brings it to the front.

    Parameters
    ----------
    prefer
        Called when preferences have changed.
    view
        Returns the pane that help is for where the focus is on none.
    """

    def __init__(
        self,
        window: QWidget,
        desk: Desk,
        files: Files,
        prefer: Callable[[], None],
        view: Callable[[], QWidget | None],
    ) -> None:
        self._window, self._desk, self._files, self._prefer = window, desk, files, prefer
        self.help = HelpDesk(window, desk, view)

    def help_for_pane(self) -> None:
        """Show the page of the documentation for the pane in focus."""
        self.help.open_for_pane()

    def documentation(self) -> None:
        """Show the documentation at its start."""
        self.help.open(Place(START))

    def references(self) -> None:
        """List published networks, to open one as a new project."""
        from fatdesk.gui.dialogs.references_dialog import ReferencesDialog

        _raise(
            self._window.findChild(ReferencesDialog)
            or ReferencesDialog(self._desk, self._files, self._window)
        )

    def recover(self) -> None:
        """List copies of unsaved changes, to open one as a new project."""
        from fatdesk.gui.dialogs.recover_dialog import RecoverDialog

        _raise(self._window.findChild(RecoverDialog) or RecoverDialog(self._desk, self._files, self._window))

    def revisions(self) -> None:
        """List the revisions of the project, to make one or to compare states."""
        from fatdesk.gui.dialogs.revisions_dialog import RevisionsDialog

        shown = self._window.findChild(RevisionsDialog)
        if shown is None:
            shown = RevisionsDialog(self._desk, self._window)
            shown.saving.connect(self._files.save_data)
        _raise(shown)

    def netbox(self) -> None:
        """Compare the project with a NetBox or Nautobot, push it there, or pull a hall."""
        from fatdesk.gui.dialogs.dcim_dialog import DcimDialog

        _raise(self._window.findChild(DcimDialog) or DcimDialog(self._desk, self._files, self._window))

    def rules(self, rule: str = "") -> None:
        """List the rules of the project, to add, change and try them; the one of a name is selected."""
        from fatdesk.gui.dialogs.rules_dialog import RulesDialog

        shown = self._window.findChild(RulesDialog) or RulesDialog(self._desk, self._window)
        shown.point_to(rule)
        _raise(shown)

    def names(self, rule: str = "", name: str = "") -> None:
        """Show the templates of names; that of a finding gets the keys."""
        from fatdesk.gui.dialogs.names_dialog import NamesDialog

        shown = self._window.findChild(NamesDialog) or NamesDialog(self._desk, self._window)
        if rule:
            shown.point_to(rule, name)
        _raise(shown)

    def settings(self) -> None:
        """Show the settings."""
        from fatdesk.gui.dialogs.settings_dialog import SettingsDialog

        _raise(
            self._window.findChild(SettingsDialog) or SettingsDialog(self._desk, self._window, self._prefer)
        )

    def adopt(self, *paths: Path) -> None:
        """Make a project of the report of an installed fabric; without paths, ask for the files."""
        from fatdesk.gui.dialogs.adopt_dialog import AdoptDialog, ask_reports

        reports = paths or ask_reports(self._desk, self._window)
        if reports:
            AdoptDialog(self._desk, self._files, reports, self._window).show()

    def about(self) -> None:
        """Show versions and licences."""
        from fatdesk.gui.dialogs.about import About  # slow: reads the metadata of installed packages

        shown = About(self._desk.theme, self._window)
        shown.exec()
        shown.deleteLater()


def _raise(dialog: QDialog) -> None:
    """Show a dialog in front of the others."""
    dialog.show()
    dialog.raise_()
    dialog.activateWindow()
