"""Networks of stages against hands that carry out the change order, and against graphs made of their work."""

import dataclasses
import json
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest
from msgspec.structs import replace

from fatdesk.cli import main
from fatdesk.core.errors import FatdeskError
from fatdesk.core.program import shipped
from fatdesk.engine.change_order.rows import order_csv
from fatdesk.engine.design.growth_target import HostTarget
from fatdesk.engine.design.requirements_file import read_requirements
from fatdesk.engine.fabric.as_built import bundle_numbers
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.networks.graph_files import read_graph
from fatdesk.networks.study import StudyNetwork
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.designing import design_project
from fatdesk.project.document.growth import GrowthStep
from fatdesk.project.document.project import Project
from fatdesk.project.document.stage_names import StageName
from fatdesk.project.files.storing import save_project
from fatdesk.project.growing.policies import works_of_plan
from fatdesk.project.growing.stage_networks import LinkStages, StageNetwork, stage_network
from fatdesk.project.growing.work import Work
from tests.engine.growth.leaf_spine import catalog, leaf_spine
from tests.project.growing.test_change_order import Installer, order, table, wiring
from tests.project.growing.test_growing import CATALOG, project, steps

Plug = tuple[str, str]
"""Device and port as printed."""


def planned(*counts: int) -> Project:
    return replace(project(), growth=steps(*counts))


def links_of(hands: Installer) -> set[frozenset[Plug]]:
    """Pairs of plugs of one cable that are in ports; of a splitter each with each."""
    found = (ports for ports, _, _ in hands.wiring().values())
    pairs = (pair for ports in found for pair in combinations(ports, 2))
    return {frozenset((device, port) for _, device, port in pair) for pair in pairs}


def carried_out(work: Work) -> Iterator[tuple[StageName, set[frozenset[Plug]]]]:
    """The cables at work while each stage is worked on, when all is pulled, and when it is done."""
    hands = Installer(wiring(work.grown.before))
    rows = table(order_csv(order(work)))
    for number in range(1, len(work.stages) + 1):
        own = [row for row in rows if row["stage"] == str(number)]
        for row in own:
            if row["action"] in ("move", "add", "relabel"):
                continue
            hands.do(row)
        yield StageName(1, number), links_of(hands)
        for row in own:
            if row["action"] in ("move", "add", "relabel"):
                hands.do(row)
        yield StageName(1, number, done=True), links_of(hands)


def in_use(links: set[frozenset[Plug]], today: set[str]) -> set[frozenset[Plug]]:
    """Those joined with most of the hosts of today."""
    graph = nx.Graph([tuple(sorted(device for device, _ in link)) for link in links])
    main_part = max(nx.connected_components(graph), key=lambda part: len(part & today))
    return {link for link in links if {device for device, _ in link} <= main_part}


def plugs(found: StageNetwork) -> set[frozenset[Plug]]:
    """The links of equal switches and servers whose ports are numbered from 1."""
    fabric = found.fabric
    rows = zip(fabric.ends.tolist(), fabric.ports.tolist(), strict=True)
    return {
        frozenset((found.names[node], str(port + 1)) for node, port in zip(ends, ports, strict=True))
        for ends, ports in rows
    }


def test_the_network_of_a_stage_is_what_the_change_order_leaves_in_its_ports() -> None:
    derived = Derived(planned(108))
    [work] = works_of_plan(derived.project, CATALOG, 1)
    today = {name for name in derived.names[0] if name.startswith("n")}
    seen = []
    for stage, links in carried_out(work):
        found = stage_network(derived, "compute", str(stage))
        assert plugs(found) == in_use(links, today)
        left_out = {device for link in links for device, _ in link} - set(found.names)
        assert not found.cut_off
        assert found.waiting >= len({name for name in left_out if name.startswith("n")})
        seen.append((found.network.hosts, found.waiting))
    assert seen == [(60, 48), (72, 36), (72, 36), (108, 0), (108, 0), (108, 0)]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["blades-224", "superpod-b200"])
