"""P8: JSON that is nested deeply is refused like any other damage, wherever the program reads JSON."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import fatdesk
from fatdesk.core.errors import InputError
from fatdesk.engine.asbuilt.readers import read_discovered
from fatdesk.gui.documents import export_jobs
from fatdesk.gui.files import recent

READERS = {"msgspec.json.decode", "json.loads", "json.load", "_DECODER.decode"}
ELSEWHERE = {
    "engine/floor/pdf_page.py": "reads what a worker of its own wrote",
    "project/commands/history.py": "its caller hands the error over",
    "project/files/file_format.py": "its caller refuses the record",
}
"""Modules whose JSON is guarded in another place."""
DEEP = b'{"x":' + b"[" * 100_000


def unguarded(node: ast.AST, guarded: bool = False) -> Iterator[ast.Call]:
    """Yield the calls that read JSON where no RecursionError is caught."""
    if isinstance(node, ast.Try):
        types = [one.type for one in node.handlers if one.type is not None]
        caught = {name.id for kind in types for name in ast.walk(kind) if isinstance(name, ast.Name)}
        for inner in node.body:
            yield from unguarded(inner, guarded or "RecursionError" in caught)
        for inner in (*node.handlers, *node.orelse, *node.finalbody):
            yield from unguarded(inner, guarded)
        return
    if isinstance(node, ast.Call) and not guarded and ast.unparse(node.func) in READERS:
        yield node
    for inner in ast.iter_child_nodes(node):
        yield from unguarded(inner, guarded)


def test_every_reader_of_json_expects_deep_nesting() -> None:
    root = Path(fatdesk.__path__[0])
    texts = {file: file.read_text(encoding="utf-8") for file in sorted(root.rglob("*.py"))}
    last = {reader.rpartition(".")[2] for reader in READERS}  # only sources with such a word are parsed
    found = {
        file.relative_to(root).as_posix(): [call.lineno for call in calls]
        for file, text in texts.items()
        if any(word in text for word in last) and (calls := list(unguarded(ast.parse(text))))
    }
    assert found.keys() == ELSEWHERE.keys(), found


def test_a_report_that_is_nested_deeply_is_refused_with_its_file() -> None:
    with pytest.raises(InputError, match="m:1: file: is damaged JSON"):
        read_discovered(b'{"lldp": ' + b"[" * 100_000, "m")


def test_lists_that_are_nested_deeply_are_as_if_there_were_none() -> None:
    file = recent.recent_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    for name in ("recent.json", "runs.json"):
        (file.parent / name).write_bytes(b'[{"path":"a","x":' + b"[" * 100_000)
    try:
        assert recent.read_recent() == []
        assert export_jobs.read_runs("p") == {}
    finally:
        (file.parent / "recent.json").unlink()
        (file.parent / "runs.json").unlink()
