"""What has steps of its own that can be undone, and is saved by itself."""

from typing import Protocol


class Stepping(Protocol):
    """Something with steps of its own, saved by itself."""

    @property
    def can_undo(self) -> bool:
        """Whether something was done."""

    @property
    def can_redo(self) -> bool:
        """Whether something was undone."""

    @property
    def undo_label(self) -> str:
        """What undo takes back."""

    @property
    def redo_label(self) -> str:
        """What redo brings back."""

    def undo(self) -> None:
        """Take the last step back."""

    def redo(self) -> None:
        """Bring back what was undone last."""

    def save(self) -> object:
        """Save it."""
