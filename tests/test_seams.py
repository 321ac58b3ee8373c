"""Tests reach the program through public names and its window through page objects."""

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


PAGED = (
    "as_built", "catalog", "documents", "explorer", "faults", "files",
    "floor", "imports", "lists", "racks", "requirements", "schedule", "simulation", "studies", "topology",
)  # fmt: skip
"""Folders of ``tests/gui`` whose tests reach widgets through page objects alone."""
SYSTEM = {"QApplication", "QFileDialog", "QMessageBox", "QToolTip"}
"""What these tests may take from ``QtWidgets``: the application, tooltips, and dialogs that they answer."""
TUPLES = {"_asdict", "_make", "_replace"}
"""Methods of named tuples, which are public in spite of their names."""
WAYS = {"findChild", "findChildren", "widget", "workspace", "workspaces"}
"""Attributes that lead to widgets."""
WINDOWS = {"desk", "edited", "placed", "window"}
"""Fixtures that are the main window."""
PARTS = {"header", "inspector", "list_imports", "menus", "palette_box", "rail", "status", "tree", "welcome"}
"""Parts of the main window, which have pages of their own."""


def widget_seams(source: str) -> Iterator[int]:
    """Yield the lines on which a test reaches a widget without a page."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module == "PySide6.QtWidgets":
            if not {name.name for name in node.names} <= SYSTEM:
                yield node.lineno
        elif isinstance(node, ast.Attribute):
            name = node.value.id if isinstance(node.value, ast.Name) else ""
            private = is_private(node.attr) and node.attr not in TUPLES and name not in ("self", "cls")
            if private or node.attr in WAYS or (name in WINDOWS and node.attr in PARTS):
                yield node.lineno


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("from PySide6.QtWidgets import QApplication, QLineEdit", [1]),
        ("from PySide6.QtWidgets import QApplication, QFileDialog", []),
        ("\ndesk.workspaces['bill'].table.rows", [2]),
        ("window.inspector.isVisible()", [1]),
        ("page.widget.x.y", [1]),
        ("view.findChild(kind, 'name')", [1]),
        ("plot._way", [1]),
        ("term._replace(values=())", []),
        ("self._known", []),
        ("desk.status.message", [1]),
        ("record.status", []),
        ("BillPage(desk).table.rows", []),
        ("desk.session.derived.bill.lines", []),
    ],
)
def test_ways_to_widgets_are_found(source, lines):
    assert list(widget_seams(source)) == lines


def test_workspaces_are_reached_through_pages():
    found = [
        f"{path.relative_to(TESTS)}:{line}"
        for folder in PAGED
        for path in sorted((TESTS / "gui" / folder).rglob("*.py"))
        for line in widget_seams(path.read_text(encoding="utf-8"))
    ]
    assert not found, "give the page object in tests/gui/pages what the test sees or does"
