"""Claims of docs/papers in the window: the places that the pages name show the figures of the commands."""

import re
from decimal import Decimal
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QFileDialog

from fatdesk.core.program import shipped
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements_file import read_requirements
from fatdesk.gui.explorer.search_form import STUDIES
from fatdesk.networks.fault_tolerance.reference_studies import READY_MADE_FAULTS
from fatdesk.networks.schedules.study import ScheduleStudy
from fatdesk.networks.simulation.reference_studies import READY_MADE
from fatdesk.networks.simulation.study import Duration, Loads
from fatdesk.networks.study import StudyNetwork
from fatdesk.project.commands.studies import AddStudy, ChangeSimulation
from fatdesk.project.designing.designing import design_project
from fatdesk.project.document.project import NetworkUnderStudy, Project
from fatdesk.project.document.ref import STUDY
from tests.gui.hands import type_in
from tests.gui.pages.bill import BillPage
from tests.gui.pages.explorer import ExplorerPage, TreeCountsPage
from tests.gui.pages.faults import FaultsPage
from tests.gui.pages.inspector import Inspector
from tests.gui.pages.requirements import GrowthPage, RequirementsPage
from tests.gui.pages.schedule import SchedulePage
from tests.gui.pages.simulation import SimulationPage
from tests.gui.pages.topology import HypercubePage, TopologyPage
from tests.gui.pages.universal import UniversalPage
from tests.gui.pages.wizard import WizardPage
from tests.patience import PATIENCE_MS

pytestmark = pytest.mark.slow

DOCS = Path(__file__).resolve().parents[3] / "docs" / "papers"


@pytest.fixture
def empty(window, qtbot):
    window.session.begin(Project(name="papers"))
    qtbot.waitUntil(window.isActiveWindow)
    return window


def file_of(page, name, folder):
    """Write a requirements file as a page prints it."""
    text = (DOCS / page).read_text(encoding="utf-8")
    (found,) = re.findall(rf"```yaml\n(# {re.escape(name)}\n.*?)```", text, re.DOTALL)
    path = folder / name
    path.write_text(found)
    return path


def candidates(window, qtbot, path):
    """The designs in the table that opening a requirements file shows."""
    window.files.open_path(path)
    wizard = WizardPage(window)
    assert wizard.page_name == "candidates"
    qtbot.waitUntil(lambda: not wizard.search.candidates.is_busy and wizard.candidates.rows.rowCount() > 0)
    model = wizard.candidates.rows
    found = [model.row(line).one for line in range(model.rowCount())]
    wizard.cancel()
    return found


@pytest.mark.parametrize(
    ("name", "figures"),
    [
        ("nodes-60.yaml", [(4, 2, 9, 132, "76560.00")]),  # S4, S13
        ("twelve.yaml", [(4, 2, 9, 132, "72720.00")]),  # S5
        ("example-2.yaml", [(50, 6, 2, 1800, "1330000.00")]),  # S6
        ("example-3.yaml", [(9, 1, 3, 307, "110000.00")]),  # S7
        ("spread.yaml", [(8, 4, 4, 255, "152400.00"), (8, 5, 4, 271, "164680.00")]),  # S8
        ("blades.yaml", [(14, 8, 2, 224, "259920.00"), (14, 3, 6, 224, "522920.00")]),  # S14, S15
        ("blades-32.yaml", [(2, 0, 16, 16, "23280.00")]),  # S2
    ],
)
def test_designs_of_the_two_level_paper(window, qtbot, tmp_path, name, figures):
    example = shipped("resources") / "examples" / name
    path = example if example.exists() else file_of("two-level-fat-tree-design.md", name, tmp_path)
    found = candidates(window, qtbot, path)
    for one, (edge, core, bundle, links, cost) in zip(found, figures, strict=False):
        design = one.design
        assert (design.number("E"), design.number("B")) == (edge, bundle)
        assert design.number("C") == core
        assert one.links == links
        assert one.cost.amount == Decimal(cost)


