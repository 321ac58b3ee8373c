"""Undo and redo of whole projects."""

import pytest

from fatdesk.project.commands import RefusedError, Rename, history
from fatdesk.project.commands.history import History
from fatdesk.project.commands.racks import RemoveRack
from fatdesk.project.document.project import Project


def test_steps_and_their_names() -> None:
    steps = History(Project())
    assert (steps.undo_label, steps.redo_label, steps.can_undo, steps.can_redo) == ("", "", False, False)
    assert steps.undo() is steps.redo() is steps.project
    first = steps.do(Rename(name="a"))
    steps.do(Rename(name="b"))
    assert steps.undo() is first
    assert (steps.undo_label, steps.redo_label) == ("Rename to a", "Rename to b")
    steps.do(Rename(name="c"))
    assert not steps.can_redo
    assert steps.undo_label == "Rename to c"


def test_a_refused_command_is_no_step() -> None:
    steps = History(Project())
    steps.do(Rename(name="a"))
    steps.undo()
    with pytest.raises(RefusedError):
        steps.do(RemoveRack(rack=1))
    assert steps.redo_label == "Rename to a"


def test_the_saved_one_is_known_across_undo() -> None:
    steps = History(Project())
    steps.do(Rename(name="a"))
    steps.mark_saved()
    steps.do(Rename(name="b"))
    assert steps.unsaved
    steps.undo()
    assert not steps.unsaved
    steps.undo()
    assert steps.unsaved


def test_the_oldest_steps_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "MOST_STEPS", 3)
    steps = History(Project())
    for name in "abcde":
        steps.do(Rename(name=name))
    while steps.can_undo:
        steps.undo()
    assert steps.project.name == "b"
    assert steps.unsaved
    while steps.can_redo:
        steps.redo()
    assert steps.project.name == "e"