def test_links_of_examples_with_cards_and_cages_of_two_links(name: str) -> None:
    """Pairs of devices with the cables between them, as hands leave them; whatever the ports are called."""
    requirements = read_requirements(shipped("resources") / "examples" / f"{name}.yaml", CATALOG)
    designed = design_project(requirements, CATALOG, name).project
    assert designed is not None
    more = tuple(HostTarget(name=one.name, count=one.count * 8 // 5 + 1) for one in designed.hosts)
    derived = Derived(replace(designed, growth=(GrowthStep(hosts=more),)))
    [work] = works_of_plan(derived.project, CATALOG, 1)
    for stage, links in carried_out(work):
        pairs = {frozenset(device for device, _ in link) for link in links}
        for fabric in derived.fabrics:
            found = stage_network(derived, fabric.name, str(stage))
            cabled = ~found.fabric.trace
            ends = found.fabric.ends[cabled].tolist()
            assert {frozenset((found.names[a], found.names[b])) for a, b in ends} <= pairs


def test_after_the_last_stage_it_is_the_network_after_the_step() -> None:
    """By digest, so that results of studies are found again when the step was applied."""
    derived = Derived(planned(108, 150))
    works = works_of_plan(derived.project, CATALOG, 2)
    for number, work in enumerate(works, start=1):
        found = stage_network(derived, "compute", f"{number}:after-{len(work.stages)}")
        after, names = work.grown.after.bare_network("compute")
        assert found.network.digest == after.digest
        assert found.names[: after.hosts] == names
    today = derived.bare_network("compute")[0]
    first = stage_network(derived, "compute", "1:1").network
    assert (first.hosts, first.link_count) == (today.hosts, today.link_count)  # new switches come first


def test_hosts_that_a_stage_parts_from_the_others_are_named() -> None:
    """Leaf 2 of 3 has all of its cables out; a new leaf has only hosts."""
    before, after = (leaf_spine(leaves, 1, 2, 2, 8, 16) for leaves in (3, 4))
    number = {one: node for node, one in enumerate(after.ids)}
    node = np.array([number[one] for one in before.ids])
    leaf = before.ids.index("compute/edge/2")
    uplinks = (before.ends[:, 0] == leaf) & (before.level[before.ends[:, 1]] > 0)
    pulled = np.where(uplinks, 0, 1)
    plugged = np.full(len(after.ends), 1)
    plugged[(after.ends == number["compute/edge/4"]).any(axis=1) & (after.level[after.ends[:, 1]] == 0)] = -1
    links = LinkStages(before, after, catalog(8, 16), after.ids, node, pulled, plugged)
    found = links.network(StageName(1, 1))
    assert found.cut_off == ("nodes/3", "nodes/4")
    assert found.waiting == 2
    assert [one for one in found.names if "nodes" in one] == ["nodes/1", "nodes/2", "nodes/5", "nodes/6"]
    assert found.remarks == (
        "stage 1 of step 1: 2 hosts of today cut off and left out: nodes/3, nodes/4",
        "stage 1 of step 1: 2 new hosts not in use yet and left out",
    )
    every = LinkStages(before, after, catalog(8, 16), after.ids, node, np.zeros_like(pulled), plugged + 1)
    with pytest.raises(FatdeskError, match="no two hosts of compute are connected"):
        every.network(StageName(1, 1))


def with_links(fabric: Fabric, *ends: tuple[str, str]) -> Fabric:
    """The network with further links like its first one."""
    number = {one: node for node, one in enumerate(fabric.ids)}
    more = np.array([[number[a], number[b]] for a, b in ends], np.int32)
    columns: dict[str, Any] = {
        name: np.concatenate([getattr(fabric, name), np.repeat(getattr(fabric, name)[:1], len(ends), axis=0)])
        for name in ("ports", "split", "splits", "trace", "rate_gbps")
    }
    made = np.concatenate([fabric.ends, more])
    return dataclasses.replace(fabric, ends=made, bundle=bundle_numbers(made, fabric.kind), **columns)


def test_a_host_with_links_to_two_networks_does_not_join_them() -> None:
    """A new leaf without uplinks shares a new host with leaf 1."""
    before = leaf_spine(3, 1, 2, 2, 8, 16)
    after = with_links(leaf_spine(4, 1, 2, 2, 8, 16), ("nodes/7", "compute/edge/1"))
    node = np.array([after.ids.index(one) for one in before.ids])
    new_uplinks = (after.ends == after.ids.index("compute/edge/4")).any(axis=1) & (
        after.level[after.ends] > 1
    ).any(axis=1)
    plugged = np.where(new_uplinks, 0, -1)
    links = LinkStages(before, after, catalog(8, 16), after.ids, node, np.full(len(before.ends), -1), plugged)
    found = links.network(StageName(1, 1))
    assert [one for one in found.names if "nodes" in one] == [f"nodes/{n}" for n in range(1, 8)]
    assert "compute/edge/4" not in found.names
    assert (found.waiting, found.cut_off, found.network.link_count) == (1, (), before.ends.shape[0] + 1)
    assert links.network(StageName(1, 1, done=True)).network.link_count == len(after.ends)


def test_planes_that_only_hosts_join_are_all_in_use() -> None:
    """Two leaves without uplinks, each with all hosts."""
    whole = leaf_spine(2, 1, 2, 2, 8, 16)
    cross = [(f"nodes/{n}", f"compute/edge/{leaf}") for n, leaf in ((1, 2), (2, 2), (3, 1), (4, 1))]
    fabric = with_links(whole, *cross)
    switches = (fabric.kind == NodeKind.SWITCH)[fabric.ends].all(axis=1)
    node, stays = np.arange(fabric.node_count), np.where(switches, 9, -1)
    links = LinkStages(fabric, fabric, catalog(8, 16), fabric.ids, node, np.where(switches, 0, -1), stays)
    found = links.network(StageName(1, 1))
    assert (found.network.hosts, found.network.link_count, found.cut_off) == (4, 8, ())


@pytest.mark.parametrize(
    ("growth", "stage", "message"),
    [
        ((), "1:1", "the growth plan of the project has no steps"),
        (steps(108), "2:1", "stage 2:1: the growth plan of the project has 1 step"),
        (steps(108), "1:4", "stage 1:4: step 1 has 3 stages"),
        (steps(108), "1-4", "is not a stage, give a step and a stage"),
        ((replace(steps(108)[0], floor=0.96),), "1:1", "step 1: E01: with 1 of its 18 cables out"),
        ((replace(steps(108)[0], policy="rebuild"),), "1:1", "out of service .* name 1:after-1"),
        (steps(50), "1:1", "step 1: .* 50 are fewer"),
    ],
)
def test_stages_that_there_are_not(growth: tuple[GrowthStep, ...], stage: str, message: str) -> None:
    with pytest.raises(FatdeskError, match=message):
        stage_network(Derived(replace(project(), growth=growth)), "compute", stage)


def test_each_step_by_its_own_policy() -> None:
    plan = (steps(108)[0], replace(steps(150)[0], policy="rebuild"))
    derived = Derived(replace(project(), growth=plan))
    assert [work.grown.policy for work in works_of_plan(derived.project, CATALOG, 2)] == [
        "in-place",
        "rebuild",
    ]
    assert stage_network(derived, "compute", "2:after-1").network.hosts == 150


def test_a_stage_is_of_a_fabric() -> None:
    with pytest.raises(ValueError, match="name the fabric"):
        StudyNetwork(name="x", spec="kary-tree:k=2,n=2", stage="1:1")


# The command line


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "p.fatdesk"
    save_project(planned(108), path)
    return path


def answer(capsys: pytest.CaptureFixture[str], *given: str) -> dict[str, Any]:
    assert main([*given, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def by_hand(path: Path, network: StageNetwork, links: set[frozenset[Plug]], today: set[str]) -> None:
    """Write what hands left in its ports as GraphML; nodes and links in the order of the network."""
    left = in_use(links, today)
    lines = [
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
        *(
            f'<key id="{name}" for="{what}" attr.name="{name}" attr.type="{kind}"/>'
            for what, name, kind in (
                ("node", "kind", "string"),
                ("node", "level", "int"),
                ("edge", "a", "string"),
                ("edge", "a_port", "int"),
                ("edge", "b_port", "int"),
            )
        ),
        '<graph edgedefault="undirected">',
    ]
    for number, name in enumerate(network.names):
        kind = "host" if number < network.network.hosts else "switch"
        level = network.fabric.level[number]
        lines.append(
            f'<node id="{name}"><data key="kind">{kind}</data><data key="level">{level}</data></node>'
        )
    ends, ports = network.network.ends.tolist(), network.network.ports.tolist()
    for pair, numbers in zip(ends, ports, strict=True):
        (a, p), (b, q) = ((network.names[node], port) for node, port in zip(pair, numbers, strict=True))
        left.remove(frozenset([(a, str(p + 1)), (b, str(q + 1))]))
        data = "".join(f'<data key="{key}">{x}</data>' for key, x in (("a", a), ("a_port", p), ("b_port", q)))
        lines.append(f'<edge source="{a}" target="{b}">{data}</edge>')
    assert not left
    path.write_text("\n".join([*lines, "</graph>", "</graphml>"]))


def test_a_stage_is_simulated_as_a_graph_of_its_cables(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    derived = Derived(planned(108))
    [work] = works_of_plan(derived.project, CATALOG, 1)
    today = {name for name in derived.names[0] if name.startswith("n")}
    stages = {str(stage): links for stage, links in carried_out(work)}
    found = stage_network(derived, "compute", "1:2")
    graph = tmp_path / "stage.graphml"
    by_hand(graph, found, stages["1:2"], today)
    read = read_graph(graph)
    assert np.array_equal(read.level, found.network.level)
    both = (
        [(*a, *b) for a, b in zip(one.ends.tolist(), one.ports.tolist(), strict=True)]
        for one in (read, found.network)
    )
    assert sorted(next(both)) == sorted(next(both))  # a graph has its links in another order
    options = ("--loads", "0.3", "--cycles", "2000", "--packet", "32")
    ours = answer(capsys, "simulate", str(saved), "--stage", "1:2", *options)
    theirs = answer(capsys, "simulate", f"file:{graph}", "--scheme", "fta", *options)
    assert ours["stage"] == {
        "step": 1, "stage": 2, "done": False, "hosts_not_in_use": 36, "hosts_cut_off": [],
    }  # fmt: skip
    assert ours["scheme"] == "fta"
    for key in ("hosts", "zero_load_latency"):
        assert ours[key] == theirs[key]
    for one, other in zip(ours["points"], theirs["points"], strict=True):
        assert one["accepted"] == pytest.approx(other["accepted"], rel=0.1)  # random choices differ
    faults = [
        answer(capsys, "faults", *given, "--count", "1", "--workers", "1")
        for given in ((str(saved), "--stage", "1:2"), (f"file:{graph}", "--scheme", "fta"))
    ]
    for key in ("rows", "always_tolerated"):
        assert faults[0][key] == faults[1][key]


def test_network_and_schedule_of_a_stage(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """12 cables of today are out, 12 new hosts are in use: as many links as today."""
    today = answer(capsys, "network", str(saved))
    during = answer(capsys, "network", str(saved), "--stage", "1:2")
    assert (today["links"], during["hosts"], during["links"]) == (132, 72, 132)
    made = answer(capsys, "schedule", str(saved), "--stage", "1:2", "--traffic", "tornado")
    assert (made["messages"], made["stage"]["hosts_not_in_use"]) == (72, 36)
    assert (
        main(["schedule", str(saved), "--stage", "1:2", "--traffic", "tornado", "--links-per-m2", "5"]) == 2
    )
    assert "a growth stage has no decomposition" in capsys.readouterr().err


def test_a_stage_in_a_study_of_the_project(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    networks = [
        {"name": "today", "fabric": "compute"},
        {"name": "stage", "fabric": "compute", "stage": "1:2"},
    ]
    networks.append({"name": "gone", "fabric": "compute", "stage": "1:9"})
    command = tmp_path / "command.json"
    study = {"name": "s", "networks": networks, "counts": [1]}
    command.write_text(json.dumps({"command": "add-fault-study", "study": study}))
    assert main(["edit", str(saved), str(command)]) == 0
    capsys.readouterr()
    assert main(["faults", str(saved), "--study", "s", "--workers", "1", "--json"]) == 1
    taken = capsys.readouterr()
    made = json.loads(taken.out)["networks"]
    assert [one["network"] for one in made] == ["compute", "compute, stage 1:2", "compute, stage 1:9"]
    assert made[2]["cannot"] == "stage 1:9: step 1 has 3 stages"
    assert "stage: stage 2 of step 1: 36 new hosts not in use yet and left out" in taken.err
    assert made[0]["always_tolerated"] == 17
    assert made[1]["always_tolerated"] == 14
    main(["faults", str(saved), "--study", "s", "--workers", "1", "--json"])
    assert "everything is measured already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("simulate", "kary-tree:k=2,n=2", "--stage", "1:2"), "--stage: is for projects"),
        (("faults", "kary-tree:k=2,n=2", "--stage", "1:2"), "--stage: is for projects"),
        (
            ("schedule", "kary-tree:k=2,n=2", "--traffic", "uniform", "--stage", "1:2"),
            "--stage: is for projects",
        ),
        (("network", "kary-tree:k=2,n=2", "--stage", "1:2"), "--stage: is for projects"),
        (("simulate", "P", "--stage", "1.2"), "is not a stage, give a step and a stage"),
        (("simulate", "P", "--stage", "1:9"), "stage 1:9: step 1 has 3 stages"),
        (("faults", "P", "--stage", "1:2", "--losses"), "--stage: does nothing with --losses"),
    ],
)
def test_refusals(
    given: tuple[str, ...], message: str, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = main([str(saved) if one == "P" else one for one in given])
    except SystemExit as left:
        status = int(left.code or 0)
    assert (status, message in capsys.readouterr().err) == (2, True)
