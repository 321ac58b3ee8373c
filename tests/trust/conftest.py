"""What the tests of promises share."""

import os

import pytest


@pytest.fixture(scope="session")
def long() -> bool:
    """Whether the long form is asked for, with ``FATDESK_LONG=1``."""
    return os.environ.get("FATDESK_LONG") == "1"
