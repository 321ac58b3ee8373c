"""``fatdesk network``: print the properties of a topology, its parameters, or the curve of hypercubes."""

import argparse
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fatdesk.cli.kit.options import given_options, refuse_idle
from fatdesk.cli.kit.output import DONE, ShownProgress, check_chart, print_json, save_chart, say
from fatdesk.cli.kit.tables import table
from fatdesk.cli.networks.network_paths import Labels, between, between_text, links_of, links_text
from fatdesk.core.errors import FatdeskError
from fatdesk.networks.network import Network
from fatdesk.networks.routing import ROUTING_ALGORITHMS, fitting, usual
from fatdesk.networks.routing.check import Verdict, check
from fatdesk.networks.routing.complexity import Complexity, complexity
from fatdesk.networks.topologies import TOPOLOGIES, named_network
from fatdesk.networks.topologies.hypercube_curve import COSTS, KS, NS, HypercubePoint, hypercube_curve
from fatdesk.networks.topologies.properties import Properties, properties
from fatdesk.networks.topologies.spec import usage
from fatdesk.networks.topologies.topology import Closed, whole
from fatdesk.networks.traffic import PATTERNS

WITH_SPEC = ["scheme", "between", "links", "measured", "fabric", "stage"]
"""Options on the network of a SPEC."""
MOST_CHANNELS = 24
"""Channels of a cycle that are listed as text; JSON has all."""


def check_json(name: str, network: Network, labels: Labels, verdict: Verdict) -> dict[str, Any]:
    """The result of the check by its keys; what does not exist is null."""
    node = labels.node

    def channel(number: int) -> dict[str, Any]:
        tail, head = network.channels[number].tolist()
        return {"channel": number, "from": node(tail), "to": node(head)}

    lost, stuck, circle = verdict.lost_pair, verdict.stuck, verdict.circle
    return {
        "scheme": name,
        "delivers": verdict.delivers,
        "deadlock_free": verdict.deadlock_free,
        "cycle": [channel(number) for number in verdict.cycle],
        "longest_path": None if circle else verdict.longest,
        "dependencies": verdict.dependencies.count,
        "pairs": verdict.pairs,
        "lost_pairs": verdict.lost,
        "lost_pair": None if lost is None else {"from": node(lost[0]), "to": node(lost[1])},
        "stuck": None if stuck is None else {**channel(stuck[0]), "destination": node(stuck[1])},
        "circle": None if circle is None else {"destination": node(circle[1])},
    }


def check_text(title: str, found: dict[str, Any]) -> str:
    """The result of the check as text."""
    lines = [f"routing {found['scheme']}: {title}", f"  delivers: {_delivery(found)}"]
    if found["deadlock_free"]:
        lines.append(f"  free of deadlock: yes, no cycle in {found['dependencies']:,} channel dependencies")
    else:
        cycle = found["cycle"]
        lines.append(f"  free of deadlock: no, {len(cycle)} channels can wait for each other in turn:")
        lines += [f"    {channel['from']} -> {channel['to']}" for channel in cycle[:MOST_CHANNELS]]
        if len(cycle) > MOST_CHANNELS:
            lines.append(f"    and {len(cycle) - MOST_CHANNELS} more")
    return "\n".join(lines)


def _delivery(found: dict[str, Any]) -> str:
    if found["delivers"]:
        return f"yes, the longest path has {found['longest_path']} links"
    reasons = []
    if pair := found["lost_pair"]:
        what = f"{found['lost_pairs']:,} of {found['pairs']:,} pairs have no path"
        reasons.append(f"{what}, the first from {pair['from']} to {pair['to']}")
    if at := found["stuck"]:
        reasons.append(f"packets to {at['destination']} get stuck after {at['from']} -> {at['to']}")
    if circle := found["circle"]:
        reasons.append(f"packets to {circle['destination']} can go round in a circle")
    return "no, " + "; ".join(reasons)


def complexity_json(found: Complexity) -> dict[str, Any]:
    """The switching elements by their keys; what the source does not count is null."""
    return {
        "by_source": found.by_source,
        "used": found.used,
        "switches": [
            {
                "level": kind.level,
                "switches": kind.switches,
                "inputs": kind.inputs,
                "outputs": kind.outputs,
                "by_source": kind.by_source,
                "used": kind.used,
            }
            for kind in found.kinds
        ],
    }


