"""No test gives up on a program, a thread or a task after a few seconds: busy machines take longer."""

import ast
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
WAITS = {"wait", "join", "communicate"}
LIMITS = {"seconds", "limit_s", "timeout", "timeout_s", "patience_s"}
LOOPS = {"qtbot"}
"""``qtbot.wait`` lets events pass for a while; nothing is expected to be done by its end."""


def impatient(tree: ast.AST) -> Iterator[int]:
    """The lines of calls that give up after a number of seconds that is written there."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            yield from _short_limits(node)
        if not isinstance(node, ast.Call):
            continue
        limits = [keyword.value for keyword in node.keywords if keyword.arg == "timeout"]
        called = node.func
        if isinstance(called, ast.Attribute) and called.attr in WAITS:
            owner = called.value
            if not (isinstance(owner, ast.Name) and owner.id in LOOPS):
                limits += node.args[:1]
        for limit in limits:
            if isinstance(limit, ast.Constant) and isinstance(limit.value, int | float) and limit.value > 0:
                yield node.lineno


def _short_limits(node: ast.FunctionDef) -> Iterator[int]:
    """The lines of arguments that are limits in seconds, with a number as their default."""
    given = node.args.args[len(node.args.args) - len(node.args.defaults) :]
    for argument, default in zip(given, node.args.defaults, strict=True):
        if argument.arg in LIMITS and isinstance(default, ast.Constant) and default.value:
            yield node.lineno


def test_it_sees_what_is_impatient() -> None:
    text = "program.wait(20)\nrun([], timeout=1.5)\nqtbot.wait(30)\nprogram.wait(PATIENCE_S)\ntask.wait(0)\n"
    text += "def rest(page, seconds=10.0):\n    pass\n"
    assert sorted(impatient(ast.parse(text))) == [1, 2, 6]


def test_waits_are_patient() -> None:
    found = [
        f"{path.relative_to(HERE.parent)}:{line}"
        for path in sorted(HERE.rglob("*.py"))
        for line in impatient(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert not found, f"use PATIENCE_S of tests/patience.py: {found}"
