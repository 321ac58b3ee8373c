"""The examples in docstrings give what they show."""

import doctest
import importlib
from pathlib import Path

import pytest

import fatdesk

TOP = Path(fatdesk.__file__).parent


def modules():
    for path in sorted(TOP.rglob("*.py")):
        if ">>> " in path.read_text(encoding="utf-8"):
            name = ".".join(("fatdesk", *path.relative_to(TOP).with_suffix("").parts))
            yield name.removesuffix(".__init__")


@pytest.mark.parametrize("name", list(modules()))
def test_examples_in_docstrings(name):
    done = doctest.testmod(importlib.import_module(name))
    assert done.attempted
    assert not done.failed
