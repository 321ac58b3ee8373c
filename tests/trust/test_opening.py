"""P13 to P15: opening runs nothing and writes nothing, and every file of every format opens for ever."""

import ast
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import strings
from msgspec.structs import replace

import fatdesk
from fatdesk.core.errors import InputError
from fatdesk.engine.catalog.parts import RackContent, RackPart
from fatdesk.engine.design.requirements import Membership
from fatdesk.engine.families.design import HostGroup
from fatdesk.engine.floor.building import PlanSettings
from fatdesk.project.document.cable_records import CableRecords
from fatdesk.project.document.project import Project
from fatdesk.project.files.file_lock import stamp_of
from fatdesk.project.files.migrations import FORMAT
from fatdesk.project.files.storing import load_project, save_project
from tests.project.samples import rich_project
from tests.trust.promises import Promise
from tests.trust.strace import ROOT

FILES = ROOT / "tests" / "project" / "files"
OLD_FILES = sorted(FILES.glob("*.fatdesk"))

CHANGED = (b'{"t":"fatdesk",', b'{"t":"cabling"')
"""Records that older formats have otherwise than the present one."""

_OPEN_WATCHED = """
import sys
from pathlib import Path
from fatdesk.project.files.storing import load_project
load_project(Path(sys.argv[1]))  # imports what it needs
seen = []
sys.addaudithook(lambda event, args: seen.append((event, str(args[:2]))))
load_project(Path(sys.argv[1]))
print(*seen, sep="\\n")
"""


@pytest.mark.promise("P14")
@pytest.mark.parametrize("file", OLD_FILES, ids=lambda file: file.name)
def test_old_files_open_and_saving_changes_nothing_in_them(
    file: Path, tmp_path: Path, promise: Promise
) -> None:
    """Saved in the present format they hold the same; files of that format stay as they are to the byte."""
    data = file.read_bytes()
    opened = load_project(file)
    assert opened.stamp == stamp_of(data)
    copy = tmp_path / file.name
    copy.write_bytes(data)
    save_project(opened.project, copy, opened.stamp)
    saved = copy.read_bytes()
    if data.startswith(b'{"t":"fatdesk","format":%d,' % FORMAT):
        assert saved == data
    assert load_project(copy).project == opened.project
    lines = set(saved.split(b"\n"))
    changed = [line for line in data.split(b"\n") if line not in lines]
    assert all(line.startswith(CHANGED) for line in changed), changed
    promise("kept files that open and keep what they hold when saved: {trials}", trials=1)


def before_explorations() -> Project:
    """What format 8 knew of the sample: no explorations, reasons for parts, fronts, walls."""
    rich = rich_project()
    records = CableRecords(record for record in rich.cables.values() if not record.reason)
    racks = tuple(replace(rack, front="down") for rack in rich.floor.racks)
    floor = replace(rich.floor, racks=racks, walls=(), doors=(), plan=PlanSettings())
    assert rich.wishes.room is not None
    wishes = replace(rich.wishes, room=replace(rich.wishes.room, rows_face="same"))
    return replace(rich, explorations=(), cables=records, floor=floor, wishes=wishes)


def before_schedules() -> Project:
    """What format 7 knew of the sample: no schedule studies."""
    return replace(before_explorations(), schedules=())


def before_terms() -> Project:
    """What format 6 knew of the sample: no terms of purchase."""
    return replace(before_schedules(), terms=())


def before_depth() -> Project:
    """What format 5 knew of the sample: depth did not count in lengths, and trays had a size by default."""
    rich = before_terms()
    return replace(rich, cabling=replace(rich.cabling, depth=False, tray_width_m=0.3, tray_depth_m=0.1))


def before_faults() -> Project:
    """What format 3 knew of the sample: neither fault studies nor feeds and zones."""
    rich = before_jobs()
    return replace(rich, faults=(), floor=replace(rich.floor, feeds=(), zones=()))


def before_jobs() -> Project:
    """What format 4 knew of the sample: no export jobs, alternatives or exchanged plugs."""
    return replace(before_depth(), jobs=(), alternatives=(), replugged=())


def test_the_file_of_format_1_holds_what_it_held() -> None:
    before_studies = replace(before_faults(), studies=(), simulations=())
    assert load_project(FILES / "format-1.fatdesk").project == before_studies


def test_the_file_of_format_2_holds_what_it_held() -> None:
    before_simulations = replace(before_faults(), simulations=())
    assert load_project(FILES / "format-2.fatdesk").project == before_simulations


def test_the_file_of_format_3_holds_what_it_held() -> None:
    assert load_project(FILES / "format-3.fatdesk").project == before_faults()


def test_the_file_of_format_4_holds_what_it_held() -> None:
    assert load_project(FILES / "format-4.fatdesk").project == before_jobs()


def test_the_file_of_format_5_holds_what_it_held() -> None:
    assert load_project(FILES / "format-5.fatdesk").project == before_depth()


def test_the_file_of_format_6_holds_what_it_held() -> None:
    assert load_project(FILES / "format-6.fatdesk").project == before_terms()


