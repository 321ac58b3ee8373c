"""Find the calls in a source that make, change, rename or remove files."""

import ast
from collections.abc import Iterator

METHODS = frozenset(
    [
        "write_text",
        "write_bytes",
        "unlink",
        "rmdir",
        "rename",
        "mkdir",
        "touch",
        "chmod",
        "lchmod",
        "symlink_to",
        "hardlink_to",
        "tofile",
        "extractall",
        "QSaveFile",
        "QSettings",
        "setOutputFileName",
    ]
)
"""Whatever they are called on."""
OF_OS = frozenset(
    [
        "open",
        "fdopen",
        "replace",
        "rename",
        "renames",
        "remove",
        "removedirs",
        "unlink",
        "rmdir",
        "mkdir",
        "makedirs",
        "mkfifo",
        "mknod",
        "link",
        "symlink",
        "truncate",
        "chmod",
        "chown",
        "utime",
    ]
)
"""Functions of ``os``; those that take a descriptor need one that was opened."""
WHOLE = frozenset({"shutil", "tempfile", "sqlite3", "shelve", "dbm"})
"""Modules that are for nothing else."""
SAVING = frozenset({"save", "savez", "savez_compressed", "savetxt", "memmap"})
OPENING = frozenset({"io", "gzip", "bz2", "lzma", "codecs", "tarfile"})


def writing_calls(source: str) -> Iterator[tuple[int, str]]:
    """Line and name of each call that may write; a method merely named ``open`` is none."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names if name.name in WHOLE)
        elif isinstance(node, ast.ImportFrom):
            yield from _imported(node)
        elif isinstance(node, ast.Call) and (name := _written(node)):
            yield node.lineno, name


def _imported(node: ast.ImportFrom) -> Iterator[tuple[int, str]]:
    """Names that would hide what they are from."""
    for name in node.names:
        of_os = node.module == "os" and name.name in OF_OS
        if of_os or node.module in WHOLE or (node.module in OPENING and name.name == "open"):
            yield node.lineno, f"{node.module}.{name.name}"


def _written(call: ast.Call) -> str:
    """The name of a call that may write, or nothing."""
    called = call.func
    if isinstance(called, ast.Name):
        return called.id if called.id == "open" or called.id in METHODS else ""
    if not isinstance(called, ast.Attribute):
        return ""
    whose = called.value.id if isinstance(called.value, ast.Name) else ""
    name = called.attr
    writes = (
        name in METHODS
        or (whose == "os" and name in OF_OS)
        or (whose in ("np", "numpy") and name in SAVING)
        or (whose in OPENING and name == "open")
        or (name == "open" and _for_writing(call))
        or (name == "replace" and len(call.args) == 1 and not call.keywords)  # of text it takes two
    )
    return f"{whose}.{name}" if writes and whose else name if writes else ""


def _for_writing(call: ast.Call) -> bool:
    """Whether a method ``open`` is given a mode that writes, first as paths take it."""
    modes = [*call.args[:1], *(word.value for word in call.keywords if word.arg == "mode")]
    return any(
        isinstance(mode, ast.Constant) and isinstance(mode.value, str) and bool(set(mode.value) & set("wax+"))
        for mode in modes
        if not (isinstance(mode, ast.Constant) and isinstance(mode.value, str) and len(mode.value) > 3)
    )
