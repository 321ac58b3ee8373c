"""The benchmarks that are programs of their own: each prints its figures and ends with 1 beyond its bound."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]


def scripts() -> list[str]:
    """Every file here that can be run by itself."""
    found = []
    for file in sorted(FOLDER.glob("[!_]*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        if any(isinstance(node, ast.If) and "__name__" in ast.unparse(node.test) for node in tree.body):
            found.append(file.stem)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", scripts())
def test_script(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        print(f"\n{name}", flush=True)
        done = subprocess.run([sys.executable, "-m", f"tests.benchmarks.{name}"], cwd=ROOT)
    assert done.returncode == 0, "beyond its bound"
