"""Networks of papers on the desk, with real keys: add, look, change, rename, remove, measure, undo."""

from dataclasses import replace
from fractions import Fraction

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from fatdesk.core.progress import SILENT
from fatdesk.engine.topology.layout import Kind
from fatdesk.gui.topology.network_card import FIRST
from fatdesk.gui.topology.table_view import link_rows, node_rows
from fatdesk.networks.topologies import TOPOLOGIES, TOPOLOGY_CARDS, network_of
from fatdesk.networks.topologies.hypercube_curve import COSTS, KS, NS, hypercube_curve
from fatdesk.networks.topologies.properties import measure
from fatdesk.project.commands.studies import AddStudy
from fatdesk.project.document.project import NetworkUnderStudy, Project
from fatdesk.project.document.ref import CABLE, NODE, STUDY, NodeOf
from fatdesk.project.files.file_format import encode
from tests.gui.hands import click, type_in, type_in_cell
from tests.gui.pages.inspector import Inspector
from tests.gui.pages.project_tree import ProjectTree
from tests.gui.pages.topology import HypercubePage, TopologyPage

pytestmark = pytest.mark.qt_log_ignore("plugin does not support", extend=True)  # lists without a screen
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def empty(window, qtbot):
    """The window with a project that holds nothing."""
    window.session.begin(Project(name="papers"))
    qtbot.waitUntil(window.isActiveWindow)
    return window


def add(window, qtbot, family, **fields):
    """By the keys of the card."""
    qtbot.keyClick(window, Qt.Key.Key_A, CONTROL | SHIFT)
    card = TopologyPage(window).card
    assert card.is_visible
    assert card.family.hasFocus()
    qtbot.keyClicks(card.family, family)
    for name, text in fields.items():
        field = card.name if name == "name" else card.parameter(name)
        field.setFocus()
        field.selectAll()
        qtbot.keyClicks(field, text)
    qtbot.keyClick(card.parameter(card.topology.parameters[0].name), Qt.Key.Key_Return)
    return card


def test_a_network_is_added_by_keys_seen_and_undone(desk, qtbot):
    """The story: a network beside the fabric, another by its fields, and all the way back to the byte."""
    session, before = desk.session, encode(desk.session.project)
    qtbot.waitUntil(desk.isActiveWindow)
    card = add(desk, qtbot, "FT-RUFT-222", name="paper")
    assert not card.is_visible
    assert [(s.name, s.spec) for s in session.project.studies] == [("paper", "ft-ruft-222:k=2,n=3")]
    view = TopologyPage(desk)
    scene = view.scene
    assert scene.titles == ["compute", "paper · ft-ruft-222"]
    assert view.network.currentText() == "paper · ft-ruft-222"
    assert scene.studied.network.link_count == network_of("ft-ruft-222:k=2,n=3").link_count
    seen = view.frame
    assert len(seen.strands.lines) == 64
    assert "Stage 2" in [head.text for head in view.layers]
    assert view.colour.currentText() == "Primary, secondary"
    assert view.colourings == ["Primary, secondary", "Level"]
    assert session.selection == (STUDY("paper"),)
    type_in(qtbot, Inspector(desk).field("n"), "2")
    assert session.project.studies[0].spec == "ft-ruft-222:k=2,n=2"
    assert len(view.frame.strands.lines) == 24
    type_in(qtbot, Inspector(desk).field("Name"), "small")
    assert session.project.studies[0].name == "small"
    assert session.selection == (STUDY("small"),)
    view.drawing.setFocus()
    qtbot.keyClick(view.drawing, Qt.Key.Key_Delete)
    assert session.project.studies == ()
    assert view.scene.study is None
    for _ in range(4):
        qtbot.keyClick(desk, Qt.Key.Key_Z, CONTROL)
    assert encode(session.project) == before
    assert not session.history.can_undo


def test_universal_fat_trees_have_volume_and_components(empty, qtbot):
    """Theorem 4 without its constants, in the card and in the inspector."""
    qtbot.keyClick(empty, Qt.Key.Key_A, CONTROL | SHIFT)
    card = TopologyPage(empty).card
    card.family.setCurrentText("Universal fat-tree")
    card.parameter("n").setText("64")
    card.parameter("w").setText("32")
    wanted = {
        "Volume, as O()": "181 wire widths cubed",
        "Components, O()": "192",
    }
    assert wanted.items() <= card.figures.items()
    card.family.setCurrentText("K-ary n-tree")
    assert not wanted.keys() & card.figures.keys()


