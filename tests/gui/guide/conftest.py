"""A hand at a window of the size that the pictures have."""

import pytest

from tests.gui.guide.hand import SIZE, Hand


@pytest.fixture
def guided(window, tmp_path):
    """A hand at a window without a project, and a folder for the files of the reader."""
    window.resize(*SIZE)
    return Hand(window, tmp_path)