@pytest.mark.parametrize(
    ("name", "cluster"), [("blades.yaml", "2,515,320"), ("blades-modular.yaml", "2,778,320")]
)
def test_cost_of_the_whole_cluster(window, qtbot, tmp_path, name, cluster):
    """S16."""
    window.files.open_path(file_of("two-level-fat-tree-design.md", name, tmp_path))
    wizard = WizardPage(window)
    qtbot.waitUntil(lambda: not wizard.search.candidates.is_busy and wizard.candidates.rows.rowCount() > 0)
    stated = wizard.text("candidate-kind")
    assert stated.endswith(f"whole cluster with hosts and enclosures {cluster} USD")
    wizard.cancel()


def test_growth_placement_and_prices_of_the_two_level_paper(desk, qtbot):
    requirements = RequirementsPage(desk)
    requirements.click("growth-button")
    growth = GrowthPage(requirements)
    growth.type_in(racks_now=2, racks_later=3)
    growth.plan(qtbot)
    assert {plan.hosts for plan in growth.plans} == {108, 115}  # S21 to S24
    growth.close()
    assert BillPage(desk).foot["Mean cable price"] == "USD 174.57"  # S28


def test_a_modular_switch_opened(window, qtbot, tmp_path):
    """S9: 9 line cards and 4 boards in the picture once all modular switches are open."""
    wanted = read_requirements(
        file_of("two-level-fat-tree-design.md", "inside.yaml", tmp_path), load_shipped([])
    )
    window.session.begin(design_project(wanted, load_shipped([]), "inside").project)
    qtbot.waitUntil(window.isActiveWindow)
    topology = TopologyPage(window)
    scene = topology.scene
    (switch,) = scene.modular.tolist()
    assert not scene.is_open(switch)
    topology.perform("open-boxes")
    assert scene.is_open(switch)
    cards, boards, links = scene.drawing.layout.inner.T.tolist()
    assert (len(set(cards)), len(set(boards)), links) == (9, 4, [4] * 36)


def test_cost_over_hosts(empty, qtbot, tmp_path):
    """S19, S20: the bound is met at 72 and 108, with one switch up to 36 hosts."""
    explorer = ExplorerPage(empty)
    explorer.explore_file(file_of("two-level-fat-tree-design.md", "nodes.yaml", tmp_path))
    explorer.show_curve()
    explorer.curve_from.setText("2")
    explorer.curve_to.setText("160")
    explorer.draw_curve()
    qtbot.waitUntil(lambda: bool(explorer.results.curve))
    at = {point.hosts: point for point in explorer.results.curve}
    assert (at[36].family, at[37].family) == ("star", "two-level")
    for hosts, cost in ((72, "77520"), (108, "116280")):
        assert at[hosts].cost.amount == at[hosts].lower_bound == Decimal(cost)
    costs = {hosts: point.cost.amount for hosts, point in at.items()}
    steps = [hosts for hosts in range(37, 161) if costs[hosts] - costs[hosts - 1] > 80]
    assert steps == [37, 55, 73, 91, 109, 127, 145]
    assert round(explorer.cost_curve.gap, 3) == 0.117


def test_trees_of_table_3(empty, qtbot, tmp_path):
    """P15, P16."""
    explorer = ExplorerPage(empty)
    explorer.explore_file(file_of("network-design-space.md", "table-3.yaml", tmp_path))
    explorer.click("count-trees")
    counts = TreeCountsPage(explorer)
    qtbot.waitUntil(lambda: not counts.is_counting)
    assert [row["all"] for row in counts.rows] == [1095, 1]
    assert [row["H3"] for row in counts.rows] == [1_797_958, 16]
    counts.close()


@pytest.mark.parametrize(
    ("name", "network", "figures"),
    [
        ("figure-4-standard.yaml", "64 × 4  K 1-16  T 32", ("21,190,871", "10", "6,528")),  # P7, P26, P29
        ("figure-4-custom.yaml", "64 × 4  K 1-16  T 32", ("21,712,696", "105", "6,528")),
        ("lattice-32.yaml", "16 × 2  K 1-8  T 24", ("839,992", "8", "18")),  # P12
        ("lattice-95.yaml", "19 × 5  K 1-3  T 16", ("2,529,012", "8", "190")),
        ("lattice-31.yaml", "", ()),
        ("lattice-94.yaml", "", ()),
    ],
)
def test_lattices(empty, qtbot, tmp_path, name, network, figures):
    explorer = ExplorerPage(empty)
    explorer.explore_file(file_of("network-design-space.md", name, tmp_path))
    explorer.search()
    explorer.wait(qtbot)
    rows = [explorer.row_texts(number) for number in range(len(explorer.listed))]
    if not network:
        assert not rows
        return
    row = next(row for row in rows if row["Parameters"] == network)
    for text in figures:
        assert any(cell.replace("USD", "").strip().startswith(text) for cell in row.values()), row


