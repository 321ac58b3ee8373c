"""Undo and redo by remembering whole projects."""

from fatdesk.project.commands import Command
from fatdesk.project.commands.performing import perform
from fatdesk.project.commands.steps import Steps
from fatdesk.project.document.project import Project


class History(Steps[Project]):
    """The projects of one editing, of which one is present.

    Examples
    --------
    >>> from fatdesk.project.commands.project import Rename
    >>> history = History(Project(name="a"))
    >>> history.do(Rename(name="b")).name, history.undo_label, history.unsaved
    ('b', 'Rename to b', True)
    >>> history.undo().name, history.redo_label, history.unsaved
    ('a', 'Rename to b', False)
    """

    @property
    def project(self) -> Project:
        """The present project."""
        return self.present

    def do(self, command: Command) -> Project:
        """Perform a command: one step, whatever it holds.

        Raises
        ------
        RefusedError
            When it cannot be done; nothing has changed then.
        """
        return self.put(perform(self.project, command), command.label)
