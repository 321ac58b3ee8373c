"""Print every text that people read in the window and on the command line, by folder and module."""

import ast
import re
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("gui", "cli")
_WORDS = re.compile(r"[A-Za-z]{2,}")


@lru_cache(maxsize=1)  # whoever reads a module reads it several times
def nodes(path: Path) -> list[ast.AST]:
    """Return all nodes of a module, in no order that means anything."""
    found: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    for node in found:
        for value in vars(node).values():  # half the time of ast.walk
            if isinstance(value, ast.AST):
                found.append(value)
            elif isinstance(value, list):
                found += [part for part in value if isinstance(part, ast.AST)]
    return found


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and text of each string of a module that reads like text for people.

    Docstrings, names, keys and formats are left out. Computed parts of an f-string are ``{}``.
    """
    inside: set[int] = set()
    for node in nodes(path):
        if isinstance(node, ast.JoinedStr):
            inside.update(id(part) for part in ast.walk(node))
        elif isinstance(node, ast.Expr):  # a docstring
            inside.add(id(node.value))
        for one in types_of(node) if isinstance(node, NAMING_TYPES) else ():
            inside.update(id(part) for part in ast.walk(one))
    for node in nodes(path):
        if isinstance(node, ast.JoinedStr):
            text = "".join(
                part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else "{}"
                for part in node.values
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            text = node.value
        else:
            continue
        if reads_like_text(text):
            yield node.lineno, text


NAMING_TYPES = (
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.arg, ast.AnnAssign),
    *(ast.ClassDef, ast.Subscript, ast.Assign, ast.Call),
)
"""Nodes that may name types."""


def types_of(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the types that a node names: text, where they are imported for the type checker only."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        yield from (one for one in (node.returns,) if one is not None)
    elif isinstance(node, ast.arg):
        yield from (one for one in (node.annotation,) if one is not None)
    elif isinstance(node, ast.AnnAssign):
        if not any(isinstance(part, ast.Call) for part in ast.walk(node.annotation)):
            yield node.annotation  # with calls it describes a field, for people
    elif isinstance(node, ast.ClassDef):
        yield from node.bases
    elif isinstance(node, ast.Subscript):
        yield node.slice
    elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
        yield node.value
    elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("cast", "TypeVar", "NewType"):
        yield from node.args[:1]


def reads_like_text(text: str) -> bool:
    """Whether a string is text for people: several words, or one with a capital letter.

    >>> reads_like_text("Add network"), reads_like_text("add_network"), reads_like_text("Rename")
    (True, False, True)
    """
    words = _WORDS.findall(text)
    if not words or "_" in text or re.fullmatch(r"[a-z0-9./:{}<>*-]+", text):
        return False
    return " " in text.strip() or text[:1].isupper()


def main() -> int:
    """Print the texts of the rooms, or of the folders that are named."""
    for folder in sys.argv[1:] or ROOMS:
        for path in sorted((ROOT / "fatdesk" / folder).rglob("*.py")):
            found = sorted(texts(path))
            if found:
                print(f"\n{path.relative_to(ROOT / 'fatdesk').with_suffix('')}")
                for line, text in found:
                    print(f"{line:5}  {' '.join(text.split())}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
