"""Slurm, ibdmchk, opensm, Graphviz and networkx accept five designs, and refuse a mangled twin of each."""

import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import networkx
import pytest

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export import BY_NAME
from fatdesk.engine.fabric.fabric import NodeKind
from tests.neighbours.designs import DESIGNS, mangled
from tests.neighbours.programs import HERE, Run, Verdict, needs, verdicts

FORMS = (
    BY_NAME["fabric.dot"],
    BY_NAME["fabric.graphml"],
    BY_NAME["fabric.net"],
    BY_NAME["fabric.topo"],
    BY_NAME["topology.conf"],
)
each_design = pytest.mark.parametrize("design", DESIGNS)


@dataclass(frozen=True)
class Exported:
    """A design with the folders of its files and of those of its mangled twin."""

    plan: Plan
    ranks: str
    good: Path
    bad: Path


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Exported]:
    """Twins have two cables exchanged, which only opensm sees; the others get what they should see."""
    found = {}
    for name, (make, ranks) in DESIGNS.items():
        plan, folder = make(), tmp_path_factory.mktemp(name)
        for place, some in (("good", plan), ("bad", mangled(plan))):
            (folder / place).mkdir()
            for module in FORMS:
                for file, content in module.make(some).items():
                    (folder / place / file).write_bytes(content)
        found[name] = one = Exported(plan, ranks, folder / "good", folder / "bad")
        first = re.findall(r"Nodes=(\S+)", (one.bad / "topology.conf").read_text())[0]
        _change(one.bad / "topology.conf", r"(SwitchName=(?!E01)\S+ Nodes=)", rf"\g<1>{first},")
        _change(one.bad / "fabric.topo", r"\n  P\d+\S* ", "\n  P999 ")
        _change(one.bad / "fabric.dot", r" -- ", " -> ")
        _change(one.bad / "fabric.graphml", r"</edge>", "")
    return found


def _change(file: Path, pattern: str, other: str) -> None:
    """Change the first place where a pattern is found."""
    text, times = re.subn(pattern, other, file.read_text(), count=1)
    assert times == 1, file
    file.write_text(text)


def both(exported: dict[str, Exported], run: Callable[[Path, Exported], Run]) -> dict[str, Verdict]:
    """What a program says of each design and of its twin."""
    runs = {f"{name} {f.name}": run(f, one) for name, one in exported.items() for f in (one.good, one.bad)}
    return verdicts(runs)


def script(name: str, *words: str, **settings: str) -> Run:
    """A check of ours over a real program."""
    return Run(["bash", str(HERE / name), *words], settings)


@pytest.fixture(scope="module")
def slurm(exported: dict[str, Exported]) -> dict[str, Verdict]:
    def run(folder: Path, one: Exported) -> Run:
        names, hosts = one.plan.names[0], one.plan.fabrics[0].nodes(NodeKind.HOST).tolist()
        known = ",".join(names[host] for host in hosts)
        return script("check_slurm.sh", str(folder / "topology.conf"), known)

    return both(exported, run)


@pytest.fixture(scope="module")
def ibdmchk(exported: dict[str, Exported]) -> dict[str, Verdict]:
    def run(folder: Path, one: Exported) -> Run:
        files = (str(folder / "fabric.topo"), str(folder / "fabric-roots.txt"))
        return script("check_topo.sh", *files, one.plan.names[0][0], str(folder))

    return both(exported, run)


@pytest.fixture(scope="module")
def opensm(exported: dict[str, Exported]) -> dict[str, Verdict]:
    def run(folder: Path, one: Exported) -> Run:
        return script("check_opensm.sh", str(folder / "fabric.net"), "ftree", EXPECT_RANKS=one.ranks)

    return both(exported, run)


@pytest.fixture(scope="module")
def graphviz(exported: dict[str, Exported]) -> dict[str, Verdict]:
    return both(exported, lambda folder, _: Run(["gc", "-n", "-e", str(folder / "fabric.dot")]))


