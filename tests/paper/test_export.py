"""``fatdesk export`` of PDF files: listed without Qt, made without a screen, clear when Qt is not there."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fatdesk.core.program import shipped

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("diagrams.pdf", "floor.pdf", "elevations.pdf", "packets.pdf")

WITHOUT_QT = """
import sys
sys.modules["PySide6.QtGui"] = None
from fatdesk.cli import main
sys.exit(main(sys.argv[1:]))
"""


def fatdesk(*arguments: str | Path, before: tuple[str, ...] = ("-m", "fatdesk")) -> tuple[int, str, str]:
    """Exit status, output and errors of a command, started without a display."""
    settings = {
        name: value for name, value in os.environ.items() if name not in {"DISPLAY", "QT_QPA_PLATFORM"}
    }
    settings |= {"PYTHONPATH": str(ROOT), "WAYLAND_DISPLAY": ""}
    done = subprocess.run(
        [sys.executable, *before, *map(str, arguments)],
        env=settings,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("paper") / "nodes-60.fatdesk"
    status, _, errors = fatdesk("design", shipped("resources") / "examples" / "nodes-60.yaml", "-o", path)
    assert status == 0, errors
    return path


def test_listing_loads_no_qt() -> None:
    probe = (
        "import sys\nfrom fatdesk.cli import main\nmain(['export', '--list'])\n"
        "assert not [name for name in sys.modules if name.startswith('PySide6')]"
    )
    status, stated, errors = fatdesk(before=("-c", probe))
    assert status == 0, errors
    assert all(name in stated for name in NAMES)


def test_everything_is_written_without_a_screen(project: Path, tmp_path: Path) -> None:
    status, _, errors = fatdesk("export", project, tmp_path / "all", "--revision", "R2", "--paper", "Letter")
    assert status == 0, errors
    for name in NAMES:
        assert (tmp_path / "all" / name).read_bytes().startswith(b"%PDF-")
    assert (tmp_path / "all" / "bill.xlsx").is_file()


def test_a_display_that_is_not_there_does_not_matter(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    probe = "import os, sys; os.environ['DISPLAY'] = ':987'\nfrom fatdesk.cli import main\n"
    probe += "sys.exit(main(sys.argv[1:]))"
    arguments = ("export", project, tmp_path / "one", "--only", "floor.pdf")
    status, _, errors = fatdesk(*arguments, before=("-c", probe))
    assert status == 0, errors
    assert [path.name for path in (tmp_path / "one").iterdir()] == ["floor.pdf"]


def test_without_qt_a_pdf_is_refused_and_the_rest_is_written(project: Path, tmp_path: Path) -> None:
    without = ("-c", WITHOUT_QT)
    status, _, errors = fatdesk("export", project, tmp_path / "a", "--only", "floor.pdf", before=without)
    assert status == 2
    assert "need Qt" in errors
    assert not (tmp_path / "a").exists()
    status, _, errors = fatdesk("export", project, tmp_path / "b", before=without)
    assert status == 0, errors
    assert "left out, PDF files need Qt" in errors
    assert (tmp_path / "b" / "floor.svg").is_file()
    assert not list((tmp_path / "b").glob("*.pdf"))