def test_the_card_tells_figures_and_what_is_wrong(empty, qtbot):
    qtbot.keyClick(empty, Qt.Key.Key_A, CONTROL | SHIFT)
    card = TopologyPage(empty).card
    card.family.setCurrentText("Mirrored k-ary n-tree")
    about = TOPOLOGY_CARDS["mikant"]
    assert [card.text(f"family-{one}") for one in ("what", "use")] == [about.what, about.use]
    assert about.paper in card.text("family-paper")
    shown = card.figures
    assert (shown["Hosts"], shown["Switches"], shown["Links"]) == ("54", "36", "135")  # spec 4: n 3, k 3
    assert (shown["Diameter"], shown["Bisection"]) == ("6", "no closed form")
    k = card.parameter("k")
    k.setText("1")
    assert card.problem == "K=1: 1 is out of range, use 2 to 1024 (ports down, and ports up, of a switch)."
    assert not card.can_add
    qtbot.keyClick(k, Qt.Key.Key_Return)
    assert card.is_visible
    assert empty.session.project.studies == ()
    k.setText("4")
    assert not card.shows_problem
    assert card.figures["Hosts"] == "128"
    card.name.setText("a b")
    assert "letters, digits" in card.problem
    card.leave()
    assert not card.is_visible


def test_the_card_offers_every_family_with_a_sound_start(empty, qtbot):
    qtbot.keyClick(empty, Qt.Key.Key_A, CONTROL | SHIFT)
    card = TopologyPage(empty).card
    specs = []
    for number in range(card.family.count() - 1):  # the last is a graph in a file
        card.family.setCurrentIndex(number)
        assert card.can_add, card.problem
        specs.append(card.spec)
    assert [spec.partition(":")[0] for spec in specs] == [topology.name for topology in TOPOLOGIES]
    assert set(FIRST) < set(specs)


def test_names_are_free_by_themselves(empty, qtbot):
    for wanted in ("kary-tree", "kary-tree-2", "kary-tree-3"):
        qtbot.keyClick(empty, Qt.Key.Key_A, CONTROL | SHIFT)
        card = TopologyPage(empty).card
        assert card.name.text() == wanted
        card.enter()
    assert [s.name for s in empty.session.project.studies] == ["kary-tree", "kary-tree-2", "kary-tree-3"]


def test_studies_in_the_tree_are_chosen_renamed_and_removed(empty, qtbot):
    session = empty.session
    for name, spec in (("one", "ruft:k=2,n=3"), ("two", "hyperx:S=3-3,K=1-1,T=2")):
        session.do(AddStudy(study=NetworkUnderStudy(name=name, spec=spec)))
    empty.show_workspace("topology")
    tree = ProjectTree(empty)
    if not tree.is_visible:
        empty.toggle_tree()
    tree.view.setCurrentIndex(tree.index(STUDY("two")))
    assert session.selection == (STUDY("two"),)
    assert TopologyPage(empty).scene.title == "two"
    type_in_cell(qtbot, tree.view, tree.index(STUDY("two")), "grid")
    assert [study.name for study in session.project.studies] == ["one", "grid"]
    tree.view.setCurrentIndex(tree.index(STUDY("grid")))
    qtbot.keyClick(tree.view, Qt.Key.Key_Delete)
    assert [study.name for study in session.project.studies] == ["one"]
    session.undo()
    assert [study.name for study in session.project.studies] == ["one", "grid"]


def test_nodes_are_picked_told_and_inspected(empty, qtbot):
    empty.session.do(AddStudy(study=NetworkUnderStudy(name="net", spec="ft-ruft-212:k=2,n=3")))
    empty.show_workspace("topology")
    view = TopologyPage(empty)
    canvas, scene = view.drawing, view.scene
    layout = scene.drawing.layout
    again = [b for b in canvas.frame().boxes if layout.slot_kind[b.number] == Kind.AGAIN]
    assert all(box.dashed for box in again)
    box = again[0]
    at = QPoint(round(box.x + box.width / 2), round(box.y + box.height / 2))
    assert view.tip(at) == "Host 000\n2 links in, 2 out"
    click(qtbot, canvas, at)
    assert empty.session.selection == (NODE(NodeOf("net", 0)),)
    lit = [b for b in canvas.frame().boxes if b.lit]
    assert len(lit) == 2, "the host is drawn where it sends and where it receives"
    words = Inspector(empty).texts
    assert "Host of net, FT-RUFT-212" in words
    assert {"0,00", "0,10", "2,00", "2,01"} <= set(words)  # switches 0, 2, 8 and 9, as spec 3 has them
    canvas.setFocus()
    qtbot.keyClick(canvas, Qt.Key.Key_Up)
    assert scene.names[scene.node_at(empty.session.selection[0])].startswith("0,")