@needs("slurmctld slurm-client slurm-wlm-basic-plugins munge", "slurmctld", "scontrol", "munged")
@each_design
def test_slurm_takes_the_tree_and_refuses_a_host_in_two_places(
    design: str, exported: dict[str, Exported], slurm: dict[str, Verdict]
) -> None:
    good, bad = slurm[f"{design} good"], slurm[f"{design} bad"]
    assert good.status == 0, good.stated
    hosts = len(exported[design].plan.fabrics[0].nodes(NodeKind.HOST))
    assert f" {hosts} nodes" in good.stated
    assert "top-level switches: 1 " in good.stated
    assert (bad.status, bad.stated[:8]) == (1, "REJECTED"), bad.stated
    assert "fatal" in bad.stated or "Multiple leaf switches" in bad.stated


@needs("ibutils", "ibdmchk")
@each_design
def test_ibdmchk_finds_no_credit_loop_and_refuses_a_port_that_is_not_there(
    design: str, exported: dict[str, Exported], ibdmchk: dict[str, Verdict]
) -> None:
    good, bad = ibdmchk[f"{design} good"], ibdmchk[f"{design} bad"]
    assert good.status == 0, good.stated
    fabric = exported[design].plan.fabrics[0]
    adapters = int((fabric.kind[fabric.ends[:, 1]] == NodeKind.HOST).sum())
    assert f" {adapters * (adapters - 1)} CA-CA paths, no credit loops" in good.stated
    assert (bad.status, bad.stated[:8]) == (1, "REJECTED"), bad.stated


@needs("opensm ibsim-utils infiniband-diags", "opensm", "ibsim", "ibnetdiscover")
@each_design
def test_opensm_takes_it_for_a_fat_tree_and_refuses_exchanged_uplinks(
    design: str, opensm: dict[str, Verdict]
) -> None:
    good, bad = opensm[f"{design} good"], opensm[f"{design} bad"]
    assert (good.status, good.stated[:8]) == (0, "ACCEPTED"), good.stated
    assert (bad.status, bad.stated[:8]) == (1, "REJECTED"), bad.stated


@needs("graphviz", "gc")
@each_design
def test_graphviz_counts_nodes_and_links_and_refuses_an_arrow(
    design: str, exported: dict[str, Exported], graphviz: dict[str, Verdict]
) -> None:
    fabric = exported[design].plan.fabrics[0]
    good, bad = graphviz[f"{design} good"], graphviz[f"{design} bad"]
    assert good.stated.split()[:2] == [str(fabric.node_count), str(len(fabric.ends))]
    assert bad.status != 0 or "syntax error" in bad.stated


@each_design
def test_networkx_reads_the_same_network(design: str, exported: dict[str, Exported]) -> None:
    """Between each pair of nodes as many links, under their names, with the ports that the fabric has."""
    one = exported[design]
    fabric, names = one.plan.fabrics[0], one.plan.names[0]
    read = networkx.read_graphml(one.good / "fabric.graphml", force_multigraph=True)
    assert len({key for _, _, key in read.edges(keys=True)}) == len(fabric.ends)
    expected = Counter(frozenset((names[a], names[b])) for a, b in fabric.ends.tolist())
    assert Counter(frozenset(pair) for pair in read.edges()) == expected
    kinds = Counter(str(facts["kind"]) for _, facts in read.nodes(data=True))
    assert kinds == Counter(NodeKind(kind).name.lower() for kind in fabric.kind.tolist())
    assert {facts["gbps"] for _, _, facts in read.edges(data=True)} == set(fabric.rate_gbps.tolist())
    ends = Counter((end, port) for a, b, facts in read.edges(data=True) for end, port in _ends(a, b, facts))
    twice = [(end, port) for (end, port), times in ends.items() if times > 1]
    assert not twice
    with pytest.raises(ElementTree.ParseError):
        networkx.read_graphml(one.bad / "fabric.graphml")


def _ends(a: str, b: str, facts: dict[str, str]) -> list[tuple[str, str]]:
    """Both ports of a link; networkx may tell its ends in either order, so a port is told with its pair."""
    return [(f"{min(a, b)} {max(a, b)} a", facts["a_port"]), (f"{min(a, b)} {max(a, b)} b", facts["b_port"])]
