"""A hand at a window of the size that the pictures have."""

import pytest

from tests.gui.guide.hand import SIZE, Hand


@pytest.fixture
def guided(window, tmp_path, monkeypatch):
    """A hand at a window without a project, and a folder for the files of the reader in their home."""
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    folder = tmp_path / "cluster"
    folder.mkdir()
    window.resize(*SIZE)
    return Hand(window, folder)