def complexity_text(found: Complexity) -> str:
    """The switching elements of each kind of switches, and all together."""
    source = found.by_source
    counted = "" if source is None else f"{source:,} by the source, "
    head = ["level", "switches", "inputs", "outputs", "by the source", "used"]
    rows = [
        [
            f"{kind.level}",
            f"{kind.switches:,}",
            f"{kind.inputs}",
            f"{kind.outputs}",
            "-" if kind.by_source is None else f"{kind.by_source:,}",
            f"{kind.used:,}",
        ]
        for kind in found.kinds
    ]
    if source is None:
        head, rows = [head[i] for i in (0, 1, 2, 3, 5)], [[*row[:4], row[5]] for row in rows]
    lines = table([head, *rows], frozenset(range(len(head)))).splitlines()
    first = f"  switching elements: {counted}{found.used:,} used by its paths; of each switch"
    return "\n".join([first, *(f"    {line}" for line in lines)])


def run(parsed: argparse.Namespace) -> int:
    """Print the figures of a network and the check of an algorithm on it, or list what there is."""
    if not _listed(parsed):
        _describe(parsed)
    return DONE


def _listed(parsed: argparse.Namespace) -> bool:
    """Print a table that needs no SPEC, if one is requested."""
    given = given_options(parsed)
    if parsed.hypercube_curve:
        _refuse_with(given, "--hypercube-curve", [*WITH_SPEC, "list", "published"])
        from fatdesk.cli.networks.network import print_curve  # loads for this table only

        print_curve(parsed)
        return True
    refuse_idle(given, ["k", "n", "chart"], "is for --hypercube-curve, leave it out")
    if parsed.published is not None:
        _refuse_with(given, "--published", [*WITH_SPEC, "list"])
        from fatdesk.cli.networks.published_tables import published  # simulations load for these tables only

        published(parsed.published, parsed.json)
        return True
    if not parsed.list and parsed.spec is not None:
        return False
    if parsed.list and "spec" in given:
        raise FatdeskError("--list: lists all topologies, leave out SPEC")
    refuse_idle(given, WITH_SPEC, "needs a SPEC, such as kary-tree:k=4,n=3")
    if parsed.json:
        raise FatdeskError("--json: is for the properties of a SPEC; the list is text")
    say("\n".join(f"{topology.title}: {usage(topology)}" for topology in TOPOLOGIES))
    say(
        "\n".join(
            f"routing algorithm {algorithm.NAME}: {algorithm.TITLE}" for algorithm in ROUTING_ALGORITHMS
        )
    )
    say("\n".join(f"traffic pattern {pattern.NAME}: {pattern.SUMMARY}" for pattern in PATTERNS))
    return True


def _describe(parsed: argparse.Namespace) -> None:
    """Print what is requested of one network."""
    requested = _requested(parsed)
    network, labels = requested.network, requested.labels
    algorithm = None if parsed.scheme is None else fitting(parsed.scheme, network)
    closed = _without_figures(requested.closed) if parsed.measured else requested.closed
    pair = {}
    if parsed.between is not None:
        pair["between"] = between(network, labels, algorithm or usual(network), parsed.between)
    progress = ShownProgress()
    try:
        found = properties(network, closed, progress)
        verdict = None if algorithm is None else check(algorithm.routing_table(network), progress)
    finally:
        progress.done()
    checked = verdict and algorithm and check_json(algorithm.NAME, network, labels, verdict)
    needs = verdict and algorithm and complexity(network, algorithm.NAME, verdict.dependencies)
    hardware, hardware_lines = _hardware(network)
    wiring = {"wiring": links_of(network, labels)} if parsed.links else {}
    if parsed.json:
        elements = {} if not needs else {"switch_complexity": complexity_json(needs)}
        print_json(in_json(requested.spec, found) | hardware | (checked or {}) | elements | pair | wiring)
    else:
        say(f"{requested.spec} ({requested.title})")
        say("\n".join([in_words(found, usual(network).NAME if algorithm else ""), *hardware_lines]))
        if algorithm and checked:
            say(check_text(algorithm.TITLE, checked))
        if needs:
            say(complexity_text(needs))
        if pair:
            say(between_text(pair["between"]))
        if wiring:
            say(links_text(wiring["wiring"]))


def _without_figures(closed: Closed | None) -> Closed:
    """Closed forms without those of distances and bisection, which are searched then."""
    if closed is None or (closed.average_distance, closed.bisection_links) == (None, None):
        raise FatdeskError("--measured: no closed form is known of this network, leave it out")
    return replace(closed, average_distance=None, bisection_links=None)


def _hardware(network: Network) -> tuple[dict[str, Any], list[str]]:
    """The hardware of a universal fat-tree as JSON and as lines; nothing of other networks."""
    if network.family != "universal":
        return {}, []
    from fatdesk.networks.schedules.output import hardware_of

    found = hardware_of(whole(network.params, "n"), whole(network.params, "w"))
    return {"universal_fat_tree": found}, _hardware_lines(found)


