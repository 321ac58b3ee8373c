"""SimGrid loads the platforms: every host, ways between hosts as short as in the network, twins refused."""

import json
from pathlib import Path

import networkx
import pytest

from fatdesk.engine.export import BY_NAME
from fatdesk.engine.export.simgrid import LATENCY
from fatdesk.engine.fabric.fabric import NodeKind
from tests.neighbours.designs import DESIGNS
from tests.neighbours.programs import Run, Verdict, verdicts

PYTHON = "/usr/bin/python3"
"""Debian's own Python, which has its module of SimGrid."""
LOADING = """
import json, sys, simgrid
engine = simgrid.Engine(["platform"])
engine.load_platform(sys.argv[1])
engine.netzone_root.seal()
hosts = {host.name: host for host in engine.all_hosts}
ways = {name: [link.name for link in hosts[sys.argv[2]].route_to(host)[0]]
        for name, host in hosts.items() if name != sys.argv[2]}
wide = {link.name: link.bandwidth for link in engine.all_links if "loop" not in link.name}
late = [hosts[sys.argv[2]].route_to(host)[1] for name, host in hosts.items() if name != sys.argv[2]]
print(json.dumps([sorted(hosts), ways, wide, late]))
"""


def has_simgrid() -> bool:
    (found,) = (
        verdicts({"": Run([PYTHON, "-c", "import simgrid"])}).values() if Path(PYTHON).exists() else [None]
    )
    return found is not None and found.status == 0


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Verdict]:
    if not has_simgrid():
        pytest.skip("SimGrid is missing (Debian: python3-simgrid)")
    runs = {}
    for name, (make, _) in DESIGNS.items():
        plan, folder = make(), tmp_path_factory.mktemp(name)
        good = BY_NAME["simgrid.xml"].make(plan)["simgrid.xml"]
        bad = good.replace(b'<link_ctn id="l0"', b'<link_ctn id="l99999"', 1)
        for twin, content in (("good", good), ("bad", bad)):
            (folder / f"{twin}.xml").write_bytes(content)
            command = [PYTHON, "-c", LOADING, str(folder / f"{twin}.xml"), plan.names[0][0]]
            runs[f"{name} {twin}"] = Run(command)
    return verdicts(runs)


@pytest.mark.parametrize("design", DESIGNS)
def test_simgrid_finds_the_same_ways(design: str, loaded: dict[str, Verdict]) -> None:
    good, bad = loaded[f"{design} good"], loaded[f"{design} bad"]
    assert good.status == 0, good.stated
    hosts, ways, wide, late = json.loads(_json(good.stated))
    plan = DESIGNS[design][0]()
    fabric, names = plan.fabrics[0], plan.names[0]
    assert hosts == sorted(names[node] for node in fabric.nodes(NodeKind.HOST).tolist())
    graph = networkx.Graph([(names[a], names[b]) for a, b in fabric.ends.tolist()])
    graph.remove_nodes_from([names[node] for node in fabric.nodes(NodeKind.EXTERNAL).tolist()])
    steps = networkx.single_source_shortest_path_length(graph, names[0])
    assert {name: len(way) for name, way in ways.items()} == {n: steps[n] for n in hosts if n != names[0]}
    assert min(late) == pytest.approx(2 * 0.5e-6)  # two links, over a switch that both hosts are on
    assert any("latency" in words and LATENCY in words for words in BY_NAME["simgrid.xml"].left_out(plan))
    inside = (fabric.kind[fabric.ends] != NodeKind.EXTERNAL).all(axis=1)
    both_ways = 2 * float(fabric.rate_gbps[inside].sum()) * 1e9 / 8
    assert sum(wide.values()) == pytest.approx(both_ways, rel=1e-9)
    assert bad.status != 0


def _json(stated: str) -> str:
    """The line that the script printed among what SimGrid says."""
    return next(line for line in stated.splitlines() if line.startswith("[["))