FIGURES = {
    "figure-1": (3_359, 374, "cables of 453 lattices: 5 to 10 kinds (part and length)"),  # P22
    "figure-2": (13_548, 2_169, ""),  # P23
    "figure-3": (2_426, 334, "cables of 2,426 lattices: 8 to 13 kinds (part and length)"),  # P24
    "figure-4": (2_426, 325, "mean excess 0.60 to 2.21 m, 0 to 35,029 wasted lanes"),  # P25 to P28
}


def plotted(candidates):
    """The cheapest networks for each bisection, of each number of ports and of servers on a switch."""
    by_pair = {}
    for one in sorted(candidates, key=lambda one: (one.cost.amount, -one.bisection)):
        curve = by_pair.setdefault((one.radix, one.terminals), [])
        if not curve or one.bisection > curve[-1].bisection:
            curve.append(one)
    return [one for curve in by_pair.values() for one in curve]


@pytest.mark.parametrize("name", FIGURES)
def test_figures_of_the_design_space(empty, qtbot, name):
    """P22 to P28: the ready-made studies find what the commands print, and draw curves of it."""
    explorer = ExplorerPage(empty)
    explorer.explore_study(*next(study for study in STUDIES if study[0] == name))
    explorer.search()
    qtbot.waitUntil(lambda: explorer.task is None, timeout=6 * PATIENCE_MS)  # 39 million trees for figure 1
    networks, front, cables = FIGURES[name]
    points = explorer.points
    assert (len(points), int(points.front.sum())) == (networks, front)
    assert cables in " ".join(explorer.summary_tip.split())
    if name == "figure-2":
        assert {one.hops for one in plotted(points.candidates)} == {6}  # "L=6 for all configurations plotted"
    explorer.toggle_curves()
    found = read_requirements(shipped("resources") / "studies" / f"{name}.yaml", load_shipped([])).explore
    drawn = {curve.name for curve in explorer.curves.curves}
    assert drawn
    assert all(any(f"{radix}" in one for one in drawn) for radix in found.radix)


def lines_of(explorer, qtbot):
    """The lines of *Parts and prices…* of the cheapest candidate of the front."""
    explorer.select_point(next(number for number in explorer.listed if explorer.points.front[number]))
    parts = explorer.list_parts()
    qtbot.waitUntil(lambda: not parts.is_listing)
    found = [(row["Length, m"], row["Needed, m"], row["Each"], row["Cost"]) for row in parts.rows]
    parts.close()
    return found


def test_prices_lengths_and_placement(empty, qtbot, tmp_path):
    """P5, P6, P8, P18, P19: the lines of command 9 in the window."""
    explorer = ExplorerPage(empty)
    explorer.explore_file(file_of("network-design-space.md", "parts-lattice.yaml", tmp_path))
    explorer.search()
    explorer.wait(qtbot)
    assert lines_of(explorer, qtbot) == [
        ("", "", "16,000.00", "96,000.00"),
        ("1.00", "0.65 to 0.97", "45.00", "2,160.00"),
        ("2.00", "1.01 to 1.32", "52.00", "2,496.00"),
        ("2.00", "1.37", "74.00", "444.00"),
        ("3.00", "2.48", "87.00", "174.00"),
        ("5.00", "3.09 to 4.60", "116.00", "464.00"),
        ("", "", "2.50", "255.00"),
        ("", "", "6.25", "37.50"),
    ]


def test_optical_cables_where_trays_are_full(empty, qtbot, tmp_path):
    """P21."""
    explorer = ExplorerPage(empty)
    explorer.explore_file(file_of("network-design-space.md", "trays-50.yaml", tmp_path))
    explorer.search()
    explorer.wait(qtbot)
    rows = [explorer.row_texts(number) for number in range(len(explorer.points))]
    (row,) = [row for row in rows if row["Parameters"].startswith("8 × 8 ")]
    assert (row["Cables"], row["Copper cables"], row["Optical cables"]) == ("2,496", "2,266", "230")


