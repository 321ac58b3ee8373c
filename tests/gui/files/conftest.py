"""A state folder for each test of files: copies and versions of others would be offered."""

import pytest


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    """A state folder of this test alone."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "state"))
    return tmp_path / "state"
