"""packaging/start.py: when .venv is made, kept, mended, refused."""

import ast
import json
import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import debian
import pytest
import start

SCRIPT = Path(start.__file__)


@pytest.fixture
def made(tmp_path, monkeypatch):
    """A place for .venv; the list of what would have been made there."""
    steps = []
    monkeypatch.setattr(start, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(start, "MARKER", tmp_path / ".venv" / "fatdesk-lock.json")
    monkeypatch.setattr(start, "new_venv", lambda: steps.append("new"))
    monkeypatch.setattr(start, "install", steps.append)

    @contextmanager
    def compiling():
        steps.append("compiling")
        yield
        steps.append("compiled")

    monkeypatch.setattr(start, "compiling", compiling)
    return steps


def mark(**stamps):
    start.VENV.mkdir(exist_ok=True)
    start.MARKER.write_text(json.dumps(stamps))


def test_first_start_makes_everything(made):
    start.make_venv("test")
    assert made == ["new", "run", "compiling", "test", "compiled"]


def test_second_start_finds_it_ready(made):
    mark(run=start.stamp("run"), test=start.stamp("test"))
    start.make_venv("test")
    start.make_venv("run")
    assert made == []


def test_tests_are_added_to_what_runs(made):
    mark(run=start.stamp("run"))
    start.make_venv("test")
    assert made == ["test"]


def test_changed_lock_of_tests_leaves_nothing_of_the_old(made):
    mark(run=start.stamp("run"), test="older")
    start.make_venv("test")
    assert made == ["new", "run", "compiling", "test", "compiled"]


@pytest.mark.parametrize("marker", ["", "{}", "{", '{"run": "older"}'])
def test_half_made_or_older_is_made_again(made, marker):
    start.VENV.mkdir()
    start.MARKER.write_text(marker)
    start.make_venv("run")
    assert made == ["new", "run", "compiling", "compiled"]


def test_changed_lock_changes_the_stamp(tmp_path, monkeypatch):
    before = start.stamp("run")
    changed = tmp_path / "run.txt"
    changed.write_bytes(start.lock("run").read_bytes() + b"\n")
    monkeypatch.setattr(start, "lock", lambda group: changed)
    assert start.stamp("run") != before


def test_someone_elses_venv_is_left_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(start, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(start, "MARKER", tmp_path / ".venv" / "fatdesk-lock.json")
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    with pytest.raises(start.Stop, match="not made by this script"):
        start.new_venv()
    assert (tmp_path / ".venv" / "bin").is_dir()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [([], 0), (["--help"], 0), (["desk"], 2), (["run", "fast"], 2), (["install", "x"], 2)],
)
def test_help(arguments, code, capsys):
    assert start.main(arguments) == code
    assert "packaging/start.py test" in capsys.readouterr().out


def test_ctrl_c_ends_in_a_sentence(monkeypatch, capsys):
    def stopped(group):
        raise KeyboardInterrupt

    monkeypatch.setattr(start, "system_packages", stopped)
    assert start.main(["run"]) == 130
    assert "Stopped" in capsys.readouterr().out


def test_tests_run_with_the_checks_alongside(monkeypatch, capsys):
    calls = []

    def call(words, cwd, env):
        calls.append((words[1:4], cwd, "PYTHONDONTWRITEBYTECODE" in env))
        return subprocess.CompletedProcess(words, 1)

    monkeypatch.setattr(start.subprocess, "run", call)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert start.test(["-k", "x"]) == 1
    said = capsys.readouterr().out
    assert "-p tests.checks --durations=25 -k x" in said
    assert calls == [(["-m", "pytest", "-n"], start.ROOT, False)]


def test_the_program_is_compiled_while_more_is_installed(tmp_path, monkeypatch, capsys):
    (tmp_path / "fatdesk").mkdir()
    (tmp_path / "fatdesk" / "one.py").write_text("ONE = 1\n")
    (tmp_path / "packaging").mkdir()
    (tmp_path / "packaging" / "kernels.py").write_text(
        "import sys, pathlib\n"
        "pathlib.Path(sys.argv[0]).with_name(sys.argv[1]).touch()\n"
        "sys.exit(sys.argv[1] == '1')"
    )
    monkeypatch.setattr(start, "ROOT", tmp_path)
    monkeypatch.setattr(start, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(start, "UNPACK", f"open({str(tmp_path / 'packaging' / 'qt')!r}, 'w')")
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    with start.compiling():
        pass
    assert {path.name for path in (tmp_path / "packaging").iterdir()} == {"kernels.py", "0", "1", "qt"}
    assert list((tmp_path / "fatdesk").rglob("one*.pyc"))
    said = capsys.readouterr().out.splitlines()
    assert [line.strip().startswith(str(sys.executable)) for line in said] == [False, True]
    assert said[1].endswith("kernels.py 1 failed; what is missing is compiled when first used")


def test_the_bindings_of_qt_compile_nothing_at_a_start():
    is_ours = Path(sys.prefix).resolve() == start.VENV.resolve()
    if not is_ours or start.installed().get("run") != start.stamp("run"):
        pytest.skip("this .venv is not one that start.py made")
    script = "import shiboken6; from shibokensupport.signature import parser; print(parser.__cached__)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert Path(done.stdout.strip()).is_file()


def test_older_python_gets_a_sentence():
    for script in SCRIPT.parent.glob("*.py"):
        ast.parse(script.read_text(encoding="utf-8"), feature_version=(3, 8))
    probe = (
        "import runpy, sys; sys.version_info = (3, 8, 0); sys.version = '3.8.0'\n"
        f"sys.path.insert(0, {str(SCRIPT.parent)!r})\n"
        f"runpy.run_path({str(SCRIPT)!r}, run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-I", "-S", "-c", probe], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stdout.startswith("fatdesk needs Python 3.11 or newer; this is 3.8.0.")
    assert done.stderr == ""


def test_present_knows_renamed_libraries():
    listing = "\n".join(
        [
            "installed\tlibglib2.0-0t64\tlibglib2.0-0 (= 2.80), libglib2.0-0-virtual",
            "installed\tstrace\t",
            "config-files\topensm\t",
        ]
    )
    assert debian.present(listing) == {"libglib2.0-0t64", "libglib2.0-0", "libglib2.0-0-virtual", "strace"}


def test_user_is_told_the_command(monkeypatch, capsys):
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    assert not debian.install(["libegl1", "strace"])
    assert "sudo apt-get install -y --no-install-recommends libegl1 strace" in capsys.readouterr().out


@pytest.mark.skipif(not shutil.which("ldd"), reason="ldd is not on this machine")
def test_qt_plugins_find_their_libraries():
    if not debian.is_debian() or debian.missing(debian.DESK):
        pytest.skip("Qt's system packages are not installed by start.py here")
    from PySide6.QtCore import QLibraryInfo

    plugins = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath))
    names = [
        "platforms/libqxcb.so",
        "platforms/libqoffscreen.so",
        "xcbglintegrations/libqxcb-egl-integration.so",
    ]
    for name in names:
        done = subprocess.run(["ldd", str(plugins / name)], capture_output=True, text=True, check=True)
        assert "not found" not in done.stdout, name


def test_standard_library_only():
    probe = (
        f"import sys; sys.path.insert(0, {str(SCRIPT.parent)!r}); import start, debian\n"
        "names = {name.split('.')[0] for name in sys.modules}\n"
        "print(*(names - sys.stdlib_module_names - {'start', 'debian', '__main__', '__mp_main__'}))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", probe], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == ""
