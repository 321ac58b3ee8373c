"""Errors of files that cannot be read."""

import pytest

from fatdesk.core.errors import unreadable

MISSING = FileNotFoundError(2, "No such file or directory")


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("nodes-6.fatdesk", "did you mean {folder}/nodes-60.fatdesk?"),
        ("nodes-60.yaml", "check its name and permissions"),  # another kind of file
        ("quite-different.fatdesk", "check its name and permissions"),
        ("none/nodes-60.fatdesk", "check its name and permissions"),  # no such folder
    ],
)
def test_a_missing_file_is_like_one_that_is_there(name, advice, tmp_path):
    for known in ("nodes-60.fatdesk", "blades-224.fatdesk"):
        (tmp_path / known).touch()
    error = unreadable(tmp_path / name, MISSING)
    what = f"cannot be read (No such file or directory), {advice.format(folder=tmp_path)}"
    assert str(error) == f"{tmp_path / name}:1: file: {what}"


def test_only_missing_files_are_compared(tmp_path):
    (tmp_path / "a.fatdesk").touch()
    error = unreadable(tmp_path / "a.fatdesk", PermissionError(13, "Permission denied"))
    assert str(error).endswith("cannot be read (Permission denied), check its name and permissions")
