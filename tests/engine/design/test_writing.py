"""Requirements written as a file are read back as they were: the pair is its own oracle."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.shipped_data import shipped
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.read import parse_requirements, read_requirements, understand
from fatdesk.engine.design.requirements import FabricRequirement, Limits, Objective, Requirements
from fatdesk.engine.design.writing import plain_tree, requirements_tree, requirements_yaml
from fatdesk.engine.families.design import HostGroup
from fatdesk.engine.floor.room import Reserve, RoomRequirement

CATALOG = load_shipped([])
EXAMPLES = sorted((shipped("resources") / "examples").glob("*.yaml"))

amounts = st.decimals(0, 10**9, places=2, allow_nan=False)
words = st.sampled_from(["1", "12", "a", "no", "null", "1e3", "0x10", "x.y_z-1"])
"""Names that a careless writer of YAML turns into numbers, truth or nothing."""
fabrics = st.builds(
    FabricRequirement,
    name=words,
    blocking=st.sampled_from(["1", "3/2", "1.5", "2"]),
    rails=st.integers(1, 64),
    families=st.sampled_from([(), ("star",), ("star", "two-level")]),
    edge=st.sampled_from([(), ("ib-36",)]),
    media=st.sampled_from(["any", "copper", "optical"]),
    equal_bundles=st.booleans(),
    spread_hosts=st.booleans(),
    growth_hosts=st.integers(0, 500),
    cable_price=st.none() | amounts,
)
rooms = st.builds(
    RoomRequirement,
    rows=st.none() | st.integers(1, 9),
    racks_per_row=st.none() | st.integers(20, 30),
    aisle_m=st.floats(0, 100),
    core_at=st.sampled_from(["centre", "spread", (3,), (7, 11)]),
    reserve=st.lists(
        st.builds(
            Reserve,
            rack=st.just("all") | st.integers(1, 9),
            height_u=st.integers(1, 40),
            note=st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"]), max_size=20),
        ),
        max_size=3,
    ).map(tuple),
)
wishes = st.builds(
    Requirements,
    hosts=st.builds(HostGroup, name=words, part=st.just("server-1u"), count=st.integers(1, 10**6)).map(
        lambda group: (group,)
    ),
    fabrics=fabrics.map(lambda fabric: (fabric,)),
    objective=st.builds(Objective, minimise=st.sampled_from(["cost", "tco"]), price_per_kwh=amounts)
    | st.builds(Objective, weights=st.just({"cost": 1.0, "power": 0.25})),
    limits=st.builds(Limits, cost=st.none() | amounts, power_w=st.none() | st.floats(0.001, 1e9)),
    room=st.none() | rooms,
)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_come_back(path):
    wanted = read_requirements(path, CATALOG)
    assert parse_requirements(requirements_yaml(wanted), path.name, CATALOG) == wanted


@given(wishes)
def test_whatever_is_wished_comes_back(wanted):
    written = requirements_yaml(wanted)
    assert parse_requirements(written, "wish.yaml", CATALOG) == wanted
    assert requirements_yaml(parse_requirements(written, "wish.yaml", CATALOG)) == written
    assert understand(plain_tree(requirements_tree(wanted)), CATALOG) == wanted


def test_people_can_read_it():
    wanted = Requirements(
        hosts=(HostGroup(name="nodes", part="server-1u", count=396),),
        fabrics=(FabricRequirement(name="compute", edge=("ib-36",), cable_price=Decimal("80.50")),),
    )
    assert requirements_yaml(wanted).decode() == (
        "hosts:\n- {name: nodes, part: server-1u, count: 396}\n"
        "fabrics:\n- name: compute\n  edge: [ib-36]\n  cable_price: 80.50\n"
    )


def test_all_that_is_wrong_is_told_with_its_place():
    tree = {
        "hosts": [{"name": "a b", "part": "server-1u", "count": "0"}],
        "fabrics": [{"name": "x", "blocking": "half", "edge": ["ib-36"]}],
        "room": {"rows": "-1"},
    }
    found = understand(tree, CATALOG)
    assert isinstance(found, list)
    places = [problem.place for problem in found]
    assert places == [
        ("hosts", 0, "name"),
        ("hosts", 0, "count"),
        ("fabrics", 0, "blocking"),
        ("room", "rows"),
    ]


def test_parts_are_looked_up_once_the_rest_is_sound():
    tree = {
        "hosts": [{"name": "a", "part": "server-2u", "count": "1"}],
        "fabrics": [{"name": "x", "core": ["ib-37"]}],
    }
    found = understand(tree, CATALOG)
    assert isinstance(found, list)
    assert [problem.place for problem in found] == [("hosts", 0, "part"), ("fabrics", 0, "core", 0)]
    assert "did you mean" in found[1].what