@pytest.mark.parametrize(
    ("name", "racks", "count"),
    [("inputs", "8", 5), ("inputs-hops", "8", 3), ("inputs-connectors", "8", 3), ("inputs-dense", "7", 5)],
)
def test_inputs_of_the_design_space(empty, qtbot, tmp_path, name, racks, count):
    """P10, P20."""
    explorer = ExplorerPage(empty)
    explorer.explore_file(file_of("network-design-space.md", f"{name}.yaml", tmp_path))
    explorer.search()
    explorer.wait(qtbot)
    rows = [explorer.row_texts(number) for number in range(len(explorer.points))]
    assert [row["Racks"] for row in rows] == [racks] * count


def test_phantom_servers(empty, qtbot, tmp_path):
    """P9: 47 switches of 22 servers are enough with 100 Gb/s to the outside and not with 110."""
    explorer = ExplorerPage(empty)
    explorer.explore_file(file_of("network-design-space.md", "external-110.yaml", tmp_path))
    explorer.open_settings()
    for typed, found in (("100", 1), ("110", 0)):
        type_in(qtbot, explorer.field("external_gbps").edit, typed)
        explorer.search()
        explorer.wait(qtbot)
        assert len(explorer.points) == found


def test_traffic_of_a_file(empty, tmp_path, monkeypatch):
    """M10, M11: command 8."""
    flows = tmp_path / "inside.txt"
    flows.write_text("0 1 1\n")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(flows), ""))
    simulation = SimulationPage(empty)
    simulation.take_ready(0)
    simulation.panel.choose("Pattern", "From a file…")
    assert simulation.study.traffic.pattern == str(flows)


def named(window, spec):
    """The inspector of a reference network."""
    session = window.session
    session.do(AddStudy(study=NetworkUnderStudy(name="net", spec=spec)))
    session.select([STUDY("net")])
    return Inspector(window)


@pytest.mark.parametrize(
    ("spec", "first", "last", "algorithm", "stated"),
    [
        ("ft-ruft-212:k=2,n=3", "000", "111", "ruft", "4 by switch, 4 by link"),  # F12
        (
            "ft-ruft-222:k=2,n=3",
            "000",
            "111",
            "ruft",
            "4 by switch, 16 by link",
        ),  # F13
        ("mikant:k=3,n=4", "0 2000", "1 2222", "mikant", "7 links; deterministic"),  # M7, example 1
        ("mikant:k=3,n=4", "0 2000", "0 2222", "mikant", "8 links; deterministic"),
        ("mikant:k=3,n=4", "0 2000", "0 2022", "mikant", "6 links; deterministic"),
        ("mikant:k=3,n=4", "0 2000", "0 2002", "mikant", "4 links; deterministic"),
    ],
)
def test_paths(empty, qtbot, spec, first, last, algorithm, stated):
    named(empty, spec)
    empty.show_workspace("topology")
    topology = TopologyPage(empty)
    topology.perform("path")
    topology.path.ask(first, last)
    topology.path.choose_algorithm(algorithm)
    qtbot.waitUntil(lambda: stated in (topology.path.says, *topology.path.hops))


@pytest.mark.parametrize(
    ("spec", "stated"),
    [
        (
            "kary-tree:k=4,n=3",
            ["2,304 by the source, 48 per switch", "1,728 by the source, 36 per switch"],
        ),  # F3, F5
        ("ruft-pl:k=4,n=3", ["1,536 by the source, 32 per switch"]),  # F10
        ("ft-ruft-212:k=4,n=3", ["1,280 by the source, 32 at levels 1 and 3, 16 at level 2"]),  # F28
        (
            "egft:M=8-4-3,C=1-2-3,K=1-2-1",
            ["in use: 12/12 at level 1, 10/10 at level 2, 9/9 at level 2, 3/3 at level 3"],
        ),  # P14
    ],
)
def test_switch_complexity(empty, qtbot, spec, stated):
    page = named(empty, spec)
    page.field("Check the routing algorithms").click()
    qtbot.waitUntil(lambda: spec in empty.session.scheme_checks)
    shown = " ".join(page.texts)
    assert all(text in shown for text in stated)


