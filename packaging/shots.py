"""Render every view of the desk in both themes: into docs/shots, or in several sizes to look at.

shots.py [FOLDER]
shots.py --guide [PAGE...]     the pictures of docs/guide, by the steps that the tests run
"""

import argparse
import dataclasses
import os
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from fatdesk.gui.analysis.installed import installed_of
from fatdesk.project.document.ref import (
    CABLE,
    CURVE,
    DEVICE,
    DIFFERENCE,
    LOSS,
    PART,
    STUDY,
    ElementOf,
    NetworkOf,
)

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import numpy as np
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export import BY_NAME
from fatdesk.gui.as_built import AsBuiltView
from fatdesk.gui.catalog import CatalogView
from fatdesk.gui.documents import DocumentsView
from fatdesk.gui.documents.export_jobs import READY
from fatdesk.gui.explorer import ExplorerView
from fatdesk.gui.explorer.search_form import STUDIES
from fatdesk.gui.explorer.view import CANDIDATES, FOR_SALE
from fatdesk.gui.faults import FaultsView
from fatdesk.gui.floor import FloorView
from fatdesk.gui.menus.actions import WORKSPACES
from fatdesk.gui.schedule import ScheduleView
from fatdesk.gui.settings import Settings
from fatdesk.gui.simulation import SimulationView
from fatdesk.gui.theme.theme import Theme
from fatdesk.gui.topology import TopologyView
from fatdesk.gui.window.main_window import MainWindow
from fatdesk.networks.fault_tolerance.reference_studies import READY_MADE_FAULTS
from fatdesk.networks.simulation.reference_studies import READY_MADE
from fatdesk.networks.simulation.study import Loads
from fatdesk.project.commands.studies import AddStudy, ChangeScheduleStudy, ChangeSimulation
from fatdesk.project.document.project import NetworkUnderStudy, Project
from fatdesk.project.document.replugging import exchanged
from fatdesk.project.files.saver import save_all
from tests.gui.guide.hand import SIZE, Hand, run_page
from tests.gui.guide.text import PICTURES, GuidePage, pages

PAPERS = (
    "kary-tree:k=2,n=3",
    "ruft:k=2,n=3",
    "ruft-pl:k=2,n=3",
    "ft-ruft-212:k=2,n=3",
    "ft-ruft-222:k=2,n=3",
    "mikant:k=3,n=3",
    "clos:k=2,n=3",
    "hyperx:S=4-4,K=1-1,T=4",
)
SIZES = ((1600, 1000), (1280, 720), (1920, 1080))


def long_run(window: MainWindow) -> str:
    """A cable that goes through several trays."""
    rows = window.session.derived.rows
    return max(rows, key=lambda row: (len(row.run), row.length.computed_um or 0)).id


def drag(window: MainWindow) -> None:
    """Take a rack by the mouse, and leave it in the air."""
    view = window.workspaces["floor"]
    assert isinstance(view, FloorView)
    canvas = view.canvas
    racks = [rack for rack in window.session.project.floor.racks if rack.devices]
    start = canvas.rect_px(canvas.scene.boxes[racks[-1].number]).center().toPoint()
    QTest.mousePress(canvas.viewport(), Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 12):
        QTest.mouseMove(canvas.viewport(), start - QPoint(step * 14, 0))
        QApplication.processEvents()


def shoot(window: MainWindow, name: str, folder: Path) -> None:
    """One picture of the whole window."""
    for _ in range(3):
        QApplication.processEvents()
    window.grab().save(str(folder / f"{name}-{window.theme.mode}-{window.width()}.png"))


def design(window: MainWindow, example: str) -> None:
    """Open an example, which a worker designs."""
    window.files.design_example(example)
    while window.desk.tasks.running:
        QApplication.processEvents()


def networks(window: MainWindow, folder: Path) -> None:
    """The drawing of networks: a way between two hosts, a large one, one with an opened switch."""
    view = window.workspaces["topology"]
    assert isinstance(view, TopologyView)
    for example in ("nodes-60", "nodes-2592"):
        window.session.leave()
        design(window, example)
        window.show_workspace("topology")
        QApplication.processEvents()
        if example == "nodes-60":
            view.perform("path")
            QTest.keyClicks(view.path.first, "n07")
            QTest.keyClicks(view.path.last, "n48")
            QTest.keyClick(view.path.last, Qt.Key.Key_Return)
            view.canvas.setFocus()
            shoot(window, "topology-path", folder)
        else:
            shoot(window, "topology-large", folder)
            view.canvas.open_boxes([int(view.canvas.scene.modular[0])], True)
            shoot(window, "topology-opened", folder)


