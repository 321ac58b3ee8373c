"""Fabrics recorded as they are built: there and back for all families."""

from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.design.search import search
from fatdesk.engine.fabric.as_built import (
    AsBuiltFabric,
    AsBuiltLink,
    AsBuiltNode,
    fabric_of_record,
    record_of,
)
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.fabric.name_templates import Naming
from fatdesk.engine.fabric.names import make_names
from fatdesk.engine.families import build
from fatdesk.engine.families.design import HostGroup
from tests.engine.design.search_samples import PAPER, wanted
from tests.engine.families.test_fabrics import PLAIN, SPLIT_CATALOG, TWIN_CATALOG, TWO_KINDS

LINK_ARRAYS = ("ends", "ports", "split", "splits", "trace", "rate_gbps")
NODE_ARRAYS = ("kind", "level", "part", "index", "block")
EQUAL = ("name", "parts", "ids", "enclosure", "pass_through", "by_rack", "grouped", "found_names", "guids")


def assert_same(one: Fabric, other: Fabric) -> None:
    """Equal but for the order of links and the numbers of bundles, which nothing depends on."""
    for name in EQUAL:
        assert getattr(one, name) == getattr(other, name), name
    for name in NODE_ARRAYS:
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
    orders = [np.lexsort((some.split, some.ports[:, 0], some.ends[:, 0])) for some in (one, other)]
    for name in LINK_ARRAYS:
        first, second = (getattr(some, name)[order] for some, order in zip((one, other), orders, strict=True))
        assert np.array_equal(first, second, equal_nan=name == "rate_gbps"), name
    first, second = (some.bundle[order] for some, order in zip((one, other), orders, strict=True))
    pairs = set(zip(first.tolist(), second.tolist(), strict=True))
    assert len(pairs) == len(set(first.tolist())) == len(set(second.tolist()))


SAMPLES: tuple[tuple[Catalog, str, str], ...] = (
    (PLAIN, "host", "qsfp"),
    (TWIN_CATALOG, "host", "osfp"),
    (SPLIT_CATALOG, "host", "sfp"),
    (TWO_KINDS, "host", "sfp"),
    (PAPER, "blade-2s", "blades"),
)
FAMILIES = (
    (),
    ("two-level",),
    ("egft",),
    ("kary-tree",),
    ("clos",),
    ("mikant",),
    ("hyperx",),
    ("dragonfly-plus",),
)


@given(
    sample=st.sampled_from(SAMPLES),
    hosts=st.integers(1, 70),
    blocking=st.sampled_from(["1", "3/2", "2"]),
    rails=st.integers(1, 2),
    planes=st.integers(1, 2),
    extra=st.integers(0, 2),
    families=st.sampled_from(FAMILIES),
)
def test_there_and_back(
    sample: tuple[Catalog, str, str],
    hosts: int,
    blocking: str,
    rails: int,
    planes: int,
    extra: int,
    families: tuple[str, ...],
) -> None:
    """Every design that the search finds: splits, rails, planes, directors, blades, pass-through panels."""
    catalog, part, kind = sample
    if kind == "blades":
        rails = planes = 1
    wish: dict[str, Any] = {"blocking": blocking, "rails": rails, "planes": planes, "extra_ports": extra}
    requirements, one = wanted(hosts, part, families=families, **wish)
    for best in search(requirements, one, catalog, top=4).candidates:
        fabric = build(best.design, requirements.hosts, catalog, "compute", best.host_ports)
        record = record_of(fabric)
        text = msgspec.json.encode(record)
        again = fabric_of_record(
            msgspec.json.decode(text, type=AsBuiltFabric), "compute", requirements.hosts, catalog
        )
        assert_same(fabric, again)
        assert record_of(again) == record


def small(*links: AsBuiltLink, **more: Any) -> AsBuiltFabric:
    """Two switches; the links are those of the first."""
    first = AsBuiltNode(id="ib/edge/1", part="edge", level=1, links=links)
    return AsBuiltFabric(nodes=(first, AsBuiltNode(id="ib/edge/2", part="edge", level=1)), **more)


HOSTS = (HostGroup(name="n", part="host", count=2),)


@pytest.mark.parametrize(
    ("record", "what"),
    [
        (small(AsBuiltLink(1, "n/3")), "ib/edge/1: port 1 leads to n/3, which is not there"),
        (small(AsBuiltLink(99, "n/1")), "ib/edge/1: port 99 is recorded, edge has 9"),
        (small(AsBuiltLink(1, "n/1", 7)), "n/1: port 7 is recorded, host has 6"),
        (AsBuiltFabric(nodes=(AsBuiltNode(id="n/1", part="edge", level=1),)), "n/1 is recorded twice"),
    ],
)
def test_records_that_fit_no_hosts_or_parts(record: AsBuiltFabric, what: str) -> None:
    with pytest.raises(FatdeskError, match=what):
        fabric_of_record(record, "ib", HOSTS, PLAIN)


def test_names_and_guids_stay_and_hosts_without_links_are_there() -> None:
    record = small(AsBuiltLink(2, "n/2", 1, 100.0), AsBuiltLink(1, "ib/edge/2", 1, None))
    host = AsBuiltNode(id="n/2", name="node-b", guids=("2c9", ""))
    record = replace(record, nodes=(*record.nodes, host))
    fabric = fabric_of_record(record, "ib", HOSTS, PLAIN)
    assert fabric.ids == ("n/1", "n/2", "ib/edge/1", "ib/edge/2")
    assert dict(fabric.found_names) == {"n/2": "node-b"}
    assert dict(fabric.guids) == {"n/2": ("2c9", "")}
    assert np.isnan(fabric.rate_gbps).tolist() == [False, True], "links to hosts come first"
    again = record_of(fabric)
    assert [link.port for link in again.nodes[0].links] == [1, 2], "links are in order of ports"
    assert again.nodes[2] == host
    names = make_names([fabric], Naming(host="x{index}"), 1)
    assert names.nodes[0] == ("x1", "node-b", "E01", "E02")
