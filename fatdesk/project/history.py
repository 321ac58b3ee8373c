"""Undo and redo by remembering whole projects."""

from typing import NamedTuple

from fatdesk.project.commands import Command
from fatdesk.project.commands.performing import perform
from fatdesk.project.project import Project

MOST_STEPS = 1000
"""How many steps can be undone; a project shares with the one before all that did not change."""


class Step(NamedTuple):
    """A project, and the name of the action that led to it."""

    project: Project
    label: str


class History:
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

    def __init__(self, project: Project) -> None:
        self._steps = [Step(project, "")]
        self._present = 0
        self._saved: Project | None = project

    @property
    def project(self) -> Project:
        """The present project."""
        return self._steps[self._present].project

    def do(self, command: Command) -> Project:
        """Perform a command: one step, whatever it holds. What was undone can no longer be redone.

        Raises
        ------
        RefusedError
            When it cannot be done; nothing has changed then.
        """
        return self.put(perform(self.project, command), command.label)

    def put(self, project: Project, label: str) -> Project:
        """Go on with a project that was made elsewhere (a search, a placement), as one step."""
        self._steps[self._present + 1 :] = [Step(project, label)]
        self._present += 1
        excess = len(self._steps) - 1 - MOST_STEPS
        if excess > 0:
            del self._steps[:excess]
            self._present -= excess
        return project

    @property
    def undo_label(self) -> str:
        """The action that ``undo`` takes back; empty when there is none."""
        return self._steps[self._present].label if self._present else ""

    @property
    def redo_label(self) -> str:
        """The action that ``redo`` brings again; empty when there is none."""
        return self._steps[self._present + 1].label if self.can_redo else ""

    @property
    def can_undo(self) -> bool:
        """Whether there is a step before the present."""
        return self._present > 0

    @property
    def can_redo(self) -> bool:
        """Whether a step was undone."""
        return self._present + 1 < len(self._steps)

    def undo(self) -> Project:
        """Go a step back; at the first one nothing happens."""
        self._present -= self.can_undo
        return self.project

    def redo(self) -> Project:
        """Go a step forward; at the last one nothing happens."""
        self._present += self.can_redo
        return self.project

    def mark_saved(self) -> None:
        """The present project is the one on disk."""
        self._saved = self.project

    @property
    def unsaved(self) -> bool:
        """Whether the present project is another than the one on disk."""
        return self.project is not self._saved
