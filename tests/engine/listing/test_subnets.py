"""Files of subnets: no port number above 254, a file each plane, what is refused and what is stated."""

from dataclasses import replace

import networkx
import pytest

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import ModularSwitch
from fatdesk.engine.export import BY_NAME
from tests.engine import plan_samples as samples
from tests.engine.listing.test_subnet import read
from tests.neighbours.designs import directors, planes


def graph_of(content: bytes) -> networkx.Graph:
    nodes, ports = read(content)
    graph = networkx.Graph()
    graph.add_nodes_from(nodes)
    graph.add_edges_from((here, there) for (here, _), (there, _, _) in ports.items())
    return graph


def test_directors_are_written_as_chips_where_port_numbers_end() -> None:
    """Two of 540 ports with 30 cards and 18 boards each; smaller ones stay one box."""
    plan = directors()
    nodes, ports = read(BY_NAME["fabric.net"].make(plan)["fabric.net"])
    assert len([node for node in nodes if node[0] == "S"]) == 60 + 2 * (30 + 18)
    assert max(count for count, _ in nodes.values()) <= 254
    assert max(number for _, number in ports) <= 254
    stated = BY_NAME["fabric.net"].left_out(plan)[0]
    assert stated.startswith("2 switches of compute as single nodes: InfiniBand numbers at most 254 ports")
    assert len(BY_NAME["fabric-inside.net"].left_out(plan)) == 1
    small = samples.modular(216, 6)
    nodes, _ = read(BY_NAME["fabric.net"].make(small)["fabric.net"])
    assert len([node for node in nodes if node[0] == "S"]) == 12 + 2


def test_a_director_whose_chips_are_unknown_is_refused_with_the_reason() -> None:
    plan = directors()
    part = plan.catalog["director-648"]
    assert isinstance(part, ModularSwitch)
    values = {name: getattr(part, name) for name in part.__struct_fields__}
    closed = ModularSwitch(**values | {"inside": None})
    parts = [closed if some.id == closed.id else some for some in plan.catalog]
    plan = replace(plan, catalog=Catalog(parts))
    for module in (BY_NAME["fabric.net"], BY_NAME["fabric-inside.net"], BY_NAME["fabric.topo"]):
        assert module.make(plan) == {}
        stated = "fabric compute, so it has no file: C01 has 540 ports, InfiniBand numbers at most 254"
        assert any(words.startswith(stated) for words in module.left_out(plan))


@pytest.mark.parametrize("module", [BY_NAME["fabric.net"], BY_NAME["fabric-inside.net"]])
def test_planes_have_a_file_each_that_hangs_together(module: object) -> None:
    plan = planes()
    files = module.make(plan)
    stem = module.name.removesuffix(".net")
    assert list(files) == [f"{stem}-plane-1.net", f"{stem}-plane-2.net"]
    names = []
    for content in files.values():
        nodes, ports = read(content)
        assert networkx.is_connected(graph_of(content))
        assert len(ports) == 2 * (40 + 32)
        names.append({name for _, name in nodes.values()})
    adapters = {name for name in names[0] | names[1] if "HCA" in name}
    assert len(adapters) == 80
    assert not names[0] & names[1]
    assert "2 planes of compute in one file: each is a subnet with a file of its own" in module.left_out(plan)


def test_a_switch_that_no_host_reaches_is_left_out_and_counted() -> None:
    plan = planes()
    fabric = plan.fabrics[0]
    kept = fabric.ends[:, 0] != fabric.nodes(1)[-1]
    kept &= fabric.ends[:, 1] != fabric.nodes(1)[-1]  # the last core switch
    columns = ("ends", "ports", "split", "splits", "bundle", "trace", "rate_gbps")
    cut = replace(fabric, **{name: getattr(fabric, name)[kept] for name in columns})
    plan = replace(plan, fabrics=(cut,))
    assert len(BY_NAME["fabric.net"].make(plan)) == 2
    assert "1 switch of compute that no host reaches" in BY_NAME["fabric.net"].left_out(plan)
