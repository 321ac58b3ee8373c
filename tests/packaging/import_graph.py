"""All imports of a package: in functions and for type checking too, and by ``import_module``."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import strings

OWN = "__init__"


def modules(root: Path) -> dict[str, Path]:
    """Each module by its dotted name; a package is ``a.b.__init__``."""
    return {
        ".".join(path.relative_to(root.parent).with_suffix("").parts): path for path in root.rglob("*.py")
    }


def _named(node: ast.AST) -> Iterator[tuple[str, bool]]:
    """Names that an expression imports, and whether every module of that package may be meant."""
    if isinstance(node, ast.ImportFrom):
        assert not node.level, "imports are absolute"
        yield from ((f"{node.module}.{alias.name}", False) for alias in node.names)
    elif isinstance(node, ast.Import):
        yield from ((alias.name, False) for alias in node.names)
    elif isinstance(node, ast.Call) and "import_module" in (
        getattr(node.func, "attr", ""),
        getattr(node.func, "id", ""),
    ):
        name = node.args[0]
        if isinstance(name, ast.JoinedStr) and isinstance(name.values[0], ast.Constant):
            yield str(name.values[0].value).removesuffix("."), True
        elif isinstance(name, ast.Constant):
            yield str(name.value), False


def imports(root: Path) -> Iterator[tuple[str, str]]:
    """Pairs of importing and imported module."""
    known = modules(root)
    for module, path in known.items():
        for node in strings.nodes(path):
            for name, every in _named(node):
                if every:
                    inner = f"{name}."
                    yield from (
                        (module, other) for other in known if other.startswith(inner) and other != inner + OWN
                    )
                    continue
                found = name
                while found and found not in known and f"{found}.{OWN}" not in known:
                    found = found.rpartition(".")[0]
                if found:
                    yield module, found if found in known else f"{found}.{OWN}"


def circles(root: Path) -> list[str]:
    """A circle in each package whose modules and inner packages import each other in one."""
    between: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for importing, imported in imports(root):
        a, b = importing.split("."), imported.split(".")
        same = next((at for at, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), 0)
        if same:
            between[".".join(a[:same])][a[same]].add(b[same])
    return [found for package, graph in sorted(between.items()) if (found := _circle(package, graph))]


def _circle(package: str, graph: Mapping[str, set[str]]) -> str:
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return f"{package}: {' <- '.join(error.args[1])}"
    return ""
