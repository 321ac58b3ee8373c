"""Sizes of texts come from one module, by role."""

import ast
from pathlib import Path

import pytest

import fatdesk.engine
from fatdesk.engine.drawing import font_sizes

ENGINE = Path(fatdesk.engine.__file__).parent
DRAWINGS = [*sorted((ENGINE / "drawing").rglob("*.py")), ENGINE / "asbuilt" / "punch_sheets.py"]
SIZE_AT = 3
"""Position of the size among the arguments of ``Sketch.text``."""


def sizes_of(tree: ast.Module) -> list[ast.expr]:
    """Return the arguments that give the size of a text."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    texts = [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "text"]
    return [call.args[SIZE_AT] for call in texts if len(call.args) > SIZE_AT]


@pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: path.stem)
def test_no_size_is_a_number(path):
    sizes = sizes_of(ast.parse(path.read_text(encoding="utf-8")))
    numbers = [node for size in sizes for node in ast.walk(size) if isinstance(node, ast.Constant)]
    assert not [ast.unparse(size) for size in sizes if isinstance(size, ast.Constant)], "name a role"
    assert all(not isinstance(node.value, float) or node.value < font_sizes.LEAST for node in numbers)


def test_roles_differ_and_are_ordered():
    sizes = [value for name, value in vars(font_sizes).items() if name.isupper()]
    assert sizes == sorted(set(sizes), reverse=True)
    assert sizes[-1] == font_sizes.LEAST


def test_texts_are_found():
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in DRAWINGS]
    assert sum(len(sizes_of(tree)) for tree in trees) > 100