@pytest.mark.parametrize(
    ("spec", "stated"),
    [
        ("kary-tree:k=4,n=3", {"Switch ports per host": "5"}),  # S17
        ("kary-tree:k=18,n=2", {"Switch ports per host": "3"}),
        (
            "kary-tree:k=4,n=3",
            {"One-way links": "384", "Switching elements": "2,304"},
        ),  # F25
        (
            "mikant:k=4,n=5",
            {"Hosts": "2,048", "Links": "9,216", "Diameter": "10", "Bisection": "512"},
        ),  # M3, M5
        ("egft:M=4-4,C=1-2,K=1-2", {"Hosts": "16"}),  # P1
        ("egft:M=8-4-3,C=1-2-3,K=1-2-1", {"Hosts": "96", "Switches": "21", "Links": "153"}),
        ("egft:M=4-3-2-2,C=1-2-2-1,K=1-1-2-3", {"Switches": "25", "Links": "94", "Bisection": "3"}),
        ("hyperx:S=4-4,K=1-1,T=4", {"Hosts": "64", "Switches": "16"}),  # P3
        ("hyperx:S=5-3-2,K=1-2-3,T=6", {"Hosts": "180", "Switches": "30", "Links": "345"}),
        ("hyperx:S=8-8,K=2-2,T=16", {"Hosts": "1,024", "Links": "1,920", "Diameter": "4"}),
        ("universal:n=64,w=16", {"Volume, as O()": "181 wire widths cubed", "Components, O()": "64"}),  # U9
    ],
)
def test_figures_of_networks(empty, qtbot, spec, stated):
    page = named(empty, spec)
    page.field("Measure all figures").click()
    qtbot.waitUntil(lambda: spec in empty.session.properties)
    shown = page.texts
    for title, value in stated.items():
        assert shown[shown.index(title) + 1] == value


def test_hypercube(empty, qtbot):
    """M8, M9: cost performance and ratios of links and switches for k = 4, n = 5."""
    topology = TopologyPage(empty)
    empty.menus.by_id["hypercube"].trigger()
    dialog = HypercubePage(topology)
    (one,) = [row for row in dialog.rows if (row.topology, row.k, row.n) == ("mikant", 4, 5)]
    assert sorted(round(value, 4) for value in one.performance.values()) == [1.1816, 1.2271]
    assert one.links == 9_216
    dialog.close()


def test_ready_made_studies_of_faults_and_packets(empty, qtbot):
    """F15 measured; F6, F16 to F24, F26, F27, F29 to F32 and M10 to M12 are there to be run."""
    faults = FaultsPage(empty)
    titles = " ".join(action.text() for action in faults.ready_menu)
    assert all(ready.study.name in titles for ready in READY_MADE_FAULTS)
    faults.take_ready(0)
    faults.run_button.click()
    qtbot.waitUntil(lambda: all(curve.found is not None for curve in faults.curves))
    for curve, ready in zip(faults.curves, READY_MADE_FAULTS[0].published, strict=True):
        assert curve.found.always.faults == ready.faults
    simulation = SimulationPage(empty)
    titles = " ".join(action.text() for action in simulation.ready_menu)
    assert all(ready.study.name in titles for ready in READY_MADE)


def test_readings_are_fields(empty):
    """F29 to F32: each reading of the page is a field of the study."""
    faults = FaultsPage(empty)
    faults.take_ready(
        [ready.study.name for ready in READY_MADE_FAULTS].index("Shuffle with faults, 64 nodes")
    )
    for name in (
        "Throughput",
        "Drawn",
        "Random hosts",
        "Injection",
        "Faults counted",
        "A fault is",
        "Credits",
        "Output choice",
    ):
        assert faults.panel.field(name), name
    assert faults.fatal.title == "As published, and measured here"
    assert faults.fatal.description.startswith("The paper: FT-RUFT-222 falls most and stays highest")
    assert [network.scheme for network in faults.study.networks] == ["fta", "ruft", "ruft", "ruft", "fir"]