def test_the_file_of_format_7_holds_what_it_held() -> None:
    assert load_project(FILES / "format-7.fatdesk").project == before_schedules()


def test_the_file_of_format_8_holds_what_it_held() -> None:
    assert load_project(FILES / "format-8.fatdesk").project == before_explorations()


def test_the_file_of_format_9_holds_what_it_held() -> None:
    assert load_project(FILES / "format-9.fatdesk").project == rich_project()


def with_racks_by_contents() -> Project:
    """The sample with hosts by rack, racks with contents, pages of plans and jobs without them."""
    rich = rich_project()
    hosts = tuple(replace(group, per_rack=4 if group.name == "nodes" else None) for group in rich.hosts)
    storage, compute = rich.fabrics
    storage = replace(
        storage,
        requirement=replace(storage.requirement, pods="rail", blocking="4/5", edge_at="middle-of-row"),
    )
    compute = replace(compute, requirement=replace(compute.requirement, edges_per_rack=1))
    contents = (
        RackContent(u=19, height_u=9, name="NVLink «switch» trays", mass_kg=0.0),
        RackContent(u=1, height_u=2, name="power"),
    )
    parts = tuple(
        replace(part, holds=("server-1u",), contents=contents) if isinstance(part, RackPart) else part
        for part in rich.parts
    )
    assert rich.floor.plan.underlay is not None
    underlay = replace(rich.floor.plan.underlay, file="plans/Ünique.pdf", page=3)
    floor = replace(rich.floor, plan=replace(rich.floor.plan, underlay=underlay))
    jobs = tuple(replace(job, building_plan=False) for job in rich.jobs)
    return replace(rich, hosts=hosts, fabrics=(storage, compute), parts=parts, floor=floor, jobs=jobs)


def test_the_file_of_format_10_holds_what_it_held() -> None:
    assert load_project(FILES / "format-10.fatdesk").project == with_racks_by_contents()


def with_members() -> Project:
    """The sample with members, given core switches, gateways outside the room and names by rail."""
    before = with_racks_by_contents()
    storage, compute = before.fabrics
    storage = replace(
        storage, requirement=replace(storage.requirement, members=(Membership(hosts="blades", links=2),))
    )
    compute = replace(compute, requirement=replace(compute.requirement, core_count=3, core_in_rack="bottom"))
    gateways = HostGroup(name="gateways", part="server-1u", count=2, outside_m=30.5)
    naming = replace(before.naming, edge="«{rail}»-{index}")
    return replace(before, hosts=(*before.hosts, gateways), fabrics=(storage, compute), naming=naming)


def test_the_file_of_format_11_holds_what_it_held() -> None:
    assert load_project(FILES / "format-11.fatdesk").project == with_members()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such rights")
@pytest.mark.promise("P14")
def test_opening_writes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "place"
    folder.mkdir()
    file = folder / "a.fatdesk"
    file.write_bytes(OLD_FILES[0].read_bytes())
    file.chmod(0o400)
    folder.chmod(0o500)
    before = [(os.lstat(p).st_mtime_ns, os.lstat(p).st_ctime_ns) for p in (folder, file)]
    load_project(file)
    assert [(os.lstat(p).st_mtime_ns, os.lstat(p).st_ctime_ns) for p in (folder, file)] == before
    assert stat.S_IMODE(file.stat().st_mode) == 0o400
    folder.chmod(0o700)


@pytest.mark.promise("P13")
def test_opening_runs_nothing_and_asks_no_network(promise: Promise) -> None:
    """A second opening, watched by Python's own audit: one file is opened for reading, and that is all."""
    command = [sys.executable, "-c", _OPEN_WATCHED, OLD_FILES[0]]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    events = [line for line in done.stdout.splitlines() if line]
    opened = [line for line in events if line.startswith("('open'")]
    assert len(opened) == 1
    assert "'r'" in opened[0]
    harmless = ("('open'", "('object.__", "('sys._getframe", "('gc.")
    assert [line for line in events if not line.startswith(harmless)] == []
    promise("watched opening: one file read, nothing else")


RUNS_TEXT = {"eval", "exec", "compile", "__import__", "allow_pickle"}
"""Names and arguments that make code of data."""
UNWANTED = {
    *("pickle", "cPickle", "marshal", "shelve", "dill", "joblib", "ctypes", "subprocess", "multiprocessing"),
    *(
        "socket",
        "ssl",
        "http",
        "urllib",
        "ftplib",
        "smtplib",
        "socketserver",
        "xmlrpc",
        "asyncio",
        "requests",
    ),
    *("webbrowser", "runpy", "code", "codeop"),
}
"""Modules that run code from data, start programs, or reach for a network."""
OWN_WORKERS = {
    *("tasks/worker_messages.py", "tasks/worker.py", "tasks/running.py"),
    *("networks/simulation/running.py", "networks/simulation/workers.py"),
}
"""Files that run our own functions in processes and talk to them over pipes."""
DRAWER = "engine/floor/pdf_page.py"
"""Starts this Python on its own file, alone, so that a PDF file cannot harm the program."""
CLUSTER = "networks/simulation/workers.py"
"""Asks a network, for a cluster that the user names: with Dask, which is not part of the program."""

