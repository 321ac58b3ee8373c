"""Print the tree of packages and modules with the first line of each docstring."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def purpose(path: Path) -> str:
    """Return the first line of a module's docstring, without its full stop."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    return (text or "").partition("\n")[0].rstrip(".")


def lines(folder: Path, depth: int = 0) -> Iterator[str]:
    """Yield one line for a package and one for each module in it, packages after modules."""
    indent = "  " * depth
    yield f"{indent}{folder.name}/  {purpose(folder / '__init__.py')}"
    for path in sorted(folder.glob("*.py")):
        if path.name != "__init__.py":
            yield f"{indent}  {path.stem}  {purpose(path)}"
    for inner in sorted(path.parent for path in folder.glob("*/__init__.py")):
        yield from lines(inner, depth + 1)


def main() -> int:
    """Print the tree of ``fatdesk``, or of folders in it: ``engine/cabling``, ``fatdesk/engine/cabling``."""
    names = [name.strip("/").removeprefix("fatdesk/") for name in sys.argv[1:]]
    for folder in [ROOT / "fatdesk" / name for name in names] or [ROOT / "fatdesk"]:
        if not (folder / "__init__.py").is_file():
            print(f"{folder.relative_to(ROOT)}: is no package, name one such as engine/cabling")
            return 1
        print("\n".join(lines(folder)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
