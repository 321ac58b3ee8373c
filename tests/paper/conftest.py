"""One application for all tests of this folder, the one of pytest-qt."""

import pytest


@pytest.fixture(autouse=True)
def application(qapp: object) -> object:
    return qapp