def test_figures_without_closed_form_are_measured_by_a_worker(empty, qtbot):
    session = empty.session
    session.do(AddStudy(study=NetworkUnderStudy(name="odd", spec="mikant:k=3,n=2")))
    session.select([STUDY("odd")])
    page = Inspector(empty)
    page.field("Measure all figures").click()
    assert "Measuring…" in page.texts
    assert not page.has("Measure all figures")  # it is not started a second time
    qtbot.waitUntil(lambda: "mikant:k=3,n=2" in session.properties)
    found = session.properties["mikant:k=3,n=2"]
    assert (found.diameter, found.hosts) == (4, 18)
    assert not page.has("Measure all figures")
    assert not session.history.unsaved or session.project.studies


def test_names_of_figures_are_whole_next_to_bounds_of_the_bisection(empty):
    session = empty.session
    found = measure("ft-ruft-222:k=4,n=3", SILENT)
    assert not found.bisection.exact
    session.properties["ft-ruft-222:k=4,n=3"] = replace(
        found, bisection=replace(found.bisection, least=Fraction(4098), most=Fraction(7312))
    )
    session.do(AddStudy(study=NetworkUnderStudy(name="net", spec="ft-ruft-222:k=4,n=3")))
    session.select([STUDY("net")])
    QApplication.processEvents()
    cut = Inspector(empty).names_cut("Performance by")
    assert cut == [False, False]


def test_schemes_are_checked_by_a_worker(empty, qtbot):
    session = empty.session
    session.do(AddStudy(study=NetworkUnderStudy(name="net", spec="hyperx:S=2-2,K=1-1,T=1")))
    session.select([STUDY("net")])
    page = Inspector(empty)
    page.field("Check the routing algorithms").click()
    qtbot.waitUntil(lambda: "hyperx:S=2-2,K=1-1,T=1" in session.scheme_checks)
    found = {one.scheme: one for one in session.scheme_checks["hyperx:S=2-2,K=1-1,T=1"]}
    assert list(found) == ["updown", "minimal"]
    assert (found["updown"].delivers, found["updown"].cycle) == (True, 0)
    assert (found["minimal"].delivers, found["minimal"].cycle) == (True, 4)  # around the square
    assert not page.has("Check the routing algorithms")


def test_a_cancelled_check_can_be_started_again(empty):
    session = empty.session
    session.do(AddStudy(study=NetworkUnderStudy(name="net", spec="kary-tree:k=4,n=4")))
    session.select([STUDY("net")])
    page = Inspector(empty)
    page.field("Check the routing algorithms").click()
    assert "Checking…" in page.texts
    (task,) = empty.desk.tasks.running
    task.cancel()
    assert page.has("Check the routing algorithms")
    assert "Checking…" not in page.texts


def test_checked_schemes_show_what_their_switches_need(empty, qtbot):
    """DESTRO needs 2 k^2 + k elements a switch where FTA needs 3 k^2."""
    session = empty.session
    session.do(AddStudy(study=NetworkUnderStudy(name="net", spec="kary-tree:k=2,n=3")))
    session.select([STUDY("net")])
    page = Inspector(empty)
    page.field("Check the routing algorithms").click()
    qtbot.waitUntil(lambda: "kary-tree:k=2,n=3" in session.scheme_checks)
    shown = " ".join(page.texts)
    assert "Switching elements: 144 by the source, 12 per switch; 88 used" in shown
    assert "Switching elements: 120 by the source, 10 per switch" in shown


