"""The public interface of the library: its page runs, and importing it loads only what it needs."""

import doctest
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import fatdesk.networks as library

ROOT = Path(__file__).resolve().parents[2]


def test_the_examples_of_the_page_run():
    from fractions import Fraction

    known = {"np": np, "Fraction": Fraction}
    done = doctest.testfile(str(ROOT / "docs" / "library.md"), module_relative=False, extraglobs=known)
    assert done.attempted > 30
    assert not done.failed


def test_every_public_name_is_there():
    for name in library.__all__:
        assert getattr(library, name).__doc__, name
    with pytest.raises(AttributeError):
        library.nothing  # noqa: B018 (the access is what is tested)


@pytest.mark.parametrize(
    ("used", "unwanted"),
    [
        ("n.Network, n.network_of('kary-tree:k=2,n=2')", "PySide6 shiboken6 yaml networkx numba"),
        ("n.sweep, n.tolerance, n.read_graph", "PySide6 shiboken6"),  # numba itself loads yaml
    ],
)
def test_importing_the_library_loads_neither_window_nor_engine(used, unwanted):
    code = (
        f"import sys, fatdesk.networks as n; {used}\n"
        "tops = {m if m.count('.') < 2 else m.rpartition('.')[0] for m in sys.modules}\n"
        "print(*sorted(tops & set(sys.argv[1:])))"
    )
    rooms = [f"fatdesk.{room}" for room in ("engine", "project", "gui", "paper", "cli", "tasks")]
    words = [sys.executable, "-c", code, *unwanted.split(), *rooms]
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == ""


def test_importing_the_engine_loads_no_window():
    code = "import sys, fatdesk.engine; print(*[m for m in sys.modules if m.startswith('PySide6')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == ""
