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
HOSTS = [f"n{number}" for number in range(6)]
TRAFFIC = b"# who sends to whom\nn0 n1 1\nn1, n0, 0.5\nn2 n5 2e3\n3 4 1\nn4 n3 7\n"


def line_of(file: str) -> re.Pattern[str]:
    """Return what each line of an error looks like."""
    return re.compile(rf"{re.escape(file)}:[1-9]\d*: \S.*?: \S.*", re.DOTALL)


@pytest.mark.promise("P8")
@pytest.mark.parametrize("suffix", ["edges", "graphml"])
def test_mutants_of_graphs(tmp_path: Path, suffix: str, promise: Promise) -> None:
    path = tmp_path / f"n.{suffix}"
    data = EDGES
    if suffix == "graphml":
        nx.write_graphml(network_of("kary-tree:k=2,n=2").to_networkx(), path)
        data = path.read_bytes()

    def read(seed: int) -> str:
        path.write_bytes(mutant(seed, data))
        net = read_graph(path)
        assert 0 < net.hosts <= len(net.names)
        return "read"

    found = read_all(600, read, line_of(str(path)))
    found.report(promise, {"edges": "edge lists", "graphml": "GraphML"}[suffix])
    assert min(found.share("refused"), found.share("read")) > 0.01


@pytest.mark.promise("P8")
def test_mutants_of_traffic(promise: Promise) -> None:
    def read(seed: int) -> str:
        flows = parse_traffic(mutant(seed, TRAFFIC), "m", HOSTS, whole=bool(seed % 2))
        assert flows.weight.min() >= 0
        assert flows.source.max() < len(HOSTS)
        return "read"

    found = read_all(2_000, read, line_of("m"))
    found.report(promise, "traffic matrices")
    assert min(found.share("refused"), found.share("read")) > 0.01


@pytest.mark.promise("P8")
def test_mutants_of_rules(promise: Promise) -> None:
    def read(seed: int) -> str:
        profile = parse_profile(mutant(seed, HOUSE.encode()), "m", FIGURES)
        assert rules_yaml(profile.rules, None)
        return "read"

    found = read_all(600, read, line_of("m"), longest=5000)  # figures that there are may be listed
    found.report(promise, "profiles of rules")
    assert min(found.share("refused"), found.share("read")) > 0.01