def _hardware_lines(found: dict[str, Any]) -> list[str]:
    """Volume, components and bit times of a universal fat-tree, and its channels by level."""
    components = f"{found['components']:,.0f} by Theorem 4, n lg(w^3/n^2) without its constant"
    lines = [
        f"volume: {found['volume']:,.0f} by Theorem 4, (w lg(n/w))^(3/2) without its constant",
        f"components: {components}; {found['switching_components']:,} switching components in its nodes",
        f"delivery cycle: {found['cycle_bit_times']:,} bit times for messages of one data bit",
    ]
    if found["root_node_box"]:
        box = " x ".join(f"{side:,}" for side in found["root_node_box"])
        lines.append(f"root node: {found['root_node_wires']:,} wires in a box of {box} (Lemma 3)")
    head = ["level", "wires", "guaranteed up", "guaranteed down", "header bits up", "header bits down"]
    keys = ["level", "capacity", "guaranteed_up", "guaranteed_down", "header_bits_up", "header_bits_down"]
    rows = [["-" if row[key] is None else f"{row[key]:,}" for key in keys] for row in found["levels"]]
    lines.append(table([head, *rows], frozenset(range(len(head)))))
    if found["stages"]:
        head = ["stage inputs", "outputs", "components", "guaranteed", "sets of inputs checked"]
        keys = ["inputs", "outputs", "components", "guaranteed", "subsets_checked"]
        rows = [
            [*(f"{one[key]:,}" for key in keys), "all" if one["all_subsets"] else "samples"]
            for one in found["stages"]
        ]
        lines.append(table([[*head, ""], *rows], frozenset(range(len(head)))))
    return lines


def _refuse_with(given: frozenset[str], option: str, idle: list[str]) -> None:
    """Refuse a SPEC and options that do nothing with an option that prints a table of its own."""
    why = f"does nothing with {option}, leave it out"
    if "spec" in given:
        raise FatdeskError(f"SPEC: {why}")
    refuse_idle(given, idle, why)


@dataclass(frozen=True)
class _Requested:
    """A network that the command line names, built."""

    spec: str
    title: str
    network: Network
    closed: Closed | None
    labels: Labels


def _requested(parsed: argparse.Namespace) -> _Requested:
    """Build the network of a SPEC or of a project.

    Raises
    ------
    FatdeskError
        When there is no such network.
    """
    if Path(parsed.spec).suffix == ".fatdesk":
        return _of_project(Path(parsed.spec), parsed.fabric, parsed.stage)
    if parsed.stage:
        raise FatdeskError("--stage: is for projects with a growth plan, leave it out with a SPEC")
    if parsed.fabric:
        raise FatdeskError("--fabric: is for projects, leave it out with a SPEC")
    requested = named_network(parsed.spec)
    network = requested.build()
    labels = Labels(lambda node: requested.address(network, node))
    return _Requested(requested.spec, requested.title, network, requested.closed, labels)


def _of_project(path: Path, name: str, stage: str | None) -> _Requested:
    from fatdesk.engine.cabling.identity import port_names
    from fatdesk.engine.fabric.fabric import as_network
    from fatdesk.project.derived.derived import Derived
    from fatdesk.project.files.storing import load_project
    from fatdesk.project.studies.placed_network import chosen_fabric

    derived = Derived(load_project(path).project)
    chosen = chosen_fabric(derived, name)
    number = [fabric.name for fabric in derived.fabrics].index(chosen)
    fabric, names = derived.fabrics[number], derived.names[number]
    title, catalog = f"network of {path.name}", derived.catalog
    if stage:
        from fatdesk.cli.kit.arguments import asked_stage

        found = asked_stage(derived, chosen, stage)
        fabric, names, catalog = found.fabric, found.names, found.catalog
        title = f"{title}, {found.stage.words}"
    ports = port_names(fabric, catalog)

    def port(node: int, counted: int) -> str:
        own = ports[int(fabric.part[node])]
        return own[counted] if counted < len(own) else str(counted + 1)

    labels = Labels(lambda node: names[node], port)
    return _Requested(chosen, title, as_network(fabric)[0], None, labels)


def in_json(spec: str, found: Properties) -> dict[str, Any]:
    """The figures by the keys of the command line; what is not known is null."""
    cut, ports = found.bisection, found.per_port
    return {
        "network": spec,
        "hosts": found.hosts,
        "switches": found.switches,
        "links": found.links,
        "one_way_links": found.one_way_links,
        "switching_elements": found.switching_elements,
        "switching_elements_counted": found.elements_counted,
        "radix": found.radix,
        "diameter": found.diameter,
        "average_distance": _number(found.average_distance),
        "average_distance_exact": None if found.average_distance is None else str(found.average_distance),
        "distances_known": found.distances_known,
        "bisection_links": _number(cut.most),
        "bisection_known": cut.known,
        "bisection_at_least": _number(cut.least),
        "oversubscription": _number(max(found.oversubscription, default=None)),
        "oversubscription_levels": [_number(ratio) for ratio in found.oversubscription],
        "per_host_port": {
            "links": _number(ports.links),
            "switches": _number(ports.switches),
            "switch_ports": _number(ports.switch_ports),
            "switching_elements": _number(ports.switching_elements),
        },
        "cost_performance_to_hypercube": found.performance,
    }


