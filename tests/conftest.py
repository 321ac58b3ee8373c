"""What every test stands on: repeatable examples, no display, a home of its own."""

import gc
import os
import shutil
import signal
import sys
from collections.abc import Callable, Generator, Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, settings
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from fatdesk.project.document.project import Project
from tests.patience import PATIENCE_MS
from tests.trust.memory import peak_mb

pytest_plugins = ["tests.trust.promises"]

ROOT = Path(__file__).resolve().parent.parent

# whatever the caller sets: each window compiles its modules in 1.2 s, pytest the asserts of all tests in 20 s
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

settings.register_profile(
    "everyday",
    derandomize=True,
    max_examples=20,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("nightly", max_examples=2000, deadline=None, print_blob=True)
settings.load_profile("everyday")  # nox -s nightly asks for the other one

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # started in the background by a shell; programs that tests stop with Ctrl+C would inherit this
    signal.signal(signal.SIGINT, signal.default_int_handler)


SECOND = "gw1"
"""The second of the workers."""


def pytest_sessionstart() -> None:
    """Look for no dead objects while tests are collected: all that this makes stays."""
    gc.disable()


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Let the second worker collect from the end, so that each compiles the asserts of half of the tests."""
    report = yield
    worker = getattr(collector.config, "workerinput", {}).get("workerid")
    if worker == SECOND and isinstance(collector, pytest.Directory):
        report.result.reverse()
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order the files, whichever way they were collected, the long campaigns first.

    One of these at the end would leave the other processor without work. Next are the files about all modules
    and texts: among the last tests both workers would have some of each, and read all modules.
    """
    top = Path(__file__).parent
    items.sort(key=lambda item: (item.path.parent.name != "trust", item.path.parent != top, item.path.parts))


MOST_WORKER_MB = 1536.0
"""The memory that a worker may take in the usual run."""
_PEAKS = pytest.StashKey[dict[str, float]]()


def pytest_configure(config: pytest.Config) -> None:
    """Prepare the table of workers."""
    config.stash[_PEAKS] = {}


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Note the most memory of this worker; the run fails when one took too much."""
    if sys.platform == "win32":
        return
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["peak_mb"] = peak_mb()
        return
    peaks = session.config.stash[_PEAKS]
    if not peaks:
        peaks["this process"] = peak_mb()
    by_day = os.environ.get("FATDESK_LONG") != "1"
    if by_day and max(peaks.values()) > MOST_WORKER_MB and not session.exitstatus:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object) -> None:
    """Take what a worker of xdist noted at its end; one that died noted nothing."""
    worker = cast("Any", node)
    output = getattr(worker, "workeroutput", {})
    if "peak_mb" in output:
        worker.config.stash[_PEAKS][worker.gateway.id] = output["peak_mb"]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the most memory of each worker."""
    peaks = [f"{name} {peak:,.0f} MB" for name, peak in sorted(config.stash[_PEAKS].items())]
    if peaks:
        terminalreporter.write_line(
            f"peak memory: {', '.join(peaks)}; at most {MOST_WORKER_MB:,.0f} MB by day"
        )


def pytest_collection_finish() -> None:
    """Keep the tests themselves out of every later look for dead objects."""
    gc.enable()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home folder that is not the user's, for the test and every program it starts."""
    folder = tmp_path_factory.mktemp("home")
    places = {
        "HOME": ".",
        "USERPROFILE": ".",
        "APPDATA": "roaming",
        "LOCALAPPDATA": "local",
        "XDG_CACHE_HOME": ".cache",
        "XDG_CONFIG_HOME": ".config",
        "XDG_DATA_HOME": ".local/share",
        "XDG_STATE_HOME": ".local/state",
        "XDG_RUNTIME_DIR": ".run",
    }
    with pytest.MonkeyPatch.context() as patch:
        for name, place in places.items():
            (folder / place).mkdir(mode=0o700, parents=True, exist_ok=True)
            patch.setenv(name, str((folder / place).resolve()))
        yield folder


@pytest.fixture(scope="session", autouse=True)
def one_application(home: Path, qapp: object) -> object:
    """The application of all tests of a process; a window cannot do with one that paper has begun."""
    return qapp


class PatientBot(QtBot):
    """The bot of pytest-qt, whose waits do not give up on a machine with other work."""

    def waitUntil(self, callback: Callable[[], object], *, timeout: int = PATIENCE_MS) -> None:
        super().waitUntil(callback, timeout=max(timeout, PATIENCE_MS))

    def waitSignal(self, signal: object, *, timeout: int = PATIENCE_MS, **options: object) -> object:
        return super().waitSignal(signal, timeout=max(timeout, PATIENCE_MS), **options)

    def waitActive(self, widget: QWidget, *, timeout: int = PATIENCE_MS) -> object:
        return super().waitActive(widget, timeout=max(timeout, PATIENCE_MS))

    def waitExposed(self, widget: QWidget, *, timeout: int = PATIENCE_MS) -> object:
        return super().waitExposed(widget, timeout=max(timeout, PATIENCE_MS))


@pytest.fixture
def qtbot(qapp: object, request: pytest.FixtureRequest) -> PatientBot:
    """A hand at the window; in place of the one of pytest-qt."""
    return PatientBot(request)


MODULES_A_SWEEP = 25
_modules = count(1)


@pytest.fixture(scope="module", autouse=True)
def light_heap() -> None:
    """Keep what earlier modules left out of every collection; now and then let go of what has died since.

    A sweep through everything takes 0.3 s of processor time, and there are 480 modules.
    """
    if next(_modules) % MODULES_A_SWEEP == 0:
        gc.unfreeze()
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def designed() -> Callable[[str], Project]:
    """A project of an example, designed once for each worker; projects are immutable."""
    from fatdesk.core.program import shipped
    from fatdesk.engine.catalog.part_files import load_shipped
    from fatdesk.engine.design.requirements_file import read_requirements
    from fatdesk.project.designing.designing import design_project

    catalog = load_shipped([])

    @cache
    def design(name: str) -> Project:
        path = shipped("resources") / "examples" / f"{name}.yaml"
        return design_project(read_requirements(path, catalog), catalog, name).project

    return design


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of papers and device types beside the repository, where there is one."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("device-type files and papers are not part of the project")
    return folder


@pytest.fixture
def ordinary() -> list[str]:
    """Words before a command so that files' rights count for it, as they do not for root."""
    if not hasattr(os, "geteuid") or os.geteuid():
        return []
    if shutil.which("setpriv") is None:
        pytest.skip("root may read and write everything, and setpriv is not installed")
    return ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]


@pytest.fixture(scope="session")
def long() -> bool:
    """Whether the long form is asked for, with ``FATDESK_LONG=1``."""
    return os.environ.get("FATDESK_LONG") == "1"