def test_the_nodes_of_a_universal_fat_tree(empty, qtbot):
    """Figures of `network universal:n=64,w=16`, as docs/papers/universal-fat-trees.md prints them."""
    session, spec = empty.session, "universal:n=64,w=16"
    session.do(AddStudy(study=NetworkUnderStudy(name="net", spec=spec)))
    session.select([STUDY("net")])
    page = Inspector(empty)
    page.field("Build the nodes").click()
    qtbot.waitUntil(lambda: spec in session.tree_nodes)
    shown = page.texts
    for text in ("60 bit times", "4,462", "76 wires in 27 x 27 x 20", "16 (12 up, 16 down guaranteed)"):
        assert text in shown
    assert shown[shown.index("27 to 18") + 1] == "136 components, 13 guaranteed (samples)"


def test_a_network_that_is_too_large_is_told_and_not_built(empty):
    empty.session.do(AddStudy(study=NetworkUnderStudy(name="huge", spec="kary-tree:k=64,n=4")))
    empty.show_workspace("topology")
    scene = TopologyPage(empty).scene
    assert not scene.is_there
    assert "are too many to draw" in scene.why_not
    assert TopologyPage(empty).drawing.grab().width() > 0


def test_a_large_network_is_laid_out_beside_the_window(empty, qtbot):
    empty.session.do(
        AddStudy(study=NetworkUnderStudy(name="large", spec="kary-tree:k=20,n=3"))
    )  # 24,000 links
    empty.session.do(AddStudy(study=NetworkUnderStudy(name="larger", spec="mikant:k=24,n=3")))  # 69,120 links
    empty.show_workspace("topology")
    view = TopologyPage(empty)
    empty.session.select([STUDY("larger")])
    assert not view.scene.is_there
    view.drawing.grab()
    qtbot.waitUntil(lambda: view.scene.is_there)
    assert view.frame.boxes
    assert view.scene.lay_out()


def ask_way(view, first, last):
    view.perform("path")
    view.path.ask(first, last)


def test_ways_of_a_pair_by_scheme(empty, qtbot):
    """RUFT-PL: one of 16 ways, all of them drawn; with the parallel link fixed 2 at each end are left."""
    empty.session.do(AddStudy(study=NetworkUnderStudy(name="pl", spec="ruft-pl:k=2,n=3")))
    empty.show_workspace("topology")
    view = TopologyPage(empty)
    scene = view.scene
    ask_way(view, "000", "111")
    card = view.path
    offered = card.algorithms
    assert offered[:2] == ["ruft", "ruft-static"]
    assert "fta" not in offered, "it is for two-way trees"
    assert card.says == "4 links; the first of 16 paths"
    assert card.hops[:5:2] == ["000", "0,00", "1,01"]
    notes = dict(zip(card.hops[10::2], card.hops[11::2], strict=True))
    assert notes == {
        "Allowed paths": "1 by switch, 16 by link",
        "All paths together": "8 links",
        "Shortest paths": "1 by switch, 16 by link",
        "Disjoint paths": "2 between switches",
        "Disjoint throughout": "2 with host links",
    }
    assert int(view.frame.strands.path.sum()) == 8
    card.choose_algorithm("ruft-static")
    assert card.says == "4 links; the first of 4 paths"
    assert int(view.frame.strands.path.sum()) == 6
    assert scene.current_algorithm == "ruft-static"
    assert card.shows_all
    card.ask("000", "000")
    assert card.says == "Both are the same device: type two different ones."
    assert scene.ways is None
    assert card.shows_all


def test_hosts_by_number_and_by_address(empty):
    """Addresses as they are drawn, numbers from 0 else; where a text is both, the other reading is shown."""
    for name, spec in (("222", "ft-ruft-222:k=2,n=3"), ("star", "star:N=4")):
        empty.session.do(AddStudy(study=NetworkUnderStudy(name=name, spec=spec)))
    empty.show_workspace("topology")
    view = TopologyPage(empty)
    card = view.path
    view.choose_network(0)
    ask_way(view, "0", "7")
    assert (card.first.text(), card.last.text()) == ("000", "111")
    notes = dict(zip(card.hops[10::2], card.hops[11::2], strict=True))
    assert notes["Disjoint paths"] == "8 between switches", "F13"
    assert notes["Disjoint throughout"] == "2 with host links"
    view.choose_network(1)
    ask_way(view, "number 0", "3")
    assert card.hops[0:6:2] == ["1", "edge 1", "3"]
    assert card.hops[-2:] == ["3 is an address", "“number 3” is host 4"]