def in_words(found: Properties, usual_scheme: str = "") -> str:
    """The figures for people; ``usual_scheme``: the routing algorithm that the source counts elements for."""
    cut, ports = found.bisection, found.per_port
    bisection = f"{_word(cut.most)} links" if cut.exact else f"{_word(cut.least)} to {_word(cut.most)} links"
    ratios = ", ".join(_word(ratio) for ratio in found.oversubscription)
    unknown = "unknown: some hosts cannot reach others"
    average = unknown if found.average_distance is None else f"{float(found.average_distance):.4f}"
    diameter = unknown if found.diameter is None else str(found.diameter)
    elements, counted = f"{found.switching_elements:,}", f"counted {found.elements_counted}"
    if usual_scheme and found.elements_counted == "by the source":
        counted += f", for {usual_scheme}"
    searched = f"links, {found.distances_known}"
    rows = [
        ["figure", "value", "per host port", "how"],
        ["hosts", f"{found.hosts:,}", "", ""],
        ["switches", f"{found.switches:,}", _word(ports.switches), ""],
        ["links", f"{found.links:,}", _word(ports.links), "those of hosts included"],
        ["one-way links", f"{found.one_way_links:,}", "", ""],
        ["switching elements", elements, _word(ports.switching_elements), counted],
        ["switch ports", "", _word(ports.switch_ports), ""],
        ["radix", str(found.radix), "", ""],
        ["diameter", diameter, "", searched],
        ["average distance", average, "", searched],
        ["bisection", bisection, "", cut.known],
        ["oversubscription", ratios or "none", "", "a level, from the hosts up"],
    ]
    for name, ratio in found.performance.items():
        rows.append(["cost performance", f"{ratio:.4f}", "", f"hypercube 1, cost in {name}"])
    return table(rows, frozenset({1, 2}))


def _number(value: Fraction | None) -> int | float | None:
    if value is None:
        return None
    return int(value) if value.denominator == 1 else float(value)


def _word(value: Fraction) -> str:
    return f"{float(value):,.4f}".rstrip("0").rstrip(".")


if TYPE_CHECKING:
    from fatdesk.engine.drawing.display import Page


def print_curve(parsed: argparse.Namespace) -> None:
    """Print the points, and draw them where ``--chart`` names a file.

    Raises
    ------
    FatdeskError
        When a parameter is out of range, or there are too many points.
    """
    check_chart(parsed)
    points = hypercube_curve(parsed.k or KS, parsed.n or NS)
    save_chart(parsed, lambda: _page(points))
    if parsed.json:
        print_json({"points": [_in_json(point) for point in points]})
        return
    rows = [
        [
            point.topology,
            f"{point.k}",
            f"{point.n}",
            f"{point.hosts:,}",
            f"{point.switches:,}",
            f"{point.links:,}",
            f"{float(point.average_distance):.4f}",
            *(f"{point.performance[cost]:.4f}" if point.performance else "-" for cost in COSTS),
            *(f"{float(ratio):.4f}" for ratio in point.to_clos.values()),
        ]
        for point in points
    ]
    head = ["topology", "k", "n", "hosts", "switches", "links", "distance", "by links", "by ports"]
    say(table([[*head, "links/Clos", "switches/Clos", "distance/Clos"], *rows], frozenset(range(1, 12))))
    say(
        "by links, by ports: 1 / (cost x average distance) with one-way links or switch ports as cost, where"
        " the hypercube of as many hosts is 1"
    )
    say("links/Clos, switches/Clos: per host, over the Clos network of the same k and n")


def _in_json(point: HypercubePoint) -> dict[str, Any]:
    return {
        "topology": point.topology,
        "k": point.k,
        "n": point.n,
        "hosts": point.hosts,
        "switches": point.switches,
        "links": point.links,
        "average_distance": float(point.average_distance),
        "cost_performance_to_hypercube": point.performance,
        "to_clos": {name: float(ratio) for name, ratio in point.to_clos.items()},
    }


def _page(points: tuple[HypercubePoint, ...]) -> "Page":
    from fatdesk.engine.drawing.charts.chart_page import charts_page  # drawing loads for those who ask for it
    from fatdesk.engine.drawing.charts.cost_charts import HYPERCUBE_TITLE, hypercube_charts

    return charts_page(HYPERCUBE_TITLE, hypercube_charts(points))
