"""Write the tree of folders and files into ARCHITECTURE.md, from the first lines of their docstrings."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BEGIN, END = "<!-- tree: made by `python packaging/tree.py` -->\n", "<!-- end of tree -->\n"


def purpose(path: Path) -> str:
    """The first line of a module's docstring."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    return (text or "").partition("\n")[0].rstrip(".")


def lines(folder: Path, depth: int = 0) -> Iterator[str]:
    """A line for a package and for each module in it, packages after modules."""
    indent = "  " * depth
    yield f"{indent}{folder.name}/  {purpose(folder / '__init__.py')}"
    for path in sorted(folder.glob("*.py")):
        if path.name != "__init__.py":
            yield f"{indent}  {path.stem}  {purpose(path)}"
    for inner in sorted(path.parent for path in folder.glob("*/__init__.py")):
        yield from lines(inner, depth + 1)


def with_tree(text: str, tree: str) -> str:
    """The page with the tree between its marks."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}```\n{tree}\n```\n{END}{after}"


def main() -> int:
    """Write the page anew."""
    page = ROOT / "ARCHITECTURE.md"
    text = page.read_text(encoding="utf-8")
    page.write_text(with_tree(text, "\n".join(lines(ROOT / "fatdesk"))), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