SERVER = "engine/dcim/client.py"
"""Asks a network, for the server whose address the user gives, in its command and dialog alone."""
KEY_RING = "engine/dcim/servers.py"
"""Starts the program that reads the key ring of the desktop, for the token of a server."""
VERSION = "core/program.py"
"""Asks git for the revision of its own checkout, for the version; an installed program has no checkout."""
OF_SERVER = {"cli/projects/dcim.py", "tasks/dcim.py"}
"""What loads them, with the modules next to them; no other command, and nothing while a project is opened."""


def called(function: ast.expr) -> str:
    """Name of what is called, without the module or object that has it."""
    return getattr(function, "attr", "") or getattr(function, "id", "")


@pytest.mark.promise("P13")
def test_no_word_of_the_program_runs_text_or_asks_a_network(promise: Promise) -> None:
    """Nothing in the whole program; import_module gets a fixed name, as an import has, or one of our own."""
    files = sorted(Path(fatdesk.__path__[0]).rglob("*.py"))
    for file in files:
        place = file.relative_to(fatdesk.__path__[0]).as_posix()
        of_workers = place in OWN_WORKERS
        unwanted = UNWANTED - {"multiprocessing"} if of_workers else UNWANTED
        unwanted = unwanted - {"asyncio"} if place == CLUSTER else unwanted
        unwanted = unwanted - {"http", "socket", "ssl", "urllib"} if place == SERVER else unwanted
        if place == KEY_RING:
            unwanted = unwanted - {"subprocess"}
            text = file.read_text(encoding="utf-8")
            assert text.count("subprocess.run(") == 1
            assert 'command = [PROGRAM, "lookup", *key_ring_words(product, address)]' in text
        if place == VERSION:
            unwanted = unwanted - {"subprocess"}
            text = file.read_text(encoding="utf-8")
            assert text.count("subprocess.run(") == 1
            assert 'command = ["git", "--no-optional-locks", "-C", str(checkout), *words]' in text
        if place == DRAWER:
            unwanted = unwanted - {"subprocess"}
            text = file.read_text(encoding="utf-8")
            assert text.count("subprocess.run(") == 1
            assert 'own = [PAGE_OPTION] if is_frozen() else ["-I", __file__]' in text
            assert "command = [sys.executable, *own, str(number)]" in text
        for node in strings.nodes(file):
            where = f"{file.name}:{getattr(node, 'lineno', 0)}"
            if isinstance(node, ast.Import):
                modules = {alias.name.partition(".")[0] for alias in node.names}
                assert not modules & unwanted, where
            elif isinstance(node, ast.ImportFrom):
                assert (node.module or "").partition(".")[0] not in unwanted, where
                if f"{(node.module or '').removeprefix('fatdesk.').replace('.', '/')}.py" in (
                    SERVER,
                    KEY_RING,
                ):
                    assert place in OF_SERVER or place.startswith("engine/dcim/"), where
            elif isinstance(node, ast.Name):
                assert node.id not in RUNS_TEXT, where
            elif isinstance(node, ast.keyword):
                assert node.arg not in RUNS_TEXT, where
            elif isinstance(node, ast.Call) and called(node.func) == "import_module":
                name = node.args[0]
                if isinstance(name, ast.Constant):
                    assert str(name.value).partition(".")[0] not in unwanted, where
                else:
                    assert ast.unparse(name).startswith("f'fatdesk."), where
    promise("{trials} sources without pickle, eval, exec, network", trials=len(files))


_WITHOUT_NETWORK = """
import sys

def watch(event, args):
    if event.startswith(("socket.", "subprocess.", "os.system", "os.exec", "os.posix_spawn", "webbrowser.")):
        raise SystemExit(f"{event} {args}")

sys.addaudithook(watch)
from fatdesk.cli import main
assert main(["design", sys.argv[1], "-o", "a.fatdesk"]) == 0
assert main(["export", "a.fatdesk", "out"]) == 0
assert main(["check", "a.fatdesk"]) == 0
"""


@pytest.mark.promise("P13")
def test_a_whole_run_asks_no_network_and_starts_no_program(tmp_path: Path, promise: Promise) -> None:
    command = [sys.executable, "-c", _WITHOUT_NETWORK, ROOT / "resources" / "examples" / "nodes-60.yaml"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    promise("design, export, check without a socket")


@pytest.mark.promise("P15")
def test_a_newer_file_is_refused_naming_what_it_needs(tmp_path: Path) -> None:
    path = tmp_path / "a.fatdesk"
    path.write_text(
        '{"t":"fatdesk","format":13,"min_reader":13,"program":"fatdesk 1.6"}\n{"t":"new"}\n{"t":"end"}\n'
    )
    with pytest.raises(InputError, match=r"reads format 13 \(fatdesk 1\.6 or newer\)"):
        load_project(path)
