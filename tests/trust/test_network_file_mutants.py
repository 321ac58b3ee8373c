"""P8: spoiled graphs, traffic matrices and rules are read, or refused with file, line and field."""

import re
from pathlib import Path

import networkx as nx
import pytest

from fatdesk.engine.physical import FIGURES
from fatdesk.engine.rules.profiles import parse_profile, rules_yaml
from fatdesk.networks.graph_files import read_graph
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic.traffic import parse_traffic
from tests.engine.rules.test_profiles import HOUSE
from tests.trust.mutants import mutant, read_all
from tests.trust.promises import Promise

EDGES = b"# a ring with ports\ns1 s2 1 1\ns2,s3,2,1\ns3 s1 2 2\nh1 s1 0 3\nh2 s2 0 3\nh3 s3 0 3  # last\n"
PLAIN_EDGES = (
    b"\n".join(f"leaf{n // 4} node{n}".encode() for n in range(12))
    + b"\nleaf0,spine\nspine leaf1\nleaf2 spine\n"
)
"""A tree without numbers of ports."""
PLAIN_GRAPHML = b"""<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <graph id="G" edgedefault="directed">
    <desc>as other programs write it</desc>
    <node id="h1"/><node id="s&#228;"><data key="r">7</data></node><node id="h2"/>
    <edge id="e0" source="h1" target="s&#228;"><data key="w">1.5</data></edge>
    <edge source="s&#228;" target="h2"/>
    <edge source="s&#228;" target="h1"/>
    <edge source="h2" target="s&#228;"/>
  </graph>
  <key id="w" for="edge" attr.name="weight" attr.type="double"><default>1</default></key>
  <key id="r" for="node" attr.name="rack" attr.type="int"/>
</graphml>
"""
HOSTS = [f"n{number}" for number in range(6)]
TRAFFIC = b"# who sends to whom\nn0 n1 1\nn1, n0, 0.5\nn2 n5 2e3\n3 4 1\nn4 n3 7\n"
WHOLE_TRAFFIC = b"n0,n1,3\n0 2 1\n\n# messages\nn5\tn4\t12\nn1 n3 1\nn2 n0 100\nn3 n5 2\n"


def line_of(file: str) -> re.Pattern[str]:
    """Return what each line of an error looks like."""
    return re.compile(rf"{re.escape(file)}:[1-9]\d*: \S.*?: \S.*", re.DOTALL)


@pytest.mark.promise("P8")
@pytest.mark.parametrize("suffix", ["edges", "graphml"])
def test_mutants_of_graphs(tmp_path: Path, suffix: str, promise: Promise) -> None:
    path = tmp_path / f"n.{suffix}"
    sound = [EDGES, PLAIN_EDGES]
    if suffix == "graphml":
        sound.clear()
        for topology in ("kary-tree:k=2,n=2", "hyperx:S=2,K=1,T=1"):
            nx.write_graphml(network_of(topology).to_networkx(), path)
            sound.append(path.read_bytes())
        sound.append(PLAIN_GRAPHML)

    def read(number: int, spoiled: bytes) -> str:
        path.write_bytes(spoiled)
        net = read_graph(path)
        assert 0 < net.hosts <= len(net.names)
        return "read"

    for data in sound:
        assert read(0, data) == "read"
    found = read_all(600, lambda number: mutant(number, *sound), read, line_of(str(path)))
    found.report(promise, {"edges": "edge lists", "graphml": "GraphML"}[suffix])
    assert min(found.share("refused"), found.share("read")) > 0.01


@pytest.mark.promise("P8")
def test_mutants_of_traffic(promise: Promise) -> None:
    def read(number: int, spoiled: bytes) -> str:
        flows = parse_traffic(spoiled, "m", HOSTS, whole=bool(number % 2))
        assert flows.weight.min() >= 0
        assert flows.source.max() < len(HOSTS)
        return "read"

    for data in (TRAFFIC.replace(b"0.5", b"2"), WHOLE_TRAFFIC):
        assert read(1, data) == "read"
    found = read_all(2_000, lambda number: mutant(number, TRAFFIC, WHOLE_TRAFFIC), read, line_of("m"))
    found.report(promise, "traffic matrices")
    assert min(found.share("refused"), found.share("read")) > 0.01


@pytest.mark.promise("P8")
def test_mutants_of_rules(promise: Promise) -> None:
    def read(number: int, spoiled: bytes) -> str:
        profile = parse_profile(spoiled, "m", FIGURES)
        assert rules_yaml(profile.rules, None)
        return "read"

    found = read_all(
        600, lambda number: mutant(number, HOUSE.encode()), read, line_of("m"), longest=5000
    )  # figures that there are may be listed
    found.report(promise, "profiles of rules")
    assert min(found.share("refused"), found.share("read")) > 0.01
