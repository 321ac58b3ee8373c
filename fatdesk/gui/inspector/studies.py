"""Inspector page of reference networks: name, topology, parameters, figures, and their nodes."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from PySide6.QtWidgets import QGridLayout

from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import counted
from fatdesk.gui.analysis.study_kinds import (
    SEARCHED,
    complexity_text,
    figure_rows,
    network_name_problem,
    number_text,
    ports_text,
    range_text,
    why,
)
from fatdesk.gui.session.session import Session
from fatdesk.gui.views.property_page import Page
from fatdesk.gui.widgets.numbers import UNKNOWN, Name, in_sentence
from fatdesk.networks.network import Network, Params
from fatdesk.networks.routing.overview import RoutingCheck, check_routing
from fatdesk.networks.topologies import named_network
from fatdesk.networks.topologies.properties import Properties, measure
from fatdesk.networks.topologies.spec import NamedNetwork, read, words, write
from fatdesk.networks.topologies.topology import Closed, Topology, whole
from fatdesk.project.commands.studies import ChangeStudy, RemoveStudy, RenameStudy
from fatdesk.project.document.project import NetworkUnderStudy
from fatdesk.project.document.ref import STUDY, NodeOf

MOST_NEIGHBOURS = 16
MOST_LOOKED = 4_000_000
"""Networks of more links are not built for the page of a node."""


def show_study(page: Page, name: str) -> None:
    """Show a reference network."""
    session = page.session
    study = next((some for some in session.project.studies if some.name == name), None)
    if study is None:
        page.title(name, "It was removed")
        return
    known = named_network(study.spec)
    page.title(study.name, f"Reference network: {known.title}")
    grid = page.section("Network", study.spec)
    page.field(grid, "Name", study.name, lambda text: _rename(session, study, text))
    if known.topology is not None:
        _parameters(page, grid, study, known.topology, known.params)
    _figures(page, study, known.closed)
    _schemes(page, study.spec)
    if known.topology is not None and known.topology.name == "universal":
        _tree_nodes(page, study.spec, whole(known.params, "n"), whole(known.params, "w"))
    page.button("Remove", lambda: session.do(RemoveStudy(name=study.name)))


def _parameters(
    page: Page, grid: QGridLayout, study: NetworkUnderStudy, topology: Topology, params: Params
) -> None:
    """Fields for the parameters of a topology, and what each of them is."""
    for parameter in topology.parameters:
        value = words(params[parameter.name])
        commit = _typed(page.session, study, topology, params, parameter.name)
        page.field(grid, parameter.name, value, commit)
    for parameter in topology.parameters:
        page.note(f"{parameter.name}: {parameter.meaning}, {range_text(parameter)}", "text3")


def _figures(page: Page, study: NetworkUnderStudy, closed: Closed | None) -> None:
    """Closed forms, and what was measured where there are none."""
    measured = page.session.properties.get(study.spec)
    grid = page.section("Figures")
    rows = [] if closed is None else figure_rows(closed)
    if measured is not None and closed is None:
        counted_rows = ("Hosts", measured.hosts), ("Switches", measured.switches), ("Links", measured.links)
        rows = [(title, f"{count:,}") for title, count in (*counted_rows, ("Radix", measured.radix))]
        rows += [(title, SEARCHED) for title in ("Diameter", "Average distance", "Bisection")]
    if measured is not None:
        found = {
            "Diameter": UNKNOWN if measured.diameter is None else f"{measured.diameter:,}",
            "Average distance": _or_unknown(measured.average_distance),
            "Bisection": _bisection(measured),
        }
        rows = [(title, found[title] if value == SEARCHED else value) for title, value in rows]
    for title, value in rows:
        page.value(grid, title, value)
    if measured is not None:
        grid = page.rows()  # of its own: bounds of the bisection leave its long names less room
        page.value(grid, "Switching elements", f"{measured.switching_elements:,}")
        page.value(grid, "Switch ports per host", number_text(measured.per_port.switch_ports))
        for cost, ratio in measured.performance.items():
            page.value(grid, f"Performance by {cost}", f"{ratio:.4f}")
        page.note(f"Distances: {measured.distances_known}; bisection: {measured.bisection.known}.", "text3")
        page.note("Performance over cost is relative to a hypercube with the same number of hosts.", "text3")
    else:
        title = f"Measure {study.spec}"
        page.task_button(
            "Measure all figures", "Measuring…", title, lambda: _measure(page, title, study.spec)
        )


def _or_unknown(value: Fraction | None) -> str:
    return UNKNOWN if value is None else number_text(value)


def _bisection(found: Properties) -> str:
    cut = found.bisection
    return number_text(cut.most) if cut.exact else f"{number_text(cut.least)} to {number_text(cut.most)}"


def _measure(page: Page, title: str, spec: str) -> None:
    """Measure in a worker what a page then shows; figures of a spec hold for ever."""
    session, again = page.session, page.again

    def done(found: Properties) -> None:
        session.properties[spec] = found
        again()

    page.tasks.start(title, measure, spec, done=done, failed=session.said.emit, whenever=True)


def _schemes(page: Page, spec: str) -> None:
    """Whether each scheme that fits delivers, and whether packets can block each other."""
    grid = page.section("Routing")
    checked = page.session.scheme_checks.get(spec)
    if checked is None:
        page.note(
            "Whether packets always arrive, and whether they can wait for each other forever (deadlock).",
            "text3",
        )
        title = f"Check the routing algorithms on {spec}"
        page.task_button(
            "Check the routing algorithms", "Checking…", title, lambda: _check(page, title, spec)
        )
        return
    for one in checked:
        page.value(grid, one.scheme, "free of deadlock" if not one.cycle else "can deadlock")
        page.note(f"{one.title}: {one.words}.", "text3" if one.delivers and not one.cycle else "warn")
        page.note(f"{complexity_text(one.complexity)}.", "text3")
        page.note(f"{ports_text(one.complexity)}.", "text3")


def _check(page: Page, title: str, spec: str) -> None:
    """Check schemes in a worker; what was found of a spec holds for ever."""
    session, again = page.session, page.again

    def done(found: tuple[RoutingCheck, ...]) -> None:
        session.scheme_checks[spec] = found
        again()

    page.tasks.start(title, check_routing, spec, done=done, failed=session.said.emit, whenever=True)


def _tree_nodes(page: Page, spec: str, hosts: int, root_capacity: int) -> None:
    """The concentrators in the nodes of a universal fat-tree, and the bit times of a cycle, once built."""
    session, again = page.session, page.again
    grid = page.section("Nodes")
    found = session.tree_nodes.get(spec)
    if found is None:
        page.note("Partial concentrators of the nodes, and the bit times of a delivery cycle.", "text3")

        def done(built: dict[str, Any]) -> None:
            session.tree_nodes[spec] = built
            again()

        title = f"Build the nodes of {spec}"

        def build() -> None:
            from fatdesk.networks.schedules.output import hardware_of  # loads when nodes are built

            failed = session.said.emit
            page.tasks.start(
                title, hardware_of, hosts, root_capacity, done=done, failed=failed, whenever=True
            )

        page.task_button("Build the nodes", "Building…", title, build)
        return
    page.value(grid, "Delivery cycle", f"{found['cycle_bit_times']:,} bit times")
    page.value(grid, "Components", f"{found['switching_components']:,}")
    if found["root_node_box"]:
        box = " x ".join(f"{side:,}" for side in found["root_node_box"])
        page.value(grid, "Root node", f"{found['root_node_wires']:,} wires in {box}")
    page.note("Components: two selectors for each input wire, and the concentrators. Box: Lemma 3.", "text3")
    grid = page.section("Channels", "wires")
    for row in found["levels"]:
        sure = f"{row['guaranteed_up']:,} up, {row['guaranteed_down']:,} down guaranteed"
        page.value(grid, f"Level {row['level']}", f"{row['capacity']:,} ({sure})")
    if found["stages"]:
        grid = page.section("Concentrators", counted(len(found["stages"]), "size"))
    for one in found["stages"]:
        how = "all sets" if one["all_subsets"] else "samples"
        stated = f"{one['components']:,} components, {one['guaranteed']:,} guaranteed ({how})"
        page.value(grid, f"{one['inputs']:,} to {one['outputs']:,}", stated)


def _rename(session: Session, study: NetworkUnderStudy, text: str) -> bool:
    problem = network_name_problem(session.project, text, study.name)
    if problem:
        session.said.emit(in_sentence(problem))
        return False
    if not session.do(RenameStudy(name=study.name, to=text)):
        return False
    session.select([STUDY(text)])
    return True


def _typed(
    session: Session, study: NetworkUnderStudy, topology: Topology, params: Params, name: str
) -> Callable[[str], bool]:
    def commit(text: str) -> bool:
        given = {key: words(value) for key, value in params.items()} | {name: text}
        try:
            spec = write(topology, read(topology, given))
        except FatdeskError as error:
            session.said.emit(in_sentence(why(error, topology)))
            return False
        return session.do(ChangeStudy(study=NetworkUnderStudy(name=study.name, spec=spec)))

    return commit


def show_node(page: Page, at: NodeOf) -> None:
    """A host or switch of a reference network, and what it is linked with."""
    session = page.session
    name, node = at
    study = next((some for some in session.project.studies if some.name == name), None)
    known = None if study is None else named_network(study.spec)
    large = known is not None and known.closed is not None and known.closed.links > MOST_LOOKED
    if study is None or known is None or large:
        page.title(f"{name}/{node}", "It was removed")
        return
    network = session.derived.study(study.spec)
    if node >= network.node_count:
        page.title(f"{name}/{node}", "It was removed")
        return
    host = node < network.hosts
    page.title(known.address(network, node), f"{'Host' if host else 'Switch'} of {name}, {known.title}")
    both = (("Leads to", True), ("Reached from", False))
    for title, out in both if network.one_way else (("Linked", True),):
        _neighbours(page, known, network, node, title, out=out)
    page.button(f"Select {name}", lambda: session.select([STUDY(name)]))


def _neighbours(
    page: Page, known: NamedNetwork, network: Network, node: int, title: str, *, out: bool
) -> None:
    channels = network.channels
    start, order = network.outgoing if out else network.incoming
    here = order[start[node] : start[node + 1]]
    grid = page.section(title, counted(len(here), "link"))
    for channel in here[:MOST_NEIGHBOURS].tolist():
        link, turned = (channel, False) if network.one_way else divmod(channel, 2)
        far = int(channels[channel, 1 if out else 0])
        port = int(network.ports[link, 1 if bool(turned) == out else 0])
        lane = ", secondary" if network.lane[link] else ""
        page.value(grid, f"Port {port}{lane}", Name(known.address(network, far)))
    if len(here) > MOST_NEIGHBOURS:
        page.note(f"and {len(here) - MOST_NEIGHBOURS:,} more")


def show_nodes(page: Page, ids: list[NodeOf]) -> None:
    """Show the selected hosts and switches of reference networks."""
    names = dict.fromkeys(some.study for some in ids)
    page.note(f"In {', '.join(names)}.")
