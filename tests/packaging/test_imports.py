"""What the command line and the library may load, and imports without circles."""

import subprocess
import sys
from pathlib import Path

import pytest

import fatdesk
from tests.packaging import import_graph

ROOT = Path(fatdesk.__file__).parent

HEAVY = ("PySide6", "shiboken6", "numpy", "scipy", "xlsxwriter", "yaml", "networkx", "multiprocessing")


def test_help_loads_nothing_heavy():
    probe = (
        "import sys\n"
        "from fatdesk.cli import main\n"
        "try:\n"
        "    code = main(['--help'])\n"
        "except SystemExit as end:\n"
        "    code = end.code\n"
        "assert not code, code\n"
        f"print('loaded:', *sorted({{name.split('.')[0] for name in sys.modules}} & set({HEAVY!r})))\n"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].strip() == "loaded:"


def test_there_are_no_circles_in_functions_either():
    """Imports in functions, for type checking, and by names made at run time count as well."""
    assert not import_graph.circles(ROOT)


@pytest.mark.parametrize(
    "back",
    [
        "def late():\n    from made.one import here",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from made.one import here",
        "from importlib import import_module\ndef late(name):\n    import_module(f'made.{name}')",
        "from made.inner import deep",
    ],
)
def test_a_hidden_circle_is_found(tmp_path, back):
    package = tmp_path / "made"
    (package / "inner").mkdir(parents=True)
    for file, text in {
        "__init__.py": "",
        "one.py": "from made import two\nhere = 1",
        "two.py": back,
        "inner/__init__.py": "",
        "inner/deep.py": "from made import one",
    }.items():
        (package / file).write_text(text)
    assert len(import_graph.circles(package)) == 1
    (package / "two.py").write_text("there = 1")
    assert not import_graph.circles(package)


def test_networks_load_nothing_that_they_do_not_need():
    probe = (
        "import sys, fatdesk.networks\n"
        "print('loaded:', *sorted({*sys.modules} & {'yaml', 'PySide6', 'numpy', 'fatdesk.core'}))"
    )
    whole = (
        "import sys\n"
        "import fatdesk.networks as networks\n"
        "for name in networks.__all__: getattr(networks, name)\n"
        "print('loaded:', *sorted({'.'.join(name.split('.')[:2]) for name in sys.modules}"
        " & {'fatdesk.engine', 'fatdesk.project', 'PySide6'}))\n"
    )
    for code in (probe, whole):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines()[-1].strip() == "loaded:"


def test_what_follows_from_a_project_is_worked_out_without_widgets():
    """Qt takes 35 MB: it is loaded for what is shown, not for what is derived."""
    code = "import sys, fatdesk.gui.session.document; print(*{*sys.modules} & {'PySide6', 'shiboken6'})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