@pytest.mark.parametrize(
    ("end", "said", "switches", "ports"),
    [
        ("1 2222", "7 links; deterministic", ["0,0,000", "0,1,002", "0,2,022", "1,2,222"], "in p2 · out p5"),
        ("0 2002", "4 links; deterministic", ["0,0,000", "0,1,002", "0,0,002"], "in p2 · out p5"),
    ],
)
def test_examples_of_the_mirrored_tree(empty, end, said, switches, ports):
    """Slides "MiKANT(3,4) Routing Example 1 and 4"; 3 x 3 and 3 shortest paths, one of which is MiKANT's."""
    empty.session.do(AddStudy(study=NetworkUnderStudy(name="m", spec="mikant:k=3,n=4")))
    empty.show_workspace("topology")
    view = TopologyPage(empty)
    ask_way(view, "0 2000", end)
    card = view.path
    assert card.says == said
    assert card.hops[: 2 * len(switches) + 2 : 2] == ["0 2000", *switches]
    assert card.hops[3] == ports
    many = {"1 2222": 9, "0 2002": 3}[end]
    at = card.hops.index("Shortest paths")
    assert card.hops[at + 1] == f"{many} by switch, {many} by link"
    assert card.hops[at + 2 :] == [
        "Disjoint paths",
        "1 between switches",
        "Disjoint throughout",
        "1 with host links",
    ]


def test_topologies_are_compared_with_the_hypercube(empty):
    """The points of the command line, as curves for one cost and as a table; wrong fields are explained."""
    empty.show_workspace("topology")
    view = TopologyPage(empty)
    view.perform("hypercube")
    page = HypercubePage(view)
    points = hypercube_curve(KS, NS)
    assert page.rows == list(points)
    assert len(page.lines) == 9
    page.k.setText("4, 3")
    page.low.setText("3")
    page.high.setText("5")
    points = hypercube_curve([3, 4], range(3, 6))
    for number, cost in enumerate(COSTS):
        page.cost.setCurrentIndex(number)
        mikant = [one.performance[cost] for one in points if (one.topology, one.k) == ("mikant", 4)]
        assert page.lines["MiKANT, k = 4"] == mikant
        assert page.lines["MiKANT, k = 4"] > page.lines["Clos network, k = 4"]
    for field, text, said in (
        (page.k, "four", "is not a number"),
        (page.k, "2,3,4,5,6", "t most 4 numbers of k"),
        (page.k, "1", "1 is out of range, give 2 to 1,024"),
        (page.low, "9", "the lower number first"),
    ):
        before = field.text()
        field.setText(text)
        assert said in page.state
        field.setText(before)
        assert page.state == ""
    page.close()


def test_schemes_of_a_fabric(desk, qtbot):
    """A bought network offers any shortest path first, and the schemes that fit it."""
    desk.show_workspace("topology")
    view = TopologyPage(desk)
    names = [name for name in view.scene.names if name.startswith("n")]
    ask_way(view, names[0], names[-1])
    card = view.path
    assert card.algorithm.currentText() == "Any shortest path"
    assert card.cables_button.isVisible()
    before = int(view.frame.strands.path.sum())
    card.choose_algorithm("minimal")
    ways = view.scene.ways
    assert ways.scheme == "minimal"
    assert f"the first of {ways.count:,} paths" in card.says
    assert int(view.frame.strands.path.sum()) >= before > 0
    card.select_cables()
    assert {thing.kind for thing in desk.session.selection} == {CABLE}


def test_the_tables_tell_what_the_drawing_shows(empty):
    """For screen readers: every node and link of a network under study is a row."""
    empty.session.do(AddStudy(study=NetworkUnderStudy(name="net", spec="ft-ruft-212:k=2,n=3")))
    nodes, links = node_rows(empty.session), link_rows(empty.session)
    assert (len(nodes), len(links)) == (20, 48)
    assert [row.level for row in nodes[:4]] == ["Level 3"] * 4
    host = next(row for row in nodes if row.name == "000")
    assert (host.links, host.up, host.down) == (4, 4, 0)
    assert sum(row.bundle == "secondary" for row in links) == 16
    ports = [(row.near, row.port_near, row.far, row.port_far) for row in links]
    assert ("000", "1", "0,10", "2") in ports, "the second link of host 000, its output and the input"
    assert {row.element.kind for row in links} == {NODE}


