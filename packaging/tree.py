"""Print the tree of packages and modules with the first line of each docstring."""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@cache
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


def place(name: str) -> Path | None:
    """Return the file or folder of a name such as ``engine/cabling`` or ``fatdesk/core/units.py``."""
    words = Path(name.removesuffix(".py")).parts
    if not words or not all(map(str.isidentifier, words)):
        return None
    path = ROOT.joinpath("fatdesk", *words[words[0] == "fatdesk" :])
    found = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return found if found.is_file() else None


def main() -> int:
    """Print the tree of ``fatdesk``, or of the packages and modules that are named."""
    for name in sys.argv[1:] or ["fatdesk"]:
        path = place(name)
        if path is None:
            print(f"{name}: there is no such package or module, name one such as engine/cabling")
            return 1
        is_package = path.name == "__init__.py"
        print("\n".join(lines(path.parent)) if is_package else f"{path.stem}  {purpose(path)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