def wait(window: MainWindow, until: Callable[[], bool]) -> None:
    """Let the window go on until something is so."""
    while not until():
        QApplication.processEvents()


def traffic(window: MainWindow, folder: Path) -> None:
    """Run a pattern, and see it in the schedule, in the topology and as cuts on the floor."""
    schedule, topology, floor = (window.workspaces[name] for name in ("schedule", "topology", "floor"))
    assert isinstance(schedule, ScheduleView)
    assert isinstance(topology, TopologyView)
    assert isinstance(floor, FloorView)
    shoot(window, "schedule-empty", folder)
    schedule.new_study()
    assert schedule.study is not None
    window.session.do(ChangeScheduleStudy(study=replace(schedule.study, messages=8)))
    schedule.start()
    wait(window, lambda: not schedule.runner.is_running)
    schedule.body.result.cycle_table.selectRow(6)
    window.show_workspace("topology")
    topology.colour.setCurrentIndex(topology.colour.findData("load"))
    shoot(window, "topology-load", folder)
    topology.colour.setCurrentIndex(0)
    window.show_workspace("floor")
    floor.layer_actions["cuts"].setChecked(True)
    shoot(window, "floor-cuts", folder)
    floor.layer_actions["cuts"].setChecked(False)
    window.show_workspace("schedule")


def _has_page(documents: DocumentsView) -> bool:
    return documents.preview.leaves.complete and documents.preview.view.page is not None


def wizard(window: MainWindow, folder: Path) -> None:
    """Its pages by Enter, as the defaults have them."""
    window.design()
    made = window.designing.wizard
    assert made is not None
    for page in made.pages.pages:
        wait(window, made.next.isEnabled)
        shoot(window, f"wizard-{page.name}", folder)
        if page is not made.pages.pages[-1]:
            made.go_on()
    window.designing.end()