def test_the_list_of_networks_selects_studies_and_goes_back_to_fabrics(desk, qtbot):
    session = desk.session
    session.do(AddStudy(study=NetworkUnderStudy(name="net", spec="ruft:k=2,n=3")))
    desk.show_workspace("topology")
    view = TopologyPage(desk)
    view.choose_network(1)
    assert session.selection == (STUDY("net"),)
    assert view.scene.title == "net"
    view.choose_network(0)
    assert session.selection == ()
    session.undo()
    session.redo()
    assert view.scene.title in ("compute", "net")
    view.choose_network(0)
    assert view.scene.study is None


def test_a_graph_in_a_file_is_added_drawn_and_measured(desk, qtbot, tmp_path):
    """A ring of four switches with a host each, from an edge list; a wrong line is shown in the card."""
    file = tmp_path / "ring.edges"
    file.write_text("s0 s1\ns1 s2\ns2\n")
    qtbot.keyClick(desk, Qt.Key.Key_A, CONTROL | SHIFT)
    view = TopologyPage(desk)
    card = view.card
    card.family.setCurrentIndex(card.family.count() - 1)
    assert card.topology is None
    assert not card.can_add
    card.parameter("file").setText(str(file))
    assert card.can_add
    card.add()
    qtbot.waitUntil(lambda: "ring.edges:3" in card.problem)
    assert card.is_visible
    file.write_text("".join(f"s{n} s{(n + 1) % 4}\nh{n} s{n}\n" for n in range(4)))
    card.parameter("file").setText(f" {file}")
    card.add()
    qtbot.waitUntil(lambda: not card.is_visible)
    (study,) = desk.session.project.studies
    assert (study.name, study.spec) == ("ring", f"file:{file}")
    assert view.scene.studied.network.link_count == 8
    assert set(view.scene.studied.names) == {f"{sign}{n}" for sign in "hs" for n in range(4)}
    desk.session.select([STUDY(study.name)])
    assert "Reference network: ring.edges" in Inspector(desk).texts


def test_a_graph_is_found_in_the_folder_of_the_project_and_at_home(desk, qtbot, tmp_path, monkeypatch):
    """Not in the folder that the program was started in, which nobody in a window knows."""
    monkeypatch.setattr(desk.session, "path", tmp_path / "net.fatdesk")
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "ring.edges").write_text("h0 s0\nh1 s0\n")
    card = TopologyPage(desk).card
    for typed in ("ring.edges", "~/ring.edges", str(tmp_path / "ring.edges")):
        qtbot.keyClick(desk, Qt.Key.Key_A, CONTROL | SHIFT)
        card.family.setCurrentIndex(card.family.count() - 1)
        card.parameter("file").setText(typed)
        assert card.spec == f"file:{tmp_path / 'ring.edges'}"
        assert card.can_add
    card.parameter("file").setText("line.edges")
    assert not card.can_add
    assert str(tmp_path / "line.edges") in card.problem


def test_the_card_is_not_covered_by_what_to_do_in_an_empty_project(empty, qtbot):
    page = TopologyPage(empty)
    assert page.says_what_to_do
    qtbot.keyClick(empty, Qt.Key.Key_A, CONTROL | SHIFT)
    assert page.card.is_visible
    assert not page.says_what_to_do
    qtbot.keyClick(page.card.family, Qt.Key.Key_Escape)
    assert page.says_what_to_do


def test_the_card_fits_a_small_window_with_every_family(desk, qtbot):
    """Also with the most fields, its buttons are in view; a file that is not chosen yet is not an error."""
    desk.resize(1280, 720)
    view = TopologyPage(desk)
    qtbot.keyClick(desk, Qt.Key.Key_A, CONTROL | SHIFT)
    card = view.card
    for number in range(card.family.count()):
        card.family.setCurrentIndex(number)
        assert view.holds_card, card.family.currentText()
        assert not card.shows_problem
    assert card.topology is None, "a graph in a file is the last one"
    assert not card.can_add
    card.family.setCurrentIndex(0)
    assert card.shows_picture
    desk.actions_by_id["project"].trigger()
    qtbot.waitUntil(lambda: not card.shows_picture)
    assert view.holds_card, "next to the project tree without the picture"
    desk.actions_by_id["project"].trigger()
    qtbot.waitUntil(lambda: card.shows_picture)