def test_universal_fat_trees(empty, qtbot):
    """U10, U14 to U18: command 5; U3 to U5: command 2; U17: complement at full root capacity."""
    schedule = SchedulePage(empty)
    schedule.click("universal")
    dialog = UniversalPage(schedule)
    dialog.type("messages", "64")
    dialog.type("specs", "kary-tree:k=4,n=5")
    dialog.run()
    qtbot.waitUntil(lambda: not dialog.is_measuring)
    figures = dialog.outcomes[-1].figures
    assert (figures["volume"], figures["root_capacity"], figures["bit_times"]) == (13_824, 576, 10_925)
    assert round(figures["slow_down"], 1) == 44.2
    assert dialog.cells("Corollary 9")[-1] == "1.00"  # U14
    assert (dialog.cells("Step, bit times")[-1], dialog.cells("Step, lg n")[-1]) == ("885", "73.8")  # U16
    for name, text in (("messages", "1"), ("specs", "kary-tree:k=4,n=3"), ("volume", "512")):
        dialog.type(name, text)
    dialog.choose_pattern("complement")  # U17: command 9
    dialog.run()
    qtbot.waitUntil(lambda: not dialog.is_measuring)
    assert (dialog.cells("Bit times")[-1], dialog.cells("Slow-down")[-1]) == ("114", "19.0")
    sizes = dialog.open_sizes()  # U9
    sizes.build(8, 4096)
    qtbot.waitUntil(lambda: not sizes.is_measuring)
    assert [round(one.components_ratio, 2) for one in sizes.rows[:4]] == [29.25, 69.72, 94.03, 106.72]
    sizes.close()
    dialog.close()


def test_hypercubes_as_fixed_connections(empty, qtbot):
    """U16: the steps of command 7 for hypercubes of 16 to 1,024 processors."""
    schedule = SchedulePage(empty)
    schedule.click("universal")
    dialog = UniversalPage(schedule)
    cubes = ["hyperx:S=" + "-".join("2" * n) + ",K=" + "-".join("1" * n) + ",T=1" for n in (4, 6, 8, 10)]
    dialog.type("messages", "16")
    dialog.type("specs", " ".join(cubes))
    dialog.run()
    qtbot.waitUntil(lambda: not dialog.is_measuring)
    assert dialog.cells("Step, bit times") == ["108", "312", "605", "942"]
    assert dialog.cells("Step, lg n") == ["27.0", "52.0", "75.6", "94.2"]
    dialog.close()


def test_corollary_2(window, designed, qtbot):
    """U6: 31 hosts with 8 links each, 40 messages."""
    window.session.begin(designed("gpu-31"))
    schedule = SchedulePage(window)
    study = ScheduleStudy(name="papers", networks=(StudyNetwork(name="net", fabric="compute"),))
    schedule.add_study(replace(study, messages=40))
    schedule.run_button.click()
    qtbot.waitUntil(lambda: schedule.result is not None)
    figures = schedule.figures
    assert (figures["Load factor"], figures["Cycles"]) == ("6.500", "7")
    assert "34" in schedule.figure_words


def test_capacity_of_mikant_and_clos(empty, qtbot):
    """M12: what is accepted beyond saturation, at one load of the ready-made study."""
    simulation = SimulationPage(empty)
    simulation.take_ready([ready.study.name for ready in READY_MADE].index("MiKANT and Clos, uniform"))
    study = simulation.study
    one, short = Loads(first=0.5, last=0.5, step=0.05), Duration(warmup=2_000, cycles=4_000)
    simulation.session.do(ChangeSimulation(simulation=replace(study, loads=one, duration=short)))
    simulation.run_button.click()
    qtbot.waitUntil(
        lambda: all(curve.state == "done" for curve in simulation.curves), timeout=2 * PATIENCE_MS
    )
    mikant, clos = (curve.points[-1].accepted for curve in simulation.curves)
    assert (mikant, clos) == pytest.approx((0.2086, 0.2117), abs=0.003)


@pytest.mark.parametrize(
    ("spec", "pattern", "messages", "stated"),
    [
        ("universal:n=64,w=16", "shuffle", 6, ("13.714", "14")),  # U3 to U5
        ("universal:n=64,w=64", "complement", 1, ("1.000", "1")),  # U17
    ],
)
def test_schedules(empty, qtbot, spec, pattern, messages, stated):
    schedule = SchedulePage(empty)
    study = ScheduleStudy(name="papers", networks=(StudyNetwork(name="net", spec=spec),))
    schedule.add_study(replace(study, traffic=pattern, messages=messages))
    schedule.run_button.click()
    qtbot.waitUntil(lambda: schedule.result is not None)
    assert (schedule.figures["Load factor"], schedule.figures["Cycles"]) == stated