def explorer(window: MainWindow, folder: Path) -> None:
    """Figure 1 of the paper as points, with some of its front pinned; the cost over hosts; the fields."""
    view = window.workspaces["explorer"]
    assert isinstance(view, ExplorerView)
    window.show_workspace("explorer")
    shoot(window, "explorer-fields", folder)
    view.explore_study(*STUDIES[0])
    view.begin_search()
    wait(window, lambda: view.results.task is None)
    line = view.scatter.line.tolist()
    while view.results.pins:
        view.results.unpin("A")
    for number in (line[len(line) // 4], line[len(line) // 2], line[-3]):
        view.results.toggle_pin(number)
    view.choose(view.scatter.line[len(line) // 2 :][:1], False)
    shoot(window, "explorer", folder)
    view.explore_project()
    view.show_mode(1)
    view.results.draw_curve(view.asking, 560, 660)
    wait(window, lambda: view.results.task is None)
    shoot(window, "explorer-curve", folder)
    parts_for_sale(window, folder)
    view.show_mode(CANDIDATES)


def parts_for_sale(window: MainWindow, folder: Path) -> None:
    """All designs over parts for the hosts of the project, the best few placed and pinned."""
    view = window.workspaces["explorer"]
    assert isinstance(view, ExplorerView)
    view.explore_project()
    view.show_mode(FOR_SALE)
    view.asking.every.setChecked(True)
    view.begin_search()
    page = view.sale
    wait(window, lambda: page.results.task is None)
    points = page.points
    assert points is not None
    front = np.flatnonzero(points.fits & points.front)
    for number in front[:3].tolist():
        page.results.toggle_pin(number)
    page.results.place(front[:3].tolist())
    wait(window, lambda: page.results.task is None)
    page.scatter.chosen.emit(front[1:2], False)
    shoot(window, "explorer-parts", folder)


def simulation(window: MainWindow, folder: Path) -> None:
    """The five networks of Table 4 as they run, and run; what is out of date; a load in the drawing."""
    session, view, topology = window.session, window.workspaces["simulation"], window.workspaces["topology"]
    assert isinstance(view, SimulationView)
    assert isinstance(topology, TopologyView)
    session.begin(Project(name="Networks of papers"))
    window.show_workspace("simulation")
    shoot(window, "simulation-empty", folder)
    made = READY_MADE[0].study
    shorter = replace(made.duration, warmup=5_000, cycles=60_000)
    view.add_study(replace(made, loads=Loads(first=0.02, last=1.4, step=0.06), duration=shorter))
    view.start()
    wait(window, lambda: not view.runner.is_running or sum(len(one.points) for one in view.body.curves) > 70)
    shoot(window, "simulation-running", folder)
    wait(window, lambda: not view.runner.is_running)
    session.select([CURVE(NetworkOf(view.name, "FTA"))])
    shoot(window, "simulation", folder)
    view.body.toggle_alone()
    shoot(window, "simulation-alone", folder)
    view.show_links()
    shoot(window, "topology-simulated", folder)
    topology.colour.setCurrentIndex(0)
    window.show_workspace("simulation")
    study = view.study
    assert study is not None
    deeper = replace(study.switching, buffer_packets=4)
    session.do(ChangeSimulation(simulation=replace(study, switching=deeper)))
    shoot(window, "simulation-stale", folder)
    session.leave()


def faults(window: MainWindow, folder: Path) -> None:
    """A ready-made study with a fatal combination, the loss of a rack in three views, and Table 2."""
    session, view = window.session, window.workspaces["faults"]
    assert isinstance(view, FaultsView)
    design(window, "nodes-396")
    window.show_workspace("faults")
    wait(window, lambda: view.body.losses.task is None and bool(view.body.losses.model.rows))
    shoot(window, "faults-empty", folder)
    made = READY_MADE_FAULTS[3].study
    view.add_study(replace(made, combinations=20_000))
    view.start()
    wait(window, lambda: not view.runner.is_running)
    row = next(row for row in view.body.losses.model.rows if row.kind == "rack")
    session.select([LOSS(ElementOf(row.fabric, row.loss.elements[0].key))])
    shoot(window, "faults", folder)
    for name in ("topology", "floor", "racks"):
        window.show_workspace(name)
        shoot(window, f"{name}-lost", folder)
    window.show_workspace("faults")
    session.select([])
    view.take_ready(0)
    view.start()
    wait(window, lambda: not view.runner.is_running)
    shoot(window, "faults-always", folder)
    session.leave()


def jobs(window: MainWindow, folder: Path) -> None:
    """The documents as they begin, and with saved jobs, one of them with its pages."""
    documents = window.documents
    shoot(window, "documents-empty", folder)
    for title in READY:
        documents.add_ready(title)
    documents.choose_job("Issue for build")
    wait(window, partial(_has_page, documents))
    thumbnails = documents.preview.pages
    wait(window, lambda: bool(thumbnails._pictures) and not thumbnails._asked)


def as_built(window: MainWindow, folder: Path) -> None:
    """What a fabric reports in which plugs are exchanged and shifted, and cables are missing."""
    from fatdesk.engine.asbuilt.difference import Kind
    from fatdesk.gui.analysis.installed import place_of

    session, view = window.session, window.workspaces["asbuilt"]
    assert isinstance(view, AsBuiltView)
    design(window, "nodes-396")
    window.show_workspace("asbuilt")
    shoot(window, "asbuilt-empty", folder)
    installed_of(session).load([(spoiled_report(session.derived.plan), "fabric.txt")])
    shoot(window, "asbuilt", folder)
    view.show_drawing("racks")
    swap = next(one for one in installed_of(session).differences if one.kind == Kind.SWAP)
    session.select([DIFFERENCE(place_of(swap))])
    shoot(window, "asbuilt-racks", folder)
    view.show_drawing("floor")
    window.show_workspace("topology")
    shoot(window, "asbuilt-topology", folder)
    session.select([])
    session.leave()


def spoiled_report(plan: Plan) -> bytes:
    """What ibnetdiscover would tell of a plan with some mistakes in it."""
    fabric = plan.fabrics[0]
    node = {name: number for number, name in enumerate(fabric.ids)}
    core, other, edge = (node[f"compute/{name}"] for name in ("core/1", "core/9", "edge/3"))
    swap = ((core, 4), (other, 7))
    ring = [((edge, port), (edge, port + 1)) for port in (0, 1)]
    built = exchanged(fabric, [swap, *ring])
    last = node["compute/edge/22"]
    free = int(built.ports[built.ends[:, 0] == last, 0].max()) + 1
    if free < 36:
        built = exchanged(built, [((node["compute/edge/1"], 2), (last, free))])
    kept = np.ones(len(built.ends), bool)
    kept[[100, 500]] = False
    arrays = ("ends", "ports", "split", "splits", "bundle", "trace", "rate_gbps")
    built = dataclasses.replace(built, **{name: getattr(built, name)[kept] for name in arrays})
    made = BY_NAME["fabric.net"].make(dataclasses.replace(plan, fabrics=(built,)))
    return next(iter(made.values()))


def tour(window: MainWindow, folder: Path) -> None:
    """Every view once."""
    session = window.session
    session.leave()
    shoot(window, "welcome", folder)
    wizard(window, folder)
    design(window, "nodes-396")
    for name, _ in WORKSPACES:
        if name in ("catalog", "faults", "asbuilt"):
            continue  # they have pictures of their own
        window.show_workspace(name)
        QApplication.processEvents()
        session.select([CABLE(long_run(window))] if name in ("floor", "cables") else [])
        if name == "racks":
            session.select([DEVICE("compute/edge/20")])
        if name == "topology":
            session.select([DEVICE("compute/edge/11")])
        if name == "bill":
            session.select([PART(session.derived.bill.lines[0].part)])
        if name == "documents":
            jobs(window, folder)
        if name == "schedule":
            traffic(window, folder)
        shoot(window, name, folder)
    session.select([])
    explorer(window, folder)
    window.show_workspace("floor")
    QApplication.processEvents()
    drag(window)
    shoot(window, "drag", folder)
    view = window.workspaces["floor"]
    assert isinstance(view, FloorView)
    view.canvas.pointer.end_drag()
    window.bottom.toggle()
    shoot(window, "findings", folder)
    window.bottom.toggle()
    window.show_palette()
    QTest.keyClicks(window.palette_box.field, "a0")
    shoot(window, "palette", folder)
    window.palette_box.hide()
    session.leave()
    design(window, "blades-224")
    for name in ("floor", "racks"):
        window.show_workspace(name)
        shoot(window, f"blades-{name}", folder)
    more(window, folder)


def more(window: MainWindow, folder: Path) -> None:
    """The views that have pictures of their own."""
    networks(window, folder)
    window.session.leave()
    papers(window, folder)
    simulation(window, folder)
    faults(window, folder)
    as_built(window, folder)
    catalog(window, folder)


def catalog(window: MainWindow, folder: Path) -> None:
    """A folder of parts without a project: a modular switch that contradicts itself, an override, prices."""
    window.session.leave()
    window.show_workspace("catalog")
    view, libraries = window.workspaces["catalog"], window.desk.libraries
    assert isinstance(view, CatalogView)
    papers = {path.name: path.read_bytes() for path in sorted((ROOT / "catalogs" / "papers").glob("*.yaml"))}
    papers["modular-108.yaml"] = papers["modular-108.yaml"].replace(b"card_ports: 36", b"card_ports: 18")
    papers["ib-36.override.yaml"] = (
        b"price: {amount: 9500, date: 2026-05, source: offer 1207}\nmass_kg: 8.4\n"
    )
    with TemporaryDirectory() as place:
        save_all(Path(place) / "parts", papers)
        libraries.open_folder(Path(place) / "parts")
        for key, page, name in (
            ("modular-108.yaml", view.ports, "catalog"),
            ("ib-36.yaml", view.form, "catalog-override"),
            ("qsfp-plus-optical.yaml", view.lengths, "catalog-lengths"),
        ):
            view.listing.choose([key])
            view.heading.tabs[view.pages.index(page)].click()
            shoot(window, name, folder)
        libraries.leave()
        libraries.forget(Path(place) / "parts")
    window.close_view()


def papers(window: MainWindow, folder: Path) -> None:
    """The networks of the papers as their figures have them, a way of packets, and how one is added."""
    session = window.session
    session.begin(Project(name="Networks of papers"))
    window.add_network()
    view = window.workspaces["topology"]
    assert isinstance(view, TopologyView)
    view.adding.family.setCurrentText("FT-RUFT-222")
    shoot(window, "study-add", folder)
    view.adding.leave()
    for spec in PAPERS:
        word = spec.partition(":")[0]
        session.do(AddStudy(study=NetworkUnderStudy(name=word, spec=spec)))
        session.select([STUDY(word)])
        shoot(window, f"study-{word}", folder)
    session.select([STUDY("kary-tree")])
    view.perform("path")
    QTest.keyClicks(view.path.first, "000")
    QTest.keyClicks(view.path.last, "111")
    QTest.keyClick(view.path.last, Qt.Key.Key_Return)
    view.canvas.setFocus()
    shoot(window, "study-way", folder)
    session.leave()


MOST_COLOURS, COMMON, RARE_PIXELS = 256, 176, 6


def _palette(parts: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """The numbers of the colours to keep: the most common ones, then those that differ most from them."""
    kept = np.argsort(-counts, kind="stable")[:COMMON].tolist()
    near = np.full(len(parts), np.iinfo(np.int64).max)
    for number in kept:
        near = np.minimum(near, ((parts - parts[number]) ** 2).sum(axis=1))
    near[counts < RARE_PIXELS] = 0
    while len(kept) < MOST_COLOURS and near.any():
        kept.append(int(near.argmax()))
        near = np.minimum(near, ((parts - parts[kept[-1]]) ** 2).sum(axis=1))
    return np.array(sorted(kept))


def save_small(name: str, picture: QPixmap) -> None:
    """Save a picture of the guide in few colours, which text and drawings do not miss."""
    from scipy.spatial import KDTree

    image = picture.toImage().convertToFormat(QImage.Format.Format_RGB32)
    wide, high = image.width(), image.height()
    pixels = np.frombuffer(image.constBits(), np.uint32).reshape(high, -1)[:, :wide] & 0xFFFFFF
    colours, of, counts = np.unique(pixels, return_inverse=True, return_counts=True)
    parts = np.stack([colours >> 16, colours >> 8 & 255, colours & 255], axis=1)
    kept = _palette(parts.astype(np.int64), counts)
    _, nearest = KDTree(parts[kept]).query(parts)
    small = QImage(wide, high, QImage.Format.Format_Indexed8)
    small.setColorTable([int(colour) | 0xFF000000 for colour in colours[kept].tolist()])
    lines = np.frombuffer(small.bits(), np.uint8).reshape(high, small.bytesPerLine())
    lines[:, :wide] = np.asarray(nearest, np.uint8)[of.reshape(high, wide)]
    lines[:, wide:] = 0
    path = PICTURES / f"{name}.png"
    small.save(str(path), quality=0)
    print(f"{path.relative_to(ROOT)}  {wide} x {high}  {path.stat().st_size / 1000:.0f} kB")


def guide(names: list[str]) -> int:
    """Make the pictures of the guide, page by page, each in a window of its own."""
    application = QApplication([])
    theme = Theme(application, "light")
    theme.wear("light")
    for name in names or pages():
        drivers = import_module(f"tests.gui.guide.{name.replace('-', '_')}").STEPS
        window = MainWindow(theme, Settings(None))
        window.trouble.release()
        window.resize(*SIZE)
        window.show()
        with TemporaryDirectory() as home:
            os.environ["HOME"] = home  # pictures show ~
            folder = Path(home) / "cluster"
            folder.mkdir()
            run_page(GuidePage(name), drivers, Hand(window, folder, save_small))
            window.desk.tasks.stop()
            window.session.leave()
            window.close()
    return 0


def main() -> int:
    """Make all pictures."""
    parser = argparse.ArgumentParser(description="Render every view of the desk in both themes.")
    parser.add_argument(
        "folder",
        nargs="?",
        type=Path,
        help="make three sizes there (default: one, in docs/shots)",
    )
    parser.add_argument("--guide", nargs="*", metavar="PAGE", help="make those of docs/guide")
    options = parser.parse_args()
    if options.guide is not None:
        return guide(options.guide)
    folder: Path = options.folder or ROOT / "docs" / "shots"
    sizes = SIZES if options.folder else SIZES[:1]
    folder.mkdir(parents=True, exist_ok=True)
    application = QApplication([])
    theme = Theme(application, "light")
    window = MainWindow(theme)
    window.trouble.release()  # an exception ends this script
    window.show()
    for mode in ("light", "dark"):
        theme.wear(mode)
        for size in sizes:
            window.resize(*size)
            tour(window, folder)
    window.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
