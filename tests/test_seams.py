"""Tests reach the program through public names: none patches or imports what is private."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
FILES = sorted(TESTS.rglob("*.py"))


def is_private(name: str) -> bool:
    """Whether a dotted name ends in a private one."""
    last = name.rsplit(".", 1)[-1]
    return last.startswith("_") and not last.startswith("__")


def private_seams(source: str) -> Iterator[int]:
    """Yield the lines on which private names are imported, or patched with ``setattr`` and ``delattr``."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("fatdesk"):
            if any(is_private(name.name) for name in node.names):
                yield node.lineno
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("setattr", "delattr"):
            names = [some.value for some in node.args[:2] if isinstance(some, ast.Constant)]
            if any(isinstance(name, str) and is_private(name) for name in names):
                yield node.lineno


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("from fatdesk.core import _memo", [1]),
        ("\nmonkeypatch.setattr(module, '_limit', 3)", [2]),
        ("monkeypatch.setattr('fatdesk.core.memo._limit', 3)", [1]),
        ("monkeypatch.delattr(module, '_limit')", [1]),
        ("monkeypatch.setattr(module, 'limit', '_value')", []),
        ("monkeypatch.setattr(type(one), '__eq__', None)", []),
        ("from tests.core import _own", []),
    ],
)
def test_private_names_are_found(source, lines):
    assert list(private_seams(source)) == lines


def test_no_test_patches_or_imports_private_names():
    found = [
        f"{path.relative_to(TESTS)}:{line}"
        for path in FILES
        for line in private_seams(path.read_text(encoding="utf-8"))
    ]
    assert not found, "give the program a public name where a test needs one"
